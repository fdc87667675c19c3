/*
 * convert.c: THE WAY. Bytes are recognised, unpacked, read into a scene and checked; the scene is prepared for a target
 * and written. The first file to read.
 */
#include "core/clips.h"
#include "core/job.h"
#include "core/passes.h"
#include "core/scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LAYERS = 4, MAX_LISTED = 24, SURE_BITS = 24, MAX_MEMBERS = 1 << 17 };

/* ------------------------------------------------------------------------------------------------- recognising */

/* The format with the most bits of evidence; NULL if nobody knows the bytes. A draw is an error. */
static bool recognise(ferry_job *job, const char *name, ferry_bytes bytes, const ferry_format **format) {
    uint32_t            best = 0;
    const ferry_format *rival = NULL;
    *format = NULL;
    for (size_t i = 0; job->formats[i]; i++) {
        uint32_t bits = job->formats[i]->probe ? job->formats[i]->probe(bytes) : 0;
        if (bits == 0 || bits < best) continue;
        rival = bits == best ? *format : NULL;
        *format = job->formats[i];
        best = bits;
    }
    if (!rival) return true;
    ferry_say(job, FERRY_ERROR, "input.ambiguous", name, "", "could be %s or %s; choose with --from", rival->name,
              (*format)->name);
    return false;
}

/* What is told about bytes that no format claims. */
static const char *describe_foreign(const ferry_job *job, ferry_bytes bytes) {
    for (size_t i = 0; job->formats[i]; i++) {
        const char *text = job->formats[i]->foreign ? job->formats[i]->foreign(bytes) : NULL;
        if (text) return text;
    }
    return NULL;
}

static bool unknown(ferry_job *job, const char *name, ferry_bytes bytes) {
    const char *foreign = describe_foreign(job, bytes);
    if (bytes.size == 0)
        ferry_say(job, FERRY_ERROR, "input.empty", name, "", "the file is empty");
    else if (foreign)
        ferry_say(job, FERRY_ERROR, "input.foreign", name, "", "%s", foreign);
    else {
        char start[13] = "";
        for (size_t i = 0; i < 4 && i < bytes.size; i++)
            snprintf(start + 3 * i, sizeof start - 3 * i, "%02x ", bytes.data[i]);
        ferry_say(job, FERRY_ERROR, "input.unknown", name, "", "not a known format (starts with %.*s)",
                  (int)strlen(start) - 1, start);
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------- unpacking */

/* Something that can be read, found behind the layers of packing. */
typedef struct leaf {
    ferry_recognised it;
    uint32_t         archive; /* the innermost one around it, from 1; 0: none */
    bool             beside;  /* not where the member path leads, but in the same archive */
} leaf;

typedef struct leaf_list {
    leaf    *data;
    uint32_t count, capacity;
} leaf_list;

typedef struct search {
    ferry_job  *job;
    const char *member; /* what is left of the member path, NULL: everything is wanted */
    bool        in_archive;
    bool        found; /* the member path led somewhere */
    uint32_t    archive, archives; /* the innermost one at the moment, and how many there were */
    bool        beside; /* looking at what the member path does not name */
    uint32_t    looked; /* files looked at: archives in archives may share their bytes and multiply */
    leaf_list   leaves;
} search;

static bool add_leaf(search *s, const ferry_recognised *found) {
    leaf_list *list = &s->leaves;
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? list->capacity * 2 : 16;
        leaf    *data = ferry_new(s->job, leaf, capacity);
        if (!data) return false;
        if (list->count) memcpy(data, list->data, list->count * sizeof *data);
        list->data = data;
        list->capacity = capacity;
    }
    list->data[list->count++] = (leaf){.it = *found, .archive = s->archive, .beside = s->beside};
    return true;
}

static bool is_packing(const ferry_format *format) {
    return format && format->unpack && (format->role == FERRY_ROLE_PACKING || format->role == FERRY_ROLE_ARCHIVE);
}

/* --from names the innermost format: what is surely packed is unpacked all the same, the rest is believed. */
static bool identify(ferry_job *job, const char *name, ferry_bytes bytes, const ferry_format **format) {
    const ferry_format *from = fy_from_format(job);
    if (!from) return recognise(job, name, bytes, format);
    *format = from;
    if (is_packing(from)) return true;
    for (size_t i = 0; job->formats[i]; i++)
        if (is_packing(job->formats[i]) && job->formats[i]->probe && job->formats[i]->probe(bytes) >= SURE_BITS)
            *format = job->formats[i];
    return true;
}

static const char *join_layers(ferry_job *job, const char *layers, const char *name) {
    return *layers ? ferry_job_format(job, "%s %s", layers, name) : name;
}

/* The rest of the member path behind `name`, or NULL if it does not lead there. "" : exactly here. */
static const char *follow(const char *path, const char *name) {
    size_t length = strlen(name);
    if (strncmp(path, name, length) != 0) return NULL;
    if (path[length] == 0) return path + length;
    return path[length] == '/' || path[length] == '#' ? path + length + 1 : NULL;
}

static bool look_inside(search *s, const ferry_recognised *packed, int depth);

static bool look_at(search *s, const char *name, ferry_bytes bytes, const char *layers, int depth) {
    ferry_recognised found = {.name = name, .bytes = bytes, .layers = layers};
    if (s->looked++ == MAX_MEMBERS) {
        ferry_say(s->job, FERRY_ERROR, "input.members", name, "", "more than %d files inside of each other", MAX_MEMBERS);
        return false;
    }
    if (!ferry_tick(s->job) || !identify(s->job, name, bytes, &found.format)) return false;
    if (!is_packing(found.format)) {
        if (s->member && *s->member) return true; /* the path goes on, the file does not */
        s->found |= !s->beside;
        return add_leaf(s, &found);
    }
    if (depth == MAX_LAYERS) {
        ferry_say(s->job, FERRY_ERROR, "input.layers", name, "", "packed more than %d times", MAX_LAYERS);
        return false;
    }
    return look_inside(s, &found, depth);
}

/* A member that nobody asked for may be broken: the others are not. */
static bool do_without(search *s, uint32_t messages, const char *name) {
    if (s->job->stopped || s->job->exhausted || s->looked > MAX_MEMBERS) return false;
    fy_report_demote(s->job, messages);
    ferry_say(s->job, FERRY_WARNING, "input.member-broken", name, "", "cannot be unpacked; left out");
    return true;
}

/* One member. A broken one that nobody asked for is left out. */
static bool look_at_member(search *s, const char *archive, bool nested, const ferry_file *file, const char *layers,
                           int depth, bool asked_for) {
    const char *name = ferry_job_format(s->job, "%s%c%s", archive, nested ? '/' : '#', file->name);
    uint32_t    messages = s->job->report.count;
    return look_at(s, name, file->bytes, layers, depth) || (!asked_for && do_without(s, messages, name));
}

/* What lies beside the one that the member path leads to: animations may belong to it. */
static bool look_beside(search *s, const ferry_recognised *packed, bool nested, const ferry_file_list *files,
                        const char *layers, int depth, const char *member) {
    bool fine = true;
    s->member = NULL;
    s->beside = true;
    for (uint32_t i = 0; fine && i < files->count; i++)
        if (strcmp(files->data[i].name, member) != 0)
            fine = look_at_member(s, packed->name, nested, &files->data[i], layers, depth, false);
    s->beside = false;
    return fine;
}

static bool look_inside_archive(search *s, const ferry_recognised *packed, const ferry_file_list *files,
                                const char *layers, int depth) {
    const char *member = s->member;
    bool        nested = s->in_archive, fine = true, here = false;
    uint32_t    outer = s->archive;
    s->in_archive = true;
    s->archive = ++s->archives;
    for (uint32_t i = 0; fine && i < files->count; i++) {
        const char *rest = member ? follow(member, files->data[i].name) : NULL;
        if (member && !rest) continue;
        if (member) s->found |= *rest == 0;
        here |= member && *rest == 0;
        s->member = rest && *rest ? rest : NULL;
        fine = look_at_member(s, packed->name, nested, &files->data[i], layers, depth + 1, member != NULL);
    }
    if (fine && here) fine = look_beside(s, packed, nested, files, layers, depth + 1, member);
    s->member = member;
    s->archive = outer;
    s->in_archive = nested;
    return fine;
}

static bool look_inside(search *s, const ferry_recognised *packed, int depth) {
    ferry_window    window = ferry_window_open(s->job, packed->name, packed->bytes);
    ferry_file_list files = {0};
    if (!packed->format->unpack(s->job, &window, &files)) return false;
    const char *layers = join_layers(s->job, packed->layers, packed->format->name);
    if (packed->format->role == FERRY_ROLE_ARCHIVE) return look_inside_archive(s, packed, &files, layers, depth);
    for (uint32_t i = 0; i < files.count; i++) /* under the name that the user can type */
        if (!look_at(s, packed->name, files.data[i].bytes, layers, depth + 1)) return false;
    return true;
}

static bool has_role(const leaf *l, ferry_role role) {
    return l->it.format && l->it.format->role == role && !l->beside;
}

/* An animation: several in an archive can be read one after the other. */
static bool moves(const leaf *l) {
    return has_role(l, FERRY_ROLE_JOINS) && l->it.format->fits;
}

static uint32_t count_role(const leaf_list *leaves, ferry_role role, uint32_t *last) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < leaves->count; i++)
        if (has_role(&leaves->data[i], role) && !moves(&leaves->data[i])) {
            count++;
            *last = i;
        }
    return count;
}

static uint32_t count_moves(const leaf_list *leaves, uint32_t *first) {
    uint32_t count = 0;
    for (uint32_t i = leaves->count; i-- > 0;)
        if (moves(&leaves->data[i])) {
            count++;
            *first = i;
        }
    return count;
}

static bool several(ferry_job *job, const char *name, const leaf_list *leaves, ferry_role role, uint32_t count) {
    char     list[1024] = "";
    size_t   length = 0;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < leaves->count && length < sizeof list - 1; i++) {
        if (!has_role(&leaves->data[i], role) || listed++ >= MAX_LISTED) continue;
        int more = snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", leaves->data[i].it.name);
        length += more > 0 ? (size_t)more : 0;
    }
    ferry_say(job, FERRY_ERROR, "input.several", name, "", "holds %" PRIu32 " %s; name one: %s%s", count,
              role == FERRY_ROLE_MODEL ? "models" : "files that can be read", list, listed > MAX_LISTED ? ", ..." : "");
    return false;
}

/* Of animations alone the first: what else there is, its reader sees to. */
static bool choose(search *s, const char *name, const leaf **result) {
    static const ferry_role order[] = {FERRY_ROLE_MODEL, FERRY_ROLE_JOINS};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        uint32_t last = 0, count = count_role(&s->leaves, order[k], &last);
        if (count > 1) return several(s->job, name, &s->leaves, order[k], count);
        if (count == 1) {
            *result = &s->leaves.data[last];
            return true;
        }
    }
    uint32_t first = 0, count = 0, only = 0;
    if (count_moves(&s->leaves, &first)) {
        *result = &s->leaves.data[first];
        return true;
    }
    for (uint32_t i = 0; i < s->leaves.count; i++)
        if (!s->leaves.data[i].beside) only = i, count++;
    if (count == 1) return unknown(s->job, s->leaves.data[only].it.name, s->leaves.data[only].it.bytes);
    ferry_say(s->job, FERRY_ERROR, "input.nothing", name, "", "holds no model (%" PRIu32 " files inside)", count);
    return false;
}

/* "a.arc#b/c.bdl" -> "a.arc" and "b/c.bdl". */
static const char *split_member(ferry_job *job, const char *name, const char **member) {
    const char *hash = strchr(name, '#');
    *member = hash ? hash + 1 : NULL;
    return hash ? ferry_job_format(job, "%.*s", (int)(hash - name), name) : name;
}

/* All that the input holds, and the one that is meant. */
static bool find_leaves(search *s, const ferry_input *input, const leaf **chosen) {
    const char *name = split_member(s->job, input->name, &s->member), *member = s->member;
    if (!look_at(s, name, input->bytes, "", 0)) return false;
    if (member && !s->found) {
        ferry_say(s->job, FERRY_ERROR, "input.member", name, "", "holds no \"%s\"", member);
        return false;
    }
    return choose(s, name, chosen);
}

bool ferry_recognise(ferry_job *job, const ferry_input *input, ferry_recognised *result) {
    search      s = {.job = job};
    const leaf *chosen;
    *result = (ferry_recognised){.layers = ""};
    if (ferry_failed(job) || !find_leaves(&s, input, &chosen)) return false;
    *result = chosen->it;
    return true;
}

bool ferry_find_models(ferry_job *job, const ferry_input *input, ferry_recognised_list *models) {
    search s = {.job = job};
    *models = (ferry_recognised_list){0};
    if (ferry_failed(job)) return false;
    const char *name = split_member(job, input->name, &s.member);
    if (!look_at(&s, name, input->bytes, "", 0)) return false;
    models->data = ferry_new(job, ferry_recognised, s.leaves.count);
    for (uint32_t i = 0; models->data && i < s.leaves.count; i++)
        if (has_role(&s.leaves.data[i], FERRY_ROLE_MODEL)) models->data[models->count++] = s.leaves.data[i].it;
    return models->data || !s.leaves.count;
}

/* Peels single-file layers off until an archive or something unpacked. */
static bool peel(ferry_job *job, ferry_recognised *at) {
    for (int depth = 0; depth <= MAX_LAYERS; depth++) {
        if (!recognise(job, at->name, at->bytes, &at->format)) return false;
        if (!is_packing(at->format) || at->format->role == FERRY_ROLE_ARCHIVE) return true;
        ferry_window    window = ferry_window_open(job, at->name, at->bytes);
        ferry_file_list files = {0};
        if (!at->format->unpack(job, &window, &files)) return false;
        if (files.count != 1) break;
        at->layers = join_layers(job, at->layers, at->format->name);
        at->name = files.data[0].name;
        at->bytes = files.data[0].bytes;
    }
    ferry_say(job, FERRY_ERROR, "input.layers", at->name, "", "packed more than %d times", MAX_LAYERS);
    return false;
}

static bool unpack_member(ferry_job *job, const ferry_file_list *members, const char *name, const char *member,
                          ferry_file_list *files) {
    for (uint32_t i = 0; i < members->count; i++) {
        if (strcmp(members->data[i].name, member) != 0) continue;
        ferry_recognised at = {.name = member, .bytes = members->data[i].bytes, .layers = ""};
        return peel(job, &at) && ferry_add_file(job, files, at.name, at.bytes);
    }
    ferry_say(job, FERRY_ERROR, "input.member", name, "", "holds no \"%s\"", member);
    return false;
}

bool ferry_unpack(ferry_job *job, const ferry_input *input, ferry_file_list *files) {
    if (ferry_failed(job)) return false;
    const char      *member;
    ferry_recognised at = {.name = split_member(job, input->name, &member), .bytes = input->bytes, .layers = ""};
    if (!peel(job, &at)) return false;
    if (!is_packing(at.format)) {
        if (!*at.layers || member) {
            ferry_say(job, FERRY_ERROR, "input.packing", at.name, "", "not an archive");
            return false;
        }
        return ferry_add_file(job, files, at.name, at.bytes);
    }
    ferry_window    window = ferry_window_open(job, at.name, at.bytes);
    ferry_file_list members = {0};
    if (!at.format->unpack(job, &window, &members)) return false;
    if (member) return unpack_member(job, &members, at.name, member, files);
    *files = members;
    return true;
}

/* ------------------------------------------------------------------------------------------------------ reading */

static bool read_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene) {
    ferry_window window = ferry_window_open(job, found->name, found->bytes);
    bool         done = found->format->read(job, &window, scene);
    if (done && ferry_failed(job)) done = false;
    if (!done && !ferry_failed(job))
        ferry_say(job, FERRY_ERROR, "input.failed", found->name, "", "reading as %s failed", found->format->name);
    return done;
}

/* An animation that was not named by itself: if it fits, it joins. A broken one is left out. */
static bool join_leaf(ferry_job *job, const ferry_recognised *found, ferry_scene *scene, bool *done, bool *joined) {
    ferry_window window = ferry_window_open(job, found->name, found->bytes);
    uint32_t     messages = job->report.count;
    *done = found->format->fits(job, &window, scene);
    *joined = *done && read_leaf(job, found, scene);
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
    size_t      m = stem_of(*(const char *const *)a, &x), n = stem_of(*(const char *const *)b, &y);
    int         order = memcmp(x, y, m < n ? m : n);
    return order ? order : (m > n) - (m < n);
}

/* The models of an archive, so that what is called after one of them is left to it. */
typedef struct owners {
    const char **models;
    uint32_t     count;
} owners;

static bool find_owners(search *s, uint32_t archive, owners *o) {
    o->models = ferry_new(s->job, const char *, (size_t)s->leaves.count + 1);
    if (!o->models) return false;
    for (uint32_t i = 0; archive && i < s->leaves.count; i++) {
        const leaf *l = &s->leaves.data[i];
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

/* Of `archive` (0: any) all animations that fit. What only fits behind others of them (weights of shapes) gets a second
 * chance. */
static bool join_all(search *s, uint32_t archive, const char *model, ferry_scene *scene, uint32_t *joined, uint32_t *all) {
    uint32_t count = s->leaves.count;
    bool    *done = ferry_new(s->job, bool, (size_t)count + 1);
    owners   o = {0};
    *joined = *all = 0;
    if (!done || !find_owners(s, archive, &o)) return false;
    for (uint32_t k = 0; k < 2 * count; k++) {
        const leaf *l = &s->leaves.data[k % count];
        bool        here = !archive || l->archive == archive;
        if (!here || !l->it.format || l->it.format->role != FERRY_ROLE_JOINS || !l->it.format->fits || done[k % count])
            continue;
        bool joins = false;
        *all += k < count;
        if (is_anothers(&o, l->it.name, model)) continue;
        if (!ferry_tick(s->job) || !join_leaf(s->job, &l->it, scene, &done[k % count], &joins)) return false;
        *joined += joins;
    }
    return true;
}

static bool join_from_archive(search *s, const char *name, ferry_scene *scene) {
    uint32_t joined, all;
    if (!join_all(s, 0, scene->file, scene, &joined, &all)) return false;
    ferry_say(s->job, joined ? FERRY_NOTE : FERRY_WARNING, joined ? "clips.joined" : "clips.no-fit", name, "",
              "%" PRIu32 " of %" PRIu32 " animations fit the model", joined, all);
    return true;
}

/* Everything about clips that is wanted, so that animations need to be looked for. */
static bool wants_clips(const ferry_job *job) {
    return ferry_setting_is(job, "clips.use", "yes");
}

static bool read_model(search *s, const leaf *chosen, ferry_scene *scene) {
    const ferry_recognised *found = &chosen->it;
    uint32_t                joined, all;
    scene->format = found->format->name;
    scene->name = fy_stem(scene, found->name);
    scene->file = ferry_scene_format(scene, "%s", found->name);
    if (!read_leaf(s->job, found, scene)) return false;
    if (found->format->role != FERRY_ROLE_MODEL || !chosen->archive || !wants_clips(s->job)) return true;
    if (!join_all(s, chosen->archive, found->name, scene, &joined, &all)) return false;
    if (all)
        ferry_say(s->job, FERRY_NOTE, "clips.joined", found->name, "",
                  "%" PRIu32 " of %" PRIu32 " animations beside the model fit it", joined, all);
    return true;
}

/* Whether an animation fits what is there by now. */
static bool fits_now(ferry_job *job, const ferry_recognised *found, const ferry_scene *scene) {
    ferry_window window = ferry_window_open(job, found->name, found->bytes);
    return found->format->fits(job, &window, scene);
}

/* `waits`: an animation that does not fit yet is left unread, and `*waits` says so; NULL: it is read all the same. */
static bool read_input(ferry_job *job, const ferry_input *input, ferry_scene *scene, bool first, bool *waits) {
    search      s = {.job = job};
    const leaf *chosen;
    uint32_t    which, moving;
    if (!find_leaves(&s, input, &chosen)) return false;
    moving = count_moves(&s.leaves, &which);
    const ferry_recognised *found = &chosen->it;
    if (!found->format->read) {
        ferry_say(job, FERRY_ERROR, "input.unreadable", found->name, "", "%s cannot be read", found->format->title);
        return false;
    }
    if (!first && found->format->role == FERRY_ROLE_MODEL) {
        ferry_say(job, FERRY_ERROR, "input.models", found->name, "", "a second model in one job");
        return false;
    }
    if (moves(chosen) && moving > 1)
        return first ? several(job, input->name, &s.leaves, FERRY_ROLE_JOINS, moving)
                     : !wants_clips(job) || join_from_archive(&s, input->name, scene);
    if (!first && waits && moves(chosen) && !fits_now(job, found, scene)) return *waits = true;
    return first ? read_model(&s, chosen, scene) : read_leaf(job, found, scene);
}

/* One of the inputs, and the clips that it brought, a run of the scene's. */
typedef struct arrival {
    uint32_t first, count;
    bool     waits;
} arrival;

static bool arrive(ferry_job *job, const ferry_input *inputs, size_t i, ferry_scene *scene, bool *waits, arrival *to) {
    to->first = scene->clips.count;
    bool read = read_input(job, &inputs[i], scene, i == 0, waits);
    to->count = scene->clips.count - to->first;
    return read;
}

/* Clips in the order of the inputs, whenever those were read. */
static bool order_clips(ferry_job *job, const arrival *arrivals, size_t count, ferry_scene *scene) {
    uint32_t    all = scene->clips.count, at = 0;
    ferry_clip *came = ferry_new(job, ferry_clip, (size_t)all + 1);
    if (!came) return false;
    for (uint32_t c = 0; c < all; c++) came[c] = scene->clips.data[c];
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < arrivals[i].count; k++) scene->clips.data[at++] = came[arrivals[i].first + k];
    return true;
}

/* A model, then what joins it; what fits only behind others of them (weights of shapes) waits for those. */
static bool read_inputs(ferry_job *job, const ferry_input *inputs, size_t count, ferry_scene *scene) {
    arrival *arrivals = ferry_new(job, arrival, count + 1);
    bool     waited = false;
    if (!arrivals) return false;
    for (size_t i = 0; i < count; i++) {
        if (!ferry_progress(job, "read", (double)i / (double)count) ||
            !arrive(job, inputs, i, scene, &arrivals[i].waits, &arrivals[i]))
            return false;
        waited |= arrivals[i].waits;
    }
    for (size_t i = 0; i < count; i++)
        if (arrivals[i].waits && !arrive(job, inputs, i, scene, NULL, &arrivals[i])) return false;
    return !waited || order_clips(job, arrivals, count, scene);
}

ferry_scene *ferry_load(ferry_job *job, const ferry_input *inputs, size_t count) {
    ferry_scene *scene = ferry_failed(job) ? NULL : fy_scene_open(job);
    bool         fine = scene != NULL && count > 0;
    if (fine && read_inputs(job, inputs, count, scene) && fy_clips_choose(job, scene) && ferry_check(job, scene)) return scene;
    ferry_scene_free(scene);
    return NULL;
}

/* ------------------------------------------------------------------------------------------ preparing, writing */

static const ferry_format *find_target(ferry_job *job, const char *target) {
    const ferry_format *format = ferry_find_format(job, target);
    if (format && format->write) return format;
    ferry_say(job, FERRY_ERROR, "output.format", "", "", format ? "format \"%s\" cannot be written" : "unknown format \"%s\"",
              target);
    return NULL;
}

bool ferry_prepare(ferry_job *job, ferry_scene *scene, const char *target, const char *after) {
    const ferry_format *format = ferry_failed(job) ? NULL : find_target(job, target);
    return format && fy_run_passes(job, scene, format->caps, after);
}

static bool read_materials(ferry_job *job, const ferry_format *format) {
    const ferry_input *file = job->options.materials;
    if (!file || job->rules_of == format) return true;
    job->rules = NULL;
    job->rule_uses = (ferry_rule_use_list){0};
    if (!format->read_rules) {
        ferry_say(job, FERRY_ERROR, "materials.target", file->name, "", "format \"%s\" takes no rules about materials",
                  format->name);
        return false;
    }
    job->rules = format->read_rules(job, file, &job->rule_uses);
    if (job->rules) job->rules_of = format;
    return job->rules != NULL;
}

bool ferry_read_materials(ferry_job *job, const char *target) {
    const ferry_format *format = ferry_failed(job) ? NULL : find_target(job, target);
    return format && read_materials(job, format);
}

ferry_rule_use_list ferry_rule_uses(const ferry_job *job) {
    return job->rule_uses;
}

void *ferry_rules(const ferry_job *job) {
    return job->rules;
}

bool ferry_save(ferry_job *job, const ferry_scene *scene, const char *target, const char *name, ferry_file_list *files) {
    const ferry_format *format = ferry_failed(job) ? NULL : find_target(job, target);
    if (!format || !read_materials(job, format) || !ferry_progress(job, "write", 0) || !ferry_check(job, scene))
        return false;
    bool done = format->write(job, scene, name, files) && !ferry_failed(job);
    if (!done) files->count = 0;
    if (!done && !ferry_failed(job))
        ferry_say(job, FERRY_ERROR, "output.failed", name, "", "writing as %s failed", format->name);
    return done;
}
