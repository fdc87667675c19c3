/* t3dm_writer.c: what the files of the T3DM writer share while it works. */
#include "formats/t3dm/write/t3dm_writer.h"

#include "ferry64.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_plan.h"

uint32_t fy_t3dm_origin_of(const fy_t3dm_writer *w, uint32_t draw) {
    return draw == FERRY_NONE || !w->plan.origins ? draw : w->plan.origins[draw];
}

const fy_t3dm_material *fy_t3dm_planned_material(const fy_t3dm_writer *w, uint32_t material) {
    return &w->plan.materials[material];
}

fy_t3dm_record *fy_t3dm_add_record(fy_t3dm_writer *w) {
    if (!fy_job_reserve(w->job, (void **)&w->objects, w->object_count, &w->object_capacity, 1,
                        sizeof *w->objects))
        return NULL;
    return &w->objects[w->object_count++];
}

uint64_t fy_t3dm_count_vertices(const fy_t3dm_writer *w) {
    return w->vertices.size / (FY_T3DM_VERTEX_PAIR / 2);
}
