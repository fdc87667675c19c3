/* fixtures_anims.c: the animations among the fixtures. Values are scattered on purpose, as in fixtures.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "j3d_anim_builder.h"
#include "j3d_builder_inside.h"

static ja_anim *open_anim(const char *kind, uint8_t loop, int16_t frames) {
    ja_anim *anim = calloc(1, sizeof *anim);
    if (!anim) jb_abort("no memory");
    anim->kind = kind;
    anim->loop = loop;
    anim->frames = frames;
    return anim;
}

static double between(dice *d, double least, double most) {
    return least + (most - least) * dice_roll(d, 1000) / 999;
}

/* Keys from frame 0 to the end at odd distances; whole numbers where the file holds whole numbers. */
static void odd_keys(ja_track *t, dice *d, int16_t frames, double least, double most, bool whole) {
    t->count = 2 + dice_roll(d, JA_KEYS - 1);
    t->two_slopes = dice_roll(d, 2);
    double step = (double)frames / (t->count - 1), span = most - least;
    for (uint32_t k = 0; k < t->count; k++) {
        ja_key *key = &t->keys[k];
        key->time = k + 1 == t->count ? frames : (double)(int)(k * step + (k ? between(d, 0, step / 2) : 0));
        key->value = between(d, least, most);
        key->in = between(d, -span / frames * 2, span / frames * 2);
        key->out = t->two_slopes ? between(d, -span / frames * 2, span / frames * 2) : key->in;
        if (whole) key->value = (int)key->value, key->in = (int)key->in, key->out = (int)key->out;
        key->value = (double)(float)key->value, key->in = (double)(float)key->in, key->out = (double)(float)key->out;
    }
}

static void odd_frames(ja_track *t, dice *d, double least, double most, bool whole) {
    t->count = 1 + dice_roll(d, JA_KEYS);
    for (uint32_t k = 0; k < t->count; k++) {
        double value = dice_roll(d, 3) || !k ? between(d, least, most) : t->keys[k - 1].value;
        t->keys[k].value = whole ? (double)(int)value : (double)(float)value;
    }
}

/* Constant for every fourth track, without keys for every ninth. */
static void odd_track(ja_track *t, dice *d, const ja_anim *a, double least, double most, bool whole) {
    if (strcmp(a->kind + 2, "a1") == 0 || strcmp(a->kind, "btp1") == 0)
        odd_frames(t, d, least, most, whole);
    else
        odd_keys(t, d, a->frames, least, most, whole);
    uint32_t fate = dice_roll(d, 36);
    if (fate % 4 == 0) t->count = 1;
    if (fate % 9 == 0) t->count = 0;
}

/* Joints of the model `of`; angles run over several turns where they are shifted. */
static ja_anim *odd_joints(const char *kind, const char *of, uint8_t loop, uint8_t shift, uint32_t seed) {
    jb_model *model = fixture_find(of)->make();
    ja_anim *anim = open_anim(kind, loop, 40);
    dice d = {seed};
    anim->shift = shift;
    anim->count = model->joint_count;
    if (anim->count > JA_ENTRIES) jb_abort("more joints than an animation has room for");
    for (uint32_t i = 0; i < anim->count; i++)
        for (uint32_t k = 0; k < JA_TRACKS; k++) {
            ja_track *t = &anim->entries[i].tracks[k];
            if (k % 3 == 0) odd_track(t, &d, anim, 0.5, 2, false);
            if (k % 3 == 1) odd_track(t, &d, anim, -20000, 20000, true);
            if (k % 3 == 2) odd_track(t, &d, anim, -30, 30, false);
        }
    jb_model_free(model);
    return anim;
}

/* The rest pose, in which all joints swing to and fro about it. */
static ja_anim *swings(const char *of, uint32_t seed) {
    jb_model *model = fixture_find(of)->make();
    ja_anim *anim = open_anim("bck1", 2, 30);
    dice d = {seed};
    anim->count = model->joint_count;
    if (anim->count > JA_ENTRIES) jb_abort("more joints than an animation has room for");
    for (uint32_t i = 0; i < anim->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            const jb_joint *joint = &model->joints[i];
            ja_track *t = &anim->entries[i].tracks[3 * axis];
            double rest = joint->rotation[axis], by = (int)between(&d, -3000, 3000);
            t[0] = (ja_track){.count = 1, .keys = {{0, joint->scale[axis], 0, 0}}};
            t[1] = (ja_track){.count = 3, .keys = {{0, rest, 0, 0}, {14, rest + by, 0, 0}, {30, rest, 0, 0}}};
            t[2] = (ja_track){.count = 1, .keys = {{0, joint->translate[axis], 0, 0}}};
        }
    jb_model_free(model);
    return anim;
}

static const char *const cloths[] = {"face", "jersey", "wood", "hair", "anchor", "brass", "glow", "cloth"};

/* Texture matrices of the figure's materials; of one of them two, and an entry for a material that is not there. */
static ja_anim *odd_matrices(void) {
    static const char *const names[] = {"face", "face", "wood", "nobody", "glow"};
    static const uint8_t slots[] = {0, 1, 0, 2, 7};
    ja_anim *anim = open_anim("btk1", 2, 30);
    dice d = {111};
    anim->shift = 1;
    anim->maya = 1;
    anim->count = 5;
    for (uint32_t i = 0; i < anim->count; i++) {
        anim->entries[i].material = names[i];
        anim->entries[i].number = slots[i];
        for (int k = 0; k < 3; k++) anim->entries[i].center[k] = (double)(float)between(&d, 0, 1);
        for (uint32_t k = 0; k < JA_TRACKS; k++) {
            ja_track *t = &anim->entries[i].tracks[k];
            if (k % 3 == 0) odd_track(t, &d, anim, 0.5, 3, false);
            if (k % 3 == 1) odd_track(t, &d, anim, -15000, 15000, true);
            if (k % 3 == 2) odd_track(t, &d, anim, -2, 2, false);
        }
    }
    return anim;
}

/* Materials of the figure in turn, with tracks of whole numbers. */
static ja_anim *odd_materials(const char *kind, uint32_t count, uint32_t tracks, double least, double most, uint32_t seed) {
    ja_anim *anim = open_anim(kind, 0, 24);
    dice d = {seed};
    anim->count = count;
    for (uint32_t i = 0; i < count; i++) {
        anim->entries[i].material = cloths[i * 3 % 8];
        for (uint32_t k = 0; k < tracks; k++) odd_track(&anim->entries[i].tracks[k], &d, anim, least, most, true);
    }
    return anim;
}

static ja_anim *odd_registers(void) {
    ja_anim *anim = odd_materials("brk1", 7, 4, -300, 500, 113);
    anim->konst = 3;
    for (uint32_t i = 0; i < 7; i++) anim->entries[i].number = i < 4 ? i % 3 : i - 4;
    return anim;
}

static ja_anim *odd_visibility(void) {
    ja_anim *anim = open_anim("bva1", 2, 24);
    dice d = {116};
    anim->count = 9;
    for (uint32_t i = 0; i < anim->count; i++) odd_frames(&anim->entries[i].tracks[0], &d, 0, 1.9, true);
    return anim;
}

/* Two keys at one time are a jump; the first key lies before the start, the last one behind the end. */
static void add_oddities(ja_anim *anim) {
    ja_track *t = &anim->entries[0].tracks[2];
    *t = (ja_track){.count = 5,
                    .two_slopes = true,
                    .keys = {{-3, 1, 0.5, 0.25}, {10, 4, -1, 2}, {10, -6, 3, 0.5}, {25, 2, 0, -0.75}, {47, 9, 1, 1}}};
}

/* For the model "skinned.bmd": vertices on one joint and on several. */
ja_shapes *ja_fixture_shapes(void) {
    ja_shapes *shapes = calloc(1, sizeof *shapes);
    dice d = {121};
    if (!shapes) jb_abort("no memory");
    for (int c = 0; c < JA_CLUSTERS; c++)
        for (int i = 0; i < JA_MOVED; i++) {
            ja_cluster *cluster = &shapes->clusters[c];
            cluster->position[i] = (uint16_t)(3 * i + c);
            cluster->normal[i] = (uint16_t)(2 * i + c);
            for (int k = 0; k < JA_SHAPES; k++) {
                double length = 0;
                for (int axis = 0; axis < 3; axis++) {
                    cluster->to[k][i][axis] = (double)(float)between(&d, -40, 40);
                    cluster->turn[k][i][axis] = between(&d, -1, 1);
                    length += cluster->turn[k][i][axis] * cluster->turn[k][i][axis];
                }
                for (int axis = 0; axis < 3; axis++) cluster->turn[k][i][axis] /= sqrt(length);
            }
        }
    return shapes;
}

static ja_anim *odd_weights(const char *kind, uint32_t seed) {
    ja_anim *anim = open_anim(kind, 2, 20);
    dice d = {seed};
    anim->count = JA_CLUSTERS * JA_SHAPES;
    for (uint32_t i = 0; i < anim->count; i++) {
        odd_track(&anim->entries[i].tracks[0], &d, anim, 0.25, 2, false);
        for (int k = 0; k < JA_KEYS; k++) anim->entries[i].tracks[0].keys[k].in = anim->entries[i].tracks[0].keys[k].out = 0;
    }
    return anim;
}

static ja_anim *odd_vertex_colors(const char *kind, uint32_t seed) {
    ja_anim *anim = open_anim(kind, 0, 18);
    dice d = {seed};
    anim->count = 5;
    for (uint32_t i = 0; i < anim->count; i++)
        for (uint32_t k = 0; k < 4; k++) odd_track(&anim->entries[i].tracks[k], &d, anim, 0, 255.9, true);
    return anim;
}

ja_anim *ja_fixture(const char *name) {
    ja_anim *anim = NULL;
    if (strcmp(name, "rigid.bck") == 0) anim = odd_joints("bck1", "rigid.bmd", 2, 0, 101);
    if (strcmp(name, "softimage.bck") == 0) anim = odd_joints("bck1", "softimage.bmd", 4, 1, 102);
    if (strcmp(name, "maya.bck") == 0) anim = odd_joints("bck1", "maya.bdl", 0, 2, 103);
    if (strcmp(name, "skinned.bca") == 0) anim = odd_joints("bca1", "skinned.bmd", 3, 0, 104);
    if (strcmp(name, "figure.bck") == 0) anim = swings("figure.bdl", 105);
    if (strcmp(name, "skinned.blk") == 0) anim = odd_weights("blk1", 122);
    if (strcmp(name, "skinned.bla") == 0) anim = odd_weights("bla1", 123);
    if (strcmp(name, "skinned.bxk") == 0) anim = odd_vertex_colors("bxk1", 124);
    if (strcmp(name, "skinned.bxa") == 0) anim = odd_vertex_colors("bxa1", 125);
    if (strcmp(name, "figure.btk") == 0) anim = odd_matrices();
    if (strcmp(name, "figure.btp") == 0) anim = odd_materials("btp1", 4, 1, 0, 6.9, 112);
    if (strcmp(name, "figure.brk") == 0) anim = odd_registers();
    if (strcmp(name, "figure.bpk") == 0) anim = odd_materials("bpk1", 4, 4, -60, 300, 114);
    if (strcmp(name, "figure.bpa") == 0) anim = odd_materials("bpa1", 3, 4, 0, 255.9, 115);
    if (strcmp(name, "figure.bva") == 0) anim = odd_visibility();
    if (strcmp(name, "maya.bck") == 0) add_oddities(anim);
    return anim;
}

/* Two joints, materials, registers or shapes; three keys or values for each track. */
static ja_anim *sound(const char *kind) {
    ja_anim *anim = open_anim(kind, 2, 10);
    anim->count = 2;
    anim->konst = strcmp(kind, "brk1") == 0;
    anim->entries[0].material = "skin";
    anim->entries[1].material = "cloth";
    for (uint32_t i = 0; i < anim->count; i++)
        for (uint32_t k = 0; k < JA_TRACKS; k++)
            anim->entries[i].tracks[k] =
                (ja_track){.count = 3, .keys = {{0, 1, 0, 0}, {4, k + 2, 1, 1}, {10, i + 3, 0, 0}}};
    return anim;
}

ja_anim *ja_sound(const char *kind) {
    return sound(kind);
}

jb_file make_shapes(const made_file *self) {
    ja_shapes *shapes = ja_fixture_shapes();
    jb_file file = ja_build_shapes(shapes);
    (void)self;
    free(shapes);
    return file;
}

jb_file make_anim(const made_file *self) {
    ja_anim *anim = ja_fixture(self->name);
    if (!anim) jb_abort("no such animation");
    jb_file file = ja_build(anim);
    free(anim);
    return file;
}
