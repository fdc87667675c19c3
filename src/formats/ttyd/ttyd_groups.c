/*
 * ttyd_groups.c: the tree of groups, and the draws in the order of the game's three passes
 * (docs/formats/ttyd.md, "Groups", "Materials").
 */
#include "formats/ttyd/ttyd_groups.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_blocks.h"

enum {
    NAME_SIZE = 0x40,
    NEXT = 0x40,
    CHILD = 0x44,
    SHAPE = 0x48,
    ENTRY = 0x4C,
    FLOATS = 0x50,
    JOINT = 0x54,
    DRAW_MODE = 0xA0, /* of a shape */
    MASK = 0xC4,      /* of the header */
    PASSES = 3,
};

/* --------------------------------------------------------------------------------------------------- tree */

/* Groups that were named and not visited yet, the next one last. */
typedef struct walk {
    fy_ttyd *t;
    uint32_t *waiting;
    uint32_t count;
} walk;

/* A group may be named once. */
static bool name_group(walk *w, ferry_window *window, uint64_t at, uint32_t parent, uint32_t before) {
    fy_ttyd *t = w->t;
    uint32_t index = ferry_u32_at(window, at);
    if (index == FERRY_NONE) return true;
    if (!fy_ttyd_there(t, window, at, FY_TTYD_GROUPS, index)) return false;
    fy_ttyd_group *group = &t->groups[index];
    if (group->reached)
        return ferry_refuse(window, at, "ttyd.group-tree",
                            "references group %" PRIu32 ", which already has a parent: groups form a tree",
                            index);
    group->reached = true;
    group->parent = parent;
    group->before = before;
    w->waiting[w->count++] = index;
    return true;
}

/* What a group names is there; its floats are numbers. */
static bool read_group(fy_ttyd *t, ferry_window *window, fy_ttyd_group *group) {
    group->shape = ferry_u32_at(window, SHAPE);
    group->entry = ferry_u32_at(window, ENTRY);
    group->floats = ferry_u32_at(window, FLOATS);
    uint32_t kind = ferry_u32_at(window, JOINT);
    group->joint = kind != 0;
    if (kind > 1)
        ferry_say_at(window, JOINT, FERRY_WARNING, "ttyd.group-kind",
                     "unknown kind of group %" PRIu32 "; used 1, a joint", kind);
    if (group->shape != FERRY_NONE && !fy_ttyd_there(t, window, SHAPE, FY_TTYD_SHAPES, group->shape))
        return false;
    if (!fy_ttyd_there(t, window, ENTRY, FY_TTYD_SWITCHES, group->entry)) return false;
    if ((uint64_t)group->floats + FY_TTYD_FLOATS_A_GROUP > t->counts[FY_TTYD_FLOATS])
        return ferry_refuse(window, FLOATS, "ttyd.transform-floats",
                            "needs %d transform floats starting at index %" PRIu32 ", but there are "
                            "%" PRIu32,
                            FY_TTYD_FLOATS_A_GROUP, group->floats, t->counts[FY_TTYD_FLOATS]);
    for (uint32_t k = 0; k < FY_TTYD_FLOATS_A_GROUP; k++)
        if (!fy_finite(fy_ttyd_float(t, group->floats + k)))
            return ferry_refuse(window, FLOATS, "ttyd.not-finite",
                                "transform float %" PRIu32 " is not a finite number", group->floats + k);
    return true;
}

/* First child before next sibling, as the game goes. */
static bool visit(walk *w, uint32_t index) {
    fy_ttyd *t = w->t;
    fy_ttyd_group *group = &t->groups[index];
    ferry_window window = fy_ttyd_record(t, FY_TTYD_GROUPS, index);
    t->order[t->order_count++] = index;
    return read_group(t, &window, group) && name_group(w, &window, NEXT, group->parent, index) &&
           name_group(w, &window, CHILD, index, FERRY_NONE) && ferry_tick(t->job);
}

bool fy_ttyd_read_groups(fy_ttyd *t) {
    uint32_t count = t->counts[FY_TTYD_GROUPS];
    walk w = {.t = t, .waiting = ferry_new(t->job, uint32_t, count)};
    t->groups = ferry_new(t->job, fy_ttyd_group, count);
    t->order = ferry_new(t->job, uint32_t, count);
    if (!w.waiting || !t->groups || !t->order) return false;
    t->groups[count - 1] = (fy_ttyd_group){.reached = true, .parent = FERRY_NONE, .before = FERRY_NONE};
    w.waiting[w.count++] = count - 1; /* the root is the last one */
    while (w.count)
        if (!visit(&w, w.waiting[--w.count])) return false;
    if (t->order_count < count)
        ferry_say_at(
            t->file, t->blocks[FY_TTYD_GROUPS].base - t->file->base, FERRY_WARNING, "ttyd.unreached-groups",
            "%" PRIu32 " of %" PRIu32 " groups are not in the tree; left out", count - t->order_count, count);
    return true;
}

/* -------------------------------------------------------------------------------------------------- draws */

static bool shown(const fy_ttyd *t, uint32_t group) {
    return t->blocks[FY_TTYD_SWITCHES].data[t->groups[group].entry] != 0;
}

/* Opaque, cutout, blended. */
static uint32_t pass_of(uint32_t draw_mode) {
    return draw_mode == 1 ? 0 : draw_mode == 3 ? 2 : 1;
}

static uint32_t draw_mode_of(fy_ttyd *t, uint32_t shape) {
    ferry_window window = fy_ttyd_record(t, FY_TTYD_SHAPES, shape);
    return ferry_u32_at(&window, DRAW_MODE);
}

static bool add_group_draws(fy_ttyd *t, uint32_t index, bool visible) {
    const fy_ttyd_group *group = &t->groups[index];
    const char *name = fy_ttyd_name(t, FY_TTYD_GROUPS, index, NAME_SIZE);
    uint32_t first = t->first_parts[group->shape], end = t->first_parts[group->shape + 1];
    for (uint32_t k = first; k < end; k++) {
        ferry_draw *draw = ferry_append(t->scene, &t->scene->draws, ferry_draw);
        if (!draw) return false;
        *draw = (ferry_draw){
            .name = k == first ? name : ferry_scene_format(t->scene, "%s.%" PRIu32, name, k - first),
            .node = group->frame,
            .mesh = t->parts[k].mesh,
            .material = t->parts[k].material,
            .visible = visible};
        t->drawn[t->scene->draws.count - 1] = (fy_ttyd_drawn){index, k};
    }
    return true;
}

/* A pass whose bit is missing is skipped by the game. */
static void check_mask(fy_ttyd *t, uint32_t used) {
    uint32_t mask = ferry_u32_at(t->file, MASK);
    if (mask & 1) used &= ~UINT32_C(4); /* either of them draws the cutouts */
    if (used & ~mask)
        ferry_say_at(t->file, MASK, FERRY_WARNING, "ttyd.draw-mode-mask",
                     "the draw mode mask is 0x%" PRIx32 ", but shapes use 0x%" PRIx32 ": the game skips "
                     "some, here all are drawn",
                     mask, used);
}

static bool count_draws(fy_ttyd *t) {
    uint64_t count = 0;
    for (uint32_t k = 0; k < t->order_count; k++) {
        uint32_t shape = t->groups[t->order[k]].shape;
        if (shape == FERRY_NONE) continue;
        uint32_t parts = t->first_parts[shape + 1] - t->first_parts[shape];
        if (!fy_ttyd_spend(t, parts)) return false;
        count += parts;
    }
    t->drawn = ferry_new(t->job, fy_ttyd_drawn, fy_count(count + 1));
    return t->drawn;
}

bool fy_ttyd_add_draws(fy_ttyd *t) {
    uint32_t used = 0;
    uint8_t *visible = ferry_new(t->job, uint8_t, t->counts[FY_TTYD_GROUPS]);
    if (!visible || !count_draws(t)) return false;
    for (uint32_t k = 0; k < t->order_count; k++) {
        uint32_t index = t->order[k], parent = t->groups[index].parent;
        visible[index] = shown(t, index) && (parent == FERRY_NONE || visible[parent]);
    }
    for (uint32_t pass = 0; pass < PASSES; pass++)
        for (uint32_t k = 0; k < t->order_count; k++) {
            uint32_t index = t->order[k], shape = t->groups[index].shape;
            if (shape == FERRY_NONE || pass_of(draw_mode_of(t, shape)) != pass) continue;
            uint32_t mode = draw_mode_of(t, shape);
            used |= UINT32_C(1) << (mode <= FY_TTYD_MAX_DRAW_MODE ? mode : 0);
            if (!add_group_draws(t, index, visible[index])) return false;
        }
    check_mask(t, used);
    return true;
}
