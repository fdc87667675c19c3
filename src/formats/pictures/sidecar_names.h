/*
 * sidecar_names.h: finds files beside a model by the names that other programs and systems use for them, for
 * readers of generic formats (docs/formats/generic.md, "Files beside the model").
 */
#ifndef FERRY_FORMATS_PICTURES_SIDECAR_NAMES_H
#define FERRY_FORMATS_PICTURES_SIDECAR_NAMES_H

#include "ferry64.h"

/* Loads a file beside the input by its name in the source, which may contain `%20`, backslashes or `./`, have
 * another case or be an absolute path on another system. `anywhere`: searches other folders, too. `*name`, if
 * not NULL, becomes the name under which it was found. False: there is none. */
bool fy_locate_sidecar(ferry_job *job, const char *source, bool anywhere, const char **name,
                       ferry_bytes *bytes);

/* The same for a picture, anywhere; if there is none, one of that name and another type. */
bool fy_sidecar_picture(ferry_job *job, const char *source, const char **name, ferry_bytes *bytes);

#endif
