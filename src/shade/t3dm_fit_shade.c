/* t3dm_fit_shade.c: which parts of a formula vertices can hold (docs/what-is-lost.md, "Materials"). */
#include "shade/t3dm_fit_shade.h"

fy_fit_shade fy_fit_shade_of(const fy_tev *tev, uint16_t at) {
    fy_fit_shade of[FY_TEV_MAX_NODES];
    for (uint16_t i = 0; i <= at; i++) {
        const fy_tev_node *node = &tev->nodes[i];
        if (node->op == FY_TEV_CONST) {
            of[i] = node->moves ? FY_FIT_NOT_SHADE : FY_FIT_CONSTANT;
            continue;
        }
        if (node->op == FY_TEV_TEX || node->op >= FY_TEV_COMPARE) {
            of[i] = FY_FIT_NOT_SHADE;
            continue;
        }
        if (node->op == FY_TEV_RAS) {
            of[i] = node->lit ? FY_FIT_LIT : FY_FIT_VERTEX;
            continue;
        }
        fy_fit_shade a = of[node->a], b = of[node->b];
        fy_fit_shade c = node->op == FY_TEV_LERP ? of[node->c] : FY_FIT_CONSTANT;
        if (a == FY_FIT_NOT_SHADE || b == FY_FIT_NOT_SHADE || c == FY_FIT_NOT_SHADE)
            of[i] = FY_FIT_NOT_SHADE;
        else if (a <= FY_FIT_VERTEX && b <= FY_FIT_VERTEX && c <= FY_FIT_VERTEX)
            of[i] = FY_FIT_VERTEX;
        else if (node->op == FY_TEV_MUL && (a == FY_FIT_LIT) != (b == FY_FIT_LIT))
            of[i] = FY_FIT_LIT;
        else
            of[i] = FY_FIT_NOT_SHADE;
    }
    return of[at];
}
