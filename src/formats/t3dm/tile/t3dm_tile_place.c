/*
 * t3dm_tile_place.c: where a material's pictures begin on the coordinates that its vertices carry
 * (docs/what-is-lost.md, "Texture coordinates").
 *
 * Vertices carry texture A's coordinates in texels; B's follow by shift and offset, its tile's low. The
 * console cuts lows to quarters of a texel. They must not be negative, which whole repeats can mend where the
 * texture repeats, and the tile must end within its range. Where that is not enough, all coordinates are
 * moved: then both tiles begin further right.
 */
#include "formats/t3dm/tile/t3dm_tile_place.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "formats/t3dm/pose/t3dm_uv_range.h"
#include "formats/t3dm/tile/t3dm_uv_shift.h"
#include "shade/t3dm_uv.h"

enum { EDGE = 1024 }; /* texels: a tile's edges have ten bits */

/* Vertices of a variant are those of its base; its own first tile follows like a second one, unless it is as
 * large. */
static bool is_first(const fy_mapping *m, unsigned use) {
    return use == 0 && (!m->base || memcmp(m->tile_source.extents[0], m->base->tile_source.extents[0],
                                           sizeof m->tile_source.extents[0]) == 0);
}

/* Of a tile if vertices are not moved. Their coordinates count from where the first picture's part starts. */
static bool find_step(const fy_mapping *m, unsigned use, int axis, fy_tile_step *step) {
    const fy_tile_source *base = m->base ? &m->base->tile_source : &m->tile_source;
    *step = (fy_tile_step){0};
    if (is_first(m, use)) return true;
    if (!fy_t3dm_tile_step(&m->maps[0], &m->maps[use], axis, base->extents[0][axis],
                           m->tile_source.extents[use][axis], step))
        return false;
    step->low += base->starts[0][axis] / -fy_pow(2, step->shift) + m->tile_source.starts[use][axis];
    if (base->filtered) /* vertices are moved by half a texel of A */
        step->low += .5 - .5 / fy_pow(2, step->shift);
    return step->shift - m->to->uv_shift[axis] >= -5;
}

static const ferry_rdp_axis *axis_of(const fy_mapping *m, unsigned use, int axis) {
    const ferry_rdp_tile *tile = &m->to->rdp.tiles[m->first_slot + use];
    return axis ? &tile->t : &tile->s;
}

/* Texels from a tile's low to its end: what is stored, and its mirror image as well where a clamped picture's
 * half is stored. */
static uint32_t size_of(const fy_mapping *m, unsigned use, int axis) {
    const ferry_rdp_tile *tile = &m->to->rdp.tiles[m->first_slot + use];
    if (axis_of(m, use, axis)->clamp) return m->tile_source.stored[use][axis];
    return axis ? tile->height : tile->width;
}

/* The low of a tile whose vertices are moved by so many texels of A; it may be impossible. */
static double low_of(const fy_mapping *m, unsigned use, int axis, const fy_tile_step *step, double moved) {
    uint32_t size = size_of(m, use, axis);
    double period = m->tile_source.wraps[use][axis] == FERRY_WRAP_MIRROR ? 2.0 * size : size;
    double low = floor((step->low + moved / fy_pow(2, step->shift)) * 4 + .5) / 4;
    return axis_of(m, use, axis)->clamp ? low : low - floor(low / period) * period;
}

/* Along an axis: where tiles begin, and how far clips move them from there, which only counts if they have
 * edges. */
typedef struct plan {
    fy_tile_step steps[2];
    double ranges[2][2];
} plan;

/* Texels that clips go past tiles' ends; HUGE_VAL: a tile cannot begin there at all. */
static double texels_past(const fy_mapping *m, int axis, const plan *of, double moved) {
    double past = 0;
    for (unsigned i = 0; i < m->use_count; i++) {
        const double low = low_of(m, i, axis, &of->steps[i], moved),
                     room = (double)EDGE - size_of(m, i, axis) - low;
        if (low < 0 || room < 0) return HUGE_VAL;
        past += fmax(0, -low - of->ranges[i][0]) + fmax(0, of->ranges[i][1] - room);
    }
    return past;
}

/* False: nothing can be moved. */
static bool plan_axis(const fy_mapping *m, int axis, plan *to) {
    bool translates = fy_t3dm_layout_wanted(m->p->job) > &fy_t3dm_layouts[FY_T3DM_V1], scrolls = false;
    *to = (plan){.ranges = {{0}}};
    for (unsigned i = 0; i < m->use_count; i++) {
        if (!find_step(m, i, axis, &to->steps[i])) return false;
        if (!axis_of(m, i, axis)->clamp || (i == 0 && m->to->rdp.effect)) continue;
        if (!fy_mapping_scroll_range(m, i, axis, to->ranges[i])) return false;
        scrolls |= to->ranges[i][0] < 0;
    }
    return translates && (m->use_count == 2 || scrolls);
}

/* What the vertices' coordinates span along an axis before they are moved, in steps. False: nothing. */
static bool find_reach(const fy_mapping *m, int axis, int32_t reach[2]) {
    const fy_planner *p = m->p;
    const fy_t3dm_layout *layout = fy_t3dm_layout_wanted(p->job);
    reach[0] = INT32_MAX, reach[1] = INT32_MIN;
    for (uint32_t i = p->first_draw[m->index]; i < p->first_draw[m->index + 1]; i++) {
        const ferry_draw *draw = &p->scene->draws.data[p->draws[i]];
        for (uint32_t v = 0; v < p->scene->meshes.data[draw->mesh].vertex_count; v++) {
            double uv[2];
            fy_t3dm_shade_uv(m->to, p->scene, draw, v, uv);
            const int32_t at = fy_t3dm_store_uv(m->to, layout, axis, uv[axis]);
            reach[0] = at < reach[0] ? at : reach[0];
            reach[1] = at > reach[1] ? at : reach[1];
        }
    }
    return reach[0] <= reach[1];
}

/* Texels by which coordinates may be moved to the left, not above 0, and to the right: as far as 16 bits hold
 * them, unless whole repeats bring them back. */
static void find_room(const fy_mapping *m, int axis, double room[2]) {
    int64_t periods[2];
    int32_t reach[2];
    room[0] = -EDGE, room[1] = EDGE;
    fy_t3dm_uv_periods(m->to, periods);
    if (m->to->uv_source == FY_T3DM_UV_NONE || periods[axis] || !find_reach(m, axis, reach)) return;
    room[0] = fmin(0, ((double)FY_T3DM_UV_MIN - reach[0]) / 32);
    room[1] = fmax(0, ((double)FY_T3DM_UV_MAX - reach[1]) / 32);
}

/* The shortest move within so much room after which clips go past as few texels as can be, in quarters of
 * every tile's texels. False: none makes all lows possible. */
static bool find_move_within(const fy_mapping *m, int axis, const plan *of, const double room[2],
                             double *move) {
    const double step = .25 * (of->steps[1].shift > 0 ? fy_pow(2, of->steps[1].shift) : 1);
    double least = texels_past(m, axis, of, 0);
    *move = 0;
    for (double by = step; by < EDGE && least > 0; by += step)
        for (int back = 0; back < 2; back++) {
            const double moved = back ? -by : by;
            const double past =
                moved < room[0] || moved > room[1] ? HUGE_VAL : texels_past(m, axis, of, moved);
            if (past < least) least = past, *move = moved;
        }
    return least < HUGE_VAL;
}

/* 0 if no move makes all lows possible. Clips do not move vertices out of what these can hold; tiles that
 * could not begin where they do without that may. Older runtimes do not read lows. */
static double find_move(const fy_mapping *m, int axis) {
    static const double all[2] = {-EDGE, EDGE};
    plan of;
    double room[2], move;
    if (!plan_axis(m, axis, &of) || texels_past(m, axis, &of, 0) <= 0) return 0;
    find_room(m, axis, room);
    if (find_move_within(m, axis, &of, room, &move)) return move;
    memset(of.ranges, 0, sizeof of.ranges);
    return find_move_within(m, axis, &of, all, &move) ? move : 0;
}

/* Texels by which it is off. */
static double place_axis(const fy_mapping *m, unsigned use, int axis, ferry_rdp_axis *to) {
    fy_tile_step step;
    uint32_t size = size_of(m, use, axis);
    if (!find_step(m, use, axis, &step)) return HUGE_VAL;
    double low = low_of(m, use, axis, &step, m->to->uv_move[axis] / 32.0);
    double most = (double)EDGE - size, placed = low < 0 || most < 0 ? 0 : low > most ? most : low;
    to->shift = (int8_t)(step.shift - m->to->uv_shift[axis]);
    to->low = (float)placed;
    to->high = (float)(placed + size - 1);
    return fabs(low - placed);
}

double fy_mapping_place_tiles(fy_mapping *m) {
    double off = 0;
    for (int axis = 0; axis < 2; axis++) {
        if (!m->base) {
            m->to->uv_move[axis] = 0; /* where room is measured from */
            m->to->uv_move[axis] = (int32_t)(find_move(m, axis) * 32);
        }
        for (unsigned i = 0; i < m->use_count; i++) {
            ferry_rdp_tile *tile = &m->to->rdp.tiles[m->first_slot + i];
            if (i == 0 && m->to->rdp.effect) continue; /* its tile is the effect's */
            off = fmax(off, place_axis(m, i, axis, axis ? &tile->t : &tile->s));
        }
    }
    return off;
}
