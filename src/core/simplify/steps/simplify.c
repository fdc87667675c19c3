/* simplify.c: see the header. The steps in their order. */
#include "core/simplify/steps/simplify.h"

#include <stdlib.h>

#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/simplify/collapse.h"
#include "core/simplify/open_shell.h"
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

static bool work(fy_shell *s, fy_collapse *c, const fy_simplify_goal *goal, fy_simplified *done) {
    double error = goal->error > 0 ? goal->error * s->height : HUGE_VAL;
    bool counted = goal->triangles || goal->share > 0;
    uint32_t most = counted ? wanted_of(goal, s->given) : 0;
    done->wanted = most;
    done->pointlike = !(s->size > 0) || !s->left;
    done->flat = s->given - s->left;
    if (s->given <= most || done->pointlike) return true;
    done->after = s->left; /* without those that have no area to begin with */
    if (s->left <= most) return fy_shell_store(s);
    fy_pictures pictures;
    fy_missed *missed;
    bool fine = fy_pictures_open(s, &pictures) && fy_missed_find(&pictures, &missed) &&
                fy_collapse_open(s, missed, c) && fy_collapse_run(c, fy_thin_from(&pictures, most), error) &&
                fy_thin(&pictures, c, most, error) && fy_refit(s, &c->track, error) &&
                fy_polish(&pictures, &c->track, error);
    fy_pictures_close(&pictures);
    return fine && measure(c, done) && fy_shell_store(s);
}

bool fy_simplify(ferry_job *job, ferry_scene *scene, const fy_simplify_goal *goal, fy_simplified *done) {
    ferry_mark mark = ferry_job_mark(job);
    fy_shell s;
    fy_collapse c = {.shell = &s};
    *done = (fy_simplified){0};
    if (!fy_shell_open(job, scene, goal->hidden, goal->weights, &s)) return false;
    s.bake = goal->bake;
    done->before = s.given;
    done->after = s.given;
    bool fine = work(&s, &c, goal, done);
    fy_collapse_close(&c);
    ferry_job_release(job, mark);
    return fine;
}
