/*
 * t3dm_tracks.h: the tracks chunk: what the runtime has no word for, for games that include
 * n64/ferry64_tracks.h (docs/formats/t3dm.md, "Tracks").
 *
 *     clips of the scene -> producers, one a kind -> fy_t3dm_tracks -> bytes
 *
 *     t3dm_tracks.c         the lists; which producers are asked about each clip; what is told
 *     t3dm_tracks_keys.c    when a clip is looked at, and the keys that are needed
 *     t3dm_tracks_*.c       a producer each
 *     t3dm_write_tracks.c   the lists as bytes
 *     t3dm_read_tracks.c    and back into a scene
 */
#ifndef FERRY_FORMATS_T3DM_TRACKS_H
#define FERRY_FORMATS_T3DM_TRACKS_H

#include "formats/t3dm/animation/t3dm_clips.h"

#define FY_T3DM_TRACKS 'F' /* type of the chunk, and its first word: */
#define FY_T3DM_TRACKS_MAGIC 0x46363454u
#define FY_T3DM_TRACKS_VERSION 1

/* Kinds of sections: four letters. */
#define FY_T3DM_TRACKS_BILLBOARDS 0x42494C4Cu
#define FY_T3DM_TRACKS_HIDDEN 0x48494445u
#define FY_T3DM_TRACKS_CLIPS 0x434C4950u
#define FY_T3DM_TRACKS_TRACKS 0x5452414Bu
#define FY_T3DM_TRACKS_TIMES 0x54494D45u
#define FY_T3DM_TRACKS_VALUES 0x56414C55u
#define FY_T3DM_TRACKS_MORPHS 0x4D525048u
#define FY_T3DM_TRACKS_MOVES 0x4D4F5645u
#define FY_T3DM_TRACKS_SHIFTS 0x53484654u
#define FY_T3DM_TRACKS_AREAS 0x41524541u
#define FY_T3DM_TRACKS_VERTICES 0x56455254u

/* Bytes of a record of each, and of what stands before. */
enum {
    FY_T3DM_TRACKS_HEADER = 8,
    FY_T3DM_TRACKS_SECTION = 12,
    FY_T3DM_BILLBOARD_BYTES = 4,
    FY_T3DM_HIDDEN_BYTES = 4,
    FY_T3DM_CLIP_BYTES = 28,
    FY_T3DM_TRACK_BYTES = 24,
    FY_T3DM_TIME_BYTES = 4,
    FY_T3DM_VALUE_BYTES = 2,
    FY_T3DM_MORPH_BYTES = 12,
    FY_T3DM_MOVE_BYTES = 14,
    FY_T3DM_SHIFT_BYTES = 8,
    FY_T3DM_AREA_BYTES = 8,
    FY_T3DM_AREA_VERTEX_BYTES = 4,
};

/* What a track drives, as in the file. */
typedef enum fy_t3dm_target {
    FY_T3DM_TARGET_VISIBLE = 1,  /* object: of the O chunks; 0 hides it */
    FY_T3DM_TARGET_MATERIAL = 2, /* object: of the O chunks; the value is one of the M chunks; stepped */
    FY_T3DM_TARGET_LOW = 3,      /* object: of the M chunks; slot: tile; s, t in texels */
    FY_T3DM_TARGET_PRIM = 4,     /* object: of the M chunks; r, g, b, a, 0..255 */
    FY_T3DM_TARGET_ENV = 5,
    FY_T3DM_TARGET_MORPH = 6, /* object: of the morphs; weight */
    FY_T3DM_TARGET_AREA = 7,  /* object: of the areas; r, g, b, a, 0..255 */
} fy_t3dm_target;

enum { FY_T3DM_NO_ANIMATION = 0xFFFF, FY_T3DM_TRACK_WIDTH = 4 };

/* ---------------------------------------------------------------------------------------------- the lists */

typedef struct fy_t3dm_track {
    uint8_t target, slot, width;       /* numbers a key */
    ferry_interpolation interpolation; /* FERRY_STEP, FERRY_LINEAR */
    uint32_t object, key_count;
    const float *times, *values; /* seconds from 0 on, not falling; two at one time are a jump */
} fy_t3dm_track;

typedef struct fy_t3dm_clip {
    const char *name, *kind;
    double duration, rate;
    ferry_loop loop;
    uint32_t animation;    /* of the A chunks; FERRY_NONE: none */
    uint32_t first, count; /* tracks */
} fy_t3dm_clip;

typedef struct fy_t3dm_move {
    uint32_t vertex;   /* of the V chunk */
    int16_t move[3];   /* at weight 1, units of the file */
    int8_t normal[3];  /* 1/64 */
    int16_t shift[2];  /* 1/32 texels */
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

/* Each appends; of morphs and areas, `number` is what tracks name them by. Keys that are not finite, no keys, or
 * more than fit are a fault of the caller's. False at the memory limit. */
bool fy_t3dm_add_track(fy_t3dm_tracks *tracks, const fy_t3dm_track *track);
bool fy_t3dm_add_morph(fy_t3dm_tracks *tracks, const fy_t3dm_morph *morph, uint32_t *number);
bool fy_t3dm_add_area(fy_t3dm_tracks *tracks, const fy_t3dm_area *area, uint32_t *number);
bool fy_t3dm_add_hidden(fy_t3dm_tracks *tracks, uint32_t object);

/* Gives the lists back. */
void fy_t3dm_tracks_close(fy_t3dm_tracks *tracks);

/* -------------------------------------------------------------------------------------- what producers know */

/* An O chunk. */
typedef struct fy_t3dm_object {
    uint32_t draw;     /* of the scene, the first one of merged ones; FERRY_NONE: a material's state alone */
    uint32_t material; /* of the plan */
    uint32_t first_vertex, vertex_count; /* of the V chunk */
    uint32_t first_source;               /* see fy_t3dm_places; FERRY_NONE: no clip moves or colours its vertices */
} fy_t3dm_object;

/* The scene beside what was written of it. */
typedef struct fy_t3dm_tracker {
    ferry_job *job;
    const ferry_scene *scene; /* as it came: what clips name */
    const char *file;         /* of messages */
    const fy_t3dm_pose *pose;
    const fy_t3dm_plan *plan;      /* of_draw holds for the scene's draws; decals on others have more behind them */
    const fy_t3dm_object *objects; /* in the file's order */
    uint32_t object_count;
    const uint32_t *object_of;        /* number of the first object of each of the scene's draws; FERRY_NONE: none */
    const uint32_t *next_of;          /* of each object the next one of its draw: pieces, decals; FERRY_NONE: none */
    const uint32_t *material_numbers; /* M chunk of each of the plan's materials; FERRY_NONE: not written */
    const uint32_t *sources;          /* of fy_t3dm_object.first_source: vertex of the draw's mesh */
    const uint32_t *kept;             /* chunk in the source file of each A chunk that is kept, rising */
    uint32_t kept_count;              /* behind them stand those of plan->animations */
    const uint8_t *vertices;          /* the V chunk */
    fy_t3dm_tracks *tracks;
    const struct fy_t3dm_morphs *morphs; /* see fy_t3dm_list_morphs() */
    struct fy_t3dm_areas *areas;         /* see fy_t3dm_list_areas() */
    const struct fy_t3dm_bents *bents;   /* see fy_t3dm_list_bents() */
} fy_t3dm_tracker;

/* Appends what it has to say about a clip. What it cannot say is a loss that it tells, with a measure. False after
 * an error. */
typedef bool fy_t3dm_producer(fy_t3dm_tracker *tracker, const ferry_clip *clip);

typedef struct fy_t3dm_morphs fy_t3dm_morphs;
typedef struct fy_t3dm_areas fy_t3dm_areas;
typedef struct fy_t3dm_bents fy_t3dm_bents;

/* What is to be known before clips are asked about: t3dm_tracks_visible.c, objects that are hidden at rest;
 * t3dm_tracks_morph.c, where the scene's morphs move what was written (NULL at the limit); t3dm_tracks_area.c, written
 * vertices that get one colour (to be given back). False after an error. */
bool fy_t3dm_hide(fy_t3dm_tracker *tracker);
const fy_t3dm_morphs *fy_t3dm_list_morphs(fy_t3dm_tracker *tracker);
bool fy_t3dm_list_areas(fy_t3dm_tracker *tracker);
void fy_t3dm_drop_areas(fy_t3dm_tracker *tracker);
/* t3dm_tracks_hold.c: makes the weights of moves of texture coordinates (three along s, three along t) so much less, all alike,
 * that these stay in 16 bits; `longest`: of each move, in steps at weight 1. By how many steps some coordinate falls short. */
enum { FY_T3DM_UV_TERMS = 6 };
double fy_t3dm_hold_shifts(const fy_t3dm_tracker *tracker, const fy_t3dm_morph terms[FY_T3DM_UV_TERMS],
                           const double longest[FY_T3DM_UV_TERMS], double weights[FY_T3DM_UV_TERMS]);

/* t3dm_tracks_uv_morph.c: materials whose texture coordinates move with the vertices. NULL at the limit. */
const fy_t3dm_bents *fy_t3dm_list_bents(fy_t3dm_tracker *tracker);

fy_t3dm_producer fy_t3dm_visible_tracks, fy_t3dm_morph_tracks, fy_t3dm_area_tracks, fy_t3dm_uv_tracks;
/* t3dm_motion.c: colours and tiles of materials; with which of its variants an object is drawn. */
fy_t3dm_producer fy_t3dm_material_tracks, fy_t3dm_switch_tracks;

/* t3dm_tracks_scene.c: what was read from a T3DM file. And of each material of a scene, in the job's memory, whether
 * such tracks name it, as what they drive or as a value: then it is written, and by itself. NULL at the limit. */
fy_t3dm_producer fy_t3dm_scene_tracks;
bool *fy_t3dm_find_driven(ferry_job *job, const ferry_scene *scene);

/* t3dm_tracks_dropped.c: tells that nothing of a clip is in the file: a loss, or a note where it changes nothing that is
 * drawn. False after an error. */
bool fy_t3dm_report_gone(const fy_t3dm_tracker *tracker, uint32_t clip);

/* Where the vertices of an object's mesh went: vertex v is stored as vertices[starts[v]] to
 * vertices[starts[v + 1] - 1] of the V chunk, rising. */
typedef struct fy_t3dm_places {
    const uint32_t *starts, *vertices;
} fy_t3dm_places;

/* Of an object with sources, in the job's memory. False at the limit. */
bool fy_t3dm_find_places(const fy_t3dm_tracker *tracker, uint32_t object, fy_t3dm_places *places);

/* Draws whose vertices or texture coordinates clips move or colour: it is remembered where their vertices go, and only
 * those are made one that stay alike. Of each draw of the scene NULL, or of each vertex of its mesh what
 * it does (FY_T3DM_APART, FY_T3DM_TURNED). In the job's memory; NULL at the limit. */
const uint8_t **fy_t3dm_find_restless(ferry_job *job, const ferry_scene *scene);

/* --------------------------------------------------------------------------------------------------- keys */

/* When a clip is looked at: samples[i] is what to ask the tracks for, times[i] what the key says. Both sides of a
 * jump have the same time, and the first one a sample that is a little earlier. */
typedef struct fy_t3dm_moments {
    uint32_t count;
    const double *samples;
    const float *times;
} fy_t3dm_moments;

/* 0, the end, every key of these tracks of the clip (jumps and steps on both sides), and, where a track is bent or
 * `bends` says that what is made of them is, every frame of the clip (of less than
 * 60 a second: halves, quarters ... of it) between its first and last key. Tracks of one key do not move; if no
 * track does, there is one moment. In the job's memory; false at the limit. */
bool fy_t3dm_list_moments(ferry_job *job, const ferry_clip *clip, const ferry_track *const *tracks, uint32_t count,
                          bool bends, fy_t3dm_moments *moments);

/* The fewest keys that one greedy walk finds, so that straight lines between them are off by at most `tolerance[k]`
 * in component k at every moment: values are moments->count times track->width numbers, keys are some of them. Jumps
 * stay exact. What never leaves the tolerance around its first value is one key. Fills times, values, key_count and
 * the interpolation (FERRY_STEP if all changes are jumps) in the job's memory. Linear. False at the limit. */
bool fy_t3dm_linear_keys(ferry_job *job, const fy_t3dm_moments *moments, const float *values, const float *tolerance,
                         fy_t3dm_track *track);

/* ---------------------------------------------------------------------------------------------- the whole */

/* Whether files of this layout get a tracks chunk, by setting and layout. */
bool fy_t3dm_has_tracks(const ferry_job *job, const fy_t3dm_layout *layout);

/* Whether such a chunk has something to say about this node, which has a bone. */
bool fy_t3dm_is_tracked(const ferry_node *node);

/* Asks all producers about all clips. Where there is no chunk, what is lost is told. False after an error. */
bool fy_t3dm_make_tracks(fy_t3dm_tracker *tracker);

/* Whether there is a chunk to write. */
bool fy_t3dm_says_something(const fy_t3dm_tracks *tracks);

/* The chunk. */
void fy_t3dm_put_tracks(ferry_out *out, fy_t3dm_strings *strings, const ferry_scene *scene,
                        const fy_t3dm_pose *pose, const fy_t3dm_tracks *tracks);

/* Tells of all drawn nodes that turn to the camera: the runtime turns nothing, but games can by the chunk;
 * else it is a loss. False at the memory limit. */
bool fy_t3dm_report_billboards(ferry_job *job, const ferry_scene *scene, const char *name,
                               const fy_t3dm_pose *pose);

#endif
