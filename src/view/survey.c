/*
 * survey.c: which surface each pixel of a model shows (docs/what-is-lost.md, "How differences are measured").
 *
 * Every draw leaves a record at each pixel that it covers. An opaque pixel hides all records below it. What
 * is left at the end is what a player sees.
 */
#include "view/survey.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/levels.h"
#include "machine/camera.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shade_vertex.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"
#include "view/cameras.h"
#include "view/gx_vertices.h"
#include "view/near_cameras.h"
#include "view/pose.h"

/* Of the six sides, and of what is near, with the proportions of the pictures that models are compared in. */
enum { WIDTH = 112, HEIGHT = 84, NEAR_WIDTH = 28, NEAR_HEIGHT = 21 };

/* A pixel that was covered. */
typedef struct record {
    fy_seen_place place;
    uint32_t material; /* FERRY_NONE: nobody asks about it */
    uint32_t below;    /* the record that this one was drawn over; FERRY_NONE */
    bool hidden;
    bool solid; /* it is opaque, or drawn over what is */
} record;

/* A survey in the making, and the draw that it is at. */
typedef struct surveyor {
    ferry_job *job;
    const ferry_scene *scene;
    fy_target target;
    uint32_t *top; /* by pixel: the record drawn last; FERRY_NONE */
    record *records;
    uint32_t count, capacity;
    uint32_t kept; /* of the views before */
    fy_camera camera;
    uint8_t view;
    uint32_t width, height; /* of its picture */
    fy_pose pose;
    uint32_t draw, triangle, material;
    bool opaque;
    uint32_t shares; /* perspective attribute of the second corner's share; the third's follows */
    fy_raster_material inner;
    bool full; /* the memory limit was met */
} surveyor;

static fy_camera camera_of(const ferry_box *frame, uint8_t side) {
    const double degrees = FY_PI / 180;
    return fy_camera_frame(frame, fy_sides[side].yaw * degrees, fy_sides[side].pitch * degrees, 0, WIDTH,
                           HEIGHT);
}

static ferry_vec3 to_light(void) {
    return fy_vec3_normalize((ferry_vec3){-1, 1, 1});
}

static fy_gx_view view_of(const fy_camera *camera) {
    return (fy_gx_view){
        .view = camera->view, .to_light = to_light(), .has_ambient = true, .ambient = FY_SURVEY_AMBIENT};
}

/* ----------------------------------------------------------------------------------------- the records */

static void hide_below(surveyor *s, size_t pixel) {
    for (uint32_t at = s->top[pixel]; at != FERRY_NONE; at = s->records[at].below)
        s->records[at].hidden = true;
    s->top[pixel] = FERRY_NONE;
}

/* Records of one view: more layers than that, pixel for pixel, are not asked about. */
enum { MOST_LAYERS = 12 };

/* Where an alpha test fails, the surface is seen through, and still asked about. */
static bool keep_record(surveyor *s, const fy_pixel *pixel, const uint8_t ground[3], bool drawn) {
    const uint32_t top = s->top[pixel->index];
    const bool over = top != FERRY_NONE, solid = over && s->records[top].solid;
    if (drawn && s->opaque) hide_below(s, pixel->index);
    if (s->count - s->kept >= MOST_LAYERS * s->width * s->height) return true;
    if (!fy_job_reserve(s->job, (void **)&s->records, s->count, &s->capacity, 1, sizeof *s->records)) {
        s->full = true;
        return false;
    }
    record *to = &s->records[s->count];
    *to = (record){
        .material = s->material, .below = s->top[pixel->index], .solid = solid || (drawn && s->opaque)};
    to->place = (fy_seen_place){s->draw,
                                s->triangle,
                                pixel->perspective[s->shares],
                                pixel->perspective[s->shares + 1],
                                s->view,
                                {ground[0], ground[1], ground[2]},
                                over,
                                over && !solid,
                                !pixel->slopes->front};
    s->top[pixel->index] = s->count++;
    return true;
}

static bool draw_gx_pixel(void *user, const fy_pixel *pixel) {
    surveyor *s = user;
    uint8_t ground[3];
    memcpy(ground, s->target.color + 4 * pixel->index, 3);
    bool drawn = s->inner.pixel(s->inner.user, pixel);
    return keep_record(s, pixel, ground, drawn) && drawn;
}

/* What is no GX material hides what is behind it, whatever its colour. */
static bool draw_other_pixel(void *user, const fy_pixel *pixel) {
    surveyor *s = user;
    static const uint8_t ground[3] = {0, 0, 0};
    return keep_record(s, pixel, ground, true);
}

/* ------------------------------------------------------------------------------------------- the draws */

/* Triangle by triangle: each corner says which one it is. Of most nothing is in a picture from nearby. */
static bool fill_triangles(surveyor *s, const fy_raster_material *fill, const fy_raster_vertex *vertices,
                           const uint16_t *sides, fy_screen *places, const ferry_mesh *mesh) {
    static const uint32_t corners[3] = {0, 1, 2};
    for (s->triangle = 0; s->triangle < mesh->triangle_count; s->triangle++) {
        const uint32_t *numbers = &mesh->triangles[3 * (size_t)s->triangle];
        fy_raster_vertex of[3];
        uint16_t side[3];
        fy_screen place[3];
        if (!fy_raster_may_show(&s->target, fill, vertices, sides, places, numbers)) continue;
        for (int i = 0; i < 3; i++) {
            side[i] = sides[numbers[i]];
            place[i] = places[numbers[i]];
            of[i] = vertices[numbers[i]];
            of[i].perspective[s->shares] = i == 1;
            of[i].perspective[s->shares + 1] = i == 2;
        }
        if (!fy_raster_triangles(s->job, &s->target, fill, of, side, place, corners, 1) || s->full)
            return false;
    }
    return true;
}

static bool survey_draw(surveyor *s, const ferry_draw *draw) {
    const ferry_mesh *mesh = &s->scene->meshes.data[draw->mesh];
    const ferry_material *material =
        draw->material == FERRY_NONE ? NULL : &s->scene->materials.data[draw->material];
    const ferry_gx_material *gx = material ? material->gx : NULL;
    if (gx && fy_gx_frame_alpha_of(s->scene, gx) == FY_GX_ALPHA_PREPARED) return true;
    fy_gx_view view = view_of(&s->camera);
    fy_gx_shader *shader = gx ? fy_gx_shader_open(s->job, s->scene, gx, material->cull, &view) : NULL;
    const uint16_t *sides;
    fy_gx_vertices from;
    if ((gx && !shader) || !fy_gx_vertices_open(s->job, s->scene, &s->pose, &s->camera, draw, &from))
        return false;
    const fy_raster_vertex *vertices = fy_gx_vertices_shade(s->job, &from, shader, &sides);
    fy_screen *places = ferry_new(s->job, fy_screen, (size_t)mesh->vertex_count + 1);
    if (!vertices || !places) return false;
    fy_raster_material fill = {.cull = material ? material->cull : FERRY_CULL_BACK,
                               .sampling = FY_SAMPLE_CENTER,
                               .z_compare = FY_LEQUAL,
                               .z_write = true,
                               .pixel = draw_other_pixel};
    if (gx) s->inner = fill = fy_gx_shader_material(shader), fill.pixel = draw_gx_pixel;
    s->material = gx ? draw->material : FERRY_NONE;
    s->opaque = !gx || fy_gx_blend_hides(gx);
    s->shares = fill.perspective;
    fill.perspective += 2;
    fill.user = s;
    return fill_triangles(s, &fill, vertices, sides, places, mesh);
}

static bool survey_view(surveyor *s) {
    const uint8_t grey = fy_background(s->view), clear[4] = {grey, grey, grey, 0};
    if (!fy_target_open(s->job, s->width, s->height, clear, false, &s->target) ||
        !fy_pose_open(s->job, s->scene, &s->camera.view, &s->pose))
        return false;
    const bool *seen = fy_find_seen(s->job, s->scene);
    if (!seen) return false;
    for (size_t i = 0; i < (size_t)s->width * s->height; i++) s->top[i] = FERRY_NONE;
    for (s->draw = 0; s->draw < s->scene->draws.count; s->draw++) {
        const ferry_draw *draw = &s->scene->draws.data[s->draw];
        if (!seen[s->draw]) continue;
        if (!fy_pose_skin(s->job, s->scene, s->scene->meshes.data[draw->mesh].skin, &s->pose)) return false;
        ferry_mark mark = ferry_job_mark(s->job);
        bool done = survey_draw(s, draw);
        ferry_job_release(s->job, mark);
        if (!done) return false;
    }
    return true;
}

static bool is_seen(const record *r) {
    return !r->hidden && r->material != FERRY_NONE;
}

/* What is hidden at the end of a view stays hidden. */
static void drop_hidden(surveyor *s) {
    for (uint32_t i = s->kept; i < s->count; i++)
        if (is_seen(&s->records[i])) s->records[s->kept++] = s->records[i];
    s->count = s->kept;
}

static bool place_cameras(ferry_job *job, const ferry_scene *scene, const ferry_box *frame, fy_survey *survey,
                          uint8_t *count) {
    fy_near_cameras *near = &survey->near;
    for (uint8_t i = 0; i < FY_SIDES; i++) survey->cameras[i] = camera_of(frame, i);
    if (!fy_near_cameras_find(job, scene, NEAR_WIDTH, NEAR_HEIGHT, near)) return false;
    memcpy(survey->cameras + FY_SIDES, near->cameras, near->count * sizeof *near->cameras);
    *count = (uint8_t)(FY_SIDES + near->count);
    return true;
}

static bool survey_views(surveyor *s, const ferry_box *frame, fy_survey *survey) {
    uint8_t count;
    s->top = ferry_new(s->job, uint32_t, (size_t)WIDTH * HEIGHT);
    if (!s->top || !place_cameras(s->job, s->scene, frame, survey, &count)) return false;
    for (s->view = 0; s->view < count; s->view++) {
        ferry_mark mark = ferry_job_mark(s->job);
        s->camera = survey->cameras[s->view];
        s->width = s->view < FY_SIDES ? WIDTH : NEAR_WIDTH;
        s->height = s->view < FY_SIDES ? HEIGHT : NEAR_HEIGHT;
        bool done = survey_view(s);
        ferry_job_release(s->job, mark);
        if (!done) return false;
        drop_hidden(s);
    }
    return true;
}

/* ------------------------------------------------------------------------------------- what is kept */

/* Places of one material, from the sides or from nearby: those that there are, those that were met, and the
 * first of those that are kept. */
typedef struct place_share {
    uint32_t all, met, first, room;
} place_share;

static void give_room(place_share *of, uint32_t most, uint32_t *kept) {
    of->first = *kept;
    of->room = of->all < most ? of->all : most;
    *kept += of->room;
}

/* A quarter of all, unless there are no others. */
static uint32_t most_near(uint32_t far) {
    const uint32_t most = FY_SURVEY_PIXELS - FY_SURVEY_FAR;
    return far && far / 3 < most ? far / 3 : most;
}

/* Of each material so many in even distances, in the order that they were drawn in. */
static bool keep_places(const surveyor *s, fy_survey *survey) {
    uint32_t materials = s->scene->materials.count, kept = 0;
    place_share(*shares)[2] = ferry_alloc(s->job, (size_t)materials + 1, sizeof *shares);
    survey->first = ferry_new(s->job, uint32_t, (size_t)materials + 1);
    survey->pixels = ferry_new(s->job, uint32_t, (size_t)materials + 1);
    if (!shares || !survey->first || !survey->pixels) return false;
    for (uint32_t i = 0; i < s->count; i++) {
        const record *r = &s->records[i];
        survey->pixels[r->material]++;
        shares[r->material][r->place.view >= FY_SIDES].all++;
    }
    for (uint32_t m = 0; m < materials; m++) {
        survey->first[m] = kept;
        give_room(&shares[m][0], FY_SURVEY_FAR, &kept);
        give_room(&shares[m][1], most_near(shares[m][0].room), &kept);
    }
    survey->first[materials] = kept;
    survey->places = ferry_new(s->job, fy_seen_place, (size_t)kept + 1);
    if (!survey->places) return false;
    for (uint32_t i = 0; i < s->count; i++) {
        const record *r = &s->records[i];
        place_share *of = &shares[r->material][r->place.view >= FY_SIDES];
        uint64_t number = of->met++, slot = number * of->room / of->all;
        if ((number + 1) * of->room / of->all > slot) survey->places[of->first + slot] = r->place;
    }
    return true;
}

bool fy_survey_take(ferry_job *job, const ferry_scene *scene, fy_survey *survey) {
    surveyor s = {.job = job, .scene = scene};
    ferry_counts counts;
    *survey = (fy_survey){.scene = scene};
    if (!ferry_count(scene, &counts)) {
        if (!ferry_failed(job)) /* the scene's own job has it, if it is still open */
            ferry_say(job, FERRY_ERROR, "survey.memory", "", "", "out of memory while looking at the model");
        return false;
    }
    bool done = counts.empty || survey_views(&s, &counts.box, survey);
    done = done && keep_places(&s, survey);
    fy_job_drop(job, s.records);
    return done;
}

/* ------------------------------------------------------------------------------------ what they show */

static void mix(float *to, const float *from, size_t count, double share) {
    for (size_t i = 0; i < count; i++) to[i] += (float)((double)from[i] * share);
}

/* Directions keep the length that a vertex would have. */
static void add_corner(fy_gx_vertex *to, const fy_gx_vertex *corner, double share) {
    mix((float *)to, (const float *)corner, sizeof *to / sizeof(float), share);
}

/* The sizes of the pictures that models are compared in: from the sides, and from nearby. */
static const double seen_sizes[2][2] = {{320, 240}, {105, 79}};

/* Shares of the corners a pixel to the right or below; those of the pixel itself where the plane is seen from
 * its side. */
static void step_shares(const double clip[3][4], const double shares[3], bool near, bool down,
                        double out[3]) {
    const double step = (down ? -2.0 : 2.0) / seen_sizes[near][down];
    const int other = down ? 0 : 1;
    double w = 0, sum = 0, det = 0, by[3];
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        by[i] = clip[k][other] * clip[l][3] - clip[l][other] * clip[k][3];
        det += by[i] * clip[i][!other];
        w += shares[i] * clip[i][3];
    }
    for (int i = 0; i < 3; i++) {
        out[i] = shares[i] + (det != 0 ? by[i] / det * step * w : 0);
        sum += out[i];
    }
    for (int i = 0; i < 3; i++) out[i] = sum > 1e-3 || sum < -1e-3 ? out[i] / sum : shares[i];
}

static void take_neighbours(const fy_gx_vertices *from, const uint32_t *corners, fy_seen_pixel *pixel) {
    double clip[3][4];
    for (int i = 0; i < 3; i++) fy_gx_vertices_place(from, corners[i], clip[i]);
    for (int down = 0; down < 2; down++) {
        double shares[3];
        step_shares(clip, pixel->shares, pixel->view >= FY_SIDES, down, shares);
        for (int i = 0; i < 3; i++)
            add_corner(down ? &pixel->below : &pixel->right, &pixel->corners[i], shares[i]);
    }
}

/* Beyond that, light and ambient light together are white. */
#define MOST_TOWARDS (1 - FY_SURVEY_AMBIENT / 255.0)

static void face_light(fy_seen_pixel *pixel) {
    pixel->towards = 0;
    for (int i = 0; i < 3; i++) {
        double towards = fy_vec3_dot(pixel->corners[i].eye_normal, to_light());
        towards = towards < 0 ? 0 : towards > MOST_TOWARDS ? MOST_TOWARDS : towards;
        pixel->towards += pixel->shares[i] * towards;
    }
    if (pixel->towards < 0) pixel->towards = 0;
}

static void take_pixel(const fy_gx_vertices *from, const fy_seen_place *place, fy_seen_pixel *pixel) {
    const uint32_t *corners = from->mesh->triangles + 3 * (size_t)place->triangle;
    *pixel = (fy_seen_pixel){
        .view = place->view, .over = place->over, .through = place->through, .back = place->back};
    memcpy(pixel->ground, place->ground, 3);
    pixel->shares[0] = 1 - (double)place->second - (double)place->third;
    pixel->shares[1] = (double)place->second;
    pixel->shares[2] = (double)place->third;
    for (int i = 0; i < 3; i++) {
        fy_gx_vertices_take(from, corners[i], &pixel->corners[i]);
        add_corner(&pixel->at, &pixel->corners[i], pixel->shares[i]);
    }
    take_neighbours(from, corners, pixel);
    pixel->at.eye_normal = fy_vec3_normalize(pixel->at.eye_normal);
    face_light(pixel);
}

/* In the plane of light and normal: by the angle from `before` to `after`, both given by their parts along
 * the light and across it. */
static ferry_vec3 turn(ferry_vec3 v, ferry_vec3 light, ferry_vec3 across, const double before[2],
                       const double after[2]) {
    double c = before[0] * after[0] + before[1] * after[1], s = before[0] * after[1] - before[1] * after[0];
    double a = fy_vec3_dot(v, light), b = fy_vec3_dot(v, across);
    ferry_vec3 along = fy_vec3_scale(light, (float)(a * c - b * s - a));
    return fy_vec3_add(v, fy_vec3_add(along, fy_vec3_scale(across, (float)(a * s + b * c - b))));
}

void fy_survey_turn(fy_seen_pixel *pixel, double towards) {
    ferry_vec3 light = to_light(), normal = pixel->at.eye_normal;
    double facing = fy_vec3_dot(normal, light), to = towards * MOST_TOWARDS;
    ferry_vec3 across = fy_vec3_normalize(fy_vec3_sub(normal, fy_vec3_scale(light, (float)facing)));
    const double before[2] = {facing, fy_vec3_dot(normal, across)}, after[2] = {to, sqrt(1 - to * to)};
    for (int i = 0; i < 3; i++)
        pixel->corners[i].eye_normal = turn(pixel->corners[i].eye_normal, light, across, before, after);
    pixel->at.eye_normal = turn(normal, light, across, before, after);
    face_light(pixel);
}

fy_gx_view fy_survey_view(const fy_survey *survey, uint8_t view) {
    return view_of(&survey->cameras[view]);
}

/* Places come view by view and draw by draw. */
bool fy_survey_pixels(ferry_job *job, const fy_survey *survey, uint32_t material, fy_seen_pixel *pixels,
                      uint32_t *count) {
    const ferry_scene *scene = survey->scene;
    uint32_t first = survey->first[material], view = FERRY_NONE, draw = FERRY_NONE;
    fy_pose pose;
    fy_gx_vertices from;
    ferry_mark mark = ferry_job_mark(job);
    bool done = true;
    *count = survey->first[material + 1] - first;
    for (uint32_t i = 0; i < *count && done; i++) {
        const fy_seen_place *place = &survey->places[first + i];
        const fy_camera *camera = &survey->cameras[place->view];
        if (place->view != view) done = fy_pose_open(job, scene, &camera->view, &pose);
        if (done && (place->view != view || place->draw != draw)) {
            const ferry_draw *of = &scene->draws.data[place->draw];
            done = fy_pose_skin(job, scene, scene->meshes.data[of->mesh].skin, &pose) &&
                   fy_gx_vertices_open(job, scene, &pose, camera, of, &from);
        }
        view = place->view, draw = place->draw;
        if (done) take_pixel(&from, place, &pixels[i]);
    }
    ferry_job_release(job, mark);
    return done;
}

uint32_t fy_survey_far(const fy_seen_pixel *pixels, uint32_t count) {
    while (count && pixels[count - 1].view >= FY_SIDES) count--;
    return count;
}

void fy_survey_channels(const fy_gx_shader *shader, const fy_seen_pixel *pixel, uint8_t channels[2][4]) {
    for (uint32_t channel = 0; channel < 2; channel++) {
        double sums[4] = {0, 0, 0, 0};
        for (int i = 0; i < 3; i++) {
            uint8_t corner[4];
            fy_gx_channel(shader, &pixel->corners[i], channel, corner);
            for (int k = 0; k < 4; k++) sums[k] += pixel->shares[i] * corner[k];
        }
        for (int k = 0; k < 4; k++) channels[channel][k] = fy_unit_byte(sums[k] / 255);
    }
}
