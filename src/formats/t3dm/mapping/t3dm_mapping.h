/*
 * t3dm_mapping.h: one scene material on its way to a T3DM material, shared by the files that map it
 * (docs/what-is-lost.md, "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_MAPPING_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_MAPPING_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/order.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"
#include "formats/t3dm/texture/t3dm_texture_store.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/draws/t3dm_toon.h"
#include "shade/t3dm_color_range.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_shading.h"
#include "shade/t3dm_split.h"
#include "shade/t3dm_states.h"
#include "shade/t3dm_uv.h"
#include "view/survey.h"

/* Pictures of ramps that a model may have; more materials have smooth light. */
enum { FY_MOST_RAMPS = 32 };

/* What becomes of light that comes in steps (t3dm_toon_material.h). */
typedef enum fy_toon_way {
    FY_TOON_SMOOTH,    /* a gradient, as all light of the console is */
    FY_TOON_ONE_DRAW,  /* the ramp is all that there is to see */
    FY_TOON_TWO_DRAWS, /* the picture in full light, and the shade over it */
} fy_toon_way;

/* How a material's alpha is kept. */
typedef struct fy_alpha_plan {
    uint16_t node; /* formula to fit; FY_TEV_NONE: free */
    bool cutout;
    uint16_t threshold; /* to be baked into the texture; 0: none */
    uint16_t compare;   /* blended and compared as well: the threshold; 0: not */
    /* nothing of the material is drawn: the loss, as for fy_mapping_drop(); NULL: something is */
    const char *drop_code, *drop_why;
} fy_alpha_plan;

/* What a state of a GX material becomes. */
typedef struct fy_trial {
    fy_t3dm_blend blend;
    fy_blend_fit blend_fit; /* where the console has no such blend */
    fy_alpha_plan alpha;
    bool recolors;  /* samples want the colours with which its alpha comes nearest to the blend */
    uint16_t color; /* formula */
    fy_shading shading;
} fy_trial;

/* Looks at a model while its clips play. */
enum { FY_MOST_LOOKS_IN_CLIPS = 6 };

/* Pictures that materials get, and what was tried for them: a model may have so many. Written by choice/ and
 * t3dm_wide_scene.c. */
typedef struct fy_planner_pictures {
    ferry_scene *scene; /* what the planner's scene is once it has room for pictures; NULL before */
    uint32_t first;     /* texture: those from it on were added */
    uint32_t composites, composite_trials, of_films;
    uint32_t ramps[FY_MOST_RAMPS], ramp_count; /* textures: pictures of toon ramps */
    /* by texture of the source: what texture memory cannot hold of it, in 255ths; below 0: not known yet */
    double *whole_errors;
} fy_planner_pictures;

/* All materials on their way. */
typedef struct fy_planner {
    /* given */
    ferry_job *job;
    const ferry_scene *scene, *drawn; /* as it is looked at, and as it is drawn (core/scene/full_model.h) */
    const char *name;
    bool tracks;                  /* clips reach the file */
    bool *driven;                 /* by material: tracks name it, see fy_t3dm_find_driven() */
    uint32_t *draws, *first_draw; /* by material; where a material's start */
    fy_material_clips clips;
    fy_color_range **color_ranges; /* by mesh */

    /* what is seen of the model, before any material is mapped */
    fy_survey survey, in_clips[FY_MOST_LOOKS_IN_CLIPS];
    uint32_t in_clip_count;
    const ferry_scene *posed; /* as it is looked at, in the pose of coordinates that follow the joints */
    const fy_uv_pose *pose;   /* NULL: none are made of positions or normals */
    /* by texture: the first material that has it and is blended by the frame buffer's alpha */
    uint32_t *masked;
    bool *lying; /* by material: blended by that alpha, and in one plane with what is below */

    /* of the material at hand */
    fy_reference reference;
    fy_vertex_summary summary;
    fy_seen_pixel *seen; /* room for FY_SURVEY_PIXELS; NULL: no survey */

    /* what has been planned so far */
    fy_t3dm_plan *plan;
    uint32_t capacity;     /* of the plan's materials */
    uint32_t *of_material; /* plan material by scene material; the last: of draws without one */
    fy_order kept;         /* the plan's materials */
    fy_texture_store store;
    fy_planner_pictures pictures;
    uint32_t motion_choices;  /* materials for which several ways to follow clips were tried */
    uint32_t room_for_pieces; /* triangles that may still be added so that pictures can be stored in pieces */
    const uint8_t **animated; /* by draw: see fy_t3dm_find_animated_vertices(); NULL: not asked for yet */
} fy_planner;

/* What tiles were made of, by use and axis. */
typedef struct fy_tile_source {
    uint32_t extents[2][2]; /* how many texels there would be from 0 to 1, with mirror images */
    uint32_t stored[2][2];  /* those that a tile shows: of the part that is stored, with its mirror image */
    double starts[2][2];    /* where that part starts, in texels */
    ferry_wrap wraps[2][2];
    bool filtered;
    bool turned[2]; /* the first tile's axes: an environment map that lies there the other way round */
} fy_tile_source;

/* One scene material on its way. */
typedef struct fy_mapping {
    /* given */
    fy_planner *p;
    uint32_t index;
    const ferry_material *from;
    const char *path;              /* for messages */
    const struct fy_mapping *base; /* of a variant: the material at rest; else NULL */
    const fy_overrides *rules;     /* NULL: no rule speaks about it */

    /* the result */
    fy_t3dm_material *to;
    bool trying; /* nothing is said */

    /* how it follows clips: animated/t3dm_choose_motion.c; films: choice/t3dm_film.c */
    fy_states states; /* what clips make of it; without a list: nothing */
    /* the state that it stands still in; NULL: the one at rest, or it follows clips */
    const ferry_gx_material *fixed_state;
    /* the formula is of this state, and clips reach its constants alone; NULL: it has a place for all that
     * they change */
    const ferry_gx_material *formula_state;
    bool shoots; /* pictures of other moments take turns with that of `formula_state`, if there is one */
    struct fy_film *film; /* these pictures; NULL: none */

    /* the way that it is drawn in: choice/ */
    uint8_t at_vertices; /* slots of textures, by bit, that its vertices hold */
    fy_toon_way toon_way;
    fy_toon toon;
    bool looks_light_up;    /* its only texture is the picture of a ramp */
    double toon_error;      /* mean difference to the source that it leaves, of 255 */
    double toon_similarity; /* how alike they are (t3dm_appearance.h) */
    bool splits;            /* a mask of it becomes a second draw, by `split` */
    fy_split split;         /* of a second draw: the part that it is */
    double split_error;     /* as toon_error */

    /* its textures and tiles: trial/ */
    fy_texture_use uses[2];
    fy_uv_map maps[2];
    unsigned use_count;
    unsigned first_slot;          /* 1: the only texture is in slot B, which the second cycle reads */
    uint8_t slots[2], texgens[2]; /* of GX, that the uses come from */
    fy_tile_source tile_source;
    fy_rule_constraint constraints[2][FY_RULE_TEXTURE_KEYS]; /* what rules want of its textures */
    fy_pieces *pieces;                                       /* its picture is stored in these; NULL: whole */
    fy_texture_use *piece_uses;                              /* of each */
    fy_t3dm_material *unplaced;                              /* `to` as it was before any tile was set */

    /* its tracks: animated/t3dm_uv_scroll.c, t3dm_tracks_material.c */
    /* of the uses: clips move their tiles; or move coordinates in a way that nothing follows */
    bool shifts[2], left_behind[2];
    fy_tile_source *variants; /* of each material behind it */
} fy_mapping;

/* Room for a material, its variants and its shade. The plan's materials may move. False at the limit. */
bool fy_planner_reserve_materials(fy_planner *p);

/* As everything starts: opaque, with depth, without textures. */
void fy_material_start(fy_t3dm_material *to, const char *name);

/* Nothing is drawn with the material. `code` is that of the loss, `why` is said of the material. Both are to
 * last. */
void fy_mapping_drop(const fy_mapping *m, const char *code, const char *why);

/* Triangles of the source that are drawn with the material, as the measure of a message. */
ferry_measure fy_mapping_triangles(const fy_mapping *m);

/* The part of the pixels that show a material which shows this one: 0..1; 1 where nobody looked. */
double fy_mapping_seen_share(const fy_mapping *m);

/* A loss that names the material, measured by its triangles. */
void fy_mapping_say(const fy_mapping *m, const char *code, const char *text);

/* Notes what makes the material differ. What it says of itself is a note where the whole is
 * told later, as it is seen; else a loss. */
void fy_mapping_fault(const fy_mapping *m, fy_t3dm_cause cause, double error, const char *why);
ferry_severity fy_mapping_severity(const fy_mapping *m);

/* Whether clips exchange pictures of the material, or move them. */
bool fy_mapping_moves_textures(const fy_mapping *m);

/* Sets the combiner and the draw flags that follow from what it reads. */
void fy_material_set_word(fy_t3dm_material *to, uint64_t word, bool lit);

/* PRIM or ENV (0..1), if the combiner reads it. */
void fy_material_set_constant(fy_t3dm_material *to, uint8_t slot, const double value[4]);

/* Draws texels by an alpha compare with the blend colour's alpha; and the RDP flags of a ferry_cull. */
void fy_material_set_cutout(fy_t3dm_material *to);
uint32_t fy_material_cull(unsigned cull);

/* The texture if it has a picture; else NULL and a loss. */
const ferry_texture *fy_mapping_texture(const fy_mapping *m, uint32_t index);

#endif
