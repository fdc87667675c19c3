/* moments.c: see the header. */
#include "core/simplify/moments.h"

#include <string.h>

#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"

enum { MOST_CHOSEN = 8, MOST_LOOKS = 192, MOST_LOOKS_A_CLIP = 24, MOST_WORK = 4000000, SAMPLES = 512 };

/* A moment of a clip. */
typedef struct moment {
    uint32_t clip;
    double time;
} moment;

typedef struct chooser {
    fy_shell *s;
    moment *looks;
    uint32_t count;
    fy_point *seen; /* [look * sample_count + sample] */
    uint32_t sample_count, stride;
    ferry_matrix *movers; /* of the pose at hand */
} chooser;

/* ------------------------------------------------------------------------------------------ one pose */

static bool move_movers(const fy_shell *s, const ferry_scene *posed, ferry_matrix *to) {
    ferry_mark mark = ferry_job_mark(s->job);
    ferry_matrix *worlds = ferry_new(s->job, ferry_matrix, (size_t)posed->nodes.count + 1);
    if (!worlds || !ferry_world_matrices(posed, worlds)) return false;
    for (uint32_t k = 0; k < posed->skins.count; k++) {
        const ferry_skin *skin = &posed->skins.data[k];
        ferry_matrix *joints = ferry_new(s->job, ferry_matrix, (size_t)skin->joint_count + 1);
        if (!joints) return false;
        fy_skin_matrices(posed, skin, worlds, joints);
        for (uint32_t i = 0; i < skin->influence_count; i++)
            to[s->skin_movers[k] + i] = fy_influence_matrix(skin, i, joints);
    }
    for (uint32_t m = 0; m < posed->meshes.count; m++)
        if (s->uses[m].used && posed->meshes.data[m].skin == FERRY_NONE)
            to[s->uses[m].first_mover] = worlds[s->uses[m].node];
    ferry_job_release(s->job, mark);
    return true;
}

static fy_point spot_of(const fy_shell *s, const ferry_scene *posed, const ferry_matrix *movers,
                        uint32_t wedge) {
    const fy_wedge *w = &s->wedges[wedge];
    ferry_vec3 at = posed->meshes.data[w->mesh].positions[wedge - s->uses[w->mesh].first_wedge];
    return fy_point_move(&movers[w->mover], fy_point_of(at));
}

/* ------------------------------------------------------------------------------------------- looking */

static bool moves_places(const ferry_clip *clip) {
    for (uint32_t i = 0; i < clip->track_count; i++)
        if (fy_moves_node(&clip->tracks[i]) || clip->tracks[i].target == FERRY_TARGET_MORPH) return true;
    return false;
}

static bool list_looks(chooser *c) {
    const ferry_scene *scene = c->s->scene;
    uint32_t clips = 0, work = scene->nodes.count + c->s->mover_count + 1, most = MOST_WORK / work;
    for (uint32_t i = 0; i < scene->clips.count; i++) clips += moves_places(&scene->clips.data[i]);
    c->looks = ferry_new(c->s->job, moment, (size_t)clips * MOST_LOOKS_A_CLIP + 1);
    if (!c->looks) return false;
    if (most > MOST_LOOKS) most = MOST_LOOKS;
    if (clips) most /= clips;
    if (most > MOST_LOOKS_A_CLIP) most = MOST_LOOKS_A_CLIP;
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        const ferry_clip *clip = &scene->clips.data[i];
        double frames = clip->duration * clip->rate + 1;
        uint32_t count = frames < most ? (uint32_t)frames : most ? most : 1;
        for (uint32_t k = 0; moves_places(clip) && k < count; k++)
            c->looks[c->count++] = (moment){i, clip->duration * (k + .5) / count};
    }
    return true;
}

static const ferry_scene *pose_at(const fy_shell *s, const moment *at) {
    return ferry_pose(s->job, s->scene, &at->clip, 1, at->time);
}

static bool look(chooser *c, const ferry_scene *posed, fy_point *to) {
    if (!posed || !move_movers(c->s, posed, c->movers)) return false;
    for (uint32_t i = 0; i < c->sample_count; i++) to[i] = spot_of(c->s, posed, c->movers, i * c->stride);
    return ferry_tick(c->s->job);
}

/* The last one is the rest pose. */
static bool look_at_all(chooser *c) {
    c->stride = c->s->wedge_count / SAMPLES + 1;
    c->sample_count = (c->s->wedge_count + c->stride - 1) / c->stride;
    c->seen = ferry_new(c->s->job, fy_point, (size_t)(c->count + 1) * c->sample_count + 1);
    if (!c->seen) return false;
    for (uint32_t i = 0; i <= c->count; i++) {
        ferry_mark mark = ferry_job_mark(c->s->job);
        const ferry_scene *posed = i < c->count ? pose_at(c->s, &c->looks[i]) : c->s->scene;
        if (!look(c, posed, c->seen + (size_t)i * c->sample_count)) return false;
        ferry_job_release(c->s->job, mark);
    }
    return true;
}

/* The square of how far the farthest sample is apart. */
static double apart(const chooser *c, uint32_t a, uint32_t b) {
    const fy_point *p = c->seen + (size_t)a * c->sample_count, *q = c->seen + (size_t)b * c->sample_count;
    double most = 0;
    for (uint32_t i = 0; i < c->sample_count; i++) {
        fy_point by = fy_point_sub(p[i], q[i]);
        most = fmax(most, fy_point_dot(by, by));
    }
    return most;
}

/* One after the other, each as far as possible from those before; the rest pose is there first. */
static bool choose(const chooser *c, moment *chosen, uint32_t *count) {
    double *nearest = ferry_new(c->s->job, double, (size_t)c->count + 1);
    if (!nearest) return false;
    for (uint32_t i = 0; i < c->count; i++) nearest[i] = apart(c, i, c->count);
    for (*count = 0; *count < MOST_CHOSEN; ++*count) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < c->count; i++)
            if (nearest[i] > nearest[best]) best = i;
        if (!c->count || !(nearest[best] > 1e-6 * c->s->size * c->s->size)) break;
        chosen[*count] = c->looks[best];
        for (uint32_t i = 0; i < c->count; i++) nearest[i] = fmin(nearest[i], apart(c, i, best));
        nearest[best] = 0;
        if (!ferry_tick(c->s->job)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- keeping */

/* All morphs at once, so that what they part is apart: each weighs something else. */
static const ferry_scene *all_morphs(const fy_shell *s) {
    ferry_scene *posed = ferry_new(s->job, ferry_scene, 1);
    ferry_mesh *meshes = ferry_new(s->job, ferry_mesh, (size_t)s->scene->meshes.count + 1);
    if (!posed || !meshes) return NULL;
    *posed = *s->scene;
    posed->meshes.data = meshes;
    for (uint32_t m = 0; m < posed->meshes.count; m++) meshes[m] = s->scene->meshes.data[m];
    for (uint32_t i = 0; i < posed->morphs.count; i++) {
        const ferry_morph *morph = &posed->morphs.data[i];
        const ferry_mesh *from = &s->scene->meshes.data[morph->mesh];
        ferry_mesh *mesh = &meshes[morph->mesh];
        if (!morph->positions) continue;
        if (mesh->positions == from->positions) {
            mesh->positions = ferry_new(s->job, ferry_vec3, (size_t)mesh->vertex_count + 1);
            if (!mesh->positions) return NULL;
            memcpy(mesh->positions, from->positions, mesh->vertex_count * sizeof *from->positions);
        }
        float weight = 1 - (float)(i % 7) / 16;
        for (uint32_t k = 0; k < morph->count; k++) {
            ferry_vec3 *at = &mesh->positions[morph->vertices[k]];
            *at = fy_vec3_add(*at, fy_vec3_scale(morph->positions[k], weight));
        }
    }
    return posed;
}

static bool keep(fy_shell *s, ferry_matrix *movers, const ferry_scene *posed, uint32_t pose) {
    if (!posed || !move_movers(s, posed, movers)) return false;
    for (uint32_t i = 0; i < s->mover_count; i++) {
        s->movers[(size_t)i * s->pose_count + pose] = movers[i];
        if (!pose)
            s->ways_back[i] = fy_matrix_invert(&movers[i], &s->backs[i]) && fy_matrix_finite(&s->backs[i]);
    }
    for (uint32_t w = 0; w < s->wedge_count; w++)
        s->spots[(size_t)w * s->pose_count + pose] = spot_of(s, posed, movers, w);
    return ferry_tick(s->job);
}

/* The rest pose counts twice: it is what is seen of what stands still. */
static bool open_poses(fy_shell *s, uint32_t chosen, bool morphs) {
    s->clip_poses = chosen;
    s->pose_count = 1 + chosen + morphs;
    s->pose_weights = ferry_new(s->job, double, s->pose_count);
    s->movers = ferry_new(s->job, ferry_matrix, (size_t)s->mover_count * s->pose_count + 1);
    s->spots = ferry_new(s->job, fy_point, (size_t)s->wedge_count * s->pose_count + 1);
    for (uint32_t k = 0; s->pose_weights && k < s->pose_count; k++)
        s->pose_weights[k] = (k ? 1 : 2) / (1. + s->pose_count);
    s->backs = ferry_new(s->job, ferry_matrix, (size_t)s->mover_count + 1);
    s->ways_back = ferry_new(s->job, bool, (size_t)s->mover_count + 1);
    return s->pose_weights && s->movers && s->spots && s->backs && s->ways_back;
}

bool fy_moments_choose(fy_shell *s) {
    chooser c = {.s = s};
    moment chosen[MOST_CHOSEN];
    uint32_t count;
    bool morphs = s->scene->morphs.count;
    ferry_mark mark = ferry_job_mark(s->job);
    c.movers = ferry_new(s->job, ferry_matrix, (size_t)s->mover_count + 1);
    if (!c.movers || !list_looks(&c) || !look_at_all(&c) || !choose(&c, chosen, &count)) return false;
    ferry_job_release(s->job, mark);
    if (!open_poses(s, count, morphs)) return false;
    mark = ferry_job_mark(s->job);
    c.movers = ferry_new(s->job, ferry_matrix, (size_t)s->mover_count + 1);
    if (!c.movers || !keep(s, c.movers, s->scene, 0)) return false;
    for (uint32_t k = 0; k < count; k++) {
        ferry_mark pose = ferry_job_mark(s->job);
        if (!keep(s, c.movers, pose_at(s, &chosen[k]), 1 + k)) return false;
        ferry_job_release(s->job, pose);
    }
    if (morphs && !keep(s, c.movers, all_morphs(s), 1 + count)) return false;
    ferry_job_release(s->job, mark);
    return true;
}
