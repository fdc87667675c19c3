/*
 * t3dm_tmem.c: what the textures of each material would take on the console (docs/formats/sprite.md, "Texture
 * memory").
 */
#include "formats/t3dm/check/t3dm_tmem.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/sprite/rdp_texel.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_material.h"

/* With all levels where the texture's own sprite is known. */
static uint32_t bytes_of(const ferry_scene *scene, const fy_tmem_texture *texture) {
    uint32_t number = scene->textures.data[texture->texture].image;
    const ferry_image *image = number == FERRY_NONE ? NULL : &scene->images.data[number];
    if (!image || !image->has_rdp)
        return (uint32_t)fy_rdp_tmem(texture->format, texture->width, texture->height);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < image->level_count; i++)
        bytes += fy_rdp_tmem(texture->format, image->levels[i].width, image->levels[i].height);
    return bytes > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)bytes;
}

static void measure_textures(const ferry_scene *scene, const fy_t3dm_material *from, fy_tmem *to) {
    *to = (fy_tmem){.limit = 4096};
    for (int i = 0; i < 2; i++) {
        const ferry_rdp_tile *tile = &from->rdp.tiles[i];
        uint32_t code = from->texels[i];
        if (tile->texture >= scene->textures.count || code == 0) continue;
        fy_tmem_texture *texture = &to->textures[to->count++];
        *texture =
            (fy_tmem_texture){tile->texture, (ferry_rdp_texel)code, from->sizes[i][0], from->sizes[i][1], 0};
        texture->bytes = bytes_of(scene, texture);
        to->bytes += texture->bytes;
        if (fy_rdp_tmem_limit(code) < to->limit) to->limit = fy_rdp_tmem_limit(code);
    }
}

bool fy_t3dm_tmem(ferry_job *job, const ferry_scene *scene, fy_tmem **materials) {
    fy_t3dm_plan plan;
    *materials = ferry_new(job, fy_tmem, scene->materials.count);
    if (scene->materials.count == 0) return true;
    if (!*materials || !fy_t3dm_plan_materials(job, scene, "", &plan, NULL)) return false;
    for (uint32_t i = 0; i < scene->draws.count; i++)
        if (plan.of_draw[i] != FERRY_NONE && scene->draws.data[i].material != FERRY_NONE)
            measure_textures(scene, &plan.materials[plan.of_draw[i]],
                             &(*materials)[scene->draws.data[i].material]);
    return true;
}
