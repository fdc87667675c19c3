/* ttyd_read.c: the way through an actor of The Thousand-Year Door (docs/formats/ttyd.md). */
#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_animations.h"
#include "formats/ttyd/ttyd_blocks.h"
#include "formats/ttyd/ttyd_clips.h"
#include "formats/ttyd/ttyd_groups.h"
#include "formats/ttyd/ttyd_links.h"
#include "formats/ttyd/ttyd_materials.h"
#include "formats/ttyd/ttyd_nodes.h"
#include "formats/ttyd/ttyd_shapes.h"
#include "formats/ttyd/ttyd_textures.h"

/* Words of each record that nothing is known about, and what they are in every file so far. */
typedef struct unknown {
    fy_ttyd_block block;
    const char *path; /* that the whole block is kept under where they are something else */
    uint32_t at, value;
} unknown;

static const unknown unknowns[] = {
    {FY_TTYD_SUBSHAPES, "subshapes", 0x04, 1}, {FY_TTYD_SUBSHAPES, "subshapes", 0x0C, 0},
    {FY_TTYD_RECORDS, "textures", 0x00, 0},    {FY_TTYD_RECORDS, "textures", 0x38, 0},
    {FY_TTYD_RECORDS, "textures", 0x3C, 0},
};

static bool is_odd(const fy_ttyd *t, const unknown *field) {
    for (uint32_t i = 0; i < t->counts[field->block]; i++)
        if (ferry_be32(fy_ttyd_bytes(t, field->block, i) + field->at) != field->value) return true;
    return false;
}

static bool keep_unknown(fy_ttyd *t) {
    fy_ttyd_block kept = FY_TTYD_BLOCKS;
    for (size_t k = 0; k < sizeof unknowns / sizeof *unknowns; k++) {
        const ferry_window *block = &t->blocks[unknowns[k].block];
        if (unknowns[k].block == kept || !is_odd(t, &unknowns[k])) continue;
        kept = unknowns[k].block;
        if (!fy_ttyd_keep(t, unknowns[k].path, block->base - t->file->base, block->size)) return false;
    }
    return true;
}

static bool read_all(fy_ttyd *t) {
    return keep_unknown(t) && fy_ttyd_read_animations(t) && fy_ttyd_read_shapes(t) &&
           fy_ttyd_read_groups(t) && fy_ttyd_add_nodes(t) && fy_ttyd_open_bank(t) &&
           fy_ttyd_read_materials(t) && fy_ttyd_add_draws(t) && fy_ttyd_add_clips(t);
}

/* Only the scene is left: deltas are larger here than in the file. */
static bool read_actor(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    ferry_mark mark = ferry_job_mark(job);
    fy_ttyd t;
    scene->layered = true;
    bool done = fy_ttyd_open(&t, job, in, scene) && read_all(&t);
    fy_ttyd_drop_links(&t);
    ferry_job_release(job, mark);
    return done;
}

static const ferry_setting settings[] = {
    {"ttyd.texture-shift", "up", "up|down", "direction of a texture's vertical shift (docs/formats/ttyd.md)"},
    {"ttyd.step-slopes", "step", "step|linear",
     "a key with a slope of 90 degrees: step at the start of the interval, or interpolate linearly"},
    {"ttyd.scale-compensate", "parent", "parent|sibling",
     "which scale a joint compensates for: its parent's, or that of the previous sibling"},
    {NULL, NULL, NULL, NULL},
};

const ferry_format fy_format_ttyd = {
    .name = "ttyd",
    .title = "Actor of Paper Mario: The Thousand-Year Door (GameCube)",
    .extensions = "",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_ttyd_probe,
    .read = read_actor,
    .settings = settings,
    .flags = FERRY_FORMAT_SIDE_FILES,
};
