/* t3dm_check_internal.h: what the files of the checker share. They run over a file that was read: it is sound
 * in itself. */
#ifndef FERRY_FORMATS_T3DM_CHECK_INSIDE_H
#define FERRY_FORMATS_T3DM_CHECK_INSIDE_H

#include "formats/t3dm/check/t3dm_check.h"
#include "formats/t3dm/read/t3dm_read.h"

#define FY_CHECK_WRONG FERRY_ERROR
#define FY_CHECK_ADVICE FERRY_WARNING

/* t3dm_check_file.c: header, chunk table, strings. */
bool fy_t3dm_check_file(fy_t3dm_reader *r);

/* t3dm_check_object.c: objects and parts; the scene's draw of object n is `first_draw + n`. */
bool fy_t3dm_check_objects(fy_t3dm_reader *r, uint32_t first_draw);

/* t3dm_check_material.c: materials, tiles, hashes. */
bool fy_t3dm_check_materials(fy_t3dm_reader *r);

/* t3dm_check_skeleton.c */
bool fy_t3dm_check_skeleton(fy_t3dm_reader *r);

/* t3dm_check_animation.c: streams, played as the runtime does. */
bool fy_t3dm_check_animations(fy_t3dm_reader *r);

/* t3dm_check_bvh.c */
bool fy_t3dm_check_bvh(fy_t3dm_reader *r);

/* t3dm_check_tracks.c */
bool fy_t3dm_check_tracks(fy_t3dm_reader *r);

#endif
