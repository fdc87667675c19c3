/*
 * j3d_foreign.h: files that share the endings .bmd and .bdl with J3D, or its magic, but are something
 * else (docs/formats/j3d.md, "What is refused").
 */
#ifndef FERRY_FORMATS_J3D_J3D_FOREIGN_H
#define FERRY_FORMATS_J3D_J3D_FOREIGN_H

#include "ferry64.h"

/* A sentence that says what a file is if it has a J3D model's extension or magic but is something else; else
 * NULL. */
const char *fy_j3d_foreign(ferry_bytes bytes);

#endif
