/*
 * test_fbx_and_collada.c: scenes as FBX and COLLADA, read back by assimp, which shares nothing with the
 * writers: every corner of every triangle stands where the scene has it, at rest and while clips play
 * (docs/formats/fbx.md).
 */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "builders/assimp_leaks.h"
#include "core/base/maths.h"
#include "helpers.h"

static const char *const targets[] = {"fbx", "dae"};

enum { TARGETS = sizeof targets / sizeof *targets };

typedef struct trip {
    ferry_job *job, *other;
    ferry_scene *scene, *back; /* as it was prepared; as it was read back */
    ferry_bytes sources[3];
    ferry_file_list files;
} trip;

static bool beside(void *user, const char *name, ferry_bytes *bytes) {
    const trip *t = user;
    for (uint32_t i = 0; i < t->files.count; i++)
        if (strcmp(t->files.data[i].name, name) == 0) {
            *bytes = t->files.data[i].bytes;
            return true;
        }
    return false;
}

/* `names`: a model and up to two files that join it, with blanks between; `setting`: "key=value";
 * NULL: none. */
static void leave(trip *t, const char *names, const char *target, const char *setting) {
    char key[64] = "", name[3][64] = {"", "", ""}, output[16];
    int count = sscanf(names, "%63s %63s %63s", name[0], name[1], name[2]);
    if (setting) snprintf(key, sizeof key, "%.*s", (int)strcspn(setting, "="), setting);
    ferry_setting_value value = {key, setting ? setting + strcspn(setting, "=") + 1 : ""};
    ferry_options options = {.size = sizeof options, .settings = &value, .setting_count = setting ? 1 : 0};
    ferry_input inputs[3];
    t->job = ferry_open(&options);
    for (int i = 0; i < count; i++) {
        t->sources[i] = fy_read_fixture(name[i]);
        inputs[i] = (ferry_input){.name = name[i], .bytes = t->sources[i]};
    }
    snprintf(output, sizeof output, "x.%s", target);
    t->scene = ferry_load(t->job, inputs, (size_t)count);
    ck_assert_msg(t->scene && ferry_prepare(t->job, t->scene, target, NULL) &&
                      ferry_save(t->job, t->scene, target, output, &t->files),
                  "%s was not written as %s", names, target);
}

static void come_back(trip *t) {
    ferry_options options = {.size = sizeof options, .sidecar = beside, .user = t};
    t->other = ferry_open(&options);
    t->back = ferry_load(t->other, &(ferry_input){t->files.data[0].name, t->files.data[0].bytes}, 1);
    char *text = fy_report_text(ferry_job_report(t->other));
    ck_assert_msg(t->back, "%s", text);
    for (uint32_t i = 0; i < ferry_job_report(t->other)->count;
         i++) { /* what is clear all over is not to be believed */
        const ferry_message *message = &ferry_job_report(t->other)->data[i];
        ck_assert_msg(message->severity != FERRY_WARNING || strstr(message->text, "opacity 0"), "%s", text);
    }
    free(text);
}

static void drop(trip *t) {
    ferry_scene_free(t->back);
    ferry_close(t->other);
    ferry_scene_free(t->scene);
    ferry_close(t->job);
    for (int i = 0; i < 3; i++) free((void *)(uintptr_t)t->sources[i].data);
}

static bool can_read(void) {
    return ferry_find_format(NULL, "fbx")->read; /* not without assimp */
}

/* ---------------------------------------------------------------------------------------------- positions */

/* By the formulas of docs/scene.md. */
static void vertex_at(const ferry_scene *scene, const ferry_matrix *worlds, const ferry_draw *draw,
                      uint32_t vertex, double out[3]) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    const float *from = &mesh->positions[vertex].x;
    const ferry_skin *skin = mesh->skin == FERRY_NONE ? NULL : &scene->skins.data[mesh->skin];
    ferry_influence run = skin ? skin->influences[mesh->influences[vertex]] : (ferry_influence){0, 1};
    out[0] = out[1] = out[2] = 0;
    for (uint32_t w = 0; w < run.count; w++) {
        const ferry_weight *weight = skin ? &skin->weights[run.first + w] : NULL;
        const ferry_joint *joint = skin ? &skin->joints[weight->joint] : NULL;
        const ferry_matrix *world = &worlds[joint ? joint->node : draw->node];
        double p[3] = {(double)from[0], (double)from[1], (double)from[2]};
        for (int i = 0; joint && i < 3; i++) {
            p[i] = joint->inverse_bind.m[i][3];
            for (int k = 0; k < 3; k++) p[i] += joint->inverse_bind.m[i][k] * (double)from[k];
        }
        for (int i = 0; i < 3; i++) {
            double sum = world->m[i][3];
            for (int k = 0; k < 3; k++) sum += world->m[i][k] * p[k];
            out[i] += (weight ? (double)weight->weight : 1) * sum;
        }
    }
}

static const char *name_of(const ferry_scene *scene, const ferry_draw *draw) {
    const char *own = *draw->name ? draw->name : scene->meshes.data[draw->mesh].name;
    return *own ? own : "mesh";
}

static bool is_drawn(const trip *t, const ferry_draw *draw, bool all) {
    bool culled =
        draw->material != FERRY_NONE && t->scene->materials.data[draw->material].cull == FERRY_CULL_BOTH;
    return !culled && t->scene->meshes.data[draw->mesh].triangle_count && (all || draw->visible);
}

/* The name, or with `tail` the name and a number: namesakes bear one. What is no letter may have become a
 * line. */
static bool is_called(const char *name, const char *wanted, bool tail) {
    for (; *wanted; wanted++, name++)
        if (*name != *wanted && *name != '_') return false;
    return tail ? (*name == '.' || *name == '_') && strspn(name + 1, "0123456789") == strlen(name + 1)
                : !*name;
}

/* The draw of the file that shows draw `d`, the first that `used` does not know. */
static uint32_t find_back(const trip *t, uint32_t d, bool *used) {
    const ferry_draw *draw = &t->scene->draws.data[d];
    for (uint32_t k = 0; k < 2 * t->back->draws.count; k++) {
        uint32_t i = k % t->back->draws.count;
        const ferry_draw *other = &t->back->draws.data[i];
        if (used[i] || !is_called(t->back->nodes.data[other->node].name, name_of(t->scene, draw),
                                  k >= t->back->draws.count))
            continue;
        if (t->back->meshes.data[other->mesh].triangle_count !=
            t->scene->meshes.data[draw->mesh].triangle_count)
            continue;
        used[i] = true;
        return i;
    }
    ck_abort_msg("draw \"%s\" is lost", name_of(t->scene, draw));
    return 0;
}

static double height_of(const ferry_scene *scene) {
    ferry_counts counts;
    ck_assert(ferry_count(scene, &counts));
    double most = 1e-3;
    for (int k = 0; k < 3; k++)
        most = fmax(most, (double)(&counts.box.max.x)[k] - (double)(&counts.box.min.x)[k]);
    return most;
}

static bool flips(const trip *t, const ferry_draw *draw) {
    return draw->material != FERRY_NONE && t->scene->materials.data[draw->material].cull == FERRY_CULL_FRONT;
}

/* The largest distance of any corner from where it is in the scene, in parts of the height. `a`, `b`: poses
 * of both. */
static double worst_distance(const trip *t, const ferry_scene *a, const ferry_scene *b, double scale,
                             bool hidden) {
    double worst = 0, height = height_of(t->scene);
    ferry_matrix *from = calloc(a->nodes.count + (size_t)1, sizeof *from),
                 *to = calloc(b->nodes.count + (size_t)1, sizeof *to);
    bool *used = calloc(b->draws.count + (size_t)1, sizeof *used);
    ck_assert(ferry_world_matrices(a, from) && ferry_world_matrices(b, to));
    for (uint32_t d = 0; d < t->scene->draws.count; d++) {
        const ferry_draw *draw = &a->draws.data[d];
        if (!is_drawn(t, &t->scene->draws.data[d], hidden)) continue;
        const ferry_draw *other = &b->draws.data[find_back(t, d, used)];
        const ferry_mesh *mesh = &a->meshes.data[draw->mesh], *back = &b->meshes.data[other->mesh];
        uint32_t step = 1 + mesh->triangle_count / 40;
        for (uint32_t k = 0; k < 3 * mesh->triangle_count; k += k % 3 == 2 ? 3 * step - 2 : 1) {
            uint32_t turned = flips(t, draw) && k % 3 ? k + 3 - 2 * (k % 3) : k;
            double p[3], q[3];
            vertex_at(a, from, draw, mesh->triangles[turned], p);
            vertex_at(b, to, other, back->triangles[k], q);
            for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(p[i] * scale - q[i]) / scale);
        }
    }
    free(from);
    free(to);
    free(used);
    return worst / height;
}

static const char *const subjects[] = {
    "rigid.bmd",      "skinned.bmd",     "softimage.bmd",       "maya.bdl",       "bind-pose.bmd",
    "billboards.bmd", "materials.bdl",   "textures.bmd",        "sets.bmd",       "nbt.bmd",
    "order.bmd",      "primitives.bmd",  "figure.bdl",          "moving.arc",     "ttyd_paper",
    "permuted.bmd",   "gallery-lit.bdl", "gallery-cutouts.bdl", "layout-V4.t3dm", "layout-L4.t3dm",
    "layout-L0.t3dm", "tracks.t3dm",     "remaps.bmd",          "nbt3.bmd",
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects };

START_TEST(vertices_stand_where_they_did) {
    const char *target = targets[_i % TARGETS], *name = subjects[_i / TARGETS];
    if (!can_read()) return;
    trip t = {0};
    leave(&t, name, target, NULL);
    come_back(&t);
    double worst = worst_distance(&t, t.scene, t.back, 1, strcmp(target, "fbx") == 0);
    ck_assert_msg(worst < 2e-6, "%s as %s: %g of the height off", name, target, worst);
    drop(&t);
}
END_TEST

START_TEST(lengths_and_units) {
    if (!can_read()) return;
    trip t = {0};
    leave(&t, "skinned.bmd", targets[_i], "gltf.scale=0.01");
    come_back(&t);
    ck_assert_float_eq_tol(t.back->unit, 1, 1e-6f);
    ck_assert_double_lt(worst_distance(&t, t.scene, t.back, 0.01, true), 2e-6);
    drop(&t);
}
END_TEST

/* What no number of the format can hold is refused, by every one of them. */
START_TEST(lengths_beyond_all_numbers) {
    static const char *const all[] = {"obj", "fbx", "dae", "gltf"};
    const ferry_setting_value scale = {"gltf.scale", "1000000"};
    ferry_options options = {.size = sizeof options, .settings = &scale, .setting_count = 1};
    ferry_bytes bytes = fy_read_fixture("rigid.bmd");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        ferry_job *job = ferry_open(&options);
        ferry_file_list files = {0};
        ferry_scene *scene = ferry_load(job, &(ferry_input){"rigid.bmd", bytes}, 1);
        ck_assert_ptr_nonnull(scene);
        ck_assert(ferry_prepare(job, scene, all[i], NULL));
        scene->meshes.data[0].positions[0].y = 1e34f;
        ck_assert(!ferry_save(job, scene, all[i], "x", &files));
        const ferry_report *report = ferry_job_report(job);
        ck_assert_uint_eq(report->totals[FERRY_ERROR], 1);
        ck_assert_str_eq(report->data[report->count - 1].text,
                         "positions times 1e+06 exceed the range of a float");
        ferry_scene_free(scene);
        ferry_close(job);
    }
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- clips */

/* The error that the writers are allowed; a little more where turns are fast: what is read back has
 * quaternions between its keys, and times set to frames. */
static const struct {
    const char *names;
    uint32_t count[TARGETS]; /* of clips with anything that the formats know */
    double tolerance;
} plays[] = {
    {"figure.bdl figure.bck", {1, 1}, 1e-3},
    {"softimage.bmd softimage.bck", {1, 1}, 1e-3},
    {"rigid.bmd rigid.bck", {1, 1}, 1e-3},
    {"maya.bdl maya.bck", {1, 1}, 1.3e-3},
    {"skinned.bmd skinned.bls skinned.blk", {1, 0}, 1e-3},
    {"skinned.bmd skinned.bca", {1, 1}, 1e-3},
    {"moving.arc", {1, 1}, 1.3e-3},
    {"tracks.t3dm", {1, 0}, 1e-3},
    {"ttyd_paper", {5, 4}, 1e-3},
};

enum { PLAYS = sizeof plays / sizeof *plays };

static uint32_t find_clip(const ferry_scene *scene, const char *name) {
    for (uint32_t c = 0; c < scene->clips.count; c++)
        if (is_called(scene->clips.data[c].name, name, false)) return c;
    return FERRY_NONE;
}

START_TEST(clips_play) {
    const char *target = targets[_i % TARGETS], *names = plays[_i / TARGETS].names;
    if (!can_read()) return;
    trip t = {0};
    leave(&t, names, target, NULL);
    come_back(&t);
    ck_assert_uint_eq(t.back->clips.count, plays[_i / TARGETS].count[_i % TARGETS]);
    uint32_t found = 0;
    for (uint32_t c = 0; c < t.scene->clips.count; c++) {
        const ferry_clip *clip = &t.scene->clips.data[c];
        uint32_t other = find_clip(t.back, clip->name);
        if (other == FERRY_NONE) continue;
        found++;
        ck_assert_double_eq_tol(t.back->clips.data[other].duration, clip->duration,
                                1e-4 * (1 + clip->duration));
        for (int k = 0; k <= 24; k++) {
            double seconds = clip->duration * k / 24.1;
            ferry_mark mark = ferry_job_mark(t.job), beside = ferry_job_mark(t.other);
            const ferry_scene *a = ferry_pose(t.job, t.scene, &c, 1, seconds),
                              *b = ferry_pose(t.other, t.back, &other, 1, seconds);
            ck_assert(a && b);
            double worst = worst_distance(&t, a, b, 1, strcmp(target, "fbx") == 0);
            ck_assert_msg(worst <= plays[_i / TARGETS].tolerance, "%s as %s, %s at %g: %g of the height off",
                          names, target, clip->name, seconds, worst);
            ferry_job_release(t.job, mark);
            ferry_job_release(t.other, beside);
        }
    }
    ck_assert_uint_eq(found, plays[_i / TARGETS].count[_i % TARGETS]);
    drop(&t);
}
END_TEST

/* assimp would take the scene for the node. */
START_TEST(a_scene_is_called_as_a_node) {
    if (!can_read()) return;
    trip t = {0};
    ferry_bytes sources[2] = {fy_read_fixture("figure.bdl"), fy_read_fixture("figure.bck")};
    const ferry_input inputs[2] = {{"figure.bdl", sources[0]}, {"figure.bck", sources[1]}};
    t.job = fy_test_job();
    t.scene = ferry_load(t.job, inputs, 2);
    t.scene->name = t.scene->nodes.data[0].name;
    ck_assert(ferry_prepare(t.job, t.scene, targets[_i], NULL) &&
              ferry_save(t.job, t.scene, targets[_i], "x", &t.files));
    t.sources[0] = sources[0];
    t.sources[1] = sources[1];
    come_back(&t);
    ck_assert_uint_eq(t.back->clips.count, 1);
    ck_assert_double_lt(worst_distance(&t, t.scene, t.back, 1, true), 2e-6);
    drop(&t);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- looks */

static const struct {
    const char *name;
    double ssim[TARGETS];
} similarities[] = {
    {"figure.bdl", {0.98, 0.99}},
    {"gallery-lit.bdl", {0.90, 0.95}},
};

enum { LIKENESSES = sizeof similarities / sizeof *similarities };

START_TEST(it_looks_alike) {
    int target = _i % TARGETS, subject = _i / TARGETS;
    if (!can_read()) return;
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity similarity;
    trip t = {0};
    leave(&t, similarities[subject].name, targets[target], NULL);
    come_back(&t);
    ferry_job *job = fy_test_job();
    ferry_scene *before = ferry_load(job, &(ferry_input){similarities[subject].name, t.sources[0]}, 1);
    ck_assert(before && ferry_compare(job, before, t.back, &view, &similarity, NULL));
    ck_assert_msg(similarity.ssim >= similarities[subject].ssim[target], "%s as %s: %g",
                  similarities[subject].name, targets[target], similarity.ssim);
    ferry_scene_free(before);
    ferry_close(job);
    drop(&t);
}
END_TEST

/* What corners show besides their place. */
START_TEST(corners_have_what_they_had) {
    if (!can_read()) return;
    trip t = {0};
    leave(&t, "figure.bdl", targets[_i], NULL);
    come_back(&t);
    bool *used = calloc(t.back->draws.count + (size_t)1, sizeof *used);
    uint32_t colored = 0, textured = 0;
    for (uint32_t d = 0; d < t.scene->draws.count; d++) {
        const ferry_draw *draw = &t.scene->draws.data[d],
                         *other = &t.back->draws.data[find_back(&t, d, used)];
        const ferry_mesh *mesh = &t.scene->meshes.data[draw->mesh], *back = &t.back->meshes.data[other->mesh];
        const char *material = t.scene->materials.data[draw->material].name;
        bool jersey = strcmp(material, "jersey") == 0; /* its picture repeats, its coordinates are plain */
        ck_assert_str_eq(t.back->materials.data[other->material].name, material);
        for (uint32_t k = 0; k < 3 * mesh->triangle_count; k++) {
            uint32_t v = mesh->triangles[k], w = back->triangles[k];
            for (int i = 0; mesh->normals && i < 3; i++)
                ck_assert_float_eq_tol((&mesh->normals[v].x)[i], (&back->normals[w].x)[i], 2e-2f);
            for (int i = 0; back->colors[0] && i < 3; i++)
                ck_assert_float_eq_tol((&mesh->colors[0][v].r)[i], (&back->colors[0][w].r)[i], 1e-5f);
            colored += back->colors[0] != NULL;
            if (!jersey) continue;
            ck_assert_float_eq_tol(mesh->uvs[0][v].x, back->uvs[0][w].x, 1e-5f);
            ck_assert_float_eq_tol(mesh->uvs[0][v].y, back->uvs[0][w].y, 1e-5f);
            textured++;
        }
    }
    ck_assert_uint_gt(colored, 100);
    ck_assert_uint_gt(textured, 100);
    free(used);
    drop(&t);
}
END_TEST

/* A mirrored picture is one twice as wide, whose second half runs back. */
START_TEST(pictures_are_mirrored) {
    trip t = {0};
    leave(&t, "figure.bdl", targets[_i], NULL);
    const ferry_file *file = NULL;
    for (uint32_t i = 0; i < t.files.count; i++)
        if (strcmp(t.files.data[i].name, "x_face.x.png") == 0) file = &t.files.data[i];
    ck_assert_ptr_nonnull(file);
    ck_assert_mem_eq(file->bytes.data + 16, "\0\0\0\x80\0\0\0\x40\x08\x02", 10); /* 128 x 64, RGB */
    drop(&t);
}
END_TEST

START_TEST(text_says_the_same) {
    if (!can_read()) return;
    trip t = {0};
    leave(&t, "skinned.bmd skinned.bca", "fbx", "fbx.encoding=ascii");
    ck_assert_mem_eq(t.files.data[0].bytes.data, "; FBX", 5);
    come_back(&t);
    ck_assert_double_lt(worst_distance(&t, t.scene, t.back, 1, true), 2e-6);
    ck_assert_uint_eq(t.back->clips.count, t.scene->clips.count);
    drop(&t);
}
END_TEST

/* A skin is a deformer, and what it holds for each joint a part of one. */
START_TEST(deformers_have_their_classes) {
    trip t = {0};
    leave(&t, "skinned.bmd", "fbx", "fbx.encoding=ascii");
    char *text = strndup((const char *)t.files.data[0].bytes.data, t.files.data[0].bytes.size);
    uint32_t skins = 0, clusters = 0;
    char class[32], sort[32];
    for (const char *at = text; (at = strstr(at, "Deformer: ")) != NULL; at++)
        if (sscanf(at, "Deformer: %*d,\"%31[^:]::%*[^\"]\",\"%31[^\"]\"", class, sort) == 2) {
            bool skin = strcmp(sort, "Skin") == 0;
            ck_assert_str_eq(class, skin ? "Deformer" : "SubDeformer");
            *(skin ? &skins : &clusters) += 1;
        }
    ck_assert(skins > 0 && clusters > skins);
    free(text);
    drop(&t);
}
END_TEST

START_TEST(pictures_lie_in_the_file) {
    if (!can_read()) return;
    trip t = {0};
    leave(&t, "figure.bdl", "fbx", "gltf.images=embed");
    ck_assert_uint_eq(t.files.count, 1);
    come_back(&t);
    ck_assert_uint_eq(t.back->images.count, 6);
    drop(&t);
}
END_TEST

/* In base 64. Caller frees. */
static char *spell(ferry_bytes bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t letters = (8 * bytes.size + 5) / 6, size = (letters + 3) / 4 * 4;
    char *text = malloc(size + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, '=', size);
    text[size] = 0;
    for (size_t i = 0; i < letters; i++) {
        unsigned number = 0;
        for (size_t bit = 6 * i; bit < 6 * i + 6; bit++)
            number = 2 * number + (bit < 8 * bytes.size ? bytes.data[bit / 8] >> (7 - bit % 8) & 1 : 0);
        text[i] = digits[number];
    }
    return text;
}

/* Of a file that is text, too: they are spelt in base 64, byte for byte as they lie beside it otherwise. */
START_TEST(pictures_are_spelt_in_text) {
    static const ferry_setting_value settings[] = {{"fbx.encoding", "ascii"}, {"gltf.images", "embed"}};
    ferry_bytes bytes = fy_read_fixture("figure.bdl");
    ferry_file_list files[2] = {{0}};
    ferry_scene *scenes[2];
    ferry_job *jobs[2];
    for (size_t i = 0; i < 2; i++) {
        ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 1 + i};
        jobs[i] = ferry_open(&options);
        scenes[i] = ferry_load(jobs[i], &(ferry_input){"figure.bdl", bytes}, 1);
        ck_assert(scenes[i] && ferry_prepare(jobs[i], scenes[i], "fbx", NULL) &&
                  ferry_save(jobs[i], scenes[i], "fbx", "x.fbx", &files[i]));
    }
    ck_assert_uint_eq(files[0].count, 7);
    ck_assert_uint_eq(files[1].count, 1);
    char *text = strndup((const char *)files[1].data[0].bytes.data, files[1].data[0].bytes.size);
    for (uint32_t i = 1; i < files[0].count; i++) {
        char *spelt = spell(files[0].data[i].bytes);
        ck_assert_msg(strstr(text, spelt) != NULL, "%s", files[0].data[i].name);
        free(spelt);
    }
    free(text);
    for (int i = 0; i < 2; i++) {
        ferry_scene_free(scenes[i]);
        ferry_close(jobs[i]);
    }
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* ------------------------------------------------------------------------------------- scenes that go far */

static void turn_root(ferry_scene *scene, const char *name, double duration) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = name, .kind = "t", .duration = duration, .rate = 30, .track_count = 1};
    ferry_track *track = clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){
        .target = FERRY_TARGET_ROTATE, .width = 4, .key_count = 2, .interpolation = FERRY_SLERP};
    track->times = ferry_scene_new(scene, double, 2);
    track->values = ferry_scene_new(scene, float, 8);
    scene->nodes.data[0].has_quat = true;
    scene->nodes.data[0].quat.w = 1;
    track->times[1] = duration;
    track->values[3] = track->values[4] = 1; /* half a turn about x */
}

static void write_as(ferry_job *job, ferry_scene *scene, const char *target, ferry_file_list *files) {
    bool done = ferry_check(job, scene) && ferry_save(job, scene, target, "x", files);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(done, "%s", text);
    free(text);
}

static uint32_t count_said(const ferry_job *job, const char *code) {
    const ferry_report *report = ferry_job_report(job);
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->count; i++) count += strcmp(report->data[i].code, code) == 0;
    return count;
}

/* Text of the first file that became of a square whose root turns about one axis, a key a second. */
static char *text_of_turns(const char *target, const double *degrees, uint32_t count, int axis) {
    static const ferry_setting_value ascii = {"fbx.encoding", "ascii"};
    ferry_options options = {.size = sizeof options, .settings = &ascii, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    turn_root(scene, "turn", count - 1);
    ferry_track *track = scene->clips.data[0].tracks;
    track->key_count = count;
    track->times = ferry_scene_new(scene, double, count);
    track->values = ferry_scene_new(scene, float, 4 * (size_t)count);
    for (uint32_t k = 0; k < count; k++) {
        track->times[k] = k;
        track->values[4 * k + (uint32_t)axis] = (float)sin(degrees[k] * FY_PI / 360);
        track->values[4 * k + 3] = (float)cos(degrees[k] * FY_PI / 360);
    }
    write_as(job, scene, target, &files);
    char *text = strndup((const char *)files.data[0].bytes.data, files.data[0].bytes.size);
    ferry_scene_free(scene);
    ferry_close(job);
    return text;
}

/* Programs join angles by straight lines: two turns about any axis go on past half a turn, and not about the
 * others. */
START_TEST(turns_go_on) {
    static const double degrees[] = {0, 100, 200, 300, 400, 500, 600, 720};
    char *text = text_of_turns("fbx", degrees, 8, _i);
    double most = 0;
    int axis = 0;
    for (const char *at = text; (at = strstr(at, "KeyValueFloat: ")) != NULL; at++, axis++) {
        char *end;
        double last = 0;
        const char *value = strstr(at, "a: ") + 3;
        for (bool first = true;; first = false) {
            double now = strtod(value, &end);
            ck_assert(end > value);
            if (!first) ck_assert_double_lt(fabs(now - last), 150);
            if (axis != _i) ck_assert_double_eq_tol(now, 0, .01);
            last = now;
            most = fmax(most, fabs(now));
            if (*end != ',') break;
            value = end + 1;
        }
    }
    ck_assert_int_eq(axis, 3);
    ck_assert_double_eq_tol(most, 720, .01);
    free(text);
}
END_TEST

/* COLLADA has matrices, which bend what turns between two of them: there are as many for each axis. */
START_TEST(turns_are_cut_about_each_axis) {
    static const double degrees[] = {0, 80};
    char *text = text_of_turns("dae", degrees, 2, _i);
    const char *at = strstr(text, "<library_animations"), *array = at ? strstr(at, "<float_array ") : NULL,
               *size = array ? strstr(array, "count=\"") : NULL;
    ck_assert_ptr_nonnull(size);
    long count = strtol(size + 7, NULL, 10);
    ck_assert_int_ge(count, 17); /* of at most five degrees each */
    free(text);
}
END_TEST

/* Across and along, each as the source has it. */
START_TEST(each_direction_wraps_by_itself) {
    static const ferry_setting_value ascii = {"fbx.encoding", "ascii"};
    ferry_options options = {.size = sizeof options, .settings = &ascii, .setting_count = 1};
    ferry_bytes bytes = fy_read_fixture("figure.bdl");
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"figure.bdl", bytes}, 1);
    ferry_file_list files = {0};
    ck_assert_ptr_nonnull(scene);
    for (uint32_t i = 0; i < scene->textures.count; i++) {
        scene->textures.data[i].wrap_s = _i ? FERRY_WRAP_REPEAT : FERRY_WRAP_CLAMP;
        scene->textures.data[i].wrap_t = _i ? FERRY_WRAP_CLAMP : FERRY_WRAP_REPEAT;
    }
    ck_assert(ferry_prepare(job, scene, "fbx", NULL) && ferry_save(job, scene, "fbx", "x.fbx", &files));
    char *text = strndup((const char *)files.data[0].bytes.data, files.data[0].bytes.size);
    uint32_t found = 0;
    for (const char *at = text; (at = strstr(at, "\"WrapModeU\"")) != NULL; found++, at++) {
        int across, along;
        ck_assert_int_eq(sscanf(at,
                                "\"WrapModeU\",\"enum\",\"\",\"\",%d P: \"WrapModeV\",\"enum\",\"\",\"\",%d",
                                &across, &along),
                         2);
        ck_assert_int_eq(across, !_i);
        ck_assert_int_eq(along, _i);
    }
    ck_assert_uint_gt(found, 0);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* Each but the first of a joint's entries is bound by a twin: thousands of them are written. */
START_TEST(a_joint_is_bound_many_times) {
    enum { JOINTS = 4000 };
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin =
        (ferry_skin){.name = "s", .joint_count = JOINTS, .weight_count = JOINTS, .influence_count = JOINTS};
    skin->joints = ferry_scene_new(scene, ferry_joint, JOINTS);
    skin->weights = ferry_scene_new(scene, ferry_weight, JOINTS);
    skin->influences = ferry_scene_new(scene, ferry_influence, JOINTS);
    for (uint32_t j = 0; j < JOINTS; j++) {
        for (int k = 0; k < 3; k++) skin->joints[j].inverse_bind.m[k][k] = 1;
        skin->weights[j] = (ferry_weight){j, 1};
        skin->influences[j] = (ferry_influence){j, 1};
    }
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->skin = 0;
    mesh->influences = ferry_scene_new(scene, uint32_t, 4);
    for (uint32_t v = 0; v < 4; v++) mesh->influences[v] = v * (JOINTS - 1) / 3;
    write_as(job, scene, targets[_i], &files);
    ck_assert_uint_eq(files.count, 1);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A joint that an influence names twice has the sum of both weights: those of each vertex are 1 in all. */
START_TEST(weights_of_one_joint_are_added) {
    static const ferry_weight weights[] = {{0, .25F}, {1, .5F}, {0, .25F}};
    const ferry_setting_value setting = {"fbx.encoding", "ascii"};
    const ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "arm", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    fy_hang_on_two(scene);
    ferry_skin *skin = &scene->skins.data[0];
    skin->weights = ferry_scene_new(scene, ferry_weight, 3);
    memcpy(skin->weights, weights, sizeof weights);
    skin->weight_count = 3;
    for (uint32_t i = 0; i < skin->influence_count; i++) skin->influences[i] = (ferry_influence){0, 3};
    write_as(job, scene, "fbx", &files);
    char *text = strndup((const char *)files.data[0].bytes.data, files.data[0].bytes.size);
    double sum = 0;
    for (char *at = text; (at = strstr(at, "\tWeights: *")) != NULL;) {
        at = strstr(at, "a: ") + 2;
        do sum += strtod(at + 1, &at);
        while (*at == ',');
    }
    ck_assert_double_eq_tol(sum, 4, 1e-6);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Names that are taken with all tails that those after them would get. */
START_TEST(names_clash) {
    enum { NAMES = 6000 };
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    for (uint32_t i = 1; i < 2 * NAMES; i++) {
        const char *name = i < NAMES ? ferry_scene_format(scene, "n.%u", (unsigned)(i + NAMES)) : "n";
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        *node = (ferry_node){.name = name, .parent = 0, .scale = {1, 1, 1}, .visible = true};
    }
    clock_t before = clock();
    write_as(job, scene, targets[_i], &files);
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    ck_assert_msg(seconds < 4, "%g seconds", seconds);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What FBX calls them (FbxTime::EMode); any other rate is said in a number of its own. */
START_TEST(rates_have_their_names) {
    static const struct {
        double rate;
        int mode;
    } rates[] = {{24, 11}, {25, 10}, {30, 6}, {48, 5}, {50, 4}, {60, 3}, {100, 2}, {120, 1}, {15, 14}};
    static const ferry_setting_value ascii = {"fbx.encoding", "ascii"};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        ferry_options options = {.size = sizeof options, .settings = &ascii, .setting_count = 1};
        ferry_job *job = ferry_open(&options);
        ferry_scene *scene = fy_square_scene(job);
        ferry_file_list files = {0};
        turn_root(scene, "turn", 1);
        scene->clips.data[0].rate = rates[i].rate;
        write_as(job, scene, "fbx", &files);
        char *text = strndup((const char *)files.data[0].bytes.data, files.data[0].bytes.size);
        const char *at = strstr(text, "\"TimeMode\"");
        int mode;
        double custom;
        ck_assert(at && sscanf(at,
                               "\"TimeMode\",\"enum\",\"\",\"\",%d P: "
                               "\"CustomFrameRate\",\"double\",\"Number\",\"\",%lf",
                               &mode, &custom) == 2);
        /* centimetres, and programs that undo their own conversion find the same */
        const char *unit = strstr(text, "\"UnitScaleFactor\","),
                   *from = strstr(text, "\"OriginalUnitScaleFactor\",");
        double units[2];
        ck_assert(unit && sscanf(unit, "\"UnitScaleFactor\",\"double\",\"Number\",\"\",%lf", &units[0]) == 1);
        ck_assert(from &&
                  sscanf(from, "\"OriginalUnitScaleFactor\",\"double\",\"Number\",\"\",%lf", &units[1]) == 1);
        ck_assert(units[0] > 0 && units[1] == units[0]);
        /* what is known at the end only is filled in: how many objects there are, in all and of each kind */
        unsigned all = 0, one, sum = 0;
        at = strstr(text, "Definitions:");
        for (bool first = true; at && (at = strstr(at, "Count: ")); first = false, at++)
            if (sscanf(at, "Count: %u", &one) == 1) *(first ? &all : &sum) += one;
        ck_assert_uint_gt(all, 3);
        ck_assert_uint_eq(all, sum);
        ck_assert_int_eq(mode, rates[i].mode);
        ck_assert_double_eq(custom, mode == 14 ? rates[i].rate : -1);
        free(text);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* A skin of COLLADA names the root of the tree that its joints stand in. */
START_TEST(skins_name_their_roots) {
    trip t = {0};
    leave(&t, "skinned.bmd", "dae", NULL);
    char *text = strndup((const char *)t.files.data[0].bytes.data, t.files.data[0].bytes.size);
    uint32_t skins = 0;
    for (const char *at = text; (at = strstr(at, "<instance_controller ")); skins++) {
        char id[64], wanted[96];
        ck_assert_int_eq(sscanf(at, "<instance_controller url=%*[^>]> <skeleton>#%63[^<]</skeleton>", id), 1);
        snprintf(wanted, sizeof wanted, "\n   <node id=\"%s\"", id); /* stands in the scene itself */
        ck_assert_msg(strstr(text, wanted) != NULL, "%s is no root", id);
        at++;
    }
    ck_assert_uint_eq(skins, 3);
    free(text);
    drop(&t);
}
END_TEST

/* FBX counts time in ticks of 64 bits. */
START_TEST(a_clip_is_too_long) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    trip t = {0};
    turn_root(scene, "long", 3e8);
    turn_root(scene, "short", 2);
    turn_root(scene, "longest", 1e300);
    turn_root(scene, "still held", 194863577);
    write_as(job, scene, "fbx", &t.files);
    ck_assert_uint_eq(count_said(job, "fbx.animation-length"), 2);
    if (can_read()) {
        come_back(&t);
        ck_assert_uint_eq(t.back->clips.count, 2);
        ck_assert_str_eq(t.back->clips.data[0].name, "short");
    }
    ferry_scene_free(t.back);
    ferry_close(t.other);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* One clip's memory is the next one's: they have many keys of which two are left, and share them. */
START_TEST(many_clips_take_the_memory_of_one) {
    enum { KEYS = 20000 };
    size_t peaks[2];
    for (int k = 0; k < 2; k++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_square_scene(job);
        ferry_file_list files = {0};
        ferry_track *track = ferry_scene_new(scene, ferry_track, 1);
        *track = (ferry_track){
            .target = FERRY_TARGET_TRANSLATE, .width = 1, .key_count = KEYS, .interpolation = FERRY_LINEAR};
        track->times = ferry_scene_new(scene, double, KEYS);
        track->values = ferry_scene_new(scene, float, KEYS);
        for (uint32_t i = 0; i < KEYS; i++) track->times[i] = i / 32., track->values[i] = (float)i / 1024;
        for (int c = 0; c < (k ? 20 : 1); c++) {
            ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
            *clip = (ferry_clip){.name = ferry_scene_format(scene, "c%d", c),
                                 .kind = "t",
                                 .duration = 625,
                                 .rate = 32,
                                 .tracks = track,
                                 .track_count = 1};
        }
        write_as(job, scene, targets[_i], &files);
        peaks[k] = ferry_job_peak_memory(job);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert_msg(peaks[1] < 2 * peaks[0], "%zu, %zu", peaks[0], peaks[1]);
}
END_TEST

/* A square with a mirrored picture and as many sets of coordinates as there may be. */
START_TEST(a_set_is_one_too_many) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    static const uint8_t white[] = {255, 255, 255, 255};
    ferry_mip_level *level = ferry_scene_new(scene, ferry_mip_level, 1);
    *level = (ferry_mip_level){1, 1, white};
    ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
    *image = (ferry_image){.name = "i", .width = 1, .height = 1, .levels = level, .level_count = 1};
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    *texture = (ferry_texture){.name = "t", .path = "", .wrap_s = _i ? FERRY_WRAP_MIRROR : FERRY_WRAP_REPEAT};
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = "m", .base_color = {1, 1, 1, 1}, .cull = FERRY_CULL_BACK};
    scene->draws.data[0].material = 0;
    for (int k = 0; k < FERRY_UV_SETS; k++)
        scene->meshes.data[0].uvs[k] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int k = 0; k < TARGETS; k++) {
        write_as(job, scene, targets[k], &files);
        ck_assert_uint_eq(count_said(job, "export.uv-sets"), _i ? 1 + (uint32_t)k : 0);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Light that a material adds is written as translucency, and told, once for each such material. */
START_TEST(added_light_is_told) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = "glow",
                                 .base_texture = FERRY_NONE,
                                 .base_color = {1, 1, 1, .5F},
                                 .cull = FERRY_CULL_BACK,
                                 .alpha_mode = _i ? FERRY_ALPHA_ADD : FERRY_ALPHA_BLEND};
    scene->draws.data[0].material = 0;
    for (int k = 0; k < TARGETS; k++) {
        write_as(job, scene, targets[k], &files);
        ck_assert_uint_eq(count_said(job, "export.additive"), _i ? 1 + (uint32_t)k : 0);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A morph that moves one corner beyond all numbers that a scene may have, along any axis, does not move it at
 * all; what is within them moves. */
START_TEST(morphs_beyond_all_numbers_move_nothing) {
    static const float far[3] = {1e30F, 1, -1e30F};
    if (!can_read()) return;
    for (int k = 0; k < 3; k++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_square_scene(job);
        trip t = {0};
        float move[3] = {0, 0, 0};
        ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
        *morph = (ferry_morph){.name = "m", .group = FERRY_NONE, .count = 1};
        morph->vertices = ferry_scene_new(scene, uint32_t, 1);
        morph->positions = ferry_scene_new(scene, ferry_vec3, 1);
        move[_i] = far[k];
        morph->positions[0] = (ferry_vec3){move[0], move[1], move[2]};
        write_as(job, scene, "fbx", &t.files);
        come_back(&t);
        ck_assert_uint_eq(t.back->morphs.count, 1);
        uint32_t moved = t.back->morphs.data[0].count;
        ck_assert(k == 1 ? moved > 0 : moved == 0);
        ferry_scene_free(t.back);
        ferry_close(t.other);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* A track that keeps its node where it rests says nothing: another one moves, and has keys. */
START_TEST(what_rests_has_no_keys) {
    static const ferry_setting_value ascii = {"fbx.encoding", "ascii"};
    ferry_options options = {.size = sizeof options, .settings = &ascii, .setting_count = 1};
    for (int stays = 0; stays < 2; stays++) {
        ferry_job *job = ferry_open(&options);
        ferry_scene *scene = fy_square_scene(job);
        ferry_file_list files = {0};
        turn_root(scene, "turn", 1);
        ferry_clip *clip = &scene->clips.data[0];
        ferry_track *tracks = ferry_scene_new(scene, ferry_track, 2);
        tracks[0] = (ferry_track){.target = FERRY_TARGET_TRANSLATE,
                                  .width = 1,
                                  .key_count = 2,
                                  .interpolation = FERRY_LINEAR,
                                  .times = clip->tracks[0].times,
                                  .values = ferry_scene_new(scene, float, 2)};
        tracks[0].values[1] = stays ? 0 : 3;
        tracks[1] = clip->tracks[0];
        clip->tracks = tracks;
        clip->track_count = 2;
        write_as(job, scene, "fbx", &files);
        char *text = strndup((const char *)files.data[0].bytes.data, files.data[0].bytes.size);
        ck_assert(strstr(text, "Lcl Rotation\"") && strstr(text, "AnimCurveNode::R"));
        ck_assert_int_eq(strstr(text, "AnimCurveNode::T") != NULL, !stays);
        free(text);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* A morph alone may say on which frames a clip was made: its keys stand on those of 30 a second. */
START_TEST(keys_of_morphs_have_a_rate) {
    if (!can_read()) return;
    trip t = {.job = fy_test_job()};
    t.scene = fy_square_scene(t.job);
    ferry_morph *morph = ferry_append(t.scene, &t.scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "grow", .group = FERRY_NONE, .count = 1};
    morph->vertices = ferry_scene_new(t.scene, uint32_t, 1);
    morph->positions = ferry_scene_new(t.scene, ferry_vec3, 1);
    morph->positions[0] = (ferry_vec3){0, 1, 0};
    ferry_clip *clip = ferry_append(t.scene, &t.scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "pulse", .kind = "test", .duration = .1, .rate = 30, .track_count = 1};
    clip->tracks = ferry_scene_new(t.scene, ferry_track, 1);
    clip->tracks[0] = (ferry_track){
        .target = FERRY_TARGET_MORPH, .interpolation = FERRY_LINEAR, .width = 1, .key_count = 3};
    clip->tracks[0].times = ferry_scene_new(t.scene, double, 3);
    clip->tracks[0].values = ferry_scene_new(t.scene, float, 3);
    clip->tracks[0].times[1] = 1 / 30., clip->tracks[0].times[2] = .1;
    clip->tracks[0].values[1] = 1;
    ck_assert(ferry_prepare(t.job, t.scene, "fbx", NULL) &&
              ferry_save(t.job, t.scene, "fbx", "x.fbx", &t.files));
    come_back(&t);
    ck_assert_uint_eq(t.back->clips.count, 1);
    ck_assert_double_eq(t.back->clips.data[0].rate, 30);
    ck_assert_uint_eq(t.back->clips.data[0].tracks[0].key_count, 3);
    drop(&t);
}
END_TEST

START_TEST(moves_of_coordinates_are_told) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "m", .group = FERRY_NONE, .count = 1};
    morph->vertices = ferry_scene_new(scene, uint32_t, 1);
    scene->meshes.data[0].uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int k = 0; k < 2; k++) {
        write_as(job, scene, "fbx", &files);
        ck_assert_uint_eq(count_said(job, "fbx.uv-morphs"), (uint32_t)k);
        morph->shifts = ferry_scene_new(scene, ferry_vec2, 1);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Files of several formats may lie in one folder: pictures of one name are the same. */
START_TEST(pictures_share_a_folder) {
    static const char *const models[] = {"figure.bdl", "gallery-cutouts.bdl", "gallery-mixes.bdl"};
    trip trips[3] = {0};
    uint32_t shared = 0;
    leave(&trips[0], models[_i], "gltf", NULL);
    for (int k = 0; k < TARGETS; k++) leave(&trips[1 + k], models[_i], targets[k], NULL);
    for (int k = 1; k < 3; k++)
        for (uint32_t i = 1; i < trips[k].files.count; i++) {
            const ferry_file *file = &trips[k].files.data[i];
            for (int before = 0; before < k; before++) {
                ferry_bytes other;
                if (!beside(&trips[before], file->name, &other)) continue;
                ck_assert_msg(other.size == file->bytes.size &&
                                  memcmp(other.data, file->bytes.data, other.size) == 0,
                              "%s differs", file->name);
                shared++;
            }
        }
    ck_assert_uint_gt(shared, 0);
    for (int k = 0; k < 3; k++) drop(&trips[k]);
}
END_TEST

/* ----------------------------------------------------------------------------------------------- promises */

START_TEST(the_same_twice) {
    trip a = {0}, b = {0};
    leave(&a, "figure.bdl figure.bck", targets[_i], NULL);
    leave(&b, "figure.bdl figure.bck", targets[_i], NULL);
    ck_assert_uint_eq(a.files.count, b.files.count);
    for (uint32_t i = 0; i < a.files.count; i++) {
        ck_assert_uint_eq(a.files.data[i].bytes.size, b.files.data[i].bytes.size);
        ck_assert_mem_eq(a.files.data[i].bytes.data, b.files.data[i].bytes.data, a.files.data[i].bytes.size);
    }
    drop(&a);
    drop(&b);
}
END_TEST

/* A refused allocation is an error, and nothing is half written. */
START_TEST(memory_runs_out) {
    static const char *const names[] = {"figure.bdl", "skinned.bmd", "ttyd_paper"};
    const char *target = targets[_i % TARGETS], *name = names[_i / TARGETS];
    ferry_bytes source = fy_read_fixture(name);
    bool done = false;
    for (size_t at = 1; !done; at += 1 + at / 6) {
        ferry_options options = {.size = sizeof options, .fail_allocation = at};
        ferry_job *job = ferry_open(&options);
        if (!job) continue;
        ferry_file_list files = {0};
        ferry_scene *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = source}, 1);
        done =
            scene && ferry_prepare(job, scene, target, NULL) && ferry_save(job, scene, target, "x", &files);
        ck_assert(done || ferry_job_report(job)->totals[FERRY_ERROR]);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    free((void *)(uintptr_t)source.data);
}
END_TEST

/* `last`: what stands behind the last one. */
static uint32_t count_words(ferry_bytes bytes, const char *word, const uint8_t **last) {
    size_t length = strlen(word);
    uint32_t count = 0;
    for (size_t at = 0; at + length <= bytes.size; at++) {
        if (memcmp(bytes.data + at, word, length) != 0) continue;
        *last = bytes.data + at + length;
        count++;
    }
    return count;
}

/* The bind pose of FBX has as many nodes as it says; the meshes of skins are among them. */
START_TEST(bind_poses_are_whole) {
    trip t = {0};
    const uint8_t *at = NULL;
    leave(&t, "skinned.bmd", "fbx", NULL);
    const ferry_bytes bytes = t.files.data[0].bytes;
    ck_assert_uint_eq(count_words(bytes, "NbPoseNodes", &at), 1);
    ck_assert_int_eq(at[0], 'I');
    uint32_t said = at[1] | (uint32_t)at[2] << 8, nodes = count_words(bytes, "\x08PoseNode", &at);
    ck_assert_uint_gt(nodes, 1);
    ck_assert_uint_eq(said, nodes);
    ferry_scene_free(t.scene);
    ferry_close(t.job);
    free((void *)(uintptr_t)t.sources[0].data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fbx_and_collada");
    TCase *tests = tcase_create("fbx_and_collada");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, vertices_stand_where_they_did, 0, SUBJECTS * TARGETS);
    tcase_add_loop_test(tests, lengths_and_units, 0, TARGETS);
    tcase_add_test(tests, lengths_beyond_all_numbers);
    tcase_add_loop_test(tests, clips_play, 0, PLAYS * TARGETS);
    tcase_add_loop_test(tests, a_scene_is_called_as_a_node, 0, TARGETS);
    tcase_add_loop_test(tests, it_looks_alike, 0, LIKENESSES * TARGETS);
    tcase_add_loop_test(tests, corners_have_what_they_had, 0, TARGETS);
    tcase_add_loop_test(tests, pictures_are_mirrored, 0, TARGETS);
    tcase_add_test(tests, text_says_the_same);
    tcase_add_test(tests, deformers_have_their_classes);
    tcase_add_test(tests, pictures_lie_in_the_file);
    tcase_add_test(tests, bind_poses_are_whole);
    tcase_add_test(tests, pictures_are_spelt_in_text);
    tcase_add_test(tests, weights_of_one_joint_are_added);
    tcase_add_loop_test(tests, a_joint_is_bound_many_times, 0, TARGETS);
    tcase_add_loop_test(tests, names_clash, 0, TARGETS);
    tcase_add_loop_test(tests, turns_go_on, 0, 3);
    tcase_add_loop_test(tests, turns_are_cut_about_each_axis, 0, 3);
    tcase_add_loop_test(tests, each_direction_wraps_by_itself, 0, 2);
    tcase_add_test(tests, rates_have_their_names);
    tcase_add_test(tests, skins_name_their_roots);
    tcase_add_test(tests, a_clip_is_too_long);
    tcase_add_loop_test(tests, many_clips_take_the_memory_of_one, 0, TARGETS);
    tcase_add_loop_test(tests, a_set_is_one_too_many, 0, 2);
    tcase_add_loop_test(tests, added_light_is_told, 0, 2);
    tcase_add_test(tests, moves_of_coordinates_are_told);
    tcase_add_loop_test(tests, morphs_beyond_all_numbers_move_nothing, 0, 3);
    tcase_add_test(tests, keys_of_morphs_have_a_rate);
    tcase_add_test(tests, what_rests_has_no_keys);
    tcase_add_loop_test(tests, pictures_share_a_folder, 0, 3);
    tcase_add_loop_test(tests, the_same_twice, 0, TARGETS);
    tcase_add_loop_test(tests, memory_runs_out, 0, 3 * TARGETS);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
