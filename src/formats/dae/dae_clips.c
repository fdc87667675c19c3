/*
 * dae_clips.c: clips as animations of a COLLADA file: of matrices, which is what most programs play
 * (docs/formats/fbx.md, "COLLADA").
 */
#include "formats/dae/dae_clips.h"

#include <inttypes.h>
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/numbers.h"
#include "core/pipeline/pass_clips.h"
#include "formats/dae/dae_out.h"
#include "formats/export/export_scene_clips.h"
#include "formats/export/export_scene_models.h"
#include "formats/export/export_scene_state.h"

enum { HELD = 1 << FERRY_TARGET_TRANSLATE | 1 << FERRY_TARGET_ROTATE | 1 << FERRY_TARGET_SCALE, KINDS = 3 };

/* Degrees that a node turns between two keys at most: some programs go from matrix to matrix in a straight
 * line. */
static const double LARGEST_TURN = 5;

/* What moves a node in the clip at hand. */
typedef struct moves {
    fy_export_channel of[KINDS]; /* count 0: nothing */
} moves;

typedef struct playing {
    fy_dae *d;
    moves *nodes;
} playing;

/* Before any is put: a matrix is made of all channels of a node. */
static bool take_channel(void *user, const fy_export_channel *channel) {
    playing *p = user;
    p->nodes[channel->object].of[channel->path] = *channel;
    return true;
}

/* --------------------------------------------------------------------------------------------------- keys */

static ferry_vec3 values_at(const fy_export_channel *channel, double time) {
    uint32_t low = 0, high = channel->count; /* the last key that is not after `time` */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(channel->times[middle] <= time ? &low : &high) = middle;
    }
    const float *from = channel->values + 3 * (size_t)low;
    double part = 0;
    if (low + 1 < channel->count && time > channel->times[low])
        part = (time - channel->times[low]) / (channel->times[low + 1] - channel->times[low]);
    if (!(part > 0)) return (ferry_vec3){from[0], from[1], from[2]};
    float to[3];
    for (int k = 0; k < 3; k++)
        to[k] = (float)((double)from[k] + part * ((double)from[k + 3] - (double)from[k]));
    return (ferry_vec3){to[0], to[1], to[2]};
}

static ferry_matrix place_at(fy_dae *d, const moves *m, uint32_t number, double time) {
    ferry_node node = d->x.e.scene->nodes.data[number];
    node.translate = fy_export_length3(&d->x, node.translate);
    if (m->of[FY_EXPORT_MOVE].count) node.translate = values_at(&m->of[FY_EXPORT_MOVE], time);
    if (m->of[FY_EXPORT_SCALE].count) node.scale = values_at(&m->of[FY_EXPORT_SCALE], time);
    if (m->of[FY_EXPORT_TURN].count) {
        node.has_quat = false;
        node.euler = fy_vec3_scale(values_at(&m->of[FY_EXPORT_TURN], time), (float)(FY_PI / 180));
    }
    return fy_node_local(&node);
}

/* Into how many the way between two keys is cut. */
static uint32_t pieces_between(const moves *m, double from, double to) {
    const fy_export_channel *turn = &m->of[FY_EXPORT_TURN];
    if (!turn->count || to - from < 1e-4) return 1;
    ferry_vec3 by = fy_vec3_sub(values_at(turn, to), values_at(turn, from));
    double most = fabs((double)by.x) + fabs((double)by.y) + fabs((double)by.z);
    return (uint32_t)fmin(fmax(ceil(most / LARGEST_TURN), 1), 1024);
}

/* The times of all channels, each once. */
static uint32_t join_times(const moves *m, double *to) {
    uint32_t at[KINDS] = {0, 0, 0}, count = 0;
    for (;;) {
        double next = 0;
        bool any = false;
        for (int k = 0; k < KINDS; k++) {
            const fy_export_channel *channel = &m->of[k];
            while (at[k] < channel->count && count && channel->times[at[k]] <= to[count - 1]) at[k]++;
            if (at[k] == channel->count || (any && channel->times[at[k]] >= next)) continue;
            next = channel->times[at[k]];
            any = true;
        }
        if (!any) return count;
        to[count++] = next;
    }
}

/* As floats, rising; NULL at the memory limit. */
static float *find_times(const fy_dae *d, const moves *m, uint32_t *count) {
    size_t all = 0, most = 1;
    for (int k = 0; k < KINDS; k++) all += m->of[k].count;
    double *times = ferry_new(d->x.e.job, double, all + 1);
    if (!times) return NULL;
    uint32_t joined = join_times(m, times);
    for (uint32_t i = 1; i < joined; i++) most += pieces_between(m, times[i - 1], times[i]);
    float *to = ferry_new(d->x.e.job, float, most);
    if (!to) return NULL;
    to[0] = (float)times[0];
    *count = 1;
    for (uint32_t i = 1; i < joined; i++) {
        uint32_t pieces = pieces_between(m, times[i - 1], times[i]);
        for (uint32_t k = 1; k <= pieces; k++) {
            float time =
                (float)(k == pieces ? times[i] : times[i - 1] + (times[i] - times[i - 1]) * k / pieces);
            if (time > to[*count - 1]) to[(*count)++] = time;
        }
    }
    return to;
}

/* -------------------------------------------------------------------------------------------------- clips */

static bool put_node(fy_dae *d, uint32_t clip, uint32_t node, const moves *m) {
    ferry_job *job = d->x.e.job;
    ferry_mark mark = ferry_job_mark(job);
    uint32_t count = 0;
    const char *id = ferry_job_format(job, "clip.%" PRIu32 ".%" PRIu32, clip, node);
    float *times = find_times(d, m, &count), *values = ferry_new(job, float, 16 * (size_t)count + 1);
    const char **ways = ferry_new(job, const char *, (size_t)count + 1);
    if (!times || !values || !ways) return false;
    for (uint32_t k = 0; k < count; k++) {
        ferry_matrix place = place_at(d, m, node, (double)times[k]);
        fy_dae_rows(&place, values + 16 * (size_t)k);
        ways[k] = "LINEAR";
    }
    fy_dae_open(d, "animation");
    fy_dae_source(d, ferry_job_format(job, "%s.times", id), times, count, "t");
    fy_dae_matrices(d, ferry_job_format(job, "%s.values", id), values, count);
    fy_dae_words(d, ferry_job_format(job, "%s.ways", id), "INTERPOLATION", ways, count);
    fy_dae_open(d, "sampler id=\"%s\"", id);
    fy_dae_empty(d, "input semantic=\"INPUT\" source=\"#%s.times\"", id);
    fy_dae_empty(d, "input semantic=\"OUTPUT\" source=\"#%s.values\"", id);
    fy_dae_empty(d, "input semantic=\"INTERPOLATION\" source=\"#%s.ways\"", id);
    fy_dae_close(d, "sampler");
    fy_dae_empty(d, "channel source=\"#%s\" target=\"%s/transform\"", id, d->x.ids[node]);
    fy_dae_close(d, "animation");
    ferry_job_release(job, mark);
    return ferry_tick(job);
}

/* The format has no empty animations. */
static bool put_clip(fy_dae *d, uint32_t c, bool *written) {
    const ferry_clip *clip = &d->x.e.scene->clips.data[c];
    uint32_t nodes = d->x.e.scene->nodes.count, count = 0;
    playing p = {.d = d, .nodes = ferry_new(d->x.e.job, moves, (size_t)nodes + 1)};
    if (!p.nodes || !fy_export_play(&d->x, c, take_channel, &p, &count)) return false;
    *written = count > 0;
    d->animations += count > 0;
    if (!count) {
        ferry_say(d->x.e.job, FERRY_LOSS, "export.empty-clip", d->x.e.file, "",
                  "animation \"%s.%s\" left out: it has no target that the format supports", clip->name,
                  clip->kind);
        return true;
    }
    fy_dae_open(d, "animation id=\"clip.%" PRIu32 "\" name=\"%s\"", c,
                fy_dae_text(d, fy_export_scene_clip_name(&d->x, c)));
    for (uint32_t i = 0; i < nodes; i++) {
        bool moved = false;
        for (int k = 0; k < KINDS; k++) moved |= p.nodes[i].of[k].count > 0;
        if (moved && !put_node(d, c, i, &p.nodes[i])) return false;
    }
    fy_dae_close(d, "animation");
    return true;
}

/* Which channels are played together, and for how long. */
static void put_list(fy_dae *d, const bool *written) {
    char end[FY_NUMBER_SIZE];
    fy_dae_open(d, "library_animation_clips");
    for (uint32_t c = 0; c < d->x.e.scene->clips.count; c++) {
        if (!written[c]) continue;
        fy_dae_open(d, "animation_clip id=\"play.%" PRIu32 "\" name=\"%s\" start=\"0\" end=\"%s\"", c,
                    fy_dae_text(d, fy_export_scene_clip_name(&d->x, c)),
                    fy_number(end, (float)d->x.e.scene->clips.data[c].duration));
        fy_dae_empty(d, "instance_animation url=\"#clip.%" PRIu32 "\"", c);
        fy_dae_close(d, "animation_clip");
    }
    fy_dae_close(d, "library_animation_clips");
}

bool fy_dae_put_clips(fy_dae *d) {
    uint32_t count = d->x.e.scene->clips.count;
    bool *written = ferry_new(d->x.e.job, bool, (size_t)count + 1);
    size_t before = d->out.size;
    if (!written) return false;
    if (!count) return true;
    fy_dae_open(d, "library_animations");
    for (uint32_t c = 0; c < count; c++) {
        ferry_mark mark = ferry_job_mark(d->x.e.job);
        if (!put_clip(d, c, &written[c])) return false;
        ferry_job_release(d->x.e.job, mark);
    }
    fy_dae_close(d, "library_animations");
    if (d->animations)
        put_list(d, written);
    else
        d->out.size = before;
    fy_clips_report_left_out(d->x.e.job, d->x.e.scene, HELD);
    return true;
}
