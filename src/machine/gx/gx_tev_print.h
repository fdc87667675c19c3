/* gx_tev_print.h: TEV formulas as people read them (docs/what-is-lost.md, "Materials"). */
#ifndef FERRY_MACHINE_GX_GX_TEV_PRINT_H
#define FERRY_MACHINE_GX_GX_TEV_PRINT_H

#include <stddef.h>

#include "machine/gx/gx_tev_formula.h"

/* Writes the formula as people read it, `TEX0*lerp(#404040, 1, RAMP1.r)`; cut to `size`. */
void fy_tev_print(const fy_tev *tev, uint16_t root, char *text, size_t size);

#endif
