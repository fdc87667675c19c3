/* rigid_blends.c: bones between two joints: listed, chosen by what they take off from errors, made. */
#include "core/pipeline/rigid/rigid_blends.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/pipeline/rigid/rigid_fit.h"

typedef struct pair {
    uint32_t a, b, influence; /* a < b */
} pair;

static int by_joints(const void *x, const void *y) {
    const pair *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    return (p->influence > q->influence) - (p->influence < q->influence);
}

/* The two heaviest joints of an influence; false: it has one only. */
static bool find_pair(const ferry_skin *skin, uint32_t influence, pair *to) {
    const ferry_influence *run = &skin->influences[influence];
    uint32_t best[2] = {FERRY_NONE, FERRY_NONE};
    for (uint32_t w = run->first; w < run->first + run->count; w++) {
        uint32_t joint = skin->weights[w].joint;
        if (joint == best[0] || joint == best[1]) continue;
        double weight = fy_rigid_weight_of(skin, run, joint);
        if (best[0] == FERRY_NONE || weight > fy_rigid_weight_of(skin, run, best[0])) {
            best[1] = best[0];
            best[0] = joint;
        } else if (best[1] == FERRY_NONE || weight > fy_rigid_weight_of(skin, run, best[1])) {
            best[1] = joint;
        }
    }
    *to = (pair){best[0] < best[1] ? best[0] : best[1], best[0] < best[1] ? best[1] : best[0], influence};
    return best[1] != FERRY_NONE;
}

bool fy_rigid_list_blends(fy_rigid *r, const ferry_scene *scene) {
    const ferry_skin *skin = r->skin;
    pair *pairs = ferry_new(r->job, pair, (size_t)skin->influence_count + 1);
    r->blend_of = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    r->blends = ferry_new(r->job, fy_blend, (size_t)skin->influence_count + 1);
    r->ranks = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    if (!pairs || !r->blend_of || !r->blends || !r->ranks) return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        r->blend_of[i] = FERRY_NONE;
        count += r->blend_room && find_pair(skin, i, &pairs[count]);
    }
    if (count) qsort(pairs, count, sizeof *pairs, by_joints);
    for (uint32_t i = 0; i < count; i++) {
        bool same = i && pairs[i].a == pairs[i - 1].a && pairs[i].b == pairs[i - 1].b;
        if (!same) {
            r->ranks[r->blend_count] = FERRY_NONE;
            r->blends[r->blend_count++] = fy_blend_of(scene, skin, pairs[i].a, pairs[i].b);
        }
        r->blend_of[pairs[i].influence] = r->blend_count - 1;
    }
    return true;
}

static void measure_gains(const fy_rigid *r, const ferry_mesh *mesh, fy_blend_gains *to) {
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t influence = mesh->influences[v], blend = r->blend_of[influence];
        if (r->skin->influences[influence].count < 2) continue;
        fy_rigid_fit best = fy_rigid_choose_joint(r, influence, mesh->positions[v]);
        fy_raise(&to->largest, best.error);
        to->squares += best.error;
        to->vertices++;
        if (blend == FERRY_NONE) continue;
        fy_rigid_fit other =
            fy_rigid_fit_of(r, influence, r->skin->weight_count + influence, mesh->positions[v], &best);
        if (other.rest <= r->bound && other.error < best.error) to->gains[blend] += best.error - other.error;
    }
}

/* The best ones, as many as there is room for; what gains less than rounding is none. */
static uint32_t rank_blends(fy_rigid *r, const fy_blend_gains *of) {
    uint32_t made = 0;
    double least = 1e-8 * r->size * r->size;
    while (made < r->blend_room) {
        uint32_t best = FERRY_NONE;
        for (uint32_t k = 0; k < r->blend_count; k++)
            if (r->ranks[k] == FERRY_NONE && of->gains[k] > (best == FERRY_NONE ? least : of->gains[best]))
                best = k;
        if (best == FERRY_NONE) break;
        r->ranks[best] = made++;
    }
    return made;
}

bool fy_rigid_choose_blends(fy_rigid *r, const ferry_scene *scene, uint32_t skin, fy_blend_gains *before,
                            uint32_t *made) {
    *before = (fy_blend_gains){.gains = ferry_new(r->job, double, (size_t)r->blend_count + 1)};
    if (!before->gains) return false;
    for (uint32_t m = 0; r->blend_count && m < scene->meshes.count; m++) {
        if (!ferry_tick(r->job)) return false;
        if (scene->meshes.data[m].skin == skin) measure_gains(r, &scene->meshes.data[m], before);
    }
    *made = rank_blends(r, before);
    return true;
}

bool fy_rigid_make_blends(fy_rigid *r, ferry_scene *scene, uint32_t made) {
    fy_blend *list = ferry_new(r->job, fy_blend, (size_t)made + 1);
    if (!list) return false;
    for (uint32_t k = 0; k < r->blend_count; k++)
        if (r->ranks[k] != FERRY_NONE) list[r->ranks[k]] = r->blends[k];
    return !made || fy_blend_add(r->job, scene, r->skin, list, made);
}

void fy_rigid_report_blends(const fy_rigid *r, const ferry_scene *scene, uint32_t index, double height,
                            const fy_blend_gains *before, uint32_t made) {
    double percent = height > 0 ? 100 / height : 0,
           vertices = before->vertices ? (double)before->vertices : 1;
    char path[32];
    if (!r->blend_room) return;
    snprintf(path, sizeof path, "skin[%" PRIu32 "]", index);
    ferry_say(r->job, FERRY_NOTE, "rigid.blend-joints", scene->name, path,
              "%" PRIu32 " %s between two joints; over %" PRIu32
              " poses the RMS error of vertices with several "
              "weights is %.3g %% of the height (maximum %.3g %%), without them %.3g %% (%.3g %%)",
              made, made == 1 ? "bone added" : "bones added", r->poses, sqrt(r->squares / vertices) * percent,
              r->largest_error * percent, sqrt(before->squares / vertices) * percent,
              sqrt(before->largest) * percent);
}
