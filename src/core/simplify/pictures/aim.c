/*
 * aim.c: where the small pictures are taken from: sides evenly around the model, and eyes of players
 * (docs/simplify.md).
 */
#include "core/simplify/pictures/aim.h"

#include <math.h>

enum { SIDES = FY_PICTURE_SIDES, SIZE = FY_PICTURE_SIZE };

/* How much a view from nearby counts beside one from a side: it sees a small part of all. */
static const double NEAR_WEIGHT = .1;

static fy_point unit(fy_point p) {
    return fy_point_scale(p, 1 / fy_point_length(p));
}

/* Evenly around, no two from opposite sides, which have the same outlines: each turns by the golden angle
 * around the upright axis, as numbers that are the same on all machines. */
static void turn_sides(fy_view *views) {
    const double cosine = -.7373688780783197, sine = .6754902942615238;
    fy_point turn = {1, 0, 0};
    for (uint32_t k = 0; k < SIDES; k++) {
        fy_picture_side *v = &views[k].side;
        double y = 1 - (2. * k + 1) / SIDES, around = sqrt(1 - y * y);
        v->away = (fy_point){around * turn.x, y, around * turn.z};
        v->right = unit(fy_point_cross((fy_point){0, 1, 0}, v->away));
        v->up = fy_point_cross(v->away, v->right);
        v->unit = views[k].weight = 1;
        v->light = unit(fy_point_add(fy_point_sub(v->up, v->right), v->away));
        turn = (fy_point){turn.x * cosine - turn.z * sine, 0, turn.x * sine + turn.z * cosine};
    }
}

double fy_aim_sides(const fy_shell *s, fy_view *views) {
    double widest = 0;
    turn_sides(views);
    for (uint32_t k = 0; k < SIDES; k++) {
        fy_picture_side *v = &views[k].side;
        double box[4] = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        for (uint32_t i = 0; i < s->vertex_count; i++) {
            fy_point at = fy_place_of(s, i, 0);
            double x = fy_point_dot(at, v->right), y = fy_point_dot(at, v->up);
            box[0] = fmin(box[0], x), box[1] = fmin(box[1], y);
            box[2] = fmax(box[2], x), box[3] = fmax(box[3], y);
        }
        v->left = (box[0] + box[2]) / 2, v->bottom = (box[1] + box[3]) / 2;
        widest = fmax(widest, fmax(box[2] - box[0], box[3] - box[1]));
    }
    const double scale = widest > 0 && widest < HUGE_VAL ? (SIZE - 4) / widest : 0;
    for (uint32_t k = 0; k < SIDES && scale > 0; k++) {
        views[k].side.left -= SIZE / 2 / scale;
        views[k].side.bottom -= SIZE / 2 / scale;
    }
    return scale;
}

void fy_aim_eyes(const fy_eyes *eyes, fy_view *views) {
    for (uint32_t k = 0; k < eyes->count; k++) {
        fy_view *view = &views[SIDES + k];
        fy_picture_side *v = &view->side;
        v->near = true;
        v->unit = eyes->height;
        v->eye = eyes->eyes[k].at;
        v->away = unit(fy_point_sub(v->eye, eyes->eyes[k].ahead));
        v->right = unit(fy_point_cross((fy_point){0, 1, 0}, v->away));
        v->up = fy_point_cross(v->away, v->right);
        v->light = unit(fy_point_add(fy_point_sub(v->up, v->right), v->away));
        view->weight = NEAR_WEIGHT;
    }
}
