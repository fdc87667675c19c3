/*
 * join.c: which animations of an archive belong to a model, and join it by themselves.
 */
#include "core/join.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/job.h"
#include "core/scene.h"

bool fy_read_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene) {
    ferry_window window = ferry_window_open(job, found->name, found->bytes);
    bool done = found->format->read(job, &window, scene);
    if (done && ferry_failed(job)) done = false;
    if (!done && !ferry_failed(job))
        ferry_say(job, FERRY_ERROR, "input.failed", found->name, "", "reading as %s failed",
                  found->format->name);
    return done;
}

/* An animation that was not named by itself: if it fits, it joins. A broken one is left out. */
static bool join_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene, bool *done,
                      bool *joined) {
    ferry_window window = ferry_window_open(job, found->name, found->bytes);
    uint32_t messages = job->report.count;
    *done = found->format->fits(job, &window, scene);
    *joined = *done && fy_read_leaf(job, found, scene);
    if (job->stopped || job->exhausted) return false;
    if (*joined || !*done) return true;
    fy_report_demote(job, messages);
    ferry_say(job, FERRY_WARNING, "input.left-out", found->name, "", "cannot be read; left out");
    return true;
}

/* "a.arc#bck/walk.bck" -> "walk" and its length. */
static size_t stem_of(const char *path, const char **stem) {
    *stem = path;
    for (const char *p = path; *p; p++)
        if (*p == '/' || *p == '#') *stem = p + 1;
    const char *end = strrchr(*stem, '.');
    return end && end > *stem ? (size_t)(end - *stem) : strlen(*stem);
}

static int by_stem(const void *a, const void *b) {
    const char *x, *y;
    size_t m = stem_of(*(const char *const *)a, &x), n = stem_of(*(const char *const *)b, &y);
    int order = memcmp(x, y, m < n ? m : n);
    return order ? order : (m > n) - (m < n);
}

/* The models of an archive, so that what is called after one of them is left to it. */
typedef struct owners {
    const char **models;
    uint32_t count;
} owners;

static bool find_owners(fy_search *s, uint32_t archive, owners *o) {
    o->models = ferry_new(s->job, const char *, (size_t)s->leaves.count + 1);
    if (!o->models) return false;
    for (uint32_t i = 0; archive && i < s->leaves.count; i++) {
        const fy_leaf *l = &s->leaves.data[i];
        if (l->archive == archive && l->it.format && l->it.format->role == FERRY_ROLE_MODEL)
            o->models[o->count++] = l->it.name;
    }
    qsort(o->models, o->count, sizeof *o->models, by_stem);
    return true;
}

static bool is_anothers(const owners *o, const char *name, const char *model) {
    if (!bsearch(&name, o->models, o->count, sizeof *o->models, by_stem)) return false;
    return by_stem(&name, &model) != 0;
}

/* Of `archive` (0: any) all animations that fit. What only fits behind others of them (weights of shapes)
 * gets a second chance. */
bool fy_join_all(fy_search *s, uint32_t archive, const char *model, ferry_scene *scene, uint32_t *joined,
                 uint32_t *all) {
    uint32_t count = s->leaves.count;
    bool *done = ferry_new(s->job, bool, (size_t)count + 1);
    owners o = {0};
    *joined = *all = 0;
    if (!done || !find_owners(s, archive, &o)) return false;
    for (uint32_t k = 0; k < 2 * count; k++) {
        const fy_leaf *l = &s->leaves.data[k % count];
        bool here = !archive || l->archive == archive;
        if (!here || !l->it.format || l->it.format->role != FERRY_ROLE_JOINS || !l->it.format->fits ||
            done[k % count])
            continue;
        bool joins = false;
        *all += k < count;
        if (is_anothers(&o, l->it.name, model)) continue;
        if (!ferry_tick(s->job) || !join_leaf(s->job, &l->it, scene, &done[k % count], &joins)) return false;
        *joined += joins;
    }
    return true;
}

bool fy_join_from_archive(fy_search *s, const char *name, ferry_scene *scene) {
    uint32_t joined, all;
    if (!fy_join_all(s, 0, scene->file, scene, &joined, &all)) return false;
    ferry_say(s->job, joined ? FERRY_NOTE : FERRY_WARNING, joined ? "clips.joined" : "clips.no-fit", name, "",
              "%" PRIu32 " of %" PRIu32 " animations fit the model", joined, all);
    return true;
}
