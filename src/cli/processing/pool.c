/* pool.c: the same work on all groups: one after the other in this process, or in child processes, several at
 * a time.
 *
 * A child (child.c) writes its text into two pipes and asks the program to store its files. Only the first
 * child in the order of the groups is served at once: its text is printed, its files are stored. What the
 * others send is kept while there is room for it; then they wait at their full pipes. So the output does not
 * depend on who is fastest, memory is bounded, and nobody waits for somebody who waits for him. A child that
 * waits gives its place to the next one. */
#include "cli/processing/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/frames.h"
#include "cli/base/interrupt.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/archives.h"
#include "cli/files/depfile.h"
#include "cli/files/jobs.h"
#include "cli/files/reads.h"
#include "cli/files/store.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/child.h"
#include "cli/processing/progress.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"

enum {
    TEXT_ROOM = 1 << 20,   /* kept of a stream of a child whose turn has not come */
    FRAME_ROOM = 16 << 20, /* and of its frame */
    PIECE = 1 << 16,
    WAITING_FOR_EACH = 4, /* children that live, for each that may work */
    FOREIGN_SECONDS = 120 /* of the processor, where nobody says --deadline */
};

typedef struct work_buffer {
    uint8_t *data;
    size_t size, capacity;
} work_buffer;

/* What comes out of a child. */
typedef struct work_stream {
    int file; /* -1: closed */
    work_buffer kept;
} work_stream;

typedef struct work_child {
    uint32_t group, slot;
    pid_t pid;
    work_stream out, err, frames;
    double left;                /* seconds; below 0: any */
    bool late;                  /* ended for that */
    const char *protocol_error; /* what it said that makes no sense; it was ended for that */
    bool stores, done;          /* its frame is whole, and of that kind */
    bool spoke;                 /* on standard output */
} work_child;

typedef struct work_state {
    cli_run *cli;
    const cli_work *work;
    uint32_t jobs, room;  /* children that may work, and live */
    work_child *children; /* in the order of the groups; the first one has its turn */
    uint32_t count, next; /* next group to begin */
    double now;
} work_state;

/* ---------------------------------------------------------------------------------- in this process */

void cli_begin_text(cli_run *cli) {
    if (cli->parent < 0 && cli->texts++) cli_print(cli->lines, "\n");
}

static void free_result(cli_result *result) {
    json_decref(result->summary);
    free(result->bytes);
    *result = (cli_result){0};
}

/* The archives that the group comes out of; of all groups, if those are one piece of work. */
static void ready_archives(cli_run *cli, const cli_work *work, uint32_t group) {
    uint32_t end = work->together ? cli->group_count : group + 1;
    for (; group < end; group++) cli_ready_archives(cli, &cli->groups[group]);
}

static void leave_archives(cli_run *cli, const cli_work *work, uint32_t group) {
    uint32_t end = work->together ? cli->group_count : group + 1;
    for (; group < end; group++) cli_leave_archives(cli, &cli->groups[group], work->silent);
}

/* Whether there is nothing to do about the group in this look. */
static bool is_passed_over(const cli_run *cli, const cli_work *work, uint32_t group) {
    return work->looks && !cli->groups[group].looked;
}

static void work_here(cli_run *cli, const cli_work *work, uint32_t group) {
    cli_result result = {0};
    if (is_passed_over(cli, work, group)) {
        leave_archives(cli, work, group);
        return;
    }
    cli_progress_show(cli, group);
    ready_archives(cli, work, group);
    work->one(cli, group, work->plan, &result);
    leave_archives(cli, work, group);
    if (work->take) work->take(cli, group, work->plan, &result);
    free_result(&result);
    fflush(stdout); /* in one file with standard error, each model's lines stand together */
}

static bool is_foreign_format(const cli_run *cli, const char *name) {
    const ferry_format *format = name ? ferry_find_format(cli->arena, name) : NULL;
    return format && format->flags & FERRY_FORMAT_FOREIGN_READ;
}

static bool is_foreign_group(const cli_run *cli, const cli_group *group) {
    bool foreign = false;
    for (uint32_t i = 0; i < group->count && !foreign; i++)
        foreign = is_foreign_format(cli, cli->inputs[group->first + i].format);
    return foreign;
}

static bool is_foreign(const cli_run *cli, const cli_work *work, uint32_t group) {
    uint32_t flags = FERRY_FORMAT_FOREIGN_WRITE | (work->reads_back ? FERRY_FORMAT_FOREIGN_READ : 0u);
    bool foreign = work->target && work->target->flags & flags;
    if (!work->together) return foreign || is_foreign_group(cli, &cli->groups[group]);
    for (uint32_t i = 0; i < cli->group_count && !foreign; i++)
        foreign = is_foreign_group(cli, &cli->groups[i]);
    return foreign;
}

/* Here, so that not each of its processes has to. */
static void load_libraries(const cli_run *cli, const cli_group *group) {
    for (uint32_t i = 0; i < group->count; i++) {
        const char *name = cli->inputs[group->first + i].format;
        const ferry_format *format = name ? ferry_find_format(cli->arena, name) : NULL;
        if (format && format->load) format->load();
    }
}

static uint32_t pieces_of(const cli_run *cli, const cli_work *work) {
    return work->together && cli->group_count ? 1 : cli->group_count;
}

/* ------------------------------------------------------------------------------------------ buffers */

static void drop_buffer(work_buffer *buffer) {
    free(buffer->data);
    *buffer = (work_buffer){0};
}

static bool make_room(work_buffer *buffer, size_t more) {
    if (buffer->capacity - buffer->size >= more) return true;
    size_t capacity = buffer->capacity * 2 > buffer->size + more ? buffer->capacity * 2 : buffer->size + more;
    uint8_t *data = realloc(buffer->data, capacity);
    if (!data) return false;
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

/* ----------------------------------------------------------------------------------------- children */

static double clock_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void close_stream(work_stream *stream) {
    if (stream->file >= 0) close(stream->file);
    stream->file = -1;
}

static void close_streams(work_child *child) {
    close_stream(&child->out);
    close_stream(&child->err);
    close_stream(&child->frames);
}

/* `ends`: of standard output, standard error and the line, the child's end last. */
static bool open_lines(int ends[3][2]) {
    for (int i = 0; i < 3; i++) ends[i][0] = ends[i][1] = -1;
    return pipe(ends[0]) == 0 && pipe(ends[1]) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends[2]) == 0;
}

static void close_ends(int ends[3][2], int side) {
    for (int i = 0; i < 3; i++)
        if (ends[i][side] >= 0) close(ends[i][side]);
}

static _Noreturn void be_child(work_state *state, int ends[3][2], uint32_t group, double seconds) {
    for (uint32_t i = 0; i < state->count; i++) close_streams(&state->children[i]);
    close_ends(ends, 0);
    if (dup2(ends[0][1], STDOUT_FILENO) < 0 || dup2(ends[1][1], STDERR_FILENO) < 0) _exit(CLI_FAILED);
    close(ends[0][1]);
    close(ends[1][1]);
    cli_child_work(state->cli, state->work, group, ends[2][1], seconds);
}

/* Seconds of the processor. The library keeps to --deadline by itself; twice that is for two jobs on one
 * group. */
static double seconds_for(const work_state *state, uint32_t group) {
    double deadline = state->cli->request.deadline;
    if (deadline > 0) return 2 * deadline + 2;
    return is_foreign(state->cli, state->work, group) ? FOREIGN_SECONDS : 0;
}

/* By the clock a child may take longer, since the machine has other things to do, but not without end. */
static double clock_limit(const work_state *state, double seconds) {
    if (seconds <= 0) return -1;
    return state->cli->request.deadline > 0 ? seconds : 5 * seconds;
}

/* False: the system gives no further process while those that are there live. */
static bool start_child(work_state *state) {
    int ends[3][2];
    uint32_t group = state->next, slot = 0;
    double seconds = seconds_for(state, group);
    fflush(stdout);
    fflush(stderr);
    ready_archives(state->cli, state->work, group);
    load_libraries(state->cli, &state->cli->groups[group]);
    pid_t pid = open_lines(ends) ? cli_fork(&slot) : -1;
    if (pid == 0) be_child(state, ends, group, seconds);
    close_ends(ends, 1);
    if (pid < 0) {
        close_ends(ends, 0);
        return false;
    }
    leave_archives(state->cli, state->work, group);
    state->children[state->count++] = (work_child){.group = group,
                                                   .slot = slot,
                                                   .pid = pid,
                                                   .out = {.file = ends[0][0]},
                                                   .err = {.file = ends[1][0]},
                                                   .frames = {.file = ends[2][0]},
                                                   .left = clock_limit(state, seconds)};
    state->next++;
    return true;
}

static void end_for_protocol_error(work_child *child, const char *what) {
    if (!child->protocol_error) child->protocol_error = what;
    kill(child->pid, SIGKILL);
}

/* ------------------------------------------------------------------------------------------ hearing */

static bool has_turn(const work_state *state, const work_child *child) {
    return child == state->children;
}

static size_t room_of(const work_state *state, const work_child *child, const work_stream *stream) {
    if (stream != &child->frames) return TEXT_ROOM;
    return has_turn(state, child) ? SIZE_MAX : FRAME_ROOM;
}

static bool is_wanted(const work_state *state, const work_child *child, const work_stream *stream) {
    if (stream->file < 0 || stream->kept.size >= room_of(state, child, stream)) return false;
    return stream != &child->frames || !(child->stores || child->done);
}

/* It has said all that it can until its turn comes, and its time stands still. */
static bool is_waiting(const work_state *state, const work_child *child) {
    if (child->stores || child->done) return true;
    return !has_turn(state, child) &&
           (!is_wanted(state, child, &child->out) || !is_wanted(state, child, &child->err) ||
            !is_wanted(state, child, &child->frames));
}

/* Whether the frame is whole; what cannot be one is a blunder. */
static void look_at_frame(const work_state *state, work_child *child) {
    cli_frame frame;
    const work_buffer *kept = &child->frames.kept;
    if (kept->size < sizeof frame) return;
    memcpy(&frame, kept->data, sizeof frame);
    size_t most = state->cli->request.memory_limit ? state->cli->request.memory_limit : (size_t)1 << 30;
    bool known = frame.kind == CLI_FRAME_STORE || frame.kind == CLI_FRAME_DONE;
    if (frame.magic != CLI_FRAME_MAGIC || !known || frame.size > most + FRAME_ROOM)
        end_for_protocol_error(child, "sent an invalid message");
    else if (kept->size - sizeof frame > frame.size)
        end_for_protocol_error(child, "sent too much data");
    else if (kept->size - sizeof frame == frame.size)
        *(frame.kind == CLI_FRAME_STORE ? &child->stores : &child->done) = true;
}

static void hear_stream(work_state *state, work_child *child, work_stream *stream) {
    if (!make_room(&stream->kept, PIECE)) {
        end_for_protocol_error(child, "sent more data than fits in memory");
        close_stream(stream);
        return;
    }
    ssize_t got = read(stream->file, stream->kept.data + stream->kept.size, PIECE);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) { /* the end */
        close_stream(stream);
        return;
    }
    stream->kept.size += (size_t)got;
    if (stream == &child->frames) look_at_frame(state, child);
}

/* Waits until somebody says something, or runs out of time. */
static void listen_to_all(work_state *state) {
    struct pollfd files[3 * CLI_MAX_CHILDREN];
    work_stream *streams[3 * CLI_MAX_CHILDREN];
    work_child *of[3 * CLI_MAX_CHILDREN];
    nfds_t count = 0;
    double wait = 3600, before = state->now;
    for (uint32_t i = 0; i < state->count; i++) {
        work_child *child = &state->children[i];
        work_stream *all[3] = {&child->err, &child->out, &child->frames};
        for (int k = 0; k < 3; k++) {
            if (!is_wanted(state, child, all[k])) continue;
            files[count] = (struct pollfd){.fd = all[k]->file, .events = POLLIN};
            streams[count] = all[k];
            of[count++] = child;
        }
        if (child->left >= 0 && !is_waiting(state, child) && child->left < wait) wait = child->left;
    }
    int ready = poll(files, count, (int)(wait * 1000) + 1);
    state->now = clock_seconds();
    for (uint32_t i = 0; i < state->count; i++) {
        work_child *child = &state->children[i];
        if (child->left < 0 || child->late || is_waiting(state, child)) continue;
        child->left = state->now - before < child->left ? child->left - (state->now - before) : 0;
        if (child->left > 0) continue;
        child->late = true;
        kill(child->pid, SIGKILL);
    }
    for (nfds_t i = 0; ready > 0 && i < count; i++)
        if (files[i].revents) hear_stream(state, of[i], streams[i]);
}

/* --------------------------------------------------------------------------------- the child's turn */

/* Messages first: they are about what the text shows. */
static void pass_text(work_state *state, work_child *child) {
    cli_run *cli = state->cli;
    if (child->err.kept.size || child->out.kept.size) cli_progress_wipe(cli);
    if (child->err.kept.size) fwrite(child->err.kept.data, 1, child->err.kept.size, stderr);
    if (child->out.kept.size && !child->spoke && state->work->apart) cli_begin_text(cli);
    child->spoke |= child->out.kept.size > 0;
    if (child->out.kept.size) fwrite(child->out.kept.data, 1, child->out.kept.size, stdout);
    drop_buffer(&child->err.kept);
    drop_buffer(&child->out.kept);
}

static bool add_number(work_buffer *buffer, uint64_t number) {
    if (!make_room(buffer, sizeof number)) return false;
    memcpy(buffer->data + buffer->size, &number, sizeof number);
    buffer->size += sizeof number;
    return true;
}

static bool add_text(work_buffer *buffer, const char *text) {
    size_t size = strlen(text);
    if (!add_number(buffer, size) || !make_room(buffer, size + 1)) return false;
    memcpy(buffer->data + buffer->size, text, size);
    buffer->size += size;
    return true;
}

/* The child is waiting for this, and it is short. */
static void answer_store(const cli_run *cli, work_child *child, bool done, const ferry_report *report) {
    work_buffer text = {0};
    cli_frame frame = {CLI_FRAME_MAGIC, CLI_FRAME_STORED, 0};
    bool whole = make_room(&text, sizeof frame);
    text.size = whole ? sizeof frame : 0;
    whole = whole && add_number(&text, done) && add_number(&text, cli->unchanged_count);
    for (uint32_t i = 0; whole && i < cli->unchanged_count; i++) whole = add_text(&text, cli->unchanged[i]);
    for (uint32_t i = 0; whole && i < report->count; i++)
        whole = add_number(&text, (uint64_t)report->data[i].severity) &&
                add_text(&text, report->data[i].file) && add_text(&text, report->data[i].text);
    frame.size = text.size - sizeof frame;
    if (whole) memcpy(text.data, &frame, sizeof frame);
    if (!whole ||
        send(child->frames.file, text.data, text.size, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)text.size)
        end_for_protocol_error(child, "stopped listening");
    drop_buffer(&text);
}

static cli_frame_walk walk_frame(const work_child *child) {
    const work_buffer *kept = &child->frames.kept;
    return (cli_frame_walk){kept->data + sizeof(cli_frame), kept->size - sizeof(cli_frame), 0, false};
}

static void store_for_child(work_state *state, work_child *child) {
    cli_run *cli = state->cli;
    cli_frame_walk walk = walk_frame(child);
    ferry_job *job = cli_open_job(cli);
    bool noted = cli_frame_reads(cli, &walk), make_folders = cli_frame_number(&walk) != 0;
    const char *owner = cli_frame_text(cli, &walk);
    uint64_t count = cli_frame_number(&walk);
    /* each begins with two numbers */
    bool whole = noted && job && count <= (walk.size - walk.at) / (2 * sizeof(uint64_t));
    /* their bytes are the frame's */
    ferry_file *files = whole ? ferry_new(job, ferry_file, (size_t)count) : NULL;
    for (uint64_t i = 0; whole && i < count && !walk.bad; i++) {
        whole = files != NULL;
        if (whole) files[i] = (ferry_file){cli_frame_text(cli, &walk), cli_frame_bytes(&walk)};
        whole = whole && !walk.bad && *files[i].name;
    }
    if (!whole || walk.bad || walk.at != walk.size)
        end_for_protocol_error(child, "sent an invalid message");
    else
        answer_store(cli, child, cli_store(cli, job, owner, files, (uint32_t)count, make_folders),
                     ferry_job_report(job));
    ferry_close(job);
    drop_buffer(&child->frames.kept);
    child->stores = false;
}

/* What the child counted and recorded. */
static bool add_counts(cli_run *cli, const json_t *object) {
    json_t *totals = json_object_get(object, "totals"), *rules = json_object_get(object, "rules");
    json_t *record = json_object_get(object, "record"), *ends = json_object_get(object, "ends");
    json_int_t status = json_integer_value(json_object_get(object, "status"));
    if (json_array_size(totals) != 4 || json_array_size(rules) != cli->rules.count || status < CLI_DONE ||
        status > CLI_STRICT || (cli->record != NULL) != json_is_array(record))
        return false;
    for (uint32_t i = 0; i < 4; i++)
        cli->totals[i] += (uint32_t)json_integer_value(json_array_get(totals, i));
    for (uint32_t i = 0; i < cli->rules.count; i++)
        cli->rules.data[i].materials += (uint32_t)json_integer_value(json_array_get(rules, i));
    cli->ends.done += (uint32_t)json_integer_value(json_array_get(ends, 0));
    cli->ends.failed += (uint32_t)json_integer_value(json_array_get(ends, 1));
    cli->ends.strict += (uint32_t)json_integer_value(json_array_get(ends, 2));
    cli->ends.lossy += (uint32_t)json_integer_value(json_array_get(ends, 3));
    cli->ends.nothing += (uint32_t)json_integer_value(json_array_get(ends, 4));
    if (record) json_array_extend(cli->record, record);
    cli_remember(cli, (cli_status)status);
    return true;
}

static void take_result(work_state *state, work_child *child) {
    cli_frame_walk walk = walk_frame(child);
    bool noted = cli_frame_reads(state->cli, &walk);
    ferry_bytes text = cli_frame_bytes(&walk);
    const char *depends = cli_frame_text(state->cli, &walk);
    ferry_bytes bytes = cli_frame_bytes(&walk);
    bool whole = noted && !walk.bad && walk.at == walk.size;
    json_t *object = whole ? json_loadb((const char *)text.data, text.size, 0, NULL) : NULL;
    if (object && add_counts(state->cli, object)) {
        if (*depends) cli_add_depends(state->cli, depends);
        cli_result result = {
            .summary = json_object_get(object, "facts"), .bytes = (uint8_t *)bytes.data, .size = bytes.size};
        if (state->work->take) state->work->take(state->cli, child->group, state->work->plan, &result);
    } else {
        end_for_protocol_error(child, "sent an invalid message");
    }
    json_decref(object);
}

/* ------------------------------------------------------------------------------------------ its end */

static const char *reason_of(cli_run *cli, const work_child *child, int status) {
    if (child->late) return "was stopped: it exceeded the time limit";
    if (child->protocol_error) return cli_text(cli, "was stopped: it %s", child->protocol_error);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return "was stopped: it exceeded the limit of processor time";
    if (WIFSIGNALED(status))
        return cli_text(cli, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return cli_text(cli, "exited with status %d", WEXITSTATUS(status));
}

/* As any other failure of this group. After a first look it waits until the group's turn comes. */
static void tell_death(work_state *state, uint32_t group) {
    cli_run *cli = state->cli;
    cli_session session;
    const cli_group *culprit = &cli->groups[group];
    while (state->work->together && !is_foreign_group(cli, culprit) &&
           culprit + 1 < cli->groups + cli->group_count)
        culprit++;
    if (!state->work->silent && cli_session_open(cli, culprit, NULL, 0, &session)) {
        ferry_say(session.job, FERRY_ERROR, "cli.worker-died", session.name, "", "its process %s",
                  cli->groups[group].death);
        cli_session_close(&session);
    }
    if (state->work->take) state->work->take(cli, group, state->work->plan, &(cli_result){0});
}

/* All that it had to say is heard. It need not be gone yet: one that closed its lines and goes on is ended
 * here. */
static void end_first_child(work_state *state) {
    work_child *child = &state->children[0];
    int status = 0;
    kill(child->pid, SIGKILL);
    cli_forget_child(child->slot);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
    pass_text(state, child);
    if (child->done && !child->late && !child->protocol_error) take_result(state, child);
    if (!child->done || child->late || child->protocol_error) {
        state->cli->groups[child->group].death = reason_of(state->cli, child, status);
        tell_death(state, child->group);
    }
    close_streams(child);
    drop_buffer(&child->frames.kept);
    memmove(child, child + 1, --state->count * sizeof *child);
}

static bool is_over(const work_child *child) {
    return child->out.file < 0 && child->err.file < 0 && (child->frames.file < 0 || child->done);
}

/* Goes on with the children in turn as far as they have come. */
static void serve_in_turn(work_state *state) {
    while (state->count) {
        work_child *child = &state->children[0];
        bool full = child->out.kept.size >= TEXT_ROOM || child->err.kept.size >= TEXT_ROOM;
        if (full || child->stores) pass_text(state, child);
        if (child->stores) store_for_child(state, child);
        if (!is_over(child)) return;
        end_first_child(state);
    }
}

/* ----------------------------------------------------------------------------------------- the work */

static uint32_t count_working(const work_state *state) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->count; i++) count += !is_waiting(state, &state->children[i]);
    return count;
}

static void give_up(work_state *state) {
    state->cli->groups[state->next].death = cli_text(state->cli, "could not be started: %s", strerror(errno));
    tell_death(state, state->next++);
}

static void start_more(work_state *state) {
    while (state->next < pieces_of(state->cli, state->work) && state->count < state->room &&
           count_working(state) < state->jobs) {
        if (is_passed_over(state->cli, state->work, state->next)) {
            leave_archives(state->cli, state->work, state->next++);
        } else if (state->cli->groups[state->next].death) { /* in a first look */
            if (state->count) return;
            tell_death(state, state->next++);
        } else if (!start_child(state)) {
            if (state->count) return; /* those that are there go on */
            give_up(state);
        }
    }
}

/* 0 to 2 must be open, or a pipe gets such a number. */
static void open_standard_files(void) {
    for (int file = open("/dev/null", O_RDWR); file >= 0; file = open("/dev/null", O_RDWR))
        if (file > STDERR_FILENO) {
            close(file);
            return;
        }
}

static void work_in_children(cli_run *cli, const cli_work *work, uint32_t jobs) {
    work_state state = {.cli = cli, .work = work, .jobs = jobs, .now = clock_seconds()};
    state.room = jobs * WAITING_FOR_EACH < CLI_MAX_CHILDREN ? jobs * WAITING_FOR_EACH : CLI_MAX_CHILDREN;
    state.children = ferry_new(cli->arena, work_child, state.room);
    if (!state.children) {
        cli_wrong(cli, "out of memory");
        return;
    }
    open_standard_files();
    cli_watch_children();
    for (start_more(&state); state.count; start_more(&state)) {
        cli_progress_show(cli, state.children[0].group);
        listen_to_all(&state);
        serve_in_turn(&state);
    }
    cli_unwatch_children();
}

static uint32_t jobs_of(const cli_run *cli) {
    long cores = cli->request.jobs ? (long)cli->request.jobs : sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > CLI_MAX_CHILDREN ? CLI_MAX_CHILDREN : (uint32_t)cores;
}

void cli_run_groups(cli_run *cli, const cli_work *work) {
    uint32_t jobs = jobs_of(cli), count = pieces_of(cli, work);
    cli_count_archive_users(cli);
    bool children = jobs > 1 && count > 1;
    for (uint32_t i = 0; i < count && !children; i++)
        children = !is_passed_over(cli, work, i) && is_foreign(cli, work, i);
    if (children) {
        work_in_children(cli, work, jobs);
        return;
    }
    for (uint32_t i = 0; i < count; i++) work_here(cli, work, i);
}
