/* arena.c: see arena.h. */
#include "core/base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64_format.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EACH_ALONE 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define EACH_ALONE 1
#endif
#ifndef EACH_ALONE
#define EACH_ALONE 0
#endif

enum { ALIGNMENT = 16, BLOCK_SIZE = 8 * 1024, LARGE = 2 * 1024 };

/* In front of every piece. */
typedef struct piece {
    size_t room;
} piece;

static size_t round_up(size_t size) {
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

/* What a piece takes. One that has a block to itself ends where it ends, so that AddressSanitizer sees the
 * first byte behind it. */
static size_t piece_size(size_t size) {
    return EACH_ALONE ? size : round_up(size);
}

#define HEADER round_up(sizeof(fy_block))
#define PIECE round_up(sizeof(piece))

fy_account *fy_account_open(size_t limit, size_t fail_at) {
    fy_account *account = calloc(1, sizeof *account);
    if (!account) return NULL;
    account->limit = limit;
    account->fail_at = fail_at;
    account->owners = 1;
    return account;
}

void fy_account_close(fy_account *account) {
    if (account && --account->owners == 0) free(account);
}

bool fy_account_charge(fy_account *account, size_t size) {
    account->allocations++;
    if (account->fail_at && account->allocations >= account->fail_at) return false;
    if (size > account->limit || account->used > account->limit - size) return false;
    account->used += size;
    if (account->used > account->peak) account->peak = account->used;
    return true;
}

static fy_block *add_block(fy_arena *arena, size_t capacity) {
    fy_account *account = arena->account;
    size_t whole = HEADER + capacity;
    if (whole > account->limit || account->used > account->limit - whole) return NULL;
    fy_block *block = calloc(1, whole);
    if (!block) return NULL;
    block->capacity = capacity;
    block->older = arena->newest;
    arena->newest = block;
    account->used += whole;
    if (account->used > account->peak) account->peak = account->used;
    return block;
}

static void drop_newest(fy_arena *arena) {
    fy_block *block = arena->newest;
    arena->newest = block->older;
    arena->account->used -= HEADER + block->capacity;
    free(block);
}

static void *cut_piece(fy_block *block, size_t size) {
    uint8_t *start = (uint8_t *)block + HEADER + block->used;
    block->used += PIECE + size;
    ((piece *)(void *)start)->room = size;
    return start + PIECE;
}

void *fy_arena_alloc(fy_arena *arena, size_t count, size_t size) {
    fy_account *account = arena->account;
    if (count == 0 || size == 0 || count > (SIZE_MAX / 2) / size) return NULL;
    account->allocations++;
    if (account->fail_at && account->allocations >= account->fail_at) return NULL;
    size_t bytes = piece_size(count * size);
    if (EACH_ALONE || bytes >= LARGE) {
        fy_block *block = add_block(arena, PIECE + bytes);
        return block ? cut_piece(block, bytes) : NULL;
    }
    if (!arena->bump || arena->bump->capacity - arena->bump->used < PIECE + bytes) {
        fy_block *block = add_block(arena, BLOCK_SIZE);
        if (!block) return NULL;
        arena->bump = block;
    }
    void *data = cut_piece(arena->bump, bytes);
    memset(data, 0, bytes); /* a released part of a block is not zero any more */
    return data;
}

size_t fy_arena_room(const void *data) {
    return data ? ((const piece *)(const void *)((const uint8_t *)data - PIECE))->room : 0;
}

/* The link to the block of a piece that has a block to itself. */
static fy_block **link_to(fy_arena *arena, const void *data) {
    const fy_block *block = (const fy_block *)(const void *)((const uint8_t *)data - PIECE - HEADER);
    fy_block **link = &arena->newest;
    while (*link != block) link = &(*link)->older;
    return link;
}

void *fy_arena_resize(fy_arena *arena, void *data, size_t size) {
    fy_account *account = arena->account;
    if (size == 0 || size > SIZE_MAX / 2) return NULL;
    account->allocations++;
    if (account->fail_at && account->allocations >= account->fail_at) return NULL;
    size_t capacity = PIECE + piece_size(size);
    if (!data) {
        fy_block *block = add_block(arena, capacity);
        return block ? cut_piece(block, capacity - PIECE) : NULL;
    }
    fy_block **link = link_to(arena, data);
    size_t used = account->used - (*link)->capacity;
    if (capacity > account->limit || used > account->limit - capacity) return NULL;
    fy_block *block = realloc(*link, HEADER + capacity);
    if (!block) return NULL;
    *link = block;
    account->used = used + capacity;
    if (account->used > account->peak) account->peak = account->used;
    block->capacity = capacity;
    block->used = 0;
    return cut_piece(block, capacity - PIECE);
}

void fy_arena_drop(fy_arena *arena, void *data) {
    if (!data) return;
    fy_block **link = link_to(arena, data), *block = *link;
    *link = block->older;
    arena->account->used -= HEADER + block->capacity;
    free(block);
}

void fy_arena_free(fy_arena *arena) {
    while (arena->newest) drop_newest(arena);
    arena->bump = NULL;
}

ferry_mark fy_arena_mark(const fy_arena *arena) {
    return (ferry_mark){
        .newest = arena->newest, .bump = arena->bump, .used = arena->bump ? arena->bump->used : 0};
}

void fy_arena_release(fy_arena *arena, ferry_mark mark) {
    while (arena->newest && arena->newest != mark.newest) drop_newest(arena);
    /* what small pieces were cut from was there when the mark was made, and so is no newer than it */
    arena->bump = arena->newest ? mark.bump : NULL;
    if (arena->bump) arena->bump->used = mark.used;
}
