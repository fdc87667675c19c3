/*
 * ttyd_oracle.c: what an actor looks like at a frame, from its description: additive changes, cubics and
 * matrices as docs/formats/ttyd.md writes them down, with nothing of the library.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builders/j3d/j3d_builder_inside.h"
#include "ttyd_builder.h"

static const double PI = 3.14159265358979323846;

tb_readings tb_reading;

static void *copy(const void *from, size_t count, size_t size) {
    void *to = calloc(count + 1, size);
    if (!to) jb_abort("no memory");
    if (count) memcpy(to, from, count * size);
    return to;
}

void tb_state_free(tb_state *state) {
    free(state->floats);
    free(state->positions);
    free(state->normals);
    free(state->placings);
    free(state->switches);
}

/* -------------------------------------------------------------------------------------------------- state */

static double local_frame(const tb_anim *anim, double frame) {
    double length = anim->end - anim->start, time = anim->start + frame;
    if (length == 0 || frame < 0) return anim->start;
    if (anim->loops) return anim->start + fmod(frame, length);
    return time < anim->end ? time : anim->end;
}

static void apply_whole(tb_state *state, const tb_change *c) {
    for (int k = 0; k < 3; k++) {
        if (c->kind == TB_POSITIONS) state->positions[c->element].v[k] += c->by[k];
        if (c->kind == TB_NORMALS) state->normals[c->element].v[k] += c->by[k];
    }
    if (c->kind == TB_PLACINGS) {
        tb_placing *placing = &state->placings[c->element];
        placing->image = (uint8_t)(placing->image + (int)c->by[0]);
        placing->shift[0] += c->by[1];
        placing->shift[1] += c->by[2];
    }
    if (c->kind == TB_SWITCHES)
        state->switches[c->element] = (int8_t)(state->switches[c->element] + (int)c->by[0]);
    if (c->kind == TB_TRANSFORMS) state->floats[c->element] += c->by[0];
}

/* `d` frames to the next key frame, `u` of it gone. */
static void apply_part(tb_state *state, const tb_change *c, double u, double d) {
    for (int k = 0; k < 3; k++) {
        if (c->kind == TB_POSITIONS) state->positions[c->element].v[k] += u * c->by[k];
        if (c->kind == TB_NORMALS) state->normals[c->element].v[k] += u * c->by[k];
    }
    if (c->kind != TB_TRANSFORMS) return;
    double m0 = tan(c->leave * PI / 180), m1 = tan(c->arrive * PI / 180);
    double way = (3 * u * u - 2 * u * u * u) * c->by[0] + (u * u * u - 2 * u * u + u) * d * m0 +
                 (u * u * u - u * u) * d * m1;
    if (tb_reading.linear && abs(c->arrive) > 88)
        way = u * c->by[0];
    else if (c->arrive == 90)
        way = c->by[0];
    state->floats[c->element] += way;
}

tb_state tb_evaluate(const tb_actor *actor, int32_t number, double frame) {
    tb_state state = {
        .floats = copy(actor->floats, actor->floats_count, sizeof *actor->floats),
        .positions = copy(actor->positions, actor->positions_count, sizeof *actor->positions),
        .normals = copy(actor->normals, actor->normals_count, sizeof *actor->normals),
        .placings = copy(actor->placings, actor->placings_count, sizeof *actor->placings),
        .switches = copy(actor->switches, actor->switches_count, sizeof *actor->switches),
    };
    if (number == TB_NONE || actor->anims[number].empty) return state;
    const tb_anim *anim = &actor->anims[number];
    double time = local_frame(anim, frame);
    int32_t current = -1;
    for (uint32_t k = 0; k < anim->time_count; k++)
        if (anim->times[k] <= time) current = (int32_t)k;
    if (current < 0) return state;
    for (uint32_t i = 0; i < anim->change_count; i++) {
        const tb_change *c = &anim->changes[i];
        if ((int32_t)c->key <= current) apply_whole(&state, c);
        if ((int32_t)c->key != current + 1) continue;
        double d = anim->times[current + 1] - anim->times[current];
        apply_part(&state, c, (time - anim->times[current]) / d, d);
    }
    return state;
}

/* ----------------------------------------------------------------------------------------------- matrices */

typedef struct mat {
    double m[4][4];
} mat;

static mat identity(void) {
    return (mat){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

static mat times(mat a, mat b) {
    mat out = {{{0}}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++) out.m[i][j] += a.m[i][k] * b.m[k][j];
    return out;
}

static mat translation(const double *v, double sign) {
    mat out = identity();
    for (int k = 0; k < 3; k++) out.m[k][3] = sign * v[k];
    return out;
}

static mat scaling(const double *v) {
    mat out = identity();
    for (int k = 0; k < 3; k++) out.m[k][k] = v[k];
    return out;
}

static mat turning(int axis, double degrees) {
    double c = cos(degrees * PI / 180), s = sin(degrees * PI / 180);
    mat out = identity();
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    out.m[a][a] = out.m[b][b] = c;
    out.m[a][b] = -s;
    out.m[b][a] = s;
    return out;
}

static mat rotation(const double *v, double unit) {
    return times(turning(2, v[2] * unit), times(turning(1, v[1] * unit), turning(0, v[0] * unit)));
}

static bool is_zero(const double *v) {
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static mat plain(const double *f) {
    mat out = translation(f + TB_MOVE, 1);
    out = times(out, translation(f + TB_TURN_PIVOT, 1));
    if (!is_zero(f + TB_TURN_PIVOT)) out = times(out, translation(f + TB_TURN_SHIFT, 1));
    out = times(out, rotation(f + TB_TURN, 2));
    out = times(out, translation(f + TB_TURN_PIVOT, -1));
    out = times(out, translation(f + TB_SCALE_PIVOT, 1));
    if (!is_zero(f + TB_SCALE_PIVOT)) out = times(out, translation(f + TB_SCALE_SHIFT, 1));
    out = times(out, scaling(f + TB_SCALE));
    return times(out, translation(f + TB_SCALE_PIVOT, -1));
}

static mat joint(const double *f, const double *parent) {
    mat out = translation(f + TB_MOVE, 1);
    double undo[3] = {0, 0, 0};
    if (parent && parent[0] != 0 && parent[1] != 0 && parent[2] != 0)
        for (int k = 0; k < 3; k++) undo[k] = 1 / parent[k];
    if (parent) out = times(out, scaling(undo));
    out = times(out, times(rotation(f + TB_ORIENT, 1), rotation(f + TB_TURN, 2)));
    return times(out, scaling(f + TB_SCALE));
}

static int32_t sibling_of(const tb_actor *actor, int32_t group) {
    for (uint32_t i = 0; i < actor->groups_count; i++)
        if (actor->groups[i].next == group) return (int32_t)i;
    return TB_NONE;
}

static int32_t parent_of(const tb_actor *actor, uint32_t group) {
    for (uint32_t i = 0; i < actor->groups_count; i++)
        for (int32_t child = actor->groups[i].child; child != TB_NONE; child = actor->groups[child].next)
            if ((uint32_t)child == group) return (int32_t)i;
    return TB_NONE;
}

bool tb_world(const tb_actor *actor, const tb_state *state, uint32_t group, double m[3][4]) {
    mat world = identity();
    bool shown = true;
    for (int32_t at = (int32_t)group, parent; at != TB_NONE; at = parent) {
        const tb_group *g = &actor->groups[at];
        parent = parent_of(actor, (uint32_t)at);
        int32_t sibling = tb_reading.sibling ? sibling_of(actor, at) : TB_NONE;
        int32_t other = sibling == TB_NONE ? parent : sibling;
        const tb_group *up = other == TB_NONE ? NULL : &actor->groups[other];
        const double *f = state->floats + g->floats;
        const double *undo = up && up->joint ? state->floats + up->floats + TB_SCALE : NULL;
        world = times(g->joint ? joint(f, undo) : plain(f), world);
        shown = shown && state->switches[g->entry] != 0;
    }
    memcpy(m, world.m, sizeof(double[3][4]));
    return shown;
}
