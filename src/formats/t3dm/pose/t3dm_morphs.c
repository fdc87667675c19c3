/* t3dm_morphs.c: see the header. How far morphs bring a vertex is summed up moment by moment where their
 * weights stand alone. Of weights that are shares: where none is negative, a vertex stays within the box of
 * its moves; else each is taken at its worst. */
#include "formats/t3dm/pose/t3dm_morphs.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "formats/t3dm/pose/t3dm_moments.h"

/* --------------------------------------------------------------------------------------------------- sets */

bool fy_t3dm_list_sets(ferry_job *job, const ferry_scene *scene, fy_t3dm_sets *sets) {
    const ferry_morph_list *morphs = &scene->morphs;
    uint32_t *places = ferry_new(job, uint32_t, morphs->count + (size_t)1); /* set of each group */
    uint32_t *of = ferry_new(job, uint32_t, morphs->count + (size_t)1);     /* set of each morph */
    sets->members = ferry_new(job, uint32_t, morphs->count + (size_t)1);
    sets->firsts = ferry_new(job, uint32_t, morphs->count + (size_t)2);
    sets->count = 0;
    if (!places || !of || !sets->members || !sets->firsts) return false;
    for (uint32_t i = 0; i < morphs->count; i++) places[i] = FERRY_NONE;
    for (uint32_t i = 0; i < morphs->count; i++) {
        uint32_t group = morphs->data[i].group;
        of[i] = group == FERRY_NONE ? FERRY_NONE : places[group];
        if (of[i] == FERRY_NONE) of[i] = sets->count++;
        if (group != FERRY_NONE) places[group] = of[i];
        sets->firsts[of[i] + 1]++;
    }
    for (uint32_t s = 0; s < sets->count; s++) sets->firsts[s + 1] += sets->firsts[s];
    for (uint32_t s = 0; s < sets->count; s++) places[s] = sets->firsts[s];
    for (uint32_t i = 0; i < morphs->count; i++) sets->members[places[of[i]]++] = i;
    return true;
}

const ferry_track **fy_t3dm_weight_tracks(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip) {
    const ferry_track **tracks = ferry_new(job, const ferry_track *, scene->morphs.count + (size_t)1);
    for (uint32_t k = 0; tracks && k < clip->track_count; k++)
        if (clip->tracks[k].target == FERRY_TARGET_MORPH) tracks[clip->tracks[k].object] = &clip->tracks[k];
    return tracks;
}

bool fy_t3dm_set_moves(const fy_t3dm_sets *sets, uint32_t set, const ferry_track *const *tracks) {
    for (uint32_t i = sets->firsts[set]; i < sets->firsts[set + 1]; i++)
        if (tracks[sets->members[i]]) return true;
    return false;
}

void fy_t3dm_weigh(const ferry_scene *scene, const fy_t3dm_sets *sets, uint32_t set,
                   const ferry_track *const *tracks, double time, double *weights) {
    uint32_t first = sets->firsts[set], count = sets->firsts[set + 1] - first;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_track *track = tracks[sets->members[first + i]];
        double value[4] = {0};
        if (track) fy_track_at(track, time, value);
        sum += weights[i] = value[0];
    }
    if (!count || scene->morphs.data[sets->members[first]].group == FERRY_NONE) return;
    for (uint32_t i = 0; i < count; i++) weights[i] = sum != 0 ? weights[i] / sum : 0;
}

/* -------------------------------------------------------------------------------------------- reach */

bool fy_t3dm_find_moved(ferry_job *job, const ferry_scene *scene, uint32_t mesh, bool **moved) {
    *moved = NULL;
    for (uint32_t i = 0; i < scene->morphs.count; i++) {
        const ferry_morph *morph = &scene->morphs.data[i];
        if (morph->mesh != mesh || !morph->positions) continue;
        if (!*moved) *moved = ferry_new(job, bool, scene->meshes.data[mesh].vertex_count + (size_t)1);
        if (!*moved) return false;
        for (uint32_t k = 0; k < morph->count; k++) (*moved)[morph->vertices[k]] = true;
    }
    return true;
}

typedef struct span {
    double least, most;
} span;

static void widen_span(span *to, double value) {
    to->least = value < to->least ? value : to->least;
    to->most = value > to->most ? value : to->most;
}

enum { MOST_LOOKS = 4096 }; /* at one clip */

static bool is_alone(const ferry_scene *scene, const fy_t3dm_sets *sets, uint32_t set) {
    return scene->morphs.data[sets->members[sets->firsts[set]]].group == FERRY_NONE;
}

static bool weigh_clip(ferry_job *job, const ferry_scene *scene, const fy_t3dm_sets *sets,
                       const ferry_clip *clip, const ferry_track *const *tracks, span *spans) {
    double frames = floor(clip->duration * clip->rate);
    uint32_t looks = frames < MOST_LOOKS ? (uint32_t)frames : MOST_LOOKS;
    double *weights = ferry_new(job, double, scene->morphs.count + (size_t)1);
    if (!weights) return false;
    for (uint32_t s = 0; s < sets->count; s++) {
        const uint32_t *members = sets->members + sets->firsts[s];
        uint32_t count = sets->firsts[s + 1] - sets->firsts[s];
        if (is_alone(scene, sets, s) || !fy_t3dm_set_moves(sets, s, tracks)) continue;
        for (uint32_t i = 0; i <= looks; i++) {
            if (!ferry_tick(job)) return false;
            fy_t3dm_weigh(scene, sets, s, tracks, looks ? clip->duration * i / looks : 0, weights);
            for (uint32_t m = 0; m < count; m++) widen_span(&spans[members[m]], weights[m]);
        }
    }
    return true;
}

static void include(fy_t3dm_reach *to, ferry_vec3 move, double weight) {
    const double at[3] = {weight * (double)move.x, weight * (double)move.y, weight * (double)move.z};
    for (int i = 0; i < 3; i++) {
        to->least[i] = at[i] < to->least[i] ? at[i] : to->least[i];
        to->most[i] = at[i] > to->most[i] ? at[i] : to->most[i];
    }
}

static void add_reach(fy_t3dm_reach *to, const fy_t3dm_reach *more) {
    for (int i = 0; i < 3; i++) {
        to->least[i] += more->least[i];
        to->most[i] += more->most[i];
    }
}

/* What one set adds to the reach of the vertices of one mesh; `own` is all zero before and after. */
static void reach_set(const ferry_scene *scene, const uint32_t *members, uint32_t count, const span *spans,
                      uint32_t mesh, fy_t3dm_reach *own, fy_t3dm_reach *to) {
    bool shares = count && scene->morphs.data[members[0]].group != FERRY_NONE;
    for (uint32_t i = 0; i < count; i++) shares = shares && spans[members[i]].least >= 0;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_morph *morph = &scene->morphs.data[members[i]];
        const span *weight = &spans[members[i]];
        for (uint32_t k = 0; morph->mesh == mesh && morph->positions && k < morph->count; k++) {
            fy_t3dm_reach one = {{0}, {0}}, *at = shares ? &own[morph->vertices[k]] : &one;
            include(at, morph->positions[k], weight->most);
            include(at, morph->positions[k], weight->least);
            if (!shares) add_reach(&to[morph->vertices[k]], &one);
        }
    }
    for (uint32_t i = 0; shares && i < count; i++) {
        const ferry_morph *morph = &scene->morphs.data[members[i]];
        for (uint32_t k = 0; morph->mesh == mesh && k < morph->count; k++) {
            fy_t3dm_reach *at = &own[morph->vertices[k]];
            add_reach(&to[morph->vertices[k]], at);
            *at = (fy_t3dm_reach){{0}, {0}};
        }
    }
}

/* A morph whose weight stands alone, in a clip, and when it may be other than 0. */
typedef struct lone {
    const ferry_morph *morph;
    const ferry_track *track;
    double from, to;
} lone;

static lone watch(const ferry_morph *morph, const ferry_track *track) {
    uint32_t first = 0, last = track->key_count;
    bool bent = track->interpolation > FERRY_LINEAR;
    while (!bent && first < last && track->values[first] == 0) first++;
    while (!bent && last > first && track->values[last - 1] == 0) last--;
    return (lone){morph, track, first ? track->times[first - 1] : -HUGE_VAL,
                  last < track->key_count ? track->times[last] : HUGE_VAL};
}

static int by_start(const void *a, const void *b) {
    const lone *x = a, *y = b;
    if (x->from < y->from || x->from > y->from) return x->from < y->from ? -1 : 1;
    return (x->morph > y->morph) - (x->morph < y->morph);
}

/* Where vertices of a mesh are at one moment. */
typedef struct summing {
    double (*sums)[3]; /* of each vertex; all 0 between moments */
    uint32_t *touched, count;
    bool *is_touched;
} summing;

static bool open_sums(ferry_job *job, uint32_t vertices, summing *s) {
    s->sums = ferry_alloc(job, vertices + (size_t)1, sizeof *s->sums);
    s->touched = ferry_new(job, uint32_t, vertices + (size_t)1);
    s->is_touched = ferry_new(job, bool, vertices + (size_t)1);
    return s->sums && s->touched && s->is_touched;
}

static void add_lone(summing *s, const lone *of, double time) {
    double weight[4] = {0};
    fy_track_at(of->track, time, weight);
    for (uint32_t k = 0; weight[0] != 0 && k < of->morph->count; k++) {
        uint32_t v = of->morph->vertices[k];
        ferry_vec3 move = of->morph->positions[k];
        if (!s->is_touched[v]) s->touched[s->count++] = v;
        s->is_touched[v] = true;
        s->sums[v][0] += weight[0] * (double)move.x;
        s->sums[v][1] += weight[0] * (double)move.y;
        s->sums[v][2] += weight[0] * (double)move.z;
    }
}

static void settle_sums(summing *s, fy_t3dm_reach *to) {
    while (s->count) {
        uint32_t v = s->touched[--s->count];
        for (int i = 0; i < 3; i++) {
            to[v].least[i] = fmin(to[v].least[i], s->sums[v][i]);
            to[v].most[i] = fmax(to[v].most[i], s->sums[v][i]);
            s->sums[v][i] = 0;
        }
        s->is_touched[v] = false;
    }
}

/* At all keys of these morphs, between which sums of straight weights go straight, and where one is bent at
 * all frames. Morphs that weigh nothing at the moment cost nothing. */
static bool sum_up(ferry_job *job, const ferry_clip *clip, lone *lones, uint32_t count, uint32_t vertices,
                   fy_t3dm_reach *to) {
    const ferry_track **tracks = ferry_new(job, const ferry_track *, count);
    const lone **now = ferry_new(job, const lone *, count);
    fy_t3dm_moments moments;
    summing s = {0};
    uint32_t begun = 0, active = 0;
    if (!tracks || !now || !open_sums(job, vertices, &s)) return false;
    for (uint32_t i = 0; i < count; i++) tracks[i] = lones[i].track;
    if (!fy_t3dm_list_moments(job, clip, tracks, count, false, &moments)) return false;
    qsort(lones, count, sizeof *lones, by_start);
    for (uint32_t m = 0; m < moments.count; m++) {
        double time = moments.samples[m];
        uint32_t kept = 0;
        while (begun < count && lones[begun].from <= time) now[active++] = &lones[begun++];
        for (uint32_t i = 0; i < active; i++)
            if (now[i]->to >= time) now[kept++] = now[i];
        active = kept;
        for (uint32_t i = 0; i < active; i++) add_lone(&s, now[i], time);
        settle_sums(&s, to);
        if (!ferry_tick(job)) return false;
    }
    return true;
}

/* Morphs of each mesh whose weights stand alone, one list behind the other. */
typedef struct by_mesh {
    uint32_t *firsts, *morphs;
} by_mesh;

static bool sort_by_mesh(ferry_job *job, const ferry_scene *scene, by_mesh *to) {
    const ferry_morph_list *all = &scene->morphs;
    to->firsts = ferry_new(job, uint32_t, scene->meshes.count + (size_t)2);
    to->morphs = ferry_new(job, uint32_t, all->count + (size_t)1);
    if (!to->firsts || !to->morphs) return false;
    for (uint32_t i = 0; i < all->count; i++)
        if (all->data[i].group == FERRY_NONE && all->data[i].positions) to->firsts[all->data[i].mesh + 2]++;
    for (uint32_t m = 2; m < scene->meshes.count + 2; m++) to->firsts[m] += to->firsts[m - 1];
    for (uint32_t i = 0; i < all->count; i++)
        if (all->data[i].group == FERRY_NONE && all->data[i].positions)
            to->morphs[to->firsts[all->data[i].mesh + 1]++] = i;
    return true;
}

static bool reach_clip(ferry_job *job, const ferry_scene *scene, const by_mesh *of, const ferry_clip *clip,
                       const ferry_track *const *tracks, fy_t3dm_reach **reaches) {
    for (uint32_t mesh = 0; mesh < scene->meshes.count; mesh++) {
        uint32_t first = of->firsts[mesh], end = of->firsts[mesh + 1], count = 0;
        if (first == end) continue;
        ferry_mark mark = ferry_job_mark(job);
        lone *lones = ferry_new(job, lone, end - first);
        if (!lones) return false;
        for (uint32_t i = first; i < end; i++)
            if (tracks[of->morphs[i]])
                lones[count++] = watch(&scene->morphs.data[of->morphs[i]], tracks[of->morphs[i]]);
        if (count && !sum_up(job, clip, lones, count, scene->meshes.data[mesh].vertex_count, reaches[mesh]))
            return false;
        ferry_job_release(job, mark);
    }
    return true;
}

static bool open_reaches(ferry_job *job, const ferry_scene *scene, fy_t3dm_reach **reaches) {
    for (uint32_t i = 0; i < scene->morphs.count; i++) {
        uint32_t mesh = scene->morphs.data[i].mesh;
        if (!reaches[mesh])
            reaches[mesh] = ferry_new(job, fy_t3dm_reach, scene->meshes.data[mesh].vertex_count + (size_t)1);
        if (!reaches[mesh]) return false;
    }
    return true;
}

static bool reach_meshes(ferry_job *job, const ferry_scene *scene, const fy_t3dm_sets *sets,
                         const span *spans, fy_t3dm_reach **reaches) {
    fy_t3dm_reach *own = NULL;
    uint32_t largest = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        largest = scene->meshes.data[m].vertex_count > largest ? scene->meshes.data[m].vertex_count : largest;
    if (scene->morphs.count) own = ferry_new(job, fy_t3dm_reach, largest + (size_t)1);
    if (scene->morphs.count && !own) return false;
    for (uint32_t s = 0; s < sets->count; s++) {
        const uint32_t *members = sets->members + sets->firsts[s];
        uint32_t count = sets->firsts[s + 1] - sets->firsts[s];
        for (uint32_t i = 0; i < count && !is_alone(scene, sets, s); i++) {
            uint32_t mesh = scene->morphs.data[members[i]].mesh;
            bool met = false; /* sets mostly lie in one mesh */
            for (uint32_t k = 0; k < i && !met; k++) met = scene->morphs.data[members[k]].mesh == mesh;
            if (!ferry_tick(job)) return false;
            if (!met) reach_set(scene, members, count, spans, mesh, own, reaches[mesh]);
        }
    }
    return true;
}

/* All clips: what morphs with weights of their own do together; how far the shares go. */
static bool look_at_clips(ferry_job *job, const ferry_scene *scene, const fy_t3dm_sets *sets, span *spans,
                          fy_t3dm_reach **reaches) {
    by_mesh of;
    if (!sort_by_mesh(job, scene, &of)) return false;
    for (uint32_t c = 0; c < scene->clips.count && scene->morphs.count; c++) {
        const ferry_clip *clip = &scene->clips.data[c];
        ferry_mark mark = ferry_job_mark(job);
        const ferry_track **tracks = fy_t3dm_weight_tracks(job, scene, clip);
        if (!tracks || !reach_clip(job, scene, &of, clip, tracks, reaches) ||
            !weigh_clip(job, scene, sets, clip, tracks, spans))
            return false;
        ferry_job_release(job, mark);
    }
    return true;
}

fy_t3dm_reach **fy_t3dm_find_reaches(ferry_job *job, const ferry_scene *scene) {
    fy_t3dm_reach **reaches = ferry_new(job, fy_t3dm_reach *, scene->meshes.count + (size_t)1);
    span *spans = ferry_new(job, span, scene->morphs.count + (size_t)1);
    fy_t3dm_sets sets;
    bool done = reaches && spans && fy_t3dm_list_sets(job, scene, &sets) &&
                open_reaches(job, scene, reaches) && look_at_clips(job, scene, &sets, spans, reaches) &&
                reach_meshes(job, scene, &sets, spans, reaches);
    return done ? reaches : NULL;
}

fy_t3dm_reach fy_t3dm_carry_reach(const ferry_matrix *matrix, const fy_t3dm_reach *reach) {
    fy_t3dm_reach carried = {{0}, {0}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double a = matrix->m[i][k] * reach->least[k], b = matrix->m[i][k] * reach->most[k];
            carried.least[i] += a < b ? a : b;
            carried.most[i] += a < b ? b : a;
        }
    return carried;
}
