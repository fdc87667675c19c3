/*
 * t3dm_batcher.h: what the files that cut a mesh into batches share (docs/formats/t3dm.md, "How batches are
 * made").
 *
 *     t3dm_batches.c (which slots, one batch after the other) -> t3dm_vertex_order.c (which vertex next)
 *                                                             -> t3dm_sweep.c (an order of all triangles)
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_BATCHER_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_BATCHER_H

#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/pose/t3dm_place.h"

/* Which vertex a batch takes in next. */
typedef enum fy_t3dm_vertex_order {
    FY_T3DM_COMPLETE, /* the one that completes most triangles */
    FY_T3DM_FINISH,   /* one that the vertex nearest to being finished waits for */
    FY_T3DM_SWEEP,    /* the next one of a sweep over the mesh */
    FY_T3DM_SOURCE,   /* the next one of the source's own order: it may have been made with care */
} fy_t3dm_vertex_order;

/* How batches are made. New strategies are lines in the tables of t3dm_strategies.c. */
typedef struct fy_t3dm_strategy {
    fy_t3dm_vertex_order vertex_order;
    uint8_t slots; /* vertices the cache may hold: more vertices leave less room for strips */
    /* free slots that a batch must have to take in one more bone, unless that ends the bone */
    uint8_t bone_room;
    uint8_t keep;  /* what a standing vertex is worth, in eighths of a load; 0: each batch starts empty */
    uint8_t front; /* width of a sweep's front, in vertices */
    uint8_t turn;  /* where to begin, in sixteenths of all triangles */
    bool low;      /* what is kept stands in a batch's lowest slots, so that strip buffers have more room */
} fy_t3dm_strategy;

/* Triangles that are drawn from one state of the cache. */
typedef struct fy_t3dm_batch {
    uint32_t vertices[FY_T3DM_SLOTS]; /* of the mesh, by slot; UINT32_MAX: none */
    bool wanted[FY_T3DM_SLOTS];       /* a later batch may draw from what stands here */
    /* slots start...start + fresh - 1 are new, and may be exchanged among themselves */
    uint32_t start, fresh;
    uint8_t (*triangles)[3]; /* slots */
    uint32_t triangle_count;
} fy_t3dm_batch;

typedef struct fy_t3dm_batcher fy_t3dm_batcher;

#define FY_T3DM_NONE UINT32_MAX

/* fy_t3dm_batcher.place of a vertex that has no slot; .missing of a slot that is to be counted, or is
 * finished. */
enum { FY_T3DM_OUTSIDE = 255, FY_T3DM_STALE = 255, FY_T3DM_FINISHED = 254, FY_T3DM_NEAR = 256 };

struct fy_t3dm_batcher {
    const fy_t3dm_mesh *mesh;
    fy_t3dm_strategy strategy;

    /* Triangles of vertex v: adjacency[first[v]] ..., `listed[v]` of them; those already given out leave when
     * met. */
    uint32_t *adjacency, *first, *listed;
    uint32_t *open; /* triangles of a vertex not yet given out */
    uint8_t *done;
    uint32_t *seeds; /* all triangles, in the order of the sweep or bone after bone: where to go on */
    /* of a triangle in the sweep; working memory of the sweep, of triangles, too */
    uint32_t *rank, *sorted, *passed;
    uint32_t cursor, next_seed;
    uint32_t swept; /* width of the front whose sweep `seeds` are; 0: another order */

    /* Bones, numbered anew: those that the mesh has. */
    uint16_t *bone;       /* of each vertex */
    uint32_t *by_bone;    /* vertices, bone after bone */
    uint32_t *bone_first; /* into by_bone */
    uint32_t *needed;     /* of each bone: vertices outside that triangles wait for */
    uint32_t mesh_bones;

    uint8_t *slot_of; /* slot of a vertex, or OUTSIDE */
    uint32_t *born;   /* when a vertex was loaded last */
    uint32_t clock;
    uint32_t *gain; /* triangles that a vertex outside would complete */
    uint32_t *frontier;
    uint32_t frontier_count;
    uint32_t near[FY_T3DM_NEAR]; /* triangles with one corner inside */
    uint32_t near_count, near_at;
    uint16_t bones[FY_T3DM_SLOTS]; /* of the new vertices */
    uint32_t bone_count;
    uint32_t room; /* new vertices that the batch may have */
    /* What it takes to finish the vertex in a slot, or STALE, or FINISHED: also where none stands. */
    uint8_t missing[FY_T3DM_SLOTS];
    /* bones of the batch when that was counted; 0: it cannot be counted down */
    uint8_t counted[FY_T3DM_SLOTS];

    fy_t3dm_batch batch;
};

static inline const uint32_t *fy_t3dm_corners(const fy_t3dm_batcher *b, uint32_t triangle) {
    return b->mesh->triangles + 3 * (size_t)triangle;
}

/* The vertex stands in `slot` from now on; triangles that it completes are given out. */
void fy_t3dm_enter(fy_t3dm_batcher *b, uint32_t v, uint32_t slot);

/* A triangle whose corners have slots goes to the batch. */
void fy_t3dm_give_out(fy_t3dm_batcher *b, uint32_t triangle);

#endif
