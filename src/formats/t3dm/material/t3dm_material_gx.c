/*
 * t3dm_material_gx.c: maps a material with the GameCube's full state (docs/what-is-lost.md, "Materials").
 */
#include "formats/t3dm/material/t3dm_material_gx.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_choose_composite.h"
#include "formats/t3dm/material/t3dm_choose_state.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_rules.h"
#include "formats/t3dm/material/t3dm_second_material.h"
#include "formats/t3dm/material/t3dm_tiles.h"
#include "formats/t3dm/material/t3dm_toon_material.h"
#include "formats/t3dm/material/t3dm_tracks_color.h"
#include "formats/t3dm/material/t3dm_trial.h"
#include "formats/t3dm/material/t3dm_uv_scroll.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_blend.h"
#include "shade/t3dm_color_range.h"
#include "shade/t3dm_fit_shade.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_composite.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_modes.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/search/t3dm_sharpen.h"
#include "shade/t3dm_split.h"
#include "shade/t3dm_states.h"
#include "shade/t3dm_vertex_summary.h"
#include "shade/t3dm_vertex_texture.h"
#include "view/survey.h"

/* What textures at vertices are tried for, and what they have to come nearer by, in 255ths. */
#define VERTICES_FROM 3
#define VERTICES_GAIN 1

/* -------------------------------------------------------------------------------------- GX: geometry */

/* What clips make of its vertices, beside what they are at rest. */
static void learn_color_ranges(const fy_color_range *color_ranges, fy_vertex_summary *summary) {
    unsigned most = sizeof summary->colors[0] / sizeof summary->colors[0][0];
    for (int set = 0; color_ranges && set < FERRY_COLOR_SETS; set++) {
        if (color_ranges->min_alpha[set] < summary->min_alpha[set])
            summary->min_alpha[set] = color_ranges->min_alpha[set];
        for (unsigned i = 0; i < color_ranges->count[set]; i++) {
            fy_vertex_summary_color(set, &color_ranges->colors[set][i], summary);
            if (summary->count[set] < most)
                summary->colors[set][summary->count[set]++] = color_ranges->colors[set][i];
        }
    }
}

static void learn_vertices(fy_planner *p, uint32_t material) {
    p->summary = (fy_vertex_summary){.min_alpha = {1, 1}};
    for (uint32_t i = p->first_draw[material]; i < p->first_draw[material + 1]; i++) {
        uint32_t mesh = p->scene->draws.data[p->draws[i]].mesh;
        learn_color_ranges(p->color_ranges[mesh], &p->summary);
        fy_vertex_summary_learn(&p->scene->meshes.data[mesh], &p->summary);
        fy_related_uv_learn(&p->summary.related, &p->scene->meshes.data[mesh]);
    }
}

/* How much light has to differ, of 1, to show something else. */
#define OTHER_LIGHT .02

/* Of pixels from nearby those stay whose light the six sides do not show: a plate may be in full light from
 * all of them. What is blended or cut out depends on what happens to stand behind it, of which there is more
 * nearby: it is judged from afar, unless nothing is seen of it there. */
static uint32_t keep_telling(const ferry_gx_material *gx, fy_seen_pixel *pixels, uint32_t count) {
    uint32_t far = fy_survey_far(pixels, count), kept = far;
    uint16_t threshold;
    bool exact,
        solid = fy_gx_blend_hides(gx) && fy_gx_alpha_test(gx, &threshold, &exact) == FY_ALPHA_TEST_NONE;
    double low = 1, high = 0;
    for (uint32_t i = 0; i < far; i++) {
        low = fmin(low, pixels[i].towards);
        high = fmax(high, pixels[i].towards);
    }
    for (uint32_t i = far; i < count; i++) {
        bool other = pixels[i].towards < low - OTHER_LIGHT || pixels[i].towards > high + OTHER_LIGHT;
        if (!far || (solid && other)) pixels[kept++] = pixels[i];
    }
    return kept;
}

/* Where the material is seen: it is judged by that. What a material that was dropped left is of others. */
static bool learn_pixels(fy_planner *p, uint32_t material) {
    fy_reference *to = &p->reference;
    fy_reference_end(to);
    to->seen = p->seen;
    if (!p->seen) return true;
    if (!fy_survey_pixels(p->job, &p->survey, material, p->seen, &to->seen_count)) return false;
    to->seen_count = keep_telling(p->scene->materials.data[material].gx, p->seen, to->seen_count);
    return true;
}

/* -------------------------------------------------------------------------------------- GX: the rest */

static void set_depth(fy_mapping *m, const ferry_gx_material *gx) {
    bool ordinary = gx->z_compare == FERRY_GX_LESS || gx->z_compare == FERRY_GX_LEQUAL;
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
    m->to->at_vertices = m->p->reference.at_vertices;
    m->to->worlds = m->p->worlds;
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
    if (m->use_count != 1 || map->kind != FY_UV_SET || m->states.count) return false;
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
        uint32_t index = (m->states.count ? &m->states.list[0] : reference->gx)->textures[texture->map];
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

/* What is behind a difference that no replacement explains. */
static const char *unexplained(const fy_tev *tev, const fy_shading *shading, uint16_t alpha) {
    bool lit = alpha != FY_TEV_NONE && fy_tev_any(tev, alpha, fy_leaf_is_lit, NULL);
    return lit && shading->alpha_error > shading->color_error ? "its alpha is not lit on the console"
                                                              : "rounding and clamping differ";
}

/* Shares of a material's pixels below that are edges. */
#define WORTH_TELLING .03

static void report_vanished(const fy_mapping *m, const fy_seen_difference *seen) {
    if (seen->vanishes > WORTH_TELLING)
        ferry_say_measured(m->p->job, fy_mapping_severity(m), "t3dm.vanishes", m->p->name, m->path,
                           (ferry_measure){seen->vanishes * 100, "% of its pixels", false},
                           "vanishes where it should be seen: %.0f %% of its pixels", seen->vanishes * 100);
    if (seen->appears > WORTH_TELLING)
        ferry_say_measured(m->p->job, fy_mapping_severity(m), "t3dm.appears", m->p->name, m->path,
                           (ferry_measure){seen->appears * 100, "% of its pixels", false},
                           "is drawn where it should not be seen: %.0f %% of its pixels",
                           seen->appears * 100);
}

static void report_shading(const fy_mapping *m, const fy_shading *shading, uint16_t color, uint16_t alpha) {
    const fy_tev *tev = &m->p->reference.tev;
    char formula[160], opacity[80] = "free";
    fy_tev_print(tev, color, formula, sizeof formula);
    if (alpha != FY_TEV_NONE) fy_tev_print(tev, alpha, opacity, sizeof opacity);
    ferry_say(m->p->job, FERRY_NOTE, "t3dm.combiner-formula", m->p->name, m->path,
              "colour %s, alpha %s: combiner 0x%016llx, difference %.1f/255", formula, opacity,
              (unsigned long long)shading->word, shading->color_error);
    if (tev->overflow) fy_mapping_say(m, "t3dm.combiner", "its formula is too long: parts of it became zero");
    if (m->p->reference.split) return; /* both draws are told of at once */
    report_vanished(m, &shading->seen);
    double told = shading->fitted ? 4 : .5; /* the very formula differs by rounding alone */
    const char *what = shading->fitted ? unexplained(tev, shading, alpha) : shading->changes;
    fy_mapping_fault(m, FY_T3DM_BY_COMBINER, shading->seen.mean, what);
    if (shading->seen.mean <= told) return;
    unsigned stages = m->from->gx->stage_count;
    ferry_say_measured(m->p->job, fy_mapping_severity(m), "t3dm.combiner", m->p->name, m->path,
                       (ferry_measure){shading->seen.mean, "/255", false},
                       "%u TEV %s (%s) became %s: %s; mean difference in colour %.1f/255, in alpha "
                       "%.1f/255, as seen %.1f/255, over %u samples",
                       stages, stages == 1 ? "stage" : "stages", formula,
                       shading->word >> 63 ? "2 cycles" : "1 cycle", what, shading->color_error,
                       shading->alpha_error, shading->seen.mean, FY_SAMPLES);
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

/* Whether a slot has a picture that no stage reads, but that shifts what stages read. */
static bool shifts_others(const fy_mapping *m, const ferry_gx_material *gx, uint8_t slot) {
    uint32_t texture = gx->textures[slot];
    if (texture == FERRY_NONE || m->p->scene->textures.data[texture].image == FERRY_NONE ||
        !gx->indirect_enabled)
        return false;
    for (unsigned i = 0; i < gx->indirect_stage_count && i < 4; i++)
        if (gx->indirect_orders[i].map == slot) return true;
    return false;
}

/* A copy of the state in which textures without a picture are absent: they read as white. */
static const ferry_gx_material *with_pictures_only(fy_mapping *m, const ferry_gx_material *gx,
                                                   ferry_gx_material *copy) {
    *copy = *gx;
    bool used[FERRY_GX_MAX_MAPS] = {false};
    for (unsigned i = 0; i < copy->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (copy->stages[i].map < FERRY_GX_MAX_MAPS) used[copy->stages[i].map] = true;
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) {
        bool has =
            used[i] ? fy_mapping_texture(m, copy->textures[i]) != NULL : shifts_others(m, copy, (uint8_t)i);
        if (!has) copy->textures[i] = FERRY_NONE;
    }
    return copy;
}

/* What the source draws, if the material has got other environment maps. */
static void show_source(fy_mapping *m, ferry_gx_material *copy) {
    const ferry_scene *scene = m->p->survey.scene;
    const ferry_gx_material *gx = scene ? scene->materials.data[m->index].gx : m->from->gx;
    bool trying = m->trying;
    m->trying = true; /* what pictures it misses is said of the other one */
    if (gx != m->from->gx) m->p->reference.shown = with_pictures_only(m, gx, copy);
    m->trying = trying;
}

static bool blends_by_frame_alpha(const ferry_gx_material *gx) {
    return gx->blend_mode == FERRY_GX_BLEND_BLEND && gx->blend_src == FERRY_GX_FACTOR_DST_ALPHA;
}

bool fy_planner_find_masked(fy_planner *p) {
    uint32_t textures = p->scene->textures.count, materials = p->scene->materials.count;
    p->masked = ferry_new(p->job, uint32_t, textures + (size_t)1);
    if (!p->masked) return false;
    for (uint32_t i = 0; i < textures; i++) p->masked[i] = FERRY_NONE;
    for (uint32_t i = materials; i-- > 0;) {
        const ferry_gx_material *gx = p->scene->materials.data[i].gx;
        if (!gx || !blends_by_frame_alpha(gx)) continue;
        for (int k = 0; k < FERRY_GX_MAX_MAPS; k++)
            if (gx->textures[k] != FERRY_NONE) p->masked[gx->textures[k]] = i;
    }
    return true;
}

/* Eyes that show through hair come in threes: one writes the frame buffer's alpha, one is blended by it, one
 * wipes it. The game draws the first and the third without colour, which no file says; drawn with colour they
 * are black boxes. */
static const ferry_material *mask_of(const fy_mapping *m, const ferry_gx_material *gx) {
    if (gx->z_write || blends_by_frame_alpha(gx)) return NULL;
    uint32_t first = FERRY_NONE;
    for (int k = 0; k < FERRY_GX_MAX_MAPS; k++)
        if (gx->textures[k] != FERRY_NONE && m->p->masked[gx->textures[k]] < first)
            first = m->p->masked[gx->textures[k]];
    return first == FERRY_NONE ? NULL : &m->p->scene->materials.data[first];
}

/* The state at rest, drawn by the combiner of another one. */
static bool return_to_rest(fy_mapping *m, fy_trial *a) {
    fy_reference *reference = &m->p->reference;
    fy_reference_fill(reference, &m->states.list[0], &m->p->summary, reference->samples);
    if (a->blend.asks) fy_blend_want(reference, &a->additive);
    fy_trial_solve(m, a);
    a->shading.word = fy_fit_word(&a->shading.fit);
    fy_reference_measure(reference, &a->shading.fit, a->shading.word, &a->shading.color_error,
                         &a->shading.alpha_error);
    if (a->alpha.node == FY_TEV_NONE) a->shading.alpha_error = 0;
    a->shading.seen = fy_reference_seen(reference, &a->shading.fit, a->shading.word);
    return true;
}

static bool reads_map(const fy_fit *fit, uint8_t map) {
    return (fit->textures[0].used && fit->textures[0].map == map) ||
           (fit->textures[1].used && fit->textures[1].map == map);
}

/* The combiner: the one that suits the only state, or all that clips make of it. */
static bool find_shading(fy_mapping *m, const ferry_gx_material *rest, fy_trial *a) {
    uint32_t best = 0;
    if (m->states.count > 1 && !fy_rules_combiner(m) && !fy_mapping_choose_state(m, &best)) return false;
    if (!fy_mapping_try(m, best ? &m->states.list[best] : rest, a)) return false;
    if (m->to->drop) return true;
    if (best && !return_to_rest(m, a)) return false;
    if (m->toon_way == FY_TOON_ONE_DRAW)
        fy_mapping_shade_by_ramp(m, a->alpha.node != FY_TEV_NONE, &a->shading);
    if (!fy_rules_combiner(m)) report_shading(m, &a->shading, a->color, a->alpha.node);
    return true;
}

/* The picture for several textures, how light comes, and whether there are two draws. */
static bool choose_way(fy_mapping *m, const ferry_gx_material *gx, const fy_composite **composite) {
    fy_reference *reference = &m->p->reference;
    bool tried;
    if (!fy_mapping_choose_composite(m, gx, composite)) return false;
    reference->composite = *composite;
    if (reference->split) return true;
    if (!fy_mapping_choose_toon(m, *composite ? &(*composite)->gx : gx) ||
        !fy_mapping_choose_split(m, gx, *composite, &tried))
        return false;
    if (!tried) return true;
    bool light = reference->full_light;
    reference->split = m->splits ? &m->split : NULL;
    reference->full_light = false;
    bool done = fy_mapping_choose_composite(m, gx, composite);
    reference->composite = *composite;
    reference->full_light = light;
    return done;
}

/* What the material at hand is drawn on. */
static fy_vertex_draws draws_of(const fy_mapping *m) {
    const fy_planner *p = m->p;
    uint32_t first = p->first_draw[m->index];
    return (fy_vertex_draws){p->scene, p->draws + first, p->first_draw[m->index + 1] - first, p->worlds};
}

/* Slots that vertices could hold, where triangles are seen: imagined samples know of none. Clips and games
 * move coordinates, and rules speak about textures. */
static uint8_t smooth_slots(const fy_mapping *m, const ferry_gx_material *gx) {
    fy_vertex_draws draws = draws_of(m);
    if (!m->p->reference.seen_count) return 0;
    if (ferry_setting_is(m->p->job, "t3dm.composite-textures", "no") || m->states.count || m->rules ||
        m->p->scene->morphs.count)
        return 0;
    return fy_vertex_texture_slots(&draws, gx);
}

static void report_vertices(const fy_mapping *m, const ferry_gx_material *gx) {
    fy_vertex_draws draws = draws_of(m);
    unsigned slots = m->at_vertices;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        uint8_t slot = gx->stages[i].map;
        if (slot >= FERRY_GX_MAX_MAPS || !(slots >> slot & 1)) continue;
        slots &= ~(1U << slot);
        ferry_say(m->p->job, FERRY_NOTE, "t3dm.vertex-texture", m->p->name, m->path,
                  "vertices hold the colours of \"%s\": in between, they differ by %.1f/255 from it",
                  m->p->scene->textures.data[gx->textures[slot]].name,
                  fy_vertex_texture_error(&draws, gx, i));
    }
}

static void start_way(fy_mapping *m, uint8_t at_vertices) {
    m->at_vertices = m->p->reference.at_vertices = at_vertices;
    m->toon_way = FY_TOON_SMOOTH;
    m->splits = false;
    m->p->reference.split = NULL;
    m->p->reference.full_light = false;
}

/* What a way that was chosen comes to, in 255ths. */
static bool measure_way(fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                        double *error) {
    fy_trial trial;
    *error = m->splits ? m->split_error : m->toon_error;
    if (m->splits || m->toon_way != FY_TOON_SMOOTH) return true;
    if (!fy_mapping_try_quietly(m, composite ? &composite->gx : gx, &trial)) return false;
    *error = trial.shading.seen.mean + (composite ? composite->stored : 0);
    return true;
}

static bool is_ramp(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_TEX && leaf->source == FY_TEV_RAMP;
}

/* Which slot vertices had best hold, by what one draw gains by it; 0, or what it was: none gains so much. */
static bool choose_slot(fy_mapping *m, const ferry_gx_material *gx, unsigned slots, double *most,
                        uint8_t *best) {
    fy_reference *reference = &m->p->reference;
    double alone = 0;
    for (unsigned slot = 0; slot <= slots; slot = slot ? slot << 1 : 1) {
        fy_trial trial;
        if (slot && !(slots & slot)) continue;
        reference->at_vertices = (uint8_t)slot;
        if (!fy_mapping_try_quietly(m, gx, &trial)) return false;
        double error = trial.shading.seen.mean;
        if (!slot) alone = error;
        if (!slot || alone - error <= *most) continue;
        *most = alone - error;
        *best = (uint8_t)slot;
    }
    m->to->drop = false;
    reference->at_vertices = 0;
    return true;
}

/* The same for light as it comes, and for what a ramp's shade would be drawn over. */
static bool choose_slot_in_light(fy_mapping *m, const ferry_gx_material *gx, unsigned slots, uint8_t *best) {
    fy_reference *reference = &m->p->reference;
    const bool light = reference->full_light,
               steps = light || (fy_tev_any(&reference->tev, reference->tev.color, is_ramp, NULL) &&
                                 fy_mapping_may_draw_twice(m, gx));
    const fy_composite *composite = reference->composite;
    double most = VERTICES_GAIN;
    *best = 0;
    reference->composite = NULL;
    bool done = light || choose_slot(m, gx, slots, &most, best);
    reference->full_light = true;
    done = done && (!steps || choose_slot(m, gx, slots, &most, best));
    reference->full_light = light;
    reference->composite = composite;
    return done;
}

/* The same with a texture that vertices can hold, where that is better. */
static bool choose_best_way(fy_mapping *m, const ferry_gx_material *gx, const fy_composite **composite) {
    double error, other;
    uint8_t slot;
    if (m->p->reference.split) return choose_way(m, gx, composite);
    start_way(m, 0);
    if (!choose_way(m, gx, composite)) return false;
    unsigned slots = smooth_slots(m, gx);
    if (!slots) return true;
    if (!measure_way(m, gx, *composite, &error)) return false;
    if (error < VERTICES_FROM || m->to->drop) return true;
    if (!choose_slot_in_light(m, gx, slots, &slot)) return false;
    if (!slot) return true;
    start_way(m, slot);
    if (!choose_way(m, gx, composite) || !measure_way(m, gx, *composite, &other)) return false;
    if (other < error - VERTICES_GAIN && !m->to->drop) return true;
    m->to->drop = false;
    start_way(m, 0);
    return choose_way(m, gx, composite);
}

/* What the vertices carry, textures and modes. */
static bool set_up(fy_mapping *m, const ferry_gx_material *gx, const fy_trial *trial) {
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

/* Back to materials of one draw, without a composite. */
static void end_material(fy_reference *reference) {
    reference->full_light = false;
    reference->states = NULL;
    reference->composite = NULL;
    reference->split = NULL;
    reference->at_vertices = 0;
    reference->shown = NULL;
    fy_reference_end(reference); /* textures need much memory themselves */
}

/* `gx` has pictures only. */
static bool map_state(fy_mapping *m, const ferry_gx_material *gx) {
    fy_trial trial;
    const fy_composite *composite;
    if (!choose_best_way(m, gx, &composite)) return false;
    if (composite) gx = &composite->gx;
    if (!find_shading(m, gx, &trial)) return false;
    if (m->to->drop) return true;
    if (composite && reads_map(&trial.shading.fit, composite->map)) fy_mapping_keep_composite(m, composite);
    return set_up(m, gx, &trial) && (!m->states.colors || fy_mapping_color_tracks(m, &trial)) &&
           (!m->states.texgens || fy_mapping_find_uv_motion(m)) &&
           (m->toon_way != FY_TOON_ONE_DRAW || fy_mapping_use_ramp(m));
}

bool fy_mapping_gx(fy_mapping *m) {
    ferry_gx_material copy, source;
    const ferry_gx_material *gx = with_pictures_only(m, m->from->gx, &copy);
    fy_t3dm_blend blend = fy_t3dm_blend_of(gx);
    if (blend.drop)
        fy_mapping_drop(m, "t3dm.invisible",
                        "is blended so that it leaves the frame buffer "
                        "unchanged");
    if (gx->cull == FERRY_GX_CULL_ALL) fy_mapping_drop(m, "t3dm.culled", "culls both sides");
    if (blend.loss) fy_mapping_say(m, "t3dm.blend", blend.loss);
    const ferry_material *masked = mask_of(m, gx);
    if (masked && !m->to->drop)
        fy_mapping_drop(
            m, "t3dm.alpha-mask",
            ferry_job_format(m->p->job, "only writes frame buffer alpha for \"%s\"", masked->name));
    if (m->to->drop) return true;
    m->to->rdp.flags |= fy_material_cull(gx->cull);
    learn_vertices(m->p, m->index);
    if (!learn_pixels(m->p, m->index)) return false;
    m->p->reference.keeps_textures = m->rules != NULL;
    m->p->reference.full_light = false;
    show_source(m, &source);
    if (m->p->tracks && !fy_find_states(m->p->job, &m->p->clips, m->index, gx, &m->states)) return false;
    m->p->reference.states = m->states.count ? &m->states : NULL;
    if (!map_state(m, gx)) return false;
    if (m->to->drop) return true;
    fy_mapping_report_toon(m);
    fy_mapping_report_split(m);
    report_vertices(m, gx);
    end_material(&m->p->reference);
    return true;
}

static bool map_over(fy_mapping *m) {
    ferry_gx_material copy, source;
    m->trying = true; /* what pictures it misses was said */
    const ferry_gx_material *gx = with_pictures_only(m, m->from->gx, &copy);
    m->trying = false;
    show_source(m, &source);
    m->p->reference.split = &m->split;
    m->p->reference.at_vertices = m->at_vertices;
    bool done = map_state(m, gx);
    end_material(&m->p->reference);
    return done;
}

bool fy_mapping_add_over(fy_mapping *m) {
    fy_mapping over;
    if (!fy_mapping_open_second(m, ".over", &over)) return false;
    if (over.to->drop) return true;
    over.split = m->split;
    over.split.part = FY_SPLIT_OVER;
    over.at_vertices = m->at_vertices;
    if (!map_over(&over)) return false;
    return over.to->drop || fy_mapping_close_second(m, &over);
}
