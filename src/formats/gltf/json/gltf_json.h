/*
 * gltf_json.h: where the JSON of a glTF file stands, and values in it that know how they are reached
 * (docs/formats/fast64.md).
 */
#ifndef FERRY_FORMATS_GLTF_JSON_GLTF_JSON_H
#define FERRY_FORMATS_GLTF_JSON_GLTF_JSON_H

#include <jansson.h>

#include "ferry64.h"
#include "core/base/json_places.h"
#include "core/base/json_text.h"
#include "formats/gltf/json/gltf_reader.h"

/* Where the JSON of a .gltf or .glb of version 2 lies in `file`; an empty span, without a message, if the
 * bytes are neither. */
fy_json_span fy_gltf_find_json(ferry_bytes file);

/* ------------------------------------------------------------------------------------------------- values */

/* An element of one of the file's lists, as "materials[3]". */
typedef struct fy_gltf_document {
    const fy_gltf_in *g;
    const char *list;
    uint32_t index;
} fy_gltf_document;

/* One value in it, and how it is reached. It lives on the C stack, as those above it must. */
typedef struct fy_gltf_value {
    const fy_gltf_document *document;
    fy_json json; /* `value` NULL: it is not there, or null; `up` NULL: the document's own */
} fy_gltf_value;

/* The element itself; its member; its element. Where there is none, `json.value` is NULL, and messages still
 * find their place. What is passed in must outlive the result. */
fy_gltf_value fy_gltf_root(const fy_gltf_document *document);
fy_gltf_value fy_gltf_member(const fy_gltf_value *object, const char *key);
fy_gltf_value fy_gltf_element(const fy_gltf_value *array, uint32_t index);

/* A member of what the value is a member of. */
fy_gltf_value fy_gltf_sibling(const fy_gltf_value *value, const char *key);

/* A message about the value, with its place and path; where it is not there, with the place of what should
 * hold it. */
void fy_gltf_say(const fy_gltf_value *value, ferry_severity severity, const char *code, const char *format,
                 ...) FERRY_PRINTF(4, 5);

/* What the member of that name says, or `otherwise` where it is not there, which is a note, or is of another
 * kind or beyond `least` to `most`, which is a warning. true and false count as 1 and 0 and the other way
 * round. */
bool fy_gltf_flag(const fy_gltf_value *object, const char *key, bool otherwise);
long fy_gltf_number(const fy_gltf_value *object, const char *key, long least, long most, long otherwise);
double fy_gltf_real(const fy_gltf_value *object, const char *key, double least, double most,
                    double otherwise);

/* A text, which lives as long as the JSON; NULL where there is none, or, with a warning, something else. */
const char *fy_gltf_text(const fy_gltf_value *object, const char *key);

/* The position in `words` of what the member names, by its position or its name; a `prefix` before the name
 * may be left out. `words` ends in NULL; where it has "" there is none of that name. `otherwise`, with a note
 * or a warning, where it is not there or no such word. */
uint32_t fy_gltf_word(const fy_gltf_value *object, const char *key, const char *const *words,
                      const char *prefix, uint32_t otherwise);

/* The same of the value itself. */
uint32_t fy_gltf_word_of(const fy_gltf_value *value, const char *const *words, const char *prefix,
                         uint32_t otherwise);

/* How far a list was walked by what was said last: messages come in its order. */
struct fy_gltf_place {
    uint64_t looked;
    const char *list;   /* NULL: none was looked into */
    fy_json_span array; /* the whole list */
    uint32_t index;
    const char *at; /* element `index`; NULL: there is none */
};

/* An error about an element of a list, at its place in the file; always false. */
bool fy_gltf_refuse(const fy_gltf_in *g, const char *list, uint32_t index, const char *format, ...)
    FERRY_PRINTF(4, 5);

/* A message about `list`[`index`], or about what `within` leads to in it ("primitives[2].mode"; NULL:
 * itself), at its place in the file; where it is not there, at that of what should hold it. `index`
 * FERRY_NONE: `list` is no list, but the member itself. */
void fy_gltf_tell(const fy_gltf_in *g, ferry_severity severity, const char *code, const char *list,
                  uint32_t index, const char *within, const char *format, ...) FERRY_PRINTF(7, 8);

#endif
