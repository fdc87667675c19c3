/*
 * t3dm_vertex_uv.c: texture coordinates of a vertex as the file holds them, at rest and in
 * clips.
 */
#include "formats/t3dm/pose/t3dm_vertex_uv.h"

#include "ferry64.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "shade/t3dm_uv.h"

double fy_t3dm_texel_steps(const fy_t3dm_material *material, int axis) {
    uint32_t size = axis ? material->rdp.tiles[0].height : material->rdp.tiles[0].width;
    return (size ? size : FY_T3DM_DEFAULT_SIZE) * 32.0 / (1 << material->uv_shift[axis]);
}

bool fy_t3dm_uv_at(const ferry_scene *scene, const fy_t3dm_material *material, const ferry_clip *clip,
                   double time, double rows[2][4]) {
    ferry_gx_material state = *scene->materials.data[material->source].gx;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const ferry_track *track = &clip->tracks[i];
        if (track->target == FERRY_TARGET_TEXTURE_MATRIX && track->object == material->source)
            fy_pose_gx(&state, track, time);
    }
    fy_uv_map map = fy_t3dm_uv_map(&state, material->texgen);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) rows[i][k] = map.m[i][k] * (material->doubled[i] ? 2 : 1);
    return map.kind == FY_UV_SET;
}
