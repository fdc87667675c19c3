/*
 * t3dm_sweep.c: orders triangles so that a narrow front of vertices passes over the mesh once.
 *
 * docs/formats/t3dm.md, "How batches are made". Levels of equal distance from a far end of the mesh are the
 * first fronts. Where they are too wide, bands of several levels are cut, and each is swept from one of its
 * ends to the other: there the fronts run across the band. Breadth-first searches only, so linear.
 */
#include "formats/t3dm/mesh/t3dm_sweep.h"

#include <string.h>

#include "formats/t3dm/mesh/t3dm_batcher.h"

typedef struct sweep {
    const fy_t3dm_batcher *b;
    uint32_t *queue, *level, *seen; /* of vertices; `seen` by number of the flood */
    uint32_t *passed;               /* of triangles: the flood that came to all corners */
    uint32_t *widths;               /* vertices of each level, then the region of each level */
    uint32_t *region, *sorted,
        *starts;  /* of triangles; triangles by region; where a region starts in there */
    uint8_t *out; /* triangle has its place in the order */
    uint32_t flood, count;
    uint32_t *order;
} sweep;

/* A triangle has its place once all its corners were reached. */
static void place_completed(sweep *s, uint32_t v, uint32_t region) {
    for (uint32_t i = s->b->first[v]; i < s->b->first[v + 1]; i++) {
        uint32_t t = s->b->adjacency[i];
        const uint32_t *c = fy_t3dm_corners(s->b, t);
        if (s->out[t] || s->region[t] != region) continue;
        if (s->seen[c[0]] != s->flood || s->seen[c[1]] != s->flood || s->seen[c[2]] != s->flood) continue;
        s->out[t] = 1;
        s->order[s->count++] = t;
    }
}

/* Reaches all vertices that triangles of a region connect with `start`, nearest first. Returns
 * their number. */
static uint32_t flood(sweep *s, uint32_t start, uint32_t region, bool slot_of) {
    const fy_t3dm_batcher *b = s->b;
    uint32_t count = 1;
    s->seen[start] = ++s->flood;
    s->queue[0] = start;
    s->level[start] = 0;
    for (uint32_t at = 0; at < count; at++) {
        uint32_t v = s->queue[at];
        for (uint32_t i = b->first[v], end = b->first[v + 1]; i < end; i++) {
            uint32_t t = b->adjacency[i];
            if (s->region[t] != region || s->passed[t] == s->flood) continue;
            const uint32_t *c = fy_t3dm_corners(b, t);
            s->passed[t] = s->flood;
            for (uint32_t k = 0; k < 3; k++) {
                if (s->seen[c[k]] == s->flood) continue;
                s->seen[c[k]] = s->flood;
                s->level[c[k]] = s->level[v] + 1;
                s->queue[count++] = c[k];
                if (slot_of) place_completed(s, c[k], region);
            }
        }
    }
    return count;
}

/* A vertex at the rim of what is connected with `start`: the last one reached from the last one reached. */
static uint32_t far_end(sweep *s, uint32_t start, uint32_t region) {
    uint32_t end = s->queue[flood(s, start, region, false) - 1];
    return s->queue[flood(s, end, region, false) - 1];
}

/* Regions of a flood's levels: where fronts are narrow, as many as stand together; where they are wide,
 * `width` levels. */
static uint32_t number_levels(sweep *s, uint32_t count, uint32_t width, uint32_t region) {
    uint32_t levels = s->level[s->queue[count - 1]] + 1, since = 0;
    bool was_wide = false;
    memset(s->widths, 0, (levels + (size_t)1) * sizeof *s->widths);
    for (uint32_t i = 0; i < count; i++) s->widths[s->level[s->queue[i]]]++;
    for (uint32_t l = 0; l < levels; l++, since++) {
        bool wide = s->widths[l] > width + 1 || s->widths[l + 1] > width + 1;
        if (l && (wide != was_wide || (wide && since == width))) {
            region++;
            since = 0;
        }
        was_wide = wide;
        s->widths[l] = region;
    }
    return region + 1;
}

/* Gives each triangle the region of its nearest corner. Returns the number of regions, of which 0 is not
 * used. */
static uint32_t cut_regions(sweep *s, uint32_t width) {
    const fy_t3dm_batcher *b = s->b;
    uint32_t regions = 1;
    memset(s->region, 0, b->mesh->triangle_count * sizeof *s->region);
    for (uint32_t t = 0; t < b->mesh->triangle_count; t++) {
        if (s->region[t]) continue;
        uint32_t count = flood(s, far_end(s, fy_t3dm_corners(b, t)[0], 0), 0, false);
        regions = number_levels(s, count, width, regions);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t v = s->queue[i];
            for (uint32_t k = b->first[v]; k < b->first[v + 1]; k++) {
                if (!s->region[b->adjacency[k]]) s->region[b->adjacency[k]] = s->widths[s->level[v]];
            }
        }
    }
    return regions;
}

static void sort_by_region(sweep *s, uint32_t regions) {
    uint32_t count = s->b->mesh->triangle_count;
    memset(s->starts, 0, (regions + (size_t)1) * sizeof *s->starts);
    for (uint32_t t = 0; t < count; t++) s->starts[s->region[t] + 1]++;
    for (uint32_t r = 0; r < regions; r++) s->starts[r + 1] += s->starts[r];
    for (uint32_t t = 0; t < count; t++) s->sorted[s->starts[s->region[t]]++] = t;
}

void fy_t3dm_sweep(fy_t3dm_batcher *b, uint32_t width) {
    /* Every flood of cut_regions() makes at most as many regions as it has levels, so `starts` has room by
     * vertices. */
    sweep s = {.b = b,
               .queue = b->frontier,
               .level = b->open,
               .seen = b->listed,
               .passed = b->passed,
               .widths = b->gain,
               .region = b->rank,
               .sorted = b->sorted,
               .starts = b->born,
               .out = b->done,
               .order = b->seeds};
    memset(s.seen, 0, b->mesh->vertex_count * sizeof *s.seen);
    memset(s.out, 0, b->mesh->triangle_count);
    memset(s.passed, 0, b->mesh->triangle_count * sizeof *s.passed);
    sort_by_region(&s, cut_regions(&s, width));
    for (uint32_t i = 0; i < b->mesh->triangle_count; i++) {
        uint32_t t = s.sorted[i], region = s.region[t];
        if (!s.out[t]) flood(&s, far_end(&s, fy_t3dm_corners(b, t)[0], region), region, true);
    }
}
