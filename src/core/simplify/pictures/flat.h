/* flat.h: a triangle in a picture (docs/simplify.md, "How it works"). */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_FLAT_H
#define FERRY_CORE_SIMPLIFY_PICTURES_FLAT_H

#include "core/simplify/pictures/look.h"

enum {
    FY_PICTURE_SIDES = 14,
    FY_PICTURE_SIZE = FERRY_SIMPLIFY_PIXELS,
    FY_PICTURE_PIXELS = FY_PICTURE_SIZE * FY_PICTURE_SIZE
};

/* A triangle at a pixel. */
typedef struct fy_fragment {
    uint32_t next, triangle;
    float depth;
    uint8_t color[4];
} fy_fragment;

/* From where pictures are taken: from a side, by parallel rays, or from where a player stands. */
typedef struct fy_picture_side {
    fy_point right, up, away, light; /* unit */
    double left, bottom;
    bool near; /* from `eye` */
    fy_point eye;
    double unit; /* length that counts as 1 from there */
} fy_picture_side;

/* What all sides show. */
typedef struct fy_model {
    fy_shell *shell;
    fy_look *looks;         /* by mesh */
    fy_look *near_looks;    /* the same from nearby; NULL: nobody stands there */
    bool *clear;            /* of triangles: they are seen through */
    double scale;           /* pixels along a length; 0: there is nothing to see */
    double fine, near_fine; /* how many pixels the square of a length counts; of these, from nearby */
} fy_model;

/* A triangle that may be drawn from any side. */
typedef struct fy_solid {
    fy_point at[3], normals[3];
    float attributes[3][FY_LOOK_ATTRIBUTES]; /* in full light */
    const fy_look *look, *near_look;
    uint32_t number;
} fy_solid;

typedef struct fy_flat {
    /* parts of the corners at a place, and the depth: start + across * x + along * y */
    double across[3], along[3], start[3], z[3];
    float attributes[3][FY_LOOK_ATTRIBUTES];
    bool plain; /* of the picture's own colour */
    bool near;  /* parts are by one over the depth */
    double scale;
    int left, right, bottom, top; /* pixels, the last ones not included */
    const fy_look *look;
    uint32_t number;
} fy_flat;

/* False: the triangle is gone. */
bool fy_solid_of(const fy_model *model, uint32_t triangle, fy_solid *solid);

/* False: it faces away, or covers no pixel. */
bool fy_flatten(const fy_model *model, const fy_picture_side *side, const fy_solid *solid, fy_flat *flat);

/* What it shows there; before fy_flat_shade(). */
void fy_flat_light(const fy_picture_side *side, const fy_solid *solid, fy_flat *flat);

/* Of a row, the pixels whose middles it covers: from `left` to before `right`. */
static inline void fy_flat_row(const fy_flat *f, int y, int *left, int *right) {
    double least = f->left, most = f->right, py = y + .5;
    for (int i = 0; i < 3; i++) {
        double at = f->start[i] + f->along[i] * py + f->across[i] * .5; /* at the middle of pixel 0 */
        if (f->across[i] > 0)
            least = fmax(least, -at / f->across[i]);
        else if (f->across[i] < 0)
            most = fmin(most, -at / f->across[i] + 1);
        else if (at < 0)
            most = least;
    }
    *left = *right = 0;
    if (!(least < most)) return;
    *left = (int)least + (least > (int)least); /* the next whole number */
    *right = most > *left ? (int)most : *left;
}

/* Calls `visit` for all pixels that a triangle covers, row by row, as long as it returns true. */
static inline bool fy_flat_each(const fy_flat *f, bool (*visit)(void *to, const fy_flat *flat, int x, int y),
                                void *to) {
    for (int y = f->bottom; y < f->top; y++) {
        int left, right;
        fy_flat_row(f, y, &left, &right);
        for (int x = left; x < right; x++)
            if (!visit(to, f, x, y)) return false;
    }
    return true;
}

/* What a pixel that it covers shows of it. False: nothing, as it is cut out there, or not nearer than
 * `limit`. */
bool fy_flat_shade(const fy_flat *flat, int x, int y, float limit, fy_fragment *fragment);

#endif
