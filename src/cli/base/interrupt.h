/* interrupt.h: Ctrl-C and its relatives. While store.c has temporary files on disk, SIGINT, SIGTERM and
 * SIGHUP are blocked, checked between two files, and delivered once the temporary files are gone. While child
 * processes run, such a signal ends them first, and then the program, as its caller expects. */
#ifndef FERRY_CLI_BASE_INTERRUPT_H
#define FERRY_CLI_BASE_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* How many processes may work at once for this program. */
enum { CLI_MAX_CHILDREN = 256 };

/* Between these two, SIGINT, SIGTERM and SIGHUP end the children before they end the program. */
void cli_watch_children(void);
void cli_unwatch_children(void);

/* Forks. In the child, these signals act as before cli_watch_children(), and it ends when the program ends.
 * `slot` is free for another child after cli_forget_child(). */
pid_t cli_fork(uint32_t *slot);
void cli_forget_child(uint32_t slot);

/* Blocks SIGINT, SIGTERM and SIGHUP until they are released; asks whether one is pending. */
void cli_hold_interrupts(sigset_t *before);
bool cli_interrupt_waits(void);
void cli_release_interrupts(const sigset_t *before);

#endif
