/*
 * j3d_inf1.c: INF1, the scaling rule and the tree of joints, materials and shapes (docs/formats/j3d.md,
 * "INF1").
 *
 * Nintendo's exporter nests the materials and shapes of a joint in each other and hangs the child joints
 * below the last of them; other tools write flatter forms. What counts is only the joint that encloses a
 * record, so one stack serves all.
 */
#include "formats/j3d/j3d_inf1.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_tables.h"

enum { END = 0x00, OPEN = 0x01, CLOSE = 0x02, JOINT = 0x10, MATERIAL = 0x11, SHAPE = 0x12 };

typedef struct level {
    uint32_t enclosing, last; /* joints */
} level;

typedef struct walk {
    fy_j3d *j3d;
    ferry_window window; /* "INF1.hierarchy" */
    level *stack;
    uint32_t depth;
    level now;
    uint32_t material, material_joint, material_shapes;
    uint64_t material_at; /* from the start of INF1 */
    uint32_t ordered, roots;
} walk;

static const char *const kinds[] = {
    [JOINT - JOINT] = "joint", [MATERIAL - JOINT] = "material", [SHAPE - JOINT] = "shape"};

/* Records up to the end mark, which must be there; counts what has to be allocated. */
static bool count_records(ferry_window *hierarchy, uint32_t *opens, uint32_t *shapes) {
    for (uint64_t at = 0;; at += 4) {
        if (!ferry_window_holds(hierarchy, at, 1, 4))
            return ferry_refuse(hierarchy, at, "j3d.hierarchy-end", "the hierarchy has no end record");
        uint32_t opcode = ferry_be16(hierarchy->data + at);
        if (opcode == END) return true;
        if (opcode > CLOSE && (opcode < JOINT || opcode > SHAPE))
            return ferry_refuse(hierarchy, at, "j3d.hierarchy-opcode",
                                "unknown record type 0x%02x in the hierarchy", opcode);
        *opens += opcode == OPEN;
        *shapes += opcode == SHAPE;
    }
}

static bool in_range(walk *w, uint64_t at, uint32_t opcode, uint32_t value, uint32_t count) {
    if (value < count) return true;
    return ferry_refuse(&w->window, at, "j3d.hierarchy-range",
                        "the hierarchy references %s %u, but there "
                        "are %u",
                        kinds[opcode - JOINT], value, count);
}

static bool place_joint(walk *w, uint64_t at, uint32_t number) {
    fy_j3d *j3d = w->j3d;
    if (!in_range(w, at, JOINT, number, j3d->joint_count)) return false;
    if (j3d->joints[number].placed)
        return ferry_refuse(&w->window, at, "j3d.joint-duplicate", "joint %u is in the hierarchy twice",
                            number);
    j3d->joints[number].placed = true;
    j3d->joints[number].parent = w->now.enclosing;
    j3d->order[w->ordered++] = number;
    w->now.last = number;
    if (w->now.enclosing == FERRY_NONE && w->roots++ == 1)
        ferry_say_at(&w->window, at, FERRY_WARNING, "j3d.several-roots",
                     "joint %u is a second root of the "
                     "hierarchy",
                     number);
    return true;
}

static bool place_shape(walk *w, uint64_t at, uint32_t number) {
    fy_j3d *j3d = w->j3d;
    if (!in_range(w, at, SHAPE, number, j3d->shape_count)) return false;
    uint32_t joint = w->material == FERRY_NONE ? w->now.enclosing : w->material_joint;
    if (w->material == FERRY_NONE)
        ferry_say_at(&w->window, at, FERRY_WARNING, "j3d.shape-no-material",
                     "shape %u has no material; used the default material", number);
    else if (w->material_shapes++ == 1)
        ferry_say_at(&w->window, at, FERRY_WARNING, "j3d.material-several-shapes",
                     "material %u has several shapes; all are drawn, but the console draws only the last "
                     "one",
                     w->material);
    if (joint == FERRY_NONE) {
        joint = 0;
        ferry_say_at(&w->window, at, FERRY_WARNING, "j3d.shape-no-joint",
                     "shape %u has no joint; used joint 0", number);
    }
    j3d->draws[j3d->draw_count++] = (fy_j3d_draw){
        .joint = joint, .material = w->material, .shape = number, .material_at = w->material_at};
    return true;
}

static void open_level(walk *w) {
    w->stack[w->depth++] = w->now;
    if (w->now.last != FERRY_NONE) w->now.enclosing = w->now.last;
    w->now.last = FERRY_NONE;
}

static void close_level(walk *w, uint64_t at) {
    if (w->depth > 0)
        w->now = w->stack[--w->depth];
    else
        ferry_say_at(&w->window, at, FERRY_WARNING, "j3d.hierarchy-extra-close",
                     "closes a level that was never opened; ignored");
}

static bool step(walk *w, uint64_t at) {
    uint32_t value = ferry_be16(w->window.data + at + 2);
    switch (ferry_be16(w->window.data + at)) {
    case OPEN:
        open_level(w);
        return true;
    case CLOSE:
        close_level(w, at);
        return true;
    case JOINT:
        return place_joint(w, at, value);
    case SHAPE:
        return place_shape(w, at, value);
    default: /* MATERIAL: the number is compared with MAT3 once that is read */
        w->material = value;
        w->material_at = w->window.base + at - w->j3d->chunk[FY_J3D_INF1].base;
        w->material_joint = w->now.enclosing;
        w->material_shapes = 0;
        return true;
    }
}

static bool walk_all(walk *w) {
    uint64_t at = 0;
    for (; ferry_be16(w->window.data + at) != END; at += 4)
        if (!step(w, at)) return false;
    if (w->depth > 0)
        ferry_say_at(&w->window, at, FERRY_WARNING, "j3d.hierarchy-unclosed",
                     "%u levels of the hierarchy are never closed", w->depth);
    return true;
}

/* Joints that the hierarchy forgot become roots. If the file's own order has parents first, it is kept. */
static void settle_order(walk *w) {
    fy_j3d *j3d = w->j3d;
    bool in_order = true;
    for (uint32_t i = 0; i < j3d->joint_count; i++) {
        fy_j3d_joint *joint = &j3d->joints[i];
        if (!joint->placed) {
            ferry_say_at(&w->window, 0, FERRY_WARNING, "j3d.joint-not-in-hierarchy",
                         "joint %u is not in the hierarchy; used as a root", i);
            j3d->order[w->ordered++] = i;
        } else if (joint->parent != FERRY_NONE && joint->parent > i) {
            in_order = false;
        }
    }
    if (in_order)
        for (uint32_t i = 0; i < j3d->joint_count; i++) j3d->order[i] = i;
}

static void read_flags(fy_j3d *j3d, ferry_window *inf1) {
    static const ferry_scale_rule rules[] = {FERRY_SCALE_INHERIT, FERRY_SCALE_SOFTIMAGE,
                                             FERRY_SCALE_COMPENSATE};
    uint32_t rule = ferry_u16_at(inf1, 8) & 15;
    if (rule > 2) {
        ferry_say_at(inf1, 8, FERRY_WARNING, "j3d.scaling-rule", "unknown scaling rule %u; used 0 (basic)",
                     rule);
        rule = 0;
    }
    j3d->scale_rule = rules[rule];
}

bool fy_j3d_read_hierarchy(fy_j3d *j3d) {
    ferry_window *inf1 = &j3d->chunk[FY_J3D_INF1];
    read_flags(j3d, inf1);
    uint64_t offset;
    if (!fy_j3d_locate(inf1, "hierarchy records", 0x14, 0, 4, 0x14, &offset)) return false;

    walk w = {
        .j3d = j3d, .material = FERRY_NONE, .material_joint = FERRY_NONE, .now = {FERRY_NONE, FERRY_NONE}};
    w.window = ferry_window_rest(inf1, "hierarchy", FERRY_NONE, offset);
    uint32_t opens = 0, shapes = 0;
    if (!ferry_window_ok(&w.window) || !count_records(&w.window, &opens, &shapes)) return false;

    j3d->order = ferry_new(j3d->job, uint32_t, j3d->joint_count);
    j3d->draws = ferry_new(j3d->job, fy_j3d_draw, shapes);
    if (!j3d->order || (shapes && !j3d->draws)) return false;
    ferry_mark mark = ferry_job_mark(j3d->job);
    w.stack = ferry_new(j3d->job, level, opens);
    if ((opens && !w.stack) || !walk_all(&w)) return false;
    ferry_job_release(j3d->job, mark);
    settle_order(&w);
    return true;
}
