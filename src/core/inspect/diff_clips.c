/* diff_clips.c: animations of two scenes (docs/diff.md): tracks that only one of them has, values of the
 * others, and where the nodes are at sampled moments. */
#include "core/inspect/diff_clips.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/inspect/diff_tell.h"
#include "core/scene/curve.h"
#include "core/scene/labels.h"
#include "core/scene/pose.h"

enum { MOST_SAMPLES = 241 };

/* The moments at which two clips are compared, evenly over the longer one. */
typedef struct moments {
    double duration;
    uint32_t count;
} moments;

static moments make_moments(const ferry_clip *a, const ferry_clip *b) {
    const ferry_clip *longer = a->duration < b->duration ? b : a;
    uint32_t samples = fy_clip_samples(longer);
    return (moments){longer->duration, samples < MOST_SAMPLES ? samples : MOST_SAMPLES};
}

static double moment(const moments *m, uint32_t k) {
    return m->count > 1 ? m->duration * k / (m->count - 1) : 0;
}

/* ------------------------------------------------------------------------------------------------- tracks */

typedef struct entry {
    const ferry_track *track;
    uint32_t object; /* as A counts; FERRY_NONE: A has it not */
} entry;

static int by_place(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->track->target != y->track->target) return x->track->target < y->track->target ? -1 : 1;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    if (x->track->slot != y->track->slot) return x->track->slot < y->track->slot ? -1 : 1;
    return (x->track->channel > y->track->channel) - (x->track->channel < y->track->channel);
}

static entry *sort_tracks(fy_diff *d, const ferry_clip *clip, bool of_b) {
    entry *entries = ferry_new(d->job, entry, (size_t)clip->track_count + 1);
    for (uint32_t i = 0; entries && i < clip->track_count; i++) {
        const ferry_track *t = &clip->tracks[i];
        entries[i] = (entry){t, of_b ? d->to_a[fy_target_thing(t->target)][t->object] : t->object};
    }
    if (entries && clip->track_count) qsort(entries, clip->track_count, sizeof *entries, by_place);
    return entries;
}

static const char *track_text(fy_diff *d, const fy_labels *labels, const ferry_track *t) {
    fy_thing thing = fy_target_thing(t->target);
    return ferry_job_format(d->job, "%s %s %s %" PRIu32 " %" PRIu32, fy_thing_name(thing),
                            fy_label(labels, thing, t->object), fy_target_name(t->target), t->slot,
                            t->channel);
}

/* What a value means, for both sides alike: of a texture or material its number in A. */
static double meaning(const fy_diff *d, const ferry_track *t, double value, bool of_b) {
    fy_thing thing = t->target == FERRY_TARGET_TEXTURE         ? FY_TEXTURE
                     : t->target == FERRY_TARGET_DRAW_MATERIAL ? FY_MATERIAL
                                                               : FY_THINGS;
    if (thing == FY_THINGS || !of_b || !(value >= 0) || value >= fy_thing_count(d->b, thing)) return value;
    uint32_t in_a = d->to_a[thing][(uint32_t)value];
    return in_a == FERRY_NONE ? -1.0 : (double)in_a;
}

static void compare_values(fy_diff *d, const char *name, const ferry_track *a, const ferry_track *b,
                           const moments *m) {
    double largest = 0, at = 0, x[4], y[4];
    float before = 0, after = 0;
    for (uint32_t k = 0; k < m->count; k++) {
        fy_track_at(a, moment(m, k), x);
        fy_track_at(b, moment(m, k), y);
        double was = meaning(d, a, x[0], false), is = meaning(d, b, y[0], true);
        if (fabs(was - is) <= largest) continue;
        largest = fabs(was - is);
        at = moment(m, k);
        before = (float)was;
        after = (float)is;
    }
    if (largest <= d->ratio) return;
    ferry_difference *told =
        fy_diff_measure(d, FY_CLIP, name, track_text(d, &d->labels_a, a), fy_diff_numbers(d, &before, 1),
                        fy_diff_numbers(d, &after, 1), largest, "");
    if (!told) return;
    told->has_seconds = true;
    told->seconds = at;
}

/* A pair, or one track alone. Those of nodes are left to the poses. */
static void compare_pair(fy_diff *d, const char *name, const ferry_track *a, const ferry_track *b,
                         const moments *m) {
    if (fy_moves_node(a ? a : b)) return;
    ferry_mark mark = ferry_job_mark(d->job);
    if (a && b)
        compare_values(d, name, a, b, m);
    else if (a)
        fy_diff_tell(d, FY_CLIP, name, track_text(d, &d->labels_a, a), "there", NULL);
    else
        fy_diff_tell(d, FY_CLIP, name, track_text(d, &d->labels_b, b), NULL, "there");
    ferry_job_release(d->job, mark);
}

static bool compare_tracks(fy_diff *d, const char *name, const ferry_clip *a, const ferry_clip *b,
                           const moments *m) {
    entry *of_a = sort_tracks(d, a, false), *of_b = sort_tracks(d, b, true);
    if (!of_a || !of_b) return false;
    for (uint32_t i = 0, k = 0; (i < a->track_count || k < b->track_count) && ferry_tick(d->job);) {
        int order = i == a->track_count ? 1 : k == b->track_count ? -1 : by_place(&of_a[i], &of_b[k]);
        compare_pair(d, name, order <= 0 ? of_a[i].track : NULL, order >= 0 ? of_b[k].track : NULL, m);
        i += order <= 0;
        k += order >= 0;
    }
    return ferry_tick(d->job);
}

/* -------------------------------------------------------------------------------------------------- poses */

/* A scene whose nodes move. */
typedef struct mover {
    const ferry_scene *rest;
    ferry_scene posed;
    ferry_matrix *worlds;
} mover;

static bool open_mover(ferry_job *job, const ferry_scene *scene, mover *m) {
    *m = (mover){.rest = scene, .posed = *scene};
    m->posed.nodes.data = ferry_new(job, ferry_node, (size_t)scene->nodes.count + 1);
    m->worlds = ferry_new(job, ferry_matrix, (size_t)scene->nodes.count + 1);
    return m->posed.nodes.data && m->worlds;
}

static bool move(mover *m, const ferry_clip *clip, double time) {
    if (m->rest->nodes.count)
        memcpy(m->posed.nodes.data, m->rest->nodes.data, m->rest->nodes.count * sizeof *m->posed.nodes.data);
    fy_clip_nodes(clip, time, m->posed.nodes.data);
    return ferry_world_matrices(&m->posed, m->worlds);
}

/* The largest found so far. */
typedef struct largest {
    double amount, seconds;
    uint32_t node; /* of A */
} largest;

static void keep_larger(largest *found, double amount, double seconds, uint32_t node) {
    if (amount > found->amount) *found = (largest){amount, seconds, node};
}

static void compare_moment(const fy_diff *d, const mover *a, const mover *b, double time, largest *moved,
                           largest *turned) {
    for (uint32_t i = 0; i < d->a->nodes.count; i++) {
        uint32_t k = d->to_b[FY_NODE][i];
        if (k == FERRY_NONE) continue;
        double sum = 0;
        for (int r = 0; r < 3; r++) {
            double apart = a->worlds[i].m[r][3] - b->worlds[k].m[r][3] * d->scale;
            sum += apart * apart;
        }
        keep_larger(moved, sqrt(sum), time, i);
        keep_larger(turned, fy_diff_turned(&a->posed.nodes.data[i], &b->posed.nodes.data[k]), time, i);
    }
}

static void tell_largest(fy_diff *d, const char *name, const char *what, const largest *found, double factor,
                         const char *unit) {
    const char *node = fy_label(&d->labels_a, FY_NODE, found->node);
    ferry_difference *told = fy_diff_apart(
        d, FY_CLIP, name, ferry_job_format(d->job, "node %s %s", node, what), found->amount * factor, unit);
    if (!told) return;
    told->has_seconds = true;
    told->seconds = found->seconds;
}

static bool compare_poses(fy_diff *d, const char *name, const ferry_clip *of_a, const ferry_clip *of_b,
                          const moments *m) {
    largest moved = {0}, turned = {0};
    mover a, b;
    if (!fy_clip_moves_nodes(of_a) && !fy_clip_moves_nodes(of_b)) return true;
    if (!open_mover(d->job, d->a, &a) || !open_mover(d->job, d->b, &b)) return false;
    for (uint32_t k = 0; k < m->count && ferry_tick(d->job); k++) {
        if (!move(&a, of_a, moment(m, k)) || !move(&b, of_b, moment(m, k))) return false;
        compare_moment(d, &a, &b, moment(m, k), &moved, &turned);
    }
    if (moved.amount > fmax(d->length, d->rounding)) tell_largest(d, name, "moves", &moved, 1, "units");
    if (turned.amount > fmax(d->ratio, 1e-6)) tell_largest(d, name, "turns", &turned, 180 / FY_PI, "degrees");
    return ferry_tick(d->job);
}

bool fy_diff_clips(fy_diff *d, uint32_t of_a, uint32_t of_b) {
    const ferry_clip *a = &d->a->clips.data[of_a], *b = &d->b->clips.data[of_b];
    const char *name = fy_label(&d->labels_a, FY_CLIP, of_a);
    const moments m = make_moments(a, b);
    return compare_tracks(d, name, a, b, &m) && compare_poses(d, name, a, b, &m);
}
