/* j3d_frame_buffer.c: see j3d_frame_buffer.h. */
#include "formats/j3d/j3d_frame_buffer.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"

/* Modes of texture matrices: from the position, by the camera's projection. */
enum { MODE_CAMERA = 9 };

/* The side of placeholders. */
enum { PLACEHOLDER = 8 };

static bool has_name(const ferry_texture *texture) {
    static const char *const names[] = {"indirectdummy", "H_kagemario_dummy", "fbtex_dummy", "IndDummy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(texture->name, names[i]) == 0) return true;
    return false;
}

static bool is_small(const ferry_scene *scene, const ferry_texture *texture) {
    const ferry_image *image = texture->image == FERRY_NONE ? NULL : &scene->images.data[texture->image];
    return image && image->width <= PLACEHOLDER && image->height <= PLACEHOLDER;
}

static bool by_camera(const ferry_gx_material *gx, uint8_t texgen) {
    if (texgen >= gx->texgen_count || texgen >= FERRY_GX_MAX_TEXGENS) return false;
    const ferry_gx_texgen *from = &gx->texgens[texgen];
    if (from->source != FERRY_GX_TG_POSITION || from->matrix < 30 || from->matrix >= 60) return false;
    return gx->matrices[(from->matrix - 30) / 3].present &&
           gx->matrices[(from->matrix - 30) / 3].mode == MODE_CAMERA;
}

/* Whether stages read a slot, and all by the camera's projection. */
static bool is_on_screen(const ferry_gx_material *gx, uint32_t slot) {
    bool any = false;
    for (uint32_t k = 0; k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++) {
        if (gx->stages[k].map != slot) continue;
        if (!by_camera(gx, gx->stages[k].texgen)) return false;
        any = true;
    }
    return any;
}

uint8_t fy_j3d_frame_buffer_slots(const ferry_scene *scene, const ferry_gx_material *gx) {
    uint8_t slots = 0;
    for (uint32_t slot = 0; slot < FERRY_GX_MAX_MAPS; slot++) {
        if (gx->textures[slot] >= scene->textures.count) continue;
        const ferry_texture *texture = &scene->textures.data[gx->textures[slot]];
        if (has_name(texture) || (is_small(scene, texture) && is_on_screen(gx, slot)))
            slots |= (uint8_t)(1U << slot);
    }
    return slots;
}
