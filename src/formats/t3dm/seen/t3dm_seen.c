/*
 * t3dm_seen.c: what is seen of a model that was just written (docs/what-is-lost.md, "What is seen").
 *
 * The files are read back and drawn beside the source, small, from where `compare` looks: so a loss counts
 * whatever changes the picture, be it a combiner, a texture, a vertex's bits or the order of objects.
 */
#include "formats/t3dm/seen/t3dm_seen.h"

#include <stdio.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/path.h"
#include "core/base/report.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "render/similarity.h"

/* Pictures of the six sides. */
#ifndef FERRY_SEEN_PIXELS
#define FERRY_SEEN_PIXELS 112
#endif
enum { WIDTH = FERRY_SEEN_PIXELS, HEIGHT = FERRY_SEEN_PIXELS * 3 / 4 };

/* Fewer pixels say nothing. */
enum { FEW = 16 };

/* What is worth a loss: of 255; and shares of a material's pixels, below which are edges. */
#define WORTH_TELLING 1.0
#define EDGES .03

/* ------------------------------------------------------------------------------------------- the files */

typedef struct shelf {
    const ferry_file_list *files;
    uint32_t at; /* the file that was asked for last: they are asked for in much the same order */
} shelf;

static bool find_file(void *user, const char *name, ferry_bytes *bytes) {
    shelf *s = user;
    for (uint32_t i = 0; i < s->files->count; i++) {
        uint32_t at = (s->at + i) % s->files->count;
        if (strcmp(fy_path_base(s->files->data[at].name), fy_path_base(name)) != 0) continue;
        *bytes = s->files->data[at].bytes;
        s->at = at;
        return true;
    }
    return false;
}

static ferry_scene *read_back(ferry_job *own, const fy_t3dm_written *written) {
    ferry_input *inputs = ferry_new(own, ferry_input, written->count);
    if (!inputs) return NULL;
    for (uint32_t i = 0; i < written->count; i++) {
        const ferry_file *file = &written->files->data[written->first + i];
        inputs[i] = (ferry_input){file->name, file->bytes};
    }
    return ferry_load(own, inputs, written->count);
}

/* What ends any work ends the job's. Nothing else that is found here is the user's business. */
static bool may_go_on(ferry_job *job, const ferry_job *own) {
    if (own->exhausted) fy_report_exhausted(job);
    for (uint32_t i = 0; i < own->report.count && own->stopped && !own->exhausted; i++) {
        const ferry_message *m = &own->report.data[i];
        if (m->severity != FERRY_ERROR || strncmp(m->code, "job.", 4) != 0) continue;
        fy_report_repeat(job, m);
        job->stopped = true;
    }
    return !ferry_failed(job);
}

/* ----------------------------------------------------------------------------------------- the messages */

typedef struct teller {
    ferry_job *job;
    const ferry_scene *scene;
    const char *name;
    const fy_t3dm_plan *plan;
    const ferry_similarity *found;
    uint64_t pixels; /* of all */
    bool posed;      /* it was looked at in the pose that the plan was made in, not at rest */
} teller;

static const fy_t3dm_material *planned(const teller *t, uint32_t material) {
    uint32_t number = t->plan->of_material[material];
    return number == FERRY_NONE ? NULL : &t->plan->materials[number];
}

/* The game supplies its pictures: what is seen without them says nothing. */
static bool is_whole(const fy_t3dm_material *m) {
    for (int i = 0; i < 2; i++)
        if ((m->paths[i] || m->rdp.tiles[i].reference) && m->exports[i] == FERRY_NONE) return false;
    return true;
}

static const fy_t3dm_fault *worst_fault(const fy_t3dm_material *m, fy_t3dm_cause *cause) {
    const fy_t3dm_fault *worst = NULL;
    for (int i = 0; i < FY_T3DM_CAUSES; i++) {
        if (!m->faults[i].why || (worst && m->faults[i].error <= worst->error)) continue;
        worst = &m->faults[i];
        *cause = (fy_t3dm_cause)i;
    }
    return worst;
}

/* A fault that is a quarter of what is seen, or more, explains it. */
#define EXPLAINS .25

/* What most of a difference comes from: a word for programs, and a sentence. */
static const char *cause_of(const teller *t, const fy_t3dm_material *m,
                            const ferry_similarity_material *figures, const char **why) {
    static const char *const words[] = {[FY_T3DM_BY_COMBINER] = "combiner",
                                        [FY_T3DM_BY_BLEND] = "blend",
                                        [FY_T3DM_BY_LIGHT] = "light",
                                        [FY_T3DM_BY_TEXTURE] = "texture"};
    fy_t3dm_cause cause = FY_T3DM_CAUSES;
    const fy_t3dm_fault *fault = worst_fault(m, &cause);
    *why = "where only one of the two pictures shows it";
    if (2 * figures->elsewhere > figures->color_error) return "outline";
    *why = "no single step explains it";
    if (!fault || fault->error < EXPLAINS * figures->color_error) return "";
    *why = ferry_job_format(t->job, "%s: %s", words[cause], fault->why);
    return words[cause];
}

static void tell_change(const teller *t, const char *path, const char *code, const char *text, uint64_t some,
                        uint64_t all) {
    double share = all >= FEW ? (double)some / (double)all : 0;
    if (share <= EDGES) return;
    ferry_say_measured(t->job, FERRY_LOSS, code, t->name, path,
                       (ferry_measure){share * 100, "% of its pixels", false}, "%s: %.0f %% of its pixels",
                       text, share * 100);
}

static void tell_figures(const teller *t, uint32_t number, const fy_t3dm_material *m,
                         const ferry_similarity_material *figures, ferry_seen_material *seen) {
    const char *why, *path = ferry_job_format(t->job, "material[%u] \"%s\"", number, m->name);
    seen->cause = cause_of(t, m, figures, &why);
    if (m->ruled) return;
    tell_change(t, path, "t3dm.vanishes", "vanishes where it should be seen", figures->lost,
                figures->shown[0]);
    tell_change(t, path, "t3dm.appears", "is drawn where it should not be seen", figures->added,
                figures->shown[1]);
    if (figures->color_error < WORTH_TELLING) return;
    ferry_say_measured(t->job, FERRY_LOSS, "t3dm.material", t->name, path,
                       (ferry_measure){figures->color_error, "/255", false},
                       "differs by %.1f/255 as seen, over %.1f %% of the model's pixels; %s",
                       figures->color_error, 100 * (double)figures->pixels / (double)t->pixels, why);
}

static const char *name_pose(const teller *t) {
    const fy_t3dm_moment *at = &t->plan->typical;
    if (!t->posed) return "at rest";
    return ferry_job_format(t->job, "in the pose of \"%s\" at %.3f s", t->scene->clips.data[at->clip].name,
                            at->time);
}

/* What no camera sees, or too little of, is told by what is known of it. */
static void tell_unseen(const teller *t, uint32_t number, const fy_t3dm_material *m, uint64_t pixels) {
    fy_t3dm_cause cause;
    const fy_t3dm_fault *fault = worst_fault(m, &cause);
    if (!fault || fault->error < WORTH_TELLING) return;
    ferry_say_measured(t->job, FERRY_LOSS, "t3dm.unseen", t->name,
                       ferry_job_format(t->job, "material[%u] \"%s\"", number, m->name),
                       (ferry_measure){fault->error, "/255", false},
                       "differs by about %.1f/255, but is %s seen %s; %s", fault->error,
                       pixels ? "hardly" : "not", name_pose(t), fault->why);
}

static const char *keep_name(ferry_job *job, const char *name) {
    size_t size = strlen(name) + 1;
    char *copy = fy_output_alloc(job, size, 1);
    return copy ? memcpy(copy, name, size) : NULL;
}

/* What is left out although it is seen is told like the rest; what the user left out is no news. */
static bool is_judged(const fy_t3dm_material *m) {
    return m && (m->drop ? !m->ruled : is_whole(m));
}

static bool tell_material(const teller *t, uint32_t number, const ferry_similarity_material *figures) {
    ferry_seen_list *list = &t->job->seen;
    const fy_t3dm_material *m = planned(t, number);
    if (!is_judged(m)) return true;
    if (figures->pixels < FEW) {
        tell_unseen(t, number, m, figures->pixels);
        return true;
    }
    ferry_seen_material *seen = &list->data[list->count];
    *seen =
        (ferry_seen_material){keep_name(t->job, figures->name), figures->pixels, figures->color_error, ""};
    if (!seen->name) return false;
    list->count++;
    tell_figures(t, number, m, figures, seen);
    return true;
}

/* Both lists are in the scene's order; of materials of one name the first has the figures of all. */
static bool tell_materials(const teller *t) {
    const ferry_material_list *materials = &t->scene->materials;
    uint32_t at = 0;
    t->job->seen.data = fy_output_alloc(t->job, materials->count + (size_t)1, sizeof *t->job->seen.data);
    if (!t->job->seen.data) return false;
    for (uint32_t i = 0; i < materials->count && at < t->found->material_count; i++) {
        if (strcmp(t->found->materials[at].name, materials->data[i].name) != 0) continue;
        if (!tell_material(t, i, &t->found->materials[at++])) return false;
    }
    return !ferry_failed(t->job);
}

/* ------------------------------------------------------------------------------------------- the pictures */

static const ferry_clip *clip_named(const ferry_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (strcmp(scene->clips.data[i].name, name) == 0 && fy_clip_moves_nodes(&scene->clips.data[i]))
            return &scene->clips.data[i];
    return NULL;
}

/* Both in the pose that the plan was made in, unless nothing plays it. False at the memory limit. */
static bool pose(ferry_job *job, const fy_t3dm_plan *plan, const ferry_scene **scene,
                 const ferry_scene **made) {
    const fy_t3dm_moment *at = &plan->typical;
    const ferry_clip *clip = NULL;
    for (uint32_t i = 0; plan->animations && i < plan->animations->count; i++)
        if (plan->animations->data[i].clip == at->clip)
            clip = clip_named(*made, plan->animations->data[i].name);
    if (!clip) return true;
    *scene = fy_clip_scene(job, *scene, at->clip, at->time);
    *made = fy_clip_scene(job, *made, (uint32_t)(clip - (*made)->clips.data), at->time);
    return *scene && *made;
}

/* What the comparison has to say of itself is nobody's business; where it ends the job, that is told. */
static bool compare(ferry_job *job, const ferry_scene *scene, const ferry_scene *made,
                    const fy_t3dm_written *written, ferry_similarity *found, bool *posed) {
    const ferry_view view = {.size = sizeof view,
                             .width = WIDTH,
                             .height = HEIGHT,
                             .scale = written->scale,
                             .views = FERRY_VIEWS_ALL};
    const fy_t3dm_plan *plan = written->plan;
    const ferry_scene *source = scene;
    if (!pose(job, plan, &scene, &made)) return false;
    *posed = scene != source;
    bool as_planned = plan->surveyed_scene == source && *posed == (plan->typical.clip != FERRY_NONE),
         before = job->hushed;
    job->hushed = true;
    bool done = fy_compare_colors(job, scene, made, &view, as_planned ? &plan->near : NULL, found);
    job->hushed = before;
    return done;
}

static bool look(ferry_job *job, ferry_job *own, const ferry_scene *scene, const char *name,
                 const fy_t3dm_written *written) {
    ferry_similarity found;
    bool posed = false;
    ferry_scene *made = read_back(own, written);
    bool done = may_go_on(job, own),
         seen = done && made && compare(job, scene, made, written, &found, &posed);
    ferry_scene_free(made);
    if (!seen) return done && !ferry_failed(job);
    const teller t = {job, scene, name, written->plan, &found, found.pixels + found.near_sum.pixels, posed};
    return tell_materials(&t);
}

bool fy_t3dm_tell_seen(ferry_job *job, const ferry_scene *scene, const char *name,
                       const fy_t3dm_written *written) {
    char from[32];
    snprintf(from, sizeof from, "t3dm:%s", ferry_setting_text(job, "t3dm.layout"));
    shelf files = {written->files, 0};
    const ferry_options options = {
        .size = sizeof options, .from = from, .sidecar = find_file, .user = &files};
    ferry_job *own = fy_job_open_within(job, &options);
    if (!own) return false;
    bool done = look(job, own, scene, name, written);
    ferry_close(own);
    return done;
}
