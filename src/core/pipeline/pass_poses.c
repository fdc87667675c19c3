/*
 * pass_poses.c: vertices that morphs move become a few poses, each a draw of its own, of which one is shown
 * at a time (docs/what-is-lost.md, "Poses"). Meshes that hang on one node change together.
 *
 * What hides the others is a bone of scale 0, which every runtime plays; or a track of visibility, where the
 * user wants that or a skin leaves no bone to scale.
 */
#include "core/pipeline/pass_poses.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/pipeline/pass_clips.h"
#include "core/pipeline/poses.h"
#include "core/scene/copy_mesh.h"
#include "core/scene/curve.h"

static const double ENOUGH = 1e-4; /* of the model's height: no further pose for less */

/* Nodes and meshes that are one. */
typedef struct unit {
    fy_posed posed;
    fy_poses poses;
    bool bones;
} unit;

typedef struct baking {
    ferry_job *job;
    ferry_scene *scene;
    fy_choice choice;
    bool *moved;       /* meshes whose morphs become poses */
    uint32_t *parents; /* of meshes, and nodes behind them: a forest */
    uint32_t *units;   /* of each root of it, and of each mesh */
    uint32_t *offsets; /* of each mesh, where its vertices stand among its unit's */
    unit *all;
    uint32_t unit_count;
    uint32_t *meshes; /* of each mesh, the first of those of its further poses */
    uint32_t *nodes;  /* of each node, the first of its poses' nodes; FERRY_NONE: none */
    uint32_t *node_units;
    uint32_t node_count, draw_count; /* before */
    uint32_t *draws;                 /* of each draw as it was, where it and its poses stand now */
    uint32_t *vertex_color_groups;   /* of each vertex colour group, the first of its poses' */
    ferry_track *tracks;             /* of the clip at hand */
    uint32_t track_count, track_capacity;
} baking;

/* -------------------------------------------------------------------------------------------- units */

/* Where texture coordinates move, too, the mesh is left alone: poses hold positions and normals. */
static bool find_moved(baking *b) {
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
static bool join_groups(baking *b) {
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

static bool join_units(baking *b) {
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
    b->all = ferry_new(b->job, unit, (size_t)b->unit_count + 1);
    return b->all;
}

/* The unit that a track weighs something of; NULL: none. */
static unit *weighed_unit(baking *b, const ferry_track *track) {
    if (track->target != FERRY_TARGET_MORPH) return NULL;
    uint32_t of = b->units[root_of(b->parents, b->scene->morphs.data[track->object].mesh)];
    return of == FERRY_NONE ? NULL : &b->all[of];
}

/* Counts the tracks of each unit (`list` false), or lists them. */
static void each_track(baking *b, bool list) {
    for (uint32_t c = 0; c < b->scene->clips.count; c++) {
        const ferry_clip *clip = &b->scene->clips.data[c];
        for (uint32_t k = 0; k < clip->track_count; k++) {
            unit *u = weighed_unit(b, &clip->tracks[k]);
            if (!u) continue;
            if (list) u->posed.tracks[u->posed.track_count] = (fy_weighing){c, &clip->tracks[k]};
            u->posed.track_count++;
            b->choice.track_count += !list;
        }
    }
}

static bool list_tracks(baking *b) {
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
static void find_scales(const baking *b, const ferry_matrix *worlds, double *scales) {
    for (uint32_t d = 0; d < b->scene->draws.count; d++) {
        const ferry_draw *draw = &b->scene->draws.data[d];
        bool rigid = b->scene->meshes.data[draw->mesh].skin == FERRY_NONE;
        scales[draw->mesh] = fmax(scales[draw->mesh], rigid ? longest_column(&worlds[draw->node]) : 1);
    }
    for (uint32_t m = 0; m < b->scene->meshes.count; m++)
        if (!(scales[m] > 0)) scales[m] = 1;
}

static bool fill_units(baking *b, const double *scales, bool bones) {
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
        unit *u = &b->all[b->units[m]];
        u->bones &= scene->meshes.data[m].skin == FERRY_NONE;
        b->offsets[m] = u->posed.vertex_count;
        u->posed.vertex_count += scene->meshes.data[m].vertex_count;
        u->posed.meshes[u->posed.mesh_count] = m;
        u->posed.scales[u->posed.mesh_count++] = scales[m];
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- height */

static double height_of(const baking *b, const ferry_matrix *worlds) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (uint32_t d = 0; d < b->scene->draws.count; d++) {
        const ferry_draw *draw = &b->scene->draws.data[d];
        const ferry_mesh *mesh = &b->scene->meshes.data[draw->mesh];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            ferry_vec3 at = mesh->skin == FERRY_NONE
                                ? fy_matrix_point(&worlds[draw->node], mesh->positions[v])
                                : mesh->positions[v];
            least = fmin(least, (double)at.y);
            most = fmax(most, (double)at.y);
        }
    }
    return most > least ? most - least : 1;
}

/* ------------------------------------------------------------------------------------------- meshes */

/* With arrays of its own: later passes change them in place. */
static bool copy_mesh(ferry_scene *scene, uint32_t from, const char *name) {
    ferry_mesh mesh;
    if (!name || !fy_copy_mesh(scene, &scene->meshes.data[from], &mesh)) return false;
    mesh.name = name;
    ferry_mesh *added = ferry_append(scene, &scene->meshes, ferry_mesh);
    if (added) *added = mesh;
    return added;
}

static bool add_meshes(baking *b) {
    ferry_scene *scene = b->scene;
    uint32_t count = scene->meshes.count;
    b->meshes = ferry_new(b->job, uint32_t, (size_t)count + 1);
    if (!b->meshes) return false;
    for (uint32_t m = 0; m < count; m++) {
        if (!b->moved[m]) continue;
        const unit *u = &b->all[b->units[m]];
        b->meshes[m] = scene->meshes.count;
        for (uint32_t k = 1; k < u->poses.count; k++) {
            if (!copy_mesh(scene, m,
                           ferry_scene_format(scene, "%s.pose%" PRIu32, scene->meshes.data[m].name, k)))
                return false;
            ferry_mesh *mesh = &scene->meshes.data[scene->meshes.count - 1];
            size_t at = (size_t)k * u->posed.vertex_count + b->offsets[m];
            for (uint32_t v = 0; v < mesh->vertex_count; v++) {
                mesh->positions[v] = fy_vec3_add(mesh->positions[v], u->poses.moves[at + v]);
                if (mesh->normals)
                    mesh->normals[v] =
                        fy_vec3_normalize(fy_vec3_add(mesh->normals[v], u->poses.turns[at + v]));
            }
            if (!ferry_tick(b->job)) return false;
        }
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- nodes */

/* A node for each pose below each node that something of such a unit hangs on. */
static bool add_nodes(baking *b) {
    ferry_scene *scene = b->scene;
    uint32_t count = scene->nodes.count;
    b->nodes = ferry_new(b->job, uint32_t, (size_t)count + 1);
    b->node_units = ferry_new(b->job, uint32_t, (size_t)count + 1);
    if (!b->nodes || !b->node_units) return false;
    for (uint32_t n = 0; n < count; n++) b->nodes[n] = FERRY_NONE;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        const unit *u = b->moved[draw->mesh] ? &b->all[b->units[draw->mesh]] : NULL;
        if (!u || !u->bones || u->poses.count < 2 || b->nodes[draw->node] != FERRY_NONE) continue;
        b->nodes[draw->node] = scene->nodes.count;
        b->node_units[draw->node] = b->units[draw->mesh];
        for (uint32_t k = 0; k < u->poses.count; k++) {
            float scale = k ? 0 : 1;
            const char *name =
                ferry_scene_format(scene, "%s.pose%" PRIu32, scene->nodes.data[draw->node].name, k);
            ferry_node *node = name ? ferry_append(scene, &scene->nodes, ferry_node) : NULL;
            if (!node) return false;
            *node = (ferry_node){
                .name = name, .parent = draw->node, .scale = {scale, scale, scale}, .visible = true};
        }
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- draws */

static bool add_draw(baking *b, ferry_draw_list *to, const ferry_draw *from, uint32_t pose) {
    const unit *u = b->moved[from->mesh] ? &b->all[b->units[from->mesh]] : NULL;
    ferry_draw *draw = ferry_append(b->scene, to, ferry_draw);
    if (!draw) return false;
    *draw = *from;
    if (u && u->bones && u->poses.count > 1) draw->node = b->nodes[from->node] + pose;
    if (!pose) return true;
    draw->name = ferry_scene_format(b->scene, "%s.pose%" PRIu32, from->name, pose);
    draw->mesh = b->meshes[from->mesh] + pose - 1;
    draw->visible &= u->bones;
    return draw->name;
}

/* Poses stand behind what they are poses of: the order of drawing matters. */
static bool add_draws(baking *b) {
    ferry_draw_list from = b->scene->draws, to = {NULL, 0};
    b->draws = ferry_new(b->job, uint32_t, (size_t)from.count + 1);
    if (!b->draws) return false;
    for (uint32_t d = 0; d < from.count; d++) {
        uint32_t mesh = from.data[d].mesh, poses = b->moved[mesh] ? b->all[b->units[mesh]].poses.count : 1;
        b->draws[d] = to.count;
        for (uint32_t k = 0; k < poses; k++)
            if (!add_draw(b, &to, &from.data[d], k)) return false;
    }
    b->scene->draws = to;
    return true;
}

static bool add_paints(baking *b) {
    ferry_scene *scene = b->scene;
    uint32_t count = scene->vertex_color_groups.count;
    b->vertex_color_groups = ferry_new(b->job, uint32_t, (size_t)count + 1);
    if (!b->vertex_color_groups) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mesh = scene->vertex_color_groups.data[i].mesh;
        b->vertex_color_groups[i] = scene->vertex_color_groups.count;
        for (uint32_t k = 1; b->moved[mesh] && k < b->all[b->units[mesh]].poses.count; k++) {
            ferry_vertex_color_group *vertex_color_group =
                ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
            if (!vertex_color_group ||
                !fy_copy_vertex_color_group(scene, &scene->vertex_color_groups.data[i], vertex_color_group))
                return false;
            vertex_color_group->mesh = b->meshes[mesh] + k - 1;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- tracks */

static bool add_track(baking *b, const ferry_track *track) {
    if (!fy_job_reserve(b->job, (void **)&b->tracks, b->track_count, &b->track_capacity, 1,
                        sizeof *b->tracks))
        return false;
    b->tracks[b->track_count++] = *track;
    return true;
}

/* `value` at each of its times, as steps; those that change nothing go. */
typedef struct steps {
    double *times;
    float *values;
    uint32_t count;
} steps;

static void add_step(steps *to, double time, float value) {
    if (to->count && to->times[to->count - 1] >= time) to->count--;
    if (to->count && to->values[to->count - 1] == value) return;
    to->times[to->count] = time;
    to->values[to->count++] = value;
}

static bool open_steps(baking *b, size_t most, steps *to) {
    *to = (steps){ferry_scene_new(b->scene, double, most), ferry_scene_new(b->scene, float, most), 0};
    return to->times && to->values;
}

static bool put_steps(baking *b, const steps *from, ferry_target target, uint32_t object, uint32_t channel,
                      float rest) {
    if (from->count == 1 && from->values[0] == rest) return true;
    return add_track(b, &(ferry_track){.target = target,
                                       .object = object,
                                       .channel = channel,
                                       .interpolation = FERRY_STEP,
                                       .width = 1,
                                       .key_count = from->count,
                                       .times = from->times,
                                       .values = from->values});
}

/* When a unit changes its pose in a clip. */
static const fy_change *changes_in(const baking *b, const unit *u, uint32_t clip, uint32_t *count) {
    static const fy_change rest = {0, 0, 0};
    const fy_change *all = b->choice.changes.data;
    uint32_t low = u->poses.first_change, end = low + u->poses.change_count, high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all[middle].clip < clip)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < end && all[low + *count].clip == clip;) ++*count;
    if (*count) return &all[low];
    *count = 1;
    return &rest;
}

/* What hangs on such a node shows one pose: its bones are 1 or 0 long. */
static bool scale_bones(baking *b, uint32_t clip) {
    for (uint32_t n = 0; n < b->node_count; n++) {
        if (b->nodes[n] == FERRY_NONE) continue;
        const unit *u = &b->all[b->node_units[n]];
        uint32_t count;
        const fy_change *changes = changes_in(b, u, clip, &count);
        for (uint32_t i = 0; i < 3 * u->poses.count; i++) {
            uint32_t pose = i / 3;
            steps s;
            if (!ferry_tick(b->job) || !open_steps(b, count, &s)) return false;
            for (uint32_t k = 0; k < count; k++) add_step(&s, changes[k].time, changes[k].pose == pose);
            if (!put_steps(b, &s, FERRY_TARGET_SCALE, b->nodes[n] + pose, i % 3, pose == 0)) return false;
        }
    }
    return true;
}

static float own_value(const ferry_track *track, bool rest, double time) {
    double value[4] = {rest};
    if (track) fy_track_at(track, time, value);
    return value[0] != 0;
}

/* A draw's pose is seen while it is shown and the draw itself is. */
static bool switch_pose(baking *b, uint32_t clip, const unit *u, uint32_t pose, const ferry_track *own,
                        bool rest, uint32_t draw) {
    uint32_t at = 0, end, key = 0, keys = own ? own->key_count : 0;
    const fy_change *changes = changes_in(b, u, clip, &end);
    steps s;
    if (!open_steps(b, (size_t)end + keys + 1, &s)) return false;
    while (key < keys && own->times[key] <= 0) key++;
    for (uint32_t shown = 0; at < end || key < keys;) {
        double time = at < end && (key == keys || changes[at].time <= own->times[key]) ? changes[at].time
                                                                                       : own->times[key];
        while (at < end && changes[at].time <= time) shown = changes[at++].pose;
        while (key < keys && own->times[key] <= time) key++;
        add_step(&s, time, shown == pose ? own_value(own, rest, time) : 0);
    }
    return put_steps(b, &s, FERRY_TARGET_DRAW_VISIBLE, draw, 0, pose == 0 && rest);
}

static const unit *unit_of(const baking *b, uint32_t mesh) {
    return b->moved[mesh] && b->all[b->units[mesh]].poses.count > 1 ? &b->all[b->units[mesh]] : NULL;
}

/* Tracks of visibility: a draw's own, and those that exchange its poses. */
static bool switch_draws(baking *b, uint32_t clip, const ferry_track *const *own) {
    for (uint32_t d = 0; d < b->draw_count; d++) {
        const ferry_draw *draw = &b->scene->draws.data[b->draws[d]];
        const unit *u = unit_of(b, draw->mesh);
        bool rest = draw->visible;
        for (uint32_t k = 0; k < (u ? u->poses.count : 1); k++) {
            bool done = true;
            if (u && !u->bones)
                done = ferry_tick(b->job) && switch_pose(b, clip, u, k, own[d], rest, b->draws[d] + k);
            else if (own[d]) {
                ferry_track track = *own[d];
                track.object = b->draws[d] + k;
                done = add_track(b, &track);
            }
            if (!done) return false;
        }
    }
    return true;
}

/* All other tracks, again for each pose of what they drive. */
static bool carry_track(baking *b, const ferry_track *from) {
    const ferry_scene *scene = b->scene;
    bool material = from->target == FERRY_TARGET_DRAW_MATERIAL,
         vertex_color_group = from->target == FERRY_TARGET_VERTEX_COLOR;
    ferry_track track = *from;
    if (from->target == FERRY_TARGET_MORPH && b->moved[scene->morphs.data[from->object].mesh]) return true;
    if (material) track.object = b->draws[from->object];
    uint32_t mesh = material             ? scene->draws.data[track.object].mesh
                    : vertex_color_group ? scene->vertex_color_groups.data[from->object].mesh
                                         : 0;
    const unit *u = material || vertex_color_group ? unit_of(b, mesh) : NULL;
    if (!add_track(b, &track)) return false;
    for (uint32_t k = 1; u && k < u->poses.count; k++) {
        track.object = material ? b->draws[from->object] + k : b->vertex_color_groups[from->object] + k - 1;
        if (!add_track(b, &track)) return false;
    }
    return true;
}

static int by_order(const void *a, const void *b) {
    return fy_track_order(a, b);
}

static bool bake_clip(baking *b, uint32_t number) {
    ferry_clip *clip = &b->scene->clips.data[number];
    ferry_mark mark = ferry_job_mark(b->job);
    const ferry_track **own = ferry_new(b->job, const ferry_track *, (size_t)b->draw_count + 1);
    b->track_count = 0;
    if (!own) return false;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (track->target == FERRY_TARGET_DRAW_VISIBLE)
            own[track->object] = track;
        else if (!carry_track(b, track))
            return false;
    }
    if (!switch_draws(b, number, own) || !scale_bones(b, number)) return false;
    ferry_job_release(b->job, mark);
    clip->tracks = b->track_count ? ferry_scene_new(b->scene, ferry_track, b->track_count) : NULL;
    clip->track_count = b->track_count;
    if (b->track_count && !clip->tracks) return false;
    if (b->track_count) memcpy(clip->tracks, b->tracks, b->track_count * sizeof *b->tracks);
    if (b->track_count) qsort(clip->tracks, clip->track_count, sizeof *clip->tracks, by_order);
    return true;
}

/* ---------------------------------------------------------------------------------------------- all */

static bool report_poses(const baking *b, double height) {
    const unit *worst = &b->all[0];
    uint32_t poses = 0, meshes = 0, bones = b->scene->nodes.count - b->node_count;
    for (uint32_t i = 0; i < b->unit_count; i++) {
        poses += b->all[i].poses.count - 1;
        meshes += b->all[i].posed.mesh_count;
        if (b->all[i].poses.error > worst->poses.error) worst = &b->all[i];
    }
    const char *path =
        ferry_job_format(b->job, "mesh \"%s\"", b->scene->meshes.data[worst->posed.meshes[0]].name);
    ferry_say(b->job, FERRY_LOSS, "poses", b->scene->name, path,
              "animated vertices of %" PRIu32 " meshes are replaced by %" PRIu32 " poses, switched by %s: "
              "maximum error %.3g units, %.2g %% of the height (without poses: %.3g units)",
              meshes, poses,
              bones ? ferry_job_format(b->job, "%" PRIu32 " bones", bones) : "visibility tracks",
              worst->poses.error, 100 * worst->poses.error / height, worst->poses.rest);
    return !ferry_failed(b->job);
}

static bool choose_poses(baking *b, double height) {
    fy_choice *c = &b->choice;
    c->job = b->job;
    c->scene = b->scene;
    c->offsets = b->offsets;
    c->sums = ferry_new(b->job, double, (size_t)b->scene->morphs.count + 1);
    c->most = (uint32_t)ferry_setting_number(b->job, "poses.max");
    c->enough = ENOUGH * height;
    if (!c->sums) return false;
    for (uint32_t i = 0; i < b->unit_count; i++)
        if (!fy_choose_poses(c, &b->all[i].posed, &b->all[i].poses)) return false;
    return true;
}

static bool build_poses(baking *b) {
    b->node_count = b->scene->nodes.count;
    b->draw_count = b->scene->draws.count;
    if (!add_meshes(b) || !add_nodes(b) || !add_draws(b) || !add_paints(b)) return false;
    for (uint32_t c = 0; c < b->scene->clips.count; c++)
        if (!bake_clip(b, c)) return false;
    return fy_drop_morphs(b->job, b->scene);
}

static bool bake(baking *b) {
    ferry_matrix *worlds = ferry_new(b->job, ferry_matrix, (size_t)b->scene->nodes.count + 1);
    double *scales = ferry_new(b->job, double, (size_t)b->scene->meshes.count + 1);
    if (!worlds || !scales || !find_moved(b) || !join_units(b)) return false;
    if (!b->unit_count) return true;
    if (!ferry_world_matrices(b->scene, worlds)) return false;
    double height = height_of(b, worlds);
    find_scales(b, worlds, scales);
    return fill_units(b, scales, ferry_setting_is(b->job, "poses.visibility", "bones")) && list_tracks(b) &&
           choose_poses(b, height) && build_poses(b) && report_poses(b, height);
}

bool fy_pass_poses(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    (void)caps;
    if (ferry_setting_is(job, "poses.max", "none") || !scene->morphs.count) return true;
    ferry_mark mark = ferry_job_mark(job);
    baking b = {.job = job, .scene = scene};
    bool done = bake(&b);
    fy_job_drop(job, b.tracks);
    fy_job_drop(job, b.choice.changes.data);
    ferry_job_release(job, mark);
    return done;
}
