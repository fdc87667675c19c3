/*
 * similarity.c: ferry_compare(): two scenes from the same six sides, in one frame and one light
 * (docs/rendering.md, "Similarity").
 */
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "render/font.h"
#include "render/picture.h"
#include "render/ssim.h"
#include "view/cameras.h"

enum { DEFAULT_WIDTH = 320, DEFAULT_HEIGHT = 240, RIM = 2, LABEL = FY_FONT_HEIGHT + 5 };

#define DEGREES ((float)(FY_PI / 180))

/* ---------------------------------------------------------------------------------------- one frame */

static ferry_vec3 size_of(const ferry_box *box) {
    return fy_vec3_sub(box->max, box->min);
}

static ferry_box scaled(const ferry_box *box, double by) {
    return (ferry_box){fy_vec3_scale(box->min, (float)by), fy_vec3_scale(box->max, (float)by)};
}

/* How far `inner` sticks out of `outer`, in parts of the latter's diagonal. */
static double sticks_out(const ferry_box *inner, const ferry_box *outer) {
    ferry_vec3 low = fy_vec3_sub(outer->min, inner->min), high = fy_vec3_sub(inner->max, outer->max);
    const float sides[6] = {low.x, low.y, low.z, high.x, high.y, high.z};
    float most = 0;
    for (int i = 0; i < 6; i++) most = sides[i] > most ? sides[i] : most;
    return (double)most / fy_vec3_length(size_of(outer));
}

static double power_of_two(double at_least) {
    double power = 1;
    while (power < at_least) power *= 2;
    while (power / 2 >= at_least) power /= 2;
    return power;
}

/* A number that a base scale is likely to be, if one is near. */
static double likely(double scale) {
    double power = power_of_two(scale / 1.01), whole = fy_round(scale);
    if (fabs(scale - power) < power * 0.01) return power;
    return fabs(scale - whole) < whole * 0.002 ? whole : scale;
}

#define ALIKE 0.02 /* of a diagonal */
#define MOVED 0.15 /* the same, where vertices hang on other joints than before */

/* A power of two that is near; or the smallest one at which the box of `a` holds that of `b`, if one of the
 * nearest few does. */
static double power_holding(const ferry_box *a, const ferry_box *b, double ratio) {
    double least = power_of_two(ratio / (1 + ALIKE)), near = power_of_two(ratio / (1 + MOVED));
    ferry_box whole = scaled(a, near);
    if (ratio > near * (1 - MOVED) && sticks_out(b, &whole) < MOVED) return near;
    for (double power = least; power <= 8 * least; power *= 2) {
        ferry_box frame = scaled(a, power);
        if (sticks_out(b, &frame) < ALIKE) return power;
    }
    return least;
}

static double told(ferry_job *job, double scale) {
    if (scale != 1)
        ferry_say(job, FERRY_NOTE, "compare.scale", "", "",
                  "the second model is %.6g times as large; its camera distance is scaled accordingly",
                  scale);
    return scale;
}

/* The factor that makes the box of `a` that of `b`. What shows nothing is not always converted: `b` may be a
 * part of `a`, and then lie in its box times a power of two. */
static double find_scale(ferry_job *job, const ferry_box *a, const ferry_box *b) {
    double length = fy_vec3_length(size_of(a)), ratio = fy_vec3_length(size_of(b)) / length;
    if (!(length > 0) || !(ratio > 1e-6) || !(ratio < 1e6)) return 1;
    double scale = likely(ratio);
    ferry_box frame = scaled(a, scale);
    if (sticks_out(b, &frame) < ALIKE && sticks_out(&frame, b) < ALIKE) return told(job, scale);
    scale = ratio < 1.5 && ratio > 1 / 1.5 ? 1 : power_holding(a, b, ratio);
    ferry_say(job, FERRY_WARNING, "compare.box-mismatch", "", "",
              "the bounding boxes differ: the second is %.4g times as long; a scale of %.6g is assumed",
              ratio, scale);
    return scale;
}

/* `known`: the factor, where one was made of the other; 0: it is to be found. */
static bool find_frames(ferry_job *job, const ferry_scene *a, const ferry_scene *b, double known,
                        ferry_box frames[2], double *scale) {
    ferry_counts in_a, in_b;
    if (!ferry_count(a, &in_a) || !ferry_count(b, &in_b)) {
        if (!ferry_failed(job)) /* the scene's own job has it, if it is still open */
            ferry_say(job, FERRY_ERROR, "compare.memory", "", "", "out of memory while comparing");
        return false;
    }
    bool found = !(known > 0) && !in_a.empty && !in_b.empty;
    *scale = known > 0 ? told(job, known) : found ? find_scale(job, &in_a.box, &in_b.box) : 1;
    frames[0] = in_a.empty ? scaled(&in_b.box, 1 / *scale) : in_a.box;
    frames[1] = scaled(&frames[0], *scale);
    return true;
}

/* ---------------------------------------------------------------------------------------- the sheet */

static const uint8_t paper[4] = {32, 36, 40, 255}, ink[4] = {225, 228, 232, 255};

static bool open_sheet(ferry_job *job, const ferry_scene *const scenes[2], const ferry_view *view,
                       ferry_picture *sheet) {
    uint32_t height = LABEL + FERRY_SIMILARITY_VIEWS * (view->height + LABEL);
    if (!fy_picture_open(job, 3 * view->width, height, paper, sheet)) return false;
    int room = (int)(view->width / FY_FONT_STEP);
    for (uint32_t i = 0; i < 2; i++) {
        const char *name = ferry_job_format(job, "%s (%s)", scenes[i]->name, scenes[i]->format);
        fy_picture_text(sheet, i * view->width + 2, 2, ferry_job_format(job, "%.*s", room - 1, name), ink);
    }
    fy_picture_text(sheet, 2 * view->width + 2, 2, "difference, doubled", ink);
    return true;
}

static bool make_difference(ferry_job *job, const ferry_picture pictures[2], ferry_picture *difference) {
    static const uint8_t black[4] = {0, 0, 0, 255};
    if (!fy_picture_open(job, pictures[0].width, pictures[0].height, black, difference)) return false;
    for (size_t i = 0; i < (size_t)difference->width * difference->height; i++)
        for (size_t k = 0; k < 3; k++) {
            int twice = 2 * abs(pictures[0].rgba[i * 4 + k] - pictures[1].rgba[i * 4 + k]);
            difference->rgba[i * 4 + k] = (uint8_t)(twice > 255 ? 255 : twice);
        }
    return true;
}

static bool add_to_sheet(ferry_job *job, const ferry_picture pictures[2], uint32_t number,
                         const ferry_similarity_view *found, const ferry_picture *sheet) {
    ferry_picture difference;
    uint32_t width = pictures[0].width, y = LABEL + number * (pictures[0].height + LABEL);
    if (!make_difference(job, pictures, &difference)) return false;
    for (uint32_t i = 0; i < 3; i++)
        fy_picture_place(sheet, i * width, y, i < 2 ? &pictures[i] : &difference);
    const char *text = ferry_job_format(job, "%s: not visible", found->name);
    if (found->pixels)
        text = ferry_job_format(job, "%s: SSIM %.3f, colour error %.1f", found->name, found->ssim,
                                found->color_error);
    fy_picture_text(sheet, 2, (int64_t)y + pictures[0].height + 2, text, ink);
    return true;
}

/* ------------------------------------------------------------------------------------------ the six views */

typedef struct comparison {
    ferry_job *job;
    const ferry_scene *const *scenes; /* two */
    ferry_view view;
    ferry_box frames[2];
    ferry_similarity *similarity;
    fy_ssim_sums sums;
    const ferry_picture *sheet; /* may be NULL */
} comparison;

static double mean_error(const fy_ssim_sums *sums) {
    return sums->pixels ? (double)sums->color_error / (3 * (double)sums->pixels) : 0;
}

static double mean_ssim(const fy_ssim_sums *sums) {
    return sums->pixels ? sums->ssim / (double)sums->pixels : 1;
}

static bool compare_view(comparison *c, uint32_t number) {
    ferry_similarity_view *found = &c->similarity->views[number];
    ferry_picture pictures[2];
    fy_ssim_sums sums;
    c->view.yaw = found->yaw = (float)fy_sides[number].yaw * DEGREES;
    c->view.pitch = found->pitch = (float)fy_sides[number].pitch * DEGREES;
    found->name = fy_sides[number].name;
    for (int i = 0; i < 2; i++) {
        c->view.frame = c->frames[i];
        if (!ferry_render(c->job, c->scenes[i], &c->view, &pictures[i])) return false;
    }
    const uint8_t *mask = fy_ssim_mask(c->job, &pictures[0], &pictures[1], RIM);
    if (!mask || !fy_ssim(c->job, &pictures[0], &pictures[1], mask, &sums)) return false;
    found->ssim = mean_ssim(&sums);
    found->color_error = mean_error(&sums);
    found->pixels = sums.pixels;
    c->sums.ssim += sums.ssim;
    c->sums.color_error += sums.color_error;
    c->sums.pixels += sums.pixels;
    return !c->sheet || add_to_sheet(c->job, pictures, number, found, c->sheet);
}

static bool finish_comparison(comparison *c) {
    c->similarity->ssim = mean_ssim(&c->sums);
    c->similarity->color_error = mean_error(&c->sums);
    c->similarity->pixels = c->sums.pixels;
    if (!c->sums.pixels)
        ferry_say(c->job, FERRY_NOTE, "compare.empty", "", "",
                  "neither model is visible: they count as equal");
    return !ferry_failed(c->job); /* a label may have found no memory */
}

/* The camera is the comparison's own, and its background says nothing about either model. */
static ferry_view view_of(const ferry_view *from) {
    ferry_view view = {.size = sizeof view};
    if (from) view = *from;
    if (!view.width) view.width = DEFAULT_WIDTH;
    if (!view.height) view.height = DEFAULT_HEIGHT;
    view.distance = 0;
    view.has_frame = true;
    view.background = (ferry_color){0.5F, 0.5F, 0.5F, 1};
    view.fog = view.wireframe = view.bones = false;
    return view;
}

bool ferry_compare(ferry_job *job, const ferry_scene *a, const ferry_scene *b, const ferry_view *view,
                   ferry_similarity *similarity, ferry_picture *sheet) {
    const ferry_scene *const scenes[2] = {a, b};
    comparison c = {
        .job = job, .scenes = scenes, .view = view_of(view), .similarity = similarity, .sheet = sheet};
    *similarity = (ferry_similarity){0};
    if (ferry_failed(job) || !find_frames(job, a, b, c.view.scale, c.frames, &similarity->scale) ||
        (sheet && !open_sheet(job, scenes, &c.view, sheet)))
        return false;
    for (uint32_t i = 0; i < FERRY_SIMILARITY_VIEWS; i++) {
        ferry_mark mark = ferry_job_mark(job);
        bool done = compare_view(&c, i);
        ferry_job_release(job, mark);
        if (!done) return false;
    }
    return finish_comparison(&c);
}
