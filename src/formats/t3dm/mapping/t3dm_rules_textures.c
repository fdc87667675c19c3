/*
 * t3dm_rules_textures.c: what rules change of a material's textures: format, size, wrapping, shifts,
 * references (docs/materials.md, "Textures").
 */
#include "formats/t3dm/mapping/t3dm_rules_textures.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/sprite/rdp_texel.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_rules.h"
#include "formats/t3dm/rules/t3dm_rules_match.h"
#include "formats/t3dm/rules/t3dm_rules_read.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_texture_names.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"

static const char *key_of(const fy_mapping *m, unsigned slot, fy_rule_texture_key key) {
    return ferry_job_format(m->p->job, "texture%u.%s", slot, fy_rule_texture_fields[key].name);
}

static const fy_rule_constraint *constraint_of(const fy_mapping *m, unsigned slot, fy_rule_texture_key key) {
    const fy_rule_constraint *constraint = &m->constraints[slot][key];
    return constraint->rule ? constraint : NULL;
}

bool fy_rules_is_reference(const fy_mapping *m, unsigned slot) {
    return constraint_of(m, slot, FY_RULE_REFERENCE) != NULL;
}

/* ---------------------------------------------------------------------------------- before it is made */

static bool is_power(uint32_t size) {
    return size && !(size & (size - 1));
}

/* What repeats must have a size that is a power of two. */
static bool check_repeat(const fy_mapping *m, char axis, ferry_wrap wrap, uint32_t size,
                         const fy_rule_constraint *constraint) {
    if (wrap == FERRY_WRAP_CLAMP || is_power(size)) return true;
    return fy_rules_refuse(
        m->p->job, constraint,
        "%u texels along %c cannot repeat or mirror on the console, which needs a power of two (%s)", size,
        axis, fy_rules_where(m));
}

static bool ask_size(fy_mapping *m, unsigned slot) {
    const fy_rule_constraint *size = constraint_of(m, slot, FY_RULE_SIZE),
                             *most = constraint_of(m, slot, FY_RULE_MAX_SIZE);
    fy_texture_use *use = &m->uses[slot];
    uint32_t least = fy_texture_least_rows(use);
    if (most) use->constraint.most = (uint32_t)most->value;
    if (most && use->constraint.most < least)
        return fy_rules_refuse(m->p->job, most,
                               "a longest side of %u texels is not enough for %s: the console needs at least "
                               "2 x %u",
                               use->constraint.most, fy_rules_where(m), least);
    if (!size) return true;
    use->constraint.width = (uint32_t)(size->value >> 16);
    use->constraint.height = (uint32_t)(size->value & 0xFFFF);
    if (use->constraint.width < 2 || use->constraint.height < least)
        return fy_rules_refuse(m->p->job, size,
                               "%u x %u texels are not enough for %s: the console needs at least 2 x %u",
                               use->constraint.width, use->constraint.height, fy_rules_where(m), least);
    return check_repeat(m, 's', use->wrap_s, use->constraint.width, size) &&
           check_repeat(m, 't', use->wrap_t, use->constraint.height, size);
}

/* What is needed for certain; 0: that is not known yet. */
static uint32_t asked_bytes(const fy_texture_constraint *asked) {
    return asked->width && asked->has_format ? fy_sprite_tmem(asked->format, asked->width, asked->height) : 0;
}

/* Two textures share one palette and one switch for it, so neither has one; 32 bits a texel take
 * both halves. */
static bool ask_format(fy_mapping *m, unsigned slot) {
    const fy_rule_constraint *constraint = constraint_of(m, slot, FY_RULE_FORMAT);
    fy_texture_constraint *asked = &m->uses[slot].constraint;
    if (!constraint || constraint->value == FY_SPRITE_FORMATS) return true;
    asked->has_format = true;
    asked->format = (fy_sprite_format)constraint->value;
    bool alone = m->use_count == 1;
    if (!alone && (fy_sprite_has_palette(asked->format) || asked->format == FY_SPRITE_RGBA32))
        return fy_rules_refuse(
            m->p->job, constraint,
            "%s is not possible with a second texture, which %s has; allowed: i4, ia4, i8, ia8, rgba16, "
            "ia16",
            fy_sprite_format_name(asked->format), fy_rules_where(m));
    uint32_t bytes = asked_bytes(asked);
    uint32_t limit =
        alone ? fy_sprite_tmem_limit(asked->format) : 4096 - asked_bytes(&m->uses[!slot].constraint);
    if (bytes > 0 && !fy_sprite_loads_whole(asked->format, asked->width, asked->height))
        return fy_rules_refuse(
            m->p->job, constraint,
            "%u x %u texels as %s are not loaded as they are: libdragon mixes up rows of %u "
            "columns from row %u on; %u columns are possible (%s)",
            asked->width, asked->height, fy_sprite_format_name(asked->format), asked->width,
            fy_rdp_whole_rows(FERRY_RDP_RGBA32, asked->width), asked->width - 1, fy_rules_where(m));
    if (bytes <= limit) return true;
    return fy_rules_refuse(
        m->p->job, constraint, "%u x %u texels as %s take %u bytes of TMEM, but only %u are available (%s)",
        asked->width, asked->height, fy_sprite_format_name(asked->format), bytes, limit, fy_rules_where(m));
}

bool fy_rules_ask_textures(fy_mapping *m) {
    for (unsigned i = 0; m->rules && i < m->use_count; i++)
        fy_rules_match_texture(m->p->job, m->p->scene, m->rules, i, m->uses[i].texture, m->constraints[i]);
    for (unsigned i = 0; m->rules && i < m->use_count; i++) {
        const fy_rule_constraint *s = constraint_of(m, i, FY_RULE_WRAP_S),
                                 *t = constraint_of(m, i, FY_RULE_WRAP_T);
        if (s) m->uses[i].wrap_s = (ferry_wrap)s->value;
        if (t) m->uses[i].wrap_t = (ferry_wrap)t->value;
        if (!ask_size(m, i) || (!fy_rules_is_reference(m, i) && !ask_format(m, i))) return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------------- after it is made */

bool fy_rules_check_texture(const fy_mapping *m, unsigned slot, const fy_sprite *sprite) {
    const fy_rule_constraint *size = constraint_of(m, slot, FY_RULE_SIZE),
                             *format = constraint_of(m, slot, FY_RULE_FORMAT);
    const fy_texture_constraint *asked = &m->uses[slot].constraint;
    if (format && asked->has_format && sprite->format != asked->format)
        return fy_rules_refuse(m->p->job, format, "%s is not possible for %s: only %s fits in TMEM",
                               fy_sprite_format_name(asked->format), fy_rules_where(m),
                               fy_sprite_format_name(sprite->format));
    if (size && (sprite->texels.width != asked->width || sprite->texels.height != asked->height))
        return fy_rules_refuse(m->p->job, size,
                               "%u x %u texels do not fit in the TMEM available to %s; %u x %u as %s do",
                               asked->width, asked->height, fy_rules_where(m), sprite->texels.width,
                               sprite->texels.height, fy_sprite_format_name(sprite->format));
    return true;
}

static void set_reference(fy_mapping *m, unsigned slot, uint32_t id) {
    unsigned at = m->first_slot + slot;
    ferry_rdp_tile *tile = &m->to->rdp.tiles[at];
    tile->reference = tile->hash = id;
    tile->texture = FERRY_NONE;
    m->to->paths[at] = NULL;
    m->to->texels[at] = 0;
}

void fy_rules_set_tile(fy_mapping *m, unsigned slot) {
    ferry_rdp_tile *tile = &m->to->rdp.tiles[m->first_slot + slot];
    const fy_rule_constraint *s = constraint_of(m, slot, FY_RULE_SHIFT_S),
                             *t = constraint_of(m, slot, FY_RULE_SHIFT_T);
    const fy_rule_constraint *reference = constraint_of(m, slot, FY_RULE_REFERENCE);
    if (s) tile->s.shift = (int8_t)(int64_t)s->value;
    if (t) tile->t.shift = (int8_t)(int64_t)t->value;
    if (reference) set_reference(m, slot, (uint32_t)reference->value);
}

/* ---------------------------------------------------------------------------- tiles of a T3DM file */

static bool wrap_axis(fy_mapping *m, unsigned slot, fy_rule_texture_key key, char name, uint32_t size,
                      ferry_rdp_axis *axis) {
    const fy_rule_constraint *constraint = constraint_of(m, slot, key);
    if (!constraint) return true;
    axis->clamp = constraint->value == FERRY_WRAP_CLAMP;
    axis->mirror = constraint->value == FERRY_WRAP_MIRROR;
    return check_repeat(m, name, (ferry_wrap)constraint->value, size, constraint);
}

/* The picture of such a material is a file of its own, which is not made anew. */
static bool check_foreign(const fy_mapping *m, unsigned slot) {
    static const fy_rule_texture_key making[] = {FY_RULE_FORMAT, FY_RULE_SIZE, FY_RULE_MAX_SIZE};
    for (int i = 0; i < 3; i++) {
        const fy_rule_constraint *constraint = constraint_of(m, slot, making[i]);
        bool asks = constraint && !(making[i] == FY_RULE_FORMAT && constraint->value == FY_SPRITE_FORMATS);
        if (asks && !fy_rules_is_reference(m, slot))
            return fy_rules_refuse(m->p->job, constraint,
                                   "the texture of %s is an existing file that the T3DM file "
                                   "references; it "
                                   "is not rebuilt",
                                   fy_rules_where(m));
    }
    return true;
}

bool fy_rules_set_tiles(fy_mapping *m) {
    bool filtered = m->to->rdp.other_mode & FERRY_RDP_BILINEAR;
    if (m->rules && m->rules->set[FY_RULE_FILTER].rule) fy_rules_filter(m, &filtered);
    for (unsigned i = 0; m->rules && i < 2; i++) {
        ferry_rdp_tile *tile = &m->to->rdp.tiles[i];
        if (tile->texture == FERRY_NONE && !tile->reference) continue;
        fy_rules_match_texture(m->p->job, m->p->scene, m->rules, i, tile->texture, m->constraints[i]);
        const fy_rule_constraint *size = constraint_of(m, i, FY_RULE_SIZE);
        if (!check_foreign(m, i)) return false;
        if (size)
            tile->width = (uint16_t)(size->value >> 16), tile->height = (uint16_t)(size->value & 0xFFFF);
        if (!wrap_axis(m, i, FY_RULE_WRAP_S, 's', tile->width, &tile->s) ||
            !wrap_axis(m, i, FY_RULE_WRAP_T, 't', tile->height, &tile->t))
            return false;
        fy_rules_set_tile(m, i);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ references */

bool fy_rules_reserve(fy_planner *p) {
    const fy_rules *rules = ferry_rules(p->job);
    for (uint32_t i = 0; rules && i < rules->count; i++)
        for (int k = 0; k < FY_RULE_TEXTURES; k++) {
            const fy_rule_constraint *constraint = &rules->rules[i].textures[k][FY_RULE_REFERENCE];
            if (constraint->rule && !fy_texture_store_reserve(&p->store, "", (uint32_t)constraint->value))
                return false;
        }
    return true;
}

/* ---------------------------------------------------------------------------------------------- report */

static const char *add_key(ferry_job *job, const char *list, const char *key) {
    return ferry_job_format(job, "%s%s%s", list, *list ? ", " : "", key);
}

/* The keys in which this rule has the last word. */
static const char *keys_of(const fy_mapping *m, const fy_rule *rule) {
    ferry_job *job = m->p->job;
    const char *list = "";
    for (int k = 0; k < FY_RULE_KEYS; k++)
        if (m->rules->set[k].rule == rule) list = add_key(job, list, fy_rule_fields[k].name);
    for (unsigned slot = 0; slot < 2; slot++)
        for (int k = 0; k < FY_RULE_TEXTURE_KEYS; k++)
            if (m->constraints[slot][k].rule == rule)
                list = add_key(job, list, key_of(m, slot, (fy_rule_texture_key)k));
    return list;
}

/* Keys of a slot that the material leaves empty. */
static void warn_slots(const fy_mapping *m, const fy_rule *rule) {
    for (unsigned slot = 0; slot < 2; slot++) {
        const ferry_rdp_tile *tile = &m->to->rdp.tiles[(m->first_slot + slot) % 2];
        bool filled = tile->texture != FERRY_NONE || tile->reference;
        const fy_rule_constraint *constraints = rule->textures[FY_RULE_TEXTURE0 + slot];
        for (int k = 0; !filled && k < FY_RULE_TEXTURE_KEYS; k++) {
            if (!constraints[k].rule) continue;
            ferry_say(m->p->job, FERRY_WARNING, "materials.no-texture", constraints[k].place,
                      ferry_job_format(m->p->job, "rules[%u].set.texture%u", rule->number, slot),
                      "%s has no such texture: ignored", fy_rules_where(m));
            break;
        }
    }
}

void fy_rules_report(const fy_mapping *m) {
    const fy_rules *rules = ferry_rules(m->p->job);
    if (m->rules && m->to->drop && !fy_rules_leave_out(m)) /* by the mapping */
        ferry_say(m->p->job, FERRY_WARNING, "materials.not-drawn", m->p->name, m->path,
                  "it draws nothing, so rules for it have no effect");
    for (uint32_t i = 0; m->rules && i < m->rules->count; i++) {
        const fy_rule *rule = &rules->rules[m->rules->speaking[i]];
        const char *keys = keys_of(m, rule);
        if (!m->to->drop) warn_slots(m, rule);
        const ferry_rule_use *use = &rules->uses[rule->number];
        const char *place = ferry_job_format(m->p->job, "%s:%u:%u", rules->file, use->line, use->column);
        ferry_say(m->p->job, FERRY_NOTE, "materials.applied", place, m->path, "%s sets %s in %s", use->path,
                  *keys ? keys : "nothing (later rules override all)", m->p->name);
    }
}
