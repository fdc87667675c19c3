/* digest.c: see digest.h. */
#include "core/base/digest.h"

#include <string.h>

/* Odd, with bits all over. */
#define FIRST UINT64_C(0x9E3779B97F4A7C15)
#define SECOND UINT64_C(0xC2B2AE3D27D4EB4F)

fy_digest fy_digest_start(void) {
    return (fy_digest){{FIRST, SECOND}};
}

static uint64_t mixed(uint64_t lane, uint64_t word, uint64_t by) {
    lane = (lane ^ word) * by;
    return lane ^ lane >> 29;
}

static void add_word(fy_digest *digest, uint64_t word) {
    digest->lanes[0] = mixed(digest->lanes[0], word, SECOND);
    digest->lanes[1] = mixed(digest->lanes[1], word, FIRST);
}

void fy_digest_add(fy_digest *digest, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    uint64_t word, rest = 0;
    for (size_t left = size / sizeof word; left > 0; left--, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        add_word(digest, word);
    }
    if (size % sizeof word) memcpy(&rest, at, size % sizeof word);
    add_word(digest, rest);
    add_word(digest, size);
}

bool fy_digest_is(const fy_digest *a, const fy_digest *b) {
    return a->lanes[0] == b->lanes[0] && a->lanes[1] == b->lanes[1];
}
