/*
 * t3dm_check.c: all rules, one after the other. What the reader refuses needs no second look.
 *
 * Format: docs/formats/t3dm.md, "Checking".
 */
#include "formats/t3dm/check/t3dm_check.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/check/t3dm_check_animation.h"
#include "formats/t3dm/check/t3dm_check_bvh.h"
#include "formats/t3dm/check/t3dm_check_file.h"
#include "formats/t3dm/check/t3dm_check_material.h"
#include "formats/t3dm/check/t3dm_check_object.h"
#include "formats/t3dm/check/t3dm_check_skeleton.h"
#include "formats/t3dm/check/t3dm_check_tracks.h"
#include "formats/t3dm/read/t3dm_read.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

bool fy_t3dm_check(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_t3dm_reader r;
    uint32_t first_draw = scene->draws.count;
    return fy_t3dm_read_all(&r, job, in, scene, FY_CHECK_WRONG, false) && fy_t3dm_check_file(&r) &&
           fy_t3dm_check_objects(&r, first_draw) && fy_t3dm_check_materials(&r) &&
           fy_t3dm_check_skeleton(&r) && fy_t3dm_check_animations(&r) && fy_t3dm_check_bvh(&r) &&
           fy_t3dm_check_tracks(&r);
}
