/*
 * fbx_skins.c: skins and morphs as deformers of an FBX file, and the pose that all are bound in
 * (docs/formats/fbx.md, "Skins", "Morphs").
 */
#include "formats/fbx/fbx_skins.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "formats/export/export_scene_models.h"
#include "formats/export/export_scene_skins.h"
#include "formats/export/export_scene_state.h"
#include "formats/fbx/fbx_objects.h"
#include "formats/fbx/fbx_out.h"

/* -------------------------------------------------------------------------------------------------- skins */

static int64_t bone_of(const fy_fbx *f, uint32_t skin, uint32_t joint) {
    uint32_t twin = fy_export_twin_of(&f->x, skin, joint);
    return twin == FERRY_NONE ? f->nodes[f->x.e.scene->skins.data[skin].joints[joint].node] : f->twins[twin];
}

/* Where a joint stands when its vertices are bound; where it rests, if the bind matrix has no inverse. */
static ferry_matrix bound_at(fy_fbx *f, const ferry_joint *joint) {
    ferry_matrix bind = fy_export_bind(&f->x, joint), place;
    if (fy_matrix_invert(&bind, &place)) return place;
    return f->x.worlds[joint->node];
}

/* The format sums weights up for each bone. */
static void put_run(fy_fbx *f, const fy_export_weights *weights, uint32_t joint, int32_t *numbers,
                    double *values) {
    uint32_t count = 0;
    for (uint32_t k = weights->first[joint]; k < weights->first[joint + 1]; k++) {
        if (count && numbers[count - 1] == (int32_t)weights->vertices[k]) {
            values[count - 1] += (double)weights->weights[k];
            continue;
        }
        numbers[count] = (int32_t)weights->vertices[k];
        values[count++] = (double)weights->weights[k];
    }
    fy_fbx_open(&f->o, "Indexes");
    fy_fbx_i32s(&f->o, numbers, count);
    fy_fbx_close(&f->o);
    fy_fbx_open(&f->o, "Weights");
    fy_fbx_f64s(&f->o, values, count);
    fy_fbx_close(&f->o);
}

static bool put_cluster(fy_fbx *f, const ferry_mesh *mesh, int64_t deformer, uint32_t joint,
                        const fy_export_weights *weights, int32_t *numbers, double *values) {
    const ferry_joint *from = &f->x.e.scene->skins.data[mesh->skin].joints[joint];
    ferry_matrix place = bound_at(f, from), bind = fy_export_bind(&f->x, from);
    if (!fy_matrix_invert(&place, &bind)) bind = fy_matrix_identity();
    int64_t number = fy_fbx_open_object(f, FY_FBX_DEFORMER, f->x.names[from->node], "Cluster");
    fy_fbx_put_i32(&f->o, "Version", 100);
    put_run(f, weights, joint, numbers, values);
    fy_fbx_put_matrix(f, "Transform", &bind);
    fy_fbx_put_matrix(f, "TransformLink", &place);
    fy_fbx_close(&f->o);
    return fy_fbx_link_to(f, number, deformer, NULL) &&
           fy_fbx_link_to(f, bone_of(f, mesh->skin, joint), number, NULL);
}

static bool put_skin(fy_fbx *f, uint32_t m) {
    const ferry_mesh *mesh = fy_export_model_mesh(&f->x, &f->x.models[m]);
    const ferry_skin *skin = &f->x.e.scene->skins.data[mesh->skin];
    fy_export_weights weights;
    if (!fy_export_find_weights(&f->x, mesh, &weights)) return false;
    int32_t *numbers = ferry_new(f->x.e.job, int32_t, (size_t)mesh->vertex_count + 1);
    double *values = ferry_new(f->x.e.job, double, (size_t)mesh->vertex_count + 1);
    if (!numbers || !values) return false;
    int64_t deformer = fy_fbx_open_object(f, FY_FBX_DEFORMER, f->x.models[m].name, "Skin");
    fy_fbx_put_i32(&f->o, "Version", 101);
    fy_fbx_put_f64(&f->o, "Link_DeformAcuracy", 50); /* as the format spells it */
    fy_fbx_close(&f->o);
    if (!fy_fbx_link_to(f, deformer, f->geometries[m], NULL)) return false;
    for (uint32_t j = 0; j < skin->joint_count; j++)
        if (!ferry_tick(f->x.e.job) || (weights.first[j] < weights.first[j + 1] &&
                                        !put_cluster(f, mesh, deformer, j, &weights, numbers, values)))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------- morphs */

static void put_moves(fy_fbx *f, const char *name, const ferry_morph *morph, const ferry_vec3 *moves,
                      double scale, double *room) {
    for (uint32_t k = 0; k < morph->count; k++)
        for (int i = 0; i < 3; i++) room[3 * (size_t)k + (size_t)i] = (double)(&moves[k].x)[i] * scale;
    fy_fbx_open(&f->o, name);
    fy_fbx_f64s(&f->o, room, 3 * morph->count);
    fy_fbx_close(&f->o);
}

static bool add_channel(fy_fbx *f, uint32_t morph, int64_t number) {
    if (!fy_job_reserve(f->x.e.job, (void **)&f->channels, f->channel_count, &f->channel_capacity, 1,
                        sizeof *f->channels))
        return false;
    f->channels[f->channel_count] = (fy_fbx_channel){number, f->first_channel[morph]};
    f->first_channel[morph] = f->channel_count++;
    return true;
}

static bool put_shape(fy_fbx *f, uint32_t number, int64_t deformer) {
    const ferry_morph *morph = &f->x.e.scene->morphs.data[number];
    double *room = ferry_new(f->x.e.job, double, 3 * (size_t)morph->count + 1);
    ferry_vec3 *still = ferry_new(f->x.e.job, ferry_vec3, (size_t)morph->count + 1);
    int32_t *vertices = ferry_new(f->x.e.job, int32_t, (size_t)morph->count + 1);
    static const double full[] = {100};
    if (!room || !still || !vertices) return false;
    for (uint32_t k = 0; k < morph->count; k++) vertices[k] = (int32_t)morph->vertices[k];
    int64_t channel = fy_fbx_open_object(f, FY_FBX_DEFORMER, morph->name, "BlendShapeChannel");
    fy_fbx_put_i32(&f->o, "Version", 100);
    fy_fbx_put_f64(&f->o, "DeformPercent", 0);
    fy_fbx_open(&f->o, "FullWeights");
    fy_fbx_f64s(&f->o, full, 1);
    fy_fbx_close(&f->o);
    fy_fbx_close(&f->o);
    int64_t shape = fy_fbx_open_object(f, FY_FBX_GEOMETRY, morph->name, "Shape");
    fy_fbx_put_i32(&f->o, "Version", 100);
    fy_fbx_open(&f->o, "Indexes");
    fy_fbx_i32s(&f->o, vertices, morph->count);
    fy_fbx_close(&f->o);
    put_moves(f, "Vertices", morph, morph->positions ? morph->positions : still, f->x.e.scale, room);
    put_moves(f, "Normals", morph, morph->normals ? morph->normals : still, 1, room);
    fy_fbx_close(&f->o);
    return fy_fbx_link_to(f, channel, deformer, NULL) && fy_fbx_link_to(f, shape, channel, NULL) &&
           add_channel(f, number, channel);
}

static bool put_morphs(fy_fbx *f, uint32_t m) {
    const ferry_scene *scene = f->x.e.scene;
    uint32_t mesh = scene->draws.data[f->x.models[m].draw].mesh;
    uint32_t first = f->x.first_morphs[mesh], end = f->x.first_morphs[mesh + 1];
    if (first == end) return true;
    int64_t deformer = fy_fbx_open_object(f, FY_FBX_DEFORMER, f->x.models[m].name, "BlendShape");
    fy_fbx_put_i32(&f->o, "Version", 100);
    fy_fbx_close(&f->o);
    if (!fy_fbx_link_to(f, deformer, f->geometries[m], NULL)) return false;
    for (uint32_t k = first; k < end; k++) {
        ferry_mark mark = ferry_job_mark(f->x.e.job);
        if (!put_shape(f, f->x.morphs[k], deformer)) return false;
        ferry_job_release(f->x.e.job, mark);
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------- pose */

static void put_posed(fy_fbx *f, int64_t model, const ferry_matrix *place) {
    fy_fbx_open(&f->o, "PoseNode");
    fy_fbx_put_i64(&f->o, "Node", model);
    fy_fbx_put_matrix(f, "Matrix", place);
    fy_fbx_close(&f->o);
}

/* Where bones stand when they are bound; those that carry nothing, where they rest. */
static bool find_places(fy_fbx *f, ferry_matrix *places, bool *bound) {
    const ferry_scene *scene = f->x.e.scene;
    for (uint32_t i = 0; i < scene->nodes.count; i++) places[i] = f->x.worlds[i];
    for (uint32_t s = 0; s < scene->skins.count; s++)
        for (uint32_t j = 0; j < scene->skins.data[s].joint_count; j++) {
            const ferry_joint *joint = &scene->skins.data[s].joints[j];
            ferry_matrix bind = fy_export_bind(&f->x, joint), place;
            if (!fy_matrix_invert(&bind, &place)) {
                f->unbound++;
                continue;
            }
            if (!bound[joint->node]) places[joint->node] = place;
            bound[joint->node] = true;
        }
    return ferry_tick(f->x.e.job);
}

static bool put_pose(fy_fbx *f) {
    uint32_t count = f->x.e.scene->nodes.count, bones = 0;
    ferry_matrix still = fy_matrix_identity(),
                 *places = ferry_new(f->x.e.job, ferry_matrix, (size_t)count + 1);
    bool *bound = ferry_new(f->x.e.job, bool, (size_t)count + 1);
    if (!places || !bound || !find_places(f, places, bound)) return false;
    for (uint32_t m = 0; m < f->x.model_count; m++)
        bones += fy_export_model_mesh(&f->x, &f->x.models[m])->skin != FERRY_NONE;
    for (uint32_t i = 0; i < count; i++) bones += f->x.bones[i];
    fy_fbx_open_object(f, FY_FBX_POSE, "BindPose", "BindPose");
    fy_fbx_put_string(&f->o, "Type", "BindPose");
    fy_fbx_put_i32(&f->o, "Version", 100);
    fy_fbx_put_i32(&f->o, "NbPoseNodes", (int32_t)bones);
    for (uint32_t m = 0; m < f->x.model_count; m++)
        if (fy_export_model_mesh(&f->x, &f->x.models[m])->skin != FERRY_NONE)
            put_posed(f, f->models[m], &still);
    for (uint32_t i = 0; i < count; i++)
        if (f->x.bones[i]) put_posed(f, f->nodes[i], &places[i]);
    fy_fbx_close(&f->o);
    return true;
}

bool fy_fbx_put_skins(fy_fbx *f) {
    uint32_t morphs = f->x.e.scene->morphs.count;
    f->first_channel = ferry_new(f->x.e.job, uint32_t, (size_t)morphs + 1);
    for (uint32_t m = 0; f->first_channel && m < morphs; m++) f->first_channel[m] = FERRY_NONE;
    if (!f->first_channel) return false;
    for (uint32_t m = 0; m < f->x.model_count; m++) {
        ferry_mark mark = ferry_job_mark(f->x.e.job);
        bool skinned = fy_export_model_mesh(&f->x, &f->x.models[m])->skin != FERRY_NONE;
        if ((skinned && !put_skin(f, m)) || !put_morphs(f, m)) return false;
        ferry_job_release(f->x.e.job, mark);
    }
    return !f->x.e.scene->skins.count || put_pose(f);
}
