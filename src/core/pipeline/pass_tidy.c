/*
 * pass_tidy.c: what the target would only carry along goes: triangles without area, vertices that no triangle
 * uses, draws of nothing and those that are never seen. Materials and textures stay, since a writer takes
 * those it needs.
 */
#include "core/pipeline/pass_tidy.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/mesh_streams.h"
#include "core/scene/scene.h"
#include "core/scene/visible.h"

static bool same_place(const ferry_mesh *mesh, uint32_t a, uint32_t b) {
    if (a == b) return true;
    const ferry_vec3 *p = mesh->positions;
    if (p[a].x != p[b].x || p[a].y != p[b].y || p[a].z != p[b].z) return false;
    return !mesh->influences || mesh->influences[a] == mesh->influences[b];
}

/* Morphs and vertex colour groups of each mesh: the first, and behind each the next; FERRY_NONE: no more. */
typedef struct listed {
    uint32_t *morphs, *vertex_color_groups, *next_morph, *next_group;
} listed;

static bool list_all(ferry_job *job, const ferry_scene *scene, listed *to) {
    uint32_t meshes = scene->meshes.count;
    to->morphs = ferry_new(job, uint32_t, (size_t)meshes + 1);
    to->vertex_color_groups = ferry_new(job, uint32_t, (size_t)meshes + 1);
    to->next_morph = ferry_new(job, uint32_t, (size_t)scene->morphs.count + 1);
    to->next_group = ferry_new(job, uint32_t, (size_t)scene->vertex_color_groups.count + 1);
    if (!to->morphs || !to->vertex_color_groups || !to->next_morph || !to->next_group) return false;
    for (uint32_t m = 0; m < meshes; m++) to->morphs[m] = to->vertex_color_groups[m] = FERRY_NONE;
    for (uint32_t i = scene->morphs.count; i-- > 0;) {
        uint32_t *first = &to->morphs[scene->morphs.data[i].mesh];
        to->next_morph[i] = *first;
        *first = i;
    }
    for (uint32_t i = scene->vertex_color_groups.count; i-- > 0;) {
        uint32_t *first = &to->vertex_color_groups[scene->vertex_color_groups.data[i].mesh];
        to->next_group[i] = *first;
        *first = i;
    }
    return true;
}

/* Vertices that morphs move; NULL at the limit. */
static bool *find_morphed(ferry_job *job, const ferry_scene *scene, const listed *lists, uint32_t mesh) {
    bool *morphed = ferry_new(job, bool, (size_t)scene->meshes.data[mesh].vertex_count + 1);
    for (uint32_t i = lists->morphs[mesh]; morphed && i != FERRY_NONE; i = lists->next_morph[i]) {
        const ferry_morph *morph = &scene->morphs.data[i];
        for (uint32_t k = 0; morph->positions && k < morph->count; k++) morphed[morph->vertices[k]] = true;
    }
    return morphed;
}

/* Two corners in one place on one influence that no morph moves stay together in every pose: the triangle can
 * never be seen. */
static uint32_t drop_degenerate(ferry_mesh *mesh, const bool *morphed) {
    uint32_t kept = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *from = &mesh->triangles[3 * (size_t)t];
        bool moves = morphed[from[0]] || morphed[from[1]] || morphed[from[2]];
        bool point = from[0] == from[1] || from[1] == from[2] || from[2] == from[0];
        bool flat = same_place(mesh, from[0], from[1]) || same_place(mesh, from[1], from[2]) ||
                    same_place(mesh, from[2], from[0]);
        if (point || (flat && !moves)) continue;
        memmove(&mesh->triangles[3 * (size_t)kept++], from, 3 * sizeof *from);
    }
    uint32_t dropped = mesh->triangle_count - kept;
    mesh->triangle_count = kept;
    return dropped;
}

static void pack(void *stream, size_t size, const uint32_t *places, uint32_t count) {
    uint8_t *bytes = stream;
    for (uint32_t v = 0; stream && v < count; v++)
        if (places[v] != FERRY_NONE) memmove(bytes + places[v] * size, bytes + v * size, size);
}

/* Of a list of vertices, those that stay; returns how many. */
static uint32_t keep_listed(uint32_t *vertices, uint32_t count, const uint32_t *places) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++)
        if (places[vertices[k]] != FERRY_NONE) vertices[kept++] = places[vertices[k]];
    return kept;
}

static void keep_moves(ferry_morph *morph, const uint32_t *places) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < morph->count; k++) {
        if (places[morph->vertices[k]] == FERRY_NONE) continue;
        if (morph->positions) morph->positions[kept] = morph->positions[k];
        if (morph->normals) morph->normals[kept] = morph->normals[k];
        if (morph->shifts) morph->shifts[kept] = morph->shifts[k];
        kept++;
    }
    morph->count = keep_listed(morph->vertices, morph->count, places);
}

static void keep_lists(ferry_scene *scene, const listed *lists, uint32_t mesh, const uint32_t *places) {
    for (uint32_t i = lists->morphs[mesh]; i != FERRY_NONE; i = lists->next_morph[i])
        keep_moves(&scene->morphs.data[i], places);
    for (uint32_t i = lists->vertex_color_groups[mesh]; i != FERRY_NONE; i = lists->next_group[i]) {
        ferry_vertex_color_group *vertex_color_group = &scene->vertex_color_groups.data[i];
        vertex_color_group->count =
            keep_listed(vertex_color_group->vertices, vertex_color_group->count, places);
    }
}

/* Vertices keep their order; `places` maps old to new. */
static bool drop_unused(ferry_job *job, ferry_scene *scene, const listed *lists, uint32_t number) {
    ferry_mesh *mesh = &scene->meshes.data[number];
    ferry_mark mark = ferry_job_mark(job);
    uint32_t *places = ferry_new(job, uint32_t, (size_t)mesh->vertex_count + 1);
    if (!places) return false;
    for (size_t k = 0; k < (size_t)mesh->triangle_count * 3; k++) places[mesh->triangles[k]] = 1;
    uint32_t kept = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) places[v] = places[v] ? kept++ : FERRY_NONE;
    if (kept < mesh->vertex_count) {
        for (size_t k = 0; k < (size_t)mesh->triangle_count * 3; k++)
            mesh->triangles[k] = places[mesh->triangles[k]];
        for (int i = 0; i < FY_MESH_STREAMS; i++)
            pack(fy_mesh_stream(mesh, i), fy_mesh_stream_size(i), places, mesh->vertex_count);
        mesh->vertex_count = kept;
        keep_lists(scene, lists, number, places);
    }
    ferry_job_release(job, mark);
    return true;
}

bool fy_drop_unused_vertices(ferry_job *job, ferry_scene *scene) {
    listed lists;
    ferry_mark mark = ferry_job_mark(job);
    if (!list_all(job, scene, &lists)) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        if (!ferry_tick(job) || !drop_unused(job, scene, &lists, m)) return false;
    ferry_job_release(job, mark);
    return true;
}

/* Tracks of draws follow them, or go with them; clips of nothing else, too. */
static void move_tracks(ferry_scene *scene, const uint32_t *places) {
    uint32_t clips = 0;
    for (uint32_t c = 0; c < scene->clips.count; c++) {
        ferry_clip *clip = &scene->clips.data[c];
        uint32_t kept = 0, all = clip->track_count;
        for (uint32_t k = 0; k < all; k++) {
            ferry_track *track = &clip->tracks[k];
            bool of_draw =
                track->target == FERRY_TARGET_DRAW_VISIBLE || track->target == FERRY_TARGET_DRAW_MATERIAL;
            if (of_draw && places[track->object] == FERRY_NONE) continue;
            if (of_draw) track->object = places[track->object];
            clip->tracks[kept++] = *track;
        }
        clip->track_count = kept;
        if (kept || !all) scene->clips.data[clips++] = *clip;
    }
    scene->clips.count = clips;
}

static bool drop_draws(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    uint32_t kept = 0, hidden = 0, all = scene->draws.count;
    ferry_mark mark = ferry_job_mark(job);
    bool *shown = fy_find_shown(job, scene);
    uint32_t *places = ferry_new(job, uint32_t, (size_t)all + 1);
    if (!shown || !places) return false;
    for (uint32_t i = 0; i < all; i++) {
        const ferry_draw *draw = &scene->draws.data[i];
        bool empty = !scene->meshes.data[draw->mesh].triangle_count && !caps->empties;
        if (!shown[i]) hidden++;
        places[i] = shown[i] && !empty ? kept : FERRY_NONE;
        if (places[i] != FERRY_NONE) scene->draws.data[kept++] = *draw;
    }
    if (hidden)
        ferry_say(job, FERRY_LOSS, "tidy.hidden", fy_scene_place(scene), "",
                  "%" PRIu32 " hidden draw%s left out", hidden, hidden == 1 ? "" : "s");
    if (all - kept > hidden)
        ferry_say(job, FERRY_NOTE, "tidy.empty", fy_scene_place(scene), "",
                  "%" PRIu32 " draws without triangles left out", all - kept - hidden);
    scene->draws.count = kept;
    move_tracks(scene, places);
    ferry_job_release(job, mark);
    return true;
}

bool fy_drop_levels(ferry_job *job, ferry_scene *scene) {
    uint32_t levels = ferry_level_count(scene), kept = 0;
    ferry_mark mark = ferry_job_mark(job);
    uint32_t *places = ferry_new(job, uint32_t, (size_t)scene->draws.count + 1);
    if (!places) return false;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        places[i] = scene->draws.data[i].level ? FERRY_NONE : kept;
        if (places[i] != FERRY_NONE) scene->draws.data[kept++] = scene->draws.data[i];
    }
    ferry_say_measured(job, FERRY_LOSS, "simplify.levels-dropped", fy_scene_place(scene), "",
                       (ferry_measure){levels - 1, "levels", true},
                       "%" PRIu32 " coarser level%s of detail left out: the output format holds one level",
                       levels - 1, levels == 2 ? "" : "s");
    scene->draws.count = kept;
    move_tracks(scene, places);
    ferry_job_release(job, mark);
    return true;
}

static bool tidy_mesh(ferry_job *job, ferry_scene *scene, const listed *lists, uint32_t number,
                      const ferry_caps *caps, uint64_t *dropped) {
    ferry_mark mark = ferry_job_mark(job);
    bool *morphed = find_morphed(job, scene, lists, number);
    if (!morphed) return false;
    if (!caps->degenerates) *dropped += drop_degenerate(&scene->meshes.data[number], morphed);
    ferry_job_release(job, mark);
    return caps->unused || drop_unused(job, scene, lists, number);
}

bool fy_pass_tidy(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    uint64_t dropped = 0, all = 0;
    listed lists;
    ferry_mark mark = ferry_job_mark(job);
    if (!list_all(job, scene, &lists)) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        all += scene->meshes.data[m].triangle_count;
        if (!ferry_tick(job) || !tidy_mesh(job, scene, &lists, m, caps, &dropped)) return false;
    }
    ferry_job_release(job, mark);
    if (dropped)
        ferry_say(job, FERRY_NOTE, "tidy.degenerate", fy_scene_place(scene), "",
                  "%" PRIu64 " of %" PRIu64 " triangles are degenerate (two equal corners) and were left "
                  "out",
                  dropped, all);
    return caps->unused || drop_draws(job, scene, caps);
}
