/*
 * t3dm_composite_picture.c: what the stages make of textures on one set of coordinates, as a picture: a
 * function of two numbers, over a period of it or over what the vertices reach; and what they make of several
 * environment maps, by the normal (docs/what-is-lost.md, "Composites").
 */
#include "shade/t3dm_composite_picture.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "core/image/texels.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_program.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "shade/t3dm_uv.h"

/* --------------------------------------------------------------------------------------- the window */

/* What is looked up: the orders of the parts and, where they are shifted, those that shift. */
typedef struct order_list {
    struct {
        const fy_uv_map *by;
        const ferry_texture *texture;
        const ferry_image *image;
    } at[FERRY_GX_MAX_STAGES + 4];
    unsigned count;
    double reach[2]; /* of coordinates, as in fy_composite */
} order_list;

static void add_order(const fy_reference *reference, uint8_t map, uint8_t texgen, order_list *to) {
    const ferry_texture *texture = &reference->scene->textures.data[reference->gx->textures[map]];
    to->at[to->count].by = &reference->maps[texgen];
    to->at[to->count].texture = texture;
    to->at[to->count++].image = &reference->scene->images.data[texture->image];
}

/* How far from 0 coordinates go; normals: 1. */
static void find_reach(const fy_reference *reference, uint32_t set, double reach[2]) {
    const fy_constant_uv_set *of = &reference->constant_uv.sets[set % FERRY_UV_SETS];
    reach[0] = reach[1] = 1;
    if (set == FY_COMPOSITE_SPHERE) return;
    reach[0] = fmax(fabs((double)of->low.x), fabs((double)of->high.x));
    reach[1] = fmax(fabs((double)of->low.y), fabs((double)of->high.y));
}

static order_list orders_of(const fy_reference *reference, const fy_composite_parts *parts) {
    fy_composite_reads reads = fy_composite_reads_of(reference, parts);
    order_list list = {.count = 0};
    find_reach(reference, parts->set, list.reach);
    for (unsigned i = 0; i < reads.count; i++)
        if (reads.seen[i]->source == fy_composite_source(parts->set))
            add_order(reference, reads.seen[i]->map, reads.seen[i]->texgen, &list);
    for (unsigned i = 0; reads.indirect && i < fy_composite_indirect_count(reference->gx); i++)
        add_order(reference, reference->gx->indirect_orders[i].map, reference->gx->indirect_orders[i].texgen,
                  &list);
    return list;
}

ferry_filter fy_composite_filter(const fy_reference *reference, const fy_composite_parts *parts) {
    order_list orders = orders_of(reference, parts);
    for (unsigned i = 0; i < orders.count; i++)
        if (orders.at[i].texture->mag_filter != orders.at[0].texture->mag_filter) return FERRY_FILTER_LINEAR;
    return orders.count ? orders.at[0].texture->mag_filter : FERRY_FILTER_LINEAR;
}

unsigned fy_composite_matrices(const fy_reference *reference, const fy_composite_parts *parts) {
    order_list orders = orders_of(reference, parts);
    bool named[FERRY_GX_MAX_MATRICES] = {false}, none = false;
    unsigned count = 0;
    for (unsigned i = 0; i < orders.count; i++) {
        unsigned matrix = (reference->gx->texgens[orders.at[i].by - reference->maps].matrix - 30u) / 3;
        bool moves = matrix < FERRY_GX_MAX_MATRICES && reference->gx->matrices[matrix].present;
        if (!moves)
            none = true;
        else if (!named[matrix])
            named[matrix] = true, count++;
    }
    return count + none > 1 ? count : 0;
}

/* Along less of a texture, over all that coordinates reach, none of them moves. */
#define STILL 1e-3

/* After how much of a coordinate, which goes as far as `reach` says, one look-up repeats across (row 0) or
 * down; 0: it does not depend on it; below 0: never. */
static double period_of(const fy_uv_map *by, const ferry_texture *texture, int row, int axis, double reach) {
    const ferry_wrap wrap = row ? texture->wrap_t : texture->wrap_s;
    const double scale = fabs(by->m[row][axis]);
    if (scale * reach < STILL) return 0;
    if (wrap == FERRY_WRAP_CLAMP) return -1;
    return (wrap == FERRY_WRAP_MIRROR ? 2 : 1) / scale;
}

static bool is_multiple(double of, double period) {
    double times = of / period;
    return times > .5 && fabs(times - floor(times + .5)) < 1e-3;
}

/* Whether one look-up repeats after so much of a coordinate. */
static bool repeats_after(const fy_uv_map *by, const ferry_texture *texture, int axis, double reach,
                          double size) {
    for (int row = 0; row < 2; row++) {
        const double own = period_of(by, texture, row, axis, reach);
        if (own < 0 || (own > 0 && !is_multiple(size, own))) return false;
    }
    return true;
}

enum { MOST_REPEATS = 8 };

/* After how much of a coordinate all look-ups repeat; 0: never, or late. */
static double common_period(const order_list *orders, int axis) {
    double first = 0;
    for (unsigned i = 0; i < 2 * orders->count; i++) {
        double own =
            period_of(orders->at[i / 2].by, orders->at[i / 2].texture, i % 2, axis, orders->reach[axis]);
        if (own < 0) return 0;
        if (own > first) first = own;
    }
    for (int n = 1; n <= MOST_REPEATS && first > 0; n++) {
        bool all = true;
        for (unsigned i = 0; i < orders->count && all; i++)
            all =
                repeats_after(orders->at[i].by, orders->at[i].texture, axis, orders->reach[axis], n * first);
        if (all) return n * first;
    }
    return 0;
}

/* One picture alone is cut out along its texels, with one more around that the filter reaches; an even number
 * of them. */
static void snap(const order_list *orders, int axis, fy_composite_window *window) {
    const fy_uv_map *by = orders->at[0].by;
    double texels = axis ? orders->at[0].image->height : orders->at[0].image->width,
           scale = by->m[axis][axis] * texels;
    if (window->repeats[axis] || scale == 0 || by->m[axis][!axis] != 0) return;
    double offset = by->m[axis][3] * texels, a = window->from[axis] * scale + offset,
           b = a + window->size[axis] * scale;
    double low = floor(fmin(a, b) + .01) - 1, high = ceil(fmax(a, b) - .01) + 1;
    if (fmod(high - low, 2) != 0) high++;
    window->from[axis] = ((scale > 0 ? low : high) - offset) / scale;
    window->size[axis] = (high - low) / fabs(scale);
}

/* Whether a layer is turned, if only by right angles. */
static bool is_turned(const order_list *orders) {
    for (unsigned i = 0; i < orders->count; i++)
        if (orders->at[i].by->m[0][1] != 0 || orders->at[i].by->m[1][0] != 0) return true;
    return false;
}

/* How many periods vertices have to reach for a window to be one. Of turned layers it holds much that nothing
 * shows: a few are better off with all that is reached, unless clips need pictures that repeat. */
static double least_periods(const fy_reference *reference, const order_list *orders) {
    enum { FEW_PERIODS = 4 };
    const bool moves = reference->mode.states && reference->mode.states->count;
    return is_turned(orders) && !moves ? FEW_PERIODS : 1.01;
}

fy_composite_window fy_composite_window_of(const fy_reference *reference, const fy_composite_parts *parts) {
    if (parts->set == FY_COMPOSITE_SPHERE) return (fy_composite_window){.size = {1, 1}};
    const fy_constant_uv_set *set = &reference->constant_uv.sets[parts->set % FERRY_UV_SETS];
    const double low[2] = {(double)set->low.x, (double)set->low.y},
                 high[2] = {(double)set->high.x, (double)set->high.y};
    order_list orders = orders_of(reference, parts);
    const double least = least_periods(reference, &orders);
    fy_composite_window window;
    for (int axis = 0; axis < 2; axis++) {
        double period = common_period(&orders, axis), size = high[axis] - low[axis];
        window.repeats[axis] = period > 0 && size > period * least;
        window.from[axis] = window.repeats[axis] ? 0 : low[axis];
        window.size[axis] = window.repeats[axis] ? period : size > 1.0 / 256 ? size : 1.0 / 256;
        if (orders.count == 1) snap(&orders, axis, &window);
    }
    return window;
}

static void add_layer(uint8_t map, uint8_t texgen, fy_composite *to) {
    for (unsigned i = 0; i < to->layer_count; i++)
        if (to->layers[i].map == map && to->layers[i].texgen == texgen) return;
    if (to->layer_count < FY_COMPOSITE_LAYERS)
        to->layers[to->layer_count++] = (fy_composite_layer){map, texgen};
}

void fy_composite_note_layers(const fy_reference *reference, const fy_composite_parts *parts,
                              fy_composite *to) {
    const fy_composite_reads reads = fy_composite_reads_of(reference, parts);
    to->layer_count = 0;
    find_reach(reference, parts->set, to->reach);
    for (unsigned i = 0; i < reads.count; i++)
        if (reads.seen[i]->source == fy_composite_source(parts->set))
            add_layer(reads.seen[i]->map, reads.seen[i]->texgen, to);
    for (unsigned i = 0; reads.indirect && i < fy_composite_indirect_count(reference->gx); i++)
        add_layer(reference->gx->indirect_orders[i].map, reference->gx->indirect_orders[i].texgen, to);
}

/* Whether all layers repeat after so much of a coordinate in a state. */
static bool layers_repeat(const ferry_scene *scene, const fy_composite *of, const ferry_gx_material *posed,
                          int axis, double size) {
    for (unsigned i = 0; i < of->layer_count; i++) {
        const fy_uv_map by = fy_t3dm_uv_map(posed, of->layers[i].texgen);
        const uint32_t texture = of->gx.textures[of->layers[i].map];
        if (!repeats_after(&by, &scene->textures.data[texture], axis, of->reach[axis], size)) return false;
    }
    return true;
}

bool fy_composite_keeps_window(const ferry_scene *scene, const fy_composite *of,
                               const ferry_gx_material *posed) {
    for (int axis = 0; axis < 2; axis++)
        if (of->window.repeats[axis] && !layers_repeat(scene, of, posed, axis, of->window.size[axis]))
            return false;
    return true;
}

/* Less than half a texel of the largest pictures apart is the same place. */
#define SAME_PLACE 1e-3

/* Everywhere in the window: in its middle, but for whole periods, and from there to its ends. */
static bool lies_alike(const fy_uv_map *a, const fy_uv_map *b, const ferry_texture *texture,
                       const fy_composite_window *window) {
    for (int row = 0; row < 2; row++) {
        const ferry_wrap wrap = row ? texture->wrap_t : texture->wrap_s;
        double apart = a->m[row][3] - b->m[row][3], grows = 0;
        for (int axis = 0; axis < 2; axis++) {
            const double more = a->m[row][axis] - b->m[row][axis], half = window->size[axis] / 2;
            apart += more * (window->from[axis] + half);
            grows += fabs(more) * half;
        }
        if (wrap != FERRY_WRAP_CLAMP) {
            const double period = wrap == FERRY_WRAP_MIRROR ? 2 : 1;
            apart -= period * floor(apart / period + .5);
        }
        if (fabs(apart) + grows > SAME_PLACE) return false;
    }
    return true;
}

bool fy_composite_looks_alike(const ferry_scene *scene, const fy_composite *of, const ferry_gx_material *a,
                              const ferry_gx_material *b) {
    for (unsigned i = 0; i < of->layer_count; i++) {
        const fy_uv_map x = fy_t3dm_uv_map(a, of->layers[i].texgen),
                        y = fy_t3dm_uv_map(b, of->layers[i].texgen);
        const uint32_t texture = of->gx.textures[of->layers[i].map];
        if (!lies_alike(&x, &y, &scene->textures.data[texture], &of->window)) return false;
    }
    return true;
}

/* A picture of more would show less of each layer. */
enum { MOST_WINDOWS = 2 };

/* How often the window has to stand beside itself for the layers to repeat in all states; 0: more often than
 * that. */
static int times_for(const ferry_scene *scene, const ferry_gx_material *states, uint32_t count,
                     const fy_composite *of, int axis) {
    for (int n = 1; n <= MOST_WINDOWS; n++) {
        uint32_t i = 0;
        while (i < count && layers_repeat(scene, of, &states[i], axis, n * of->window.size[axis])) i++;
        if (i == count) return n;
    }
    return 0;
}

void fy_composite_widen_window(const fy_reference *reference, uint32_t set, const ferry_gx_material *states,
                               uint32_t count, fy_composite *of) {
    const fy_constant_uv_set *reach = &reference->constant_uv.sets[set % FERRY_UV_SETS];
    const double low[2] = {(double)reach->low.x, (double)reach->low.y},
                 high[2] = {(double)reach->high.x, (double)reach->high.y};
    for (int axis = 0; axis < 2; axis++) {
        const double size = of->window.size[axis];
        if (!of->window.repeats[axis]) continue;
        const int times = times_for(reference->scene, states, count, of, axis);
        if (times && times * size < high[axis] - low[axis]) {
            of->window.size[axis] = times * size;
        } else if (high[axis] - low[axis] < MOST_WINDOWS * size) {
            of->window.repeats[axis] = false;
            of->window.from[axis] = low[axis];
            of->window.size[axis] = high[axis] - low[axis];
        }
    }
}

/* -------------------------------------------------------------------------------------- the picture */

/* About half of what the most pieces hold (FY_MOST_PIECES). */
enum { MOST_COLUMNS = 512, MOST_TEXELS = 8 * 8192, LEAST_COLUMNS = 8 };

/* Of a picture of environment maps: smooth as these are, that is enough, and texture memory holds all of its
 * colours and its alpha. */
enum { SPHERE_COLUMNS = 32 };

/* Pictures with fewer columns get twice as many: what shifts and comparisons cut out is finer than texels. */
enum { DOUBLED_BELOW = 128 };

static uint32_t columns_for(const order_list *orders, const fy_composite_window *window, int axis) {
    double most = 0;
    for (unsigned i = 0; i < orders->count; i++) {
        double s = orders->at[i].by->m[0][axis] * orders->at[i].image->width,
               t = orders->at[i].by->m[1][axis] * orders->at[i].image->height;
        most = fmax(most, sqrt(s * s + t * t) * window->size[axis]);
    }
    if (orders->count == 1) return most > 1024 ? 1024 : most < 2 ? 2 : (uint32_t)(most + .5);
    if (most < DOUBLED_BELOW) most *= 2;
    uint32_t columns = most < LEAST_COLUMNS  ? LEAST_COLUMNS
                       : most > MOST_COLUMNS ? MOST_COLUMNS
                                             : (uint32_t)ceil(most);
    uint32_t power = LEAST_COLUMNS;
    while (power < columns) power *= 2;
    return window->repeats[axis] ? power : (columns + 3) / 4 * 4;
}

void fy_composite_size(const fy_reference *reference, const fy_composite_parts *parts,
                       const fy_composite_window *window, uint32_t size[2]) {
    if (parts->set == FY_COMPOSITE_SPHERE) {
        size[0] = size[1] = SPHERE_COLUMNS;
        return;
    }
    order_list orders = orders_of(reference, parts);
    for (int axis = 0; axis < 2; axis++) size[axis] = columns_for(&orders, window, axis);
    while (orders.count > 1 && size[0] * size[1] > MOST_TEXELS) size[size[0] <= size[1]] /= 2;
}

/* Where a part is all that the stages make, they say it to the bit: a formula knows nothing of what is
 * clamped between them. */
typedef struct painter {
    const fy_reference *reference;
    const fy_composite_parts *parts;
    const fy_gx_shader *source;
    bool color, alpha; /* the part is all of it */
    fy_tev_program program;
    fy_gx_vertex vertex; /* of which only coordinates differ from texel to texel */
    /* The last texel: what its stages read, and what they made of it. Masks are even for long. */
    fy_tev_inputs inputs;
    uint8_t made[4];
    bool any;
} painter;

static void open_painter(const fy_reference *reference, const fy_composite_parts *parts,
                         const fy_gx_shader *source, painter *to) {
    const fy_tev *tev = &reference->tev;
    static const ferry_vec3 ahead = {0, 0, -1}; /* in the middle of the screen */
    *to = (painter){.reference = reference,
                    .parts = parts,
                    .source = source,
                    .vertex = {.colors = {{1, 1, 1, 1}, {1, 1, 1, 1}},
                               .eye = ahead,
                               .world = ahead,
                               .raw = ahead,
                               .eye_normal = {0, 0, 1}}};
    memset(to->inputs.raster, 255, sizeof to->inputs.raster);
    const bool whole = !reference->mode.split && !fy_dissolves(reference);
    to->color = whole && parts->color == tev->color;
    to->alpha = whole && parts->alpha == tev->alpha && parts->alpha != FY_TEV_NONE;
    if (to->color || to->alpha) fy_tev_prepare(reference->gx, &to->program);
}

static void run_stages(const painter *by, const fy_tev_inputs *inputs, uint8_t out[4]) {
    uint8_t drawn[4];
    if (!by->color && !by->alpha) return;
    fy_tev_run_program(&by->program, inputs, drawn);
    fy_t3dm_fade(by->reference->gx, drawn);
    if (by->reference->tev.masked) fy_tev_mask_pixel(by->reference->gx, drawn);
    if (by->color) memcpy(out, drawn, 3);
    if (by->alpha) out[3] = drawn[3];
}

void fy_composite_turn(double u, double v, fy_gx_vertex *vertex) {
    double x = 2 * u - 1, y = 1 - 2 * v, square = x * x + y * y, most = .999;
    double longer = square > most ? sqrt(square / most) : 1;
    ferry_vec3 normal = {(float)(x / longer), (float)(y / longer), (float)sqrt(1 - fmin(square, most))};
    vertex->eye_normal = vertex->world_normal = vertex->raw_normal = normal;
}

/* What all stages read there. */
static void read_stages(painter *by, ferry_vec2 at, fy_tev_inputs *inputs) {
    const fy_reference *reference = by->reference;
    const fy_composite_parts *parts = by->parts;
    if (parts->set == FY_COMPOSITE_SPHERE)
        fy_composite_turn((double)at.x, (double)at.y, &by->vertex);
    else
        by->vertex.uvs[parts->set] = at;
    for (uint32_t i = 0; i < FERRY_UV_SETS && parts->set == reference->related.by; i++) {
        double of[2];
        if (!(reference->related.sets >> i & 1)) continue;
        fy_related_uv_follow(&reference->related, (double)at.x, (double)at.y, i, of);
        by->vertex.uvs[i] = (ferry_vec2){(float)of[0], (float)of[1]};
    }
    fy_gx_texels(by->source, &by->vertex, inputs);
}

static void run_parts(const painter *by, uint8_t out[4]) {
    const fy_composite_parts *parts = by->parts;
    double value[3];
    memset(out, 255, 4);
    if (parts->color != FY_TEV_NONE && !by->color) {
        fy_tev_value(&by->reference->tev, parts->color, &by->inputs, value);
        for (int k = 0; k < 3; k++) out[k] = fy_unit_byte(value[k]);
    }
    if (parts->alpha != FY_TEV_NONE && !by->alpha) {
        fy_tev_value(&by->reference->tev, parts->alpha, &by->inputs, value);
        out[3] = fy_unit_byte(value[0]);
    }
    run_stages(by, &by->inputs, out);
    if (parts->color == FY_TEV_NONE) memset(out, out[3], 3);
}

static void draw_texel(painter *by, ferry_vec2 at, uint8_t out[4]) {
    fy_tev_inputs inputs;
    memset(&inputs, 0, sizeof inputs); /* what no stage reads is the same for all */
    read_stages(by, at, &inputs);
    if (!by->any || memcmp(by->inputs.texels, inputs.texels, sizeof inputs.texels) != 0) {
        memcpy(by->inputs.texels, inputs.texels, sizeof inputs.texels);
        run_parts(by, by->made);
        by->any = true;
    }
    memcpy(out, by->made, sizeof by->made);
}

bool fy_composite_draw(const fy_reference *reference, const fy_composite_parts *parts,
                       const fy_composite_window *window, const fy_gx_shader *source, fy_texels *picture) {
    uint32_t size[2];
    fy_composite_size(reference, parts, window, size);
    uint32_t width = size[0], height = size[1];
    *picture = (fy_texels){width, height, ferry_new(reference->job, uint8_t, (size_t)width * height * 4)};
    if (!picture->rgba) return false;
    painter by;
    open_painter(reference, parts, source, &by);
    for (uint32_t y = 0; y < height; y++) {
        if (!ferry_tick(reference->job)) return false;
        for (uint32_t x = 0; x < width; x++) {
            ferry_vec2 at = {(float)(window->from[0] + (x + .5) / width * window->size[0]),
                             (float)(window->from[1] + (y + .5) / height * window->size[1])};
            draw_texel(&by, at, picture->rgba + 4 * ((size_t)y * width + x));
        }
    }
    return true;
}
