/*
 * t3dm_check_skeleton.c: the rules of bones. Parents before children and their depths were the reader's
 * affair.
 *
 * Format: docs/formats/t3dm.md, "Skeleton" and "Checking".
 */
#include "formats/t3dm/check/t3dm_check_skeleton.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/check/t3dm_check_file.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

#define MATRIX_LIMIT 32768.0 /* 16.16 fixed point */

static double largest(const ferry_matrix *m) {
    double most = 0;
    for (int i = 0; i < 12; i++) {
        double at = m->m[i / 4][i % 4];
        most = at > most ? at : -at > most ? -at : most;
    }
    return most;
}

/* The runtime walks whole branches: a bone hangs on the one before it or on one of that one's parents. */
static bool depth_first(const fy_t3dm_reader *r, uint32_t bone) {
    const ferry_node *nodes = r->scene->nodes.data + r->first_bone;
    uint32_t parent = nodes[bone].parent;
    if (parent == FERRY_NONE) return true;
    parent -= r->first_bone;
    uint32_t at = bone - 1;
    while (at > parent && nodes[at].parent != FERRY_NONE) at = nodes[at].parent - r->first_bone;
    return at == parent;
}

bool fy_t3dm_check_skeleton(fy_t3dm_reader *r) {
    uint32_t chunk = 0;
    if (!r->has_bones) return true;
    while (r->chunks[chunk].type != 'S') chunk++;
    ferry_window skeleton = fy_t3dm_cut_chunk(r, chunk, "skeleton", FERRY_NONE);
    for (uint32_t i = 0; i < r->bone_count; i++) {
        ferry_window bone = ferry_window_cut(
            &skeleton, "bone", i, FY_T3DM_BONES_AT + r->layout->bone * (uint64_t)i, r->layout->bone);
        if (!ferry_tick(r->job)) return false;
        if (!ferry_u32_at(&bone, 0))
            ferry_say_at(&bone, 0, FY_CHECK_WRONG, "t3dm.name",
                         "it has no name, which the runtime does not check");
        if (i && !depth_first(r, i))
            ferry_say_at(&bone, 0x04, FY_CHECK_WRONG, "t3dm.bone",
                         "its parent %u is not an ancestor of the previous bone: updates would skip it",
                         ferry_u16_at(&bone, 0x04));
        if (largest(&r->worlds[i]) >= MATRIX_LIMIT)
            ferry_say_at(&bone, 0x08, FY_CHECK_WRONG, "t3dm.bone",
                         "its matrix contains %.6g, which does not fit in 16.16 fixed point",
                         largest(&r->worlds[i]));
    }
    return true;
}
