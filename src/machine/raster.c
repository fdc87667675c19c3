/*
 * raster.c: which triangles reach into the picture, and what clipping leaves of them; lines
 * (docs/rendering.md, "The rasteriser").
 */
#include "machine/raster.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "machine/raster_fill.h"
#include "machine/raster_material.h"
#include "machine/target.h"

/* ----------------------------------------------------------------------------------------- clipping */

/* How far beyond the picture's border (in w) triangles are left whole. */
#define GUARD 2.0

enum { PLANES = 5, MAX_CORNERS = 16 };

/* Not below 0 on the side that stays. */
static double inside(const double clip[4], int plane) {
    switch (plane) {
    case 0:
        return clip[2] + clip[3]; /* near */
    case 1:
        return GUARD * clip[3] + clip[0];
    case 2:
        return GUARD * clip[3] - clip[0];
    case 3:
        return GUARD * clip[3] + clip[1];
    default:
        return GUARD * clip[3] - clip[1];
    }
}

static void between(const fy_raster_material *material, const fy_raster_vertex *a, const fy_raster_vertex *b,
                    double at, fy_raster_vertex *out) {
    for (int i = 0; i < 4; i++) out->clip[i] = a->clip[i] + (b->clip[i] - a->clip[i]) * at;
    for (uint32_t i = 0; i < material->perspective; i++)
        out->perspective[i] =
            (float)(a->perspective[i] + ((double)b->perspective[i] - a->perspective[i]) * at);
    for (uint32_t i = 0; i < material->affine; i++)
        out->affine[i] = (float)(a->affine[i] + ((double)b->affine[i] - a->affine[i]) * at);
}

/* Sutherland and Hodgman, one plane. A convex polygon gains one corner at most; rounding may make it a little
 * less convex, and what would still not fit is dropped. */
static uint32_t clip_plane(const fy_raster_material *material, const fy_raster_vertex *in, uint32_t count,
                           int plane, fy_raster_vertex *out) {
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fy_raster_vertex *a = &in[i], *b = &in[(i + 1) % count];
        double da = inside(a->clip, plane), db = inside(b->clip, plane),
               slack = plane ? 0 : material->near_slack;
        bool stays = da + slack * a->clip[3] >= 0;
        if (made + 2 > MAX_CORNERS) return 0;
        if (stays) out[made++] = *a;
        if (stays == (db + slack * b->clip[3] >= 0)) continue;
        double at = da / (da - db);
        between(material, a, b, at < 0 ? 0 : at > 1 ? 1 : at, &out[made++]);
    }
    return made;
}

/* What side_of() says of a vertex: beyond each of the six planes of the picture, somewhere that is no number,
 * beyond one of those that triangles are clipped at. */
enum { BEYOND_ALL = 0x3F, NOWHERE = 0x40, CLIPPED = 0x80 };

static uint16_t side_of(const double c[4]) {
    double size = fabs(c[0]) + fabs(c[1]) + fabs(c[2]) + fabs(c[3]);
    if (!(size < 1e30)) return NOWHERE;
    int side = (c[0] < -c[3]) | (c[0] > c[3]) << 1 | (c[1] < -c[3]) << 2 | (c[1] > c[3]) << 3 |
               (c[2] < -c[3]) << 4 | (c[2] > c[3]) << 5;
    for (int plane = 0; plane < PLANES; plane++)
        if (inside(c, plane) < 0) side |= CLIPPED;
    return (uint16_t)side;
}

/* All three vertices beyond one of the six planes of the picture, or somewhere that is no number. */
static bool is_outside(uint16_t a, uint16_t b, uint16_t c) {
    return (a & b & c & BEYOND_ALL) || ((a | b | c) & NOWHERE);
}

bool fy_raster_find_sides(ferry_job *job, const fy_raster_vertex *vertices, uint32_t vertex_count,
                          const uint32_t *triangles, uint32_t triangle_count, uint16_t *sides) {
    for (uint32_t v = 0; v < vertex_count; v++) sides[v] = side_of(vertices[v].clip);
    for (size_t t = 0; t < triangle_count; t++) {
        uint16_t *of[3];
        if (!ferry_tick(job)) return false;
        for (size_t i = 0; i < 3; i++) of[i] = &sides[triangles[3 * t + i]];
        if (is_outside(*of[0], *of[1], *of[2])) continue;
        for (int i = 0; i < 3; i++) *of[i] |= FY_RASTER_REACHES;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- triangles */

/* Clips, then draws what is left as a fan around its first corner. */
static void draw_clipped(fy_target *target, const fy_raster_material *material,
                         const fy_raster_vertex *corners[3]) {
    fy_raster_vertex polygons[2][MAX_CORNERS];
    uint32_t count = 3, now = 0;
    for (int i = 0; i < 3; i++) polygons[0][i] = *corners[i];
    for (int plane = 0; plane < PLANES && count >= 3; plane++, now ^= 1)
        count = clip_plane(material, polygons[now], count, plane, polygons[now ^ 1]);
    const fy_raster_vertex *polygon = polygons[now];
    for (uint32_t i = 0; i < count; i++)
        if (!(polygon[i].clip[3] > 0)) return;
    for (uint32_t i = 2; i < count; i++) {
        const fy_raster_vertex *const fan[3] = {&polygon[0], &polygon[i - 1], &polygon[i]};
        fy_screen at[3];
        for (int k = 0; k < 3; k++) fy_project(material, target, fan[k]->clip, &at[k]);
        fy_fill_triangle(target, material, fan, at);
    }
}

/* What becomes of a triangle. */
typedef enum fate { UNSEEN, WHOLE, CUT } fate;

/* Where the corners of one that stays whole land goes to `at`; and to `places`, if there are any, for other
 * triangles of these vertices. */
static fate place_triangle(const fy_target *target, const fy_raster_material *material,
                           const fy_raster_vertex *vertices, const uint16_t *sides, fy_screen *places,
                           const uint32_t *numbers, fy_screen at[3]) {
    uint16_t of[3];
    for (int i = 0; i < 3; i++) of[i] = sides ? sides[numbers[i]] : side_of(vertices[numbers[i]].clip);
    if (is_outside(of[0], of[1], of[2])) return UNSEEN;
    if ((of[0] | of[1] | of[2]) & CLIPPED) return CUT;
    for (int i = 0; i < 3; i++)
        if (!(vertices[numbers[i]].clip[3] > 0)) return UNSEEN;
    for (int i = 0; i < 3; i++) {
        fy_screen *known = places ? &places[numbers[i]] : &at[i];
        if (!places || !(known->inverse_w > 0)) /* 0: not known yet */
            fy_project(material, target, vertices[numbers[i]].clip, known);
        at[i] = *known;
    }
    return WHOLE;
}

bool fy_raster_may_show(const fy_target *target, const fy_raster_material *material,
                        const fy_raster_vertex *vertices, const uint16_t *sides, fy_screen *places,
                        const uint32_t numbers[3]) {
    fy_screen at[3];
    fate of = place_triangle(target, material, vertices, sides, places, numbers, at);
    return of == CUT || (of == WHOLE && fy_fill_may_show(target, material, at));
}

bool fy_raster_triangles(ferry_job *job, fy_target *target, const fy_raster_material *material,
                         const fy_raster_vertex *vertices, const uint16_t *sides, fy_screen *places,
                         const uint32_t *triangles, uint32_t triangle_count) {
    for (size_t t = 0; t < triangle_count; t++) {
        const uint32_t *numbers = triangles + 3 * t;
        fy_screen at[3];
        if (!ferry_tick(job)) return false;
        fate of = place_triangle(target, material, vertices, sides, places, numbers, at);
        if (of == UNSEEN) continue;
        const fy_raster_vertex *corners[3];
        for (size_t i = 0; i < 3; i++) corners[i] = &vertices[numbers[i]];
        if (of == CUT)
            draw_clipped(target, material, corners);
        else
            fy_fill_triangle(target, material, corners, at);
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- lines */

static bool clip_line(double from[4], double to[4]) {
    for (int plane = 0; plane < PLANES; plane++) {
        double a = inside(from, plane), b = inside(to, plane);
        if (a < 0 && b < 0) return false;
        if (a >= 0 && b >= 0) continue;
        double *moved = a < 0 ? from : to;
        double at = a / (a - b);
        for (int i = 0; i < 4; i++) moved[i] = from[i] + (to[i] - from[i]) * at;
    }
    return from[3] > 0 && to[3] > 0;
}

/* Lines lie on the surfaces they belong to: so much nearer they may be, in parts of the depth. */
#define LINE_BIAS 8192.0

void fy_raster_line(fy_target *target, const double from[4], const double to[4], const uint8_t color[4],
                    bool through) {
    double a[4], b[4];
    memcpy(a, from, sizeof a);
    memcpy(b, to, sizeof b);
    if (!clip_line(a, b)) return;
    fy_screen p, q;
    fy_project_ideal(target, a, &p);
    fy_project_ideal(target, b, &q);
    double dx = ((double)q.x - p.x) / FY_SUBPIXELS, dy = ((double)q.y - p.y) / FY_SUBPIXELS;
    double longest = fabs(dx) > fabs(dy) ? fabs(dx) : fabs(dy);
    uint32_t steps = (uint32_t)floor(longest) + 1;
    for (uint32_t i = 0; i <= steps; i++) {
        double t = (double)i / steps;
        double x = floor(p.x / (double)FY_SUBPIXELS + dx * t), y = floor(p.y / (double)FY_SUBPIXELS + dy * t);
        if (x < 0 || y < 0 || x >= target->width || y >= target->height) continue;
        size_t index = (size_t)y * target->width + (size_t)x;
        double z = p.z + (q.z - p.z) * t - LINE_BIAS;
        if (!through && z > (double)target->z[index]) continue;
        memcpy(&target->color[index * 4], color, 4);
        target->drawn[index] = 1;
    }
}
