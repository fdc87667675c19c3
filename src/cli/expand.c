/*
 * expand.c: archives are folders: an input that means several members of one becomes an input for each. They are written
 * below a folder called after the archive, by their way in there; names that no disk takes, and those that meet, are changed.
 */
#include "cli/cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ names */

/* A part of a path that stays in its folder and that every disk takes. */
static const char *clean_part(cli_run *cli, const char *part, size_t length) {
    char *clean = ferry_new(cli->home, char, length + 1);
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
    const char *result = "", *last = cli_path_base(member);
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
    input->renamed = "its name in the archive is none for a file";
}

bool cli_add_members(cli_run *cli, const cli_input *file, cli_archive *archive, const bool *picked, const char *row_of) {
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
        input->row_of = row_of;
        input->role = content->it.format->role;
        input->format = content->it.format->name;
        input->layers = cli_text(cli, "%s", content->it.layers);
        input->archive = archive;
        input->content = i + 1;
        name_member(cli, input, archive);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- names that meet */

typedef struct place {
    const char *key; /* the path without its ending, in small letters: not every disk tells the others apart */
    cli_input *input;
} place;

/* By itself, or it is a file of a folder that -r walks, where names are the user's own. */
static bool was_named(const cli_input *input) {
    return !input->inside && !(input->beneath && input->archive);
}

/* `link.bmd` beside `link.bdl`, which only -r named. A result of an earlier run beside its source is told instead. */
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
    if (!x->input->format != !y->input->format) return x->input->format ? -1 : 1; /* what cannot be read gives way */
    return (x->input > y->input) - (x->input < y->input);
}

static const char *key_of(cli_run *cli, const cli_input *input) {
    const cli_request *request = &cli->request;
    const char *given = request->output ? request->output : request->output_dir;
    const char *path = cli_path_join(cli, cli_output_folder(cli, input, given), cli_input_stem(cli, input));
    char *key = ferry_new(cli->home, char, strlen(path) + 1);
    for (size_t i = 0; key && path[i]; i++) key[i] = (char)tolower((unsigned char)path[i]);
    return key ? key : "";
}

static int compare_keys(const void *key, const void *other) {
    return strcmp(key, ((const place *)other)->key);
}

static bool is_same(const cli_input *a, const cli_input *b) {
    return strcmp(a->path, b->path) == 0 && strcmp(a->member ? a->member : "", b->member ? b->member : "") == 0;
}

static void rename_input(cli_run *cli, const place *places, uint32_t count, const place *which, const place *first,
                         uint32_t *copy) {
    const char *stem = cli_input_stem(cli, which->input);
    while (bsearch(cli_text(cli, "%s-%u", which->key, ++*copy), places, count, sizeof *places, compare_keys)) {
    }
    which->input->stem = cli_text(cli, "%s-%u", stem, *copy);
    which->input->renamed = cli_text(cli, "%s is what %s becomes", stem, cli_input_name(cli, first->input));
}

bool cli_part_names(cli_run *cli) {
    place *places = ferry_new(cli->home, place, (size_t)cli->group_count + 1);
    if (!places) return cli_wrong(cli, "no memory");
    for (uint32_t i = 0; i < cli->group_count; i++) {
        cli_input *model = cli_group_model(cli, &cli->groups[i]);
        places[i] = (place){key_of(cli, model), model};
    }
    qsort(places, cli->group_count, sizeof *places, compare_places);
    const ferry_format *target = cli->request.verb->id == VERB_CONVERT ? cli_target(cli) : NULL;
    uint32_t copy = 1;
    for (uint32_t i = 1, first = 0; i < cli->group_count; i++) {
        const place *at = &places[i];
        if (strcmp(at->key, places[first].key) != 0) {
            first = i;
            copy = 1;
        } else if (!is_same(at->input, at[-1].input) &&
                   (!was_named(at->input) || are_siblings(cli, target, places[first].input, at->input))) {
            rename_input(cli, places, cli->group_count, at, &places[first], &copy);
        }
    }
    return true;
}
