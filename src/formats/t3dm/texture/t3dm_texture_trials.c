/* t3dm_texture_trials.c: see the header. */
#include "formats/t3dm/texture/t3dm_texture_trials.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/image/texels_difference.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "shade/t3dm_importance.h"

/* ------------------------------------------------------------------------------------------ pictures */

/* Once a model, outside of the marks that pictures are made between. */
static bool find_draws(fy_texture_store *store) {
    return store->draws.first || fy_image_draws_find(store->job, store->scene, &store->draws);
}

/* Pictures up to this size lose next to nothing. */
#define LOSSLESS_TEXELS 1024

/* Fills in what the use says of the picture's parts. */
static void weigh_parts(const fy_texture_store *store, uint32_t image, fy_texture_use *use,
                        fy_importance *importance) {
    const ferry_image *of = &store->scene->images.data[image];
    const fy_texture_window *window = &use->window;
    fy_image_part part = {{(double)window->from[0] / of->width, (double)window->from[1] / of->height},
                          {(double)window->size[0] / of->width, (double)window->size[1] / of->height}};
    if ((uint64_t)of->width * of->height > LOSSLESS_TEXELS &&
        fy_importance_of(store->scene, &store->draws, image, window->size[0] ? &part : NULL, importance))
        use->importance = importance;
}

static bool make_weighed(fy_texture_store *store, uint32_t image, fy_texture_use use, uint32_t budget,
                         bool pair, fy_built_texture *made) {
    fy_importance importance;
    weigh_parts(store, image, &use, &importance);
    return fy_texture_build(store->job, &store->scene->images.data[image], &use, budget, pair, made);
}

static void drop_tried(fy_texture_store *store, fy_texture_tried *is) {
    fy_job_drop(store->job, is->made);
    *is = (fy_texture_tried){0};
}

void fy_texture_store_settle(fy_texture_store *store) {
    for (int i = 0; i < FY_TEXTURE_TRIED; i++) drop_tried(store, &store->tried[i]);
}

static size_t texel_count(const fy_sprite *sprite) {
    return (size_t)sprite->texels.width * sprite->texels.height;
}

/* Of the trial that was entered last; the oldest picture goes. */
static bool keep_tried(fy_texture_store *store, const fy_built_texture *made) {
    const fy_sprite *sprite = &made->sprite;
    size_t size = texel_count(sprite) * (sprite->indices ? 1 : 4);
    fy_texture_tried *to = &store->tried[store->trial_count % FY_TEXTURE_TRIED];
    drop_tried(store, to);
    to->made = fy_job_resize(store->job, NULL, sizeof *made + size, 1);
    if (!to->made) return false;
    *to->made = *made;
    memcpy(to->made + 1, sprite->indices ? sprite->indices : sprite->texels.rgba, size);
    to->trial = store->trial_count;
    return true;
}

/* A copy in the job's work memory. */
static bool take_tried(const fy_texture_store *store, const fy_texture_tried *is, fy_built_texture *made) {
    fy_sprite *sprite = &made->sprite;
    *made = *is->made;
    size_t count = texel_count(sprite);
    sprite->texels.rgba = ferry_new(store->job, uint8_t, 4 * count);
    if (sprite->indices) sprite->indices = ferry_new(store->job, uint8_t, count);
    if (!sprite->texels.rgba || (is->made->sprite.indices && !sprite->indices)) return false;
    memcpy(sprite->indices ? sprite->indices : sprite->texels.rgba, is->made + 1,
           sprite->indices ? count : 4 * count);
    if (sprite->indices) fy_sprite_show_indices(sprite);
    return true;
}

static fy_texture_tried *find_tried(fy_texture_store *store, uint32_t image, const fy_texture_use *use,
                                    uint32_t budget, bool pair) {
    for (int i = 0; i < FY_TEXTURE_TRIED; i++) {
        uint32_t number = store->tried[i].trial;
        if (!number) continue;
        const fy_texture_trial *is = &store->trials[number - 1];
        if (is->image == image && is->pair == pair && is->budget == budget &&
            fy_texture_same_use(&is->use, use))
            return &store->tried[i];
    }
    return NULL;
}

/* A copy that no mark releases. */
static bool keep_sprite(ferry_job *job, const fy_sprite *from, fy_sprite *to) {
    size_t count = texel_count(from);
    *to = *from;
    to->texels.rgba = fy_output_alloc(job, count, 4);
    to->indices = from->indices ? fy_output_alloc(job, count, 1) : NULL;
    if (!to->texels.rgba || (from->indices && !to->indices)) return false;
    memcpy(to->texels.rgba, from->texels.rgba, 4 * count);
    if (from->indices) memcpy(to->indices, from->indices, count);
    return true;
}

static bool make_picture(fy_texture_store *store, fy_texture_export *of) {
    fy_texture_tried *tried = find_tried(store, of->image, &of->use, of->budget, of->pair);
    fy_built_texture made;
    if (!(tried ? take_tried(store, tried, &made)
                : make_weighed(store, of->image, of->use, of->budget, of->pair, &made)))
        return false;
    of->made = made;
    bool done = keep_sprite(store->job, &made.sprite, &of->made.sprite);
    if (tried) drop_tried(store, tried);
    return done;
}

bool fy_texture_picture(fy_texture_store *store, const fy_texture_use *use, fy_built_texture *made) {
    uint32_t image = store->scene->textures.data[use->texture].image;
    const fy_texture_tried *tried = find_tried(store, image, use, FY_TEXTURE_MEMORY, false);
    return tried ? take_tried(store, tried, made)
                 : make_weighed(store, image, *use, FY_TEXTURE_MEMORY, false, made);
}

bool fy_texture_make(fy_texture_store *store, fy_texture_export *of) {
    if (!find_draws(store)) return false;
    ferry_mark mark = ferry_job_mark(store->job);
    bool done = make_picture(store, of);
    ferry_job_release(store->job, mark);
    return done;
}

/* -------------------------------------------------------------------------------------------- shares */

static fy_texture_trial trial_of(const fy_texture_use *use, uint32_t image, uint32_t budget, bool pair,
                                 const fy_built_texture *made) {
    return (fy_texture_trial){.use = *use,
                              .image = image,
                              .budget = budget,
                              .pair = pair,
                              .bytes = fy_sprite_tmem_of(&made->sprite),
                              .error = made->sprite.error,
                              .faithful = made->sprite.faithful || made->magnified};
}

static const fy_texture_trial *find_trial(const fy_texture_store *store, const fy_texture_use *use,
                                          uint32_t budget, bool pair) {
    uint32_t image = store->scene->textures.data[use->texture].image;
    for (uint32_t i = 0; i < store->trial_count; i++) {
        const fy_texture_trial *is = &store->trials[i];
        if (is->image != image || is->pair != pair || !fy_texture_same_use(&is->use, use)) continue;
        if (is->budget == budget || (is->faithful && is->bytes <= budget)) return is;
    }
    return NULL;
}

/* What was tried without following, where that changes nothing; NULL: it may, or was not tried. False at the
 * memory limit. */
static bool find_same(fy_texture_store *store, const fy_texture_use *use, uint32_t budget, bool pair,
                      const fy_texture_trial **found) {
    fy_texture_use fixed = *use;
    bool may;
    fixed.follows = fixed.hides = false;
    *found = use->follows ? find_trial(store, &fixed, budget, pair) : NULL;
    if (!*found) return true;
    ferry_mark mark = ferry_job_mark(store->job);
    bool done = fy_texture_gains_by_following(store->job, &store->scene->images.data[(*found)->image], use,
                                              pair, (*found)->error, &may);
    ferry_job_release(store->job, mark);
    if (done && may) *found = NULL;
    return done;
}

/* How a texture comes out of a share of the memory. Pairs come again and again. */
bool fy_texture_try(fy_texture_store *store, const fy_texture_use *use, uint32_t budget, bool pair,
                    fy_texture_trial *result) {
    uint32_t image = store->scene->textures.data[use->texture].image;
    for (uint32_t i = 0; i < store->count; i++) {
        const fy_texture_export *is = &store->exports[i];
        if (is->image != image || is->pair != pair || is->budget != budget ||
            !fy_texture_same_use(&is->use, use))
            continue;
        *result = trial_of(use, image, budget, pair, &is->made);
        return true;
    }
    const fy_texture_trial *known = find_trial(store, use, budget, pair);
    if (!known && !find_same(store, use, budget, pair, &known)) return false;
    if (known) {
        *result = *known;
        return true;
    }
    if (!find_draws(store) || !fy_work_reserve(store->job, (void **)&store->trials, store->trial_count,
                                               &store->trial_capacity, 1, sizeof *store->trials))
        return false;
    ferry_mark mark = ferry_job_mark(store->job);
    fy_built_texture made;
    bool done = make_weighed(store, image, *use, budget, pair, &made);
    if (done) {
        *result = trial_of(use, image, budget, pair, &made);
        store->trials[store->trial_count++] = *result;
        done = keep_tried(store, &made);
    }
    ferry_job_release(store->job, mark);
    return done;
}

/* A share for the first texture: better if the sum of both errors is less. */
static bool try_split(fy_texture_store *store, const fy_texture_use *uses, uint32_t first,
                      uint32_t budgets[2], double *least) {
    fy_texture_trial a, b;
    if (!fy_texture_try(store, &uses[0], first, true, &a) ||
        !fy_texture_try(store, &uses[1], FY_TEXTURE_MEMORY - first, true, &b))
        return false;
    if (a.error + b.error >= *least) return true;
    *least = a.error + b.error;
    budgets[0] = first;
    budgets[1] = FY_TEXTURE_MEMORY - first;
    return true;
}

/* Half each; or one gets what it needs to stay as it is and the other the rest; or a quarter and three, then
 * an eighth more or less, whichever is best. */
bool fy_texture_split_memory(fy_texture_store *store, const fy_texture_use *uses, uint32_t budgets[2]) {
    fy_texture_trial half[2];
    budgets[0] = budgets[1] = FY_TEXTURE_HALF;
    for (int i = 0; i < 2; i++)
        if (!fy_texture_try(store, &uses[i], FY_TEXTURE_HALF, true, &half[i])) return false;
    if (half[0].faithful && half[1].faithful) return true;
    for (int i = 0; i < 2; i++)
        if (half[i].faithful) {
            budgets[i] = half[i].bytes;
            budgets[!i] = FY_TEXTURE_MEMORY - half[i].bytes;
            return true;
        }
    static const uint32_t steps[] = {1024, 512};
    double least = half[0].error + half[1].error;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const uint32_t middle = budgets[0];
        if (!try_split(store, uses, middle - steps[i], budgets, &least) ||
            !try_split(store, uses, middle + steps[i], budgets, &least))
            return false;
    }
    return true;
}
