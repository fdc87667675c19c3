/*
 * j3d_read.c: J3D models (bmd2, bmd3, bdl3, bdl4): header, chunk index, and the way through the blocks
 * (docs/formats/j3d.md, "The file", "The way").
 */
#include "formats/j3d/j3d_read.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_foreign.h"
#include "formats/j3d/j3d_formats.h"
#include "formats/j3d/j3d_inf1.h"
#include "formats/j3d/j3d_joints.h"
#include "formats/j3d/j3d_mat3.h"
#include "formats/j3d/j3d_outline.h"
#include "formats/j3d/j3d_shp1.h"
#include "formats/j3d/j3d_tex1.h"
#include "formats/j3d/j3d_vtx1.h"

enum { HEADER_SIZE = 0x20, CHUNK_HEADER = 8 };

/* -------------------------------------------------------------------------------------------- recognising */

bool fy_j3d_is_kind(ferry_bytes bytes, const char *kinds) {
    if (bytes.size < CHUNK_HEADER || memcmp(bytes.data, "J3D2", 4) != 0) return false;
    for (; *kinds; kinds += 4)
        if (memcmp(bytes.data + 4, kinds, 4) == 0) return true;
    return false;
}

static bool open_header(ferry_window *file, const char *kinds) {
    ferry_bytes bytes = {file->data, file->size};
    if (!fy_j3d_is_kind(bytes, kinds)) {
        const char *foreign = fy_j3d_foreign(bytes);
        return ferry_refuse(file, 0, "j3d.magic", "%s", foreign ? foreign : "not J3D: the magic is missing");
    }
    if (bytes.size < HEADER_SIZE)
        return ferry_refuse(file, 0, "j3d.header", "%zu bytes; the header alone needs %d", bytes.size,
                            HEADER_SIZE);
    uint32_t stored = ferry_u32_at(file, 8);
    if (stored != bytes.size)
        ferry_say_at(file, 8, FERRY_WARNING, "j3d.file-size",
                     "the header states %u bytes, but the file "
                     "has %zu",
                     stored, bytes.size);
    return true;
}

/* -------------------------------------------------------------------------------------------- chunk index */

static const char tags[FY_J3D_CHUNKS][5] = {"INF1", "VTX1", "EVP1", "DRW1", "JNT1",
                                            "SHP1", "MAT3", "MAT2", "TEX1"};

static bool keep_extra(fy_j3d *j3d, uint64_t at, uint32_t size) {
    ferry_scene *scene = j3d->scene;
    const uint8_t *source = j3d->file->data + at;
    ferry_extra *extra = ferry_append(scene, &scene->extras, ferry_extra);
    uint8_t *bytes = ferry_scene_alloc(scene, size, 1);
    if (!extra || !bytes) return false;
    memcpy(bytes, source, size);
    *extra = (ferry_extra){.format = "j3d",
                           .path = ferry_scene_text(scene, source, 4),
                           .offset = j3d->file->base + at,
                           .bytes = {bytes, size}};
    return true;
}

/* The tag at `at` as text that can be printed. */
typedef struct tag_text {
    char text[5];
} tag_text;

static tag_text tag_at(const ferry_window *file, uint64_t at) {
    tag_text tag = {{0}};
    for (size_t k = 0; k < 4; k++) {
        uint8_t c = file->data[at + k];
        tag.text[k] = c > 0x20 && c < 0x7f ? (char)c : '?';
    }
    return tag;
}

static bool keep_unread(fy_j3d *j3d, uint64_t at, uint32_t size, const char *code, const char *why) {
    ferry_say_at(j3d->file, at, FERRY_WARNING, code, "block %s %s; kept unchanged",
                 tag_at(j3d->file, at).text, why);
    return keep_extra(j3d, at, size);
}

static bool index_chunk(fy_j3d *j3d, uint64_t at, uint32_t size, uint32_t wanted) {
    const uint8_t *tag = j3d->file->data + at;
    if (memcmp(tag, "MDL3", 4) == 0)
        return keep_extra(j3d, at, size); /* MAT3 compiled: MAT3 is the authority */
    uint32_t which = 0;
    while (which < FY_J3D_CHUNKS && memcmp(tag, tags[which], 4) != 0) which++;
    if (which == FY_J3D_CHUNKS) return keep_unread(j3d, at, size, "j3d.block-unknown", "is unknown");
    if (!(wanted >> which & 1))
        return keep_unread(j3d, at, size, "j3d.block-unexpected", "does not belong in a material table");
    if (j3d->has[which])
        return keep_unread(j3d, at, size, "j3d.block-duplicate", "appears twice; used the first");
    j3d->has[which] = true;
    j3d->chunk[which] = ferry_window_cut(j3d->file, tags[which], FERRY_NONE, at, size);
    return true;
}

/* Zeros where a block should begin are the padding behind the last one. */
static bool is_blank(const uint8_t *header) {
    return ferry_be32(header) == 0 && ferry_be32(header + 4) == 0;
}

static bool index_chunks(fy_j3d *j3d, uint32_t wanted) {
    ferry_window *file = j3d->file;
    uint32_t count = ferry_u32_at(file, 0x0c);
    uint64_t at = HEADER_SIZE;
    for (uint32_t k = 0; k < count; k++) {
        if (!ferry_window_holds(file, at, 1, CHUNK_HEADER) || is_blank(file->data + at)) {
            ferry_say_at(file, 0x0c, FERRY_WARNING, "j3d.block-count",
                         "the header states %u blocks, but the file has %u", count, k);
            return true;
        }
        uint32_t size = ferry_u32_at(file, at + 4);
        uint64_t left = file->size - at;
        if (size < CHUNK_HEADER)
            return ferry_refuse(file, at + 4, "j3d.block-size",
                                "block %s has %u bytes, expected at least "
                                "8",
                                tag_at(file, at).text, size);
        if (size > left) {
            ferry_say_at(file, at + 4, FERRY_WARNING, "j3d.block-truncated",
                         "block %s has 0x%x bytes, but only 0x%llx are left; truncated",
                         tag_at(file, at).text, size, (unsigned long long)left);
            size = (uint32_t)left;
        }
        if (!index_chunk(j3d, at, size, wanted) || !ferry_tick(j3d->job)) return false;
        at += size;
    }
    return true;
}

bool fy_j3d_open(fy_j3d *j3d, ferry_job *job, ferry_window *file, ferry_scene *scene, const char *kinds,
                 uint32_t wanted) {
    *j3d = (fy_j3d){
        .job = job,
        .scene = scene,
        .file = file,
        .first_node = scene->nodes.count,
        .first_mesh = scene->meshes.count,
        .first_draw = scene->draws.count,
        .first_material = scene->materials.count,
        .first_texture = scene->textures.count,
        .skin = FERRY_NONE,
    };
    if (!open_header(file, kinds) || !index_chunks(j3d, wanted)) return false;
    if (j3d->has[FY_J3D_MAT3] && j3d->has[FY_J3D_MAT2])
        ferry_say_at(&j3d->chunk[FY_J3D_MAT2], 0, FERRY_WARNING, "j3d.mat2-ignored",
                     "the file has both MAT2 and MAT3; used MAT3");
    return true;
}

/* -------------------------------------------------------------------------------------------------- draws */

static bool is_opaque(const ferry_scene *scene, const ferry_draw *draw) {
    const ferry_gx_material *gx =
        draw->material == FERRY_NONE ? NULL : scene->materials.data[draw->material].gx;
    return !gx || (gx->mode & 3);
}

/* Animations that were read before name draws by their old places. */
static void move_tracks(ferry_scene *scene, uint32_t first, const uint32_t *places) {
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        ferry_clip *clip = &scene->clips.data[i];
        for (uint32_t k = 0; k < clip->track_count; k++) {
            ferry_track *track = &clip->tracks[k];
            if (track->target == FERRY_TARGET_DRAW_VISIBLE && track->object >= first)
                track->object = first + places[track->object - first];
        }
        fy_sort_tracks(clip->tracks, clip->track_count);
    }
}

bool fy_j3d_sort_draws(ferry_job *job, ferry_scene *scene, uint32_t first) {
    uint32_t count = scene->draws.count - first, kept = 0, later = 0;
    if (count == 0) return true;
    ferry_mark mark = ferry_job_mark(job);
    ferry_draw *sorted = ferry_new(job, ferry_draw, count), *draws = scene->draws.data + first;
    uint32_t *places = ferry_new(job, uint32_t, count);
    if (!sorted || !places) return false;
    for (uint32_t k = 0; k < count; k++) later += !is_opaque(scene, &draws[k]);
    for (uint32_t k = 0, behind = count - later; k < count; k++) {
        places[k] = is_opaque(scene, &draws[k]) ? kept++ : behind++;
        sorted[places[k]] = draws[k];
    }
    memcpy(draws, sorted, count * sizeof *draws);
    move_tracks(scene, first, places);
    ferry_job_release(job, mark);
    return true;
}

static void mark_billboard(ferry_node *node, uint8_t matrix_type) {
    if (matrix_type == 1) node->billboard = FERRY_BILLBOARD_SPHERICAL;
    if (matrix_type == 2) node->billboard = FERRY_BILLBOARD_CYLINDRICAL;
}

static uint32_t material_of(fy_j3d *j3d, const fy_j3d_draw *source) {
    uint32_t count = j3d->scene->materials.count - j3d->first_material;
    bool any = j3d->has[FY_J3D_MAT3] || j3d->has[FY_J3D_MAT2];
    if (source->material == FERRY_NONE || !any) return FERRY_NONE; /* said before */
    if (source->material < count) return j3d->first_material + source->material;
    ferry_say_at(&j3d->chunk[FY_J3D_INF1], source->material_at, FERRY_WARNING, "j3d.material-range",
                 "shape %u references material %u, but there are %u; used the default material",
                 source->shape, source->material, count);
    return FERRY_NONE;
}

/* Turns the hierarchy's shapes into draws of the scene, opaque ones first. */
static bool add_draws(fy_j3d *j3d) {
    ferry_scene *scene = j3d->scene;
    for (uint32_t k = 0; k < j3d->draw_count; k++) {
        const fy_j3d_draw *source = &j3d->draws[k];
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        if (!draw) return false;
        draw->node = j3d->joints[source->joint].node;
        draw->mesh = j3d->first_mesh + source->shape;
        draw->name = scene->meshes.data[draw->mesh].name;
        draw->material = material_of(j3d, source);
        draw->visible = true;
        mark_billboard(&scene->nodes.data[draw->node], j3d->shape_types[source->shape]);
    }
    return fy_j3d_sort_draws(j3d->job, scene, j3d->first_draw);
}

/* ------------------------------------------------------------------------------------------------ the way */

static bool has_all(fy_j3d *j3d) {
    static const fy_j3d_chunk needed[] = {FY_J3D_INF1, FY_J3D_VTX1, FY_J3D_DRW1, FY_J3D_JNT1, FY_J3D_SHP1};
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (!j3d->has[needed[k]])
            return ferry_refuse(j3d->file, 0, "j3d.block-missing", "block %s is missing", tags[needed[k]]);
    if (!j3d->has[FY_J3D_MAT3] && !j3d->has[FY_J3D_MAT2])
        ferry_say_at(j3d->file, 0, FERRY_WARNING, "j3d.no-materials",
                     "block MAT3 is missing; used the default material");
    if (!j3d->has[FY_J3D_TEX1])
        ferry_say_at(j3d->file, 0, FERRY_WARNING, "j3d.no-textures",
                     "block TEX1 is missing; there are no textures");
    j3d->shape_count = ferry_u16_at(&j3d->chunk[FY_J3D_SHP1], 8);
    return ferry_window_ok(&j3d->chunk[FY_J3D_SHP1]);
}

static bool read_model(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_j3d j3d;
    return fy_j3d_open(&j3d, job, in, scene, FY_J3D_MODELS, FY_J3D_ALL_CHUNKS) && has_all(&j3d) &&
           fy_j3d_read_joints(&j3d) && fy_j3d_read_hierarchy(&j3d) && fy_j3d_add_nodes(&j3d) &&
           fy_j3d_read_envelopes(&j3d) && fy_j3d_read_draw_matrices(&j3d) && fy_j3d_bind(&j3d) &&
           fy_j3d_read_arrays(&j3d) && fy_j3d_read_textures(&j3d) && fy_j3d_read_materials(&j3d) &&
           fy_j3d_read_shapes(&j3d) && fy_j3d_add_skin(&j3d) && add_draws(&j3d);
}

static bool outline_model(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_j3d j3d;
    return fy_j3d_open(&j3d, job, in, scene, FY_J3D_MODELS, FY_J3D_ALL_CHUNKS) && has_all(&j3d) &&
           fy_j3d_outline(&j3d);
}

static uint32_t probe_model(ferry_bytes bytes) {
    return fy_j3d_is_kind(bytes, FY_J3D_MODELS) ? 64 : 0;
}

const ferry_format fy_format_j3d = {
    .name = "j3d",
    .title = "J3D model (GameCube, Wii)",
    .extensions = ".bmd .bdl",
    .role = FERRY_ROLE_MODEL,
    .probe = probe_model,
    .read = read_model,
    .outline = outline_model,
    .foreign = fy_j3d_foreign,
};
