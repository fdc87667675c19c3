/*
 * assimp.h: what the reader of generic formats (docs/formats/generic.md) shares among its files. The library assimp
 * parses the bytes; what it makes of them is copied into the scene, and given back.
 */
#ifndef FERRY_FORMATS_ASSIMP_H
#define FERRY_FORMATS_ASSIMP_H

#include <assimp/cfileio.h>
#include <assimp/scene.h>

#include "formats/assimp/assimp_formats.h"
#include "formats/gltf/gltf_read.h"

/* A name of assimp's and what it stands for, sorted by name. Of namesakes the first one holds. */
typedef struct fy_assimp_name {
    const struct aiString *name;
    uint32_t index;
} fy_assimp_name;

/* The nodes of the scene that one node of assimp's became: more than one where its matrix shears. */
typedef struct fy_assimp_node {
    const struct aiNode *from;
    uint32_t top, bottom; /* scene nodes; what hangs on it hangs on `bottom` */
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
    bool gltf; /* glTF 2, text or binary */
    fy_gltf_in g; /* what is read from such a file itself */
    fy_assimp_node *nodes; /* in the order of the scene's */
    uint32_t node_count;
    fy_assimp_name *names; /* of `nodes` */
    uint32_t *meshes; /* aiMesh -> mesh of the scene; FERRY_NONE: nothing in it can be drawn */
    uint32_t *materials; /* aiMaterial -> material of the scene; FERRY_NONE: not in use */
    uint32_t *first_morphs; /* aiMesh -> its first morph */
    fy_assimp_moves moves;
    uint64_t *looked;               /* bytes of the file, for places of what is told */
    struct fy_assimp_image *images; /* pictures by the paths seen so far */
    uint32_t image_count, image_capacity;
} fy_assimp;

/* assimp_import.c: parses `bytes`, which are those of `in` or stand for them, under the lock. `name` decides which importer
 * is asked; `smooth`: what has no normals gets them; `moves`: receives those of material libraries. NULL after an error; else to be given to fy_assimp_release(). */
const struct aiScene *fy_assimp_import(ferry_job *job, ferry_window *in, ferry_bytes bytes, const char *name, bool smooth,
                                       fy_assimp_moves *moves);
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

/* A file beside the input, called as the source calls it: `%20`, backslashes, `./`; in another case; absolute paths by what is found
 * of them. `anywhere`: in other folders, too. `*name`, if not NULL, becomes the name that it was asked for by. False: there is
 * none. */
bool fy_assimp_companion(ferry_job *job, const char *source, bool anywhere, const char **name, ferry_bytes *bytes);

/* The same of a picture, anywhere; if there is none, one of that name and another kind. */
bool fy_assimp_picture(ferry_job *job, const char *source, const char **name, ferry_bytes *bytes);

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
double fy_assimp_display(double linear); /* light to what a screen shows, 0..1 */

/* assimp_textures.c: the texture that `path` of a material's texture of that type stands for. */
bool fy_assimp_read_texture(fy_assimp *a, const struct aiMaterial *material, enum aiTextureType type,
                            const struct aiString *path, uint32_t *texture);

/* assimp_clips.c */
bool fy_assimp_read_clips(fy_assimp *a);

/* assimp_gltf.c: checks a glTF, and makes of it a .glb of nodes, materials and pictures, which are called by their numbers. To be
 * closed in any case. */
bool fy_assimp_gltf_open(fy_assimp *a, ferry_bytes *changed);
void fy_assimp_gltf_close(fy_assimp *a);

/* Which of the file's nodes it is, which of its materials bears such a name (FERRY_NONE: none). */
uint32_t fy_assimp_gltf_node(const fy_assimp *a, const struct aiNode *node);
uint32_t fy_assimp_gltf_material(const fy_assimp *a, const char *name);

/* Whether a node is none of the scene's: what materials hang on, what stands for another. */
bool fy_assimp_gltf_skips(const fy_assimp *a, const struct aiNode *node);

/* The number of the texture that a material is only there for; FERRY_NONE: it is one of the file's. */
uint32_t fy_assimp_gltf_texture(const fy_assimp *a, const char *name);

/* What the file calls a node, and how it rests, exactly. */
const char *fy_assimp_gltf_name(const fy_assimp *a, uint32_t number);
void fy_assimp_gltf_rest(const fy_assimp *a, uint32_t number, ferry_node *node);

/* Meshes, skins, draws and clips, once there are nodes and materials. */
bool fy_assimp_gltf_read(fy_assimp *a);

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
