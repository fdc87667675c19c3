/*
 * t3dm_mapping.h: one scene material on its way to a T3DM material, shared by the files that map it.
 */
#ifndef FERRY_FORMATS_T3DM_PLAN_H
#define FERRY_FORMATS_T3DM_PLAN_H

#include "core/base/order.h"
#include "shade/t3dm_blend.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "shade/t3dm_color_range.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"

/* How a material's alpha is kept. */
typedef struct fy_alpha_plan {
    uint16_t node; /* formula to fit; FY_TEV_NONE: free */
    bool cutout;
    uint16_t threshold; /* to be baked into the texture; 0: none */
    uint16_t compare;   /* blended and compared as well: the threshold; 0: not */
} fy_alpha_plan;

/* What a state of a GX material becomes. */
typedef struct fy_attempt {
    fy_t3dm_blend blend;
    fy_blend_fit glow; /* where the blend asks for the nearest way */
    fy_alpha_plan alpha;
    uint16_t color; /* formula */
    fy_shading shading;
} fy_attempt;

typedef struct fy_planner {
    ferry_job *job;
    const ferry_scene *scene;
    const char *name;
    fy_t3dm_plan *plan;
    fy_texture_store store;
    fy_shader shader;
    fy_vertex_facts facts;
    const ferry_matrix *worlds;
    uint32_t capacity;     /* of the plan's materials */
    uint32_t *of_material; /* plan material by scene material; the last: of draws without one */
    fy_order kept;         /* the plan's materials */
    bool *driven;          /* by material: tracks name it, see fy_t3dm_find_driven() */
    bool tracks; /* clips reach the file */
    fy_material_clips clips;
    fy_painted **painted; /* by mesh */
    uint32_t *draws, *first_draw; /* by material; where a material's start */
    ferry_scene *composites; /* what `scene` is, once composites are added to it; NULL before */
    uint32_t first_composite, composite_count, composite_trials; /* textures; drawn */
    double *whole_errors; /* by texture: what texture memory cannot hold of it, in 255ths; below 0: not known yet */
    uint32_t *masked; /* by texture: the first material that has it and is blended by the frame buffer's alpha */
} fy_planner;

/* What tiles were made of: texels from 0 to 1, before mirroring, and how they wrap. */
typedef struct fy_laid {
    uint32_t extents[2][2];
    ferry_wrap wraps[2][2];
    bool filtered;
    bool turned[2]; /* the first tile's axes: an environment map that lies there the other way round */
} fy_laid;

/* One scene material on its way. */
typedef struct fy_mapping {
    fy_planner *p;
    uint32_t index;
    const ferry_material *from;
    const char *path; /* for messages */
    fy_t3dm_material *to;
    fy_texture_use uses[2];
    fy_uv_map maps[2];
    unsigned use_count;
    unsigned first_slot;       /* 1: the only texture is in slot B, which the second cycle reads */
    uint8_t slots[2], texgens[2]; /* of GX, that the uses come from */
    fy_states states;          /* what clips make of it; without a list: nothing */
    bool trying;               /* nothing is said */
    fy_laid laid;
    bool shifts[2], left_behind[2]; /* of the uses: clips move their tiles; or move coordinates in a way that nothing follows */
    fy_laid *variants;             /* of each material behind it */
    const struct fy_mapping *base; /* of a variant: the material at rest; else NULL */
    const fy_overrides *rules; /* NULL: no rule speaks about it */
    fy_rule_wish wishes[2][FY_RULE_TEXTURE_KEYS]; /* what rules want of its textures */
} fy_mapping;

/* Nothing is drawn with the material. `code` is that of the loss, `why` is said of the material. Both are to last. */
void fy_mapping_drop(const fy_mapping *m, const char *code, const char *why);

/* t3dm_left_out.c: a loss for each draw whose material is dropped, but for those that rules drop. */
void fy_planner_report_left_out(const fy_planner *p);

/* Triangles of the source that are drawn with the material, as the measure of a message. */
ferry_measure fy_mapping_triangles(const fy_mapping *m);

/* A loss that names the material, measured by its triangles. */
void fy_mapping_say(const fy_mapping *m, const char *code, const char *text);

/* Sets the combiner and the draw flags that follow from what it reads. */
void fy_material_set_word(fy_t3dm_material *to, uint64_t word, bool lit);

/* PRIM or ENV (0..1), if the combiner reads it. */
void fy_material_set_constant(fy_t3dm_material *to, uint8_t slot, const double value[4]);

void fy_material_set_cutout(fy_t3dm_material *to);
uint32_t fy_material_cull(unsigned cull);

/* The texture if it has a picture; else NULL and a loss. */
const ferry_texture *fy_mapping_texture(const fy_mapping *m, uint32_t index);

/* Texture coordinates as `maps[0]` says. */
void fy_mapping_set_uv(fy_mapping *m);

/* Exports `uses` and fills the tiles. False: an error was said. */
bool fy_mapping_set_textures(fy_mapping *m);

/* Exports what a material with state of its own shows and no file holds, and names it. False: an error was said. */
bool fy_mapping_set_given_textures(fy_mapping *m);

/* The same for `to`, a copy of base->to, as a material with the other textures that `m`, a copy of *base, uses. *fits false:
 * their tiles would need other coordinates. False: an error was said. */
bool fy_mapping_set_variant(fy_mapping *m, const fy_mapping *base, fy_t3dm_material *to, bool *fits);

/* t3dm_tracks_material.c: the variants that clips want of m->to, which is number `material` of the plan, as materials
 * behind it, and which one when. False: an error was said. */
bool fy_mapping_set_variants(fy_mapping *m, uint32_t material);

/* t3dm_uv_scroll.c: how clips move the coordinates, as far as the uses are known; and the tracks that move tiles, once these
 * are there. What stays behind is told. False at the memory limit. */
bool fy_mapping_find_uv_motion(fy_mapping *m);
bool fy_mapping_low_tracks(fy_mapping *m, uint32_t material);

/* Whether the material writes depth, as the setting t3dm.depth-write wants it. After the flags. */
void fy_mapping_set_depth_write(fy_mapping *m);

/* If one material does not write depth, each says what it does. */
void fy_t3dm_name_depth_write(fy_t3dm_plan *plan);

/* Decides which exports get mip levels (docs/formats/sprite.md, "Mip levels"). */
bool fy_t3dm_plan_levels(fy_planner *planner);

bool fy_same_tile(const ferry_rdp_tile *a, const ferry_rdp_tile *b);

/* Maps a material with GX state. False: an error was said. */
bool fy_planner_find_masked(fy_planner *p);
bool fy_mapping_gx(fy_mapping *m);

/* What `state` becomes, the shader being started with it. m->to->drop: nothing. False: an error was said. */
bool fy_mapping_try(fy_mapping *m, const ferry_gx_material *state, fy_attempt *attempt);

/* t3dm_choose_states.c: the state of m->states whose own attempt suits all of them best, each with constants of its
 * own. False at the memory limit, or after an error. */
bool fy_mapping_choose_state(fy_mapping *m, uint32_t *state);

/* t3dm_choose_composite.c: the picture with which a state comes nearer than with its own textures; NULL: none does. False at
 * the memory limit. */
bool fy_mapping_choose_composite(fy_mapping *m, const ferry_gx_material *gx, const struct fy_composite **chosen);

/* Its picture is one of the file's textures from here on, and told. Of a material without it, the next one may overwrite it. */
void fy_mapping_keep_composite(const fy_mapping *m, const struct fy_composite *composite);

/* t3dm_tracks_color.c: tracks for what clips make of the constants of the attempt that became m->to, the shader being as it
 * left it. What they come to is told. False at the memory limit. */
bool fy_mapping_color_tracks(fy_mapping *m, const fy_attempt *rest);

/* t3dm_motion.c: puts the tracks in order, once all are there. */
void fy_mapping_sort_tracks(fy_mapping *m);

/* Parts of an attempt's constants that follow the colours that clips change: FY_PRIM_COLOR and so on. */
unsigned fy_attempt_free(const fy_mapping *m, const fy_attempt *attempt);

/* The constants that suit a state best, whose samples the shader has. */
void fy_attempt_solve(fy_mapping *m, fy_attempt *attempt);

/* ------------------------------------------------------ rules (t3dm_rules.c, t3dm_rules_textures.c) */

/* "material[1] "eye" of link", for complaints. */
const char *fy_rules_where(const fy_mapping *m);

/* Whether a rule leaves the material out. */
bool fy_rules_leave_out(const fy_mapping *m);

/* The combiner that a rule gives; NULL: none, it has to be found. */
const fy_rule_wish *fy_rules_combiner(const fy_mapping *m);

/* Whether the combiner that a rule gives, if any, reads none but the first `textures` textures. False: an
 * error was said. */
bool fy_rules_check_combiner(const fy_mapping *m, unsigned textures);

/* In place of fy_shader_solve(): the combiner that a rule gives, with what it reads. False: an error was
 * said. */
bool fy_rules_shading(fy_mapping *m, fy_shading *shading);

/* Modes, colours and flags. Before the textures: their alpha may be needed now. */
void fy_rules_set_modes(fy_mapping *m);

/* The filter; *filtered: as the texture says so far. */
void fy_rules_filter(const fy_mapping *m, bool *filtered);

/* What is wanted of the textures that are to be made, for `uses`. False: an error was said. */
bool fy_rules_ask_textures(fy_mapping *m);

/* Whether the game supplies the texture of that slot. */
bool fy_rules_is_reference(const fy_mapping *m, unsigned slot);

/* The shifts and the reference of a finished tile. */
void fy_rules_set_tile(fy_mapping *m, unsigned slot);

/* Whether `uses[slot]` became what was asked for. False: an error was said. */
bool fy_rules_check_texture(const fy_mapping *m, unsigned slot, const fy_sprite *sprite);

/* The tiles of a material that was read from a T3DM file. False: an error was said. */
bool fy_rules_set_tiles(fy_mapping *m);

/* Keeps the hashes of all references free. */
bool fy_rules_reserve(fy_planner *planner);

/* A note with the rules that applied, and a warning for what they say of a second texture that is not there.
 */
void fy_rules_report(const fy_mapping *m);

#endif
