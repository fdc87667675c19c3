/* t3dm_rules_match.c: which rules speak about a material, and about a texture of it (docs/materials.md, "What
 * a rule is about"). */
#include "formats/t3dm/rules/t3dm_rules_match.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/glob.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"

/* A model is known by its file's name with or without folders, and by that without its ending. */
static bool is_model(const char *glob, const ferry_scene *scene) {
    const char *file = scene->file ? scene->file : scene->name, *base = file;
    if (!glob) return true;
    for (const char *p = file; *p; p++)
        if (*p == '/' || *p == '#') base = p + 1;
    return fy_glob_matches(glob, base) || fy_glob_matches(glob, scene->name) || fy_glob_matches(glob, file);
}

static bool is_texture(const char *glob, const ferry_scene *scene, uint32_t texture) {
    return !glob || (texture != FERRY_NONE && fy_glob_matches(glob, scene->textures.data[texture].name));
}

static bool has_texture(const char *glob, const ferry_scene *scene, const ferry_material *material) {
    bool found = !glob;
    for (int i = 0; material->gx && i < FERRY_GX_MAX_MAPS && !found; i++)
        found = is_texture(glob, scene, material->gx->textures[i]);
    for (int i = 0; !material->gx && material->rdp && i < 2 && !found; i++)
        found = is_texture(glob, scene, material->rdp->tiles[i].texture);
    return found || is_texture(glob, scene, material->base_texture);
}

static bool speaks_about(const fy_rule *rule, const ferry_scene *scene, const ferry_material *material) {
    return !rule->mesh && !rule->node && is_model(rule->model, scene) &&
           (!rule->material || fy_glob_matches(rule->material, material->name)) &&
           has_texture(rule->texture, scene, material);
}

/* What speaks about the first draw of a material by its name, or about all of them, is not meant for what is
 * drawn over it. */
static bool speaks_about_shade(const fy_rule *rule, const ferry_scene *scene, const ferry_material *material,
                               const char *shade) {
    return rule->material && !rule->mesh && !rule->node && is_model(rule->model, scene) &&
           fy_glob_matches(rule->material, shade) && !fy_glob_matches(rule->material, material->name) &&
           has_texture(rule->texture, scene, material);
}

static void take_constraints(fy_rule_constraint *to, const fy_rule_constraint *from, int count) {
    for (int i = 0; i < count; i++)
        if (from[i].rule) to[i] = from[i];
}

static bool match(ferry_job *job, const ferry_scene *scene, uint32_t index, const char *shade,
                  const fy_overrides **overrides) {
    const fy_rules *rules = ferry_rules(job);
    *overrides = NULL;
    if (!rules || index >= scene->materials.count) return true;
    const ferry_material *material = &scene->materials.data[index];
    fy_overrides *found = ferry_new(job, fy_overrides, 1);
    if (!found) return false;
    for (uint32_t i = 0; i < rules->count; i++) {
        const fy_rule *rule = &rules->rules[i];
        bool speaks =
            shade ? speaks_about_shade(rule, scene, material, shade) : speaks_about(rule, scene, material);
        if (!speaks) continue;
        if (!found->speaking) found->speaking = ferry_new(job, uint32_t, rules->count);
        if (!found->speaking) return false;
        found->speaking[found->count++] = i;
        rules->uses[i].materials++;
        take_constraints(found->set, rule->set, FY_RULE_KEYS);
    }
    if (found->count) *overrides = found;
    return true;
}

bool fy_rules_match(ferry_job *job, const ferry_scene *scene, uint32_t index,
                    const fy_overrides **overrides) {
    return match(job, scene, index, NULL, overrides);
}

bool fy_rules_match_shade(ferry_job *job, const ferry_scene *scene, uint32_t index, const char *name,
                          const fy_overrides **overrides) {
    return match(job, scene, index, name, overrides);
}

fy_rule_constraint fy_rules_constraint(const ferry_job *job, const ferry_scene *scene, uint32_t index,
                                       fy_rule_key key) {
    const fy_rules *rules = ferry_rules(job);
    fy_rule_constraint constraint = {0};
    for (uint32_t i = 0; rules && i < rules->count; i++)
        if (speaks_about(&rules->rules[i], scene, &scene->materials.data[index]))
            take_constraints(&constraint, &rules->rules[i].set[key], 1);
    return constraint;
}

void fy_rules_match_texture(ferry_job *job, const ferry_scene *scene, const fy_overrides *overrides,
                            unsigned slot, uint32_t texture,
                            fy_rule_constraint constraints[FY_RULE_TEXTURE_KEYS]) {
    const fy_rules *rules = ferry_rules(job);
    memset(constraints, 0, FY_RULE_TEXTURE_KEYS * sizeof *constraints);
    for (uint32_t i = 0; overrides && i < overrides->count; i++) {
        const fy_rule *rule = &rules->rules[overrides->speaking[i]];
        if (!is_texture(rule->texture, scene, texture)) continue;
        take_constraints(constraints, rule->textures[FY_RULE_BOTH], FY_RULE_TEXTURE_KEYS);
        take_constraints(constraints, rule->textures[slot ? FY_RULE_TEXTURE1 : FY_RULE_TEXTURE0],
                         FY_RULE_TEXTURE_KEYS);
    }
}

bool fy_rules_refuse(ferry_job *job, const fy_rule_constraint *constraint, const char *format, ...) {
    char text[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ferry_say(job, FERRY_ERROR, "materials.not-possible", constraint->place, constraint->path, "%s", text);
    return false;
}

/* ------------------------------------------------------------------------------- triangles that go */

static bool is_draw(const fy_rule *rule, const ferry_scene *scene, const ferry_draw *draw) {
    const ferry_material *material =
        draw->material == FERRY_NONE ? NULL : &scene->materials.data[draw->material];
    if (!rule->set[FY_RULE_SIMPLIFY].rule || !is_model(rule->model, scene)) return false;
    if (rule->material && !(material && fy_glob_matches(rule->material, material->name))) return false;
    if (rule->texture && !(material && has_texture(rule->texture, scene, material))) return false;
    return !rule->mesh || fy_glob_matches(rule->mesh, draw->name) ||
           fy_glob_matches(rule->mesh, scene->meshes.data[draw->mesh].name);
}

/* By its own name or that of one above. */
static bool is_node(const char *glob, const ferry_scene *scene, uint32_t node) {
    bool found = !glob;
    for (; !found && node != FERRY_NONE; node = scene->nodes.data[node].parent)
        found = fy_glob_matches(glob, scene->nodes.data[node].name);
    return found;
}

void fy_rules_weigh_draw(ferry_job *job, const ferry_scene *scene, uint32_t draw, const uint32_t *nodes,
                         uint32_t count, double *weights) {
    const fy_rules *rules = ferry_rules(job);
    for (uint32_t i = 0; rules && i < rules->count; i++) {
        const fy_rule *rule = &rules->rules[i];
        uint64_t value = rule->set[FY_RULE_SIMPLIFY].value;
        uint32_t met = 0;
        if (!is_draw(rule, scene, &scene->draws.data[draw])) continue;
        for (uint32_t k = 0; k < count; k++) {
            if (!is_node(rule->node, scene, nodes[k])) continue;
            weights[k] = value == FY_RULE_PROTECT ? HUGE_VAL : (double)value / 1000;
            met++;
        }
        if (met && (rule->mesh || rule->node)) rules->uses[i].materials++;
    }
}
