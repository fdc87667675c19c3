/*
 * t3dm_strategies.c: which strategies a mesh is cut by, in which order.
 *
 * Both tables were chosen from some hundred strategies, each measured on objects of public models and of
 * Tiny3D's examples (docs/performance.md, "Which strategy wins"): the first five or eight are those that are
 * best together. The sweep is the last that large meshes try: if it wins, its order is still there.
 */
#include "formats/t3dm/mesh/t3dm_strategies.h"

#include "formats/t3dm/mesh/t3dm_buffers.h"

enum {
    RIGID = 12,
    SKINNED = 14,
    USUAL = 8, /* of them, unless time does not matter */
    LEAST = 5, /* for large meshes */
    MOST = 96,
    /* strategies times triangles */
    SMALL = 1024,
    LARGE = 40000,
    PATIENCE = 8, /* changes of strips in vain where time does not matter, or there is one batch */
};

static const fy_t3dm_strategy rigid[RIGID] = {
    {FY_T3DM_COMPLETE, .slots = 62, .bone_room = 64, .keep = 8, .low = true},
    {FY_T3DM_FINISH, .slots = 64, .bone_room = 64, .keep = 3, .low = true},
    {FY_T3DM_COMPLETE, .slots = 68, .bone_room = 64, .keep = 5, .low = true},
    {FY_T3DM_FINISH, .slots = 65, .bone_room = 64, .keep = 5, .low = true},
    {FY_T3DM_SWEEP, .slots = 63, .bone_room = 64, .keep = 12, .front = 31, .low = true},
    {FY_T3DM_COMPLETE, .slots = 70, .bone_room = 64, .keep = 3, .low = true},
    {FY_T3DM_COMPLETE, .slots = 66, .bone_room = 64, .keep = 3, .low = true},
    {FY_T3DM_FINISH, .slots = 62, .bone_room = 64, .keep = 8, .low = true},
    {FY_T3DM_COMPLETE, .slots = 65, .bone_room = 64, .keep = 8, .low = true},
    {FY_T3DM_FINISH, .slots = 68, .bone_room = 64, .keep = 6, .low = true},
    {FY_T3DM_COMPLETE, .slots = 60, .bone_room = 64, .keep = 3, .low = true},
    {FY_T3DM_SOURCE, .slots = 70, .bone_room = 0},
};

static const fy_t3dm_strategy skinned[SKINNED] = {
    {FY_T3DM_COMPLETE, .slots = 64, .bone_room = 64, .keep = 20, .low = true},
    {FY_T3DM_FINISH, .slots = 66, .bone_room = 12, .keep = 16, .low = true},
    {FY_T3DM_FINISH, .slots = 68, .bone_room = 64, .keep = 20, .low = true},
    {FY_T3DM_COMPLETE, .slots = 70, .bone_room = 64, .keep = 20, .low = true},
    {FY_T3DM_FINISH, .slots = 64, .bone_room = 64, .keep = 10, .low = true},
    {FY_T3DM_COMPLETE, .slots = 62, .bone_room = 64, .keep = 16, .low = true},
    {FY_T3DM_COMPLETE, .slots = 68, .bone_room = 12, .keep = 20, .low = true},
    {FY_T3DM_FINISH, .slots = 66, .bone_room = 64, .keep = 3, .low = true},
    {FY_T3DM_FINISH, .slots = 60, .bone_room = 64, .keep = 12},
    {FY_T3DM_FINISH, .slots = 64, .bone_room = 24, .keep = 7, .low = true},
    {FY_T3DM_COMPLETE, .slots = 68, .bone_room = 64, .keep = 3, .low = true},
    {FY_T3DM_FINISH, .slots = 70, .bone_room = 64, .keep = 12, .low = true},
    {FY_T3DM_COMPLETE, .slots = 70, .bone_room = 24, .keep = 10, .low = true},
    {FY_T3DM_SOURCE, .slots = 70, .bone_room = 0},
};

/* So many times as the effort, in triangles, goes into those that there are. */
static uint32_t share(uint32_t effort, uint64_t triangles, uint32_t least, uint32_t most) {
    uint64_t times = effort / (triangles + 1);
    return times < least ? least : times > most ? most : (uint32_t)times;
}

/* The effort for a model is bounded, and so is that for one mesh. Strategies differ more on bones. */
static uint32_t count_strategies(uint64_t triangles, uint64_t all, bool on_bones, bool thorough) {
    if (!thorough) return share(on_bones ? LARGE : SMALL, triangles, LEAST, USUAL);
    uint32_t of_model = share(60000, all, 16, MOST), of_mesh = share(LARGE, triangles, 8, MOST);
    return of_model < of_mesh ? of_model : of_mesh;
}

/* More for small meshes; of a thorough search also where that is a small part of the model. */
static uint32_t count_changes(uint64_t triangles, uint64_t all, bool thorough) {
    if (!thorough) return share(SMALL, triangles, 4, 16);
    uint32_t of_model = share(20000, all, 4, 32), of_mesh = share(4000, triangles, 4, 48);
    return of_model > of_mesh ? of_model : of_mesh;
}

fy_t3dm_tries fy_t3dm_share_tries(uint64_t triangles, uint64_t all_triangles, uint32_t bones, bool thorough) {
    bool on_bones = bones > 1;
    fy_t3dm_effort finish = {.tries = thorough ? 8 : 2,
                             .policies = FY_T3DM_FILL_POLICIES,
                             .changes = count_changes(triangles, all_triangles, thorough),
                             .patience = thorough ? PATIENCE : share(SMALL / 2, triangles, 1, 2),
                             .rounds = 32},
                   alone = finish;
    alone.patience = PATIENCE;
    return (fy_t3dm_tries){
        .skinned = on_bones,
        .count = count_strategies(triangles, all_triangles, on_bones, thorough),
        .first = {.tries = thorough ? 2 : 1, .policies = thorough ? FY_T3DM_FILL_POLICIES : 1},
        .finish = finish,
        .alone = alone};
}

static uint32_t draw_below(uint64_t *random, uint32_t bound) {
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*random >> 33) % bound;
}

/* The best strategy so far with one or two of its figures changed. */
static fy_t3dm_strategy vary(const fy_t3dm_strategy *best, uint64_t *random) {
    static const uint8_t bone_rooms[] = {0, 12, 24, 64}, keeps[] = {0, 3, 6, 8, 12, 16};
    fy_t3dm_strategy s = *best;
    for (uint32_t i = draw_below(random, 2); i < 2; i++) {
        switch (draw_below(random, 5)) {
        case 0:
            s.slots = (uint8_t)(58 + 2 * draw_below(random, 7));
            break;
        case 1:
            s.keep = keeps[draw_below(random, sizeof keeps)];
            break;
        case 2:
            s.bone_room = bone_rooms[draw_below(random, sizeof bone_rooms)];
            break;
        case 3:
            s.low = !s.low;
            break;
        default:
            s.turn = (uint8_t)draw_below(random, 16);
            s.front = (uint8_t)(16 + draw_below(random, 16));
        }
    }
    return s;
}

fy_t3dm_strategy fy_t3dm_strategy_number(const fy_t3dm_tries *tries, uint32_t i, const fy_t3dm_strategy *best,
                                         uint64_t *random) {
    if (i < (tries->skinned ? SKINNED : RIGID)) return tries->skinned ? skinned[i] : rigid[i];
    return vary(best, random);
}
