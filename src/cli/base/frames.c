/* frames.c: what a child process and the program say to each other. The reader trusts nothing: a broken child
 * must not break the program. */
#include "cli/base/frames.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

static bool take_bytes(cli_frame_walk *walk, void *to, size_t size) {
    if (size > walk->size - walk->at) walk->bad = true;
    if (walk->bad) return false;
    memcpy(to, walk->data + walk->at, size);
    walk->at += size;
    return true;
}

uint64_t cli_frame_number(cli_frame_walk *walk) {
    uint64_t number;
    return take_bytes(walk, &number, sizeof number) ? number : 0;
}

ferry_bytes cli_frame_bytes(cli_frame_walk *walk) {
    uint64_t size = cli_frame_number(walk);
    if (size > walk->size - walk->at) walk->bad = true;
    if (walk->bad) return (ferry_bytes){0};
    ferry_bytes bytes = {walk->data + walk->at, (size_t)size};
    walk->at += (size_t)size;
    return bytes;
}

const char *cli_frame_text(cli_run *cli, cli_frame_walk *walk) {
    ferry_bytes bytes = cli_frame_bytes(walk);
    if (bytes.size && memchr(bytes.data, '\0', bytes.size)) walk->bad = true;
    if (walk->bad || !bytes.size) return "";
    char *text = ferry_new(cli->arena, char, bytes.size + 1);
    if (!text) {
        walk->bad = true;
        return "";
    }
    memcpy(text, bytes.data, bytes.size);
    return text;
}
