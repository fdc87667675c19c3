/*
 * digest.h: 128 bits that stand for what was read, so that equal contents are recognised without keeping
 * them.
 *
 * For questions within one run only: the bits are not the same on machines of another byte order, and nobody
 * who chooses the contents is kept from making two that come to the same.
 */
#ifndef FERRY_CORE_BASE_DIGEST_H
#define FERRY_CORE_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fy_digest {
    uint64_t lanes[2];
} fy_digest;

fy_digest fy_digest_start(void);

/* Adds `size` bytes; how they are divided among calls counts. */
void fy_digest_add(fy_digest *digest, const void *bytes, size_t size);

bool fy_digest_is(const fy_digest *a, const fy_digest *b);

#endif
