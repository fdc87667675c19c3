/*
 * gltf_material_gx.c: materials of the GameCube as a texture times vertex colours times a factor, whichever
 * of them differs least over imagined pixels (docs/formats/gltf.md, "Materials"; docs/what-is-lost.md, "How
 * differences are measured").
 */
#include <math.h>

#include "core/maths.h"
#include "formats/gltf/gltf_bake.h"
#include "formats/gx/gx_shade.h"

/* What the choice before may differ more by, in 255ths: a simpler one, one without a picture of its own, one
 * with a texture; and what is told. */
#define GAIN .5
#define BAKE_GAIN 4
#define PLAIN_GAIN 12
#define SEEN 1.5

typedef struct fitting {
    fy_gltf *g;
    const fy_shader *shader;
    const ferry_gx_material *gx;
    const fy_vertex_facts *facts;
    const char *path;
    bool lit;
    const fy_gltf_bake *bake; /* NULL: cannot be done */
    fy_gltf_look *look;
} fitting;

/* One way to do it: the texture that a stage reads, one made of all, or none. */
enum { BAKED = FERRY_GX_MAX_STAGES };

typedef struct way {
    uint32_t stage, colors; /* FERRY_NONE: none */
    bool color_rgb, color_alpha;
    double factor[4], color_error, alpha_error;
} way;

/* ------------------------------------------------------------------------------------------------ pixels */

static void way_color(const fitting *f, const way *w, const fy_sample *sample, double out[4]) {
    double light = f->lit ? fy_shader_light(sample->towards) : 1;
    uint8_t made[4] = {255, 255, 255, 255};
    if (w->stage == BAKED) fy_gltf_bake_sample(f->bake, sample, made);
    for (int k = 0; k < 4; k++) {
        out[k] = (w->stage < BAKED ? sample->lit.texels[w->stage][k] : made[k]) / 255.0;
        bool painted = w->colors != FERRY_NONE && (k < 3 ? w->color_rgb : w->color_alpha);
        if (painted) out[k] *= sample->plain.raster[w->colors][k] / 255.0;
        if (k < 3) out[k] *= light;
    }
}

static double unit(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* The factors by least squares. */
static void solve(const fitting *f, way *w) {
    double product[4] = {0, 0, 0, 0}, square[4] = {0, 0, 0, 0};
    for (int i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &f->shader->samples[i];
        double own[4];
        way_color(f, w, sample, own);
        for (int k = 0; k < 4; k++) {
            product[k] += own[k] * (sample->wanted[k] / 255.0);
            square[k] += own[k] * own[k];
        }
    }
    for (int k = 0; k < 4; k++) w->factor[k] = square[k] > 0 ? unit(product[k] / square[k]) : 1;
}

/* Of a cutout what counts is whether pixels are drawn, and of these the colours. */
static void measure(const fitting *f, way *w) {
    double color = 0, alpha = 0;
    uint32_t seen = 0;
    for (int i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &f->shader->samples[i];
        double own[4];
        way_color(f, w, sample, own);
        for (int k = 0; k < 4; k++) own[k] = fy_unit_byte(unit(own[k] * w->factor[k]));
        bool cut = f->look->alpha_mode == FERRY_ALPHA_CUTOUT;
        bool wanted = !cut || fy_t3dm_alpha_passes(f->gx, sample->wanted[3]);
        bool drawn = !cut || own[3] >= fy_round((double)f->look->cutoff * 255);
        alpha += cut ? 255 * (wanted != drawn) : fabs(own[3] - sample->wanted[3]);
        if (!wanted) continue;
        seen++;
        for (int k = 0; k < 3; k++) color += fabs(own[k] - sample->wanted[k]) / 3;
    }
    w->color_error = seen ? color / seen : 0;
    w->alpha_error = f->look->alpha_mode == FERRY_ALPHA_OPAQUE ? 0 : alpha / FY_SAMPLES;
}

/* -------------------------------------------------------------------------------------------------- ways */

/* Whether the vertices have what channel `set` says by itself. */
static bool paints(const fitting *f, uint32_t set, bool alpha) {
    return f->facts->count[set] && set < f->gx->channel_count &&
           f->gx->channels[2 * set + alpha].material_source == FERRY_GX_SOURCE_VERTEX;
}

static void try_way(const fitting *f, way *best, way w) {
    solve(f, &w);
    measure(f, &w);
    double error = w.color_error + w.alpha_error, least = best->color_error + best->alpha_error;
    double gain = w.stage == best->stage || w.stage < BAKED ? GAIN
                  : w.stage == BAKED                        ? BAKE_GAIN
                                                            : PLAIN_GAIN;
    if (!(error < least - gain)) return;
    *best = w;
}

static void try_stage(const fitting *f, way *best, uint32_t stage) {
    way w = {.stage = stage, .colors = FERRY_NONE};
    try_way(f, best, w);
    for (uint32_t set = 0; set < FERRY_COLOR_SETS; set++)
        for (unsigned parts = 1; parts < 4; parts++) {
            w.colors = set;
            w.color_rgb = parts & 1;
            w.color_alpha = parts >> 1;
            if ((!w.color_rgb || paints(f, set, false)) && (!w.color_alpha || paints(f, set, true)))
                try_way(f, best, w);
        }
}

/* Textures laid on by UVs, each with each texgen once. */
static bool is_candidate(const fitting *f, uint32_t stage) {
    const ferry_gx_stage *at = &f->gx->stages[stage];
    if (at->map >= FERRY_GX_MAX_MAPS || at->texgen >= FERRY_GX_MAX_TEXGENS) return false;
    uint32_t texture = f->gx->textures[at->map];
    if (texture == FERRY_NONE || f->g->texture_numbers[texture] == FERRY_NONE) return false;
    if (f->shader->maps[at->texgen].kind != FY_UV_SET) return false;
    for (uint32_t before = 0; before < stage; before++)
        if (f->gx->stages[before].map == at->map && f->gx->stages[before].texgen == at->texgen) return false;
    return true;
}

static way find_way(const fitting *f) {
    way best = {.stage = FERRY_NONE, .colors = FERRY_NONE, .color_error = 1e9};
    for (uint32_t k = 0; k < f->gx->stage_count && k < FERRY_GX_MAX_STAGES; k++)
        if (is_candidate(f, k)) try_stage(f, &best, k);
    if (f->bake && f->bake->adds) best.color_error = 1e9; /* opaque, it would be a black patch */
    if (f->bake) try_stage(f, &best, BAKED);
    if (!f->bake || !f->bake->adds) try_stage(f, &best, FERRY_NONE);
    return best;
}

/* ------------------------------------------------------------------------------------------------ result */

static bool answers_light(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return (leaf->op == FY_TEV_RAS && leaf->lit) || (leaf->op == FY_TEV_TEX && leaf->source == FY_TEV_RAMP);
}

static void take_way(const fitting *f, const way *w) {
    fy_gltf_look *look = f->look;
    look->texture = FERRY_NONE;
    look->colors = w->colors;
    look->color_rgb = w->color_rgb;
    look->color_alpha = w->color_alpha;
    look->factor =
        (ferry_color){(float)w->factor[0], (float)w->factor[1], (float)w->factor[2], (float)w->factor[3]};
    look->lit = f->lit;
    if (w->stage >= BAKED) return;
    const ferry_gx_stage *stage = &f->gx->stages[w->stage];
    const fy_uv_map *map = &f->shader->maps[stage->texgen];
    look->texture = f->gx->textures[stage->map];
    look->uv = map->set;
    for (int i = 0; i < 2; i++) {
        look->transform[i][0] = map->m[i][0];
        look->transform[i][1] = map->m[i][1];
        look->transform[i][2] = map->m[i][3];
    }
}

static void tell(const fitting *f, const way *w) {
    fy_t3dm_blend blend = fy_t3dm_blend_of(f->gx);
    uint16_t threshold;
    bool exact = true, tested = fy_t3dm_alpha_test(f->gx, &threshold, &exact) != FY_ALPHA_TEST_NONE || !exact;
    ferry_job *job = f->g->job;
    if (w->color_error > SEEN || w->alpha_error > SEEN)
        ferry_say(job, FERRY_LOSS, "gltf.material", f->g->file, f->path,
                  "became %s%s%s: colours differ by %.1f/255 on average, alpha by %.1f/255",
                  w->stage == FERRY_NONE ? "a colour"
                  : w->stage == BAKED    ? "a baked picture times a colour"
                                         : "one texture times a colour",
                  w->colors == FERRY_NONE ? "" : " times vertex colours", f->lit ? ", lit" : "",
                  w->color_error, w->alpha_error);
    if (blend.asks)
        ferry_say(job, FERRY_LOSS, "gltf.blend", f->g->file, f->path,
                  "blending became ordinary translucency%s",
                  w->stage == BAKED && f->bake->adds ? ", as opaque as its light is bright" : "");
    if (blend.loss) ferry_say(job, FERRY_LOSS, "gltf.blend", f->g->file, f->path, "%s", blend.loss);
    if (tested && !exact)
        ferry_say(job, FERRY_LOSS, "gltf.alpha", f->g->file, f->path,
                  "an alpha compare that no threshold says became one at %.3g", (double)f->look->cutoff);
}

/* What only prepares the frame buffer for others, or leaves it as it is, is not drawn. */
static bool is_drawn(const fitting *f) {
    uint16_t threshold;
    bool exact;
    return fy_gx_frame_alpha_of(f->g->scene, f->gx) != FY_GX_ALPHA_PREPARED &&
           !fy_t3dm_blend_of(f->gx).drop &&
           fy_t3dm_alpha_test(f->gx, &threshold, &exact) != FY_ALPHA_TEST_INVISIBLE;
}

bool fy_gltf_fit_gx(fy_gltf *g, fy_shader *shader, uint32_t material, const fy_vertex_facts *facts,
                    const uint32_t *draws, uint32_t count) {
    const ferry_material *from = &g->scene->materials.data[material];
    fitting f = {.g = g, .shader = shader, .gx = from->gx, .facts = facts, .look = &g->looks[material]};
    f.path = ferry_job_format(g->job, "material[%u] \"%s\"", material, from->name);
    if (!is_drawn(&f)) {
        f.look->cull = FERRY_CULL_BOTH;
        ferry_say(g->job, FERRY_NOTE, "gltf.not-drawn", g->file, f.path,
                  "leaves no colour in the picture: not written");
        return true;
    }
    if (!fy_shader_start(shader, from->gx, facts)) return false;
    f.lit = fy_tev_any(&shader->tev, shader->tev.color, answers_light, NULL);
    fy_gltf_bake bake = {.g = g, .shader = shader, .gx = from->gx};
    if (fy_gltf_bake_open(&bake, draws, count)) f.bake = &bake;
    way best = find_way(&f);
    take_way(&f, &best);
    tell(&f, &best);
    return best.stage != BAKED || fy_gltf_bake_paint(&bake, material, f.look);
}
