/*
 * raster_fill.c: from a triangle's corners to its pixels: sides, slopes of depth and attributes, then row by
 * row the pixels with covered samples that pass the depth test (docs/rendering.md, "The rasteriser").
 */
#include "machine/raster_fill.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "machine/raster_material.h"
#include "machine/target.h"

/* --------------------------------------------------------------------------------------- projection */

void fy_project_ideal(const fy_target *target, const double clip[4], fy_screen *screen) {
    double inverse = 1 / clip[3];
    screen->x = (int32_t)floor((clip[0] * inverse + 1) * 0.5 * target->width * FY_SUBPIXELS + 0.5);
    screen->y = (int32_t)floor((1 - clip[1] * inverse) * 0.5 * target->height * FY_SUBPIXELS + 0.5);
    screen->z = (clip[2] * inverse + 1) * 0.5 * 16777215;
    screen->inverse_w = inverse;
}

void fy_project(const fy_raster_material *material, const fy_target *target, const double clip[4],
                fy_screen *screen) {
    if (material->project)
        material->project(material->user, target, clip, screen);
    else
        fy_project_ideal(target, clip, screen);
}

/* -------------------------------------------------------------------------------------------- sides */

/* Offsets of samples within a pixel, in sixteenths. */
static const int32_t center_samples[1][2] = {{8, 8}};
static const int32_t corner_samples[8][2] = {{0, 0}, {8, 0}, {4, 4},  {12, 4},
                                             {0, 8}, {8, 8}, {4, 12}, {12, 12}};

/* One side of a triangle: inside where at + dx * x + dy * y >= 0, x and y in sixteenths; the border belongs
 * to it only if it is a top or left one. */
typedef struct side {
    int64_t at, dx, dy;
    int64_t most, least; /* what a pixel's samples have more than its corner, and less */
} side;

static void take_samples(side *s, const int32_t (*samples)[2], uint32_t count) {
    s->most = INT64_MIN, s->least = INT64_MAX;
    for (uint32_t k = 0; k < count; k++) {
        int64_t value = s->dx * samples[k][0] + s->dy * samples[k][1];
        if (value > s->most) s->most = value;
        if (value < s->least) s->least = value;
    }
}

static side side_between(const fy_screen *a, const fy_screen *b) {
    int64_t along_x = (int64_t)b->x - a->x, along_y = (int64_t)b->y - a->y;
    bool kept = along_y < 0 || (along_y == 0 && along_x > 0);
    side s = {.dx = -along_y, .dy = along_x};
    s.at = -(s.dx * a->x + s.dy * a->y) - (kept ? 0 : 1);
    return s;
}

/* A triangle ready to be filled. */
typedef struct fill {
    fy_target *target;
    const fy_raster_material *material;
    const int32_t (*samples)[2];
    uint32_t sample_count;
    side sides[3];
    fy_slopes slopes;
    float slope;
    float least, most; /* depth of its corners */
    float grain;       /* depths so near to each other are one */
} fill;

/* ------------------------------------------------------------------------------------------- slopes */

static double plane_at(const fy_plane *plane, double x, double y) {
    return plane->at + plane->dx * x + plane->dy * y;
}

double fy_slopes_at(const fy_slopes *slopes, uint32_t attribute, double x, double y) {
    double inverse_w = plane_at(&slopes->inverse_w, x, y);
    return plane_at(&slopes->perspective[attribute], x, y) / inverse_w;
}

/* Corner positions relative to the first, in pixels, and what divides. */
typedef struct frame {
    double x0, y0, x1, y1, x2, y2, inverse_area;
} frame;

static fy_plane plane_through(const frame *f, double a0, double a1, double a2) {
    double u = a1 - a0, v = a2 - a0;
    fy_plane plane = {.dx = (u * f->y2 - v * f->y1) * f->inverse_area,
                      .dy = (v * f->x1 - u * f->x2) * f->inverse_area};
    plane.at = a0 - plane.dx * f->x0 - plane.dy * f->y0;
    return plane;
}

static double area_of(const frame *f) {
    return f->x1 * f->y2 - f->x2 * f->y1;
}

/* What depth is interpolated by: where corners are before they are rounded to sixteenths, so that triangles
 * that lie in one plane have one depth wherever both are. The console rounds first; slivers that rounding
 * turns or opens are taken as they are filled. */
static frame depth_frame(const fill *work, const fy_raster_vertex *corners[3], const frame *filled) {
    double x[3], y[3];
    if (work->material->sampling == FY_SAMPLE_CORNERS) return *filled;
    for (int i = 0; i < 3; i++) {
        const double *clip = corners[i]->clip;
        x[i] = (clip[0] / clip[3] + 1) * 0.5 * work->target->width;
        y[i] = (1 - clip[1] / clip[3]) * 0.5 * work->target->height;
    }
    frame exact = {x[0], y[0], x[1] - x[0], y[1] - y[0], x[2] - x[0], y[2] - y[0], 0};
    double area = area_of(&exact), rounded = area_of(filled);
    if (!(area * rounded > 0) || fabs(area) < fabs(rounded) / 2) return *filled;
    exact.inverse_area = 1 / area;
    return exact;
}

/* Depths are kept as floats of 24 bits, and corners come from floats: what is nearer than four steps and a
 * 256th of a pixel cannot be told apart. */
#define DEPTH_STEPS 4.0F
#define DEPTH_PIXELS (1.0F / 256)

static void set_depth(fill *work, const fy_raster_vertex *corners[3], const fy_screen screen[3],
                      const frame *filled) {
    frame f = depth_frame(work, corners, filled);
    fy_plane *z = &work->slopes.z;
    *z = plane_through(&f, screen[0].z, screen[1].z, screen[2].z);
    work->slope = (float)(fabs(z->dx) + fabs(z->dy));
    work->least = (float)fmin(screen[0].z, fmin(screen[1].z, screen[2].z));
    work->most = (float)fmax(screen[0].z, fmax(screen[1].z, screen[2].z));
    work->grain = DEPTH_STEPS + DEPTH_PIXELS * work->slope;
}

/* A perspective attribute over w at the corner `k`. */
static double over_w(const fill *work, const fy_raster_vertex *corner, uint32_t k, double inverse_w) {
    double exact = (double)corner->perspective[k] * inverse_w;
    double step = work->material->over_w_step * work->slopes.nearest;
    return step > 0 ? floor(exact / step + 0.5) * step : exact;
}

static void set_slopes(fill *work, const fy_raster_vertex *corners[3], const fy_screen screen[3]) {
    const double to_pixels = 1.0 / FY_SUBPIXELS;
    frame f = {screen[0].x * to_pixels,
               screen[0].y * to_pixels,
               ((double)screen[1].x - screen[0].x) * to_pixels,
               ((double)screen[1].y - screen[0].y) * to_pixels,
               ((double)screen[2].x - screen[0].x) * to_pixels,
               ((double)screen[2].y - screen[0].y) * to_pixels,
               0};
    f.inverse_area = 1 / area_of(&f);
    fy_slopes *slopes = &work->slopes;
    double w0 = screen[0].inverse_w, w1 = screen[1].inverse_w, w2 = screen[2].inverse_w;
    set_depth(work, corners, screen, &f);
    slopes->inverse_w = plane_through(&f, w0, w1, w2);
    slopes->nearest = fmax(w0, fmax(w1, w2));
    for (uint32_t i = 0; i < work->material->perspective; i++)
        slopes->perspective[i] =
            plane_through(&f, over_w(work, corners[0], i, w0), over_w(work, corners[1], i, w1),
                          over_w(work, corners[2], i, w2));
    for (uint32_t i = 0; i < work->material->affine; i++)
        slopes->affine[i] =
            plane_through(&f, corners[0]->affine[i], corners[1]->affine[i], corners[2]->affine[i]);
}

/* ------------------------------------------------------------------------------------------- pixels */

bool fy_compares(fy_compare compare, float value, float stored) {
    switch (compare) {
    case FY_NEVER:
        return false;
    case FY_LESS:
        return value < stored;
    case FY_EQUAL:
        return value == stored;
    case FY_LEQUAL:
        return value <= stored;
    case FY_GREATER:
        return value > stored;
    case FY_NEQUAL:
        return value != stored;
    case FY_GEQUAL:
        return value >= stored;
    case FY_ALWAYS:
        break;
    }
    return true;
}

/* A sample may lie a little outside of the triangle before rounding: the console goes on there, all others
 * stay between the corners. */
static float depth_at(const fill *work, double x, double y) {
    float z = (float)plane_at(&work->slopes.z, x, y);
    if (work->material->sampling == FY_SAMPLE_CORNERS) return z;
    return z < work->least ? work->least : z > work->most ? work->most : z;
}

/* What lies in the plane of what is there has its depth. */
static bool passes(const fill *work, float z, float stored) {
    bool same = fabsf(z - stored) <= work->grain;
    return fy_compares(work->material->z_compare, same ? stored : z, stored);
}

/* Differences of a colour that an eye may miss, of 255. */
enum { UNSEEN = 8 };

static bool differs(const uint8_t *a, const uint8_t *b) {
    for (int k = 0; k < 3; k++)
        if (a[k] > b[k] + UNSEEN || b[k] > a[k] + UNSEEN) return true;
    return false;
}

/* Notes that something is at a pixel, and whose it is. Glass that changes nothing there is not seen. */
static void note_pixel(fy_target *target, size_t index, const uint8_t *before) {
    const uint8_t *color = &target->color[4 * index];
    uint32_t *owner = &target->owner[index];
    if (target->glassy && memcmp(before, color, 3) == 0) return;
    target->drawn[index] = 1;
    if (!target->glassy || *owner == FERRY_NONE || differs(before, color)) *owner = target->drawing;
}

/* Lets the pixel function draw. */
static bool shade_pixel(const fy_raster_material *material, const fy_pixel *pixel) {
    fy_target *target = pixel->target;
    uint8_t before[3];
    if (target->owner) memcpy(before, &target->color[4 * pixel->index], 3);
    if (!material->pixel(material->user, pixel)) return false;
    if (target->owner)
        note_pixel(target, pixel->index, before);
    else
        target->drawn[pixel->index] = 1;
    return true;
}

/* A pixel with `samples` covered ones, of which `first` is the first. */
static void draw_pixel(const fill *work, uint32_t x, uint32_t y, uint32_t first, uint8_t samples) {
    const fy_raster_material *material = work->material;
    fy_target *target = work->target;
    const fy_slopes *slopes = &work->slopes;
    double at_x = x + work->samples[first][0] / (double)FY_SUBPIXELS;
    double at_y = y + work->samples[first][1] / (double)FY_SUBPIXELS;
    size_t index = (size_t)y * target->width + x;
    float z = depth_at(work, at_x, at_y);
    if (!passes(work, z, target->z[index])) return;
    if (material->z_write && !material->z_late) target->z[index] = z;
    fy_pixel pixel;
    pixel.target = target;
    pixel.index = index;
    pixel.x = x;
    pixel.y = y;
    pixel.samples = samples;
    pixel.z = z;
    pixel.slope = work->slope;
    pixel.slopes = slopes;
    for (uint32_t i = 0; i < material->affine; i++)
        pixel.affine[i] = (float)plane_at(&slopes->affine[i], at_x, at_y);
    if (material->sampling == FY_SAMPLE_CORNERS) at_x = x, at_y = y;
    pixel.w = 1 / plane_at(&slopes->inverse_w, at_x, at_y);
    for (uint32_t i = 0; i < material->perspective; i++)
        pixel.perspective[i] = (float)(plane_at(&slopes->perspective[i], at_x, at_y) * pixel.w);
    if (!shade_pixel(material, &pixel)) return;
    if (material->z_write && material->z_late) target->z[index] = z;
}

/* --------------------------------------------------------------------------------------------- rows */

static int64_t divide_floor(int64_t a, int64_t b) { /* b > 0 */
    int64_t q = a / b;
    return a % b < 0 ? q - 1 : q;
}

/* Whether any sample of a pixel may lie inside: for each side alone. */
static bool may_reach(const fill *work, int64_t x, int64_t y) {
    for (int i = 0; i < 3; i++) {
        const side *s = &work->sides[i];
        if (s->at + (s->dx * x + s->dy * y) * FY_SUBPIXELS + s->most < 0) return false;
    }
    return true;
}

/* Columns up to which looking at each is quicker than dividing. */
enum { NARROW = 6 };

/* The columns of a row that any sample of may lie inside; *last < *first if none. */
static void row_span(const fill *work, int64_t y, int64_t *first, int64_t *last) {
    if (*last - *first < NARROW) {
        while (*first <= *last && !may_reach(work, *first, y)) ++*first;
        while (*first < *last && !may_reach(work, *last, y)) --*last;
        return;
    }
    for (int i = 0; i < 3; i++) {
        const side *s = &work->sides[i];
        int64_t start = s->at + s->dy * y * FY_SUBPIXELS + s->most, step = s->dx * FY_SUBPIXELS;
        if (step == 0) {
            if (start < 0) *last = *first - 1;
            continue;
        }
        int64_t edge = step > 0 ? -divide_floor(start, step) : divide_floor(start, -step);
        if (step > 0 && edge > *first) *first = edge;
        if (step < 0 && edge < *last) *last = edge;
    }
}

static bool is_empty(const fill *work, int64_t y, int64_t left, int64_t right) {
    row_span(work, y, &left, &right);
    return right < left;
}

/* Whether all samples of a pixel lie inside. */
static bool covers_all(const fill *work, int64_t x, int64_t y) {
    for (int i = 0; i < 3; i++) {
        const side *s = &work->sides[i];
        if (s->at + (s->dx * x + s->dy * y) * FY_SUBPIXELS + s->least < 0) return false;
    }
    return true;
}

static bool covers(const fill *work, int64_t x, int64_t y) {
    for (int i = 0; i < 3; i++)
        if (work->sides[i].at + work->sides[i].dx * x + work->sides[i].dy * y < 0) return false;
    return true;
}

static void fill_row(const fill *work, int64_t y, int64_t left, int64_t right) {
    row_span(work, y, &left, &right);
    for (int64_t x = left; x <= right; x++) {
        if (work->sample_count == 1) { /* the span is exact */
            draw_pixel(work, (uint32_t)x, (uint32_t)y, 0, 8);
            continue;
        }
        uint8_t samples = 0;
        uint32_t first = 0;
        if (covers_all(work, x, y)) {
            draw_pixel(work, (uint32_t)x, (uint32_t)y, 0, (uint8_t)work->sample_count);
            continue;
        }
        for (uint32_t k = 0; k < work->sample_count; k++) {
            if (!covers(work, x * FY_SUBPIXELS + work->samples[k][0], y * FY_SUBPIXELS + work->samples[k][1]))
                continue;
            if (!samples++) first = k;
        }
        if (samples) draw_pixel(work, (uint32_t)x, (uint32_t)y, first, samples);
    }
}

static int32_t low3(int32_t a, int32_t b, int32_t c) {
    int32_t low = a < b ? a : b;
    return low < c ? low : c;
}

static int32_t high3(int32_t a, int32_t b, int32_t c) {
    int32_t high = a > b ? a : b;
    return high > c ? high : c;
}

static int64_t within(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

/* ----------------------------------------------------------------------------------------- triangles */

static bool is_culled(ferry_cull cull, bool front) {
    return cull == FERRY_CULL_BOTH || (cull == FERRY_CULL_BACK && !front) ||
           (cull == FERRY_CULL_FRONT && front);
}

/* Pixels with samples between a triangle's outermost corners. */
typedef struct bounds {
    int64_t left, right, top, bottom;
} bounds;

static bounds bounds_of(const fy_target *target, const fy_screen at[3], bool eight) {
    const int64_t first = eight ? 0 : 8, last = eight ? 12 : 8; /* of a pixel's samples, each way */
    int64_t left = low3(at[0].x, at[1].x, at[2].x), right = high3(at[0].x, at[1].x, at[2].x),
            top = low3(at[0].y, at[1].y, at[2].y), bottom = high3(at[0].y, at[1].y, at[2].y);
    return (bounds){within(-divide_floor(last - left, FY_SUBPIXELS), 0, target->width),
                    within(divide_floor(right - first, FY_SUBPIXELS), -1, (int64_t)target->width - 1),
                    within(-divide_floor(last - top, FY_SUBPIXELS), 0, target->height),
                    within(divide_floor(bottom - first, FY_SUBPIXELS), -1, (int64_t)target->height - 1)};
}

static void fill_rows(fill *work, const bounds *in, const fy_raster_vertex *corners[3],
                      const fy_screen at[3]) {
    int64_t top = in->top;
    while (top <= in->bottom && is_empty(work, top, in->left, in->right)) top++;
    if (top > in->bottom) return;
    set_slopes(work, corners, at);
    for (int64_t y = top; y <= in->bottom; y++) fill_row(work, y, in->left, in->right);
}

static int64_t double_area(const fy_screen at[3]) {
    return ((int64_t)at[1].x - at[0].x) * ((int64_t)at[2].y - at[0].y) -
           ((int64_t)at[2].x - at[0].x) * ((int64_t)at[1].y - at[0].y);
}

/* Between the samples, as most of a small picture's triangles are. */
static bool is_between(const bounds *in) {
    return in->left > in->right || in->top > in->bottom;
}

bool fy_fill_may_show(const fy_target *target, const fy_raster_material *material, const fy_screen at[3]) {
    const int64_t area = double_area(at);
    if (area == 0 || is_culled(material->cull, area < 0)) return false; /* y points down */
    const bounds in = bounds_of(target, at, material->sampling == FY_SAMPLE_CORNERS);
    return !is_between(&in);
}

void fy_fill_triangle(fy_target *target, const fy_raster_material *material,
                      const fy_raster_vertex *const corners[3], const fy_screen at[3]) {
    const int64_t area = double_area(at);
    const bool front = area < 0, eight = material->sampling == FY_SAMPLE_CORNERS; /* y points down */
    if (area == 0 || is_culled(material->cull, front)) return;
    const bounds in = bounds_of(target, at, eight);
    if (is_between(&in)) return;
    const int second = front ? 2 : 1, third = front ? 1 : 2;
    const fy_raster_vertex *turned[3] = {corners[0], corners[second], corners[third]};
    const fy_screen turned_at[3] = {at[0], at[second], at[third]};
    fill work;
    work.target = target;
    work.material = material;
    work.samples = eight ? corner_samples : center_samples;
    work.sample_count = eight ? 8 : 1;
    work.slopes.front = front;
    for (int i = 0; i < 3; i++) {
        work.sides[i] = side_between(&turned_at[i], &turned_at[(i + 1) % 3]);
        take_samples(&work.sides[i], work.samples, work.sample_count);
    }
    fill_rows(&work, &in, turned, turned_at);
}
