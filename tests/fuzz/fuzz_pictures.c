/* fuzz_pictures.c: any bytes as a picture that a model brings along. */
#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/pictures/pictures.h"
#include "fuzz.h"

/* A few bytes may say that they are a thousand texels wide: filling these takes most of the time. One in 32
 * may be so large; the others get what 64 x 64 texels need. */
static ferry_job *job_for(size_t size) {
    ferry_options options = {.size = sizeof options,
                             .memory_limit = size % 32 == 7 ? fuzz_memory(size) : (size_t)96 << 10,
                             .deadline = 20};
    return ferry_open(&options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_job *job = job_for(size);
    uint32_t width = 0, height = 0;
    const uint8_t *rgba = NULL;
    const char *name;
    if (!job) return 0;
    bool known = fy_picture_kind((ferry_bytes){data, size}, &name);
    const ferry_window in = ferry_window_open(job, "fuzz", (ferry_bytes){data, size});
    bool read = fy_picture_read(&in, &width, &height, &rgba);
    fuzz_require(known || !read, "only what is known is read", job);
    fuzz_require(!read || (width && height && rgba), "a picture has texels", job);
    fuzz_require(read || !known || ferry_job_report(job)->count, "no picture means a message", job);
    ferry_close(job);
    return 0;
}
