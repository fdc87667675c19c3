/*
 * fbx_models.h: nodes and draws as models of an FBX file, with what they show
 * (docs/formats/fbx.md, "Models", "Meshes").
 */
#ifndef FERRY_FORMATS_FBX_FBX_MODELS_H
#define FERRY_FORMATS_FBX_FBX_MODELS_H

#include "formats/fbx/fbx_objects.h"

/* Each puts its objects and links. False after an error. */
bool fy_fbx_put_models(fy_fbx *f);

#endif
