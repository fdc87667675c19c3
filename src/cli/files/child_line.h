/* child_line.h: the socket from a child process to the program that started it. */
#ifndef FERRY_CLI_FILES_CHILD_LINE_H
#define FERRY_CLI_FILES_CHILD_LINE_H

#include "cli/base/frames.h"
#include "cli/base/request.h"

/* A number, to the program at the other end. */
void cli_line_number(int line, uint64_t number);

/* A number, and as many bytes. */
void cli_line_bytes(int line, const void *bytes, size_t size);

/* The head of a frame with `size` bytes. */
void cli_line_head(int line, cli_frame_kind kind, uint64_t size);

/* The number of bytes that cli_line_reads() sends. */
uint64_t cli_line_size_of_reads(const cli_run *cli);

/* The files that this child has read since the last call. */
void cli_line_reads(cli_run *cli);

/* Waits for `size` bytes. If the program is gone, the child ends. */
void cli_line_get(int line, void *bytes, size_t size);

#endif
