/* fuzz_mutator.c: libFuzzer's door to mutator.h; linked to what searches, not to what replays. */
#include "mutator.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    return fuzz_mutate(data, size, most, seed, LLVMFuzzerMutate);
}
