/* store.c: see the header. */
#include "core/simplify/store.h"

#include "ferry64_format.h"
#include "core/simplify/attributes.h"

/* A wedge of the same mesh and mover that is at the vertex from the start: its numbers are exact. */
static uint32_t find_exact(const fy_shell *s, uint32_t wedge) {
    const fy_wedge *w = &s->wedges[wedge];
    if (s->vertices[w->vertex].flags & FY_VERTEX_MOVED) return FERRY_NONE;
    FY_EACH_CORNER(s, w->vertex, c) {
        const fy_wedge *other = &s->wedges[s->corners[c]];
        if (!other->moved && other->mover == w->mover) return s->corners[c];
    }
    return FERRY_NONE;
}

static ferry_vec3 *position_of(const fy_shell *s, uint32_t wedge) {
    const fy_wedge *w = &s->wedges[wedge];
    return &s->scene->meshes.data[w->mesh].positions[wedge - s->uses[w->mesh].first_wedge];
}

/* Places of one mover are one formula of the vertex's: wedges of one vertex stay together to the bit. */
static void store_wedge(const fy_shell *s, uint32_t wedge) {
    const fy_wedge *w = &s->wedges[wedge];
    ferry_mesh *mesh = &s->scene->meshes.data[w->mesh];
    uint32_t exact = find_exact(s, wedge);
    fy_point at = fy_point_move(&s->backs[w->mover], fy_place_of(s, w->vertex, 0));
    *position_of(s, wedge) =
        exact != FERRY_NONE ? *position_of(s, exact) : (ferry_vec3){(float)at.x, (float)at.y, (float)at.z};
    if (mesh->influences)
        mesh->influences[wedge - s->uses[w->mesh].first_wedge] = w->mover - s->uses[w->mesh].first_mover;
    fy_attributes_store(s, wedge);
}

/* Triangles in the order of their numbers in the source. */
static bool list_triangles(const fy_shell *s, uint32_t *in_order, uint32_t *starts) {
    const ferry_mesh_list *meshes = &s->scene->meshes;
    uint32_t sum = 0;
    for (uint32_t m = 0; m < meshes->count; m++) {
        starts[m] = sum;
        sum += s->uses[m].used ? meshes->data[m].triangle_count : 0;
    }
    for (uint32_t i = 0; i < s->given; i++) in_order[i] = FERRY_NONE;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        uint32_t wedge = s->corners[3 * (size_t)t];
        if (wedge != FERRY_NONE) in_order[starts[s->wedges[wedge].mesh] + s->sources[t]] = t;
    }
    return true;
}

bool fy_shell_store(fy_shell *s) {
    ferry_mesh_list *meshes = &s->scene->meshes;
    ferry_mark mark = ferry_job_mark(s->job);
    uint32_t *in_order = ferry_new(s->job, uint32_t, (size_t)s->given + 1),
             *starts = ferry_new(s->job, uint32_t, (size_t)meshes->count + 1);
    if (!in_order || !starts || !list_triangles(s, in_order, starts)) return false;
    for (uint32_t c = 0; c < 3 * s->triangle_count; c++) {
        uint32_t wedge = s->corners[c];
        if (wedge == FERRY_NONE || !s->wedges[wedge].moved) continue;
        store_wedge(s, wedge);
    }
    for (uint32_t m = 0; m < meshes->count; m++) {
        ferry_mesh *mesh = &meshes->data[m];
        uint32_t kept = 0, all = mesh->triangle_count;
        for (uint32_t t = 0; s->uses[m].used && t < all; t++) {
            uint32_t from = in_order[starts[m] + t];
            if (from == FERRY_NONE) continue;
            for (uint32_t i = 0; i < 3; i++)
                mesh->triangles[3 * (size_t)kept + i] =
                    s->corners[3 * (size_t)from + i] - s->uses[m].first_wedge;
            kept++;
        }
        if (s->uses[m].used) mesh->triangle_count = kept;
    }
    ferry_job_release(s->job, mark);
    return true;
}
