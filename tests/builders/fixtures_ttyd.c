/*
 * fixtures_ttyd.c: an actor with something of everything that the format knows, and its texture bank. A paper
 * figure whose layers lie in one plane, on plain groups and joints.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures_ttyd.h"
#include "j3d_builder_inside.h"

/* ----------------------------------------------------------------------------------------------- pictures */

enum { SIDE = 16 };

typedef enum drawing { DISC, STRIPES, EYE_OPEN, EYE_HALF, EYE_SHUT, GLOW, CHECKS, DRAWINGS } drawing;

static bool inside(double x, double y, double radius) {
    return x * x + y * y < radius * radius;
}

/* Texel (x, y), counted from the middle in -1..1: grey and whether it is covered. */
static void texel(drawing what, double x, double y, int column, int row, uint8_t rgba[4]) {
    bool pupil = inside(x, y, 0.4), white = inside(x, y, 0.95);
    int grey = 255, alpha = 255;
    if (what == DISC) grey = inside(x + 0.3, y + 0.3, 0.4) ? 255 : 200, alpha = white ? 255 : 0;
    if (what == STRIPES) grey = (column / 2 + row / 4) % 2 ? 230 : 90;
    if (what == EYE_OPEN) grey = pupil ? 20 : 255, alpha = white ? 255 : 0;
    if (what == EYE_HALF) grey = pupil || y < 0 ? 20 : 255, alpha = white ? 255 : 0;
    if (what == EYE_SHUT) grey = 20, alpha = white && fabs(y) < 0.2 ? 255 : 0;
    if (what == GLOW) alpha = (int)(255 * fmax(0, 1 - sqrt(x * x + y * y)));
    if (what == CHECKS) grey = (column / 4 + row / 4) % 2 ? 255 : 60, alpha = column < SIDE / 2 ? 255 : 0;
    for (int k = 0; k < 3; k++) rgba[k] = (uint8_t)grey;
    rgba[3] = (uint8_t)alpha;
}

/* The tint tells pictures apart. */
static void add_picture(jb_model *bank, const char *name, drawing what, ferry_gx_texel format,
                        ferry_gx_palette palette, const double tint[3]) {
    uint8_t rgba[SIDE * SIDE * 4];
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint8_t *to = rgba + 4 * (size_t)i;
        texel(what, (i % SIDE + 0.5) / (SIDE / 2) - 1, (i / SIDE + 0.5) / (SIDE / 2) - 1, i % SIDE, i / SIDE,
              to);
        for (int k = 0; k < 3; k++) to[k] = (uint8_t)(to[k] * tint[k]);
    }
    uint32_t number = jb_texture_add(bank, name, format, palette, SIDE, SIDE, 1, rgba);
    jb_texture *texture = &bank->textures[number];
    texture->wrap_s = 2;
    texture->wrap_t = 1;
}

/* All eleven formats, and all three of palettes. */
jb_model *tb_bank_pictures(void) {
    static const double white[3] = {1, 1, 1}, red[3] = {1, 0.4, 0.3}, blue[3] = {0.4, 0.6, 1},
                        gold[3] = {1, 0.85, 0.3};
    jb_model *bank = jb_model_new();
    add_picture(bank, "body", DISC, FERRY_GX_CMPR, FERRY_GX_PALETTE_IA8, red);
    add_picture(bank, "patch", CHECKS, FERRY_GX_RGB5A3, FERRY_GX_PALETTE_IA8, blue);
    add_picture(bank, "eye0", EYE_OPEN, FERRY_GX_IA8, FERRY_GX_PALETTE_IA8, white);
    add_picture(bank, "eye1", EYE_HALF, FERRY_GX_C8, FERRY_GX_PALETTE_RGB5A3, white);
    add_picture(bank, "eye2", EYE_SHUT, FERRY_GX_C4, FERRY_GX_PALETTE_IA8, white);
    add_picture(bank, "glow", GLOW, FERRY_GX_RGBA8, FERRY_GX_PALETTE_IA8, gold);
    add_picture(bank, "mask", GLOW, FERRY_GX_IA4, FERRY_GX_PALETTE_IA8, white);
    add_picture(bank, "stripes", STRIPES, FERRY_GX_C14X2, FERRY_GX_PALETTE_RGB565, gold);
    add_picture(bank, "floor", STRIPES, FERRY_GX_RGB565, FERRY_GX_PALETTE_IA8, blue);
    add_picture(bank, "dim", STRIPES, FERRY_GX_I4, FERRY_GX_PALETTE_IA8, white);
    add_picture(bank, "dimmer", STRIPES, FERRY_GX_I8, FERRY_GX_PALETTE_IA8, white);
    return bank;
}

/* ------------------------------------------------------------------------------------------------- shapes */

/* A convex polygon of `count` corners on a circle (two circles: an ellipse) in the plane z. */
static void disc(tb_actor *actor, uint32_t count, double cx, double cy, double rx, double ry, double z,
                 uint32_t color, uint32_t sets) {
    tb_corner corners[16] = {{{0}}};
    uint32_t normal = tb_normal(actor, 0.1, 0.2, 1);
    for (uint32_t i = 0; i < count; i++) {
        double turn = 6.283185307179586 * (i + 0.5) / count, x = cos(turn), y = sin(turn);
        corners[i].index[0] = tb_position(actor, cx + rx * x, cy + ry * y, z);
        corners[i].index[1] = normal;
        corners[i].index[2] = tb_color(actor, color - 0x05070300u * i);
        for (uint32_t set = 0; set < sets; set++)
            corners[i].index[3 + set] =
                tb_uv(actor, set, 0.5 + 0.5 * (1 + set) * x, 0.5 - 0.5 * (1 + set) * y);
    }
    tb_fan(actor, count, corners);
}

enum { BODY, EYE, WING, FLOOR, LEG, UNUSED };
enum { S_BODY, S_PATCH, S_EYE, S_GLOW, S_MASK, S_FLOOR, S_CAPTURED };

static void add_textures(tb_actor *actor) {
    static const struct {
        uint32_t image, kind;
        const char *name;
    } records[] = {{0, 0, "body"},    {1, 0, "patch"},  {2, 0, "eye0"},    {3, 0, "eye1"},  {4, 0, "eye2"},
                   {5, 0, "glow"},    {6, 0, "mask"},   {7, 0, "stripes"}, {8, 0, "floor"}, {9, 0, "dim"},
                   {10, 0, "dimmer"}, {0, 1, "screen"}, {99, 0, "lost"}};
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        tb_record_add(actor, records[i].image, records[i].kind, records[i].name);
    static const struct {
        int32_t record;
        uint32_t wraps;
    } samplers[] = {{0, 0}, {1, 3}, {2, 0x80000000u}, {5, 1}, {6, 2}, {7, 4}, {11, 0xC}, {8, 9}};
    for (size_t i = 0; i < sizeof samplers / sizeof *samplers; i++)
        tb_sampler_add(actor, samplers[i].record, samplers[i].wraps);
    actor->placings[S_FLOOR] =
        (tb_placing){.image = 1, .shift = {0.25, 0.125}, .scale = {2, 1.5}, .turn = 30};
}

static void add_shapes(tb_actor *actor) {
    tb_shape_add(actor, "body", 0, 3);
    tb_subshape_add(actor, 0);
    tb_slot_add(actor, S_BODY, 0);
    disc(actor, 8, 0, 0, 10, 14, 0, 0xFFFFFFFF, 1);
    tb_subshape_add(actor, 1); /* slot 1 is unit 0 */
    tb_slot_add(actor, S_PATCH, 1);
    tb_slot_add(actor, S_BODY, 0);
    disc(actor, 5, 0, -6, 7, 5, 0, 0xFFF0E0FF, 2);
    tb_shape_add(actor, "eye", 2, 1);
    tb_subshape_add(actor, 0);
    tb_slot_add(actor, S_EYE, 0);
    disc(actor, 5, 0, 0, 3, 4, 0, 0xFFFFFFFF, 1);
    tb_shape_add(actor, "wing", 3, 3);
    tb_subshape_add(actor, 2);
    tb_slot_add(actor, S_MASK, 0);
    tb_slot_add(actor, S_GLOW, 1);
    disc(actor, 6, 8, 4, 9, 6, -1, 0xFFE0C0C0, 2);
    tb_shape_add(actor, "floor", 1, 3);
    tb_subshape_add(actor, 0);
    tb_slot_add(actor, S_FLOOR, 0);
    disc(actor, 4, 0, -20, 16, 4, -3, 0xFFFFFFFF, 1);
    tb_shape_add(actor, "leg", 1, 0);
    tb_subshape_add(actor, 0);
    disc(actor, 4, 0, -3, 2, 4, 0.5, 0x60A060FF, 0);
    tb_shape_add(actor, "unused", 0, 2);
    tb_subshape_add(actor, 12);
    tb_slot_add(actor, S_CAPTURED, 0);
    tb_slot_add(actor, S_BODY, 0);
    disc(actor, 3, 0, 0, 1, 1, 0, 0x808080FF, 1);
    for (int i = 0; i < 280; i++) tb_position(actor, i, 0, 0); /* gaps in the running index */
    tb_subshape_add(actor, 0);
    disc(actor, 3, 1, 1, 2, 1, 0, 0x808080FF, 0);
}

/* ------------------------------------------------------------------------------------------------- groups */

/* Children stand before their parents, the root is the last. */
enum { TOE, FOOT, FIN, KNEE, HIP, EYE_LEFT, EYE_RIGHT, FACE, GHOST_EYE, GHOST, WINGS, TORSO, GROUND, TWIN, ROOT };

static void add_groups(tb_actor *actor) {
    static const struct {
        const char *name;
        int32_t shape;
        bool joint;
    } groups[] = {{"toe", LEG, true},       {"foot", LEG, true}, {"fin", LEG, true}, {"knee", LEG, true},
                  {"hip", LEG, true},       {"eye_l", EYE, false},     {"eye_r", EYE, false},
                  {"face", TB_NONE, false}, {"ghost_eye", EYE, false}, {"ghost", BODY, false},
                  {"wings", WING, false},   {"torso", BODY, false},    {"ground", FLOOR, false},
                  {"twin", EYE, false},     {"world", TB_NONE, false}};
    static const int parents[] = {FOOT, KNEE, HIP, HIP, TORSO, FACE, FACE, TORSO,
                                  GHOST, ROOT, TORSO, ROOT,  ROOT, ROOT};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        tb_group_add(actor, groups[i].name, groups[i].shape, groups[i].joint);
    for (int i = ROOT - 1; i >= 0; i--) tb_hang(actor, (uint32_t)parents[i], (uint32_t)i);
    tb_set(actor, TORSO, TB_MOVE, 1.5, 20, 0);
    tb_set(actor, TORSO, TB_SCALE, 1.125, 0.875, 1);
    tb_set(actor, TORSO, TB_TURN, 2, 5, -4);
    tb_set(actor, TORSO, TB_TURN_PIVOT, 1, -12, 0.5);
    tb_set(actor, TORSO, TB_SCALE_PIVOT, -2, -10, 0.25);
    tb_set(actor, TORSO, TB_TURN_SHIFT, 0.5, 0.25, -0.125);
    tb_set(actor, TORSO, TB_SCALE_SHIFT, -0.25, 0.75, 0.0625);
    tb_set(actor, FACE, TB_MOVE, 0, 5, 0);
    tb_set(actor, FACE, TB_TURN, 0, 0, 3);
    tb_set(actor, FACE, TB_TURN_PIVOT, 0, 3, 0); /* nothing of it moves */
    tb_set(actor, FACE, TB_SCALE, 1.25, 1.25, 1.25);
    tb_set(actor, FACE, TB_SCALE_SHIFT, 9, 9, 9); /* not counted: its pivot is the origin */
    tb_set(actor, EYE_LEFT, TB_MOVE, -4, 0, 0);
    tb_set(actor, EYE_RIGHT, TB_MOVE, 4, 0, 0);
    tb_set(actor, EYE_RIGHT, TB_SCALE, 0.75, 1.5, 1);
    tb_set(actor, EYE_RIGHT, TB_SCALE_PIVOT, 1, 1, 0);
    tb_set(actor, HIP, TB_MOVE, 3, -12, 0.25);
    tb_set(actor, HIP, TB_SCALE, 1.5, 0.75, 1);
    tb_set(actor, HIP, TB_TURN, 0, 0, 8);
    tb_set(actor, KNEE, TB_MOVE, 0, -7, 0.25);
    tb_set(actor, KNEE, TB_ORIENT, 10, -20, 35);
    tb_set(actor, KNEE, TB_SCALE, 0.75, 1.25, 1);
    tb_set(actor, KNEE, TB_TURN, 4, 2, -6);
    tb_set(actor, FIN, TB_MOVE, 3, -3, 0.5);
    tb_set(actor, FIN, TB_TURN, 3, -2, 15);
    tb_set(actor, FOOT, TB_MOVE, 0, -7, 0.25);
    tb_set(actor, FOOT, TB_ORIENT, 0, 0, -40);
    tb_set(actor, FOOT, TB_TURN, 1, 2, 3);
    tb_set(actor, TOE, TB_MOVE, 2, -4, 0);
    tb_set(actor, TOE, TB_TURN, 0, 0, 20);
    tb_set(actor, GHOST, TB_MOVE, -30, 18, -4);
    tb_set(actor, WINGS, TB_MOVE, 4, 2, 0);
    tb_set(actor, TWIN, TB_MOVE, 24, 30, 2);
    tb_set(actor, TWIN, TB_SCALE, 2, 2, 2);
    actor->groups[TWIN].entry = actor->groups[GHOST].entry; /* one switch for both */
    actor->switches[actor->groups[GHOST].entry] = 0;
}

/* --------------------------------------------------------------------------------------------- animations */

static void add_walk(tb_actor *actor) {
    uint32_t walk = tb_anim_add(actor, "walk", true, 0, 40);
    for (int k = 0; k < 5; k++) tb_key(actor, walk, k * 9.5);
    tb_float_by(actor, walk, 1, HIP, TB_TURN + 2, 7.5, 20, -30);
    tb_float_by(actor, walk, 2, HIP, TB_TURN + 2, -12, 0, 0);
    tb_float_by(actor, walk, 4, HIP, TB_TURN + 2, 4.5, -45, 60);
    tb_float_by(actor, walk, 1, KNEE, TB_TURN + 0, -6, 45, 0);
    tb_float_by(actor, walk, 3, KNEE, TB_SCALE + 1, 0.5, 3, 3);
    tb_float_by(actor, walk, 2, HIP, TB_SCALE + 0, -0.625, 0, 2);
    tb_float_by(actor, walk, 2, FOOT, TB_ORIENT + 1, 25, 10, 10);
    tb_float_by(actor, walk, 1, TORSO, TB_TURN + 2, 6, 10, -20);
    tb_float_by(actor, walk, 2, TORSO, TB_SCALE + 1, 0.375, 0, 1);
    tb_float_by(actor, walk, 3, TORSO, TB_MOVE + 1, 3, 30, 30);
    tb_float_by(actor, walk, 3, TORSO, TB_TURN_PIVOT + 1, 1.5, -10, 15);
    tb_float_by(actor, walk, 4, TORSO, TB_SCALE_PIVOT + 0, -2, 5, 89);
    tb_float_by(actor, walk, 4, TORSO, TB_MOVE + 0, 20, 60, -60); /* more than a byte holds */
    tb_float_by(actor, walk, 1, EYE_RIGHT, TB_TURN + 2, 30, 0, 0);
    tb_float_by(actor, walk, 0, FACE, TB_MOVE + 1, 1, 0, 0);
}

static void add_blink(tb_actor *actor) {
    uint32_t blink = tb_anim_add(actor, "blink", false, 0, 30);
    for (int k = 0; k < 5; k++) tb_key(actor, blink, k * 7.5);
    tb_move_by(actor, blink, 1, TB_PLACINGS, S_EYE, 1, 0, 0);
    tb_move_by(actor, blink, 2, TB_PLACINGS, S_EYE, 1, 0, 0);
    tb_move_by(actor, blink, 3, TB_PLACINGS, S_EYE, -1, 0.25, -0.125);
    tb_move_by(actor, blink, 4, TB_PLACINGS, S_EYE, -1, -0.25, 0.125);
    tb_move_by(actor, blink, 2, TB_PLACINGS, S_FLOOR, 0, 0.5, 0.25);
    tb_move_by(actor, blink, 4, TB_PLACINGS, S_FLOOR, 3, 0, 0);
    tb_move_by(actor, blink, 1, TB_SWITCHES, actor->groups[GHOST].entry, 1, 0, 0);
    tb_move_by(actor, blink, 2, TB_SWITCHES, actor->groups[TORSO].entry, -1, 0, 0);
    tb_move_by(actor, blink, 3, TB_SWITCHES, actor->groups[TORSO].entry, 1, 0, 0);
    tb_move_by(actor, blink, 3, TB_SWITCHES, actor->groups[GHOST_EYE].entry, -1, 0, 0);
    tb_move_by(actor, blink, 4, TB_SWITCHES, actor->groups[GHOST].entry, -1, 0, 0);
}

/* Positions at both ends of the pool; the last key is held. */
static void add_wave(tb_actor *actor) {
    uint32_t wave = tb_anim_add(actor, "wave", true, 0, 50);
    const tb_shape *wing = &actor->shapes[WING];
    for (int k = 0; k < 4; k++) tb_key(actor, wave, k * 12);
    for (uint32_t k = 1; k < 4; k++)
        for (uint32_t i = 0; i < wing->positions[1]; i++)
            tb_move_by(actor, wave, k, TB_POSITIONS, wing->positions[0] + i, 0.5 * i, k == 3 ? -4 : 3,
                       k == 2 ? 10.5 : -1);
    tb_move_by(actor, wave, 1, TB_POSITIONS, actor->positions_count - 1, 1, 0, 0);
    tb_move_by(actor, wave, 0, TB_POSITIONS, 2, 0, 1, 0);
    tb_move_by(actor, wave, 2, TB_NORMALS, wing->normals[0], 0.25, -0.5, 0.125);
    tb_move_by(actor, wave, 3, TB_NORMALS, 0, 0, 0.5, 0);
}

static void add_rest(tb_actor *actor) {
    uint32_t pose = tb_anim_add(actor, "pose", false, 0, 0);
    tb_key(actor, pose, 0);
    tb_float_by(actor, pose, 0, TORSO, TB_TURN + 1, 45, 0, 0);
    tb_move_by(actor, pose, 0, TB_PLACINGS, S_EYE, 2, 0, 0);
    uint32_t late = tb_anim_add(actor, "late", false, 5, 30);
    tb_key(actor, late, 12);
    tb_key(actor, late, 25.5);
    tb_float_by(actor, late, 0, HIP, TB_MOVE + 0, 2, 0, 0);
    tb_float_by(actor, late, 1, HIP, TB_MOVE + 0, -4, 15, 15);
    tb_move_by(actor, late, 0, TB_SWITCHES, actor->groups[GHOST].entry, 1, 0, 0);
    uint32_t steps = tb_anim_add(actor, "steps", true, 2, 26);
    for (int k = 0; k < 4; k++) tb_key(actor, steps, k * 8);
    tb_float_by(actor, steps, 1, FACE, TB_MOVE + 0, 2, 0, 90);
    tb_float_by(actor, steps, 3, FACE, TB_MOVE + 0, -3, 0, 90);
    tb_float_by(actor, steps, 2, TOE, TB_TURN + 2, 10, 20, 20);
    tb_float_by(actor, steps, 3, TOE, TB_TURN + 2, -10, 0, 90);
    uint32_t empty = tb_anim_add(actor, "empty", false, 0, 0);
    actor->anims[empty].empty = true;
    tb_anim_add(actor, "still", true, 0, 20);
}

tb_actor *tb_paper(void) {
    tb_actor *actor = tb_new("ttyd_paper", "ttyd_bank");
    add_textures(actor);
    add_shapes(actor);
    add_groups(actor);
    add_walk(actor);
    add_blink(actor);
    add_wave(actor);
    add_rest(actor);
    return actor;
}

jb_file make_actor(const made_file *self) {
    (void)self;
    tb_actor *actor = tb_paper();
    jb_file file = tb_build(actor);
    tb_free(actor);
    return file;
}

jb_file make_bank(const made_file *self) {
    (void)self;
    jb_model *pictures = tb_bank_pictures();
    jb_file file = tb_build_bank(pictures);
    jb_model_free(pictures);
    return file;
}
