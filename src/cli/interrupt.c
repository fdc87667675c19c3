/*
 * interrupt.c: temporary files exist only while store.c works, and only then Ctrl-C and its relatives have to
 * wait. They are held back, asked for between two files, and act as usual as soon as the temporary files are
 * gone.
 */
#include "cli/cli.h"

static void fill(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
}

void cli_hold_interrupts(sigset_t *before) {
    sigset_t set;
    fill(&set);
    sigprocmask(SIG_BLOCK, &set, before);
}

bool cli_interrupt_waits(void) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
           sigismember(&pending, SIGHUP) == 1;
}

void cli_release_interrupts(const sigset_t *before) {
    sigprocmask(SIG_SETMASK, before, NULL);
}
