/*
 * pool.c: the same work on all groups: one after the other in this process, or in child processes, several at
 * a time (docs/architecture.md, "Processes").
 *
 * A child (worker.c) writes its text into two pipes and asks the program to store its files. Only the first
 * child in the order of the groups is served at once: its text is printed, its files are stored. What the
 * others send is kept while there is room for it; then they wait at their full pipes. So the output does not
 * depend on who is fastest, memory is bounded, and nobody waits for somebody who waits for him. A child that
 * waits gives its place to the next one.
 */
#include "cli/processing/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/interrupt.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/archives.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/clock.h"
#include "cli/processing/progress.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"
#include "cli/processing/worker.h"
#include "cli/processing/worker_frames.h"

enum {
    TEXT_ROOM = 1 << 20, /* kept of a stream of a child whose turn has not come */
    WAITING_FOR_EACH = 4 /* children that live, for each that may work */
};

typedef struct work_state {
    cli_run *cli;
    const cli_work *work;
    uint32_t jobs, room; /* children that may work, and live */
    cli_workers alive;   /* the first one has its turn */
    uint32_t next;       /* group to begin */
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

static void work_here(cli_run *cli, const cli_work *work, uint32_t group) {
    cli_result result = {0};
    if (cli_work_passes_over(cli, work, group)) {
        cli_work_leave_archives(cli, work, group);
        return;
    }
    cli_progress_show(cli, group);
    cli_work_ready_archives(cli, work, group);
    work->one(cli, group, work->user, &result);
    cli_work_leave_archives(cli, work, group);
    if (work->take) work->take(cli, group, work->user, &result);
    free_result(&result);
    fflush(stdout); /* in one file with standard error, each model's lines stand together */
}

/* ---------------------------------------------------------------------------------------- listening */

static bool has_turn(const work_state *state, const cli_worker *child) {
    return child == state->alive.all;
}

static size_t room_of(const work_state *state, const cli_worker *child, const cli_worker_stream *stream) {
    if (stream != &child->frames) return TEXT_ROOM;
    return has_turn(state, child) ? SIZE_MAX : CLI_WORKER_FRAME_ROOM;
}

static bool is_wanted(const work_state *state, const cli_worker *child, const cli_worker_stream *stream) {
    if (stream->file < 0 || stream->kept.size >= room_of(state, child, stream)) return false;
    return stream != &child->frames || !(child->stores || child->done);
}

/* It has said all that it can until its turn comes, and its time stands still. */
static bool is_waiting(const work_state *state, const cli_worker *child) {
    if (child->stores || child->done) return true;
    return !has_turn(state, child) &&
           (!is_wanted(state, child, &child->out) || !is_wanted(state, child, &child->err) ||
            !is_wanted(state, child, &child->frames));
}

/* Takes time that went by off that of all that may work. */
static void end_late(const work_state *state, double seconds) {
    for (uint32_t i = 0; i < state->alive.count; i++) {
        cli_worker *child = &state->alive.all[i];
        if (child->left < 0 || child->late || is_waiting(state, child)) continue;
        child->left = seconds < child->left ? child->left - seconds : 0;
        if (child->left > 0) continue;
        child->late = true;
        kill(child->pid, SIGKILL);
    }
}

/* Waits until somebody says something, or runs out of time. */
static void listen_to_all(work_state *state) {
    struct pollfd files[3 * CLI_MAX_CHILDREN];
    cli_worker_stream *streams[3 * CLI_MAX_CHILDREN];
    cli_worker *of[3 * CLI_MAX_CHILDREN];
    nfds_t count = 0;
    double wait = 3600, before = state->now;
    for (uint32_t i = 0; i < state->alive.count; i++) {
        cli_worker *child = &state->alive.all[i];
        cli_worker_stream *all[3] = {&child->err, &child->out, &child->frames};
        for (int k = 0; k < 3; k++) {
            if (!is_wanted(state, child, all[k])) continue;
            files[count] = (struct pollfd){.fd = all[k]->file, .events = POLLIN};
            streams[count] = all[k];
            of[count++] = child;
        }
        if (child->left >= 0 && !is_waiting(state, child) && child->left < wait) wait = child->left;
    }
    int ready = poll(files, count, (int)(wait * 1000) + 1);
    state->now = cli_clock_seconds();
    end_late(state, state->now - before);
    for (nfds_t i = 0; ready > 0 && i < count; i++)
        if (files[i].revents) cli_worker_hear(state->cli, of[i], streams[i]);
}

/* --------------------------------------------------------------------------------- the child's turn */

/* Messages first: they are about what the text shows. */
static void pass_text(work_state *state, cli_worker *child) {
    cli_run *cli = state->cli;
    if (child->err.kept.size || child->out.kept.size) cli_progress_wipe(cli);
    if (child->err.kept.size) fwrite(child->err.kept.data, 1, child->err.kept.size, stderr);
    if (child->out.kept.size && !child->spoke && state->work->apart) cli_begin_text(cli);
    child->spoke |= child->out.kept.size > 0;
    if (child->out.kept.size) fwrite(child->out.kept.data, 1, child->out.kept.size, stdout);
    cli_worker_drop(&child->err.kept);
    cli_worker_drop(&child->out.kept);
}

/* ------------------------------------------------------------------------------------------ its end */

static const char *reason_of(cli_run *cli, const cli_worker *child, int status) {
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
    while (state->work->together && !cli_group_is_foreign(cli, culprit) &&
           culprit + 1 < cli->groups + cli->group_count)
        culprit++;
    if (!state->work->silent && cli_session_open(cli, culprit, NULL, &session)) {
        ferry_say(session.job, FERRY_ERROR, "cli.worker-died", session.name, "", "its process %s",
                  cli->groups[group].death);
        cli_session_close(&session);
    }
    if (state->work->take) state->work->take(cli, group, state->work->user, &(cli_result){0});
}

/* All that it had to say is heard. It need not be gone yet: one that closed its lines and goes on is ended
 * here. */
static void end_first_child(work_state *state) {
    cli_worker *child = &state->alive.all[0];
    int status = 0;
    kill(child->pid, SIGKILL);
    cli_forget_child(child->slot);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
    pass_text(state, child);
    if (child->done && !child->late && !child->protocol_error)
        cli_worker_take_result(state->cli, state->work, child);
    if (!child->done || child->late || child->protocol_error) {
        state->cli->groups[child->group].death = reason_of(state->cli, child, status);
        tell_death(state, child->group);
    }
    cli_worker_close(child);
    cli_worker_drop(&child->frames.kept);
    memmove(child, child + 1, --state->alive.count * sizeof *child);
}

static bool is_over(const cli_worker *child) {
    return child->out.file < 0 && child->err.file < 0 && (child->frames.file < 0 || child->done);
}

/* Goes on with the children in turn as far as they have come. */
static void serve_in_turn(work_state *state) {
    while (state->alive.count) {
        cli_worker *child = &state->alive.all[0];
        bool full = child->out.kept.size >= TEXT_ROOM || child->err.kept.size >= TEXT_ROOM;
        if (full || child->stores) pass_text(state, child);
        if (child->stores) cli_worker_store(state->cli, child);
        if (!is_over(child)) return;
        end_first_child(state);
    }
}

/* ----------------------------------------------------------------------------------------- the work */

static uint32_t count_working(const work_state *state) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->alive.count; i++) count += !is_waiting(state, &state->alive.all[i]);
    return count;
}

static bool start_next(work_state *state) {
    cli_worker *started = &state->alive.all[state->alive.count];
    if (!cli_worker_start(state->cli, state->work, state->next, &state->alive, started)) return false;
    state->alive.count++;
    state->next++;
    return true;
}

static void give_up(work_state *state) {
    state->cli->groups[state->next].death = cli_text(state->cli, "could not be started: %s", strerror(errno));
    tell_death(state, state->next++);
}

static void start_more(work_state *state) {
    while (state->next < cli_work_pieces(state->cli, state->work) && state->alive.count < state->room &&
           count_working(state) < state->jobs) {
        if (cli_work_passes_over(state->cli, state->work, state->next)) {
            cli_work_leave_archives(state->cli, state->work, state->next++);
        } else if (state->cli->groups[state->next].death) { /* in a first look */
            if (state->alive.count) return;
            tell_death(state, state->next++);
        } else if (!start_next(state)) {
            if (state->alive.count) return; /* those that are there go on */
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
    work_state state = {.cli = cli, .work = work, .jobs = jobs, .now = cli_clock_seconds()};
    state.room = jobs * WAITING_FOR_EACH < CLI_MAX_CHILDREN ? jobs * WAITING_FOR_EACH : CLI_MAX_CHILDREN;
    state.alive.all = ferry_new(cli->arena, cli_worker, state.room);
    if (!state.alive.all) {
        cli_wrong(cli, "out of memory");
        return;
    }
    open_standard_files();
    cli_watch_children();
    for (start_more(&state); state.alive.count; start_more(&state)) {
        cli_progress_show(cli, state.alive.all[0].group);
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
    uint32_t jobs = jobs_of(cli), count = cli_work_pieces(cli, work);
    cli_count_archive_users(cli);
    bool children = jobs > 1 && count > 1;
    for (uint32_t i = 0; i < count && !children; i++)
        children = !cli_work_passes_over(cli, work, i) && cli_work_is_foreign(cli, work, i);
    if (children) {
        work_in_children(cli, work, jobs);
        return;
    }
    for (uint32_t i = 0; i < count; i++) work_here(cli, work, i);
}
