/*
 * pictures.c: small pictures of the surface from several sides (docs/simplify.md). Each pixel keeps all that
 * is drawn there, so that what some triangles hide is known without drawing the others again.
 */
#include "core/simplify/pictures/pictures.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/simplify/pictures/aim.h"
#include "core/simplify/pictures/alike.h"
#include "core/simplify/pictures/view.h"

enum { SIDES = FY_PICTURE_SIDES, SIZE = FY_PICTURE_SIZE, PIXELS = FY_PICTURE_PIXELS };

/* How long a pixel is from nearby, in heights of the eye; and how much to be off planes counts there. */
static const double NEAR_PIXEL = .03, NEAR_PLANES = .02;

/* Fragments of all views: 64 MB. Real models have a tenth of it. */
enum { MOST_FRAGMENTS = 4 << 20 };

fy_shown fy_pictures_blend(const fy_pictures *p, const fy_view *v, size_t pixel, bool tried) {
    fy_pile pile;
    pile.count = 0;
    for (uint32_t i = v->heads[pixel]; i != FERRY_NONE; i = p->fragments[i].next)
        if (!tried || p->marks[p->fragments[i].triangle] != p->mark) fy_pile_add(&pile, &p->fragments[i]);
    if (tried && p->trial_stamps[pixel] == p->trial)
        for (uint32_t i = p->trial_heads[pixel]; i != FERRY_NONE; i = p->fragments[i].next)
            fy_pile_add(&pile, &p->fragments[i]);
    return fy_pile_blend(&p->of, &pile);
}

/* ------------------------------------------------------------------------------------------ drawing */

/* Where a triangle is drawn. */
typedef struct brush {
    fy_pictures *p;
    fy_view *v;
} brush;

static bool draw_pixel(void *to, const fy_flat *f, int x, int y) {
    brush *b = to;
    fy_fragment one;
    return !fy_flat_shade(f, x, y, HUGE_VALF, &one) ||
           fy_pictures_add(b->p, &b->v->heads[y * SIZE + x], &one);
}

static bool draw_solid(fy_pictures *p, const fy_solid *solid) {
    for (uint32_t k = 0; k < p->view_count; k += p->every) {
        fy_view *v = &p->views[k];
        fy_flat f;
        if (!fy_flatten(&p->of, &v->side, solid, &f)) continue;
        fy_flat_light(&v->side, solid, &f);
        if (!fy_flat_each(&f, draw_pixel, &(brush){p, v})) return false;
    }
    return true;
}

static void clear_all(fy_pictures *p) {
    p->fragment_count = 0;
    p->spare = FERRY_NONE;
    for (uint32_t k = 0; k < p->view_count; k++)
        for (size_t i = 0; i < PIXELS; i++) p->views[k].heads[i] = FERRY_NONE;
}

/* Hundreds of layers over the whole picture are not worth their memory: then nothing is drawn. */
static bool draw_all(fy_pictures *p) {
    const fy_shell *s = p->of.shell;
    fy_solid solid;
    clear_all(p);
    for (uint32_t t = 0; t < s->triangle_count && p->fragment_count <= MOST_FRAGMENTS; t++)
        if (!ferry_tick(s->job) || (fy_solid_of(&p->of, t, &solid) && !draw_solid(p, &solid))) return false;
    if (p->fragment_count <= MOST_FRAGMENTS) return true;
    p->of.scale = 0;
    clear_all(p);
    return true;
}

static bool open_clear(fy_pictures *p) {
    const fy_shell *s = p->of.shell;
    p->of.clear = ferry_new(s->job, bool, (size_t)s->triangle_count + 1);
    for (uint32_t t = 0; p->of.clear && t < s->triangle_count; t++)
        p->of.clear[t] = p->of.looks[s->wedges[s->corners[3 * (size_t)t]].mesh].mode >= FERRY_ALPHA_BLEND;
    return p->of.clear;
}

/* What shows from nearby, as sharp as it is seen there. */
static bool open_near(fy_pictures *p) {
    double pixel = NEAR_PIXEL * p->eyes.height;
    p->of.near_fine = NEAR_PLANES / (pixel * pixel);
    p->of.fine += p->of.near_fine;
    p->of.near_looks = fy_looks_open(p->of.shell, pixel);
    return p->of.near_looks != NULL;
}

/* Views, and what trials need. */
static bool open_room(fy_pictures *p) {
    ferry_job *job = p->of.shell->job;
    p->view_count = SIDES + p->eyes.count;
    p->views = ferry_new(job, fy_view, (size_t)p->view_count);
    p->trial_heads = ferry_new(job, uint32_t, (size_t)PIXELS);
    p->olds = ferry_new(job, int16_t, (size_t)PIXELS);
    p->trial_stamps = ferry_new(job, uint32_t, (size_t)PIXELS);
    p->done_stamps = ferry_new(job, uint32_t, (size_t)PIXELS);
    p->marks = ferry_new(job, uint32_t, (size_t)p->of.shell->triangle_count + 1);
    return p->views && p->olds && p->trial_heads && p->trial_stamps && p->done_stamps && p->marks;
}

static bool open_source(fy_pictures *p) {
    if (!draw_all(p)) return false;
    p->scale = p->of.scale;
    for (uint32_t k = 0; k < p->view_count; k++) {
        for (size_t i = 0; i < PIXELS; i++)
            p->views[k].source[i] = fy_pictures_shown(p, &p->views[k], i, false);
        fy_view_measure_source(&p->views[k]);
    }
    return ferry_tick(p->of.shell->job);
}

bool fy_pictures_open(fy_shell *s, fy_pictures *p) {
    *p = (fy_pictures){.of.shell = s, .spare = FERRY_NONE, .every = 1};
    if (!fy_eyes_find(s, &p->eyes) || !open_room(p)) return false;
    p->of.scale = fy_aim_sides(s, p->views);
    fy_aim_eyes(&p->eyes, p->views);
    p->of.fine = p->of.scale * p->of.scale;
    p->of.looks = fy_looks_open(s, p->of.scale > 0 ? 1 / p->of.scale : 0);
    if (!p->of.looks || !open_clear(p)) return false;
    if (p->eyes.count && !open_near(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k++)
        if (!fy_view_open(s->job, &p->views[k])) return false;
    return !(p->of.scale > 0) || open_source(p);
}

bool fy_pictures_open_again(fy_shell *s, const fy_pictures *before, fy_pictures *p) {
    *p = (fy_pictures){.of = before->of, .eyes = before->eyes, .spare = FERRY_NONE, .every = 1};
    p->of.shell = s;
    p->of.scale = p->scale = before->scale;
    if (!open_room(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k++)
        if (!fy_view_open_again(s->job, &before->views[k], &p->views[k])) return false;
    return true;
}

static bool draw_now(fy_pictures *p, uint32_t every) {
    p->every = every;
    if (!draw_all(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k += every) {
        fy_view *v = &p->views[k];
        for (size_t i = 0; i < PIXELS; i++) {
            fy_shown now = fy_pictures_shown(p, v, i, false);
            v->now[i] = fy_brightness(&now);
        }
        fy_view_compare(v, FY_WHOLE, v->errors);
    }
    return ferry_tick(p->of.shell->job);
}

bool fy_pictures_draw(fy_pictures *p) {
    return draw_now(p, 1);
}

bool fy_pictures_draw_half(fy_pictures *p) {
    return draw_now(p, 2);
}

bool fy_pictures_measure(fy_pictures *p, double *sum) {
    *sum = 0;
    if (!fy_pictures_draw(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k++)
        *sum += p->views[k].weight * fy_view_error(&p->views[k], FY_WHOLE);
    return true;
}

void fy_pictures_close(fy_pictures *p) {
    if (!p->of.shell) return;
    fy_job_drop(p->of.shell->job, p->fragments);
    fy_job_drop(p->of.shell->job, p->solids);
    for (uint32_t k = 0; p->views && k < p->view_count; k++)
        fy_job_drop(p->of.shell->job, p->views[k].pixels);
}

/* The nearest triangle at a pixel; FERRY_NONE: none. */
static uint32_t nearest_at(const fy_pictures *p, const fy_view *v, size_t pixel) {
    uint32_t nearest = v->heads[pixel];
    if (nearest == FERRY_NONE) return FERRY_NONE;
    for (uint32_t i = p->fragments[nearest].next; i != FERRY_NONE; i = p->fragments[i].next)
        if (fy_is_before(&p->fragments[i], &p->fragments[nearest])) nearest = i;
    return p->fragments[nearest].triangle;
}

void fy_pictures_sum(const fy_pictures *p, double *sums) {
    for (uint32_t k = 0; k < p->view_count; k++) {
        const fy_view *v = &p->views[k];
        for (size_t y = 1; y + 1 < SIZE; y++)
            for (size_t x = 1; x + 1 < SIZE; x++) {
                uint32_t nearest = nearest_at(p, v, y * SIZE + x);
                for (size_t i = 0; nearest != FERRY_NONE && i < 9; i++)
                    sums[nearest] += v->weight * (double)v->errors[(y + i / 3 - 1) * SIZE + x + i % 3 - 1];
            }
    }
}
