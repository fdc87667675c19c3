/* gx_frame_buffer.c: see the header. */
#include "machine/gx/gx_frame_buffer.h"

#include <math.h>
#include <string.h>

#include "core/base/maths.h"
#include "machine/gx/gx_shade_blend.h"

static void run_over(const ferry_gx_material *gx, const fy_tev_program *program, fy_tev_inputs inputs,
                     uint8_t behind, uint8_t out[4]) {
    for (uint32_t i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (fy_gx_reads_frame_buffer(gx, i)) memset(inputs.texels[i], behind, 3);
    fy_tev_run_program(program, &inputs, out);
}

void fy_gx_want(const ferry_gx_material *gx, const fy_tev_program *program, const fy_tev_inputs *inputs,
                uint8_t wanted[4]) {
    uint8_t dark[4], bright[4];
    fy_tev_run_program(program, inputs, wanted);
    if (!fy_gx_shows_frame_buffer(gx)) return;
    run_over(gx, program, *inputs, 0, dark);
    run_over(gx, program, *inputs, 255, bright);
    double share = fy_gx_mixes_by_alpha(gx) ? dark[3] / 255.0 : 1, own[3], through = 1, most = 0;
    for (int k = 0; k < 3; k++) through = fmin(through, (bright[k] - dark[k]) / 255.0);
    for (int k = 0; k < 3; k++) {
        own[k] = share * (dark[k] / 255.0 + ((bright[k] - dark[k]) / 255.0 - through) * FY_BEHIND);
        most = fmax(most, own[k]);
    }
    double alpha = fmax(share * (1 - through), most);
    for (int k = 0; k < 3; k++) wanted[k] = alpha > 0 ? fy_unit_byte(own[k] / alpha) : 0;
    wanted[3] = fy_unit_byte(alpha);
}
