/* t3dm_passthrough.h: chunks of a T3DM source that are written again unchanged. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_PASSTHROUGH_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_PASSTHROUGH_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* A chunk of the source file that the scene has no word for. Its offsets of strings hold: the new table
 * begins with the old one. */
typedef struct fy_t3dm_passthrough {
    uint8_t type; /* of the chunk; 0: left out */
    const char *path;
    ferry_bytes bytes;
    const char *stream; /* of an animation: the new path of its stream; NULL: as it was */
} fy_t3dm_passthrough;

typedef struct fy_t3dm_passthrough_list {
    fy_t3dm_passthrough *data; /* in the order of the source */
    uint32_t count;
} fy_t3dm_passthrough_list;

/* Streams of animations that are kept have numbers below this one. */
uint32_t fy_t3dm_passthrough_numbers(ferry_job *job, const ferry_scene *scene, const char *model);

/* Those that are to be written, bones and lengths as in the new file; losses are reported. */
bool fy_t3dm_keep_chunks(ferry_job *job, const ferry_scene *scene, const char *name, const fy_t3dm_pose *pose,
                         fy_t3dm_passthrough_list *list);

/* The table of the source's strings; {NULL, 0}: there is none. */
ferry_bytes fy_t3dm_passthrough_strings(const ferry_scene *scene);

/* The streams of kept animations, beside the model. */
bool fy_t3dm_put_streams(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files);

#endif
