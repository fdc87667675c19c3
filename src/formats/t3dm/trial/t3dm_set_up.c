/*
 * t3dm_set_up.c: what was chosen for a material as state of the T3DM material: modes, what the vertices
 * carry, textures (docs/what-is-lost.md, "Materials").
 */
#include "formats/t3dm/trial/t3dm_set_up.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_rules.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "formats/t3dm/trial/t3dm_tiles.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_print.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/search/t3dm_sharpen.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_fit_shade.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "view/survey.h"

/* ------------------------------------------------------------------------------------------- modes */

/* What is blended by the frame buffer's alpha is tested by what its game drew that alpha with. */
static void set_depth(fy_mapping *m, const ferry_gx_material *gx) {
    bool ordinary = gx->z_compare == FERRY_GX_LESS || gx->z_compare == FERRY_GX_LEQUAL;
    if (fy_gx_reads_frame_alpha(gx)) return;
    if (!gx->z_test) {
        m->to->rdp.flags &= ~(uint32_t)FERRY_RDP_DEPTH;
        return;
    }
    if (gx->z_compare == FERRY_GX_ALWAYS && !gx->z_write)
        m->to->rdp.flags &= ~(uint32_t)FERRY_RDP_DEPTH;
    else if (!ordinary)
        fy_mapping_say(m, "t3dm.depth-compare", "depth compare became less-or-equal");
}

static void set_fog(fy_mapping *m, const ferry_gx_material *gx, uint64_t word) {
    if (!gx->fog.present || gx->fog.type == 0) return;
    if (!fy_rdp_reads_alpha(word, FY_RDP_SHADE)) {
        m->to->rdp.fog = 2;
        return;
    }
    fy_mapping_say(m, "t3dm.fog", "fog left out: it needs the vertex alpha, which the material uses");
}

static void set_layer(fy_mapping *m, const fy_t3dm_blend *blend, const fy_alpha_plan *alpha) {
    ferry_rdp_material *rdp = &m->to->rdp;
    if (alpha->cutout) fy_material_set_cutout(m->to);
    if (!blend->translucent || alpha->node == FY_TEV_NONE) return;
    m->to->layer = FY_T3DM_BLEND;
    rdp->blender = blend->blender;
    if (!alpha->compare) return;
    rdp->other_mode |= FERRY_RDP_ALPHA_COMPARE;
    rdp->colors |= FERRY_RDP_SET_BLEND;
    rdp->blend[3] = (uint8_t)alpha->compare;
}

/* ------------------------------------------------------------------------- what the vertices carry */

/* The formula's nodes up to two that are wanted, for later than this material. */
static const fy_tev *keep_nodes(const fy_mapping *m, uint16_t one, uint16_t other) {
    const fy_reference *reference = &m->p->reference;
    uint32_t count = 1;
    if (one != FY_TEV_NONE) count = one + 1u;
    if (other != FY_TEV_NONE && other + 1u > count) count = other + 1u;
    fy_tev *kept = ferry_new(m->p->job, fy_tev, 1);
    fy_tev_node *nodes = ferry_new(m->p->job, fy_tev_node, count);
    ferry_gx_material *gx = ferry_new(m->p->job, ferry_gx_material, 1);
    if (!kept || !nodes || !gx) return NULL;
    memcpy(nodes, reference->tev.nodes, count * sizeof *nodes);
    *gx = *reference->gx;
    *kept = (fy_tev){.gx = gx, .nodes = nodes, .count = (uint16_t)count};
    return kept;
}

static bool keep_formula(fy_mapping *m, const fy_fit *fit) {
    m->to->formula = keep_nodes(m, fit->shade, fit->shade_alpha);
    m->to->shade = fit->shade;
    m->to->shade_alpha = fit->shade_alpha;
    m->to->at_vertices = m->p->reference.mode.at_vertices;
    m->to->pose = m->p->pose;
    return m->to->formula != NULL;
}

static bool is_plain_raster(const fy_tev_node *node, bool alpha) {
    bool straight = alpha ? node->swizzle[0] == 3
                          : node->swizzle[0] == 0 && node->swizzle[1] == 1 && node->swizzle[2] == 2;
    return node->op == FY_TEV_RAS && !node->looked_up && straight && node->swizzle[1] == (alpha ? 3 : 1);
}

/* What the vertices carry: usually a colour set times a constant, else a formula of their colours. */
static bool set_shade(fy_mapping *m, const fy_fit *fit) {
    const fy_tev *tev = &m->p->reference.tev;
    fy_t3dm_material *to = m->to;
    if (fit->shade != FY_TEV_NONE) {
        const fy_tev_node *node = &tev->nodes[fit->shade];
        if (!is_plain_raster(node, false)) return keep_formula(m, fit);
        to->color_set = node->vertex ? node->channel : FERRY_NONE;
        for (int k = 0; k < 3; k++) to->tint[k] = (float)node->k[k];
    }
    if (fit->shade_alpha != FY_TEV_NONE) {
        const fy_tev_node *node = &tev->nodes[fit->shade_alpha];
        if (!is_plain_raster(node, true)) return keep_formula(m, fit);
        to->alpha_set = node->vertex ? node->channel : FERRY_NONE;
        to->tint[3] = (float)(node->k[0] * fy_tev_dark_alpha(tev->gx, node->channel));
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- textures */

static bool set_bake(fy_mapping *m, const fy_fit_texture *texture, fy_texture_use *use) {
    char text[2][160] = {"as it is", "as it is"};
    uint16_t nodes[2] = {(uint16_t)(texture->baked - 1u), (uint16_t)(texture->baked_alpha - 1u)};
    if (!texture->baked && !texture->baked_alpha) return true;
    use->bake = (fy_texture_bake){keep_nodes(m, nodes[0], nodes[1]), nodes[0], nodes[1]};
    if (texture->baked_alpha) use->alpha = 3;
    for (int i = 0; i < 2; i++)
        if (nodes[i] != FY_TEV_NONE) fy_tev_print(&m->p->reference.tev, nodes[i], text[i], sizeof text[i]);
    ferry_say(m->p->job, FERRY_NOTE, "t3dm.baked-texture", m->p->name, m->path,
              "texture \"%s\" is baked: colour %s, alpha %s", m->p->scene->textures.data[use->texture].name,
              text[0], text[1]);
    return use->bake.formula != NULL;
}

/* What reads no other set than its own is exact by that. */
static void read_own_sets(fy_mapping *m) {
    fy_uv_map own[2];
    for (unsigned i = 0; i < m->use_count; i++) own[i] = fy_related_uv_own(&m->p->reference, m->texgens[i]);
    if (m->use_count == 2 && own[0].set != own[1].set) return;
    memcpy(m->maps, own, m->use_count * sizeof *own);
}

/* Texels that a pixel spans at most where they are seen large, in pictures of 320 x 240. */
#define LARGE_TEXEL .5

static bool is_near(const fy_uv_map *map, const ferry_image *image, ferry_vec2 from, ferry_vec2 to) {
    double u = (double)to.x - (double)from.x, v = (double)to.y - (double)from.y,
           across = (map->m[0][0] * u + map->m[0][1] * v) * image->width,
           down = (map->m[1][0] * u + map->m[1][1] * v) * image->height;
    return across * across + down * down < LARGE_TEXEL * LARGE_TEXEL;
}

/* Texels that all vertices' coordinates span at most: those of a picture five times as large still fit a
 * vertex's 16 bits. */
#define WIDEST_SPAN 192

static bool spans_little(const fy_reference *reference, const fy_uv_map *map, const ferry_image *image) {
    const fy_constant_uv_set *set = &reference->constant_uv.sets[map->set % FERRY_UV_SETS];
    double u = (double)set->high.x - (double)set->low.x, v = (double)set->high.y - (double)set->low.y,
           across = (fabs(map->m[0][0]) * u + fabs(map->m[0][1]) * v) * image->width,
           down = (fabs(map->m[1][0]) * u + fabs(map->m[1][1]) * v) * image->height;
    return set->met && !set->wild && across < WIDEST_SPAN && down < WIDEST_SPAN;
}

/* Whether most pixels show less than half a texel, and the console filters them. What clips change stays. */
static bool is_magnified(const fy_mapping *m) {
    const fy_reference *reference = &m->p->reference;
    const fy_uv_map *map = &m->maps[0];
    uint32_t large = 0;
    if (m->use_count != 1 || map->kind != FY_UV_SET || fy_mapping_moves_textures(m)) return false;
    const ferry_texture *texture = &m->p->scene->textures.data[m->uses[0].texture];
    const ferry_image *image = &m->p->scene->images.data[texture->image];
    bool filtered = texture->mag_filter != FERRY_FILTER_NEAREST;
    fy_rules_filter(m, &filtered);
    uint32_t far = fy_survey_far(reference->seen, reference->seen_count);
    if (!filtered || far < FY_SURVEY_FAR / 4 || !spans_little(reference, map, image)) return false;
    for (uint32_t i = 0; i < far; i++) {
        const fy_seen_pixel *pixel = &reference->seen[i];
        uint32_t set = map->set % FERRY_UV_SETS;
        large += is_near(map, image, pixel->at.uvs[set], pixel->right.uvs[set]) &&
                 is_near(map, image, pixel->at.uvs[set], pixel->below.uvs[set]);
    }
    return 2 * large > far;
}

static bool set_uses(fy_mapping *m, const fy_fit *fit, const fy_alpha_plan *alpha) {
    const fy_reference *reference = &m->p->reference;
    m->first_slot = fit->textures[0].used ? 0 : 1;
    m->use_count = (unsigned)fit->textures[0].used + (unsigned)fit->textures[1].used;
    for (unsigned i = 0; i < m->use_count; i++) {
        const fy_fit_texture *texture = &fit->textures[m->first_slot + i];
        uint32_t index = (m->states.count && !m->formula_state ? &m->states.list[0] : reference->gx)
                             ->textures[texture->map];
        const ferry_texture *of = &m->p->scene->textures.data[index];
        m->uses[i] = (fy_texture_use){
            .texture = index, .alpha = texture->alpha, .wrap_s = of->wrap_s, .wrap_t = of->wrap_t};
        memcpy(m->uses[i].swizzle, texture->swizzle, 3);
        if (alpha->threshold && texture->alpha != FY_FIT_NO_COMPONENT)
            m->uses[i].threshold = alpha->threshold;
        if (m->uses[i].threshold) m->uses[i].limit = fy_fit_cuts_from(fit);
        if (!set_bake(m, texture, &m->uses[i])) return false;
        m->slots[i] = texture->map, m->texgens[i] = texture->texgen;
        m->maps[i] = *fy_reference_map(&m->p->reference, texture->texgen);
        if (m->maps[i].loss) fy_mapping_say(m, "t3dm.texgen", m->maps[i].loss);
    }
    read_own_sets(m);
    m->uses[0].magnified = is_magnified(m);
    if (m->use_count) fy_mapping_set_uv(m);
    return true;
}

/* ---------------------------------------------------------------------------------------------- all */

bool fy_mapping_set_up(fy_mapping *m, const ferry_gx_material *gx, const fy_trial *trial) {
    const fy_fit *fit = &trial->shading.fit;
    bool lit = fit->shade != FY_TEV_NONE && fy_fit_shade_of(&m->p->reference.tev, fit->shade) == FY_FIT_LIT;
    set_fog(m, gx, trial->shading.word);
    fy_material_set_word(m->to, trial->shading.word, lit);
    fy_material_set_constant(m->to, FY_RDP_PRIM, fit->prim);
    fy_material_set_constant(m->to, FY_RDP_ENV, fit->env);
    set_layer(m, &trial->blend, &trial->alpha);
    set_depth(m, gx);
    if (!m->to->rdp.flags) m->to->rdp.flags = FERRY_RDP_SHADED; /* no flags at all would not be sent */
    return set_uses(m, fit, &trial->alpha) && set_shade(m, fit);
}
