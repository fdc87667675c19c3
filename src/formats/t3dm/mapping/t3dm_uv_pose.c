/*
 * t3dm_uv_pose.c: see t3dm_uv_pose.h. Vertices hold one pair of coordinates, whatever clips play: those of
 * the pose that differs least from all others. The rest pose may be one that no game ever shows; but what is
 * written without clips is never seen in another one.
 */
#include "formats/t3dm/mapping/t3dm_uv_pose.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_ticks.h"
#include "shade/samples/t3dm_sample_texels.h"
#include "shade/t3dm_uv.h"

/* Start, middle and end of so many clips, spread over all; and so many coordinates, spread alike. */
enum { LOOKS = 3, MOST_CLIPS = 16, MOST_MOMENTS = 1 + LOOKS * MOST_CLIPS, MOST_PLACES = 2048 };

/* The rest pose gives way to one that is off half as far, where it is itself off by so much of a picture. */
#define CLOSER_POSE .5
#define WORTH (1 / 64.)

/* Of its size at rest: what is smaller is as good as gone, and its coordinates all agree. */
#define GONE .05

/* A coordinate that follows the joints. */
typedef struct place {
    uint32_t draw, vertex;
    const fy_uv_map *map;
} place;

typedef struct finder {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_uv_pose *rest;
    fy_uv_map (*maps)[FERRY_GX_MAX_TEXGENS]; /* by material */
    bool needs_rest;                         /* other coordinates are made of positions or normals at rest */
    place *places;
    uint32_t place_count;
    fy_t3dm_moment moments[MOST_MOMENTS];
    uint32_t moment_count;
    fy_place *rows; /* of each moment that is kept, where all places are */
    double rest_size;
} finder;

/* ------------------------------------------------------------------------------------------- the places */

static bool reads(const ferry_gx_material *gx, uint8_t texgen) {
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        if (stage->texgen == texgen && stage->map < FERRY_GX_MAX_MAPS &&
            gx->textures[stage->map] != FERRY_NONE)
            return true;
    }
    return false;
}

/* Pixels that are seen know their positions and normals in one pose only, by which all maps are judged. */
static bool is_at_rest(const fy_uv_map *map) {
    return !map->follows && (map->kind == FY_UV_POSITION || map->kind == FY_UV_NORMAL);
}

static bool open_maps(finder *f) {
    const ferry_material_list *materials = &f->scene->materials;
    f->maps = ferry_alloc(f->job, materials->count + (size_t)1, sizeof *f->maps);
    for (uint32_t i = 0; f->maps && i < materials->count; i++) {
        const ferry_gx_material *gx = materials->data[i].gx;
        for (uint8_t t = 0; gx && t < gx->texgen_count && t < FERRY_GX_MAX_TEXGENS; t++) {
            if (!reads(gx, t)) continue;
            f->maps[i][t] = fy_t3dm_uv_map(gx, t);
            f->needs_rest = f->needs_rest || is_at_rest(&f->maps[i][t]);
        }
    }
    return f->maps != NULL;
}

/* Every `step`th of all, if there is room for any. Returns how many there are. */
static uint32_t list_places(finder *f, uint32_t step) {
    uint32_t met = 0;
    for (uint32_t d = 0; d < f->scene->draws.count; d++) {
        const ferry_draw *draw = &f->scene->draws.data[d];
        for (int t = 0; draw->material != FERRY_NONE && t < FERRY_GX_MAX_TEXGENS; t++) {
            const fy_uv_map *map = &f->maps[draw->material][t];
            const uint32_t vertices = map->follows ? f->scene->meshes.data[draw->mesh].vertex_count : 0;
            for (uint32_t v = 0; v < vertices; v++, met++)
                if (f->places && met % step == 0) f->places[f->place_count++] = (place){d, v, map};
        }
    }
    return met;
}

static bool open_places(finder *f) {
    uint32_t all = list_places(f, 1), step = all / MOST_PLACES + 1;
    if (!all) return true;
    f->places = ferry_new(f->job, place, all / step + (size_t)1);
    f->rows = ferry_new(f->job, fy_place, MOST_MOMENTS * (all / step + (size_t)1));
    if (!f->places || !f->rows) return false;
    list_places(f, step);
    return true;
}

/* ------------------------------------------------------------------------------------------ the moments */

/* As far as it is known before clips are sampled: one that moves bones too far is left out then. */
static bool is_written(const ferry_clip *clip) {
    return fy_clip_moves_nodes(clip) && fy_t3dm_clip_fits(clip);
}

static uint32_t count_written(const fy_planner *p) {
    const ferry_clip_list *clips = &p->scene->clips;
    uint32_t count = 0;
    if (!fy_t3dm_layout_wanted(p->job)->animations || !fy_t3dm_wants_skeleton(p->job, p->drawn)) return 0;
    for (uint32_t i = 0; i < clips->count; i++) count += is_written(&clips->data[i]);
    return count;
}

static const ferry_matrix *worlds_of(ferry_job *job, const ferry_scene *scene) {
    ferry_matrix *worlds = ferry_new(job, ferry_matrix, scene->nodes.count);
    if (worlds) ferry_world_matrices(scene, worlds);
    return worlds;
}

/* Where all places are in a pose. Returns how large what carries them is: the sum of their distances from the
 * first vertices of their meshes. */
static double take_row(const finder *f, const fy_uv_pose *pose, fy_place *row) {
    double size = 0;
    for (uint32_t i = 0; i < f->place_count; i++) {
        const place *of = &f->places[i];
        const ferry_draw *draw = &f->scene->draws.data[of->draw];
        ferry_vec3 at = fy_uv_position(pose, true, f->scene, draw, of->vertex),
                   first = fy_uv_position(pose, true, f->scene, draw, 0);
        bool normal = of->map->kind == FY_UV_NORMAL;
        row[i] =
            fy_place_by_vector(of->map, normal ? fy_uv_normal(pose, true, f->scene, draw, of->vertex) : at);
        size += fy_vec3_length(fy_vec3_sub(at, first));
    }
    return size;
}

/* Adds a moment, unless a clip makes what carries the places vanish in it. False at the memory limit, or when
 * the job was stopped. */
static bool look(finder *f, fy_t3dm_moment at) {
    fy_place *row = f->rows + (size_t)f->moment_count * f->place_count;
    fy_uv_pose pose = *f->rest;
    ferry_mark mark = ferry_job_mark(f->job);
    bool at_rest = at.clip == FERRY_NONE;
    if (!at_rest) {
        const ferry_scene *posed = fy_clip_scene(f->job, f->scene, at.clip, at.time);
        pose.posed = posed ? worlds_of(f->job, posed) : NULL;
        if (!pose.posed) return false;
    }
    double size = take_row(f, &pose, row);
    if (at_rest) f->rest_size = size;
    if (at_rest || size > GONE * f->rest_size) f->moments[f->moment_count++] = at;
    ferry_job_release(f->job, mark);
    return ferry_tick(f->job);
}

/* The rest pose is the first. `all`: clips that are written. */
static bool look_at_all(finder *f, uint32_t all) {
    const ferry_clip_list *clips = &f->scene->clips;
    uint32_t most = all < MOST_CLIPS ? all : MOST_CLIPS;
    bool done = look(f, (fy_t3dm_moment){FERRY_NONE, 0});
    for (uint32_t i = 0, met = 0; i < clips->count; i++) {
        if (!is_written(&clips->data[i])) continue;
        bool taken = (uint64_t)(met + 1) * most / all > (uint64_t)met * most / all;
        for (int k = 0; taken && done && k < LOOKS; k++)
            done = look(f, (fy_t3dm_moment){i, clips->data[i].duration * k / (double)(LOOKS - 1)});
        met++;
    }
    return done;
}

/* Of a picture, on average. What is further off than a whole one is as wrong as that. */
static double difference(const finder *f, uint32_t one, uint32_t other) {
    const fy_place *a = f->rows + (size_t)one * f->place_count, *b = f->rows + (size_t)other * f->place_count;
    double sum = 0;
    for (uint32_t i = 0; i < f->place_count; i++) {
        double u = a[i].u - b[i].u, v = a[i].v - b[i].v;
        sum += fmin(sqrt(u * u + v * v), 1);
    }
    return sum / f->place_count;
}

static void say(const fy_planner *p, const fy_t3dm_moment *at, double off, double rest) {
    const ferry_clip *clip = &p->scene->clips.data[at->clip];
    ferry_say(
        p->job, FERRY_NOTE, "t3dm.uv-pose", p->name,
        ferry_job_format(p->job, "clip[%u] \"%s\"", at->clip, clip->name),
        "texture coordinates that follow the joints are those of \"%s\" at %.3f s: elsewhere they are off by "
        "%.3f of a picture on average; those at rest would be off by %.3f",
        clip->name, at->time, off, rest);
}

/* The rest pose if nothing is much better. */
static fy_t3dm_moment choose(const fy_planner *p, const finder *f) {
    double sums[MOST_MOMENTS] = {0};
    uint32_t best = 0, others = f->moment_count - 1;
    for (uint32_t i = 0; i < f->moment_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            double off = difference(f, i, k);
            sums[i] += off;
            sums[k] += off;
        }
    for (uint32_t i = 1; i < f->moment_count; i++)
        if (sums[i] < sums[best]) best = i;
    if (!best || sums[best] > CLOSER_POSE * sums[0] || sums[0] < WORTH * others) return f->moments[0];
    say(p, &f->moments[best], sums[best] / others, sums[0] / others);
    return f->moments[best];
}

static bool find_typical(fy_planner *p, const fy_uv_pose *rest) {
    finder f = {.job = p->job, .scene = p->scene, .rest = rest};
    ferry_mark mark = ferry_job_mark(p->job);
    uint32_t clips = count_written(p);
    if (!clips) return true;
    if (!open_maps(&f) || (!f.needs_rest && !open_places(&f))) return false;
    if (f.place_count) {
        if (!look_at_all(&f, clips)) return false;
        p->plan->typical = choose(p, &f);
    }
    ferry_job_release(p->job, mark);
    return true;
}

static bool needs_pose(const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_gx_material *gx = scene->materials.data[i].gx;
        for (unsigned k = 0; gx && k < gx->texgen_count && k < FERRY_GX_MAX_TEXGENS; k++)
            if (gx->texgens[k].source <= FERRY_GX_TG_NORMAL) return scene->nodes.count != 0;
    }
    return false;
}

bool fy_planner_find_pose(fy_planner *p) {
    p->posed = p->scene;
    if (!needs_pose(p->scene)) return true;
    fy_uv_pose *pose = ferry_new(p->job, fy_uv_pose, 1);
    p->pose = pose;
    if (!pose || !(pose->rest = worlds_of(p->job, p->scene)) || !find_typical(p, pose)) return false;
    const fy_t3dm_moment *typical = &p->plan->typical;
    if (typical->clip == FERRY_NONE) return true;
    p->posed = fy_clip_scene(p->job, p->scene, typical->clip, typical->time);
    pose->posed = p->posed ? worlds_of(p->job, p->posed) : NULL;
    return pose->posed != NULL;
}
