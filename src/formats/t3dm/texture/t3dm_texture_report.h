/* t3dm_texture_report.h: says what became of a texture (docs/what-is-lost.md, "Textures") */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_REPORT_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_REPORT_H

#include "formats/t3dm/texture/t3dm_texture_store.h"

/* Of the export whose file got its name last. */
void fy_texture_report(fy_texture_store *store, const fy_texture_export *of);

/* Settings that ask for other textures, where those of a T3DM file stay the files that they are. */
void fy_texture_report_kept(const fy_texture_store *store);

#endif
