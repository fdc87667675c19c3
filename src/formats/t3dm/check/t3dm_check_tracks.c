/*
 * t3dm_check_tracks.c: the rules of the tracks chunk: what its clips do to objects, materials and vertices
 * must be something that the console can show.
 *
 * Format: docs/formats/t3dm.md, "Tracks" and "Checking". The file was read: all its references hold.
 */
#include "formats/t3dm/check/t3dm_check_tracks.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/check/t3dm_check_file.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_morphs.h"

/* What the tracks do, summed up. */
typedef struct uses {
    double *least, *most; /* weight of each morph, 0 among them */
    bool *weighed;        /* morphs that a track drives */
    bool *colored;        /* the same of areas */
    bool *shown;          /* objects */
} uses;

/* Least and greatest value of a track. */
static void find_range(fy_t3dm_tracks_reader *t, ferry_window *track, double *least, double *most) {
    uint32_t count = (uint32_t)ferry_u16_at(track, 6) * ferry_u8_at(track, 3),
             first = ferry_u32_at(track, 12);
    double scale = (double)ferry_f32_at(track, 16), offset = (double)ferry_f32_at(track, 20);
    *least = HUGE_VAL;
    *most = -HUGE_VAL;
    for (uint32_t k = 0; k < count; k++) {
        ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_VALU, first + k);
        double value = offset + scale * ferry_u16_at(&record, 0);
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
}

static void check_colors(ferry_window *track, double least, double most) {
    if (least < -0.5 || most > 255.5)
        ferry_say_at(track, 16, FY_CHECK_WRONG, "t3dm.tracks", "colours from %g to %g, expected 0 to 255",
                     least, most);
}

static void check_tile(fy_t3dm_tracks_reader *t, ferry_window *track, uint32_t object) {
    uint8_t slot = ferry_u8_at(track, 1);
    const ferry_rdp_tile *tile = &t->r->scene->materials.data[t->material_of[object]].rdp->tiles[slot];
    if (tile->texture == FERRY_NONE && !tile->reference)
        ferry_say_at(track, 4, FY_CHECK_ADVICE, "t3dm.tracks", "tile %u of material %u has no texture", slot,
                     object);
}

static bool check_track(fy_t3dm_tracks_reader *t, uint32_t number, uses *u) {
    ferry_window track = fy_t3dm_tracks_record(t, FY_T3DM_TRAK, number);
    uint8_t target = ferry_u8_at(&track, 0);
    uint32_t object = ferry_u16_at(&track, 4);
    double least, most;
    find_range(t, &track, &least, &most);
    if (target == FY_T3DM_TARGET_VISIBLE) u->shown[object] = u->shown[object] || most >= 0.5;
    if (target == FY_T3DM_TARGET_PRIM || target == FY_T3DM_TARGET_ENV) check_colors(&track, least, most);
    if (target == FY_T3DM_TARGET_TILE_OFFSET) check_tile(t, &track, object);
    if (target == FY_T3DM_TARGET_AREA) {
        check_colors(&track, least, most);
        u->colored[object] = true;
    }
    if (target == FY_T3DM_TARGET_MORPH) {
        u->least[object] = fmin(u->least[object], least);
        u->most[object] = fmax(u->most[object], most);
        u->weighed[object] = true;
    }
    return ferry_tick(t->r->job);
}

/* Positions and texture coordinates are 16 bits: what leaves them comes back on the other side. Says the
 * first. */
static void check_reach(fy_t3dm_tracks_reader *t, ferry_window *morph, uint32_t number, const uses *u) {
    bool shifts = ferry_u8_at(morph, 8) != 0;
    uint32_t first = ferry_u32_at(morph, 0), count = ferry_u32_at(morph, 4);
    for (uint32_t i = 0; i < count; i++) {
        ferry_window record = fy_t3dm_tracks_record(t, shifts ? FY_T3DM_SHFT : FY_T3DM_MOVE, first + i);
        uint32_t vertex = ferry_u32_at(&record, 0);
        const uint8_t *pair = t->r->vertices.data + (size_t)(vertex / 2) * FY_T3DM_VERTEX_PAIR;
        const uint8_t *at = shifts ? pair + 0x18 + 4 * (vertex & 1) : pair + 8 * (vertex & 1);
        for (uint32_t k = 0; k < (shifts ? 2u : 3u); k++) {
            double rest = (int16_t)ferry_be16(at + 2 * k), by = (int16_t)ferry_u16_at(&record, 4 + 2 * k);
            double ends[2] = {rest + by * u->least[number], rest + by * u->most[number]};
            double far = fabs(ends[0]) > fabs(ends[1]) ? ends[0] : ends[1];
            if (far >= INT16_MIN - 0.5 && far < INT16_MAX + 0.5) continue;
            ferry_say_at(&record, 4 + 2 * k, FY_CHECK_WRONG, "t3dm.tracks",
                         "vertex %u reaches %.0f by morph %u, expected -32768 to 32767", vertex, far, number);
            return;
        }
    }
}

static bool check_morphs(fy_t3dm_tracks_reader *t, const uses *u) {
    for (uint32_t i = 0; i < t->count[FY_T3DM_MRPH]; i++) {
        ferry_window morph = fy_t3dm_tracks_record(t, FY_T3DM_MRPH, i);
        if (!ferry_tick(t->r->job)) return false;
        check_reach(t, &morph, i, u);
        if (!u->weighed[i])
            ferry_say_at(&morph, 0, FY_CHECK_ADVICE, "t3dm.tracks", "no clip animates its weight");
    }
    for (uint32_t i = 0; i < t->count[FY_T3DM_AREA]; i++) {
        ferry_window area = fy_t3dm_tracks_record(t, FY_T3DM_AREA, i);
        if (!u->colored[i])
            ferry_say_at(&area, 0, FY_CHECK_ADVICE, "t3dm.tracks", "no clip animates its colours");
    }
    return true;
}

static bool check_hidden(fy_t3dm_tracks_reader *t, const uses *u) {
    for (uint32_t i = 0; i < t->count[FY_T3DM_HIDE]; i++) {
        ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_HIDE, i);
        uint32_t object = ferry_u16_at(&record, 0);
        if (!u->shown[object])
            ferry_say_at(&record, 0, FY_CHECK_ADVICE, "t3dm.tracks", "no clip shows object %u", object);
    }
    return ferry_tick(t->r->job);
}

static bool check_clips(fy_t3dm_tracks_reader *t) {
    for (uint32_t i = 0; i < t->count[FY_T3DM_CLIP]; i++) {
        ferry_window clip = fy_t3dm_tracks_record(t, FY_T3DM_CLIP, i);
        if (!ferry_tick(t->r->job)) return false;
        if (!ferry_u32_at(&clip, 0))
            ferry_say_at(&clip, 0, FY_CHECK_WRONG, "t3dm.name", "it has no name: it cannot be played");
    }
    return true;
}

static bool open_uses(fy_t3dm_tracks_reader *t, uses *u) {
    ferry_job *job = t->r->job;
    u->least = ferry_new(job, double, t->count[FY_T3DM_MRPH] + (size_t)1);
    u->most = ferry_new(job, double, t->count[FY_T3DM_MRPH] + (size_t)1);
    u->weighed = ferry_new(job, bool, t->count[FY_T3DM_MRPH] + (size_t)1);
    u->colored = ferry_new(job, bool, t->count[FY_T3DM_AREA] + (size_t)1);
    u->shown = ferry_new(job, bool, t->objects + (size_t)1);
    return u->least && u->most && u->weighed && u->colored && u->shown;
}

bool fy_t3dm_check_tracks(fy_t3dm_reader *r) {
    fy_t3dm_tracks_reader *t = r->tracks;
    uses u;
    if (!t) return true;
    if (!open_uses(t, &u)) return false;
    for (uint32_t i = 0; i < t->next_track; i++)
        if (!check_track(t, i, &u)) return false;
    return check_morphs(t, &u) && check_hidden(t, &u) && check_clips(t);
}
