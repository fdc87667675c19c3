/*
 * render_rdp.c: a draw with a material of the Nintendo 64 (docs/rendering.md, "Nintendo 64").
 *
 * Light, textures, combiner, blender, depth and the state that one material leaves to the next are the
 * console's in both looks. The clean look brings vertices to the screen as exactly as it can and keeps eight
 * bits; the console look takes the console's own fixed-point matrices, coverage, dither, five bits and video
 * output.
 */
#include "render/render_rdp.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "formats/t3dm/pose/t3dm_normal.h"
#include "formats/t3dm/pose/t3dm_normal_space.h"
#include "machine/camera.h"
#include "machine/raster.h"
#include "machine/rdp/rdp_color.h"
#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_depth.h"
#include "machine/rdp/rdp_fixed.h"
#include "machine/rdp/rdp_state.h"
#include "machine/rdp/rdp_tile.h"
#include "machine/rdp/rdp_vertex.h"
#include "machine/rdp/rdp_video.h"
#include "render/render_state.h"
#include "view/pose.h"

/* What the console's near and far plane add up to: the least that gives depth all its bits. */
#define CONSOLE_RANGE 512.0

/* Tiny3D scales the near plane by its guard band of two as well, but only to ask what is clipped. */
#define CONSOLE_NEAR_SLACK 1.0

/* For each vertex: from there on room for a skin's influences takes longer than what shares them saves. */
enum { MANY_CARRIERS = 16 };

/* The largest coordinate, as stored, of scenes that are no T3DM files: bones may carry vertices further. */
#define STORED_MOST 8192.0
#define STORED_FINEST 16777216.0

struct fy_render_rdp {
    double stored_scale; /* stored units for each unit of the scene: a power of two */
    fy_rdp_state state;
    fy_rdp_output look;
    fy_rdp_lighting lighting;
    fy_rdp_viewport viewport;
    /* console look */
    bool console;
    fy_rdp_matrix projection, view_model; /* scene units to clip space and to the camera */
};

/* -------------------------------------------------------------------------------------- the picture */

static void set_console_matrices(fy_render_rdp *rdp, const fy_camera *camera) {
    double scale = CONSOLE_RANGE / (camera->near_plane + camera->far_plane);
    double near = camera->near_plane * scale, far = camera->far_plane * scale;
    ferry_matrix view = camera->view, model = fy_matrix_identity();
    for (int i = 0; i < 3; i++) view.m[i][3] *= scale, model.m[i][i] = scale;
    fy_rdp_matrix fixed_view = fy_rdp_matrix_affine(&view), fixed_model = fy_rdp_matrix_affine(&model);
    rdp->view_model = fy_rdp_matrix_multiply(&fixed_view, &fixed_model);
    rdp->projection = fy_rdp_perspective(2 * fy_atan2(camera->tangent, 1), camera->aspect, near, far);
}

/* A T3DM file's units are those that it stores. Other scenes with the console's materials (glTF by fast64)
 * have yet to be stored: as finely as 16 bits allow. */
static double stored_scale_of(const ferry_scene *scene) {
    double most = 0, scale = 1;
    if (scene->format && strcmp(scene->format, "t3dm") == 0) return 1;
    for (uint32_t i = 0; i < scene->meshes.count; i++) {
        const ferry_mesh *mesh = &scene->meshes.data[i];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const ferry_vec3 p = mesh->positions[v];
            most = fmax(most, fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z))));
        }
    }
    while (most > 0 && most * scale < STORED_MOST / 2 && scale < STORED_FINEST) scale *= 2;
    while (most * scale > STORED_MOST && scale > 1 / STORED_FINEST) scale /= 2;
    return scale;
}

bool fy_render_rdp_open(fy_render *render) {
    fy_render_rdp *rdp = ferry_new(render->job, fy_render_rdp, 1);
    const fy_target *target = render->target;
    static const uint8_t white[4] = {255, 255, 255, 255};
    if (!rdp) return false;
    rdp->stored_scale = stored_scale_of(render->scene);
    rdp->console = render->view->look == FERRY_LOOK_CONSOLE;
    rdp->look = (fy_rdp_output){.five_bits = rdp->console, .plain_alpha = !rdp->console};
    uint8_t ambient = render->ambient;
    rdp->lighting =
        (fy_rdp_lighting){.ambient = {ambient, ambient, ambient, 255}, .count = 1, .exposure = 128};
    rdp->lighting.lights[0] = fy_rdp_light_towards(render->to_light, white);
    rdp->viewport = fy_rdp_viewport_of((int32_t)target->width, (int32_t)target->height, 0, CONSOLE_RANGE);
    set_console_matrices(rdp, &render->camera);
    fy_rdp_start_frame(&rdp->state);
    fy_rdp_start_model(&rdp->state);
    size_t count = (size_t)target->width * target->height;
    for (size_t i = 0; rdp->console && i < 4 * count; i++) target->color[i] &= 0xF8;
    render->rdp = rdp;
    return true;
}

bool fy_render_rdp_close(fy_render *render) {
    const fy_target *target = render->target;
    return !render->rdp->console ||
           fy_rdp_video(render->job, target->width, target->height, target->coverage, target->color);
}

/* ------------------------------------------------------------------------------------- the vertices */

/* What the file stores of a vertex beside its place. */
typedef struct stored_vertex {
    uint16_t normal;
    uint8_t rgba[4];
    int16_t s, t;
} stored_vertex;

/* What carries the vertices of one influence. */
typedef struct carrier {
    bool known;
    ferry_matrix to_stored; /* the mesh's space to that of stored vertices */
    fy_t3dm_normals normals_to_stored;
    ferry_matrix seen; /* from there to the camera */
    fy_rdp_normals normals;
    fy_rdp_matrix mvp; /* console look */
} carrier;

typedef struct rdp_draw {
    fy_render *render;
    fy_render_rdp *rdp;
    const ferry_draw *draw;
    const ferry_mesh *mesh;
    const ferry_rdp_material *material;
    carrier *carriers; /* by influence; */
    bool by_vertex;    /* or by vertex: a small draw of a large skin */
    fy_rdp_modes modes;
    fy_rdp_filter filter;
    bool reads[2], reads_shade; /* textures, and what vertices hold */
    uint64_t pixels;
} rdp_draw;

static int16_t to_s16(double x) {
    double rounded = fy_round(x);
    return (int16_t)(rounded > -32768 ? rounded < 32767 ? rounded : 32767
                                      : -32768); /* what is no number, too */
}

static uint8_t to_u8(float x) {
    double rounded = fy_round((double)x * 255);
    return (uint8_t)(rounded > 255 ? 255 : rounded > 0 ? rounded : 0);
}

/* Texture coordinates as the writer stores them: cut, then moved by half a texel unless texels are read as
 * they are. */
static int16_t to_texels(float repeats, uint16_t size, bool point) {
    double cut = (double)repeats * (size ? size : 32) * 32;
    if (!(cut > -100000 && cut < 100000)) return 0;
    return fy_sat16((int64_t)cut - (point ? 0 : 16));
}

/* Points scaled before they are moved, or after. */
static ferry_matrix scaled_before(const ferry_matrix *matrix, double by) {
    ferry_matrix made = *matrix;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) made.m[i][k] *= by;
    return made;
}

static ferry_matrix scaled_after(const ferry_matrix *matrix, double by) {
    ferry_matrix made = *matrix;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) made.m[i][k] *= by;
    return made;
}

/* Where the vertices of a bone are stored: in its space, if it is one bone. A model stands in its bind pose
 * at rest: files have no other. */
static void find_carrier(const rdp_draw *d, uint32_t influence, carrier *to) {
    const fy_pose *pose = &d->render->pose;
    const ferry_matrix *world = &pose->worlds[d->draw->node];
    ferry_matrix rest = *world;
    to->to_stored = fy_matrix_identity();
    if (d->mesh->skin != FERRY_NONE) {
        const ferry_skin *skin = &d->render->scene->skins.data[d->mesh->skin];
        const ferry_influence *of = &skin->influences[influence];
        world = &pose->influences[influence];
        rest = fy_matrix_identity();
        if (of->count == 1) {
            const ferry_joint *joint = &skin->joints[skin->weights[of->first].joint];
            to->to_stored = joint->inverse_bind;
            if (!fy_matrix_invert(&to->to_stored, &rest)) rest = fy_matrix_identity();
            world = &pose->worlds[joint->node];
        }
    }
    to->normals_to_stored = fy_t3dm_normals_of(&rest, &to->to_stored);
    to->seen = fy_matrix_multiply(&d->render->camera.view, world);
    to->normals = fy_rdp_normals_ideal(&to->seen);
    const double scale = d->rdp->stored_scale;
    to->to_stored = scaled_after(&to->to_stored, scale);
    to->seen = scaled_before(&to->seen, 1 / scale);
    if (d->rdp->console) {
        const ferry_matrix from_stored = scaled_before(world, 1 / scale);
        fy_rdp_matrix bone = fy_rdp_matrix_affine(&from_stored);
        fy_rdp_matrix carried = fy_rdp_matrix_multiply(&d->rdp->view_model, &bone);
        to->mvp = fy_rdp_matrix_multiply(&d->rdp->projection, &carried);
        to->normals = fy_rdp_normals_of(&carried);
    }
    to->known = true;
}

static const carrier *carrier_of(const rdp_draw *d, uint32_t v) {
    uint32_t influence = d->mesh->influences ? d->mesh->influences[v] : 0;
    carrier *found = &d->carriers[d->by_vertex ? v : influence];
    if (!found->known) find_carrier(d, influence, found);
    return found;
}

static uint16_t packed_normal(const ferry_mesh *mesh, uint32_t v, const carrier *by) {
    if (!mesh->normals) return 0;
    ferry_vec3 n = fy_t3dm_carry_normal(&by->normals_to_stored, mesh->normals[v], false);
    return fy_t3dm_pack_normal((double)n.x, (double)n.y, (double)n.z);
}

/* `by`: what carries its normal; NULL: nobody asks for that. */
static void take_stored(const rdp_draw *d, uint32_t v, const carrier *by, stored_vertex *out) {
    const ferry_mesh *mesh = d->mesh;
    const ferry_rdp_tile *tile = &d->material->tiles[0];
    bool point = fy_rdp_filter_of(d->material->other_mode) == FY_RDP_POINT;
    ferry_color color = mesh->colors[0] ? mesh->colors[0][v] : (ferry_color){1, 1, 1, 1};
    ferry_vec2 uv = mesh->uvs[0] ? mesh->uvs[0][v] : (ferry_vec2){0, 0};
    *out = (stored_vertex){.normal = by ? packed_normal(mesh, v, by) : 0,
                           .rgba = {to_u8(color.r), to_u8(color.g), to_u8(color.b), to_u8(color.a)},
                           .s = to_texels(uv.x, tile->width, point),
                           .t = to_texels(uv.y, tile->height, point)};
}

/* Where a stored vertex is in clip space, in the look's own way. */
static void place_vertex(const rdp_draw *d, uint32_t v, double clip[4]) {
    const carrier *by = carrier_of(d, v);
    ferry_vec3 p = fy_matrix_point(&by->to_stored, d->mesh->positions[v]);
    const int16_t stored[3] = {to_s16((double)p.x), to_s16((double)p.y), to_s16((double)p.z)};
    if (d->rdp->console) {
        int32_t fixed[4];
        fy_rdp_transform(&by->mvp, stored, fixed);
        for (int i = 0; i < 4; i++) clip[i] = fixed[i] / 65536.0;
        return;
    }
    p = (ferry_vec3){stored[0], stored[1], stored[2]};
    fy_camera_clip(&d->render->camera, fy_matrix_point(&by->seen, p), clip);
}

/* And on the screen. */
static void project_vertex(const rdp_draw *d, const double clip[4], fy_rdp_vertex *vertex) {
    if (d->rdp->console) {
        for (int i = 0; i < 4; i++) vertex->clip[i] = fy_fixed16(clip[i]); /* exact */
        fy_rdp_project(&d->rdp->viewport, vertex);
        return;
    }
    double w = clip[3] > 0 ? clip[3] : 1, wide = d->rdp->viewport.width, high = d->rdp->viewport.height;
    vertex->x = to_s16((clip[0] / w + 1) * wide * 2);
    vertex->y = to_s16((1 - clip[1] / w) * high * 2);
}

static void shade_vertex(const rdp_draw *d, const stored_vertex *stored, fy_rdp_vertex *vertex) {
    static const fy_rdp_fog no_fog = {0, 0}; /* the program sets its range; the file has none */
    const fy_rdp_state *state = &d->rdp->state;
    fy_rdp_shade(&d->rdp->lighting, state->flags & FERRY_RDP_UNLIT, vertex->normal, stored->rgba,
                 vertex->rgba);
    if (state->fog) vertex->rgba[3] = fy_rdp_fog_alpha(&no_fog, vertex->clip[2]);
}

enum { ATTRIBUTE_S, ATTRIBUTE_T, ATTRIBUTES };

/* Of a vertex that has its place. */
static void make_vertex(const rdp_draw *d, uint32_t v, fy_raster_vertex *out) {
    const carrier *by = carrier_of(d, v);
    const fy_rdp_state *state = &d->rdp->state;
    const bool shows = d->reads_shade || state->effect,
               turns = shows && (state->effect || !(state->flags & FERRY_RDP_UNLIT));
    stored_vertex stored;
    take_stored(d, v, turns ? by : NULL, &stored);
    fy_rdp_vertex vertex = {.s = stored.s, .t = stored.t};
    if (turns) fy_rdp_turn_normal(&by->normals, stored.normal, vertex.normal);
    project_vertex(d, out->clip, &vertex);
    if (shows) shade_vertex(d, &stored, &vertex);
    int16_t x = vertex.x, y = vertex.y;
    fy_rdp_vertex_effect(state->effect, &d->rdp->viewport, state->effect_width, state->effect_height,
                         &vertex);
    out->clip[0] += (vertex.x - x) * out->clip[3] / (2.0 * d->rdp->viewport.width); /* outlines */
    out->clip[1] -= (vertex.y - y) * out->clip[3] / (2.0 * d->rdp->viewport.height);
    bool textured = state->flags & FERRY_RDP_TEXTURED, shaded = state->flags & FERRY_RDP_SHADED;
    out->perspective[ATTRIBUTE_S] = textured ? vertex.s : 0;
    out->perspective[ATTRIBUTE_T] = textured ? vertex.t : 0;
    for (int k = 0; k < 4; k++) out->affine[k] = shaded ? vertex.rgba[k] : 0;
}

/* The places of all, and the rest of those whose triangles reach into the picture. Outlines may be moved
 * there. */
static bool make_vertices(const rdp_draw *d, fy_raster_vertex *vertices, uint16_t *sides) {
    const ferry_mesh *mesh = d->mesh;
    ferry_job *job = d->render->job;
    bool outlines = d->rdp->state.effect == FERRY_RDP_EFFECT_OUTLINE;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (!ferry_tick(job)) return false;
        place_vertex(d, v, vertices[v].clip);
    }
    if (!fy_raster_find_sides(job, vertices, mesh->vertex_count, mesh->triangles, mesh->triangle_count,
                              sides))
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (!ferry_tick(job)) return false;
        if (sides[v] & FY_RASTER_REACHES || outlines) make_vertex(d, v, &vertices[v]);
    }
    return true;
}

/* --------------------------------------------------------------------------------------- the pixels */

static int32_t to_fixed(double x, int32_t least, int32_t most) {
    return x > least ? x < most ? (int32_t)floor(x) : most : least;
}

/* What Tiny3D's triangles hold for the nearest corner's 1/w, of 0x8000. */
#define CONSOLE_NEAREST 0x4000

/* S or T of a pixel, in 1/32 texels. The console divides what it interpolated by what it interpolated. */
static int32_t coordinate(const rdp_draw *d, const fy_pixel *pixel, int attribute) {
    double exact = (double)pixel->perspective[attribute];
    if (!d->rdp->console) return to_fixed(exact, -32768, 32767);
    double w = CONSOLE_NEAREST / (pixel->w * pixel->slopes->nearest);
    return fy_rdp_divide(to_fixed(exact * w / 0x8000, -32768, 32767), to_fixed(w, 1, 0x7FFF));
}

/* The console's own depth buffer and coverage. */
static bool draw_as_console(const rdp_draw *d, const fy_pixel *pixel, fy_rdp_fragment *fragment) {
    const fy_target *target = pixel->target;
    size_t at = pixel->index;
    fy_rdp_dot dot = {.coverage = target->coverage[at], .depth = {.cleared = !(target->z[at] < FY_FAR)}};
    memcpy(dot.rgb, &target->color[4 * at], 3);
    if (!dot.depth.cleared) {
        dot.depth.z = (uint32_t)target->z[at]; /* 18 bits: exact */
        dot.depth.dz = (uint32_t)target->slope[at];
    }
    if (d->rdp->state.flags & FERRY_RDP_DEPTH) {
        fragment->z = fy_rdp_depth_of((double)pixel->z);
        fragment->dz = fy_rdp_slope_of(pixel->slopes->z.dx, pixel->slopes->z.dy);
    }
    if (!fy_rdp_draw(&d->rdp->look, &d->modes, fragment, &dot)) return false;
    memcpy(&target->color[4 * at], dot.rgb, 3);
    target->coverage[at] = dot.coverage;
    if (d->modes.keeps_depth) return true;
    target->z[at] = (float)dot.depth.z;
    target->slope[at] = (float)dot.depth.dz;
    return true;
}

/* Depth without loss. */
static float clean_depth(const rdp_draw *d, const fy_pixel *pixel) {
    return d->rdp->state.flags & FERRY_RDP_DEPTH ? pixel->z : 0;
}

/* Before textures are looked up: most of what is hidden ends here. */
static bool is_in_front(const rdp_draw *d, const fy_pixel *pixel) {
    float stored = pixel->target->z[pixel->index];
    return fy_rdp_depth_passes_ideal(d->modes.z_mode, !(stored < FY_FAR), (double)stored,
                                     (double)clean_depth(d, pixel), (double)pixel->slope);
}

/* Every pixel is full. */
static bool draw_clean(const rdp_draw *d, const fy_pixel *pixel, fy_rdp_fragment *fragment) {
    const fy_target *target = pixel->target;
    size_t at = pixel->index;
    fy_rdp_modes modes = d->modes;
    fy_rdp_dot dot = {.coverage = 7, .depth = {.cleared = true}};
    modes.z_mode = FY_RDP_Z_OPAQUE;
    memcpy(dot.rgb, &target->color[4 * at], 3);
    if (!fy_rdp_draw(&d->rdp->look, &modes, fragment, &dot)) return false;
    memcpy(&target->color[4 * at], dot.rgb, 3);
    if (!d->modes.keeps_depth) target->z[at] = clean_depth(d, pixel);
    return true;
}

double fy_render_rdp_depth(const fy_render *render, const double clip[4]) {
    const fy_render_rdp *rdp = render->rdp;
    if (!rdp->console) return 16383 + clip[2] / clip[3] * 16383.75;
    const fy_camera *camera = &render->camera; /* clip[3] is how far away it is */
    double away = -clip[3] * CONSOLE_RANGE / (camera->near_plane + camera->far_plane);
    const int32_t *of_z = rdp->projection.column[2], *of_w = rdp->projection.column[3];
    return 16383 + (of_z[2] * away + of_w[2]) / (of_z[3] * away + of_w[3]) * 16383.75;
}

bool fy_render_rdp_in_front(const fy_render *render, const fy_pixel *pixel) {
    size_t at = pixel->index;
    float stored = pixel->target->z[at];
    if (!render->rdp->console || !(stored < FY_FAR)) return pixel->z <= stored;
    fy_rdp_depth there = {.z = (uint32_t)stored, .dz = (uint32_t)pixel->target->slope[at]};
    uint32_t dz = fy_rdp_slope_of(pixel->slopes->z.dx, pixel->slopes->z.dy);
    return fy_rdp_depth_passes(FY_RDP_Z_OPAQUE, &there, fy_rdp_depth_of((double)pixel->z), dz, true);
}

void fy_render_rdp_cover(const fy_render *render, const fy_pixel *pixel) {
    const fy_target *target = pixel->target;
    size_t at = pixel->index;
    target->z[at] = pixel->z;
    if (!render->rdp->console) return;
    target->z[at] = (float)fy_rdp_depth_stored(fy_rdp_depth_of((double)pixel->z));
    target->slope[at] = (float)fy_rdp_slope_of(pixel->slopes->z.dx, pixel->slopes->z.dy);
    target->coverage[at] = 7;
}

static bool draw_pixel(void *user, const fy_pixel *pixel) {
    rdp_draw *d = user;
    d->pixels++;
    if (!d->rdp->console && !is_in_front(d, pixel)) return false;
    const fy_rdp_state *state = &d->rdp->state;
    fy_rdp_fragment fragment = {.x = pixel->x, .y = pixel->y, .samples = pixel->samples, .dz = 1};
    if (d->reads[0] || d->reads[1]) {
        int32_t s = coordinate(d, pixel, ATTRIBUTE_S), t = coordinate(d, pixel, ATTRIBUTE_T);
        if (d->reads[0]) fy_rdp_sample(&state->tiles[0], d->filter, s, t, fragment.tex0);
        if (d->reads[1]) fy_rdp_sample(&state->tiles[1], d->filter, s, t, fragment.tex1);
    }
    for (int k = 0; k < 4 && d->reads_shade; k++)
        fragment.shade[k] = (uint8_t)to_fixed((double)pixel->affine[k], 0, 255);
    return d->rdp->console ? draw_as_console(d, pixel, &fragment) : draw_clean(d, pixel, &fragment);
}

/* ----------------------------------------------------------------------------------------- the draw */

static void project_clean(void *user, const fy_target *target, const double clip[4], fy_screen *screen) {
    (void)user;
    double inverse = 1 / clip[3];
    screen->x = (int32_t)floor((clip[0] * inverse + 1) * 0.5 * target->width * FY_SUBPIXELS + 0.5);
    screen->y = (int32_t)floor((1 - clip[1] * inverse) * 0.5 * target->height * FY_SUBPIXELS + 0.5);
    screen->z = 16383 + clip[2] * inverse * 16383.75;
    screen->inverse_w = inverse;
}

static void project_console(void *user, const fy_target *target, const double clip[4], fy_screen *screen) {
    const rdp_draw *d = user;
    fy_rdp_vertex vertex;
    (void)target;
    for (int i = 0; i < 4; i++) vertex.clip[i] = fy_fixed16(clip[i]);
    fy_rdp_project(&d->rdp->viewport, &vertex);
    screen->x = vertex.x * (FY_SUBPIXELS / 4);
    screen->y = vertex.y * (FY_SUBPIXELS / 4);
    screen->z = vertex.z;
    screen->inverse_w = vertex.inverse > 0 ? vertex.inverse / 65536.0 : 1.0 / 65536;
}

static void apply_material(rdp_draw *d) {
    fy_rdp_apply_of(&d->rdp->state, d->material, d->render->scene);
    uint64_t word = d->rdp->state.combiner;
    d->modes = fy_rdp_modes_of(&d->rdp->state);
    d->filter = fy_rdp_filter_of(d->rdp->state.other_mode);
    for (uint8_t i = 0; i < 2; i++) d->reads[i] = fy_rdp_reads(word, FY_RDP_TEX0 + i);
    d->reads_shade = fy_rdp_reads(word, FY_RDP_SHADE);
}

static ferry_cull cull_of(uint32_t flags) {
    bool front = flags & FERRY_RDP_CULL_FRONT, back = flags & FERRY_RDP_CULL_BACK;
    return front ? back ? FERRY_CULL_BOTH : FERRY_CULL_FRONT : back ? FERRY_CULL_BACK : FERRY_CULL_NONE;
}

bool fy_render_rdp_draw(fy_render *render, const ferry_draw *draw, const ferry_material *material) {
    const ferry_mesh *mesh = &render->scene->meshes.data[draw->mesh];
    rdp_draw d = {
        .render = render, .rdp = render->rdp, .draw = draw, .mesh = mesh, .material = material->rdp};
    size_t carriers = mesh->skin == FERRY_NONE ? 1 : render->scene->skins.data[mesh->skin].influence_count;
    apply_material(&d); /* even if there is nothing to draw: state stays */
    if (!mesh->vertex_count) return true;
    d.by_vertex = carriers / MANY_CARRIERS > mesh->vertex_count;
    d.carriers = ferry_new(render->job, carrier, (d.by_vertex ? mesh->vertex_count : carriers) + 1);
    fy_raster_vertex *vertices = ferry_new(render->job, fy_raster_vertex, mesh->vertex_count);
    uint16_t *sides = ferry_new(render->job, uint16_t, mesh->vertex_count);
    fy_screen *places = ferry_new(render->job, fy_screen, mesh->vertex_count);
    if (!d.carriers || !vertices || !sides || !places || !make_vertices(&d, vertices, sides)) return false;
    fy_raster_material fill = {
        .perspective = d.reads[0] || d.reads[1] ? ATTRIBUTES : 0,
        .affine = d.reads_shade ? 4 : 0,
        .over_w_step = d.rdp->console ? 0x8000 / CONSOLE_NEAREST : 0,
        .near_slack = d.rdp->console ? CONSOLE_NEAR_SLACK : 0,
        .cull = cull_of(d.rdp->state.flags),
        .sampling = d.rdp->console ? FY_SAMPLE_CORNERS : FY_SAMPLE_CENTER,
        .z_compare = FY_ALWAYS, /* the pixel function knows how */
        .pixel = draw_pixel,
        .project = d.rdp->console ? project_console : project_clean,
        .user = &d,
    };
    bool done = fy_raster_triangles(render->job, render->target, &fill, vertices,
                                    d.rdp->state.effect == FERRY_RDP_EFFECT_OUTLINE ? NULL : sides, places,
                                    mesh->triangles, mesh->triangle_count);
    render->fill.drawn += d.pixels;
    render->fill.cycles += d.modes.formula.two_cycles ? 2 * d.pixels : d.pixels;
    return done;
}
