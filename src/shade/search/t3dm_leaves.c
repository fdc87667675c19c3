/* t3dm_leaves.c: questions about leaves of a TEV formula (docs/what-is-lost.md, "Materials"). */
#include "shade/search/t3dm_leaves.h"

#include "machine/gx/gx_tev_formula.h"

bool fy_leaf_is_indirect(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_TEX && leaf->indirect;
}

bool fy_leaf_is_from(const fy_tev_node *leaf, const void *user) {
    return leaf->op == FY_TEV_TEX && leaf->source == *(const uint8_t *)user;
}

bool fy_leaf_is_ramp(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_TEX && (leaf->source == FY_TEV_RAMP || leaf->source == FY_TEV_FLAT);
}

bool fy_leaf_is_picture(const fy_tev_node *leaf, const void *user) {
    return leaf->op == FY_TEV_TEX && !fy_leaf_is_ramp(leaf, user);
}

bool fy_leaf_is_lit(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_RAS && leaf->lit;
}

bool fy_leaf_is_raster(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_RAS;
}

bool fy_leaf_is_not_constant(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op != FY_TEV_CONST;
}

bool fy_leaf_is_other(const fy_tev_node *leaf, const void *user) {
    const fy_tev_node *kept = user;
    return leaf->op == FY_TEV_TEX && (leaf->map != kept->map || leaf->texgen != kept->texgen);
}

bool fy_leaf_is_other_raster(const fy_tev_node *leaf, const void *user) {
    const fy_tev_node *kept = user;
    return leaf->op == FY_TEV_RAS && (leaf->channel != kept->channel || leaf->lit != kept->lit);
}
