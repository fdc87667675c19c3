/*
 * diff.c: the differences between two scenes (docs/diff.md): diff_match.c decides which thing of the second
 * scene corresponds to which of the first; this file lists things that only one scene has and compares the
 * properties of the others; diff_many.c compares bulk data (vertices, triangles), diff_clips.c motion.
 */
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/inspect/diff_clips.h"
#include "core/inspect/diff_many.h"
#include "core/inspect/diff_match.h"
#include "core/inspect/diff_tell.h"
#include "core/inspect/properties.h"
#include "core/inspect/properties_tell.h"
#include "core/scene/labels.h"

#define DEGREES (180 / FY_PI)

/* --------------------------------------------------------------------------------------------- properties */

/* A property that outlives its telling. */
typedef struct kept_property {
    const char *key, *text;
    float *numbers;
    uint32_t count, order;
    fy_measure measure;
    bool met;
} kept_property;

typedef struct property_list {
    ferry_job *job;
    bool no_gx, no_rdp, no_bounds; /* what only one side has is told as a whole, or not at all */
    kept_property *data;
    uint32_t count, capacity;
} property_list;

/* What depends on where something lies, or is compared in another way. */
static bool is_left_out(const char *key) {
    static const char *const keys[] = {"translate", "euler", "quat", "scale", "offset"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0) return true;
    return false;
}

static void keep_property(void *user, const fy_property *property) {
    property_list *list = user;
    if (is_left_out(property->key) || (list->no_gx && strncmp(property->key, "gx ", 3) == 0) ||
        (list->no_rdp && strncmp(property->key, "rdp ", 4) == 0) ||
        (list->no_bounds &&
         (strncmp(property->key, "bounds-", 7) == 0 || strcmp(property->key, "radius") == 0)))
        return;
    if (!fy_work_reserve(list->job, (void **)&list->data, list->count, &list->capacity, 1,
                         sizeof *list->data))
        return;
    kept_property *kept = &list->data[list->count];
    *kept = (kept_property){.count = property->count, .order = list->count, .measure = property->measure};
    kept->key = ferry_job_format(list->job, "%s", property->key);
    if (property->text) {
        kept->text = ferry_job_format(list->job, "%s", property->text);
    } else {
        kept->numbers = ferry_new(list->job, float, property->count);
        if (!kept->numbers) return;
        memcpy(kept->numbers, property->numbers, property->count * sizeof *kept->numbers);
    }
    list->count++;
}

/* Lengths of B in those of A. */
static void scale_property(kept_property *property, double by) {
    for (uint32_t i = 0; i < property->count; i++)
        if (property->measure == FY_LENGTH || (property->measure == FY_AFFINE && i % 4 == 3))
            property->numbers[i] = (float)((double)property->numbers[i] * by);
}

static int by_key(const void *a, const void *b) {
    const kept_property *x = *(const kept_property *const *)a, *y = *(const kept_property *const *)b;
    int order = strcmp(x->key, y->key);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* Whether two numbers differ by no more than `allowed`. */
static bool is_same(double a, double b, double allowed) {
    return a == b || (a - b <= allowed && b - a <= allowed);
}

static const char *value_text(fy_diff *d, const kept_property *property) {
    return property->text ? property->text : fy_diff_numbers(d, property->numbers, property->count);
}

static void compare_numbers(fy_diff *d, fy_thing thing, const char *name, const kept_property *a,
                            const kept_property *b) {
    double largest = 0;
    bool same = a->count == b->count, length = a->measure == FY_LENGTH;
    for (uint32_t i = 0; i < a->count && a->count == b->count; i++) {
        double x = (double)a->numbers[i], y = (double)b->numbers[i];
        bool far = length || (a->measure == FY_AFFINE && i % 4 == 3),
             bits = memcmp(&a->numbers[i], &b->numbers[i], 4) == 0;
        same &= bits || is_same(x, y, far ? d->length : d->ratio);
        if (fabs(x - y) > largest) largest = fabs(x - y);
    }
    if (!same)
        fy_diff_measure(d, thing, name, a->key, value_text(d, a), value_text(d, b),
                        a->measure == FY_ANGLE ? largest * DEGREES : largest,
                        length                   ? "units"
                        : a->measure == FY_ANGLE ? "degrees"
                                                 : "");
}

static void compare_property(fy_diff *d, fy_thing thing, const char *name, const kept_property *a,
                             const kept_property *b) {
    if (!b)
        fy_diff_tell(d, thing, name, a->key, value_text(d, a), NULL);
    else if (a->numbers && b->numbers)
        compare_numbers(d, thing, name, a, b);
    else if (!a->text || !b->text || strcmp(a->text, b->text) != 0)
        fy_diff_tell(d, thing, name, a->key, value_text(d, a), value_text(d, b));
}

static const kept_property **sorted(ferry_job *job, property_list *list) {
    const kept_property **properties = ferry_new(job, const kept_property *, (size_t)list->count + 1);
    for (uint32_t i = 0; properties && i < list->count; i++) properties[i] = &list->data[i];
    if (properties) qsort(properties, list->count, sizeof *properties, by_key);
    return properties;
}

/* In the order of A, then what only B has. */
static bool compare_lists(fy_diff *d, fy_thing thing, const char *name, property_list *a, property_list *b) {
    const kept_property **of_a = sorted(d->job, a), **of_b = sorted(d->job, b);
    const kept_property **partners = ferry_new(d->job, const kept_property *, (size_t)a->count + 1);
    if (!of_a || !of_b || !partners) return false;
    for (uint32_t i = 0, k = 0; i < a->count && k < b->count;) {
        int order = strcmp(of_a[i]->key, of_b[k]->key);
        if (!order) {
            partners[of_a[i]->order] = of_b[k];
            b->data[of_b[k]->order].met = true;
        }
        i += order <= 0;
        k += order >= 0;
    }
    for (uint32_t i = 0; i < a->count; i++) compare_property(d, thing, name, &a->data[i], partners[i]);
    for (uint32_t i = 0; i < b->count; i++)
        if (!b->data[i].met) fy_diff_tell(d, thing, name, b->data[i].key, NULL, value_text(d, &b->data[i]));
    return true;
}

static void tell_machine(fy_diff *d, const char *name, const char *what, bool in_a) {
    fy_diff_tell(d, FY_MATERIAL, name, what, in_a ? "there" : NULL, in_a ? NULL : "there");
}

/* The states of two machines have nothing in common; bounds are not trusted, and many formats have none. */
static void choose_properties(fy_diff *d, fy_thing thing, uint32_t a, uint32_t b, property_list *list) {
    if (thing == FY_NODE) list->no_bounds = d->a->nodes.data[a].has_bounds != d->b->nodes.data[b].has_bounds;
    if (thing != FY_MATERIAL) return;
    const ferry_material *of_a = &d->a->materials.data[a], *of_b = &d->b->materials.data[b];
    const char *name = fy_label(&d->labels_a, FY_MATERIAL, a);
    list->no_gx = !of_a->gx != !of_b->gx;
    list->no_rdp = !of_a->rdp != !of_b->rdp;
    if (list->no_gx) tell_machine(d, name, "gx", of_a->gx != NULL);
    if (list->no_rdp) tell_machine(d, name, "rdp", of_a->rdp != NULL);
}

static bool compare_properties(fy_diff *d, fy_thing thing, uint32_t a, uint32_t b) {
    property_list of_a = {.job = d->job}, of_b = {.job = d->job};
    fy_properties properties_a = {d->job, d->a, &d->labels_a, keep_property, &of_a};
    fy_properties properties_b = {d->job, d->b, &d->labels_b, keep_property, &of_b};
    const char *name = fy_label(&d->labels_a, thing, a), *was = fy_name_of(d->job, d->a, thing, a);
    const char *is = fy_name_of(d->job, d->b, thing, b);
    bool own = thing != FY_COLOR_ANIMATION && thing != FY_SKIN; /* not after their mesh, or after the file */
    if (own && strcmp(was, is) != 0)
        fy_diff_tell(d, thing, name, "name", name, ferry_job_format(d->job, "\"%s\"", is));
    choose_properties(d, thing, a, b, &of_a);
    of_b = of_a;
    fy_properties_of(&properties_a, thing, a);
    fy_properties_of(&properties_b, thing, b);
    for (uint32_t i = 0; i < of_b.count; i++) scale_property(&of_b.data[i], d->scale);
    return !d->job->exhausted && compare_lists(d, thing, name, &of_a, &of_b);
}

/* -------------------------------------------------------------------------------------------------- nodes */

static ferry_vec3 scaled(ferry_vec3 v, double by) {
    return (ferry_vec3){(float)((double)v.x * by), (float)((double)v.y * by), (float)((double)v.z * by)};
}

static const char *rotation_text(fy_diff *d, const ferry_node *n) {
    return n->has_quat ? fy_diff_numbers(d, &n->quat.x, 4) : fy_diff_numbers(d, &n->euler.x, 3);
}

static bool same_rotation(const fy_diff *d, const ferry_node *a, const ferry_node *b, double *angle) {
    bool alike = a->has_quat == b->has_quat;
    if (alike && a->has_quat && memcmp(&a->quat, &b->quat, sizeof a->quat) == 0) return true;
    if (alike && !a->has_quat && a->euler.x == b->euler.x && a->euler.y == b->euler.y &&
        a->euler.z == b->euler.z)
        return true;
    *angle = fy_diff_turned(a, b);
    return *angle <= d->ratio || (!alike && *angle < 1e-6); /* one rotation in two notations */
}

static double distance(ferry_vec3 a, ferry_vec3 b) {
    return fy_vec3_length(fy_vec3_sub(a, b));
}

/* The node's own transform. True if something was told. */
static bool compare_transform(fy_diff *d, const char *name, const ferry_node *a, const ferry_node *b) {
    uint32_t before = d->found->count;
    ferry_vec3 to = scaled(b->translate, d->scale);
    double moved = distance(a->translate, to), angle = 0;
    if (moved > d->length)
        fy_diff_measure(d, FY_NODE, name, "translate", fy_diff_numbers(d, &a->translate.x, 3),
                        fy_diff_numbers(d, &to.x, 3), moved, "units");
    if (!same_rotation(d, a, b, &angle))
        fy_diff_measure(d, FY_NODE, name, "rotate", rotation_text(d, a), rotation_text(d, b), angle * DEGREES,
                        "degrees");
    if (!is_same(a->scale.x, b->scale.x, d->ratio) || !is_same(a->scale.y, b->scale.y, d->ratio) ||
        !is_same(a->scale.z, b->scale.z, d->ratio))
        fy_diff_tell(d, FY_NODE, name, "scale", fy_diff_numbers(d, &a->scale.x, 3),
                     fy_diff_numbers(d, &b->scale.x, 3));
    return d->found->count > before;
}

/* Where a node stands though neither it nor what it hangs on was told to differ: by other scale rules, or
 * nodes between. */
static void compare_place(fy_diff *d, const char *name, const ferry_matrix *a, const ferry_matrix *b) {
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        double difference = fabs(a->m[i][3] - b->m[i][3] * d->scale);
        if (difference > largest) largest = difference;
    }
    if (largest <= d->length || largest <= d->rounding) return;
    float before[3], after[3];
    for (int i = 0; i < 3; i++) {
        before[i] = (float)a->m[i][3];
        after[i] = (float)(b->m[i][3] * d->scale);
    }
    fy_diff_measure(d, FY_NODE, name, "stands", fy_diff_numbers(d, before, 3), fy_diff_numbers(d, after, 3),
                    largest, "units");
}

static bool compare_nodes(fy_diff *d) {
    const ferry_node_list *a = &d->a->nodes, *b = &d->b->nodes;
    ferry_matrix *worlds_a = ferry_new(d->job, ferry_matrix, (size_t)a->count + 1);
    ferry_matrix *worlds_b = ferry_new(d->job, ferry_matrix, (size_t)b->count + 1);
    bool *moved = ferry_new(d->job, bool, (size_t)a->count + 1); /* told, or hangs on one that was */
    if (!worlds_a || !worlds_b || !moved || !ferry_world_matrices(d->a, worlds_a) ||
        !ferry_world_matrices(d->b, worlds_b))
        return false;
    for (uint32_t i = 0; i < a->count && ferry_tick(d->job); i++) {
        uint32_t k = d->to_b[FY_NODE][i], parent = a->data[i].parent;
        const char *name = fy_label(&d->labels_a, FY_NODE, i);
        if (parent != FERRY_NONE) moved[i] = moved[parent];
        if (k == FERRY_NONE) continue;
        ferry_mark mark = ferry_job_mark(d->job);
        if (!compare_properties(d, FY_NODE, i, k)) return false;
        if (compare_transform(d, name, &a->data[i], &b->data[k])) moved[i] = true;
        if (!moved[i]) {
            uint32_t before = d->found->count;
            compare_place(d, name, &worlds_a[i], &worlds_b[k]);
            moved[i] = d->found->count > before;
        }
        ferry_job_release(d->job, mark);
    }
    return ferry_tick(d->job);
}

/* --------------------------------------------------------------------------------------------------- rest */

static bool compare_pair(fy_diff *d, fy_thing thing, uint32_t a, uint32_t b) {
    if (!compare_properties(d, thing, a, b)) return false;
    switch (thing) {
    case FY_MESH:
        return fy_diff_meshes(d, a, b);
    case FY_IMAGE:
        return fy_diff_images(d, a, b);
    case FY_MORPH:
        return fy_diff_morphs(d, a, b);
    case FY_CLIP:
        return fy_diff_clips(d, a, b);
    default:
        return true;
    }
}

static bool compare_pairs(fy_diff *d, fy_thing thing) {
    for (uint32_t i = 0; i < fy_thing_count(d->a, thing) && ferry_tick(d->job); i++) {
        if (d->to_b[thing][i] == FERRY_NONE) continue;
        ferry_mark mark = ferry_job_mark(d->job);
        if (!compare_pair(d, thing, i, d->to_b[thing][i])) return false;
        ferry_job_release(d->job, mark);
    }
    return ferry_tick(d->job);
}

/* Things of one scene alone. */
static void tell_alone(fy_diff *d, fy_thing thing) {
    for (uint32_t i = 0; i < fy_thing_count(d->a, thing); i++)
        if (d->to_b[thing][i] == FERRY_NONE)
            fy_diff_add(d, '-', fy_thing_name(thing), fy_label(&d->labels_a, thing, i), "");
    for (uint32_t i = 0; i < fy_thing_count(d->b, thing); i++)
        if (d->to_a[thing][i] == FERRY_NONE)
            fy_diff_add(d, '+', fy_thing_name(thing), fy_label(&d->labels_b, thing, i), "");
}

/* The first draw that is not drawn behind the one that it is behind in A. */
static void compare_drawing_order(fy_diff *d) {
    const uint32_t *to_a = d->to_a[FY_DRAW];
    uint32_t before = FERRY_NONE;
    for (uint32_t i = 0; i < d->b->draws.count; i++) {
        if (to_a[i] == FERRY_NONE) continue;
        if (before != FERRY_NONE && to_a[i] < before) {
            const char *name = fy_label(&d->labels_a, FY_DRAW, to_a[i]),
                       *other = fy_label(&d->labels_a, FY_DRAW, before);
            fy_diff_tell(d, FY_DRAW, name, "order", ferry_job_format(d->job, "before %s", other),
                         ferry_job_format(d->job, "behind %s", other));
            return;
        }
        before = to_a[i];
    }
}

/* -------------------------------------------------------------------------------------------------- scene */

static double side(const ferry_box *box, int axis) {
    const float *min = &box->min.x, *max = &box->max.x;
    return (double)max[axis] - (double)min[axis];
}

/* Where the boxes of both differ by one factor that a stored unit is likely to be (a power of two, or a whole
 * number), B's lengths count for so many of A's. */
static double find_scale(const ferry_box *a, const ferry_box *b) {
    int longest = 0;
    for (int i = 1; i < 3; i++)
        if (side(a, i) > side(a, longest)) longest = i;
    double size = side(a, longest), ratio = size / side(b, longest);
    if (!(ratio > 0) || !fy_finite(ratio) || (ratio > 0.9 && ratio < 1.1)) return 1;
    double large = ratio > 1 ? ratio : 1 / ratio, likely = 1;
    while (likely < large / 1.05 && likely < 1e6) likely *= 2;
    if (fabs(likely - large) > likely * 0.02) likely = fy_round(large);
    if (fabs(likely - large) > likely * 0.02) return 1;
    double scale = ratio > 1 ? likely : 1 / likely;
    for (int i = 0; i < 3; i++)
        if (fabs(side(a, i) - side(b, i) * scale) > size * 0.02) return 1;
    return scale;
}

/* Scale, and what the tolerance comes to. */
static bool measure_tolerance(fy_diff *d, double tolerance) {
    ferry_counts a, b;
    if (!ferry_count(d->a, &a) || !ferry_count(d->b, &b)) return false;
    d->scale = a.empty || b.empty ? 1 : find_scale(&a.box, &b.box);
    double height = side(&a.box, 1);
    for (int i = 0; i < 3 && height <= 0; i++) height = side(&a.box, i);
    d->found->scale = d->scale;
    d->found->height = height;
    d->length = tolerance * height;
    d->ratio = tolerance;
    for (int i = 0; i < 3; i++) d->rounding = fmax(d->rounding, 1e-6 * side(&a.box, i));
    return true;
}

static void compare_scenes(fy_diff *d) {
    const char *layouts[2];
    const ferry_scene *scenes[2] = {d->a, d->b};
    for (int i = 0; i < 2; i++)
        layouts[i] = ferry_job_format(d->job, "%s%s%s", scenes[i]->format, *scenes[i]->layout ? ":" : "",
                                      scenes[i]->layout);
    if (strcmp(layouts[0], layouts[1]) != 0) fy_diff_tell(d, FY_THINGS, "", "format", layouts[0], layouts[1]);
    if (d->scale != 1) {
        const float numbers[2] = {1, (float)(1 / d->scale)};
        fy_diff_tell(d, FY_THINGS, "", "scale", fy_diff_numbers(d, &numbers[0], 1),
                     fy_diff_numbers(d, &numbers[1], 1));
    }
    if (d->a->unit != d->b->unit)
        fy_diff_tell(d, FY_THINGS, "", "unit", fy_diff_numbers(d, &d->a->unit, 1),
                     fy_diff_numbers(d, &d->b->unit, 1));
}

bool ferry_diff(ferry_job *job, const ferry_scene *a, const ferry_scene *b, double tolerance,
                ferry_differences *found) {
    *found = (ferry_differences){0};
    fy_diff d = {.job = job, .a = a, .b = b, .found = found};
    if (!fy_diff_match(&d) || !measure_tolerance(&d, tolerance)) return false;
    compare_scenes(&d);
    for (int thing = 0; thing < FY_THINGS; thing++) {
        tell_alone(&d, (fy_thing)thing);
        if (!(thing == FY_NODE ? compare_nodes(&d) : compare_pairs(&d, (fy_thing)thing))) return false;
        if (thing == FY_DRAW) compare_drawing_order(&d);
    }
    return !job->exhausted && ferry_tick(job);
}
