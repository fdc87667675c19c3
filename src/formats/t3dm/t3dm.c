/* t3dm.c: the T3DM format for the library: what it can hold, its settings, its doors. Format:
 * docs/formats/t3dm.md. */
#include "formats/t3dm/t3dm.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"
#include "formats/t3dm/read/t3dm_read.h"
#include "formats/t3dm/rules/t3dm_rules_read.h"
#include "formats/t3dm/write/t3dm_write.h"

#define LAYOUTS "L0|L1|L2|L3|L4|L5|L6|L7|L8|L9|L10|L11|V1|V2|V3|V4"

const ferry_setting fy_t3dm_settings[] = {
    {"t3dm.layout", "V4", LAYOUTS, "which layout to write; --to t3dm:V3 sets it. A runtime takes one only"},
    {"t3dm.base-scale", "auto", "auto|shared|shared:folder|number above 0",
     "units of the file in one unit of the source; auto: for each model the largest power of two up to 64 that fits and at which light looks as it should, "
     "more for those that are less than 32 units long; shared: the smallest of these for all models of a run, "
     "shared:folder: for those of a folder"},
    {"t3dm.skeleton", "auto", "auto|always|never",
     "write bones; auto: if skinned meshes hang on more than one node, else everything is baked in the rest "
     "pose"},
    {"t3dm.depth-write", "exact", "exact|always",
     "exact: materials write depth or not as in the source; always: all of them do, as Tiny3D's own do"},
    {"t3dm.coplanar", "decal", "decal|keep",
     "decal: triangles that lie on others show as in the source; keep: draws are written as they are"},
    {"t3dm.covered", "hide", "drop|hide|keep",
     "draws that a later one covers: hide: those with a name or textures of their own are written and hidden at rest, others "
     "are left out; drop: all are left out; keep: all are written and shown"},
    {"t3dm.depth-bias", "auto", "auto|number above 0",
     "units of the file between flat layers in one plane, of sources that are made of such; auto: a 192nd of the "
     "length, 4 at least"},
    {"t3dm.merge-objects", "no", "no|yes|alike",
     "make one object of those with one material that nothing tells apart at run time; alike: of those with "
     "materials that differ in name only, too"},
    {"t3dm.anim-error", "0.1", "number above 0 up to 100",
     "percent of the model's height by which keys that are left out may move what a bone carries"},
    {"t3dm.aabb", "clips", "clips|rest",
     "what boxes of objects and model hold: the rest pose and all animations, or the rest pose alone"},
    {"t3dm.stream-ext", "sdata", "sdata|t3ds", "ending of the files that hold the keys of animations"},
    {"t3dm.tracks", "yes", "yes|no",
     "a chunk of what the runtime has no word for, for games that include ferry64_tracks.h"},
    {"t3dm.bvh", "no", "no|yes",
     "a tree of boxes over the objects, with which the game finds those in a frustum (t3d_model_bvh_get)"},
    {"t3dm.composite-textures", "yes", "yes|no",
     "yes: textures that one vertex cannot carry coordinates for become one picture of what they come to at rest; no: "
     "the nearest with the textures themselves, which a game may scroll"},
    {"t3dm.sprites", "png", "png|sprite|both",
     "textures as PNG for mksprite, as sprites that need no further step, or both"},
    {"t3dm.texture-format", "auto", "auto|i4,ci4,ia4,i8,ia8,ci8,rgba16,ia16,rgba32",
     "which texel formats textures may get, one or more between commas; auto: what the picture needs"},
    {"t3dm.max-texture", "auto", "auto|whole number above 0",
     "longest side of a texture in texels; auto: what fits"},
    {"t3dm.texture-dither", "none", "none|ordered",
     "pattern for values that lie between those that the texel format holds"},
    {"t3dm.texture-dir", "", "text", "folder for the texture files; empty: beside the model"},
    {"t3dm.rom-dir", "", "text", "where the sprites lie on the console, below rom:/"},
    {"t3dm.stream-dir", "", "text",
     "where the streams of animations lie on the console, below rom:/; empty: as t3dm.rom-dir"},
    {"t3dm.texture-names", "model", "model|plain",
     "put the model's name in front of each texture's name, or not"},
    {NULL, NULL, NULL, NULL},
};

/* What animations hold, and the tracks chunk. */
enum {
    TRACKS = 1 << FERRY_TARGET_TRANSLATE | 1 << FERRY_TARGET_ROTATE | 1 << FERRY_TARGET_SCALE |
             1 << FERRY_TARGET_NODE_VISIBLE | 1 << FERRY_TARGET_DRAW_VISIBLE | 1 << FERRY_TARGET_TEXTURE |
             1 << FERRY_TARGET_TEXTURE_MATRIX | 1 << FERRY_TARGET_REGISTER |
             1 << FERRY_TARGET_KONST | 1 << FERRY_TARGET_MATERIAL_COLOR | 1 << FERRY_TARGET_MORPH |
             1 << FERRY_TARGET_PAINT | 1 << FERRY_TARGET_DRAW_MATERIAL | 1 << FERRY_TARGET_PRIM | 1 << FERRY_TARGET_ENV |
             1 << FERRY_TARGET_TILE
};

static const ferry_caps caps = {.max_influences = 1, .folds_scales = "t3dm", .tracks = TRACKS, .empties = true};

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
    .agree = fy_t3dm_agree,
    .read_rules = fy_t3dm_read_rules,
    .layouts = LAYOUTS,
    .layout_setting = "t3dm.layout",
    .flags = FERRY_FORMAT_SEVERAL | FERRY_FORMAT_SIDE_FILES,
};
