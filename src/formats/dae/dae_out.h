/* dae_out.h: COLLADA's XML as it is written: elements, sources, numbers. */
#ifndef FERRY_FORMATS_DAE_DAE_OUT_H
#define FERRY_FORMATS_DAE_DAE_OUT_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export_scene_state.h"

enum { FY_DAE_DEPTH = 64 };

typedef struct fy_dae {
    fy_export_scene x;
    ferry_out out;
    uint32_t depth; /* of elements, for people */
    uint32_t hidden, animations;
} fy_dae;

/* Elements, each on a line of its own. `tag` begins with the element's name: "node id=\"%s\"". */
void fy_dae_open(fy_dae *d, const char *tag, ...) FERRY_PRINTF(2, 3);
void fy_dae_close(fy_dae *d, const char *name);
void fy_dae_empty(fy_dae *d, const char *tag, ...) FERRY_PRINTF(2, 3);

/* One of text. */
void fy_dae_element(fy_dae *d, const char *name, const char *text);

/* Text in an attribute or an element. */
const char *fy_dae_text(fy_dae *d, const char *text);

/* Numbers with blanks between. */
void fy_dae_numbers(fy_dae *d, const float *values, size_t count);
void fy_dae_whole(fy_dae *d, uint32_t value);
void fy_dae_put(fy_dae *d, const char *text);

/* A matrix row by row. */
void fy_dae_rows(const ferry_matrix *m, float to[16]);

/* A source of `count` elements of as many numbers as `names` has letters; "t": of times,
 * "w": of weights. */
void fy_dae_source(fy_dae *d, const char *id, const float *values, uint32_t count, const char *names);

/* One of matrices, row by row; one of words. */
void fy_dae_matrices(fy_dae *d, const char *id, const float *values, uint32_t count);
void fy_dae_words(fy_dae *d, const char *id, const char *name, const char *const *words, uint32_t count);

/* Blanks for the depth of elements. */
void fy_dae_indent(fy_dae *d);

#endif
