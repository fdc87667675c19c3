/* t3dm_piece_spots.c: see the header. */
#include "formats/t3dm/texture/t3dm_piece_spots.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_reach.h"

static double area_of(const ferry_mesh *mesh, const uint32_t *corners) {
    double edges[2][3], sum = 0;
    const ferry_vec3 *a = &mesh->positions[corners[0]];
    for (int i = 0; i < 2; i++) {
        const ferry_vec3 *b = &mesh->positions[corners[i + 1]];
        edges[i][0] = (double)b->x - (double)a->x;
        edges[i][1] = (double)b->y - (double)a->y;
        edges[i][2] = (double)b->z - (double)a->z;
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double across = edges[0][j] * edges[1][k] - edges[0][k] * edges[1][j];
        sum += across * across;
    }
    return sqrt(sum) / 2;
}

static const ferry_mesh *mesh_of(const fy_piece_spots *p, uint32_t draw) {
    return &p->surface->meshes[p->scene->draws.data[p->surface->draws[draw]].mesh];
}

static uint8_t level_of(const fy_piece_spots *p, uint32_t draw) {
    return p->scene->draws.data[p->surface->draws[draw]].level;
}

static const ferry_vec2 *uvs_of(const fy_piece_spots *p, const ferry_mesh *mesh) {
    return mesh->uvs[p->surface->map->set % FERRY_UV_SETS];
}

/* Part of a triangle that is shown as one, by its corners on the picture. False: they lie too far off, or
 * there is no room. */
static bool take_spot(fy_piece_spots *p, const int32_t corners[3][2], double area) {
    if (p->count == p->limit) return false;
    fy_piece_spot *to = &p->data[p->count++];
    *to = (fy_piece_spot){.area = area, .reach = {.any = true}};
    for (int axis = 0; axis < 2; axis++) {
        int32_t low = corners[0][axis], high = low;
        for (int k = 1; k < 3; k++) {
            if (corners[k][axis] < low) low = corners[k][axis];
            if (corners[k][axis] > high) high = corners[k][axis];
        }
        to->reach.low[axis] = low / 8.0;
        to->reach.high[axis] = high / 8.0;
        int32_t back = fy_reach_periods(&to->reach, axis, p->periods[axis]);
        fy_reach_move(&to->reach, axis, -(back * (double)p->periods[axis]));
    }
    return true;
}

/* As t3dm_cut.c cuts it: line after line, one edge after the other. */
static bool take_cut(fy_piece_spots *p, const int32_t corners[3][2], double area) {
    int axis;
    int32_t line;
    double at;
    if (!fy_reach_line(&p->lines, corners, &axis, &line)) return take_spot(p, corners, area);
    for (int k = 0; k < 3; k++) {
        const int32_t *first = corners[k], *second = corners[(k + 1) % 3], *third = corners[(k + 2) % 3];
        int32_t middle[2], parts[2][3][2];
        if (!fy_reach_crosses(first[axis], second[axis], line, &at)) continue;
        for (int i = 0; i < 2; i++)
            middle[i] = (int32_t)floor(first[i] + at * ((double)second[i] - first[i]) + .5);
        const int32_t *const of[2][3] = {{first, middle, third}, {middle, second, third}};
        for (int i = 0; i < 6; i++) memcpy(parts[i / 3][i % 3], of[i / 3][i % 3], sizeof middle);
        return take_cut(p, (const int32_t(*)[2])parts[0], area * at) &&
               take_cut(p, (const int32_t(*)[2])parts[1], area * (1 - at));
    }
    return take_spot(p, corners, area);
}

/* What moves apart, or is named by clips, stays whole. */
static bool may_cut(const fy_piece_spots *p, const ferry_mesh *mesh, const uint32_t *corners) {
    const ferry_scene *scene = p->scene;
    for (uint32_t i = 0; i < scene->vertex_color_groups.count; i++)
        if (mesh == &p->surface->meshes[scene->vertex_color_groups.data[i].mesh]) return false;
    const uint32_t *bound = mesh->influences;
    return !bound || (bound[corners[0]] == bound[corners[1]] && bound[corners[0]] == bound[corners[2]]);
}

/* False: its coordinates lie too far off, or are none; or there is no room for its parts. */
static bool take_triangle(fy_piece_spots *p, const ferry_mesh *mesh, const uint32_t *corners) {
    int32_t at[3][2];
    for (int k = 0; k < 3; k++) {
        fy_reach corner = {.any = false};
        fy_reach_widen(&corner, p->surface->map, uvs_of(p, mesh)[corners[k]], p->size);
        for (int axis = 0; axis < 2; axis++)
            if (!(corner.low[axis] > -FY_REACH_MOST && corner.high[axis] < FY_REACH_MOST)) return false;
        fy_reach_merge(&p->all, &corner);
        fy_reach_eighths(p->surface->map, uvs_of(p, mesh)[corners[k]], p->size, at[k]);
    }
    double area = area_of(mesh, corners);
    const int32_t(*of)[2] = (const int32_t(*)[2])at;
    return may_cut(p, mesh, corners) ? take_cut(p, of, area) : take_spot(p, of, area);
}

uint32_t fy_piece_spots_open(fy_piece_spots *p) {
    size_t count = p->surface->room;
    p->finest = UINT8_MAX;
    for (uint32_t i = 0; i < p->surface->draw_count; i++) {
        if (!uvs_of(p, mesh_of(p, i))) return 0;
        if (level_of(p, i) < p->finest) p->finest = level_of(p, i);
        count += mesh_of(p, i)->triangle_count;
    }
    if (count >= UINT32_MAX) return 0;
    p->data = fy_job_resize(p->job, NULL, count + 1, sizeof *p->data);
    return p->data ? (uint32_t)count + 1 : 0;
}

bool fy_piece_spots_take(fy_piece_spots *p, bool finest, uint32_t room) {
    p->count = 0;
    p->limit = room;
    p->all = (fy_reach){.any = false};
    for (uint32_t i = 0; i < p->surface->draw_count; i++)
        if ((level_of(p, i) == p->finest) == finest) p->limit += mesh_of(p, i)->triangle_count;
    for (uint32_t i = 0; i < p->surface->draw_count; i++) {
        const ferry_mesh *mesh = mesh_of(p, i);
        if ((level_of(p, i) == p->finest) != finest) continue;
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            if (!take_triangle(p, mesh, mesh->triangles + 3 * (size_t)t)) return false;
    }
    return true;
}

uint32_t fy_piece_spots_coarser(const fy_piece_spots *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->surface->draw_count; i++)
        if (level_of(p, i) != p->finest) count += mesh_of(p, i)->triangle_count;
    return count;
}
