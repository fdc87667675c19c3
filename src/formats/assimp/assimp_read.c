/*
 * assimp_read.c: generic formats, read by the library assimp (docs/formats/generic.md). The way through a
 * file; and the formats that are called by name.
 */
#include "formats/assimp/assimp_read.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_clips.h"
#include "formats/assimp/assimp_draws.h"
#include "formats/assimp/assimp_import.h"
#include "formats/assimp/assimp_library.h"
#include "formats/assimp/assimp_materials.h"
#include "formats/assimp/assimp_meshes.h"
#include "formats/assimp/assimp_nodes.h"
#include "formats/assimp/assimp_places.h"
#include "formats/assimp/assimp_probe.h"
#include "formats/assimp/assimp_textures.h"
#include "formats/pictures/model_pictures.h"

/* --------------------------------------------------------------------------------------------------- name */

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
    const char *base = base_of(a->in->file), *ending = a->scene->format;
    if (strcmp(a->scene->format, "assimp") == 0) {
        ending = fy_assimp_other_ending(bytes);
        if (!ending) return base;
    }
    return ends(base, ending) ? base : ferry_job_format(a->job, "%s.%s", base, ending);
}

/* ---------------------------------------------------------------------------------------------------- way */

static void tell_left_out(const fy_assimp *a) {
    const struct aiScene *from = a->from;
    if (from->mNumCameras)
        fy_assimp_tell(a, FERRY_LOSS, "import.cameras", from->mCameras[0]->mName.data, "%u camera%s left out",
                       from->mNumCameras, from->mNumCameras == 1 ? " is" : "s are");
    if (from->mNumLights)
        fy_assimp_tell(a, FERRY_LOSS, "import.lights", from->mLights[0]->mName.data, "%u light%s left out",
                       from->mNumLights, from->mNumLights == 1 ? " is" : "s are");
}

static bool read_scene(fy_assimp *a) {
    fy_assimp_start_pictures(a);
    bool read = fy_assimp_read_nodes(a) && fy_assimp_read_materials(a) && fy_assimp_read_meshes(a) &&
                fy_assimp_apply_materials(a) && fy_assimp_read_draws(a) && fy_assimp_read_clips(a);
    fy_job_drop(a->job, a->nodes);
    fy_drop_pictures(&a->pictures);
    fy_job_drop(a->job, a->moves.data);
    if (read) tell_left_out(a);
    return read;
}

static bool import(fy_assimp *a) {
    ferry_bytes bytes = {a->in->data, a->in->size};
    char why[FY_ASSIMP_WHY];
    if (!fy_assimp_load(why, sizeof why))
        return ferry_refuse(a->in, 0, "assimp.missing",
                            "the library assimp, which reads this format, is missing: %s", why);
    /* assimp would look for the end forever */
    if (strcmp(a->scene->format, "ply") == 0 && !fy_assimp_probe_ply(bytes))
        return ferry_refuse(a->in, 0, "ply.header", "expected \"ply\", \"format\" and \"end_header\"");
    a->from = fy_assimp_import(a->job, a->in, name_for(a), &a->moves);
    bool empty = a->from && !a->from->mNumMeshes && !a->from->mNumAnimations &&
                 a->from->mFlags & AI_SCENE_FLAGS_INCOMPLETE;
    if (empty) return ferry_refuse(a->in, 0, "assimp.no-mesh", "assimp found no mesh");
    return a->from != NULL;
}

bool fy_assimp_read(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    uint64_t looked = 0;
    fy_assimp a = {.job = job, .in = in, .scene = scene, .looked = &looked};
    bool read = import(&a) && read_scene(&a);
    if (a.from) fy_assimp_release(a.from);
    return read && !ferry_failed(job);
}

void fy_assimp_warm(void) {
    char why[FY_ASSIMP_WHY];
    fy_assimp_load(why, sizeof why);
}

/* ------------------------------------------------------------------------------------------------ formats */

const ferry_format fy_format_ply = {
    .name = "ply",
    .title = "Stanford PLY",
    .extensions = ".ply",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_assimp_probe_ply,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
    .load = fy_assimp_warm,
};

const ferry_format fy_format_stl = {
    .name = "stl",
    .title = "STL",
    .extensions = ".stl",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_assimp_probe_stl,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ,
    .load = fy_assimp_warm,
};

const ferry_format fy_format_3ds = {
    .name = "3ds",
    .title = "3D Studio mesh",
    .extensions = ".3ds",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_assimp_probe_3ds,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
    .load = fy_assimp_warm,
};

const ferry_format fy_format_assimp = {
    .name = "assimp",
    .title = "Other models that the library assimp reads",
    .extensions = ".x .ac .ms3d .b3d .md2 .md3 .md5mesh .ase .bvh .lwo",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_assimp_probe_other,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
    .load = fy_assimp_warm,
};
