/*
 * convert.c: THE WAY. Bytes are recognised, unpacked, read into a scene and checked; the scene is prepared for a target
 * and written. The first file to read.
 */
#include "core/job.h"
#include "core/passes.h"
#include "core/scene.h"

#include <inttypes.h>
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
typedef struct leaf_list {
    ferry_recognised *data;
    uint32_t          count, capacity;
} leaf_list;

typedef struct search {
    ferry_job  *job;
    const char *member; /* what is left of the member path, NULL: everything is wanted */
    bool        in_archive;
    bool        found; /* the member path led somewhere */
    uint32_t    looked; /* files looked at: archives in archives may share their bytes and multiply */
    leaf_list   leaves;
} search;

static bool add_leaf(search *s, const ferry_recognised *leaf) {
    leaf_list *list = &s->leaves;
    if (list->count == list->capacity) {
        uint32_t          capacity = list->capacity ? list->capacity * 2 : 16;
        ferry_recognised *data = ferry_new(s->job, ferry_recognised, capacity);
        if (!data) return false;
        if (list->count) memcpy(data, list->data, list->count * sizeof *data);
        list->data = data;
        list->capacity = capacity;
    }
    list->data[list->count++] = *leaf;
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
    ferry_recognised leaf = {.name = name, .bytes = bytes, .layers = layers};
    if (s->looked++ == MAX_MEMBERS) {
        ferry_say(s->job, FERRY_ERROR, "input.members", name, "", "more than %d files inside of each other", MAX_MEMBERS);
        return false;
    }
    if (!ferry_tick(s->job) || !identify(s->job, name, bytes, &leaf.format)) return false;
    if (!is_packing(leaf.format)) {
        if (s->member && *s->member) return true; /* the path goes on, the file does not */
        s->found = true;
        return add_leaf(s, &leaf);
    }
    if (depth == MAX_LAYERS) {
        ferry_say(s->job, FERRY_ERROR, "input.layers", name, "", "packed more than %d times", MAX_LAYERS);
        return false;
    }
    return look_inside(s, &leaf, depth);
}

/* A member that nobody asked for may be broken: the others are not. */
static bool do_without(search *s, uint32_t messages, const char *name) {
    if (s->job->stopped || s->job->exhausted || s->looked > MAX_MEMBERS) return false;
    fy_report_demote(s->job, messages);
    ferry_say(s->job, FERRY_WARNING, "input.member-broken", name, "", "cannot be unpacked; left out");
    return true;
}

static bool look_inside_archive(search *s, const ferry_recognised *packed, const ferry_file_list *files,
                                const char *layers, int depth) {
    const char *member = s->member;
    bool        nested = s->in_archive;
    s->in_archive = true;
    bool fine = true;
    for (uint32_t i = 0; fine && i < files->count; i++) {
        const char *rest = member ? follow(member, files->data[i].name) : NULL;
        if (member && !rest) continue;
        if (member) s->found |= *rest == 0;
        s->member = rest && *rest ? rest : NULL;
        const char *name = ferry_job_format(s->job, "%s%c%s", packed->name, nested ? '/' : '#', files->data[i].name);
        uint32_t messages = s->job->report.count;
        fine = look_at(s, name, files->data[i].bytes, layers, depth + 1) || (!member && do_without(s, messages, name));
    }
    s->member = member;
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

/* Only those leaves whose format has `role`, in place. */
static uint32_t count_role(const leaf_list *leaves, ferry_role role, uint32_t *last) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < leaves->count; i++)
        if (leaves->data[i].format && leaves->data[i].format->role == role) {
            count++;
            *last = i;
        }
    return count;
}

static bool several(ferry_job *job, const char *name, const leaf_list *leaves, ferry_role role, uint32_t count) {
    char     list[1024] = "";
    size_t   length = 0;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < leaves->count && length < sizeof list - 1; i++) {
        if (!leaves->data[i].format || leaves->data[i].format->role != role || listed++ >= MAX_LISTED) continue;
        int more = snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", leaves->data[i].name);
        length += more > 0 ? (size_t)more : 0;
    }
    ferry_say(job, FERRY_ERROR, "input.several", name, "", "holds %" PRIu32 " %s; name one: %s%s", count,
              role == FERRY_ROLE_MODEL ? "models" : "files that can be read", list, listed > MAX_LISTED ? ", ..." : "");
    return false;
}

static bool choose(search *s, const char *name, ferry_recognised *result) {
    static const ferry_role order[] = {FERRY_ROLE_MODEL, FERRY_ROLE_JOINS};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        uint32_t last = 0, count = count_role(&s->leaves, order[k], &last);
        if (count > 1) return several(s->job, name, &s->leaves, order[k], count);
        if (count == 1) {
            *result = s->leaves.data[last];
            return true;
        }
    }
    if (s->leaves.count == 1) return unknown(s->job, s->leaves.data[0].name, s->leaves.data[0].bytes);
    ferry_say(s->job, FERRY_ERROR, "input.nothing", name, "", "holds no model (%" PRIu32 " files inside)", s->leaves.count);
    return false;
}

/* "a.arc#b/c.bdl" -> "a.arc" and "b/c.bdl". */
static const char *split_member(ferry_job *job, const char *name, const char **member) {
    const char *hash = strchr(name, '#');
    *member = hash ? hash + 1 : NULL;
    return hash ? ferry_job_format(job, "%.*s", (int)(hash - name), name) : name;
}

bool ferry_recognise(ferry_job *job, const ferry_input *input, ferry_recognised *result) {
    *result = (ferry_recognised){.layers = ""};
    if (ferry_failed(job)) return false;
    const char *member;
    const char *name = split_member(job, input->name, &member);
    search      s = {.job = job, .member = member};
    if (!look_at(&s, name, input->bytes, "", 0)) return false;
    if (member && !s.found) {
        ferry_say(job, FERRY_ERROR, "input.member", name, "", "holds no \"%s\"", member);
        return false;
    }
    return choose(&s, name, result);
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

static bool read_input(ferry_job *job, const ferry_input *input, ferry_scene *scene, bool first) {
    ferry_recognised found;
    if (!ferry_recognise(job, input, &found)) return false;
    if (!found.format->read) {
        ferry_say(job, FERRY_ERROR, "input.unreadable", found.name, "", "%s cannot be read", found.format->title);
        return false;
    }
    if (!first && found.format->role == FERRY_ROLE_MODEL) {
        ferry_say(job, FERRY_ERROR, "input.models", found.name, "", "a second model in one job");
        return false;
    }
    if (first) {
        scene->format = found.format->name;
        scene->name = fy_stem(scene, found.name);
        scene->file = ferry_scene_format(scene, "%s", found.name);
    }
    ferry_window window = ferry_window_open(job, found.name, found.bytes);
    bool         done = found.format->read(job, &window, scene);
    if (done && ferry_failed(job)) done = false;
    if (!done && !ferry_failed(job))
        ferry_say(job, FERRY_ERROR, "input.failed", found.name, "", "reading as %s failed", found.format->name);
    return done;
}

ferry_scene *ferry_load(ferry_job *job, const ferry_input *inputs, size_t count) {
    ferry_scene *scene = ferry_failed(job) ? NULL : fy_scene_open(job);
    bool         fine = scene != NULL && count > 0;
    for (size_t i = 0; fine && i < count; i++)
        fine = ferry_progress(job, "read", (double)i / (double)count) && read_input(job, &inputs[i], scene, i == 0);
    if (fine && ferry_check(job, scene)) return scene;
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
