/* gltf_write_nodes.h: nodes, draws and skins of a glTF file (docs/formats/gltf.md, "Nodes"). */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_NODES_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_NODES_H

#include "formats/gltf/write/gltf_writer.h"

/* Adds nodes, draws and skins, and the scene's roots. Meshes must be there. False at a limit of the job. */
bool fy_gltf_put_nodes(fy_gltf *g);

#endif
