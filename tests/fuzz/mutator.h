/*
 * mutator.h: changes that keep a file's outline, so that a fuzzer gets past the first check: numbers and
 * bytes change within the parts that the file's own tables name, and tables and sizes stay right.
 */
#ifndef FERRY_TESTS_FUZZ_MUTATOR_H
#define FERRY_TESTS_FUZZ_MUTATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fuzz_piece {
    size_t at, size;
} fuzz_piece;

enum { FUZZ_MOST_PIECES = 64 };

/* The parts of a J3D file (blocks), a T3DM file (chunks), a RARC archive (tables, data) or an actor of The
 * Thousand-Year Door (blocks); how many there are. 0: none of these. */
size_t fuzz_pieces(const uint8_t *data, size_t size, fuzz_piece pieces[FUZZ_MOST_PIECES]);

/* Changes the file in place, and says how long it is then; at most `most` bytes. One seed, one change.
 * `bytes` changes bytes as it likes, without making them more than its last parameter: libFuzzer's
 * LLVMFuzzerMutate(). */
size_t fuzz_mutate(uint8_t *data, size_t size, size_t most, uint32_t seed,
                   size_t (*bytes)(uint8_t *data, size_t size, size_t most));

#endif
