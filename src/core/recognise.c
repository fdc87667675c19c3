/*
 * recognise.c: what bytes are. The format with the most evidence is found, packing and archives are opened up
 * to four layers deep, and all that can be read is listed.
 */
#include "core/recognise.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/job.h"

enum { MAX_LAYERS = 4, MAX_LISTED = 24, SURE_BITS = 24, MAX_MEMBERS = 1 << 17 };

/* ------------------------------------------------------------------------------------------------- recognising */

/* The format with the most bits of evidence; NULL if nobody knows the bytes. A draw is an error. */
static bool recognise(ferry_job *job, const char *name, ferry_bytes bytes, const ferry_format **format) {
    uint32_t best = 0;
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
    ferry_say(job, FERRY_ERROR, "input.ambiguous", name, "", "could be %s or %s; choose with --from",
              rival->name, (*format)->name);
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

static bool add_leaf(fy_search *s, const ferry_recognised *found) {
    fy_leaf_list *list = &s->leaves;
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? list->capacity * 2 : 16;
        fy_leaf *data = ferry_new(s->job, fy_leaf, capacity);
        if (!data) return false;
        if (list->count) memcpy(data, list->data, list->count * sizeof *data);
        list->data = data;
        list->capacity = capacity;
    }
    list->data[list->count++] = (fy_leaf){.it = *found, .archive = s->archive, .beside = s->beside};
    return true;
}

static bool is_packing(const ferry_format *format) {
    return format && format->unpack &&
           (format->role == FERRY_ROLE_PACKING || format->role == FERRY_ROLE_ARCHIVE);
}

/* --from names the innermost format: what is surely packed is unpacked all the same, the rest is believed. */
static bool identify(ferry_job *job, const char *name, ferry_bytes bytes, const ferry_format **format) {
    const ferry_format *from = fy_from_format(job);
    if (!from) return recognise(job, name, bytes, format);
    *format = from;
    if (is_packing(from)) return true;
    for (size_t i = 0; job->formats[i]; i++)
        if (is_packing(job->formats[i]) && job->formats[i]->probe &&
            job->formats[i]->probe(bytes) >= SURE_BITS)
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

static bool look_inside(fy_search *s, const ferry_recognised *packed, int depth);

static bool look_at(fy_search *s, const char *name, ferry_bytes bytes, const char *layers, int depth) {
    ferry_recognised found = {.name = name, .bytes = bytes, .layers = layers};
    if (s->looked++ == MAX_MEMBERS) {
        ferry_say(s->job, FERRY_ERROR, "input.members", name, "", "more than %d files inside of each other",
                  MAX_MEMBERS);
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
static bool do_without(fy_search *s, uint32_t messages, const char *name) {
    if (s->job->stopped || s->job->exhausted || s->looked > MAX_MEMBERS) return false;
    fy_report_demote(s->job, messages);
    ferry_say(s->job, FERRY_WARNING, "input.member-broken", name, "", "cannot be unpacked; left out");
    return true;
}

/* One member. A broken one that nobody asked for is left out. */
static bool look_at_member(fy_search *s, const char *archive, bool nested, const ferry_file *file,
                           const char *layers, int depth, bool asked_for) {
    const char *name = ferry_job_format(s->job, "%s%c%s", archive, nested ? '/' : '#', file->name);
    uint32_t messages = s->job->report.count;
    return look_at(s, name, file->bytes, layers, depth) || (!asked_for && do_without(s, messages, name));
}

/* What lies beside the one that the member path leads to: animations may belong to it. */
static bool look_beside(fy_search *s, const ferry_recognised *packed, bool nested,
                        const ferry_file_list *files, const char *layers, int depth, const char *member) {
    bool fine = true;
    s->member = NULL;
    s->beside = true;
    for (uint32_t i = 0; fine && i < files->count; i++)
        if (strcmp(files->data[i].name, member) != 0)
            fine = look_at_member(s, packed->name, nested, &files->data[i], layers, depth, false);
    s->beside = false;
    return fine;
}

static bool look_inside_archive(fy_search *s, const ferry_recognised *packed, const ferry_file_list *files,
                                const char *layers, int depth) {
    const char *member = s->member;
    bool nested = s->in_archive, fine = true, here = false;
    uint32_t outer = s->archive;
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

static bool look_inside(fy_search *s, const ferry_recognised *packed, int depth) {
    ferry_window window = ferry_window_open(s->job, packed->name, packed->bytes);
    ferry_file_list files = {0};
    if (!packed->format->unpack(s->job, &window, &files)) return false;
    const char *layers = join_layers(s->job, packed->layers, packed->format->name);
    if (packed->format->role == FERRY_ROLE_ARCHIVE)
        return look_inside_archive(s, packed, &files, layers, depth);
    for (uint32_t i = 0; i < files.count; i++) /* under the name that the user can type */
        if (!look_at(s, packed->name, files.data[i].bytes, layers, depth + 1)) return false;
    return true;
}

bool fy_leaf_is(const fy_leaf *l, ferry_role role) {
    return l->it.format && l->it.format->role == role && !l->beside;
}

/* An animation: several in an archive can be read one after the other. */
bool fy_leaf_moves(const fy_leaf *l) {
    return fy_leaf_is(l, FERRY_ROLE_JOINS) && l->it.format->fits;
}

static uint32_t count_role(const fy_leaf_list *leaves, ferry_role role, uint32_t *last) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < leaves->count; i++)
        if (fy_leaf_is(&leaves->data[i], role) && !fy_leaf_moves(&leaves->data[i])) {
            count++;
            *last = i;
        }
    return count;
}

uint32_t fy_count_moves(const fy_leaf_list *leaves, uint32_t *first) {
    uint32_t count = 0;
    for (uint32_t i = leaves->count; i-- > 0;)
        if (fy_leaf_moves(&leaves->data[i])) {
            count++;
            *first = i;
        }
    return count;
}

bool fy_say_several(ferry_job *job, const char *name, const fy_leaf_list *leaves, ferry_role role,
                    uint32_t count) {
    char list[1024] = "";
    size_t length = 0;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < leaves->count && length < sizeof list - 1; i++) {
        if (!fy_leaf_is(&leaves->data[i], role) || listed++ >= MAX_LISTED) continue;
        int more = snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "",
                            leaves->data[i].it.name);
        length += more > 0 ? (size_t)more : 0;
    }
    ferry_say(job, FERRY_ERROR, "input.several", name, "", "holds %" PRIu32 " %s; name one: %s%s", count,
              role == FERRY_ROLE_MODEL ? "models" : "files that can be read", list,
              listed > MAX_LISTED ? ", ..." : "");
    return false;
}

/* Of animations alone the first: what else there is, its reader sees to. */
static bool choose(fy_search *s, const char *name, const fy_leaf **result) {
    static const ferry_role order[] = {FERRY_ROLE_MODEL, FERRY_ROLE_JOINS};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        uint32_t last = 0, count = count_role(&s->leaves, order[k], &last);
        if (count > 1) return fy_say_several(s->job, name, &s->leaves, order[k], count);
        if (count == 1) {
            *result = &s->leaves.data[last];
            return true;
        }
    }
    uint32_t first = 0, count = 0, only = 0;
    if (fy_count_moves(&s->leaves, &first)) {
        *result = &s->leaves.data[first];
        return true;
    }
    for (uint32_t i = 0; i < s->leaves.count; i++)
        if (!s->leaves.data[i].beside) only = i, count++;
    if (count == 1) return unknown(s->job, s->leaves.data[only].it.name, s->leaves.data[only].it.bytes);
    ferry_say(s->job, FERRY_ERROR, "input.nothing", name, "", "holds no model (%" PRIu32 " files inside)",
              count);
    return false;
}

/* "a.arc#b/c.bdl" -> "a.arc" and "b/c.bdl". */
static const char *split_member(ferry_job *job, const char *name, const char **member) {
    const char *hash = strchr(name, '#');
    *member = hash ? hash + 1 : NULL;
    return hash ? ferry_job_format(job, "%.*s", (int)(hash - name), name) : name;
}

/* All that the input holds, and the one that is meant. */
bool fy_find_leaves(fy_search *s, const ferry_input *input, const fy_leaf **chosen) {
    const char *name = split_member(s->job, input->name, &s->member), *member = s->member;
    if (!look_at(s, name, input->bytes, "", 0)) return false;
    if (member && !s->found) {
        ferry_say(s->job, FERRY_ERROR, "input.member", name, "", "holds no \"%s\"", member);
        return false;
    }
    return choose(s, name, chosen);
}

bool ferry_recognise(ferry_job *job, const ferry_input *input, ferry_recognised *result) {
    fy_search s = {.job = job};
    const fy_leaf *chosen;
    *result = (ferry_recognised){.layers = ""};
    if (ferry_failed(job) || !fy_find_leaves(&s, input, &chosen)) return false;
    *result = chosen->it;
    return true;
}

bool ferry_find_models(ferry_job *job, const ferry_input *input, ferry_recognised_list *models) {
    fy_search s = {.job = job};
    *models = (ferry_recognised_list){0};
    if (ferry_failed(job)) return false;
    const char *name = split_member(job, input->name, &s.member);
    if (!look_at(&s, name, input->bytes, "", 0)) return false;
    models->data = ferry_new(job, ferry_recognised, s.leaves.count);
    for (uint32_t i = 0; models->data && i < s.leaves.count; i++)
        if (fy_leaf_is(&s.leaves.data[i], FERRY_ROLE_MODEL))
            models->data[models->count++] = s.leaves.data[i].it;
    return models->data || !s.leaves.count;
}

/* Peels single-file layers off until an archive or something unpacked. */
static bool peel(ferry_job *job, ferry_recognised *at) {
    for (int depth = 0; depth <= MAX_LAYERS; depth++) {
        if (!recognise(job, at->name, at->bytes, &at->format)) return false;
        if (!is_packing(at->format) || at->format->role == FERRY_ROLE_ARCHIVE) return true;
        ferry_window window = ferry_window_open(job, at->name, at->bytes);
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

/* The input's own bytes, or what was unpacked of them: both outlive the list. */
static bool add_peeled(ferry_job *job, const ferry_recognised *at, ferry_file_list *files) {
    ferry_window window = ferry_window_open(job, at->name, at->bytes);
    return ferry_add_member(&window, files, at->name, 0, at->bytes.size);
}

static bool unpack_member(ferry_job *job, const ferry_file_list *members, const char *name,
                          const char *member, ferry_file_list *files) {
    for (uint32_t i = 0; i < members->count; i++) {
        if (strcmp(members->data[i].name, member) != 0) continue;
        ferry_recognised at = {.name = member, .bytes = members->data[i].bytes, .layers = ""};
        return peel(job, &at) && add_peeled(job, &at, files);
    }
    ferry_say(job, FERRY_ERROR, "input.member", name, "", "holds no \"%s\"", member);
    return false;
}

bool ferry_unpack(ferry_job *job, const ferry_input *input, ferry_file_list *files) {
    if (ferry_failed(job)) return false;
    const char *member;
    ferry_recognised at = {
        .name = split_member(job, input->name, &member), .bytes = input->bytes, .layers = ""};
    if (!peel(job, &at)) return false;
    if (!is_packing(at.format)) {
        if (!*at.layers || member) {
            ferry_say(job, FERRY_ERROR, "input.packing", at.name, "", "not an archive");
            return false;
        }
        return add_peeled(job, &at, files);
    }
    ferry_window window = ferry_window_open(job, at.name, at.bytes);
    ferry_file_list members = {0};
    if (!at.format->unpack(job, &window, &members)) return false;
    if (member) return unpack_member(job, &members, at.name, member, files);
    *files = members;
    return true;
}
