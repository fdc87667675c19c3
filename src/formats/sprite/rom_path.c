/* rom_path.c: the runtime's hash of a path. */
#include "formats/sprite/rom_path.h"

#include <stdint.h>

uint32_t fy_t3dm_path_hash(const char *path) {
    uint32_t hash = 0x7E81C0E9;
    for (; *path; path++) {
        uint32_t byte = (uint32_t)(int32_t)(signed char)*path;
        hash = (hash >> 8 | hash << 24) ^ byte;
    }
    return hash;
}
