/*
 * child.c: the work on one group in a process of its own, with limits (docs/architecture.md, "Processes").
 * Its standard output and standard error are pipes to the program (pool.c), which prints them when the
 * group's turn comes. It hands its files to the program by cli_child_store() and waits for the answer; what
 * the run counts and records follows when the work is done.
 */
#include "cli/processing/child.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/base/frames.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/child_line.h"
#include "cli/processing/work_item.h"

/* ------------------------------------------------------------------------------------------- limits */

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* `most`, and `more` until it is past all warning; never more than the program has itself. */
static void set_limit(int resource, rlim_t most, rlim_t more) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > most + more) now.rlim_max = most + more;
    now.rlim_cur = most < now.rlim_max ? most : now.rlim_max;
    setrlimit(resource, &now);
}

/* Address space in use so far; 0: unknown. */
static size_t space_in_use(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Above what the library's own account allows, room for the bytes of the inputs and for what is not in that
 * account. */
static void set_limits(const cli_run *cli, double seconds) {
    const size_t room = (size_t)512 << 20;
    size_t account = cli->request.memory_limit ? cli->request.memory_limit : (size_t)1 << 30;
    size_t used = space_in_use();
    if (!SANITIZED && used &&
        account < SIZE_MAX - room - used) /* AddressSanitizer's shadow is terabytes of address space */
        set_limit(RLIMIT_AS, (rlim_t)(used + account + room), 0);
    if (seconds > 0 && seconds < 1e9) set_limit(RLIMIT_CPU, (rlim_t)seconds + 1, 1);
    set_limit(RLIMIT_CORE, 0, 0);
}

/* --------------------------------------------------------------------------------------------- work */

static json_t *rules_json(const cli_run *cli) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < cli->rules.count; i++)
        json_array_append_new(list, json_integer(cli->rules.data[i].materials));
    return list;
}

/* The run begins to count from nothing; the program adds up. */
static void clear_counts(cli_run *cli) {
    for (int i = 0; i < 4; i++) cli->totals[i] = 0;
    for (uint32_t i = 0; i < cli->rules.count; i++) cli->rules.data[i].materials = 0;
    cli->status = CLI_DONE;
    cli->ends = (cli_ends){0};
    cli->depends = (cli_rule_text){0};
    cli->progress = (cli_progress){0};
    if (cli->record) cli->record = json_array(); /* the program's own is left alone */
}

static void send_result(cli_run *cli, const cli_result *result) {
    json_t *object =
        json_pack("{sis[iiii]so}", "status", (int)cli->status, "totals", (int)cli->totals[0],
                  (int)cli->totals[1], (int)cli->totals[2], (int)cli->totals[3], "rules", rules_json(cli));
    const cli_ends *ends = &cli->ends;
    json_object_set_new(object, "ends",
                        json_pack("[iiiii]", (int)ends->done, (int)ends->failed, (int)ends->strict,
                                  (int)ends->lossy, (int)ends->nothing));
    if (cli->record) json_object_set(object, "record", cli->record);
    if (result->summary) json_object_set(object, "facts", result->summary);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (!text) _exit(CLI_FAILED);
    const char *depends = cli->depends.data ? cli->depends.data : "";
    cli_line_head(cli->parent, CLI_FRAME_DONE,
                  cli_line_size_of_reads(cli) + 3 * sizeof(uint64_t) + strlen(text) + strlen(depends) +
                      result->size);
    cli_line_reads(cli);
    cli_line_bytes(cli->parent, text, strlen(text));
    cli_line_bytes(cli->parent, depends, strlen(depends));
    cli_line_bytes(cli->parent, result->bytes, result->size);
}

_Noreturn void cli_child_work(cli_run *cli, const cli_work *work, uint32_t group, int parent,
                              double seconds) {
    cli_result result = {0};
    cli->parent = parent;
    cli->reads_told = cli->reads.by_identity.count;
    set_limits(cli, seconds);
    clear_counts(cli);
    work->one(cli, group, work->user, &result);
    if (fflush(stdout) != 0 || fflush(stderr) != 0) _exit(CLI_FAILED);
    send_result(cli, &result);
    _exit(0);
}
