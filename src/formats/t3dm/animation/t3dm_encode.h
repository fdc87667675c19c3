/* t3dm_encode.h: codes and keys of a clip, chosen bone by bone (docs/formats/t3dm.md, "Animations from
 * clips"). */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_ENCODE_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_ENCODE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Of a bone: translation x, y, z, scale x, y, z, rotation. */
enum { FY_T3DM_PARTS = 7, FY_T3DM_ROTATION_PART = 6 };

typedef struct fy_t3dm_encoder {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_t3dm_pose *pose;
    fy_t3dm_channel *channels; /* exact samples, and room for all else */
    const uint32_t *of_part;   /* channel of each part of each bone; FERRY_NONE: none */
    const double *allowances;  /* of each channel, for fy_t3dm_choose_keys() */
    const double (
        *middles)[3]; /* of each bone: the middle of what it carries, in its space and units of the file */
    uint32_t ticks;
} fy_t3dm_encoder;

/* Fills samples, codes and keys of all channels. `share` of what keys may be off by; below 0: all samples are
 * keys. False at the memory limit, or if the job was ended. */
bool fy_t3dm_encode(const fy_t3dm_encoder *encoder, double share);

#endif
