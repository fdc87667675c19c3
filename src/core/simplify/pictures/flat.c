/* flat.c: see the header. */
#include "core/simplify/pictures/flat.h"

#include <string.h>

static int pixel_from(double at) {
    return at > 0 ? at < FY_PICTURE_SIZE ? (int)ceil(at - .5) : FY_PICTURE_SIZE : 0;
}

/* Pixels whose middles may lie in it. False: none. */
static bool bound(fy_flat *f, const double x[3], const double y[3]) {
    f->left = pixel_from(fmin(fmin(x[0], x[1]), x[2]));
    f->right = pixel_from(fmax(fmax(x[0], x[1]), x[2]));
    f->bottom = pixel_from(fmin(fmin(y[0], y[1]), y[2]));
    f->top = pixel_from(fmax(fmax(y[0], y[1]), y[2]));
    return f->left < f->right && f->bottom < f->top;
}

bool fy_solid_of(const fy_model *p, uint32_t t, fy_solid *to) {
    const fy_shell *s = p->shell;
    const uint32_t *corners = &s->corners[3 * (size_t)t];
    if (corners[0] == FERRY_NONE) return false;
    to->number = t;
    to->look = &p->looks[s->wedges[corners[0]].mesh];
    to->near_look = p->near_looks ? &p->near_looks[s->wedges[corners[0]].mesh] : to->look;
    if (to->near_look->lights != to->look->lights || !to->near_look->width != !to->look->width)
        to->near_look = to->look;
    for (uint32_t i = 0; i < 3; i++) {
        to->at[i] = fy_place_of(s, s->wedges[corners[i]].vertex, 0);
        fy_look_at(s, to->look, corners[i], to->attributes[i], &to->normals[i]);
    }
    return true;
}

/* What is nearer is not drawn; how wide pictures are at a depth of 1. */
static const double NEAREST = .05, WIDE = 1.4;

/* Pixels whose middles may lie in a triangle, of which a part may be behind the eye. False: none. */
static bool bound_near(fy_flat *f, const double at[3][3]) {
    double x[3], y[3];
    int behind = 0;
    for (int i = 0; i < 3; i++) {
        behind += at[i][2] < NEAREST;
        x[i] = at[i][0] / at[i][2], y[i] = at[i][1] / at[i][2];
    }
    f->left = f->bottom = 0;
    f->right = f->top = FY_PICTURE_SIZE;
    return behind < 3 && (behind || bound(f, x, y));
}

/* Parts of the corners over the depth are even on the picture, also where corners lie behind the eye
 * (Olano and Greer 1997). */
static bool flatten_near(const fy_picture_side *v, const fy_solid *solid, fy_flat *f) {
    const double middle = FY_PICTURE_SIZE / 2, focus = FY_PICTURE_SIZE / WIDE;
    double at[3][3];
    for (uint32_t i = 0; i < 3; i++) {
        fy_point from = fy_point_scale(fy_point_sub(solid->at[i], v->eye), 1 / v->unit);
        at[i][2] = -fy_point_dot(from, v->away);
        at[i][0] = fy_point_dot(from, v->right) * focus + middle * at[i][2];
        at[i][1] = fy_point_dot(from, v->up) * focus + middle * at[i][2];
    }
    double rows[3][3], turn = 0;
    for (int i = 0; i < 3; i++) {
        const double *a = at[(i + 1) % 3], *b = at[(i + 2) % 3];
        for (int k = 0; k < 3; k++)
            rows[i][k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
    for (int k = 0; k < 3; k++) turn += at[0][k] * rows[0][k];
    ferry_cull cull = f->look->cull;
    if (!(fabs(turn) > 1e-9) || cull == FERRY_CULL_BOTH ||
        cull == (turn < 0 ? FERRY_CULL_BACK : FERRY_CULL_FRONT) || !bound_near(f, at))
        return false;
    for (int i = 0; i < 3; i++) {
        f->across[i] = rows[i][0] / turn;
        f->along[i] = rows[i][1] / turn;
        f->start[i] = rows[i][2] / turn;
        f->z[i] = at[i][2] * f->scale;
    }
    return true;
}

bool fy_flatten(const fy_model *p, const fy_picture_side *v, const fy_solid *solid, fy_flat *f) {
    double x[3], y[3];
    f->number = solid->number;
    f->near = v->near;
    f->scale = p->scale * v->unit;
    f->look = v->near ? solid->near_look : solid->look;
    if (v->near) return flatten_near(v, solid, f);
    for (uint32_t i = 0; i < 3; i++) {
        x[i] = (fy_point_dot(solid->at[i], v->right) - v->left) * p->scale;
        y[i] = (fy_point_dot(solid->at[i], v->up) - v->bottom) * p->scale;
    }
    double turn = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    ferry_cull cull = f->look->cull;
    if (!(fabs(turn) > 1e-9) || cull == FERRY_CULL_BOTH ||
        cull == (turn < 0 ? FERRY_CULL_BACK : FERRY_CULL_FRONT) || !bound(f, x, y))
        return false;
    for (int i = 0; i < 3; i++) {
        int a = (i + 1) % 3, b = (i + 2) % 3;
        f->across[i] = (y[a] - y[b]) / turn;
        f->along[i] = (x[b] - x[a]) / turn;
        f->start[i] = (x[a] * y[b] - x[b] * y[a]) / turn;
        f->z[i] = -fy_point_dot(solid->at[i], v->away) * p->scale;
    }
    return true;
}

void fy_flat_light(const fy_picture_side *v, const fy_solid *solid, fy_flat *f) {
    memcpy(f->attributes, solid->attributes, sizeof f->attributes);
    f->plain = true;
    for (int i = 0; i < 3; i++) {
        fy_look_lit(f->look, solid->normals[i], v->light, f->attributes[i]);
        for (int k = FY_LOOK_R; k < FY_LOOK_ATTRIBUTES; k++)
            f->plain = f->plain && f->attributes[i][k] >= 255 && f->attributes[i][k] <= 255;
    }
}

bool fy_flat_shade(const fy_flat *f, int x, int y, float limit, fy_fragment *to) {
    double px = x + .5, py = y + .5, parts[3];
    float attributes[FY_LOOK_ATTRIBUTES];
    for (int i = 0; i < 3; i++) parts[i] = f->start[i] + f->across[i] * px + f->along[i] * py;
    if (f->near) {
        double depth = 1 / (parts[0] + parts[1] + parts[2]);
        if (!(depth >= NEAREST) || !(depth < HUGE_VAL)) return false;
        for (int i = 0; i < 3; i++) parts[i] *= depth;
    }
    to->triangle = f->number;
    to->depth = (float)(parts[0] * f->z[0] + parts[1] * f->z[1] + parts[2] * f->z[2]);
    if (!(to->depth < limit)) return false;
    for (int k = 0; k < (f->plain ? FY_LOOK_R : FY_LOOK_ATTRIBUTES); k++)
        attributes[k] = (float)parts[0] * f->attributes[0][k] + (float)parts[1] * f->attributes[1][k] +
                        (float)parts[2] * f->attributes[2][k];
    return fy_look_pixel(f->look, attributes, f->plain, to->color);
}
