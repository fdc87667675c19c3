/* t3dm_tracks_list.h: the lists of a tracks chunk, and where the vertices of an object's mesh went. */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_LIST_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_LIST_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Of a vertex: it has to stay apart from its likes, since a morph or a vertex colour group names it; a morph
 * turns its normal. */
enum { FY_T3DM_APART = 1, FY_T3DM_TURNED = 2 };

typedef struct fy_t3dm_clip {
    const char *name, *kind;
    double duration, rate;
    ferry_loop loop;
    uint32_t animation;    /* of the A chunks; FERRY_NONE: none */
    uint32_t first, count; /* tracks */
} fy_t3dm_clip;

typedef struct fy_t3dm_move {
    uint32_t vertex;  /* of the V chunk */
    int16_t move[3];  /* at weight 1, units of the file */
    int8_t normal[3]; /* 1/64 */
    int16_t shift[2]; /* 1/32 texels */
} fy_t3dm_move;

typedef struct fy_t3dm_morph {
    bool shifts; /* of texture coordinates; else moves of positions and normals */
    uint32_t count;
    const fy_t3dm_move *moves;
} fy_t3dm_morph;

/* Vertices that get one colour. */
typedef struct fy_t3dm_area {
    uint32_t count;
    const uint32_t *vertices; /* of the V chunk */
} fy_t3dm_area;

/* The lists grow by the functions below. What elements point to is the job's. */
typedef struct fy_t3dm_tracks {
    ferry_job *job;
    fy_t3dm_clip *clips;
    fy_t3dm_track *tracks;
    fy_t3dm_morph *morphs;
    fy_t3dm_area *areas;
    uint32_t *hidden; /* O chunks that are not drawn at rest, rising */
    uint32_t clip_count, track_count, morph_count, area_count, hidden_count;
    uint32_t clip_capacity, track_capacity, morph_capacity, area_capacity, hidden_capacity;
    uint32_t billboards; /* bones that turn to the camera: the pose knows which */
} fy_t3dm_tracks;

/* An O chunk. */
typedef struct fy_t3dm_object {
    uint32_t draw;     /* of the scene, the first one of merged ones; FERRY_NONE: a material's state alone */
    uint32_t material; /* of the plan */
    uint32_t first_vertex, vertex_count; /* of the V chunk */
    /* see fy_t3dm_places; FERRY_NONE: no clip moves or colours its vertices */
    uint32_t first_source;
} fy_t3dm_object;

/* The scene beside what was written of it. */
typedef struct fy_t3dm_tracker {
    ferry_job *job;
    const ferry_scene *scene; /* as it came: what clips name */
    const char *file;         /* of messages */
    const fy_t3dm_pose *pose;
    /* of_draw holds for the scene's draws; decals on others have more behind them */
    const fy_t3dm_plan *plan;
    const fy_t3dm_object *objects; /* in the file's order */
    uint32_t object_count;
    /* number of the first object of each of the scene's draws; FERRY_NONE: none */
    const uint32_t *object_of;
    /* of each object the next one of its draw: pieces, decals; FERRY_NONE: none */
    const uint32_t *next_of;
    const uint32_t *material_numbers; /* M chunk of each of the plan's materials; FERRY_NONE: not written */
    const uint32_t *sources;          /* of fy_t3dm_object.first_source: vertex of the draw's mesh */
    const uint32_t *kept;             /* chunk in the source file of each A chunk that is kept, rising */
    uint32_t kept_count;              /* behind them stand those of plan->animations */
    const uint8_t *vertices;          /* the V chunk */
    fy_t3dm_tracks *tracks;
    const struct fy_t3dm_morphs *morphs;       /* see fy_t3dm_list_morphs() */
    struct fy_t3dm_areas *areas;               /* see fy_t3dm_list_areas() */
    const struct fy_t3dm_uv_morphs *uv_morphs; /* see fy_t3dm_list_uv_morphs() */
} fy_t3dm_tracker;

/* Appends what it has to say about a clip. What it cannot say is a loss that it tells, with a measure. False
 * after an error. */
typedef bool fy_t3dm_producer(fy_t3dm_tracker *tracker, const ferry_clip *clip);

typedef struct fy_t3dm_morphs fy_t3dm_morphs;
typedef struct fy_t3dm_areas fy_t3dm_areas;
typedef struct fy_t3dm_uv_morphs fy_t3dm_uv_morphs;

/* Where the vertices of an object's mesh went: vertex v is stored as vertices[starts[v]] to
 * vertices[starts[v + 1] - 1] of the V chunk, rising. */
typedef struct fy_t3dm_places {
    const uint32_t *starts, *vertices;
} fy_t3dm_places;

/* Each appends; of morphs and areas, `number` is what tracks name them by. Keys that are not finite, no keys,
 * or more than fit are a fault of the caller's. False at the memory limit. */
bool fy_t3dm_add_track(fy_t3dm_tracks *tracks, const fy_t3dm_track *track);
bool fy_t3dm_add_morph(fy_t3dm_tracks *tracks, const fy_t3dm_morph *morph, uint32_t *number);
bool fy_t3dm_add_area(fy_t3dm_tracks *tracks, const fy_t3dm_area *area, uint32_t *number);
bool fy_t3dm_add_hidden(fy_t3dm_tracks *tracks, uint32_t object);

/* Gives the lists back. */
void fy_t3dm_tracks_close(fy_t3dm_tracks *tracks);

/* Of an object with sources, in the job's memory. False at the limit. */
bool fy_t3dm_find_places(const fy_t3dm_tracker *tracker, uint32_t object, fy_t3dm_places *places);

#endif
