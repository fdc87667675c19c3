/*
 * fake_tiny3d.h: the machine behind tests/n64/t3d: it loads files as Tiny3D does, and draws as slowly as the
 * console may.
 *
 * What is drawn is queued. The values of a material are taken when it is queued, vertices when they are
 * drawn: at the end of the frame after so many as are in flight. Until then nobody may write to them, and
 * what the CPU wrote must have been written back.
 */
#ifndef FERRY_TESTS_FAKE_TINY3D_H
#define FERRY_TESTS_FAKE_TINY3D_H

#include "ferry64.h"
#include "t3d/t3dskeleton.h"

/* An object as it was queued. */
typedef struct fake_drawn {
    const T3DObject *object;
    const T3DMaterial *material;
    color_t prim, env;   /* as the RDP has them; what was set last if the material does not set them */
    float low[2][2];     /* tile, axis */
    const char *path[2]; /* textures */
    uint32_t first_part, part_count;
} fake_drawn;

typedef struct fake_part {
    const T3DVertPacked *at;
    uint32_t pairs;
    uint8_t *bytes; /* as they were when it was queued */
    uint32_t frame;
} fake_part;

/* A file of layout V4, with a further chunk `tracks` of type F if it is not empty, and further strings behind
 * the file's. Free with fake_free(). */
T3DModel *fake_load(ferry_bytes file, ferry_bytes tracks, ferry_bytes strings);

/* As t3d_model_free(): textures go back to the cache by hash. Fails the test unless the model is as it was
 * loaded. */
void fake_free(T3DModel *model);

/* So many frames are in flight from now on; forgets what was drawn. */
void fake_open(uint32_t in_flight);

/* The end of a frame: what was queued so many frames ago is drawn now. Fails the test if its vertices were
 * written to meanwhile, or if the cache held some. */
void fake_frame(void);

/* Draws all that is queued, and gives the memory back. */
void fake_close(void);

/* Bytes that were written back to memory. */
extern uint32_t fake_written;

/* What was queued since the last fake_frame(). */
extern const fake_drawn *fake_list;
extern uint32_t fake_count;

/* A part of it. */
const fake_part *fake_part_at(uint32_t index);

/* Textures in the cache, and how often one was loaded; blocks that are recorded, and not freed. */
extern uint32_t fake_textures, fake_loads, fake_blocks;

/* The object, material, pair of the model's vertex chunk. */
T3DObject *fake_object(const T3DModel *model, uint32_t number);
T3DMaterial *fake_material(const T3DModel *model, uint32_t number);
T3DVertPacked *fake_vertices(const T3DModel *model);

/* One vertex of pairs. */
typedef struct fake_vertex {
    int16_t position[3];
    uint16_t normal;
    uint32_t rgba;
    int16_t st[2];
} fake_vertex;

fake_vertex fake_vertex_of(const T3DVertPacked *pairs, uint32_t vertex);

#endif
