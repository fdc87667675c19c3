/* diff_many.c: vertices, triangles, moves and texels of two scenes (docs/diff.md): how many differ, and by
 * how much the one that differs most. */
#include "core/inspect/diff_many.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/inspect/diff_near.h"
#include "core/inspect/diff_tell.h"
#include "core/scene/labels.h"

/* ------------------------------------------------------------------------------------------------ streams */

typedef struct stream {
    const char *what;
    const void *a, *b; /* NULL: not there */
    uint32_t width;    /* floats of an element */
    bool length;       /* in source units */
} stream;

static void tell_presence(fy_diff *d, fy_thing thing, const char *name, const char *what, bool in_a) {
    fy_diff_tell(d, thing, name, what, in_a ? "there" : NULL, in_a ? NULL : "there");
}

/* Element `k` of B in lengths of A, and how far it is from that of A. */
static double element(const fy_diff *d, const stream *s, uint32_t k, float b[4]) {
    const float *of_a = (const float *)s->a + (size_t)k * s->width,
                *of_b = (const float *)s->b + (size_t)k * s->width;
    double sum = 0;
    for (uint32_t i = 0; i < s->width; i++) {
        b[i] = s->length ? (float)((double)of_b[i] * d->scale) : of_b[i];
        double difference = (double)of_a[i] - (double)b[i];
        sum += difference * difference;
    }
    return sqrt(sum);
}

static void compare_stream(fy_diff *d, fy_thing thing, const char *name, const stream *s, uint32_t count) {
    double largest = 0, allowed = s->length ? d->length : d->ratio;
    uint32_t worst = 0, differing = 0;
    float b[4];
    if (!s->a != !s->b) tell_presence(d, thing, name, s->what, s->a != NULL);
    for (uint32_t k = 0; s->a && s->b && k < count && ferry_tick(d->job); k++) {
        double distance = element(d, s, k, b);
        differing += distance > allowed;
        if (distance <= largest) continue;
        largest = distance;
        worst = k;
    }
    if (!differing) return;
    element(d, s, worst, b);
    ferry_difference *told = fy_diff_measure(
        d, thing, name, s->what, fy_diff_numbers(d, (const float *)s->a + (size_t)worst * s->width, s->width),
        fy_diff_numbers(d, b, s->width), largest, s->length ? "units" : "");
    if (!told) return;
    told->differing = differing;
    told->of = count;
    told->worst = worst;
}

/* ------------------------------------------------------------------------------------------------- meshes */

/* Where vertices stand in another order, or are more or fewer: how far any is from the nearest of the other
 * mesh. */
static bool compare_clouds(fy_diff *d, const ferry_mesh *a, const ferry_mesh *b, double *apart) {
    ferry_vec3 *scaled = ferry_new(d->job, ferry_vec3, (size_t)b->vertex_count + 1);
    if (!scaled) return false;
    for (uint32_t v = 0; v < b->vertex_count; v++)
        for (int i = 0; i < 3; i++) (&scaled[v].x)[i] = (float)((double)(&b->positions[v].x)[i] * d->scale);
    return fy_diff_nearest(d->job, a->positions, a->vertex_count, scaled, b->vertex_count, apart);
}

/* Whether vertex by vertex both are one, but for small moves. */
static bool has_same_order(const fy_diff *d, const ferry_mesh *a, const ferry_mesh *b, double *largest) {
    const stream positions = {"", a->positions, b->positions, 3, true};
    float of_b[4];
    *largest = 0;
    for (uint32_t v = 0; v < a->vertex_count; v++) *largest = fmax(*largest, element(d, &positions, v, of_b));
    return *largest <= d->length;
}

/* True if the vertices of both can be compared one by one. */
static bool compare_orders(fy_diff *d, const char *name, const ferry_mesh *a, const ferry_mesh *b,
                           bool *one_by_one) {
    double largest, apart;
    *one_by_one = a->vertex_count == b->vertex_count;
    if (*one_by_one && has_same_order(d, a, b, &largest)) return true;
    if (!compare_clouds(d, a, b, &apart)) return false;
    if (*one_by_one && apart > largest / 2) return true; /* they have moved */
    if (*one_by_one) fy_diff_apart(d, FY_MESH, name, "vertex-order", 0, NULL);
    *one_by_one = false;
    if (apart > d->length) fy_diff_apart(d, FY_MESH, name, "surface", apart, "units");
    return true;
}

/* The weight of the joint at node `node` of A. */
static double weight_of(const fy_diff *d, const ferry_skin *b, const ferry_influence *influence,
                        uint32_t node) {
    double weight = 0;
    for (uint32_t w = 0; w < influence->count; w++) {
        const ferry_weight *of = &b->weights[influence->first + w];
        if (d->to_a[FY_NODE][b->joints[of->joint].node] == node) weight += (double)of->weight;
    }
    return weight;
}

/* By how much the weights of two influences differ, at most. */
static double weights_apart(const fy_diff *d, const ferry_skin *a, const ferry_influence *in_a,
                            const ferry_skin *b, const ferry_influence *in_b) {
    double largest = 0, met = 0, all = 0;
    for (uint32_t w = 0; w < in_a->count; w++) {
        const ferry_weight *of = &a->weights[in_a->first + w];
        double there = weight_of(d, b, in_b, a->joints[of->joint].node);
        largest = fmax(largest, fabs((double)of->weight - there));
        met += there;
    }
    for (uint32_t w = 0; w < in_b->count; w++) all += (double)b->weights[in_b->first + w].weight;
    return fmax(largest, all - met > 1e-6 ? all - met : 0); /* those of joints that A does not have there */
}

static void compare_weights(fy_diff *d, const char *name, const ferry_mesh *a, const ferry_mesh *b) {
    double largest = 0;
    uint32_t differing = 0, worst = 0;
    if (a->skin == FERRY_NONE || b->skin == FERRY_NONE) return;
    const ferry_skin *skin_a = &d->a->skins.data[a->skin], *skin_b = &d->b->skins.data[b->skin];
    for (uint32_t v = 0; v < a->vertex_count && ferry_tick(d->job); v++) {
        double apart = weights_apart(d, skin_a, &skin_a->influences[a->influences[v]], skin_b,
                                     &skin_b->influences[b->influences[v]]);
        differing += apart > d->ratio;
        if (apart <= largest) continue;
        largest = apart;
        worst = v;
    }
    ferry_difference *told = differing ? fy_diff_apart(d, FY_MESH, name, "weights", largest, "") : NULL;
    if (!told) return;
    told->differing = differing;
    told->of = a->vertex_count;
    told->worst = worst;
}

static void compare_triangles(fy_diff *d, const char *name, const ferry_mesh *a, const ferry_mesh *b) {
    uint32_t differing = 0, first = 0;
    for (uint32_t t = a->triangle_count; t-- > 0;) {
        if (memcmp(&a->triangles[3 * (size_t)t], &b->triangles[3 * (size_t)t], 3 * sizeof *a->triangles) == 0)
            continue;
        differing++;
        first = t;
    }
    ferry_difference *told = differing ? fy_diff_apart(d, FY_MESH, name, "corners", 0, NULL) : NULL;
    if (!told) return;
    told->differing = differing;
    told->of = a->triangle_count;
    told->worst = first;
}

bool fy_diff_meshes(fy_diff *d, uint32_t of_a, uint32_t of_b) {
    const ferry_mesh *a = &d->a->meshes.data[of_a], *b = &d->b->meshes.data[of_b];
    const char *name = fy_label(&d->labels_a, FY_MESH, of_a);
    bool alike;
    char what[16];
    if (!compare_orders(d, name, a, b, &alike)) return false;
    uint32_t count = alike ? a->vertex_count : 0;
    if (alike)
        compare_stream(d, FY_MESH, name, &(stream){"positions", a->positions, b->positions, 3, true}, count);
    compare_stream(d, FY_MESH, name, &(stream){"normals", a->normals, b->normals, 3, false}, count);
    compare_stream(d, FY_MESH, name, &(stream){"binormals", a->binormals, b->binormals, 3, false}, count);
    compare_stream(d, FY_MESH, name, &(stream){"tangents", a->tangents, b->tangents, 3, false}, count);
    for (int s = 0; s < FERRY_COLOR_SETS; s++) {
        snprintf(what, sizeof what, "colors%d", s);
        compare_stream(d, FY_MESH, name, &(stream){what, a->colors[s], b->colors[s], 4, false}, count);
    }
    for (int s = 0; s < FERRY_UV_SETS; s++) {
        snprintf(what, sizeof what, "uvs%d", s);
        compare_stream(d, FY_MESH, name, &(stream){what, a->uvs[s], b->uvs[s], 2, false}, count);
    }
    if (alike) compare_weights(d, name, a, b);
    if (alike && a->triangle_count == b->triangle_count) compare_triangles(d, name, a, b);
    return ferry_tick(d->job);
}

bool fy_diff_morphs(fy_diff *d, uint32_t of_a, uint32_t of_b) {
    const ferry_morph *a = &d->a->morphs.data[of_a], *b = &d->b->morphs.data[of_b];
    const char *name = fy_label(&d->labels_a, FY_MORPH, of_a);
    bool alike =
        a->count == b->count && memcmp(a->vertices, b->vertices, a->count * sizeof *a->vertices) == 0;
    if (a->count == b->count && !alike) fy_diff_apart(d, FY_MORPH, name, "vertices", 0, NULL);
    uint32_t count = alike ? a->count : 0;
    compare_stream(d, FY_MORPH, name, &(stream){"positions", a->positions, b->positions, 3, true}, count);
    compare_stream(d, FY_MORPH, name, &(stream){"normals", a->normals, b->normals, 3, false}, count);
    compare_stream(d, FY_MORPH, name, &(stream){"shifts", a->shifts, b->shifts, 2, false}, count);
    return ferry_tick(d->job);
}

/* ------------------------------------------------------------------------------------------------- images */

/* The first level of images of one size: the mean difference of a component. */
bool fy_diff_images(fy_diff *d, uint32_t of_a, uint32_t of_b) {
    const ferry_image *a = &d->a->images.data[of_a], *b = &d->b->images.data[of_b];
    uint64_t sum = 0, count = (uint64_t)a->width * a->height;
    uint32_t differing = 0, worst = 0;
    int largest = 0;
    if (a->width != b->width || a->height != b->height || !count) return true;
    const uint8_t *p = a->levels[0].rgba, *q = b->levels[0].rgba;
    for (uint64_t k = 0; k < count && ferry_tick(d->job); k++) {
        int apart = 0;
        for (int c = 0; c < 4; c++) apart += abs((int)p[4 * k + (uint64_t)c] - (int)q[4 * k + (uint64_t)c]);
        sum += (uint64_t)apart;
        differing += apart > 0;
        if (apart <= largest) continue;
        largest = apart;
        worst = (uint32_t)k;
    }
    double mean = (double)sum / (4 * (double)count);
    if (mean <= d->ratio * 255) return ferry_tick(d->job);
    ferry_difference *told = fy_diff_apart(d, FY_IMAGE, fy_label(&d->labels_a, FY_IMAGE, of_a), "texels",
                                           mean, "of 255 in the mean");
    if (!told) return false;
    told->differing = differing;
    told->of = (uint32_t)count;
    told->worst = worst;
    return ferry_tick(d->job);
}
