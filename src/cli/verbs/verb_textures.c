/* verb_textures.c: `ferry64 textures`: all images of a model, material table or texture file as PNG. */
#include "cli/verbs/verb_textures.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/destination.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/files/store.h"
#include "cli/print/say.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"

/* A file name of its own for each image. Names that differ only in case count as equal: not every disk tells
 * them apart. */
typedef struct name_entry {
    const char *name;
    uint32_t image;
    uint32_t copy; /* how many images of this name came before */
} name_entry;

/* What may stand in a file name everywhere. */
static const char *clean_name(cli_run *cli, const char *name) {
    char *clean = ferry_new(cli->arena, char, strlen(name) + 1);
    if (!clean) return "image";
    for (size_t i = 0; name[i]; i++) {
        bool plain = isalnum((unsigned char)name[i]) || (strchr("_-+()", name[i]) != NULL) ||
                     (name[i] == '.' && i > 0);
        clean[i] = plain ? name[i] : '_';
    }
    return *clean ? clean : "image";
}

static int compare_case(const char *a, const char *b) {
    for (; *a && tolower((unsigned char)*a) == tolower((unsigned char)*b); a++, b++) {
    }
    return tolower((unsigned char)*a) - tolower((unsigned char)*b);
}

static int compare_entries(const void *a, const void *b) {
    const name_entry *x = a, *y = b;
    int order = compare_case(x->name, y->name);
    return order ? order : (x->image > y->image) - (x->image < y->image);
}

/* One stem per image: `eye`, and `eye~2` for the second one of that name. */
static const char **make_stems(cli_run *cli, const ferry_scene *scene) {
    uint32_t count = scene->images.count;
    name_entry *entries = ferry_new(cli->arena, name_entry, count);
    const char **stems = ferry_new(cli->arena, const char *, count);
    if (!entries || !stems) return NULL;
    for (uint32_t i = 0; i < count; i++)
        entries[i] = (name_entry){clean_name(cli, scene->images.data[i].name), i, 0};
    qsort(entries, count, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < count; i++) {
        if (i && compare_case(entries[i - 1].name, entries[i].name) == 0)
            entries[i].copy = entries[i - 1].copy + 1;
        const char *name = entries[i].name; /* ~ is in no clean name, so a numbered one meets no other */
        stems[entries[i].image] = entries[i].copy ? cli_text(cli, "%s~%u", name, entries[i].copy + 1) : name;
    }
    return stems;
}

static bool add_level(cli_session *session, const ferry_image *image, const char *stem, uint32_t level,
                      ferry_file_list *files) {
    ferry_bytes png;
    cli_run *cli = session->cli;
    const char *folder = cli_folder_for(cli, cli_group_model(cli, session->group), ".textures");
    const char *name = level ? cli_text(cli, "%s.level%u.png", stem, level) : cli_text(cli, "%s.png", stem);
    return ferry_image_png(session->job, image, level, &png) &&
           ferry_add_file(session->job, files, cli_path_join(cli, folder, name), png);
}

static bool make_files(cli_session *session, ferry_file_list *files) {
    const ferry_scene *scene = session->scene;
    const char **stems = make_stems(session->cli, scene);
    for (uint32_t i = 0; i < scene->images.count; i++) {
        const ferry_image *image = &scene->images.data[i];
        uint32_t levels = session->cli->request.levels ? image->level_count : 1;
        for (uint32_t k = 0; k < levels; k++)
            if (!stems || !add_level(session, image, stems[i], k, files)) return false;
    }
    return true;
}

static void extract_images(cli_run *cli, uint32_t group, void *user, cli_result *result) {
    (void)user;
    (void)result;
    cli_session session;
    ferry_file_list files = {0};
    if (!cli_session_open(cli, &cli->groups[group], NULL, &session)) return;
    if (cli_session_load(&session) && make_files(&session, &files)) {
        if (!files.count)
            ferry_say(session.job, FERRY_WARNING, "cli.no-images", session.name, "",
                      "contains no images; nothing is written");
        if (cli_is_refused(&session)) {
            session.status = "strict";
        } else if (cli_store(cli, session.job, session.name, files.data, files.count, true)) {
            session.status = "extracted";
            cli_session_print(&session);
            for (uint32_t i = 0; i < files.count; i++) cli_tell_written(&session, &files.data[i], "");
        }
    }
    cli_session_close(&session);
}

static void find_places(cli_run *cli, uint32_t group, void *user, const char *folders[CLI_PLACES]) {
    (void)user;
    folders[0] = cli_folder_for(cli, cli_group_model(cli, &cli->groups[group]), ".textures");
}

void cli_verb_textures(cli_run *cli) {
    if (cli_output_is_stdout(cli)) {
        cli_wrong(cli, "`textures` writes several files; use -o FOLDER");
        return;
    }
    if (cli_find_groups(cli))
        cli_process_groups(cli, &(cli_work){.one = extract_images, .places = find_places});
}
