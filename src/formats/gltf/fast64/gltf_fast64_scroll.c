/*
 * gltf_fast64_scroll.c: textures that fast64 moves (docs/formats/fast64.md, "Moving textures"): clips that
 * move the tiles.
 */
#include "formats/gltf/fast64/gltf_fast64_scroll.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/json/gltf_json.h"

enum { FRAMES = 30 }; /* a second, in the game that fast64 writes such code for */

enum { LONGEST = 24 * 60 * 60 }; /* seconds until it repeats: what takes longer is a clip of nothing */

static const double TURN = 6.283185307179586;

/* ------------------------------------------------------------------------------------------------ reading */

/* Quarters of a texel every so many frames, by which the tile's corner moves. */
static void read_tile(const fy_gltf_value *texture, fy_fast64_tile *tile) {
    static const char *const axes[2] = {"s", "t"};
    fy_gltf_value from = fy_gltf_member(texture, "tile_scroll");
    if (!from.json.value) return;
    long interval =
        fy_gltf_member(&from, "interval").json.value ? fy_gltf_number(&from, "interval", 1, 1000000, 1) : 1;
    for (int axis = 0; axis < 2; axis++)
        if (fy_gltf_member(&from, axes[axis]).json.value)
            tile->moves[axis].speed +=
                (double)fy_gltf_number(&from, axes[axis], -4095, 4095, 0) * FRAMES / (4 * (double)interval);
}

/* Texels a frame, or a swing of them, by which texture coordinates of both tiles move: corners move the other
 * way. */
static void read_vertices(const fy_gltf_value *axis, fy_fast64_tile *tiles, int number) {
    static const char *const types[] = {"None", "Linear", "Sine", "Noise", NULL};
    uint32_t type =
        fy_gltf_member(axis, "animType").json.value ? fy_gltf_word(axis, "animType", types, "", 0) : 0;
    if (type == 3)
        fy_gltf_say(axis, FERRY_LOSS, "fast64.scroll", "random texture scrolling is not supported: left out");
    if (type != 1 && type != 2) return;
    double speed = type == 1 ? fy_gltf_real(axis, "speed", -4096, 4096, 1) : 0;
    double swing = type == 2 ? fy_gltf_real(axis, "amplitude", -4096, 4096, 1) : 0;
    double frequency = type == 2 ? fy_gltf_real(axis, "frequency", -1000, 1000, 1) : 0;
    double phase = type == 2 ? fy_gltf_real(axis, "offset", -1e6, 1e6, 0) : 0;
    for (int slot = 0; slot < 2; slot++) {
        fy_fast64_move *move = &tiles[slot].moves[number];
        double scale = 1; /* coordinates are shifted before the corner counts */
        for (int k = tiles[slot].axes[number].shift; k != 0; k += k < 0 ? 1 : -1) scale *= k < 0 ? 2 : 0.5;
        move->speed -= speed * scale * FRAMES;
        move->swing = frequency != 0 ? -swing * scale : 0;
        move->frequency = fabs(frequency) * FRAMES;
        move->phase = frequency < 0 ? -phase : phase;
        if (frequency < 0) move->swing = -move->swing;
    }
}

void fy_fast64_read_scroll(const fy_gltf_value *f3d_mat, fy_fast64_state *state) {
    static const char *const textures[2] = {"tex0", "tex1"}, *const axes[2] = {"x", "y"};
    fy_gltf_value vertices = fy_gltf_member(f3d_mat, "UVanim0");
    for (int slot = 0; slot < 2; slot++) {
        fy_gltf_value texture = fy_gltf_member(f3d_mat, textures[slot]);
        read_tile(&texture, &state->tiles[slot]);
    }
    for (int axis = 0; vertices.json.value && axis < 2; axis++) {
        fy_gltf_value from = fy_gltf_member(&vertices, axes[axis]);
        read_vertices(&from, state->tiles, axis);
    }
}

/* ------------------------------------------------------------------------------------------------- tracks */

/* How far the picture repeats, in texels; 0: it does not. */
static double period_of(const ferry_rdp_axis *axis) {
    return axis->clamp || axis->mask <= 0 ? 0 : (double)(1 << axis->mask) * (axis->mirror ? 2 : 1);
}

static bool add_scroll(fy_fast64 *f, const fy_fast64_scroll *scroll) {
    if (!fy_job_reserve(f->job, (void **)&f->scrolls, f->scroll_count, &f->scroll_capacity, 1,
                        sizeof *f->scrolls))
        return false;
    f->scrolls[f->scroll_count++] = *scroll;
    return true;
}

bool fy_fast64_add_scrolls(fy_fast64 *f, const fy_gltf_value *from, const fy_fast64_state *state,
                           uint32_t material) {
    for (uint32_t slot = 0; slot < 2; slot++)
        for (uint32_t axis = 0; axis < 2; axis++) {
            const fy_fast64_move *move = &state->tiles[slot].moves[axis];
            const ferry_rdp_axis *tile = axis ? &state->rdp.tiles[slot].t : &state->rdp.tiles[slot].s;
            bool textured = state->rdp.flags & FERRY_RDP_TEXTURED && state->tiles[slot].given;
            double period = period_of(tile);
            if (!textured || (move->speed == 0 && move->swing == 0)) continue;
            if (period == 0 || (move->speed != 0 && move->swing != 0)) {
                fy_gltf_say(from, FERRY_LOSS, "fast64.scroll", "%s of texture %u scrolls %s: left out",
                            axis ? "t" : "s", slot, period == 0 ? "without repeating" : "back and forth");
                continue;
            }
            double seconds = move->speed != 0 ? period / fabs(move->speed) : TURN / move->frequency;
            if (!(seconds <= LONGEST)) {
                fy_gltf_say(from, FERRY_LOSS, "fast64.scroll",
                            "%s of texture %u scrolls with a period of "
                            "%.3g s, more than a day: left out",
                            axis ? "t" : "s", slot, seconds);
                continue;
            }
            fy_fast64_scroll scroll = {.material = material,
                                       .slot = slot,
                                       .axis = axis,
                                       .move = *move,
                                       .period = period,
                                       .low = (double)tile->low,
                                       .seconds = seconds};
            if (!add_scroll(f, &scroll)) return false;
        }
    return true;
}

static int in_order(const void *a, const void *b) {
    const fy_fast64_scroll *x = a, *y = b;
    if (x->seconds != y->seconds) return x->seconds < y->seconds ? -1 : 1;
    if (x->material != y->material) return x->material < y->material ? -1 : 1;
    return (int)(2 * x->slot + x->axis) - (int)(2 * y->slot + y->axis);
}

/* Corners stay at or above where they rest: the console's library takes none below zero. */
static bool make_track(ferry_scene *scene, const fy_fast64_scroll *scroll, ferry_track *track) {
    enum { SWINGS = 32 };
    const fy_fast64_move *move = &scroll->move;
    bool swings = move->speed == 0;
    uint32_t keys = swings ? SWINGS + 1 : 2;
    *track = (ferry_track){.target = FERRY_TARGET_TILE,
                           .object = scroll->material,
                           .slot = scroll->slot,
                           .channel = scroll->axis,
                           .interpolation = FERRY_LINEAR,
                           .width = 1,
                           .key_count = keys};
    track->times = ferry_scene_new(scene, double, keys);
    track->values = ferry_scene_new(scene, float, keys);
    if (!track->times || !track->values) return false;
    double up = scroll->period * ceil(fabs(move->swing) * 2 / scroll->period);
    for (uint32_t k = 0; k < keys; k++) {
        double part = (double)k / (keys - 1);
        double swing =
            swings ? move->swing * (fy_sin(move->phase + TURN * part) - fy_sin(move->phase)) + up : 0;
        double candidate = swings ? swing : scroll->period * (move->speed < 0 ? 1 - part : part);
        track->times[k] = scroll->seconds * part;
        track->values[k] = (float)(scroll->low + candidate);
    }
    return true;
}

/* A clip of all that repeat at once. */
static bool add_clip(fy_fast64 *f, uint32_t first, uint32_t count, uint32_t number) {
    ferry_scene *scene = f->scene;
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    if (!clip) return false;
    *clip = (ferry_clip){.name = number ? ferry_scene_format(scene, "scroll%u", number + 1) : "scroll",
                         .kind = "fast64",
                         .duration = f->scrolls[first].seconds,
                         .loop = FERRY_LOOP_REPEAT,
                         .rate = FRAMES};
    clip->tracks = ferry_scene_new(scene, ferry_track, count);
    for (uint32_t k = 0; clip->tracks && k < count; k++) {
        if (!make_track(scene, &f->scrolls[first + k], &clip->tracks[k])) return false;
        clip->track_count++;
    }
    if (!clip->tracks) return false;
    return true;
}

bool fy_fast64_add_clips(fy_fast64 *f) {
    uint32_t number = 0, next;
    if (f->scroll_count) qsort(f->scrolls, f->scroll_count, sizeof *f->scrolls, in_order);
    for (uint32_t i = 0; i < f->scroll_count; i = next) {
        for (next = i + 1; next < f->scroll_count && f->scrolls[next].seconds == f->scrolls[i].seconds;)
            next++;
        if (!add_clip(f, i, next - i, number++)) return false;
    }
    fy_job_drop(f->job, f->scrolls);
    return true;
}
