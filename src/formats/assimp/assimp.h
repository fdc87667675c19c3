/*
 * assimp.h: what the reader of generic formats (docs/formats/generic.md) shares among its files. The library
 * assimp parses the bytes; what it makes of them is copied into the scene, and given back.
 *
 *     nodes -> materials -> meshes (with morphs, skins) -> what materials do to streams -> draws -> clips
 *
 * "False after an error" in the headers of this folder: a message was told, or the job is at its memory
 * limit, cancelled or past its deadline. What is merely odd in a file is a warning or a loss, and no error.
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_H

#include <assimp/cfileio.h>
#include <assimp/scene.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/node_matrix.h"
#include "formats/pictures/model_pictures.h"

/* A name of assimp's and what it stands for, sorted by name. Of namesakes the first one holds. */
typedef struct fy_assimp_name {
    const struct aiString *name;
    uint32_t index;
} fy_assimp_name;

/* The nodes of the scene that one node of assimp's became: more than one where its matrix shears. */
typedef struct fy_assimp_node {
    const struct aiNode *from;
    fy_matrix_nodes to;
} fy_assimp_node;

/* How the picture of an OBJ's material is moved over its surface: uv * scale + offset, v up. */
typedef struct fy_assimp_move {
    const char *material;
    uint32_t order; /* in which they came */
    float scale[2], offset[2];
} fy_assimp_move;

typedef struct fy_assimp_moves {
    fy_assimp_move *data;
    uint32_t count, capacity;
} fy_assimp_moves;

typedef struct fy_assimp {
    ferry_job *job;
    ferry_window *in;
    ferry_scene *scene;
    const struct aiScene *from;
    fy_assimp_node *nodes; /* in the order of the scene's */
    uint32_t node_count;
    fy_assimp_name *names;  /* of `nodes` */
    uint32_t *meshes;       /* aiMesh -> mesh of the scene; FERRY_NONE: nothing in it can be drawn */
    uint32_t *materials;    /* aiMaterial -> material of the scene; FERRY_NONE: not in use */
    uint32_t *first_morphs; /* aiMesh -> its first morph */
    bool light;             /* colours are light, as in glTF, not what a screen shows */
    fy_assimp_moves moves;
    uint64_t *looked; /* bytes of the file, for places of what is told */
    fy_model_pictures pictures;
} fy_assimp;

/* The file system that assimp sees (assimp_files.h): the input, under `name`, and sidecars. */
typedef struct fy_assimp_files {
    ferry_job *job;
    const char *name;
    ferry_bytes bytes;
    fy_assimp_moves *moves;
    bool stopped; /* cancelled, past the deadline, or out of memory */
} fy_assimp_files;

#endif
