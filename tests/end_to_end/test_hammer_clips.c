/* test_hammer_clips.c: writing animations, hit everywhere: with each allocation refused, with every byte of
 * an animation changed behind its model, and with clips that keep the scene's promises and nothing else: the
 * longest and the shortest times, the largest numbers, thousands of tracks. What must hold is what
 * test_hammer.c says; what was written is read. FERRY_HAMMER_TARGET=glb writes that instead,
 * FERRY_HAMMER_TRIANGLES=25% leaves so many triangles, FERRY_HAMMER_MODEL=materials.bdl gives clips with
 * many moments to that model instead of figure.bdl. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/places.h"
#include "core/base/job_state.h"
#include "helpers.h"

enum { MEMORY_LIMIT = 64 << 20, SLACK = 1 << 16, MOST_INPUTS = 6, WITH_JOINTS = 3 };

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static const char *const models[][MOST_INPUTS] = {
    {"figure.bdl", "figure.bck", "figure.bva"},
    {"skinned.bmd", "skinned.bca", "skinned.bls", "skinned.blk", "skinned.bxk"},
    {"maya.bdl", "maya.bck"}, /* the last one with joints that move */
    {"figure.bdl", "figure.btk", "figure.btp"},
    {"figure.bdl", "figure.brk", "figure.bpk"},
    {"figure.bdl", "figure.bpa"},
};

typedef struct subject {
    ferry_input inputs[MOST_INPUTS];
    uint32_t count;
} subject;

static subject open_subject(const char *const *names) {
    subject s = {.count = 0};
    for (; s.count < MOST_INPUTS && names[s.count]; s.count++)
        s.inputs[s.count] = (ferry_input){names[s.count], fy_read_fixture(names[s.count])};
    return s;
}

static void close_subject(subject *s) {
    for (uint32_t i = 0; i < s->count; i++) free((void *)(uintptr_t)s->inputs[i].bytes.data);
}

/* All that was written is read, and is sound. */
static void read_back(const ferry_file_list *files, const char *what) {
    ferry_job *job = fy_test_job();
    ferry_input inputs[16];
    uint32_t count = 0;
    for (uint32_t i = 0; i < files->count && count < COUNT(inputs); i++)
        if (i == 0 || strstr(files->data[i].name, ".sdata"))
            inputs[count++] = (ferry_input){files->data[i].name, files->data[i].bytes};
    ferry_scene *scene = ferry_load(job, inputs, 1);
    ck_assert(scene && ferry_check(job, scene));
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(ferry_job_report(job)->totals[FERRY_WARNING] == 0, "%s: %.2000s", what, text);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* Writes a scene; true if nothing was wrong on the way. */
static bool finish(ferry_job *job, ferry_scene *scene, bool refusing, const char *what) {
    const ferry_report *report = ferry_job_report(job);
    ferry_file_list files = {0};
    const char *target = getenv("FERRY_HAMMER_TARGET") ? getenv("FERRY_HAMMER_TARGET") : "t3dm";
    bool t3dm = strcmp(target, "t3dm") == 0;
    bool done = scene && ferry_prepare(job, scene, target, NULL) &&
                ferry_save(job, scene, target, t3dm ? "x.t3dm" : "x", &files);
    ck_assert_msg(done || report->totals[FERRY_ERROR], "%s: not converted, without a word", what);
    ck_assert_msg(ferry_job_peak_memory(job) <= MEMORY_LIMIT + SLACK, "%s: %zu bytes of memory", what,
                  ferry_job_peak_memory(job));
    if (done && !refusing && t3dm) read_back(&files, what);
    bool whole = report->totals[FERRY_ERROR] == 0;
    if (scene) ferry_scene_free(scene);
    ferry_close(job);
    return whole;
}

static ferry_job *open_job(size_t fail_allocation) {
    static ferry_setting_value settings[] = {{"t3dm.effort", "fast"}, /* materials are test_hammer.c's */
                                             {"simplify.triangles", "none"}};
    if (getenv("FERRY_HAMMER_TRIANGLES")) settings[1].value = getenv("FERRY_HAMMER_TRIANGLES");
    ferry_options options = {.size = sizeof options,
                             .settings = settings,
                             .setting_count = 2,
                             .memory_limit = MEMORY_LIMIT,
                             .fail_allocation = fail_allocation,
                             .deadline = 60};
    return ferry_open(&options);
}

static size_t thinner(void) {
    const char *every = getenv("FERRY_HAMMER_EVERY");
    long number = every ? strtol(every, NULL, 10) : 1;
    return number > 1 ? (size_t)number : 1;
}

START_TEST(every_allocation) {
    subject s = open_subject(models[_i]);
    size_t at = 1;
    bool whole = false;
    for (; !whole && at < 1000000; at += 1 + at / 40 * thinner()) {
        ferry_job *job = open_job(at);
        if (job) whole = finish(job, ferry_load(job, s.inputs, s.count), true, models[_i][1]);
    }
    ck_assert_msg(whole, "%s: never succeeds", models[_i][1]);
    close_subject(&s);
}
END_TEST

START_TEST(every_byte) {
    static const uint8_t values[] = {0x00, 0xFF, 0x7F, 0x80};
    subject s = open_subject(models[_i]);
    for (uint32_t which = 1; which < s.count; which++) {
        ferry_bytes before = s.inputs[which].bytes;
        uint8_t *copy = malloc(before.size);
        memcpy(copy, before.data, before.size);
        s.inputs[which].bytes = (ferry_bytes){copy, before.size};
        for (size_t at = 0; at < before.size; at += (before.size / 25 * thinner()) | 1) {
            uint8_t old = copy[at];
            copy[at] = values[at / 3 % COUNT(values)];
            ferry_job *job = open_job(0);
            ferry_scene *scene = ferry_load(job, s.inputs, s.count);
            ck_assert(scene || ferry_job_report(job)->totals[FERRY_ERROR]);
            fy_expect_places(ferry_job_report(job), scene ? scene->format : NULL, models[_i][which]);
            finish(job, scene, false, models[_i][which]);
            copy[at] = old;
        }
        s.inputs[which].bytes = before;
        free(copy);
    }
    close_subject(&s);
}
END_TEST

/* ------------------------------------------------------------------------------------ hostile clips */

typedef struct hostile {
    const char *name;
    double duration, rate;
    double times[4]; /* of the keys */
    float values[4], slope;
    uint32_t keys;
} hostile;

static const hostile hostiles[] = {
    {"no length", 0, 30, {0}, {1}, 0, 1},
    {"shorter than anything", 1e-300, 30, {0, 1e-300}, {0, 1}, 1, 2},
    {"a billionth of a frame a second", 1, 1e-9, {0, .5, 1}, {0, 1, 0}, 1, 3},
    {"a billion frames a second", 1, 1e9, {0, .5, 1}, {0, 1, 0}, 1, 3},
    {"a year", 3e7, 30, {0, 1e7, 3e7}, {0, 1, 0}, 1, 3},
    {"the longest that fits", 4369, 30, {0, 1, 4000, 4369}, {0, 1, 0, 3}, .1f, 4},
    {"longer than time", 1e300, 1e-300, {0, 1, 1e299, 1e300}, {0, 1, 0, 1}, 1, 4},
    {"the largest numbers", 1, 30, {0, .5, 1}, {FLT_MAX, -FLT_MAX, FLT_MAX}, FLT_MAX, 3},
    {"the least numbers", 1, 30, {0, .5, 1}, {FLT_MIN, -FLT_MIN, FLT_TRUE_MIN}, FLT_MIN, 3},
    {"keys behind the end", 1, 30, {2, 3, 1e9}, {1, 0, 1}, 1, 3},
    {"keys before the start", 1, 30, {-1e9, -1, .5}, {1, 0, 1}, 1, 3},
    {"all at once", 1, 30, {.5, .5}, {0, 1}, 0, 2},
};

static bool has_many_moments(const hostile *of) {
    return of->duration > 1000 || of->rate > 1000;
}

/* A track for every target, of everything that there is, up to `most`. */
typedef struct maker {
    ferry_scene *scene;
    ferry_track *tracks;
    uint32_t count, most;
    const hostile *of;
} maker;

static void add_track(maker *m, ferry_target target, uint32_t object, uint32_t slot, uint32_t channel,
                      uint32_t limit) {
    const hostile *of = m->of;
    if (m->count == m->most) return;
    ferry_track *track = &m->tracks[m->count++];
    bool stepped = limit != 0;
    *track = (ferry_track){.target = target, .object = object, .slot = slot, .channel = channel, .width = 1};
    track->interpolation = stepped ? FERRY_STEP : m->count % 2 ? FERRY_LINEAR : FERRY_HERMITE;
    track->key_count = of->keys;
    track->times = ferry_scene_new(m->scene, double, of->keys);
    track->values = ferry_scene_new(m->scene, float, of->keys);
    if (track->interpolation == FERRY_HERMITE) {
        track->in = ferry_scene_new(m->scene, float, of->keys);
        track->out = ferry_scene_new(m->scene, float, of->keys);
    }
    for (uint32_t k = 0; k < of->keys; k++) {
        track->times[k] = of->times[k];
        track->values[k] = stepped ? (float)(k % limit) : of->values[k];
        if (track->in) track->in[k] = track->out[k] = of->slope;
    }
}

/* In the order that the scene promises. */
static void add_tracks(maker *m) {
    ferry_scene *s = m->scene;
    for (int target = FERRY_TARGET_TRANSLATE; target <= FERRY_TARGET_SCALE; target++)
        for (uint32_t i = 0; i < s->nodes.count; i++)
            for (uint32_t k = 0; k < 3; k++) add_track(m, (ferry_target)target, i, 0, k, 0);
    for (uint32_t i = 0; i < s->nodes.count; i++) add_track(m, FERRY_TARGET_NODE_VISIBLE, i, 0, 0, 2);
    for (uint32_t i = 0; i < s->draws.count; i++) add_track(m, FERRY_TARGET_DRAW_VISIBLE, i, 0, 0, 2);
    for (uint32_t i = 0; i < s->materials.count && s->textures.count; i++)
        add_track(m, FERRY_TARGET_TEXTURE, i, 0, 0, s->textures.count);
    for (uint32_t i = 0; i < s->materials.count; i++)
        for (uint32_t k = 0; k < FERRY_MATRIX_CENTER_S; k++)
            add_track(m, FERRY_TARGET_TEXTURE_MATRIX, i, 0, k, 0);
    for (int target = FERRY_TARGET_REGISTER; target <= FERRY_TARGET_MATERIAL_COLOR; target++)
        for (uint32_t i = 0; i < s->materials.count; i++)
            for (uint32_t k = 0; k < 4; k++) add_track(m, (ferry_target)target, i, 0, k, 0);
    for (uint32_t i = 0; i < s->morphs.count; i++) add_track(m, FERRY_TARGET_MORPH, i, 0, 0, 0);
    for (uint32_t i = 0; i < s->vertex_color_groups.count; i++)
        for (uint32_t k = 0; k < 4; k++) add_track(m, FERRY_TARGET_VERTEX_COLOR, i, 0, k, 0);
}

static void give_clips(ferry_scene *scene, const hostile *of, uint32_t clips) {
    scene->clips.count = 0;
    for (uint32_t i = 0; i < clips; i++) {
        maker m = {
            .scene = scene, .tracks = ferry_scene_new(scene, ferry_track, 10000), .most = 10000, .of = of};
        add_tracks(&m);
        ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
        ck_assert(clip && m.tracks);
        *clip = (ferry_clip){.name = ferry_scene_format(scene, "clip%u", i),
                             .kind = "bck",
                             .duration = of->duration,
                             .rate = of->rate,
                             .loop = (ferry_loop)(i % 5),
                             .tracks = m.tracks,
                             .track_count = m.count};
    }
}

START_TEST(hostile_clips) {
    const hostile *of = &hostiles[(uint32_t)_i / 2];
    static const char *const of_materials[] = {"figure.bdl", NULL}, *const of_vertices[] = {
                                                                        "skinned.bmd", "skinned.bls",
                                                                        "skinned.bxk", NULL};
    const char *const other[] = {getenv("FERRY_HAMMER_MODEL"), NULL};
    bool smaller = other[0] && _i % 2 == 0 && has_many_moments(of);
    subject s = open_subject(smaller ? other : _i % 2 ? of_vertices : of_materials);
    ferry_job *job = open_job(0);
    ferry_scene *scene = ferry_load(job, s.inputs, s.count);
    ck_assert_ptr_nonnull(scene);
    give_clips(scene, of, of->duration > 1000 ? 1 : 5); /* a long one alone costs what many others do */
    ck_assert_msg(ferry_check(job, scene), "%s", of->name);
    bool written = finish(job, scene, false, of->name);
    ck_assert_msg(written || has_many_moments(of) || of->keys == 3, "%s", of->name);
    close_subject(&s);
}
END_TEST

/* Numbers that are none never reach a writer. */
START_TEST(numbers_that_are_none) {
    static const float none[] = {NAN, INFINITY, -INFINITY};
    static const char *const names[] = {"figure.bdl", NULL};
    for (uint32_t i = 0; i < 6; i++) {
        hostile of = {"none", 1, 30, {0, 1}, {i < 3 ? none[i] : 0, 1}, i < 3 ? 0 : none[i - 3], 2};
        subject s = open_subject(names);
        ferry_job *job = open_job(0);
        ferry_scene *scene = ferry_load(job, s.inputs, s.count);
        give_clips(scene, &of, 1);
        ck_assert(!finish(job, scene, false, "none"));
        close_subject(&s);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hammer_clips");
    TCase *allocations = tcase_create("allocations"), *bytes = tcase_create("bytes"),
          *clips = tcase_create("clips");
    /* which triangles go is decided by poses; what clips do to materials asks nothing of that */
    tcase_add_loop_test(allocations, every_allocation, 0,
                        getenv("FERRY_HAMMER_TRIANGLES") ? WITH_JOINTS : COUNT(models));
    tcase_add_loop_test(bytes, every_byte, 0, COUNT(models));
    tcase_add_loop_test(clips, hostile_clips, 0, 2 * COUNT(hostiles));
    tcase_add_test(clips, numbers_that_are_none);
    suite_add_tcase(suite, clips);
    suite_add_tcase(suite, allocations);
    suite_add_tcase(suite, bytes);
    return fy_run_suite(suite);
}
