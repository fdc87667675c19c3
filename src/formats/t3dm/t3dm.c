/* t3dm.c: the T3DM format for the library: what it can hold, its settings, its doors. Format:
 * docs/formats/t3dm.md. */
#include "formats/t3dm/t3dm.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/grid/t3dm_shared_scale.h"
#include "formats/t3dm/read/t3dm_read.h"
#include "formats/t3dm/rules/t3dm_rules_match.h"
#include "formats/t3dm/rules/t3dm_rules_read.h"
#include "formats/t3dm/write/t3dm_write.h"
#include "machine/gx/gx_bake.h"

#define LAYOUTS "L0|L1|L2|L3|L4|L5|L6|L7|L8|L9|L10|L11|V1|V2|V3|V4"

const ferry_setting fy_t3dm_settings[] = {
    {"t3dm.layout", "V4", LAYOUTS,
     "file layout to write, as --to t3dm:V3; each Tiny3D version reads "
     "exactly one"},
    {"t3dm.base-scale", "auto", "auto|shared|shared:folder|number above 0",
     "units of the file per source unit; auto: per model, the largest power of two up to 64 that fits and "
     "keeps lighting precise, more for models shorter than 32 units; shared: the smallest of these for "
     "all models of a run; shared:folder: the smallest per folder"},
    {"t3dm.grid", "object", "object|model",
     "object: where a model's surroundings leave its details few steps, they are stored coarser, on bones "
     "that scale, and the rest finer; model: one grid for all"},
    {"t3dm.skeleton", "auto", "auto|always|never",
     "write bones; auto: if meshes are skinned to more than one node, otherwise bake the rest pose"},
    {"t3dm.depth-write", "exact", "exact|always",
     "exact: depth write per material, as in the source; always: all materials write depth, as those of "
     "Tiny3D's importer"},
    {"t3dm.coplanar", "decal", "decal|keep",
     "decal: coplanar triangles are drawn as decals, so that they look as in the source; keep: draws are "
     "written unchanged"},
    {"t3dm.covered", "hide", "drop|hide|keep",
     "draws that a later draw covers; hide: write those with a name or textures of their own, hidden at "
     "rest, drop the others; drop: drop all; keep: write and show all"},
    {"t3dm.triangle-order", "kept", "kept|free",
     "kept: translucent triangles of one draw that are seen through one another are drawn in the source's "
     "order; free: in the order that costs least"},
    {"t3dm.depth-bias", "auto", "auto|number above 0",
     "distance between coplanar layers in units of the file, for models made of flat layers; auto: 1/192 "
     "of the length, at least 4"},
    {"t3dm.merge-objects", "no", "no|yes|alike",
     "merge objects of one material that are indistinguishable at run time; alike: also merge across "
     "materials that differ only in name"},
    {"t3dm.anim-error", "0.1", "number above 0 up to 100",
     "maximum error from removed animation keys, in percent of the model's height"},
    {"t3dm.aabb", "clips", "clips|rest",
     "what bounding boxes enclose: the rest pose and all animations, or only the rest pose"},
    {"t3dm.stream-ext", "sdata", "sdata|t3ds", "file extension of animation streams"},
    {"t3dm.tracks", "yes", "yes|no",
     "write a chunk with animations that Tiny3D does not support, for games that include ferry64_tracks.h"},
    {"t3dm.lods", "objects", "objects|files",
     "levels of detail as objects of one file, named NAME.lod1 and so on, or as files: NAME.t3dm, "
     "NAME.lod1.t3dm"},
    {"t3dm.bvh", "no", "no|yes",
     "write a bounding volume hierarchy over the objects, for frustum culling (t3d_model_bvh_get)"},
    {"t3dm.composite-textures", "yes", "yes|no",
     "yes: bake textures that need more than one set of texture coordinates into one picture at rest; no: "
     "the nearest match with the textures themselves, which a game may scroll"},
    {"t3dm.films", "auto", "auto|no",
     "layers that animations move apart and the console cannot; auto: shown as a sequence of baked textures; "
     "no: as one texture"},
    {"t3dm.effort", "normal", "normal|fast|best",
     "fast: materials are compared on synthetic samples; normal: on the visible pixels of the model; best: "
     "the search for combiners tries several times as much"},
    {"t3dm.toon", "auto", "auto|ramp|smooth",
     "toon shading (light in steps); auto: a second draw of the same triangles where the steps are visible; "
     "ramp: a second draw wherever there is a ramp; smooth: as a gradient. Without a texture it needs one draw only"},
    {"t3dm.second-draws", "auto", "auto|no",
     "masks, and pictures beside environment maps, that do not fit one draw; auto: a second draw of the same "
     "triangles where the difference is visible; no: the nearest single draw"},
    {"t3dm.second-draw-gain", "0.02", "number above 0",
     "minimum improvement in SSIM for a second draw, and 50 times that in 255ths of colour; or 200 times that "
     "in colour alone (light in steps: 100 times); 1: no second draws, except with t3dm.toon=ramp"},
    {"t3dm.texture-pieces", "auto", "auto|no",
     "textures too large for texture memory; auto: split into pieces, each for some of the triangles, where "
     "the difference is visible; no: shrunk"},
    {"t3dm.sprites", "png", "png|sprite|both",
     "write textures as PNG for mksprite, as ready-made sprites, or both"},
    {"t3dm.texture-format", "auto", "auto|i4,ci4,ia4,i8,ia8,ci8,rgba16,ia16,rgba32",
     "allowed texel formats, comma-separated; auto: what the picture needs"},
    {"t3dm.max-texture", "auto", "auto|whole number above 0",
     "maximum side of a texture in texels; auto: what fits"},
    {"t3dm.texture-dither", "none", "none|ordered", "dithering of values that the texel format cannot store"},
    {"t3dm.texture-dir", "", "text", "folder for texture files; empty: beside the model"},
    {"t3dm.rom-dir", "", "text", "folder of the sprites on the console, below rom:/"},
    {"t3dm.stream-dir", "", "text",
     "folder of the animation streams on the console, below rom:/; empty: same as t3dm.rom-dir"},
    {"t3dm.texture-names", "model", "model|plain", "prefix texture names with the model's name, or not"},
    {NULL, NULL, NULL, NULL},
};

/* What animations hold, and the tracks chunk. */
enum {
    TRACKS = 1 << FERRY_TARGET_TRANSLATE | 1 << FERRY_TARGET_ROTATE | 1 << FERRY_TARGET_SCALE |
             1 << FERRY_TARGET_NODE_VISIBLE | 1 << FERRY_TARGET_DRAW_VISIBLE | 1 << FERRY_TARGET_TEXTURE |
             1 << FERRY_TARGET_TEXTURE_MATRIX | 1 << FERRY_TARGET_REGISTER | 1 << FERRY_TARGET_KONST |
             1 << FERRY_TARGET_MATERIAL_COLOR | 1 << FERRY_TARGET_MORPH | 1 << FERRY_TARGET_VERTEX_COLOR |
             1 << FERRY_TARGET_DRAW_MATERIAL | 1 << FERRY_TARGET_PRIM | 1 << FERRY_TARGET_ENV |
             1 << FERRY_TARGET_TILE
};

static const ferry_caps caps = {.max_influences = 1,
                                .folds_scales = "t3dm",
                                .tracks = TRACKS,
                                .empties = true,
                                .levels = true,
                                .bake_material = fy_gx_bake};

static uint32_t probe_model(ferry_bytes bytes) {
    if (bytes.size < 4 || memcmp(bytes.data, "T3", 2) != 0) return 0;
    /* "T3DM" and other versions too: the reader says what they are. */
    return memcmp(bytes.data, "T3DM", 4) == 0 ? 32 : bytes.data[2] == 'M' && bytes.data[3] < 32 ? 32 : 0;
}

const ferry_format fy_format_t3dm = {
    .name = "t3dm",
    .title = "Tiny3D model",
    .extensions = ".t3dm",
    .role = FERRY_ROLE_MODEL,
    .probe = probe_model,
    .read = fy_t3dm_read,
    .write = fy_t3dm_write,
    .caps = &caps,
    .settings = fy_t3dm_settings,
    .agreed_setting = "t3dm.base-scale",
    .shared_setting = fy_t3dm_shared_setting,
    .read_rules = fy_t3dm_read_rules,
    .weigh_draw = fy_rules_weigh_draw,
    .layouts = LAYOUTS,
    .layout_setting = "t3dm.layout",
    .flags = FERRY_FORMAT_SEVERAL | FERRY_FORMAT_SIDE_FILES,
};
