/*
 * t3dm_choose_composite.c: whether a material comes nearer with one picture in place of several textures
 * (docs/what-is-lost.md, "Composites").
 */
#include "formats/t3dm/choice/t3dm_choose_composite.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/image/image.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "formats/t3dm/choice/t3dm_film.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_wide_scene.h"
#include "formats/t3dm/texture/t3dm_made_picture.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_composite_picture.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_split.h"

/* Pictures of a model that are drawn to be compared: each takes some tens of milliseconds. */
enum { MOST_TRIALS = 192 };

/* What a composite has to come nearer by, in 255ths. */
#define COMPOSITE_GAIN 1.5

/* And a part of one picture, which is one file more. */
#define CROP_GAIN 3

/* What a part may have of a picture's texels at most. */
#define CROP_SHARE .7

/* A picture that is tried. */
typedef struct trial {
    fy_mapping *m;
    fy_composite_parts parts;
    fy_composite *composite;
    fy_texels picture;
    uint32_t texture; /* of the scene: number it has or would have */
    fy_made_picture made;
    ferry_filter filter;
    double error;      /* of what is stored of it */
    double visibility; /* share of the differences that is seen: alpha over a like ground is not */
} trial;

/* ------------------------------------------------------------------------------------------ the scene */

static bool is_texture_of(const ferry_scene *scene, uint32_t texture, const trial *t) {
    const ferry_texture *of = &scene->textures.data[texture];
    const ferry_mip_level *level = &scene->images.data[of->image].levels[0];
    const bool *repeats = t->composite->window.repeats;
    return level->width == t->picture.width && level->height == t->picture.height &&
           (of->wrap_s == FERRY_WRAP_REPEAT) == repeats[0] &&
           (of->wrap_t == FERRY_WRAP_REPEAT) == repeats[1] && of->mag_filter == t->filter &&
           memcmp(level->rgba, t->picture.rgba, (size_t)level->width * level->height * 4) == 0;
}

/* Behind the scene's textures, where the next trial may overwrite it. */
static void place_trial(const trial *t) {
    fy_planner *p = t->m->p;
    if (t->texture == p->pictures.scene->textures.count) fy_planner_place_picture(p, &t->made);
}

static bool make_texture(trial *t) {
    fy_planner *p = t->m->p;
    const ferry_scene *scene = p->pictures.scene;
    const ferry_gx_material *gx = p->reference.gx;
    const char *first = "";
    for (unsigned i = 0; i < FERRY_GX_MAX_MAPS && !*first; i++)
        if (gx->textures[i] != FERRY_NONE) first = scene->textures.data[gx->textures[i]].name;
    bool part = t->parts.reads == 1;
    const char *name = ferry_job_format(p->job, part ? "%s_part" : "%s_layers", first);
    const bool *repeats = t->composite->window.repeats;
    t->texture = scene->textures.count;
    t->made.texture = (ferry_texture){.name = name,
                                      .path = "",
                                      .wrap_s = repeats[0] ? FERRY_WRAP_REPEAT : FERRY_WRAP_CLAMP,
                                      .wrap_t = repeats[1] ? FERRY_WRAP_REPEAT : FERRY_WRAP_CLAMP,
                                      .min_filter = t->filter,
                                      .mag_filter = t->filter};
    t->made.image = (ferry_image){
        .name = name, .alpha = fy_alpha_class(t->picture.rgba, (size_t)t->picture.width * t->picture.height)};
    return *name && fy_made_picture_fill(p->job, &t->picture, &t->made);
}

/* Materials that come to the same picture share it. */
static bool name_texture(trial *t) {
    const fy_planner *p = t->m->p;
    t->filter = fy_composite_filter(&p->reference, &t->parts);
    for (uint32_t i = p->pictures.first; i < p->pictures.scene->textures.count; i++)
        if (is_texture_of(p->pictures.scene, i, t)) {
            t->texture = i;
            return true;
        }
    if (!make_texture(t)) return false;
    place_trial(t);
    return true;
}

/* ------------------------------------------------------------------------------------------ the trial */

static bool needs_alpha(const fy_reference *reference, const ferry_gx_material *gx) {
    if (reference->mode.split && reference->mode.split->part == FY_SPLIT_OVER) return true;
    uint16_t threshold;
    bool exact;
    fy_t3dm_blend blend = fy_t3dm_blend_of(gx);
    return blend.translucent || blend.cutout ||
           fy_gx_alpha_test(gx, &threshold, &exact) != FY_ALPHA_TEST_NONE;
}

/* For vertices that face the viewer: in mean light. */
static const fy_gx_shader *open_source(fy_mapping *m, const ferry_gx_material *gx) {
    fy_gx_view view = {.view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
                       .has_ambient = true,
                       .ambient = (uint8_t)(FY_AMBIENT * 255)};
    double towards = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) towards += m->p->reference.samples[i].towards / FY_SAMPLES;
    view.to_light.z = (float)towards;
    return fy_gx_shader_open(m->p->job, m->p->scene, gx, FERRY_CULL_NONE, &view);
}

static fy_texel_needs needs_of(const trial *t) {
    return (fy_texel_needs){t->parts.color != FY_TEV_NONE, t->parts.alpha != FY_TEV_NONE};
}

static bool may_shift(const ferry_gx_material *gx, const fy_composite_parts *parts) {
    return gx->indirect_enabled && gx->indirect_stage_count && !parts->fixed;
}

/* What shifts make of the picture: samples know too little of them. Those of projections and of steps of
 * light differ from place to place, and speak for no picture. */
static bool measure_shifts(const trial *t, const ferry_gx_material *gx, double *difference) {
    fy_planner *p = t->m->p;
    ferry_gx_material plain = *gx;
    fy_texels without;
    plain.indirect_enabled = false;
    *difference = 0;
    if (!may_shift(gx, &t->parts)) return true;
    const fy_gx_shader *source = open_source(t->m, &plain);
    if (!source || !fy_composite_draw(&p->reference, &t->parts, &t->composite->window, source, &without))
        return false;
    *difference = fy_texels_difference(&t->picture, &without,
                                       (fy_texel_wraps){FERRY_WRAP_CLAMP, FERRY_WRAP_CLAMP}, needs_of(t));
    return true;
}

/* What of the picture texture memory cannot hold. */
static bool measure_picture(trial *t) {
    fy_planner *p = t->m->p;
    const ferry_texture *texture = &p->pictures.scene->textures.data[t->texture];
    fy_texel_needs needs = needs_of(t);
    fy_texture_use use = {.texture = t->texture,
                          .swizzle = {0, 1, 2},
                          .alpha = needs.alpha ? 3 : FY_NO_COMPONENT,
                          .wrap_s = texture->wrap_s,
                          .wrap_t = texture->wrap_t};
    if (!needs.color) memset(use.swizzle, FY_NO_COMPONENT, sizeof use.swizzle);
    fy_built_texture made;
    bool done =
        fy_texture_build(p->job, &p->pictures.scene->images.data[texture->image], &use, 4096, false, &made);
    t->error = made.sprite.error;
    return done;
}

/* What texture memory cannot hold of the whole of a picture. False at the memory limit. */
static bool measure_whole(fy_planner *p, uint32_t index, double *error) {
    const ferry_texture *texture = &p->scene->textures.data[index];
    const ferry_image *image = &p->scene->images.data[texture->image];
    if (p->pictures.whole_errors[index] < 0) {
        fy_built_texture made;
        fy_texture_use use = {
            .texture = index, .swizzle = {0, 1, 2}, .wrap_s = texture->wrap_s, .wrap_t = texture->wrap_t};
        use.alpha = image->alpha == FERRY_ALPHA_ALL_OPAQUE ? FY_NO_COMPONENT : 3;
        ferry_mark mark = ferry_job_mark(p->job);
        bool done = fy_texture_build(p->job, image, &use, 4096, false, &made);
        if (done) p->pictures.whole_errors[index] = made.sprite.error;
        ferry_job_release(p->job, mark);
        if (!done) return false;
    }
    *error = p->pictures.whole_errors[index];
    return true;
}

/* The trial with the picture, quietly. */
static bool measure_trial(trial *t, double *error) {
    fy_trial tried;
    t->m->p->reference.mode.composite = t->composite;
    bool done = fy_mapping_try(t->m, &t->composite->gx, &tried);
    t->m->p->reference.mode.composite = NULL;
    *error = tried.shading.seen.mean;
    return done && !tried.alpha.drop_code;
}

/* What the material comes to with the picture in all, if that is less than `most`. False at the
 * memory limit. */
static bool try_picture(trial *t, const ferry_gx_material *gx, double most, double *comes_to) {
    fy_planner *p = t->m->p;
    double rest;
    *comes_to = most;
    fy_composite_window window = t->composite->window;
    if (!name_texture(t)) return false;
    if (!fy_composite_fill_in(gx, &t->parts, &window, t->texture, t->composite)) return true;
    ferry_mark mark = ferry_job_mark(p->job);
    bool done = measure_picture(t);
    ferry_job_release(p->job, mark);
    if (!done) return false;
    double error = t->composite->stored = t->error * t->visibility;
    if (error < most && measure_trial(t, &rest) && error + rest < most) *comes_to = error + rest;
    return !ferry_failed(p->job);
}

/* A picture that others take turns with shows a period of the layers as clips have them, too. */
static void widen(trial *t, const ferry_gx_material *gx) {
    const fy_mapping *m = t->m;
    if (!m->formula_state || t->parts.set == FY_COMPOSITE_SPHERE) return;
    t->composite->gx = *gx;
    fy_composite_widen_window(&m->p->reference, t->parts.set, m->states.places, m->states.place_count,
                              t->composite);
}

/* One way to share a formula out: a picture if it comes nearer than `best`, which it then is. */
static bool try_parts(fy_mapping *m, const ferry_gx_material *gx, bool grey, double least, trial *best,
                      double *found) {
    fy_planner *p = m->p;
    trial t = {.m = m, .visibility = best->visibility};
    double shifts, comes_to;
    if (!fy_reference_start(&p->reference, gx, &p->summary)) return false;
    bool alpha = needs_alpha(&p->reference, gx);
    if (!fy_composite_find(&p->reference, alpha, grey, &t.parts) || t.parts.reads < 2) return true;
    if (best->composite && best->parts.color == t.parts.color && best->parts.alpha == t.parts.alpha)
        return true;
    p->pictures.composite_trials++;
    if (least <= COMPOSITE_GAIN && !may_shift(gx, &t.parts)) return true; /* no picture gains so much */
    ferry_mark mark = ferry_job_mark(p->job);
    t.composite = ferry_new(p->job, fy_composite, 1);
    if (!t.composite) return false;
    t.composite->needs_alpha = alpha;
    t.composite->grey = grey;
    t.composite->reads = t.parts.reads;
    t.composite->fixed = t.parts.fixed;
    t.composite->matrices = fy_composite_matrices(&p->reference, &t.parts);
    t.composite->window = fy_composite_window_of(&p->reference, &t.parts);
    fy_composite_note_layers(&p->reference, &t.parts, t.composite);
    widen(&t, gx);
    t.composite->source = open_source(m, gx);
    if (!t.composite->source ||
        !fy_composite_draw(&p->reference, &t.parts, &t.composite->window, t.composite->source, &t.picture) ||
        !measure_shifts(&t, gx, &shifts))
        return false;
    double most = least + shifts - COMPOSITE_GAIN;
    if (best->composite && *found < most) most = *found;
    if (!try_picture(&t, gx, most, &comes_to)) return false;
    if (comes_to < most) {
        *best = t;
        *found = t.composite->difference = comes_to;
    } else {
        ferry_job_release(p->job, mark);
    }
    return true;
}

/* Whether a picture may stand for the textures: clips and rules speak about these. */
static bool may_have_one(const fy_mapping *m, const ferry_gx_material *gx, fy_composite_parts *found) {
    fy_planner *p = m->p;
    if (ferry_setting_is(p->job, "t3dm.composite-textures", "no") || (m->states.count && !m->formula_state) ||
        m->rules || p->scene->morphs.count || p->pictures.composites >= FY_MOST_COMPOSITES ||
        p->pictures.composite_trials >= MOST_TRIALS ||
        !fy_composite_find(&p->reference, needs_alpha(&p->reference, gx), false, found))
        return false;
    if (found->set == FY_COMPOSITE_SPHERE) return found->reads > 1;
    const fy_constant_uv_set *set = &p->reference.constant_uv.sets[found->set];
    return set->met && set->moves && !set->wild;
}

/* Whether the vertices reach so little of the only picture that it would be better off by itself. */
static bool try_part(fy_mapping *m, const ferry_gx_material *gx, trial *t) {
    fy_planner *p = m->p;
    uint32_t index = gx->textures[fy_composite_only(&p->reference, &t->parts)];
    const ferry_texture *texture = &p->scene->textures.data[index];
    const ferry_image *image = &p->scene->images.data[texture->image];
    fy_composite_window window = fy_composite_window_of(&p->reference, &t->parts);
    uint32_t size[2];
    double whole;
    fy_composite_size(&p->reference, &t->parts, &window, size);
    if ((double)size[0] * size[1] > CROP_SHARE * image->width * image->height) return true;
    if (!fy_planner_widen_scene(p) || !fy_reference_start(&p->reference, gx, &p->summary) ||
        !measure_whole(p, index, &whole))
        return false;
    if (whole < CROP_GAIN) return true;
    ferry_mark mark = ferry_job_mark(p->job);
    fy_composite *composite = t->composite = ferry_new(p->job, fy_composite, 1);
    p->pictures.composite_trials++;
    if (!composite) return false;
    composite->needs_alpha = needs_alpha(&p->reference, gx);
    composite->window = window;
    composite->source = open_source(m, gx);
    if (!composite->source ||
        !fy_composite_draw(&p->reference, &t->parts, &window, composite->source, &t->picture) ||
        !name_texture(t) || !measure_picture(t))
        return false;
    composite->reads = t->parts.reads;
    if (t->error < whole - CROP_GAIN && fy_composite_fill_in(gx, &t->parts, &window, t->texture, composite))
        return true;
    t->composite = NULL;
    ferry_job_release(p->job, mark);
    return true;
}

/* How much of a picture vertices reach, 0..1: of less than all, a part may be stored (t3dm_reached.c). */
static double reached_share(const fy_reference *reference, uint8_t texgen) {
    if (texgen >= FERRY_GX_MAX_TEXGENS || reference->maps[texgen].kind != FY_UV_SET) return 1;
    const fy_uv_map *map = &reference->maps[texgen];
    const fy_constant_uv_set *set = &reference->constant_uv.sets[map->set % FERRY_UV_SETS];
    const double across = (double)set->high.x - (double)set->low.x,
                 down = (double)set->high.y - (double)set->low.y;
    double share = set->met && !set->wild;
    for (int axis = 0; axis < 2; axis++)
        share *= fmin(1, fabs(map->m[axis][0]) * across + fabs(map->m[axis][1]) * down);
    return share;
}

/* What texture memory cannot hold of the textures that a trial reads, if each had all of it. False at the
 * memory limit. */
static bool measure_textures(fy_planner *p, const ferry_gx_material *gx, const fy_fit *fit, double *error) {
    *error = 0;
    for (int i = 0; i < 2; i++) {
        const fy_fit_texture *of = &fit->textures[i];
        double own;
        if (!of->used || of->map >= FERRY_GX_MAX_MAPS) continue;
        uint32_t index = gx->textures[of->map];
        if (index == FERRY_NONE || p->scene->textures.data[index].image == FERRY_NONE) continue;
        if (!measure_whole(p, index, &own)) return false;
        *error += own * reached_share(&p->reference, of->texgen);
    }
    return true;
}

/* `gx` without a picture, then with one: the largest parts of the formula, then those without a hue. */
static bool try_all(fy_mapping *m, const ferry_gx_material *gx, trial *best) {
    fy_trial plain;
    double found = 0;
    if (!fy_mapping_try(m, gx, &plain)) return false;
    if (plain.alpha.drop_code) return true;
    double least = plain.shading.seen.mean, all = plain.shading.color_error + plain.shading.alpha_error, own;
    best->visibility = all > least ? least / all : 1;
    if (!fy_planner_widen_scene(m->p) || !measure_textures(m->p, gx, &plain.shading.fit, &own)) return false;
    least += own * best->visibility;
    return try_parts(m, gx, false, least, best, &found) && try_parts(m, gx, true, least, best, &found);
}

bool fy_mapping_choose_composite(fy_mapping *m, const ferry_gx_material *gx, const fy_composite **chosen) {
    fy_planner *p = m->p;
    trial best = {.m = m};
    bool quick = m->trying;
    *chosen = p->reference.mode.composite = NULL;
    if (!fy_reference_start(&p->reference, gx, &p->summary)) return false;
    if (!may_have_one(m, gx, &best.parts) || (quick && best.parts.reads < 2)) return true;
    ferry_gx_material *kept = ferry_new(p->job, ferry_gx_material, 1);
    if (!kept) return false;
    *kept = *gx;
    m->trying = true;
    bool done = best.parts.reads > 1 ? try_all(m, kept, &best) : try_part(m, kept, &best);
    m->trying = false;
    if (!done || !best.composite) return done;
    place_trial(&best);
    *chosen = best.composite;
    return true;
}

/* ---------------------------------------------------------------------------------------- what is taken */

static bool has_clips(const fy_mapping *m) {
    const uint32_t *first = m->p->clips.first;
    return m->p->tracks && first && first[m->index + 1] > first[m->index];
}

/* Of which time the layers are. */
static const char *time_of(const fy_mapping *m) {
    return m->formula_state && m->formula_state != m->states.list ? "at one moment of a clip" : "at rest";
}

static void report_composite(const fy_mapping *m, const fy_composite *composite, const ferry_image *picture) {
    static const char *const ends[] = {"", ", repeating"};
    const fy_composite_window *window = &composite->window;
    ferry_say(m->p->job, FERRY_NOTE, "t3dm.composite-texture", m->p->name, m->path,
              "%s of %u x %u texels: s %.3g to %.3g%s, t %.3g to %.3g%s",
              composite->reads > 1
                  ? ferry_job_format(m->p->job, "its textures %s are baked into one picture", time_of(m))
                  : "the visible part of its texture became a picture",
              picture->width, picture->height, window->from[0], window->from[0] + window->size[0],
              ends[window->repeats[0]], window->from[1], window->from[1] + window->size[1],
              ends[window->repeats[1]]);
    if (composite->fixed)
        ferry_say_measured(m->p->job, FERRY_LOSS, "t3dm.composite-light", m->p->name, m->path,
                           (ferry_measure){composite->difference, "/255", false},
                           "a projection or a step of light that a texture shifts is baked as it is in mean "
                           "light, in the middle of the screen: mean difference %.1f/255",
                           composite->difference);
    if (composite->matrices && !m->film)
        ferry_say_measured(
            m->p->job, FERRY_LOSS, "t3dm.composite-scroll", m->p->name, m->path,
            (ferry_measure){composite->matrices, "texture matrices", true},
            "its layers are baked into one picture: a game cannot scroll them by %s%u texture %s; "
            "%s--set t3dm.composite-textures=no",
            composite->matrices > 1 ? "their " : "", composite->matrices,
            composite->matrices > 1 ? "matrices" : "matrix",
            has_clips(m) ? "else pass " : "pass its animation, or ");
}

void fy_mapping_keep_composite(const fy_mapping *m, const fy_composite *composite) {
    fy_planner *p = m->p;
    ferry_scene *scene = p->pictures.scene;
    uint32_t texture = composite->gx.textures[composite->map];
    if (texture >= scene->textures.count) fy_made_picture_keep(scene);
    p->pictures.composites++;
    report_composite(m, composite, &scene->images.data[scene->textures.data[texture].image]);
}
