/*
 * assimp.h: what the reader of generic formats (docs/formats/generic.md) shares among its files. The library assimp
 * parses the bytes; what it makes of them is copied into the scene, and given back.
 */
#ifndef FERRY_FORMATS_ASSIMP_H
#define FERRY_FORMATS_ASSIMP_H

#include <assimp/cfileio.h>
#include <assimp/scene.h>

#include "core/scene/node_matrix.h"
#include "formats/assimp/assimp_formats.h"
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
    fy_assimp_name *names; /* of `nodes` */
    uint32_t *meshes; /* aiMesh -> mesh of the scene; FERRY_NONE: nothing in it can be drawn */
    uint32_t *materials; /* aiMaterial -> material of the scene; FERRY_NONE: not in use */
    uint32_t *first_morphs; /* aiMesh -> its first morph */
    fy_assimp_moves moves;
    uint64_t *looked; /* bytes of the file, for places of what is told */
    fy_model_pictures pictures;
} fy_assimp;

/* assimp_import.c: parses the file under the lock. `name` decides which importer is asked; `moves`: receives those of material
 * libraries. NULL after an error; else to be given to fy_assimp_release(). */
const struct aiScene *fy_assimp_import(ferry_job *job, ferry_window *in, const char *name, fy_assimp_moves *moves);
void fy_assimp_release(const struct aiScene *scene);

/* assimp_files.c: the file system that assimp sees: the input, under `name`, and companions. */
typedef struct fy_assimp_files {
    ferry_job *job;
    const char *name;
    ferry_bytes bytes;
    fy_assimp_moves *moves;
    bool stopped; /* cancelled, past the deadline, or out of memory */
} fy_assimp_files;

struct aiFileIO fy_assimp_file_io(fy_assimp_files *files);

/* assimp_mtl.c: a material library as assimp can take it, in the job's memory; what it says of the ways of pictures goes to `moves`,
 * a list of fy_job_reserve(). False at the memory limit. */
bool fy_assimp_mtl(ferry_job *job, ferry_bytes from, fy_assimp_moves *moves, ferry_bytes *to);

ferry_matrix fy_assimp_matrix(const struct aiMatrix4x4 *m);

/* assimp_nodes.c: nodes; then by name. FERRY_NONE: there is none. */
bool fy_assimp_read_nodes(fy_assimp *a);
uint32_t fy_assimp_find_node(const fy_assimp *a, const struct aiString *name);

/* assimp_meshes.c, assimp_skins.c, assimp_draws.c. */
bool fy_assimp_read_meshes(fy_assimp *a);
bool fy_assimp_read_skin(fy_assimp *a, const struct aiMesh *from, uint32_t node, ferry_mesh *mesh);
bool fy_assimp_read_draws(fy_assimp *a);

/* assimp_materials.c: materials in use; then, once there are meshes, what materials do to their streams. */
bool fy_assimp_read_materials(fy_assimp *a);

bool fy_assimp_apply_materials(fy_assimp *a);

/* assimp_textures.c: once, before; the texture that `path` of a material's texture of that type stands for. */
void fy_assimp_start_pictures(fy_assimp *a);
bool fy_assimp_read_texture(fy_assimp *a, const struct aiMaterial *material, enum aiTextureType type,
                            const struct aiString *path, uint32_t *texture);

/* assimp_clips.c */
bool fy_assimp_read_clips(fy_assimp *a);

/* assimp_places.c: a message about what the file calls `name` (NULL: nothing), with the place where that
 * stands first, if it does. */
void fy_assimp_tell(const fy_assimp *a, ferry_severity severity, const char *code, const char *name,
                    const char *format, ...) FERRY_PRINTF(5, 6);

/* Where bytes lie in the file; and where assimp's own words say that they mean: "line 3", "offset 0x40", a
 * quote. `looked`: bytes that were looked through for places so far; beyond 16 MiB there is none. */
#define FY_NOWHERE UINT64_MAX
uint64_t fy_assimp_find_bytes(const ferry_window *in, ferry_bytes bytes);
uint64_t fy_assimp_place_in(const ferry_window *in, const char *text, uint64_t *looked);

/* assimp's text as the scene's. */
const char *fy_assimp_text(const fy_assimp *a, const struct aiString *text);

#endif
