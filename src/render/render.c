/*
 * render.c: ferry_render(): a picture of a scene as its nodes stand (docs/rendering.md).
 */
#include "render/render.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "core/scene/levels.h"
#include "machine/camera.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/target.h"
#include "render/render_generic.h"
#include "render/render_gx.h"
#include "render/render_rdp.h"
#include "render/render_state.h"
#include "view/pose.h"

enum { DEFAULT_WIDTH = 640, DEFAULT_HEIGHT = 480 };

static bool can_look(ferry_vec3 eye, ferry_vec3 target) {
    double distance = fy_vec3_length(fy_vec3_sub(target, eye));
    return distance > 0 && fy_finite(distance);
}

static bool fill_view(ferry_job *job, const ferry_view *from, ferry_view *view) {
    if (!from || from->size != sizeof(ferry_view)) {
        ferry_say(job, FERRY_ERROR, "render.view", "", "", "ferry_view.size is not sizeof(ferry_view)");
        return false;
    }
    *view = *from;
    if (!view->width) view->width = DEFAULT_WIDTH;
    if (!view->height) view->height = DEFAULT_HEIGHT;
    bool sane = fy_finite((double)view->yaw) && fy_finite((double)view->pitch) &&
                fy_finite((double)view->distance) && fy_finite((double)view->ambient) &&
                fy_vec3_finite(view->to_light) && fy_vec3_finite(view->frame.min) &&
                fy_vec3_finite(view->frame.max) && (!view->has_eye || can_look(view->eye, view->target));
    if (sane && view->width <= FY_RASTER_MAX_SIZE && view->height <= FY_RASTER_MAX_SIZE) return true;
    ferry_say(
        job, FERRY_ERROR, "render.view", "", "",
        "invalid view: image size %u x %u (limit %d), or the camera position is not finite, or where it "
        "looks",
        view->width, view->height, FY_RASTER_MAX_SIZE);
    return false;
}

/* Of what is drawn at rest; ferry_count() looks at all, and billboards may stick out: the ball about the box
 * has room. */
static void find_frame(const ferry_scene *scene, ferry_view *view) {
    ferry_counts counts;
    if (view->has_frame) return;
    ferry_count(scene, &counts);
    view->frame = counts.box;
}

static uint8_t to_byte(float x) {
    return (uint8_t)(x <= 0 ? 0 : x >= 1 ? 255 : (int)(x * 255 + 0.5F));
}

static bool draw_one(fy_render *render, const ferry_draw *draw) {
    const ferry_scene *scene = render->scene;
    const ferry_material *material =
        draw->material == FERRY_NONE ? NULL : &scene->materials.data[draw->material];
    if (render->view->wireframe) return fy_render_edges(render, draw);
    if (material && material->gx) return fy_render_gx(render, draw, material);
    if (material && material->rdp) return fy_render_rdp_draw(render, draw, material);
    return fy_render_generic(render, draw, material);
}

/* Whose the pixels are that a draw leaves. */
static void set_owner(fy_render *render, const ferry_draw *draw) {
    const ferry_material *material =
        draw->material == FERRY_NONE ? NULL : &render->scene->materials.data[draw->material];
    render->target->drawing = draw->material;
    const ferry_gx_material *gx = material ? material->gx : NULL;
    render->target->glassy = gx ? gx->blend_mode != FERRY_GX_BLEND_NONE || fy_gx_shows_frame_buffer(gx)
                                : material && material->alpha_mode >= FERRY_ALPHA_BLEND;
}

static bool draw_all(fy_render *render) {
    const ferry_scene *scene = render->scene;
    const bool *seen = fy_find_seen(render->job, scene);
    if (!seen) return false;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        const ferry_draw *draw = &scene->draws.data[i];
        if (!seen[i]) continue;
        if (!ferry_progress(render->job, "render", (double)i / scene->draws.count)) return false;
        uint32_t skin = scene->meshes.data[draw->mesh].skin;
        if (!fy_pose_skin(render->job, scene, skin, &render->pose)) return false;
        ferry_mark mark = ferry_job_mark(render->job);
        set_owner(render, draw);
        bool done = draw_one(render, draw);
        ferry_job_release(render->job, mark);
        if (!done) return false;
    }
    if (render->view->bones && scene->nodes.count) fy_render_bones(render);
    return true;
}

static bool has_rdp(const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->materials.count; i++)
        if (scene->materials.data[i].rdp) return true;
    return false;
}

static bool shows_frame_buffer(const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->materials.count; i++)
        if (scene->materials.data[i].gx && fy_gx_shows_frame_buffer(scene->materials.data[i].gx)) return true;
    return false;
}

static bool draw_picture(fy_render *render) {
    bool rdp = has_rdp(render->scene);
    return fy_pose_open(render->job, render->scene, &render->camera.view, &render->pose) &&
           (!rdp || fy_render_rdp_open(render)) && draw_all(render) && (!rdp || fy_render_rdp_close(render));
}

/* The frame buffer's alpha was the machine's business; the picture's is 1 where something is. */
static void set_alpha(fy_target *target, uint8_t background) {
    size_t count = (size_t)target->width * target->height;
    for (size_t i = 0; i < count; i++) target->color[i * 4 + 3] = target->drawn[i] ? 255 : background;
}

static fy_camera camera_of(const ferry_view *view) {
    if (view->has_eye)
        return fy_camera_look(&view->frame, view->eye, view->target, view->width, view->height);
    return fy_camera_frame(&view->frame, (double)view->yaw, (double)view->pitch, (double)view->distance,
                           view->width, view->height);
}

static bool open_target(ferry_job *job, const ferry_scene *scene, const ferry_view *view, bool owned,
                        fy_target *target) {
    const uint8_t clear[4] = {to_byte(view->background.r), to_byte(view->background.g),
                              to_byte(view->background.b), 0};
    size_t count = (size_t)view->width * view->height;
    if (!fy_target_open(job, view->width, view->height, clear, has_rdp(scene), target)) return false;
    if (shows_frame_buffer(scene)) {
        target->copy = ferry_new(job, uint8_t, count * 4);
        if (!target->copy) return false;
    }
    if (!owned) return true;
    target->owner = ferry_new(job, uint32_t, count);
    for (size_t i = 0; target->owner && i < count; i++) target->owner[i] = FERRY_NONE;
    return target->owner != NULL;
}

static uint64_t count_drawn(const fy_target *target) {
    uint64_t count = 0;
    for (size_t i = 0; i < (size_t)target->width * target->height; i++) count += target->drawn[i] != 0;
    return count;
}

bool fy_render_traced(ferry_job *job, const ferry_scene *scene, const ferry_view *from,
                      ferry_picture *picture, fy_render_traces *traces) {
    ferry_view view;
    fy_target target;
    *picture = (ferry_picture){0};
    if (ferry_failed(job) || !fill_view(job, from, &view)) return false;
    find_frame(scene, &view);
    fy_render render = {.job = job, .scene = scene, .view = &view, .target = &target};
    render.camera = camera_of(&view);
    render.to_light = fy_vec3_normalize(view.to_light);
    if (render.to_light.x == 0 && render.to_light.y == 0 && render.to_light.z == 0)
        render.to_light = fy_vec3_normalize((ferry_vec3){-1, 1, 1});
    render.ambient = view.ambient_from == FERRY_AMBIENT_GIVEN ? to_byte(view.ambient) : FY_RENDER_AMBIENT;
    if (!open_target(job, scene, &view, traces != NULL, &target)) return false;
    ferry_mark mark = ferry_job_mark(job);
    bool done = draw_picture(&render);
    ferry_job_release(job, mark);
    if (!done) return false;
    set_alpha(&target, to_byte(view.background.a));
    *picture = (ferry_picture){view.width, view.height, target.color, target.drawn};
    if (!traces) return true;
    *traces = (fy_render_traces){target.owner, render.fill};
    if (render.rdp) traces->fill.covered = count_drawn(&target);
    return true;
}

bool ferry_render(ferry_job *job, const ferry_scene *scene, const ferry_view *view, ferry_picture *picture) {
    return fy_render_traced(job, scene, view, picture, NULL);
}

void fy_fill_add(ferry_fill *to, const ferry_fill *fill) {
    to->covered += fill->covered;
    to->drawn += fill->drawn;
    to->cycles += fill->cycles;
}
