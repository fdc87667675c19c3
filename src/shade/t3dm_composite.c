/*
 * t3dm_composite.c: textures that lie on one set of texture coordinates, each by a matrix of its own or
 * shifted by another one, are a function of two numbers at rest, and so is what the stages make of them. A
 * vertex of the console carries one pair of coordinates: for most such materials a picture of that function
 * is the only way to show it (docs/what-is-lost.md, "Composites").
 */
#include "shade/t3dm_composite.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "core/image/texels.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_program.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "shade/t3dm_uv.h"

/* ---------------------------------------------------------------------------------------- the parts */

static bool has_picture(const fy_reference *reference, uint8_t map) {
    uint32_t index = map < FERRY_GX_MAX_MAPS ? reference->gx->textures[map] : FERRY_NONE;
    if (index == FERRY_NONE) return false;
    const ferry_texture *texture = &reference->scene->textures.data[index];
    return texture->image != FERRY_NONE &&
           fy_gx_open_ramp(texture, &reference->scene->images.data[texture->image]) == FY_GX_NO_RAMP;
}

/* Whether a texture order reads its picture by a set of texture coordinates alone; *set: by which. */
static bool lies_on_set(const fy_reference *reference, uint8_t map, uint8_t texgen, uint32_t *set) {
    if (texgen >= reference->gx->texgen_count || texgen >= FERRY_GX_MAX_TEXGENS ||
        !has_picture(reference, map))
        return false;
    const fy_uv_map *by = &reference->maps[texgen];
    *set = by->set;
    return by->kind == FY_UV_SET && !by->loss && reference->gx->texgens[texgen].type == FERRY_GX_TEXGEN_2X4;
}

static unsigned indirect_count(const ferry_gx_material *gx) {
    if (!gx->indirect_enabled) return 0;
    return gx->indirect_stage_count > 4 ? 4 : gx->indirect_stage_count;
}

/* A picture that is projected from the viewer and shifted by another one: what is seen of it is mostly the
 * shifts, so they are taken as they are in the middle of the screen. */
static bool is_shifted_projection(const fy_reference *reference, const fy_tev_node *leaf) {
    return leaf->source == FY_TEV_PROJ && leaf->indirect && has_picture(reference, leaf->map) &&
           fy_t3dm_is_projected(reference->gx, leaf->texgen);
}

/* A step of light that is shifted: what shifts it is a pattern that is seen in any light, so it is taken as
 * it is in mean light. */
static bool is_shifted_ramp(const fy_reference *reference, const fy_tev_node *leaf) {
    uint32_t texture = leaf->map < FERRY_GX_MAX_MAPS ? reference->gx->textures[leaf->map] : FERRY_NONE;
    return leaf->source == FY_TEV_RAMP && leaf->indirect && texture != FERRY_NONE &&
           reference->scene->textures.data[texture].image != FERRY_NONE;
}

static bool reads_set(const fy_reference *reference, const fy_tev_node *leaf, uint32_t set) {
    uint32_t of;
    if (leaf->op == FY_TEV_CONST) return !leaf->moves;
    if (leaf->op != FY_TEV_TEX || leaf->baked || (leaf->indirect && fy_t3dm_adds_offsets(reference->gx)))
        return false;
    if (!is_shifted_projection(reference, leaf) && !is_shifted_ramp(reference, leaf) &&
        (leaf->source != FY_TEV_UV || !lies_on_set(reference, leaf->map, leaf->texgen, &of) || of != set))
        return false;
    for (unsigned i = 0; leaf->indirect && i < indirect_count(reference->gx); i++) {
        const ferry_gx_indirect_order *order = &reference->gx->indirect_orders[i];
        if (!lies_on_set(reference, order->map, order->texgen, &of) || of != set) return false;
    }
    return true;
}

static bool has_hue(const fy_tev_node *leaf, const void *user) {
    const fy_image_summary *image = leaf->op == FY_TEV_TEX ? fy_reference_image(user, leaf->map) : NULL;
    bool tinted = leaf->k[0] != leaf->k[1] || leaf->k[1] != leaf->k[2];
    bool mixed = leaf->swizzle[0] != leaf->swizzle[1] || leaf->swizzle[1] != leaf->swizzle[2];
    bool colors = leaf->swizzle[0] < 3 && leaf->swizzle[1] < 3 && leaf->swizzle[2] < 3;
    if (leaf->op == FY_TEV_CONST) return tinted;
    return tinted || (mixed && !(image && image->grey && colors));
}

/* True if all three components are always the same. */
static bool is_grey(const fy_reference *reference, uint16_t root) {
    return !fy_tev_any(&reference->tev, root, has_hue, reference);
}

enum { MOST_PARTS = 4 };

typedef struct part_list {
    uint16_t nodes[MOST_PARTS];
    unsigned count;
    bool more;
} part_list;

static void add_part(part_list *to, uint16_t node) {
    for (unsigned i = 0; i < to->count; i++)
        if (to->nodes[i] == node) return;
    if (to->count == MOST_PARTS)
        to->more = true;
    else
        to->nodes[to->count++] = node;
}

/* The largest parts of formula `root` that follow textures on `set` alone. */
static void list_parts(const fy_reference *reference, uint16_t root, uint32_t set, bool grey, part_list *to) {
    const fy_tev *tev = &reference->tev;
    bool used[FY_TEV_MAX_NODES], read[FY_TEV_MAX_NODES], textured[FY_TEV_MAX_NODES], inner[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    memset(inner, 0, (root + 1u) * sizeof *inner);
    for (uint16_t i = 0; i <= root; i++) {
        const fy_tev_node *node = &tev->nodes[i];
        if (!used[i]) continue;
        bool fitting = !grey || is_grey(reference, i);
        if (node->op < FY_TEV_ADD) {
            read[i] = fitting && reads_set(reference, node, set);
            textured[i] = read[i] && node->op == FY_TEV_TEX;
            continue;
        }
        uint16_t third = node->op >= FY_TEV_LERP ? node->c : node->b;
        read[i] = fitting && read[node->a] && read[node->b] && read[third];
        textured[i] = read[i] && (textured[node->a] || textured[node->b] || textured[third]);
        if (read[i]) inner[node->a] = inner[node->b] = inner[third] = true;
    }
    for (uint16_t i = 0; i <= root; i++)
        if (used[i] && textured[i] && !inner[i]) add_part(to, i);
}

typedef struct read_list {
    const fy_tev_node *seen[FERRY_GX_MAX_STAGES];
    unsigned count;
    bool indirect, fixed;
} read_list;

static bool note_read(const fy_tev_node *leaf, const void *user) {
    read_list *list = *(read_list *const *)user;
    if (leaf->op != FY_TEV_TEX) return false;
    list->indirect |= leaf->indirect;
    list->fixed |= leaf->source != FY_TEV_UV;
    for (unsigned i = 0; i < list->count; i++)
        if (list->seen[i]->map == leaf->map && list->seen[i]->texgen == leaf->texgen) return false;
    if (list->count < FERRY_GX_MAX_STAGES) list->seen[list->count++] = leaf;
    return false;
}

static read_list reads_of(const fy_reference *reference, const fy_composite_parts *parts) {
    read_list list = {.count = 0}, *into = &list;
    if (parts->color != FY_TEV_NONE) fy_tev_any(&reference->tev, parts->color, note_read, &into);
    if (parts->alpha != FY_TEV_NONE) fy_tev_any(&reference->tev, parts->alpha, note_read, &into);
    return list;
}

uint8_t fy_composite_only(const fy_reference *reference, const fy_composite_parts *parts) {
    read_list reads = reads_of(reference, parts);
    return reads.count == 1 && !reads.indirect ? reads.seen[0]->map : FERRY_GX_MAX_MAPS;
}

/* Colour and alpha of one picture: what the alpha formula needs is in its alpha; of two parts of the colour
 * formula one that is grey may be there, too. */
static bool share_out(const fy_reference *reference, const part_list *color, const part_list *alpha,
                      fy_composite_parts *parts) {
    if (color->more || alpha->count > 1) return false;
    parts->color = FY_TEV_NONE;
    parts->alpha = alpha->count ? alpha->nodes[0] : FY_TEV_NONE;
    for (unsigned i = 0; i < color->count; i++) {
        if (color->nodes[i] == parts->alpha && color->count > 1) continue;
        bool aside = parts->alpha == FY_TEV_NONE && color->count > 1 && is_grey(reference, color->nodes[i]);
        uint16_t *to = aside ? &parts->alpha : &parts->color;
        if (*to != FY_TEV_NONE) return false;
        *to = color->nodes[i];
    }
    return parts->color != FY_TEV_NONE || parts->alpha != FY_TEV_NONE;
}

bool fy_composite_find(const fy_reference *reference, bool needs_alpha, bool grey,
                       fy_composite_parts *parts) {
    uint32_t set = FERRY_NONE;
    const ferry_gx_material *gx = reference->gx;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES && set == FERRY_NONE; i++)
        if (!lies_on_set(reference, gx->stages[i].map, gx->stages[i].texgen, &set)) set = FERRY_NONE;
    for (unsigned i = 0; i < indirect_count(gx) && set == FERRY_NONE; i++)
        if (!lies_on_set(reference, gx->indirect_orders[i].map, gx->indirect_orders[i].texgen, &set))
            set = FERRY_NONE;
    if (set == FERRY_NONE) return false;
    part_list color = {.count = 0}, alpha = {.count = 0};
    list_parts(reference, reference->tev.color, set, grey, &color);
    if (needs_alpha) list_parts(reference, reference->tev.alpha, set, grey, &alpha);
    *parts = (fy_composite_parts){.set = set};
    if (!share_out(reference, &color, &alpha, parts)) return false;
    read_list reads = reads_of(reference, parts);
    parts->reads = reads.count + reads.indirect;
    parts->fixed = reads.fixed;
    return true;
}

/* --------------------------------------------------------------------------------------- the window */

/* What is looked up: the orders of the parts and, where they are shifted, those that shift. */
typedef struct order_list {
    struct {
        const fy_uv_map *by;
        const ferry_texture *texture;
        const ferry_image *image;
    } at[FERRY_GX_MAX_STAGES + 4];
    unsigned count;
} order_list;

static void add_order(const fy_reference *reference, uint8_t map, uint8_t texgen, order_list *to) {
    const ferry_texture *texture = &reference->scene->textures.data[reference->gx->textures[map]];
    to->at[to->count].by = &reference->maps[texgen];
    to->at[to->count].texture = texture;
    to->at[to->count++].image = &reference->scene->images.data[texture->image];
}

static order_list orders_of(const fy_reference *reference, const fy_composite_parts *parts) {
    read_list reads = reads_of(reference, parts);
    order_list list = {.count = 0};
    for (unsigned i = 0; i < reads.count; i++)
        if (reads.seen[i]->source == FY_TEV_UV)
            add_order(reference, reads.seen[i]->map, reads.seen[i]->texgen, &list);
    for (unsigned i = 0; reads.indirect && i < indirect_count(reference->gx); i++)
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

/* After how much of a coordinate one look-up repeats; 0: it does not depend on it; below 0: never. */
static double period_of(const order_list *orders, unsigned i, int axis) {
    const fy_uv_map *by = orders->at[i].by;
    ferry_wrap wrap = axis ? orders->at[i].texture->wrap_t : orders->at[i].texture->wrap_s;
    if (by->m[axis][!axis] != 0 || by->m[!axis][axis] != 0) return -1;
    if (by->m[axis][axis] == 0) return 0;
    if (wrap == FERRY_WRAP_CLAMP) return -1;
    return (wrap == FERRY_WRAP_MIRROR ? 2 : 1) / fabs(by->m[axis][axis]);
}

static bool is_multiple(double of, double period) {
    double times = of / period;
    return times > .5 && fabs(times - floor(times + .5)) < 1e-3;
}

/* After how much of a coordinate all look-ups repeat; 0: never, or late. */
static double common_period(const order_list *orders, int axis) {
    enum { MOST_REPEATS = 8 };
    double first = 0;
    for (unsigned i = 0; i < orders->count; i++) {
        double own = period_of(orders, i, axis);
        if (own < 0) return 0;
        if (own > first) first = own;
    }
    for (int n = 1; n <= MOST_REPEATS && first > 0; n++) {
        bool all = true;
        for (unsigned i = 0; i < orders->count && all; i++) {
            double own = period_of(orders, i, axis);
            all = own == 0 || is_multiple(n * first, own);
        }
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

fy_composite_window fy_composite_window_of(const fy_reference *reference, const fy_composite_parts *parts) {
    const fy_constant_uv_set *set = &reference->constant_uv.sets[parts->set % FERRY_UV_SETS];
    const double low[2] = {(double)set->low.x, (double)set->low.y},
                 high[2] = {(double)set->high.x, (double)set->high.y};
    order_list orders = orders_of(reference, parts);
    fy_composite_window window;
    for (int axis = 0; axis < 2; axis++) {
        double period = common_period(&orders, axis), size = high[axis] - low[axis];
        window.repeats[axis] = period > 0 && size > period * 1.01;
        window.from[axis] = window.repeats[axis] ? 0 : low[axis];
        window.size[axis] = window.repeats[axis] ? period : size > 1.0 / 256 ? size : 1.0 / 256;
        if (orders.count == 1) snap(&orders, axis, &window);
    }
    return window;
}

/* -------------------------------------------------------------------------------------- the picture */

/* About half of what the most pieces hold (FY_MOST_PIECES). */
enum { MOST_COLUMNS = 512, MOST_TEXELS = 8 * 8192, LEAST_COLUMNS = 8 };

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
} painter;

static void open_painter(const fy_reference *reference, const fy_composite_parts *parts,
                         const fy_gx_shader *source, painter *to) {
    const fy_tev *tev = &reference->tev;
    to->reference = reference;
    to->parts = parts;
    to->source = source;
    to->color = !reference->split && parts->color == tev->color;
    to->alpha = !reference->split && parts->alpha == tev->alpha && parts->alpha != FY_TEV_NONE;
    if (to->color || to->alpha) fy_tev_prepare(reference->gx, &to->program);
}

static void run_stages(const painter *by, const fy_tev_inputs *inputs, uint8_t out[4]) {
    uint8_t drawn[4];
    if (!by->color && !by->alpha) return;
    fy_tev_run_program(&by->program, inputs, drawn);
    fy_t3dm_fade(by->reference->gx, drawn);
    if (by->color) memcpy(out, drawn, 3);
    if (by->alpha) out[3] = drawn[3];
}

static void draw_texel(const painter *by, ferry_vec2 at, uint8_t out[4]) {
    const fy_reference *reference = by->reference;
    const fy_composite_parts *parts = by->parts;
    static const ferry_vec3 ahead = {0, 0, -1}; /* in the middle of the screen */
    fy_gx_vertex vertex = {.colors = {{1, 1, 1, 1}, {1, 1, 1, 1}},
                           .eye = ahead,
                           .world = ahead,
                           .raw = ahead,
                           .eye_normal = {0, 0, 1}};
    fy_tev_inputs inputs;
    double value[3];
    vertex.uvs[parts->set % FERRY_UV_SETS] = at;
    for (uint32_t i = 0; i < FERRY_UV_SETS && parts->set == reference->related.by; i++) {
        double of[2];
        if (!(reference->related.sets >> i & 1)) continue;
        fy_related_uv_follow(&reference->related, (double)at.x, (double)at.y, i, of);
        vertex.uvs[i] = (ferry_vec2){(float)of[0], (float)of[1]};
    }
    fy_gx_texels(by->source, &vertex, &inputs);
    memset(inputs.raster, 255, sizeof inputs.raster);
    memset(out, 255, 4);
    if (parts->color != FY_TEV_NONE && !by->color) {
        fy_tev_value(&reference->tev, parts->color, &inputs, value);
        for (int k = 0; k < 3; k++) out[k] = fy_unit_byte(value[k]);
    }
    if (parts->alpha != FY_TEV_NONE && !by->alpha) {
        fy_tev_value(&reference->tev, parts->alpha, &inputs, value);
        out[3] = fy_unit_byte(value[0]);
    }
    run_stages(by, &inputs, out);
    if (parts->color == FY_TEV_NONE) memset(out, out[3], 3);
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

/* ------------------------------------------------------------------------------------- the material */

/* A texture matrix that no texgen names; -1: none. */
static int free_matrix(const ferry_gx_material *gx) {
    for (int i = 0; i < FERRY_GX_MAX_MATRICES; i++) {
        bool used = false;
        for (unsigned k = 0; k < gx->texgen_count && k < FERRY_GX_MAX_TEXGENS; k++)
            used |= gx->texgens[k].matrix == 30 + 3 * i;
        if (!used) return i;
    }
    return -1;
}

bool fy_composite_fill_in(const ferry_gx_material *from, const fy_composite_parts *parts,
                          const fy_composite_window *window, uint32_t texture, fy_composite *to) {
    to->gx = *from;
    ferry_gx_material *gx = &to->gx;
    int matrix = free_matrix(gx);
    for (to->map = 0; to->map < FERRY_GX_MAX_MAPS && gx->textures[to->map] != FERRY_NONE;) to->map++;
    if (matrix < 0 || to->map == FERRY_GX_MAX_MAPS || gx->texgen_count >= FERRY_GX_MAX_TEXGENS ||
        gx->stage_count < 1 || gx->stage_count >= FERRY_GX_MAX_STAGES)
        return false;
    ferry_gx_stage last = gx->stages[gx->stage_count - 1];
    if (last.color.destination || last.alpha.destination) return false;
    to->texgen = gx->texgen_count++;
    to->set = parts->set;
    to->window = *window;
    gx->textures[to->map] = texture;
    gx->texgens[to->texgen] = (ferry_gx_texgen){.type = FERRY_GX_TEXGEN_2X4,
                                                .source = (uint8_t)(FERRY_GX_TG_TEX0 + parts->set),
                                                .matrix = (uint8_t)(30 + 3 * matrix)};
    gx->matrices[matrix] = (ferry_gx_texture_matrix){.present = true, .projection = 1};
    for (int axis = 0; axis < 2; axis++) {
        gx->matrices[matrix].scale[axis] = (float)(1 / window->size[axis]);
        gx->matrices[matrix].translate[axis] = (float)(-window->from[axis] / window->size[axis]);
    }
    ferry_gx_stage *stage = &gx->stages[gx->stage_count++];
    *stage = (ferry_gx_stage){.texgen = to->texgen,
                              .map = to->map,
                              .channel = 0xFF,
                              .color = {.a = FERRY_GX_CC_ZERO,
                                        .b = FERRY_GX_CC_ZERO,
                                        .c = FERRY_GX_CC_ZERO,
                                        .d = FERRY_GX_CC_CPREV,
                                        .clamp = last.color.clamp},
                              .alpha = {.a = FERRY_GX_CA_ZERO,
                                        .b = FERRY_GX_CA_ZERO,
                                        .c = FERRY_GX_CA_ZERO,
                                        .d = FERRY_GX_CA_APREV,
                                        .clamp = last.alpha.clamp}};
    return true;
}

/* What one part is read as. */
typedef struct part_swap {
    const fy_composite *composite;
    uint16_t part;
    bool alpha, scalar;
} part_swap;

static uint16_t swap_part(void *user, fy_tev *tev, uint16_t at) {
    const part_swap *swap = user;
    if (at != swap->part) return at;
    fy_tev_node leaf = {.op = FY_TEV_TEX,
                        .source = FY_TEV_UV,
                        .map = swap->composite->map,
                        .texgen = swap->composite->texgen};
    for (uint8_t k = 0; k < 3; k++) leaf.swizzle[k] = swap->alpha ? 3 : swap->scalar ? 0 : k;
    return fy_tev_leaf(tev, &leaf);
}

void fy_composite_substitute(fy_reference *reference) {
    fy_tev *tev = &reference->tev;
    fy_composite_parts parts;
    if (!fy_composite_find(reference, reference->composite->needs_alpha, reference->composite->grey, &parts))
        return;
    part_swap alpha = {.composite = reference->composite, .part = parts.alpha, .alpha = true};
    part_swap color = {.composite = reference->composite, .part = parts.color};
    color.scalar = parts.color != FY_TEV_NONE && is_grey(reference, parts.color);
    /* One part may be within the other: each formula's own goes first. */
    tev->color = fy_tev_replace(tev, tev->color, swap_part, &color);
    tev->color = fy_tev_replace(tev, tev->color, swap_part, &alpha);
    if (!reference->composite->needs_alpha) return;
    tev->alpha = fy_tev_replace(tev, tev->alpha, swap_part, &alpha);
    tev->alpha = fy_tev_replace(tev, tev->alpha, swap_part, &color);
}
