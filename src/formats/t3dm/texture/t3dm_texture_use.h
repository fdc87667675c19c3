/* t3dm_texture_use.h: what a material reads of a texture, and what a user asks of it */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_USE_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_USE_H

#include "ferry64.h"
#include "core/image/texels_difference.h"
#include "formats/sprite/t3dm_sprites.h"
#include "machine/gx/gx_tev_formula.h"

#define FY_NO_COMPONENT 0xFF

/* What somebody asks of a texture: sizes in texels. What the console cannot draw is not done but reported. */
typedef struct fy_texture_constraint {
    bool has_format;
    fy_sprite_format format;
    uint32_t width, height; /* 0: free */
    uint32_t most;          /* longest side; 0: free */
} fy_texture_constraint;

/* Texels that are not the picture's own but a formula's over them. */
typedef struct fy_texture_bake {
    const fy_tev *formula;
    uint16_t color, alpha; /* nodes; FY_TEV_NONE: as it is */
} fy_texture_bake;

/* A part of a picture, in its texels; it may reach over the edges: the picture goes on as `wraps` say. */
typedef struct fy_texture_window {
    int32_t from[2];
    uint32_t size[2]; /* 0: the whole picture */
    ferry_wrap wraps[2];
} fy_texture_window;

/* What a material reads of a texture. */
typedef struct fy_texture_use {
    uint32_t texture;   /* of the scene; it has an image */
    uint8_t swizzle[3]; /* source component of r, g, b; FY_NO_COMPONENT: colour is not read */
    uint8_t alpha;      /* source component of alpha; FY_NO_COMPONENT: not read */
    uint16_t threshold; /* 0: alpha as it is; else alpha from here on becomes 255, below 0 */
    uint8_t limit; /* where the console cuts out; not 0: alpha may be moved instead, threshold to limit */
    const fy_importance *importance; /* of the picture's parts, while it is made; NULL: all alike */
    fy_texture_bake bake;            /* formula NULL: nothing is baked */
    ferry_wrap wrap_s, wrap_t;
    bool whole; /* not to be halved by mirroring: the runtime makes coordinates from the stored size */
    fy_texture_window window; /* all of the picture that its vertices reach */
    /* coordinates follow what is stored: a clamped picture that does not fit may lose edges that go on
     * unchanged, and may be halved by mirroring */
    bool follows;
    bool hides;     /* where alpha is 0 nothing is seen */
    bool magnified; /* texels are two pixels or more across: it may be stored larger than it is */
    fy_texture_constraint constraint;
} fy_texture_use;

/* Whether the same picture comes of both for one image. What parts of it weigh is not asked. */
bool fy_texture_same_use(const fy_texture_use *a, const fy_texture_use *b);

/* Whether the window shows less than all of the image. */
bool fy_texture_is_part(const fy_texture_window *window, const ferry_image *of);

#endif
