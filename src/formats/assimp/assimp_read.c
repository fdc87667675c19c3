/*
 * assimp_read.c: generic formats, read by the library assimp (docs/formats/generic.md). The way through a file; and the
 * formats that are called by name (glTF: formats/gltf/gltf.c).
 */
#include "core/job.h"
#include "formats/assimp/assimp.h"
#include "formats/gltf/gltf_fast64.h"

/* ---------------------------------------------------------------------------------------------------- name */

static const char *base_of(const char *path) {
    const char *base = path;
    for (const char *p = path; *p; p++)
        if (*p == '/' || *p == '#') base = p + 1;
    return base;
}

static bool ends(const char *name, const char *ending) {
    size_t n = strlen(name), e = strlen(ending);
    if (n <= e || name[n - e - 1] != '.') return false;
    for (size_t k = 0; k < e; k++)
        if ((name[n - e + k] | 0x20) != (ending[k] | 0x20)) return false;
    return true;
}

/* assimp chooses by the ending: where that is another format's, the right one is put behind it. */
static const char *name_for(const fy_assimp *a) {
    ferry_bytes bytes = {a->in->data, a->in->size};
    const char *base = base_of(a->in->file), *ending = a->gltf ? "glb" : a->scene->format;
    if (strcmp(a->scene->format, "assimp") == 0) {
        ending = fy_assimp_other_ending(bytes);
        if (!ending) return base;
    }
    return ends(base, ending) ? base : ferry_job_format(a->job, "%s.%s", base, ending);
}

/* ----------------------------------------------------------------------------------------------------- way */

static void tell_left_out(const fy_assimp *a) {
    const struct aiScene *from = a->from;
    if (from->mNumCameras)
        fy_assimp_tell(a, FERRY_LOSS, "assimp.cameras", from->mCameras[0]->mName.data, "%u camera%s left out",
                       from->mNumCameras, from->mNumCameras == 1 ? " is" : "s are");
    if (from->mNumLights)
        fy_assimp_tell(a, FERRY_LOSS, "assimp.lights", from->mLights[0]->mName.data, "%u light%s left out",
                       from->mNumLights, from->mNumLights == 1 ? " is" : "s are");
}

/* What glTF's own JSON says of materials, and the rest of what Tiny3D's importer would make of it. */
static bool read_gltf(fy_assimp *a) {
    fy_gltf_in *g = &a->g;
    g->material_count = fy_gltf_list_count(g, "materials");
    g->fast64 = fy_fast64_find(a->in, g->material_count);
    g->materials = ferry_new(a->job, uint32_t, (size_t)g->material_count + 1);
    g->textures = ferry_new(a->job, uint32_t, (size_t)g->texture_count + 1);
    if (!g->fast64 || !g->materials || !g->textures) return false;
    for (uint32_t i = 0; i < g->texture_count; i++) g->textures[i] = FERRY_NONE;
    for (uint32_t i = 0; i < g->material_count; i++) g->materials[i] = FERRY_NONE;
    return fy_assimp_read_nodes(a) && fy_assimp_read_materials(a) &&
           fy_fast64_read_materials(a->in, a->scene, g->fast64, g->materials, g->material_count) && fy_assimp_gltf_read(a) &&
           fy_fast64_finish(a->job, a->scene);
}

static bool read_others(fy_assimp *a) {
    return fy_assimp_read_nodes(a) && fy_assimp_read_materials(a) && fy_assimp_read_meshes(a) && fy_assimp_apply_materials(a) &&
           fy_assimp_read_draws(a) && fy_assimp_read_clips(a);
}

static bool read_scene(fy_assimp *a) {
    bool read = a->gltf ? read_gltf(a) : read_others(a);
    fy_job_drop(a->job, a->nodes);
    fy_job_drop(a->job, a->images);
    fy_job_drop(a->job, a->moves.data);
    if (read) tell_left_out(a);
    return read;
}

static bool import(fy_assimp *a) {
    ferry_bytes bytes = {a->in->data, a->in->size};
    if (strcmp(a->scene->format, "ply") == 0 && !fy_assimp_probe_ply(bytes)) /* assimp would look for the end forever */
        return ferry_refuse(a->in, 0, "ply.header", "\"ply\", \"format\" and \"end_header\" expected");
    if (a->gltf && !fy_assimp_gltf_open(a, &bytes)) return false;
    a->from = fy_assimp_import(a->job, a->in, bytes, name_for(a), !a->gltf, &a->moves);
    bool empty = a->from && !a->gltf && !a->from->mNumMeshes && !a->from->mNumAnimations && a->from->mFlags & AI_SCENE_FLAGS_INCOMPLETE;
    if (empty) return ferry_refuse(a->in, 0, "assimp.empty", "assimp finds no mesh in it");
    return a->from != NULL;
}

bool fy_assimp_read(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    uint64_t looked = 0;
    fy_assimp a = {.job = job, .in = in, .scene = scene, .looked = &looked};
    a.gltf = strcmp(scene->format, "gltf") == 0 || strcmp(scene->format, "glb") == 0;
    bool read = import(&a) && read_scene(&a);
    if (a.from) fy_assimp_release(a.from);
    fy_assimp_gltf_close(&a);
    return read && !ferry_failed(job);
}

/* --------------------------------------------------------------------------------------------------- formats */

const ferry_format fy_format_ply = {
    .name = "ply",
    .title = "Stanford PLY",
    .extensions = ".ply",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_assimp_probe_ply,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
};

const ferry_format fy_format_stl = {
    .name = "stl",
    .title = "STL",
    .extensions = ".stl",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_assimp_probe_stl,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ,
};

const ferry_format fy_format_3ds = {
    .name = "3ds",
    .title = "3D Studio mesh",
    .extensions = ".3ds",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_assimp_probe_3ds,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
};

const ferry_format fy_format_assimp = {
    .name = "assimp",
    .title = "Other models that the library assimp reads",
    .extensions = ".x .ac .ms3d .b3d .md2 .md3 .md5mesh .ase .bvh .lwo",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_assimp_probe_other,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
};
