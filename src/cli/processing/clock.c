/* clock.c: how much time passes. */
#include "cli/processing/clock.h"

#include <time.h>

double cli_clock_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}
