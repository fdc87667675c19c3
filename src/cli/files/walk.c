/* walk.c: --recursive: the models in a folder and in all folders below it, sorted by name (by bytes, a folder
 * at the place of its name). Names that begin with a dot are skipped, links to folders are not followed, and
 * --output-dir is not entered. A file counts if it is a model or contains some, for `textures` also if it is
 * a texture or contains some, for `unpack` if it is packed. What joins models has to be named on the command
 * line. A file that has the extension of a model, but is none, is kept: its turn reports why. */
#include "cli/files/walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/archive.h"
#include "cli/files/archives.h"
#include "cli/files/destination.h"
#include "cli/files/expand.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/print/say.h"
#include "core/base/job.h"

enum { MAX_DEPTH = 64 };

typedef struct walk {
    cli_run *cli;
    bool has_output; /* --output-dir exists */
    cli_identity output;
    const ferry_format *target; /* whose files may be results of an earlier run; NULL: take them */
} walk;

typedef struct name_list {
    const char **names;
    uint32_t count, capacity;
} name_list;

static bool add_name(cli_run *cli, name_list *list, const char *name) {
    if (!fy_job_reserve(cli->arena, (void **)&list->names, list->count, &list->capacity, 1,
                        sizeof *list->names))
        return false;
    list->names[list->count++] = cli_text(cli, "%s", name);
    return true;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool list_folder(cli_run *cli, const char *path, name_list *list) {
    DIR *folder = opendir(path);
    if (!folder) return cli_wrong(cli, "%s: cannot read the folder: %s", path, strerror(errno));
    bool fine = true;
    for (struct dirent *entry = readdir(folder); entry && fine; entry = readdir(folder))
        fine =
            entry->d_name[0] == '.' || add_name(cli, list, entry->d_name) || cli_wrong(cli, "out of memory");
    closedir(folder);
    if (fine && list->count) qsort(list->names, list->count, sizeof *list->names, compare_names);
    return fine;
}

/* ----------------------------------------------------------------------------------------- one file */

static bool has_ending_of_model(const cli_run *cli, const char *path) {
    const char *from = cli->request.from, *extension = cli_path_extension(path);
    const ferry_format *const *formats = ferry_formats(cli->arena);
    for (; *formats; formats++) {
        const ferry_format *format = *formats;
        bool named = from && strlen(format->name) == strcspn(from, ":") &&
                     strncmp(format->name, from, strcspn(from, ":")) == 0;
        if ((from ? named : format->role == FERRY_ROLE_MODEL) && cli_has_extension(format, extension))
            return true;
    }
    return false;
}

/* Counts the models, and picks those that the verb takes and that are no results. `textures` takes texture
 * files, too. */
static uint32_t pick_wanted(const walk *w, const ferry_contents *contents, bool *picked, uint32_t *wanted) {
    uint32_t models = 0;
    for (uint32_t i = 0; i < contents->count; i++) {
        const ferry_format *format = contents->data[i].it.format;
        models += format && format->role == FERRY_ROLE_MODEL;
        picked[i] = (cli_takes_format(w->cli, format) && format != w->target) ||
                    (w->cli->request.verb->id == VERB_TEXTURES && cli_is_texture_file(format));
        *wanted += picked[i];
    }
    return models;
}

/* The only one of its file needs no name in there. */
static bool add_only(const walk *w, const cli_input *file, cli_archive *archive, const bool *picked) {
    const ferry_content *content = cli_archive_contents(archive)->data;
    cli_input *input = cli_add_input(w->cli);
    if (!input) return false;
    *input = *file;
    for (input->content = 1; !*picked; input->content++) picked++, content++;
    input->recognised = true;
    input->role = content->it.format->role;
    input->format = content->it.format->name;
    input->layers = cli_text(w->cli, "%s", content->it.layers);
    input->archive = cli_keep_archive(w->cli, archive);
    return true;
}

/* What is no model, but was meant to be one, is told when its turn comes. */
static bool add_broken(const walk *w, const cli_input *file) {
    cli_input *input = cli_add_input(w->cli);
    if (input) *input = *file;
    return input != NULL;
}

/* False: no memory. */
static bool look_inside(const walk *w, const cli_input *file, cli_archive *archive, bool ending) {
    const ferry_contents *contents = cli_archive_contents(archive);
    bool *picked = ferry_new(w->cli->arena, bool, (size_t)contents->count + 1);
    uint32_t wanted = 0, models = picked ? pick_wanted(w, contents, picked, &wanted) : 0;
    if (!picked) return false;
    if (wanted == 1 && models <= 1) return add_only(w, file, archive, picked);
    bool fine =
        wanted ? cli_add_members(w->cli, file, archive, picked) : models || !ending || add_broken(w, file);
    cli_keep_archive(w->cli, archive);
    return fine;
}

/* What `unpack` takes: all that is packed, but no text with a byte order mark. False: no memory. */
static bool add_packed(const walk *w, const cli_input *file, cli_archive *archive) {
    const ferry_contents *contents = cli_archive_contents(archive);
    bool text = contents->count == 1 && strcmp(contents->data[0].it.layers, "unicode") == 0;
    archive = cli_keep_archive(w->cli, archive);
    cli_input *input = archive && !text ? cli_add_input(w->cli) : NULL;
    if (!input) return !archive || text;
    *input = *file;
    input->archive = archive;
    return true;
}

static bool look_at_file(const walk *w, const char *path, const char *beneath) {
    cli_run *cli = w->cli;
    cli_input file = {.argument = path, .path = path, .name = path, .beneath = beneath, .apart = true};
    bool unpacks = cli->request.verb->id == VERB_UNPACK;
    bool ending = !unpacks && has_ending_of_model(cli, path), read = false, fine;
    if (cli->request.from && !ending) return true;
    cli_archive *archive = cli_open_archive(cli, &file, &read);
    if (archive && unpacks)
        fine = add_packed(w, &file, archive);
    else
        fine = archive ? look_inside(w, &file, archive, ending) : !(read || ending) || add_broken(w, &file);
    return fine || cli_wrong(cli, "out of memory");
}

/* ------------------------------------------------------------------------------------------ folders */

static bool is_output(const walk *w, const struct stat *status) {
    return w->has_output && status->st_dev == w->output.device && status->st_ino == w->output.number;
}

static bool walk_folder(const walk *w, const char *path, const char *beneath, int depth) {
    cli_run *cli = w->cli;
    name_list list = {0};
    if (depth == MAX_DEPTH) return cli_wrong(cli, "%s: more than %d folders deep", path, MAX_DEPTH);
    if (!list_folder(cli, path, &list)) return false;
    for (uint32_t i = 0; i < list.count; i++) {
        struct stat status;
        const char *name = list.names[i], *inside = cli_path_join(cli, path, name);
        if (lstat(inside, &status) != 0) continue; /* gone meanwhile */
        bool fine = true;
        if (S_ISDIR(status.st_mode))
            fine =
                is_output(w, &status) || walk_folder(w, inside, cli_path_join(cli, beneath, name), depth + 1);
        else if (stat(inside, &status) == 0 && S_ISREG(status.st_mode))
            fine = look_at_file(w, inside, beneath);
        if (!fine) return false;
    }
    return true;
}

bool cli_walk(cli_run *cli, const char *folder) {
    struct stat status;
    const cli_request *request = &cli->request;
    walk w = {.cli = cli};
    if (request->verb->id == VERB_CONVERT && !request->output_dir && !request->output)
        w.target = cli_target(cli);
    const char *output = request->output_dir ? request->output_dir : request->output;
    w.has_output = output && stat(output, &status) == 0 && S_ISDIR(status.st_mode);
    if (w.has_output) w.output = (cli_identity){status.st_dev, status.st_ino};
    return walk_folder(&w, folder, "", 0);
}
