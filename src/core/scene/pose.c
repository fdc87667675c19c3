/*
 * pose.c: a scene at a moment of its clips (docs/scene.md, "Clips"): the same scene, its nodes, draws,
 * materials and meshes filled with the values of the tracks. Whatever works on a scene at rest works on it,
 * scale rules included.
 */
#include "core/scene/pose.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"

typedef struct posing {
    ferry_job *job;
    const ferry_scene *rest;
    ferry_scene *posed;
    ferry_gx_material **materials; /* copies that may be changed; NULL: not copied yet */
    ferry_rdp_material **rdps;     /* the same of the other machine's */
    double *weights;               /* of the morphs; NULL: no track moves one */
} posing;

static void *copy(ferry_job *job, const void *data, uint32_t count, size_t size) {
    void *own = ferry_alloc(job, (size_t)count + 1, size);
    if (own && count) memcpy(own, data, count * size);
    return own;
}

/* Only lists whose elements tracks change are copied, each at once: they are short beside what they point
 * to. */
static bool open_posing(posing *p) {
    const ferry_scene *rest = p->rest;
    p->posed = ferry_new(p->job, ferry_scene, 1);
    if (!p->posed) return false;
    *p->posed = *rest;
    p->posed->nodes.data = copy(p->job, rest->nodes.data, rest->nodes.count, sizeof *rest->nodes.data);
    p->posed->draws.data = copy(p->job, rest->draws.data, rest->draws.count, sizeof *rest->draws.data);
    p->posed->materials.data =
        copy(p->job, rest->materials.data, rest->materials.count, sizeof *rest->materials.data);
    p->materials = ferry_new(p->job, ferry_gx_material *, (size_t)rest->materials.count + 1);
    p->rdps = ferry_new(p->job, ferry_rdp_material *, (size_t)rest->materials.count + 1);
    return p->posed->nodes.data && p->posed->draws.data && p->posed->materials.data && p->materials &&
           p->rdps;
}

/* ---------------------------------------------------------------------------------------------- materials */

static ferry_gx_material *own_material(posing *p, uint32_t number) {
    ferry_material *material = &p->posed->materials.data[number];
    if (!p->materials[number]) {
        p->materials[number] = copy(p->job, material->gx, 1, sizeof *material->gx);
        material->gx = p->materials[number];
    }
    return p->materials[number];
}

static void set_color(ferry_gx_color *color, uint32_t channel, double value) {
    uint8_t *parts[4] = {&color->r, &color->g, &color->b, &color->a};
    *parts[channel] = (uint8_t)fy_whole(value, 0, 255);
}

static void set_register(ferry_gx_color_s16 *color, uint32_t channel, double value) {
    int16_t *parts[4] = {&color->r, &color->g, &color->b, &color->a};
    *parts[channel] = (int16_t)fy_whole(value, -1024, 1023);
}

static int16_t to_angle(double radians) {
    double turns = radians / (2 * FY_PI);
    /* beyond, nothing is left of the fraction */
    turns = turns > -1e9 && turns < 1e9 ? turns - (double)(int64_t)turns : 0;
    return (int16_t)(uint16_t)(int32_t)fy_round(turns * 65536);
}

/* The engine lets the texgen of the same number use a matrix that is animated, and makes one that is not
 * there. */
static ferry_gx_texture_matrix *own_matrix(ferry_gx_material *gx, uint32_t slot) {
    ferry_gx_texture_matrix *matrix = &gx->matrices[slot];
    if (!matrix->present) {
        *matrix = (ferry_gx_texture_matrix){
            .present = true, .projection = 1, .scale = {1, 1}, .center = {0.5F, 0.5F, 0.5F}};
        for (int k = 0; k < 4; k++) matrix->effect[k][k] = 1;
    }
    if (slot < FERRY_GX_MAX_TEXGENS) gx->texgens[slot].matrix = (uint8_t)(30 + 3 * slot);
    return matrix;
}

static void set_matrix(ferry_gx_texture_matrix *matrix, uint32_t channel, double value) {
    switch ((ferry_matrix_channel)channel) {
    case FERRY_MATRIX_SCALE_S:
    case FERRY_MATRIX_SCALE_T:
        matrix->scale[channel - FERRY_MATRIX_SCALE_S] = (float)value;
        break;
    case FERRY_MATRIX_ROTATION:
        matrix->rotation = to_angle(value);
        break;
    case FERRY_MATRIX_TRANSLATE_S:
    case FERRY_MATRIX_TRANSLATE_T:
        matrix->translate[channel - FERRY_MATRIX_TRANSLATE_S] = (float)value;
        break;
    case FERRY_MATRIX_CENTER_S:
    case FERRY_MATRIX_CENTER_T:
        matrix->center[channel - FERRY_MATRIX_CENTER_S] = (float)value;
        break;
    case FERRY_MATRIX_MAYA:
        matrix->maya = value != 0;
        break;
    case FERRY_MATRIX_CHANNELS:
        break;
    }
}

bool fy_moves_material(const ferry_track *track) {
    return track->target >= FERRY_TARGET_TEXTURE && track->target <= FERRY_TARGET_MATERIAL_COLOR;
}

/* Another picture than the one at rest, which games replace, is one to be seen. */
static void set_texture(ferry_gx_material *gx, uint32_t slot, uint32_t texture) {
    if (gx->textures[slot] == texture) return;
    gx->textures[slot] = texture;
    gx->frame_buffer_slots &= (uint8_t) ~(1U << slot);
}

void fy_pose_gx(ferry_gx_material *gx, const ferry_track *track, double time) {
    double value[4];
    fy_track_at(track, time, value);
    if (track->target == FERRY_TARGET_TEXTURE) set_texture(gx, track->slot, (uint32_t)value[0]);
    if (track->target == FERRY_TARGET_TEXTURE_MATRIX)
        set_matrix(own_matrix(gx, track->slot), track->channel, value[0]);
    if (track->target == FERRY_TARGET_REGISTER)
        set_register(&gx->registers[track->slot], track->channel, value[0]);
    if (track->target == FERRY_TARGET_KONST) set_color(&gx->konst[track->slot], track->channel, value[0]);
    if (track->target == FERRY_TARGET_MATERIAL_COLOR)
        set_color(&gx->material_colors[track->slot], track->channel, value[0]);
}

static bool pose_material(posing *p, const ferry_track *track, double time) {
    ferry_material *material = &p->posed->materials.data[track->object];
    if (!material->gx) { /* a summary alone knows no more than its texture */
        double value[4];
        fy_track_at(track, time, value);
        if (track->target == FERRY_TARGET_TEXTURE && track->slot == 0)
            material->base_texture = (uint32_t)value[0];
        return true;
    }
    ferry_gx_material *gx = own_material(p, track->object);
    if (gx) fy_pose_gx(gx, track, time);
    return gx;
}

static ferry_rdp_material *own_rdp(posing *p, uint32_t number) {
    ferry_material *material = &p->posed->materials.data[number];
    if (!p->rdps[number]) {
        p->rdps[number] = copy(p->job, material->rdp, 1, sizeof *material->rdp);
        material->rdp = p->rdps[number];
    }
    return p->rdps[number];
}

/* Both ends of a tile move, as the game moves them. */
static void move_tile(ferry_rdp_axis *axis, double low) {
    axis->high += (float)low - axis->low;
    axis->low = (float)low;
}

void fy_pose_rdp(ferry_rdp_material *rdp, const ferry_track *track, double time) {
    double value[4];
    fy_track_at(track, time, value);
    if (track->target == FERRY_TARGET_PRIM)
        rdp->prim[track->channel] = (uint8_t)fy_whole(value[0] + 0.5, 0, 255);
    if (track->target == FERRY_TARGET_ENV)
        rdp->env[track->channel] = (uint8_t)fy_whole(value[0] + 0.5, 0, 255);
    if (track->target == FERRY_TARGET_TILE)
        move_tile(track->channel ? &rdp->tiles[track->slot].t : &rdp->tiles[track->slot].s, value[0]);
}

/* Moves a tile to where the game lets it begin (n64/ferry64_tracks.h): at the nearest quarter of a texel, the
 * console's step; if it repeats, a whole number of periods away, from 0 on. */
static void settle_tile(ferry_rdp_axis *axis, double low, uint32_t size) {
    double length = (double)axis->high - (double)axis->low, period = axis->mirror && size > 256 ? 1024 : 512;
    low = floor(4 * fmax(-65536, fmin(low, 65536)) + 0.5) / 4;
    if (axis->clamp)
        low = fmax(0, fmin(low, fmax(0, 1023 - length)));
    else
        low -= period * floor(low / period);
    move_tile(axis, low);
}

static bool pose_rdp(posing *p, const ferry_track *track, double time) {
    ferry_rdp_material *rdp = own_rdp(p, track->object);
    if (!rdp) return false;
    if (track->target != FERRY_TARGET_TILE) {
        fy_pose_rdp(rdp, track, time);
        return true;
    }
    double value[4];
    ferry_rdp_tile *tile = &rdp->tiles[track->slot];
    fy_track_at(track, time, value);
    settle_tile(track->channel ? &tile->t : &tile->s, value[0], track->channel ? tile->height : tile->width);
    return true;
}

/* -------------------------------------------------------------------------------------------------- nodes */

static float *part_of(ferry_vec3 *v, uint32_t channel) {
    float *const parts[3] = {&v->x, &v->y, &v->z};
    return parts[channel];
}

static void set_part(ferry_vec3 *v, uint32_t channel, double value) {
    *part_of(v, channel) = (float)value;
}

static void pose_node(ferry_node *node, const ferry_track *track, const double value[4]) {
    if (track->target == FERRY_TARGET_TRANSLATE) set_part(&node->translate, track->channel, value[0]);
    if (track->target == FERRY_TARGET_SCALE) set_part(&node->scale, track->channel, value[0]);
    if (track->target == FERRY_TARGET_NODE_VISIBLE) node->visible = value[0] != 0;
    if (track->target != FERRY_TARGET_ROTATE) return;
    node->has_quat = track->width == 4;
    if (node->has_quat)
        node->quat = (ferry_quat){(float)value[0], (float)value[1], (float)value[2], (float)value[3]};
    else
        set_part(&node->euler, track->channel, value[0]);
}

bool fy_moves_node(const ferry_track *track) {
    return track->target <= FERRY_TARGET_SCALE;
}

bool fy_clip_moves_nodes(const ferry_clip *clip) {
    for (uint32_t i = 0; i < clip->track_count; i++)
        if (fy_moves_node(&clip->tracks[i])) return true;
    return false;
}

void fy_clip_nodes(const ferry_clip *clip, double time, ferry_node *nodes) {
    double value[4];
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const ferry_track *track = &clip->tracks[i];
        if (track->target > FERRY_TARGET_NODE_VISIBLE) continue;
        fy_track_at(track, time, value);
        pose_node(&nodes[track->object], track, value);
    }
}

const ferry_scene *fy_clip_scene(ferry_job *job, const ferry_scene *scene, uint32_t clip, double time) {
    ferry_scene *posed = ferry_new(job, ferry_scene, 1);
    if (!posed) return NULL;
    *posed = *scene;
    posed->nodes.data = copy(job, scene->nodes.data, scene->nodes.count, sizeof *scene->nodes.data);
    if (!posed->nodes.data) return NULL;
    fy_clip_nodes(&scene->clips.data[clip], time, posed->nodes.data);
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        posed->nodes.data[i].visible = scene->nodes.data[i].visible;
    return posed;
}

/* The part of a node that a track of one number moves; NULL: none is. */
static float *number_of(ferry_node *node, const ferry_track *track) {
    if (!fy_track_has_number(track)) return NULL;
    return track->target == FERRY_TARGET_TRANSLATE ? part_of(&node->translate, track->channel)
           : track->target == FERRY_TARGET_ROTATE  ? part_of(&node->euler, track->channel)
           : track->target == FERRY_TARGET_SCALE   ? part_of(&node->scale, track->channel)
                                                   : NULL;
}

static fy_moving_track follow(fy_clip_player *player, const ferry_track *track) {
    ferry_node *node = &player->nodes[track->object];
    return (fy_moving_track){.track = track,
                             .number = number_of(node, track),
                             .has_quat = track->target == FERRY_TARGET_ROTATE ? &node->has_quat : NULL};
}

bool fy_clip_play(ferry_job *job, const ferry_node_list *nodes, const ferry_clip *clip,
                  fy_clip_player *player) {
    *player = (fy_clip_player){.nodes = copy(job, nodes->data, nodes->count, sizeof(ferry_node)),
                               .tracks = ferry_new(job, fy_moving_track, (size_t)clip->track_count + 1)};
    if (!player->nodes || !player->tracks) return false;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const ferry_track *track = &clip->tracks[i];
        double value[4];
        if (track->target > FERRY_TARGET_NODE_VISIBLE) continue;
        if (!fy_track_stays(track)) {
            player->tracks[player->count++] = follow(player, track);
            continue;
        }
        fy_track_at(track, 0, value);
        pose_node(&player->nodes[track->object], track, value);
    }
    return true;
}

void fy_clip_move(fy_clip_player *player, double time) {
    double value[4];
    for (uint32_t i = 0; i < player->count; i++) {
        fy_moving_track *moving = &player->tracks[i];
        if (moving->number) {
            *moving->number = (float)fy_number_near(moving->track, time, &moving->key);
            if (moving->has_quat) *moving->has_quat = false;
            continue;
        }
        fy_track_near(moving->track, time, &moving->key, value);
        pose_node(&player->nodes[moving->track->object], moving->track, value);
    }
}

/* ------------------------------------------------------------------------------------------------- morphs */

static bool set_weight(posing *p, uint32_t morph, double value) {
    if (!p->weights) p->weights = ferry_new(p->job, double, p->rest->morphs.count);
    if (p->weights) p->weights[morph] = value;
    return p->weights;
}

/* Weights of a group count by their share: what all of its morphs have together; groups are numbered from 0
 * on. */
static bool share_weights(posing *p) {
    const ferry_morph_list *morphs = &p->rest->morphs;
    double *sums = ferry_new(p->job, double, morphs->count);
    if (!sums) return false;
    for (uint32_t i = 0; i < morphs->count; i++)
        if (morphs->data[i].group != FERRY_NONE) sums[morphs->data[i].group] += p->weights[i];
    for (uint32_t i = 0; i < morphs->count; i++) {
        uint32_t group = morphs->data[i].group;
        if (group == FERRY_NONE) continue;
        p->weights[i] = sums[group] != 0 ? p->weights[i] / sums[group] : 0;
    }
    return true;
}

static void add_moves(ferry_vec3 *to, const ferry_morph *morph, const ferry_vec3 *moves, double weight) {
    for (uint32_t k = 0; k < morph->count; k++) {
        ferry_vec3 *v = &to[morph->vertices[k]];
        *v = fy_vec3_add(*v, fy_vec3_scale(moves[k], (float)weight));
    }
}

static void add_shifts(ferry_vec2 *to, const ferry_morph *morph, double weight) {
    for (uint32_t k = 0; k < morph->count; k++) {
        ferry_vec2 *v = &to[morph->vertices[k]];
        v->x += (float)(weight * (double)morph->shifts[k].x);
        v->y += (float)(weight * (double)morph->shifts[k].y);
    }
}

static bool own_meshes(posing *p) {
    if (p->posed->meshes.data != p->rest->meshes.data || !p->rest->meshes.count) return true;
    p->posed->meshes.data =
        copy(p->job, p->rest->meshes.data, p->rest->meshes.count, sizeof *p->posed->meshes.data);
    return p->posed->meshes.data;
}

/* Copies what a morph moves, where it is still that of the scene at rest. False: no memory. */
static bool own_what_moves(posing *p, const ferry_morph *morph, const ferry_mesh *from, ferry_mesh *to) {
    const uint32_t count = from->vertex_count, set = morph->set;
    if (morph->positions && to->positions == from->positions)
        to->positions = copy(p->job, from->positions, count, sizeof *from->positions);
    if (morph->normals && from->normals && to->normals == from->normals)
        to->normals = copy(p->job, from->normals, count, sizeof *from->normals);
    if (morph->shifts && to->uvs[set] == from->uvs[set])
        to->uvs[set] = copy(p->job, from->uvs[set], count, sizeof **from->uvs);
    return (!morph->positions || to->positions) && (!morph->normals || !from->normals || to->normals) &&
           (!morph->shifts || to->uvs[set]);
}

static bool pose_morph(posing *p, const ferry_morph *morph, double weight) {
    const ferry_mesh *from = &p->rest->meshes.data[morph->mesh];
    ferry_mesh *to = &p->posed->meshes.data[morph->mesh];
    if (!own_what_moves(p, morph, from, to) || !ferry_tick(p->job)) return false;
    if (morph->positions) add_moves(to->positions, morph, morph->positions, weight);
    if (morph->shifts) add_shifts(to->uvs[morph->set], morph, weight);
    if (morph->normals && from->normals) add_moves(to->normals, morph, morph->normals, weight);
    return true;
}

static bool pose_meshes(posing *p) {
    const ferry_scene *rest = p->rest;
    if (!own_meshes(p) || !share_weights(p)) return false;
    for (uint32_t i = 0; i < rest->morphs.count; i++)
        if (p->weights[i] != 0 && !pose_morph(p, &rest->morphs.data[i], p->weights[i])) return false;
    for (uint32_t m = 0; m < rest->meshes.count; m++) {
        const ferry_mesh *mesh = &p->posed->meshes.data[m];
        if (mesh->normals == rest->meshes.data[m].normals) continue;
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->normals[v] = fy_vec3_normalize(mesh->normals[v]);
    }
    return true;
}

/* ----------------------------------------------------------------------------------------- vertex colours */

static bool set_vertex_colors(posing *p, const ferry_track *track, double value) {
    const ferry_vertex_color_group *group = &p->rest->vertex_color_groups.data[track->object];
    if (!own_meshes(p)) return false;
    ferry_mesh *mesh = &p->posed->meshes.data[group->mesh];
    const ferry_color *from = p->rest->meshes.data[group->mesh].colors[group->set];
    if (mesh->colors[group->set] == from)
        mesh->colors[group->set] = copy(p->job, from, mesh->vertex_count, sizeof *from);
    ferry_color *colors = mesh->colors[group->set];
    for (uint32_t k = 0; colors && k < group->count; k++)
        (&colors[group->vertices[k]].r)[track->channel] = (float)fy_whole(value, 0, 255) / 255;
    return colors;
}

/* -------------------------------------------------------------------------------------------------- draws */

/* Vertices of a T3DM file hold texels, whatever the material that they are drawn with: 1 is another repeat
 * where its texture has another size. */
static bool pose_draw(posing *p, uint32_t number, uint32_t material) {
    const ferry_draw *from = &p->rest->draws.data[number];
    const ferry_material_list *materials = &p->rest->materials;
    const ferry_rdp_material *rest =
        from->material == FERRY_NONE ? NULL : materials->data[from->material].rdp;
    const ferry_rdp_material *now = materials->data[material].rdp;
    const ferry_vec2 *uvs = p->rest->meshes.data[from->mesh].uvs[0];
    p->posed->draws.data[number].material = material;
    if (!uvs || !rest || !now) return true;
    const ferry_rdp_tile *a = &rest->tiles[0], *b = &now->tiles[0];
    if (!a->width || !a->height || !b->width || !b->height ||
        (a->width == b->width && a->height == b->height))
        return true;
    if (!own_meshes(p)) return false;
    ferry_mesh *mesh = &p->posed->meshes.data[from->mesh];
    if (mesh->uvs[0] == uvs) mesh->uvs[0] = copy(p->job, uvs, mesh->vertex_count, sizeof *uvs);
    for (uint32_t v = 0; mesh->uvs[0] && v < mesh->vertex_count; v++)
        mesh->uvs[0][v] =
            (ferry_vec2){uvs[v].x * (float)a->width / b->width, uvs[v].y * (float)a->height / b->height};
    return mesh->uvs[0];
}

/* ---------------------------------------------------------------------------------------------------- all */

static bool pose_track(posing *p, const ferry_track *track, double time) {
    double value[4];
    if (fy_moves_material(track)) return pose_material(p, track, time);
    fy_track_at(track, time, value);
    if (track->target <= FERRY_TARGET_NODE_VISIBLE) {
        pose_node(&p->posed->nodes.data[track->object], track, value);
        return true;
    }
    if (track->target == FERRY_TARGET_DRAW_VISIBLE) {
        p->posed->draws.data[track->object].visible = value[0] != 0;
        return true;
    }
    if (track->target == FERRY_TARGET_DRAW_MATERIAL) return pose_draw(p, track->object, (uint32_t)value[0]);
    if (track->target == FERRY_TARGET_VERTEX_COLOR) return set_vertex_colors(p, track, value[0]);
    if (track->target >= FERRY_TARGET_PRIM) return pose_rdp(p, track, time);
    return set_weight(p, track->object, value[0]);
}

const ferry_scene *ferry_pose(ferry_job *job, const ferry_scene *scene, const uint32_t *clips, uint32_t count,
                              double seconds) {
    posing p = {.job = job, .rest = scene};
    if (ferry_failed(job) || !open_posing(&p)) return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_clip *clip = &scene->clips.data[clips[i]];
        double time = fy_clip_time(clip, seconds);
        for (uint32_t k = 0; k < clip->track_count; k++)
            if (!pose_track(&p, &clip->tracks[k], time)) return NULL;
        if (!ferry_tick(job)) return NULL;
    }
    return !p.weights || pose_meshes(&p) ? p.posed : NULL;
}
