/* gltf_read_attributes.c: attributes of primitives: how many morph targets, and complaints about one. */
#include "formats/gltf/read/gltf_read_attributes.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_reader.h"

void fy_gltf_tell_attribute(const fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t target,
                            const char *key) {
    ferry_mark mark = ferry_job_mark(g->job);
    const char *within =
        target == FERRY_NONE
            ? ferry_job_format(g->job, "primitives[%" PRIu32 "].attributes.%s", primitive, key)
            : ferry_job_format(g->job, "primitives[%" PRIu32 "].targets[%" PRIu32 "].%s", primitive, target,
                               key);
    fy_gltf_tell(g, FERRY_LOSS, "gltf.attribute", "meshes", use->mesh, within,
                 "left out: unsupported type, or its count does not match the other attributes");
    ferry_job_release(g->job, mark);
}

uint32_t fy_gltf_target_count(const fy_gltf_in *g, uint32_t mesh) {
    return g->targets[mesh];
}
