/* j3d_formats.h: the J3D files as formats, and how they are told from others. */
#ifndef FERRY_FORMATS_J3D_J3D_FORMATS_H
#define FERRY_FORMATS_J3D_J3D_FORMATS_H

#define FY_J3D_MODELS "bmd2bmd3bdl3bdl4"
#define FY_J3D_TABLES "bmt3"

#endif
