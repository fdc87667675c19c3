/* pass_clips.c: clips and morphs go where the target cannot hold them: what is left is the rest pose, or the movement of
 * nodes. */
#include <inttypes.h>

#include "core/curve.h"
#include "core/job.h"
#include "core/passes.h"

typedef struct dropped {
    uint32_t clips; /* that lose something */
    uint64_t tracks, keys;
    double   seconds;
    uint64_t targets[FERRY_TARGET_COUNT];
} dropped;

/* Tracks of `clip` that stay come first; the others are counted. */
static void drop_tracks(ferry_clip *clip, bool joints, dropped *out) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (joints && fy_moves_node(track)) {
            clip->tracks[kept++] = *track;
            continue;
        }
        out->tracks++;
        out->keys += track->key_count;
        out->targets[track->target]++;
    }
    if (kept == clip->track_count && joints) return;
    out->clips++;
    out->seconds += clip->duration;
    clip->track_count = kept;
}

static void report_clips(ferry_job *job, const ferry_scene *scene, const dropped *out) {
    ferry_say(job, FERRY_LOSS, "clips.dropped", scene->name, "",
              "%" PRIu32 " animation%s of %.1f seconds in all (%" PRIu64 " tracks, %" PRIu64
              " keys) cannot be written yet; left out, the model is at rest",
              out->clips, out->clips == 1 ? "" : "s", out->seconds, out->tracks, out->keys);
}

/* "12 texture, 4 matrix" */
static const char *list_targets(ferry_job *job, const dropped *out) {
    const char *list = "";
    for (ferry_target target = 0; target < FERRY_TARGET_COUNT; target++)
        if (out->targets[target])
            list = ferry_job_format(job, "%s%s%" PRIu64 " %s of a %s", list, *list ? ", " : "", out->targets[target],
                                    fy_target_name(target), fy_target_object(target));
    return list;
}

static void report_tracks(ferry_job *job, const ferry_scene *scene, const dropped *out) {
    ferry_mark mark = ferry_job_mark(job);
    ferry_say(job, FERRY_LOSS, "clips.tracks", scene->name, "",
              "%" PRIu64 " tracks (%" PRIu64 " keys) of %" PRIu32 " animation%s cannot be written yet and were left out: %s",
              out->tracks, out->keys, out->clips, out->clips == 1 ? "" : "s", list_targets(job, out));
    ferry_job_release(job, mark);
}

bool fy_pass_clips(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    dropped  out = {0};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        ferry_clip *clip = &scene->clips.data[i];
        drop_tracks(clip, caps->joint_clips, &out);
        if (clip->track_count) scene->clips.data[kept++] = *clip;
    }
    if (out.clips) (caps->joint_clips ? report_tracks : report_clips)(job, scene, &out);
    if (scene->morphs.count)
        ferry_say(job, FERRY_LOSS, "clips.morphs", scene->name, "", "%" PRIu32 " morph shape%s left out",
                  scene->morphs.count, scene->morphs.count == 1 ? " is" : "s are");
    scene->clips.count = kept;
    scene->morphs.count = 0;
    scene->paints.count = 0;
    return true;
}
