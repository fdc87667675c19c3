/*
 * test_j3d_to_t3dm.c: the whole way, J3D -> scene -> T3DM -> scene, against the oracle: every triangle that a
 * console would draw is there once, in place and facing the same side. Positions of rigid corners are off by
 * no more than the rounding of the file; weighted corners hang on one joint afterwards and are only counted.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64_rdp.h"
#include "builders/fixtures/fixtures.h"
#include "builders/j3d/j3d_oracle.h"
#include "helpers.h"

enum { BASE_SCALE = 16 };

/* Fixtures whose materials are scattered: some of them show nothing, and what shows nothing is
 * not written. */
static bool comparable(const fixture *f) {
    return f->kind != JB_BMT3 && strcmp(f->name, "materials.bdl") != 0 && strcmp(f->name, "mat2.bmd") != 0;
}

typedef struct placed {
    double p[3][3];
    bool taken;
} placed;

static void place(const ferry_scene *scene, const ferry_matrix *worlds, const ferry_draw *draw,
                  uint32_t vertex, double out[3]) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    double m[12];
    memcpy(m, &worlds[draw->node], sizeof m);
    if (mesh->skin != FERRY_NONE) {
        const ferry_skin *skin = &scene->skins.data[mesh->skin];
        ferry_influence run = skin->influences[mesh->influences[vertex]];
        const ferry_joint *joint = &skin->joints[skin->weights[run.first].joint];
        double bind[12];
        ck_assert_uint_eq(run.count, 1);
        memcpy(m, &worlds[joint->node], sizeof m);
        memcpy(bind, &joint->inverse_bind, sizeof bind);
        jb_multiply(m, bind, m);
    }
    ferry_vec3 v = mesh->positions[vertex];
    for (int r = 0; r < 3; r++)
        out[r] = (m[r * 4] * (double)v.x + m[r * 4 + 1] * (double)v.y + m[r * 4 + 2] * (double)v.z +
                  m[r * 4 + 3]) /
                 (double)BASE_SCALE;
}

/* The shade of something that is drawn already, or what lies over it by a mask. */
static bool is_second_draw(const ferry_scene *scene, const ferry_draw *draw) {
    if (draw->material == FERRY_NONE) return false;
    const ferry_material *material = &scene->materials.data[draw->material];
    const ferry_rdp_material *rdp = material->rdp;
    const char *dot = strrchr(material->name, '.');
    bool over = rdp && dot && strcmp(dot, ".over") == 0 && (rdp->other_mode & FERRY_RDP_Z_DECAL);
    return rdp && rdp->blender && (over || rdp->effect == FERRY_RDP_EFFECT_CEL_COLOR);
}

static placed *place_all(const ferry_scene *scene, uint32_t *count) {
    ferry_counts counts;
    ferry_count(scene, &counts);
    placed *list = calloc(counts.triangles + 1, sizeof *list);
    ferry_matrix *worlds = calloc(scene->nodes.count + 1, sizeof *worlds);
    ck_assert(list && worlds);
    ferry_world_matrices(scene, worlds);
    *count = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        if (is_second_draw(scene, &scene->draws.data[d])) continue;
        for (uint32_t t = 0; t < mesh->triangle_count; t++, (*count)++)
            for (int k = 0; k < 3; k++)
                place(scene, worlds, &scene->draws.data[d], mesh->triangles[t * 3 + (uint32_t)k],
                      list[*count].p[k]);
    }
    free(worlds);
    return list;
}

/* One step of the stored positions, carried into the world by the largest axis of the joint. */
static double quantum(const double world[12]) {
    double largest = 0;
    for (int c = 0; c < 3; c++) {
        double length = sqrt(world[c] * world[c] + world[4 + c] * world[4 + c] + world[8 + c] * world[8 + c]);
        if (length > largest) largest = length;
    }
    return largest * 1.8 / (double)BASE_SCALE + 0.02;
}

static bool near(const double *a, const double *b, double within) {
    return fabs(a[0] - b[0]) < within && fabs(a[1] - b[1]) < within && fabs(a[2] - b[2]) < within;
}

/* Whether the triangle lies where it should, its corners in the same sense of rotation. */
static bool fits(const placed *t, const jo_triangle *want, const double within[3]) {
    for (int turn = 0; turn < 3; turn++) {
        bool all = true;
        for (int k = 0; k < 3; k++) {
            int other = (k + turn) % 3;
            all = all && near(t->p[k], want->corners[other].world, within[other]);
        }
        if (all) return true;
    }
    return false;
}

/* Finds the triangle among those that no other one has taken. */
static bool take(placed *list, uint32_t count, const jo_triangle *want, const double within[3]) {
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].taken || !fits(&list[i], want, within)) continue;
        list[i].taken = true;
        return true;
    }
    return false;
}

static void expect_all(const char *name, const jb_model *model, const ferry_scene *back) {
    jo_scene want = jo_evaluate(model, false);
    double(*worlds)[12] = calloc(model->joint_count, sizeof *worlds);
    uint32_t count = 0, wanted = 0;
    placed *list = place_all(back, &count);
    ck_assert_ptr_nonnull(worlds);
    jb_worlds(model, worlds);
    for (uint32_t d = 0; d < want.count; d++)
        for (uint32_t t = 0; t < want.draws[d].count; t++, wanted++) {
            const jo_triangle *triangle = &want.draws[d].triangles[t];
            double within[3];
            bool rigid = true;
            for (int k = 0; k < 3; k++) {
                const jb_draw_matrix *matrix = &model->draw_matrices[triangle->corners[k].matrix];
                rigid = rigid && !matrix->weighted;
                if (rigid) within[k] = quantum(worlds[matrix->index]);
            }
            if (rigid && !take(list, count, triangle, within))
                ck_abort_msg("%s: draw %u, triangle %u at (%g, %g, %g) is missing or turned over", name, d, t,
                             triangle->corners[0].world[0], triangle->corners[0].world[1],
                             triangle->corners[0].world[2]);
        }
    ck_assert_msg(count == wanted, "%s: %u triangles, the console draws %u", name, count, wanted);
    free(worlds);
    free(list);
    jo_free(&want);
}

static ferry_scene *carry(ferry_job *job, const fixture *from, ferry_bytes bytes) {
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = from->name, .bytes = bytes}, 1), *back = NULL;
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "way.t3dm", &files));
    for (uint32_t i = 0; i < files.count && !back; i++)
        if (strcmp(files.data[i].name, "way.t3dm") == 0)
            back = ferry_load(job, &(ferry_input){.name = "way.t3dm", .bytes = files.data[i].bytes}, 1);
    ck_assert_msg(back != NULL, "%s: nothing that can be read was written", from->name);
    ferry_scene_free(scene);
    return back;
}

START_TEST(every_triangle_arrives) {
    const fixture *from = &fixtures[_i];
    /* a sea has no place on a grid of this step: test_t3dm_grid.c */
    if (!comparable(from) || strcmp(from->name, "stage.bmd") == 0) return;
    /* what is drawn over later arrives, too */
    static const ferry_setting_value settings[] = {{"t3dm.base-scale", "16"}, {"t3dm.coplanar", "keep"}};
    jb_model *model = from->make();
    ferry_bytes bytes = fy_read_fixture(from->name);
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2});
    ck_assert_ptr_nonnull(job);
    ferry_scene *back = carry(job, from, bytes);
    expect_all(from->name, model, back);
    ferry_scene_free(back);
    ferry_close(job);
    jb_model_free(model);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("j3d_to_t3dm");
    TCase *tests = tcase_create("j3d to t3dm");
    tcase_add_loop_test(tests, every_triangle_arrives, 0, (int)fixture_count);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
