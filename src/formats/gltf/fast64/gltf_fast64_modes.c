/* gltf_fast64_modes.c: fast64's render modes (docs/formats/fast64.md, "Render modes"). */
#include "formats/gltf/fast64/gltf_fast64_modes.h"

#include "ferry64_rdp.h"
#include "formats/gltf/fast64/gltf_fast64_state.h"

/* By number. Where fast64's versions do not agree what a number is, there is no name: those are drawn
 * opaque. */
const char *const fy_fast64_modes_1[] = {
    "ZB_OPA_SURF",
    "AA_ZB_OPA_SURF",
    "AA_ZB_OPA_DECAL",
    "AA_ZB_OPA_INTER",
    "AA_ZB_TEX_EDGE",
    "AA_ZB_XLU_SURF",
    "AA_ZB_XLU_DECAL",
    "AA_ZB_XLU_INTER",
    "FOG_SHADE_A",
    "FOG_PRIM_A",
    "PASS",
    "ADD",
    "NOOP",
    "ZB_OPA_SURF",
    "ZB_OPA_DECAL",
    "ZB_XLU_SURF",
    "ZB_XLU_DECAL",
    "OPA_SURF",
    "ZB_CLD_SURF",
    "AA_ZB_TEX_TERR",
    NULL,
};

const char *const fy_fast64_modes_2[] = {
    "ZB_OPA_SURF2",
    "AA_ZB_OPA_SURF2",
    "AA_ZB_OPA_DECAL2",
    "AA_ZB_OPA_INTER2",
    "AA_ZB_TEX_EDGE2",
    "AA_ZB_XLU_SURF2",
    "AA_ZB_XLU_DECAL2",
    "AA_ZB_XLU_INTER2",
    "ADD2",
    "NOOP2",
    "ZB_OPA_SURF2",
    "ZB_OPA_DECAL2",
    "ZB_XLU_SURF2",
    "ZB_XLU_DECAL2",
    "",
    "",
    "",
    "",
    NULL,
};

const char *const fy_fast64_blend_colors[] = {"IN", "MEM", "BL", "FOG", NULL};
const char *const fy_fast64_blend_alphas[] = {"A_IN", "A_FOG", "A_SHADE", "0", NULL};
const char *const fy_fast64_blend_mixes[] = {"1MA", "A_MEM", "1", "0", NULL};
const char *const fy_fast64_z_modes[] = {"OPA", "INTER", "XLU", "DEC", NULL};

/* Tiny3D's importer knows no clouds and overlays, which blend as well, and neither does it of fogs and
 * sums. */
fy_fast64_mode fy_fast64_mode_of(const char *name) {
    fy_fast64_mode mode = {FERRY_RDP_BLEND_NONE, 0};
    if (strstr(name, "XLU") || strstr(name, "CLD") || strstr(name, "OVL"))
        mode.blender = FERRY_RDP_BLEND_MULTIPLY;
    if (strstr(name, "TEX_EDGE")) mode.bits |= FERRY_RDP_ALPHA_COMPARE;
    if (strstr(name, "DECAL")) mode.bits |= FERRY_RDP_Z_DECAL;
    if (strstr(name, "INTER")) mode.bits |= FERRY_RDP_Z_INTERSECTING;
    return mode;
}

bool fy_fast64_blender_of(const uint32_t inputs[4], bool forced, uint32_t *blender) {
    enum { IN = 0, MEMORY = 1, FROM_ALPHA = 0, REST = 0, ALL = 2 };
    *blender = FERRY_RDP_BLEND_NONE;
    if (!forced || inputs[2] != MEMORY) return true;
    if (inputs[0] != IN || inputs[1] != FROM_ALPHA) return false;
    if (inputs[3] == REST) *blender = FERRY_RDP_BLEND_MULTIPLY;
    if (inputs[3] == ALL) *blender = FERRY_RDP_BLEND_ADD;
    return inputs[3] == REST || inputs[3] == ALL;
}
