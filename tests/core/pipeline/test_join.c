/*
 * test_join.c: which animations of an archive join which of its models (docs/animations.md, "Which animations
 * join"): a table of layouts, each built as an archive.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/j3d/j3d_anim_builder.h"
#include "builders/packing_builder.h"
#include "helpers.h"

enum { MOST = 12, TRACK_OF_X = 2, TRACKS_OF_AN_AXIS = 3 };

/* Files as "path=SKELETON", a letter and a number of joints, between spaces: models (.bmd), animations of
 * joints that begin where the joints of that skeleton are at rest (.bck), and of its materials (.btk); shapes
 * (.bls) and their weights (.blk), which fit behind any. A small letter: a skeleton without bones, all joints
 * in one place; X, Y and Z: bones along that axis; U, V and W: the other way. Joins as "model: file file;
 * ...", in the order of the archive. */
typedef struct layout {
    const char *name, *files, *joins;
} layout;

static const layout layouts[] = {
    {"one object", "Switch.bmd=A5 Wait.bck=A5 Hit.bck=B5 Wait.btk=A5 Other.bck=A4",
     "Switch.bmd: Wait.bck Hit.bck Wait.btk"},
    {"one object of one joint", "coin.bmd=a1 turn.bck=b1", "coin.bmd: turn.bck"},
    {"an object that leaves where it rests", "lid.bmd=A2 spin.bck=B2 wait.bck=C2",
     "lid.bmd: spin.bck wait.bck"},
    {"a path of the camera beside one object", "map.bmd=A2 camera.bck=B2 OpenCAM.bck=C2 scan.bck=D2",
     "map.bmd: scan.bck"},
    {"flat, bones along x", "rat.bmd=X5 crow.bmd=U5 run.bck=X5 fly.bck=U5",
     "rat.bmd: run.bck; crow.bmd: fly.bck"},
    {"flat, bones along y", "rat.bmd=Y5 crow.bmd=V5 run.bck=Y5 fly.bck=V5",
     "rat.bmd: run.bck; crow.bmd: fly.bck"},
    {"flat, bones along z", "rat.bmd=Z5 crow.bmd=W5 run.bck=Z5 fly.bck=W5",
     "rat.bmd: run.bck; crow.bmd: fly.bck"},
    {"flat", "rat.bmd=A5 crow.bmd=B5 run.bck=A5 fly.bck=B5 swim.bck=C5",
     "rat.bmd: run.bck; crow.bmd: "
     "fly.bck"},
    {"flat, by name",
     "gate.bmd=a1 gatepost.bmd=b1 sign.bmd=c1 gate_open.bck=d1 gatepost_fall.bck=e1 "
     "rot.bck=f1",
     "gate.bmd: gate_open.bck; gatepost.bmd: gatepost_fall.bck; sign.bmd:"},
    {"flat, the name of several", "fisha.bmd=A4 fishb.bmd=A4 crab.bmd=A4 fish_swim.bck=A4",
     "fisha.bmd: fish_swim.bck; fishb.bmd: fish_swim.bck; crab.bmd:"},
    {"a folder for each object",
     "rat/default.bmd=A5 crow/default.bmd=A5 rat/rat_run.bck=A5 "
     "crow/crow_fly.bck=A5 crow/caw.bck=A5",
     "rat/default.bmd: rat/rat_run.bck; crow/default.bmd: crow/crow_fly.bck crow/caw.bck"},
    {"two models of an object", "owl/owl.bmd=A5 owl/muddy.bmd=A5 owl/owl_fly.bck=A5",
     "owl/owl.bmd: "
     "owl/owl_fly.bck; "
     "owl/muddy.bmd: "
     "owl/owl_fly.bck"},
    {"a folder for each kind",
     "bmdr/rat.bmd=A5 bmdr/crow.bmd=B5 bcks/run.bck=A5 bcks/fly.bck=B5 "
     "bcks/sit.bck=C5 btk/rat.btk=A5",
     "bmdr/rat.bmd: bcks/run.bck btk/rat.btk; bmdr/crow.bmd: bcks/fly.bck"},
    {"kinds of each object",
     "rat/bmd/body.bmd=A5 rat/bck/run.bck=A5 crow/bmd/body.bmd=A5 "
     "crow/bck/fly.bck=A5",
     "rat/bmd/body.bmd: rat/bck/run.bck; crow/bmd/body.bmd: crow/bck/fly.bck"},
    {"a folder of animations beside that of the model",
     "rat/default.bmd=A5 ratl/default.bmd=B5 "
     "ratanm/rat_run.bck=A5 ratanm/rat_sit.bck=C5",
     "rat/default.bmd: ratanm/rat_run.bck; ratl/default.bmd:"},
    {"the same, of longer names",
     "hamster/default.bmd=A5 hamsterl/default.bmd=B5 "
     "hamsteranm/hamster_run.bck=A5",
     "hamster/default.bmd: hamsteranm/hamster_run.bck; hamsterl/default.bmd:"},
    {"one for several objects, with hats",
     "manma/mana_model.bmd=A5 manmb/manb_model.bmd=A5 owls/owl.bmd=A5 "
     "manmcommon/man_walk.bck=A5 manmcommon/hat.bmd=a1",
     "manma/mana_model.bmd: manmcommon/man_walk.bck; manmb/manb_model.bmd: manmcommon/man_walk.bck; "
     "owls/owl.bmd:; manmcommon/hat.bmd:"},
    {"another's folder", "rat/rat.bmd=A5 crow/crow.bmd=A5 crow/walk.bck=A5 crow/eye.btk=A5",
     "rat/rat.bmd:; crow/crow.bmd: crow/walk.bck crow/eye.btk"},
    {"as many joints", "rat.bmd=A4 crow.bmd=B4 rat.bck=A4 crow.bck=B4 both.bck=C4",
     "rat.bmd: rat.bck; "
     "crow.bmd: crow.bck"},
    {"a path of the camera", "map/map/map.bmd=A2 map/map/sea.bmd=B2 map/camera/start.bck=C2",
     "map/map/map.bmd:; map/map/sea.bmd:"},
    {"a sign",
     "obj/sign.bmd=a2 obj/fence.bmd=b2 obj/crane_up.bck=c2 obj/billboardrot.bck=d2 "
     "camera/start.bck=E2",
     "obj/sign.bmd:; obj/fence.bmd:"},
    {"names that run on",
     "obj/sign.bmd=a2 obj/billboardsun.bmd=b2 obj/billboardrot.bck=c2 obj/billrot.bck=d2 "
     "obj/billboardrotatesback.bck=e2",
     "obj/sign.bmd:; obj/billboardsun.bmd: obj/billboardrot.bck"},
    {"names that run on, but not far", "obj/sign.bmd=a2 obj/sunrise.bmd=b2 obj/sunriot.bck=c2",
     "obj/sign.bmd:; obj/sunrise.bmd:"},
    {"a longer name that begins alike",
     "obj/sign.bmd=a2 obj/billboardsunandmoon.bmd=b2 obj/billboardrot.bck=c2",
     "obj/sign.bmd:; obj/billboardsunandmoon.bmd:"},
    {"called after another one", "shine.bmd=A3 shine_empty.bmd=A3 shine_float.bck=A3 shine_empty_get.bck=A3",
     "shine.bmd: shine_float.bck; shine_empty.bmd: shine_empty_get.bck"},
    {"variants", "link.bmd=A6 link_casual.bmd=A6 link_sleep.bmd=A6 walk.bck=A6 run.bck=A6",
     "link.bmd: walk.bck run.bck; link_casual.bmd:; link_sleep.bmd:"},
    {"weights of shapes, flat",
     "rat.bmd=A3 rat.bls=A1 rat_eye.blk=A1 crow.bmd=B3 crow.bls=B1 "
     "crow_eye.blk=B1 crow_mouth.blk=B1",
     "rat.bmd: rat.bls rat_eye.blk; crow.bmd: crow.bls crow_eye.blk crow_mouth.blk"},
    {"weights of shapes in the folder of another",
     "rat/rat.bmd=A3 rat/rat.bls=A1 rat/blk/eye.blk=A1 "
     "rat/crow/crow.bmd=B3 rat/crow/sing.blk=B1",
     "rat/rat.bmd: rat/rat.bls rat/blk/eye.blk; rat/crow/crow.bmd:"},
    {"weights of shapes beside what has none", "rat.bmd=A3 rat.bls=A1 eye.blk=A1 tail.bmd=B3",
     "rat.bmd: rat.bls eye.blk; tail.bmd:"},
    {"bones that say nothing, by the folder's name",
     "owl/body.bmd=a2 owl/mud.bmd=b2 owl/owl_fly.bck=c2 owl/sleep.bck=d2",
     "owl/body.bmd: owl/owl_fly.bck; owl/mud.bmd: owl/owl_fly.bck"},
    {"bones that speak against the folder's name", "owl/body.bmd=A5 owl/mud.bmd=B5 owl/owl_fly.bck=C5",
     "owl/body.bmd:; owl/mud.bmd:"},
    {"bones that say nothing, by the number of joints", "den/bear.bmd=a5 den/bee.bmd=b2 den/sleep.bck=c5",
     "den/bear.bmd: den/sleep.bck; den/bee.bmd:"},
    {"the archive's name is no folder's", "body.bmd=a2 mud.bmd=b2 x.arc_fly.bck=c2", "body.bmd:; mud.bmd:"},
    {"its name, though it goes far", "rat.bmd=A3 crow.bmd=B3 rat_burst.bck=C3",
     "rat.bmd: rat_burst.bck; "
     "crow.bmd:"},
};

/* ----------------------------------------------------------------------------------------------- building */

static double offset_of(char skeleton, uint32_t joint, uint32_t axis) {
    if (skeleton >= 'a' || joint == 0) return 0;
    if (skeleton >= 'X') return axis == (uint32_t)(skeleton - 'X') ? 10 + joint : 0;
    if (skeleton >= 'U') return axis == (uint32_t)(skeleton - 'U') ? -10 - (double)joint : 0;
    return (double)((skeleton - 'A' + 1) * 37 % 11 + 3 * (skeleton - 'A') + 1) *
               (axis == 0 ? 1 : 0.25 * (joint + axis)) +
           joint;
}

static const char *material_of(char skeleton) {
    static char names[128][16];
    snprintf(names[skeleton & 127], sizeof names[0], "skin of %c", skeleton);
    return names[skeleton & 127];
}

static jb_file build_model(char skeleton, uint32_t joints) {
    jb_model *model = jb_model_new();
    uint16_t matrix = 0;
    jb_corner corners[3] = {0};
    jb_declare(model, JB_POS, 1, JB_F32, 0);
    for (uint32_t i = 0; i < joints; i++) {
        uint32_t joint = jb_joint_add(model, "joint", (int)i - 1);
        for (uint32_t axis = 0; axis < 3; axis++)
            model->joints[joint].translate[axis] = offset_of(skeleton, i, axis);
    }
    jb_draw_matrix_add(model, 0, 0);
    jb_material_add(model, material_of(skeleton));
    uint32_t shape = jb_shape_add(model, 0);
    jb_describe(model, shape, model->arrays[JB_POS].attribute, JB_INDEX16);
    jb_packet_add(model, shape, matrix, 1, &matrix);
    for (int i = 0; i < 3; i++)
        corners[i].index[JB_POS] = jb_value(model, JB_POS, (double[]){i == 1, i == 2, 0});
    jb_primitive_add(model, shape, JB_STRIP, 3, corners);
    jb_draw_add(model, 0, 0, shape);
    jb_file file = jb_build(model, JB_BMD3);
    jb_model_free(model);
    return file;
}

static jb_file build_anim(const char *kind, char skeleton, uint32_t joints) {
    ja_anim *anim = calloc(1, sizeof *anim);
    ck_assert_ptr_nonnull(anim);
    *anim = (ja_anim){.kind = kind, .frames = 30, .count = joints, .maya = 1};
    for (uint32_t i = 0; i < joints; i++) {
        anim->entries[i].material = material_of(skeleton);
        for (uint32_t axis = 0; axis < 3; axis++) {
            ja_track *track = &anim->entries[i].tracks[TRACKS_OF_AN_AXIS * axis + TRACK_OF_X];
            track->count = 1;
            track->keys[0].value = offset_of(skeleton, i, axis);
        }
    }
    jb_file file = ja_build(anim);
    free(anim);
    return file;
}

/* Two clusters of two shapes each, which move the three vertices of the models. */
static jb_file build_shapes(void) {
    ja_shapes shapes = {.clusters = {{.position = {0, 1, 2, 3, 4}}, {.position = {2, 1, 0, 3, 4}}}};
    for (uint32_t c = 0; c < JA_CLUSTERS; c++)
        for (uint32_t s = 0; s < JA_SHAPES; s++)
            for (uint32_t k = 0; k < JA_MOVED; k++) shapes.clusters[c].to[s][k][0] = c + 2.0 * s + k + 1;
    return ja_build_shapes(&shapes);
}

static jb_file build_one(const char *path, const char *what) {
    uint32_t joints = (uint32_t)(what[1] - '0');
    if (strstr(path, ".bls")) return build_shapes();
    if (strstr(path, ".blk")) return build_anim("blk1", what[0], JA_CLUSTERS * JA_SHAPES);
    if (strstr(path, ".bmd")) return build_model(what[0], joints);
    return strstr(path, ".bck") ? build_anim("bck1", what[0], joints) : build_anim("btk1", what[0], 1);
}

typedef struct built {
    ferry_job *job;
    ferry_bytes archive;
    char text[1024], *paths[MOST];
    uint32_t count;
} built;

static void build_layout(const layout *l, built *b) {
    build_member members[MOST];
    jb_file files[MOST];
    *b = (built){.job = fy_test_job()};
    ck_assert_uint_lt(strlen(l->files), sizeof b->text);
    memcpy(b->text, l->files, strlen(l->files));
    for (char *at = strtok(b->text, " "); at; at = strtok(NULL, " ")) {
        char *what = strchr(at, '=');
        ck_assert(what && b->count < MOST);
        *what++ = 0;
        files[b->count] = build_one(at, what);
        members[b->count] = (build_member){at, {files[b->count].data, files[b->count].size}};
        b->paths[b->count++] = at;
    }
    b->archive = build_rarc(b->job, "root", members, b->count);
    for (uint32_t i = 0; i < b->count; i++) jb_file_free(&files[i]);
}

/* ------------------------------------------------------------------------------------------------- asking */

/* "model: file file" of one model; `all`: of those that fit, with all of them asked for. */
static uint32_t joins_of(const built *b, const char *model, bool all, char *text, size_t size) {
    const ferry_setting_value every = {"clips.names", "*"};
    ferry_options options = {.size = sizeof options, .settings = &every, .setting_count = all};
    ferry_job *job = ferry_open(&options);
    char name[256];
    snprintf(name, sizeof name, "x.arc#%s", model);
    ferry_scene *scene = ferry_load(job, &(ferry_input){name, b->archive}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 0);
    ferry_add_on_list joins = ferry_add_ons(job);
    size_t length = (size_t)snprintf(text, size, "%s:", model);
    uint32_t joined = 0, clips = 0;
    for (uint32_t i = 0; i < joins.count; i++) {
        ck_assert(*joins.data[i].why);
        if (!joins.data[i].joined) continue;
        length += (size_t)snprintf(text + length, size - length, " %s", strchr(joins.data[i].file, '#') + 1);
        joined++;
        clips += !strstr(joins.data[i].file, ".bls"); /* shapes are no clip */
    }
    ck_assert_uint_eq(scene->clips.count, clips);
    if (all) ck_assert_uint_eq(joined, joins.count);
    ferry_scene_free(scene);
    ferry_close(job);
    return joined;
}

START_TEST(what_belongs_to_a_model_joins_it) {
    const layout *l = &layouts[_i];
    char text[1024] = "", one[512];
    built b;
    build_layout(l, &b);
    for (uint32_t i = 0; i < b.count; i++) {
        if (!strstr(b.paths[i], ".bmd")) continue;
        joins_of(&b, b.paths[i], false, one, sizeof one);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? "; " : "", one);
    }
    ck_assert_msg(strcmp(text, l->joins) == 0, "%s:\n  got    %s\n  wanted %s", l->name, text, l->joins);
    ferry_close(b.job);
}
END_TEST

/* What fits and does not join by itself can be asked for. */
START_TEST(all_that_fits_can_be_asked_for) {
    built b;
    char one[512];
    build_layout(&(layout){"",
                           "rat/rat.bmd=A5 crow/crow.bmd=A5 crow/walk.bck=A5 crow/eye.btk=A5 "
                           "crow/fly.bck=B5 sit.bck=A4",
                           ""},
                 &b);
    ck_assert_uint_eq(joins_of(&b, "rat/rat.bmd", false, one, sizeof one), 0);
    ck_assert_uint_eq(joins_of(&b, "rat/rat.bmd", true, one, sizeof one), 3);
    ck_assert_str_eq(one, "rat/rat.bmd: crow/walk.bck crow/eye.btk crow/fly.bck");
    ferry_close(b.job);
}
END_TEST

/* A broken model is nobody's rival, and what is wrong with it is not this model's business. */
START_TEST(a_broken_neighbour_is_quiet) {
    built b;
    char one[512];
    build_layout(&(layout){"", "shine.bmd=A3 shine_empty.bmd=A3 shine_empty_get.bck=A3", ""}, &b);
    uint8_t *bytes = malloc(b.archive.size);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, b.archive.data, b.archive.size);
    for (size_t at = b.archive.size; at-- > 4;)
        if (memcmp(bytes + at - 4, "JNT1", 4) == 0) { /* the last one is shine_empty's */
            bytes[at + 4] = bytes[at + 5] = 0;
            break;
        }
    b.archive.data = bytes;
    ck_assert_uint_eq(joins_of(&b, "shine.bmd", false, one, sizeof one), 1);
    ferry_close(b.job);
    free(bytes);
}
END_TEST

/* Nobody can be asked whose they are, but what fits can be had. */
START_TEST(too_many_can_be_asked_for) {
    enum { MODELS = 515, CLIPS = 2 };
    jb_file model = build_model('A', 5), clip = build_anim("bck1", 'A', 5),
            other = build_anim("bck1", 'A', 4);
    build_member *members = calloc(MODELS + CLIPS, sizeof *members);
    char(*names)[16] = calloc(MODELS + CLIPS, sizeof *names), one[512];
    built b = {.job = fy_test_job()};
    ck_assert(members && names);
    for (uint32_t i = 0; i < MODELS + CLIPS; i++) {
        const jb_file *file = i < MODELS ? &model : i == MODELS ? &clip : &other;
        snprintf(names[i], sizeof names[i], "m%u.%s", i, i < MODELS ? "bmd" : "bck");
        members[i] = (build_member){names[i], {file->data, file->size}};
    }
    b.archive = build_rarc(b.job, "root", members, MODELS + CLIPS);
    ck_assert_uint_eq(joins_of(&b, "m7.bmd", true, one, sizeof one), 1);
    ck_assert_str_eq(one, "m7.bmd: m515.bck");
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.arc#m7.bmd", b.archive}, 1);
    ck_assert(scene && !scene->clips.count);
    fy_expect_report(job, "x.arc#m7.bmd: warning: the archive holds 515 models and 2 animations, too many "
                          "to match them by name; none are added (`--anim '*'` adds all that match)\n");
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(b.job);
    jb_file_free(&model), jb_file_free(&clip), jb_file_free(&other);
    free(members), free(names);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("join");
    TCase *table = tcase_create("layouts");
    tcase_add_loop_test(table, what_belongs_to_a_model_joins_it, 0, sizeof layouts / sizeof *layouts);
    tcase_add_test(table, all_that_fits_can_be_asked_for);
    tcase_add_test(table, a_broken_neighbour_is_quiet);
    tcase_add_test(table, too_many_can_be_asked_for);
    suite_add_tcase(suite, table);
    return fy_run_suite(suite);
}
