/*
 * t3dm_read_mirror.c: importers before 28 March 2024 negated x of positions and normals and kept the order of
 * corners.
 *
 * Format: docs/formats/t3dm.md, "Older layouts". Layouts L0 to L2 are all from before that day, L3 is from
 * both sides of it: there the triangles tell, whose winding and normals agree in a sound model and disagree
 * in a mirrored one.
 */
#include "formats/t3dm/read/t3dm_read_mirror.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/pose/t3dm_facing.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* More triangles face away from their corners' normals than towards them. */
static bool looks_mirrored(fy_t3dm_reader *r, uint32_t first_mesh, bool *mirrored) {
    uint64_t agree = 0, disagree = 0;
    for (uint32_t i = first_mesh; i < r->scene->meshes.count; i++) {
        const ferry_mesh *mesh = &r->scene->meshes.data[i];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            if (!ferry_tick(r->job)) return false;
            double side = fy_t3dm_facing(mesh, t);
            agree += side > 0;
            disagree += side < 0;
        }
    }
    *mirrored = disagree > agree;
    return true;
}

bool fy_t3dm_unmirror(fy_t3dm_reader *r, uint32_t first_mesh) {
    bool mirrored = r->layout->mirrored == FY_T3DM_MIRRORED_YES;
    if (r->layout->mirrored == FY_T3DM_MIRRORED_EARLY && !looks_mirrored(r, first_mesh, &mirrored))
        return false;
    if (!mirrored) return true;
    for (uint32_t i = first_mesh; i < r->scene->meshes.count; i++) {
        ferry_mesh *mesh = &r->scene->meshes.data[i];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            mesh->positions[v].x = 0 - mesh->positions[v].x; /* and not -0 */
            mesh->normals[v].x = 0 - mesh->normals[v].x;
        }
    }
    bool early = r->layout->mirrored == FY_T3DM_MIRRORED_EARLY;
    if (early && !fy_t3dm_keep_extra(r, FY_T3DM_MIRRORED, 0, (ferry_bytes){NULL, 0})) return false;
    ferry_say_at(r->in, 0, FERRY_NOTE, "t3dm.mirrored",
                 "an importer from before 28 March 2024 mirrored the model; x is negated back");
    return true;
}
