/* t3dm_made_picture.c: see t3dm_made_picture.h. */
#include "formats/t3dm/texture/t3dm_made_picture.h"

#include "ferry64.h"
#include "ferry64_format.h"

bool fy_made_picture_fill(ferry_job *job, const fy_texels *texels, fy_made_picture *made) {
    ferry_mip_level *level = ferry_new(job, ferry_mip_level, 1);
    if (!level) return false;
    *level = (ferry_mip_level){texels->width, texels->height, texels->rgba};
    made->image.width = texels->width;
    made->image.height = texels->height;
    made->image.levels = level;
    made->image.level_count = 1;
    return true;
}

uint32_t fy_made_picture_place(ferry_scene *scene, const fy_made_picture *made) {
    ferry_texture *texture = &scene->textures.data[scene->textures.count];
    *texture = made->texture;
    texture->image = scene->images.count;
    scene->images.data[scene->images.count] = made->image;
    return scene->textures.count;
}

void fy_made_picture_keep(ferry_scene *scene) {
    scene->textures.count++;
    scene->images.count++;
}
