/*
 * t3dm_tracks.c: writes the tracks chunk.
 *
 * Format: docs/formats/t3dm.md, "Tracks".
 */
#include "t3dm_tracks.h"

#include "core/job.h"
#include "t3dm_layout.h"

enum { HEADER = 8, SECTION = 12, BILLBOARD = 4 };

bool fy_t3dm_has_tracks(const ferry_job *job, const fy_t3dm_layout *layout) {
    return layout->shared && ferry_setting_is(job, "t3dm.tracks", "yes");
}

bool fy_t3dm_is_tracked(const ferry_node *node) {
    return node->billboard != FERRY_BILLBOARD_NONE;
}

static uint32_t count_billboards(const ferry_scene *scene, const fy_t3dm_pose *pose) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < pose->bone_count; b++)
        count += fy_t3dm_is_tracked(&scene->nodes.data[pose->nodes[b]]);
    return count;
}

static void put_billboards(ferry_out *out, const ferry_scene *scene, const fy_t3dm_pose *pose) {
    for (uint32_t b = 0; b < pose->bone_count; b++) {
        const ferry_node *node = &scene->nodes.data[pose->nodes[b]];
        if (!fy_t3dm_is_tracked(node)) continue;
        ferry_put_u16(out, b);
        ferry_put_u8(out, node->billboard);
        ferry_put_u8(out, 0);
    }
}

bool fy_t3dm_make_tracks(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose,
                         ferry_bytes *chunk) {
    uint32_t billboards = count_billboards(scene, pose);
    *chunk = (ferry_bytes){NULL, 0};
    if (!billboards || !fy_t3dm_has_tracks(job, pose->layout)) return true;
    ferry_out out = ferry_out_open(job, "tracks");
    ferry_put_u32(&out, FY_T3DM_TRACKS_MAGIC);
    ferry_put_u16(&out, FY_T3DM_TRACKS_VERSION);
    ferry_put_u16(&out, 1);
    ferry_put_u32(&out, FY_T3DM_TRACKS_BILLBOARDS);
    ferry_put_u32(&out, HEADER + SECTION);
    ferry_put_u32(&out, billboards);
    put_billboards(&out, scene, pose);
    *chunk = (ferry_bytes){out.data, out.size};
    return !out.bad;
}
