/* fbx_out.c: see fbx_out.h. */
#include "formats/fbx/fbx_out.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/numbers.h"

/* -------------------------------------------------------------------------------------------------- bytes */

static void put_le(fy_fbx_out *o, uint64_t value, int bytes) {
    for (int k = 0; k < bytes; k++) ferry_put_u8(&o->out, (uint8_t)(value >> 8 * k));
}

static void patch_le32(fy_fbx_out *o, size_t at, size_t value) {
    for (size_t k = 0; k < 4 && !o->out.bad; k++) o->out.data[at + k] = (uint8_t)(value >> 8 * k);
}

static void put_chars(fy_fbx_out *o, const char *text) {
    ferry_put_bytes(&o->out, text, strlen(text));
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ------------------------------------------------------------------------------------------------ records */

enum { NULL_RECORD = 13 };

static fy_fbx_record *top(fy_fbx_out *o) {
    return &o->records[o->depth - 1];
}

static void indent(fy_fbx_out *o, uint32_t depth) {
    for (uint32_t k = 0; k < depth; k++) put_chars(o, "\t");
}

static void end_values(fy_fbx_out *o) {
    fy_fbx_record *record = top(o);
    patch_le32(o, record->start + 4, record->values);
    patch_le32(o, record->start + 8, o->out.size - record->first);
}

void fy_fbx_inside(fy_fbx_out *o) {
    fy_fbx_record *record = top(o);
    if (record->inside) return;
    record->inside = true;
    if (o->text)
        put_chars(o, " {\n");
    else
        end_values(o);
}

void fy_fbx_open(fy_fbx_out *o, const char *name) {
    if (o->depth) fy_fbx_inside(o);
    fy_fbx_record *record = &o->records[o->depth++];
    *record = (fy_fbx_record){.start = o->out.size};
    if (o->text) {
        indent(o, o->depth - 1);
        put_chars(o, name);
        put_chars(o, ":");
        return;
    }
    ferry_put_zeros(&o->out, 12);
    ferry_put_u8(&o->out, (uint32_t)strlen(name));
    put_chars(o, name);
    record->first = o->out.size;
}

void fy_fbx_close(fy_fbx_out *o) {
    fy_fbx_record *record = top(o);
    o->depth--;
    if (o->text) {
        if (record->inside) indent(o, o->depth);
        put_chars(o, record->inside ? "}\n" : "\n");
        return;
    }
    if (record->inside) {
        ferry_put_zeros(&o->out, NULL_RECORD);
    } else {
        o->depth++;
        end_values(o);
        o->depth--;
    }
    patch_le32(o, record->start, o->out.size);
}

/* ------------------------------------------------------------------------------------------ head and foot */

/* What the ends of files are made of, which belongs to the creation time that fbx_write.c states. */
static const uint8_t foot_id[16] = {0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66,
                                    0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e};
static const uint8_t foot_magic[16] = {0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e,
                                       0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b};

void fy_fbx_begin(fy_fbx_out *o) {
    static const char magic[23] = "Kaydara FBX Binary  \0\x1a";
    if (o->text) {
        put_chars(o, "; FBX 7.4.0 project file\n; ----------------------------------------------------\n\n");
        return;
    }
    ferry_put_bytes(&o->out, magic, sizeof magic);
    put_le(o, FY_FBX_VERSION, 4);
}

bool fy_fbx_end(fy_fbx_out *o) {
    if (!o->text) {
        ferry_put_zeros(&o->out, NULL_RECORD);
        ferry_put_bytes(&o->out, foot_id, sizeof foot_id);
        ferry_put_zeros(&o->out, 4);
        ferry_put_zeros(&o->out, 16 - o->out.size % 16);
        put_le(o, FY_FBX_VERSION, 4);
        ferry_put_zeros(&o->out, 120);
        ferry_put_bytes(&o->out, foot_magic, sizeof foot_magic);
    }
    if (!o->out.bad && !o->text && o->out.size > UINT32_MAX) {
        ferry_say(o->out.job, FERRY_ERROR, "fbx.file-size", o->out.file, "",
                  "%zu bytes; the file limit is %" PRIu32, o->out.size, UINT32_MAX);
        return false;
    }
    return !o->out.bad;
}

/* ------------------------------------------------------------------------------------------------- values */

/* Of text: what stands before the value. */
static void next(fy_fbx_out *o, char type) {
    if (o->text)
        put_chars(o, top(o)->values ? "," : " ");
    else
        ferry_put_u8(&o->out, (uint8_t)type);
    top(o)->values++;
}

static void put_number(fy_fbx_out *o, double value) {
    char text[FY_NUMBER_SIZE];
    put_chars(o, fy_number(text, (float)value));
}

static void put_whole(fy_fbx_out *o, int64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    put_chars(o, text);
}

void fy_fbx_i32(fy_fbx_out *o, int32_t value) {
    next(o, 'I');
    if (o->text)
        put_whole(o, value);
    else
        put_le(o, (uint32_t)value, 4);
}

void fy_fbx_i64(fy_fbx_out *o, int64_t value) {
    next(o, 'L');
    if (o->text)
        put_whole(o, value);
    else
        put_le(o, (uint64_t)value, 8);
}

static void put_f64(fy_fbx_out *o, double value) {
    next(o, 'D');
    if (o->text)
        put_number(o, value);
    else
        put_le(o, bits_of(value), 8);
}

static void put_quoted(fy_fbx_out *o, const char *text) {
    for (; *text; text++)
        if (*text == '"')
            put_chars(o, "&quot;");
        else
            ferry_put_u8(&o->out, (uint8_t)*text);
}

void fy_fbx_string(fy_fbx_out *o, const char *text) {
    next(o, 'S');
    if (o->text) {
        put_chars(o, "\"");
        put_quoted(o, text);
        put_chars(o, "\"");
        return;
    }
    put_le(o, strlen(text), 4);
    put_chars(o, text);
}

void fy_fbx_object_name(fy_fbx_out *o, const char *name, const char *kind) {
    next(o, 'S');
    if (o->text) {
        put_chars(o, "\"");
        put_chars(o, kind);
        put_chars(o, "::");
        put_quoted(o, name);
        put_chars(o, "\"");
        return;
    }
    put_le(o, strlen(name) + 2 + strlen(kind), 4);
    put_chars(o, name);
    ferry_put_u8(&o->out, 0);
    ferry_put_u8(&o->out, 1);
    put_chars(o, kind);
}

static void put_base64(fy_fbx_out *o, ferry_bytes bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.size; i += 3) {
        size_t left = bytes.size - i;
        uint32_t word = (uint32_t)bytes.data[i] << 16 | (left > 1 ? (uint32_t)bytes.data[i + 1] << 8 : 0) |
                        (left > 2 ? bytes.data[i + 2] : 0u);
        for (size_t k = 0; k < 4; k++)
            ferry_put_u8(&o->out, k > left ? '=' : (uint8_t)digits[word >> (18 - 6 * k) & 63]);
    }
}

void fy_fbx_bytes(fy_fbx_out *o, ferry_bytes bytes) {
    next(o, 'R');
    if (o->text) {
        put_chars(o, "\"");
        put_base64(o, bytes);
        put_chars(o, "\"");
        return;
    }
    put_le(o, bytes.size, 4);
    ferry_put_bytes(&o->out, bytes.data, bytes.size);
}

/* -------------------------------------------------------------------------------------------------- lists */

static void open_list(fy_fbx_out *o, char type, uint32_t count, uint32_t size) {
    next(o, type);
    if (o->text) {
        put_chars(o, "*");
        put_whole(o, count);
        put_chars(o, " {\n");
        indent(o, o->depth);
        put_chars(o, "a: ");
        return;
    }
    put_le(o, count, 4);
    put_le(o, 0, 4); /* not packed */
    put_le(o, (uint64_t)count * size, 4);
    ferry_out_reserve(&o->out, (size_t)count * size);
}

/* Lines of text do not grow without end. */
static void separate(fy_fbx_out *o, uint32_t number) {
    if (o->text && number) put_chars(o, number % 32 ? "," : ",\n");
}

static void put_whole_part(fy_fbx_out *o, uint32_t number, int64_t value, int size) {
    separate(o, number);
    if (o->text)
        put_whole(o, value);
    else
        put_le(o, (uint64_t)value, size);
}

/* `bits` are the value's, as it is stored. */
static void put_number_part(fy_fbx_out *o, uint32_t number, double value, uint64_t bits, int size) {
    separate(o, number);
    if (o->text)
        put_number(o, value);
    else
        put_le(o, bits, size);
}

static void close_list(fy_fbx_out *o) {
    if (!o->text) return;
    put_chars(o, "\n");
    indent(o, o->depth - 1);
    put_chars(o, "}");
}

void fy_fbx_i32s(fy_fbx_out *o, const int32_t *values, uint32_t count) {
    open_list(o, 'i', count, 4);
    for (uint32_t i = 0; i < count; i++) put_whole_part(o, i, values[i], 4);
    close_list(o);
}

void fy_fbx_i64s(fy_fbx_out *o, const int64_t *values, uint32_t count) {
    open_list(o, 'l', count, 8);
    for (uint32_t i = 0; i < count; i++) put_whole_part(o, i, values[i], 8);
    close_list(o);
}

void fy_fbx_f32s(fy_fbx_out *o, const float *values, uint32_t count) {
    open_list(o, 'f', count, 4);
    for (uint32_t i = 0; i < count; i++)
        put_number_part(o, i, (double)values[i], bits_of_float(values[i]), 4);
    close_list(o);
}

void fy_fbx_f64s(fy_fbx_out *o, const double *values, uint32_t count) {
    open_list(o, 'd', count, 8);
    for (uint32_t i = 0; i < count; i++) put_number_part(o, i, values[i], bits_of(values[i]), 8);
    close_list(o);
}

/* ------------------------------------------------------------------------------------------ whole records */

void fy_fbx_put_i32(fy_fbx_out *o, const char *name, int32_t value) {
    fy_fbx_open(o, name);
    fy_fbx_i32(o, value);
    fy_fbx_close(o);
}

void fy_fbx_put_i64(fy_fbx_out *o, const char *name, int64_t value) {
    fy_fbx_open(o, name);
    fy_fbx_i64(o, value);
    fy_fbx_close(o);
}

void fy_fbx_put_f64(fy_fbx_out *o, const char *name, double value) {
    fy_fbx_open(o, name);
    put_f64(o, value);
    fy_fbx_close(o);
}

void fy_fbx_put_string(fy_fbx_out *o, const char *name, const char *text) {
    fy_fbx_open(o, name);
    fy_fbx_string(o, text);
    fy_fbx_close(o);
}

enum { DIGITS = 10 };

size_t fy_fbx_put_later(fy_fbx_out *o, const char *name) {
    fy_fbx_open(o, name);
    fy_fbx_i32(o, 0);
    size_t place = o->out.size - (o->text ? 1 : 4);
    for (int k = 1; o->text && k < DIGITS; k++) put_chars(o, " ");
    fy_fbx_close(o);
    return place;
}

void fy_fbx_fill(fy_fbx_out *o, size_t place, uint32_t value) {
    char text[24];
    int length = snprintf(text, sizeof text, "%" PRIu32, value);
    if (!o->text)
        patch_le32(o, place, value);
    else if (!o->out.bad)
        memcpy(o->out.data + place, text, (size_t)length);
}

static void open_property(fy_fbx_out *o, const char *name, const char *type, const char *label,
                          const char *flags) {
    fy_fbx_open(o, "P");
    fy_fbx_string(o, name);
    fy_fbx_string(o, type);
    fy_fbx_string(o, label);
    fy_fbx_string(o, flags);
}

void fy_fbx_property_int(fy_fbx_out *o, const char *name, const char *type, int32_t value) {
    open_property(o, name, type, strcmp(type, "int") == 0 ? "Integer" : "", "");
    fy_fbx_i32(o, value);
    fy_fbx_close(o);
}

void fy_fbx_property_time(fy_fbx_out *o, const char *name, int64_t value) {
    open_property(o, name, "KTime", "Time", "");
    fy_fbx_i64(o, value);
    fy_fbx_close(o);
}

void fy_fbx_property_number(fy_fbx_out *o, const char *name, const char *type, const char *flags,
                            double value) {
    open_property(o, name, type, strcmp(type, "double") == 0 ? "Number" : "", flags);
    put_f64(o, value);
    fy_fbx_close(o);
}

void fy_fbx_property_vector(fy_fbx_out *o, const char *name, const char *type, const char *flags,
                            const double values[3]) {
    open_property(o, name, type,
                  strcmp(type, "ColorRGB") == 0   ? "Color"
                  : strcmp(type, "Vector3D") == 0 ? "Vector"
                                                  : "",
                  flags);
    for (int k = 0; k < 3; k++) put_f64(o, values[k]);
    fy_fbx_close(o);
}

void fy_fbx_property_string(fy_fbx_out *o, const char *name, const char *type, const char *label,
                            const char *text) {
    open_property(o, name, type, label, "");
    fy_fbx_string(o, text);
    fy_fbx_close(o);
}
