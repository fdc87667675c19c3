/* expand.c: archives act as folders: an input that means several members becomes one input for each. Their
 * outputs go into a folder named after the archive, under the member's path. Names that some disk does not
 * accept, and names that collide, are changed. */
#include "cli/files/expand.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/index.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/archive.h"
#include "cli/files/archives.h"
#include "cli/files/destination.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/print/say.h"
#include "core/base/path.h"

/* -------------------------------------------------------------------------------------------------- names */

/* A part of a path that stays in its folder and that every disk takes. */
static const char *clean_part(cli_run *cli, const char *part, size_t length) {
    char *clean = ferry_new(cli->arena, char, length + 1);
    if (!clean) return "_";
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)part[i];
        clean[i] = byte < ' ' || byte == 0x7f || strchr("<>:\"|?*\\", byte) ? '_' : part[i];
    }
    bool dots = strspn(clean, ".") == length;
    return dots ? "_" : clean;
}

/* The folders of the member's path: "a//../b/x.bmd" -> "a/_/b". */
static const char *clean_folders(cli_run *cli, const char *member) {
    const char *result = "", *last = fy_path_base(member);
    for (const char *at = member; at < last;) {
        size_t length = strcspn(at, "/");
        if (length) result = cli_path_join(cli, result, clean_part(cli, at, length));
        at += length + 1;
    }
    return result;
}

static void name_member(cli_run *cli, cli_input *input, cli_archive *archive) {
    const char *plain = cli_path_folder(cli, input->member), *folders = clean_folders(cli, input->member);
    const char *stem = cli_input_stem(cli, input), *clean = clean_part(cli, stem, strlen(stem));
    input->inside = cli_path_join(cli, cli_archive_folder(cli, archive), folders);
    if (strcmp(plain, folders) == 0 && strcmp(stem, clean) == 0) return;
    input->stem = clean;
    input->renamed = "its name in the archive is not a valid file name";
}

bool cli_add_members(cli_run *cli, const cli_input *file, cli_archive *archive, const bool *picked) {
    const ferry_contents *contents = cli_archive_contents(archive);
    const cli_input kept = *file; /* it may lie in the list that grows */
    for (uint32_t i = 0; i < contents->count; i++) {
        const ferry_content *content = &contents->data[i];
        if (!picked[i]) continue;
        cli_input *input = cli_add_input(cli);
        if (!input) return false;
        *input = kept;
        input->member = cli_text(cli, "%s", content->member);
        input->recognised = true;
        input->role = content->it.format->role;
        input->format = content->it.format->name;
        input->layers = cli_text(cli, "%s", content->it.layers);
        input->archive = archive;
        input->content = i + 1;
        name_member(cli, input, archive);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- names that meet */

typedef struct place {
    /* the path without its ending, in small letters: not every disk tells the others apart */
    const char *key;
    cli_input *input;
} place;

/* By itself, or it is a file of a folder that -r walks, where names are the user's own. */
static bool was_named(const cli_input *input) {
    return !input->inside && !(input->beneath && input->archive);
}

/* `link.bmd` beside `link.bdl`, which only -r named. A result of an earlier run beside its source is told
 * instead. */
static bool are_siblings(cli_run *cli, const ferry_format *target, const cli_input *a, const cli_input *b) {
    const cli_input *const both[] = {a, b};
    for (uint32_t i = 0; i < 2; i++)
        if (!both[i]->beneath || both[i]->inside ||
            (target && both[i]->format && strcmp(both[i]->format, target->name) == 0))
            return false;
    return strcmp(cli_path_folder(cli, a->path), cli_path_folder(cli, b->path)) == 0 &&
           strcmp(cli_input_stem(cli, a), cli_input_stem(cli, b)) == 0;
}

/* Those keep their names. */
static int compare_places(const void *a, const void *b) {
    const place *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    if (order) return order;
    if (was_named(x->input) != was_named(y->input)) return was_named(x->input) ? -1 : 1;
    /* what cannot be read gives way */
    if (!x->input->format != !y->input->format) return x->input->format ? -1 : 1;
    return (x->input > y->input) - (x->input < y->input);
}

static const char *key_of(cli_run *cli, const cli_input *input) {
    const cli_request *request = &cli->request;
    const char *given = request->output ? request->output : request->output_dir;
    const char *path = cli_path_join(cli, cli_output_folder(cli, input, given), cli_input_stem(cli, input));
    char *key = ferry_new(cli->arena, char, strlen(path) + 1);
    for (size_t i = 0; key && path[i]; i++) key[i] = (char)tolower((unsigned char)path[i]);
    return key ? key : "";
}

static int compare_keys(const void *key, const void *other) {
    return strcmp(key, ((const place *)other)->key);
}

/* The same for an input that is named twice, which becomes one file twice. */
static const char *name_of(cli_run *cli, const cli_input *input) {
    return cli_text(cli, "%zu %s#%s", strlen(input->path), input->path, input->member ? input->member : "");
}

static void rename_input(cli_run *cli, const place *places, uint32_t count, const place *which,
                         const place *first, uint32_t *copy) {
    const char *stem = cli_input_stem(cli, which->input);
    while (
        bsearch(cli_text(cli, "%s-%u", which->key, ++*copy), places, count, sizeof *places, compare_keys)) {
    }
    which->input->stem = cli_text(cli, "%s-%u", stem, *copy);
    which->input->renamed = cli_text(cli, "%s is taken by %s", stem, cli_input_name(cli, first->input));
}

/* Models that would be written to one place. Those that were named keep it; one that is named twice becomes
 * one file. */
typedef struct meeting {
    const place *places, *first; /* all; those that meet */
    uint32_t place_count, count;
    const ferry_format *target;
} meeting;

static bool part_meeting(cli_run *cli, const meeting *m) {
    cli_index names = {0};
    const cli_input **owners = ferry_new(cli->arena, const cli_input *, m->count);
    uint32_t copy = 1;
    for (uint32_t i = 0; owners && i < m->count; i++) {
        cli_input *input = m->first[i].input;
        const char *name = name_of(cli, input);
        uint32_t before = cli_index_find(&names, name);
        if (before != CLI_NONE) {
            input->stem = owners[before]->stem;
            input->renamed = owners[before]->renamed;
            continue;
        }
        if (i && (!was_named(input) || are_siblings(cli, m->target, m->first->input, input)))
            rename_input(cli, m->places, m->place_count, &m->first[i], m->first, &copy);
        owners[names.count] = input;
        if (!cli_index_add(cli->arena, &names, name)) return false;
    }
    return owners != NULL;
}

bool cli_part_names(cli_run *cli) {
    place *places = ferry_new(cli->arena, place, (size_t)cli->group_count + 1);
    if (!places) return cli_wrong(cli, "out of memory");
    for (uint32_t i = 0; i < cli->group_count; i++) {
        cli_input *model = cli_group_model(cli, &cli->groups[i]);
        places[i] = (place){key_of(cli, model), model};
    }
    qsort(places, cli->group_count, sizeof *places, compare_places);
    const ferry_format *target = cli->request.verb->id == VERB_CONVERT ? cli_target(cli) : NULL;
    meeting m = {.places = places, .first = places, .place_count = cli->group_count, .target = target};
    for (uint32_t i = 1; i <= cli->group_count; i++) {
        if (i < cli->group_count && strcmp(places[i].key, m.first->key) == 0) continue;
        m.count = (uint32_t)(&places[i] - m.first);
        if (m.count > 1 && !part_meeting(cli, &m)) return cli_wrong(cli, "out of memory");
        m.first = &places[i];
    }
    return true;
}
