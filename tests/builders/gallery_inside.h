/* gallery_inside.h: what the files of the gallery share. */
#ifndef FERRY_TESTS_GALLERY_INSIDE_H
#define FERRY_TESTS_GALLERY_INSIDE_H

#include "j3d_builder.h"

typedef enum gallery_picture {
    PICTURE_TILES, /* colours, opaque */
    PICTURE_GRAIN, /* grey, opaque */
    PICTURE_SKY,   /* what shines from around: an environment map */
    PICTURE_MARKS, /* colours, alpha 0 or 255 */
    PICTURE_CLOUD, /* grey with another soft alpha */
    PICTURE_STEP,  /* a ramp along s: dark, middling, bright */
    PICTURE_TOON,  /* The Wind Waker's placeholders by name; what is in them does not show */
    PICTURE_TOON_EX,
    PICTURE_SHIFT, /* for indirect stages: how far to shift */
    PICTURE_COUNT,
} gallery_picture;

/* The number of the picture in the model, which gets it if it has it not yet. */
uint32_t gallery_texture(jb_model *model, gallery_picture picture);

/* What stands at one place of the grid. */
typedef enum gallery_body {
    BODY_BALL,
    BODY_BOX,  /* with rounded edges */
    BODY_SEED, /* a small ball, for the inside of others */
    BODY_COUNT,
} gallery_body;

typedef struct gallery_item {
    const char *name; /* the material's: its formula */
    void (*fill)(jb_model *model, ferry_gx_material *gx);
    gallery_body body;
    bool here; /* stands where the item before it stands */
} gallery_item;

typedef struct gallery_room {
    const gallery_item *items;
    uint32_t count;
    bool seeds; /* an opaque ball inside every body */
} gallery_room;

extern const gallery_room gallery_plain, gallery_lit, gallery_pairs, gallery_shine, gallery_cutouts,
    gallery_mixes, gallery_glows;

/* The opaque material of seeds: texture times vertex colour. */
void gallery_seed(jb_model *model, ferry_gx_material *gx);

#endif
