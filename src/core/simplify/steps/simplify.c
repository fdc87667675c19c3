/* simplify.c: see the header. The steps in their order. */
#include "core/simplify/steps/simplify.h"

#include <stdlib.h>

#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/scene/copy_mesh.h"
#include "core/simplify/collapse.h"
#include "core/simplify/open_shell.h"
#include "core/simplify/pictures/flips.h"
#include "core/simplify/pictures/missed.h"
#include "core/simplify/pictures/polish.h"
#include "core/simplify/pictures/thin.h"
#include "core/simplify/refit.h"
#include "core/simplify/steps/layers.h"
#include "core/simplify/store.h"

static uint32_t wanted_of(const fy_simplify_goal *goal, uint32_t given) {
    uint32_t most = given;
    if (goal->triangles && goal->triangles < most) most = goal->triangles;
    if (goal->share > 0 && goal->share * given < most) most = (uint32_t)(goal->share * given + .5);
    return most;
}

static int by_size(const void *a, const void *b) {
    const fy_pruned *x = a, *y = b;
    if (x->radius != y->radius) return x->radius > y->radius ? -1 : 1;
    return (x->mesh > y->mesh) - (x->mesh < y->mesh);
}

/* `lost`: radii of components that went. */
static bool list_pruned(const fy_collapse *c, fy_simplified *done, double *lost) {
    const fy_shell *s = c->shell;
    done->pruned = fy_output_alloc(s->job, (size_t)s->component_count + 1, sizeof *done->pruned);
    if (!done->pruned) return false;
    for (uint32_t i = 0; i < s->component_count; i++) {
        const fy_component *of = &c->components.data[i];
        if (!of->gone) continue;
        lost[i] = of->radius;
        done->pruned[done->pruned_count++] =
            (fy_pruned){of->mesh, of->triangles, of->radius / s->height, of->share};
    }
    if (done->pruned_count) qsort(done->pruned, done->pruned_count, sizeof *done->pruned, by_size);
    return true;
}

static bool measure(const fy_collapse *c, fy_simplified *done) {
    const fy_shell *s = c->shell;
    double *lost = ferry_new(s->job, double, (size_t)s->component_count + 1);
    if (!lost || !list_pruned(c, done, lost)) return false;
    fy_track_measure(s, &c->track, lost, 0, 1, &done->rest_mean, &done->rest_most);
    fy_track_measure(s, &c->track, lost, 1, s->clip_poses, &done->pose_mean, &done->pose_most);
    done->rest_mean /= s->height, done->rest_most /= s->height;
    done->pose_mean /= s->height, done->pose_most /= s->height;
    done->poses = s->clip_poses;
    done->after = s->left;
    return true;
}

/* Each is the better one for some models. */
static const fy_taste TASTES[] = {{2, 3, 2}, {4, 3, 2}, {3, 3, 4}};
enum { TRIES = sizeof TASTES / sizeof *TASTES };

/* One way to do it, and what came of it. */
typedef struct attempt {
    const struct attempt *before; /* the first one, with the same source; NULL: this is it */
    const fy_simplify_goal *goal;
    const fy_taste *taste;
    ferry_scene scene; /* with meshes of its own */
    fy_shell shell;
    fy_collapse collapse;
    fy_pictures pictures;
    fy_missed *missed;
    fy_doubled_layers layers; /* that may merge; what the first one found */
    bool merged;              /* they have */
    fy_simplified done;
    bool less, thin; /* what has no area goes; and others */
    uint32_t tries;  /* that the model is small enough for */
    double unlike;   /* in pixels of pictures */
} attempt;

/* Larger models are not tried twice, nor refined so long and again; eight poses count as much as triangles at
 * rest. */
static const double SMALL = 1500;

static bool is_small(const fy_shell *s) {
    return s->given * (1 + s->clip_poses / 8.) <= SMALL;
}

/* Times the time for steps: of small models, for edges that flip, and for steps that are taken again. */
static const double LONG = 3, FLIPS = .5, AGAIN = 1;

static double most_error(const attempt *a) {
    return a->goal->error > 0 ? a->goal->error * a->shell.height : HUGE_VAL;
}

static bool refine(attempt *a) {
    bool small = is_small(&a->shell);
    double work = (small ? LONG : 1) * fy_polish_work(&a->shell), error = most_error(a);
    fy_track_list *track = &a->collapse.track;
    return fy_polish(&a->pictures, track, error, work) &&
           (!small || (fy_flip_edges(&a->pictures, track, error, FLIPS * work) &&
                       fy_polish(&a->pictures, track, error, AGAIN * work)));
}

/* Of the source all attempts see the same. */
static bool look_at_source(attempt *a) {
    if (!a->before)
        return fy_pictures_open(&a->shell, &a->pictures) && fy_missed_find(&a->pictures, &a->missed) &&
               (!a->goal->both_sides || !is_small(&a->shell) || !(a->pictures.of.scale > 0) ||
                fy_layers_find(&a->shell, &a->layers));
    a->missed = a->before->missed;
    a->layers = a->before->layers;
    return fy_pictures_open_again(&a->shell, &a->before->pictures, &a->pictures);
}

static bool thin_out(attempt *a) {
    fy_shell *s = &a->shell;
    fy_collapse *c = &a->collapse;
    fy_pictures *pictures = &a->pictures;
    uint32_t most = a->done.wanted;
    a->tries = most && is_small(s) ? TRIES : 1;
    return look_at_source(a) && fy_collapse_open(s, a->missed, c) &&
           (!a->merged || fy_layers_merge(&a->layers, s, &c->track, pictures)) &&
           fy_collapse_run(c, fy_thin_from(pictures, a->taste, most), most_error(a)) &&
           fy_thin(pictures, a->taste, c, most, most_error(a)) && fy_refit(s, &c->track, most_error(a)) &&
           (a->tries == 1 || fy_pictures_measure(pictures, &a->unlike));
}

static bool start(attempt *a) {
    const fy_simplify_goal *goal = a->goal;
    const fy_shell *s = &a->shell;
    fy_simplified *done = &a->done;
    uint32_t most = goal->triangles || goal->share > 0 ? wanted_of(goal, s->given) : 0;
    done->before = done->after = s->given;
    done->wanted = most;
    done->pointlike = !(s->size > 0) || !s->left;
    done->flat = s->given - s->left;
    a->less = s->given > most && !done->pointlike;
    a->thin = a->less && s->left > most;
    if (a->thin && !thin_out(a)) return false;
    if (a->less) done->after = s->left;
    return true;
}

static bool open_attempt(ferry_job *job, ferry_scene *scene, const attempt *before, bool merged,
                         const fy_simplify_goal *goal, const fy_taste *taste, attempt *a) {
    *a = (attempt){.before = before,
                   .merged = merged,
                   .goal = goal,
                   .taste = taste,
                   .collapse.shell = &a->shell,
                   .tries = 1};
    if (!fy_copy_meshes(job, scene, &a->scene) ||
        !fy_shell_open_again(job, &a->scene, goal->hidden, goal->weights, before ? &before->shell : NULL,
                             &a->shell))
        return false;
    a->shell.bake = goal->bake;
    return start(a);
}

/* Fewer where too many are left; else what looks more like the source. */
static bool is_better(const attempt *a, const attempt *b) {
    uint32_t x = a->done.after > a->done.wanted ? a->done.after : 0,
             y = b->done.after > b->done.wanted ? b->done.after : 0;
    return x != y ? x < y : a->unlike < b->unlike;
}

/* Opens all, and finds the best. */
static bool choose(ferry_job *job, ferry_scene *scene, const fy_simplify_goal *goal, attempt *attempts,
                   attempt **best) {
    *best = &attempts[0];
    for (uint32_t i = 0; i < attempts[0].tries; i++) {
        if (!open_attempt(job, scene, i ? &attempts[0] : NULL, false, goal, &TASTES[i], &attempts[i]))
            return false;
        if (is_better(&attempts[i], *best)) *best = &attempts[i];
    }
    if (!attempts[0].layers.count) return true;
    attempt *merged = &attempts[TRIES];
    if (!open_attempt(job, scene, &attempts[0], true, goal, (*best)->taste, merged)) return false;
    if (is_better(merged, *best)) *best = merged;
    return true;
}

static bool finish(attempt *a) {
    return !a->less ||
           ((!a->thin || (refine(a) && measure(&a->collapse, &a->done))) && fy_shell_store(&a->shell));
}

static void close_attempt(attempt *a) {
    if (!a->shell.job) return; /* it was not opened */
    fy_pictures_close(&a->pictures);
    fy_collapse_close(&a->collapse);
}

bool fy_simplify(ferry_job *job, ferry_scene *scene, const fy_simplify_goal *goal, fy_simplified *done) {
    attempt attempts[TRIES + 1] = {{.tries = 1}}, *best;
    ferry_mark mark = ferry_job_mark(job);
    *done = (fy_simplified){0};
    bool fine = choose(job, scene, goal, attempts, &best) && finish(best) &&
                (!best->merged || fy_layers_show(&best->layers, scene));
    for (uint32_t i = 0; i <= TRIES; i++) close_attempt(&attempts[i]);
    ferry_job_release(job, mark);
    if (!fine) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) scene->meshes.data[m] = best->scene.meshes.data[m];
    *done = best->done;
    done->layers = best->merged ? best->layers.count : 0;
    return true;
}
