/* t3dm_writer.h: what the files of the T3DM writer share while it works. */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITER_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITER_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/left_out.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/draw/t3dm_sort.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_strings.h"
#include "formats/t3dm/pose/t3dm_hull.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* In units of the file. */
typedef struct fy_t3dm_box {
    int32_t min[3], max[3];
} fy_t3dm_box;

/* An object of the file, or a draw that becomes one. */
typedef struct fy_t3dm_record {
    uint32_t draw;        /* FERRY_NONE: nothing but the material */
    uint32_t place;       /* in the source's order */
    uint32_t material;    /* of the plan */
    uint8_t level;        /* of detail; all of one stand together */
    uint32_t order_group; /* objects of an earlier group are drawn first */
    fy_t3dm_layer layer;
    fy_t3dm_rank rank; /* within the layer */
    uint32_t group;    /* of those that may become one object; 0 for all where none may */
    double depth_bias; /* see fy_t3dm_plan */
    bool behind;       /* see fy_covered */
    unsigned hazards;  /* of the runtime, that it falls into in the T3DM file it comes from */
    size_t record;     /* offset in the records; objects without triangles have none */
    bool written, empty;
    uint32_t number;                     /* of those that are written */
    int16_t bounds[6];                   /* least x, y, z, greatest x, y, z */
    uint32_t first_vertex, vertex_count; /* of the V chunk */
    uint32_t first_source;               /* of the writer's list; FERRY_NONE: not asked for */
} fy_t3dm_record;

typedef struct fy_t3dm_writer {
    ferry_job *job;
    const ferry_scene *source, *scene; /* as it came; with decals as draws of their own */
    const char *file;
    fy_t3dm_plan plan;
    fy_t3dm_pose pose;
    fy_t3dm_record *objects;
    uint32_t object_count, object_capacity, written;
    uint32_t material_capacity; /* of the plan's list, once it is the writer's own */
    uint32_t *material_numbers; /* of the plan's materials, where objects share them; FERRY_NONE: not used */
    uint32_t material_count;    /* chunks */
    fy_t3dm_passthrough_list kept;
    fy_t3dm_box bounds;
    fy_t3dm_hulls hulls; /* of objects, by their numbers, where boxes are to cover clips */
    bool covers;         /* clips moved the boxes */
    bool bvh;            /* a tree of boxes is to be made */
    uint64_t triangles, list_indices;
    uint32_t parts;
    fy_t3dm_cost cost;
    bool merges, merges_alike;  /* objects of one material; of materials that differ in name only, too */
    uint32_t merged;            /* draws that became one object with others */
    uint32_t merged_into;       /* objects */
    fy_t3dm_drawing apart, one; /* what these would have cost, and do */
    const uint8_t **animated;   /* of each draw, see fy_t3dm_find_animated_vertices() */
    uint32_t *sources;          /* of stored vertices of animated vertices */
    uint32_t source_count, source_capacity;
    fy_t3dm_tracks tracks;
    ferry_out records, vertices, indices, out;
    fy_t3dm_strings strings;
    fy_t3dm_models *result;
    uint64_t all_vertices;   /* of the files before this one */
    bool split;              /* some of them because of their vertices */
    uint8_t file_level;      /* of detail, that the file at hand is; 0: all, or the first */
    uint32_t first_of_level; /* of the files */
    fy_left_out left_out;
} fy_t3dm_writer;

/* Draw of the source; decals on others were made of one. */
uint32_t fy_t3dm_origin_of(const fy_t3dm_writer *w, uint32_t draw);

/* A material of the plan. */
const fy_t3dm_material *fy_t3dm_planned_material(const fy_t3dm_writer *w, uint32_t material);

/* At the end of the list; NULL at the memory limit. */
fy_t3dm_record *fy_t3dm_add_record(fy_t3dm_writer *w);

/* That the file holds so far. */
uint64_t fy_t3dm_count_vertices(const fy_t3dm_writer *w);

#endif
