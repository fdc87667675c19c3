/*
 * t3dm_composite.c: textures that lie on one set of texture coordinates, each by a matrix of its own or
 * shifted by another one, are a function of two numbers at rest, and so is what the stages make of them. A
 * vertex of the console carries one pair of coordinates: for most such materials a picture of that function
 * is the only way to show it (docs/what-is-lost.md, "Composites"). Several environment maps are a function of
 * the normal, and become one in the same way.
 */
#include "shade/t3dm_composite.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* ---------------------------------------------------------------------------------------- the parts */

static bool has_picture(const fy_reference *reference, uint8_t map) {
    uint32_t index = map < FERRY_GX_MAX_MAPS ? reference->gx->textures[map] : FERRY_NONE;
    if (index == FERRY_NONE) return false;
    const ferry_texture *texture = &reference->scene->textures.data[index];
    return texture->image != FERRY_NONE &&
           fy_gx_open_ramp(texture, &reference->scene->images.data[texture->image]) == FY_GX_NO_RAMP;
}

/* Whether a texture order reads its picture by a set of texture coordinates, or by normals as the viewer sees
 * them, alone; *set: by which. */
static bool lies_on_set(const fy_reference *reference, uint8_t map, uint8_t texgen, uint32_t *set) {
    if (texgen >= reference->gx->texgen_count || texgen >= FERRY_GX_MAX_TEXGENS ||
        !has_picture(reference, map))
        return false;
    const fy_uv_map *by = &reference->maps[texgen];
    *set = by->kind == FY_UV_SPHERE ? FY_COMPOSITE_SPHERE : by->set;
    return (by->kind == FY_UV_SET || by->kind == FY_UV_SPHERE) && !by->loss &&
           reference->gx->texgens[texgen].type == FERRY_GX_TEXGEN_2X4;
}

fy_tev_source fy_composite_source(uint32_t set) {
    return set == FY_COMPOSITE_SPHERE ? FY_TEV_ENV : FY_TEV_UV;
}

unsigned fy_composite_indirect_count(const ferry_gx_material *gx) {
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
    if (leaf->op != FY_TEV_TEX || leaf->baked || (leaf->indirect && fy_t3dm_adds_offsets(reference->gx)) ||
        (leaf->indirect && set == FY_COMPOSITE_SPHERE))
        return false;
    if (!is_shifted_projection(reference, leaf) && !is_shifted_ramp(reference, leaf) &&
        (leaf->source != fy_composite_source(set) || !lies_on_set(reference, leaf->map, leaf->texgen, &of) ||
         of != set))
        return false;
    for (unsigned i = 0; leaf->indirect && i < fy_composite_indirect_count(reference->gx); i++) {
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

static bool note_read(const fy_tev_node *leaf, const void *user) {
    fy_composite_reads *list = *(fy_composite_reads *const *)user;
    if (leaf->op != FY_TEV_TEX) return false;
    list->indirect |= leaf->indirect;
    list->fixed |= leaf->source != FY_TEV_UV && leaf->source != FY_TEV_ENV;
    for (unsigned i = 0; i < list->count; i++)
        if (list->seen[i]->map == leaf->map && list->seen[i]->texgen == leaf->texgen) return false;
    if (list->count < FERRY_GX_MAX_STAGES) list->seen[list->count++] = leaf;
    return false;
}

fy_composite_reads fy_composite_reads_of(const fy_reference *reference, const fy_composite_parts *parts) {
    fy_composite_reads list = {.count = 0}, *into = &list;
    if (parts->color != FY_TEV_NONE) fy_tev_any(&reference->tev, parts->color, note_read, &into);
    if (parts->alpha != FY_TEV_NONE) fy_tev_any(&reference->tev, parts->alpha, note_read, &into);
    return list;
}

uint8_t fy_composite_only(const fy_reference *reference, const fy_composite_parts *parts) {
    fy_composite_reads reads = fy_composite_reads_of(reference, parts);
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

/* The first set that a texture is read by; without one, FY_COMPOSITE_SPHERE if there is an environment map.
 * FERRY_NONE: there is neither. */
static uint32_t find_set(const fy_reference *reference) {
    const ferry_gx_material *gx = reference->gx;
    uint32_t set, found = FERRY_NONE;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        if (!lies_on_set(reference, gx->stages[i].map, gx->stages[i].texgen, &set)) continue;
        if (set != FY_COMPOSITE_SPHERE) return set;
        found = set;
    }
    for (unsigned i = 0; i < fy_composite_indirect_count(gx); i++)
        if (lies_on_set(reference, gx->indirect_orders[i].map, gx->indirect_orders[i].texgen, &set) &&
            set != FY_COMPOSITE_SPHERE)
            return set;
    return found;
}

bool fy_composite_find(const fy_reference *reference, bool needs_alpha, bool grey,
                       fy_composite_parts *parts) {
    uint32_t set = find_set(reference);
    if (set == FERRY_NONE) return false;
    part_list color = {.count = 0}, alpha = {.count = 0};
    list_parts(reference, reference->tev.color, set, grey, &color);
    if (needs_alpha) list_parts(reference, reference->tev.alpha, set, grey, &alpha);
    *parts = (fy_composite_parts){.set = set};
    if (!share_out(reference, &color, &alpha, parts)) return false;
    fy_composite_reads reads = fy_composite_reads_of(reference, parts);
    parts->reads = reads.count + reads.indirect;
    parts->fixed = reads.fixed;
    return true;
}

/* ------------------------------------------------------------------------------------- the material */

/* A texture matrix that no texgen names, nor will where a clip moves it: that of its own number. -1: none. */
static int free_matrix(const ferry_gx_material *gx) {
    for (int i = 0; i < FERRY_GX_MAX_MATRICES; i++) {
        bool used = false;
        for (unsigned k = 0; k < gx->texgen_count && k < FERRY_GX_MAX_TEXGENS; k++)
            used |= gx->texgens[k].matrix == 30 + 3 * i || (int)k == i;
        if (!used) return i;
    }
    return -1;
}

/* Coordinates of the window, of a set or of the spherical effect, by a matrix that nothing else uses. */
static void place_window(ferry_gx_material *gx, uint8_t texgen, int matrix, uint32_t set,
                         const fy_composite_window *window) {
    bool sphere = set == FY_COMPOSITE_SPHERE;
    ferry_gx_texture_matrix *by = &gx->matrices[matrix];
    gx->texgens[texgen] =
        (ferry_gx_texgen){.type = FERRY_GX_TEXGEN_2X4,
                          .source = (uint8_t)(sphere ? FERRY_GX_TG_NORMAL : FERRY_GX_TG_TEX0 + set),
                          .matrix = (uint8_t)(30 + 3 * matrix)};
    *by = (ferry_gx_texture_matrix){.present = true, .projection = 1};
    for (int axis = 0; axis < 2; axis++) {
        by->scale[axis] = (float)(1 / window->size[axis]);
        by->translate[axis] = (float)(-window->from[axis] / window->size[axis]);
    }
    if (!sphere) return;
    by->mode = 6;
    for (int i = 0; i < 4; i++) by->effect[i][i] = 1;
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
    place_window(gx, to->texgen, matrix, parts->set, window);
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
                        .source = (uint8_t)fy_composite_source(swap->composite->set),
                        .map = swap->composite->map,
                        .texgen = swap->composite->texgen};
    for (uint8_t k = 0; k < 3; k++) leaf.swizzle[k] = swap->alpha ? 3 : swap->scalar ? 0 : k;
    return fy_tev_leaf(tev, &leaf);
}

void fy_composite_substitute(fy_reference *reference) {
    fy_tev *tev = &reference->tev;
    fy_composite_parts parts;
    if (!fy_composite_find(reference, reference->mode.composite->needs_alpha, reference->mode.composite->grey,
                           &parts))
        return;
    part_swap alpha = {.composite = reference->mode.composite, .part = parts.alpha, .alpha = true};
    part_swap color = {.composite = reference->mode.composite, .part = parts.color};
    color.scalar = parts.color != FY_TEV_NONE && is_grey(reference, parts.color);
    /* One part may be within the other: each formula's own goes first. */
    tev->color = fy_tev_replace(tev, tev->color, swap_part, &color);
    tev->color = fy_tev_replace(tev, tev->color, swap_part, &alpha);
    if (!reference->mode.composite->needs_alpha) return;
    tev->alpha = fy_tev_replace(tev, tev->alpha, swap_part, &alpha);
    tev->alpha = fy_tev_replace(tev, tev->alpha, swap_part, &color);
}
