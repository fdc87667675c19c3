/*
 * t3dm_rules_table.h: rules that override what becomes of materials: read from a JSON file, matched by names,
 * applied to what the mapping found (docs/materials.md).
 *
 *     t3dm_rules_read.c      the file: its keys, its words, its complaints
 *     t3dm_rules_combiner.c  the notation of combiners
 *     t3dm_rules_match.c     which rules speak about a material
 *     t3dm_rules.c           what they change
 */
#ifndef FERRY_FORMATS_T3DM_RULES_T3DM_RULES_TABLE_H
#define FERRY_FORMATS_T3DM_RULES_T3DM_RULES_TABLE_H

#include "ferry64.h"

/* What `set` may name, apart from textures. */
typedef enum fy_rule_key {
    FY_RULE_COMBINER, /* the word */
    FY_RULE_PRIM,     /* 0xRRGGBBAA, as the two after it */
    FY_RULE_ENV,
    FY_RULE_BLEND_COLOR,
    FY_RULE_ALPHA,  /* ferry_alpha_mode */
    FY_RULE_CULL,   /* ferry_cull */
    FY_RULE_DEPTH,  /* 0, 1, as all yes-or-no keys */
    FY_RULE_Z_MODE, /* the two bits of the RDP */
    FY_RULE_FOG,    /* as stored */
    FY_RULE_LIT,
    FY_RULE_VERTEX_COLORS,
    FY_RULE_FILTER, /* FY_RULE_POINT and the others below */
    FY_RULE_EFFECT, /* FERRY_RDP_EFFECT_* */
    FY_RULE_DRAW,
    FY_RULE_SIMPLIFY, /* thousandths; FY_RULE_PROTECT */
    FY_RULE_KEYS,
} fy_rule_key;

#define FY_RULE_PROTECT UINT64_MAX

enum { FY_RULE_POINT, FY_RULE_BILINEAR, FY_RULE_MEDIAN };

/* What a texture of it may name. */
typedef enum fy_rule_texture_key {
    FY_RULE_FORMAT, /* fy_sprite_format; FY_SPRITE_FORMATS: the program's choice */
    FY_RULE_SIZE,   /* width << 16 | height */
    FY_RULE_MAX_SIZE,
    FY_RULE_WRAP_S, /* ferry_wrap */
    FY_RULE_WRAP_T,
    FY_RULE_SHIFT_S, /* -5..10, as int64_t */
    FY_RULE_SHIFT_T,
    FY_RULE_REFERENCE, /* not 0 */
    FY_RULE_TEXTURE_KEYS,
} fy_rule_texture_key;

/* Textures that `set` may name: both, the first, the second. */
enum { FY_RULE_BOTH, FY_RULE_TEXTURE0, FY_RULE_TEXTURE1, FY_RULE_TEXTURES };

typedef struct fy_rule fy_rule;

/* What a rule wants of one key. */
typedef struct fy_rule_constraint {
    const fy_rule *rule; /* NULL: nothing */
    const char *place;   /* "rules.json:3:14": of the value */
    const char *path;    /* "rules[2].set.prim" */
    uint64_t value;
} fy_rule_constraint;

struct fy_rule {
    uint32_t number;
    const char *model, *material, *texture; /* globs; NULL: any */
    const char *mesh, *node;                /* the same; such rules are about triangles that go, only */
    fy_rule_constraint set[FY_RULE_KEYS];
    fy_rule_constraint textures[FY_RULE_TEXTURES][FY_RULE_TEXTURE_KEYS];
};

typedef struct fy_rules {
    const char *file;
    fy_rule *rules;
    uint32_t count;
    ferry_rule_use *uses; /* one a rule, for the program */
} fy_rules;

/* One line of the tables of keys. */
typedef enum fy_rule_kind {
    FY_RULE_IS_WORD, /* one of `words` */
    FY_RULE_IS_FLAG,
    FY_RULE_IS_COLOR,
    FY_RULE_IS_NUMBER, /* least..most */
    FY_RULE_IS_SIZE,   /* [width, height], each least..most */
    FY_RULE_IS_ID,     /* a number other than 0, or text "0x..." */
    FY_RULE_IS_COMBINER,
    FY_RULE_IS_WEIGHT, /* a number above 0, up to `most`; "protect" */
} fy_rule_kind;

typedef struct fy_rule_field {
    const char *name;
    fy_rule_kind kind;
    const char *const *words; /* ended by NULL; the value is the number of the word */
    int least, most;
} fy_rule_field;

/* What all rules together want of one material and of its textures: later rules win, key by key. */
typedef struct fy_overrides {
    fy_rule_constraint set[FY_RULE_KEYS];
    uint32_t *speaking; /* the rules that speak about the material, in their order */
    uint32_t count;
} fy_overrides;

#endif
