/*
 * t3dm_mapping.c: a material on its way: what is said of it, and the parts of its state
 * (docs/what-is-lost.md, "Materials").
 */
#include "formats/t3dm/mapping/t3dm_mapping.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"

bool fy_planner_reserve_materials(fy_planner *p) {
    fy_t3dm_plan *plan = p->plan;
    return fy_work_reserve(p->job, (void **)&plan->materials, plan->material_count, &p->capacity,
                           2 + (p->tracks ? FY_MOST_TEXTURE_SETS : 0), sizeof *plan->materials);
}

void fy_material_start(fy_t3dm_material *to, const char *name) {
    *to = (fy_t3dm_material){.name = name,
                             .exports = {FERRY_NONE, FERRY_NONE},
                             .color_set = FERRY_NONE,
                             .alpha_set = FERRY_NONE,
                             .tint = {1, 1, 1, 1}};
    to->rdp.other_mode_mask = FERRY_RDP_MODE_MASK;
    to->rdp.other_mode = FERRY_RDP_BILINEAR;
    to->rdp.flags = FERRY_RDP_DEPTH;
    to->rdp.fog = 1;
    to->rdp.blend[3] = 128;
    to->rdp.tiles[0] = to->rdp.tiles[1] = (ferry_rdp_tile){.texture = FERRY_NONE};
    to->shade = to->shade_alpha = FY_TEV_NONE;
    for (int i = 0; i < 3; i++) to->uv_matrix[i][i == 2 ? 3 : i] = 1;
}

void fy_mapping_drop(const fy_mapping *m, const char *code, const char *why) {
    m->to->drop = true;
    m->to->drop_code = code;
    m->to->drop_why = why;
}

ferry_measure fy_mapping_triangles(const fy_mapping *m) {
    const fy_planner *p = m->p;
    double triangles = 0;
    for (uint32_t i = p->first_draw[m->index]; i < p->first_draw[m->index + 1]; i++)
        triangles += p->scene->meshes.data[p->scene->draws.data[p->draws[i]].mesh].triangle_count;
    return (ferry_measure){triangles, "triangles", true};
}

static double share_in(const fy_mapping *m, const fy_survey *survey) {
    double all = 0;
    for (uint32_t i = 0; i < m->p->scene->materials.count; i++) all += survey->pixels[i];
    return all > 0 ? survey->pixels[m->index] / all : 0;
}

double fy_mapping_seen_share(const fy_mapping *m) {
    const fy_planner *p = m->p;
    if (!p->seen) return 1;
    double share = share_in(m, &p->survey);
    for (uint32_t i = 0; i < p->in_clip_count && share == 0; i++) share = share_in(m, &p->in_clips[i]);
    return share;
}

bool fy_mapping_moves_textures(const fy_mapping *m) {
    return m->states.count && (m->states.textures || m->states.texgens);
}

void fy_mapping_say(const fy_mapping *m, const char *code, const char *text) {
    if (m->trying) return;
    ferry_say_measured(m->p->job, FERRY_LOSS, code, m->p->name, m->path, fy_mapping_triangles(m), "%s", text);
}

void fy_mapping_fault(const fy_mapping *m, fy_t3dm_cause cause, double error, const char *why) {
    fy_t3dm_fault *fault = &m->to->faults[cause];
    if (m->trying || error <= fault->error) return;
    *fault = (fy_t3dm_fault){error, ferry_job_format(m->p->job, "%s", why)};
}

ferry_severity fy_mapping_severity(const fy_mapping *m) {
    return m->p->seen ? FERRY_NOTE : FERRY_LOSS;
}

uint32_t fy_material_cull(unsigned cull) {
    return cull == FERRY_CULL_FRONT  ? FERRY_RDP_CULL_FRONT
           : cull == FERRY_CULL_BACK ? FERRY_RDP_CULL_BACK
                                     : 0;
}

/* Flags that follow from what the combiner fy_rdp_reads. */
void fy_material_set_word(fy_t3dm_material *to, uint64_t word, bool lit) {
    to->rdp.combiner = word;
    bool textured = false, shaded = fy_rdp_reads(word, FY_RDP_SHADE);
    for (uint8_t slot = FY_RDP_TEX0; slot <= FY_RDP_TEX1; slot++) textured |= fy_rdp_reads(word, slot);
    if (textured) to->rdp.flags |= FERRY_RDP_TEXTURED;
    if (shaded || to->rdp.fog == 2) to->rdp.flags |= FERRY_RDP_SHADED;
    if (shaded && !lit) to->rdp.flags |= FERRY_RDP_UNLIT;
}

/* The runtime does not send a first constant of (0, 0, 0, 0): one that is used gets a least bit where it
 * shows least. */
void fy_material_set_constant(fy_t3dm_material *to, uint8_t slot, const double value[4]) {
    uint64_t word = to->rdp.combiner;
    if (!fy_rdp_reads(word, slot)) return;
    uint8_t *bytes = slot == FY_RDP_PRIM ? to->rdp.prim : to->rdp.env;
    for (int k = 0; k < 4; k++)
        bytes[k] = (uint8_t)fy_round((value[k] < 0 ? 0 : value[k] > 1 ? 1 : value[k]) * 255);
    if (!bytes[0] && !bytes[1] && !bytes[2] && !bytes[3]) bytes[fy_rdp_reads_alpha(word, slot) ? 2 : 3] = 1;
    to->rdp.colors |= slot == FY_RDP_PRIM ? FERRY_RDP_SET_PRIM : FERRY_RDP_SET_ENV;
}

void fy_material_set_cutout(fy_t3dm_material *to) {
    to->layer = FY_T3DM_CUTOUT;
    to->rdp.other_mode |= FERRY_RDP_ALPHA_COMPARE;
    to->rdp.colors |= FERRY_RDP_SET_BLEND;
}

const ferry_texture *fy_mapping_texture(const fy_mapping *m, uint32_t index) {
    if (index == FERRY_NONE) return NULL;
    const ferry_texture *texture = &m->p->scene->textures.data[index];
    if (texture->image != FERRY_NONE) return texture;
    ferry_say_measured(m->p->job, FERRY_LOSS, "t3dm.texture-missing", m->p->name, m->path,
                       fy_mapping_triangles(m), "texture \"%s\" has no image: drawn plain white",
                       texture->name);
    return NULL;
}
