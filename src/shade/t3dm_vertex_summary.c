/* t3dm_vertex_summary.c: the vertices that a material is drawn with: their colours and coordinates. */
#include "shade/t3dm_vertex_summary.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "shade/t3dm_constant_uv.h"
#include "shade/t3dm_reference_state.h"

static float brightness_of(const ferry_color *color) {
    return color->r + color->g + color->b;
}

void fy_vertex_summary_learn(const ferry_mesh *mesh, fy_vertex_summary *summary) {
    unsigned most = sizeof summary->colors[0] / sizeof summary->colors[0][0];
    for (int set = 0; set < 2; set++) {
        const ferry_color *colors = mesh->colors[set];
        if (!colors) continue;
        if (!summary->count[set] && mesh->vertex_count) summary->brightest[set] = colors[0];
        uint32_t step = mesh->vertex_count / 8 + 1;
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            if (colors[i].a < summary->min_alpha[set]) summary->min_alpha[set] = colors[i].a;
            if (brightness_of(&colors[i]) > brightness_of(&summary->brightest[set]))
                summary->brightest[set] = colors[i];
            if (i % step == 0 && summary->count[set] < most)
                summary->colors[set][summary->count[set]++] = colors[i];
        }
    }
    summary->skinned |= mesh->skin != FERRY_NONE;
    fy_constant_uv_learn(&summary->constant_uv, mesh);
}
