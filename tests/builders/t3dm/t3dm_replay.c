/* t3dm_replay.c: see t3dm_replay.h. */
#include "t3dm_replay.h"

#include <stdlib.h>
#include <string.h>

enum { SLOT = 36, SLOTS = 70, CACHE = SLOT * SLOTS, MEMORY = CACHE + 352, GARBAGE = 0, NO_BONE = 0xFFFF };

typedef struct machine {
    const uint8_t *file;
    size_t size, vertices, indices;
    uint32_t memory[MEMORY]; /* which load wrote a byte: its number and the byte's place in the slot */
    replay_corner *loaded;   /* by number */
    uint32_t load_count, load_capacity, capacity;
    replay *r;
    uint32_t object;
} machine;

static uint32_t be16(const uint8_t *at) {
    return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t be32(const uint8_t *at) {
    return be16(at) << 16 | be16(at + 2);
}

static bool fail(machine *m, const char *why) {
    if (!m->r->fault) {
        m->r->fault = why;
        m->r->fault_object = m->object;
    }
    return false;
}

static bool holds(const machine *m, size_t at, size_t size) {
    return at <= m->size && size <= m->size - at;
}

/* ------------------------------------------------------------------------------------------------- memory */

static void wipe(machine *m, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to && i < MEMORY; i++) m->memory[i] = GARBAGE;
}

static uint32_t tag(uint32_t load, uint32_t byte) {
    return (load + 1) * SLOT + byte;
}

static void write_slot(machine *m, uint32_t slot, uint32_t load) {
    for (uint32_t i = 0; i < SLOT && slot * SLOT + i < MEMORY; i++) m->memory[slot * SLOT + i] = tag(load, i);
}

/* The vertex that a slot holds untouched, or NULL. */
static const replay_corner *look(const machine *m, uint32_t slot) {
    if (slot >= SLOTS || m->memory[slot * SLOT] < SLOT) return NULL;
    uint32_t load = m->memory[slot * SLOT] / SLOT - 1;
    for (uint32_t i = 0; i < SLOT; i++) {
        if (m->memory[slot * SLOT + i] != tag(load, i)) return NULL;
    }
    return &m->loaded[load];
}

static replay_corner stored(const machine *m, size_t vertex, uint32_t bone) {
    const uint8_t *pair = m->file + m->vertices + vertex / 2 * 32;
    size_t odd = vertex % 2;
    replay_corner c;
    memcpy(c.bytes, pair + 8 * odd, 8);
    memcpy(c.bytes + 8, pair + 16 + 4 * odd, 4);
    memcpy(c.bytes + 12, pair + 24 + 4 * odd, 4);
    c.bytes[16] = (uint8_t)(bone >> 8);
    c.bytes[17] = (uint8_t)bone;
    return c;
}

/* Staged at the end of the memory, worked on pair by pair. With fog switched off by the microcode's first
 * value, each pair leaves two bytes at the head of the next two slots. */
static bool load(machine *m, uint32_t first, uint32_t count, uint32_t dest, uint32_t bone) {
    uint32_t even = (count + 1) & ~1u, staging = MEMORY - 16 * even;
    if (!count || count % 2 || dest + count > SLOTS + 1) return fail(m, "a load leaves the cache");
    if (first % 32 || !holds(m, m->vertices + first, 16 * (size_t)even))
        return fail(m, "a load leaves the file");
    if (m->load_count + even > m->load_capacity) {
        m->load_capacity = 2 * (m->load_capacity + even);
        m->loaded = realloc(m->loaded, m->load_capacity * sizeof *m->loaded);
    }
    wipe(m, staging, MEMORY);
    for (uint32_t i = 0; i < even; i += 2) {
        if ((dest + i + 2) * SLOT > staging + 16 * (i + 2) && i + 2 < even)
            return fail(m, "a load overwrites its own input");
        for (uint32_t k = 0; k < 2; k++) {
            m->loaded[m->load_count] = stored(m, first / 16 + i + k, bone);
            write_slot(m, dest + i + k, m->load_count++);
            wipe(m, (dest + i + k + 2) * SLOT, (dest + i + k + 2) * SLOT + 2);
        }
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- draws */

static bool draw(machine *m, uint32_t a, uint32_t b, uint32_t c) {
    const replay_corner *v[3] = {look(m, a), look(m, b), look(m, c)};
    uint32_t least = 0;
    if (!v[0] || !v[1] || !v[2])
        return fail(m, "a triangle names a slot that was overwritten or never loaded");
    if (a == b || a == c || b == c) {
        /* A fault, but one that Tiny3D's importer makes: what the rest costs is to be known all the same. */
        fail(m, "a triangle names a slot twice");
        m->r->costs[m->object].triangles++;
        return true;
    }
    if (m->r->count == m->capacity) {
        m->capacity = 2 * m->capacity + 64;
        m->r->triangles = realloc(m->r->triangles, m->capacity * sizeof *m->r->triangles);
    }
    for (uint32_t k = 1; k < 3; k++) {
        if (memcmp(v[k], v[least], sizeof *v[k]) < 0) least = k;
    }
    replay_triangle *to = &m->r->triangles[m->r->count++];
    to->object = m->object;
    for (uint32_t k = 0; k < 3; k++) to->corners[k] = *v[(least + k) % 3];
    m->r->costs[m->object].triangles++;
    return true;
}

static bool draw_buffer(machine *m, const uint8_t *values, uint32_t count) {
    uint32_t run = 0;
    wipe(m, CACHE - ((2 * count + 7) & ~7u), CACHE);
    for (uint32_t i = 0; i < count; i++, run++) {
        uint32_t slots[3];
        if (be16(values + 2 * i) & 0x8000) {
            if (!i || run < 3) return fail(m, "a strip is shorter than a triangle");
            run = 0;
        }
        if (run < 2) continue;
        for (uint32_t k = 0; k < 3; k++) slots[k] = be16(values + 2 * (i - 2 + k)) & 0x7FFF;
        if (!draw(m, slots[run % 2 ? 2 : 0], slots[1], slots[run % 2 ? 0 : 2])) return false;
    }
    return run >= 3 || fail(m, "a strip is shorter than a triangle");
}

static bool draw_part(machine *m, const uint8_t *part) {
    replay_cost *cost = &m->r->costs[m->object];
    uint32_t bone = be16(part + 14), count = be16(part + 4), list = be16(part + 12);
    size_t at = m->indices + be32(part + 8);
    cost->loads++;
    cost->vertices += count;
    cost->matrices += bone != NO_BONE;
    if (!load(m, be32(part), count, be16(part + 6), bone)) return false;
    if (list % 3 || !holds(m, at, list)) return fail(m, "a list leaves the file");
    for (uint32_t i = 0; i < list; i += 3, cost->singles++) {
        if (!draw(m, m->file[at + i], m->file[at + i + 1], m->file[at + i + 2])) return false;
    }
    for (uint32_t i = 0; i < part[21]; i++) {
        uint32_t base = part[20] + 3 * i;
        if (!draw(m, base, base + 1, base + 2)) return false;
    }
    cost->sequences += part[21] != 0;
    cost->ends += part[16] != 0;
    if (list && !part[16] && !part[21]) cost->lists++;
    at += list;
    for (uint32_t k = 0; k < 4 && part[16 + k]; k++) {
        at = (at + 7) & ~(size_t)7;
        if (!holds(m, at, 2 * (size_t)part[16 + k])) return fail(m, "a strip buffer leaves the file");
        cost->buffers++;
        cost->values += part[16 + k];
        cost->strips++;
        for (uint32_t i = 0; i < part[16 + k]; i++) cost->strips += m->file[at + 2 * i] >> 7;
        if (!draw_buffer(m, m->file + at, part[16 + k])) return false;
        at += 2 * (size_t)part[16 + k];
    }
    return true;
}

static int by_corner(const void *a, const void *b) {
    return memcmp(a, b, sizeof(replay_corner));
}

static int by_triangle(const void *a, const void *b) {
    const replay_triangle *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return memcmp(x->corners, y->corners, sizeof x->corners);
}

/* Vertices that no order can avoid to load: those that differ, or have different bones. */
static uint64_t count_distinct(const replay_triangle *triangles, uint32_t count) {
    size_t corners = 3 * (size_t)count;
    replay_corner *all = malloc((corners + 1) * sizeof *all);
    uint64_t distinct = count != 0;
    for (uint32_t i = 0; i < count; i++) memcpy(all + 3 * (size_t)i, triangles[i].corners, 3 * sizeof *all);
    qsort(all, corners, sizeof *all, by_corner);
    for (size_t i = 1; i < corners; i++) distinct += memcmp(&all[i - 1], &all[i], sizeof *all) != 0;
    free(all);
    return distinct;
}

static void add(replay_cost *sum, const replay_cost *more) {
    sum->triangles += more->triangles;
    sum->distinct += more->distinct;
    sum->loads += more->loads;
    sum->vertices += more->vertices;
    sum->matrices += more->matrices;
    sum->singles += more->singles;
    sum->sequences += more->sequences;
    sum->buffers += more->buffers;
    sum->values += more->values;
    sum->strips += more->strips;
    sum->lists += more->lists;
    sum->ends += more->ends;
    sum->pops += more->pops;
}

/* Nothing may be expected in the cache from the object before: the game may skip it. */
static bool draw_object(machine *m, size_t at) {
    uint32_t parts = holds(m, at, 32) ? be16(m->file + at + 4) : 0, first = m->r->count;
    if (!holds(m, at + 32, 24 * (size_t)parts)) return fail(m, "an object leaves the file");
    wipe(m, 0, MEMORY);
    m->load_count = 0;
    bool pushed = false;
    for (uint32_t p = 0; p < parts; p++) {
        const uint8_t *part = m->file + at + 32 + 24 * (size_t)p;
        m->r->fault_part = p;
        if (!draw_part(m, part)) return false;
        if (pushed && be16(part + 14) == NO_BONE) m->r->costs[m->object].pops++;
        pushed = be16(part + 14) != NO_BONE;
    }
    m->r->costs[m->object].pops += pushed;
    m->r->costs[m->object].distinct = count_distinct(m->r->triangles + first, m->r->count - first);
    add(&m->r->total, &m->r->costs[m->object]);
    return true;
}

static bool draw_all(machine *m) {
    static const uint8_t magic[4] = {'T', '3', 'M', 4};
    if (!holds(m, 0, 0x2C) || memcmp(m->file, magic, 4) != 0) return fail(m, "no T3DM file of layout V4");
    uint32_t chunks = be32(m->file + 4);
    if (!holds(m, 0x2C, 4 * (size_t)chunks)) return fail(m, "a chunk table leaves the file");
    for (uint32_t c = 0; c < chunks; c++) {
        uint32_t entry = be32(m->file + 0x2C + 4 * (size_t)c);
        m->r->objects += entry >> 24 == 'O';
        if (entry >> 24 == 'V') m->vertices = entry & 0xFFFFFF;
        if (entry >> 24 == 'I') m->indices = entry & 0xFFFFFF;
    }
    m->r->costs = calloc(m->r->objects + 1, sizeof *m->r->costs);
    for (uint32_t c = 0; c < chunks; c++) {
        uint32_t entry = be32(m->file + 0x2C + 4 * (size_t)c);
        if (entry >> 24 == 'O' && !draw_object(m, entry & 0xFFFFFF)) return false;
        m->object += entry >> 24 == 'O';
    }
    return true;
}

replay fy_replay(ferry_bytes file) {
    replay r = {0};
    machine *m = calloc(1, sizeof *m);
    *m = (machine){.file = file.data, .size = file.size, .r = &r};
    draw_all(m);
    if (r.count) qsort(r.triangles, r.count, sizeof *r.triangles, by_triangle);
    free(m->loaded);
    free(m);
    return r;
}

void fy_replay_free(replay *r) {
    free(r->triangles);
    free(r->costs);
    *r = (replay){0};
}

uint64_t fy_replay_cycles(const replay_cost *c) {
    return 105 * c->triangles + 40 * c->vertices + 150 * c->loads + 460 * c->matrices + 360 * c->pops +
           51 * c->singles + 72 * c->lists + 97 * c->sequences + 69 * c->buffers + 30 * c->ends +
           7 * c->strips + 2 * c->values;
}

uint64_t fy_replay_commands(const replay_cost *c) {
    return c->loads + c->singles + c->sequences + c->buffers;
}
