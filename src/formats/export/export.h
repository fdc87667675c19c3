/*
 * export.h: what the writers of glTF, OBJ, FBX and COLLADA share: a prepared scene whose materials have
 * become a texture times vertex colours times a factor, and whose images are PNG files (docs/formats/gltf.md,
 * docs/formats/fbx.md).
 *
 *     export_pictures.h    images -> PNG, their names, paths and links
 *     export_material.h    materials -> looks, by export_material_gx.h and export_material_rdp.h
 *     export_fit.h         how near a look comes to what a machine draws
 *     export_bake.h        all textures of a material as one picture, painted on export_canvas.h
 *     export_transform.h   texture matrices
 *     export_curve.h       tracks -> samples -> keys within an error
 *     export_reach.h       how far an error moves what is drawn
 *     export_clip_names.h  what files call clips
 *     export_left_out.h    draws that are not written
 *     export_scene.h       what FBX and COLLADA share beyond that
 *
 * Lengths in a file are the scene's times `scale`.
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_H
#define FERRY_FORMATS_EXPORT_EXPORT_H

#include "ferry64.h"
#include "ferry64_format.h"

typedef struct fy_export_sample fy_export_sample; /* export_fit.h */

/* One way to approximate a machine's formula. */
typedef struct fy_export_candidate {
    uint32_t source, colors; /* FERRY_NONE: none; source: of fy_export_sample.texels */
    bool color_rgb, color_alpha;
    double factor[4], color_error, alpha_error; /* mean, in 255ths */
} fy_export_candidate;

/* The export of a scene's material: a texture times vertex colours times a factor. */
typedef struct fy_export_surface {
    uint32_t texture;            /* of the scene, with a picture; FERRY_NONE: none */
    uint32_t baked;              /* or a picture that is baked for it; FERRY_NONE: none */
    uint32_t uv;                 /* set of it */
    double transform[2][3];      /* u, v of the file from u, v of the vertex */
    uint32_t colors;             /* vertex colours that multiply; FERRY_NONE: none */
    bool color_rgb, color_alpha; /* which of them count */
    ferry_color factor;          /* display-referred */
    ferry_alpha_mode alpha_mode;
    float cutoff;
    ferry_cull cull;
    bool lit;
    bool scrolls; /* clips move its texture */
    bool fitted;  /* to a machine's formula, by `way` */
    fy_export_candidate candidate;
} fy_export_surface;

/* An image of the scene, or a picture baked for a material, as a PNG file. */
typedef struct fy_export_picture {
    const char *name; /* of what it shows */
    const char *path; /* of its file, where the model's file is `fy_export.file` */
    const char *link; /* its file as the model refers to it: a URI */
    ferry_bytes png;
} fy_export_picture;

typedef struct fy_export {
    ferry_job *job;
    const ferry_scene *scene;
    const char *file;
    double scale;
    bool too_large;              /* a number that no float holds */
    fy_export_picture *pictures; /* of each image, then painted ones */
    uint32_t picture_count;
    fy_export_surface *surfaces;         /* of each material; the last: of draws without one */
    fy_export_sample *samples;           /* of the material at hand */
    uint32_t *by_material, *first_draws; /* draws of material m: from first_draws[m] on */
} fy_export;

/* Opens the export of a prepared scene by the settings, without pictures and looks. */
fy_export fy_export_of(ferry_job *job, const ferry_scene *scene, const char *file);

/* Whether writing succeeded; if it failed without a message, reports one. */
bool fy_export_is_sound(const fy_export *e);

#endif
