/*
 * t3dm_plan.h: what each draw of the scene becomes: materials as the file holds them (docs/formats/t3dm.md,
 * "Materials").
 */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_PLAN_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_PLAN_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "shade/t3dm_uv.h"
#include "view/near_cameras.h"

/* Objects are written layer by layer, in this order. FY_T3DM_DECAL and FY_T3DM_BLEND keep the source's order
 * of draws; the decals that the writer finds itself stand among the blended draws. */
typedef enum fy_t3dm_layer {
    FY_T3DM_OPAQUE,
    FY_T3DM_CUTOUT,
    FY_T3DM_DECAL,
    FY_T3DM_BLEND,
} fy_t3dm_layer;

/* Where fy_t3dm_shade() takes a vertex's texture coordinates from. */
typedef enum fy_t3dm_uv_source {
    FY_T3DM_UV_NONE,     /* (0, 0): untextured, or made by the console (spherical effect) */
    FY_T3DM_UV_SET,      /* uv_matrix * (u, v, 0, 1) of a UV set */
    FY_T3DM_UV_POSITION, /* uv_matrix * (x, y, z, 1) of the position in model space */
    FY_T3DM_UV_NORMAL,   /* the same of the normal */
} fy_t3dm_uv_source;

/* How clips move a material's texture coordinates. */
typedef enum fy_t3dm_uv_motion {
    FY_T3DM_UV_STILL,
    FY_T3DM_UV_SHIFTED, /* tiles move, each for itself */
    /* all tiles share coordinates that are scaled or turned: the vertices' coordinates move */
    FY_T3DM_UV_MORPH,
    FY_T3DM_UV_LOST, /* in a way that neither can: they stay as they are at rest */
} fy_t3dm_uv_motion;

/* What makes a material differ from the source. */
typedef enum fy_t3dm_cause {
    FY_T3DM_BY_COMBINER,
    FY_T3DM_BY_BLEND,
    FY_T3DM_BY_LIGHT, /* that comes in steps */
    FY_T3DM_BY_TEXTURE,
    FY_T3DM_CAUSES,
} fy_t3dm_cause;

/* How much one of them does, as far as it is known before anything is drawn. */
typedef struct fy_t3dm_fault {
    double error;    /* of 255 */
    const char *why; /* NULL: nothing */
} fy_t3dm_fault;

/* What triangles reach of a picture, in its texels; without `any`: nothing. */
typedef struct fy_reach {
    double low[2], high[2];
    bool any;
} fy_reach;

/* Pictures that one becomes at most. */
enum { FY_MOST_PIECES = 32 };

/* Lines across a picture and its repeats, in eighths of texels: each `step` from `from` on; 0: none. */
typedef struct fy_reach_lines {
    int32_t from[2];
    uint32_t step[2];
} fy_reach_lines;

/* A picture whose parts are stored each by itself (t3dm_pieces.h). */
typedef struct fy_pieces {
    fy_uv_map map;        /* of the vertices to the picture, 0..1 */
    uint32_t size[2];     /* of the picture, in texels */
    uint32_t periods[2];  /* texels after which it is the same again; 0: never */
    fy_reach_lines lines; /* along which triangles are cut first */
    uint32_t count;
    fy_reach reach[FY_MOST_PIECES];     /* what each piece's triangles show */
    uint32_t materials[FY_MOST_PIECES]; /* of the plan */
} fy_pieces;

/* One material as the file shall hold it. The container half reads the first block only; what is below it is
 * between fy_t3dm_plan_materials() and fy_t3dm_shade().
 *
 * Rules for `rdp`: the mask is FERRY_RDP_MODE_MASK, or in all materials that and FERRY_RDP_Z_WRITE;
 * tiles[k].texture names the scene's texture or is UINT32_MAX; tiles[k].hash is final and non-zero where
 * paths[k] is set. The runtime caches sprites by hash alone and skips the whole texture set-up if both hashes
 * equal those of the object before, so two materials whose paths or whose tile settings differ must not have
 * the same pair of hashes. */
typedef struct fy_t3dm_material {
    const char *name;
    ferry_rdp_material rdp;
    /* "rom:/x.ci4.sprite" as final bytes (no escapes); NULL: slot without a path */
    const char *paths[2];
    fy_t3dm_layer layer;
    bool drop; /* invisible: nothing is drawn with it */
    /* of the loss, and "its material culls both sides"; NULL: a rule asks for it */
    const char *drop_code, *drop_why;
    fy_t3dm_uv_motion uv_motion;
    struct fy_t3dm_motion *motion; /* what clips make of it (t3dm_motion.h); NULL: nothing */
    /* materials of the plan: the same one with other textures */
    uint32_t first_variant, variant_count;
    uint32_t second;         /* material of the plan that its draws are drawn with once more; 0: none */
    const fy_pieces *pieces; /* its triangles have materials of their own; NULL: they do not */
    bool tracked;            /* written even if no object has it at rest: a track names it */
    bool own_z_mode;         /* a rule says how depth is compared */
    uint32_t exports[2];     /* of the textures; FERRY_NONE: none, or not made here */
    uint8_t texels[2];       /* ferry_rdp_texel of the textures; 0: unknown */
    /* width and height of their pictures: tiles may say what an effect needs */
    uint16_t sizes[2][2];
    fy_t3dm_fault faults[FY_T3DM_CAUSES];
    bool ruled; /* the user's rules speak about it: how it looks is no loss */

    fy_t3dm_uv_source uv_source;
    uint32_t uv_set;
    double uv_matrix[3][4]; /* rows s, t and the divisor q */
    bool doubled[2];        /* rows that are, since half of the picture is stored */
    /* s and t of vertices are stored divided by 2 to the power of it, 0 to 5; the tiles multiply again */
    uint8_t uv_shift[2];
    int32_t
        uv_move[2]; /* 1/32 texels of texture A by which they are stored further right; the tiles are, too */
    /* material of the scene with GX state that clips move the coordinates of, */
    uint32_t source;
    uint8_t texgen; /* and its texgen */
    /* for UV_POSITION and UV_NORMAL, and for textures that vertices hold; NULL: not needed */
    const fy_uv_pose *pose;
    bool uv_follows;              /* its coordinates follow the joints (fy_uv_map) */
    uint32_t color_set;           /* vertex colour set that rgb comes from, FERRY_NONE: constant white */
    uint32_t alpha_set;           /* the same for alpha */
    float tint[4];                /* multiplies them */
    const struct fy_tev *formula; /* not NULL: the two nodes below say the colour instead */
    uint16_t shade, shade_alpha;
    uint8_t at_vertices; /* texture slots, by bit, that the formula looks up at the vertices */
} fy_t3dm_material;

/* What becomes of a draw that later ones cover (docs/formats/t3dm.md, "Coplanar triangles"). */
typedef struct fy_covered {
    bool behind; /* it is drawn after what is opaque: of equal surfaces the console shows the first */
    bool hidden; /* at rest */
    uint32_t
        shown_by; /* clips that switch this draw and say nothing of the covered one show it; FERRY_NONE */
} fy_covered;

/* A clip of the scene and a time in it. */
typedef struct fy_t3dm_moment {
    uint32_t clip; /* FERRY_NONE: at rest */
    double time;   /* of the clip, in seconds */
} fy_t3dm_moment;

typedef struct fy_t3dm_plan {
    fy_t3dm_material *materials;
    uint32_t material_count;
    /* plan material of each of the scene; FERRY_NONE: no draw has it; NULL: not known */
    uint32_t *of_material;
    uint32_t *of_draw; /* plan material of each draw of the scene; FERRY_NONE: nothing is drawn */
    uint32_t *places;  /* the draws in the source's order; NULL: they stand in it */
    /* draw of the scene that was planned that each was made of; NULL: they are those */
    uint32_t *origins;
    fy_covered *covered;    /* of each draw of the scene that was planned; NULL: nothing covers any */
    uint32_t *file_exports; /* of each file of a texture, what it holds (fy_t3dm_material.exports) */
    /* of each draw, how far it lies before others in its plane; NULL: none does */
    double *depth_bias;
    /* of each draw, how deep it lies: the deepest are drawn first (t3dm_inner.h); NULL: all have depth 0 */
    uint8_t *inner;
    /* of each draw, of each triangle: those of an earlier group are drawn first (t3dm_triangle_order.h);
     * NULL, also of a draw: in any order */
    const uint8_t **order_groups;
    const ferry_scene
        *uncut; /* decides the base scale, which cutting must not change; NULL: it is what is written */
    /* in whose pose coordinates that follow the joints are made, and the model was looked at */
    fy_t3dm_moment typical;
    bool surveyed; /* what is seen decided, and is told */
    /* at rest, and whose near cameras are known: who looks at what was written asks whether it is the same,
     * no more */
    const ferry_scene *surveyed_scene;
    fy_near_cameras near;                        /* of that scene, in the pose of `typical` */
    const struct fy_t3dm_animations *animations; /* t3dm_clips.h; NULL: none */
} fy_t3dm_plan;

/* A track of a clip of the scene. Its object is 0 for the material itself or n for its nth variant; colours
 * hold for all of them. Values of FY_T3DM_TARGET_MATERIAL are such numbers, too. */
typedef struct fy_motion_track {
    uint32_t clip;
    fy_t3dm_track track;
} fy_motion_track;

typedef struct fy_t3dm_motion {
    fy_motion_track *tracks; /* by clip, target, object and slot; none twice */
    uint32_t count, capacity;
} fy_t3dm_motion;

#endif
