/*
 * interrupt.h: temporary files exist only while store.c works, and only then Ctrl-C and its relatives
 * have to wait. They are held back, asked for between two files, and act as usual as soon as the
 * temporary files are gone. While children work for the program, such a signal ends them first, then
 * the program, as its caller expects.
 */
#ifndef FERRY_CLI_BASE_INTERRUPT_H
#define FERRY_CLI_BASE_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* How many processes may work at once for this program. */
enum { CLI_MAX_CHILDREN = 256 };

/* From here on SIGINT, SIGTERM and SIGHUP end the children before they end the program. */
void cli_watch_children(void);
void cli_unwatch_children(void);

/* Forks. In the child interrupts act as they did before cli_watch_children(), and it ends with the program. `slot` is
 * free for the next child once that was forgotten. */
pid_t cli_fork(uint32_t *slot);
void cli_forget_child(uint32_t slot);

/* Holds SIGINT, SIGTERM and SIGHUP back until they are released. */
void cli_hold_interrupts(sigset_t *before);
bool cli_interrupt_waits(void);
void cli_release_interrupts(const sigset_t *before);

#endif
