/*
 * child.c: the work on one group in a process of its own, with limits. Its standard output and standard error
 * are pipes to the program (pool.c), which prints them in turn. Files go to the program by cli_child_store(),
 * which waits for its word; what the run counts and records follows when the work is done.
 */
#include "cli/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------------ sending */

/* Without its program a child has nothing to do. */
static void put(int line, const void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t sent = send(line, (const char *)bytes + done, size - done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) _exit(CLI_FAILED);
        done += (size_t)sent;
    }
}

static void get(int line, void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t got = recv(line, (char *)bytes + done, size - done, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) _exit(CLI_FAILED);
        done += (size_t)got;
    }
}

static void put_number(int line, uint64_t number) {
    put(line, &number, sizeof number);
}

static void put_bytes(int line, const void *bytes, size_t size) {
    put_number(line, size);
    put(line, bytes, size);
}

static void put_head(int line, cli_frame_kind kind, uint64_t size) {
    cli_frame frame = {CLI_FRAME_MAGIC, (uint32_t)kind, size};
    put(line, &frame, sizeof frame);
}

static uint64_t sum_of(const char *owner, const ferry_file *files, uint32_t count) {
    uint64_t sum = (3 + 2 * (uint64_t)count) * sizeof(uint64_t) + strlen(owner);
    for (uint32_t i = 0; i < count; i++) sum += strlen(files[i].name) + files[i].bytes.size;
    return sum;
}

/* The files that this child has read since it told of some: cli_frame_reads() takes them. */
static uint64_t sum_of_reads(const cli_run *cli) {
    uint64_t sum = sizeof(uint64_t);
    for (uint32_t i = cli->reads_told; i < cli->reads.by_identity.count; i++)
        sum += 3 * sizeof(uint64_t) + strlen(cli->reads.data[i].text);
    return sum;
}

static void put_reads(cli_run *cli) {
    put_number(cli->parent, cli->reads.by_identity.count - cli->reads_told);
    for (; cli->reads_told < cli->reads.by_identity.count; cli->reads_told++) {
        const cli_file *read = &cli->reads.data[cli->reads_told];
        put_number(cli->parent, (uint64_t)read->identity.device);
        put_number(cli->parent, (uint64_t)read->identity.number);
        put_bytes(cli->parent, read->text, strlen(read->text));
    }
}

/* ------------------------------------------------------------------------------------------ storing */

/* Says what the program had to complain about. */
static bool take_answer(cli_run *cli, ferry_job *job) {
    cli_frame frame;
    get(cli->parent, &frame, sizeof frame);
    uint8_t *bytes = malloc((size_t)frame.size + 1);
    if (!bytes) _exit(CLI_FAILED);
    get(cli->parent, bytes, (size_t)frame.size);
    cli_frame_walk walk = {bytes, (size_t)frame.size, 0, false};
    bool done = cli_frame_number(&walk) != 0;
    uint64_t unchanged = cli_frame_number(&walk);
    cli->unchanged_count = 0;
    cli->unchanged = ferry_new(cli->home, const char *, (size_t)unchanged);
    while (cli->unchanged_count < unchanged && cli->unchanged && !walk.bad)
        cli->unchanged[cli->unchanged_count++] = cli_frame_text(cli, &walk);
    while (!walk.bad && walk.at < walk.size) {
        ferry_severity severity = (ferry_severity)cli_frame_number(&walk);
        const char *file = cli_frame_text(cli, &walk), *text = cli_frame_text(cli, &walk);
        if (!walk.bad) ferry_say(job, severity, "cli.write", file, "", "%s", text);
    }
    free(bytes);
    return done;
}

bool cli_child_store(cli_run *cli, ferry_job *job, const char *owner, const ferry_file *files, uint32_t count,
                     bool make_folders) {
    int line = cli->parent;
    put_head(line, CLI_FRAME_STORE, sum_of_reads(cli) + sum_of(owner, files, count));
    put_reads(cli);
    put_number(line, make_folders);
    put_bytes(line, owner, strlen(owner));
    put_number(line, count);
    for (uint32_t i = 0; i < count; i++) {
        put_bytes(line, files[i].name, strlen(files[i].name));
        put_bytes(line, files[i].bytes.data, files[i].bytes.size);
    }
    return take_answer(cli, job);
}

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
static void limit(int resource, rlim_t most, rlim_t more) {
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
        limit(RLIMIT_AS, (rlim_t)(used + account + room), 0);
    if (seconds > 0 && seconds < 1e9) limit(RLIMIT_CPU, (rlim_t)seconds + 1, 1);
    limit(RLIMIT_CORE, 0, 0);
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
    json_object_set_new(object, "ends", json_pack("[iiiii]", (int)ends->done, (int)ends->failed, (int)ends->strict, (int)ends->lossy,
                                  (int)ends->nothing));
    if (cli->record) json_object_set(object, "record", cli->record);
    if (result->facts) json_object_set(object, "facts", result->facts);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (!text) _exit(CLI_FAILED);
    const char *depends = cli->depends.data ? cli->depends.data : "";
    put_head(cli->parent, CLI_FRAME_DONE,
             sum_of_reads(cli) + 3 * sizeof(uint64_t) + strlen(text) + strlen(depends) + result->size);
    put_reads(cli);
    put_bytes(cli->parent, text, strlen(text));
    put_bytes(cli->parent, depends, strlen(depends));
    put_bytes(cli->parent, result->bytes, result->size);
}

_Noreturn void cli_child_work(cli_run *cli, const cli_work *work, uint32_t group, int parent,
                              double seconds) {
    cli_result result = {0};
    cli->parent = parent;
    cli->reads_told = cli->reads.by_identity.count;
    set_limits(cli, seconds);
    clear_counts(cli);
    work->one(cli, group, work->plan, &result);
    if (fflush(stdout) != 0 || fflush(stderr) != 0) _exit(CLI_FAILED);
    send_result(cli, &result);
    _exit(0);
}
