/*
 * fbx_materials.c: materials, textures and pictures of an FBX file (docs/formats/fbx.md, "Materials").
 */
#include "formats/fbx/fbx_materials.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export_scene_materials.h"
#include "formats/export/export_scene_state.h"
#include "formats/fbx/fbx_objects.h"
#include "formats/fbx/fbx_out.h"

/* Transparency counts twice in the format: as a colour with a factor, and as opacity. */
static void put_material(fy_fbx *f, uint32_t i) {
    static const double white[3] = {1, 1, 1}, black[3] = {0, 0, 0};
    const ferry_color *from = &f->x.materials[i].color;
    const double color[3] = {(double)from->r, (double)from->g, (double)from->b}, alpha = (double)from->a;
    fy_fbx_out *o = &f->o;
    fy_fbx_open_numbered(f, FY_FBX_MATERIAL, f->materials[i], f->x.materials[i].name, "");
    fy_fbx_put_i32(o, "Version", 102);
    fy_fbx_put_string(o, "ShadingModel", "lambert");
    fy_fbx_put_i32(o, "MultiLayer", 0);
    fy_fbx_open(o, "Properties70");
    fy_fbx_property_vector(o, "EmissiveColor", "Color", "A", black);
    fy_fbx_property_vector(o, "AmbientColor", "Color", "A", black);
    fy_fbx_property_vector(o, "DiffuseColor", "Color", "A", color);
    fy_fbx_property_number(o, "DiffuseFactor", "Number", "A", 1);
    fy_fbx_property_vector(o, "TransparentColor", "Color", "A", white);
    fy_fbx_property_number(o, "TransparencyFactor", "Number", "A", 1 - alpha);
    fy_fbx_property_number(o, "Opacity", "double", "", alpha);
    fy_fbx_close(o);
    fy_fbx_close(o);
}

/* A texture for each material with a picture. */
static bool put_texture(fy_fbx *f, uint32_t i, int64_t video) {
    const fy_export_material *material = &f->x.materials[i];
    const char *file = fy_export_scene_picture_name(&f->x, material->picture);
    const char *link = fy_export_scene_picture_link(&f->x, material->picture);
    fy_fbx_out *o = &f->o;
    int64_t number = fy_fbx_open_object(f, FY_FBX_TEXTURE, material->name, "");
    fy_fbx_put_string(o, "Type", "TextureVideoClip");
    fy_fbx_put_i32(o, "Version", 202);
    fy_fbx_open(o, "TextureName");
    fy_fbx_object_name(o, material->name, "Texture");
    fy_fbx_close(o);
    fy_fbx_open(o, "Properties70");
    fy_fbx_property_int(o, "WrapModeU", "enum", material->wrap[0] == FERRY_WRAP_CLAMP);
    fy_fbx_property_int(o, "WrapModeV", "enum", material->wrap[1] == FERRY_WRAP_CLAMP);
    fy_fbx_property_string(o, "UVSet", "KString", "", "UVMap0");
    fy_fbx_property_int(o, "UseMaterial", "bool", 1);
    fy_fbx_close(o);
    fy_fbx_open(o, "Media");
    fy_fbx_object_name(o, file, "Video");
    fy_fbx_close(o);
    fy_fbx_put_string(o, "FileName", link);
    fy_fbx_put_string(o, "RelativeFilename", link);
    fy_fbx_put_string(o, "Texture_Alpha_Source", "None");
    fy_fbx_close(o);
    bool clear = f->x.e.surfaces[i].alpha_mode != FERRY_ALPHA_OPAQUE;
    return fy_fbx_link_to(f, video, number, NULL) &&
           fy_fbx_link_to(f, number, f->materials[i], "DiffuseColor") &&
           (!clear || fy_fbx_link_to(f, number, f->materials[i], "TransparentColor"));
}

static int64_t put_video(fy_fbx *f, uint32_t picture) {
    const char *file = fy_export_scene_picture_name(&f->x, picture);
    const char *link = fy_export_scene_picture_link(&f->x, picture);
    fy_fbx_out *o = &f->o;
    int64_t number = fy_fbx_open_object(f, FY_FBX_VIDEO, file, "Clip");
    fy_fbx_put_string(o, "Type", "Clip");
    fy_fbx_open(o, "Properties70");
    fy_fbx_property_string(o, "Path", "KString", "XRefUrl", link);
    fy_fbx_close(o);
    fy_fbx_put_i32(o, "UseMipMap", 0);
    fy_fbx_put_string(o, "Filename", link);
    fy_fbx_put_string(o, "RelativeFilename", link);
    if (f->x.embeds) {
        fy_fbx_open(o, "Content");
        fy_fbx_bytes(o, f->x.pictures.data[picture].bytes);
        fy_fbx_close(o);
    }
    fy_fbx_close(o);
    return number;
}

bool fy_fbx_put_materials(fy_fbx *f) {
    int64_t *videos = ferry_new(f->x.e.job, int64_t, (size_t)f->x.pictures.count + 1);
    if (!videos) return false;
    for (uint32_t i = 0; i < f->x.material_count; i++) {
        uint32_t picture = f->x.materials[i].picture;
        if (!f->x.materials[i].used) continue;
        put_material(f, i);
        if (picture == FERRY_NONE) continue;
        if (!videos[picture]) videos[picture] = put_video(f, picture);
        if (!put_texture(f, i, videos[picture]) || !ferry_tick(f->x.e.job)) return false;
    }
    return true;
}
