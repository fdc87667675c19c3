/*
 * sidecar_names.h: files beside a model, called as other people's programs and machines call them: what
 * readers of generic formats ask for (docs/formats/generic.md, "Files beside the model").
 */
#ifndef FERRY_FORMATS_PICTURES_SIDECAR_NAMES_H
#define FERRY_FORMATS_PICTURES_SIDECAR_NAMES_H

#include "ferry64.h"

/* A file beside the input, called as the source calls it: `%20`, backslashes, `./`; in another case; absolute
 * paths by what is found of them. `anywhere`: in other folders, too. `*name`, if not NULL, becomes the name
 * that it was asked for by. False: there is none. */
bool fy_locate_sidecar(ferry_job *job, const char *source, bool anywhere, const char **name,
                       ferry_bytes *bytes);

/* The same of a picture, anywhere; if there is none, one of that name and another kind. */
bool fy_sidecar_picture(ferry_job *job, const char *source, const char **name, ferry_bytes *bytes);

bool fy_same_but_for_case(const char *a, const char *b);

#endif
