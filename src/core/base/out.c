/* out.c: big-endian bytes that grow (ferry64_format.h). */
#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"

enum { FIRST_CAPACITY = 1024 };

ferry_out ferry_out_open(ferry_job *job, const char *file) {
    return (ferry_out){.job = job, .file = file};
}

/* Another capacity; false and bad at the limit. */
static bool resize(ferry_out *out, size_t capacity) {
    uint8_t *data = fy_job_resize(out->job, out->data, capacity, 1);
    if (!data) {
        out->bad = true;
        return false;
    }
    out->data = data;
    out->capacity = capacity;
    return true;
}

/* Room for `count` more bytes, counted; NULL and bad at the limit. */
static uint8_t *take_room(ferry_out *out, size_t count) {
    if (out->bad) return NULL;
    if (count > out->capacity - out->size) {
        size_t wanted = out->capacity + out->capacity / 2;
        if (count > SIZE_MAX / 4 - out->size)
            wanted = SIZE_MAX; /* more than there is */
        else if (wanted < out->size + count)
            wanted = out->size + count;
        if (!resize(out, wanted < FIRST_CAPACITY ? FIRST_CAPACITY : wanted)) return NULL;
    }
    uint8_t *place = out->data + out->size;
    out->size += count;
    return place;
}

void ferry_out_reserve(ferry_out *out, size_t more) {
    if (!out->bad && more < SIZE_MAX / 4 && more > out->capacity - out->size) resize(out, out->size + more);
}

void ferry_out_close(ferry_out *out) {
    fy_job_drop(out->job, out->data);
    *out = ferry_out_open(out->job, out->file);
}

static void store(uint8_t *place, uint64_t value, size_t width) {
    for (size_t i = 0; i < width; i++) place[i] = (uint8_t)(value >> (8 * (width - 1 - i)));
}

static void put(ferry_out *out, uint64_t value, size_t width) {
    uint8_t *place = take_room(out, width);
    if (place) store(place, value, width);
}

void ferry_put_u8(ferry_out *out, uint32_t value) {
    put(out, value, 1);
}

void ferry_put_u16(ferry_out *out, uint32_t value) {
    put(out, value, 2);
}

void ferry_put_u32(ferry_out *out, uint32_t value) {
    put(out, value, 4);
}

void ferry_put_u64(ferry_out *out, uint64_t value) {
    put(out, value, 8);
}

void ferry_put_f32(ferry_out *out, float value) {
    union {
        float value;
        uint32_t word;
    } bits = {.value = value};
    put(out, bits.word, 4);
}

void ferry_put_bytes(ferry_out *out, const void *bytes, size_t size) {
    uint8_t *place = size ? take_room(out, size) : NULL;
    if (place) memcpy(place, bytes, size);
}

void ferry_put_zeros(ferry_out *out, size_t count) {
    uint8_t *place = count ? take_room(out, count) : NULL;
    if (place) memset(place, 0, count);
}

void ferry_align(ferry_out *out, size_t to) {
    ferry_put_zeros(out, (to - out->size % to) % to);
}

static bool fits_bits(ferry_out *out, uint64_t value, unsigned bits, const char *what) {
    if (out->bad || value < UINT64_C(1) << bits) return !out->bad;
    ferry_say(out->job, FERRY_ERROR, "out.overflow", out->file, "",
              "%s is %" PRIu64 ", which does not fit in %u bits", what, value, bits);
    out->bad = true;
    return false;
}

static void patch(ferry_out *out, size_t offset, uint64_t value, unsigned bits, const char *what) {
    if (fits_bits(out, value, bits, what)) store(out->data + offset, value, bits / 8);
}

void ferry_patch_u16(ferry_out *out, size_t offset, uint64_t value, const char *what) {
    patch(out, offset, value, 16, what);
}

void ferry_patch_u24(ferry_out *out, size_t offset, uint64_t value, const char *what) {
    patch(out, offset, value, 24, what);
}

void ferry_patch_u32(ferry_out *out, size_t offset, uint64_t value, const char *what) {
    patch(out, offset, value, 32, what);
}

void ferry_put_u8_checked(ferry_out *out, uint64_t value, const char *what) {
    if (fits_bits(out, value, 8, what)) put(out, value, 1);
}

void ferry_put_u16_checked(ferry_out *out, uint64_t value, const char *what) {
    if (fits_bits(out, value, 16, what)) put(out, value, 2);
}

/* --------------------------------------------------------------------------------------------- file lists */

/* `bytes` are the job's, or outlive it. */
static bool list_file(ferry_job *job, ferry_file_list *files, const char *name, ferry_bytes bytes) {
    if (files->count == files->capacity) {
        uint32_t capacity = files->capacity ? files->capacity * 2 : 8;
        ferry_file *data = fy_output_alloc(job, capacity, sizeof *data);
        if (!data) return false;
        if (files->count) memcpy(data, files->data, files->count * sizeof *data);
        files->data = data;
        files->capacity = capacity;
    }
    size_t size = strlen(name) + 1;
    char *copy = fy_output_alloc(job, size, 1);
    if (!copy) return false;
    memcpy(copy, name, size);
    files->data[files->count++] = (ferry_file){.name = copy, .bytes = bytes};
    return true;
}

bool ferry_add_file(ferry_job *job, ferry_file_list *files, const char *name, ferry_bytes bytes) {
    uint8_t *copy = bytes.size ? fy_output_alloc(job, bytes.size, 1) : NULL;
    if (bytes.size && !copy) return false;
    if (copy) memcpy(copy, bytes.data, bytes.size);
    return list_file(job, files, name, (ferry_bytes){copy, bytes.size});
}

bool ferry_add_out(ferry_file_list *files, const char *name, ferry_out *out) {
    if (out->bad || !list_file(out->job, files, name, (ferry_bytes){out->data, out->size})) return false;
    *out = ferry_out_open(out->job, out->file);
    return true;
}

bool ferry_add_member(ferry_window *in, ferry_file_list *files, const char *name, uint64_t at,
                      uint64_t size) {
    if (!ferry_window_holds(in, at, size, 1))
        return ferry_refuse(in, at, "unpack.out-of-bounds",
                            "the %" PRIu64 " bytes of \"%s\" extend past "
                            "the end of the file",
                            size, name);
    return list_file(in->job, files, name, (ferry_bytes){size ? in->data + at : NULL, (size_t)size});
}

bool ferry_add_files(ferry_job *job, ferry_file_list *files, const ferry_file_list *more) {
    for (uint32_t i = 0; i < more->count; i++)
        if (!list_file(job, files, more->data[i].name, more->data[i].bytes)) return false;
    return true;
}
