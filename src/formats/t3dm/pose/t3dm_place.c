/*
 * t3dm_place.c: where a position is stored, in the file's integers, and whether a triangle of such has an
 * area.
 */
#include "formats/t3dm/pose/t3dm_place.h"

#include <string.h>

#include "ferry64.h"
#include "core/base/maths.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* The base scale was chosen so that all positions fit. */
void fy_t3dm_place(const fy_t3dm_pose *pose, const fy_t3dm_frame *frame, ferry_vec3 position, double scale,
                   int16_t result[3]) {
    double at[3];
    fy_t3dm_point(&frame->to_file, position, at);
    if (pose->mirrored) at[0] = -at[0];
    for (int i = 0; i < 3; i++) {
        double rounded = fy_round(at[i] * scale);
        result[i] = rounded < INT16_MIN ? INT16_MIN : rounded > INT16_MAX ? INT16_MAX : (int16_t)rounded;
    }
}

uint16_t fy_t3dm_space(const fy_t3dm_frame *frame) {
    return frame->grid ? frame->grid->bone : frame->bone;
}

void fy_t3dm_to_space(const fy_t3dm_frame *frame, double scale, double at[3]) {
    for (int i = 0; i < 3 && frame->grid; i++)
        at[i] = at[i] * frame->grid->size + frame->grid->origin[i] * scale;
}

uint16_t fy_t3dm_store_normal(const fy_t3dm_pose *pose, const fy_t3dm_normals *normals, ferry_vec3 carried) {
    /* columns are those of the other side */
    bool nearest = pose->kept || (pose->mirrored && normals && normals->uneven);
    if (pose->mirrored) carried.x = -carried.x;
    return nearest ? fy_t3dm_pack_normal((double)carried.x, (double)carried.y, (double)carried.z)
                   : fy_t3dm_pack_lit_normal(normals, carried);
}

bool fy_t3dm_has_area(const fy_t3dm_vertex *a, const fy_t3dm_vertex *b, const fy_t3dm_vertex *c) {
    const fy_t3dm_vertex *v[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        const fy_t3dm_vertex *p = v[i], *q = v[(i + 1) % 3];
        if (p->bone == q->bone && memcmp(p->position, q->position, sizeof p->position) == 0) return false;
    }
    if (a->bone != b->bone || a->bone != c->bone) return true;
    int64_t x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = b->position[i] - a->position[i];
        y[i] = c->position[i] - a->position[i];
    }
    return x[1] * y[2] != x[2] * y[1] || x[2] * y[0] != x[0] * y[2] || x[0] * y[1] != x[1] * y[0];
}
