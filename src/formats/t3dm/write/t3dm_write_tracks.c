/*
 * t3dm_write_tracks.c: the lists of the tracks chunk as bytes.
 *
 * Format: docs/formats/t3dm.md, "Tracks".
 */
#include "formats/t3dm/write/t3dm_write_tracks.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/file/t3dm_strings.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

typedef struct put {
    ferry_out *out;
    fy_t3dm_strings *strings;
    const ferry_scene *scene;
    const fy_t3dm_pose *pose;
    const fy_t3dm_tracks *tracks;
    size_t start;
    uint32_t sections;
} put;

/* ------------------------------------------------------------------------------------ times, values */

/* Times are shared by tracks that follow each other. */
static bool same_times(const fy_t3dm_track *a, const fy_t3dm_track *b) {
    return a->key_count == b->key_count &&
           (a->times == b->times || memcmp(a->times, b->times, a->key_count * sizeof *a->times) == 0);
}

static bool shares_times(const put *p, uint32_t track) {
    return track && same_times(&p->tracks->tracks[track - 1], &p->tracks->tracks[track]);
}

static uint32_t count_times(const put *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->tracks->track_count; i++)
        count += shares_times(p, i) ? 0 : p->tracks->tracks[i].key_count;
    return count;
}

static uint32_t count_values(const put *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->tracks->track_count; i++)
        count += p->tracks->tracks[i].key_count * p->tracks->tracks[i].width;
    return count;
}

typedef struct range {
    double scale, offset;
} range;

static uint32_t code_of(const range *r, float value) {
    double code = fy_round(((double)value - r->offset) / r->scale);
    return !(code > 0)          ? 0
           : code >= UINT16_MAX ? UINT16_MAX
                                : (uint32_t)code; /* a range that is not finite is refused */
}

/* Steps of a power of two, as large as all values allow, from the least value on: numbers that are read are
 * written as they were. */
static range range_of(const fy_t3dm_track *track) {
    uint32_t count = track->key_count * track->width, bits = 0;
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        least = fmin(least, (double)track->values[i]);
        most = fmax(most, (double)track->values[i]);
    }
    range r = {1, least};
    while ((most - least) / r.scale > UINT16_MAX) r.scale *= 2;
    while (r.scale > 0x1p-40 && (most - least) / (r.scale / 2) <= UINT16_MAX && most > least) r.scale /= 2;
    for (uint32_t i = 0; i < count; i++) bits |= code_of(&r, track->values[i]);
    for (; bits && !(bits & 1); bits >>= 1) r.scale *= 2;
    return r;
}

static void put_values(put *p) {
    for (uint32_t i = 0; i < p->tracks->track_count; i++) {
        const fy_t3dm_track *track = &p->tracks->tracks[i];
        range r = range_of(track);
        for (uint32_t k = 0; k < track->key_count * track->width; k++)
            ferry_put_u16(p->out, code_of(&r, track->values[k]));
    }
}

static void put_times(put *p) {
    for (uint32_t i = 0; i < p->tracks->track_count; i++) {
        const fy_t3dm_track *track = &p->tracks->tracks[i];
        for (uint32_t k = 0; !shares_times(p, i) && k < track->key_count; k++)
            ferry_put_f32(p->out, track->times[k]);
    }
}

static void put_all_tracks(put *p) {
    uint32_t times = 0, values = 0, shared = 0;
    for (uint32_t i = 0; i < p->tracks->track_count; i++) {
        const fy_t3dm_track *track = &p->tracks->tracks[i];
        range r = range_of(track);
        if (!shares_times(p, i)) {
            shared = times;
            times += track->key_count;
        }
        ferry_put_u8(p->out, track->target);
        ferry_put_u8(p->out, track->slot);
        ferry_put_u8(p->out, track->interpolation == FERRY_LINEAR);
        ferry_put_u8(p->out, track->width);
        ferry_put_u16_checked(p->out, track->object, "object of a track");
        ferry_put_u16_checked(p->out, track->key_count, "number of keys");
        ferry_put_u32(p->out, shared);
        ferry_put_u32(p->out, values);
        ferry_put_f32(p->out, (float)r.scale);
        ferry_put_f32(p->out, (float)r.offset);
        values += track->key_count * track->width;
    }
}

/* ------------------------------------------------------------------------------------ other records */

static void put_billboards(put *p) {
    for (uint32_t b = 0; b < p->pose->bone_count; b++) {
        const ferry_node *node = &p->scene->nodes.data[p->pose->nodes[b]];
        if (!fy_t3dm_is_tracked(node)) continue;
        ferry_put_u16(p->out, b);
        ferry_put_u8(p->out, node->billboard);
        ferry_put_u8(p->out, 0);
    }
}

static void put_hidden(put *p) {
    for (uint32_t i = 0; i < p->tracks->hidden_count; i++) {
        ferry_put_u16_checked(p->out, p->tracks->hidden[i], "number of an object");
        ferry_put_u16(p->out, 0);
    }
}

static void put_clips(put *p) {
    for (uint32_t i = 0; i < p->tracks->clip_count; i++) {
        const fy_t3dm_clip *clip = &p->tracks->clips[i];
        ferry_put_u32(p->out, fy_t3dm_strings_name(p->strings, clip->name, true));
        ferry_put_u32(p->out, fy_t3dm_strings_name(p->strings, clip->kind, true));
        ferry_put_f32(p->out, (float)clip->duration);
        ferry_put_f32(p->out, (float)clip->rate);
        ferry_put_u8(p->out, clip->loop);
        ferry_put_u8(p->out, 0);
        ferry_put_u16(p->out, clip->animation == FERRY_NONE ? FY_T3DM_NO_ANIMATION : clip->animation);
        ferry_put_u32(p->out, clip->first);
        ferry_put_u32(p->out, clip->count);
    }
}

static uint32_t count_moves(const put *p, bool shifts) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->tracks->morph_count; i++)
        if (p->tracks->morphs[i].shifts == shifts) count += p->tracks->morphs[i].count;
    return count;
}

static void put_morphs(put *p) {
    uint32_t first[2] = {0, 0};
    for (uint32_t i = 0; i < p->tracks->morph_count; i++) {
        const fy_t3dm_morph *morph = &p->tracks->morphs[i];
        ferry_put_u32(p->out, first[morph->shifts]);
        ferry_put_u32(p->out, morph->count);
        ferry_put_u8(p->out, morph->shifts);
        ferry_put_zeros(p->out, 3);
        first[morph->shifts] += morph->count;
    }
}

static void put_move(put *p, const fy_t3dm_move *move) {
    ferry_put_u32(p->out, move->vertex);
    for (int k = 0; k < 3; k++) ferry_put_u16(p->out, (uint16_t)move->move[k]);
    for (int k = 0; k < 3; k++) ferry_put_u8(p->out, (uint8_t)move->normal[k]);
    ferry_put_u8(p->out, 0);
}

static void put_shift(put *p, const fy_t3dm_move *move) {
    ferry_put_u32(p->out, move->vertex);
    for (int k = 0; k < 2; k++) ferry_put_u16(p->out, (uint16_t)move->shift[k]);
}

static void put_moves(put *p) {
    for (uint32_t i = 0; i < p->tracks->morph_count; i++) {
        const fy_t3dm_morph *morph = &p->tracks->morphs[i];
        for (uint32_t k = 0; !morph->shifts && k < morph->count; k++) put_move(p, &morph->moves[k]);
    }
}

static void put_shifts(put *p) {
    for (uint32_t i = 0; i < p->tracks->morph_count; i++) {
        const fy_t3dm_morph *morph = &p->tracks->morphs[i];
        for (uint32_t k = 0; morph->shifts && k < morph->count; k++) put_shift(p, &morph->moves[k]);
    }
}

static uint32_t count_area_vertices(const put *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->tracks->area_count; i++) count += p->tracks->areas[i].count;
    return count;
}

static void put_areas(put *p) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < p->tracks->area_count; i++) {
        ferry_put_u32(p->out, first);
        ferry_put_u32(p->out, p->tracks->areas[i].count);
        first += p->tracks->areas[i].count;
    }
}

static void put_area_vertices(put *p) {
    for (uint32_t i = 0; i < p->tracks->area_count; i++)
        for (uint32_t k = 0; k < p->tracks->areas[i].count; k++)
            ferry_put_u32(p->out, p->tracks->areas[i].vertices[k]);
}

/* ----------------------------------------------------------------------------------------- sections */

enum { SECTIONS = 11 };

typedef struct section {
    uint32_t kind, records;
    size_t bytes; /* of a record */
    void (*put)(put *);
} section;

static void list_sections(const put *p, section list[SECTIONS]) {
    const fy_t3dm_tracks *t = p->tracks;
    const section all[SECTIONS] = {
        {FY_T3DM_TRACKS_BILLBOARDS, t->billboards, FY_T3DM_BILLBOARD_BYTES, put_billboards},
        {FY_T3DM_TRACKS_HIDDEN, t->hidden_count, FY_T3DM_HIDDEN_BYTES, put_hidden},
        {FY_T3DM_TRACKS_CLIPS, t->clip_count, FY_T3DM_CLIP_BYTES, put_clips},
        {FY_T3DM_TRACKS_TRACKS, t->track_count, FY_T3DM_TRACK_BYTES, put_all_tracks},
        {FY_T3DM_TRACKS_TIMES, count_times(p), FY_T3DM_TIME_BYTES, put_times},
        {FY_T3DM_TRACKS_VALUES, count_values(p), FY_T3DM_VALUE_BYTES, put_values},
        {FY_T3DM_TRACKS_MORPHS, t->morph_count, FY_T3DM_MORPH_BYTES, put_morphs},
        {FY_T3DM_TRACKS_MOVES, count_moves(p, false), FY_T3DM_MOVE_BYTES, put_moves},
        {FY_T3DM_TRACKS_SHIFTS, count_moves(p, true), FY_T3DM_SHIFT_BYTES, put_shifts},
        {FY_T3DM_TRACKS_AREAS, t->area_count, FY_T3DM_AREA_BYTES, put_areas},
        {FY_T3DM_TRACKS_VERTICES, count_area_vertices(p), FY_T3DM_AREA_VERTEX_BYTES, put_area_vertices},
    };
    memcpy(list, all, sizeof all);
}

static size_t aligned(size_t size) {
    return (size + 3) & ~(size_t)3;
}

void fy_t3dm_put_tracks(ferry_out *out, fy_t3dm_strings *strings, const ferry_scene *scene,
                        const fy_t3dm_pose *pose, const fy_t3dm_tracks *tracks) {
    put p = {.out = out, .strings = strings, .scene = scene, .pose = pose, .tracks = tracks};
    section list[SECTIONS];
    uint32_t used = 0;
    list_sections(&p, list);
    for (int i = 0; i < SECTIONS; i++) used += list[i].records != 0;
    size_t at = FY_T3DM_TRACKS_HEADER + FY_T3DM_TRACKS_SECTION * (size_t)used;
    ferry_put_u32(out, FY_T3DM_TRACKS_MAGIC);
    ferry_put_u16(out, FY_T3DM_TRACKS_VERSION);
    ferry_put_u16(out, used);
    for (int i = 0; i < SECTIONS; i++) {
        if (!list[i].records) continue;
        ferry_put_u32(out, list[i].kind);
        ferry_put_u32(out, (uint32_t)at);
        ferry_put_u32(out, list[i].records);
        at = aligned(at + list[i].bytes * list[i].records);
    }
    for (int i = 0; i < SECTIONS; i++) {
        if (!list[i].records) continue;
        list[i].put(&p);
        ferry_align(out, 4);
    }
}
