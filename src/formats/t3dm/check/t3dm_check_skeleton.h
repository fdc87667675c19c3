/*
 * t3dm_check_skeleton.h: the rules of bones. Parents before children and their depths were the
 * reader's affair.
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_SKELETON_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_CHECK_SKELETON_H

#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Checks the bones, if there are any. False only at a limit of the job: what is wrong is a message. */
bool fy_t3dm_check_skeleton(fy_t3dm_reader *r);

#endif
