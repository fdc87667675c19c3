/* t3dm_write.h: what the files of the T3DM writer share (docs/formats/t3dm.md, "Layout"). */
#ifndef FERRY_FORMATS_T3DM_WRITE_H
#define FERRY_FORMATS_T3DM_WRITE_H

#include "core/scene/left_out.h"
#include "formats/t3dm/mesh/t3dm_geometry.h"
#include "formats/t3dm/file/t3dm_strings.h"

/* t3dm_write_downgrade.c: makes of every material what the layout can hold; what is given up is reported. */
bool fy_t3dm_reduce(ferry_job *job, const ferry_scene *scene, const char *name, const fy_t3dm_layout *layout,
                    fy_t3dm_plan *plan);

/* t3dm_write_material.c: one chunk of a material; the second one of two, `chunk` 1, holds the second texture.
 */
void fy_t3dm_put_material(ferry_out *out, fy_t3dm_strings *strings, const fy_t3dm_layout *layout,
                          const fy_t3dm_material *material, uint32_t chunk);

/* t3dm_write_skeleton.c: all bones. */
void fy_t3dm_put_skeleton(ferry_out *out, fy_t3dm_strings *strings, const ferry_scene *scene,
                          const fy_t3dm_pose *pose);

/* Where an animation's chunk has the path of its stream. */
enum { FY_T3DM_STREAM_AT = 0x10 };

/* A chunk of the source file that the scene has no word for. Its offsets of strings hold: the new table
 * begins with the old one. */
typedef struct fy_t3dm_kept {
    uint8_t type; /* of the chunk; 0: left out */
    const char *path;
    ferry_bytes bytes;
    const char *stream; /* of an animation: the new path of its stream; NULL: as it was */
} fy_t3dm_kept;

typedef struct fy_t3dm_kept_list {
    fy_t3dm_kept *data; /* in the order of the source */
    uint32_t count;
} fy_t3dm_kept_list;

/* t3dm_passthrough.c: those that are to be written, bones and lengths as in the new file; losses are reported.
 */
bool fy_t3dm_keep_chunks(ferry_job *job, const ferry_scene *scene, const char *name, const fy_t3dm_pose *pose,
                         fy_t3dm_kept_list *list);

/* What became of the objects of the source. */
typedef struct fy_t3dm_moves {
    uint32_t count;
    const uint32_t *numbers;   /* of each: its number in the new file; FERRY_NONE: it is not there */
    uint32_t objects;          /* of the new file */
    const int16_t (*boxes)[6]; /* of each of these */
} fy_t3dm_moves;

/* t3dm_write_bvh.c: makes kept box trees ones of the new objects; where that cannot be, or another one is
 * wanted, they are left out, and *anew tells that the next function is to be called. Losses are reported.
 * False: no memory. */
bool fy_t3dm_plan_bvh(ferry_job *job, const char *name, const fy_t3dm_layout *layout,
                      const fy_t3dm_moves *moves, fy_t3dm_kept_list *kept, bool *anew);

/* A tree of the new objects, the first of which lies `distance` bytes before it. False after an error. */
bool fy_t3dm_new_bvh(ferry_job *job, const char *name, const fy_t3dm_moves *moves, size_t distance,
                     bool bones, ferry_bytes *chunk);

/* The table of the source's strings; {NULL, 0}: there is none. */
ferry_bytes fy_t3dm_kept_strings(const ferry_scene *scene);

/* The streams of kept animations, beside the model. */
bool fy_t3dm_put_streams(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files);

#endif
