/* t3dm_write_files.c: where a file begins and ends: more vertices than its header counts become several
 * files. */
#include "formats/t3dm/write/t3dm_write_files.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/file/t3dm_strings.h"
#include "formats/t3dm/pose/t3dm_hull.h"
#include "formats/t3dm/pose/t3dm_scale.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"
#include "formats/t3dm/write/t3dm_write_boxes.h"
#include "formats/t3dm/write/t3dm_write_chunks.h"
#include "formats/t3dm/write/t3dm_write_state.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* Layouts before L4. */
static void report_baked(const fy_t3dm_writer *w) {
    uint32_t bones = 0;
    for (uint32_t i = 0; i < w->scene->nodes.count; i++) bones += !w->scene->nodes.data[i].fixed;
    if (w->pose.bakes)
        ferry_say(w->job, FERRY_LOSS, "t3dm.bones", w->file, "",
                  "%u bones left out, the rest pose is baked: layout %s has no bones", bones,
                  w->pose.layout->name);
}

static void report_merged(const fy_t3dm_writer *w) {
    if (!w->merges) return;
    if (!w->merged) {
        ferry_say(w->job, FERRY_NOTE, "t3dm.merged", w->file, "", "no two objects could be merged");
        return;
    }
    const fy_t3dm_drawing *a = &w->apart, *b = &w->one;
    ferry_say(w->job, FERRY_NOTE, "t3dm.merged", w->file, "",
              "%u objects merged into %u: %llu vertex loads instead of %llu, %llu commands instead of %llu, "
              "%llu cycles instead of %llu",
              w->merged, w->merged_into, (unsigned long long)b->cost.vertices,
              (unsigned long long)a->cost.vertices, (unsigned long long)fy_t3dm_drawing_commands(b),
              (unsigned long long)fy_t3dm_drawing_commands(a), (unsigned long long)fy_t3dm_drawing_cycles(b),
              (unsigned long long)fy_t3dm_drawing_cycles(a));
}

static void report_written(const fy_t3dm_writer *w) {
    double triangles = w->triangles ? (double)w->triangles : 1;
    unsigned long long commands =
        w->cost.loads + w->cost.list_triangles + w->cost.sequences + w->cost.buffers;
    fy_t3dm_report_scale(w->job, w->file, &w->pose, fy_t3dm_has_helpers(w->scene));
    report_baked(w);
    report_merged(w);
    ferry_say(w->job, FERRY_NOTE, "t3dm.written", w->file, "",
              "%u objects, %u parts, %u materials, %u bones, %llu triangles, %llu vertices stored (%.3f "
              "per triangle), %llu strip values, %llu load and draw commands (%.3f per triangle), %zu "
              "bytes",
              w->written, w->parts, w->material_count, w->pose.bone_count, (unsigned long long)w->triangles,
              (unsigned long long)w->cost.vertices, (double)w->cost.vertices / triangles,
              (unsigned long long)w->cost.strip_values, commands, (double)commands / triangles, w->out.size);
}

/* Materials that the file holds, and with them their textures. */
static void note_exports(fy_t3dm_writer *w) {
    bool shared = w->pose.layout->shared;
    uint32_t count = shared ? w->plan.material_count : w->object_count;
    for (uint32_t i = 0; i < count && w->result->used; i++) {
        if (shared ? w->material_numbers[i] == FERRY_NONE : !w->objects[i].written) continue;
        const fy_t3dm_material *material = fy_t3dm_planned_material(w, shared ? i : w->objects[i].material);
        for (int k = 0; k < 2; k++)
            if (material->exports[k] != FERRY_NONE) w->result->used[material->exports[k]] = true;
    }
}

bool fy_t3dm_begin_file(fy_t3dm_writer *w) {
    w->records = ferry_out_open(w->job, w->file);
    w->vertices = ferry_out_open(w->job, w->file);
    w->indices = ferry_out_open(w->job, w->file);
    w->out = ferry_out_open(w->job, w->file);
    w->object_count = w->written = w->parts = w->source_count = w->merged = w->merged_into = 0;
    w->triangles = w->list_indices = 0;
    w->cost = (fy_t3dm_cost){0};
    w->apart = w->one = (fy_t3dm_drawing){0};
    w->bounds = fy_t3dm_empty_box();
    w->covers = w->bvh = false;
    if (!fy_t3dm_strings_open(w->job, w->file, &w->strings)) return false;
    fy_t3dm_strings_begin(&w->strings, fy_t3dm_passthrough_strings(w->source));
    return fy_t3dm_open_hulls(w);
}

/* "stage.t3dm", "stage.1.t3dm", ..., "stage.lod1.t3dm" */
static const char *file_name(const fy_t3dm_writer *w) {
    uint32_t number = w->result->models.count - w->first_of_level;
    const char *level = w->file_level ? ferry_job_format(w->job, ".lod%u", w->file_level) : "";
    const char *dot = strrchr(fy_path_base(w->file), '.');
    int stem = (int)(dot ? dot - w->file : (ptrdiff_t)strlen(w->file));
    const char *end = dot ? dot : "";
    if (number) return ferry_job_format(w->job, "%.*s%s.%u%s", stem, w->file, level, number, end);
    return w->file_level ? ferry_job_format(w->job, "%.*s%s%s", stem, w->file, level, end) : w->file;
}

bool fy_t3dm_finish_file(fy_t3dm_writer *w) {
    uint64_t vertices = fy_t3dm_count_vertices(w);
    if (!fy_t3dm_restore_depth_write(w) || !fy_t3dm_assemble(w)) return false;
    w->all_vertices += vertices;
    note_exports(w);
    report_written(w);
    fy_t3dm_tracks_close(&w->tracks);
    fy_t3dm_hulls_close(&w->hulls);
    return ferry_add_out(&w->result->models, file_name(w), &w->out);
}

bool fy_t3dm_next_file(fy_t3dm_writer *w) {
    if (fy_t3dm_is_rewritten(w->scene)) {
        ferry_say(w->job, FERRY_ERROR, "t3dm.header-counts", w->file, "",
                  "it has more than %d vertices, the limit of the header; a T3DM source is not split",
                  UINT16_MAX);
        return false;
    }
    if (ferry_level_count(w->scene) > 1 && !ferry_setting_is(w->job, "t3dm.lods", "files")) {
        ferry_say(w->job, FERRY_ERROR, "t3dm.header-counts", w->file, "",
                  "its levels of detail have more than %d vertices together, the limit of the header; write "
                  "them as files (--lods-as files)",
                  UINT16_MAX);
        return false;
    }
    w->split = true;
    return fy_t3dm_finish_file(w) && fy_t3dm_begin_file(w);
}

bool fy_t3dm_next_level(fy_t3dm_writer *w, uint8_t level) {
    if (!fy_t3dm_finish_file(w)) return false;
    w->first_of_level = w->result->models.count;
    w->file_level = level;
    return fy_t3dm_begin_file(w);
}

void fy_t3dm_report_files(const fy_t3dm_writer *w) {
    const ferry_file_list *models = &w->result->models;
    const char *names = "";
    if (!w->split) return;
    for (uint32_t i = 0; i < models->count; i++)
        names = ferry_job_format(w->job, "%s%s%s", names, i ? ", " : "", fy_path_base(models->data[i].name));
    ferry_say(w->job, FERRY_LOSS, "t3dm.several-files", w->file, "",
              "%llu vertices split into %u files of at most %d each; draw them in this order: %s",
              (unsigned long long)w->all_vertices, models->count, UINT16_MAX, names);
}
