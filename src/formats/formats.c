/* formats.c: the list of all built-in formats. One line here, one line in CMakeLists.txt:
 * docs/adding-a-format.md. */
#include "ferry64.h"
#include "core/base/builtin_formats.h"
#include "formats/j3d/anim/j3d_anim.h"
#include "formats/j3d/j3d_bmt.h"
#include "formats/j3d/j3d_read.h"
#include "formats/sprite/sprite_read.h"
#include "formats/t3dm/t3dm.h"

extern const ferry_format fy_format_bmt, fy_format_bti, fy_format_dae, fy_format_dca, fy_format_fbx,
    fy_format_glb, fy_format_gltf, fy_format_gzip, fy_format_j3d, fy_format_j3d_anim, fy_format_obj,
    fy_format_rarc, fy_format_sprite, fy_format_t3dm, fy_format_tpl, fy_format_ttyd, fy_format_unicode,
    fy_format_yay0, fy_format_yaz0;

#ifdef FERRY_ASSIMP
extern const ferry_format fy_format_3ds, fy_format_assimp, fy_format_ply, fy_format_stl;
#endif

const ferry_format *const fy_builtin_formats[] = {
    &fy_format_bmt,
    &fy_format_bti,
    &fy_format_dae,
    &fy_format_dca,
    &fy_format_fbx,
    &fy_format_glb,
    &fy_format_gltf,
    &fy_format_gzip,
    &fy_format_j3d,
    &fy_format_j3d_anim,
    &fy_format_obj,
    &fy_format_rarc,
    &fy_format_sprite,
    &fy_format_t3dm,
    &fy_format_tpl,
    &fy_format_ttyd,
    &fy_format_unicode,
    &fy_format_yay0,
    &fy_format_yaz0,
#ifdef FERRY_ASSIMP
    &fy_format_ply,
    &fy_format_stl,
    &fy_format_3ds,
    &fy_format_assimp,
#endif
    NULL,
};
