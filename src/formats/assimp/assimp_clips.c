/*
 * assimp_clips.c: animations of nodes and of morphs become clips (docs/formats/generic.md, "Animations").
 */
#include "formats/assimp/assimp_clips.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_nodes.h"
#include "formats/assimp/assimp_places.h"

/* Where the file does not say how fast it counts, assimp's documentation suggests this. */
static const double USUAL_TICKS = 25;

/* How far from a whole frame a time may be that means it; times come as floats of milliseconds. */
static const double NEAR_FRAME = 2e-3;

typedef struct recording {
    fy_assimp *a;
    const struct aiAnimation *from;
    const char *name;
    double ticks; /* a second */
    double rate;  /* frames a second */
    ferry_track *tracks;
    uint32_t count, capacity;
    uint32_t broken, lost;
} recording;

/* -------------------------------------------------------------------------------------------------- times */

static bool is_whole(double time, double rate) {
    return fabs(time * rate - fy_round(time * rate)) < NEAR_FRAME;
}

static bool all_whole(const recording *r, double rate) {
    const struct aiAnimation *from = r->from;
    for (uint32_t c = 0; c < from->mNumChannels; c++) {
        const struct aiNodeAnim *n = from->mChannels[c];
        for (uint32_t k = 0; k < n->mNumPositionKeys; k++)
            if (!is_whole(n->mPositionKeys[k].mTime / r->ticks, rate)) return false;
        for (uint32_t k = 0; k < n->mNumRotationKeys; k++)
            if (!is_whole(n->mRotationKeys[k].mTime / r->ticks, rate)) return false;
        for (uint32_t k = 0; k < n->mNumScalingKeys; k++)
            if (!is_whole(n->mScalingKeys[k].mTime / r->ticks, rate)) return false;
    }
    for (uint32_t c = 0; c < from->mNumMorphMeshChannels; c++)
        for (uint32_t k = 0; k < from->mMorphMeshChannels[c]->mNumKeys; k++)
            if (!is_whole(from->mMorphMeshChannels[c]->mKeys[k].mTime / r->ticks, rate)) return false;
    return true;
}

/* The usual rate whose frames all keys stand on; 60 if there is none. */
static double find_rate(const recording *r) {
    static const double usual[] = {24, 25, 30, 60};
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        if (all_whole(r, usual[k])) return usual[k];
    return 60;
}

static double seconds(const recording *r, double ticks) {
    double time = ticks / r->ticks;
    return is_whole(time, r->rate) ? fy_round(time * r->rate) / r->rate : time;
}

/* --------------------------------------------------------------------------------------------------- keys */

/* One key of a list of assimp's, whatever it is of. */
typedef struct key {
    double time;
    float v[4];
    uint32_t number;
} key;

static int by_time(const void *a, const void *b) {
    const key *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* In order of time, none that is no number; of several at one time the first and the last. */
static uint32_t tidy(recording *r, key *keys, uint32_t count, uint32_t width) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool fine = fabs(keys[k].time) < 1e9;
        for (uint32_t i = 0; i < width; i++) fine = fine && fabs((double)keys[k].v[i]) < 1e18;
        r->broken += !fine;
        if (fine) keys[kept] = keys[k], keys[kept].number = kept, kept++;
    }
    qsort(keys, kept, sizeof *keys, by_time);
    count = kept;
    kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (kept > 1 && keys[kept - 2].time == keys[k].time) kept--;
        keys[kept++] = keys[k];
    }
    return kept;
}

static bool same_values(const key *keys, uint32_t count, uint32_t i) {
    for (uint32_t k = 1; k < count; k++)
        if (keys[k].v[i] != keys[0].v[i]) return false;
    return true;
}

static ferry_track *add_track(recording *r, ferry_target target, uint32_t object, uint32_t channel,
                              uint32_t width, uint32_t keys) {
    if (!fy_work_reserve(r->a->job, (void **)&r->tracks, r->count, &r->capacity, 1, sizeof *r->tracks))
        return NULL;
    ferry_track *track = &r->tracks[r->count];
    *track = (ferry_track){.target = target,
                           .object = object,
                           .channel = channel,
                           .interpolation = width == 4 ? FERRY_SLERP : FERRY_LINEAR,
                           .width = width,
                           .key_count = keys};
    track->times = ferry_scene_new(r->a->scene, double, keys);
    track->values = ferry_scene_new(r->a->scene, float, (size_t)keys *width);
    if (!track->times || !track->values) return NULL;
    r->count++;
    return track;
}

/* A channel that never changes is one key. */
static bool add_scalar(recording *r, ferry_target target, uint32_t object, uint32_t channel, uint32_t i,
                       const key *keys, uint32_t count) {
    if (!count) return true;
    if (same_values(keys, count, i)) count = 1;
    ferry_track *track = add_track(r, target, object, channel, 1, count);
    for (uint32_t k = 0; track && k < count; k++) {
        track->times[k] = keys[k].time;
        track->values[k] = keys[k].v[i];
    }
    return track != NULL;
}

/* -------------------------------------------------------------------------------------------------- nodes */

static bool add_vectors(recording *r, ferry_target target, uint32_t node, const struct aiVectorKey *from,
                        uint32_t count) {
    key *keys = ferry_new(r->a->job, key, (size_t)count + 1);
    if (!keys) return false;
    for (uint32_t k = 0; k < count; k++)
        keys[k] =
            (key){seconds(r, from[k].mTime), {from[k].mValue.x, from[k].mValue.y, from[k].mValue.z, 0}, k};
    count = tidy(r, keys, count, 3);
    for (uint32_t axis = 0; axis < 3; axis++)
        if (!add_scalar(r, target, node, axis, axis, keys, count)) return false;
    return true;
}

static bool add_turns(recording *r, uint32_t node, const struct aiQuatKey *from, uint32_t count) {
    key *keys = ferry_new(r->a->job, key, (size_t)count + 1);
    if (!keys) return false;
    for (uint32_t k = 0; k < count; k++) {
        const struct aiQuaternion *q = &from[k].mValue;
        keys[k] = (key){seconds(r, from[k].mTime), {q->x, q->y, q->z, q->w}, k};
    }
    count = tidy(r, keys, count, 4);
    if (!count) return true;
    bool still = true;
    for (uint32_t i = 0; i < 4; i++) still = still && same_values(keys, count, i);
    if (still) count = 1;
    ferry_track *track = add_track(r, FERRY_TARGET_ROTATE, node, 0, 4, count);
    for (uint32_t k = 0; track && k < count; k++) {
        ferry_quat q =
            fy_quat_normalize((ferry_quat){keys[k].v[0], keys[k].v[1], keys[k].v[2], keys[k].v[3]});
        const float values[4] = {q.x, q.y, q.z, q.w};
        track->times[k] = keys[k].time;
        memcpy(&track->values[4 * (size_t)k], values, sizeof values);
    }
    return track != NULL;
}

static bool add_channel(recording *r, const struct aiNodeAnim *from) {
    uint32_t found = fy_assimp_find_node(r->a, &from->mNodeName);
    if (found == FERRY_NONE) {
        r->lost++;
        return true;
    }
    const fy_assimp_node *node = &r->a->nodes[found];
    if (node->to.top != node->to.bottom)
        fy_assimp_tell(r->a, FERRY_LOSS, "import.shear", node->from->mName.data,
                       "node \"%s\" is sheared at rest and animated by clip \"%s\": the shear keeps its "
                       "rest value",
                       r->a->scene->nodes.data[node->to.top].name, r->name);
    return add_vectors(r, FERRY_TARGET_TRANSLATE, node->to.top, from->mPositionKeys,
                       from->mNumPositionKeys) &&
           add_turns(r, node->to.top, from->mRotationKeys, from->mNumRotationKeys) &&
           add_vectors(r, FERRY_TARGET_SCALE, node->to.top, from->mScalingKeys, from->mNumScalingKeys);
}

/* ------------------------------------------------------------------------------------------------- morphs */

/* The weight of one target at a key; 0 where the key does not speak about it. */
static float weight_at(const struct aiMeshMorphKey *from, uint32_t target) {
    for (uint32_t i = 0; i < from->mNumValuesAndWeights; i++)
        if (from->mValues[i] == target) return (float)from->mWeights[i];
    return 0;
}

static bool drive_morph(recording *r, const struct aiMeshMorphAnim *from, uint32_t target, uint32_t morph) {
    key *keys = ferry_new(r->a->job, key, (size_t)from->mNumKeys + 1);
    if (!keys) return false;
    for (uint32_t k = 0; k < from->mNumKeys; k++)
        keys[k] = (key){seconds(r, from->mKeys[k].mTime), {weight_at(&from->mKeys[k], target)}, k};
    return add_scalar(r, FERRY_TARGET_MORPH, morph, 0, 0, keys, tidy(r, keys, from->mNumKeys, 1));
}

static bool drive_mesh(recording *r, const struct aiMeshMorphAnim *from, uint32_t mesh) {
    const struct aiMesh *of = r->a->from->mMeshes[mesh];
    if (r->a->meshes[mesh] == FERRY_NONE) return true;
    for (uint32_t t = 0; t < of->mNumAnimMeshes; t++)
        if (!drive_morph(r, from, t, r->a->first_morphs[mesh] + t)) return false;
    return true;
}

/* Called after a node, of whose meshes all are meant, or after a mesh; FBX has a star and a number behind
 * it. */
static bool add_morph_channel(recording *r, const struct aiMeshMorphAnim *from) {
    struct aiString name = from->mName;
    char *star = strrchr(name.data, '*');
    uint32_t found = fy_assimp_find_node(r->a, &name), before = r->count;
    if (found == FERRY_NONE && star) {
        *star = 0;
        found = fy_assimp_find_node(r->a, &name);
    }
    const struct aiNode *node = found == FERRY_NONE ? NULL : r->a->nodes[found].from;
    for (uint32_t k = 0; node && k < node->mNumMeshes; k++)
        if (node->mMeshes[k] < r->a->from->mNumMeshes && !drive_mesh(r, from, node->mMeshes[k])) return false;
    for (uint32_t m = 0; r->count == before && m < r->a->from->mNumMeshes; m++)
        if (strcmp(r->a->from->mMeshes[m]->mName.data, name.data) == 0 && !drive_mesh(r, from, m))
            return false;
    r->lost += r->count == before;
    return true;
}

/* -------------------------------------------------------------------------------------------------- clips */

static void tell_left_out(const recording *r) {
    if (r->lost)
        fy_assimp_tell(r->a, FERRY_WARNING, "import.channel-target", r->from->mName.data,
                       "clip \"%s\": %" PRIu32 " channel%s without a valid target; left out", r->name,
                       r->lost, r->lost == 1 ? "" : "s");
    if (r->broken)
        fy_assimp_tell(r->a, FERRY_WARNING, "import.key-not-finite", r->from->mName.data,
                       "clip \"%s\": %" PRIu32 " keys are not finite; left out", r->name, r->broken);
    if (r->from->mNumMeshChannels)
        fy_assimp_tell(r->a, FERRY_LOSS, "import.mesh-animation", r->from->mName.data,
                       "clip \"%s\": %u mesh animations are not supported; left out", r->name,
                       r->from->mNumMeshChannels);
}

/* Before the names of COLLADA's clips assimp puts that of the first: "walk_walk", "walk_run". */
static const char *name_of(fy_assimp *a, const struct aiString *name) {
    const struct aiString *first = &a->from->mAnimations[0]->mName;
    size_t half = first->length / 2, size = half + 1;
    bool put = strcmp(a->scene->format, "dae") == 0 && first->length % 2 && first->data[half] == '_' &&
               strncmp(first->data, first->data + size, half) == 0 &&
               strncmp(name->data, first->data, size) == 0;
    return put ? ferry_scene_text(a->scene, name->data + size, name->length - size) : fy_assimp_text(a, name);
}

static bool add_clip(fy_assimp *a, uint32_t index) {
    recording r = {.a = a, .from = a->from->mAnimations[index]};
    double ticks = r.from->mTicksPerSecond;
    r.name = name_of(a, &r.from->mName);
    if (!*r.name) r.name = ferry_scene_format(a->scene, "animation%" PRIu32, index);
    r.ticks = ticks > 1e-6 && ticks < 1e9 ? ticks : USUAL_TICKS;
    r.rate = find_rate(&r);
    for (uint32_t c = 0; c < r.from->mNumChannels; c++)
        if (!ferry_tick(a->job) || !add_channel(&r, r.from->mChannels[c])) return false;
    for (uint32_t c = 0; c < r.from->mNumMorphMeshChannels; c++)
        if (!ferry_tick(a->job) || !add_morph_channel(&r, r.from->mMorphMeshChannels[c])) return false;
    r.count = fy_tracks_one_each(r.tracks, r.count);
    tell_left_out(&r);
    ferry_clip *clip = ferry_append(a->scene, &a->scene->clips, ferry_clip);
    if (!clip) return false;
    double duration = fabs(r.from->mDuration) < 1e12 ? seconds(&r, r.from->mDuration) : 0;
    *clip = (ferry_clip){.name = r.name,
                         .kind = a->scene->format,
                         .loop = FERRY_LOOP_REPEAT,
                         .rate = r.rate,
                         .track_count = r.count};
    for (uint32_t k = 0; k < r.count; k++)
        if (r.tracks[k].times[r.tracks[k].key_count - 1] > duration)
            duration = r.tracks[k].times[r.tracks[k].key_count - 1];
    clip->duration = duration > 0 ? duration : 0;
    clip->tracks = ferry_scene_new(a->scene, ferry_track, r.count);
    if (r.count && !clip->tracks) return false;
    if (r.count) memcpy(clip->tracks, r.tracks, r.count * sizeof *r.tracks);
    return true;
}

bool fy_assimp_read_clips(fy_assimp *a) {
    for (uint32_t i = 0; i < a->from->mNumAnimations; i++) {
        ferry_mark mark = ferry_job_mark(a->job);
        bool added = ferry_progress(a->job, "clips", (double)i / a->from->mNumAnimations) && add_clip(a, i);
        ferry_job_release(a->job, mark);
        if (!added) return false;
    }
    return true;
}
