/*
 * packing.c: what the unpackers share (docs/formats/packing.md, "Names" and "Limits").
 */
#include "formats/packing/packing.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"

bool fy_unpack_room(ferry_window *in, uint64_t at, const char *code, uint64_t size, uint32_t most_each,
                    ferry_out *out) {
    *out = ferry_out_open(in->job, in->file);
    if (size > FY_UNPACK_LIMIT) {
        return ferry_refuse(in, at, code, "%llu unpacked bytes stated; the limit is %lu",
                            (unsigned long long)size, (unsigned long)FY_UNPACK_LIMIT);
    }
    if (size > (uint64_t)most_each * in->size) {
        return ferry_refuse(in, at, code,
                            "%llu unpacked bytes stated, but %llu packed bytes cannot hold "
                            "that many",
                            (unsigned long long)size, (unsigned long long)in->size);
    }
    ferry_out_reserve(out, (size_t)size); /* no more than these */
    ferry_put_zeros(out, (size_t)size);
    return !out->bad;
}

void fy_unpack_run(uint8_t *out, size_t distance, size_t count) {
    const uint8_t *from = out - distance;
    if (distance >= count) {
        memcpy(out, from, count);
        return;
    }
    for (size_t i = 0; i < count; i++) out[i] = from[i];
}

static bool ends_with(const char *text, size_t length, const char *ending) {
    const size_t size = strlen(ending);
    if (length <= size) return false;
    for (size_t i = 0; i < size; i++)
        if (fy_lower(text[length - size + i]) != ending[i]) return false;
    return true;
}

bool fy_unpack_single(ferry_window *in, ferry_file_list *files, ferry_out *out) {
    static const char *const endings[] = {".szs", ".yaz0", ".yay0", ".gz"};
    const size_t length = strlen(in->file);
    const bool archive = out->size >= 4 && memcmp(out->data, "RARC", 4) == 0;
    const char *name = in->file;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (!ends_with(in->file, length, endings[i])) continue;
        name = ferry_job_format(in->job, "%.*s%s", (int)(length - strlen(endings[i])), in->file,
                                i == 0 && archive ? ".arc" : "");
        break;
    }
    return ferry_add_out(files, name, out);
}
