/* pass_clips.c: clips and morphs go where the target cannot hold them: what is left is the rest pose. */
#include <inttypes.h>

#include "core/job.h"
#include "core/passes.h"

bool fy_pass_clips(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    uint64_t tracks = 0, keys = 0;
    double   seconds = 0;
    (void)caps;
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        const ferry_clip *clip = &scene->clips.data[i];
        seconds += clip->duration;
        tracks += clip->track_count;
        for (uint32_t k = 0; k < clip->track_count; k++) keys += clip->tracks[k].key_count;
    }
    if (scene->clips.count)
        ferry_say(job, FERRY_LOSS, "clips.dropped", scene->name, "",
                  "%" PRIu32 " animation%s of %.1f seconds in all (%" PRIu64 " tracks, %" PRIu64
                  " keys) cannot be written yet; left out, the model is at rest",
                  scene->clips.count, scene->clips.count == 1 ? "" : "s", seconds, tracks, keys);
    if (scene->morphs.count)
        ferry_say(job, FERRY_LOSS, "clips.morphs", scene->name, "", "%" PRIu32 " morph shape%s left out",
                  scene->morphs.count, scene->morphs.count == 1 ? " is" : "s are");
    scene->clips.count = 0;
    scene->morphs.count = 0;
    scene->paints.count = 0;
    return true;
}
