/*
 * layers.h: triangles that lie back to back, as the two faces of a leaf do, each seen from one side. One of
 * both, seen from both sides, is half as many (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_STEPS_LAYERS_H
#define FERRY_CORE_SIMPLIFY_STEPS_LAYERS_H

#include "core/simplify/pictures/pictures.h"
#include "core/simplify/track.h"

typedef struct fy_doubled_layers {
    uint32_t *twins; /* by triangle that may go: the one that then stands for it; FERRY_NONE: it stays */
    bool *doubled;   /* by mesh: it has such triangles */
    uint32_t count;  /* triangles that may go; 0: the lists may be NULL */
} fy_doubled_layers;

/* Finds them in a shell from which nothing is gone, in meshes that mostly consist of them, and whose
 * materials show nothing else. False at the limit. */
bool fy_layers_find(const fy_shell *shell, fy_doubled_layers *layers);

/* Lets the second ones go: before anything else goes, behind fy_track_open() and fy_components_open(). The
 * pictures show the others from both sides from then on. False at the limit. */
bool fy_layers_merge(const fy_doubled_layers *layers, fy_shell *shell, fy_track_list *track,
                     fy_pictures *pictures);

/* Makes materials of these meshes show both sides. The same. */
bool fy_layers_show(const fy_doubled_layers *layers, ferry_scene *scene);

#endif
