/* interrupt.c: Ctrl-C and its relatives. While store.c has temporary files on disk, SIGINT, SIGTERM and
 * SIGHUP are blocked, checked between two files, and delivered once the temporary files are gone. While child
 * processes run, such a signal ends them first, and then the program, as its caller expects. */
#include "cli/base/interrupt.h"

#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static void fill_signals(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
}

void cli_hold_interrupts(sigset_t *before) {
    sigset_t set;
    fill_signals(&set);
    sigprocmask(SIG_BLOCK, &set, before);
}

/* One that is ignored (nohup, or a job that a script started in the background) waits as well while it is
 * blocked, but nothing comes of it. */
static bool waits(const sigset_t *pending, int number) {
    struct sigaction now;
    return sigismember(pending, number) == 1 && sigaction(number, NULL, &now) == 0 &&
           now.sa_handler != SIG_IGN;
}

bool cli_interrupt_waits(void) {
    sigset_t pending;
    sigpending(&pending);
    return waits(&pending, SIGINT) || waits(&pending, SIGTERM) || waits(&pending, SIGHUP);
}

void cli_release_interrupts(const sigset_t *before) {
    sigprocmask(SIG_SETMASK, before, NULL);
}

/* ----------------------------------------------------------------------------------------------- children */

enum { SIGNALS = 3 };

static const int signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction usual[SIGNALS];
static volatile pid_t children[CLI_MAX_CHILDREN]; /* 0: free; changed with the signals held back */

/* Calls nothing but what a handler may. The signal acts when the handler returns. */
static void end_all(int number) {
    for (int i = 0; i < CLI_MAX_CHILDREN; i++)
        if (children[i]) kill(children[i], SIGKILL);
    signal(number, SIG_DFL);
    raise(number);
}

void cli_watch_children(void) {
    struct sigaction action = {.sa_handler = end_all};
    fill_signals(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &usual[i]);
        if (usual[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, NULL); /* nohup stays nohup */
    }
}

void cli_unwatch_children(void) {
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &usual[i], NULL);
}

/* What the child does first. A program that is gone already is nobody's parent any more. */
static void begin_child(pid_t program) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != program) _exit(1);
    cli_unwatch_children();
}

pid_t cli_fork(uint32_t *slot) {
    sigset_t before;
    pid_t program = getpid(), pid = -1;
    *slot = 0;
    cli_hold_interrupts(&before);
    while (*slot < CLI_MAX_CHILDREN && children[*slot]) ++*slot;
    if (*slot < CLI_MAX_CHILDREN) pid = fork();
    if (pid == 0) begin_child(program);
    if (pid > 0) children[*slot] = pid;
    cli_release_interrupts(&before);
    return pid;
}

void cli_forget_child(uint32_t slot) {
    sigset_t before;
    cli_hold_interrupts(&before);
    children[slot] = 0;
    cli_release_interrupts(&before);
}
