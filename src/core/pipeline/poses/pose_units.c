/* pose_units.c: see the header. */
#include "core/pipeline/poses/pose_units.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/pipeline/poses/poses.h"

/* Where texture coordinates move, too, the mesh is left alone: poses hold positions and normals. */
static bool find_moved(fy_posing *b) {
    const ferry_morph_list *morphs = &b->scene->morphs;
    bool any = false;
    b->moved = ferry_new(b->job, bool, (size_t)b->scene->meshes.count + 1);
    if (!b->moved) return false;
    for (uint32_t i = 0; i < morphs->count; i++) b->moved[morphs->data[i].mesh] = true;
    for (uint32_t i = 0; i < morphs->count; i++)
        if (morphs->data[i].shifts) b->moved[morphs->data[i].mesh] = false;
    for (uint32_t d = 0; d < b->scene->draws.count; d++) any |= b->moved[b->scene->draws.data[d].mesh];
    if (!any) memset(b->moved, 0, b->scene->meshes.count * sizeof *b->moved);
    return true;
}

static uint32_t root_of(uint32_t *parents, uint32_t at) {
    while (parents[at] != at) at = parents[at] = parents[parents[at]];
    return at;
}

static void join_sets(uint32_t *parents, uint32_t x, uint32_t y) {
    x = root_of(parents, x);
    y = root_of(parents, y);
    parents[x > y ? x : y] = x < y ? x : y;
}

/* Weights that count by their share are known only together. */
static bool join_groups(fy_posing *b) {
    const ferry_morph_list *morphs = &b->scene->morphs;
    uint32_t *firsts = ferry_new(b->job, uint32_t, (size_t)morphs->count + 1);
    if (!firsts) return false;
    for (uint32_t i = 0; i < morphs->count; i++) firsts[i] = FERRY_NONE;
    for (uint32_t i = 0; i < morphs->count; i++) {
        const ferry_morph *morph = &morphs->data[i];
        if (morph->group == FERRY_NONE) continue;
        if (firsts[morph->group] == FERRY_NONE) firsts[morph->group] = morph->mesh;
        join_sets(b->parents, firsts[morph->group], morph->mesh);
    }
    return true;
}

static bool join_units(fy_posing *b) {
    uint32_t meshes = b->scene->meshes.count, count = meshes + b->scene->nodes.count;
    b->parents = ferry_new(b->job, uint32_t, (size_t)count + 1);
    b->units = ferry_new(b->job, uint32_t, (size_t)count + 1);
    if (!b->parents || !b->units) return false;
    for (uint32_t i = 0; i < count; i++) b->parents[i] = i;
    for (uint32_t i = 0; i < count; i++) b->units[i] = FERRY_NONE;
    for (uint32_t d = 0; d < b->scene->draws.count; d++) {
        const ferry_draw *draw = &b->scene->draws.data[d];
        if (b->moved[draw->mesh]) join_sets(b->parents, draw->mesh, meshes + draw->node);
    }
    if (!join_groups(b)) return false;
    for (uint32_t m = 0; m < meshes; m++) {
        uint32_t root = root_of(b->parents, m);
        if (b->moved[m] && b->units[root] == FERRY_NONE) b->units[root] = b->unit_count++;
        if (b->moved[m]) b->units[m] = b->units[root];
    }
    b->all = ferry_new(b->job, fy_pose_unit, (size_t)b->unit_count + 1);
    return b->all;
}

bool fy_pose_units_find(fy_posing *b) {
    return find_moved(b) && join_units(b);
}

/* The unit that a track weighs something of; NULL: none. */
static fy_pose_unit *weighed_unit(fy_posing *b, const ferry_track *track) {
    if (track->target != FERRY_TARGET_MORPH) return NULL;
    uint32_t of = b->units[root_of(b->parents, b->scene->morphs.data[track->object].mesh)];
    return of == FERRY_NONE ? NULL : &b->all[of];
}

/* Counts the tracks of each unit (`list` false), or lists them. */
static void each_track(fy_posing *b, bool list) {
    for (uint32_t c = 0; c < b->scene->clips.count; c++) {
        const ferry_clip *clip = &b->scene->clips.data[c];
        for (uint32_t k = 0; k < clip->track_count; k++) {
            fy_pose_unit *u = weighed_unit(b, &clip->tracks[k]);
            if (!u) continue;
            if (list) u->posed.tracks[u->posed.track_count] = (fy_weighing){c, &clip->tracks[k]};
            u->posed.track_count++;
            b->choice.track_count += !list;
        }
    }
}

static bool list_tracks(fy_posing *b) {
    each_track(b, false);
    for (uint32_t u = 0; u < b->unit_count; u++) {
        fy_posed *p = &b->all[u].posed;
        p->tracks = ferry_new(b->job, fy_weighing, (size_t)p->track_count + 1);
        if (!p->tracks) return false;
        p->track_count = 0;
    }
    each_track(b, true);
    return true;
}

static double longest_column(const ferry_matrix *m) {
    double most = 0;
    for (int k = 0; k < 3; k++)
        most = fmax(most, sqrt(m->m[0][k] * m->m[0][k] + m->m[1][k] * m->m[1][k] + m->m[2][k] * m->m[2][k]));
    return most;
}

/* What rests at scale 0 is measured in its own units. */
static void find_scales(const fy_posing *b, const ferry_matrix *worlds, double *scales) {
    for (uint32_t d = 0; d < b->scene->draws.count; d++) {
        const ferry_draw *draw = &b->scene->draws.data[d];
        bool rigid = b->scene->meshes.data[draw->mesh].skin == FERRY_NONE;
        scales[draw->mesh] = fmax(scales[draw->mesh], rigid ? longest_column(&worlds[draw->node]) : 1);
    }
    for (uint32_t m = 0; m < b->scene->meshes.count; m++)
        if (!(scales[m] > 0)) scales[m] = 1;
}

static bool fill_units(fy_posing *b, const double *scales, bool bones) {
    const ferry_scene *scene = b->scene;
    b->offsets = ferry_new(b->job, uint32_t, (size_t)scene->meshes.count + 1);
    if (!b->offsets) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        if (b->moved[m]) b->all[b->units[m]].posed.mesh_count++;
    for (uint32_t u = 0; u < b->unit_count; u++) {
        fy_posed *p = &b->all[u].posed;
        b->all[u].bones = bones;
        p->meshes = ferry_new(b->job, uint32_t, p->mesh_count);
        p->scales = ferry_new(b->job, double, p->mesh_count);
        if (!p->meshes || !p->scales) return false;
        p->mesh_count = 0;
    }
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        b->offsets[m] = FERRY_NONE;
        if (!b->moved[m]) continue;
        fy_pose_unit *u = &b->all[b->units[m]];
        u->bones &= scene->meshes.data[m].skin == FERRY_NONE;
        b->offsets[m] = u->posed.vertex_count;
        u->posed.vertex_count += scene->meshes.data[m].vertex_count;
        u->posed.meshes[u->posed.mesh_count] = m;
        u->posed.scales[u->posed.mesh_count++] = scales[m];
    }
    return true;
}

bool fy_pose_units_fill(fy_posing *b, const ferry_matrix *worlds, bool bones) {
    double *scales = ferry_new(b->job, double, (size_t)b->scene->meshes.count + 1);
    if (!scales) return false;
    find_scales(b, worlds, scales);
    return fill_units(b, scales, bones) && list_tracks(b);
}

const fy_pose_unit *fy_pose_unit_of(const fy_posing *b, uint32_t mesh) {
    return b->moved[mesh] ? &b->all[b->units[mesh]] : NULL;
}
