/*
 * t3dm_parts.c: lays batches into cache slots, strip buffers and part records.
 *
 * Format: docs/formats/t3dm.md, "Parts". A batch becomes one part for each bone that it touches: loads in
 * ascending slots, which never destroy each other, and the last one draws. Triangles go to the cheapest of
 * sequence, strip buffer and list.
 */
#include <stdlib.h>
#include <string.h>

#include "core/job.h"
#include "t3dm_geometry.h"

/* Triangles that few batches exceed. */
enum { USUAL_BATCH = 256 };

enum { NO_GROUP = 255 };

/* Tries for the strips of a batch: while strategies are compared, and for the one that is kept. */
enum { DRAFT_TRIES = 1, FINAL_TRIES = 16 };

/* In the order of what each one adds to those before it, over some hundred models: big objects follow only
 * the first. */
static const fy_t3dm_strategy strategies[] = {
    {FY_T3DM_FINISH, .slots = 66, .bone_room = 24, .keep = 8},
    {FY_T3DM_COMPLETE, .slots = 64, .bone_room = 64, .keep = 8},
    {FY_T3DM_SWEEP, .slots = 64, .bone_room = 24, .keep = 8, .front = 29},
    {FY_T3DM_FINISH, .slots = 62, .bone_room = 24, .keep = 12},
    {FY_T3DM_FINISH, .slots = 66, .bone_room = 12},
    {FY_T3DM_COMPLETE, .slots = 66, .bone_room = 64, .keep = 12},
    {FY_T3DM_COMPLETE, .slots = 66, .bone_room = 24, .keep = 6},
    {FY_T3DM_COMPLETE, .slots = 60, .bone_room = 64, .keep = 8},
    {FY_T3DM_SWEEP, .slots = 64, .bone_room = 24, .keep = 8, .front = 23},
    {FY_T3DM_COMPLETE, .slots = 64, .bone_room = 12},
    {FY_T3DM_COMPLETE, .slots = 68, .bone_room = 24, .keep = 6},
    {FY_T3DM_FINISH, .slots = 64, .bone_room = 64, .keep = 3},
    {FY_T3DM_COMPLETE, .slots = 66, .bone_room = 64, .keep = 8},
    {FY_T3DM_COMPLETE, .slots = 62, .bone_room = 24, .keep = 3},
    {FY_T3DM_FINISH, .slots = 60, .bone_room = 0, .keep = 16},
    {FY_T3DM_FINISH, .slots = 68, .bone_room = 12},
    {FY_T3DM_FINISH, .slots = 62, .bone_room = 24, .keep = 6},
    {FY_T3DM_SWEEP, .slots = 66, .bone_room = 24, .keep = 8, .front = 31},
    {FY_T3DM_COMPLETE, .slots = 68, .bone_room = 64, .keep = 16},
    {FY_T3DM_COMPLETE, .slots = 68, .bone_room = 0},
};

/* A run of strip values, or a piece of one. */
typedef struct piece {
    uint32_t first, count;
} piece;

typedef struct buffer {
    piece pieces[FY_T3DM_BUFFER_VALUES / 3];
    uint32_t piece_count, values;
} buffer;

/* Working memory for batches up to a size. */
typedef struct bench {
    uint32_t capacity; /* triangles */
    fy_t3dm_stripper *stripper;
    piece *pieces, *singles;
} bench;

struct fy_t3dm_maker {
    ferry_job *job;
    const fy_t3dm_layout *layout;
    fy_t3dm_batcher *batcher; /* of the mesh at hand */
    fy_t3dm_parts results[2]; /* grow; no mark releases them */
    bench usual, bench;

    /* The strategy at hand. */
    const fy_t3dm_mesh *mesh;
    fy_t3dm_parts *out;
    fy_t3dm_cache cache; /* numbers into the result's `stored` */
    uint32_t batches;
    uint32_t tries; /* for strips */

    /* The batch at hand. Places are the slots that the batcher gave, before new vertices are put in order. */
    const fy_t3dm_batch *batch;
    fy_t3dm_runs runs;
    uint16_t bones[FY_T3DM_SLOTS];
    uint32_t bone_count;
    uint8_t group[FY_T3DM_SLOTS]; /* of a new vertex: its bone's number in `bones`; else NO_GROUP */
    uint8_t slot[FY_T3DM_SLOTS];  /* of a place */
    uint32_t group_start[FY_T3DM_SLOTS + 1];
    uint8_t order[FY_T3DM_SLOTS]; /* place of what stands in each slot */
    uint32_t used;                /* slots 0.. that strips or later batches need */

    uint8_t sequence[FY_T3DM_SLOTS]; /* places, three a triangle */
    uint32_t sequence_count;         /* triangles */
    uint32_t sequence_group;
    uint32_t piece_count; /* runs that are left for strips, longest first */
    buffer buffers[FY_T3DM_BUFFERS];
    uint32_t buffer_count;
    uint32_t single_count; /* pieces whose triangles go to the list */
};

/* Cutting a run makes pieces of two triangles or more, so pieces never outnumber triangles. */
static bool open_bench(ferry_job *job, uint32_t triangles, bench *to) {
    to->capacity = triangles;
    to->stripper = fy_t3dm_stripper_open(job, triangles);
    to->pieces = ferry_new(job, piece, triangles);
    to->singles = ferry_new(job, piece, triangles);
    return to->stripper && to->pieces && to->singles;
}

fy_t3dm_maker *fy_t3dm_maker_open(ferry_job *job, const fy_t3dm_layout *layout) {
    fy_t3dm_maker *m = ferry_new(job, fy_t3dm_maker, 1);
    if (!m || !open_bench(job, USUAL_BATCH, &m->usual)) return NULL;
    m->job = job;
    m->layout = layout;
    return m;
}

void fy_t3dm_maker_close(fy_t3dm_maker *m) {
    for (int i = 0; i < 2; i++) {
        fy_job_drop(m->job, m->results[i].stored);
        fy_job_drop(m->job, m->results[i].parts);
        fy_job_drop(m->job, m->results[i].values);
        m->results[i] = (fy_t3dm_parts){0};
    }
}

/* Nothing keeps a batch from having very many triangles. */
static bool reserve_batch(fy_t3dm_maker *m, uint32_t triangles) {
    if (triangles <= m->bench.capacity) return true;
    return open_bench(m->job, triangles + triangles / 2, &m->bench);
}

/* Room for `more` elements at the end of a list of the result. */
static bool reserve(ferry_job *job, void **data, uint32_t count, uint32_t *capacity, uint32_t more,
                    size_t size) {
    if (more <= *capacity - count) return true;
    uint64_t wanted = count + (uint64_t)count / 4 + more;
    void *bigger = wanted > UINT32_MAX ? NULL : fy_job_resize(job, *data, (size_t)wanted, size);
    if (!bigger) return false;
    *data = bigger;
    *capacity = (uint32_t)wanted;
    return true;
}

/* --------------------------------------------------------------------------------- bones, sequence, slots */

static void group_by_bone(fy_t3dm_maker *m) {
    m->bone_count = 0;
    memset(m->group, NO_GROUP, sizeof m->group);
    for (uint32_t i = 0; i < m->batch->fresh; i++) {
        uint32_t place = m->batch->start + i, k = 0;
        uint16_t bone = m->mesh->vertices[m->batch->vertices[place]].bone;
        while (k < m->bone_count && m->bones[k] != bone) k++;
        if (k == m->bone_count) m->bones[m->bone_count++] = bone;
        m->group[place] = (uint8_t)k;
    }
}

static const uint8_t *run_values(const fy_t3dm_maker *m, uint32_t run, uint32_t *count) {
    *count = m->runs.starts[run + 1] - m->runs.starts[run];
    return m->runs.values + m->runs.starts[run];
}

/* The group of a run that is one triangle of new vertices of one bone; NO_GROUP for all others. */
static uint32_t single_group(const fy_t3dm_maker *m, uint32_t run) {
    uint32_t count;
    const uint8_t *v = run_values(m, run, &count);
    bool single = m->layout->sequences && count == 3 && m->group[v[0]] == m->group[v[1]] && m->group[v[0]] == m->group[v[2]];
    return single ? m->group[v[0]] : NO_GROUP;
}

/* Single triangles of one bone that share no corner can stand in consecutive slots and are drawn by one
 * command. Takes the bone that has most of them; the other runs become pieces. */
static void choose_sequence(fy_t3dm_maker *m) {
    bool taken[FY_T3DM_SLOTS] = {false};
    uint32_t counts[FY_T3DM_SLOTS + 1] = {0}, best = 0, count;
    for (uint32_t pass = 0; pass < 2; pass++) {
        m->sequence_count = m->piece_count = 0;
        memset(taken, 0, sizeof taken);
        for (uint32_t r = 0; r < m->runs.count; r++) {
            const uint8_t *v = run_values(m, r, &count);
            uint32_t group = single_group(m, r);
            bool fits = group != NO_GROUP && !taken[v[0]] && !taken[v[1]] && !taken[v[2]];
            if (pass == 1) fits = fits && group == best && counts[best] >= 2;
            if (!fits) {
                m->bench.pieces[m->piece_count++] = (piece){m->runs.starts[r], count};
                continue;
            }
            taken[v[0]] = taken[v[1]] = taken[v[2]] = true;
            counts[group] += pass == 0;
            if (pass == 1) memcpy(m->sequence + 3 * (size_t)m->sequence_count++, v, 3);
        }
        for (uint32_t g = 0; pass == 0 && g < m->bone_count; g++) best = counts[g] > counts[best] ? g : best;
    }
    m->sequence_group = best;
}

static void assign(fy_t3dm_maker *m, uint32_t place, uint32_t *slot) {
    m->order[*slot] = (uint8_t)place;
    m->slot[place] = (uint8_t)(*slot)++;
}

/* New vertices bone after bone. Within a bone those that nobody wants later stand together, so that the next
 * batches find room in one piece; the sequence comes last, so that more room is left for strip buffers. */
static void assign_slots(fy_t3dm_maker *m) {
    const fy_t3dm_batch *batch = m->batch;
    bool sequenced[FY_T3DM_SLOTS] = {false};
    uint32_t slot = batch->start, end = batch->start + batch->fresh, in_sequence = 3 * m->sequence_count;
    for (uint32_t i = 0; i < in_sequence; i++) sequenced[m->sequence[i]] = true;
    for (uint32_t i = 0; i < FY_T3DM_SLOTS; i++) m->slot[i] = m->order[i] = (uint8_t)i;
    for (uint32_t g = 0; g < m->bone_count; g++) {
        m->group_start[g] = slot;
        for (uint32_t wanted = 0; wanted < 2; wanted++) {
            for (uint32_t i = batch->start; i < end; i++) {
                if (m->group[i] == g && !sequenced[i] && batch->wanted[i] == wanted) assign(m, i, &slot);
            }
        }
        if (m->sequence_count && g == m->sequence_group) {
            for (uint32_t i = 0; i < in_sequence; i++) assign(m, m->sequence[i], &slot);
        }
    }
    m->group_start[m->bone_count] = slot;
}

static void count_used(fy_t3dm_maker *m) {
    m->used = 0;
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) {
        if (m->batch->wanted[m->order[s]]) m->used = s + 1;
    }
    for (uint32_t p = 0; p < m->piece_count; p++) {
        const uint8_t *v = m->runs.values + m->bench.pieces[p].first;
        for (uint32_t i = 0; i < m->bench.pieces[p].count; i++) {
            if (m->slot[v[i]] >= m->used) m->used = m->slot[v[i]] + 1u;
        }
    }
}

/* ------------------------------------------------------------------------------------------ strip buffers */

static int longer_first(const void *a, const void *b) {
    const piece *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static void put_piece(buffer *to, uint32_t first, uint32_t count) {
    to->pieces[to->piece_count++] = (piece){first, count};
    to->values += count;
}

/* The open buffer that a piece fills best, or NULL. */
static buffer *best_fit(fy_t3dm_maker *m, uint32_t count, uint32_t room) {
    buffer *best = NULL;
    for (uint32_t i = 0; i < m->buffer_count; i++) {
        buffer *b = &m->buffers[i];
        if (b->values + count <= room && (!best || b->values > best->values)) best = b;
    }
    return best;
}

static buffer *emptiest(fy_t3dm_maker *m) {
    buffer *best = NULL;
    for (uint32_t i = 0; i < m->buffer_count; i++) {
        if (!best || m->buffers[i].values < best->values) best = &m->buffers[i];
    }
    return best;
}

/* One more buffer costs a command: worth it only if what is left saves more than that against the list. */
static buffer *open_buffer(fy_t3dm_maker *m, uint32_t values_left, uint32_t pieces_left, uint32_t room) {
    if (m->layout->marks == FY_T3DM_MARKS_NONE || m->buffer_count == FY_T3DM_BUFFERS || room < 3) return NULL;
    uint64_t triangles = values_left - 2 * (uint64_t)pieces_left;
    if (FY_T3DM_CYCLES_SINGLE * triangles <=
        FY_T3DM_CYCLES_COMMAND + FY_T3DM_CYCLES_VALUE * (uint64_t)values_left)
        return NULL;
    buffer *b = &m->buffers[m->buffer_count++];
    b->piece_count = b->values = 0;
    return b;
}

/* Puts one piece into buffers, cut where it must be. What finds no room goes to the list. A piece is only cut
 * behind an even number of triangles: the next one then has the winding that a run must start with. */
static void place_piece(fy_t3dm_maker *m, piece p, uint32_t values_left, uint32_t pieces_left,
                        uint32_t room) {
    while (p.count) {
        buffer *to = best_fit(m, p.count, room);
        if (!to) to = open_buffer(m, values_left, pieces_left, room);
        if (!to) to = emptiest(m);
        uint32_t space = to ? room - to->values : 0;
        if (space >= p.count) {
            put_piece(to, p.first, p.count);
            return;
        }
        if (space < 4) break;
        uint32_t triangles = (space - 2) & ~1u;
        put_piece(to, p.first, triangles + 2);
        p.first += triangles;
        p.count -= triangles;
        values_left -= triangles;
    }
    m->bench.singles[m->single_count++] = p;
}

static void fill_buffers(fy_t3dm_maker *m) {
    uint32_t room = fy_t3dm_strip_room(m->used), left = 0;
    m->buffer_count = m->single_count = 0;
    qsort(m->bench.pieces, m->piece_count, sizeof *m->bench.pieces, longer_first);
    for (uint32_t p = 0; p < m->piece_count; p++) left += m->bench.pieces[p].count;
    for (uint32_t p = 0; p < m->piece_count; p++) {
        place_piece(m, m->bench.pieces[p], left, m->piece_count - p, room);
        left -= m->bench.pieces[p].count;
    }
}

/* ------------------------------------------------------------------------------------------------ records */

static void put_singles(fy_t3dm_maker *m, fy_t3dm_part *part, uint32_t *list_left) {
    fy_t3dm_parts *out = m->out;
    while (m->single_count && *list_left) {
        piece *p = &m->bench.singles[m->single_count - 1];
        const uint8_t *v = m->runs.values + p->first;
        /* From the end, so that the rest keeps its winding. */
        uint32_t k = p->count - 3, odd = k & 1;
        out->values[out->value_count++] = m->slot[v[odd ? k + 2 : k]];
        out->values[out->value_count++] = m->slot[v[k + 1]];
        out->values[out->value_count++] = m->slot[v[odd ? k : k + 2]];
        part->list_count = (uint16_t)(part->list_count + 3);
        out->cost.list_triangles++;
        --*list_left;
        if (--p->count < 3) m->single_count--;
    }
}

static void put_strips(fy_t3dm_maker *m, fy_t3dm_part *part) {
    fy_t3dm_parts *out = m->out;
    for (uint32_t i = 0; i < m->buffer_count; i++) {
        const buffer *b = &m->buffers[i];
        for (uint32_t k = 0; k < b->piece_count; k++) {
            for (uint32_t n = 0; n < b->pieces[k].count; n++) {
                uint32_t mark = k && !n ? FY_T3DM_MARK : 0;
                out->values[out->value_count++] =
                    (uint16_t)(m->slot[m->runs.values[b->pieces[k].first + n]] | mark);
            }
        }
        part->strips[i] = (uint8_t)b->values;
        fy_t3dm_cache_strip(&m->cache, b->values);
        out->cost.strip_values += b->values;
    }
    out->cost.buffers += m->buffer_count;
    m->buffer_count = 0;
}

static fy_t3dm_part *load_group(fy_t3dm_maker *m, uint32_t group) {
    fy_t3dm_parts *out = m->out;
    uint32_t start = m->group_start[group], count = m->group_start[group + 1] - start;
    fy_t3dm_part *part = &out->parts[out->part_count++];
    *part = (fy_t3dm_part){.first = out->stored_count,
                           .data = out->value_count,
                           .count = (uint16_t)((count + 1) & ~1u),
                           .dest = (uint16_t)start,
                           .bone = m->bones[group]};
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t vertex = m->order[start + (i < count ? i : count - 1)];
        out->stored[out->stored_count++] = m->batch->vertices[vertex];
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
static bool emit_batch(fy_t3dm_maker *m) {
    enum { LIST_MAX = 65535 / 3 };
    fy_t3dm_parts *out = m->out;
    uint32_t singles = 0;
    for (uint32_t i = 0; i < m->single_count; i++) singles += m->bench.singles[i].count - 2;
    uint32_t again = singles / LIST_MAX, values = 3 * singles + FY_T3DM_BUFFERS * FY_T3DM_BUFFER_VALUES;
    uint32_t parts = m->bone_count + again;
    if (!reserve(m->job, (void **)&out->stored, out->stored_count, &out->stored_capacity,
                 (again + 2) * (FY_T3DM_SLOTS + 1) * 2, sizeof *out->stored) ||
        !reserve(m->job, (void **)&out->parts, out->part_count, &out->part_capacity, parts,
                 sizeof *out->parts) ||
        !reserve(m->job, (void **)&out->values, out->value_count, &out->value_capacity, values,
                 sizeof *out->values)) {
        return false;
    }
    for (uint32_t g = 0; g + 1 < m->bone_count; g++) load_group(m, g);
    do {
        fy_t3dm_part *part = load_group(m, m->bone_count - 1);
        uint32_t list_left = LIST_MAX;
        put_singles(m, part, &list_left);
        if (m->single_count) continue; /* strips come last: they destroy vertices */
        part->sequence_count = (uint8_t)m->sequence_count;
        if (m->sequence_count) part->sequence_base = m->slot[m->sequence[0]];
        out->cost.sequences += m->sequence_count != 0;
        put_strips(m, part);
    } while (m->single_count);
    return true;
}

static bool lay_batch(fy_t3dm_maker *m, const fy_t3dm_batch *batch) {
    m->batch = batch;
    if (!reserve_batch(m, batch->triangle_count)) return false;
    m->runs = fy_t3dm_strip(m->bench.stripper, (const uint8_t(*)[3])batch->triangles, batch->triangle_count,
                            m->tries);
    group_by_bone(m);
    choose_sequence(m);
    assign_slots(m);
    count_used(m);
    fill_buffers(m);
    return emit_batch(m);
}

/* --------------------------------------------------------------------------------------------------
 * strategies */

static void find_standing(const fy_t3dm_maker *m, uint32_t standing[FY_T3DM_SLOTS]) {
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) {
        uint32_t load = m->cache.slots[s];
        standing[s] = load < FY_T3DM_VERTEX_LIMIT ? m->out->stored[load] : UINT32_MAX;
    }
}

/* It costs as much as the best one already, or will: after a tenth it is more than a twentieth behind. */
static bool hopeless(const fy_t3dm_maker *m, uint64_t drawn, uint64_t least) {
    uint64_t cycles = fy_t3dm_cycles(&m->out->cost), all = m->mesh->triangle_count;
    return cycles >= least ||
           (2 * drawn >= all && least < UINT64_MAX / all && 10 * cycles * all > 11 * least * drawn);
}

/* What the layout allows of a strategy. Without strips there is no use for room behind the vertices; parts without
 * a first slot cannot leave what stands in place. */
static fy_t3dm_strategy allowed(const fy_t3dm_layout *layout, fy_t3dm_strategy strategy) {
    if (strategy.slots > layout->slots || layout->marks == FY_T3DM_MARKS_NONE) strategy.slots = layout->slots;
    if (!layout->bones) strategy.keep = 0;
    return strategy;
}

/* False: an error. `done`: whether it came to its end, cheaper than `least`. */
static bool follow(fy_t3dm_maker *m, const fy_t3dm_strategy *strategy, uint64_t least, fy_t3dm_parts *out,
                   bool *done) {
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
        if (!ferry_tick(m->job) || !lay_batch(m, batch)) return false;
        drawn += batch->triangle_count;
        m->batches++;
    }
}

static uint32_t strategy_count(const fy_t3dm_mesh *mesh) {
    enum { ALL = sizeof strategies / sizeof *strategies, LEAST = 4, TRIANGLES = 60000 };
    uint32_t count = TRIANGLES / (mesh->triangle_count + 1);
    return count < LEAST ? LEAST : count < ALL ? count : ALL;
}

/* The best strategy is followed once more with more effort for its strips. */
static const fy_t3dm_parts *follow_all(fy_t3dm_maker *m) {
    uint32_t kept = 0, best = 0, count = strategy_count(m->mesh);
    uint64_t least = UINT64_MAX;
    m->bench = m->usual;
    m->batcher = fy_t3dm_batcher_open(m->job, m->mesh);
    if (!m->batcher) return NULL;
    for (uint32_t i = 0; i <= count; i++) {
        bool done;
        m->tries = i < count ? DRAFT_TRIES : FINAL_TRIES;
        if (!follow(m, &strategies[i < count ? i : best], least, &m->results[1 - kept], &done)) return NULL;
        if (!done) continue;
        kept = 1 - kept;
        best = i;
        least = fy_t3dm_cycles(&m->results[kept].cost);
        if (m->batches == 1 && i < count) i = count - 1; /* others would come to the same */
    }
    return &m->results[kept];
}

const fy_t3dm_parts *fy_t3dm_make_parts(fy_t3dm_maker *m, const fy_t3dm_mesh *mesh) {
    ferry_mark mark = ferry_job_mark(m->job);
    m->mesh = mesh;
    const fy_t3dm_parts *parts = follow_all(m);
    ferry_job_release(m->job, mark);
    return parts;
}
