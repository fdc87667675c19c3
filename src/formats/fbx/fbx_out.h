/*
 * fbx_out.h: records of an FBX file, as they are written one after the other (docs/formats/fbx.md,
 * "Records"): binary, or as text. A record has a name, values and records inside it.
 */
#ifndef FERRY_FORMATS_FBX_FBX_OUT_H
#define FERRY_FORMATS_FBX_FBX_OUT_H

#include "ferry64.h"
#include "ferry64_format.h"

enum { FY_FBX_DEPTH = 12, FY_FBX_VERSION = 7400 };

typedef struct fy_fbx_record {
    size_t start; /* of the record */
    uint32_t values;
    size_t first; /* of its values; then the place behind them */
    bool inside;  /* records inside it have begun */
} fy_fbx_record;

typedef struct fy_fbx_out {
    ferry_out out;
    bool text;
    uint32_t depth;
    fy_fbx_record records[FY_FBX_DEPTH];
} fy_fbx_out;

/* Head and foot of the file. False: more bytes than the format can count; an error is reported. */
void fy_fbx_begin(fy_fbx_out *o);
bool fy_fbx_end(fy_fbx_out *o);

/* Begins a record, and ends the one begun last. */
void fy_fbx_open(fy_fbx_out *o, const char *name);
void fy_fbx_close(fy_fbx_out *o);

/* Its records may stand between braces even if there are none. */
void fy_fbx_inside(fy_fbx_out *o);

/* Values of the record begun last, before records inside it. */
void fy_fbx_i32(fy_fbx_out *o, int32_t value);
void fy_fbx_i64(fy_fbx_out *o, int64_t value);
void fy_fbx_string(fy_fbx_out *o, const char *text);
void fy_fbx_bytes(fy_fbx_out *o, ferry_bytes bytes);
void fy_fbx_object_name(fy_fbx_out *o, const char *name, const char *kind); /* "hip", "Model" */

/* A list as one value. */
void fy_fbx_i32s(fy_fbx_out *o, const int32_t *values, uint32_t count);
void fy_fbx_i64s(fy_fbx_out *o, const int64_t *values, uint32_t count);
void fy_fbx_f32s(fy_fbx_out *o, const float *values, uint32_t count);
void fy_fbx_f64s(fy_fbx_out *o, const double *values, uint32_t count);

/* Whole records of one value. */
void fy_fbx_put_i32(fy_fbx_out *o, const char *name, int32_t value);
void fy_fbx_put_i64(fy_fbx_out *o, const char *name, int64_t value);
void fy_fbx_put_f64(fy_fbx_out *o, const char *name, double value);
void fy_fbx_put_string(fy_fbx_out *o, const char *name, const char *text);

/* The same of a number that is not known yet, at most 2^31 - 1: its place, to fill it in. */
size_t fy_fbx_put_later(fy_fbx_out *o, const char *name);
void fy_fbx_fill(fy_fbx_out *o, size_t place, uint32_t value);

/* Properties, inside of a record "Properties70". */
void fy_fbx_property_int(fy_fbx_out *o, const char *name, const char *type, int32_t value);
void fy_fbx_property_time(fy_fbx_out *o, const char *name, int64_t value);
void fy_fbx_property_number(fy_fbx_out *o, const char *name, const char *type, const char *flags,
                            double value);
void fy_fbx_property_vector(fy_fbx_out *o, const char *name, const char *type, const char *flags,
                            const double values[3]);
void fy_fbx_property_string(fy_fbx_out *o, const char *name, const char *type, const char *label,
                            const char *text);

#endif
