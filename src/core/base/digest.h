/*
 * digest.h: a 128-bit digest, to recognise equal contents without keeping them.
 *
 * For use within one run only: digests depend on the machine's byte order, and they are not cryptographic:
 * collisions can be constructed.
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

/* Adds `size` bytes. The result depends on how bytes are divided among calls. */
void fy_digest_add(fy_digest *digest, const void *bytes, size_t size);

bool fy_digest_is(const fy_digest *a, const fy_digest *b);

#endif
