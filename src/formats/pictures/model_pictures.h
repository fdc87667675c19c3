/*
 * model_pictures.h: the pictures of a model of a generic format, inside of its file and beside it, each of
 * them read once; and its textures (docs/formats/generic.md, "Textures").
 */
#ifndef FERRY_FORMATS_PICTURES_MODEL_PICTURES_H
#define FERRY_FORMATS_PICTURES_MODEL_PICTURES_H

#include "ferry64.h"
#include "ferry64_format.h"

typedef struct fy_model_picture {
    const char *path;   /* by which the model names it */
    const char *title;  /* what messages call it */
    const char *name;   /* without folder and ending */
    const char *beside; /* the file it lies in; "": in the model's */
    uint32_t image;     /* of the scene; FERRY_NONE: there is no picture */
    uint32_t number;    /* by which its reader knows it */
} fy_model_picture;

/* Numbers of things, found by the hash of what they are called; 0: none, else the number and 1. */
typedef struct fy_model_table {
    uint32_t *slots;
    uint32_t size, count; /* a power of two; less than half of it */
} fy_model_table;

/* `inside`: reads a picture that lies in the model's own file, and says so; false at a limit of the job.
 * `tell`: a message, where the model names the picture. */
typedef struct fy_model_pictures {
    ferry_job *job;
    ferry_scene *scene;
    void *reader;
    bool (*inside)(void *reader, fy_model_picture *picture, bool *inside);
    void (*tell)(const void *reader, const fy_model_picture *picture, ferry_severity severity,
                 const char *code, const char *text);
    fy_model_picture *data; /* as they came; memory of fy_job_reserve() */
    uint32_t count, capacity;
    fy_model_table by_path, textures; /* numbers in `data`; of the scene's textures */
} fy_model_pictures;

/* The picture of that path, which is looked for once. It stays where it is until the next one is looked for.
 * NULL at a limit. */
const fy_model_picture *fy_find_picture(fy_model_pictures *p, const char *path, uint32_t number);

/* For `inside`: decodes the picture in `in`; one that cannot be read costs the user a texture, not the model.
 * Or takes texels. False at a limit. */
bool fy_decode_picture(fy_model_pictures *p, fy_model_picture *to, const ferry_window *in);
bool fy_add_picture(fy_model_pictures *p, fy_model_picture *to, uint32_t width, uint32_t height,
                    const uint8_t *rgba);

/* A loss: the texture has none. */
void fy_tell_unread(const fy_model_pictures *p, const fy_model_picture *picture, const char *why);

/* What a picture is called by its path, on whatever machine. */
const char *fy_picture_stem(fy_model_pictures *p, const char *path);

/* The scene's texture that is like that, added if there is none; of several the first one that this was told
 * of. False at the memory limit. */
bool fy_find_texture(fy_model_pictures *p, const ferry_texture *like, uint32_t *texture);
bool fy_note_texture(fy_model_pictures *p, uint32_t texture);

/* Gives back what it holds. */
void fy_drop_pictures(fy_model_pictures *p);

#endif
