/* search.c: files that a model calls by their name alone, somewhere beneath its folder. */
#include "cli/cli.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

/* Folders like a home directory are not searched to their end. */
enum { MOST_ENTRIES = 1 << 16, MOST_DEPTH = 16 };

typedef struct search {
    cli_run *cli;
    const char *root, *name;
    const char *found; /* beneath `root`; of several the first by its letters, whatever order the disk gives them in */
    uint32_t entries;
} search;

static void look_in(search *s, const char *folder, int depth);

/* What a link leads to is not looked at: it may lead out of the folder, or round and round. */
static void look_at(search *s, const char *folder, const char *name, int depth) {
    struct stat status;
    const char *way = cli_path_join(s->cli, folder, name);
    if (lstat(cli_path_join(s->cli, s->root, way), &status) != 0) return;
    if (S_ISDIR(status.st_mode)) look_in(s, way, depth + 1);
    if (!S_ISREG(status.st_mode) || strcmp(name, s->name) != 0) return;
    if (!s->found || strcmp(way, s->found) < 0) s->found = way;
}

static void look_in(search *s, const char *folder, int depth) {
    const char *path = cli_path_join(s->cli, s->root, folder);
    DIR *entries = depth < MOST_DEPTH ? opendir(*path ? path : ".") : NULL;
    if (!entries) return;
    for (const struct dirent *entry; s->entries < MOST_ENTRIES && (entry = readdir(entries));) {
        s->entries++;
        if (*entry->d_name != '.') look_at(s, folder, entry->d_name, depth);
    }
    closedir(entries);
}

const char *cli_find_companion(void *user, const char *name) {
    cli_session *session = user;
    cli_run *cli = session->cli;
    const char *model = cli_group_model(cli, session->group)->path;
    if (session->made || strcmp(model, "-") == 0 || strchr(name, '/')) return NULL;
    search s = {.cli = cli, .root = cli_path_folder(cli, model), .name = name};
    look_in(&s, "", 0);
    return s.found;
}
