/* clock.h: how much time passes, for what is shown and waited for; never for what is written. */
#ifndef FERRY_CLI_PROCESSING_CLOCK_H
#define FERRY_CLI_PROCESSING_CLOCK_H

/* Seconds since some moment of the past, which nothing sets back. */
double cli_clock_seconds(void);

#endif
