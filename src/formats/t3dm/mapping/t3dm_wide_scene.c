/* t3dm_wide_scene.c: see t3dm_wide_scene.h. */
#include "formats/t3dm/mapping/t3dm_wide_scene.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

bool fy_planner_widen_scene(fy_planner *p) {
    const ferry_scene *from = p->scene;
    if (p->pictures.scene) return true;
    ferry_scene *wide = ferry_new(p->job, ferry_scene, 1);
    ferry_texture *textures =
        ferry_new(p->job, ferry_texture, from->textures.count + (size_t)FY_MOST_MADE_PICTURES);
    ferry_image *images = ferry_new(p->job, ferry_image, from->images.count + (size_t)FY_MOST_MADE_PICTURES);
    fy_image_summary *summary =
        ferry_new(p->job, fy_image_summary, from->images.count + (size_t)FY_MOST_MADE_PICTURES);
    p->pictures.whole_errors = ferry_new(p->job, double, from->textures.count + (size_t)1);
    if (!wide || !textures || !images || !summary || !p->pictures.whole_errors) return false;
    for (uint32_t i = 0; i < from->textures.count; i++) p->pictures.whole_errors[i] = -1;
    *wide = *from;
    if (from->textures.count) memcpy(textures, from->textures.data, from->textures.count * sizeof *textures);
    if (from->images.count) memcpy(images, from->images.data, from->images.count * sizeof *images);
    wide->textures.data = textures;
    wide->images.data = images;
    p->pictures.scene = wide;
    p->pictures.first = from->textures.count;
    p->scene = p->store.scene = p->reference.scene = wide;
    p->reference.images = summary; /* learned anew */
    return true;
}

uint32_t fy_planner_place_picture(fy_planner *p, const fy_made_picture *made) {
    p->reference.images[p->pictures.scene->images.count].known = false; /* of one that was overwritten */
    return fy_made_picture_place(p->pictures.scene, made);
}
