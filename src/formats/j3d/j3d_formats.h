/* j3d_formats.h: the J3D files as formats, and how they are told from others. */
#ifndef FERRY_FORMATS_J3D_FORMATS_H
#define FERRY_FORMATS_J3D_FORMATS_H

#include "ferry64_format.h"

#define FY_J3D_MODELS "bmd2bmd3bdl3bdl4"
#define FY_J3D_TABLES "bmt3"

extern const ferry_format fy_format_j3d; /* bmd2, bmd3, bdl3, bdl4 */
extern const ferry_format fy_format_bmt; /* bmt3 */
extern const ferry_format fy_format_j3d_anim; /* bck1 and its like */

/* "J3D2" and one of the kinds, four letters each, follow each other. */
bool fy_j3d_is_kind(ferry_bytes bytes, const char *kinds);

/* What a file is that only looks like a J3D model by its name: a sentence, or NULL. */
const char *fy_j3d_foreign(ferry_bytes bytes);

#endif
