/* child_line.h: the line from a child to the program that started it. */
#ifndef FERRY_CLI_FILES_CHILD_LINE_H
#define FERRY_CLI_FILES_CHILD_LINE_H

#include "cli/base/frames.h"
#include "cli/base/request.h"

/* A number, to the program at the other end. */
void cli_line_number(int line, uint64_t number);

/* A number, and as many bytes. */
void cli_line_bytes(int line, const void *bytes, size_t size);

/* The head of a frame of so many bytes. */
void cli_line_head(int line, cli_frame_kind kind, uint64_t size);

/* Bytes that cli_line_reads() needs. */
uint64_t cli_line_size_of_reads(const cli_run *cli);

/* What this child has read, and the program does not know yet. */
void cli_line_reads(cli_run *cli);

/* Waits for so many bytes; without a program at the other end the child ends. */
void cli_line_get(int line, void *bytes, size_t size);

#endif
