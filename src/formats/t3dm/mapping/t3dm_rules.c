/*
 * t3dm_rules.c: what rules change of a material on its way (docs/materials.md, "Keys").
 *
 * The mapping finds everything as it does without rules, but for a combiner that a rule gives: then nothing
 * is searched. Then the modes and colours are set, then the textures are made as asked.
 */
#include "formats/t3dm/mapping/t3dm_rules.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/rules/t3dm_rules_match.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"

static const fy_rule_constraint *constraint_of(const fy_mapping *m, fy_rule_key key) {
    return m->rules && m->rules->set[key].rule ? &m->rules->set[key] : NULL;
}

const char *fy_rules_where(const fy_mapping *m) {
    return ferry_job_format(m->p->job, "%s of %s", m->path, m->p->scene->name);
}

static void set_bits(uint32_t *flags, uint32_t bits, bool on) {
    *flags = on ? *flags | bits : *flags & ~bits;
}

/* --------------------------------------------------------------------------------------- the combiner */

const fy_rule_constraint *fy_rules_combiner(const fy_mapping *m) {
    return constraint_of(m, FY_RULE_COMBINER);
}

bool fy_rules_check_combiner(const fy_mapping *m, unsigned textures) {
    static const char *const has[] = {"no texture", "one texture"};
    const fy_rule_constraint *constraint = fy_rules_combiner(m);
    for (uint8_t i = (uint8_t)textures; constraint && i < 2; i++)
        if (fy_rdp_reads(constraint->value, (uint8_t)(FY_RDP_TEX0 + i)))
            return fy_rules_refuse(m->p->job, constraint,
                                   "reads TEX%u, but %s has %s that the console can "
                                   "draw",
                                   i, fy_rules_where(m), has[textures]);
    return true;
}

/* The texgen by which the texture is read first; FERRY_GX_MAX_TEXGENS: not a picture. What a light's
 * brightness looks up is none. */
static uint8_t texgen_of(const ferry_gx_material *gx, uint8_t map) {
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        if (gx->stages[i].map != map) continue;
        fy_tev_source source = fy_tev_texgen_source(gx, gx->stages[i].texgen);
        if (source != FY_TEV_RAMP && source != FY_TEV_FLAT) return gx->stages[i].texgen;
    }
    return FERRY_GX_MAX_TEXGENS;
}

/* The first two pictures in the material's own order, which is the one that people are shown. */
static unsigned find_pictures(const ferry_gx_material *gx, fy_fit_texture found[2]) {
    unsigned count = 0;
    for (uint8_t map = 0; map < FERRY_GX_MAX_MAPS && count < 2; map++) {
        uint8_t texgen = texgen_of(gx, map);
        if (gx->textures[map] == FERRY_NONE || texgen == FERRY_GX_MAX_TEXGENS) continue;
        found[count++] = (fy_fit_texture){.used = true,
                                          .map = map,
                                          .texgen = texgen,
                                          .source = (uint8_t)fy_tev_texgen_source(gx, texgen),
                                          .swizzle = {0, 1, 2},
                                          .alpha = FY_FIT_NO_COMPONENT};
    }
    return count;
}

static bool has_ramp(const ferry_gx_material *gx) {
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (gx->stages[i].map < FERRY_GX_MAX_MAPS &&
            fy_tev_texgen_source(gx, gx->stages[i].texgen) == FY_TEV_RAMP)
            return true;
    return false;
}

/* SHADE: the first channel. Under a toon ramp the register says how bright the ramp gets, it is no tint. */
static uint16_t shade_node(fy_tev *tev, bool alpha) {
    const ferry_gx_channel *control = &tev->gx->channels[alpha];
    const ferry_gx_color *reg = &tev->gx->material_colors[0];
    bool ramp = has_ramp(tev->gx), vertex = control->material_source == FERRY_GX_SOURCE_VERTEX;
    fy_tev_node node = {.op = FY_TEV_RAS, .vertex = vertex, .k = {1, 1, 1}};
    node.lit = !alpha && (control->lit || ramp);
    for (int k = 0; k < 3; k++) {
        uint8_t component = alpha ? reg->a : k == 0 ? reg->r : k == 1 ? reg->g : reg->b;
        node.swizzle[k] = (uint8_t)(alpha ? 3 : k);
        if (!vertex && !ramp) node.k[k] = component / 255.0;
    }
    return fy_tev_leaf(tev, &node);
}

static void set_constant(const fy_mapping *m, fy_rule_key key, double constant[4]) {
    const fy_rule_constraint *constraint = constraint_of(m, key);
    for (int k = 0; k < 4; k++)
        constant[k] = constraint ? (double)(constraint->value >> (24 - 8 * k) & 0xFF) / 255 : 1;
}

bool fy_rules_shading(fy_mapping *m, fy_shading *shading) {
    fy_reference *reference = &m->p->reference;
    const fy_rule_constraint *constraint = fy_rules_combiner(m);
    fy_fit *fit = &shading->fit;
    fy_fit_texture pictures[2] = {0};
    unsigned count = find_pictures(reference->gx, pictures);
    *shading = (fy_shading){.word = constraint->value, .fitted = true};
    if (!fy_rules_check_combiner(m, count)) return false;
    fit->two_cycles = fy_rdp_decode(constraint->value, fit->cycles);
    for (uint8_t i = 0; i < 2; i++) {
        uint8_t slot = (uint8_t)(FY_RDP_TEX0 + i);
        fit->textures[i] = pictures[i];
        fit->textures[i].used = fy_rdp_reads(constraint->value, slot);
        if (fy_rdp_reads_alpha(constraint->value, slot)) fit->textures[i].alpha = 3;
    }
    fit->shade = fy_rdp_reads_color(constraint->value, FY_RDP_SHADE) ? shade_node(&reference->tev, false)
                                                                     : FY_TEV_NONE;
    fit->shade_alpha =
        fy_rdp_reads_alpha(constraint->value, FY_RDP_SHADE) ? shade_node(&reference->tev, true) : FY_TEV_NONE;
    set_constant(m, FY_RULE_PRIM, fit->prim);
    set_constant(m, FY_RULE_ENV, fit->env);
    double alpha;
    fy_reference_measure(reference, fit, shading->word, &shading->color_error, &alpha);
    ferry_say(m->p->job, FERRY_NOTE, "materials.combiner", m->p->name, m->path,
              "combiner 0x%016llx from rules[%u]: mean colour difference to the source %.1f/255",
              (unsigned long long)constraint->value, constraint->rule->number, shading->color_error);
    return true;
}

/* ----------------------------------------------------------------------------------- modes and colours */

static void read_rgba(uint64_t value, uint8_t rgba[4]) {
    for (int k = 0; k < 4; k++) rgba[k] = (uint8_t)(value >> (24 - 8 * k));
}

/* A constant that the combiner reads goes the mapping's way, which knows what the runtime does not send; one
 * that it does not read is sent for the game's own use. */
static void set_color(fy_mapping *m, fy_rule_key key, uint8_t slot, uint8_t bytes[4], uint8_t bit) {
    const fy_rule_constraint *constraint = constraint_of(m, key);
    if (!constraint) return;
    double value[4];
    set_constant(m, key, value);
    read_rgba(constraint->value, bytes);
    m->to->rdp.colors |= bit;
    fy_material_set_constant(m->to, slot, value);
}

static void set_colors(fy_mapping *m) {
    ferry_rdp_material *rdp = &m->to->rdp;
    const fy_rule_constraint *blend = constraint_of(m, FY_RULE_BLEND_COLOR);
    set_color(m, FY_RULE_PRIM, FY_RDP_PRIM, rdp->prim, FERRY_RDP_SET_PRIM);
    set_color(m, FY_RULE_ENV, FY_RDP_ENV, rdp->env, FERRY_RDP_SET_ENV);
    if (!blend) return;
    read_rgba(blend->value, rdp->blend);
    rdp->colors |= FERRY_RDP_SET_BLEND;
}

static bool has_alpha_one(const fy_rdp_cycle *cycle) {
    const fy_rdp_equation *alpha = &cycle->alpha;
    bool no_product = alpha->a == alpha->b || alpha->c == FY_RDP_ZERO;
    return no_product && alpha->d == FY_RDP_ONE;
}

/* A material that was opaque has nothing that could shine through: its texture's alpha takes that part, or
 * that of its vertices. Not where a rule gives the combiner. */
static void give_alpha(fy_mapping *m) {
    fy_rdp_cycle cycles[2];
    bool two = fy_rdp_decode(m->to->rdp.combiner, cycles);
    if (fy_rules_combiner(m) || !m->to->rdp.combiner || !has_alpha_one(&cycles[1])) return;
    uint64_t word = m->to->rdp.combiner;
    uint8_t from = FY_RDP_SHADE;
    for (uint8_t slot = FY_RDP_TEX1; slot >= FY_RDP_TEX0; slot--)
        if (fy_rdp_reads(word, slot)) from = slot;
    cycles[0].alpha = (fy_rdp_equation){FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, from};
    cycles[1].alpha = cycles[0].alpha;
    if (two) cycles[1].alpha.d = FY_RDP_COMBINED;
    if (m->use_count && m->uses[0].alpha == FY_NO_COMPONENT) m->uses[0].alpha = 3;
    if (from == FY_RDP_SHADE && !m->to->formula) m->to->alpha_set = 0;
    fy_material_set_word(m->to, fy_rdp_encode(cycles, two), !(m->to->rdp.flags & FERRY_RDP_UNLIT));
}

/* Where the texture's alpha is drawn is baked into it, as for all cutouts. */
static void bake_threshold(fy_mapping *m) {
    uint8_t threshold = m->to->rdp.blend[3];
    for (unsigned i = 0; i < m->use_count; i++)
        if (m->uses[i].alpha != FY_NO_COMPONENT) m->uses[i].threshold = threshold ? threshold : 1;
}

static void set_alpha(fy_mapping *m) {
    static const uint32_t blenders[] = {FERRY_RDP_BLEND_NONE, FERRY_RDP_BLEND_NONE, FERRY_RDP_BLEND_MULTIPLY,
                                        FERRY_RDP_BLEND_ADD};
    const fy_rule_constraint *constraint = constraint_of(m, FY_RULE_ALPHA);
    if (!constraint) return;
    ferry_rdp_material *rdp = &m->to->rdp;
    rdp->blender = blenders[constraint->value];
    rdp->other_mode &= ~FERRY_RDP_ALPHA_COMPARE;
    for (unsigned i = 0; i < m->use_count; i++) m->uses[i].threshold = 0;
    if (constraint->value != FERRY_ALPHA_OPAQUE) give_alpha(m);
    if (constraint->value != FERRY_ALPHA_CUTOUT) return;
    rdp->other_mode |= FERRY_RDP_ALPHA_COMPARE;
    rdp->colors |= FERRY_RDP_SET_BLEND;
    bake_threshold(m);
}

static void set_flags(fy_mapping *m) {
    ferry_rdp_material *rdp = &m->to->rdp;
    const fy_rule_constraint *cull = constraint_of(m, FY_RULE_CULL), *depth = constraint_of(m, FY_RULE_DEPTH);
    const fy_rule_constraint *lit = constraint_of(m, FY_RULE_LIT), *fog = constraint_of(m, FY_RULE_FOG);
    if (cull) {
        set_bits(&rdp->flags, FERRY_RDP_CULL_FRONT | FERRY_RDP_CULL_BACK, false);
        rdp->flags |= fy_material_cull((unsigned)cull->value);
    }
    if (depth) set_bits(&rdp->flags, FERRY_RDP_DEPTH, depth->value);
    if (lit) set_bits(&rdp->flags, FERRY_RDP_UNLIT, !lit->value);
    if (fog) rdp->fog = (uint8_t)fog->value;
    if (rdp->fog == 2) rdp->flags |= FERRY_RDP_SHADED;
    if (fog && rdp->fog == 2 && fy_rdp_reads_alpha(rdp->combiner, FY_RDP_SHADE))
        fy_mapping_say(m, "t3dm.fog", "its fog, which a rule switches on, replaces the vertex alpha it uses");
    if (!rdp->flags) rdp->flags = FERRY_RDP_SHADED; /* no flags at all would not be sent */
}

static void set_vertices(fy_mapping *m) {
    fy_t3dm_material *to = m->to;
    const fy_rule_constraint *colors = constraint_of(m, FY_RULE_VERTEX_COLORS),
                             *effect = constraint_of(m, FY_RULE_EFFECT);
    if (colors) {
        to->color_set = to->alpha_set = colors->value ? 0 : FERRY_NONE;
        to->formula = NULL;
        for (int k = 0; k < 4; k++) to->tint[k] = 1;
    }
    if (!effect) return;
    bool sphere = effect->value == FERRY_RDP_EFFECT_SPHERICAL_UV;
    if (!sphere && to->rdp.effect == FERRY_RDP_EFFECT_SPHERICAL_UV && to->uv_source == FY_T3DM_UV_NONE)
        to->uv_source = FY_T3DM_UV_SET;
    if (sphere) to->uv_source = FY_T3DM_UV_NONE;
    to->rdp.effect = (uint8_t)effect->value;
}

static void set_layer(fy_mapping *m) {
    const fy_rule_constraint *z_mode = constraint_of(m, FY_RULE_Z_MODE);
    const ferry_rdp_material *rdp = &m->to->rdp;
    if (z_mode) {
        m->to->own_z_mode = true;
        m->to->rdp.other_mode &= ~FERRY_RDP_Z_DECAL;
        m->to->rdp.other_mode |= z_mode->value * (FERRY_RDP_Z_DECAL / 3);
    }
    if (!z_mode && !constraint_of(m, FY_RULE_ALPHA)) return;
    bool decal = (rdp->other_mode & FERRY_RDP_Z_DECAL) == FERRY_RDP_Z_DECAL;
    m->to->layer = rdp->blender                                ? FY_T3DM_BLEND
                   : decal || m->split.part == FY_SPLIT_OVER   ? FY_T3DM_DECAL
                   : rdp->other_mode & FERRY_RDP_ALPHA_COMPARE ? FY_T3DM_CUTOUT
                                                               : FY_T3DM_OPAQUE;
}

void fy_rules_filter(const fy_mapping *m, bool *filtered) {
    const fy_rule_constraint *constraint = constraint_of(m, FY_RULE_FILTER);
    if (constraint) *filtered = constraint->value != FY_RULE_POINT;
    m->to->rdp.other_mode &= ~FERRY_RDP_MEDIAN;
    if (*filtered)
        m->to->rdp.other_mode |=
            constraint && constraint->value == FY_RULE_MEDIAN ? FERRY_RDP_MEDIAN : FERRY_RDP_BILINEAR;
}

bool fy_rules_leave_out(const fy_mapping *m) {
    const fy_rule_constraint *draw = constraint_of(m, FY_RULE_DRAW);
    return draw && !draw->value;
}

void fy_rules_set_modes(fy_mapping *m) {
    if (!m->rules) return;
    const fy_rule_constraint *blend = constraint_of(m, FY_RULE_BLEND_COLOR);
    if (blend) read_rgba(blend->value, m->to->rdp.blend);
    set_alpha(m);
    set_colors(m);
    set_flags(m);
    set_vertices(m);
    set_layer(m);
}
