/*
 * generic_builder.h: small models in generic formats, as their makers' tools would write them. Text is put
 * together by generic_say(), numbers of glTF by generic_put().
 */
#ifndef FERRY_TESTS_GENERIC_BUILDER_H
#define FERRY_TESTS_GENERIC_BUILDER_H

#include "ferry64_format.h"

/* Files that lie beside each other: the first one is the model. */
enum { GENERIC_FILES = 8 };

typedef struct generic_files {
    const char *names[GENERIC_FILES];
    char *data[GENERIC_FILES];
    size_t sizes[GENERIC_FILES];
    uint32_t count;
    uint32_t asked; /* how often a sidecar was asked for */
} generic_files;

/* Adds an empty file; NULL-terminated text and bytes go behind what is there. */
void generic_open(generic_files *files, const char *name);
void generic_say(generic_files *files, const char *format, ...) FERRY_PRINTF(2, 3);
void generic_put(generic_files *files, const void *bytes, size_t size);
void generic_free(generic_files *files);

/* The sidecar callback of ferry_options, `user` being the files. */
bool generic_sidecar(void *user, const char *name, ferry_bytes *bytes);

/* A picture of 2 x 2: red, green; blue, half-transparent white. */
void generic_picture(generic_files *files, const char *name);

/* A square of 2 x 2 units in the plane z = 0, its lower left at (-1, -1), with that picture upright on it. */
void generic_obj(generic_files *files);
void generic_gltf(generic_files *files);

/* A triangle strip of six vertices on three joints: up to five weights a vertex, two sets of texture
 * coordinates, linear colours, two morph targets, and two animations ("wave": joints and weights; "blink":
 * stepped). Unlit, translucent, its picture inside the file, turned and stretched. Two nodes have one name,
 * another has none. */
void generic_figure_gltf(generic_files *files);
void generic_figure_glb(generic_files *files);

/* A glTF's JSON and buffer as one file. */
void generic_put_glb(generic_files *files, const char *json, const void *bytes, size_t size);

/* The square as COLLADA: z up, centimetres, sheared. As PLY and STL, without a picture. As FBX text: z up,
 * inches. */
void generic_dae(generic_files *files);
void generic_ply(generic_files *files);
void generic_stl(generic_files *files);
void generic_fbx(generic_files *files);

#endif
