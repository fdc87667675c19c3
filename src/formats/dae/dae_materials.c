/*
 * dae_materials.c: images, effects and materials of a COLLADA file (docs/formats/fbx.md, "COLLADA").
 */
#include "formats/dae/dae_materials.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/numbers.h"
#include "formats/dae/dae_out.h"
#include "formats/export/export.h"
#include "formats/export/export_scene_materials.h"
#include "formats/export/export_scene_state.h"

static void put_images(fy_dae *d) {
    fy_dae_open(d, "library_images");
    for (uint32_t i = 0; i < d->x.pictures.count; i++) {
        const char *name = fy_export_scene_picture_name(&d->x, i);
        fy_dae_open(d, "image id=\"image.%" PRIu32 "\" name=\"%.*s\"", i, (int)(strlen(name) - 4), name);
        fy_dae_element(d, "init_from", fy_export_scene_picture_link(&d->x, i));
        fy_dae_close(d, "image");
    }
    fy_dae_close(d, "library_images");
}

static void put_sampler(fy_dae *d, const fy_export_material *material) {
    static const char *const wraps[] = {"CLAMP", "WRAP", "MIRROR"};
    static const char *const filters[] = {"NEAREST",
                                          "LINEAR",
                                          "NEAREST_MIPMAP_NEAREST",
                                          "LINEAR_MIPMAP_NEAREST",
                                          "NEAREST_MIPMAP_LINEAR",
                                          "LINEAR_MIPMAP_LINEAR"};
    fy_dae_open(d, "newparam sid=\"surface\"");
    fy_dae_open(d, "surface type=\"2D\"");
    fy_dae_element(d, "init_from", ferry_job_format(d->x.e.job, "image.%" PRIu32, material->picture));
    fy_dae_close(d, "surface");
    fy_dae_close(d, "newparam");
    fy_dae_open(d, "newparam sid=\"sampler\"");
    fy_dae_open(d, "sampler2D");
    fy_dae_element(d, "source", "surface");
    fy_dae_element(d, "wrap_s", wraps[material->wrap[0]]);
    fy_dae_element(d, "wrap_t", wraps[material->wrap[1]]);
    fy_dae_element(d, "minfilter", filters[material->min_filter]);
    fy_dae_element(d, "magfilter", filters[material->mag_filter != FERRY_FILTER_NEAREST]);
    fy_dae_close(d, "sampler2D");
    fy_dae_close(d, "newparam");
}

/* `what`: "diffuse"; a picture, or a colour. */
static void put_color(fy_dae *d, const fy_export_material *material, const char *what, const char *tag,
                      const float color[4]) {
    fy_dae_open(d, "%s", tag);
    if (material->picture != FERRY_NONE) {
        fy_dae_empty(d, "texture texture=\"sampler\" texcoord=\"UVMap0\"");
    } else {
        fy_dae_put(d, "<color>");
        fy_dae_numbers(d, color, 4);
        fy_dae_put(d, "</color>\n");
    }
    fy_dae_close(d, what);
}

/* Light counts for a Lambert surface; what answers to none shines by itself. */
static void put_surface(fy_dae *d, uint32_t i) {
    static const float opaque[4] = {1, 1, 1, 1};
    const fy_export_material *material = &d->x.materials[i];
    const fy_export_surface *surface = &d->x.e.surfaces[i];
    const char *kind = surface->lit ? "lambert" : "constant", *what = surface->lit ? "diffuse" : "emission";
    const float color[4] = {material->color.r, material->color.g, material->color.b, 1};
    char text[FY_NUMBER_SIZE];
    fy_dae_open(d, "%s", kind);
    put_color(d, material, what, what, color);
    if (surface->alpha_mode != FERRY_ALPHA_OPAQUE) {
        put_color(d, material, "transparent", "transparent opaque=\"A_ONE\"", opaque);
        fy_dae_open(d, "transparency");
        fy_dae_element(d, "float", fy_number(text, material->color.a));
        fy_dae_close(d, "transparency");
    }
    fy_dae_close(d, kind);
}

static void put_effect(fy_dae *d, uint32_t i) {
    const fy_export_material *material = &d->x.materials[i];
    fy_dae_open(d, "effect id=\"effect.%" PRIu32 "\"", i);
    fy_dae_open(d, "profile_COMMON");
    if (material->picture != FERRY_NONE) put_sampler(d, material);
    fy_dae_open(d, "technique sid=\"common\"");
    put_surface(d, i);
    fy_dae_close(d, "technique");
    if (d->x.e.surfaces[i].cull == FERRY_CULL_NONE) {
        fy_dae_open(d, "extra");
        fy_dae_open(d, "technique profile=\"GOOGLEEARTH\"");
        fy_dae_element(d, "double_sided", "1");
        fy_dae_close(d, "technique");
        fy_dae_close(d, "extra");
    }
    fy_dae_close(d, "profile_COMMON");
    fy_dae_close(d, "effect");
}

bool fy_dae_put_materials(fy_dae *d) {
    if (d->x.pictures.count) put_images(d);
    if (!d->x.model_count) return true;
    fy_dae_open(d, "library_effects");
    for (uint32_t i = 0; i < d->x.material_count; i++)
        if (d->x.materials[i].used) put_effect(d, i);
    fy_dae_close(d, "library_effects");
    fy_dae_open(d, "library_materials");
    for (uint32_t i = 0; i < d->x.material_count; i++) {
        if (!d->x.materials[i].used) continue;
        fy_dae_open(d, "material id=\"material.%" PRIu32 "\" name=\"%s\"", i,
                    fy_dae_text(d, d->x.materials[i].name));
        fy_dae_empty(d, "instance_effect url=\"#effect.%" PRIu32 "\"", i);
        fy_dae_close(d, "material");
    }
    fy_dae_close(d, "library_materials");
    return ferry_tick(d->x.e.job);
}
