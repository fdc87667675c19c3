/*
 * dca_unpack.h: libdragon's asset container, as its tools pack sprites and models
 * (docs/formats/packing.md, "DCA").
 */
#ifndef FERRY_FORMATS_PACKING_DCA_UNPACK_H
#define FERRY_FORMATS_PACKING_DCA_UNPACK_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The one file inside a DCA3 container; the bytes live as long as the job. False after an error. */
bool fy_dca_unpack(ferry_window *in, ferry_bytes *bytes);

#endif
