/*
 * j3d_anim.c: J3D animations: the header, the reader of the kind, and the finished clip (docs/formats/j3d.md,
 * "Animations").
 *
 * Behind a model they become clips that drive its things. Alone they give a scene of made-up things, so that
 * they can be looked at.
 */
#include "formats/j3d/anim/j3d_anim.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "core/scene/scene.h"
#include "formats/j3d/anim/j3d_anim_joints.h"
#include "formats/j3d/anim/j3d_anim_materials.h"
#include "formats/j3d/anim/j3d_anim_morphs.h"
#include "formats/j3d/anim/j3d_anim_shapes.h"
#include "formats/j3d/anim/j3d_anim_tracks.h"
#include "formats/j3d/anim/j3d_anim_vertices.h"

enum { HEADER_SIZE = 0x20, SOUND_FIELD = 0x1C };

static const fy_j3d_anim_kind *const kinds[] = {
    &fy_j3d_joint_keys,          &fy_j3d_joint_frames, &fy_j3d_texture_matrices, &fy_j3d_texture_numbers,
    &fy_j3d_registers,           &fy_j3d_color_keys,   &fy_j3d_color_frames,     &fy_j3d_visibility,
    &fy_j3d_morph_shapes,        &fy_j3d_weight_keys,  &fy_j3d_weight_frames,    &fy_j3d_vertex_color_keys,
    &fy_j3d_vertex_color_frames,
};

static const fy_j3d_anim_kind *find_kind(ferry_bytes bytes) {
    if (bytes.size < 8 || memcmp(bytes.data, "J3D1", 4) != 0) return NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (memcmp(bytes.data + 4, kinds[k]->kind, 4) == 0) return kinds[k];
    return NULL;
}

/* Where the block ends: what its head says is wrong in every fourth file, so it takes all up to the sound
 * table that may follow it, or to the file's end. */
static uint64_t chunk_end(ferry_window *file) {
    uint32_t sounds = ferry_u32_at(file, SOUND_FIELD);
    return sounds > HEADER_SIZE && sounds <= file->size ? sounds : file->size;
}

static bool open_chunk(fy_j3d_anim *anim, ferry_window *file) {
    const fy_j3d_anim_kind *kind = anim->kind;
    if (file->size < HEADER_SIZE + kind->head)
        return ferry_refuse(file, 0, "j3d.header", "%zu bytes; the file header and block header need %u",
                            file->size, HEADER_SIZE + kind->head);
    const uint8_t *tag = file->data + HEADER_SIZE;
    if (memcmp(tag, kind->tag, 4) != 0)
        return ferry_refuse(file, HEADER_SIZE, "j3d.block-missing", "expected block %s, found 0x%08x",
                            kind->tag, ferry_be32(tag));
    uint64_t end = chunk_end(file);
    if (end < HEADER_SIZE + kind->head)
        return ferry_refuse(file, SOUND_FIELD, "j3d.sound-offset",
                            "the sound data at 0x%llx overlaps the block header", (unsigned long long)end);
    anim->chunk = ferry_window_cut(file, kind->tag, FERRY_NONE, HEADER_SIZE, end - HEADER_SIZE);
    return ferry_window_ok(&anim->chunk);
}

/* ----------------------------------------------------------------------------------------------- the clip */

static int by_order(const void *a, const void *b) {
    const ferry_track *const *x = a, *const *y = b;
    int order = fy_track_order(*x, *y);
    return order ? order : (*x > *y) - (*x < *y); /* they stand in one array, in the order of the file */
}

/* A rotation that misses one of its three angles would leave half of the rest pose. */
static bool is_whole(ferry_track *const *tracks, uint32_t count, uint32_t k) {
    uint32_t there = 0;
    if (tracks[k]->target != FERRY_TARGET_ROTATE) return true;
    for (uint32_t i = k >= 2 ? k - 2 : 0; i < count && i < k + 3; i++)
        there += tracks[i]->target == FERRY_TARGET_ROTATE && tracks[i]->object == tracks[k]->object;
    return there == 3;
}

/* Sorted; of two for one thing the last of the file counts, as in the engine, where it takes the place of the
 * first. */
static uint32_t sort_tracks(fy_j3d_anim *anim, ferry_track **sorted) {
    uint32_t count = anim->clip.track_count, kept = 0;
    for (uint32_t k = 0; k < count; k++) sorted[k] = &anim->clip.tracks[k];
    qsort(sorted, count, sizeof *sorted, by_order);
    for (uint32_t k = 0; k < count; k++) {
        kept -= kept && fy_track_order(sorted[kept - 1], sorted[k]) == 0;
        sorted[kept++] = sorted[k];
    }
    if (kept < count)
        ferry_say_at(&anim->chunk, 0, FERRY_WARNING, "j3d.track-duplicate",
                     "%u tracks target what another track already targets; used the last", count - kept);
    return kept;
}

/* Into the scene's memory. */
static bool finish_tracks(fy_j3d_anim *anim) {
    ferry_clip *clip = &anim->clip;
    if (!clip->track_count) return true;
    ferry_track **sorted = ferry_new(anim->job, ferry_track *, clip->track_count);
    ferry_track *tracks = ferry_scene_new(anim->scene, ferry_track, clip->track_count);
    if (!sorted || !tracks) return false;
    uint32_t count = sort_tracks(anim, sorted), kept = 0;
    for (uint32_t k = 0; k < count; k++)
        if (is_whole(sorted, count, k)) tracks[kept++] = *sorted[k];
    clip->tracks = tracks;
    clip->track_count = kept;
    return true;
}

static bool read_anim(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_j3d_anim anim = {.job = job, .scene = scene, .kind = find_kind((ferry_bytes){in->data, in->size})};
    if (!anim.kind) return ferry_refuse(in, 0, "j3d.magic", "not a J3D animation");
    anim.alone =
        !scene->nodes.count && !scene->materials.count && !scene->textures.count && !scene->meshes.count;
    uint32_t morphs = scene->morphs.count, vertex_color_groups = scene->vertex_color_groups.count;
    if (!open_chunk(&anim, in)) return false;
    ferry_mark mark = ferry_job_mark(job);
    anim.clip.name = fy_stem(scene, in->file);
    anim.clip.kind = ferry_scene_format(scene, "%.3s", anim.kind->kind);
    bool done = anim.kind->read(&anim) && ferry_window_ok(&anim.chunk) && finish_tracks(&anim);
    ferry_job_release(job, mark);
    if (!done) { /* the scene may have to do without this file */
        scene->morphs.count = morphs;
        scene->vertex_color_groups.count = vertex_color_groups;
    }
    if (anim.kind->no_clip) return done;
    ferry_clip *clip = done ? ferry_append(scene, &scene->clips, ferry_clip) : NULL;
    if (clip) *clip = anim.clip;
    return clip;
}

static bool fits_scene(ferry_job *job, ferry_window *in, const ferry_scene *scene, ferry_fit *fit) {
    *fit = (ferry_fit){0};
    fy_j3d_anim anim = {.job = job, .kind = find_kind((ferry_bytes){in->data, in->size})};
    if (!anim.kind || in->size < HEADER_SIZE + anim.kind->head) return false;
    anim.chunk = ferry_window_cut(in, anim.kind->tag, FERRY_NONE, HEADER_SIZE, in->size - HEADER_SIZE);
    return anim.kind->matches(&anim, scene, fit);
}

static uint32_t probe_animation(ferry_bytes bytes) {
    return find_kind(bytes) ? 64 : 0;
}

const ferry_format fy_format_j3d_anim = {
    .name = "j3d-anim",
    .title = "J3D animation (GameCube, Wii)",
    .extensions = ".bck .bca .btk .btp .brk .bpk .bpa .bva .bls .blk .bla .bxk .bxa",
    .role = FERRY_ROLE_ADD_ON,
    .probe = probe_animation,
    .read = read_anim,
    .matches = fits_scene,
};
