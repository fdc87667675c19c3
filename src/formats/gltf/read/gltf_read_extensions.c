/*
 * gltf_read_extensions.c: which extensions of glTF are read, and what of the whole file is left out
 * (docs/formats/generic.md, "glTF").
 */
#include "formats/gltf/read/gltf_read_extensions.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"

/* The extensions that this reads or may leave out. */
static bool is_known(const char *name) {
    static const char *const known[] = {"KHR_texture_transform",
                                        "KHR_lights_punctual",
                                        "KHR_mesh_quantization",
                                        "KHR_node_visibility",
                                        "KHR_animation_pointer",
                                        "KHR_materials_unlit",
                                        "KHR_materials_pbrSpecularGlossiness",
                                        "KHR_materials_anisotropy",
                                        "KHR_materials_clearcoat",
                                        "KHR_materials_dispersion",
                                        "KHR_materials_emissive_strength",
                                        "KHR_materials_ior",
                                        "KHR_materials_iridescence",
                                        "KHR_materials_sheen",
                                        "KHR_materials_specular",
                                        "KHR_materials_transmission",
                                        "KHR_materials_variants",
                                        "KHR_materials_volume",
                                        "KHR_xmp_json_ld",
                                        "EXT_texture_webp",
                                        "MSFT_texture_dds",
                                        "FAST64_materials_n64",
                                        "FAST64_materials_f3d",
                                        "FAST64_sampler_n64"};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(name, known[k]) == 0) return true;
    return false;
}

/* What helps where a file cannot be read. */
static const char *advice_for(const char *name) {
#ifdef FERRY_ASSIMP
    if (strcmp(name, "KHR_draco_mesh_compression") == 0)
        return "; try `--from assimp`, or export the model without compression";
#endif
    if (strcmp(name, "KHR_draco_mesh_compression") == 0 || strstr(name, "_meshopt_compression"))
        return "; export the model without compression";
    return strcmp(name, "KHR_texture_basisu") == 0 ? "; export its textures as PNG or JPEG" : "";
}

static bool refuse_extension(const fy_gltf_in *g, uint32_t index, const char *name) {
    fy_gltf_tell(g, FERRY_ERROR, "gltf.extension", "extensionsRequired", index, NULL,
                 "the file requires extension \"%s\", which is not supported%s",
                 ferry_scene_text(g->scene, name, strlen(name)), advice_for(name));
    return false;
}

bool fy_gltf_check_extensions(const fy_gltf_in *g) {
    const json_t *required = json_object_get(g->json, "extensionsRequired");
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *name = json_string_value(json_array_get(required, i));
        if (name && !is_known(name)) return refuse_extension(g, (uint32_t)i, name);
    }
    return true;
}

bool fy_gltf_tell_left_out(const fy_gltf_in *g) {
    const json_t *used = json_object_get(g->json, "extensionsUsed");
    for (size_t i = 0; i < json_array_size(used); i++) {
        const char *name = json_string_value(json_array_get(used, i));
        if (name && !is_known(name))
            fy_gltf_tell(g, FERRY_LOSS, "gltf.extension", "extensionsUsed", (uint32_t)i, NULL,
                         "extension \"%s\" is not supported: ignored",
                         ferry_scene_text(g->scene, name, strlen(name)));
    }
    uint32_t cameras = fy_gltf_list_count(g, "cameras");
    const json_t *punctual = json_object_get(json_object_get(g->json, "extensions"), "KHR_lights_punctual");
    size_t lights = json_array_size(json_object_get(punctual, "lights"));
    if (cameras)
        fy_gltf_tell(g, FERRY_LOSS, "import.cameras", "cameras", FERRY_NONE, NULL,
                     "%" PRIu32 " camera%s left out", cameras, cameras == 1 ? " is" : "s are");
    if (lights)
        fy_gltf_tell(g, FERRY_LOSS, "import.lights", "extensions", FERRY_NONE, "KHR_lights_punctual.lights",
                     "%zu light%s left out", lights, lights == 1 ? " is" : "s are");
    return !ferry_failed(g->job);
}
