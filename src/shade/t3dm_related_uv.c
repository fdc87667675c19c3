/*
 * t3dm_related_uv.c: see t3dm_related_uv.h.
 *
 * Masks that lie on a stage once and pictures that repeat on it have a set of coordinates each, but both come
 * from looking down on the stage: one is a linear function of the other. It is found by least squares.
 */
#include "shade/t3dm_related_uv.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* What coordinates may be off by, as the root of the mean square: a share of the picture, of which texture
 * memory holds some 64 texels. */
#define MOST_OFF (1 / 64.0)

/* --------------------------------------------------------------------------------------------- learning */

/* From where on a set is counted, which keeps sums small. */
static void place_origin(fy_related_sums *sums, const ferry_mesh *mesh) {
    for (int set = 0; set < FERRY_UV_SETS; set++)
        if (mesh->uvs[set]) sums->origins[set] = mesh->uvs[set][0];
    sums->sets = ~0u;
}

static void add_pair(fy_related_sums *sums, int set, int by, const double a[3], const double b[3]) {
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < 3; i++) sums->shared[by][set][axis][i] += a[i] * b[axis];
}

static void add_vertex(fy_related_sums *sums, const ferry_mesh *mesh, uint32_t vertex) {
    double at[FERRY_UV_SETS][3];
    for (int set = 0; set < FERRY_UV_SETS; set++) {
        if (!(sums->sets >> set & 1)) continue;
        ferry_vec2 uv = mesh->uvs[set][vertex], origin = sums->origins[set];
        at[set][0] = (double)uv.x - (double)origin.x;
        at[set][1] = (double)uv.y - (double)origin.y;
        at[set][2] = 1;
    }
    for (int by = 0; by < FERRY_UV_SETS; by++) {
        if (!(sums->sets >> by & 1)) continue;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) sums->own[by][i][k] += at[by][i] * at[by][k];
        for (int set = 0; set < FERRY_UV_SETS; set++)
            if (set != by && sums->sets >> set & 1) add_pair(sums, set, by, at[by], at[set]);
    }
}

void fy_related_uv_learn(fy_related_sums *sums, const ferry_mesh *mesh) {
    uint32_t sets = 0;
    if (!mesh->vertex_count) return;
    for (int set = 0; set < FERRY_UV_SETS; set++) sets |= (uint32_t)(mesh->uvs[set] != NULL) << set;
    if (!sums->count) place_origin(sums, mesh);
    sums->count += mesh->vertex_count;
    sums->sets &= sets;
    if (!(sums->sets & (sums->sets - 1))) return; /* one is none that follows */
    for (uint32_t i = 0; i < mesh->vertex_count; i++) add_vertex(sums, mesh, i);
}

/* --------------------------------------------------------------------------------------------- solving */

/* Gauss, the largest first. False: the vertices lie on a line. */
static bool solve(const double matrix[3][3], const double right[3], double out[3]) {
    double rows[3][4];
    for (int i = 0; i < 3; i++) {
        memcpy(rows[i], matrix[i], sizeof matrix[i]);
        rows[i][3] = right[i];
    }
    for (int i = 0; i < 3; i++) {
        int most = i;
        for (int k = i + 1; k < 3; k++)
            if (fabs(rows[k][i]) > fabs(rows[most][i])) most = k;
        double row[4];
        memcpy(row, rows[most], sizeof row);
        memcpy(rows[most], rows[i], sizeof row);
        memcpy(rows[i], row, sizeof row);
        if (!(fabs(row[i]) > 1e-9 * matrix[2][2])) return false;
        for (int k = 0; k < 3; k++) {
            double times = rows[k][i] / row[i];
            for (int j = 0; k != i && j < 4; j++) rows[k][j] -= times * row[j];
        }
    }
    for (int i = 0; i < 3; i++) out[i] = rows[i][3] / rows[i][i];
    return true;
}

/* Set `set` by set `by`: the function, and the root of the mean square of what it is off by, each axis. */
static bool relate(const fy_related_sums *sums, uint32_t set, uint32_t by, double m[2][3], double off[2]) {
    const double to[2] = {(double)sums->origins[set].x, (double)sums->origins[set].y},
                 from[2] = {(double)sums->origins[by].x, (double)sums->origins[by].y};
    for (int axis = 0; axis < 2; axis++) {
        const double *shared = sums->shared[by][set][axis];
        if (!solve(sums->own[by], shared, m[axis])) return false;
        double square = sums->own[set][axis][axis];
        for (int i = 0; i < 3; i++) square -= m[axis][i] * shared[i];
        off[axis] = sqrt(fmax(square, 0) / sums->own[by][2][2]);
        m[axis][2] += to[axis] - m[axis][0] * from[0] - m[axis][1] * from[1];
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- joining */

/* By which texgens stages and shifts read sets of coordinates. */
typedef struct look_ups {
    uint8_t texgens[FERRY_GX_MAX_STAGES + 4];
    unsigned count;
    uint32_t sets;
} look_ups;

static void add_look_up(const fy_reference *reference, uint8_t map, uint8_t texgen, look_ups *to) {
    uint32_t texture = map < FERRY_GX_MAX_MAPS ? reference->gx->textures[map] : FERRY_NONE;
    if (texgen >= FERRY_GX_MAX_TEXGENS || texture == FERRY_NONE) return;
    const fy_uv_map *by = &reference->maps[texgen];
    bool pictured = reference->scene->textures.data[texture].image != FERRY_NONE;
    if (!pictured || by->kind != FY_UV_SET || by->loss) return;
    to->texgens[to->count++] = texgen;
    to->sets |= 1u << by->set % FERRY_UV_SETS;
}

static look_ups look_ups_of(const fy_reference *reference) {
    const ferry_gx_material *gx = reference->gx;
    look_ups found = {.count = 0};
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        add_look_up(reference, gx->stages[i].map, gx->stages[i].texgen, &found);
    for (unsigned i = 0; gx->indirect_enabled && i < gx->indirect_stage_count && i < 4; i++)
        add_look_up(reference, gx->indirect_orders[i].map, gx->indirect_orders[i].texgen, &found);
    return found;
}

static double length(double x, double y) {
    return sqrt(x * x + y * y);
}

/* What is looked up on a set that is off by so much is off by, at worst. */
static double pictures_off(const fy_reference *reference, const look_ups *list, uint32_t set,
                           const double off[2]) {
    double most = 0;
    for (unsigned i = 0; i < list->count; i++) {
        const fy_uv_map *by = &reference->maps[list->texgens[i]];
        if (by->set != set) continue;
        for (int axis = 0; axis < 2; axis++)
            most = fmax(most, length(by->m[axis][0] * off[0], by->m[axis][1] * off[1]));
    }
    return most;
}

/* All that follows from set `by`; *off: of a picture, at worst. */
static fy_related_uv related_to(const fy_reference *reference, const fy_related_sums *sums,
                                const look_ups *list, uint32_t by, double *off) {
    fy_related_uv found = {.by = by};
    *off = 0;
    for (uint32_t set = 0; set < FERRY_UV_SETS; set++) {
        double each[2];
        if (set == by || !(list->sets & sums->sets & 1u << set) ||
            !reference->constant_uv.sets[set].moves || /* that is a constant, which is better */
            !relate(sums, set, by, found.m[set], each))
            continue;
        double worst = pictures_off(reference, list, set, each);
        if (!(worst <= MOST_OFF)) continue;
        found.sets |= 1u << set;
        *off = fmax(*off, worst);
    }
    return found;
}

static fy_uv_map joined(const fy_related_uv *related, const fy_uv_map *own) {
    const double(*m)[3] = related->m[own->set % FERRY_UV_SETS];
    fy_uv_map map = *own;
    map.set = related->by;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) map.m[i][k] = own->m[i][0] * m[0][k] + own->m[i][1] * m[1][k];
    for (int i = 0; i < 3; i++) map.m[i][3] += own->m[i][0] * m[0][2] + own->m[i][1] * m[1][2];
    return map;
}

static unsigned count_of(uint32_t sets) {
    unsigned count = 0;
    for (; sets; sets &= sets - 1) count++;
    return count;
}

void fy_related_uv_join(fy_reference *reference, const fy_related_sums *sums) {
    double least = 0;
    reference->related = (fy_related_uv){.sets = 0};
    if (!(sums->sets & (sums->sets - 1)) || !sums->count) return;
    look_ups list = look_ups_of(reference);
    for (uint32_t by = 0; by < FERRY_UV_SETS; by++) {
        double off;
        if (!(list.sets & sums->sets & 1u << by)) continue;
        fy_related_uv next = related_to(reference, sums, &list, by, &off);
        unsigned more = count_of(next.sets), now = count_of(reference->related.sets);
        if (more < now || !more || (more == now && off >= least)) continue;
        reference->related = next;
        least = off;
    }
    for (unsigned i = 0; i < FERRY_GX_MAX_TEXGENS; i++) {
        const fy_uv_map *own = &reference->maps[i];
        if (own->kind == FY_UV_SET && reference->related.sets >> own->set % FERRY_UV_SETS & 1)
            reference->maps[i] = joined(&reference->related, own);
    }
}

void fy_related_uv_follow(const fy_related_uv *related, double u, double v, uint32_t set, double out[2]) {
    for (int axis = 0; axis < 2; axis++)
        out[axis] = related->m[set][axis][0] * u + related->m[set][axis][1] * v + related->m[set][axis][2];
}

fy_uv_map fy_related_uv_own(const fy_reference *reference, uint8_t texgen) {
    return reference->related.sets ? fy_t3dm_uv_map(reference->gx, texgen) : reference->maps[texgen];
}
