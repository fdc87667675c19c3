/*
 * test_t3dm_grid.c: surroundings of a large model on bones with a coarser grid: which they are, what the rest
 * gains, borders without cracks, boxes, and what such bones leave as it was.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/fixtures/fixtures.h"
#include "builders/t3dm/t3dm_builder.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/grid/t3dm_grid.h"
#include "formats/t3dm/grid/t3dm_shared_scale.h"
#include "formats/t3dm/pose/t3dm_frames.h"

enum { GROUND, SEA, FOAM, HILL, HOUSE, DRAWS };

static ferry_job *job_with(const ferry_setting_value *settings, uint32_t count) {
    return ferry_open(
        &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = count});
}

static ferry_scene *load_stage(ferry_job *job) {
    jb_model *model = stage_make();
    jb_file file = jb_build(model, JB_BMD3);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"stage.bmd", {file.data, file.size}}, 1);
    jb_model_free(model);
    jb_file_free(&file);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->draws.count, DRAWS);
    return scene;
}

/* What is written with these settings, read back. */
typedef struct trip {
    ferry_job *job, *reading;
    ferry_scene *scene, *back;
    ferry_bytes bytes;
    ferry_matrix worlds[16];
    double scale;
} trip;

static trip make_trip(const ferry_setting_value *settings, uint32_t count) {
    trip t = {.job = job_with(settings, count), .reading = fy_test_job()};
    ferry_file_list files = {0};
    t.scene = load_stage(t.job);
    ck_assert(fy_t3dm_shared_setting(t.job, t.scene, &t.scale));
    ck_assert(ferry_save(t.job, t.scene, "t3dm", "stage.t3dm", &files));
    t.bytes = files.data[0].bytes;
    t.back = fy_t3dm_read_back(t.reading, t.bytes);
    ck_assert_uint_le(t.back->nodes.count, 16);
    ck_assert(ferry_world_matrices(t.back, t.worlds));
    return t;
}

static void end_trip(trip *t) {
    ferry_scene_free(t->back);
    ferry_close(t->reading);
    ferry_scene_free(t->scene);
    ferry_close(t->job);
}

/* Older layouts have no names: by their triangles. */
static const ferry_draw *draw_of(const ferry_scene *scene, uint32_t place) {
    static const uint32_t triangles[DRAWS] = {128, 36, 2, 4, 220};
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (scene->meshes.data[scene->draws.data[d].mesh].triangle_count == triangles[place])
            return &scene->draws.data[d];
    ck_abort_msg("no such draw");
    return NULL;
}

/* Where a vertex of the file stands, and the node that carries it. */
static uint32_t stand(const trip *t, const ferry_draw *draw, uint32_t vertex, double at[3]) {
    const ferry_mesh *mesh = &t->back->meshes.data[draw->mesh];
    uint32_t node = draw->node;
    ferry_matrix whole = t->worlds[node];
    if (mesh->skin != FERRY_NONE) {
        const ferry_joint *joint =
            &t->back->skins.data[mesh->skin].joints[fy_t3dm_joint(t->back, mesh, vertex)];
        node = joint->node;
        whole = fy_matrix_multiply(&t->worlds[node], &joint->inverse_bind);
    }
    fy_t3dm_point(&whole, mesh->positions[vertex], at);
    return node;
}

static float size_of(const trip *t, uint32_t place) {
    double at[3];
    return t->back->nodes.data[stand(t, draw_of(t->back, place), 0, at)].scale.x;
}

static uint32_t count_triangles(const trip *t, uint32_t place) {
    return t->back->meshes.data[draw_of(t->back, place)->mesh].triangle_count;
}

/* How far from the source's places the file's are, at most, in its units. */
static double worst_place(const trip *t, uint32_t place) {
    const ferry_draw *draw = draw_of(t->back, place), *from = draw_of(t->scene, place);
    const ferry_mesh *mesh = &t->back->meshes.data[draw->mesh], *source = &t->scene->meshes.data[from->mesh];
    double worst = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double at[3], nearest = INFINITY;
        stand(t, draw, v, at);
        for (uint32_t k = 0; k < source->vertex_count; k++) {
            const ferry_vec3 *p = &source->positions[k];
            double far =
                fmax(fabs((double)p->x - at[0] / t->scale),
                     fmax(fabs((double)p->y - at[1] / t->scale), fabs((double)p->z - at[2] / t->scale)));
            nearest = fmin(nearest, far);
        }
        worst = fmax(worst, nearest);
    }
    return worst;
}

/* One grid for all has steps of four; with the sea and the hill on bones, the house's are of a half. */
START_TEST(surroundings_leave_the_house_its_detail) {
    static const ferry_setting_value one = {"t3dm.grid", "model"};
    trip whole = make_trip(&one, 1), own = make_trip(NULL, 0);
    ck_assert(!fy_says(whole.job, "t3dm.far-bones", ""));
    ck_assert(fy_says(own.job, "t3dm.far-bones", "2 draws (40 of 390 triangles)"));
    ck_assert(fy_says(own.job, "t3dm.far-bones", "220 of 390 triangles were smaller"));
    ck_assert(fy_says(own.job, "t3dm.far-bones", "needs a skeleton"));
    ck_assert_double_eq(whole.scale, 0.25);
    ck_assert_double_eq(own.scale, 2);
    ck_assert_double_gt(worst_place(&whole, HOUSE), 1.5);
    ck_assert_double_le(worst_place(&own, HOUSE), 0.25);
    ck_assert_uint_eq(whole.back->nodes.count, 1);
    ck_assert_uint_eq(own.back->nodes.count, 3);
    ck_assert(!(size_of(&own, SEA) < 8) && !(size_of(&own, SEA) > 8));
    ck_assert(!(size_of(&own, HILL) < 4) && !(size_of(&own, HILL) > 4));
    ck_assert(!(size_of(&own, HOUSE) > 1));
    for (uint32_t place = 0; place < DRAWS; place++)
        ck_assert_uint_eq(count_triangles(&own, place),
                          own.scene->meshes.data[draw_of(own.scene, place)->mesh].triangle_count);
    end_trip(&own);
    end_trip(&whole);
}
END_TEST

/* Each vertex of the sea's inner border has one of the ground in exactly the same place. */
START_TEST(shared_borders_have_one_place) {
    trip t = make_trip(NULL, 0);
    const ferry_draw *sea = draw_of(t.back, SEA), *ground = draw_of(t.back, GROUND);
    const ferry_mesh *water = &t.back->meshes.data[sea->mesh], *land = &t.back->meshes.data[ground->mesh];
    uint32_t met = 0;
    for (uint32_t v = 0; v < water->vertex_count; v++) {
        double at[3], to[3];
        bool found = false;
        stand(&t, sea, v, at);
        if (fabs(at[0]) > 2100 * t.scale || fabs(at[2]) > 2100 * t.scale) continue;
        for (uint32_t k = 0; k < land->vertex_count && !found; k++) {
            stand(&t, ground, k, to);
            found = memcmp(at, to, sizeof at) == 0;
        }
        ck_assert(found);
        met++;
    }
    ck_assert_uint_eq(met, 32);
    ck_assert_double_le(worst_place(&t, GROUND), 4 / t.scale * 1.001);
    end_trip(&t);
}
END_TEST

/* The sea lies in its plane, in steps of its own, so that foam on it is a decal as before. */
START_TEST(planes_stay_planes) {
    trip t = make_trip(NULL, 0);
    const ferry_draw *sea = draw_of(t.back, SEA), *foam = draw_of(t.back, FOAM);
    double at[3], height;
    stand(&t, foam, 0, at);
    height = at[1];
    ck_assert_double_eq(height, -7 * t.scale);
    for (uint32_t v = 0; v < t.back->meshes.data[sea->mesh].vertex_count; v++) {
        stand(&t, sea, v, at);
        ck_assert_double_eq(at[1], height);
    }
    ck_assert(fy_says(t.job, "t3dm.coplanar", "2 of 2 triangles"));
    end_trip(&t);
}
END_TEST

static int16_t box_of(const trip *t, uint32_t object, uint32_t i) {
    const fy_t3dm_layout *layout = fy_t3dm_layout_wanted(t->job);
    uint32_t at = ferry_be32(t->bytes.data + layout->table_at + 4 * (size_t)object) & 0xFFFFFF;
    return (int16_t)ferry_be16(t->bytes.data + at + layout->box_at + 2 * (size_t)i);
}

/* What reaches beyond 16 bits is drawn wherever the eye is; the house has a box of its own. The reader's
 * draws are in the order of the file's objects. */
START_TEST(boxes_hold_what_is_drawn) {
    trip t = make_trip(NULL, 0);
    for (uint32_t place = 0; place < DRAWS; place++) {
        const ferry_draw *draw = draw_of(t.back, place);
        const ferry_mesh *mesh = &t.back->meshes.data[draw->mesh];
        uint32_t object = (uint32_t)(draw - t.back->draws.data);
        bool beyond = place == SEA || place == HILL;
        for (uint32_t i = 0; i < 3; i++) {
            int16_t least = box_of(&t, object, i), most = box_of(&t, object, i + 3);
            ck_assert_int_eq(least == INT16_MIN && most == INT16_MAX, beyond);
            for (uint32_t v = 0; v < mesh->vertex_count && !beyond; v++) {
                double at[3];
                stand(&t, draw, v, at);
                ck_assert(at[i] >= least && at[i] <= most);
            }
        }
    }
    end_trip(&t);
}
END_TEST

/* Without bones in the layout, or where nobody wants them, there is one grid for all. */
static const ferry_setting_value nowhere[] = {
    {"t3dm.layout", "L3"}, {"t3dm.skeleton", "never"}, {"t3dm.grid", "model"}, {"t3dm.base-scale", "0.25"}};

START_TEST(some_files_have_one_grid) {
    trip t = make_trip(&nowhere[_i], 1);
    ck_assert(!fy_says(t.job, "t3dm.far-bones", ""));
    ck_assert_double_eq(t.scale, 0.25);
    ck_assert_uint_eq(t.back->nodes.count, 1);
    end_trip(&t);
}
END_TEST

/* What clips paint vertex by vertex stays in the model's grid, and nothing else for its sake. */
START_TEST(what_is_painted_stays) {
    static const uint32_t places[] = {SEA, HOUSE};
    static uint32_t vertices[] = {0};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load_stage(job);
    uint32_t number = draw_of(scene, places[_i])->mesh;
    ferry_mesh *mesh = &scene->meshes.data[number];
    if (!mesh->colors[0]) mesh->colors[0] = ferry_scene_new(scene, ferry_color, mesh->vertex_count);
    *ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group) =
        (ferry_vertex_color_group){.mesh = number, .count = 1, .vertices = vertices};
    double scale;
    ck_assert(ferry_check(job, scene) && fy_t3dm_shared_setting(job, scene, &scale));
    ck_assert_double_eq(scale, places[_i] == SEA ? 0.25 : 2);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* In all layouts that have bones, and at a scale that is given. */
static const ferry_setting_value everywhere[] = {{"t3dm.layout", "L4"},
                                                 {"t3dm.layout", "L6"},
                                                 {"t3dm.layout", "L11"},
                                                 {"t3dm.layout", "V1"},
                                                 {"t3dm.base-scale", "2"}};

START_TEST(all_files_with_bones_hold_grids) {
    trip t = make_trip(&everywhere[_i], 1);
    ck_assert(fy_says(t.job, "t3dm.far-bones", "stage.far8"));
    ck_assert_double_eq(t.scale, 2);
    ck_assert_double_le(worst_place(&t, HOUSE), 0.25);
    ck_assert_double_le(worst_place(&t, SEA), 2);
    end_trip(&t);
}
END_TEST

/* A skeleton that is there gets them as children of the bones that carried what they carry. */
/* With as many nodes as there may be bones, or one less. */
START_TEST(a_full_skeleton_stays) {
    for (uint32_t room = 0; room < 3; room += 2) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = load_stage(job);
        while (scene->nodes.count + room < FY_T3DM_NO_BONE - 1)
            *ferry_append(scene, &scene->nodes, ferry_node) =
                (ferry_node){.name = "more", .parent = FERRY_NONE, .scale = {1, 1, 1}, .fixed = true};
        const ferry_scene *with = fy_t3dm_with_grids(job, scene, "stage.t3dm", false);
        ck_assert_ptr_nonnull(with);
        ck_assert_int_eq(with == scene, room == 0);
        ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 0);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

START_TEST(a_skeleton_gets_children) {
    static const ferry_setting_value always = {"t3dm.skeleton", "always"};
    trip t = make_trip(&always, 1);
    const ferry_node_list *nodes = &t.back->nodes;
    ck_assert_uint_eq(nodes->count, 3);
    ck_assert_str_eq(nodes->data[0].name, "stage");
    ck_assert_uint_eq(nodes->data[1].parent, 0);
    ck_assert_uint_eq(nodes->data[2].parent, 0);
    ck_assert(fy_says(t.job, "t3dm.far-bones", "stage.far8") &&
              !fy_says(t.job, "t3dm.far-bones", "skeleton"));
    ck_assert_double_le(worst_place(&t, HOUSE), 0.25);
    end_trip(&t);
}
END_TEST

/* What was read from such a file is written as it was: every vertex in the same place, to the bit. */
START_TEST(rewriting_keeps_them) {
    trip t = make_trip(NULL, 0), last = {.reading = fy_test_job()};
    ferry_job *again = fy_test_job();
    ferry_file_list files = {0};
    ferry_scene *from = fy_t3dm_read_back(again, t.bytes);
    ck_assert(ferry_save(again, from, "t3dm", "stage.t3dm", &files));
    ck_assert(!fy_says(again, "t3dm.far-bones", ""));
    last.back = fy_t3dm_read_back(last.reading, files.data[0].bytes);
    ck_assert_uint_eq(last.back->nodes.count, t.back->nodes.count);
    ck_assert(ferry_world_matrices(last.back, last.worlds));
    for (uint32_t place = 0; place < DRAWS; place++) {
        const ferry_draw *draw = draw_of(last.back, place), *was = draw_of(t.back, place);
        for (uint32_t v = 0; v < last.back->meshes.data[draw->mesh].vertex_count; v++) {
            double at[3], to[3];
            bool found = false;
            stand(&last, draw, v, at);
            for (uint32_t k = 0; !found && k < t.back->meshes.data[was->mesh].vertex_count; k++) {
                stand(&t, was, k, to);
                found = memcmp(at, to, sizeof at) == 0;
            }
            ck_assert(found);
        }
    }
    ferry_scene_free(last.back);
    ferry_close(last.reading);
    ferry_scene_free(from);
    ferry_close(again);
    end_trip(&t);
}
END_TEST

/* What hangs on no bone goes together, what hangs on one of them does not. */
START_TEST(merging_goes_by_bone) {
    static const ferry_setting_value merge = {"t3dm.merge-objects", "alike"};
    trip t = make_trip(&merge, 1);
    for (uint32_t d = 0; d < t.back->draws.count; d++) {
        const ferry_mesh *mesh = &t.back->meshes.data[t.back->draws.data[d].mesh];
        double at[3];
        uint32_t first = stand(&t, &t.back->draws.data[d], 0, at);
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            ck_assert_uint_eq(stand(&t, &t.back->draws.data[d], v, at), first);
    }
    ck_assert_uint_eq(t.back->draws.count, 4); /* ground and house became one */
    end_trip(&t);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_grid");
    TCase *tests = tcase_create("grid");
    tcase_add_test(tests, surroundings_leave_the_house_its_detail);
    tcase_add_test(tests, shared_borders_have_one_place);
    tcase_add_test(tests, planes_stay_planes);
    tcase_add_test(tests, boxes_hold_what_is_drawn);
    tcase_add_loop_test(tests, some_files_have_one_grid, 0, (int)(sizeof nowhere / sizeof *nowhere));
    tcase_add_loop_test(tests, what_is_painted_stays, 0, 2);
    tcase_add_loop_test(tests, all_files_with_bones_hold_grids, 0,
                        (int)(sizeof everywhere / sizeof *everywhere));
    tcase_add_test(tests, a_skeleton_gets_children);
    tcase_add_test(tests, a_full_skeleton_stays);
    tcase_add_test(tests, rewriting_keeps_them);
    tcase_add_test(tests, merging_goes_by_bone);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
