/* fuzz_rules.c: any bytes as a file of rules about materials. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_input rules = {"fuzz.json", {data, size}};
    ferry_options options = {
        .size = sizeof options, .memory_limit = fuzz_memory(size), .deadline = 20, .materials = &rules};
    ferry_job *job = ferry_open(&options);
    if (!job) return 0;
    bool read = ferry_read_materials(job, "t3dm");
    fuzz_require(read != fuzz_has_error(job), "what is not read has an error, and the reverse", job);
    ferry_close(job);
    return 0;
}
