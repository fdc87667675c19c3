/* t3dm_lit.c: see t3dm_lit.h. */
#include "formats/t3dm/pose/t3dm_lit.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/rules/t3dm_rules_match.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_uv.h"

/* The effect makes texture coordinates, or places, of the normal or of what light makes of it. */
static bool takes_normals(uint64_t effect) {
    return effect != FERRY_RDP_EFFECT_NONE && effect != FERRY_RDP_EFFECT_UV_OFFSET;
}

static bool is_rdp_lit(const ferry_rdp_material *rdp) {
    bool shaded = fy_rdp_reads(rdp->combiner, FY_RDP_SHADE);
    return shaded && rdp->flags & FERRY_RDP_SHADED && !(rdp->flags & FERRY_RDP_UNLIT);
}

static bool reflects(const ferry_gx_material *gx) {
    for (uint32_t i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        if (stage->map < FERRY_GX_MAX_MAPS && gx->textures[stage->map] != FERRY_NONE &&
            fy_t3dm_uv_map(gx, stage->texgen).kind == FY_UV_SPHERE)
            return true;
    }
    return false;
}

/* FERRY_NONE is the default material, which is lit. */
static bool shows_normals(ferry_job *job, const ferry_scene *scene, uint32_t number) {
    if (number == FERRY_NONE) return true;
    const ferry_material *material = &scene->materials.data[number];
    fy_rule_constraint lit = fy_rules_constraint(job, scene, number, FY_RULE_LIT),
                       effect = fy_rules_constraint(job, scene, number, FY_RULE_EFFECT);
    bool takes =
        effect.rule ? takes_normals(effect.value) : material->rdp && takes_normals(material->rdp->effect);
    if (takes || (material->gx && reflects(material->gx))) return true;
    if (lit.rule) return lit.value != 0;
    return material->rdp ? is_rdp_lit(material->rdp) : material->lit;
}

bool fy_t3dm_follows_normals(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose) {
    ferry_mark mark = ferry_job_mark(job);
    /* rules are many, and draws */
    bool *asked = ferry_new(job, bool, scene->materials.count + (size_t)1), follows = false;
    for (uint32_t d = 0; asked && !follows && d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
        if (!pose->visibility.written[d] || !mesh->normals || !mesh->triangle_count) continue;
        uint32_t slot = draw->material == FERRY_NONE ? scene->materials.count : draw->material;
        follows = !asked[slot] && shows_normals(job, scene, draw->material);
        asked[slot] = true;
    }
    ferry_job_release(job, mark);
    return follows;
}
