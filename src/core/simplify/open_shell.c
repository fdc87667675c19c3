/* open_shell.c: see the header. */
#include "core/simplify/open_shell.h"

#include <stdlib.h>

#include "ferry64_format.h"
#include "core/scene/visible.h"
#include "core/simplify/attributes.h"
#include "core/simplify/components.h"
#include "core/simplify/fit.h"
#include "core/simplify/importance.h"
#include "core/simplify/moments.h"
#include "core/simplify/movers.h"
#include "core/simplify/planes.h"
#include "core/simplify/seen.h"
#include "core/simplify/weld.h"

/* ------------------------------------------------------------------------------------------- uses */

static uint32_t billboard_above(const ferry_scene *scene, uint32_t node) {
    while (node != FERRY_NONE && scene->nodes.data[node].billboard == FERRY_BILLBOARD_NONE)
        node = scene->nodes.data[node].parent;
    return node;
}

static void add_draw(fy_shell *s, uint32_t number) {
    const ferry_draw *draw = &s->scene->draws.data[number];
    fy_mesh_use *use = &s->uses[draw->mesh];
    use->shared |= use->used;
    if (use->used) return;
    use->used = true;
    use->draw = number;
    use->node = draw->node;
    use->billboard = billboard_above(s->scene, draw->node);
}

static bool open_sheets(fy_shell *s, bool hidden, const double *const *weights) {
    const ferry_scene *scene = s->scene;
    s->uses = ferry_new(s->job, fy_mesh_use, (size_t)scene->meshes.count + 1);
    const bool *counted = s->uses ? fy_find_counted(s->job, scene, hidden) : NULL;
    if (!counted) return false;
    for (uint32_t m = 0; m < scene->meshes.count && weights; m++) s->uses[m].weights = weights[m];
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (counted[d]) add_draw(s, d);
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        fy_mesh_use *use = &s->uses[m];
        use->first_wedge = s->wedge_count;
        if (!use->used) continue;
        s->wedge_count += scene->meshes.data[m].vertex_count;
        s->given += scene->meshes.data[m].triangle_count;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- wedges */

/* Wedges are of one kind if the same morphs and vertex colour groups name them. Each name parts the wedges of
 * every kind into those that it names, which get a new kind, and the others. */
typedef struct namer {
    uint32_t *next, *by;  /* of a kind: what it becomes, by which name */
    uint32_t count;       /* kinds so far; 0: named by nothing */
    uint32_t name, first; /* at hand, and its first new kind */
} namer;

static bool open_namer(fy_shell *s, namer *n) {
    const ferry_scene *scene = s->scene;
    size_t most = 1;
    for (uint32_t i = 0; i < scene->morphs.count; i++) most += scene->morphs.data[i].count;
    for (uint32_t i = 0; i < scene->vertex_color_groups.count; i++)
        most += scene->vertex_color_groups.data[i].count;
    n->next = ferry_new(s->job, uint32_t, most);
    n->by = ferry_new(s->job, uint32_t, most);
    n->count = 1;
    return n->next && n->by;
}

/* Names are numbered from 1. */
static void begin_name(namer *n) {
    n->name++;
    n->first = n->count;
}

static void name_wedge(namer *n, fy_wedge *w) {
    if (w->kind >= n->first) return; /* named twice by one */
    if (n->by[w->kind] != n->name) {
        n->by[w->kind] = n->name;
        n->next[w->kind] = n->count++;
    }
    w->kind = n->next[w->kind];
}

static bool name_wedges(fy_shell *s) {
    const ferry_scene *scene = s->scene;
    ferry_mark mark = ferry_job_mark(s->job);
    namer n = {0};
    if (!open_namer(s, &n)) return false;
    for (uint32_t i = 0; i < scene->morphs.count; i++) {
        const ferry_morph *morph = &scene->morphs.data[i];
        const fy_mesh_use *use = &s->uses[morph->mesh];
        begin_name(&n);
        for (uint32_t k = 0; use->used && k < morph->count; k++) {
            fy_wedge *w = &s->wedges[use->first_wedge + morph->vertices[k]];
            name_wedge(&n, w);
            w->morphed = true;
        }
    }
    for (uint32_t i = 0; i < scene->vertex_color_groups.count; i++) {
        const ferry_vertex_color_group *group = &scene->vertex_color_groups.data[i];
        const fy_mesh_use *use = &s->uses[group->mesh];
        begin_name(&n);
        for (uint32_t k = 0; use->used && k < group->count; k++)
            name_wedge(&n, &s->wedges[use->first_wedge + group->vertices[k]]);
    }
    ferry_job_release(s->job, mark);
    return true;
}

static bool open_wedges(fy_shell *s) {
    const ferry_scene *scene = s->scene;
    s->wedges = ferry_new(s->job, fy_wedge, (size_t)s->wedge_count + 1);
    if (!s->wedges) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        for (uint32_t v = 0; s->uses[m].used && v < mesh->vertex_count; v++) {
            uint32_t mover = s->uses[m].first_mover + (mesh->influences ? mesh->influences[v] : 0);
            s->wedges[s->uses[m].first_wedge + v] = (fy_wedge){.mesh = m, .mover = mover};
        }
    }
    return name_wedges(s);
}

/* ----------------------------------------------------------------------------------------- triangles */

/* A triangle by its vertices, the lowest first, so that the order of the source does not matter. */
typedef struct face {
    uint32_t vertices[3], wedges[3], mesh, number;
} face;

static int by_vertices(const void *a, const void *b) {
    const face *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->vertices[i] != y->vertices[i]) return x->vertices[i] < y->vertices[i] ? -1 : 1;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool read_face(const fy_shell *s, uint32_t mesh, uint32_t number, face *to) {
    const uint32_t *from = &s->scene->meshes.data[mesh].triangles[3 * (size_t)number];
    uint32_t vertices[3], first = 0;
    for (uint32_t i = 0; i < 3; i++) {
        vertices[i] = s->wedges[s->uses[mesh].first_wedge + from[i]].vertex;
        if (vertices[i] < vertices[first]) first = i;
    }
    *to = (face){.mesh = mesh, .number = number};
    for (uint32_t i = 0; i < 3; i++) {
        to->vertices[i] = vertices[(first + i) % 3];
        to->wedges[i] = s->uses[mesh].first_wedge + from[(first + i) % 3];
    }
    return vertices[0] != vertices[1] && vertices[1] != vertices[2] && vertices[2] != vertices[0];
}

static bool list_faces(fy_shell *s, face **faces) {
    *faces = ferry_new(s->job, face, (size_t)s->given + 1);
    if (!*faces) return false;
    for (uint32_t m = 0; m < s->scene->meshes.count; m++)
        for (uint32_t t = 0; s->uses[m].used && t < s->scene->meshes.data[m].triangle_count; t++)
            s->triangle_count += read_face(s, m, t, &(*faces)[s->triangle_count]);
    if (s->triangle_count) qsort(*faces, s->triangle_count, sizeof **faces, by_vertices);
    return true;
}

static bool open_triangles(fy_shell *s) {
    face *faces;
    s->corners = ferry_new(s->job, uint32_t, 3 * (size_t)s->given + 1);
    s->next = ferry_new(s->job, uint32_t, 3 * (size_t)s->given + 1);
    s->sources = ferry_new(s->job, uint32_t, (size_t)s->given + 1);
    ferry_mark mark = ferry_job_mark(s->job);
    if (!s->corners || !s->next || !s->sources || !list_faces(s, &faces)) return false;
    for (uint32_t c = 0; c < 3 * s->triangle_count; c++) {
        const face *f = &faces[c / 3];
        fy_vertex *v = &s->vertices[f->vertices[c % 3]];
        s->corners[c] = f->wedges[c % 3];
        fy_append_corner(s, v, c);
        if (s->wedges[s->corners[c]].morphed) v->flags |= FY_VERTEX_MORPHED;
        if (isinf(fy_wedge_weight(s, s->corners[c]))) v->flags |= FY_VERTEX_FIXED;
    }
    for (uint32_t t = 0; t < s->triangle_count; t++) s->sources[t] = faces[t].number;
    s->left = s->triangle_count;
    ferry_job_release(s->job, mark);
    return true;
}

/* -------------------------------------------------------------------------------------------- all */

static bool measure(fy_shell *s) {
    ferry_counts counts;
    if (!ferry_count(s->scene, &counts)) return false;
    fy_point least = fy_point_of(counts.box.min), most = fy_point_of(counts.box.max);
    s->size = fy_point_length(fy_point_sub(most, least));
    s->height = most.y - least.y > 0 ? most.y - least.y : s->size;
    return true;
}

/* Nothing but this room's start writes what is shared: groups that were joined since are joined again. */
static bool look_at(fy_shell *s, const fy_shell *before) {
    if (!before) return fy_seen_open(s);
    s->seen = before->seen;
    s->outlines = before->outlines;
    s->groups = before->groups;
    return true;
}

bool fy_shell_open_again(ferry_job *job, ferry_scene *scene, bool hidden, const double *const *weights,
                         const fy_shell *before, fy_shell *s) {
    *s = (fy_shell){.job = job, .scene = scene};
    return measure(s) && open_sheets(s, hidden, weights) && fy_movers_open(s) && open_wedges(s) &&
           fy_moments_choose(s) && fy_ways_open(s) && fy_weld(s) && open_triangles(s) &&
           fy_components_number(s) && look_at(s, before) && fy_importance_open(s) && fy_attributes_open(s) &&
           fy_planes_open(s);
}

bool fy_shell_open(ferry_job *job, ferry_scene *scene, bool hidden, const double *const *weights,
                   fy_shell *s) {
    return fy_shell_open_again(job, scene, hidden, weights, NULL, s);
}
