/* frames.h: what a child process and the program say to each other. The reader trusts nothing: a broken child
 * must not break the program. */
#ifndef FERRY_CLI_BASE_FRAMES_H
#define FERRY_CLI_BASE_FRAMES_H

#include "ferry64.h"
#include "cli/base/request.h"

/* What children and program say to each other. */
typedef enum cli_frame_kind {
    CLI_FRAME_STORE = 1, /* child: these files */
    CLI_FRAME_DONE,      /* child: counts, records and the result; nothing follows */
    CLI_FRAME_STORED,    /* program: done or not, and what there is to complain about */
} cli_frame_kind;

#define CLI_FRAME_MAGIC 0x34367966u

typedef struct cli_frame {
    uint32_t magic, kind;
    uint64_t size; /* of what follows */
} cli_frame;

/* A position in the bytes of a frame. Reading past the end makes it bad; from then on everything reads as
 * zero. */
typedef struct cli_frame_walk {
    const uint8_t *data;
    size_t size, at;
    bool bad;
} cli_frame_walk;

uint64_t cli_frame_number(cli_frame_walk *walk);
ferry_bytes cli_frame_bytes(cli_frame_walk *walk); /* a number, and as many bytes */
/* the same without zeros, in the memory of the run */
const char *cli_frame_text(cli_run *cli, cli_frame_walk *walk);

#endif
