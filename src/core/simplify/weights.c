/* weights.c: see the header. Rules speak about draws and the nodes that their vertices hang on; of several
 * draws of one mesh the greatest weight counts. */
#include "core/simplify/weights.h"

#include <string.h>

#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"

/* ------------------------------------------------------------------------------------------ painted */

/* Black: a tenth, grey: 1, white: 10. */
static double painted(const ferry_color *color) {
    double light = .299 * (double)color->r + .587 * (double)color->g + .114 * (double)color->b;
    return light <= .5 ? .1 + 1.8 * light : 1 + 18 * (light - .5);
}

static bool paint(ferry_job *job, const ferry_scene *scene, double **weights) {
    const char *text = ferry_setting_text(job, "simplify.weights");
    uint32_t set = strcmp(text, "color1") == 0, met = 0;
    if (strcmp(text, "none") == 0) return true;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        met += mesh->colors[set] != NULL;
        for (uint32_t v = 0; mesh->colors[set] && v < mesh->vertex_count; v++)
            weights[m][v] *= painted(&mesh->colors[set][v]);
    }
    if (!met)
        ferry_say(job, FERRY_WARNING, "simplify.weights", fy_scene_place(scene), "",
                  "no mesh has colour set %u: no weights are used", set);
    return !ferry_failed(job);
}

/* ------------------------------------------------------------------------------------------- rules */

static uint32_t heaviest_joint(const ferry_skin *skin, uint32_t influence) {
    const ferry_influence *of = &skin->influences[influence];
    uint32_t best = of->first;
    for (uint32_t i = of->first; i < of->first + of->count; i++)
        if (skin->weights[i].weight > skin->weights[best].weight) best = i;
    return skin->weights[best].joint;
}

static bool weigh_draw(ferry_job *job, const ferry_scene *scene, uint32_t number, double *to) {
    const ferry_draw *draw = &scene->draws.data[number];
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    const ferry_skin *skin = mesh->skin == FERRY_NONE ? NULL : &scene->skins.data[mesh->skin];
    uint32_t count = skin ? skin->joint_count : 1;
    ferry_mark mark = ferry_job_mark(job);
    uint32_t *nodes = ferry_new(job, uint32_t, (size_t)count + 1);
    double *found = ferry_new(job, double, (size_t)count + 1);
    if (!nodes || !found) return false;
    for (uint32_t i = 0; i < count; i++) nodes[i] = skin ? skin->joints[i].node : draw->node;
    for (uint32_t i = 0; i < count; i++) found[i] = 1;
    job->rules_of->weigh_draw(job, scene, number, nodes, count, found);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double weight = found[skin ? heaviest_joint(skin, mesh->influences[v]) : 0];
        if (weight > to[v]) to[v] = weight;
    }
    ferry_job_release(job, mark);
    return ferry_tick(job);
}

bool fy_weights_find(ferry_job *job, const ferry_scene *scene, const double *const **weights) {
    bool rules = job->rules && job->rules_of->weigh_draw;
    uint32_t meshes = scene->meshes.count;
    *weights = NULL;
    if (!rules && ferry_setting_is(job, "simplify.weights", "none")) return true;
    double **made = ferry_new(job, double *, (size_t)meshes + 1);
    if (!made) return false;
    for (uint32_t m = 0; m < meshes; m++) {
        made[m] = ferry_new(job, double, (size_t)scene->meshes.data[m].vertex_count + 1);
        if (!made[m]) return false;
    }
    for (uint32_t d = 0; rules && d < scene->draws.count; d++)
        if (!weigh_draw(job, scene, d, made[scene->draws.data[d].mesh])) return false;
    for (uint32_t m = 0; m < meshes; m++)
        for (uint32_t v = 0; v < scene->meshes.data[m].vertex_count; v++)
            if (!(made[m][v] > 0)) made[m][v] = 1; /* nothing draws it, or there are no rules */
    *weights = (const double *const *)made;
    return paint(job, scene, made);
}

bool fy_weights_ask(ferry_job *job, const ferry_scene *scene) {
    uint32_t most = 0;
    if (!job->rules || !job->rules_of->weigh_draw) return true;
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        if (scene->meshes.data[m].vertex_count > most) most = scene->meshes.data[m].vertex_count;
    ferry_mark mark = ferry_job_mark(job);
    double *unused = ferry_new(job, double, (size_t)most + 1);
    bool done = unused != NULL;
    for (uint32_t d = 0; d < scene->draws.count && done; d++) done = weigh_draw(job, scene, d, unused);
    ferry_job_release(job, mark);
    return done;
}
