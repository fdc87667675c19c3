/*
 * trial.c: triangles that are drawn as they would be, beside all others as they are, and how much less alike
 * the pictures get by that (docs/simplify.md).
 */
#include "core/simplify/pictures/trial.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/job.h"
#include "core/simplify/pictures/alike.h"
#include "core/simplify/pictures/flat.h"
#include "core/simplify/pictures/view.h"

enum { SIDES = FY_PICTURE_SIDES, SIZE = FY_PICTURE_SIZE, AROUND = FY_AROUND };

/* From a side to one that shows something else, so that few tell enough. */
enum { NEXT_SIDE = 5 };

/* Of what is unlike around the triangles at hand, what a view is believed to gain at most by other ones. */
static const double MOST_GAIN = .02;

/* ------------------------------------------------------------------------------ the triangles at hand */

/* Where a triangle is drawn. */
typedef struct brush {
    fy_pictures *p;
    fy_view *v;
    bool hidden; /* of a trial: also what is not seen */
} brush;

static bool list_pixel(fy_pictures *p, fy_view *v, uint32_t pixel) {
    if (p->done_stamps[pixel] == p->trial) return true;
    p->done_stamps[pixel] = p->trial;
    if (!fy_job_reserve(p->of.shell->job, (void **)&v->pixels, v->pixel_count, &v->pixel_capacity, 1,
                        sizeof *v->pixels))
        return false;
    v->pixels[v->pixel_count++] = pixel;
    return true;
}

static void sum_errors(fy_view *v) {
    fy_part b = FY_NO_PART;
    for (uint32_t i = 0; i < v->pixel_count; i++) fy_part_add(&b, v->pixels[i]);
    v->error = v->pixel_count ? fy_view_error(v, fy_part_around(b, 2 * AROUND)) : 0;
}

static bool list_covered(void *to, const fy_flat *f, int x, int y) {
    brush *b = to;
    (void)f;
    return list_pixel(b->p, b->v, (uint32_t)(y * SIZE + x));
}

/* Pixels that the triangles at hand cover in a view, as they are now. */
static bool list_pixels(fy_pictures *p, fy_view *v) {
    brush b = {p, v, true};
    fy_flat f;
    v->pixel_count = 0;
    p->trial++;
    for (uint32_t i = 0; i < p->solid_count; i++)
        if (fy_flatten(&p->of, &v->side, &p->solids[i], &f) && !fy_flat_each(&f, list_covered, &b))
            return false;
    return true;
}

/* The triangles at hand as they are now. */
static bool list_solids(fy_pictures *p) {
    p->solid_count = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!fy_job_reserve(p->of.shell->job, (void **)&p->solids, p->solid_count, &p->solid_capacity, 1,
                            sizeof *p->solids))
            return false;
        p->solid_count += fy_solid_of(&p->of, p->triangles[i], &p->solids[p->solid_count]);
    }
    return true;
}

static bool take(fy_pictures *p, const uint32_t *triangles, uint32_t count, uint32_t every) {
    p->triangles = triangles;
    p->count = count;
    p->mark++;
    for (uint32_t i = 0; i < count; i++) p->marks[triangles[i]] = p->mark;
    if (!list_solids(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k += every)
        if (!list_pixels(p, &p->views[k])) return false;
    return true;
}

bool fy_pictures_begin(fy_pictures *p, const uint32_t *triangles, uint32_t count) {
    if (!take(p, triangles, count, p->every)) return false;
    for (uint32_t k = 0; k < p->view_count; k += p->every) sum_errors(&p->views[k]);
    return true;
}

bool fy_pictures_begin_half(fy_pictures *p, const uint32_t *triangles, uint32_t count) {
    p->work += (uint64_t)count * SIDES; /* what is too small for a pixel takes time, too */
    return take(p, triangles, count, 2);
}

/* How near something must be to be seen at a pixel before all but the triangles at hand. */
static float limit_at(const fy_pictures *p, const fy_view *v, size_t pixel) {
    float limit = HUGE_VALF;
    for (uint32_t i = v->heads[pixel]; i != FERRY_NONE; i = p->fragments[i].next) {
        const fy_fragment *f = &p->fragments[i];
        if (f->depth < limit && p->marks[f->triangle] != p->mark && !p->of.clear[f->triangle])
            limit = f->depth;
    }
    return limit;
}

static bool try_pixel(void *to, const fy_flat *f, int x, int y) {
    brush *b = to;
    fy_pictures *p = b->p;
    uint32_t pixel = (uint32_t)(y * SIZE + x);
    fy_fragment one;
    p->work++;
    if (!fy_flat_shade(f, x, y, b->hidden ? HUGE_VALF : limit_at(p, b->v, pixel), &one)) return true;
    if (p->trial_stamps[pixel] != p->trial) p->trial_heads[pixel] = FERRY_NONE;
    p->trial_stamps[pixel] = p->trial;
    return list_pixel(p, b->v, pixel) && fy_pictures_add(p, &p->trial_heads[pixel], &one);
}

/* Draws the triangles at hand into lists of their own; `hidden`: also what is not seen of them. The view's
 * pixels get those that are new; `count`: how many there were. */
static bool draw_trial(fy_pictures *p, fy_view *v, bool hidden, uint32_t *count) {
    p->trial++;
    *count = v->pixel_count;
    for (uint32_t i = 0; i < v->pixel_count; i++) p->done_stamps[v->pixels[i]] = p->trial;
    brush b = {p, v, hidden};
    fy_flat f;
    for (uint32_t i = 0; i < p->solid_count; i++) {
        if (!fy_flatten(&p->of, &v->side, &p->solids[i], &f)) continue;
        fy_flat_light(&v->side, &p->solids[i], &f);
        if (!fy_flat_each(&f, try_pixel, &b)) return false;
    }
    return true;
}

static void drop_trial(fy_pictures *p, uint32_t pixel) {
    if (p->trial_stamps[pixel] != p->trial) return;
    for (uint32_t i = p->trial_heads[pixel], next; i != FERRY_NONE; i = next) {
        next = p->fragments[i].next;
        fy_pictures_spare(p, i);
    }
}

/* What more a view has of errors with the trial. */
static double try_view(fy_pictures *p, fy_view *v) {
    fy_part b = FY_NO_PART;
    double more = 0;
    for (uint32_t i = 0; i < v->pixel_count; i++) {
        uint32_t pixel = v->pixels[i];
        fy_shown now = fy_pictures_shown(p, v, pixel, true);
        int16_t bright = fy_brightness(&now);
        drop_trial(p, pixel);
        p->olds[i] = v->now[pixel];
        if (bright == v->now[pixel]) continue;
        v->now[pixel] = bright;
        fy_part_add(&b, pixel);
    }
    if (b.left < b.right) {
        b = fy_part_around(b, AROUND);
        more = fy_view_compare(v, b, NULL) - fy_view_error(v, b);
    }
    for (uint32_t i = 0; i < v->pixel_count; i++) v->now[v->pixels[i]] = p->olds[i];
    return more;
}

/* Adds it for all views that this one stands for. */
static bool try_side(fy_pictures *p, fy_view *v, uint32_t every, double *more) {
    uint32_t count;
    if (!draw_trial(p, v, false, &count)) return false;
    *more += every * v->weight * try_view(p, v);
    v->pixel_count = count;
    return true;
}

bool fy_pictures_try(fy_pictures *p, double *more) {
    double left = 0; /* of the views to come */
    if (!list_solids(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k += p->every)
        left += p->every * p->views[k].weight * p->views[k].error;
    for (uint32_t k = 0; k < p->view_count && *more <= MOST_GAIN * left; k++) {
        uint32_t number = k < SIDES ? k * NEXT_SIDE % SIDES : k;
        fy_view *v = &p->views[number];
        if (number % p->every) continue;
        left -= p->every * v->weight * v->error;
        if (!try_side(p, v, p->every, more)) return false;
    }
    return true;
}

bool fy_pictures_try_half(fy_pictures *p, double *more) {
    if (!list_solids(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k += 2)
        if (!try_side(p, &p->views[k], 2, more)) return false;
    return true;
}

/* Drops what is drawn of the triangles at hand at a pixel. */
static void take_out(fy_pictures *p, uint32_t *head) {
    while (*head != FERRY_NONE) {
        uint32_t number = *head;
        fy_fragment *f = &p->fragments[number];
        if (p->marks[f->triangle] == p->mark) {
            *head = f->next;
            fy_pictures_spare(p, number);
        } else
            head = &f->next;
    }
}

/* Of a pixel, what was tried is what is there. False: nothing of the triangles at hand is. */
static bool keep_pixel(fy_pictures *p, fy_view *v, uint32_t pixel) {
    bool tried = p->trial_stamps[pixel] == p->trial;
    take_out(p, &v->heads[pixel]);
    if (tried) {
        uint32_t last = p->trial_heads[pixel];
        while (p->fragments[last].next != FERRY_NONE) last = p->fragments[last].next;
        p->fragments[last].next = v->heads[pixel];
        v->heads[pixel] = p->trial_heads[pixel];
    }
    fy_shown now = fy_pictures_shown(p, v, pixel, false);
    v->now[pixel] = fy_brightness(&now);
    return tried;
}

bool fy_pictures_keep(fy_pictures *p) {
    if (!list_solids(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k += p->every) {
        fy_view *v = &p->views[k];
        uint32_t kept = 0, count;
        fy_part b = FY_NO_PART;
        if (!draw_trial(p, v, true, &count)) return false;
        for (uint32_t i = 0; i < v->pixel_count; i++) fy_part_add(&b, v->pixels[i]);
        for (uint32_t i = 0; i < v->pixel_count; i++)
            if (keep_pixel(p, v, v->pixels[i])) v->pixels[kept++] = v->pixels[i];
        v->pixel_count = kept;
        if (b.left < b.right) fy_view_compare(v, fy_part_around(b, AROUND), v->errors);
        sum_errors(v);
    }
    return true;
}
