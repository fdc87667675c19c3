/*
 * t3dm_rules_read.c: the file of rules about materials (docs/materials.md): which keys there are, and what
 * each may say. docs/materials.schema.json says the same for editors.
 */
#include "formats/t3dm/rules/t3dm_rules_read.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/glob.h"
#include "core/base/json_places.h"
#include "formats/t3dm/rules/t3dm_rules_combiner.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"

/* ------------------------------------------------------------------------------------------- the tables */

static const char *const alphas[] = {"opaque", "cutout", "blend", "add", NULL};
static const char *const culls[] = {"none", "front", "back", NULL};
static const char *const z_modes[] = {"opaque", "intersecting", "transparent", "decal", NULL};
static const char *const fogs[] = {"default", "off", "on", NULL};
static const char *const filters[] = {"point", "bilinear", "median", NULL};
static const char *const effects[] = {"none",    "spherical-uv", "cel-color", "cel-alpha",
                                      "outline", "uv-offset",    NULL};
static const char *const formats[] = {"i4",     "ci4",  "ia4",    "i8",   "ia8", "ci8",
                                      "rgba16", "ia16", "rgba32", "auto", NULL};
static const char protect[] = "protect";
static const char *const wraps[] = {"clamp", "repeat", "mirror", NULL};

const fy_rule_field fy_rule_fields[FY_RULE_KEYS] = {
    [FY_RULE_COMBINER] = {"combiner", FY_RULE_IS_COMBINER, NULL, 0, 0},
    [FY_RULE_PRIM] = {"prim", FY_RULE_IS_COLOR, NULL, 0, 0},
    [FY_RULE_ENV] = {"env", FY_RULE_IS_COLOR, NULL, 0, 0},
    [FY_RULE_BLEND_COLOR] = {"blend-color", FY_RULE_IS_COLOR, NULL, 0, 0},
    [FY_RULE_ALPHA] = {"alpha", FY_RULE_IS_WORD, alphas, 0, 0},
    [FY_RULE_CULL] = {"cull", FY_RULE_IS_WORD, culls, 0, 0},
    [FY_RULE_DEPTH] = {"depth", FY_RULE_IS_FLAG, NULL, 0, 0},
    [FY_RULE_Z_MODE] = {"z-mode", FY_RULE_IS_WORD, z_modes, 0, 0},
    [FY_RULE_FOG] = {"fog", FY_RULE_IS_WORD, fogs, 0, 0},
    [FY_RULE_LIT] = {"lit", FY_RULE_IS_FLAG, NULL, 0, 0},
    [FY_RULE_VERTEX_COLORS] = {"vertex-colors", FY_RULE_IS_FLAG, NULL, 0, 0},
    [FY_RULE_FILTER] = {"filter", FY_RULE_IS_WORD, filters, 0, 0},
    [FY_RULE_EFFECT] = {"effect", FY_RULE_IS_WORD, effects, 0, 0},
    [FY_RULE_DRAW] = {"draw", FY_RULE_IS_FLAG, NULL, 0, 0},
    [FY_RULE_SIMPLIFY] = {"simplify", FY_RULE_IS_WEIGHT, NULL, 0, 1000},
};

const fy_rule_field fy_rule_texture_fields[FY_RULE_TEXTURE_KEYS] = {
    [FY_RULE_FORMAT] = {"format", FY_RULE_IS_WORD, formats, 0, 0},
    [FY_RULE_SIZE] = {"size", FY_RULE_IS_SIZE, NULL, 1, 1024},
    [FY_RULE_MAX_SIZE] = {"max-size", FY_RULE_IS_NUMBER, NULL, 2, 1024},
    [FY_RULE_WRAP_S] = {"wrap-s", FY_RULE_IS_WORD, wraps, 0, 0},
    [FY_RULE_WRAP_T] = {"wrap-t", FY_RULE_IS_WORD, wraps, 0, 0},
    [FY_RULE_SHIFT_S] = {"shift-s", FY_RULE_IS_NUMBER, NULL, -5, 10},
    [FY_RULE_SHIFT_T] = {"shift-t", FY_RULE_IS_NUMBER, NULL, -5, 10},
    [FY_RULE_REFERENCE] = {"reference", FY_RULE_IS_ID, NULL, 0, 0},
};

const char *const fy_rule_texture_names[FY_RULE_TEXTURES] = {"texture", "texture0", "texture1"};

/* ------------------------------------------------------------------------------------------ complaints */

static bool refuse_value(const fy_json_file *file, const fy_json *json, const char *expected) {
    return fy_json_refuse(file, json, "materials.value", "expected %s, found %s", expected,
                          fy_json_found(file->job, json));
}

static bool unknown_key(const fy_json_file *file, const fy_json *json, const char *known) {
    return fy_json_refuse_key(file, json, "materials.key", "unknown key; known: %s", known);
}

static const char *join_names(ferry_job *job, const char *list, const char *name, const char *around) {
    return ferry_job_format(job, "%s%s%s%s%s", list, *list ? ", " : "", around, name, around);
}

static const char *field_names(ferry_job *job, const fy_rule_field *fields, size_t count) {
    const char *list = "";
    for (size_t i = 0; i < count; i++) list = join_names(job, list, fields[i].name, "");
    return list;
}

/* -------------------------------------------------------------------------------------------- values */

static bool read_word(const fy_json_file *file, const fy_json *json, const fy_rule_field *field,
                      uint64_t *value) {
    const char *text = json_string_value(json->value), *list = "";
    for (uint32_t i = 0; field->words[i]; i++) {
        if (text && strcmp(text, field->words[i]) == 0) {
            *value = i;
            return true;
        }
        list = join_names(file->job, list, field->words[i], "\"");
    }
    return refuse_value(file, json, ferry_job_format(file->job, "one of %s", list));
}

static bool read_flag(const fy_json_file *file, const fy_json *json, uint64_t *value) {
    *value = json_is_true(json->value);
    return json_is_boolean(json->value) || refuse_value(file, json, "true or false");
}

/* "#RRGGBB" or "#RRGGBBAA" as 0xRRGGBBAA. */
static bool read_color(const fy_json_file *file, const fy_json *json, uint64_t *value) {
    const char *text = json_string_value(json->value);
    size_t digits = text && *text == '#' ? strspn(text + 1, "0123456789abcdefABCDEF") : 0;
    if ((digits != 6 && digits != 8) || text[1 + digits])
        return refuse_value(file, json, "a colour as \"#RRGGBB\" or \"#RRGGBBAA\"");
    uint32_t color = 0;
    for (const char *p = text + 1; *p; p++)
        color = color << 4 | (uint32_t)(*p <= '9' ? *p - '0' : (*p & ~0x20) - 'A' + 10);
    *value = digits == 6 ? color << 8 | 0xFF : color;
    return true;
}

static bool is_within(const json_t *value, const fy_rule_field *field) {
    return json_is_integer(value) && json_integer_value(value) >= field->least &&
           json_integer_value(value) <= field->most;
}

static bool read_number(const fy_json_file *file, const fy_json *json, const fy_rule_field *field,
                        uint64_t *value) {
    *value = (uint64_t)json_integer_value(json->value);
    return is_within(json->value, field) ||
           refuse_value(
               file, json,
               ferry_job_format(file->job, "a whole number from %d to %d", field->least, field->most));
}

static bool read_size(const fy_json_file *file, const fy_json *json, const fy_rule_field *field,
                      uint64_t *value) {
    const json_t *width = json_array_get(json->value, 0), *height = json_array_get(json->value, 1);
    *value = (uint64_t)json_integer_value(width) << 16 | (uint64_t)json_integer_value(height);
    bool fine = json_array_size(json->value) == 2 && is_within(width, field) && is_within(height, field);
    return fine ||
           refuse_value(file, json,
                        ferry_job_format(file->job, "[width, height], each a whole number from %d to %d",
                                         field->least, field->most));
}

static bool read_id(const fy_json_file *file, const fy_json *json, uint64_t *value) {
    const char *text = json_string_value(json->value);
    json_int_t number = json_integer_value(json->value);
    if (text && strncmp(text, "0x", 2) == 0) {
        size_t digits = strspn(text + 2, "0123456789abcdefABCDEF");
        for (const char *p = text + 2; digits <= 8 && p < text + 2 + digits; p++)
            number = number << 4 | (*p <= '9' ? *p - '0' : (*p & ~0x20) - 'A' + 10);
        if (digits > 8 || text[2 + digits]) number = 0;
    }
    *value = (uint64_t)number;
    return (number > 0 && number <= UINT32_MAX) ||
           refuse_value(file, json, "a number from 1 to 4294967295, or as \"0x...\"");
}

static bool read_combiner(const fy_json_file *file, const fy_json *json, uint64_t *value) {
    const char *text = json_string_value(json->value), *problem = "";
    if (!text) return refuse_value(file, json, "a combiner as \"(A,B,C,D),(A,B,C,D)\"");
    return fy_rule_parse_combiner(file->job, text, value, &problem) ||
           fy_json_refuse(file, json, "materials.combiner", "%s", problem);
}

static bool read_weight(const fy_json_file *file, const fy_json *json, const fy_rule_field *field,
                        uint64_t *value) {
    const char *text = json_string_value(json->value);
    double number = json_number_value(json->value);
    bool fits = text ? strcmp(text, protect) == 0 : number >= .001 && number <= field->most;
    if (fits) *value = text ? FY_RULE_PROTECT : (uint64_t)(number * 1000 + .5);
    if (fits) return true;
    return refuse_value(
        file, json, ferry_job_format(file->job, "\"%s\" or a number from 0.001 to %d", protect, field->most));
}

static bool read_field(const fy_json_file *file, const fy_json *json, const fy_rule_field *field,
                       uint64_t *value) {
    switch (field->kind) {
    case FY_RULE_IS_WORD:
        return read_word(file, json, field, value);
    case FY_RULE_IS_FLAG:
        return read_flag(file, json, value);
    case FY_RULE_IS_COLOR:
        return read_color(file, json, value);
    case FY_RULE_IS_NUMBER:
        return read_number(file, json, field, value);
    case FY_RULE_IS_SIZE:
        return read_size(file, json, field, value);
    case FY_RULE_IS_ID:
        return read_id(file, json, value);
    case FY_RULE_IS_WEIGHT:
        return read_weight(file, json, field, value);
    default:
        return read_combiner(file, json, value);
    }
}

/* --------------------------------------------------------------------------------------------- objects */

/* The number of the field that the member names; `count` if none does. */
static size_t find_field(const fy_json *member, const fy_rule_field *fields, size_t count) {
    size_t i = 0;
    while (i < count && strcmp(fields[i].name, member->key) != 0) i++;
    return i;
}

static bool read_constraint(const fy_json_file *file, const fy_json *json, const fy_rule_field *field,
                            const fy_rule *rule, fy_rule_constraint *constraint) {
    *constraint = (fy_rule_constraint){.rule = rule,
                                       .place = fy_json_place_name(file->job, file->name, json->at),
                                       .path = fy_json_path(file->job, json)};
    return read_field(file, json, field, &constraint->value);
}

static bool read_texture(const fy_json_file *file, const fy_json *json, const fy_rule *rule,
                         fy_rule_constraint constraints[FY_RULE_TEXTURE_KEYS]) {
    const fy_rule_field *fields = fy_rule_texture_fields;
    if (!json_is_object(json->value)) return refuse_value(file, json, "an object");
    for (const fy_json *member = json->down; member; member = member->next) {
        size_t i = find_field(member, fields, FY_RULE_TEXTURE_KEYS);
        if (i == FY_RULE_TEXTURE_KEYS)
            return unknown_key(file, member, field_names(file->job, fields, FY_RULE_TEXTURE_KEYS));
        if (!read_constraint(file, member, &fields[i], rule, &constraints[i])) return false;
    }
    return true;
}

static bool read_set_member(const fy_json_file *file, const fy_json *member, fy_rule *rule) {
    size_t i = find_field(member, fy_rule_fields, FY_RULE_KEYS);
    if (i < FY_RULE_KEYS) return read_constraint(file, member, &fy_rule_fields[i], rule, &rule->set[i]);
    for (i = 0; i < FY_RULE_TEXTURES; i++)
        if (strcmp(member->key, fy_rule_texture_names[i]) == 0)
            return read_texture(file, member, rule, rule->textures[i]);
    const char *known = field_names(file->job, fy_rule_fields, FY_RULE_KEYS);
    for (i = 0; i < FY_RULE_TEXTURES; i++) known = join_names(file->job, known, fy_rule_texture_names[i], "");
    return unknown_key(file, member, known);
}

static bool read_set(const fy_json_file *file, const fy_json *json, fy_rule *rule) {
    if (!json_is_object(json->value)) return refuse_value(file, json, "an object");
    if (!json->down) return fy_json_refuse(file, json, "materials.value", "nothing is set");
    for (const fy_json *member = json->down; member; member = member->next)
        if (!read_set_member(file, member, rule)) return false;
    return true;
}

/* Globs outlive the file. */
static bool read_glob(const fy_json_file *file, const fy_json *json, const char **glob) {
    const char *text = json_string_value(json->value);
    if (!text) return refuse_value(file, json, "a text with wildcards");
    const char *problem = fy_glob_problem(text);
    if (problem)
        return fy_json_refuse(file, json, "materials.glob", "%s: %s", fy_json_found(file->job, json),
                              problem);
    *glob = ferry_job_format(file->job, "%s", text);
    return true;
}

static bool read_comment(const fy_json_file *file, const fy_json *json) {
    return json_is_string(json->value) || refuse_value(file, json, "a text");
}

static bool read_rule_member(const fy_json_file *file, const fy_json *member, fy_rule *rule) {
    if (strcmp(member->key, "model") == 0) return read_glob(file, member, &rule->model);
    if (strcmp(member->key, "material") == 0) return read_glob(file, member, &rule->material);
    if (strcmp(member->key, "texture") == 0) return read_glob(file, member, &rule->texture);
    if (strcmp(member->key, "mesh") == 0) return read_glob(file, member, &rule->mesh);
    if (strcmp(member->key, "node") == 0) return read_glob(file, member, &rule->node);
    if (strcmp(member->key, "comment") == 0) return read_comment(file, member);
    if (strcmp(member->key, "set") == 0) return read_set(file, member, rule);
    return unknown_key(file, member, "model, material, texture, mesh, node, set, comment");
}

static const fy_json *member_named(const fy_json *json, const char *key) {
    const fy_json *member = json->down;
    while (member && strcmp(member->key, key) != 0) member = member->next;
    return member;
}

static bool read_rule(const fy_json_file *file, const fy_json *json, fy_rule *rule) {
    if (!json_is_object(json->value)) return refuse_value(file, json, "an object");
    for (const fy_json *member = json->down; member; member = member->next)
        if (!read_rule_member(file, member, rule)) return false;
    const fy_json *set = member_named(json, "set");
    if (!set) return fy_json_refuse(file, json, "materials.missing-key", "the key \"set\" is missing");
    for (const fy_json *member = set->down; member && (rule->mesh || rule->node); member = member->next)
        if (strcmp(member->key, fy_rule_fields[FY_RULE_SIMPLIFY].name) != 0)
            return fy_json_refuse_key(file, member, "materials.key",
                                      "a rule with \"mesh\" or \"node\" can only set \"simplify\"");
    return true;
}

static bool read_rules(const fy_json_file *file, const fy_json *json, fy_rules *rules,
                       ferry_rule_use_list *uses) {
    if (!json_is_array(json->value)) return refuse_value(file, json, "an array");
    uint32_t count = (uint32_t)json_array_size(json->value);
    rules->rules = ferry_new(file->job, fy_rule, count + 1);
    rules->uses = uses->data = ferry_new(file->job, ferry_rule_use, count + 1);
    if (!rules->rules || !uses->data) return false;
    for (const fy_json *member = json->down; member; member = member->next) {
        fy_rule *rule = &rules->rules[rules->count];
        rule->number = rules->count;
        if (!read_rule(file, member, rule)) return false;
        uses->data[rules->count++] = (ferry_rule_use){
            .line = member->at.line, .column = member->at.column, .path = fy_json_path(file->job, member)};
    }
    uses->count = rules->count;
    return true;
}

static bool read_version(const fy_json_file *file, const fy_json *json) {
    return (json_is_integer(json->value) && json_integer_value(json->value) == 1) ||
           refuse_value(file, json, "1, the only version");
}

static bool read_root_member(const fy_json_file *file, const fy_json *member, fy_rules *rules,
                             ferry_rule_use_list *uses) {
    if (strcmp(member->key, "version") == 0) return read_version(file, member);
    if (strcmp(member->key, "rules") == 0) return read_rules(file, member, rules, uses);
    if (strcmp(member->key, "$schema") == 0 || strcmp(member->key, "comment") == 0)
        return read_comment(file, member);
    return unknown_key(file, member, "version, rules, comment, $schema");
}

static bool read_root(const fy_json_file *file, fy_rules *rules, ferry_rule_use_list *uses) {
    static const char *const needed[] = {"version", "rules"};
    if (!json_is_object(file->root->value)) return refuse_value(file, file->root, "an object");
    for (const fy_json *member = file->root->down; member; member = member->next)
        if (!read_root_member(file, member, rules, uses)) return false;
    for (int i = 0; i < 2; i++)
        if (!member_named(file->root, needed[i]))
            return fy_json_refuse(file, file->root, "materials.missing-key", "the key \"%s\" is missing",
                                  needed[i]);
    return true;
}

void *fy_t3dm_read_rules(ferry_job *job, const ferry_input *input, ferry_rule_use_list *uses) {
    fy_json_file file;
    fy_rules *rules = ferry_new(job, fy_rules, 1);
    if (!rules || !fy_json_open(job, input->name, input->bytes, &file)) return NULL;
    rules->file = input->name;
    bool done = read_root(&file, rules, uses) && !ferry_failed(job);
    fy_json_close(&file);
    return done ? rules : NULL;
}
