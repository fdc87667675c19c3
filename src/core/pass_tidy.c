/*
 * pass_tidy.c: what the target would only carry along goes: triangles without area, vertices that no triangle uses, draws
 * of nothing. Materials and textures stay, since a writer takes those it needs.
 */
#include "core/job.h"
#include "core/maths.h"
#include "core/passes.h"

#include <inttypes.h>
#include <string.h>

static bool same_place(const ferry_mesh *mesh, uint32_t a, uint32_t b) {
    if (a == b) return true;
    const ferry_vec3 *p = mesh->positions;
    if (p[a].x != p[b].x || p[a].y != p[b].y || p[a].z != p[b].z) return false;
    return !mesh->influences || mesh->influences[a] == mesh->influences[b];
}

/* Two corners in one place on one influence stay together in every pose: the triangle can never be seen. */
static uint32_t drop_degenerate(ferry_mesh *mesh) {
    uint32_t kept = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *from = &mesh->triangles[3 * (size_t)t];
        if (same_place(mesh, from[0], from[1]) || same_place(mesh, from[1], from[2]) || same_place(mesh, from[2], from[0]))
            continue;
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

/* Vertices keep their order; `places` maps old to new. */
static bool drop_unused(ferry_job *job, ferry_mesh *mesh) {
    ferry_mark mark = ferry_job_mark(job);
    uint32_t  *places = ferry_new(job, uint32_t, (size_t)mesh->vertex_count + 1);
    if (!places) return false;
    for (size_t k = 0; k < (size_t)mesh->triangle_count * 3; k++) places[mesh->triangles[k]] = 1;
    uint32_t kept = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) places[v] = places[v] ? kept++ : FERRY_NONE;
    if (kept < mesh->vertex_count) {
        for (size_t k = 0; k < (size_t)mesh->triangle_count * 3; k++) mesh->triangles[k] = places[mesh->triangles[k]];
        pack(mesh->positions, sizeof *mesh->positions, places, mesh->vertex_count);
        pack(mesh->normals, sizeof *mesh->normals, places, mesh->vertex_count);
        pack(mesh->tangents, sizeof *mesh->tangents, places, mesh->vertex_count);
        pack(mesh->binormals, sizeof *mesh->binormals, places, mesh->vertex_count);
        pack(mesh->influences, sizeof *mesh->influences, places, mesh->vertex_count);
        pack(mesh->position_numbers, sizeof(uint32_t), places, mesh->vertex_count);
        pack(mesh->normal_numbers, sizeof(uint32_t), places, mesh->vertex_count);
        for (int s = 0; s < FERRY_COLOR_SETS; s++) pack(mesh->color_numbers[s], sizeof(uint32_t), places, mesh->vertex_count);
        for (int s = 0; s < FERRY_COLOR_SETS; s++) pack(mesh->colors[s], sizeof(ferry_color), places, mesh->vertex_count);
        for (int s = 0; s < FERRY_UV_SETS; s++) pack(mesh->uvs[s], sizeof(ferry_vec2), places, mesh->vertex_count);
        mesh->vertex_count = kept;
    }
    ferry_job_release(job, mark);
    return true;
}

static void drop_draws(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    uint32_t kept = 0, hidden = 0;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        const ferry_draw *draw = &scene->draws.data[i];
        bool visible = draw->visible;
        for (uint32_t n = draw->node; visible && n != FERRY_NONE; n = scene->nodes.data[n].parent)
            visible = scene->nodes.data[n].visible;
        if (!visible) hidden++;
        bool empty = !scene->meshes.data[draw->mesh].triangle_count && !caps->empties;
        if (visible && !empty) scene->draws.data[kept++] = *draw;
    }
    if (hidden)
        ferry_say(job, FERRY_LOSS, "tidy.hidden", scene->name, "", "%" PRIu32 " hidden draw%s left out", hidden,
                  hidden == 1 ? "" : "s");
    if (scene->draws.count - kept > hidden)
        ferry_say(job, FERRY_NOTE, "tidy.empty", scene->name, "", "%" PRIu32 " draws of no triangle left out",
                  scene->draws.count - kept - hidden);
    scene->draws.count = kept;
}

bool fy_pass_tidy(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    uint64_t dropped = 0, all = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        ferry_mesh *mesh = &scene->meshes.data[m];
        all += mesh->triangle_count;
        if (!ferry_tick(job)) return false;
        if (!caps->degenerates) dropped += drop_degenerate(mesh);
        if (!caps->unused && !drop_unused(job, mesh)) return false;
    }
    if (dropped)
        ferry_say(job, FERRY_NOTE, "tidy.degenerate", scene->name, "",
                  "%" PRIu64 " of %" PRIu64 " triangles have two corners in one place and are left out", dropped, all);
    if (!caps->unused) drop_draws(job, scene, caps);
    return true;
}
