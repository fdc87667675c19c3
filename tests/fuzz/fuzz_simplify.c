/* fuzz_simplify.c: of any scene that can be read triangles are left out, in one of several ways; what is left
 * keeps the promises of a scene, and the figures say no more than they know. */
#include <math.h>

#include "fuzz.h"

static ferry_job *job_for(size_t size) {
    static const char *const triangles[] = {"80%", "25%", "5%", "1"}, *const levels[] = {"none", "50%,20%"},
                             *const errors[] = {"none", "1"}, *const weights[] = {"none", "color0"};
    static ferry_setting_value settings[4]; /* the job reads them as long as it lives */
    settings[0] = (ferry_setting_value){"simplify.triangles", triangles[size % 4]};
    settings[1] = (ferry_setting_value){"simplify.levels", levels[size / 4 % 2]};
    settings[2] = (ferry_setting_value){"simplify.error", errors[size / 8 % 2]};
    settings[3] = (ferry_setting_value){"simplify.weights", weights[size / 16 % 2]};
    ferry_options options = {.size = sizeof options,
                             .memory_limit = fuzz_memory(SIZE_MAX),
                             .deadline = 20,
                             .settings = settings,
                             .setting_count = 4};
    return ferry_open(&options);
}

static bool is_error_figure(double mean, double worst) {
    return isfinite(mean) && isfinite(worst) && mean >= 0 && mean <= worst * (1 + 1e-9);
}

static void ask_figures(const ferry_job *job) {
    ferry_simplified_list list = ferry_simplified_levels(job);
    for (uint32_t i = 0; i < list.count; i++) {
        const ferry_simplified *level = &list.data[i];
        fuzz_require(level->after <= level->before, "triangles do not become more", job);
        fuzz_require(is_error_figure(level->mean, level->worst), "an error at rest is a number", job);
        fuzz_require(is_error_figure(level->pose_mean, level->pose_worst), "an error in poses is a number",
                     job);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_job *job = job_for(size); /* a file's size is as good as any other choice */
    if (!job) return 0;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "fuzz", .bytes = {data, size}}, 1);
    if (scene) {
        bool prepared = ferry_prepare(job, scene, "t3dm", NULL);
        fuzz_require(prepared != fuzz_has_error(job), "passes fail with an error, and the reverse", job);
        if (prepared) {
            fuzz_require(ferry_check(job, scene), "a scene with fewer triangles is sound", job);
            ask_figures(job);
        }
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
