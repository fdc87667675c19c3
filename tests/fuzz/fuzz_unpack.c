/* fuzz_unpack.c: any bytes through the unpackers, all layers. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_job *job = fuzz_job(size);
    ferry_file_list files = {0};
    size_t sum = 0;
    if (!job) return 0;
    bool unpacked = ferry_unpack(job, &(ferry_input){.name = "fuzz", .bytes = {data, size}}, &files);
    fuzz_require(unpacked != fuzz_has_error(job), "what is not unpacked has an error, and the reverse", job);
    for (uint32_t i = 0; unpacked && i < files.count; i++)
        for (size_t k = 0; k < files.data[i].bytes.size; k++)
            sum += files.data[i].bytes.data[k]; /* all readable */
    ferry_close(job);
    return sum == (size_t)-1; /* never; keeps the sum alive */
}
