/* t3dm_stream_decode.h: a stream as the runtime plays it: its records become the keys of tracks. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_STREAM_DECODE_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_STREAM_DECODE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_animation.h"

/* What the stream's records say, as tracks of nodes: of bone b nodes[b], of which there are `bones`;
 * translations are divided by `scale`. Records that are not there or of no channel end it; channels without a
 * record, of no bone or with values that are not finite have no track. Memory is the scene's, or the job's if
 * that is NULL. False at the limit. */
bool fy_t3dm_play(ferry_job *job, ferry_scene *scene, const fy_t3dm_animation *of, const uint32_t *nodes,
                  uint32_t bones, double scale, ferry_clip *clip);

#endif
