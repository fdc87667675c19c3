/*
 * t3dm_tracks_cost.c: what the tracks chunk costs the console's CPU each frame, where a game plays it with
 * n64/ferry64_tracks.h (docs/cost.md, "CPU").
 *
 *     tracks of the clips of one name -> which morphs and areas change -> which groups of vertices change
 *
 * An estimate: what the header does is counted from the chunk, and each kind of work has a price, as counted
 * once in a MIPS build that was played. The groups are those that the header makes when it opens the model.
 */
#include "formats/t3dm/check/t3dm_tracks_cost.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_morphs.h"

/* What is counted. */
typedef enum work {
    FRAME,        /* once */
    OBJECT,       /* of the model */
    MATERIAL,     /* of the model */
    RESET,        /* materials that some clip changes */
    PART,         /* loads with a vertex that moves */
    DRIVER,       /* morphs and areas of the chunk */
    GROUP,        /* of vertices, where any moves */
    SHARE,        /* morphs and areas of groups, the same */
    CLIP,         /* of the name */
    TRACK,        /* of these clips */
    HALVING,      /* of their keys, to find the one of the moment */
    LINE,         /* tracks between two keys */
    NUMBER,       /* of their values */
    TILE,         /* tracks of texture tiles */
    COLOR,        /* tracks of colours */
    TERM,         /* components that morphs move, of groups that are written */
    POSITION,     /* vertices written */
    NORMAL,       /* those whose normals turn */
    TEXEL,        /* texture coordinates written */
    VERTEX_COLOR, /* colours written */
    CELL,         /* moves that differ from vertex to vertex, summed up */
    VIEW,         /* where there are billboards, once */
    BILLBOARD,    /* bones that face the camera */
    WORKS
} work;

/* Tenths of instructions and of cycles. */
static const struct price {
    uint32_t instructions, cycles;
} prices[WORKS] = {
    [FRAME] = {2326, 2574}, [OBJECT] = {359, 377},       [MATERIAL] = {193, 226},
    [RESET] = {300, 360},   [PART] = {140, 160},         [DRIVER] = {120, 140},
    [GROUP] = {200, 240},   [SHARE] = {100, 120},        [CLIP] = {3533, 5451},
    [TRACK] = {1578, 1935}, [HALVING] = {63, 71},        [LINE] = {971, 1890},
    [NUMBER] = {120, 180},  [TILE] = {1425, 1866},       [COLOR] = {300, 450},
    [TERM] = {430, 448},    [POSITION] = {2242, 2739},   [NORMAL] = {4015, 6312},
    [TEXEL] = {556, 849},   [VERTEX_COLOR] = {546, 650}, [CELL] = {115, 195},
    [VIEW] = {2100, 3700},  [BILLBOARD] = {8400, 19200},
};

enum { COMPONENTS = 8, TURNS = 3, SHIFTS = 6 }; /* of a move: position, normal, texture coordinates */

/* A morph's or an area's record of a vertex. */
typedef struct entry {
    uint32_t vertex, driver;
    const uint8_t *record;
} entry;

/* A morph or an area in a group, and how it moves its vertices. */
typedef struct share {
    uint32_t driver, vertices;
    int16_t least[COMPONENTS], most[COMPONENTS];
} share;

typedef struct group {
    uint32_t vertices, first_share, share_count;
    uint32_t met; /* by the name of this number, from 1 on */
} group;

/* A morph or an area, as the clips of a name have it. */
typedef struct driver {
    uint32_t first_group, group_count; /* in group_numbers */
    /* by the name of this number: it is there, it is another one each frame */
    uint32_t met, moved;
} driver;

typedef struct costing {
    ferry_job *job;
    fy_t3dm_tracks_reader *t;
    entry *entries;
    share *shares;
    group *groups;
    driver *drivers;
    uint32_t *group_numbers; /* by driver */
    uint32_t entry_count, share_count, group_count, driver_count, morphs;
    uint32_t name; /* number of the one that is looked at */
    uint64_t counts[WORKS];
} costing;

static const uint8_t *record_of(const costing *c, fy_t3dm_section section, uint32_t number) {
    return c->t->chunk.data + c->t->at[section] + (size_t)number * fy_t3dm_section_kinds[section].bytes;
}

/* ------------------------------------------------------------------------------------- groups of vertices */

static fy_t3dm_section section_of(const costing *c, uint32_t number) {
    if (number >= c->morphs) return FY_T3DM_VERT;
    return record_of(c, FY_T3DM_MRPH, number)[8] ? FY_T3DM_SHFT : FY_T3DM_MOVE;
}

static const uint8_t *driver_record(const costing *c, uint32_t number) {
    return number < c->morphs ? record_of(c, FY_T3DM_MRPH, number)
                              : record_of(c, FY_T3DM_AREA, number - c->morphs);
}

static int by_vertex(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->vertex != y->vertex) return x->vertex < y->vertex ? -1 : 1;
    if (x->driver != y->driver) return x->driver < y->driver ? -1 : 1;
    return x->record < y->record ? -1 : x->record > y->record;
}

static bool list_entries(costing *c) {
    uint64_t count = 0;
    for (uint32_t d = 0; d < c->driver_count; d++) count += ferry_be32(driver_record(c, d) + 4);
    c->entries = ferry_new(c->job, entry, (size_t)count + 1);
    if (!c->entries) return false;
    for (uint32_t d = 0; d < c->driver_count; d++) {
        const uint8_t *of = driver_record(c, d);
        for (uint32_t i = 0; i < ferry_be32(of + 4); i++) {
            const uint8_t *record = record_of(c, section_of(c, d), ferry_be32(of) + i);
            c->entries[c->entry_count++] = (entry){ferry_be32(record), d, record};
        }
    }
    if (count) qsort(c->entries, c->entry_count, sizeof *c->entries, by_vertex);
    return true;
}

/* Entries of one vertex, from `first` on. */
static uint32_t count_of_vertex(const costing *c, uint32_t first) {
    uint32_t end = first;
    while (end < c->entry_count && c->entries[end].vertex == c->entries[first].vertex) end++;
    return end - first;
}

/* Whether a vertex can stand in one group with the first of it: the same areas, no other morphs, at least
 * half. */
static bool joins(const costing *c, const entry *lead, uint32_t lead_count, const entry *of, uint32_t count) {
    uint32_t own = 0;
    if (2 * count < lead_count) return false;
    for (uint32_t i = 0; i < lead_count; i++) {
        if (own < count && of[own].driver == lead[i].driver)
            own++;
        else if (lead[i].driver >= c->morphs)
            return false;
    }
    return own == count;
}

static int16_t value_of(const costing *c, const entry *from, uint32_t component) {
    bool shifts = section_of(c, from->driver) == FY_T3DM_SHFT;
    if (shifts != (component >= SHIFTS) || from->driver >= c->morphs) return 0;
    if (shifts) return (int16_t)ferry_be16(from->record + 4 + 2 * (component - SHIFTS));
    if (component >= TURNS) return (int8_t)from->record[10 + component - TURNS];
    return (int16_t)ferry_be16(from->record + 4 + 2 * component);
}

/* Entries of one more vertex; those of its drivers are in the order of the group's. */
static void take_vertex(const costing *c, const group *of, const entry *entries, uint32_t count) {
    share *to = c->shares + of->first_share;
    for (uint32_t i = 0; i < count; i++, to++) {
        while (to->driver != entries[i].driver) to++;
        for (uint32_t k = 0; k < COMPONENTS; k++) {
            int16_t value = value_of(c, &entries[i], k);
            if (!to->vertices || value < to->least[k]) to->least[k] = value;
            if (!to->vertices || value > to->most[k]) to->most[k] = value;
        }
        to->vertices++;
    }
}

/* Those that leave out some of its vertices do not move them. */
static void close_group(const costing *c, const group *of) {
    for (share *s = c->shares + of->first_share; s < c->shares + of->first_share + of->share_count; s++)
        for (uint32_t k = 0; k < COMPONENTS && s->vertices < of->vertices; k++) {
            if (s->least[k] > 0) s->least[k] = 0;
            if (s->most[k] < 0) s->most[k] = 0;
        }
}

static group *open_group(costing *c, const entry *lead, uint32_t count) {
    group *made = &c->groups[c->group_count++];
    *made = (group){.first_share = c->share_count, .share_count = count};
    for (uint32_t i = 0; i < count; i++) c->shares[c->share_count++].driver = lead[i].driver;
    return made;
}

/* Vertices side by side that the same morphs move and the same areas colour. */
static bool make_groups(costing *c) {
    const entry *lead = NULL;
    group *open = NULL;
    c->groups = ferry_new(c->job, group, c->entry_count + (size_t)1);
    c->shares = ferry_new(c->job, share, c->entry_count + (size_t)1);
    if (!c->groups || !c->shares) return false;
    for (uint32_t at = 0, count; at < c->entry_count; at += count) {
        const entry *of = &c->entries[at];
        count = count_of_vertex(c, at);
        bool next = open && of->vertex == of[-1].vertex + 1 && joins(c, lead, open->share_count, of, count);
        if (!next) {
            if (open) close_group(c, open);
            lead = of;
            open = open_group(c, lead, count);
        }
        take_vertex(c, open, of, count);
        open->vertices++;
    }
    if (open) close_group(c, open);
    return true;
}

/* The groups of each driver. */
static bool list_groups_of_drivers(costing *c) {
    uint32_t at = 0;
    c->drivers = ferry_new(c->job, driver, c->driver_count + (size_t)1);
    c->group_numbers = ferry_new(c->job, uint32_t, c->share_count + (size_t)1);
    if (!c->drivers || !c->group_numbers) return false;
    for (uint32_t i = 0; i < c->share_count; i++) c->drivers[c->shares[i].driver].group_count++;
    for (uint32_t d = 0; d < c->driver_count; d++) {
        c->drivers[d].first_group = at;
        at += c->drivers[d].group_count;
        c->drivers[d].group_count = 0;
    }
    for (uint32_t g = 0; g < c->group_count; g++)
        for (uint32_t i = 0; i < c->groups[g].share_count; i++) {
            driver *of = &c->drivers[c->shares[c->groups[g].first_share + i].driver];
            c->group_numbers[of->first_group + of->group_count++] = g;
        }
    return true;
}

/* ---------------------------------------------------------------------------------------- clips of a name */

typedef struct track {
    uint8_t target;
    bool line;
    uint32_t object, keys, width;
    bool nothing; /* its only value is 0 */
} track;

static track read_track(const costing *c, uint32_t number) {
    const uint8_t *at = record_of(c, FY_T3DM_TRAK, number);
    track read = {.target = at[0],
                  .line = at[2] == 1,
                  .object = ferry_be16(at + 4),
                  .keys = ferry_be16(at + 6),
                  .width = at[3]};
    float value = ferry_bef32(at + 20) +
                  ferry_bef32(at + 16) * (float)ferry_be16(record_of(c, FY_T3DM_VALU, ferry_be32(at + 12)));
    read.nothing = read.keys == 1 && !(value < 0 || value > 0);
    return read;
}

/* Number of what a track of vertices drives; FERRY_NONE: it drives no vertices. */
static uint32_t driver_of(const costing *c, const track *of) {
    if (of->target == FY_T3DM_TARGET_MORPH) return of->object;
    return of->target == FY_T3DM_TARGET_AREA ? c->morphs + of->object : FERRY_NONE;
}

static void add_track(costing *c, uint32_t number) {
    track t = read_track(c, number);
    uint32_t d = driver_of(c, &t);
    c->counts[TRACK]++;
    for (uint32_t keys = t.keys; keys > 1; keys -= keys / 2) c->counts[HALVING]++;
    c->counts[LINE] += t.line && t.keys > 1;
    c->counts[NUMBER] += t.width;
    c->counts[TILE] += t.target == FY_T3DM_TARGET_TILE_OFFSET;
    c->counts[COLOR] +=
        t.target == FY_T3DM_TARGET_PRIM || t.target == FY_T3DM_TARGET_ENV || t.target == FY_T3DM_TARGET_AREA;
    if (d == FERRY_NONE || (d < c->morphs && t.nothing)) return;
    c->drivers[d].met = c->name;
    if (t.keys == 1) return;
    c->drivers[d].moved = c->name;
    c->counts[GROUP] = c->group_count; /* all are looked at then */
    c->counts[SHARE] = c->share_count;
}

static void count_share(costing *c, const share *of, uint32_t vertices, bool *turns) {
    for (uint32_t k = 0; k < COMPONENTS; k++) {
        if (!of->least[k] && !of->most[k]) continue;
        c->counts[TERM]++;
        if (c->drivers[of->driver].met != c->name) continue;
        if (of->least[k] != of->most[k]) c->counts[CELL] += vertices;
        *turns |= k >= TURNS && k < SHIFTS;
    }
}

/* What a group is written of, once a frame. */
static void add_group(costing *c, group *of) {
    bool moves = false, vertex_color_groups = false, turns = false, places = false, shifts = false;
    const share *first = c->shares + of->first_share;
    of->met = c->name;
    for (uint32_t i = 0; i < of->share_count; i++) {
        bool morph = first[i].driver < c->morphs;
        bool moved = c->drivers[first[i].driver].moved == c->name;
        moves |= morph && moved;
        vertex_color_groups |= !morph && moved;
        shifts |= morph && section_of(c, first[i].driver) == FY_T3DM_SHFT;
        places |= morph && section_of(c, first[i].driver) == FY_T3DM_MOVE;
    }
    for (uint32_t i = 0; moves && i < of->share_count; i++)
        if (first[i].driver < c->morphs) count_share(c, &first[i], of->vertices, &turns);
    if (moves && places) c->counts[turns ? NORMAL : POSITION] += of->vertices;
    if (moves && shifts) c->counts[TEXEL] += of->vertices;
    if (vertex_color_groups) c->counts[VERTEX_COLOR] += of->vertices;
}

static void add_groups(costing *c, uint32_t number) {
    track t = read_track(c, number);
    uint32_t d = driver_of(c, &t);
    for (uint32_t i = 0; d != FERRY_NONE && i < c->drivers[d].group_count; i++) {
        group *of = &c->groups[c->group_numbers[c->drivers[d].first_group + i]];
        if (of->met != c->name) add_group(c, of);
    }
}

/* One pass for each step: what moves is known once all tracks of the name are. */
static void add_clip(costing *c, uint32_t clip, void (*add)(costing *c, uint32_t track)) {
    const uint8_t *at = record_of(c, FY_T3DM_CLIP, clip);
    for (uint32_t i = 0; i < ferry_be32(at + 24); i++) add(c, ferry_be32(at + 20) + i);
}

/* -------------------------------------------------------------------------------------------- the dearest */

typedef struct named {
    const char *name;
    uint32_t clip;
} named;

static int by_name(const void *a, const void *b) {
    const named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->clip > y->clip) - (x->clip < y->clip);
}

static fy_t3dm_cpu price_of(const costing *c, const char *clip) {
    fy_t3dm_cpu sum = {.clip = clip};
    for (int k = 0; k < WORKS; k++) {
        sum.instructions += c->counts[k] * prices[k].instructions;
        sum.cycles += c->counts[k] * prices[k].cycles;
    }
    sum.instructions = (sum.instructions + 5) / 10;
    sum.cycles = (sum.cycles + 5) / 10;
    return sum;
}

/* What is there whatever plays. */
static void count_model(costing *c, const fy_t3dm_drawing *total, uint32_t objects, uint64_t counts[WORKS]) {
    const fy_t3dm_tracks_reader *t = c->t;
    bool *met = c->drivers ? ferry_new(c->job, bool, t->materials + (size_t)1) : NULL;
    counts[FRAME] = 1;
    counts[OBJECT] = objects;
    counts[MATERIAL] = t->materials;
    counts[PART] = total->moving_parts;
    counts[DRIVER] = c->driver_count;
    counts[VIEW] = t->count[FY_T3DM_BILLBOARD] != 0;
    counts[BILLBOARD] = t->count[FY_T3DM_BILLBOARD];
    for (uint32_t i = 0; met && i < t->next_track; i++) { /* the clips' own */
        track of = read_track(c, i);
        if (of.target < FY_T3DM_TARGET_TILE_OFFSET || of.target > FY_T3DM_TARGET_ENV || met[of.object])
            continue;
        met[of.object] = true;
        counts[RESET]++;
    }
}

static void find_dearest(costing *c, const named *names, const uint64_t model[WORKS], fy_t3dm_cpu *dearest) {
    uint32_t count = c->t->count[FY_T3DM_CLIP];
    memcpy(c->counts, model, sizeof c->counts);
    *dearest = price_of(c, NULL);
    for (uint32_t i = 0, end; i < count; i = end) {
        end = i + 1;
        while (end < count && strcmp(names[end].name, names[i].name) == 0) end++;
        memcpy(c->counts, model, sizeof c->counts);
        c->name++;
        c->counts[CLIP] = end - i;
        for (uint32_t k = i; k < end; k++) add_clip(c, names[k].clip, add_track);
        for (uint32_t k = i; k < end; k++) add_clip(c, names[k].clip, add_groups);
        fy_t3dm_cpu price = price_of(c, names[i].name);
        if (!dearest->clip || price.cycles > dearest->cycles) *dearest = price;
    }
}

bool fy_t3dm_price_tracks(fy_t3dm_reader *r, uint32_t first_clip, const fy_t3dm_drawing *total,
                          uint32_t objects, fy_t3dm_cpu *cpu) {
    costing c = {.job = r->job, .t = r->tracks};
    uint64_t model[WORKS] = {0};
    if (!r->tracks) return true;
    c.morphs = r->tracks->count[FY_T3DM_MRPH];
    c.driver_count = c.morphs + r->tracks->count[FY_T3DM_AREA];
    uint32_t count = r->tracks->count[FY_T3DM_CLIP];
    named *names = ferry_new(r->job, named, count + (size_t)1);
    if (!names || !list_entries(&c) || !make_groups(&c) || !list_groups_of_drivers(&c)) return false;
    for (uint32_t i = 0; i < count; i++) names[i] = (named){r->scene->clips.data[first_clip + i].name, i};
    if (count) qsort(names, count, sizeof *names, by_name);
    count_model(&c, total, objects, model);
    find_dearest(&c, names, model, cpu);
    return true;
}
