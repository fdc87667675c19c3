/* pass_simplify.c: see the header. The work is core/simplify's; this file knows settings and messages. */
#include "core/pipeline/pass_simplify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/job_state.h"
#include "core/base/parse_number.h"
#include "core/pipeline/levels.h"
#include "core/pipeline/levels_wanted.h"
#include "core/pipeline/pass_tidy.h"
#include "core/scene/full_model.h"
#include "core/scene/scene.h"
#include "core/simplify/steps/simplify.h"
#include "core/simplify/weights.h"

enum { MOST_NAMED = 8 };

/* The goal that the settings ask for; false: none. */
static bool read_goal(const ferry_job *job, fy_simplify_goal *goal) {
    const char *triangles = ferry_setting_text(job, "simplify.triangles"),
               *most = ferry_setting_text(job, "simplify.most"),
               *error = ferry_setting_text(job, "simplify.error");
    *goal = (fy_simplify_goal){0};
    if (strcmp(triangles, "none") != 0) {
        double number = strtod(triangles, NULL);
        if (strchr(triangles, '%'))
            goal->share = number / 100;
        else
            goal->triangles = (uint32_t)number;
    }
    if (strcmp(most, "none") != 0) {
        uint32_t number = (uint32_t)fy_parse_number(most);
        if (!goal->triangles || number < goal->triangles) goal->triangles = number;
    }
    if (strcmp(error, "none") != 0) goal->error = fy_parse_number(error) / 100;
    return goal->triangles || goal->share > 0 || goal->error > 0;
}

/* Of a part, without powers of ten: "0.31", "120", "under 0.001". */
static const char *percent_text(ferry_job *job, double part) {
    double percent = 100 * part;
    if (percent > 0 && percent < .001) return "under 0.001";
    return percent < 99.5 ? ferry_job_format(job, "%.2g", percent) : ferry_job_format(job, "%.0f", percent);
}

/* Of the triangles there were, those that are left: "25.2", "under 0.001". */
static const char *left_text(ferry_job *job, const fy_simplified *done) {
    double percent = done->before ? 100. * done->after / done->before : 100;
    if (percent > 0 && percent < .001) return "under 0.001";
    return ferry_job_format(job, "%.3g", percent);
}

/* ", error over 8 poses of clips 0.31 % (2.1 %)" */
static const char *poses_text(ferry_job *job, const fy_simplified *done) {
    if (!done->poses) return "";
    return ferry_job_format(job, "; over %" PRIu32 " poses of its clips %s %% (maximum %s %%)", done->poses,
                            percent_text(job, done->pose_mean), percent_text(job, done->pose_most));
}

static const char *name_of(const ferry_scene *scene, uint32_t mesh) {
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (scene->draws.data[d].mesh == mesh) return scene->draws.data[d].name;
    return scene->meshes.data[mesh].name;
}

/* What is left out is a loss if it was to be seen: a part of the surface, or of the height. */
static const double SEEN = .001, TALL = .03;

/* The largest by name; several of one draw are told once. */
static const char *pruned_text(ferry_job *job, const ferry_scene *scene, const fy_simplified *done) {
    const char *names = "";
    uint32_t named = 0;
    for (uint32_t i = 0; i < done->pruned_count && named < MOST_NAMED; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i && !again; k++) again = done->pruned[k].mesh == done->pruned[i].mesh;
        if (again) continue;
        names = ferry_job_format(job, "%s%s%s (%s %%)", names, named++ ? ", " : "",
                                 name_of(scene, done->pruned[i].mesh),
                                 percent_text(job, 2 * done->pruned[i].radius));
    }
    return names;
}

static void tell_pruned(ferry_job *job, const ferry_scene *scene, const char *path,
                        const fy_simplified *done) {
    uint32_t triangles = 0;
    double share = 0;
    for (uint32_t i = 0; i < done->pruned_count; i++) {
        triangles += done->pruned[i].triangles;
        share += done->pruned[i].share;
    }
    if (!done->pruned_count) return;
    bool seen = share > SEEN || 2 * done->pruned[0].radius > TALL;
    ferry_say_measured(job, seen ? FERRY_LOSS : FERRY_NOTE, "simplify.pruned", fy_scene_place(scene), path,
                       (ferry_measure){100 * share, "percent", true},
                       "%" PRIu32 " component%s of %" PRIu32
                       " triangle%s left out as a whole, %s %% of the visible surface; the largest, "
                       "with their size in %% of the height: %s",
                       done->pruned_count, done->pruned_count == 1 ? "" : "s", triangles,
                       triangles == 1 ? "" : "s", percent_text(job, share), pruned_text(job, scene, done));
}

/* Of the triangles that are wanted: what may be missing without a word. */
static const double UNSAID = .01;

/* Fewer than there may be. */
static void tell_missing(ferry_job *job, const ferry_scene *scene, const char *path,
                         const fy_simplified *done) {
    uint32_t missing = done->after < done->wanted ? done->wanted - done->after : 0;
    const char *why = done->before - done->flat <= done->wanted
                          ? "the others have no area and are not visible"
                          : "inside a surface two triangles go at a time, and small pieces as a whole";
    if (missing <= UNSAID * done->wanted) return;
    ferry_say_measured(job, FERRY_NOTE, "simplify.fewer", fy_scene_place(scene), path,
                       (ferry_measure){missing, "triangles", true},
                       "%" PRIu32 " triangles are left instead of %" PRIu32 ": %s", done->after, done->wanted,
                       why);
}

static void tell_layers(ferry_job *job, const ferry_scene *scene, const char *path,
                        const fy_simplified *done) {
    if (!done->layers) return;
    ferry_say_measured(job, FERRY_NOTE, "simplify.layers", fy_scene_place(scene), path,
                       (ferry_measure){done->layers, "triangles", true},
                       "%" PRIu32 " triangle%s lay back to back with another, which is drawn from both sides "
                       "instead",
                       done->layers, done->layers == 1 ? "" : "s");
}

static void tell(ferry_job *job, const ferry_scene *scene, const char *path, const fy_simplified *done) {
    ferry_say_measured(job, FERRY_NOTE, "simplify", fy_scene_place(scene), path,
                       (ferry_measure){(double)done->before - done->after, "triangles", true},
                       "%" PRIu32 " of %" PRIu32 " triangles left (%s %%): the surface moved by %s %% of the "
                       "height on average (maximum %s %%)%s",
                       done->after, done->before, left_text(job, done), percent_text(job, done->rest_mean),
                       percent_text(job, done->rest_most), poses_text(job, done));
    tell_pruned(job, scene, path, done);
    tell_layers(job, scene, path, done);
    tell_missing(job, scene, path, done);
    if (!done->wanted || done->after <= done->wanted) return;
    const char *why = done->pointlike ? "at rest they have no area, which would tell which of them matter"
                                      : "removing more would open a hole, turn a triangle over, drop a "
                                        "large part, or violate what was asked for: protected parts, the "
                                        "largest error";
    ferry_say_measured(job, FERRY_LOSS, "simplify.short", fy_scene_place(scene), path,
                       (ferry_measure){(double)done->after - done->wanted, "triangles", true},
                       "%" PRIu32 " triangles are left instead of %" PRIu32 ": %s", done->after, done->wanted,
                       why);
}

/* Where a level would have to go beside others that are there already, or the target has none. */
static bool can_have_levels(ferry_job *job, const ferry_scene *scene, const ferry_caps *caps, bool wanted) {
    if (ferry_level_count(scene) > 1) {
        ferry_say(job, FERRY_ERROR, "simplify.levels", fy_scene_place(scene), "",
                  "it has %" PRIu32 " levels of detail already; simplify its source instead",
                  ferry_level_count(scene));
        return false;
    }
    if (caps->levels || !wanted) return true;
    ferry_say(
        job, FERRY_ERROR, "simplify.levels", fy_scene_place(scene), "",
        "the output format has no levels of detail; write each level to a file of its own with --triangles");
    return false;
}

static bool note_level(ferry_job *job, uint32_t level, const fy_simplified *done) {
    ferry_simplified_list *list = &job->simplified;
    if (!list->data) list->data = ferry_new(job, ferry_simplified, FY_MOST_LEVELS + 1);
    if (!list->data) return false;
    list->data[list->count++] = (ferry_simplified){.level = level,
                                                   .before = done->before,
                                                   .after = done->after,
                                                   .mean = done->rest_mean,
                                                   .worst = done->rest_most,
                                                   .poses = done->poses,
                                                   .pose_mean = done->pose_mean,
                                                   .pose_worst = done->pose_most};
    return true;
}

static bool simplify(ferry_job *job, ferry_scene *scene, const fy_simplify_goal *goal, uint32_t level,
                     fy_simplified *done) {
    if (!fy_simplify(job, scene, goal, done) || !fy_drop_unused_vertices(job, scene) ||
        !note_level(job, level, done))
        return false;
    tell(job, scene, level ? ferry_job_format(job, "level[%" PRIu32 "]", level) : "", done);
    return !ferry_failed(job);
}

/* A level that has what the one before has saves nothing when it is drawn. */
static void tell_same(ferry_job *job, const ferry_scene *scene, uint32_t level, uint32_t triangles,
                      uint32_t before) {
    if (triangles < before) return;
    ferry_say_measured(
        job, FERRY_LOSS, "simplify.same", fy_scene_place(scene),
        ferry_job_format(job, "level[%" PRIu32 "]", level), (ferry_measure){triangles, "triangles", true},
        "level %" PRIu32 " is not coarser than level %" PRIu32 ": it has %" PRIu32
        " triangle%s instead of %" PRIu32 ", and fewer are not possible; it takes memory and saves nothing",
        level, level - 1, triangles, triangles == 1 ? "" : "s", before);
}

/* All of them from the source, whatever the finest one is: what it lost is not lost twice. */
static bool simplify_levels(ferry_job *job, ferry_scene *copies, uint32_t count,
                            const fy_level_target *targets, const ferry_scene *scene,
                            const fy_simplify_goal *as) {
    uint32_t most[FY_MOST_LEVELS], first;
    fy_simplified done;
    if (!fy_level_triangles(job, scene, as->hidden, &first) ||
        !fy_levels_count(job, scene, targets, count, first, most))
        return false;
    uint32_t before = first;
    for (uint32_t i = 0; i < count; i++) {
        const fy_simplify_goal goal = {
            .triangles = most[i], .hidden = as->hidden, .weights = as->weights, .bake = as->bake};
        if (!simplify(job, &copies[i], &goal, i + 1, &done)) return false;
        tell_same(job, scene, i + 1, done.after, before);
        before = done.after;
    }
    return true;
}

bool fy_pass_simplify(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    fy_simplify_goal goal;
    fy_simplified done;
    fy_level_target targets[FY_MOST_LEVELS];
    ferry_scene copies[FY_MOST_LEVELS];
    uint32_t count = fy_levels_wanted(job, targets);
    bool wanted = read_goal(job, &goal);
    if (!caps->levels && ferry_level_count(scene) > 1 && !fy_drop_levels(job, scene)) return false;
    if (!wanted && !count) return fy_weights_ask(job, scene);
    if (!can_have_levels(job, scene, caps, count)) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!fy_level_copy(job, scene, &copies[i])) return false;
    goal.hidden = caps->unused;
    goal.bake = caps->bake_material;
    goal.both_sides = caps->bake_material && !count; /* levels share materials */
    if (wanted && caps->bake_material && !fy_full_model_keep(job, scene)) return false;
    if (!fy_weights_find(job, scene, &goal.weights)) return false;
    if (wanted && !simplify(job, scene, &goal, 0, &done)) return false;
    if (!simplify_levels(job, copies, count, targets, scene, &goal)) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!fy_level_add(job, scene, &copies[i], (uint8_t)(i + 1), caps->unused)) return false;
    return true;
}
