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
static const fy_taste TASTES[] = {{2, 3, 2}, {4, 3, 2}};
enum { TRIES = sizeof TASTES / sizeof *TASTES };

/* One way to do it, and what came of it. */
typedef struct attempt {
    const fy_simplify_goal *goal;
    const fy_taste *taste;
    ferry_scene scene; /* with meshes of its own */
    fy_simplified done;
    uint32_t tries; /* that the model is small enough for */
    double unlike;  /* in pixels of pictures */
} attempt;

/* Larger models are not tried twice, nor refined again; eight poses count as much as triangles at rest. */
static const double SMALL = 1500;

static bool is_small(const fy_shell *s) {
    return s->given * (1 + s->clip_poses / 8.) <= SMALL;
}

/* Parts of the time for steps: for edges that flip, and for steps that are taken again. */
static const double FLIPS = .5, AGAIN = 1;

static bool refine(fy_pictures *p, fy_collapse *c, double error) {
    double work = fy_polish_work(c->shell);
    return fy_polish(p, &c->track, error, work) &&
           (!is_small(c->shell) || (fy_flip_edges(p, &c->track, error, FLIPS * work) &&
                                    fy_polish(p, &c->track, error, AGAIN * work)));
}

static bool thin_out(fy_shell *s, fy_collapse *c, fy_pictures *pictures, attempt *a) {
    double error = a->goal->error > 0 ? a->goal->error * s->height : HUGE_VAL;
    uint32_t most = a->done.wanted;
    fy_missed *missed;
    a->tries = most && is_small(s) ? TRIES : 1;
    return fy_pictures_open(s, pictures) && fy_missed_find(pictures, &missed) &&
           fy_collapse_open(s, missed, c) &&
           fy_collapse_run(c, fy_thin_from(pictures, a->taste, most), error) &&
           fy_thin(pictures, a->taste, c, most, error) && fy_refit(s, &c->track, error) &&
           refine(pictures, c, error) && (a->tries == 1 || fy_pictures_measure(pictures, &a->unlike));
}

static bool work(fy_shell *s, fy_collapse *c, attempt *a) {
    const fy_simplify_goal *goal = a->goal;
    fy_simplified *done = &a->done;
    uint32_t most = goal->triangles || goal->share > 0 ? wanted_of(goal, s->given) : 0;
    done->wanted = most;
    done->pointlike = !(s->size > 0) || !s->left;
    done->flat = s->given - s->left;
    if (s->given <= most || done->pointlike) return true;
    done->after = s->left; /* without those that have no area to begin with */
    if (s->left <= most) return fy_shell_store(s);
    fy_pictures pictures;
    bool fine = thin_out(s, c, &pictures, a);
    fy_pictures_close(&pictures);
    return fine && measure(c, done) && fy_shell_store(s);
}

static bool try_one(ferry_job *job, ferry_scene *scene, const fy_simplify_goal *goal, const fy_taste *taste,
                    attempt *a) {
    ferry_mark mark = ferry_job_mark(job);
    fy_shell s;
    fy_collapse c = {.shell = &s};
    *a = (attempt){.goal = goal, .taste = taste, .tries = 1};
    if (!fy_copy_meshes(job, scene, &a->scene) ||
        !fy_shell_open(job, &a->scene, goal->hidden, goal->weights, &s))
        return false;
    s.bake = goal->bake;
    a->done.before = a->done.after = s.given;
    bool fine = work(&s, &c, a);
    fy_collapse_close(&c);
    ferry_job_release(job, mark);
    return fine;
}

/* Fewer where too many are left; else what looks more like the source. */
static bool is_better(const attempt *a, const attempt *b) {
    uint32_t x = a->done.after > a->done.wanted ? a->done.after : 0,
             y = b->done.after > b->done.wanted ? b->done.after : 0;
    return x != y ? x < y : a->unlike < b->unlike;
}

bool fy_simplify(ferry_job *job, ferry_scene *scene, const fy_simplify_goal *goal, fy_simplified *done) {
    attempt best, other;
    *done = (fy_simplified){0};
    if (!try_one(job, scene, goal, &TASTES[0], &best)) return false;
    for (uint32_t i = 1; i < best.tries; i++) {
        if (!try_one(job, scene, goal, &TASTES[i], &other)) return false;
        if (is_better(&other, &best)) best = other;
    }
    for (uint32_t m = 0; m < scene->meshes.count; m++) scene->meshes.data[m] = best.scene.meshes.data[m];
    *done = best.done;
    return true;
}
