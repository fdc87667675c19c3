/*
 * recognise.c: which of the contents of an input (contents.c) are meant: the model, or what there is instead;
 * and the members of an archive as they are.
 */
#include "core/pipeline/recognise.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/glob.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/path.h"
#include "core/pipeline/contents.h"

enum { MAX_LISTED = 8 };

/* ------------------------------------------------------------------------------------------ what is meant */

/* What is told about bytes that no format claims. */
static const char *describe_foreign(const ferry_job *job, ferry_bytes bytes) {
    const char *pointer = fy_lfs_pointer(bytes);
    if (pointer) return pointer;
    for (size_t i = 0; job->formats[i]; i++) {
        const char *text = job->formats[i]->foreign ? job->formats[i]->foreign(bytes) : NULL;
        if (text) return text;
    }
    return NULL;
}

/* The first bytes as numbers, and as text if they are some. */
static const char *describe_start(ferry_job *job, ferry_bytes bytes) {
    enum { SHOWN = 4 };
    char numbers[3 * SHOWN + 1] = "", text[SHOWN + 1] = "";
    bool plain = true;
    for (size_t i = 0; i < SHOWN && i < bytes.size; i++) {
        uint8_t byte = bytes.data[i];
        snprintf(numbers + 3 * i, sizeof numbers - 3 * i, "%02x ", byte);
        text[i] = (char)byte;
        plain &= byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\';
    }
    numbers[strlen(numbers) - 1] = 0;
    return plain ? ferry_job_format(job, "%s, \"%s\"", numbers, text) : ferry_job_format(job, "%s", numbers);
}

static bool unknown(ferry_job *job, const char *name, ferry_bytes bytes) {
    const char *foreign = describe_foreign(job, bytes);
    if (bytes.size == 0)
        ferry_say(job, FERRY_ERROR, "input.empty", name, "", "the file is empty");
    else if (foreign)
        ferry_say(job, FERRY_ERROR, "input.unsupported-format", name, "", "%s", foreign);
    else {
        const char *start = describe_start(job, bytes);
        if (start)
            ferry_say(job, FERRY_ERROR, "input.unknown-format", name, "", "unknown format (starts with %s)",
                      start);
    }
    return false;
}

/* Whether the leaf has this role, and the member path names it. */
static bool has_role(const fy_leaf *l, ferry_role role) {
    return l->it.format && l->it.format->role == role && !l->beside;
}

bool fy_leaf_moves(const fy_leaf *l) {
    return has_role(l, FERRY_ROLE_ADD_ON) && l->it.format->matches;
}

static uint32_t count_role(const fy_leaf_list *leaves, ferry_role role, uint32_t *last) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < leaves->count; i++)
        if (has_role(&leaves->data[i], role) && !fy_leaf_moves(&leaves->data[i])) {
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
        if (!has_role(&leaves->data[i], role) || listed++ >= MAX_LISTED) continue;
        int more = snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "",
                            leaves->data[i].it.name);
        length += more > 0 ? (size_t)more : 0;
    }
    ferry_say(job, FERRY_ERROR, "input.several-models", name, "", "contains %s%" PRIu32 " %s; name one: %s%s",
              role == FERRY_ROLE_MODEL ? "" : "no model, but ", count,
              role == FERRY_ROLE_MODEL ? "models" : "files that add to models", list,
              listed > MAX_LISTED || length >= sizeof list - 1 ? ", ..." : "");
    return false;
}

/* Of animations alone the first: what else there is, its reader sees to. */
static bool choose_member(fy_search *s, const char *name, const fy_leaf **result) {
    static const ferry_role order[] = {FERRY_ROLE_MODEL, FERRY_ROLE_ADD_ON};
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
        if (!s->leaves.data[i].beside && !s->leaves.data[i].broken) only = i, count++;
    if (count == 1) return unknown(s->job, s->leaves.data[only].it.name, s->leaves.data[only].it.bytes);
    ferry_say(s->job, FERRY_ERROR, "input.no-model", name, "",
              "contains no model (%" PRIu32 " files "
              "inside)",
              count);
    return false;
}

/* The input as it was opened already, or is now. */
static const ferry_contents *contents_of(ferry_job *job, const ferry_input *input, const char *name,
                                         const char *member) {
    const ferry_contents *const *opened = job->options.opened;
    for (; opened && *opened; opened++)
        if ((*opened)->bytes.data == input->bytes.data && (*opened)->bytes.size == input->bytes.size &&
            strcmp((*opened)->name, name) == 0)
            return *opened;
    return fy_open_contents(job, name, input->bytes, member);
}

static bool list_leaves(fy_search *s, const ferry_contents *contents, const bool *picked) {
    s->leaves.data = ferry_new(s->job, fy_leaf, (size_t)contents->count + 1);
    if (!s->leaves.data) return false;
    for (uint32_t i = 0; i < contents->count; i++)
        s->leaves.data[s->leaves.count++] = (fy_leaf){.it = contents->data[i].it,
                                                      .archive = contents->data[i].archive,
                                                      .broken = contents->data[i].broken,
                                                      .beside = !picked[i]};
    return true;
}

/* What lies elsewhere can belong to a model only if it lies in its archive. */
static void drop_distant(fy_search *s, const fy_leaf **chosen) {
    uint32_t kept = 0, archive = has_role(*chosen, FERRY_ROLE_MODEL) ? (*chosen)->archive : 0;
    fy_leaf *leaves = s->leaves.data;
    for (uint32_t i = 0; i < s->leaves.count; i++) {
        bool is_chosen = *chosen == &leaves[i];
        if (leaves[i].beside && !(archive && leaves[i].archive == archive)) continue;
        leaves[kept] = leaves[i];
        if (is_chosen) *chosen = &leaves[kept];
        kept++;
    }
    s->leaves.count = kept;
}

/* Whether the member path leads to what cannot be unpacked, or through it: then it is said why. */
static bool leads_to_broken(ferry_job *job, const ferry_contents *contents, const char *member) {
    for (uint32_t i = 0; i < contents->count; i++)
        if (contents->data[i].broken && fy_is_on_way(member, contents->data[i].member))
            return !fy_say_broken(job, &contents->data[i]);
    return false;
}

/* All that the input holds, and what its name means of it. */
static bool find_contents(fy_search *s, const ferry_input *input, const char **name) {
    const char *member;
    *name = fy_split_member(s->job, input->name, &member);
    const ferry_contents *contents = contents_of(s->job, input, *name, member);
    bool *picked = contents ? ferry_new(s->job, bool, (size_t)contents->count + 1) : NULL;
    if (!picked) return false;
    uint32_t count = ferry_pick_contents(contents, member, picked);
    if (member && leads_to_broken(s->job, contents, member)) return false;
    if (member && !count) {
        ferry_say(s->job, FERRY_ERROR, "input.no-member", *name, "", "contains no \"%s\"", member);
        return false;
    }
    return list_leaves(s, contents, picked);
}

bool fy_find_leaves(fy_search *s, const ferry_input *input, const fy_leaf **chosen) {
    const char *name;
    if (!find_contents(s, input, &name) || !choose_member(s, name, chosen)) return false;
    drop_distant(s, chosen);
    return true;
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
    const char *name;
    *models = (ferry_recognised_list){0};
    if (ferry_failed(job) || !find_contents(&s, input, &name)) return false;
    models->data = ferry_new(job, ferry_recognised, s.leaves.count);
    for (uint32_t i = 0; models->data && i < s.leaves.count; i++)
        if (has_role(&s.leaves.data[i], FERRY_ROLE_MODEL))
            models->data[models->count++] = s.leaves.data[i].it;
    return models->data || !s.leaves.count;
}

/* ---------------------------------------------------------------------------------------------- unpacking */

/* Peels single-file layers off until an archive or something unpacked. */
static bool peel(ferry_job *job, ferry_recognised *at) {
    for (int depth = 0; depth <= FY_MAX_LAYERS; depth++) {
        if (!fy_find_evidence(job, at->name, at->bytes, &at->format)) return false;
        if (!fy_is_packing(at->format) || at->format->role == FERRY_ROLE_ARCHIVE) return true;
        ferry_file_list files = {0};
        if (!fy_unpack(job, at->format, at->name, at->bytes, &files)) return false;
        if (files.count != 1) break;
        at->layers = fy_join_layers(job, at->layers, at->format->name);
        at->name = files.data[0].name;
        at->bytes = files.data[0].bytes;
    }
    ferry_say(job, FERRY_ERROR, "input.packing-depth", at->name, "", "more than %d layers of compression",
              FY_MAX_LAYERS);
    return false;
}

/* The input's own bytes, or what was unpacked of them: both outlive the list. */
static bool add_peeled(ferry_job *job, const ferry_recognised *at, ferry_file_list *files) {
    ferry_window window = ferry_window_open(job, at->name, at->bytes);
    return ferry_add_member(&window, files, at->name, 0, at->bytes.size);
}

/* As the archive has them: in a folder of it, or what a glob matches. */
static bool unpack_members(ferry_job *job, const ferry_file_list *members, const char *name,
                           const char *member, ferry_file_list *files) {
    uint32_t before = files->count;
    for (int glob = 0; glob < 2 && files->count == before; glob++)
        for (uint32_t i = 0; i < members->count; i++) {
            const ferry_file *file = &members->data[i];
            bool meant = glob ? !fy_glob_problem(member) && fy_glob_matches(member, file->name)
                              : fy_leads_to(member, file->name);
            const ferry_recognised as_it_is = {.name = file->name, .bytes = file->bytes};
            if (meant && !add_peeled(job, &as_it_is, files)) return false;
        }
    if (files->count > before) return true;
    ferry_say(job, FERRY_ERROR, "input.no-member", name, "", "contains no \"%s\"", member);
    return false;
}

static bool unpack_member(ferry_job *job, const ferry_file_list *members, const char *name,
                          const char *member, ferry_file_list *files) {
    for (uint32_t i = 0; i < members->count; i++) {
        if (strcmp(members->data[i].name, member) != 0) continue;
        ferry_recognised at = {.name = member, .bytes = members->data[i].bytes, .layers = ""};
        return peel(job, &at) && add_peeled(job, &at, files);
    }
    return unpack_members(job, members, name, member, files);
}

static bool name_members(ferry_job *job, ferry_file_list *members) {
    const char **names = ferry_new(job, const char *, (size_t)members->count + 1);
    for (uint32_t i = 0; names && i < members->count; i++) names[i] = members->data[i].name;
    if (!names || !fy_part_twins(job, names, members->count)) return false;
    for (uint32_t i = 0; i < members->count; i++) members->data[i].name = names[i];
    return true;
}

bool ferry_unpack(ferry_job *job, const ferry_input *input, ferry_file_list *files) {
    if (ferry_failed(job)) return false;
    const char *member;
    ferry_recognised at = {
        .name = fy_split_member(job, input->name, &member), .bytes = input->bytes, .layers = ""};
    job->given += input->bytes.size;
    if (!peel(job, &at)) return false;
    if (!fy_is_packing(at.format)) {
        if (!*at.layers || member) {
            ferry_say(job, FERRY_ERROR, "input.not-archive", at.name, "", "not an archive");
            return false;
        }
        at.name = fy_path_base(at.name);
        return add_peeled(job, &at, files);
    }
    ferry_file_list members = {0};
    if (!fy_unpack(job, at.format, at.name, at.bytes, &members) || !name_members(job, &members)) return false;
    if (member) return unpack_member(job, &members, at.name, member, files);
    *files = members;
    return true;
}
