/*
 * test_generic_dialects.c: what people's files of generic formats are like: texts in other encodings,
 * material libraries with options, lines and points, models that are known by their first bytes only
 * (docs/formats/generic.md).
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builders/generic_trip.h"
#include "helpers.h"

/* ---------------------------------------------------------------------------------------------- encodings */

/* ASCII as UTF-16 behind its mark; NULL-terminated text stays what it is. */
static void widen(generic_files *files, uint32_t number, bool big) {
    size_t size = files->sizes[number];
    char *wide = malloc(2 * size + 3);
    ck_assert_ptr_nonnull(wide);
    memcpy(wide, big ? "\xfe\xff" : "\xff\xfe", 2);
    for (size_t k = 0; k < size; k++) {
        wide[2 + 2 * k + big] = files->data[number][k];
        wide[2 + 2 * k + !big] = 0;
    }
    wide[2 + 2 * size] = 0;
    free(files->data[number]);
    files->data[number] = wide;
    files->sizes[number] = 2 + 2 * size;
}

static void mark(generic_files *files, uint32_t number) {
    size_t size = files->sizes[number];
    char *marked = malloc(size + 4);
    ck_assert_ptr_nonnull(marked);
    memcpy(marked, "\xef\xbb\xbf", 3);
    memcpy(marked + 3, files->data[number], size + 1);
    free(files->data[number]);
    files->data[number] = marked;
    files->sizes[number] = size + 3;
}

typedef void maker(generic_files *files);
static maker *const makers[] = {generic_obj, generic_gltf, generic_dae, generic_fbx};

/* The same scene, and not a word, however the model and its library are written. */
START_TEST(text_in_any_encoding) {
    trip plain = {0};
    ferry_bytes expected, found;
    makers[_i](&plain.files);
    bool library = strstr(plain.files.names[plain.files.count > 1], ".mtl") != NULL;
    travel(&plain);
    ck_assert_ptr_nonnull(plain.scene);
    ck_assert(ferry_dump(plain.job, plain.scene, &expected));
    for (int way = 0; way < 3; way++) {
        trip t = {0};
        makers[_i](&t.files);
        for (uint32_t number = 0; number < 1u + library; number++)
            if (way == 2)
                mark(&t.files, number);
            else
                widen(&t.files, number, way == 1);
        travel(&t);
        fy_expect_report(t.job, "");
        ck_assert(ferry_dump(t.job, t.scene, &found));
        ck_assert_uint_eq(found.size, expected.size);
        ck_assert_mem_eq(found.data, expected.data, expected.size);
        come_home(&t);
    }
    come_home(&plain);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- libraries */

#define SQUARE                                                                                               \
    "mtllib x.mtl\no S\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl P\n"  \
    "f 1/1 2/2 3/3 4/4\n"

static void make_square(trip *t, const char *library, const char *words) {
    generic_open(&t->files, "x.obj");
    generic_say(&t->files, SQUARE);
    generic_open(&t->files, "x.mtl");
    generic_say(&t->files, "%s", library);
    generic_picture(&t->files, "t.png");
    travel(t);
    fy_expect_report(t->job, words);
    ck_assert_ptr_nonnull(t->scene);
}

START_TEST(options_of_pictures) {
    static const struct {
        const char *line;
        /* texture coordinates of the lower left corner, and of the upper right one; v down */
        float low[2], high[2];
        ferry_wrap wrap;
    } lines[] = {
        {"map_Kd t.png", {0, 1}, {1, 0}, FERRY_WRAP_REPEAT},
        {"  map_Kd\tt.png \t\r", {0, 1}, {1, 0}, FERRY_WRAP_REPEAT},
        {"map_Kd -s 2 3 1 t.png", {0, 1}, {2, -2}, FERRY_WRAP_REPEAT},
        {"map_Kd -s 2 3 t.png", {0, 1}, {2, -2}, FERRY_WRAP_REPEAT},
        {"map_Kd -s 2 t.png", {0, 1}, {2, 0}, FERRY_WRAP_REPEAT},
        {"map_Kd -clamp on -o 0.25 0.5 0 -s 2 2 2 t.png", {0.25f, 0.5f}, {2.25f, -1.5f}, FERRY_WRAP_CLAMP},
        {"map_Kd -clamp off -blendu on -mm 0 1 -bm 0.5 -imfchan r -texres 64 -t 1 1 t.png",
         {0, 1},
         {1, 0},
         FERRY_WRAP_REPEAT},
    };
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        char library[200];
        trip t = {0};
        snprintf(library, sizeof library, "# by hand\nKd 0 0 0\nnewmtl P\nKd 1 1 1\n%s\n", lines[k].line);
        make_square(&t, library, "");
        const ferry_mesh *mesh = &t.scene->meshes.data[0];
        ck_assert_msg(t.scene->images.count == 1, "%s", lines[k].line);
        ck_assert_int_eq(t.scene->textures.data[0].wrap_s, lines[k].wrap);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const float *wanted = mesh->positions[v].y < 0 ? lines[k].low : lines[k].high;
            if (mesh->positions[v].x * mesh->positions[v].y < 0) continue;
            ck_assert_msg(mesh->uvs[0][v].x == wanted[0] && mesh->uvs[0][v].y == wanted[1], "%s: %g %g",
                          lines[k].line, (double)mesh->uvs[0][v].x, (double)mesh->uvs[0][v].y);
        }
        come_home(&t);
    }
}
END_TEST

START_TEST(options_without_a_picture) {
    static const char *const lines[] = {"map_Kd", "map_Kd -clamp on", "map_Kd -s", "bump -bm",
                                        "map_Kd -s 1 2 3"};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        char library[200];
        trip t = {0};
        /* the last one without an end */
        snprintf(library, sizeof library, "newmtl P\n%s\n%s", lines[k], lines[k]);
        make_square(&t, library, "");
        ck_assert_uint_eq(t.scene->textures.count, 0);
        come_home(&t);
    }
}
END_TEST

START_TEST(nothing_is_invisible) {
    trip t = {0};
    make_square(&t, "newmtl P\nKd 1 1 1\nd 0\nmap_Kd C:\\art\\far.png\n",
                "x.obj: warning: image \"C:\\\\art\\\\far.png\" not found; the texture has no image\n"
                "x.obj:0x58: warning: material \"P\": opacity 0, which some exporters write for opaque "
                "materials; used 1\n");
    const ferry_material *material = &t.scene->materials.data[t.scene->draws.data[0].material];
    ck_assert(material->base_color.a == 1 && material->alpha_mode == FERRY_ALPHA_OPAQUE);
    ck_assert_str_eq(t.scene->textures.data[0].name, "far"); /* whatever machine it was on */
    come_home(&t);
}
END_TEST

START_TEST(lines_and_points) {
    static const struct {
        const char *name, *text, *words;
    } files[] = {
        {"x.obj", "o S\nv 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n",
         "x.obj:0x2: loss: mesh \"S\": 0 points and "
         "2 lines left out: only triangles are "
         "supported\n"},
        {"x.obj", "o S\nv 0 0 0\nv 1 0 0\nv 0 1 0\np 1 2 3\n",
         "x.obj:0x2: loss: mesh \"S\": 3 points and "
         "0 lines left out: only triangles are "
         "supported\n"},
        {"x.ply",
         "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
         "property float z\nend_header\n0 0 0\n1 0 0\n",
         "x.ply: loss: mesh \"\": 2 points and 0 lines left out: only triangles are supported\n"},
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        trip t = {0};
        generic_open(&t.files, files[k].name);
        generic_say(&t.files, "%s", files[k].text);
        travel(&t);
        fy_expect_report(t.job, files[k].words);
        ck_assert_ptr_nonnull(t.scene);
        come_home(&t);
    }
}
END_TEST

/* What assimp gives up on is no empty model. It leaks of these, so a child looks. */
START_TEST(nothing_is_refused) {
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child) {
        trip t = {0};
        generic_open(&t.files, "x.irr");
        generic_say(&t.files, "<?xml version=\"1.0\"?>\n<irr_scene>\n</irr_scene>\n");
        travel(&t);
        const ferry_report *report = ferry_job_report(t.job);
        _exit(t.scene || strcmp(report->data[report->count - 1].text, "assimp found no mesh") != 0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it is read, or refused by other words");
}
END_TEST

/* z goes up in this format, and assimp leaves it there. */
START_TEST(what_is_z_up_stands) {
    trip t = {0};
    ferry_counts counts;
    generic_open(&t.files, "x.smd");
    generic_say(&t.files, "version 1\nnodes\n0 \"root\" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\nend\n"
                          "triangles\nmat\n"
                          "0 0 0 0 0 -1 0 0 0\n0 1 0 0 0 -1 0 1 0\n0 0 0 2 0 -1 0 0 1\nend\n");
    travel(&t);
    ck_assert_ptr_nonnull(t.scene);
    ck_assert(ferry_count(t.scene, &counts));
    ck_assert_float_eq_tol(counts.box.max.y, 2, 1e-5f);
    ck_assert_float_eq_tol(counts.box.max.z, 0, 1e-5f);
    come_home(&t);
}
END_TEST

/* A square of 2 x 3, and a picture that is laid around its height: the file has no texture coordinates. */
START_TEST(pictures_are_projected) {
    static const char lwo[] =
        "FORM\000\000\000\356LWO2"
        "TAGS\000\000\000\002S\000"
        "LAYR\000\000\000\022\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
        "PNTS\000\000\0000\000\000\000\000\000\000\000\000\000\000\000\000@\000\000\000\000\000\000"
        "\000\000\000\000\000@\000\000\000@@\000\000\000\000\000\000\000\000\000\000@@\000\000\000"
        "\000\000\000"
        "POLS\000\000\000\016FACE\000\004\000\000\000\001\000\002\000\003"
        "PTAG\000\000\000\010"
        "SURF\000\000\000\000"
        "CLIP\000\000\000\020\000\000\000\001STIL\000\006p.png\000"
        "SURF\000\000\000HS\000\000\000COLR\000\016\077\200\000\000\077\200\000\000\077\200\000\000"
        "\000\000"
        "BLOK\000*IMAP\000\014\200\000CHAN\000\004COLRPROJ\000\002\000\001AXIS\000\002\000\001IMAG"
        "\000\002\000\001";
    ferry_job *job = fy_quick_job();
    const ferry_bytes bytes = {(const uint8_t *)lwo, sizeof lwo - 1};
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.lwo", bytes}, 1);
    ck_assert(scene && scene->meshes.count == 1 && scene->meshes.data[0].uvs[0]);
    const ferry_mesh *mesh = &scene->meshes.data[0];
    ck_assert_uint_eq(mesh->vertex_count, 4);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const ferry_vec2 uv = mesh->uvs[0][v];
        ck_assert_float_eq_tol(uv.x, mesh->positions[v].x > 1 ? 0.75F : 0.25F, 1e-6F);
        ck_assert_float_eq_tol(uv.y, mesh->positions[v].y > 1 ? 0.0F : 1.0F, 1e-6F);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------- first bytes */

START_TEST(known_by_first_bytes) {
    static const char *const texts[] = {
        "0\nSECTION\n2\nENTITIES\n",
        "999\nmade by hand\n  0\r\nSECTION\r\n2\n",
        "<?xml version=\"1.0\"?>\n<irr_scene>",
        ("<?xml version=\"1.0\"?>\n"
         "<mesh xmlns=\"http://irrlicht.sourceforge.net/\">"),
        "<?xml version=\"1.0\"?>\n<!DOCTYPE X3D>\n<X3D version='3.3'>",
        "quick3Do30",
        "IDPC....",
        "PMX ....",
        "version 1\n\nnodes\n",
        "Metric (key = \"distance\") {float {1}}\nGeometryNode {}",
        "FORM....LXOB",
        "FORM....LWO2",
        "<WORLD>\n",
        "nff\nversion 2\n",
    };
    static const char *const none[] = {
        "0\nSECTIONS\n", "0\n",          "999\n",           "<?xml version=\"1.0\"?>\n<svg>",
        "version 1\n",   "FORM....AIFF", "Metric (key = 1)"};
    const ferry_format *format = ferry_find_format(NULL, "assimp");
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        ck_assert_msg(format->probe((ferry_bytes){(const uint8_t *)texts[k], strlen(texts[k])}) > 0, "%s",
                      texts[k]);
    for (size_t k = 0; k < sizeof none / sizeof *none; k++)
        ck_assert_msg(format->probe((ferry_bytes){(const uint8_t *)none[k], strlen(none[k])}) == 0, "%s",
                      none[k]);
}
END_TEST

/* All lines of OBJ begin with its words: one that is as long as some is not enough. */
START_TEST(obj_is_known_by_its_words) {
    static const char *const more[] = {"", "usemtl x\n", "x 1 2 3\n", "vx 1 2\n", "usematl x\n"};
    const ferry_format *format = ferry_find_format(NULL, "obj");
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
        char text[128];
        snprintf(text, sizeof text, "v 1 2 3\nv 4 5 6\nv 7 8 9\nf 1 2 3\n%s", more[k]);
        ck_assert_msg((format->probe((ferry_bytes){(const uint8_t *)text, strlen(text)}) > 0) == (k < 2),
                      "%s", more[k]);
    }
}
END_TEST

/* A backslash joins lines, not behind comments; ZBrush writes a byte 0 at the end. */
START_TEST(obj_as_programs_write_it) {
    static const char *const texts[] = {"v 1 2 3\nv 4 5 6\nv 7 8 9\nf 1 \\\n\t2 \\\r\n\t3\n",
                                        "# C:\\models\\\nv 1 2 3\nv 4 5 6\nv 7 8 9\nf 1 2 3\n",
                                        "v 1 2 3\nv 4 5 6\nv 7 8 9\nf 1 2 3\n\0",
                                        "# v 1 2 3\\\nv 4 5 6\nf 1 2 3 4\\\nx\n"};
    static const size_t sizes[] = {0, 0, 33, 0};
    const ferry_format *format = ferry_find_format(NULL, "obj");
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        size_t size = sizes[k] ? sizes[k] : strlen(texts[k]);
        ck_assert_msg((format->probe((ferry_bytes){(const uint8_t *)texts[k], size}) > 0) == (k < 3), "%s",
                      texts[k]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generic_dialects");
    TCase *tests = tcase_create("files");
    tcase_add_loop_test(tests, text_in_any_encoding, 0, 4);
    tcase_add_test(tests, options_of_pictures);
    tcase_add_test(tests, options_without_a_picture);
    tcase_add_test(tests, nothing_is_invisible);
    tcase_add_test(tests, lines_and_points);
    tcase_add_test(tests, nothing_is_refused);
    tcase_add_test(tests, what_is_z_up_stands);
    tcase_add_test(tests, pictures_are_projected);
    tcase_add_test(tests, known_by_first_bytes);
    tcase_add_test(tests, obj_is_known_by_its_words);
    tcase_add_test(tests, obj_as_programs_write_it);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
