/* check.c: every promise of ferry64.h about a scene, as code. Runs after reading, between passes (debug
 * builds) and before writing, so that writers need no range checks of their own. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "core/scene/clips.h"
#include "core/scene/curve.h"
#include "core/scene/levels.h"
#include "core/scene/scene.h"

typedef struct checker {
    ferry_job *job;
    const ferry_scene *scene;
} checker;

static bool broken(checker *c, const char *list, uint32_t index, const char *format, ...) FERRY_PRINTF(4, 5);

static bool broken(checker *c, const char *list, uint32_t index, const char *format, ...) {
    char path[64], text[160];
    snprintf(path, sizeof path, "%s[%" PRIu32 "]", list, index);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ferry_say(c->job, FERRY_ERROR, "scene.invalid", fy_scene_place(c->scene), path, "%s", text);
    return false;
}

static bool in_range(uint32_t index, uint32_t count, bool may_be_absent) {
    return index < count || (may_be_absent && index == FERRY_NONE);
}

static bool finite_color(ferry_color c) {
    return fy_finite(c.r) && fy_finite(c.g) && fy_finite(c.b) && fy_finite(c.a);
}

static bool check_nodes(checker *c) {
    for (uint32_t i = 0; i < c->scene->nodes.count; i++) {
        const ferry_node *n = &c->scene->nodes.data[i];
        if (!n->name) return broken(c, "node", i, "has no name");
        if (n->parent != FERRY_NONE && n->parent >= i)
            return broken(c, "node", i,
                          "stands before its "
                          "parent");
        if (!fy_vec3_finite(n->translate) || !fy_vec3_finite(n->scale) || !fy_vec3_finite(n->euler))
            return broken(c, "node", i, "has a transform that is not finite");
        double q = (double)n->quat.x * n->quat.x + (double)n->quat.y * n->quat.y +
                   (double)n->quat.z * n->quat.z + (double)n->quat.w * n->quat.w;
        if (n->has_quat && !(q > 0.99 && q < 1.01))
            return broken(c, "node", i,
                          "has a quaternion of "
                          "length^2 %g",
                          q);
        if (n->scale_rule > FERRY_SCALE_COLLAPSE || n->billboard > FERRY_BILLBOARD_CYLINDRICAL)
            return broken(c, "node", i, "has an unknown rule");
        if (n->parent != FERRY_NONE && (n->fixed || c->scene->nodes.data[n->parent].fixed))
            return broken(c, "node", i, "has a fixed bone as child or parent");
    }
    return true;
}

static bool check_draws(checker *c) {
    const ferry_scene *s = c->scene;
    for (uint32_t i = 0; i < s->draws.count; i++) {
        const ferry_draw *d = &s->draws.data[i];
        if (!d->name) return broken(c, "draw", i, "has no name");
        if (d->level > FY_MOST_LEVELS) return broken(c, "draw", i, "is of level %d", d->level);
        if (!in_range(d->node, s->nodes.count, false))
            return broken(c, "draw", i, "references node %" PRIu32, d->node);
        if (!in_range(d->mesh, s->meshes.count, false))
            return broken(c, "draw", i, "references mesh %" PRIu32, d->mesh);
        if (!in_range(d->material, s->materials.count, true))
            return broken(c, "draw", i, "references material %" PRIu32, d->material);
    }
    return true;
}

static bool finite_stream(const ferry_vec3 *stream, uint32_t count) {
    for (uint32_t i = 0; stream && i < count; i++)
        if (!fy_vec3_finite(stream[i])) return false;
    return true;
}

static bool check_streams(checker *c, uint32_t index, const ferry_mesh *m) {
    if (m->vertex_count && !m->positions) return broken(c, "mesh", index, "has no positions");
    if (!finite_stream(m->positions, m->vertex_count) || !finite_stream(m->normals, m->vertex_count) ||
        !finite_stream(m->tangents, m->vertex_count) || !finite_stream(m->binormals, m->vertex_count))
        return broken(c, "mesh", index, "has positions or directions that are not finite");
    for (int set = 0; set < FERRY_COLOR_SETS; set++)
        for (uint32_t v = 0; m->colors[set] && v < m->vertex_count; v++)
            if (!finite_color(m->colors[set][v]))
                return broken(c, "mesh", index,
                              "has a colour that is not "
                              "finite");
    for (int set = 0; set < FERRY_UV_SETS; set++)
        for (uint32_t v = 0; m->uvs[set] && v < m->vertex_count; v++)
            if (!fy_finite(m->uvs[set][v].x) || !fy_finite(m->uvs[set][v].y))
                return broken(c, "mesh", index, "has a UV that is not finite");
    return true;
}

static bool check_meshes(checker *c) {
    const ferry_scene *s = c->scene;
    for (uint32_t i = 0; i < s->meshes.count; i++) {
        const ferry_mesh *m = &s->meshes.data[i];
        if (!m->name) return broken(c, "mesh", i, "has no name");
        if (!in_range(m->skin, s->skins.count, true))
            return broken(c, "mesh", i, "references skin %" PRIu32, m->skin);
        if (!check_streams(c, i, m)) return false;
        if (m->vertex_count && (m->skin == FERRY_NONE) != (m->influences == NULL))
            return broken(c, "mesh", i, "has a skin without influences, or influences without a skin");
        for (uint32_t v = 0; m->influences && v < m->vertex_count; v++)
            if (m->influences[v] >= s->skins.data[m->skin].influence_count)
                return broken(c, "mesh", i, "vertex %" PRIu32 " references influence %" PRIu32, v,
                              m->influences[v]);
        for (uint64_t k = 0; k < (uint64_t)m->triangle_count * 3; k++)
            if (m->triangles[k] >= m->vertex_count)
                return broken(c, "mesh", i, "triangle %" PRIu64 " references vertex %" PRIu32, k / 3,
                              m->triangles[k]);
    }
    return true;
}

static bool check_influences(checker *c, uint32_t index, const ferry_skin *s) {
    for (uint32_t k = 0; k < s->weight_count; k++)
        if (s->weights[k].joint >= s->joint_count || !fy_finite(s->weights[k].weight))
            return broken(c, "skin", index, "weight %" PRIu32 " is not valid", k);
    for (uint32_t k = 0; k < s->influence_count; k++) {
        const ferry_influence *run = &s->influences[k];
        if (!run->count || run->first > s->weight_count || run->count > s->weight_count - run->first)
            return broken(c, "skin", index, "influence %" PRIu32 " is outside the list of weights", k);
        double sum = 0;
        for (uint32_t w = 0; w < run->count; w++) sum += s->weights[run->first + w].weight;
        if (!(sum > 0.998 && sum < 1.002))
            return broken(c, "skin", index, "influence %" PRIu32 " sums to %g", k, sum);
    }
    return true;
}

static bool check_skins(checker *c) {
    for (uint32_t i = 0; i < c->scene->skins.count; i++) {
        const ferry_skin *s = &c->scene->skins.data[i];
        for (uint32_t j = 0; j < s->joint_count; j++)
            if (s->joints[j].node >= c->scene->nodes.count || !fy_matrix_finite(&s->joints[j].inverse_bind))
                return broken(c, "skin", i, "joint %" PRIu32 " is not valid", j);
        if (!s->name) return broken(c, "skin", i, "has no name");
        if (!check_influences(c, i, s)) return false;
    }
    return true;
}

static bool check_gx(checker *c, uint32_t index, const ferry_gx_material *gx) {
    if (gx->stage_count < 1 || gx->stage_count > FERRY_GX_MAX_STAGES ||
        gx->texgen_count > FERRY_GX_MAX_TEXGENS || gx->channel_count > 2)
        return broken(c, "material", index, "has GX counts out of range");
    for (int k = 0; k < FERRY_GX_MAX_MAPS; k++)
        if (!in_range(gx->textures[k], c->scene->textures.count, true))
            return broken(c, "material", index, "slot %d references texture %" PRIu32, k, gx->textures[k]);
    for (int k = 0; k < FERRY_GX_MAX_STAGES; k++)
        if (gx->stages[k].ras_swap > 3 || gx->stages[k].tex_swap > 3)
            return broken(c, "material", index, "stage %d references a swap table out of range", k);
    return true;
}

static bool check_materials(checker *c) {
    const ferry_scene *s = c->scene;
    for (uint32_t i = 0; i < s->materials.count; i++) {
        const ferry_material *m = &s->materials.data[i];
        if (!m->name) return broken(c, "material", i, "has no name");
        if (!in_range(m->base_texture, s->textures.count, true))
            return broken(c, "material", i, "references texture %" PRIu32, m->base_texture);
        if (m->base_uv >= FERRY_UV_SETS)
            return broken(c, "material", i, "references UV set %" PRIu32, m->base_uv);
        if (!finite_color(m->base_color) || !fy_finite(m->alpha_cutoff))
            return broken(c, "material", i, "has values that are not finite");
        if (m->gx && !check_gx(c, i, m->gx)) return false;
        for (int k = 0; m->rdp && k < 2; k++)
            if (!in_range(m->rdp->tiles[k].texture, s->textures.count, true))
                return broken(c, "material", i, "tile %d references texture %" PRIu32, k,
                              m->rdp->tiles[k].texture);
    }
    return true;
}

static bool check_textures(checker *c) {
    const ferry_scene *s = c->scene;
    for (uint32_t i = 0; i < s->textures.count; i++) {
        const ferry_texture *t = &s->textures.data[i];
        if (!t->name || !t->path) return broken(c, "texture", i, "has no name");
        if (!in_range(t->image, s->images.count, true))
            return broken(c, "texture", i, "references image %" PRIu32, t->image);
        if (t->wrap_s > FERRY_WRAP_MIRROR || t->wrap_t > FERRY_WRAP_MIRROR)
            return broken(c, "texture", i, "has an unknown wrap mode");
    }
    for (uint32_t i = 0; i < s->images.count; i++) {
        const ferry_image *image = &s->images.data[i];
        if (!image->name || !image->level_count || !image->width || !image->height)
            return broken(c, "image", i, "is empty");
        for (uint32_t k = 0; k < image->level_count; k++)
            if (!image->levels[k].rgba || !image->levels[k].width || !image->levels[k].height)
                return broken(c, "image", i, "level %" PRIu32 " is empty", k);
        if (image->levels[0].width != image->width || image->levels[0].height != image->height)
            return broken(c, "image", i, "level 0 has another size");
    }
    return true;
}

static bool check_extras(checker *c) {
    for (uint32_t i = 0; i < c->scene->extras.count; i++) {
        const ferry_extra *e = &c->scene->extras.data[i];
        if (!e->format || !e->path || (e->bytes.size && !e->bytes.data))
            return broken(c, "extra", i, "is empty");
    }
    return true;
}

static bool finite_floats(const float *values, uint64_t count) {
    for (uint64_t k = 0; k < count; k++)
        if (!fy_finite((double)values[k])) return false;
    return true;
}

static bool check_morphs(checker *c) {
    const ferry_scene *s = c->scene;
    for (uint32_t i = 0; i < s->morphs.count; i++) {
        const ferry_morph *m = &s->morphs.data[i];
        if (!m->name) return broken(c, "morph", i, "has no name");
        if (m->mesh >= s->meshes.count) return broken(c, "morph", i, "references mesh %" PRIu32, m->mesh);
        if (!in_range(m->group, s->morphs.count, true))
            return broken(c, "morph", i, "references group %" PRIu32, m->group);
        if (!finite_stream(m->positions, m->count) || !finite_stream(m->normals, m->count) ||
            (m->shifts && !finite_floats(&m->shifts->x, 2 * (uint64_t)m->count)))
            return broken(c, "morph", i, "has offsets that are not finite");
        if (m->shifts && (m->set >= FERRY_UV_SETS || (m->count && !s->meshes.data[m->mesh].uvs[m->set])))
            return broken(c, "morph", i, "moves UV set %" PRIu32 " of mesh %" PRIu32, m->set, m->mesh);
        for (uint32_t k = 0; k < m->count; k++)
            if (m->vertices[k] >= s->meshes.data[m->mesh].vertex_count ||
                (k && m->vertices[k] <= m->vertices[k - 1]))
                return broken(c, "morph", i, "moves vertex %" PRIu32 " of mesh %" PRIu32, m->vertices[k],
                              m->mesh);
    }
    return true;
}

static bool check_vertex_color_groups(checker *c) {
    const ferry_scene *s = c->scene;
    for (uint32_t i = 0; i < s->vertex_color_groups.count; i++) {
        const ferry_vertex_color_group *p = &s->vertex_color_groups.data[i];
        if (p->mesh >= s->meshes.count || p->set >= FERRY_COLOR_SETS ||
            (p->count && !s->meshes.data[p->mesh].colors[p->set]))
            return broken(c, "vertex_color_group", i,
                          "references vertex colours %" PRIu32 " of mesh %" PRIu32, p->set, p->mesh);
        for (uint32_t k = 0; k < p->count; k++)
            if (p->vertices[k] >= s->meshes.data[p->mesh].vertex_count)
                return broken(c, "vertex_color_group", i, "references vertex %" PRIu32, p->vertices[k]);
    }
    return true;
}

/* How many objects, slots and channels each target has. */
typedef struct range {
    uint32_t objects, slots, channels;
} range;

static range range_of(const ferry_scene *s, ferry_target target) {
    switch (target) {
    case FERRY_TARGET_TRANSLATE:
    case FERRY_TARGET_ROTATE:
    case FERRY_TARGET_SCALE:
        return (range){s->nodes.count, 1, 3};
    case FERRY_TARGET_NODE_VISIBLE:
        return (range){s->nodes.count, 1, 1};
    case FERRY_TARGET_DRAW_VISIBLE:
        return (range){s->draws.count, 1, 1};
    case FERRY_TARGET_TEXTURE:
        return (range){s->materials.count, FERRY_GX_MAX_MAPS, 1};
    case FERRY_TARGET_TEXTURE_MATRIX:
        return (range){s->materials.count, FERRY_GX_MAX_MATRICES, FERRY_MATRIX_CHANNELS};
    case FERRY_TARGET_REGISTER:
    case FERRY_TARGET_KONST:
        return (range){s->materials.count, 4, 4};
    case FERRY_TARGET_MATERIAL_COLOR:
        return (range){s->materials.count, 2, 4};
    case FERRY_TARGET_MORPH:
        return (range){s->morphs.count, 1, 1};
    case FERRY_TARGET_VERTEX_COLOR:
        return (range){s->vertex_color_groups.count, 1, 4};
    case FERRY_TARGET_DRAW_MATERIAL:
        return (range){s->draws.count, 1, 1};
    case FERRY_TARGET_PRIM:
    case FERRY_TARGET_ENV:
        return (range){s->materials.count, 1, 4};
    case FERRY_TARGET_TILE:
        return (range){s->materials.count, 2, 2};
    case FERRY_TARGET_COUNT:
        break;
    }
    return (range){0, 0, 0};
}

static bool has_unit_quaternions(const ferry_track *t) {
    for (uint32_t k = 0; k < t->key_count; k++) {
        const float *q = &t->values[4 * (size_t)k];
        double length = 0;
        for (int i = 0; i < 4; i++) length += (double)q[i] * (double)q[i];
        if (!(length > 0.99 && length < 1.01)) return false;
    }
    return true;
}

static bool has_right_width(const ferry_track *t) {
    bool turns = t->interpolation == FERRY_NLERP || t->interpolation == FERRY_SLERP;
    if (t->width != 4) return t->width == 1 && !turns;
    return t->target == FERRY_TARGET_ROTATE && !t->channel &&
           (turns || t->interpolation == FERRY_HERMITE || t->interpolation == FERRY_STEP);
}

/* What is wrong with the times of the keys, or NULL. */
static const char *times_problem(const ferry_track *t) {
    for (uint32_t k = 0; k < t->key_count; k++) {
        if (!fy_finite(t->times[k])) return "has a time that is not finite";
        if (k && t->times[k] < t->times[k - 1]) return "has keys that go back in time";
        if (k > 1 && t->times[k] <= t->times[k - 2]) return "has three keys at one time";
    }
    return NULL;
}

/* What is wrong with the keys, or NULL. */
static const char *keys_problem(const ferry_track *t) {
    const bool slopes = t->interpolation == FERRY_HERMITE;
    const uint64_t count = (uint64_t)t->key_count * t->width;
    if (!t->key_count || !t->times || !t->values) return "has no keys";
    if (t->interpolation > FERRY_SLERP) return "has an unknown interpolation";
    if (!has_right_width(t)) return "has a width that does not match its target";
    if (slopes != (t->in != NULL) || slopes != (t->out != NULL)) return "has unneeded slopes, or lacks them";
    const char *problem = times_problem(t);
    if (problem) return problem;
    if (!finite_floats(t->values, count) ||
        (slopes && (!finite_floats(t->in, count) || !finite_floats(t->out, count))))
        return "has values that are not finite";
    if (t->width == 4 && !has_unit_quaternions(t)) return "has a quaternion that is not of unit length";
    return NULL;
}

/* Keys of tracks whose values are indices. */
static bool indices_there(const ferry_track *t, uint32_t count) {
    for (uint32_t k = 0; k < t->key_count; k++) {
        double value = (double)t->values[k];
        if (!(value >= 0 && value < count) || value != (double)(uint32_t)value) return false;
    }
    return t->interpolation == FERRY_STEP;
}

/* What is wrong with what a track names, or NULL. */
static const char *reference_problem(const ferry_scene *s, const ferry_track *t) {
    bool rdp =
        t->target == FERRY_TARGET_PRIM || t->target == FERRY_TARGET_ENV || t->target == FERRY_TARGET_TILE;
    if (rdp && !s->materials.data[t->object].rdp) return "targets a material of another console";
    if (t->target == FERRY_TARGET_TEXTURE && !indices_there(t, s->textures.count))
        return "references textures that do not exist";
    if (t->target == FERRY_TARGET_DRAW_MATERIAL && !indices_there(t, s->materials.count))
        return "references materials that do not exist";
    return NULL;
}

/* Euler angles stand by threes, so that they replace whatever rotation the node has. */
static bool rotation_whole(const ferry_clip *clip, uint32_t k) {
    const ferry_track *t = &clip->tracks[k];
    if (t->target != FERRY_TARGET_ROTATE || t->channel || t->width == 4) return true;
    if (clip->track_count - k < 3) return false;
    for (uint32_t i = 1; i < 3; i++)
        if (t[i].target != t->target || t[i].object != t->object || t[i].channel != i || t[i].width != 1)
            return false;
    return true;
}

static bool rotation_begun(const ferry_clip *clip, uint32_t k) {
    const ferry_track *t = &clip->tracks[k];
    if (t->target != FERRY_TARGET_ROTATE || !t->channel) return true;
    return k && t[-1].target == t->target && t[-1].object == t->object && t[-1].channel + 1 == t->channel &&
           t->width == 1;
}

static bool check_track(checker *c, uint32_t index, uint32_t k) {
    const ferry_clip *clip = &c->scene->clips.data[index];
    const ferry_track *t = &clip->tracks[k];
    range most = range_of(c->scene, t->target);
    if (t->target >= FERRY_TARGET_COUNT || t->object >= most.objects || t->slot >= most.slots ||
        t->channel >= most.channels)
        return broken(c, "clip", index,
                      "track %" PRIu32 " targets %s %" PRIu32 " slot %" PRIu32 " "
                      "channel %" PRIu32,
                      k, fy_target_object(t->target), t->object, t->slot, t->channel);
    if (k && fy_track_order(t - 1, t) >= 0)
        return broken(c, "clip", index, "track %" PRIu32 " is out of order", k);
    const char *problem = keys_problem(t);
    if (!problem) problem = reference_problem(c->scene, t);
    if (!problem && (!rotation_whole(clip, k) || !rotation_begun(clip, k)))
        problem = "is a part of a "
                  "rotation";
    return !problem || broken(c, "clip", index, "track %" PRIu32 " %s", k, problem);
}

static bool check_clips(checker *c) {
    const ferry_scene *s = c->scene;
    for (uint32_t i = 0; i < s->clips.count; i++) {
        const ferry_clip *clip = &s->clips.data[i];
        if (!clip->name || !clip->kind) return broken(c, "clip", i, "has no name");
        if (!fy_finite(clip->duration) || clip->duration < 0 || !fy_finite(clip->rate) || !(clip->rate > 0))
            return broken(c, "clip", i, "has no duration or rate");
        if (clip->loop > FERRY_LOOP_MIRROR) return broken(c, "clip", i, "has an unknown loop mode");
        for (uint32_t k = 0; k < clip->track_count; k++)
            if (!check_track(c, i, k)) return false;
        if (!ferry_tick(c->job)) return false;
    }
    uint32_t twice;
    if (!fy_clips_find_twins(c->job, s, &twice)) return false;
    return twice == FERRY_NONE || broken(c, "clip", twice, "has the same name as another one of its kind");
}

bool ferry_check(ferry_job *job, const ferry_scene *scene) {
    checker c = {job, scene};
    if (!fy_finite(scene->unit) || !(scene->unit > 0)) return broken(&c, "scene", 0, "has no unit");
    return check_nodes(&c) && check_skins(&c) && check_meshes(&c) && check_draws(&c) && check_textures(&c) &&
           check_materials(&c) && check_morphs(&c) && check_vertex_color_groups(&c) && check_clips(&c) &&
           check_extras(&c);
}
