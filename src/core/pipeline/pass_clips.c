/* pass_clips.c: clips go where the target cannot hold them: what is left is the rest pose, or tracks of the
 * targets that it takes. Morphs and vertex colour groups that no track drives go, too. */
#include "core/pipeline/pass_clips.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "core/scene/scene.h"

typedef struct dropped {
    uint32_t clips; /* that lose something */
    uint64_t tracks, keys;
    double seconds;
    uint64_t targets[FERRY_TARGET_COUNT];
} dropped;

static void count_track(const ferry_track *track, dropped *out) {
    out->tracks++;
    out->keys += track->key_count;
    out->targets[track->target]++;
}

static void count_clip(const ferry_clip *clip, dropped *out) {
    out->clips++;
    out->seconds += clip->duration;
}

/* Tracks of `clip` that stay come first; the others are counted. A clip without any loses nothing. */
static void drop_tracks(ferry_clip *clip, uint32_t held, dropped *out) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (held >> track->target & 1u)
            clip->tracks[kept++] = *track;
        else
            count_track(track, out);
    }
    if (kept == clip->track_count && held) return;
    count_clip(clip, out);
    clip->track_count = kept;
}

static void report_clips(ferry_job *job, const ferry_scene *scene, const dropped *out) {
    ferry_say(job, FERRY_LOSS, "clips.dropped", fy_scene_place(scene), "",
              "%" PRIu32 " animation%s of %.1f seconds in total (%" PRIu64 " tracks, %" PRIu64 " keys) "
              "cannot be stored in this format and were left out; the model is in its rest pose",
              out->clips, out->clips == 1 ? "" : "s", out->seconds, out->tracks, out->keys);
}

/* "12 texture, 4 matrix" */
static const char *list_targets(ferry_job *job, const dropped *out) {
    const char *list = "";
    for (ferry_target target = 0; target < FERRY_TARGET_COUNT; target++)
        if (out->targets[target])
            list = ferry_job_format(job, "%s%s%" PRIu64 " %s of a %s", list, *list ? ", " : "",
                                    out->targets[target], fy_target_name(target), fy_target_object(target));
    return list;
}

static void report_tracks(ferry_job *job, const ferry_scene *scene, const dropped *out) {
    ferry_mark mark = ferry_job_mark(job);
    ferry_say(job, FERRY_LOSS, "clips.tracks-dropped", fy_scene_place(scene), "",
              "%" PRIu64 " tracks (%" PRIu64 " keys) of %" PRIu32 " animation%s cannot be stored in this "
              "format and were left out: %s",
              out->tracks, out->keys, out->clips, out->clips == 1 ? "" : "s", list_targets(job, out));
    ferry_job_release(job, mark);
}

void fy_clips_report_left_out(ferry_job *job, const ferry_scene *scene, uint32_t held) {
    dropped out = {0};
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        const ferry_clip *clip = &scene->clips.data[i];
        uint64_t before = out.tracks;
        for (uint32_t k = 0; k < clip->track_count; k++)
            if (!(held >> clip->tracks[k].target & 1u)) count_track(&clip->tracks[k], &out);
        if (out.tracks != before) count_clip(clip, &out);
    }
    if (out.clips) report_tracks(job, scene, &out);
}

/* Where each thing that such tracks drive goes, once those that none drives are gone; NULL at the limit. */
static uint32_t *find_places(ferry_job *job, const ferry_scene *scene, ferry_target target, uint32_t *count) {
    uint32_t *places = ferry_new(job, uint32_t, (size_t)*count + 1), all = *count;
    if (!places) return NULL;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t k = 0; k < scene->clips.data[c].track_count; k++)
            if (scene->clips.data[c].tracks[k].target == target)
                places[scene->clips.data[c].tracks[k].object] = 1;
    *count = 0;
    for (uint32_t i = 0; i < all; i++) places[i] = places[i] ? (*count)++ : FERRY_NONE;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t k = 0; k < scene->clips.data[c].track_count; k++) {
            ferry_track *track = &scene->clips.data[c].tracks[k];
            if (track->target == target) track->object = places[track->object];
        }
    return places;
}

/* Groups are numbered anew: by the first morph of each. */
bool fy_drop_morphs(ferry_job *job, ferry_scene *scene) {
    uint32_t all = scene->morphs.count, kept = all;
    uint32_t *places = find_places(job, scene, FERRY_TARGET_MORPH, &kept);
    uint32_t *groups = ferry_new(job, uint32_t, (size_t)all + 1);
    if (!places || !groups) return false;
    for (uint32_t i = 0; i < all; i++) groups[i] = FERRY_NONE;
    for (uint32_t i = 0; i < all; i++) {
        ferry_morph *morph = &scene->morphs.data[i];
        if (places[i] == FERRY_NONE) continue;
        if (morph->group != FERRY_NONE && groups[morph->group] == FERRY_NONE)
            groups[morph->group] = places[i];
        if (morph->group != FERRY_NONE) morph->group = groups[morph->group];
        scene->morphs.data[places[i]] = *morph;
    }
    scene->morphs.count = kept;
    return true;
}

static bool drop_morphs(ferry_job *job, ferry_scene *scene) {
    uint32_t all = scene->morphs.count;
    if (!fy_drop_morphs(job, scene)) return false;
    uint32_t gone = all - scene->morphs.count;
    if (gone)
        ferry_say(job, FERRY_LOSS, "clips.morphs-dropped", fy_scene_place(scene), "",
                  "%" PRIu32 " morph shape%s left "
                  "out",
                  gone, gone == 1 ? " is" : "s are");
    return true;
}

static bool drop_vertex_color_groups(ferry_job *job, ferry_scene *scene) {
    uint32_t all = scene->vertex_color_groups.count, kept = all;
    uint32_t *places = find_places(job, scene, FERRY_TARGET_VERTEX_COLOR, &kept);
    for (uint32_t i = 0; places && i < all; i++)
        if (places[i] != FERRY_NONE)
            scene->vertex_color_groups.data[places[i]] = scene->vertex_color_groups.data[i];
    scene->vertex_color_groups.count = kept;
    return places;
}

bool fy_pass_clips(ferry_job *job, ferry_scene *scene, const ferry_caps *caps) {
    dropped out = {0};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        ferry_clip *clip = &scene->clips.data[i];
        bool named = caps->tracks && !clip->track_count; /* there to be asked for */
        drop_tracks(clip, caps->tracks, &out);
        if (clip->track_count || clip->kept || named) scene->clips.data[kept++] = *clip;
    }
    if (out.clips) (caps->tracks ? report_tracks : report_clips)(job, scene, &out);
    scene->clips.count = kept;
    ferry_mark mark = ferry_job_mark(job);
    bool done = drop_morphs(job, scene) && drop_vertex_color_groups(job, scene);
    ferry_job_release(job, mark);
    return done;
}
