/* j3d_tex1.c: TEX1, the textures: headers as in BTI files, and names (docs/formats/j3d.md, "TEX1"). */
#include "formats/j3d/j3d_tex1.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_names.h"
#include "machine/gx/gx_texture.h"

bool fy_j3d_read_textures(fy_j3d *j3d) {
    if (!j3d->has[FY_J3D_TEX1]) return true;
    ferry_window *tex1 = &j3d->chunk[FY_J3D_TEX1];
    uint32_t count = ferry_u16_at(tex1, 8);
    if (!ferry_window_ok(tex1)) return false;
    if (count == 0) return true;
    uint64_t headers = ferry_u32_at(tex1, 0x0c);
    ferry_u32_at(tex1, 0x10);
    if (!ferry_window_ok(tex1)) return false;
    if (!ferry_window_holds(tex1, headers, count, FY_BTI_HEADER_SIZE))
        ferry_say_at(
            tex1, 8, FERRY_WARNING, "j3d.texture-headers",
            "%u texture headers at 0x%llx, but the block has 0x%zx bytes; the missing textures have no "
            "image",
            count, (unsigned long long)headers, tex1->size);

    fy_j3d_names names = fy_j3d_names_open(tex1, 0x10, count);
    fy_gx_image_cache cache = {0};
    for (uint32_t i = 0; i < count; i++) {
        ferry_window texture = ferry_window_part(tex1, "texture", i);
        const char *name = fy_j3d_name(&names, j3d->scene, i, "texture");
        uint32_t index; /* textures follow each other, so material slots can count from the first */
        if (!fy_bti_read(&texture, headers + FY_BTI_HEADER_SIZE * (uint64_t)i, name, j3d->scene, &cache,
                         &index))
            return false;
    }
    return true;
}
