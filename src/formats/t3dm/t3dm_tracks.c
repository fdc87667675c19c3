/*
 * t3dm_tracks.c: writes the tracks chunk, and tells what it says or nothing does.
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

/* ------------------------------------------------------------------------------------------- what is told */

/* Marks the nodes that something drawn hangs on. */
static bool mark_carriers(ferry_job *job, const ferry_scene *scene, bool **carries) {
    bool *seen = ferry_new(job, bool, scene->skins.count + 1); /* skins */
    *carries = ferry_new(job, bool, scene->nodes.count + 1);
    if (!seen || !*carries) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t index = scene->meshes.data[scene->draws.data[d].mesh].skin;
        if (index == FERRY_NONE) (*carries)[scene->draws.data[d].node] = true;
        if (index == FERRY_NONE || seen[index]) continue;
        const ferry_skin *skin = &scene->skins.data[index];
        seen[index] = true;
        for (uint32_t j = 0; j < skin->joint_count; j++) (*carries)[skin->joints[j].node] = true;
    }
    return true;
}

bool fy_t3dm_report_billboards(ferry_job *job, const ferry_scene *scene, const char *name,
                               const fy_t3dm_pose *pose) {
    bool *carries, tracks = fy_t3dm_has_tracks(job, pose->layout) && pose->bone_count;
    if (!mark_carriers(job, scene, &carries)) return false;
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *node = &scene->nodes.data[i];
        if (node->billboard == FERRY_BILLBOARD_NONE || !carries[i]) continue;
        bool tracked = tracks && pose->bones[i] != FY_T3DM_NO_BONE;
        ferry_say(job, tracked ? FERRY_NOTE : FERRY_LOSS, "t3dm.billboard", name,
                  ferry_job_format(job, "node[%u] \"%s\"", i, node->name), "it turns to the camera%s%s",
                  node->billboard == FERRY_BILLBOARD_CYLINDRICAL ? " about its own y axis" : "",
                  tracked ? ", where the game includes ferry64_tracks.h"
                          : ", which the game has to do: it stays as it is at rest");
    }
    return true;
}
