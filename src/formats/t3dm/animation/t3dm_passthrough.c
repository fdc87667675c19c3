/*
 * t3dm_passthrough.c: chunks of the T3DM file that a scene was read from, which go into the next one as they
 * are: animations and their streams, chunks of other tools. The box tree follows in t3dm_write_bvh.c.
 *
 * Format: docs/formats/t3dm.md, "Rewriting". They point into the source's string table, which the new one
 * begins with; bones, lengths and objects are numbered anew where they moved.
 */
#include "formats/t3dm/animation/t3dm_passthrough.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"
#include "formats/t3dm/animation/t3dm_stream_names.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_pose.h"

enum { CHANNELS_AT = 0x14, CHANNEL = 12, CHANNEL_TRANSLATION = 0 };

ferry_bytes fy_t3dm_passthrough_strings(const ferry_scene *scene) {
    const ferry_extra *extra = fy_t3dm_find_passthrough(scene, FY_T3DM_STRINGS);
    return extra ? extra->bytes : (ferry_bytes){NULL, 0};
}

/* The type of "A[3]" and "0x07[3]"; 0 of "strings" and "A[3].sdata". */
static uint8_t type_of(const char *path) {
    unsigned type = 0;
    size_t length = strlen(path);
    if (!length || path[length - 1] != ']') return 0;
    if (path[1] == '[') return (uint8_t)path[0];
    for (const char *c = path + 2; strncmp(path, "0x", 2) == 0 && *c && *c != '['; c++)
        type = type * 16 + (unsigned)(*c <= '9' ? *c - '0' : *c - 'a' + 10);
    return (uint8_t)type;
}

/* --------------------------------------------------------------------------------------------- animations */

static void put_float(uint8_t *at, float value) {
    union {
        float value;
        uint32_t bits;
    } word = {value};
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(word.bits >> (24 - 8 * i));
}

/* Bones as they are numbered now; translations in the new file's units. The streams hold neither. */
static bool follow_bones(ferry_job *job, const fy_t3dm_pose *pose, fy_t3dm_passthrough *kept) {
    uint8_t *copy = ferry_new(job, uint8_t, kept->bytes.size + 1);
    if (!copy) return false;
    memcpy(copy, kept->bytes.data, kept->bytes.size);
    for (size_t at = CHANNELS_AT; at + CHANNEL <= kept->bytes.size; at += CHANNEL) {
        uint32_t bone = ferry_be16(copy + at);
        if (bone < pose->bone_count) { /* the reader's nodes are in the order of the source's bones */
            copy[at] = (uint8_t)(pose->bones[bone] >> 8);
            copy[at + 1] = (uint8_t)pose->bones[bone];
        }
        if (copy[at + 2] != CHANNEL_TRANSLATION || pose->scale == 1) continue;
        for (size_t k = at + 4; k < at + CHANNEL; k += 4)
            put_float(copy + k, (float)((double)ferry_bef32(copy + k) * pose->scale));
    }
    kept->bytes.data = copy;
    return true;
}

/* ------------------------------------------------------------------------------------------------- choice */

/* The stream of the chunk that extra `i` is: the reader puts it right behind; NULL: it was not there. */
static const ferry_extra *stream_of(const ferry_scene *scene, uint32_t i) {
    const ferry_extra *chunk = &scene->extras.data[i], *next = chunk + 1;
    size_t length = strlen(chunk->path);
    if (i + 1 == scene->extras.count || !fy_t3dm_is_passthrough(next)) return NULL;
    return strncmp(next->path, chunk->path, length) == 0 && strcmp(next->path + length, ".sdata") == 0 ? next
                                                                                                       : NULL;
}

/* Whether the clip that the chunk's stream became is still in the scene. */
static bool is_wanted(const ferry_scene *scene, uint32_t i) {
    if (!stream_of(scene, i)) return true; /* it became none */
    for (uint32_t c = 0; c < scene->clips.count; c++) {
        const char *kept = scene->clips.data[c].kept;
        if (kept && strcmp(kept, scene->extras.data[i].path) == 0) return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------- stream names */

/* The stream's path, as the chunk names it; NULL: it does not end, or in no name that a file could have. */
static const char *stream_path(const ferry_scene *scene, const ferry_extra *chunk) {
    ferry_bytes strings = fy_t3dm_passthrough_strings(scene);
    uint32_t at = chunk->bytes.size >= CHANNELS_AT ? ferry_be32(chunk->bytes.data + FY_T3DM_STREAM_AT) : 0;
    if (!at || at >= strings.size || !memchr(strings.data + at, 0, strings.size - at)) return NULL;
    const char *path = (const char *)strings.data + at, *slash = strrchr(path, '/'),
               *base = slash ? slash + 1 : path;
    return !*base || strcmp(base, ".") == 0 || strcmp(base, "..") == 0 ? NULL : path;
}

/* The path of the stream that will be written with the chunk that extra `i` is; NULL: none will be. */
static const char *written_stream(const ferry_scene *scene, uint32_t i) {
    const ferry_extra *chunk = &scene->extras.data[i];
    bool wanted = fy_t3dm_is_passthrough(chunk) && type_of(chunk->path) == 'A' && stream_of(scene, i) &&
                  is_wanted(scene, i);
    return wanted ? stream_path(scene, chunk) : NULL;
}

/* All streams keep their names if all are called after the model that is written; else each gets a new one,
 * so that no two meet, nor one of another model beside it. */
static bool streams_stay(ferry_job *job, const ferry_scene *scene, const char *model) {
    for (uint32_t i = 0, number; i < scene->extras.count; i++) {
        const char *path = written_stream(scene, i);
        if (path && !fy_t3dm_stream_number(job, model, fy_path_base(path), &number)) return false;
    }
    return true;
}

uint32_t fy_t3dm_passthrough_numbers(ferry_job *job, const ferry_scene *scene, const char *model) {
    uint32_t below = 0;
    for (uint32_t i = 0; i < scene->extras.count; i++) {
        const ferry_extra *extra = &scene->extras.data[i];
        below += fy_t3dm_is_passthrough(extra) && extra->path[0] == 'A';
    }
    for (uint32_t i = 0, number; i < scene->extras.count; i++) {
        const char *path = written_stream(scene, i);
        if (path && fy_t3dm_stream_number(job, model, fy_path_base(path), &number) && number >= below)
            below = number + 1;
    }
    return below;
}

typedef struct left_out {
    uint32_t animations, trees, foreign;
} left_out;

static void report_left_out(ferry_job *job, const char *name, const fy_t3dm_pose *pose, const left_out *out) {
    const char *layout = pose->layout->name;
    if (out->animations)
        ferry_say(job, FERRY_LOSS, "t3dm.animations-dropped", name, "", "%u animation%s left out: %s",
                  out->animations, out->animations == 1 ? " was" : "s were",
                  pose->skeleton ? ferry_job_format(job, "layout %s does not support them", layout)
                                 : "no bones are written");
    if (out->trees)
        ferry_say(job, FERRY_LOSS, "t3dm.bvh", name, "", "BVH left out: layout %s does not support it",
                  layout);
    if (out->foreign)
        ferry_say(job, FERRY_LOSS, "t3dm.passthrough", name, "",
                  "%u unreferenced chunk%s %s left out: layout %s stores %s differently", out->foreign,
                  out->foreign == 1 ? "" : "s", out->foreign == 1 ? "was" : "were", layout,
                  out->foreign == 1 ? "it" : "them");
}

/* Materials that no object names and a second skeleton have the form of the layout that they come from. */
static bool stays(const ferry_scene *scene, const fy_t3dm_pose *pose, uint8_t type, left_out *out) {
    bool fits = true;
    if (type == 'A') {
        fits = pose->skeleton && pose->layout->animations;
        out->animations += !fits;
    } else if (type == 'B') {
        fits = pose->layout->shared;
        out->trees += !fits;
    } else if (type == 'M' || type == 'S') {
        fits = strcmp(scene->layout, pose->layout->name) == 0;
        out->foreign += !fits;
    }
    return fits;
}

/* In the folder that streams have, if that is known; else in the one that it was in. NULL: the old path. */
static const char *new_path(ferry_job *job, const char *old, const char *base) {
    if (!old) return NULL;
    const char *path = *ferry_setting_text(job, "t3dm.stream-dir")
                           ? fy_t3dm_stream_path(job, base)
                           : ferry_job_format(job, "%.*s%s", (int)(fy_path_base(old) - old), old, base);
    return strcmp(path, old) == 0 ? NULL : path;
}

static const char *stream_base(ferry_job *job, const char *old, const char *model, bool stay,
                               uint32_t number) {
    return stay && old ? fy_path_base(old) : fy_t3dm_stream_name(job, model, number);
}

bool fy_t3dm_keep_chunks(ferry_job *job, const ferry_scene *scene, const char *name, const fy_t3dm_pose *pose,
                         fy_t3dm_passthrough_list *list) {
    left_out out = {0};
    *list = (fy_t3dm_passthrough_list){ferry_new(job, fy_t3dm_passthrough, scene->extras.count + 1), 0};
    if (!list->data) return false;
    bool stay = streams_stay(job, scene, name);
    for (uint32_t i = 0, number = 0; i < scene->extras.count; i++) {
        const ferry_extra *extra = &scene->extras.data[i];
        uint8_t type = fy_t3dm_is_passthrough(extra) ? type_of(extra->path) : 0;
        uint32_t animation = number;
        number += type == 'A';
        if (!type || !stays(scene, pose, type, &out)) continue;
        if (type == 'A' && !is_wanted(scene, i)) continue;
        fy_t3dm_passthrough *kept = &list->data[list->count++];
        *kept = (fy_t3dm_passthrough){.type = type, .path = extra->path, .bytes = extra->bytes};
        const char *old = written_stream(scene, i);
        kept->stream = new_path(job, old, stream_base(job, old, name, stay, animation));
        if (type == 'A' && !follow_bones(job, pose, kept)) return false;
    }
    report_left_out(job, name, pose, &out);
    return true;
}

/* ------------------------------------------------------------------------------------------------ streams */

static bool has_file(const ferry_file_list *files, const char *name) {
    for (uint32_t i = 0; i < files->count; i++)
        if (strcmp(files->data[i].name, name) == 0) return true;
    return false;
}

bool fy_t3dm_put_streams(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    if (!fy_t3dm_layout_wanted(job)->animations || !fy_t3dm_wants_skeleton(job, scene)) return true;
    bool stay = streams_stay(job, scene, name);
    for (uint32_t i = 0, number = 0; i < scene->extras.count; i++) {
        const ferry_extra *chunk = &scene->extras.data[i];
        const char *path = written_stream(scene, i);
        uint32_t animation = number;
        number += fy_t3dm_is_passthrough(chunk) && type_of(chunk->path) == 'A';
        if (!path) continue;
        const char *file = fy_t3dm_stream_file(job, name, stream_base(job, path, name, stay, animation));
        if (!(stay && has_file(files, file)) && !ferry_add_file(job, files, file, stream_of(scene, i)->bytes))
            return false;
    }
    return true;
}
