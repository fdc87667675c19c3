/* t3dm_vertex_summary.c: the vertices that a material is drawn with: their colours and coordinates. */
#include "shade/t3dm_vertex_summary.h"

#include "ferry64.h"
#include "shade/t3dm_constant_uv.h"
#include "shade/t3dm_reference_state.h"

/* By one component, or by all three; of two alike the one that is less clear. */
static float brightness_of(const ferry_color *color, int by) {
    const float parts[FY_BRIGHT_COLORS] = {color->r, color->g, color->b, color->r + color->g + color->b};
    return 256 * parts[by] + color->a;
}

void fy_vertex_summary_color(int set, const ferry_color *color, fy_vertex_summary *summary) {
    for (int by = 0; by < FY_BRIGHT_COLORS; by++)
        if (brightness_of(color, by) > brightness_of(&summary->bright[set][by], by))
            summary->bright[set][by] = *color;
    if (color->a < summary->min_alpha[set]) summary->min_alpha[set] = color->a;
}

void fy_vertex_summary_learn(const ferry_mesh *mesh, fy_vertex_summary *summary) {
    unsigned most = sizeof summary->colors[0] / sizeof summary->colors[0][0];
    for (int set = 0; set < 2; set++) {
        const ferry_color *colors = mesh->colors[set];
        if (!colors) continue;
        uint32_t step = mesh->vertex_count / 8 + 1;
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            fy_vertex_summary_color(set, &colors[i], summary);
            if (i % step == 0 && summary->count[set] < most)
                summary->colors[set][summary->count[set]++] = colors[i];
        }
    }
    summary->skinned |= mesh->skin != FERRY_NONE;
    fy_constant_uv_learn(&summary->constant_uv, mesh);
}
