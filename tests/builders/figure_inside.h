/* figure_inside.h: what the files of the demo figure share. */
#ifndef FERRY_TESTS_FIGURE_INSIDE_H
#define FERRY_TESTS_FIGURE_INSIDE_H

#include "j3d_builder.h"

/* Textures and materials go by these numbers. */
enum {
    FIGURE_FACE,
    FIGURE_JERSEY,
    FIGURE_WOOD,
    FIGURE_HAIR,
    FIGURE_ANCHOR,
    FIGURE_BRASS,
    FIGURE_GLOW,
    FIGURE_CLOTH
};

void figure_textures(jb_model *model);

#endif
