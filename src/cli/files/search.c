/* search.c: finds files that models reference by paths of somebody else's disk. Searches the model's folder
 * and the folder of --companion, with all folders below them. */
#include "cli/files/search.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "core/base/path.h"

/* Folders like a home directory are not searched to their end. */
enum { MOST_ENTRIES = 1 << 16, MOST_DEPTH = 16 };

/* ------------------------------------------------------------------------------------------------ listing */

typedef struct walk {
    cli_run *cli;
    const char *root;
    cli_listing *listing;
    uint32_t entries;
} walk;

static void look_in(walk *w, const char *folder, int depth);

static void add_way(cli_listing *listing, const char *way) {
    size_t size = strlen(way) + 1;
    if (size > listing->capacity - listing->size) {
        size_t capacity = 2 * listing->capacity + size + 1024;
        char *paths = realloc(listing->paths, capacity);
        listing->cut = listing->cut || !paths;
        if (!paths) return;
        listing->paths = paths;
        listing->capacity = capacity;
    }
    memcpy(listing->paths + listing->size, way, size);
    listing->size += size;
}

/* What a link leads to is not looked at: it may lead out of the folder, or round and round. */
static void look_at(walk *w, const char *folder, const char *name, int depth) {
    struct stat status;
    const char *way = cli_path_join(w->cli, folder, name);
    if (lstat(cli_path_join(w->cli, w->root, way), &status) != 0) return;
    if (S_ISDIR(status.st_mode)) look_in(w, way, depth + 1);
    if (S_ISREG(status.st_mode)) add_way(w->listing, way);
}

static void look_in(walk *w, const char *folder, int depth) {
    const char *path = cli_path_join(w->cli, w->root, folder);
    DIR *entries = depth < MOST_DEPTH ? opendir(*path ? path : ".") : NULL;
    w->listing->cut = w->listing->cut || depth >= MOST_DEPTH;
    if (!entries) return;
    for (const struct dirent *entry; (entry = readdir(entries));) {
        if (w->entries == MOST_ENTRIES) {
            w->listing->cut = true;
            break;
        }
        w->entries++;
        if (*entry->d_name != '.') look_at(w, folder, entry->d_name, depth);
    }
    closedir(entries);
}

/* A folder is listed once for each model. */
static const cli_listing *list_folder(cli_session *session, int place, const char *root) {
    cli_listing *listing = &session->listings[place];
    walk w = {.cli = session->cli, .root = root, .listing = listing};
    ferry_mark mark = ferry_job_mark(session->cli->arena);
    if (!listing->done) look_in(&w, "", 0);
    listing->done = true;
    ferry_job_release(session->cli->arena, mark);
    return listing;
}

/* --------------------------------------------------------------------------------------------- similarity */

/* How well a file goes by a name; less is better. */
typedef struct similarity {
    uint32_t unshared; /* elements of the name that the way does not end with */
    bool other_case;
    int place; /* 0: beneath the model's folder, 1: --companion's */
    uint32_t depth;
    const char *way;
} similarity;

static bool is_same_element(const char *a, size_t a_length, const char *b, size_t b_length) {
    return a_length == b_length && strncasecmp(a, b, a_length) == 0;
}

/* The elements that both have at their ends. */
static uint32_t count_shared_elements(const char *a, const char *b) {
    const char *a_end = a + strlen(a), *b_end = b + strlen(b);
    for (uint32_t count = 0;; count++) {
        const char *a_start = a_end, *b_start = b_end;
        while (a_start > a && a_start[-1] != '/') a_start--;
        while (b_start > b && b_start[-1] != '/') b_start--;
        if (!is_same_element(a_start, (size_t)(a_end - a_start), b_start, (size_t)(b_end - b_start)))
            return count;
        if (a_start == a || b_start == b) return count + 1;
        a_end = a_start - 1;
        b_end = b_start - 1;
    }
}

static uint32_t depth_of(const char *way) {
    uint32_t depth = 0;
    for (; *way; way++) depth += *way == '/';
    return depth;
}

static bool is_better(const similarity *a, const similarity *b) {
    if (!b->way) return true;
    if (a->unshared != b->unshared) return a->unshared < b->unshared;
    if (a->other_case != b->other_case) return b->other_case;
    if (a->place != b->place) return a->place < b->place;
    if (a->depth != b->depth) return a->depth < b->depth;
    return strcmp(a->way, b->way) < 0;
}

/* A file that was not found may lie where nobody looked. */
static void tell_cut(cli_session *session, int place, const char *root) {
    cli_listing *listing = &session->listings[place];
    if (!listing->cut || listing->told) return;
    listing->told = true;
    ferry_say(session->job, FERRY_WARNING, "cli.search-limit", session->name, "",
              "%s is too large to be searched to its end for files that the model references: %d files and "
              "folders at most, %d folders deep",
              *root ? root : "its folder", MOST_ENTRIES, MOST_DEPTH);
}

static void find_best(const cli_listing *listing, int place, const char *name, similarity *best) {
    const char *base = fy_path_base(name);
    uint32_t elements = depth_of(name) + 1;
    for (size_t at = 0; at < listing->size; at += strlen(listing->paths + at) + 1) {
        const char *way = listing->paths + at, *own = fy_path_base(way);
        if (strcasecmp(own, base) != 0) continue;
        similarity like = {.place = place, .way = way, .depth = depth_of(way)};
        like.other_case = strcmp(own, base) != 0;
        like.unshared = elements - count_shared_elements(name, way);
        if (is_better(&like, best)) *best = like;
    }
}

/* ------------------------------------------------------------------------------------------------ the way */

/* The way from one folder to a file, both absolute. */
static const char *way_between(cli_run *cli, const char *folder, const char *file) {
    size_t common = 0;
    for (size_t at = 0; folder[at] && folder[at] == file[at]; at++)
        if (folder[at] == '/') common = at + 1;
    size_t length = strlen(folder);
    if (strncmp(folder, file, length) == 0 && file[length] == '/') return file + length + 1;
    const char *way = file + common;
    for (const char *at = folder + common; *at; at += strcspn(at, "/"), at += *at == '/')
        way = cli_text(cli, "../%s", way);
    return way;
}

const char *cli_search_sidecar(cli_session *session, const char *name) {
    cli_run *cli = session->cli;
    const char *model = cli_group_model(cli, session->group)->path, *given = cli->request.sidecar;
    bool read_in = strcmp(model, "-") == 0;
    const char *folder = read_in ? "" : cli_path_folder(cli, model);
    similarity best = {0};
    if (!read_in) find_best(list_folder(session, 0, folder), 0, name, &best);
    if (given && cli_is_folder(given)) find_best(list_folder(session, 1, given), 1, name, &best);
    if (!best.way) tell_cut(session, 0, folder);
    if (!best.way && given) tell_cut(session, 1, given);
    if (!best.way || best.place == 0) return best.way;
    return way_between(cli, cli_path_absolute(cli, folder),
                       cli_path_absolute(cli, cli_path_join(cli, given, best.way)));
}
