/*
 * arena.h: memory that is freed all at once.
 *
 * An arena is a list of blocks. Small pieces are cut from a block; large and growing ones get a block of
 * their own. Under AddressSanitizer every piece does, so that overruns are found. All arenas of a job share
 * one account with a limit.
 */
#ifndef FERRY_CORE_BASE_ARENA_H
#define FERRY_CORE_BASE_ARENA_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The memory in use by a job and its scenes together. It lives as long as the last of them. */
typedef struct fy_account {
    size_t limit, used, peak; /* bytes */
    size_t allocations;       /* tried so far */
    size_t fail_at;           /* tests: this allocation and all later ones fail; 0: never */
    uint32_t owners;
    ferry_job *job; /* reports shortages; NULL once it is closed */
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

fy_account *fy_account_open(size_t limit, size_t fail_at); /* with one owner; NULL without memory */
void fy_account_close(fy_account *account);                /* removes one owner */

/* Charges an allocation outside of any arena to the account. False at the limit. */
bool fy_account_charge(fy_account *account, size_t size);

/* zeroed; NULL at the limit or for nothing */
void *fy_arena_alloc(fy_arena *arena, size_t count, size_t size);
void fy_arena_free(fy_arena *arena); /* frees everything; the arena can be used again */

/* Allocates (`data` NULL) or resizes a piece in a block of its own, keeping its contents. New bytes are not
 * zeroed. NULL at the limit; then `data` is unchanged. Do not use marks in the same arena. */
void *fy_arena_resize(fy_arena *arena, void *data, size_t size);

/* Frees a piece from fy_arena_resize(); NULL: does nothing. */
void fy_arena_drop(fy_arena *arena, void *data);

/* How many bytes the piece at `data` (from fy_arena_alloc) can hold. */
size_t fy_arena_room(const void *data);

ferry_mark fy_arena_mark(const fy_arena *arena);
void fy_arena_release(fy_arena *arena, ferry_mark mark);

#endif
