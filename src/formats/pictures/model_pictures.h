/*
 * model_pictures.h: the pictures of a generic model, inside of its file and beside it, each read once; and
 * its textures (docs/formats/generic.md, "Textures").
 */
#ifndef FERRY_FORMATS_PICTURES_MODEL_PICTURES_H
#define FERRY_FORMATS_PICTURES_MODEL_PICTURES_H

#include "ferry64.h"
#include "ferry64_format.h"

typedef struct fy_model_picture {
    const char *path;   /* as the model names it */
    const char *title;  /* its name in messages */
    const char *name;   /* its name without folder and extension */
    const char *beside; /* the file that contains it; "": the model's */
    uint32_t image;     /* in the scene; FERRY_NONE: there is no picture */
    uint32_t number;    /* the reader's number for it */
} fy_model_picture;

/* A hash table from names to numbers; 0: none, else the number plus 1. */
typedef struct fy_model_table {
    uint32_t *slots;
    uint32_t size, count; /* a power of two; less than half of it */
} fy_model_table;

/* `inside`: reads a picture that is in the model's own file; false at a limit of the job. `tell`: reports a
 * message at the place where the model names the picture. */
typedef struct fy_model_pictures {
    ferry_job *job;
    ferry_scene *scene;
    void *reader;
    bool (*inside)(void *reader, fy_model_picture *picture, bool *inside);
    void (*tell)(const void *reader, const fy_model_picture *picture, ferry_severity severity,
                 const char *code, const char *text);
    fy_model_picture *data; /* in the order of requests; memory of fy_job_reserve() */
    uint32_t count, capacity;
    fy_model_table by_path, textures; /* numbers in `data`; of the scene's textures */
} fy_model_pictures;

/* The picture of that path, which is only read the first time. The pointer is valid until the next call. NULL
 * at a limit. */
const fy_model_picture *fy_find_picture(fy_model_pictures *p, const char *path, uint32_t number);

/* For `inside`: decodes the picture in `in` (if it is broken, only its texture is lost), or takes texels.
 * False at a limit. */
bool fy_decode_picture(fy_model_pictures *p, fy_model_picture *to, const ferry_window *in);
bool fy_add_picture(fy_model_pictures *p, fy_model_picture *to, uint32_t width, uint32_t height,
                    const uint8_t *rgba);

/* Reports a loss: the texture has no picture. */
void fy_tell_unread(const fy_model_pictures *p, const fy_model_picture *picture, const char *why);

/* The name of a picture, from its path in any system's notation. */
const char *fy_picture_stem(fy_model_pictures *p, const char *path);

/* The scene's texture with these properties, added if there is none. False at the memory limit. */
bool fy_find_texture(fy_model_pictures *p, const ferry_texture *like, uint32_t *texture);
bool fy_note_texture(fy_model_pictures *p, uint32_t texture);

/* Frees what it holds. */
void fy_drop_pictures(fy_model_pictures *p);

#endif
