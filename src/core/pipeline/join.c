/*
 * join.c: which animations of an archive belong to a model, and join it by themselves.
 */
#include "core/pipeline/join.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/report.h"
#include "core/pipeline/join_table.h"
#include "core/pipeline/recognise.h"

bool fy_read_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene) {
    ferry_window window = ferry_window_open(job, found->name, found->bytes);
    const ferry_format *around = job->reading;
    job->reading = found->format;
    bool done = found->format->read(job, &window, scene);
    job->reading = around;
    if (done && ferry_failed(job)) done = false;
    if (!done && !ferry_failed(job))
        ferry_say(job, FERRY_ERROR, "input.read-failed", found->name, "", "reading as %s failed",
                  found->format->name);
    return done;
}

/* Reads an animation that was not named by itself. A broken one is left out. */
static bool join_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene, bool *joined) {
    uint32_t messages = job->report.count;
    *joined = fy_read_leaf(job, found, scene);
    if (job->stopped || job->exhausted) return false;
    if (*joined) return true;
    fy_report_demote(job, messages);
    ferry_say(job, FERRY_WARNING, "input.skipped", found->name, "", "cannot be read; left out");
    return true;
}

/* ----------------------------------------------------------------------------------------- beside a model */

ferry_add_on_list ferry_add_ons(const ferry_job *job) {
    return job->joins;
}

static bool note_join(ferry_job *job, const ferry_recognised *file, const ferry_fit *fit, bool joined,
                      uint32_t clip, const char *why) {
    ferry_add_on_list *list = &job->joins;
    if (!fy_job_reserve(job, (void **)&list->data, list->count, &job->join_capacity, 1, sizeof *list->data))
        return false;
    list->data[list->count++] = (ferry_add_on){.file = file->name,
                                               .joined = joined,
                                               .clip = clip,
                                               .why = why,
                                               .bones = fit->bones,
                                               .bones_kept = fit->kept,
                                               .materials = fit->names};
    return true;
}

/* The claims of all models to what fits model `m`. */
static bool claim_all(fy_join_table *t, uint32_t m, const ferry_scene *scene) {
    bool *fitting = ferry_new(t->search->job, bool, (size_t)t->clip_count + 1), any = false;
    if (!fitting || !fy_join_table_claim(t, m, scene, NULL)) return false;
    for (uint32_t c = 0; c < t->clip_count; c++)
        any |= fitting[c] = t->claims[(size_t)m * t->clip_count + c].matches;
    for (uint32_t k = 0; any && k < t->model_count; k++)
        if (k != m && !fy_join_table_claim(t, k, NULL, fitting)) return false;
    return true;
}

/* One of them, if it fits and has not been looked at yet. */
static bool join_one(fy_join_table *t, uint32_t m, uint32_t c, ferry_scene *scene, bool *done) {
    ferry_job *job = t->search->job;
    const fy_claim *claim = &t->claims[(size_t)m * t->clip_count + c];
    const ferry_recognised *file = &t->search->leaves.data[t->clips[c]].it;
    const char *why;
    if (*done || !claim->matches || !ferry_tick(job)) return !job->stopped && !job->exhausted;
    *done = true;
    bool own = fy_join_table_decide(t, m, c, &why), joined = false;
    uint32_t clips = scene->clips.count;
    bool wanted = own || *ferry_setting_text(job, "clips.names");
    if (wanted && !join_leaf(job, file, scene, &joined)) return false;
    if (wanted && !joined) why = ferry_job_format(job, "%s; cannot be read", why);
    return note_join(job, file, &claim->fit, joined, clips < scene->clips.count ? clips : FERRY_NONE, why);
}

static void say_joined(ferry_job *job, const char *name, uint32_t all) {
    uint32_t joined = 0;
    for (uint32_t i = 0; i < job->joins.count; i++) joined += job->joins.data[i].joined;
    if (all)
        ferry_say(job, FERRY_NOTE, "clips.matched", name, "",
                  "of %" PRIu32 " animation%s beside the model, %" PRIu32 " match%s it; read: %" PRIu32, all,
                  all == 1 ? "" : "s", job->joins.count, job->joins.count == 1 ? "es" : "", joined);
}

/* What fits model `m` only now that others have joined it, and by names what its neighbours would say to
 * that. */
static bool claim_late(fy_join_table *t, uint32_t m, const ferry_scene *scene, const bool *done) {
    bool *late = ferry_new(t->search->job, bool, (size_t)t->clip_count + 1);
    if (!late || !fy_join_table_claim(t, m, scene, NULL)) return false;
    for (uint32_t c = 0; c < t->clip_count; c++)
        late[c] = !done[c] && t->claims[(size_t)m * t->clip_count + c].matches;
    for (uint32_t k = 0; k < t->model_count; k++)
        if (k != m) fy_join_table_suppose(t, k, late);
    return true;
}

/* What only fits behind others of them (weights of shapes) gets a second chance. */
bool fy_join_own(fy_search *s, const fy_leaf *chosen, ferry_scene *scene) {
    fy_join_table t;
    uint32_t m = 0, leaf = (uint32_t)(chosen - s->leaves.data);
    if (!fy_join_table_open(s, leaf, &t)) return false;
    while (m < t.model_count && t.models[m] != leaf) m++;
    bool *done = ferry_new(s->job, bool, (size_t)t.clip_count + 1);
    if (!done || m == t.model_count || (t.clip_count && !claim_all(&t, m, scene))) return false;
    for (uint32_t k = 0; k < 2 * t.clip_count; k++) {
        if (k == t.clip_count && !claim_late(&t, m, scene, done)) return false;
        if (!join_one(&t, m, k % t.clip_count, scene, &done[k % t.clip_count])) return false;
    }
    say_joined(s->job, chosen->it.name, t.clip_count);
    return true;
}

/* ---------------------------------------------------------------------------------- an archive of its own */

/* One of an archive that was named: if it fits, it joins. */
static bool join_named(ferry_job *job, const ferry_recognised *found, ferry_scene *scene, bool *done,
                       bool *joined) {
    ferry_window window = ferry_window_open(job, found->name, found->bytes);
    ferry_fit fit;
    *joined = false;
    *done = found->format->matches(job, &window, scene, &fit);
    return *done ? join_leaf(job, found, scene, joined) : !job->stopped && !job->exhausted;
}

/* What only fits behind others of them gets a second chance here, too. */
bool fy_join_from_archive(fy_search *s, const char *name, ferry_scene *scene) {
    uint32_t count = s->leaves.count, joined = 0, all = 0;
    bool *done = ferry_new(s->job, bool, (size_t)count + 1);
    if (!done) return false;
    for (uint32_t k = 0; k < 2 * count; k++) {
        const ferry_recognised *file = &s->leaves.data[k % count].it;
        bool joins = false;
        if (!file->format || file->format->role != FERRY_ROLE_ADD_ON || !file->format->matches ||
            done[k % count])
            continue;
        all += k < count;
        if (!ferry_tick(s->job) || !join_named(s->job, file, scene, &done[k % count], &joins)) return false;
        joined += joins;
    }
    ferry_say(s->job, joined ? FERRY_NOTE : FERRY_WARNING, joined ? "clips.matched" : "clips.no-match", name,
              "", "%" PRIu32 " of %" PRIu32 " animations match the model", joined, all);
    return true;
}
