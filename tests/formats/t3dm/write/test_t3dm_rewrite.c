/*
 * test_t3dm_rewrite.c: T3DM files of every layout written again as every layout: the same scene, up to what
 * the new one cannot hold, without an error of the checker; what need not change is the same bit for bit.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/fixtures/fixtures.h"
#include "builders/t3dm/t3dm_layouts.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_check.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/pose/t3dm_normal.h"
#include "helpers.h"

/* Files beside the model. */
typedef struct beside {
    const ferry_file_list *files;
    const char *folder; /* of the disk; NULL: none */
} beside;

static bool sidecar(void *user, const char *name, ferry_bytes *bytes) {
    const beside *has = user;
    for (uint32_t i = 0; has->files && i < has->files->count; i++) {
        if (strcmp(has->files->data[i].name, name) != 0) continue;
        *bytes = has->files->data[i].bytes;
        return true;
    }
    return false;
}

/* A job keeps to what it was given. */
static ferry_job *open_job(const char *from, const char *to, beside *has) {
    static ferry_setting_value layouts[BUILD_LAYOUTS];
    uint32_t number = 0;
    while (strcmp(build_layout_names[number], to) != 0) number++;
    layouts[number] = (ferry_setting_value){"t3dm.layout", build_layout_names[number]};
    ferry_options options = {.size = sizeof options,
                             .from = from,
                             .settings = &layouts[number],
                             .setting_count = 1,
                             .sidecar = has ? sidecar : NULL,
                             .user = has};
    ferry_job *job = ferry_open(&options);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_str_eq(text, "");
    free(text);
    return job;
}

static const char *named(ferry_job *job, uint32_t layout) {
    return ferry_job_format(job, "t3dm:%s", build_layout_names[layout]);
}

static ferry_scene *load(ferry_job *job, ferry_bytes bytes, const char *what) {
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "x.t3dm", .bytes = bytes}, 1);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(scene != NULL, "%s: %s", what, text);
    free(text);
    return scene;
}

static ferry_file_list save(ferry_job *job, ferry_scene *scene, const char *what) {
    ferry_file_list files = {0};
    bool done = ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(done, "%s: %s", what, text);
    free(text);
    return files;
}

static void expect_no_error(ferry_job *job, ferry_bytes file, const char *what) {
    ferry_window window = ferry_window_open(job, "x.t3dm", file);
    ferry_scene *scene = fy_scene_open(job);
    bool fine = fy_t3dm_check(job, &window, scene) && !ferry_job_report(job)->totals[FERRY_ERROR];
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(fine, "%s: %s", what, text);
    free(text);
    ferry_scene_free(scene);
}

/* ---------------------------------------------------------------------------------------- triangles */

typedef struct corner {
    float position[3], normal[3], uv[2], color[4];
    uint32_t bone; /* 0xFFFF: none */
} corner;

typedef struct triangle {
    corner corners[3];
    bool met;
} triangle;

static corner corner_of(const ferry_scene *scene, const ferry_mesh *mesh, uint32_t v) {
    corner c = {.bone = 0xFFFF};
    memcpy(c.position, &mesh->positions[v], sizeof c.position);
    memcpy(c.normal, &mesh->normals[v], sizeof c.normal);
    memcpy(c.uv, &mesh->uvs[0][v], sizeof c.uv);
    memcpy(c.color, &mesh->colors[0][v], sizeof c.color);
    if (mesh->skin == FERRY_NONE) return c;
    const ferry_skin *skin = &scene->skins.data[mesh->skin];
    uint32_t node = skin->joints[skin->weights[skin->influences[mesh->influences[v]].first].joint].node;
    c.bone = scene->nodes.data[node].fixed ? 0xFFFF : node;
    return c;
}

static bool near(const float *a, const float *b, int count, float most) {
    for (int i = 0; i < count; i++)
        if (!(fabsf(a[i] - b[i]) <= most)) return false;
    return true;
}

/* How far values may differ; what is told by -1 is not looked at. */
typedef struct slack {
    float position, normal, uv, color;
    bool bones;
} slack;

static bool same_corner(const corner *a, const corner *b, const slack *s) {
    return near(a->position, b->position, 3, s->position) &&
           (s->normal < 0 || near(a->normal, b->normal, 3, s->normal)) &&
           (s->uv < 0 || near(a->uv, b->uv, 2, s->uv)) &&
           (s->color < 0 || near(a->color, b->color, 4, s->color)) && (!s->bones || a->bone == b->bone);
}

static bool same_triangle(const triangle *a, const triangle *b, const slack *s) {
    for (int rotation = 0; rotation < 3; rotation++) {
        int same = 0;
        for (int k = 0; k < 3; k++) same += same_corner(&a->corners[k], &b->corners[(k + rotation) % 3], s);
        if (same == 3) return true;
    }
    return false;
}

/* What lies on one line in the file's integers is left out when it is written, unless bones may pull it
 * apart. */
static bool has_area(const triangle *t) {
    double x[3], y[3], most = 0;
    for (int i = 0; i < 3; i++) {
        x[i] = (double)t->corners[1].position[i] - (double)t->corners[0].position[i];
        y[i] = (double)t->corners[2].position[i] - (double)t->corners[0].position[i];
    }
    for (int i = 0; i < 3; i++)
        most = fmax(most, fabs(x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3]));
    return most > 0;
}

static triangle *triangles_of(const ferry_scene *scene, uint32_t *count) {
    uint32_t all = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        all += scene->meshes.data[scene->draws.data[d].mesh].triangle_count;
    triangle *list = calloc(all + 1, sizeof *list);
    *count = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            for (uint32_t k = 0; k < 3; k++)
                list[*count].corners[k] = corner_of(scene, mesh, mesh->triangles[3 * (size_t)t + k]);
            *count += mesh->skin != FERRY_NONE || has_area(&list[*count]);
        }
    }
    return list;
}

/* Triangles of several hundred are few enough to be looked for one by one. */
static void expect_same_triangles(const ferry_scene *a, const ferry_scene *b, slack s, const char *what) {
    uint32_t left_count, right_count;
    triangle *left = triangles_of(a, &left_count), *right = triangles_of(b, &right_count);
    ck_assert_msg(left_count == right_count, "%s: %u triangles, %u written", what, left_count, right_count);
    for (uint32_t i = 0; i < left_count; i++) {
        uint32_t k = 0;
        while (k < right_count && (right[k].met || !same_triangle(&left[i], &right[k], &s))) k++;
        ck_assert_msg(k < right_count, "%s: triangle %u of %u is not there: %g %g %g", what, i, left_count,
                      (double)left[i].corners[0].position[0], (double)left[i].corners[0].position[1],
                      (double)left[i].corners[0].position[2]);
        right[k].met = true;
    }
    free(left);
    free(right);
}

/* ---------------------------------------------------------------------------------------- materials */

/* What a layout holds of a state; the fixtures' materials ask for nothing that is baked. */
static ferry_rdp_material reduced(uint32_t layout, ferry_rdp_material m) {
    if (layout < BUILD_L9) {
        memset(m.env, 0, 4);
        m.colors &= (uint8_t)~FERRY_RDP_SET_ENV;
        m.other_mode_mask = FERRY_RDP_MODE_MASK;
    } else {
        m.alpha_unchanged = false;
    }
    if (layout < BUILD_L8) {
        m.other_mode &= ~FERRY_RDP_Z_DECAL;
        m.effect = 0;
    }
    if (layout < BUILD_L7) {
        memset(m.prim, 0, 4);
        m.colors &= (uint8_t)~FERRY_RDP_SET_PRIM;
    }
    for (int k = 0; layout < BUILD_L3 && k < 2; k++)
        if (m.tiles[k].texture == FERRY_NONE) m.tiles[k].reference = m.tiles[k].hash = 0;
    if (layout < BUILD_L2) {
        m.fog = 0;
        m.blender = 0;
        m.blend[3] = 0;
        m.other_mode &= ~FERRY_RDP_ALPHA_COMPARE;
        m.colors &= (uint8_t)~FERRY_RDP_SET_BLEND;
        m.alpha_unchanged = false;
    }
    return m;
}

static bool same_axis(const ferry_rdp_axis *a, const ferry_rdp_axis *b) {
    return a->low == b->low && a->high == b->high && a->mask == b->mask && a->shift == b->shift &&
           a->mirror == b->mirror && a->clamp == b->clamp;
}

static void expect_same_material(const ferry_rdp_material *want, const ferry_rdp_material *m,
                                 const char *what) {
    ck_assert_msg(want->combiner == m->combiner && want->flags == m->flags, "%s: combiner, flags", what);
    ck_assert_msg(want->other_mode == m->other_mode, "%s: modes %llx", what,
                  (unsigned long long)m->other_mode);
    ck_assert_msg(want->other_mode_mask == m->other_mode_mask, "%s: mask", what);
    ck_assert_msg(want->blender == m->blender && want->fog == m->fog, "%s: blender, fog %u", what, m->fog);
    ck_assert_msg(want->colors == m->colors && want->effect == m->effect, "%s: colours %u, effect", what,
                  m->colors);
    ck_assert_msg(!memcmp(want->prim, m->prim, 4) && !memcmp(want->env, m->env, 4) &&
                      !memcmp(want->blend, m->blend, 4),
                  "%s: colours", what);
    ck_assert_msg(want->alpha_unchanged == m->alpha_unchanged, "%s: alpha mode", what);
    for (int k = 0; k < 2; k++) {
        const ferry_rdp_tile *a = &want->tiles[k], *b = &m->tiles[k];
        ck_assert_msg(a->reference == b->reference && a->hash == b->hash && a->texture == b->texture,
                      "%s: tile %d", what, k);
        ck_assert_msg(a->width == b->width && a->height == b->height && same_axis(&a->s, &b->s) &&
                          same_axis(&a->t, &b->t),
                      "%s: tile %d", what, k);
    }
}

/* ------------------------------------------------------------------------------------- each to each */

static uint32_t count_extras(const ferry_scene *scene, char type) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->extras.count; i++) {
        const char *path = scene->extras.data[i].path;
        count += path[0] == type && path[1] == '[' && path[strlen(path) - 1] == ']';
    }
    return count;
}

static void expect_same_scene(const ferry_scene *a, const ferry_scene *b, uint32_t from, uint32_t to,
                              const char *what) {
    bool both = from >= BUILD_L4 && to >= BUILD_L4, kept = from == to || (from >= BUILD_L6 && to >= BUILD_L6);
    /* Normals along the axes stand for others when they are carried out of a bone's space and
     * rounded there. */
    slack s = {.position = 1e-3f, .normal = kept ? 1e-5f : 0.07f, .uv = 1e-6f, .color = 1e-6f, .bones = both};
    expect_same_triangles(a, b, s, what);
    ck_assert_uint_eq(a->draws.count, b->draws.count);
    ck_assert_uint_eq(a->materials.count, b->materials.count);
    for (uint32_t i = 0; i < a->draws.count; i++) {
        bool names = from >= BUILD_L5 && to >= BUILD_L5;
        ck_assert_str_eq(b->draws.data[i].name, names ? a->draws.data[i].name : "");
        ck_assert_uint_eq(b->draws.data[i].material, a->draws.data[i].material);
    }
    for (uint32_t i = 0; i < a->materials.count; i++) {
        ferry_rdp_material want = reduced(to, *a->materials.data[i].rdp);
        expect_same_material(&want, b->materials.data[i].rdp, what);
        ck_assert_str_eq(b->materials.data[i].name,
                         from >= BUILD_L9 && to >= BUILD_L9 ? a->materials.data[i].name : "");
    }
    for (uint32_t i = 0; both && i < 2; i++) {
        const ferry_node *x = &a->nodes.data[i], *y = &b->nodes.data[i];
        ck_assert_str_eq(x->name, y->name);
        ck_assert(near(&x->translate.x, &y->translate.x, 3, 1e-5f) &&
                  near(&x->quat.x, &y->quat.x, 4, 1e-5f) && near(&x->scale.x, &y->scale.x, 3, 1e-5f));
    }
    ck_assert_uint_eq(count_extras(b, 'A'), from >= BUILD_L6 && to >= BUILD_L6);
    ck_assert_uint_eq(count_extras(b, 'B'), from >= BUILD_V1 && to >= BUILD_V1);
    ck_assert_uint_eq(count_extras(b, 'Q'), from == BUILD_V4); /* somebody's own */
}

/* Read as `from`, written as `to`, checked and read back. */
START_TEST(each_layout_becomes_each) {
    uint32_t from = (uint32_t)_i / BUILD_LAYOUTS, to = (uint32_t)_i % BUILD_LAYOUTS;
    ferry_job *maker = fy_quick_job();
    ferry_bytes stream = build_t3dm_stream(maker);
    ferry_file_list built = {&(ferry_file){"layout.0.sdata", stream}, 1, 1};
    beside first = {.files = &built};
    const char *what = ferry_job_format(maker, "%s to %s", build_layout_names[from], build_layout_names[to]);
    ferry_job *job = open_job(named(maker, from), build_layout_names[to], &first);
    ferry_scene *scene = load(job, build_t3dm(maker, (build_layout){.layout = from}), what);
    ferry_file_list files = save(job, scene, what);
    beside second = {.files = &files};
    ferry_job *checker = open_job(named(maker, to), "V4", &second),
              *other = open_job(named(maker, to), "V4", &second);
    expect_no_error(checker, files.data[0].bytes, what);
    ferry_scene *back = load(other, files.data[0].bytes, what);
    expect_same_scene(scene, back, from, to, what);
    ck_assert_uint_eq(files.count, from >= BUILD_L6 && to >= BUILD_L6 ? 2 : 1);
    if (files.count == 2) {
        ck_assert_str_eq(files.data[1].name, "x.0.sdata"); /* after the file, wherever it came from */
        ck_assert_uint_eq(files.data[1].bytes.size, stream.size);
        ck_assert_mem_eq(files.data[1].bytes.data, stream.data, stream.size);
    }
    ferry_scene_free(scene);
    ferry_scene_free(back);
    ferry_close(job);
    ferry_close(checker);
    ferry_close(other);
    ferry_close(maker);
}
END_TEST

/* ------------------------------------------------------------------------------------------ normals */

/* What a unit vector was packed to is read as one that is packed so again. The few that are not, lie between
 * cells that hardly meet the sphere. */
START_TEST(normals_come_back) {
    static uint8_t met[65536];
    uint32_t all = 0, changed = 0;
    memset(met, 0, sizeof met);
    for (int y = -400; y <= 400; y++)
        for (int rotation = 0; rotation < 1600; rotation++) {
            double height = y / 400.0, width = sqrt(1 - height * height),
                   angle = rotation * 3.14159265358979 / 800;
            met[fy_t3dm_pack_normal(width * fy_cos(angle), height, width * fy_sin(angle))] = 1;
        }
    for (uint32_t bits = 0; bits < 65536; bits++) {
        ferry_vec3 n = fy_t3dm_unpack_normal((uint16_t)bits, NULL);
        double x = (double)n.x, y = (double)n.y, z = (double)n.z;
        if (bits) ck_assert_double_eq_tol(x * x + y * y + z * z, 1, 1e-6);
        all += met[bits];
        changed += met[bits] && fy_t3dm_pack_normal(x, y, z) != bits;
    }
    ck_assert_uint_gt(all, 7000);
    ck_assert_uint_le(changed, 3);
}
END_TEST

/* Readers of L0 leave out a last triangle that has a corner without a normal: none is written so, whichever
 * corner of the model has none. */
START_TEST(last_triangles_of_l0_have_normals) {
    for (uint32_t bare = 0; bare <= 4; bare++) {
        ferry_job *job = open_job(NULL, "L0", NULL), *other = open_job("t3dm:L0", "L0", NULL);
        ferry_scene *scene = fy_square_scene(job);
        ferry_mesh *mesh = &scene->meshes.data[0];
        mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
        for (uint32_t v = 0; v < 4; v++) mesh->normals[v].z = v != bare && bare < 4;
        ferry_file_list files = {0};
        ck_assert(ferry_prepare(job, scene, "t3dm", NULL));
        ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
        ferry_scene *back = ferry_load(other, &(ferry_input){"x.t3dm", files.data[0].bytes}, 1);
        ck_assert_ptr_nonnull(back);
        ck_assert_uint_eq(back->meshes.data[0].triangle_count, 2);
        ferry_scene_free(back);
        ferry_scene_free(scene);
        ferry_close(other);
        ferry_close(job);
    }
}
END_TEST

/* ----------------------------------------------------------------------------------- the same bytes */

static uint32_t table_of(uint32_t layout, uint32_t *strings_at) {
    *strings_at = layout == BUILD_L0 ? 0x14 : 0x18;
    return build_table_at(layout);
}

/* All chunks of a type behind each other, without the zeros behind each; 'T': the strings. */
static ferry_bytes chunks_of(ferry_job *job, ferry_bytes file, uint32_t layout, char type) {
    uint32_t strings_at, table = table_of(layout, &strings_at), count = ferry_be32(file.data + 4),
                         strings = ferry_be32(file.data + strings_at);
    ferry_out out = ferry_out_open(job, "chunks");
    if (type == 'T') return (ferry_bytes){file.data + strings, file.size - strings};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = ferry_be32(file.data + table + 4 * (size_t)i), at = word & 0xFFFFFF, end = strings;
        if (word >> 24 != (uint32_t)(uint8_t)type) continue;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t other = ferry_be32(file.data + table + 4 * (size_t)k) & 0xFFFFFF;
            if (other > at && other < end) end = other;
        }
        while (end > at && !file.data[end - 1]) end--;
        ferry_put_bytes(&out, file.data + at, end - at);
        ferry_put_u8(&out, (uint8_t)type);
    }
    return (ferry_bytes){out.data, out.size};
}

static void expect_same_chunks(ferry_job *job, ferry_bytes a, ferry_bytes b, uint32_t layout, char type,
                               const char *what) {
    ferry_bytes x = chunks_of(job, a, layout, type), y = chunks_of(job, b, layout, type);
    ck_assert_msg(x.size == y.size && (!x.size || !memcmp(x.data, y.data, x.size)), "%s: chunks of type %c",
                  what, type);
}

/* What is copied from the file that was read is the job's own: the scene may go. */
START_TEST(streams_outlive_the_scene) {
    ferry_job *maker = fy_quick_job();
    ferry_bytes stream = build_t3dm_stream(maker);
    ferry_file_list built = {&(ferry_file){"layout.0.sdata", stream}, 1, 1};
    beside has = {.files = &built};
    ferry_job *job = open_job("t3dm:V4", "V4", &has);
    ferry_scene *scene = load(job, build_t3dm(maker, (build_layout){.layout = BUILD_V4}), "V4");
    ferry_file_list files = save(job, scene, "V4");
    ck_assert_uint_eq(files.count, 2);
    for (uint32_t i = 0; i < scene->extras.count; i++)
        ck_assert_ptr_ne(files.data[1].bytes.data, scene->extras.data[i].bytes.data);
    ferry_scene_free(scene);
    ck_assert_mem_eq(files.data[1].bytes.data, stream.data, stream.size); /* AddressSanitizer looks on */
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

/* Materials, bones, animations and strings of a file that becomes one of its own layout. */
START_TEST(what_need_not_change_does_not) {
    uint32_t layout = (uint32_t)_i;
    ferry_job *maker = fy_quick_job();
    const char *what = build_layout_names[layout];
    ferry_bytes file = build_t3dm(maker, (build_layout){.layout = layout});
    ferry_job *job = open_job(named(maker, layout), build_layout_names[layout], NULL);
    ferry_scene *scene = load(job, file, what);
    ferry_file_list files = save(job, scene, what);
    for (const char *type = "MSAQT"; *type; type++)
        expect_same_chunks(maker, file, files.data[0].bytes, layout, *type, what);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

/* What is wrong in a stream is told of the stream, which lies where the model does. */
START_TEST(streams_are_called_by_their_place) {
    ferry_job *maker = fy_quick_job();
    ferry_bytes stream = build_t3dm_stream(maker);
    stream.size -= 3;
    ferry_file_list built = {&(ferry_file){"layout.0.sdata", stream}, 1, 1};
    beside has = {.files = &built};
    ferry_job *job = open_job("t3dm:V4", "V4", &has);
    ferry_bytes file = build_t3dm(maker, (build_layout){.layout = BUILD_V4});
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "some/where/x.t3dm", .bytes = file}, 1);
    bool told = false;
    for (uint32_t i = 0; i < ferry_job_report(job)->count; i++)
        told = told || strcmp(ferry_job_report(job)->data[i].file, "some/where/layout.0.sdata") == 0;
    ck_assert(told);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

static float float_at(const uint8_t *at) {
    uint32_t bits = ferry_be32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* At another base scale what a stream is scaled and shifted by for translations changes, and nothing else. */
START_TEST(streams_follow_the_base_scale) {
    enum { TRANSLATION = 0x20, SCALE = TRANSLATION + 4, SHIFT = TRANSLATION + 8 };
    static const ferry_setting_value setting = {"t3dm.base-scale", "3"};
    ferry_job *maker = fy_quick_job();
    ferry_options options = {
        .size = sizeof options, .from = "t3dm:V4", .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_bytes file = build_t3dm(maker, (build_layout){.layout = BUILD_V4});
    ferry_scene *scene = load(job, file, "V4");
    ferry_file_list files = save(job, scene, "V4");
    ferry_bytes before = chunks_of(maker, file, BUILD_V4, 'A'),
                after = chunks_of(maker, files.data[0].bytes, BUILD_V4, 'A');
    ck_assert_uint_eq(before.size, after.size);
    ck_assert(float_at(before.data + SCALE) > 0 && float_at(before.data + SHIFT) < 0);
    ck_assert_float_eq(float_at(after.data + SCALE), 3 * float_at(before.data + SCALE));
    ck_assert_float_eq(float_at(after.data + SHIFT), 3 * float_at(before.data + SHIFT));
    ck_assert_mem_eq(before.data + 0x14, after.data + 0x14, TRANSLATION + 4 - 0x14);
    ck_assert_mem_eq(before.data + SHIFT + 4, after.data + SHIFT + 4, before.size - SHIFT - 4);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

/* Early and late files of L3 stay what they are. */
START_TEST(l3_stays_on_its_side_of_the_mirror) {
    ferry_job *maker = fy_quick_job();
    ferry_bytes file = build_t3dm(maker, (build_layout){.layout = BUILD_L3, .late = _i});
    ferry_job *job = open_job("t3dm:L3", "L3", NULL), *other = open_job("t3dm:L3", "L3", NULL);
    ferry_scene *scene = load(job, file, "L3");
    ferry_file_list files = save(job, scene, "L3");
    ferry_scene *back = load(other, files.data[0].bytes, "L3");
    bool mirrored = fy_t3dm_find_passthrough(back, "mirrored") != NULL;
    ck_assert(mirrored == !_i);
    expect_same_scene(scene, back, BUILD_L3, BUILD_L3, "L3");
    ferry_scene_free(scene);
    ferry_scene_free(back);
    ferry_close(job);
    ferry_close(other);
    ferry_close(maker);
}
END_TEST

/* ---------------------------------------------------------------------------- files of other makers */

static const char *const folders[BUILD_LAYOUTS] = {
    "L0_2024-03-07", "L1_2024-03-09", "L2_2024-03-12", "L3_2024-03-16", "L4_2024-04-01",  "L5_2024-04-07",
    "L6_2024-04-28", "L7_2024-05-20", "L8_2024-06-24", "L9_2024-07-21", "L10_2024-09-21", "L11_2024-10-13",
    "V1_2024-10-26", "V2_2024-10-30", "V3_2024-11-07", "V4_2026-06-18"};

/* Empty if there is none: the examples of the runtime are not part of this repository. */
static ferry_bytes sample(const char *name, uint32_t layout) {
    const char *folder = getenv("FERRY_SAMPLES");
    char path[512];
    snprintf(path, sizeof path, "%s/t3dm/%s/%s.t3dm", folder ? folder : "", folders[layout], name);
    FILE *there = folder ? fopen(path, "rb") : NULL;
    if (!there) return (ferry_bytes){NULL, 0};
    fclose(there);
    return fy_read_file(path);
}

static const char *const samples[] = {"gear", "chicken", "snake"};

/* From all sides; what was baked is rounded to whole units of models that are a hundred units large. */
static void expect_same_look(ferry_job *job, const ferry_scene *a, const ferry_scene *b, bool baked,
                             const char *what) {
    const ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity found;
    ck_assert(ferry_compare(job, a, b, &view, &found, NULL));
    ck_assert_msg(found.ssim > (baked ? 0.85 : 0.999), "%s: SSIM %.4f", what, found.ssim);
}

/* Each layout of each example becomes each layout: no error of the checker, the same triangles. Lengths:
 * rounded in model space where bones end, and vertices of L0 to L3 were rounded there before. */
START_TEST(examples_become_each_layout) {
    const char *name = samples[_i / BUILD_LAYOUTS];
    uint32_t from = (uint32_t)_i % BUILD_LAYOUTS;
    ferry_bytes file = sample(name, from);
    for (uint32_t to = 0; file.size && to < BUILD_LAYOUTS; to++) {
        ferry_job *maker = fy_quick_job();
        const char *what =
            ferry_job_format(maker, "%s, %s to %s", name, build_layout_names[from], build_layout_names[to]);
        ferry_job *job = open_job(named(maker, from), build_layout_names[to], NULL),
                  *other = open_job(named(maker, to), "V4", NULL),
                  *checker = open_job(named(maker, to), "V4", NULL);
        ferry_scene *scene = load(job, file, what);
        ferry_file_list files = save(job, scene, what);
        expect_no_error(checker, files.data[0].bytes, what);
        ferry_scene *back = load(other, files.data[0].bytes, what);
        bool baked = scene->skins.count && !back->skins.count,
             boned = scene->skins.count && back->skins.count;
        bool mirror = from <= BUILD_L3 || to <= BUILD_L3; /* x and -x are not packed alike */
        slack s = {.position = boned ? 0.01f : 0,
                   .normal = boned && (from < BUILD_L6) != (to < BUILD_L6) ? 0.07f
                             : mirror                                      ? 0.02f
                                                                           : 1e-5f,
                   .uv = 1e-5f,
                   .color = 1e-6f,
                   .bones = boned};
        if (!baked) expect_same_triangles(scene, back, s, what); /* baking loses those that it makes flat */
        if (from == BUILD_V4) expect_same_look(job, scene, back, baked, what);
        for (const char *type = "MSAT"; from == to && from > BUILD_L2 && *type; type++)
            expect_same_chunks(maker, file, files.data[0].bytes, to, *type, what);
        ferry_scene_free(scene);
        ferry_scene_free(back);
        ferry_close(job);
        ferry_close(other);
        ferry_close(checker);
        ferry_close(maker);
    }
    free((void *)(uintptr_t)file.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_rewrite");
    TCase *built = tcase_create("built"), *made = tcase_create("made by others");
    tcase_add_loop_test(built, each_layout_becomes_each, 0, BUILD_LAYOUTS * BUILD_LAYOUTS);
    tcase_add_test(built, streams_outlive_the_scene);
    tcase_add_test(built, streams_are_called_by_their_place);
    tcase_add_test(built, streams_follow_the_base_scale);
    tcase_add_loop_test(built, what_need_not_change_does_not, 0, BUILD_LAYOUTS);
    tcase_add_loop_test(built, l3_stays_on_its_side_of_the_mirror, 0, 2);
    tcase_add_test(built, normals_come_back);
    tcase_add_test(built, last_triangles_of_l0_have_normals);
    tcase_add_loop_test(made, examples_become_each_layout, 0, 3 * BUILD_LAYOUTS);
    tcase_set_timeout(made, 60);
    suite_add_tcase(suite, built);
    suite_add_tcase(suite, made);
    return fy_run_suite(suite);
}
