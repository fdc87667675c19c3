/*
 * pass_rigid.c: for targets with one joint a vertex, each weighted vertex is hung on one joint of its influence.
 *
 * The vertex keeps its place in bind pose. How far it is then from its blended place is measured in the rest pose, and how
 * much of its weight the chosen joint held says how it will bend.
 */
#include "core/job.h"
#include "core/maths.h"
#include "core/passes.h"
#include "core/scene.h"

#include <inttypes.h>
#include <string.h>

typedef struct rigid {
    ferry_job          *job;
    ferry_skin         *skin;
    const ferry_matrix *joints;     /* bind pose -> rest pose, by joint */
    ferry_matrix       *influences; /* the same, blended, by influence */
    uint32_t           *heaviest;   /* joint of each influence */
    double             *sums;       /* by joint, zero between uses */
    bool                least_shift;
    uint64_t            moved, vertices;
    double              largest_shift, kept, least_kept;
} rigid;

static double weight_of(const ferry_skin *skin, const ferry_influence *run, uint32_t joint) {
    double sum = 0;
    for (uint32_t w = 0; w < run->count; w++)
        if (skin->weights[run->first + w].joint == joint) sum += skin->weights[run->first + w].weight;
    return sum;
}

/* The joint with the largest weight; of equal ones the lowest. */
static uint32_t heaviest_joint(const rigid *r, const ferry_influence *run) {
    const ferry_weight *weights = r->skin->weights + run->first;
    for (uint32_t w = 0; w < run->count; w++) r->sums[weights[w].joint] += weights[w].weight;
    uint32_t best = weights[0].joint;
    for (uint32_t w = 1; w < run->count; w++) {
        uint32_t joint = weights[w].joint;
        if (r->sums[joint] > r->sums[best] || (r->sums[joint] == r->sums[best] && joint < best)) best = joint;
    }
    for (uint32_t w = 0; w < run->count; w++) r->sums[weights[w].joint] = 0;
    return best;
}

static double shift_by(const rigid *r, uint32_t joint, ferry_vec3 bind, ferry_vec3 blended) {
    return fy_vec3_length(fy_vec3_sub(fy_matrix_point(&r->joints[joint], bind), blended));
}

static uint32_t choose_joint(const rigid *r, uint32_t influence, ferry_vec3 bind, ferry_vec3 blended) {
    uint32_t best = r->heaviest[influence];
    if (!r->least_shift) return best;
    const ferry_influence *run = &r->skin->influences[influence];
    double                 least = shift_by(r, best, bind, blended);
    for (uint32_t w = 0; w < run->count; w++) {
        uint32_t joint = r->skin->weights[run->first + w].joint;
        double   shift = shift_by(r, joint, bind, blended);
        if (shift < least) {
            best = joint;
            least = shift;
        }
    }
    return best;
}

/* From here on influence j of the skin is "joint j alone", and vertices name joints. */
static void hang_mesh(rigid *r, ferry_mesh *mesh) {
    r->vertices += mesh->vertex_count;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t               influence = mesh->influences[v];
        const ferry_influence *run = &r->skin->influences[influence];
        uint32_t               joint = r->heaviest[influence];
        if (run->count > 1) {
            ferry_vec3 bind = mesh->positions[v], blended = fy_matrix_point(&r->influences[influence], bind);
            joint = choose_joint(r, influence, bind, blended);
            double shift = shift_by(r, joint, bind, blended), kept = weight_of(r->skin, run, joint);
            r->moved++;
            r->kept += kept;
            if (shift > r->largest_shift) r->largest_shift = shift;
            if (kept < r->least_kept) r->least_kept = kept;
        }
        mesh->influences[v] = joint;
    }
}

static bool one_joint_each(ferry_scene *scene, ferry_skin *skin) {
    ferry_weight    *weights = ferry_scene_new(scene, ferry_weight, skin->joint_count);
    ferry_influence *influences = ferry_scene_new(scene, ferry_influence, skin->joint_count);
    if (skin->joint_count && (!weights || !influences)) return false;
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        weights[j] = (ferry_weight){.joint = j, .weight = 1};
        influences[j] = (ferry_influence){.first = j, .count = 1};
    }
    skin->weights = weights;
    skin->influences = influences;
    skin->weight_count = skin->influence_count = skin->joint_count;
    return true;
}

static bool prepare(rigid *r, const ferry_scene *scene) {
    const ferry_skin *skin = r->skin;
    ferry_matrix     *worlds = ferry_new(r->job, ferry_matrix, (size_t)scene->nodes.count + 1);
    ferry_matrix     *joints = ferry_new(r->job, ferry_matrix, (size_t)skin->joint_count + 1);
    r->influences = ferry_new(r->job, ferry_matrix, (size_t)skin->influence_count + 1);
    r->heaviest = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    r->sums = ferry_new(r->job, double, (size_t)skin->joint_count + 1);
    if (!worlds || !joints || !r->influences || !r->heaviest || !r->sums || !ferry_world_matrices(scene, worlds)) return false;
    fy_skin_matrices(scene, skin, worlds, joints);
    r->joints = joints;
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        r->influences[i] = fy_influence_matrix(skin, i, joints);
        r->heaviest[i] = heaviest_joint(r, &skin->influences[i]);
    }
    return true;
}

static void tell(const rigid *r, const ferry_scene *scene, uint32_t index, double height) {
    char path[32];
    snprintf(path, sizeof path, "skin[%" PRIu32 "]", index);
    ferry_say(r->job, FERRY_LOSS, "rigid.weights", scene->name, path,
              "%" PRIu64 " of %" PRIu64 " vertices hang on several joints and now on %s; largest shift at rest %.3g units "
              "(%.2g %% of height); the joint kept holds %.0f %% of the weight on average, %.0f %% at least",
              r->moved, r->vertices, r->least_shift ? "the one that moves them least" : "the heaviest", r->largest_shift,
              height > 0 ? 100 * r->largest_shift / height : 0.0, 100 * r->kept / (double)r->moved, 100 * r->least_kept);
}

bool fy_pass_rigid(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    (void)caps;
    ferry_counts counts;
    if (!ferry_count(scene, &counts)) return false;
    for (uint32_t i = 0; i < scene->skins.count; i++) {
        ferry_mark mark = ferry_job_mark(job);
        rigid      r = {.job = job, .skin = &scene->skins.data[i], .least_kept = 1};
        r.least_shift = ferry_setting_is(job, "rigid.joint", "least-shift");
        if (!prepare(&r, scene)) return false;
        for (uint32_t m = 0; m < scene->meshes.count; m++) {
            if (!ferry_tick(job)) return false;
            if (scene->meshes.data[m].skin == i) hang_mesh(&r, &scene->meshes.data[m]);
        }
        if (r.moved) tell(&r, scene, i, (double)counts.box.max.y - counts.box.min.y);
        ferry_job_release(job, mark);
        if (!one_joint_each(scene, r.skin)) return false;
    }
    return true;
}
