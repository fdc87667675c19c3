/*
 * fixtures_ttyd_layers.c: an actor made of paper layers: in one plane, in chains, side by side, one in
 * another, nearly in one plane, seen from one side only, hidden, bent and exchanged by animations. Plain
 * colours tell them apart.
 */
#include "fixtures_ttyd.h"

/* A rectangle of one colour, counter-clockwise as seen from +z. */
static void rectangle(tb_actor *actor, double left, double bottom, double right, double top, double z,
                      uint32_t color, bool textured) {
    const double at[4][2] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    tb_corner corners[4] = {{{0}}};
    uint32_t normal = tb_normal(actor, 0, 0, 1);
    for (int i = 0; i < 4; i++) {
        corners[i].index[0] = tb_position(actor, at[i][0], at[i][1], z);
        corners[i].index[1] = normal;
        corners[i].index[2] = tb_color(actor, color);
        if (textured) corners[i].index[3] = tb_uv(actor, 0, i == 1 || i == 2, i < 2);
    }
    tb_fan(actor, 4, corners);
}

enum { OPAQUE = 1, CUTOUT = 0, BLENDED = 3 };
enum { BACK_ONLY = 0, FRONT_ONLY = 1, BOTH = 3 };

/* In the order of the tree. A second subshape of card and tile lies wholly inside the first. */
static const struct {
    const char *name;
    uint32_t draw, cull;
    double at[4], z;
    uint32_t color;
} layers[] = {
    {"card", OPAQUE, BOTH, {-20, 0, 20, 40}, 0, 0xE0D0A0FF},
    {"ribbon", CUTOUT, BOTH, {-26, 14, -4, 22}, 0, 0xC02020FF},
    {"badge", CUTOUT, BOTH, {-10, 10, 2, 20}, 0, 0x2040C0FF}, /* on the ribbon */
    {"corner", CUTOUT, BOTH, {8, 4, 26, 14}, 0, 0x20A040FF},  /* on the card alone */
    {"pin", CUTOUT, BOTH, {0, 8, 12, 16}, 0, 0x101010FF},     /* on badge and corner */
    {"under", CUTOUT, BOTH, {-18, 24, -8, 29}, -0.04, 0xA020A0FF},
    {"over", CUTOUT, BOTH, {-6, 24, 4, 29}, 0.04, 0x20A0A0FF},
    {"leaf", CUTOUT, BOTH, {30, 20, 40, 34}, 0, 0x60C020FF},
    {"leaf2", CUTOUT, BOTH, {35, 24, 47, 33}, 0.05, 0x206010FF}, /* never in one plane with any */
    {"lid", CUTOUT, BOTH, {4, 28, 16, 38}, 0, 0xF08020FF},       /* hidden at rest */
    {"flap", CUTOUT, BOTH, {-18, 2, -8, 9}, 0, 0x8080F0FF},      /* bent */
    {"label", CUTOUT, BOTH, {6, 18, 18, 26}, 0, 0xFFFFFFFF},     /* flips */
    {"front", CUTOUT, FRONT_ONLY, {-3, 31, 2, 38}, 0, 0xF0F020FF},
    {"hind", CUTOUT, BACK_ONLY, {-8, 31, -4, 38}, 0, 0x20F0F0FF},
    {"tile", OPAQUE, BOTH, {30, 2, 46, 14}, 0, 0x909090FF}, /* nothing else is about it */
    {"pane", BLENDED, BOTH, {-6, 2, 6, 6}, 0, 0xFF00FF80},
};

enum { CARD, RIBBON, LID = 9, FLAP, LABEL, TILE = 14, LAYERS = sizeof layers / sizeof *layers };
enum { FIGURE = LAYERS, ROOT };

static void add_layers(tb_actor *actor) {
    for (int i = 2; i < 5; i++)
        tb_record_add(actor, (uint32_t)i, 0, i == 2 ? "eye0" : i == 3 ? "eye1" : "eye2");
    tb_sampler_add(actor, 0, 0);
    for (uint32_t i = 0; i < LAYERS; i++) {
        const double *at = layers[i].at;
        tb_shape_add(actor, layers[i].name, layers[i].draw, layers[i].cull);
        tb_subshape_add(actor, 0);
        if (i == LABEL) tb_slot_add(actor, 0, 0);
        rectangle(actor, at[0], at[1], at[2], at[3], layers[i].z, layers[i].color, i == LABEL);
        if (i != CARD && i != TILE) continue;
        tb_subshape_add(actor, 0);
        rectangle(actor, i == CARD ? -16 : 34, i == CARD ? 31 : 5, i == CARD ? -10 : 40, i == CARD ? 37 : 10,
                  0, 0x804020FF, false);
    }
}

static void add_clips(tb_actor *actor) {
    uint32_t turn = tb_anim_add(actor, "turn", false, 0, 20);
    tb_key(actor, turn, 0);
    tb_key(actor, turn, 20);
    tb_float_by(actor, turn, 1, ROOT, TB_TURN + 1, 90, 0, 0); /* two degrees each */
    uint32_t spin = tb_anim_add(actor, "spin", true, 0, 40);
    for (int k = 0; k < 3; k++) tb_key(actor, spin, 20 * k);
    tb_float_by(actor, spin, 1, RIBBON, TB_TURN + 2, 12, 0, 0);
    tb_float_by(actor, spin, 2, RIBBON, TB_TURN + 2, -12, 0, 0);
    uint32_t open = tb_anim_add(actor, "open", false, 0, 30);
    for (int k = 0; k < 3; k++) tb_key(actor, open, 10 * k);
    tb_move_by(actor, open, 1, TB_SWITCHES, actor->groups[LID].entry, 1, 0, 0);
    tb_move_by(actor, open, 2, TB_SWITCHES, actor->groups[LID].entry, -1, 0, 0);
    tb_move_by(actor, open, 1, TB_PLACINGS, 0, 1, 0, 0);
    tb_move_by(actor, open, 2, TB_PLACINGS, 0, 1, 0, 0);
    uint32_t bend = tb_anim_add(actor, "bend", true, 0, 30);
    const tb_shape *flap = &actor->shapes[FLAP];
    for (int k = 0; k < 3; k++) tb_key(actor, bend, 15 * k);
    for (uint32_t i = 2; i < 4; i++) { /* its upper side stays in the plane and slides over */
        tb_move_by(actor, bend, 1, TB_POSITIONS, flap->positions[0] + i, 7, 7, 0);
        tb_move_by(actor, bend, 2, TB_POSITIONS, flap->positions[0] + i, -7, -7, 4);
    }
}

tb_actor *tb_layers(void) {
    tb_actor *actor = tb_new("ttyd_layers", "ttyd_bank");
    add_layers(actor);
    for (uint32_t i = 0; i < LAYERS; i++) tb_group_add(actor, layers[i].name, (int32_t)i, false);
    tb_group_add(actor, "figure", TB_NONE, false);
    tb_group_add(actor, "world", TB_NONE, false);
    for (uint32_t i = 0; i < LAYERS; i++) tb_hang(actor, FIGURE, i);
    tb_hang(actor, ROOT, FIGURE);
    tb_set(actor, FIGURE, TB_TURN, 2, -1, 2);
    tb_set(actor, FIGURE, TB_MOVE, 2, 1, -1);
    tb_set(actor, RIBBON, TB_TURN_PIVOT, -15, 18, 0);
    actor->switches[actor->groups[LID].entry] = 0;
    add_clips(actor);
    return actor;
}

jb_file make_layers(const made_file *self) {
    (void)self;
    tb_actor *actor = tb_layers();
    jb_file file = tb_build(actor);
    tb_free(actor);
    return file;
}
