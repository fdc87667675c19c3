/*
 * t3dm_uv_fit.c: texture coordinates that span too much for a vertex's 16 bits (docs/what-is-lost.md,
 * "Texture coordinates").
 *
 * Vertices hold -1024 to 1023 texels in steps of 1/32. A tile can multiply what they hold by 2 to 32, so that
 * they may hold that much less, in steps that are as much coarser. What leaves 16 bits when the tile
 * multiplies comes back on the other side, 2048 texels away: whole repeats of any picture, unless the tile
 * clamps.
 */
#include "formats/t3dm/tile/t3dm_uv_fit.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "formats/t3dm/pose/t3dm_uv_range.h"

enum {
    MOST_SHIFT = 5, /* what a tile's four bits hold to the left */
    FEW_CUTS = 4,
    COARSE = 3, /* a quarter of a texel: near a picture one sees it */
};

/* What triangles of the material would lose on one axis. */
typedef struct misfit {
    uint64_t triangles; /* that do not fit */
    uint64_t cuts;      /* that would make them as narrow as they must be, on this axis alone */
    int64_t widest;     /* span, in steps */
} misfit;

/* How far the tiles' shifts can go to the left. A tile that clamps must not see what came back on the other
 * side. A shift that a rule sets is as it was asked for. */
static int room_for_shift(const fy_mapping *m, int axis) {
    int room = MOST_SHIFT;
    for (unsigned i = 0; i < m->use_count; i++) {
        const ferry_rdp_tile *tile = &m->to->rdp.tiles[m->first_slot + i];
        const ferry_rdp_axis *at = axis ? &tile->t : &tile->s;
        int own = at->clamp ? at->shift : at->shift + MOST_SHIFT;
        bool asked = m->constraints[i][axis ? FY_RULE_SHIFT_T : FY_RULE_SHIFT_S].rule != NULL;
        room = asked ? 0 : own < room ? own : room;
    }
    return room < 0 ? 0 : room;
}

/* With the stand-in for slot A, if the only texture is in slot B. */
static void shift_tiles(fy_mapping *m, int axis, int by) {
    for (unsigned i = 0; i < m->first_slot + m->use_count; i++) {
        ferry_rdp_tile *tile = &m->to->rdp.tiles[i];
        ferry_rdp_axis *at = axis ? &tile->t : &tile->s;
        at->shift = (int8_t)(at->shift + m->to->uv_shift[axis] - by);
    }
    m->to->uv_shift[axis] = (uint8_t)by;
}

/* The triangles of one mesh, as t3dm_vertices.c will store them. */
static void find_misfits(const ferry_mesh *mesh, const int32_t *stored, int64_t period, misfit *to) {
    int64_t least = INT32_MAX, most = INT32_MIN, by;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        int32_t at = stored[mesh->triangles[i]];
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    bool together = fy_t3dm_object_move(least, most, period, &by);
    if (together && most - least <= FY_T3DM_UV_SPAN) return;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangles + 3 * (size_t)t;
        int64_t a = stored[c[0]], b = stored[c[1]], d = stored[c[2]];
        int64_t low = a < b ? a : b, high = a > b ? a : b;
        low = d < low ? d : low, high = d > high ? d : high;
        by = together ? 0 : fy_t3dm_triangle_move(low, high, period);
        bool inside = together || (low + by >= FY_T3DM_UV_MIN && high + by <= FY_T3DM_UV_MAX);
        if (inside && high - low <= FY_T3DM_UV_SPAN) continue;
        to->triangles++;
        to->cuts += (uint64_t)(high - low - 1) / FY_T3DM_UV_SPAN;
        to->widest = high - low > to->widest ? high - low : to->widest;
    }
}

static bool measure_draw(const fy_mapping *m, const ferry_draw *draw, int axis, misfit *to) {
    const ferry_mesh *mesh = &m->p->scene->meshes.data[draw->mesh];
    const fy_t3dm_layout *layout = fy_t3dm_layout_wanted(m->p->job);
    int64_t periods[2];
    ferry_mark mark = ferry_job_mark(m->p->job);
    int32_t *stored = ferry_new(m->p->job, int32_t, mesh->vertex_count + (size_t)1);
    if (!stored) return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double uv[2];
        fy_t3dm_shade_uv(m->to, m->p->scene, draw, v, uv);
        stored[v] = fy_t3dm_store_uv(m->to, layout, axis, uv[axis]);
    }
    fy_t3dm_uv_periods(m->to, periods);
    if (mesh->triangle_count) find_misfits(mesh, stored, periods[axis], to);
    ferry_job_release(m->p->job, mark);
    return ferry_tick(m->p->job);
}

static bool measure(const fy_mapping *m, int axis, misfit *to) {
    const fy_planner *p = m->p;
    *to = (misfit){0};
    for (uint32_t i = p->first_draw[m->index]; i < p->first_draw[m->index + 1]; i++)
        if (!measure_draw(m, &p->scene->draws.data[p->draws[i]], axis, to)) return false;
    return true;
}

/* The smallest shift with which all triangles fit; or else, if some span much more than that, with which few
 * cuts (t3dm_cut.c) make them fit. `widest`: span of a triangle without it, in texels. */
static bool fit_axis(fy_mapping *m, int axis, double *widest) {
    misfit best, now;
    int room = room_for_shift(m, axis), chosen = 0;
    if (!measure(m, axis, &best)) return false;
    *widest = (double)best.widest / 32;
    for (int by = 1; by <= room && best.triangles; by++) {
        shift_tiles(m, axis, by);
        if (!measure(m, axis, &now)) return false;
        if (now.triangles < best.triangles || best.cuts > FEW_CUTS) best = now, chosen = by;
    }
    shift_tiles(m, axis, chosen);
    return true;
}

static void report_shift(const fy_mapping *m, int axis, double widest) {
    int shift = m->to->uv_shift[axis];
    double step = (1 << shift) / 32.0;
    if (!shift) return;
    ferry_say_measured(m->p->job, shift < COARSE ? FERRY_NOTE : FERRY_LOSS, "t3dm.uv-range", m->p->name,
                       m->path, (ferry_measure){step, "texels", false},
                       "texture coordinates of triangles span up to %.5g texels along %s: stored divided by "
                       "%d, in steps of %g texels",
                       widest, axis ? "t" : "s", 1 << shift, step);
}

bool fy_mapping_fit_uv(fy_mapping *m) {
    if (m->to->uv_source == FY_T3DM_UV_NONE || m->base) return true;
    for (int axis = 0; axis < 2; axis++) {
        double widest;
        if (!fit_axis(m, axis, &widest)) return false;
        report_shift(m, axis, widest);
    }
    return true;
}
