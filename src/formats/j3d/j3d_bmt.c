/*
 * j3d_bmt.c: bmt3, a material table: MAT3 and TEX1 without a model (docs/formats/j3d.md, "Material tables").
 *
 * After a model it replaces, as the engine does, the materials of the same name, and the textures as a whole:
 * texture numbers of the materials that stay then count in the new table. Alone it gives a scene of materials
 * and textures.
 */
#include "formats/j3d/j3d_bmt.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_formats.h"
#include "formats/j3d/j3d_frame_buffer.h"
#include "formats/j3d/j3d_mat3.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_read.h"
#include "formats/j3d/j3d_tex1.h"
#include "machine/gx/gx_summary.h"

/* Materials from `own` on are the table's: they move over their namesakes and leave the list. */
static bool replace_materials(fy_j3d *j3d, uint32_t own) {
    ferry_material_list *materials = &j3d->scene->materials;
    uint32_t count = materials->count - own, replaced = 0;
    if (count == 0) return true;
    ferry_mark mark = ferry_job_mark(j3d->job);
    fy_j3d_named *list = fy_j3d_sort_materials(j3d->job, j3d->scene, own);
    if (!list) return false;
    for (uint32_t k = 0; k < own; k++) {
        const fy_j3d_named *found = fy_j3d_find_named(list, count, materials->data[k].name);
        if (!found) continue;
        materials->data[k] = materials->data[found->index];
        replaced++;
    }
    materials->count = own;
    ferry_job_release(j3d->job, mark);
    if (replaced == 0)
        ferry_say_at(j3d->file, 0, FERRY_WARNING, "bmt.no-material-match",
                     "none of the %u materials matches a material of the model by name", count);
    else
        ferry_say_at(j3d->file, 0, FERRY_NOTE, "bmt.materials-replaced",
                     "%u of the model's %u materials "
                     "replaced",
                     replaced, own);
    return true;
}

static bool loses_texture(const ferry_gx_material *gx, uint32_t count) {
    for (uint32_t slot = 0; slot < FERRY_GX_MAX_MAPS; slot++)
        if (gx->textures[slot] != FERRY_NONE && gx->textures[slot] >= count) return true;
    return false;
}

/* Texture numbers stay what they are, but the new list may be shorter, or have other names. */
static bool fit_textures(fy_j3d *j3d, ferry_material *material) {
    uint32_t count = j3d->scene->textures.count;
    if (!material->gx) {
        if (material->base_texture != FERRY_NONE && material->base_texture >= count)
            material->base_texture = FERRY_NONE;
        return true;
    }
    const bool loses = loses_texture(material->gx, count);
    const uint8_t slots = fy_j3d_frame_buffer_slots(j3d->scene, material->gx);
    if (!loses && slots == material->gx->frame_buffer_slots) return true;
    ferry_gx_material *gx = ferry_scene_new(j3d->scene, ferry_gx_material, 1);
    if (!gx) return false;
    *gx = *material->gx;
    for (uint32_t slot = 0; slot < FERRY_GX_MAX_MAPS; slot++)
        if (gx->textures[slot] >= count) gx->textures[slot] = FERRY_NONE;
    gx->frame_buffer_slots = slots;
    material->gx = gx;
    fy_gx_summarise(material);
    if (!loses) return true;
    ferry_say_at(j3d->file, 0, FERRY_WARNING, "bmt.texture-range",
                 "material \"%s\" references a texture past the table's %u; used white", material->name,
                 count);
    return true;
}

static bool shows_missing(const ferry_track *track, uint32_t count) {
    for (uint32_t k = 0; track->target == FERRY_TARGET_TEXTURE && k < track->key_count; k++)
        if ((double)track->values[k] >= count) return true;
    return false;
}

/* So do those of animations that were read before. */
static void fit_clips(fy_j3d *j3d) {
    ferry_clip_list *clips = &j3d->scene->clips;
    uint32_t left_out = 0;
    for (uint32_t i = 0; i < clips->count; i++) {
        ferry_clip *clip = &clips->data[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < clip->track_count; k++)
            if (!shows_missing(&clip->tracks[k], j3d->scene->textures.count))
                clip->tracks[kept++] = clip->tracks[k];
        left_out += clip->track_count - kept;
        clip->track_count = kept;
    }
    if (left_out)
        ferry_say_at(j3d->file, 0, FERRY_WARNING, "bmt.anim-texture-range",
                     "%u animation tracks reference textures past the table's %u; left out", left_out,
                     j3d->scene->textures.count);
}

/* Reads the tables behind what the scene holds, then lets them take its place. */
static bool join_tables(fy_j3d *j3d) {
    ferry_scene *scene = j3d->scene;
    uint32_t own = scene->materials.count;
    j3d->first_texture = 0;
    if (j3d->has[FY_J3D_TEX1]) {
        scene->textures = (ferry_texture_list){0};
        scene->images = (ferry_image_list){0};
    }
    if (!fy_j3d_read_textures(j3d) || !fy_j3d_read_materials(j3d) || !replace_materials(j3d, own))
        return false;
    for (uint32_t k = 0; k < own; k++)
        if (!fit_textures(j3d, &scene->materials.data[k])) return false;
    fit_clips(j3d);
    return fy_j3d_sort_draws(j3d->job, scene, 0);
}

static bool read_table(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_j3d j3d;
    bool alone = scene->materials.count == 0 && scene->textures.count == 0 && scene->nodes.count == 0;
    if (!fy_j3d_open(&j3d, job, in, scene, FY_J3D_TABLES, FY_J3D_TABLE_CHUNKS)) return false;
    if (!j3d.has[FY_J3D_MAT3] && !j3d.has[FY_J3D_MAT2] && !j3d.has[FY_J3D_TEX1])
        return ferry_refuse(in, 0, "j3d.block-missing", "the material table has neither MAT3 nor TEX1");
    return alone ? fy_j3d_read_textures(&j3d) && fy_j3d_read_materials(&j3d) : join_tables(&j3d);
}

static uint32_t probe_materials(ferry_bytes bytes) {
    return fy_j3d_is_kind(bytes, FY_J3D_TABLES) ? 64 : 0;
}

const ferry_format fy_format_bmt = {
    .name = "bmt",
    .title = "J3D material table (GameCube, Wii)",
    .extensions = ".bmt",
    .role = FERRY_ROLE_ADD_ON,
    .probe = probe_materials,
    .read = read_table,
};
