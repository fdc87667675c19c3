/*
 * join_table.c: whose an animation is, by the evidence (docs/animations.md, "Which animations join"): what
 * its format finds in common with each model of the archive, and what names and folders say.
 */
#include "core/pipeline/join_table.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/pipeline/evidence.h"
#include "core/pipeline/recognise.h"
#include "core/scene/scene.h"

enum {
    MOST_PAIRS = 1 << 18, /* Nintendo's largest archives have a tenth of it */
    FEW_JOINTS = 4,       /* models of fewer are like each other by chance */
    MANY_NAMES = 3,       /* so many materials of one name each are not there by chance */
};

/* ------------------------------------------------------------------------------------------------ opening */

static bool count_leaves(fy_join_table *t, uint32_t archive) {
    const fy_leaf_list *leaves = &t->search->leaves;
    ferry_job *job = t->search->job;
    t->models = ferry_new(job, uint32_t, (size_t)leaves->count + 1);
    t->clips = ferry_new(job, uint32_t, (size_t)leaves->count + 1);
    for (uint32_t i = 0; t->models && t->clips && i < leaves->count; i++) {
        const ferry_format *format = leaves->data[i].it.format;
        if (!format || leaves->data[i].archive != archive) continue;
        if (format->role == FERRY_ROLE_MODEL) t->models[t->model_count++] = i;
        if (format->role == FERRY_ROLE_ADD_ON && format->matches) t->clips[t->clip_count++] = i;
    }
    return t->models && t->clips;
}

static fy_location *find_locations(const fy_join_table *t, const uint32_t *leaves, uint32_t count) {
    ferry_job *job = t->search->job;
    fy_location *locations = ferry_new(job, fy_location, (size_t)count + 1);
    for (uint32_t i = 0; locations && i < count; i++)
        locations[i] = fy_find_location(job, t->search->leaves.data[leaves[i]].it.name);
    return locations;
}

/* Of the one model that is asked about: a table is made for each, and all pairs each time are as many as the
 * cube of the models. */
static void count_neighbours(fy_join_table *t, uint32_t leaf) {
    uint32_t m = 0;
    while (m < t->model_count && t->models[m] != leaf) m++;
    for (uint32_t k = 0; m < t->model_count && k < t->model_count; k++)
        t->crowd += fy_same_word(t->model_locations[m].folder, t->model_locations[k].folder);
}

/* Without rivals nothing tells whose an animation is; what fits can be asked for all the same. */
static void leave_alone(fy_join_table *t, uint32_t leaf) {
    ferry_job *job = t->search->job;
    if (!*ferry_setting_text(job, "clips.names")) {
        ferry_say(job, FERRY_WARNING, "clips.ambiguous", t->search->leaves.data[leaf].it.name, "",
                  "the archive holds %" PRIu32 " models and %" PRIu32 " animations, too many to match "
                  "them by name; none are added (`--anim '*'` adds all that match)",
                  t->model_count, t->clip_count);
        t->clip_count = 0;
    }
    t->models[0] = leaf;
    t->model_count = 1;
    t->alone = true;
}

bool fy_join_table_open(fy_search *s, uint32_t leaf, fy_join_table *t) {
    *t = (fy_join_table){.search = s};
    if (!count_leaves(t, s->leaves.data[leaf].archive)) return false;
    uint64_t models = t->model_count, pairs = models * (models + t->clip_count);
    if (pairs > MOST_PAIRS && t->clip_count) leave_alone(t, leaf);
    if (!t->clip_count) return true; /* nothing to decide */
    t->model_locations = find_locations(t, t->models, t->model_count);
    t->clip_locations = find_locations(t, t->clips, t->clip_count);
    t->claims = ferry_new(s->job, fy_claim, (size_t)t->model_count * t->clip_count + 1);
    if (!t->model_locations || !t->clip_locations || !t->claims) return false;
    count_neighbours(t, leaf);
    return true;
}

/* ------------------------------------------------------------------------------------------------- claims */

static fy_claim *claim_of(const fy_join_table *t, uint32_t m, uint32_t c) {
    return &t->claims[(size_t)m * t->clip_count + c];
}

/* What names and folders say. */
static void place_claim(fy_join_table *t, uint32_t m, uint32_t c) {
    fy_claim *claim = claim_of(t, m, c);
    const fy_location *model = &t->model_locations[m], *clip = &t->clip_locations[c];
    size_t object = fy_called_after_object(model, clip);
    claim->place = fy_compare_places(model, clip);
    claim->by_model = fy_called_after(model, clip);
    claim->by_name = claim->by_model > object ? claim->by_model : object;
    claim->alike = fy_called_alike(model, clip);
}

static void fill_claim(fy_join_table *t, uint32_t m, uint32_t c, const ferry_scene *scene) {
    fy_claim *claim = claim_of(t, m, c);
    const ferry_recognised *file = &t->search->leaves.data[t->clips[c]].it;
    ferry_window window = ferry_window_open(t->search->job, file->name, file->bytes);
    claim->matches = file->format->matches(t->search->job, &window, scene, &claim->fit);
    if (claim->matches) place_claim(t, m, c);
}

void fy_join_table_suppose(fy_join_table *t, uint32_t m, const bool *only) {
    for (uint32_t c = 0; c < t->clip_count; c++) {
        if (!only[c]) continue;
        *claim_of(t, m, c) = (fy_claim){.matches = true};
        place_claim(t, m, c);
    }
}

static bool fill_claims(fy_join_table *t, uint32_t m, const ferry_scene *scene, const bool *only) {
    for (uint32_t c = 0; c < t->clip_count; c++) {
        if (!ferry_tick(t->search->job)) return false;
        if (!only || only[c]) fill_claim(t, m, c, scene);
    }
    return !t->search->job->exhausted;
}

bool fy_join_table_claim(fy_join_table *t, uint32_t m, const ferry_scene *scene, const bool *only) {
    ferry_job *job = t->search->job;
    const ferry_recognised *file = &t->search->leaves.data[t->models[m]].it;
    if (scene) return fill_claims(t, m, scene, only);
    if (!file->format->outline) return true;
    ferry_mark mark = ferry_job_mark(job);
    ferry_scene *outline = fy_scene_open(job);
    if (!outline) return false;
    ferry_window window = ferry_window_open(job, file->name, file->bytes);
    outline->name = fy_stem(outline, file->name);
    job->hushed = true;
    bool known = file->format->outline(job, &window, outline),
         fine = !known || fill_claims(t, m, outline, only);
    job->hushed = false;
    ferry_scene_free(outline);
    ferry_job_release(job, mark);
    return fine && !job->stopped && !job->exhausted;
}

/* ----------------------------------------------------------------------------------------------- deciding */

/* What the bones say about whose it is. */
typedef enum bones { AGAINST, NOTHING, FOR } bones;

static bones ask_bones(const ferry_fit *fit) {
    if (fit->kept >= 3 || (fit->kept == 2 && 2 * fit->kept >= fit->bones)) return FOR;
    if (fit->bones >= 2 && !fit->far) return FOR;
    return 2 * fit->far > fit->bones ? AGAINST : NOTHING;
}

/* Whether `a` has clearly more to show than `b`. Where names say nothing, bones do. */
static bool is_better(const fy_claim *a, const fy_claim *b) {
    bones of_a = ask_bones(&a->fit), of_b = ask_bones(&b->fit);
    if (!a->matches) return false;
    if (a->place != b->place) return a->place > b->place;
    if (of_a == AGAINST && of_b != AGAINST && !a->by_model) return false;
    if (of_b == AGAINST && of_a != AGAINST && !b->by_model) return true;
    if (a->by_name != b->by_name) return a->by_name > b->by_name;
    if (a->by_name) return false;
    if (a->alike != b->alike) return a->alike > b->alike;
    if (a->alike) return false;
    return of_a > of_b || (a->fit.far < b->fit.far && a->fit.kept > b->fit.kept);
}

/* What moves "link" and "link_casual" alike is link's. */
static bool is_main(const fy_join_table *t, uint32_t other, uint32_t m, uint32_t c) {
    const fy_claim *a = claim_of(t, other, c), *b = claim_of(t, m, c);
    return a->matches && a->place == b->place && a->by_name >= b->by_name && a->fit.kept >= b->fit.kept &&
           fy_is_variant(&t->model_locations[other], &t->model_locations[m]) && b->by_model <= a->by_model;
}

/* How many models of its own folder the animation fits. */
static uint32_t count_fitting(const fy_join_table *t, uint32_t c) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < t->model_count; k++)
        count += claim_of(t, k, c)->matches && claim_of(t, k, c)->place == FY_NEARNESS_SAME;
    return count;
}

/* The model that has more to show for the animation than `m`; FERRY_NONE: none. */
static uint32_t find_rival(const fy_join_table *t, uint32_t m, uint32_t c) {
    uint32_t rival = FERRY_NONE;
    for (uint32_t k = 0; k < t->model_count; k++) {
        const fy_claim *claim = claim_of(t, k, c);
        if (k == m || (!is_better(claim, claim_of(t, m, c)) && !is_main(t, k, m, c))) continue;
        if (rival == FERRY_NONE || is_better(claim, claim_of(t, rival, c))) rival = k;
    }
    return rival;
}

/* An object's archive has its animations, and what moves few joints may well move them away from where they
 * rest; a camera's path is none of them. */
static bool is_of_only_model(const fy_join_table *t, uint32_t c) {
    return t->model_count == 1 && !fy_is_camera(&t->clip_locations[c]);
}

/* In its own folder, and nobody's rather. */
static bool is_own_here(const fy_join_table *t, uint32_t c, const fy_claim *claim) {
    uint32_t crowd = t->crowd, fitting = count_fitting(t, c);
    bones reported = ask_bones(&claim->fit);
    bool many = claim->fit.count >= FEW_JOINTS, named = claim->by_name || claim->alike;
    if (claim->by_model || is_of_only_model(t, c)) return true;
    if (crowd == 1) return reported != AGAINST || many;
    if (claim->fit.names) return named || fitting == 1 || claim->fit.names >= MANY_NAMES;
    return reported == FOR || (reported == NOTHING && (named || (fitting == 1 && many)));
}

/* In a folder beside, none of whose own models it fits: that would be a rival. */
static bool is_own_near(const fy_claim *claim, bool only_model) {
    bones reported = ask_bones(&claim->fit);
    bool named = claim->by_name || claim->alike;
    if (claim->fit.names) return named || only_model;
    return reported == FOR || (reported == NOTHING && named);
}

static bool is_certain(const ferry_fit *fit) {
    return !fit->count && !fit->names;
}

/* ------------------------------------------------------------------------------------------------ telling */

static const char *tell_name(const fy_claim *claim) {
    if (claim->by_model) return ", named after it";
    if (claim->by_name) return ", named after its folder";
    return claim->alike ? ", with a similar name" : "";
}

/* The other model's path in the archive, which is known. */
static const char *tell_rival(const fy_join_table *t, uint32_t m, uint32_t rival) {
    const fy_leaf *leaves = t->search->leaves.data;
    const char *own = leaves[t->models[m]].it.name, *other = leaves[t->models[rival]].it.name, *path = other;
    for (size_t i = 0; own[i] && own[i] == other[i]; i++)
        if (other[i] == '#') path = other + i + 1;
    return path;
}

static const char *tell_claim(const fy_join_table *t, uint32_t m, uint32_t c, uint32_t rival, bool own) {
    ferry_job *job = t->search->job;
    const fy_claim *claim = claim_of(t, m, c);
    static const char *const places[] = {"in another folder", "in a folder beside it", "in its folder"};
    const char *text = ferry_job_format(job, "%s%s", places[claim->place], tell_name(claim));
    if (claim->fit.bones)
        text = ferry_job_format(job, "%s, %" PRIu32 " of %" PRIu32 " bones match the rest pose", text,
                                claim->fit.kept, claim->fit.bones);
    if (claim->fit.names)
        text = ferry_job_format(job, "%s, all of its %" PRIu32 " material%s", text, claim->fit.names,
                                claim->fit.names == 1 ? "" : "s");
    if (own) return text;
    if (rival == FERRY_NONE)
        return ferry_job_format(job,
                                "%s: not enough evidence to add it "
                                "automatically",
                                text);
    return ferry_job_format(job, "%s; %s matches better", text, tell_rival(t, m, rival));
}

bool fy_join_table_decide(const fy_join_table *t, uint32_t m, uint32_t c, const char **why) {
    const fy_claim *claim = claim_of(t, m, c);
    if (t->alone) {
        *why = "requested; too many models to decide whose it is";
        return false;
    }
    uint32_t rival = find_rival(t, m, c);
    bool own = claim->place != FY_NEARNESS_APART && rival == FERRY_NONE &&
               (is_certain(&claim->fit) ||
                (claim->place == FY_NEARNESS_SAME ? is_own_here(t, c, claim)
                                                  : is_own_near(claim, t->model_count == 1)));
    *why = tell_claim(t, m, c, rival, own);
    return own;
}
