/*
 * ferry64_lod.h: for games: draws one level of detail of a model that `ferry64 convert --lods` wrote.
 *
 * The levels are objects of one model: "body", "body.lod1", "body.lod2". They share bones, materials and
 * textures. t3d_model_draw() would draw all of them at once; this draws those of one level. Include this file
 * after Tiny3D's headers; it needs only libdragon and Tiny3D, and compiles as C11 and as C++.
 *
 *     Ferry64Lod lod;     // one for a model
 *     uint32_t level = 0; // one for each instance of it
 *
 *     ferry64_lod_open(&lod, model);
 *
 *     // each frame: the finest level while it is at least 120 pixels high on a screen of 240
 *     float pixels = ferry64_lod_pixels(height, distance, fov, 240);
 *     level = ferry64_lod_by_size(&lod, level, pixels, 120);
 *     ferry64_lod_draw(&lod, level, &skeleton); // NULL: no skeleton
 *
 * Which level. Triangles should keep their size on the screen: a level with a quarter of the triangles is
 * used when the model is half as high, or twice as far away, as the limit for the finest level. The level
 * changes only when its limit is passed by a tenth, so that nothing flickers between two levels. Or choose a
 * level yourself, from 0 to lod.count - 1.
 *
 * With ferry64_tracks.h. Both headers decide which objects are drawn: `lod.also` is a second filter. Set it
 * after ferry64_lod_open(), which clears it:
 *
 *     lod.also = ferry64_filter;
 *     lod.also_data = &tracks;
 *
 *     ferry64_apply(&player); // in place of ferry64_draw()
 *     ferry64_lod_draw(&lod, level, &skeleton);
 *
 * ferry64_apply() moves the vertices of all levels: while morphs play, the coarser levels cost a little time,
 * too.
 *
 * Drawing without ferry64_lod_draw(). Set lod.level and call t3d_model_draw_custom() with `.filterCb =
 * ferry64_lod_filter, .userData = &lod`; or write a loop that skips objects for which ferry64_lod_of() is
 * another level. Each level may be recorded into a block of its own. After t3d_model_bvh_query_frustum(),
 * check both isVisible and the level.
 *
 * Copyright (c) the ferry64 authors. MIT license: see LICENSE.
 */
#ifndef FERRY64_LOD_H
#define FERRY64_LOD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <t3d/t3dmodel.h>
#include <t3d/t3dskeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FERRY64_LODS = 10 };

typedef struct Ferry64Lod {
    const T3DModel *model;
    uint32_t count; /* levels, at least 1 */
    uint32_t level; /* the one that ferry64_lod_filter() accepts */
    uint32_t triangles[FERRY64_LODS];
    /* the last object of each level; NULL: the levels are not in order, and names are compared instead */
    const T3DObject *last[FERRY64_LODS];
    /* a second filter, called with `also_data`; NULL: none. ferry64_lod_open() clears both */
    bool (*also)(void *userData, const T3DObject *object);
    void *also_data;
} Ferry64Lod;

/* The level by the end of an object's name: ".lod1" to ".lod9"; else 0. */
static inline uint32_t ferry64_lod_of_name(const char *name) {
    size_t length = name ? strlen(name) : 0;
    if (length < 5 || memcmp(name + length - 5, ".lod", 4) != 0) return 0;
    char digit = name[length - 1];
    return digit >= '1' && digit <= '9' ? (uint32_t)(digit - '0') : 0;
}

/* The level of one of the model's objects. */
static inline uint32_t ferry64_lod_of(const Ferry64Lod *lod, const T3DObject *object) {
    if (lod->count < 2) return 0;
    if (!lod->last[0]) return ferry64_lod_of_name(object->name);
    uint32_t level = 0;
    while (level + 1 < lod->count && (uintptr_t)object > (uintptr_t)lod->last[level]) level++;
    return level;
}

/* The object of a chunk; NULL: another kind of chunk. An entry of the chunk table is one byte of type and
 * three of offset. */
static inline const T3DObject *ferry64_lod_object(const T3DModel *model, uint32_t chunk) {
    const uint8_t *entry = (const uint8_t *)&model->chunkOffsets[chunk];
    uint32_t offset = (uint32_t)entry[1] << 16 | (uint32_t)entry[2] << 8 | entry[3];
    return entry[0] == 'O' ? (const T3DObject *)(uintptr_t)((uintptr_t)model + offset) : NULL;
}

/* Finds the levels of a model, whose objects must stay where they are in memory. False: there is only one
 * level, which is drawn as usual. Allocates no memory. */
static inline bool ferry64_lod_open(Ferry64Lod *lod, const T3DModel *model) {
    bool in_order = true, met[FERRY64_LODS];
    memset(lod, 0, sizeof *lod);
    memset(met, 0, sizeof met);
    lod->model = model;
    lod->count = 1;
    for (uint32_t i = 0; i < model->chunkCount; i++) {
        const T3DObject *object = ferry64_lod_object(model, i);
        if (!object) continue;
        uint32_t level = ferry64_lod_of_name(object->name);
        for (uint32_t k = 0; k < FERRY64_LODS; k++)
            if (k != level && lod->last[k] && ((uintptr_t)lod->last[k] < (uintptr_t)object) != (k < level))
                in_order = false;
        met[level] = true;
        lod->last[level] = object;
        lod->triangles[level] += object->triCount;
    }
    while (lod->count < FERRY64_LODS && met[lod->count]) lod->count++;
    for (uint32_t k = lod->count; k < FERRY64_LODS; k++)
        if (met[k]) lod->count = 1; /* a gap: names that end so by chance */
    if (!met[0]) lod->count = 1;
    if (!in_order) lod->last[0] = NULL;
    return lod->count > 1;
}

/* T3DModelDrawConf.filterCb; userData: the Ferry64Lod. */
static inline bool ferry64_lod_filter(void *userData, const T3DObject *object) {
    const Ferry64Lod *lod = (const Ferry64Lod *)userData;
    return ferry64_lod_of(lod, object) == lod->level && (!lod->also || lod->also(lod->also_data, object));
}

/* The coarsest level whose triangles are no larger on the screen than those of the finest level at its limit;
 * `far`: how many times smaller the model is on the screen than at that limit. */
static inline uint32_t ferry64_lod_pick(const Ferry64Lod *lod, float far) {
    uint32_t level = 0;
    while (level + 1 < lod->count && far * far * (float)lod->triangles[level + 1] >= (float)lod->triangles[0])
        level++;
    return level;
}

static inline uint32_t ferry64_lod_next(const Ferry64Lod *lod, uint32_t level, float far) {
    uint32_t coarser = ferry64_lod_pick(lod, far / 1.1f), finer = ferry64_lod_pick(lod, far * 1.1f);
    return level < coarser ? coarser : level > finer ? finer : level;
}

/* The new level of an instance whose level is `level`, by its distance from the camera: the finest up to
 * `near`. */
static inline uint32_t ferry64_lod_by_distance(const Ferry64Lod *lod, uint32_t level, float distance,
                                               float near) {
    return near > 0 ? ferry64_lod_next(lod, level, distance / near) : level;
}

/* The same by its height on the screen: the finest from `full` pixels on. */
static inline uint32_t ferry64_lod_by_size(const Ferry64Lod *lod, uint32_t level, float pixels, float full) {
    return pixels > 0 ? ferry64_lod_next(lod, level, full / pixels) : lod->count - 1;
}

/* How many pixels high something is. `height` and `distance` are in the same unit, `fov` is the camera's
 * vertical angle in radians, as for t3d_viewport_set_projection(), `screen` the screen's height in pixels. */
static inline float ferry64_lod_pixels(float height, float distance, float fov, float screen) {
    return distance > 0 ? height * screen / (2 * distance * tanf(fov / 2)) : screen;
}

/* Draws a level, with the bones of a skeleton or without (NULL). Levels beyond the last draw the last. */
static inline void ferry64_lod_draw(Ferry64Lod *lod, uint32_t level, const T3DSkeleton *skeleton) {
    T3DModelDrawConf conf;
    memset(&conf, 0, sizeof conf);
    lod->level = level < lod->count ? level : lod->count - 1;
    conf.userData = lod;
    conf.filterCb = ferry64_lod_filter;
    if (skeleton)
        conf.matrices = skeleton->boneMatricesFP +
                        (uint32_t)skeleton->skeletonRef->boneCount * skeleton->currentBufferIdx;
    t3d_model_draw_custom(lod->model, conf);
}

#ifdef __cplusplus
}
#endif

#endif
