/* layers.c: see the header. */
#include "core/simplify/steps/layers.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64_format.h"
#include "ferry64_gx.h"

/* Of a mesh's triangles, those that lie back to back at least. */
static const double LEAST_PART = 2. / 3;

/* A triangle by its vertices, from the lowest to the highest. */
typedef struct face {
    uint32_t vertices[3], mesh, triangle;
    bool turned; /* the way around is the other one */
} face;

static int by_vertices(const void *a, const void *b) {
    const face *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->vertices[i] != y->vertices[i]) return x->vertices[i] < y->vertices[i] ? -1 : 1;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

/* The shell's triangles begin with their lowest vertex. */
static face face_of(const fy_shell *s, uint32_t t) {
    uint32_t v[3];
    for (uint32_t i = 0; i < 3; i++) v[i] = fy_corner_vertex(s, 3 * t + i);
    face f = {{v[0], v[1], v[2]}, s->wedges[s->corners[3 * (size_t)t]].mesh, t, v[1] > v[2]};
    if (f.turned) f.vertices[1] = v[2], f.vertices[2] = v[1];
    return f;
}

/* ----------------------------------------------------------------------------------- which may go */

/* How much the triangles of a chart face upwards: where players look from. */
static double *find_rises(const fy_shell *s) {
    double *rises = ferry_new(s->job, double, (size_t)s->wedge_count + 1);
    for (uint32_t t = 0; rises && t < s->triangle_count; t++) {
        fy_point at[3];
        for (uint32_t i = 0; i < 3; i++) at[i] = fy_place_of(s, fy_corner_vertex(s, 3 * t + i), 0);
        rises[s->wedges[s->corners[3 * (size_t)t]].chart] += fy_point_normal(at[0], at[1], at[2]).y;
    }
    return rises;
}

/* Whether the second of two may go. */
static bool goes_second(const fy_shell *s, const double *rises, uint32_t first, uint32_t second) {
    double one = rises[s->wedges[s->corners[3 * (size_t)first]].chart],
           two = rises[s->wedges[s->corners[3 * (size_t)second]].chart];
    return one >= two;
}

/* Of faces in one place, the two of a mesh, if they are two, and back to back. */
static void pair(const fy_shell *s, const double *rises, const face *faces, uint32_t count, uint32_t *paired,
                 fy_doubled_layers *to) {
    if (count != 2 || faces[0].turned == faces[1].turned) return;
    bool second = goes_second(s, rises, faces[0].triangle, faces[1].triangle);
    to->twins[faces[second].triangle] = faces[!second].triangle;
    paired[faces[0].mesh] += 2;
}

static bool list_pairs(const fy_shell *s, uint32_t *paired, fy_doubled_layers *to) {
    face *faces = ferry_new(s->job, face, (size_t)s->triangle_count + 1);
    const double *rises = find_rises(s);
    if (!faces || !rises) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        faces[t] = face_of(s, t);
        to->twins[t] = FERRY_NONE;
    }
    if (s->triangle_count) qsort(faces, s->triangle_count, sizeof *faces, by_vertices);
    for (uint32_t i = 0, end; i < s->triangle_count; i = end) {
        for (end = i + 1; end < s->triangle_count && faces[end].mesh == faces[i].mesh &&
                          memcmp(faces[end].vertices, faces[i].vertices, sizeof faces[i].vertices) == 0;)
            end++;
        pair(s, rises, faces + i, end - i, paired, to);
    }
    return true;
}

/* What morphs move or clips colour, or the user protects, stays as it is. */
static bool is_plain(const fy_shell *s, uint32_t mesh) {
    const fy_mesh_use *use = &s->uses[mesh];
    for (uint32_t v = 0; v < s->scene->meshes.data[mesh].vertex_count; v++)
        if (s->wedges[use->first_wedge + v].kind || isinf(fy_wedge_weight(s, use->first_wedge + v)))
            return false;
    return !use->shared;
}

/* Whether a material shows one side. Those of a T3DM file stay: their flags of the console say so, too. */
static bool has_one_side(const ferry_scene *scene, uint32_t material) {
    if (material == FERRY_NONE || scene->materials.data[material].rdp) return false;
    ferry_cull cull = scene->materials.data[material].cull;
    return cull == FERRY_CULL_BACK || cull == FERRY_CULL_FRONT;
}

static bool is_doubled(const fy_shell *s, uint32_t mesh, const uint32_t *paired) {
    const fy_mesh_use *use = &s->uses[mesh];
    if (!use->used || !paired[mesh]) return false;
    return has_one_side(s->scene, s->scene->draws.data[use->draw].material) &&
           paired[mesh] >= LEAST_PART * s->scene->meshes.data[mesh].triangle_count && is_plain(s, mesh);
}

/* A material that something else shows, too, stays as it is. */
static bool choose_meshes(const fy_shell *s, const uint32_t *paired, fy_doubled_layers *to) {
    const ferry_scene *scene = s->scene;
    bool *others = ferry_new(s->job, bool, (size_t)scene->materials.count + 1);
    if (!others) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) to->doubled[m] = is_doubled(s, m, paired);
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        if (draw->material != FERRY_NONE && !to->doubled[draw->mesh]) others[draw->material] = true;
    }
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        if (to->doubled[m]) to->doubled[m] = !others[scene->draws.data[s->uses[m].draw].material];
    return true;
}

/* Clips that switch materials show meshes by others than those that would be changed. */
static bool switches_materials(const ferry_scene *scene) {
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t t = 0; t < scene->clips.data[c].track_count; t++)
            if (scene->clips.data[c].tracks[t].target == FERRY_TARGET_DRAW_MATERIAL) return true;
    return false;
}

bool fy_layers_find(const fy_shell *s, fy_doubled_layers *to) {
    *to = (fy_doubled_layers){0};
    to->twins = ferry_new(s->job, uint32_t, (size_t)s->triangle_count + 1);
    to->doubled = ferry_new(s->job, bool, (size_t)s->scene->meshes.count + 1);
    if (!to->twins || !to->doubled) return false;
    ferry_mark mark = ferry_job_mark(s->job);
    uint32_t *paired = ferry_new(s->job, uint32_t, (size_t)s->scene->meshes.count + 1);
    if (!paired || !list_pairs(s, paired, to)) return false;
    if (!switches_materials(s->scene) && !choose_meshes(s, paired, to)) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        if (!to->doubled[s->wedges[s->corners[3 * (size_t)t]].mesh]) to->twins[t] = FERRY_NONE;
        to->count += to->twins[t] != FERRY_NONE;
    }
    ferry_job_release(s->job, mark);
    return ferry_tick(s->job);
}

/* ------------------------------------------------------------------------------------------- merging */

static fy_look *show_both(const fy_doubled_layers *layers, const fy_shell *s, const fy_look *looks) {
    uint32_t count = s->scene->meshes.count;
    fy_look *to = ferry_new(s->job, fy_look, (size_t)count + 1);
    if (!to) return NULL;
    memcpy(to, looks, count * sizeof *to);
    for (uint32_t m = 0; m < count; m++)
        if (layers->doubled[m]) to[m].cull = FERRY_CULL_NONE;
    return to;
}

bool fy_layers_merge(const fy_doubled_layers *layers, fy_shell *s, fy_track_list *track, fy_pictures *p) {
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        if (layers->twins[t] == FERRY_NONE) continue;
        s->component_left[s->vertices[fy_corner_vertex(s, 3 * t)].component]--;
        for (uint32_t i = 0; i < 3; i++) s->corners[3 * (size_t)t + i] = FERRY_NONE;
        s->left--;
        fy_track_join(track, t, layers->twins[t]);
    }
    p->of.looks = show_both(layers, s, p->of.looks);
    if (p->of.looks && p->of.near_looks) p->of.near_looks = show_both(layers, s, p->of.near_looks);
    return p->of.looks && (!p->eyes.count || p->of.near_looks);
}

/* ------------------------------------------------------------------------------------------- showing */

static bool show_material(ferry_scene *scene, ferry_material *material) {
    material->cull = FERRY_CULL_NONE;
    if (!material->gx) return true;
    ferry_gx_material *gx = ferry_scene_new(scene, ferry_gx_material, 1);
    if (!gx) return false;
    *gx = *material->gx;
    gx->cull = FERRY_GX_CULL_NONE;
    material->gx = gx;
    return true;
}

bool fy_layers_show(const fy_doubled_layers *layers, ferry_scene *scene) {
    for (uint32_t d = 0; layers->count && d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        if (!layers->doubled[draw->mesh] || draw->material == FERRY_NONE) continue;
        ferry_material *material = &scene->materials.data[draw->material];
        if (material->cull != FERRY_CULL_NONE && !show_material(scene, material)) return false;
    }
    return true;
}
