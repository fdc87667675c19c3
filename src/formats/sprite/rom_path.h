/* rom_path.h: the runtime's hash of a path. */
#ifndef FERRY_FORMATS_SPRITE_ROM_PATH_H
#define FERRY_FORMATS_SPRITE_ROM_PATH_H

#include <stdint.h>

/* The runtime's hash of a path. */
uint32_t fy_t3dm_path_hash(const char *path);

#endif
