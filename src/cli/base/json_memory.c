/*
 * json_memory.c: see json_memory.h.
 *
 * A glTF file has tens of thousands of values, each two or three pieces of a few bytes. They are made one
 * after the other and go together, so a piece is cut from a block by moving its end, and a block goes with
 * its last piece. That is half of what malloc and free take, and fewer pages.
 */
#include "cli/base/json_memory.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Blocks start at multiples of their size, by which a piece finds its own. `ROOM`: what is asked for, so that
 * malloc, which has eight bytes before each piece, can put blocks side by side. */
enum { BLOCK = 64 * 1024, ROOM = BLOCK - 8, ALIGNMENT = 16 };

typedef struct block {
    size_t pieces; /* that are in use */
    size_t used;   /* bytes, with this */
} block;

enum { HEAD = (sizeof(block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };

static block *newest; /* what the next piece is cut from; NULL: nothing yet */

static block *add_block(size_t size) {
    void *made = NULL;
    if (posix_memalign(&made, BLOCK, size) != 0) return NULL;
    *(block *)made = (block){.used = HEAD};
    return made;
}

/* A long piece has a block to itself: it starts in the first of its 64 KB, which is all that is asked. */
static void *take(size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    const size_t bytes = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const bool is_long = bytes > ROOM / 4;
    if (!is_long && (!newest || bytes > ROOM - newest->used)) {
        block *made = add_block(ROOM);
        if (!made) return NULL;
        if (newest && !newest->pieces) free(newest);
        newest = made;
    }
    block *from = is_long ? add_block(HEAD + bytes) : newest;
    if (!from) return NULL;
    void *piece = (uint8_t *)from + from->used;
    from->used += bytes;
    from->pieces++;
    return piece;
}

static void give(void *piece) {
    if (!piece) return;
    block *of = (block *)((uintptr_t)piece & ~(uintptr_t)(BLOCK - 1));
    if (--of->pieces) return;
    if (of == newest)
        of->used = HEAD;
    else
        free(of);
}

void cli_set_json_memory(void) {
    json_set_alloc_funcs(take, give);
}
