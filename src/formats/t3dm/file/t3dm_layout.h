/*
 * t3dm_layout.h: the sixteen layouts of a T3DM file, as data (docs/formats/t3dm.md, "Older layouts").
 *
 * Old files do not say which one they have: all of L0 to L11 start with "T3DM".
 */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_LAYOUT_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_LAYOUT_H

#include "ferry64.h"

/* What a layout does not have lies here. */
#define FY_T3DM_ABSENT 0xFFu

/* How a strip value says that a new run starts with it. */
typedef enum fy_t3dm_marks {
    FY_T3DM_MARKS_NONE, /* no strips */
    /* 0xFFFF - slot; a triangle whose first and last corner are one slot is a joint */
    FY_T3DM_MARKS_COMPLEMENT,
    FY_T3DM_MARKS_BIT, /* slot | 0x8000 */
} fy_t3dm_marks;

/* Which texture coordinates were moved by half a texel. */
typedef enum fy_t3dm_half_texel {
    FY_T3DM_HALF_NEVER,
    FY_T3DM_HALF_ALWAYS,
    FY_T3DM_HALF_FILTERED, /* unless the material samples points */
} fy_t3dm_half_texel;

/* Whether x of positions and normals is negated. */
typedef enum fy_t3dm_mirrored {
    FY_T3DM_MIRRORED_NO,
    FY_T3DM_MIRRORED_YES,
    FY_T3DM_MIRRORED_EARLY, /* only in files from before 28 March 2024 */
} fy_t3dm_mirrored;

/* Offsets are bytes from the start of the header, the object, the material. */
typedef struct fy_t3dm_layout {
    const char *name; /* "L0" */
    char version;     /* last byte of the magic */

    uint8_t refs_at;      /* chunk numbers of V, I, first M, then the string table's offset, u32 each */
    uint8_t table_at;     /* the chunk table */
    uint8_t model_box_at; /* s16[6] */

    uint8_t object;      /* bytes before the part records */
    uint8_t box_at;      /* s16[6] */
    uint8_t name_at;     /* u32 string */
    uint8_t parts_at;    /* number of parts, u32 ... */
    bool short_parts;    /* ... or u16 */
    uint8_t material_at; /* u32 material number; of two, the second follows */
    bool shared;         /* objects may share materials */
    uint8_t materials;   /* chunks that make one material */

    uint8_t part;        /* bytes of a part record */
    bool bones;          /* parts have a first slot and a bone; before, a count of 32 bits */
    uint8_t slots;       /* of the vertex cache */
    fy_t3dm_marks marks; /* other than NONE: parts have four strip buffers */
    bool sequences;
    bool stray; /* importers read one triangle past an object's last */

    fy_t3dm_half_texel half_texel;
    fy_t3dm_mirrored mirrored;

    uint8_t material; /* bytes */
    bool rdp;         /* with other modes, blender, all colours; else by modes: */
    /* alpha, fog, and from L7 on set prim, from L8 on depth mode and UV generator; u8 each */
    uint8_t modes_at;
    uint8_t prim_at; /* u8[4] */
    bool depth_mode;
    uint8_t tile_at; /* the first tile */
    bool references; /* tiles start with a reference */

    uint8_t bone;       /* bytes; 0: no skeleton */
    bool bone_matrices; /* 4 x 4 instead of scale, rotation, translation; normals are in model space then */
    bool animations;
} fy_t3dm_layout;

enum { FY_T3DM_L0, FY_T3DM_L1, FY_T3DM_L11 = 11, FY_T3DM_V1, FY_T3DM_LAYOUTS = 16 };

extern const fy_t3dm_layout fy_t3dm_layouts[FY_T3DM_LAYOUTS];

/* The layout of that name ("L7"); NULL: there is none. */
const fy_t3dm_layout *fy_t3dm_layout_named(const char *name);

/* The layout with these four bytes of magic; NULL: there is none. Of "T3DM" it is L11, which stands for L0 to
 * L11. */
const fy_t3dm_layout *fy_t3dm_layout_of(const uint8_t magic[4]);

/* Whether the header says nothing more than "T3DM". */
bool fy_t3dm_layout_legacy(const fy_t3dm_layout *layout);

/* Whether a layout is as new as the one of that name, which must exist, or newer. */
bool fy_t3dm_layout_since(const fy_t3dm_layout *layout, const char *name);

/* The layout that the setting `t3dm.layout` names: the one to write. Never NULL: the job checks settings. */
const fy_t3dm_layout *fy_t3dm_layout_wanted(const ferry_job *job);

/* Number of parts of the object that starts `object`, which holds at least layout->object bytes. */
uint32_t fy_t3dm_layout_parts(const fy_t3dm_layout *layout, const uint8_t *object);

#endif
