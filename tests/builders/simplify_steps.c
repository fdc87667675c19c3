/* simplify_steps.c: see the header. */
#include "builders/simplify_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/maths.h"
#include "core/pipeline/pass_tidy.h"
#include "core/simplify/attributes.h"
#include "core/simplify/collapse.h"
#include "core/simplify/open_shell.h"
#include "core/simplify/pictures/flip.h"
#include "core/simplify/pictures/flips.h"
#include "core/simplify/pictures/polish.h"
#include "core/simplify/refit.h"
#include "core/simplify/store.h"
#include "helpers.h"

static const double WORK = 1e6; /* pixels that may be drawn for each step */

static uint32_t count_changes(const void *a, const void *b, size_t size, size_t count) {
    uint32_t changed = 0;
    for (size_t i = 0; i < count; i++)
        changed += memcmp((const uint8_t *)a + i * size, (const uint8_t *)b + i * size, size) != 0;
    return changed;
}

/* What an array held, to be compared with what it holds then. */
static void *copy_of(ferry_job *job, const void *data, size_t size) {
    void *copy = ferry_alloc(job, size, 1);
    ck_assert_ptr_nonnull(copy);
    return memcpy(copy, data, size);
}

/* Where no vertex moved, steps that were tried left no marks in attributes. */
static void expect_values(const fy_shell *s, const fy_point *places, const double *values) {
    for (uint32_t c = 0; c < 3 * s->triangle_count; c++) {
        if (s->corners[c] == FERRY_NONE) continue;
        const fy_wedge *w = &s->wedges[s->corners[c]];
        size_t at = (size_t)w->vertex * s->pose_count;
        if (memcmp(&places[at], &s->places[at], s->pose_count * sizeof *places) == 0)
            ck_assert_mem_eq(&values[w->slot], &s->values[w->slot],
                             fy_channel_count(s, s->corners[c]) * sizeof *values);
    }
}

static void refine(ferry_job *job, fy_shell *s, fy_pictures *p, fy_track_list *track, fy_steps *of) {
    const fy_wedge *last = &s->wedges[s->wedge_count - 1];
    size_t place = s->pose_count * sizeof *s->places, three = 3 * sizeof *s->corners,
           values = last->slot + fy_channel_count(s, s->wedge_count - 1);
    const fy_point *before = copy_of(job, s->places, s->vertex_count * place);
    const double *valued = copy_of(job, s->values, values * sizeof *valued);
    ck_assert(fy_polish(p, track, HUGE_VAL, WORK));
    expect_values(s, before, valued);
    of->steps = count_changes(before, s->places, place, s->vertex_count);
    const uint32_t *were = copy_of(job, s->corners, s->triangle_count * three);
    ck_assert(fy_flip_edges(p, track, HUGE_VAL, WORK));
    of->flips = count_changes(were, s->corners, three, s->triangle_count);
    ck_assert(fy_polish(p, track, HUGE_VAL, WORK));
}

fy_steps fy_simplify_steps(ferry_job *job, ferry_scene *scene, uint32_t most) {
    ferry_mark mark = ferry_job_mark(job);
    fy_steps of;
    fy_shell s;
    fy_pictures p;
    fy_collapse c = {.shell = &s};
    ck_assert(ferry_check(job, scene));
    ck_assert(fy_shell_open(job, scene, false, NULL, &s) && fy_pictures_open(&s, &p));
    ck_assert(fy_collapse_open(&s, NULL, &c));
    ck_assert(fy_collapse_run(&c, most, HUGE_VAL) && fy_refit(&s, &c.track, HUGE_VAL));
    of.poses = s.clip_poses;
    refine(job, &s, &p, &c.track, &of);
    ck_assert(fy_shell_store(&s));
    fy_pictures_close(&p);
    fy_collapse_close(&c);
    ferry_job_release(job, mark);
    ck_assert(fy_drop_unused_vertices(job, scene) && ferry_check(job, scene));
    return of;
}

uint32_t fy_flip_all(ferry_job *job, ferry_scene *scene) {
    ferry_mark mark = ferry_job_mark(job);
    fy_shell s;
    fy_flip flip;
    uint32_t flips = 0;
    ck_assert(fy_shell_open(job, scene, false, NULL, &s));
    for (uint32_t c = 0; c < 3 * s.triangle_count; c++)
        if (fy_flip_plan(&s, c, &flip)) {
            fy_flip_make(&s, &flip);
            flips++;
        }
    ck_assert(fy_shell_store(&s));
    ferry_job_release(job, mark);
    ck_assert(ferry_check(job, scene));
    return flips;
}

/* ------------------------------------------------------------------------------------------- edges */

static int by_bytes(const void *a, const void *b) {
    return memcmp(a, b, sizeof(fy_edge));
}

static ferry_vec3 place_at(const ferry_mesh *mesh, uint32_t corner) {
    ferry_vec3 zero = {0, 0, 0}; /* negative zeros are other bytes */
    return fy_vec3_add(mesh->positions[mesh->triangles[corner]], zero);
}

static fy_edge *list_edges(const ferry_scene *scene, size_t *count) {
    size_t most = 1;
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        most += 3 * (size_t)scene->meshes.data[m].triangle_count;
    fy_edge *edges = calloc(most, sizeof *edges);
    ck_assert_ptr_nonnull(edges);
    *count = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++)
            edges[(*count)++] = (fy_edge){place_at(mesh, c), place_at(mesh, c % 3 == 2 ? c - 2 : c + 1)};
    }
    qsort(edges, *count, sizeof *edges, by_bytes);
    return edges;
}

static size_t count_same(const fy_edge *edges, size_t count, fy_edge edge) {
    size_t same = 0;
    for (size_t i = 0; i < count; i++) same += by_bytes(&edges[i], &edge) == 0;
    return same;
}

fy_edge *fy_unpaired_edges(const ferry_scene *scene, uint32_t *unpaired) {
    size_t count;
    fy_edge *edges = list_edges(scene, &count), *found = calloc(count + 1, sizeof *found);
    ck_assert_ptr_nonnull(found);
    *unpaired = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && by_bytes(&edges[i], &edges[end]) == 0;) end++;
        fy_edge back = {edges[i].to, edges[i].from};
        if (end - i != count_same(edges, count, back)) found[(*unpaired)++] = edges[i];
    }
    free(edges);
    return found;
}

uint32_t fy_most_at_edge(const ferry_scene *scene) {
    size_t count;
    fy_edge *edges = list_edges(scene, &count);
    uint32_t most = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && by_bytes(&edges[i], &edges[end]) == 0;) end++;
        if (end - i > most) most = (uint32_t)(end - i);
    }
    free(edges);
    return most;
}
