/* libdragon.h: what the game of docs/animations.md calls of libdragon. It is compiled, not run
 * (example.sh). */
#ifndef FERRY_TESTS_LIBDRAGON_H
#define FERRY_TESTS_LIBDRAGON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct surface_s surface_t;

enum { DFS_DEFAULT_LOCATION, RESOLUTION_320x240, DEPTH_16_BPP, GAMMA_NONE, FILTERS_RESAMPLE_ANTIALIAS };

#ifdef __cplusplus
extern "C" {
#endif
int dfs_init(uint32_t location);
void display_init(int resolution, int depth, uint32_t buffers, int gamma, int filters);
surface_t *display_get(void);
surface_t *display_get_zbuf(void);
float display_get_delta_time(void);
void rdpq_init(void);
void rdpq_attach(const surface_t *color, const surface_t *depth);
void rdpq_detach_show(void);
void rspq_wait(void);
void *malloc_uncached(size_t bytes);
void free_uncached(void *at);
#ifdef __cplusplus
}
#endif

#endif
