/*
 * t3dm_parts.c: part records, and which strategy cuts a mesh into the cheapest ones.
 *
 * Format: docs/formats/t3dm.md, "Parts". A batch becomes one part for each bone that it touches: loads in
 * ascending slots, which never destroy each other, and the last one draws.
 */
#include "formats/t3dm/mesh/t3dm_parts.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_batches.h"
#include "formats/t3dm/mesh/t3dm_slots.h"
#include "formats/t3dm/mesh/t3dm_strategies.h"
#include "formats/t3dm/pose/t3dm_place.h"

/* Triangles that few batches exceed. */
enum { USUAL_BATCH = 256 };

struct fy_t3dm_part_builder {
    ferry_job *job;
    const fy_t3dm_layout *layout;
    uint64_t all_triangles;                 /* of all meshes */
    bool thorough;                          /* however long it takes */
    fy_t3dm_batcher *batcher;               /* of the mesh at hand */
    fy_t3dm_parts results[2], joined;       /* grow; no mark releases them */
    fy_t3dm_slot_schedule usual, *schedule; /* for most batches; for the mesh at hand */

    /* The strategy at hand. */
    const fy_t3dm_mesh *mesh;
    fy_t3dm_parts *out;
    fy_t3dm_cache cache; /* numbers into the result's `stored` */
    uint32_t batches;
    fy_t3dm_effort effort; /* for strips */
};

fy_t3dm_part_builder *fy_t3dm_maker_open(ferry_job *job, const fy_t3dm_layout *layout, uint64_t triangles) {
    fy_t3dm_part_builder *m = ferry_new(job, fy_t3dm_part_builder, 1);
    if (!m || !fy_t3dm_slot_schedule_open(job, layout, USUAL_BATCH, &m->usual)) return NULL;
    m->job = job;
    m->layout = layout;
    m->all_triangles = triangles;
    m->thorough = ferry_setting_is(job, "t3dm.effort", "best");
    return m;
}

static void drop_parts(ferry_job *job, fy_t3dm_parts *parts) {
    fy_job_drop(job, parts->stored);
    fy_job_drop(job, parts->parts);
    fy_job_drop(job, parts->values);
    *parts = (fy_t3dm_parts){0};
}

void fy_t3dm_maker_close(fy_t3dm_part_builder *m) {
    for (int i = 0; i < 2; i++) drop_parts(m->job, &m->results[i]);
    drop_parts(m->job, &m->joined);
}

/* Nothing keeps a batch from having very many triangles. */
static bool reserve_batch(fy_t3dm_part_builder *m, uint32_t triangles) {
    if (triangles <= m->schedule->capacity) return true;
    if (m->schedule == &m->usual) m->schedule = ferry_new(m->job, fy_t3dm_slot_schedule, 1);
    return m->schedule &&
           fy_t3dm_slot_schedule_open(m->job, m->layout, triangles + triangles / 2, m->schedule);
}

/* ------------------------------------------------------------------------------------------------ records */

static void put_singles(fy_t3dm_part_builder *m, fy_t3dm_part *part, uint32_t *list_left) {
    fy_t3dm_parts *out = m->out;
    fy_t3dm_buffer_plan *from = m->schedule->best;
    const uint8_t *slot = m->schedule->slot;
    while (from->single_count && *list_left) {
        fy_t3dm_run_part *p = &from->singles[from->single_count - 1];
        const uint8_t *v = m->schedule->runs.values + p->first;
        /* From the end, so that the rest keeps its winding. */
        uint32_t k = p->count - 3, odd = k & 1;
        out->values[out->value_count++] = slot[v[odd ? k + 2 : k]];
        out->values[out->value_count++] = slot[v[k + 1]];
        out->values[out->value_count++] = slot[v[odd ? k : k + 2]];
        part->list_count = (uint16_t)(part->list_count + 3);
        out->cost.list_triangles++;
        --*list_left;
        if (--p->count < 3) from->single_count--;
    }
}

static void put_strips(fy_t3dm_part_builder *m, fy_t3dm_part *part) {
    fy_t3dm_parts *out = m->out;
    const fy_t3dm_slot_schedule *l = m->schedule;
    for (uint32_t i = 0; i < l->best->buffer_count; i++) {
        const fy_t3dm_buffer *b = &l->best->buffers[i];
        for (uint32_t k = 0; k < b->piece_count; k++) {
            for (uint32_t n = 0; n < b->pieces[k].count; n++) {
                uint32_t mark = k && !n ? FY_T3DM_MARK : 0;
                out->values[out->value_count++] =
                    (uint16_t)(l->slot[l->runs.values[b->pieces[k].first + n]] | mark);
            }
        }
        part->strips[i] = (uint8_t)b->values;
        out->cost.strips += b->piece_count;
        fy_t3dm_cache_strip(&m->cache, b->values);
        out->cost.strip_values += b->values;
    }
    out->cost.buffers += l->best->buffer_count;
    out->cost.ends += l->best->buffer_count != 0;
}

static fy_t3dm_part *load_group(fy_t3dm_part_builder *m, uint32_t group) {
    fy_t3dm_parts *out = m->out;
    const fy_t3dm_slot_schedule *l = m->schedule;
    uint32_t start = l->group_start[group], count = l->group_start[group + 1] - start;
    fy_t3dm_part *part = &out->parts[out->part_count++];
    *part = (fy_t3dm_part){.first = out->stored_count,
                           .data = out->value_count,
                           .count = (uint16_t)((count + 1) & ~1u),
                           .dest = (uint16_t)start,
                           .bone = l->bones[group]};
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t place = l->order[start + (i < count ? i : count - 1)];
        out->stored[out->stored_count++] = l->batch->vertices[place];
    }
    fy_t3dm_cache_load(&m->cache, part->dest, part->count, part->first);
    fy_t3dm_cache_spoil(&m->cache, part->dest + part->count);
    out->cost.loads++;
    out->cost.vertices += part->count;
    out->cost.matrices += part->bone != FY_T3DM_NO_BONE;
    return part;
}

/* Vertices must stand in the cache while something is drawn from them, but a list holds at most 65,535
 * indices: a batch of very many triangles is drawn by several parts, each of which loads the last bone's
 * vertices again. */
static bool emit_batch(fy_t3dm_part_builder *m) {
    enum { LIST_MAX = 65535 / 3 };
    fy_t3dm_parts *out = m->out;
    const fy_t3dm_slot_schedule *l = m->schedule;
    const fy_t3dm_buffer_plan *plan = l->best;
    uint32_t singles = 0;
    for (uint32_t i = 0; i < plan->single_count; i++) singles += plan->singles[i].count - 2;
    uint32_t again = singles / LIST_MAX, values = 3 * singles + FY_T3DM_BUFFERS * FY_T3DM_BUFFER_VALUES;
    uint32_t parts = l->bone_count + again;
    if (!fy_job_reserve(m->job, (void **)&out->stored, out->stored_count, &out->stored_capacity,
                        (again + 2) * (FY_T3DM_SLOTS + 1) * 2, sizeof *out->stored) ||
        !fy_job_reserve(m->job, (void **)&out->parts, out->part_count, &out->part_capacity, parts,
                        sizeof *out->parts) ||
        !fy_job_reserve(m->job, (void **)&out->values, out->value_count, &out->value_capacity, values,
                        sizeof *out->values)) {
        return false;
    }
    for (uint32_t g = 0; g + 1 < l->bone_count; g++) load_group(m, g);
    do {
        fy_t3dm_part *part = load_group(m, l->bone_count - 1);
        uint32_t list_left = LIST_MAX;
        put_singles(m, part, &list_left);
        bool more = l->sequence_count || plan->buffer_count;
        if (part->list_count && (plan->single_count || !more)) out->cost.lists++;
        if (plan->single_count) continue; /* strips come last: they destroy vertices */
        part->sequence_count = (uint8_t)l->sequence_count;
        if (l->sequence_count) part->sequence_base = l->slot[l->sequence[0]];
        out->cost.sequences += l->sequence_count != 0;
        put_strips(m, part);
    } while (plan->single_count);
    return true;
}

static bool schedule_batch(fy_t3dm_part_builder *m, const fy_t3dm_batch *batch, bool wanted_low) {
    if (!reserve_batch(m, batch->triangle_count)) return false;
    fy_t3dm_schedule_batch(m->schedule, m->mesh, batch, wanted_low, &m->effort);
    return emit_batch(m);
}

/* --------------------------------------------------------------------------------------- strategies */

static void find_standing(const fy_t3dm_part_builder *m, uint32_t standing[FY_T3DM_SLOTS]) {
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) {
        uint32_t load = m->cache.slots[s];
        standing[s] = load < FY_T3DM_VERTEX_LIMIT ? m->out->stored[load] : UINT32_MAX;
    }
}

/* It costs as much as the best one already, or will: after a tenth it is more than a twentieth behind. */
static bool hopeless(const fy_t3dm_part_builder *m, uint64_t drawn, uint64_t least) {
    uint64_t cycles = fy_t3dm_cycles(&m->out->cost), all = m->mesh->triangle_count;
    return cycles >= least ||
           (2 * drawn >= all && least < UINT64_MAX / all && 10 * cycles * all > 11 * least * drawn);
}

/* What the layout allows of a strategy. Without strips there is no use for room behind the vertices; parts
 * without a first slot cannot leave what stands in place. */
static fy_t3dm_strategy allowed(const fy_t3dm_layout *layout, fy_t3dm_strategy strategy) {
    if (strategy.slots > layout->slots || layout->marks == FY_T3DM_MARKS_NONE) strategy.slots = layout->slots;
    if (!layout->bones) strategy.keep = 0;
    return strategy;
}

/* False: an error. `done`: whether it came to its end, cheaper than `least`. */
static bool follow_strategy(fy_t3dm_part_builder *m, const fy_t3dm_strategy *strategy, uint64_t least,
                            fy_t3dm_parts *out, bool *done) {
    const fy_t3dm_batch *batch;
    uint32_t standing[FY_T3DM_SLOTS];
    uint64_t drawn = 0;
    m->out = out;
    out->stored_count = out->part_count = out->value_count = 0;
    out->cost = (fy_t3dm_cost){0};
    m->batches = 0;
    fy_t3dm_cache_clear(&m->cache);
    fy_t3dm_strategy adapted = allowed(m->layout, *strategy);
    fy_t3dm_batcher_start(m->batcher, &adapted);
    for (;;) {
        *done = drawn == m->mesh->triangle_count && fy_t3dm_cycles(&out->cost) < least;
        if (*done || hopeless(m, drawn, least)) return true;
        find_standing(m, standing);
        batch = fy_t3dm_batcher_next(m->batcher, standing);
        if (!batch) return true;
        if (!ferry_tick(m->job) || !schedule_batch(m, batch, strategy->low)) return false;
        drawn += batch->triangle_count;
        m->batches++;
    }
}

/* The one that is best is followed once more, with more effort for its strips. */
static const fy_t3dm_parts *follow_all(fy_t3dm_part_builder *m) {
    uint32_t kept = 0;
    uint64_t least = UINT64_MAX, random = 1;
    bool alone = false;
    fy_t3dm_strategy best = {0};
    m->schedule = &m->usual;
    m->batcher = fy_t3dm_batcher_open(m->job, m->mesh);
    if (!m->batcher) return NULL;
    fy_t3dm_tries tries =
        fy_t3dm_share_tries(m->mesh->triangle_count, m->all_triangles, m->batcher->mesh_bones, m->thorough);
    for (uint32_t i = 0; i <= tries.count; i++) {
        bool last = i == tries.count, done;
        m->effort = !last ? tries.first : alone ? tries.alone : tries.finish;
        fy_t3dm_strategy s = last ? best : fy_t3dm_strategy_number(&tries, i, &best, &random);
        if (!follow_strategy(m, &s, least, &m->results[1 - kept], &done)) return NULL;
        if (!done) continue;
        kept = 1 - kept;
        best = s;
        least = fy_t3dm_cycles(&m->results[kept].cost);
        if (last || m->batches > 1) continue;
        alone = true; /* others would come to the same */
        i = tries.count - 1;
    }
    return &m->results[kept];
}

static const fy_t3dm_parts *build_group(fy_t3dm_part_builder *m, const fy_t3dm_mesh *mesh) {
    ferry_mark mark = ferry_job_mark(m->job);
    m->mesh = mesh;
    const fy_t3dm_parts *parts = follow_all(m);
    ferry_job_release(m->job, mark);
    return parts;
}

/* ------------------------------------------------------------------------------------- order of triangles */

static bool reserve_parts(fy_t3dm_part_builder *m, const fy_t3dm_parts *more) {
    fy_t3dm_parts *to = &m->joined;
    return fy_job_reserve(m->job, (void **)&to->stored, to->stored_count, &to->stored_capacity,
                          more->stored_count, sizeof *to->stored) &&
           fy_job_reserve(m->job, (void **)&to->parts, to->part_count, &to->part_capacity, more->part_count,
                          sizeof *to->parts) &&
           fy_job_reserve(m->job, (void **)&to->values, to->value_count, &to->value_capacity,
                          more->value_count, sizeof *to->values);
}

/* Parts that are drawn after those that there are. They draw from nothing that these loaded. */
static bool join_parts(fy_t3dm_part_builder *m, const fy_t3dm_parts *more) {
    fy_t3dm_parts *to = &m->joined;
    if (!reserve_parts(m, more)) return false;
    for (uint32_t i = 0; i < more->part_count; i++) {
        fy_t3dm_part *part = &to->parts[to->part_count + i];
        *part = more->parts[i];
        part->first += to->stored_count;
        part->data += to->value_count;
    }
    memcpy(to->stored + to->stored_count, more->stored, more->stored_count * sizeof *to->stored);
    if (more->value_count) /* a sequence has none */
        memcpy(to->values + to->value_count, more->values, more->value_count * sizeof *to->values);
    to->part_count += more->part_count;
    to->stored_count += more->stored_count;
    to->value_count += more->value_count;
    fy_t3dm_cost_add(&to->cost, &more->cost);
    return true;
}

/* Group by group: within one, triangles may be drawn in any order. */
const fy_t3dm_parts *fy_t3dm_build_parts(fy_t3dm_part_builder *m, const fy_t3dm_mesh *mesh) {
    const uint8_t *groups = mesh->order_groups;
    const uint32_t count = mesh->triangle_count;
    if (!groups || !count || groups[0] == groups[count - 1]) return build_group(m, mesh);
    fy_t3dm_parts *joined = &m->joined;
    joined->part_count = joined->stored_count = joined->value_count = 0;
    joined->cost = (fy_t3dm_cost){0};
    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && groups[end] == groups[first];) end++;
        fy_t3dm_mesh group = *mesh;
        group.triangles += 3 * (size_t)first;
        group.triangle_count = end - first;
        const fy_t3dm_parts *parts = build_group(m, &group);
        if (!parts || !join_parts(m, parts)) return NULL;
    }
    return joined;
}
