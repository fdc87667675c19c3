/* eyes.c: see the header. */
#include "core/simplify/pictures/eyes.h"

#include "ferry64_format.h"
#include "core/base/maths.h"
#include "view/near_ground.h"

static ferry_cull cull_of(const fy_shell *s, uint32_t triangle) {
    uint32_t mesh = s->wedges[s->corners[3 * (size_t)triangle]].mesh,
             material = s->scene->draws.data[s->uses[mesh].draw].material;
    return material == FERRY_NONE ? FERRY_CULL_NONE : s->scene->materials.data[material].cull;
}

static void add_triangle(const fy_shell *s, uint32_t triangle, fy_surface *to) {
    ferry_vec3 *corners = &to->corners[3 * (size_t)to->count];
    ferry_cull cull = cull_of(s, triangle);
    for (uint32_t i = 0; i < 3; i++) {
        fy_point at = fy_place_of(s, fy_corner_vertex(s, 3 * triangle + i), 0);
        corners[i] = (ferry_vec3){(float)at.x, (float)at.y, (float)at.z};
    }
    double area = fy_vec3_length(fy_surface_normal(to, to->count));
    if (!(area > 0) || !(area < HUGE_VAL) || cull == FERRY_CULL_BOTH) return;
    if (!to->count) to->box = (ferry_box){corners[0], corners[0]};
    for (int i = 0; i < 3; i++) fy_box_grow(&to->box, corners[i]);
    to->cull[to->count++] = (uint8_t)cull;
}

/* Of the shell: its triangles are in an order that does not depend on the source's. */
static bool open_surface(const fy_shell *s, fy_surface *to) {
    *to = (fy_surface){0};
    to->corners = ferry_new(s->job, ferry_vec3, 3 * (size_t)s->triangle_count + 3);
    to->cull = ferry_new(s->job, uint8_t, (size_t)s->triangle_count + 1);
    if (!to->corners || !to->cull) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++) add_triangle(s, t, to);
    return ferry_tick(s->job);
}

static bool stand(const fy_shell *s, const fy_surface *surface, fy_eyes *to) {
    fy_viewpoint looks[FY_MOST_EYES];
    if (!fy_surface_edge(s->job, surface, &to->height)) return false;
    if (!fy_is_ground(surface, to->height)) return true;
    if (!fy_near_ground(s->job, surface, to->height, FY_MOST_EYES / 2, looks, &to->count)) return false;
    for (uint32_t i = 0; i < to->count; i++)
        to->eyes[i] = (fy_eye){fy_point_of(looks[i].eye), fy_point_of(looks[i].target)};
    return true;
}

bool fy_eyes_find(const fy_shell *s, fy_eyes *to) {
    ferry_mark mark = ferry_job_mark(s->job);
    fy_surface surface;
    *to = (fy_eyes){0};
    bool fine = open_surface(s, &surface) && (!surface.count || stand(s, &surface, to));
    ferry_job_release(s->job, mark);
    return fine;
}
