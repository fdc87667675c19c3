/*
 * t3dm_bake.c: pictures of which a formula was worked out beforehand (docs/what-is-lost.md, "Baking").
 */
#include "formats/t3dm/texture/t3dm_bake.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "machine/gx/gx_tev_formula.h"

/* Pictures have few different texels: what was worked out is remembered by their value. */
enum { REMEMBERED = 1024 };

typedef struct known_texel {
    uint8_t from[4], to[4];
    bool filled;
} known_texel;

static void work_out(const fy_texture_bake *bake, const uint8_t from[4], uint8_t to[4]) {
    fy_tev_inputs inputs;
    double value[3];
    memset(&inputs, 0, sizeof inputs);
    for (int i = 0; i < FERRY_GX_MAX_STAGES; i++) memcpy(inputs.texels[i], from, 4);
    memcpy(to, from, 4);
    if (bake->color != FY_TEV_NONE) {
        fy_tev_value(bake->formula, bake->color, &inputs, value);
        for (int k = 0; k < 3; k++) to[k] = fy_unit_byte(value[k]);
    }
    if (bake->alpha != FY_TEV_NONE) {
        fy_tev_value(bake->formula, bake->alpha, &inputs, value);
        to[3] = fy_unit_byte(value[0]);
    }
}

bool fy_texture_bake_run(ferry_job *job, const fy_texture_bake *bake, const uint8_t *from, size_t count,
                         uint8_t *to) {
    known_texel *known = ferry_new(job, known_texel, REMEMBERED);
    if (!known) return false;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *texel = from + 4 * i;
        unsigned at = (texel[0] * 31u + texel[1] * 7u + texel[2] * 3u + texel[3]) % REMEMBERED;
        if (!known[at].filled || memcmp(known[at].from, texel, 4) != 0) {
            work_out(bake, texel, known[at].to);
            memcpy(known[at].from, texel, 4);
            known[at].filled = true;
        }
        memcpy(to + 4 * i, known[at].to, 4);
    }
    return true;
}
