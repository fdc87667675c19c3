/*
 * t3dm_geometry.h: from a draw's triangles to what the console loads and draws (docs/formats/t3dm.md, "Vertex
 * cache").
 *
 *     draw -> fy_t3dm_mesh (quantised, welded) -> fy_t3dm_parts (loads, lists, sequences, strips) -> bytes
 */
#ifndef FERRY_FORMATS_T3DM_GEOMETRY_H
#define FERRY_FORMATS_T3DM_GEOMETRY_H

#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_normal.h"

/* The console's vertex cache, in slots and bytes. */
enum {
    FY_T3DM_SLOTS = 70,
    FY_T3DM_SLOT_BYTES = 36,
    FY_T3DM_CACHE_BYTES = FY_T3DM_SLOTS * FY_T3DM_SLOT_BYTES,
    FY_T3DM_STAGING_END =
        FY_T3DM_CACHE_BYTES + 352, /* loads are staged in front of this byte, 16 bytes a vertex */
    FY_T3DM_BUFFERS = 4,           /* strip buffers of a part */
    FY_T3DM_BUFFER_VALUES = 255,
    FY_T3DM_SEQUENCE_MAX = FY_T3DM_SLOTS / 3,
};

#define FY_T3DM_MARK 0x8000u /* on a strip value: a new run starts here */
#define FY_T3DM_NO_BONE 0xFFFFu

/* ---------------------------------------------------------------------------------------------- the cache */

/* What stands in the slots while an object is drawn: the number of a loaded vertex, or why there is none. */
#define FY_T3DM_SLOT_EMPTY UINT32_C(0xFFFFFFFF)
#define FY_T3DM_SLOT_LOADED_OUT UINT32_C(0xFFFFFFFE) /* destroyed by the staging area of a later load */
#define FY_T3DM_SLOT_STRIP_OUT UINT32_C(0xFFFFFFFD)  /* destroyed by a strip buffer */
#define FY_T3DM_VERTEX_LIMIT UINT32_C(0xFFFFFFF0)

typedef struct fy_t3dm_cache {
    uint32_t slots[FY_T3DM_SLOTS];
} fy_t3dm_cache;

void fy_t3dm_cache_clear(fy_t3dm_cache *cache);

/* Loads vertices `first`, `first + 1`, ... to `dest` and on. `count` is even, dest + count <= 71. */
void fy_t3dm_cache_load(fy_t3dm_cache *cache, uint32_t dest, uint32_t count, uint32_t first);

/* What a load that ends before slot `end` may do to the two slots behind it: the microcode leaves two bytes
 * in each of them while no fog was ever set. A writer must not count on them; a reader need not mind. */
void fy_t3dm_cache_spoil(fy_t3dm_cache *cache, uint32_t end);

/* Makes room for a strip buffer of `values` values. */
void fy_t3dm_cache_strip(fy_t3dm_cache *cache, uint32_t values);

/* Most values that a strip buffer may have while slots 0..used-1 must survive it. */
uint32_t fy_t3dm_strip_room(uint32_t used);

/* ------------------------------------------------------------------------------------------- what is seen */

/* Of each draw of a scene. */
typedef struct fy_t3dm_seen {
    bool *written;    /* it is seen at rest, or the tracks chunk says when */
    uint32_t *groups; /* 0: always seen; draws of one other number appear and disappear together */
} fy_t3dm_seen;

/* In the job's memory. False at the limit. */
bool fy_t3dm_find_seen(ferry_job *job, const ferry_scene *scene, const fy_t3dm_layout *layout,
                       fy_t3dm_seen *seen);

/* -------------------------------------------------------------------------------------------- pose, scale */

/* The way from a mesh's positions to the file's, for one joint or node. Lengths are still the source's. */
typedef struct fy_t3dm_frame {
    ferry_matrix
        to_file; /* mesh -> the space that the file stores: bone space, or model space without a bone */
    ferry_matrix to_model; /* mesh -> model space at rest */
    fy_t3dm_normals normals;
    uint16_t bone;         /* FY_T3DM_NO_BONE: none */
} fy_t3dm_frame;

typedef struct fy_t3dm_pose {
    const fy_t3dm_layout *layout; /* to write */
    bool mirrored;                /* x of positions and normals is stored negated */
    double scale; /* units of the file in one unit of the source */
    bool kept;    /* it is 1, because the source is a T3DM file */
    bool own_scale; /* nobody asked for it, nor for one that several models share */
    double length, reach; /* of the source: longest side of the box, farthest coordinate */
    double scale_at_rest, clips_reach; /* what the scale would be without clips; their farthest coordinate */
    double finest; /* what it would be without light, too; 0: not asked */
    bool skeleton;
    bool bakes; /* bones would be written, but the layout has none: everything stands as at rest */
    uint32_t bone_count;   /* 0 without a skeleton */
    uint32_t *nodes;       /* node of each bone, depth first */
    uint16_t *bones;       /* bone of each node */
    uint16_t *depths;      /* of each bone */
    ferry_matrix *worlds;  /* of each node, at rest, in units of the source */
    fy_t3dm_frame **skins; /* a frame for each joint of each skin */
    fy_t3dm_seen seen;     /* of the draws of the scene that it was made for */
    fy_t3dm_reach **reaches; /* of the vertices of its meshes; NULL where no morph moves any */
} fy_t3dm_pose;

/* Without a scale: decides about the skeleton and orders the bones. */
bool fy_t3dm_stand(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose);

/* Of such a pose: length and reach, the scale that would be chosen without clips, and the one that is asked for,
 * or that again. False after an error. */
bool fy_t3dm_scale_for_detail(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose);

/* Decides about the skeleton, orders the bones and chooses the base scale. `file` names the output in
 * messages. */
bool fy_t3dm_make_pose(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose);

/* Whether the scene comes from a T3DM file: its lengths are the file's units then. */
bool fy_t3dm_is_rewritten(const ferry_scene *scene);

/* What the reader kept of that file at `path`; NULL: nothing. */
const ferry_extra *fy_t3dm_find_kept(const ferry_scene *scene, const char *path);

/* Whether bones are to be written, as far as the layout has them. */
bool fy_t3dm_wants_skeleton(const ferry_job *job, const ferry_scene *scene);

/* The base scale alone, with the lengths that speak for it. */
bool fy_t3dm_choose_scale(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose);

/* A note with the scale, and a loss if a model that is far from its origin got too little of it, and no helper
 * bones (t3dm_helper.h). */
void fy_t3dm_report_scale(ferry_job *job, const char *file, const fy_t3dm_pose *pose, bool helped);

/* ferry_format.agree: what this scene is written with. */
bool fy_t3dm_agree(ferry_job *job, const ferry_scene *scene, double *scale);

/* The frames of a draw: one for each joint of its mesh's skin, or a single one, put into `own`. */
const fy_t3dm_frame *fy_t3dm_frames(const fy_t3dm_pose *pose, const ferry_scene *scene,
                                    const ferry_draw *draw, fy_t3dm_frame *own);

/* The joint that carries a vertex; 0 for a mesh without a skin. */
uint32_t fy_t3dm_joint(const ferry_scene *scene, const ferry_mesh *mesh, uint32_t vertex);

/* Where a frame puts a position; double, so that rounding happens once. */
void fy_t3dm_point(const ferry_matrix *matrix, ferry_vec3 position, double result[3]);

/* ----------------------------------------------------------------------------------------- quantised mesh */

/* A vertex as the file holds it. No padding: compared and hashed as bytes. */
typedef struct fy_t3dm_vertex {
    int16_t position[3];
    uint16_t normal; /* 5.6.5 */
    uint8_t rgba[4];
    int16_t st[2]; /* s10.5 texels */
    uint16_t bone; /* FY_T3DM_NO_BONE: model space */
} fy_t3dm_vertex;

/* The three corners of a triangle are always different vertices. */
typedef struct fy_t3dm_mesh {
    fy_t3dm_vertex *vertices;
    uint32_t vertex_count;
    uint32_t *triangles;
    uint32_t triangle_count;
    uint32_t *sources; /* of each vertex: the draw's that it was made of, or one like it; NULL: not asked for */
} fy_t3dm_mesh;

/* Where a position is stored at that scale. */
void fy_t3dm_place(const fy_t3dm_pose *pose, const fy_t3dm_frame *frame, ferry_vec3 position, double scale,
                   int16_t result[3]);

/* Whether a triangle of such corners is drawn. Corners of several bones move against each other: whether one has an
 * area depends on the pose then, unless two of them are the same point of one bone. */
bool fy_t3dm_has_area(const fy_t3dm_vertex *a, const fy_t3dm_vertex *b, const fy_t3dm_vertex *c);

typedef struct fy_t3dm_mesher fy_t3dm_mesher;

/* Of a vertex: it has to stay apart from its likes, since a morph or a paint names it; a morph turns its normal. */
enum { FY_T3DM_APART = 1, FY_T3DM_TURNED = 2 };

/* Working memory that serves one draw after the other. `restless`: see fy_t3dm_find_restless(); NULL: none is. NULL at the limit. */
fy_t3dm_mesher *fy_t3dm_mesher_open(ferry_job *job, const ferry_scene *scene, const char *file,
                                    const fy_t3dm_pose *pose, const uint8_t *const *restless);

/* A draw's triangles as the file shall hold them: quantised, texture coordinates in range, welded, none
 * without area. The result belongs to the mesher and lives until the next call; NULL at the memory limit.
 * Losses are reported. */
const fy_t3dm_mesh *fy_t3dm_quantise(fy_t3dm_mesher *mesher, uint32_t draw, const fy_t3dm_material *material);

/* Gives the mesh back. */
void fy_t3dm_mesher_close(fy_t3dm_mesher *mesher);

/* Steps of a vertex's texture coordinate (1/32 texels) in one repeat of texture A, along s or t. */
double fy_t3dm_texel_steps(const fy_t3dm_material *material, int axis);

/* Above 0: a triangle faces where its corners' normals point to. Below: away from there. */
double fy_t3dm_facing(const ferry_mesh *mesh, uint32_t triangle);

/* -------------------------------------------------------------------------------------------------- parts */

/* One part record. Its index data are `values[data...]`: list_count slots, then the strip buffers one after
 * the other. */
typedef struct fy_t3dm_part {
    uint32_t first; /* into fy_t3dm_parts.stored, even */
    uint32_t data;
    uint16_t count, dest, bone;
    uint16_t list_count; /* indices, not triangles */
    uint8_t strips[FY_T3DM_BUFFERS];
    uint8_t sequence_base, sequence_count;
} fy_t3dm_part;

typedef struct fy_t3dm_parts {
    uint32_t *stored; /* vertices of the mesh in the order of the file, pair padding included */
    uint32_t stored_count, stored_capacity;
    fy_t3dm_part *parts;
    uint32_t part_count, part_capacity;
    uint16_t *values;
    uint32_t value_count, value_capacity;
    fy_t3dm_cost cost;
} fy_t3dm_parts;

/* Working memory that serves one mesh after the other, growing as needed; parts use what the layout has. `triangles`:
 * of all meshes, so that effort is shared out. NULL at the limit. */
typedef struct fy_t3dm_maker fy_t3dm_maker;

fy_t3dm_maker *fy_t3dm_maker_open(ferry_job *job, const fy_t3dm_layout *layout, uint64_t triangles);

/* Gives the parts back. */
void fy_t3dm_maker_close(fy_t3dm_maker *maker);

/* Cuts a mesh into parts: tries each strategy, keeps the cheapest. Linear in triangles. The result belongs to
 * the maker and lives until the next call; NULL at the memory limit or when the job was stopped. */
const fy_t3dm_parts *fy_t3dm_make_parts(fy_t3dm_maker *maker, const fy_t3dm_mesh *mesh);

/* ------------------------------------------------------------------------------------------------ batches */

/* Which vertex a batch takes in next. */
typedef enum fy_t3dm_growth {
    FY_T3DM_COMPLETE, /* the one that completes most triangles */
    FY_T3DM_FINISH,   /* one that the vertex nearest to being finished waits for */
    FY_T3DM_SWEEP,    /* the next one of a sweep over the mesh */
    FY_T3DM_SOURCE,   /* the next one of the source's own order: it may have been made with care */
} fy_t3dm_growth;

/* How batches are made. New strategies are lines in the table of t3dm_parts.c. */
typedef struct fy_t3dm_strategy {
    fy_t3dm_growth growth;
    uint8_t slots; /* vertices the cache may hold: more vertices leave less room for strips */
    uint8_t
        bone_room; /* free slots that a batch must have to take in one more bone, unless that ends the bone */
    uint8_t keep;  /* what a standing vertex is worth, in eighths of a load; 0: each batch starts empty */
    uint8_t front; /* width of a sweep's front, in vertices */
    uint8_t turn;  /* where to begin, in sixteenths of all triangles */
    bool low;      /* what is kept stands in a batch's lowest slots, so that strip buffers have more room */
} fy_t3dm_strategy;

/* Triangles that are drawn from one state of the cache. */
typedef struct fy_t3dm_batch {
    uint32_t vertices[FY_T3DM_SLOTS]; /* of the mesh, by slot; UINT32_MAX: none */
    bool wanted[FY_T3DM_SLOTS];       /* a later batch may draw from what stands here */
    uint32_t start,
        fresh; /* slots start...start + fresh - 1 are new, and may be exchanged among themselves */
    uint8_t (*triangles)[3]; /* slots */
    uint32_t triangle_count;
} fy_t3dm_batch;

typedef struct fy_t3dm_batcher fy_t3dm_batcher;

/* Working memory for one mesh; NULL at the limit. */
fy_t3dm_batcher *fy_t3dm_batcher_open(ferry_job *job, const fy_t3dm_mesh *mesh);

/* From the first triangle on. */
void fy_t3dm_batcher_start(fy_t3dm_batcher *batcher, const fy_t3dm_strategy *strategy);

/* The next batch, valid until the next call; NULL once every triangle was given out. `standing`: the vertex
 * that each slot holds by now, UINT32_MAX: none. */
const fy_t3dm_batch *fy_t3dm_batcher_next(fy_t3dm_batcher *batcher, const uint32_t standing[FY_T3DM_SLOTS]);

/* ------------------------------------------------------------------------------------------------- strips */

/* Strips of one batch, as slots. Run k is values[starts[k]] ... values[starts[k + 1] -
 * 1]; a run of n values is n - 2 triangles, the first with the winding of a list triangle, then alternating.
 */
typedef struct fy_t3dm_runs {
    uint8_t *values;
    uint32_t *starts;
    uint32_t count;
} fy_t3dm_runs;

typedef struct fy_t3dm_stripper fy_t3dm_stripper;

/* Working memory for up to `triangles` triangles a batch; NULL at the limit. */
fy_t3dm_stripper *fy_t3dm_stripper_open(ferry_job *job, uint32_t triangles);

/* Covers each triangle exactly once. Corners are below FY_T3DM_SLOTS and differ. The best of so many tries.
 * The result lives until the next call. */
fy_t3dm_runs fy_t3dm_strip(fy_t3dm_stripper *stripper, const uint8_t (*triangles)[3], uint32_t count,
                           uint32_t tries);

/* Goes on from there: other strips for the same triangles, never more of them. */
fy_t3dm_runs fy_t3dm_strip_on(fy_t3dm_stripper *stripper, uint32_t rounds);

#endif
