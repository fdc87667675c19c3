/*
 * t3dm_film.c: see t3dm_film.h. Layers that move apart, turn, or shift each other have no combiner that
 * follows them; what they look like together at one moment is a picture. Several of them, exchanged as clips
 * exchange textures, show the motion.
 */
#include "formats/t3dm/choice/t3dm_film.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/image/image.h"
#include "formats/t3dm/mapping/t3dm_motion.h"
#include "formats/t3dm/mapping/t3dm_wide_scene.h"
#include "formats/t3dm/texture/t3dm_made_picture.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shader.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_composite_picture.h"
#include "shade/t3dm_uv.h"

/* Fewer pictures of a clip show no motion. */
enum { LEAST_PICTURES = 3 };

/* Seconds that a picture may be shown for without a question. */
#define LONG .5

/* ------------------------------------------------------------------------------------------- when */

/* Clips that move what is read of the material. False at the memory limit. */
static bool find_clips(const fy_mapping *m, fy_film *film) {
    uint32_t count;
    const fy_material_clip *clips = fy_mapping_clips(m, &count);
    for (uint32_t c = 0; c < count; c++) {
        const ferry_clip *clip = &m->p->scene->clips.data[clips[c].clip];
        fy_t3dm_moments moments;
        uint32_t tracks;
        if (!fy_mapping_list_moments(m, &clips[c], 1u << FERRY_TARGET_TEXTURE_MATRIX, &tracks, &moments))
            return false;
        if (!tracks || moments.count < 2 || !(clip->duration > 0)) continue;
        if (film->clip_count < FY_FILM_CLIPS)
            film->clips[film->clip_count] = (fy_film_clip){clips[c].clip, 1, clip->duration, 0, 0};
        film->clip_count++;
    }
    return true;
}

static bool is_slow(const fy_film_clip *of) {
    return of->duration > LONG * of->count;
}

/* Up to `most`, where each would be shown for long. */
static void share_pictures(fy_film *film, uint32_t most) {
    film->count = 0;
    for (uint32_t i = 0; i < film->clip_count; i++) {
        fy_film_clip *of = &film->clips[i];
        of->first = film->count;
        of->count = FY_FILM_PICTURES / film->clip_count;
        if (is_slow(of)) of->count = most / film->clip_count;
        film->count += of->count;
    }
}

/* Whether the model has room for as many more. */
static bool has_room(const fy_mapping *m, const fy_film *film) {
    return m->p->pictures.of_films + film->count <= FY_FILMS_PICTURES;
}

/* ---------------------------------------------------------------------------------------- repeats */

/* Parts of a clip that are looked at, and how many times each is compared with the one after it. */
enum { MOST_REPEATS = 64, LOOKS = 4 };

/* Whether the layers come back to where they are, each `of->repeats`-th of the clip. */
static bool comes_back(const fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                       const fy_film_clip *of) {
    ferry_gx_material now, later;
    for (uint32_t i = 1; i < of->repeats; i++)
        for (uint32_t k = 0; k < LOOKS; k++) {
            const double number = k / (double)LOOKS;
            fy_film_pose(m, gx, of, number, &now);
            fy_film_pose(m, gx, of, number + i, &later);
            if (!fy_composite_looks_alike(m->p->scene, composite, &now, &later)) return false;
        }
    return true;
}

/* Layers that scroll often come back several times before a clip ends: what they do until then is all that
 * the pictures have to show. */
static void find_repeats(const fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                         fy_film_clip *of) {
    for (uint32_t n = MOST_REPEATS; n > 1; n--) {
        fy_film_clip part = {.clip = of->clip, .repeats = n, .duration = of->duration / n, .count = 1};
        if (!comes_back(m, gx, composite, &part)) continue;
        of->repeats = n;
        of->duration /= n;
        return;
    }
}

/* ------------------------------------------------------------------------------------ the pictures */

void fy_film_pose(const fy_mapping *m, const ferry_gx_material *gx, const fy_film_clip *of, double number,
                  ferry_gx_material *to) {
    uint32_t count;
    const fy_material_clip *clips = fy_mapping_clips(m, &count);
    ferry_gx_material posed = m->states.list[0];
    for (uint32_t c = 0; c < count; c++)
        if (clips[c].clip == of->clip) fy_pose_state(&clips[c], number * of->duration / of->count, &posed);
    *to = *gx;
    fy_move_textures(&posed, to);
}

static bool draw_picture(const fy_mapping *m, const ferry_gx_material *gx, const fy_composite_parts *parts,
                         const fy_composite *composite, fy_texels *picture) {
    const fy_gx_view view = {.view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
    const fy_gx_shader *source = fy_gx_shader_open(m->p->job, m->p->scene, gx, FERRY_CULL_NONE, &view);
    return source && fy_composite_draw(&m->p->reference, parts, &composite->window, source, picture) &&
           ferry_tick(m->p->job);
}

static bool draw_pictures(const fy_mapping *m, const ferry_gx_material *gx, const fy_composite_parts *parts,
                          const fy_composite *composite, fy_film *film) {
    ferry_gx_material *posed = ferry_new(m->p->job, ferry_gx_material, 1);
    for (uint32_t c = 0; posed && c < film->clip_count; c++)
        for (uint32_t i = 0; i < film->clips[c].count; i++) {
            fy_film_pose(m, gx, &film->clips[c], i + .5, posed);
            if (!draw_picture(m, posed, parts, composite, &film->pictures[film->clips[c].first + i]))
                return false;
        }
    return posed != NULL;
}

bool fy_film_is_slow(const fy_film *film) {
    for (uint32_t i = 0; i < film->clip_count; i++)
        if (is_slow(&film->clips[i])) return true;
    return false;
}

/* Whether all pictures show one part of the plane. */
static bool keeps_window(const fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                         const fy_film *film) {
    ferry_gx_material posed;
    if (!composite->window.repeats[0] && !composite->window.repeats[1]) return true;
    for (uint32_t c = 0; c < film->clip_count; c++)
        for (uint32_t i = 0; i < film->clips[c].count; i++) {
            fy_film_pose(m, gx, &film->clips[c], i + .5, &posed);
            if (!fy_composite_keeps_window(m->p->scene, composite, &posed)) return false;
        }
    return true;
}

/* Layers that light or the viewer shift are pictures of the middle of the screen, which stands for all
 * moments as little as for one. */
static bool may_shoot(const fy_mapping *m, const fy_composite *composite) {
    return m->formula_state && m->states.texgens && composite->reads > 1 && !composite->fixed &&
           composite->set != FY_COMPOSITE_SPHERE && m->toon_way == FY_TOON_SMOOTH && !m->splits &&
           !ferry_setting_is(m->p->job, "t3dm.films", "no");
}

bool fy_mapping_plan_film(const fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                          fy_film *film, bool *possible) {
    *film = (fy_film){.map = composite->map};
    *possible = false;
    if (!may_shoot(m, composite)) return true;
    if (!find_clips(m, film)) return false;
    if (!film->clip_count || film->clip_count > FY_FILM_CLIPS ||
        FY_FILM_PICTURES / film->clip_count < LEAST_PICTURES)
        return true;
    for (uint32_t i = 0; i < film->clip_count; i++) find_repeats(m, gx, composite, &film->clips[i]);
    share_pictures(film, FY_FILM_MOST);
    if (!has_room(m, film)) share_pictures(film, FY_FILM_PICTURES);
    *possible = has_room(m, film) && keeps_window(m, gx, composite, film);
    return true;
}

bool fy_mapping_shoot_film(fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite) {
    fy_reference *reference = &m->p->reference;
    const fy_reference_mode before = reference->mode;
    fy_composite_parts parts;
    bool possible;
    if (!m->shoots) return true;
    fy_film *film = ferry_new(m->p->job, fy_film, 1);
    if (!film || !fy_mapping_plan_film(m, gx, composite, film, &possible)) return false;
    if (!possible) return true;
    reference->mode.composite = NULL;
    bool done = fy_reference_start(reference, gx, &m->p->summary);
    if (done && fy_composite_find(reference, composite->needs_alpha, composite->grey, &parts)) {
        done = draw_pictures(m, gx, &parts, composite, film);
        m->film = film;
        m->states.spread = false; /* each picture shows its layers where they are */
    }
    reference->mode = before;
    return done;
}

/* ---------------------------------------------------------------------------------------- the scene */

static bool add_texture(fy_planner *p, uint32_t like, const fy_texels *picture, uint32_t number) {
    ferry_scene *scene = p->pictures.scene;
    const char *name = ferry_job_format(p->job, "%s_%u", scene->textures.data[like].name, number);
    fy_made_picture made = {scene->textures.data[like], scene->images.data[scene->textures.data[like].image]};
    if (!*name || !fy_made_picture_fill(p->job, picture, &made)) return false;
    made.texture.name = made.image.name = name;
    made.image.alpha = fy_alpha_class(picture->rgba, (size_t)picture->width * picture->height);
    fy_planner_place_picture(p, &made);
    fy_made_picture_keep(scene);
    return true;
}

static bool shows(const ferry_scene *scene, uint32_t texture, const fy_texels *picture) {
    const ferry_mip_level *level = &scene->images.data[scene->textures.data[texture].image].levels[0];
    return level->width == picture->width && level->height == picture->height &&
           memcmp(level->rgba, picture->rgba, (size_t)level->width * level->height * 4) == 0;
}

/* The texture that shows a picture: that of one before it, or a new one, behind the scene's. False at the
 * memory limit. */
static bool find_texture(fy_planner *p, const fy_film *film, uint32_t number, fy_texture_set *sets) {
    const fy_texels *picture = &film->pictures[number - 1];
    for (uint32_t i = 0; i < number; i++) {
        const uint32_t texture = sets[i].textures[film->map];
        if (!shows(p->pictures.scene, texture, picture)) continue;
        sets[number].textures[film->map] = texture;
        return true;
    }
    sets[number].textures[film->map] = p->pictures.scene->textures.count;
    p->pictures.of_films++;
    return add_texture(p, sets[0].textures[film->map], picture, number);
}

bool fy_mapping_keep_film(fy_mapping *m, const fy_composite *composite) {
    const fy_film *film = m->film;
    fy_texture_set *sets = ferry_new(m->p->job, fy_texture_set, film->count + (size_t)1);
    if (!sets) return false;
    for (uint32_t i = 0; i <= film->count; i++) {
        memcpy(sets[i].textures, composite->gx.textures, sizeof sets[i].textures);
        if (i && !find_texture(m->p, film, i, sets)) return false;
    }
    m->states.texture_sets = sets;
    m->states.texture_set_count = film->count + 1;
    m->states.textures |= (uint8_t)(1u << film->map);
    return true;
}
