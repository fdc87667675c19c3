/*
 * export_reach.c: how far what is drawn moves if a node is a little off (docs/formats/gltf.md, "Animations").
 *
 * Bounds over all poses: lengths of bones are added up along chains, scales and translations are the largest
 * of any key.
 */
#include "formats/export/export_reach.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "formats/export/export.h"

typedef struct extremes {
    double (*move)[3], (*scale)[3];
} extremes;

static bool find_extremes(fy_export *e, extremes *ends) {
    const ferry_scene *scene = e->scene;
    size_t count = scene->nodes.count + (size_t)1;
    ends->move = ferry_alloc(e->job, count, sizeof *ends->move);
    ends->scale = ferry_alloc(e->job, count, sizeof *ends->scale);
    if (!ends->move || !ends->scale) return false;
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        for (int k = 0; k < 3; k++) {
            ends->move[i][k] = fabs((double)(&scene->nodes.data[i].translate.x)[k]);
            ends->scale[i][k] = fabs((double)(&scene->nodes.data[i].scale.x)[k]);
        }
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t t = 0; t < scene->clips.data[c].track_count; t++) {
            const ferry_track *track = &scene->clips.data[c].tracks[t];
            bool moves = track->target == FERRY_TARGET_TRANSLATE;
            if (!moves && track->target != FERRY_TARGET_SCALE) continue;
            double *most = &(moves ? ends->move : ends->scale)[track->object][track->channel];
            for (uint32_t k = 0; k < track->key_count; k++)
                *most = fmax(*most, fabs((double)track->values[k]));
            if (!ferry_tick(e->job)) return false;
        }
    return true;
}

static double length(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double largest(const double v[3]) {
    return fmax(v[0], fmax(v[1], v[2]));
}

/* In the space of each node, from its origin to the farthest vertex that hangs on it by itself. */
static bool reach_vertices(const fy_export *e, double *reach) {
    const ferry_scene *scene = e->scene;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
        const ferry_skin *skin = mesh->skin == FERRY_NONE ? NULL : &scene->skins.data[mesh->skin];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            if (!skin) reach[draw->node] = fmax(reach[draw->node], fy_vec3_length(mesh->positions[v]));
            const ferry_influence *run = skin ? &skin->influences[mesh->influences[v]] : NULL;
            for (uint32_t w = 0; run && w < run->count; w++) {
                const ferry_joint *joint = &skin->joints[skin->weights[run->first + w].joint];
                double far = fy_vec3_length(fy_matrix_point(&joint->inverse_bind, mesh->positions[v]));
                reach[joint->node] = fmax(reach[joint->node], far);
            }
            if (!ferry_tick(e->job)) return false;
        }
    }
    return true;
}

/* What games hang on nodes moves, too: everything reaches a twentieth of the height at least. */
fy_export_reach *fy_export_find_reach(fy_export *e, double height) {
    const ferry_node_list *nodes = &e->scene->nodes;
    fy_export_reach *found = ferry_new(e->job, fy_export_reach, nodes->count + (size_t)1);
    double *reach = ferry_new(e->job, double, nodes->count + (size_t)1);
    double *above = ferry_new(e->job, double, nodes->count + (size_t)1);
    extremes ends;
    if (!found || !reach || !above || !find_extremes(e, &ends) || !reach_vertices(e, reach)) return NULL;
    for (uint32_t i = nodes->count; i-- > 0;) {
        uint32_t parent = nodes->data[i].parent;
        if (parent == FERRY_NONE) continue;
        reach[parent] = fmax(reach[parent], length(ends.move[i]) + largest(ends.scale[i]) * reach[i]);
    }
    for (uint32_t i = 0; i < nodes->count; i++) {
        uint32_t parent = nodes->data[i].parent;
        above[i] = parent == FERRY_NONE ? 1 : above[parent] * largest(ends.scale[parent]);
        double own = above[i] * largest(ends.scale[i]) * reach[i];
        found[i].of[FY_EXPORT_MOVE] = above[i];
        found[i].of[FY_EXPORT_TURN] = fmax(own, height / 20);
        found[i].of[FY_EXPORT_SCALE] = fmax(above[i] * reach[i], height / 20);
    }
    return found;
}

uint32_t *fy_export_shares(fy_export *e, const ferry_clip *clip) {
    const ferry_node_list *nodes = &e->scene->nodes;
    size_t count = nodes->count + (size_t)1;
    uint32_t *own = ferry_new(e->job, uint32_t, count), *under = ferry_new(e->job, uint32_t, count);
    uint32_t *shares = ferry_new(e->job, uint32_t, count);
    if (!own || !under || !shares) return NULL;
    for (uint32_t t = 0; t < clip->track_count; t++) {
        const ferry_track *track = &clip->tracks[t];
        bool first = !t || track[-1].target != track->target || track[-1].object != track->object;
        if (first && fy_moves_node(track)) own[track->object]++;
    }
    for (uint32_t i = nodes->count; i-- > 0;) {
        uint32_t parent = nodes->data[i].parent, deep = own[i] + under[i];
        if (parent != FERRY_NONE && deep > under[parent]) under[parent] = deep;
    }
    for (uint32_t i = 0; i < nodes->count; i++) { /* for the while: of the chain down to it */
        uint32_t parent = nodes->data[i].parent;
        shares[i] = own[i] + (parent == FERRY_NONE ? 0 : shares[parent]);
    }
    for (uint32_t i = 0; i < nodes->count; i++) shares[i] += under[i];
    return shares;
}

double fy_export_height(const ferry_box *box) {
    double longest = 0, height = (double)box->max.y - (double)box->min.y;
    for (int k = 0; k < 3; k++) longest = fmax(longest, (double)(&box->max.x)[k] - (double)(&box->min.x)[k]);
    if (height < longest / 10) height = longest / 10;
    return height > 0 ? height : 1;
}
