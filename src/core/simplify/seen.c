/*
 * seen.c: see the header. Small pictures from 14 sides, at rest and in the two poses that differ most: of
 * each triangle, the pixels that show it among those that would if nothing stood before it, and those at an
 * outline.
 */
#include "core/simplify/seen.h"

#include "ferry64_format.h"

enum { SIDES = 14, SIZE = FERRY_SIMPLIFY_PIXELS, MOST_POSES = 3 };

/* In parts of the model's size: what lies that little behind is seen, too (layers in one plane); and how near
 * in depth neighbouring pixels of components are that touch. */
static const double BEHIND = .004, TOUCH = .008;

/* In parts of the model's size: before what lies that much behind it in a picture, a thing has an outline. */
static const double JUMP = .03;

/* Pixels that are believed seen before the first is looked at: small triangles have few. */
static const double BELIEVED = 2;

typedef struct picture {
    fy_shell *s;
    fy_point right, up, away; /* unit */
    uint32_t pose;
    double left, bottom, scale; /* to pixels */
    double *depths;             /* of what hides; by pixel */
    double *nearest;            /* of all */
    uint32_t *shown;            /* triangles, of all */
} picture;

/* A triangle in a picture. */
typedef struct flat {
    double x[3], y[3], z[3], turn; /* turn: twice its area; above 0: it faces the eye */
    int left, right, bottom, top;
} flat;

uint32_t fy_group_of(uint32_t *groups, uint32_t component) {
    while (groups[component] != component) component = groups[component] = groups[groups[component]];
    return component;
}

void fy_group_join(uint32_t *groups, uint32_t a, uint32_t b) {
    uint32_t x = fy_group_of(groups, a), y = fy_group_of(groups, b);
    groups[x < y ? y : x] = x < y ? x : y;
}

/* ------------------------------------------------------------------------------------------ one side */

static fy_point side_of(uint32_t number) {
    double one = number & 1 ? -1 : 1;
    if (number < 6)
        return (fy_point){number / 2 == 0 ? one : 0, number / 2 == 1 ? one : 0, number / 2 == 2 ? one : 0};
    number -= 6;
    double part = 1 / sqrt(3);
    return (fy_point){number & 1 ? -part : part, number & 2 ? -part : part, number & 4 ? -part : part};
}

static void aim(picture *p, uint32_t side, uint32_t pose) {
    fy_point helper = {0, 1, 0};
    p->away = side_of(side);
    if (fabs(p->away.y) > .9) helper = (fy_point){1, 0, 0};
    p->right = fy_point_cross(helper, p->away);
    p->right = fy_point_scale(p->right, 1 / fy_point_length(p->right));
    p->up = fy_point_cross(p->away, p->right);
    p->pose = pose;
    double box[4] = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t v = 0; v < p->s->vertex_count; v++) {
        fy_point at = fy_place_of(p->s, v, pose);
        double x = fy_point_dot(at, p->right), y = fy_point_dot(at, p->up);
        box[0] = fmin(box[0], x), box[1] = fmin(box[1], y), box[2] = fmax(box[2], x),
        box[3] = fmax(box[3], y);
    }
    double wide = fmax(box[2] - box[0], box[3] - box[1]);
    p->left = box[0], p->bottom = box[1];
    p->scale = wide > 0 ? SIZE / wide : 0;
    for (size_t i = 0; i < (size_t)SIZE * SIZE; i++) {
        p->depths[i] = p->nearest[i] = HUGE_VAL;
        p->shown[i] = FERRY_NONE;
    }
}

static int pixel_from(double at) {
    return at > 0 ? at < SIZE ? (int)(at + .5) : SIZE : 0;
}

/* False: it faces away, or covers no pixel. */
static bool flatten(const picture *p, uint32_t t, flat *f) {
    const fy_shell *s = p->s;
    uint32_t material = s->scene->draws.data[s->uses[s->wedges[s->corners[3 * t]].mesh].draw].material;
    ferry_cull cull = material == FERRY_NONE ? FERRY_CULL_NONE : s->scene->materials.data[material].cull;
    for (uint32_t i = 0; i < 3; i++) {
        fy_point at = fy_place_of(s, fy_corner_vertex(s, 3 * t + i), p->pose);
        f->x[i] = (fy_point_dot(at, p->right) - p->left) * p->scale;
        f->y[i] = (fy_point_dot(at, p->up) - p->bottom) * p->scale;
        f->z[i] = -fy_point_dot(at, p->away);
    }
    f->turn = (f->x[1] - f->x[0]) * (f->y[2] - f->y[0]) - (f->x[2] - f->x[0]) * (f->y[1] - f->y[0]);
    bool back = f->turn < 0;
    if (!(fabs(f->turn) > 0) || (cull == FERRY_CULL_BACK && back) || (cull == FERRY_CULL_FRONT && !back))
        return false;
    f->left = pixel_from(fmin(fmin(f->x[0], f->x[1]), f->x[2]));
    f->right = pixel_from(fmax(fmax(f->x[0], f->x[1]), f->x[2]));
    f->bottom = pixel_from(fmin(fmin(f->y[0], f->y[1]), f->y[2]));
    f->top = pixel_from(fmax(fmax(f->y[0], f->y[1]), f->y[2]));
    return true;
}

/* The depth at the middle of a pixel. False: the triangle is not there. */
static bool depth_at(const flat *f, int x, int y, double *depth) {
    double parts[3], px = x + .5, py = y + .5;
    for (int i = 0; i < 3; i++) {
        int a = (i + 1) % 3, b = (i + 2) % 3;
        parts[i] = ((f->x[a] - px) * (f->y[b] - py) - (f->x[b] - px) * (f->y[a] - py)) / f->turn;
        if (!(parts[i] >= 0)) return false;
    }
    *depth = parts[0] * f->z[0] + parts[1] * f->z[1] + parts[2] * f->z[2];
    return true;
}

/* What is seen through hides nothing. */
static bool hides(const fy_shell *s, uint32_t t) {
    uint32_t material = s->scene->draws.data[s->uses[s->wedges[s->corners[3 * t]].mesh].draw].material;
    return material == FERRY_NONE || s->scene->materials.data[material].alpha_mode == FERRY_ALPHA_OPAQUE;
}

static void draw_hiding(picture *p, uint32_t t) {
    flat f;
    double depth;
    if (!hides(p->s, t) || !flatten(p, t, &f)) return;
    for (int y = f.bottom; y < f.top; y++)
        for (int x = f.left; x < f.right; x++)
            if (depth_at(&f, x, y, &depth)) p->depths[y * SIZE + x] = fmin(p->depths[y * SIZE + x], depth);
}

/* `counts`: pixels that show the triangle, and that would. */
static void look(picture *p, uint32_t t, double counts[2]) {
    flat f;
    double depth;
    if (!flatten(p, t, &f)) return;
    for (int y = f.bottom; y < f.top; y++)
        for (int x = f.left; x < f.right; x++) {
            size_t i = (size_t)y * SIZE + (size_t)x;
            if (!depth_at(&f, x, y, &depth)) continue;
            counts[1]++;
            if (depth > p->depths[i] + BEHIND * p->s->size) continue;
            counts[0]++;
            if (depth < p->nearest[i]) p->nearest[i] = depth, p->shown[i] = t;
        }
}

static void join_shown(picture *p, size_t a, size_t b) {
    fy_shell *s = p->s;
    if (p->shown[a] == FERRY_NONE || p->shown[b] == FERRY_NONE ||
        !(fabs(p->nearest[a] - p->nearest[b]) <= TOUCH * s->size))
        return;
    fy_group_join(s->groups, s->vertices[fy_corner_vertex(s, 3 * p->shown[a])].component,
                  s->vertices[fy_corner_vertex(s, 3 * p->shown[b])].component);
}

/* Whether a pixel's neighbour shows nothing, or what is far behind. */
static bool is_outline(const picture *p, size_t x, size_t y) {
    size_t own = y * SIZE + x, beside[4] = {own - 1, own + 1, own - SIZE, own + SIZE};
    if (x == 0 || y == 0 || x + 1 == SIZE || y + 1 == SIZE) return true;
    for (int i = 0; i < 4; i++)
        if (p->shown[beside[i]] == FERRY_NONE || p->nearest[beside[i]] > p->nearest[own] + JUMP * p->s->size)
            return true;
    return false;
}

static void add_outlines(const picture *p) {
    for (size_t y = 0; y < SIZE; y++)
        for (size_t x = 0; x < SIZE; x++) {
            uint32_t t = p->shown[y * SIZE + x];
            if (t != FERRY_NONE && is_outline(p, x, y)) p->s->outlines[t] += 1 / p->scale;
        }
}

static bool look_from(picture *p, uint32_t side, uint32_t pose, double (*counts)[2]) {
    fy_shell *s = p->s;
    aim(p, side, pose);
    for (uint32_t t = 0; t < s->triangle_count; t++) draw_hiding(p, t);
    for (uint32_t t = 0; t < s->triangle_count; t++) look(p, t, counts[t]);
    add_outlines(p);
    for (size_t y = 0; pose == 0 && y < SIZE; y++)
        for (size_t x = 0; x < SIZE; x++) {
            if (x + 1 < SIZE) join_shown(p, y * SIZE + x, y * SIZE + x + 1);
            if (y + 1 < SIZE) join_shown(p, y * SIZE + x, (y + 1) * SIZE + x);
        }
    return ferry_tick(s->job);
}

/* Lengths become parts of the mean, each triangle's with those around its vertices: small ones have few
 * pixels. */
static bool spread_outlines(fy_shell *s) {
    double length = 0, area = 0, *lengths = ferry_new(s->job, double, (size_t)s->vertex_count + 1),
           *areas = ferry_new(s->job, double, (size_t)s->vertex_count + 1);
    if (!lengths || !areas) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        double own = fy_triangle_area(s, t);
        for (uint32_t c = 3 * t; c < 3 * t + 3; c++) {
            lengths[fy_corner_vertex(s, c)] += s->outlines[t];
            areas[fy_corner_vertex(s, c)] += own;
        }
        length += s->outlines[t];
        area += own;
    }
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        double sums[2] = {0, 0};
        for (uint32_t c = 3 * t; c < 3 * t + 3; c++) {
            sums[0] += lengths[fy_corner_vertex(s, c)];
            sums[1] += areas[fy_corner_vertex(s, c)];
        }
        s->outlines[t] = length > 0 && sums[1] > 0 ? sums[0] * area / (sums[1] * length) : 1;
    }
    return true;
}

bool fy_seen_open(fy_shell *s) {
    picture p = {.s = s};
    s->seen = ferry_new(s->job, double, (size_t)s->triangle_count + 1);
    s->outlines = ferry_new(s->job, double, (size_t)s->triangle_count + 1);
    s->groups = ferry_new(s->job, uint32_t, (size_t)s->component_count + 1);
    ferry_mark mark = ferry_job_mark(s->job);
    double(*counts)[2] = ferry_alloc(s->job, (size_t)s->triangle_count + 1, sizeof *counts);
    p.depths = ferry_new(s->job, double, (size_t)SIZE *SIZE);
    p.nearest = ferry_new(s->job, double, (size_t)SIZE *SIZE);
    p.shown = ferry_new(s->job, uint32_t, (size_t)SIZE * SIZE);
    if (!s->seen || !s->outlines || !s->groups || !counts || !p.depths || !p.nearest || !p.shown)
        return false;
    for (uint32_t i = 0; i < s->component_count; i++) s->groups[i] = i;
    for (uint32_t pose = 0; pose < 1 + s->clip_poses && pose < MOST_POSES; pose++)
        for (uint32_t side = 0; side < SIDES; side++)
            if (!look_from(&p, side, pose, counts)) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++)
        s->seen[t] = (counts[t][0] + BELIEVED) / (counts[t][1] + BELIEVED);
    bool fine = spread_outlines(s);
    ferry_job_release(s->job, mark);
    return fine;
}
