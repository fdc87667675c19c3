/*
 * ttyd_builder.h: actors of The Thousand-Year Door from a plain description (docs/formats/ttyd.md). Written
 * from the description of the format and apart from the reader, so that each can catch the other's mistakes.
 *
 * An actor is filled in with the tb_ functions; tb_build() makes the bytes, whose places have the names of
 * blocks and records ("groups", "subshape2", "animation0", "keys0"). tb_evaluate() works out the state at a
 * frame from the description alone.
 */
#ifndef FERRY_TESTS_TTYD_BUILDER_H
#define FERRY_TESTS_TTYD_BUILDER_H

#include "builders/j3d/j3d_builder.h"

enum { TB_SETS = 8, TB_INDICES = 11, TB_NONE = -1, TB_FLOATS = 24 };

/* Offsets of a group's eight vectors. */
enum {
    TB_MOVE = 0,
    TB_SCALE = 3,
    TB_TURN = 6,
    TB_ORIENT = 9,
    TB_TURN_PIVOT = 12,
    TB_SCALE_PIVOT = 15,
    TB_TURN_SHIFT = 18,
    TB_SCALE_SHIFT = 21
};

typedef struct tb_shape {
    char name[64];
    uint32_t positions[2], normals[2], colors[2], uvs[TB_SETS][2], subshapes[2], draw, cull;
} tb_shape;

typedef struct tb_subshape {
    uint32_t slots, unknown, tev, zero;
    int32_t samplers[TB_SETS];
    int8_t sets[TB_SETS];
    uint32_t polygons[2], runs[TB_INDICES];
} tb_subshape;

typedef struct tb_group {
    char name[64];
    int32_t next, child, shape;
    uint32_t entry, floats, joint;
} tb_group;

typedef struct tb_placing {
    uint8_t image;
    double shift[2], scale[2], turn;
} tb_placing;

typedef struct tb_sampler {
    int32_t record;
    uint32_t wraps;
} tb_sampler;

typedef struct tb_record {
    uint32_t image, kind;
    char name[44];
} tb_record;

typedef enum tb_kind { TB_POSITIONS, TB_NORMALS, TB_PLACINGS, TB_SWITCHES, TB_TRANSFORMS, TB_KINDS } tb_kind;

/* What key frame `key` changes: positions and normals by `by`; placings by image, shift s, shift t; switches
 * by by[0]; floats by by[0], with two slopes in degrees. */
typedef struct tb_change {
    tb_kind kind;
    uint32_t key, element;
    double by[3];
    int leave, arrive;
} tb_change;

typedef struct tb_anim {
    char name[60];
    bool loops, empty; /* empty: an offset of 0 */
    double start, end;
    double *times;
    uint32_t time_count, time_capacity;
    tb_change *changes;
    uint32_t change_count, change_capacity;
    uint32_t events;
} tb_anim;

#define TB_LIST(type, name)                                                                                  \
    type *name;                                                                                              \
    uint32_t name##_count, name##_capacity

typedef struct tb_vec {
    double v[3];
} tb_vec;

typedef struct tb_rgba {
    uint8_t v[4];
} tb_rgba;

typedef struct tb_polygon {
    uint32_t first, count;
} tb_polygon;

typedef struct tb_index_list {
    uint32_t *data;
    uint32_t count, capacity;
} tb_index_list;

typedef struct tb_actor {
    char name[64], bank[64];
    uint32_t mask;
    TB_LIST(tb_shape, shapes);
    TB_LIST(tb_polygon, polygons);
    TB_LIST(tb_vec, positions);
    TB_LIST(tb_vec, normals);
    TB_LIST(tb_rgba, colors);
    TB_LIST(tb_vec, uvs);
    tb_index_list indices[TB_INDICES]; /* positions, normals, colours, uv sets 0..7 */
    TB_LIST(tb_placing, placings);
    TB_LIST(tb_sampler, samplers);
    TB_LIST(tb_record, records);
    TB_LIST(tb_subshape, subshapes);
    TB_LIST(int8_t, switches);
    TB_LIST(double, floats);
    TB_LIST(tb_group, groups);
    TB_LIST(tb_anim, anims);
} tb_actor;

tb_actor *tb_new(const char *name, const char *bank);
void tb_free(tb_actor *actor);

/* Shapes and subshapes are filled before the next one is begun. */
uint32_t tb_shape_add(tb_actor *actor, const char *name, uint32_t draw, uint32_t cull);
uint32_t tb_subshape_add(tb_actor *actor, uint32_t tev);
void tb_slot_add(tb_actor *actor, int32_t sampler, int8_t set); /* the next slot of the last subshape */

/* Entries of the pools: their numbers as the last shape counts. */
uint32_t tb_position(tb_actor *actor, double x, double y, double z);
uint32_t tb_normal(tb_actor *actor, double x, double y, double z);
uint32_t tb_color(tb_actor *actor, uint32_t rgba);
uint32_t tb_uv(tb_actor *actor, uint32_t set, double s, double t);

/* A fan of the last subshape; an index of each stream that the subshape has: position, normal,
 * colour, sets. */
typedef struct tb_corner {
    uint32_t index[TB_INDICES];
} tb_corner;

void tb_fan(tb_actor *actor, uint32_t count, const tb_corner *corners);

uint32_t tb_record_add(tb_actor *actor, uint32_t image, uint32_t kind, const char *name);
uint32_t tb_sampler_add(tb_actor *actor, int32_t record, uint32_t wraps);

/* With floats and a visibility entry of its own. The last group added is the root. */
uint32_t tb_group_add(tb_actor *actor, const char *name, int32_t shape, bool joint);
void tb_hang(tb_actor *actor, uint32_t parent, uint32_t child); /* as the last child */
void tb_set(tb_actor *actor, uint32_t group, uint32_t vector, double x, double y, double z);

uint32_t tb_anim_add(tb_actor *actor, const char *name, bool loops, double start, double end);
uint32_t tb_key(tb_actor *actor, uint32_t anim, double frame);
void tb_move_by(tb_actor *actor, uint32_t anim, uint32_t key, tb_kind kind, uint32_t element, double x,
                double y, double z);
void tb_float_by(tb_actor *actor, uint32_t anim, uint32_t key, uint32_t group, uint32_t channel, double by,
                 int leave, int arrive);

jb_file tb_build(const tb_actor *actor);

/* The model's textures as a bank (TPL), in their order. */
jb_file tb_build_bank(const jb_model *textures);

/* ------------------------------------------------------------------------------------------------- oracle */

/* Everything that animations change, at `frame` frames after the animation was started; `anim` TB_NONE: at
 * rest. */
typedef struct tb_state {
    double *floats;
    tb_vec *positions, *normals;
    tb_placing *placings;
    int8_t *switches;
} tb_state;

tb_state tb_evaluate(const tb_actor *actor, int32_t anim, double frame);
void tb_state_free(tb_state *state);

/* Whose scale a joint leaves out: its parent's, unless this is set; and how changes that arrive at 90 degrees
 * are read (ttyd.scale-compensate, ttyd.step-slopes); which way shifts count (ttyd.texture-shift), for those
 * who ask. */
typedef struct tb_readings {
    bool sibling, linear, down;
} tb_readings;

extern tb_readings tb_reading;

/* World matrix of a group, row by row; false: the group or one above it is off. */
bool tb_world(const tb_actor *actor, const tb_state *state, uint32_t group, double m[3][4]);

#endif
