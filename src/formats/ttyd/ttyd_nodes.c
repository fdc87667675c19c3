/*
 * ttyd_nodes.c: transforms become nodes: one where a plain T * R * S says the same in every pose, a chain of
 * them where pivots or joint orientations meet channels that move (docs/formats/ttyd.md, "Transforms").
 */
#include "formats/ttyd/ttyd_nodes.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_blocks.h"
#include "formats/ttyd/ttyd_links.h"

/* The eight vectors of a group. */
enum {
    MOVE = 0,
    SCALE = 3,
    TURN = 6,
    ORIENT = 9,
    TURN_PIVOT = 12,
    SCALE_PIVOT = 15,
    TURN_SHIFT = 18,
    SCALE_SHIFT = 21
};

enum { NAME_SIZE = 0x40 };

static const double TWO_DEGREES = FY_PI / 90, DEGREE = FY_PI / 180;

/* A group while it becomes nodes. */
typedef struct chain {
    fy_ttyd *t;
    const fy_ttyd_group *group;
    const char *name;
    uint32_t node; /* the last one so far */
} chain;

/* ------------------------------------------------------------------------------------------------- floats */

static bool moves(const chain *c, uint32_t vector) {
    const uint8_t *moved = c->t->moved + c->group->floats + vector;
    return moved[0] || moved[1] || moved[2];
}

static double rest(const chain *c, uint32_t vector, uint32_t axis) {
    return fy_ttyd_float(c->t, c->group->floats + vector + axis);
}

static ferry_vec3 vector_of(const chain *c, uint32_t vector) {
    return (ferry_vec3){(float)rest(c, vector, 0), (float)rest(c, vector, 1), (float)rest(c, vector, 2)};
}

static bool is(const chain *c, uint32_t vector, double value) {
    for (uint32_t k = 0; k < 3; k++)
        if (rest(c, vector, k) != value) return false;
    return !moves(c, vector);
}

/* ----------------------------------------------------------------------------------------------- channels */

static bool reserve_channels(fy_ttyd *t) {
    return fy_work_reserve(t->job, (void **)&t->channels, t->channel_count, &t->channel_capacity, 1,
                           sizeof *t->channels);
}

static float *place_of(ferry_node *node, ferry_target target, uint32_t axis) {
    ferry_vec3 *v = target == FERRY_TARGET_TRANSLATE ? &node->translate
                    : target == FERRY_TARGET_ROTATE  ? &node->euler
                                                     : &node->scale;
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

/* What the last node's translation, rotation or scale is: a sum of up to three vectors and a constant. */
typedef struct sum {
    uint32_t vectors[3];
    int8_t signs[3];
    double constant[3], unit;
    bool inverse;
} sum;

static bool add_channels(chain *c, ferry_target target, const sum *of) {
    fy_ttyd *t = c->t;
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (!reserve_channels(t)) return false;
        uint32_t number = t->channel_count++;
        fy_ttyd_channel *channel = &t->channels[number];
        *channel = (fy_ttyd_channel){.target = target,
                                     .node = c->node,
                                     .axis = axis,
                                     .constant = of->constant[axis],
                                     .unit = of->unit,
                                     .inverse = of->inverse};
        double value = of->constant[axis];
        for (uint32_t k = 0; k < 3; k++) {
            channel->floats[k] = c->group->floats + of->vectors[k] + axis;
            channel->signs[k] = of->signs[k];
            if (!of->signs[k]) continue;
            if (!fy_ttyd_add_link(t, &t->channel_links, (fy_ttyd_link){channel->floats[k], number, 0}))
                return false;
            value += of->signs[k] * rest(c, of->vectors[k], axis);
        }
        value *= of->unit;
        if (of->inverse && value != 0) value = 1 / value;
        *place_of(&t->scene->nodes.data[c->node], target, axis) = (float)value;
    }
    return true;
}

static bool add_vector(chain *c, ferry_target target, uint32_t vector, double unit) {
    return add_channels(c, target, &(sum){.vectors = {vector}, .signs = {1}, .unit = unit});
}

/* -------------------------------------------------------------------------------------------------- nodes */

/* One more node of the chain, of no effect so far. `what` is how helpers are called: "" for the first. */
static bool add_node(chain *c, const char *what) {
    ferry_node *node = ferry_append(c->t->scene, &c->t->scene->nodes, ferry_node);
    if (!node) return false;
    *node = (ferry_node){.name = *what ? ferry_scene_format(c->t->scene, "%s.%s", c->name, what) : c->name,
                         .parent = c->node,
                         .scale = {1, 1, 1},
                         .visible = true,
                         .helper = *what != 0};
    c->node = c->t->scene->nodes.count - 1;
    return true;
}

/* A pivot at the origin that never leaves it takes its translation with it. */
typedef struct pivots {
    bool turn, scale;
} pivots;

static pivots pivots_of(const chain *c) {
    return (pivots){!is(c, TURN_PIVOT, 0), !is(c, SCALE_PIVOT, 0)};
}

/* T' of T' * R * S while nothing but t moves: rp + rt + R * (sp + st - rp - s * sp). */
static void constant_offset(const chain *c, pivots p, double offset[3]) {
    ferry_vec3 turn = fy_vec3_scale(vector_of(c, TURN), (float)TWO_DEGREES);
    ferry_matrix rotation = fy_matrix_euler(turn);
    double inner[3];
    for (uint32_t k = 0; k < 3; k++) {
        double rp = rest(c, TURN_PIVOT, k), sp = rest(c, SCALE_PIVOT, k), s = rest(c, SCALE, k);
        inner[k] = sp - rp - s * sp + (p.scale ? rest(c, SCALE_SHIFT, k) : 0);
    }
    for (uint32_t k = 0; k < 3; k++)
        offset[k] = rest(c, TURN_PIVOT, k) + (p.turn ? rest(c, TURN_SHIFT, k) : 0) +
                    rotation.m[k][0] * inner[0] + rotation.m[k][1] * inner[1] + rotation.m[k][2] * inner[2];
}

/* t and the pivots do not depend on how the rest moves, or there are none. */
static bool is_simple(const chain *c, pivots p) {
    if (!p.turn && !p.scale) return true;
    for (uint32_t vector = SCALE; vector <= SCALE_SHIFT; vector += 3)
        if (vector != ORIENT && moves(c, vector)) return false;
    return true;
}

/* T(t) T(rp + rt) R T(-rp) T(sp + st) S T(-sp) */
static bool add_plain(chain *c) {
    pivots p = pivots_of(c);
    sum first = {.vectors = {MOVE, TURN_PIVOT, TURN_SHIFT}, .signs = {1, p.turn, p.turn}, .unit = 1};
    if (!add_node(c, "")) return false;
    if (is_simple(c, p)) {
        sum move = {.vectors = {MOVE}, .signs = {1}, .unit = 1};
        if (p.turn || p.scale) constant_offset(c, p, move.constant);
        return add_channels(c, FERRY_TARGET_TRANSLATE, &move) &&
               add_vector(c, FERRY_TARGET_ROTATE, TURN, TWO_DEGREES) &&
               add_vector(c, FERRY_TARGET_SCALE, SCALE, 1);
    }
    sum second = {.vectors = {SCALE_PIVOT, SCALE_SHIFT, TURN_PIVOT},
                  .signs = {p.scale, p.scale, (int8_t)-p.turn},
                  .unit = 1};
    sum third = {.vectors = {SCALE_PIVOT}, .signs = {-1}, .unit = 1};
    return add_channels(c, FERRY_TARGET_TRANSLATE, &first) &&
           add_vector(c, FERRY_TARGET_ROTATE, TURN, TWO_DEGREES) && add_node(c, "scale") &&
           add_channels(c, FERRY_TARGET_TRANSLATE, &second) && add_vector(c, FERRY_TARGET_SCALE, SCALE, 1) &&
           (!p.scale || (add_node(c, "pivot") && add_channels(c, FERRY_TARGET_TRANSLATE, &third)));
}

/* Orientation and rotation together, of which neither moves. */
static void set_rotation(chain *c) {
    ferry_node *node = &c->t->scene->nodes.data[c->node];
    ferry_matrix orient = fy_matrix_euler(fy_vec3_scale(vector_of(c, ORIENT), (float)DEGREE));
    ferry_matrix turn = fy_matrix_euler(fy_vec3_scale(vector_of(c, TURN), (float)TWO_DEGREES));
    ferry_matrix both = fy_matrix_multiply(&orient, &turn);
    node->has_quat = true;
    node->quat = fy_quat_matrix(&both);
}

/* C of a joint: the parent's scale by the scene's rule; that of the sibling before it by a node of its
 * own. */
static bool compensate(chain *c) {
    fy_ttyd *t = c->t;
    const fy_ttyd_group *group = c->group;
    bool sibling =
        group->before != FERRY_NONE && ferry_setting_is(t->job, "ttyd.scale-compensate", "sibling");
    uint32_t of = sibling ? group->before : group->parent;
    if (of == FERRY_NONE || !t->groups[of].joint) return true;
    if (!sibling) {
        t->scene->nodes.data[c->node].scale_rule = FERRY_SCALE_COLLAPSE;
        return true;
    }
    chain other = *c;
    other.group = &t->groups[of];
    if (is(&other, SCALE, 1)) return true;
    sum inverse = {.vectors = {SCALE}, .signs = {1}, .unit = 1, .inverse = true};
    return add_channels(&other, FERRY_TARGET_SCALE, &inverse) && add_node(c, "joint");
}

/* T(t) C R(jo) R S */
static bool add_joint(chain *c) {
    bool oriented = !is(c, ORIENT, 0), turns = moves(c, TURN) || moves(c, ORIENT);
    if (!add_node(c, "") || !add_vector(c, FERRY_TARGET_TRANSLATE, MOVE, 1) || !compensate(c)) return false;
    if (oriented && turns && (!add_vector(c, FERRY_TARGET_ROTATE, ORIENT, DEGREE) || !add_node(c, "turn")))
        return false;
    if (oriented && !turns)
        set_rotation(c);
    else if (!add_vector(c, FERRY_TARGET_ROTATE, TURN, TWO_DEGREES))
        return false;
    return add_vector(c, FERRY_TARGET_SCALE, SCALE, 1);
}

bool fy_ttyd_add_nodes(fy_ttyd *t) {
    for (uint32_t k = 0; k < t->order_count; k++) {
        uint32_t index = t->order[k];
        fy_ttyd_group *group = &t->groups[index];
        chain c = {.t = t, .group = group, .node = FERRY_NONE};
        c.name = fy_ttyd_name(t, FY_TTYD_GROUPS, index, NAME_SIZE);
        if (group->parent != FERRY_NONE) c.node = t->groups[group->parent].frame;
        if (!(group->joint ? add_joint(&c) : add_plain(&c))) return false;
        group->frame = c.node;
    }
    return true;
}
