/*
 * contents.c: everything that lies inside an input. Packing and archives are opened up to four layers deep,
 * once; what can be read, and what nobody knows, is listed by its way through the archives.
 */
#include "core/pipeline/contents.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/glob.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/report.h"
#include "core/base/settings.h"

enum {
    SURE_BITS = 24,
    MAX_MEMBERS = 1 << 17,
    UNPACK_LIMIT = 128,     /* bytes for each byte given */
    UNPACK_FREE = 64 << 20, /* that nobody has to account for */
};

/* -------------------------------------------------------------------------------------------- recognising */

bool fy_find_evidence(ferry_job *job, const char *name, ferry_bytes bytes, const ferry_format **format) {
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
    ferry_say(job, FERRY_ERROR, "input.ambiguous", name, "", "could be %s or %s; pass --from to choose",
              rival->name, (*format)->name);
    return false;
}

bool fy_is_packing(const ferry_format *format) {
    return format && format->unpack &&
           (format->role == FERRY_ROLE_PACKING || format->role == FERRY_ROLE_ARCHIVE);
}

/* --from names the innermost format: what is surely packed is unpacked all the same, the rest is believed. */
static bool identify(ferry_job *job, const char *name, ferry_bytes bytes, const ferry_format **format) {
    const ferry_format *from = fy_from_format(job);
    if (!from) return fy_find_evidence(job, name, bytes, format);
    *format = from;
    if (fy_is_packing(from)) return true;
    for (size_t i = 0; job->formats[i]; i++)
        if (fy_is_packing(job->formats[i]) && job->formats[i]->probe &&
            job->formats[i]->probe(bytes) >= SURE_BITS)
            *format = job->formats[i];
    return true;
}

/* ---------------------------------------------------------------------------------------------- unpacking */

typedef struct opening {
    ferry_job *job;
    ferry_contents *contents;
    const char *asked; /* the member that it is all about: it must not be broken; NULL: none */
    uint32_t capacity;
    const char *inside;         /* name of the innermost archive at the moment, */
    uint32_t archive, archives; /* its number, and how many there were */
    uint32_t looked;            /* files looked at: archives in archives may share their bytes and multiply */
} opening;

/* A file as it is looked at, and how many layers it was packed in. */
typedef struct layered {
    const char *name, *layers;
    ferry_bytes bytes;
    int depth;
} layered;

static bool add_layer(opening *o, const layered *file, const ferry_format *format, bool broken) {
    ferry_contents *contents = o->contents;
    if (!fy_job_reserve(o->job, (void **)&contents->data, contents->count, &o->capacity, 1,
                        sizeof *contents->data))
        return false;
    contents->data[contents->count++] = (ferry_content){
        .it = {.format = format, .name = file->name, .bytes = file->bytes, .layers = file->layers},
        .inside = o->inside,
        .archive = o->archive,
        .broken = broken};
    return true;
}

const char *fy_join_layers(ferry_job *job, const char *layers, const char *name) {
    return *layers ? ferry_job_format(job, "%s %s", layers, name) : name;
}

static bool look_inside(opening *o, const layered *packed, const ferry_format *format);

static bool look_at(opening *o, const layered *file) {
    const ferry_format *format;
    if (o->looked++ == MAX_MEMBERS) {
        ferry_say(o->job, FERRY_ERROR, "input.too-many-members", file->name, "",
                  "more than %d files nested inside each other", MAX_MEMBERS);
        return false;
    }
    if (!ferry_tick(o->job) || !identify(o->job, file->name, file->bytes, &format)) return false;
    if (!fy_is_packing(format)) return add_layer(o, file, format, false);
    if (file->depth < FY_MAX_LAYERS) return look_inside(o, file, format);
    ferry_say(o->job, FERRY_ERROR, "input.packing-depth", file->name, "",
              "more than %d layers of compression", FY_MAX_LAYERS);
    return false;
}

bool fy_is_on_way(const char *path, const char *member) {
    for (; *member; path++, member++)
        if (*path != *member && !(*path == '#' && *member == '/')) return false;
    return !*path || *path == '/' || *path == '#';
}

/* One member. A broken one is listed as such: the others are not. */
static bool look_at_member(opening *o, const layered *file) {
    uint32_t messages = o->job->report.count, before = o->contents->count;
    if (look_at(o, file)) return true;
    if (o->asked && fy_is_on_way(o->asked, file->name + strlen(o->contents->name) + 1)) return false;
    if (o->job->stopped || o->job->exhausted || o->looked > MAX_MEMBERS) return false;
    fy_report_demote(o->job, messages);
    ferry_say(o->job, FERRY_WARNING, "input.member-unreadable", file->name, "",
              "cannot be unpacked; left "
              "out");
    o->contents->count = before;
    return add_layer(o, file, NULL, true);
}

static bool look_inside_archive(opening *o, const layered *packed, const ferry_file_list *files,
                                const char *layers) {
    const opening outer = *o;
    bool fine = true;
    o->inside = packed->name;
    o->archive = ++o->archives;
    for (uint32_t i = 0; fine && i < files->count; i++) {
        const char *name =
            ferry_job_format(o->job, "%s%c%s", packed->name, outer.archive ? '/' : '#', files->data[i].name);
        fine = look_at_member(o, &(layered){name, layers, files->data[i].bytes, packed->depth + 1});
    }
    o->inside = outer.inside;
    o->archive = outer.archive;
    return fine;
}

static bool is_within_limit(ferry_job *job, const char *name, const ferry_file_list *files) {
    uint64_t each = job->options.unpack_limit ? job->options.unpack_limit : UNPACK_LIMIT;
    uint64_t most = job->given > UINT64_MAX / each ? UINT64_MAX : job->given * each;
    for (uint32_t i = 0; i < files->count; i++)
        job->unpacked += files->data[i].bytes.size + strlen(files->data[i].name);
    if (job->unpacked <= most || job->unpacked <= UNPACK_FREE) return true;
    ferry_say(job, FERRY_ERROR, "input.unpack-limit", name, "",
              "%" PRIu64 " bytes unpacked in total, more than %" PRIu64 " for each of the %" PRIu64 " "
              "input bytes (--unpack-limit)",
              job->unpacked, each, job->given);
    job->stopped = true;
    return false;
}

bool fy_unpack(ferry_job *job, const ferry_format *format, const char *name, ferry_bytes bytes,
               ferry_file_list *files) {
    ferry_window window = ferry_window_open(job, name, bytes);
    return format->unpack(job, &window, files) && is_within_limit(job, name, files);
}

static bool look_inside(opening *o, const layered *packed, const ferry_format *format) {
    ferry_file_list files = {0};
    if (!fy_unpack(o->job, format, packed->name, packed->bytes, &files)) return false;
    const char *layers = fy_join_layers(o->job, packed->layers, format->name);
    if (format->role == FERRY_ROLE_ARCHIVE) return look_inside_archive(o, packed, &files, layers);
    for (uint32_t i = 0; i < files.count; i++) /* under the name that the user can type */
        if (!look_at(o, &(layered){packed->name, layers, files.data[i].bytes, packed->depth + 1}))
            return false;
    return true;
}

static int depth_of(const char *layers) {
    int depth = *layers != '\0';
    for (; *layers; layers++) depth += *layers == ' ';
    return depth;
}

bool fy_say_broken(ferry_job *job, const ferry_content *content) {
    const ferry_recognised *it = &content->it;
    ferry_contents thrown = {.name = it->name};
    opening o = {.job = job, .contents = &thrown};
    if (look_at(&o, &(layered){it->name, it->layers, it->bytes, depth_of(it->layers)}))
        ferry_say(job, FERRY_ERROR, "input.member-unreadable", it->name, "", "cannot be unpacked");
    return false;
}

/* -------------------------------------------------------------------------------------------------- names */

typedef struct named {
    const char *name;
    uint32_t number;
} named;

static int compare_names(const void *a, const void *b) {
    const named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static int compare_name(const void *name, const void *other) {
    return strcmp(name, ((const named *)other)->name);
}

bool fy_part_twins(ferry_job *job, const char **names, uint32_t count) {
    named *sorted = ferry_new(job, named, (size_t)count + 1);
    if (!sorted) return false;
    for (uint32_t i = 0; i < count; i++) sorted[i] = (named){names[i], i};
    qsort(sorted, count, sizeof *sorted, compare_names);
    for (uint32_t i = 1, copy = 1; i < count; i++) {
        const char *name = sorted[i].name, *own = name;
        copy = strcmp(sorted[i - 1].name, name) == 0 ? copy + 1 : 1;
        if (copy == 1) continue;
        while (bsearch(own = ferry_job_format(job, "%s~%u", name, copy), sorted, count, sizeof *sorted,
                       compare_name))
            copy++;
        names[sorted[i].number] = own;
        ferry_say(job, FERRY_NOTE, "input.duplicate-name", name, "",
                  "the archive holds two files of this name; this one is called %s here", own);
    }
    return !job->exhausted;
}

static bool name_contents(ferry_job *job, ferry_contents *contents) {
    const char **names = ferry_new(job, const char *, (size_t)contents->count + 1);
    size_t length = strlen(contents->name);
    for (uint32_t i = 0; names && i < contents->count; i++) names[i] = contents->data[i].it.name;
    if (!names || !fy_part_twins(job, names, contents->count)) return false;
    for (uint32_t i = 0; i < contents->count; i++) {
        contents->data[i].it.name = names[i];
        contents->data[i].member = names[i][length] ? names[i] + length + 1 : "";
    }
    return true;
}

const char *fy_split_member(ferry_job *job, const char *name, const char **member) {
    const char *hash = strchr(name, '#');
    *member = hash ? hash + 1 : NULL;
    return hash ? ferry_job_format(job, "%.*s", (int)(hash - name), name) : name;
}

const ferry_contents *fy_open_contents(ferry_job *job, const char *name, ferry_bytes bytes,
                                       const char *asked) {
    ferry_contents *contents = ferry_failed(job) ? NULL : ferry_new(job, ferry_contents, 1);
    if (!contents) return NULL;
    *contents = (ferry_contents){.name = name, .bytes = bytes, .report = &job->report};
    job->given += bytes.size;
    opening o = {.job = job, .contents = contents, .asked = asked, .inside = ""};
    bool fine = look_at(&o, &(layered){name, "", bytes, 0}) && name_contents(job, contents);
    return fine ? contents : NULL;
}

const ferry_contents *ferry_open_contents(ferry_job *job, const ferry_input *input) {
    const char *member;
    return fy_open_contents(job, fy_split_member(job, input->name, &member), input->bytes, NULL);
}

/* ---------------------------------------------------------------------------------------- ways to members */

bool fy_leads_to(const char *path, const char *member) {
    const char *at = path;
    if (!*path) return !*member;
    for (; *at; at++, member++)
        if (*at != *member && !(*at == '#' && *member == '/')) return false;
    return !*member || *member == '/' || at[-1] == '/' || at[-1] == '#';
}

static uint32_t pick_by_glob(const ferry_contents *contents, const char *glob, bool *picked) {
    uint32_t count = 0;
    if (fy_glob_problem(glob)) return 0;
    for (uint32_t i = 0; i < contents->count; i++)
        count += picked[i] = contents->data[i].archive && fy_glob_matches(glob, contents->data[i].member);
    return count;
}

uint32_t ferry_pick_contents(const ferry_contents *contents, const char *member, bool *picked) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < contents->count; i++)
        count += picked[i] =
            !member || (contents->data[i].archive && fy_leads_to(member, contents->data[i].member));
    return count || !member ? count : pick_by_glob(contents, member, picked);
}

/* Whether one of both names is the other, or leads to it. */
static bool are_on_one_way(const char *a, const char *b) {
    for (; *a && *a == *b; a++, b++) {
    }
    return (!*a && (!*b || *b == '#' || *b == '/')) || (!*b && (*a == '#' || *a == '/'));
}

bool ferry_concerns(const ferry_message *message, const ferry_content *content) {
    return are_on_one_way(message->file, content->archive ? content->inside : content->it.name);
}
