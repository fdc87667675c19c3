/* t3dm_write_state.c: objects without parts, which change the state that the runtime believes in
 * (docs/formats/t3dm.md, "Materials"). */
#include "formats/t3dm/write/t3dm_write_state.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "core/base/job.h"
#include "formats/t3dm/draw/t3dm_sort.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_depth.h"
#include "formats/t3dm/write/t3dm_write_object.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* Names of objects without parts, and of their materials: one switches depth write on again, the others make
 * the runtime send what it would leave out. */
static const char depth_write_on[] = "depth-write-on", send_again[] = "send-again";

/* Room for one more in the plan, which is not the writer's at first. */
static bool reserve_material(fy_t3dm_writer *w) {
    fy_t3dm_plan *plan = &w->plan;
    fy_t3dm_material *own = NULL;
    if (w->material_capacity)
        return fy_job_reserve(w->job, (void **)&plan->materials, plan->material_count, &w->material_capacity,
                              1, sizeof *own);
    if (!fy_job_reserve(w->job, (void **)&own, 0, &w->material_capacity, plan->material_count + 1,
                        sizeof *own))
        return false;
    if (plan->material_count) memcpy(own, plan->materials, plan->material_count * sizeof *own);
    plan->materials = own;
    return true;
}

/* An object without parts, for its material's sake. */
static bool put_state(fy_t3dm_writer *w, const fy_t3dm_material *material, uint8_t level) {
    fy_t3dm_plan *plan = &w->plan;
    fy_t3dm_record *object = reserve_material(w) ? fy_t3dm_add_record(w) : NULL;
    if (!object) return false;
    *object = (fy_t3dm_record){.draw = FERRY_NONE, .material = plan->material_count, .level = level};
    plan->materials[plan->material_count++] = *material;
    fy_t3dm_put_object_head(w, object, 0, 0);
    return !w->records.bad;
}

bool fy_t3dm_put_between(fy_t3dm_writer *w, fy_t3dm_known_states *at, const fy_t3dm_record *object) {
    const fy_t3dm_material *next = fy_t3dm_planned_material(w, object->material);
    bool hides = w->pose.visibility.groups[fy_t3dm_origin_of(w, object->draw)] != 0;
    fy_t3dm_material between;
    fy_t3dm_known_states behind = *at;
    if (!w->pose.layout->shared) return true;
    bool put = fy_t3dm_track_state(&behind.all, next, object->hazards, &between) ||
               fy_t3dm_track_state(&behind.certain, next, object->hazards, &between);
    if (put) {
        behind = *at;
        fy_t3dm_state_hazards(&behind.all, &between.rdp);
        fy_t3dm_state_hazards(&behind.certain, &between.rdp);
        at->certain = behind.certain;
        fy_t3dm_state_hazards(&behind.all, &next->rdp);
        fy_t3dm_state_hazards(&behind.certain, &next->rdp);
    }
    at->all = behind.all;
    if (!hides) at->certain = behind.certain;
    if (!put) return true;
    between.name = send_again;
    return put_state(w, &between, object->level);
}

bool fy_t3dm_restore_depth_write(fy_t3dm_writer *w) {
    if (!w->pose.layout->shared || !w->object_count) return true;
    const fy_t3dm_record *object = &w->objects[w->object_count - 1];
    fy_t3dm_material last = *fy_t3dm_planned_material(w, object->material);
    if (!fy_t3dm_keeps_depth(&last.rdp)) return true;
    /* Else the runtime would load the textures of the rest pose again while a clip shows others. */
    if (last.variant_count) fy_t3dm_clear_tiles(&last);
    last.name = depth_write_on;
    last.motion = NULL; /* nothing is drawn with it */
    last.variant_count = 0;
    last.rdp.other_mode |= FERRY_RDP_Z_WRITE;
    return put_state(w, &last, object->level);
}
