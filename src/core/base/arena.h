/*
 * arena.h: memory that is given back all at once.
 *
 * An arena is a list of blocks. Small pieces are cut from a block, large ones and those that grow get a block
 * of their own; under AddressSanitizer every piece does, so that overruns show. All arenas of a job share one
 * account with a limit.
 */
#ifndef FERRY_CORE_BASE_ARENA_H
#define FERRY_CORE_BASE_ARENA_H

#include "ferry64.h"
#include "ferry64_format.h"

/* What a job and its scenes have taken together. Lives as long as the last of them. */
typedef struct fy_account {
    size_t limit, used, peak; /* bytes */
    size_t allocations;       /* tried so far */
    size_t fail_at;           /* tests: this one and all later ones fail; 0: never */
    uint32_t owners;
    ferry_job *job; /* told about shortages; NULL once it is closed */
} fy_account;

typedef struct fy_block {
    struct fy_block *older;
    size_t capacity, used;
    /* bytes follow, 16-aligned */
} fy_block;

typedef struct fy_arena {
    fy_account *account;
    fy_block *newest;
    fy_block *bump; /* where small pieces are cut from */
} fy_arena;

fy_account *fy_account_open(size_t limit, size_t fail_at); /* one owner; NULL without memory */
void fy_account_close(fy_account *account);                /* one owner less */

/* Counts bytes that no arena holds, as an allocation of its own. False at the limit. */
bool fy_account_charge(fy_account *account, size_t size);

/* zeroed; NULL at the limit or for nothing */
void *fy_arena_alloc(fy_arena *arena, size_t count, size_t size);
void fy_arena_free(fy_arena *arena); /* all of it; the arena can be used again */

/* A piece that grows: a block to itself, made for `data` NULL, else carried over, up or down, with its
 * contents. What is new is not zeroed. NULL at the limit; then `data` is as it was. Not to be mixed with
 * marks in one arena. */
void *fy_arena_resize(fy_arena *arena, void *data, size_t size);

/* Gives a piece from fy_arena_resize() back; NULL is none. */
void fy_arena_drop(fy_arena *arena, void *data);

/* Bytes that the piece at `data` (from fy_arena_alloc) can hold. */
size_t fy_arena_room(const void *data);

ferry_mark fy_arena_mark(const fy_arena *arena);
void fy_arena_release(fy_arena *arena, ferry_mark mark);

#endif
