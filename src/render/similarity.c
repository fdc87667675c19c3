/*
 * similarity.c: ferry_compare(): two scenes from the same places, in one frame and one light
 * (docs/rendering.md, "Similarity").
 */
#include "render/similarity.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "render/render.h"
#include "render/similarity_frame.h"
#include "render/similarity_materials.h"
#include "render/similarity_sheet.h"
#include "render/ssim.h"
#include "view/cameras.h"
#include "view/near_cameras.h"

enum { DEFAULT_WIDTH = 320, DEFAULT_HEIGHT = 240, RIM = 2 };

#define DEGREES ((float)(FY_PI / 180))

typedef struct comparison {
    ferry_job *job;
    const ferry_scene *const *scenes; /* two */
    ferry_view view;
    ferry_box frames[2];
    fy_near_cameras near;
    bool near_known; /* of the first scene */
    float growth;    /* of the frames, which keep the cameras away; at least 1 */
    ferry_similarity *similarity;
    fy_ssim_sums sums, near_sums;
    fy_material_sums *materials;
    fy_sheet sheet; /* its picture may be NULL */
    bool colors;    /* nothing else is measured */
} comparison;

static double mean_error(const fy_ssim_sums *sums) {
    return sums->pixels ? (double)sums->color_error / (3 * (double)sums->pixels) : 0;
}

static double mean_ssim(const fy_ssim_sums *sums) {
    return sums->pixels ? sums->ssim / (double)sums->pixels : 1;
}

/* ------------------------------------------------------------------------------------------- one view */

/* Draws both as `views` say and measures them, pixel by pixel and by material. */
static bool measure_view(comparison *c, const ferry_view views[2], ferry_picture pictures[2],
                         fy_render_traces traces[2], fy_ssim_sums *sums) {
    for (int i = 0; i < 2; i++)
        if (!fy_render_traced(c->job, c->scenes[i], &views[i], &pictures[i], &traces[i])) return false;
    const uint8_t *mask = fy_ssim_mask(c->job, &pictures[0], &pictures[1], RIM);
    float *similar = NULL;
    if (!mask) return false;
    if (c->colors) {
        fy_color_sums(&pictures[0], &pictures[1], mask, sums);
    } else {
        similar = ferry_new(c->job, float, (size_t)pictures[0].width *pictures[0].height);
        if (!similar || !fy_ssim(c->job, &pictures[0], &pictures[1], mask, sums, similar)) return false;
    }
    fy_material_sums_add(c->materials, pictures, (const uint32_t *const[]){traces[0].owner, traces[1].owner},
                         mask, similar);
    return true;
}

static void add_sums(fy_ssim_sums *to, const fy_ssim_sums *sums) {
    to->ssim += sums->ssim;
    to->color_error += sums->color_error;
    to->pixels += sums->pixels;
}

static bool compare_view(comparison *c, const ferry_view views[2], bool near, uint32_t number,
                         ferry_similarity_view *found) {
    ferry_picture pictures[2];
    fy_render_traces traces[2];
    fy_ssim_sums sums;
    if (!measure_view(c, views, pictures, traces, &sums)) return false;
    for (int i = 0; !near && i < 2; i++) fy_fill_add(&c->similarity->fill[i], &traces[i].fill);
    found->ssim = mean_ssim(&sums);
    found->color_error = mean_error(&sums);
    found->pixels = sums.pixels;
    add_sums(near ? &c->near_sums : &c->sums, &sums);
    return !c->sheet.picture || fy_sheet_add(c->job, &c->sheet, pictures, near, number, found);
}

static ferry_color background_of(uint32_t view) {
    const float grey = (float)fy_background(view) / 255;
    return (ferry_color){grey, grey, grey, 1};
}

/* -------------------------------------------------------------------------------------- from six sides */

static bool compare_side(comparison *c, uint32_t number) {
    ferry_similarity_view *found = &c->similarity->views[number];
    ferry_view views[2] = {c->view, c->view};
    found->yaw = (float)fy_sides[number].yaw * DEGREES;
    found->pitch = (float)fy_sides[number].pitch * DEGREES;
    found->name = fy_sides[number].name;
    for (int i = 0; i < 2; i++) {
        views[i].yaw = found->yaw;
        views[i].pitch = found->pitch;
        views[i].frame = c->frames[i];
        views[i].background = background_of(number);
    }
    return compare_view(c, views, false, number, found);
}

/* ------------------------------------------------------------------------------------------ from nearby */

static bool compare_near(comparison *c, uint32_t number) {
    static const char *const names[FERRY_SIMILARITY_NEAR] = {"near 1", "near 2", "near 3", "near 4",
                                                             "near 5", "near 6", "near 7", "near 8"};
    _Static_assert(FERRY_SIMILARITY_NEAR == (int)FY_NEAR, "a name for each");
    ferry_similarity_view *found = &c->similarity->near[number];
    const fy_viewpoint *look = &c->near.looks[number];
    ferry_view views[2] = {c->view, c->view};
    found->name = names[number];
    found->eye = look->eye;
    found->target = look->target;
    for (int i = 0; i < 2; i++) {
        float scale = i ? (float)c->similarity->scale : 1;
        views[i].width = fy_sheet_small(c->view.width);
        views[i].height = fy_sheet_small(c->view.height);
        views[i].frame = c->frames[i];
        views[i].background = background_of(FY_SIDES + number);
        views[i].has_eye = true;
        views[i].eye = fy_vec3_scale(look->eye, scale);
        views[i].target = fy_vec3_scale(look->target, scale);
    }
    return compare_view(c, views, true, number, found);
}

static bool find_near_of(comparison *c, int scene) {
    return fy_near_cameras_find(c->job, c->scenes[scene], fy_sheet_small(c->view.width),
                                fy_sheet_small(c->view.height), &c->near);
}

/* As far as if the model were larger. On a stage the eye stays at the level of a player. */
static void keep_away(comparison *c) {
    for (uint32_t i = 0; !c->near.walked && i < c->near.count; i++) {
        fy_viewpoint *look = &c->near.looks[i];
        ferry_vec3 back = fy_vec3_sub(look->eye, look->target);
        look->eye = fy_vec3_add(look->target, fy_vec3_scale(back, c->growth));
    }
}

/* By the first scene alone, unless that shows nothing: then by the second, in the first one's units. */
static bool find_near(comparison *c) {
    if (c->view.views == FERRY_VIEWS_SIX) return true;
    if (!c->near_known && !find_near_of(c, 0)) return false;
    if (!c->near.count) {
        float back = (float)(1 / c->similarity->scale);
        if (!find_near_of(c, 1)) return false;
        for (uint32_t i = 0; i < c->near.count; i++)
            c->near.looks[i] = (fy_viewpoint){fy_vec3_scale(c->near.looks[i].eye, back),
                                              fy_vec3_scale(c->near.looks[i].target, back)};
    }
    if (c->growth > 1) keep_away(c);
    c->similarity->near_count = c->near.count;
    c->similarity->walked = c->near.walked;
    return true;
}

/* --------------------------------------------------------------------------------------- the comparison */

static bool open_comparison(comparison *c) {
    bool six = c->view.views != FERRY_VIEWS_NEAR;
    if (!fy_similarity_frames(c->job, c->scenes[0], c->scenes[1], c->view.scale, c->frames,
                              &c->similarity->scale))
        return false;
    c->growth = fy_similarity_grow(c->frames, c->view.least_diagonal);
    if (!find_near(c)) return false;
    c->sheet.width = c->view.width;
    c->sheet.height = c->view.height;
    c->sheet.whole = six ? FERRY_SIMILARITY_VIEWS : 0;
    c->sheet.small = c->near.count;
    if (c->sheet.picture && !fy_sheet_open(c->job, c->scenes, &c->sheet)) return false;
    c->materials = fy_material_sums_open(c->job, c->scenes);
    return c->materials != NULL;
}

static bool compare_views(comparison *c, uint32_t count, bool (*compare)(comparison *, uint32_t)) {
    for (uint32_t i = 0; i < count; i++) {
        ferry_mark mark = ferry_job_mark(c->job);
        bool done = compare(c, i);
        ferry_job_release(c->job, mark);
        if (!done) return false;
    }
    return true;
}

static bool finish_comparison(comparison *c) {
    ferry_similarity *similarity = c->similarity;
    similarity->ssim = mean_ssim(&c->sums);
    similarity->color_error = mean_error(&c->sums);
    similarity->pixels = c->sums.pixels;
    similarity->near_sum =
        (ferry_similarity_sum){mean_ssim(&c->near_sums), mean_error(&c->near_sums), c->near_sums.pixels};
    if (!c->sums.pixels && !c->near_sums.pixels)
        ferry_say(c->job, FERRY_NOTE, "compare.empty", "", "",
                  "neither model is visible: they count as equal");
    return fy_material_sums_close(c->job, c->materials, similarity) &&
           !ferry_failed(c->job); /* a label may have found no memory */
}

/* Camera and background are the comparison's own. */
static ferry_view view_of(const ferry_view *from) {
    ferry_view view = {.size = sizeof view};
    if (from) view = *from;
    if (!view.width) view.width = DEFAULT_WIDTH;
    if (!view.height) view.height = DEFAULT_HEIGHT;
    view.distance = 0;
    view.has_frame = true;
    view.has_eye = view.fog = view.wireframe = view.bones = false;
    return view;
}

static bool compare(comparison *c) {
    *c->similarity = (ferry_similarity){0};
    if (ferry_failed(c->job) || !open_comparison(c) ||
        !compare_views(c, c->view.views == FERRY_VIEWS_NEAR ? 0 : FERRY_SIMILARITY_VIEWS, compare_side) ||
        !compare_views(c, c->near.count, compare_near))
        return false;
    return finish_comparison(c);
}

bool ferry_compare(ferry_job *job, const ferry_scene *a, const ferry_scene *b, const ferry_view *view,
                   ferry_similarity *similarity, ferry_picture *sheet) {
    const ferry_scene *const scenes[2] = {a, b};
    return compare(&(comparison){.job = job,
                                 .scenes = scenes,
                                 .view = view_of(view),
                                 .similarity = similarity,
                                 .sheet = {.picture = sheet}});
}

bool fy_compare_colors(ferry_job *job, const ferry_scene *a, const ferry_scene *b, const ferry_view *view,
                       const fy_near_cameras *near, ferry_similarity *similarity) {
    const ferry_scene *const scenes[2] = {a, b};
    comparison c = {
        .job = job, .scenes = scenes, .view = view_of(view), .similarity = similarity, .colors = true};
    if (near) c.near = *near, c.near_known = true;
    return compare(&c);
}
