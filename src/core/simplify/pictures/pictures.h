/*
 * pictures.h: small pictures of the surface from several sides, at rest: what they showed of the source, and
 * what they show now (docs/simplify.md).
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_PICTURES_H
#define FERRY_CORE_SIMPLIFY_PICTURES_PICTURES_H

#include "ferry64.h"
#include "core/base/job.h"
#include "core/simplify/pictures/eyes.h"
#include "core/simplify/pictures/pile.h"
#include "core/simplify/pictures/view.h"

typedef struct fy_pictures {
    fy_model of;
    fy_eyes eyes;
    fy_view *views; /* from all sides, then from the eyes */
    uint32_t view_count;
    fy_fragment *fragments; /* of all views */
    uint32_t fragment_count, fragment_capacity, spare;
    uint32_t trial; /* number of the look that is taken; by pixel of the view at hand: */
    uint32_t *trial_heads, *trial_stamps, *done_stamps;
    int16_t *olds;         /* by number: brightness of pixels before a trial */
    uint32_t mark, *marks; /* of triangles: those at hand */
    const uint32_t *triangles;
    uint32_t count;
    fy_solid *solids; /* of those at hand that are there now */
    uint32_t solid_count, solid_capacity;
    uint32_t every; /* which views are drawn: all, or every second */
    double scale;   /* that of the model when it was opened */
    uint64_t work;  /* pixels that trials drew */
} fy_pictures;

/* Draws the source. False at the limit, or stopped. */
bool fy_pictures_open(fy_shell *shell, fy_pictures *pictures);

/* The same of a shell that is as the one of other pictures was when they were opened: what they keep of the
 * source is taken over. */
bool fy_pictures_open_again(fy_shell *shell, const fy_pictures *before, fy_pictures *pictures);

/* Draws what is left. The same. Half: in every second view; the others show nothing. */
bool fy_pictures_draw(fy_pictures *pictures);
bool fy_pictures_draw_half(fy_pictures *pictures);

/* Draws what is left, and sums how unlike all is, in pixels. The same. */
bool fy_pictures_measure(fy_pictures *pictures, double *unlike);

/* By triangle: what pixels of it, and beside those, are unlike. */
void fy_pictures_sum(const fy_pictures *pictures, double *sums);

void fy_pictures_close(fy_pictures *pictures);

/* ------------------------------------------------------------------------------ for each pixel of a trial */

/* Adds a fragment to a pixel's list. False at the limit. */
static inline bool fy_pictures_add(fy_pictures *p, uint32_t *head, const fy_fragment *from) {
    uint32_t number = p->spare;
    if (number != FERRY_NONE) {
        p->spare = p->fragments[number].next;
    } else {
        if (!fy_job_reserve(p->of.shell->job, (void **)&p->fragments, p->fragment_count,
                            &p->fragment_capacity, 1, sizeof *p->fragments))
            return false;
        number = p->fragment_count++;
    }
    p->fragments[number] = *from;
    p->fragments[number].next = *head;
    *head = number;
    return true;
}

/* Gives back one that is in no list any more. */
static inline void fy_pictures_spare(fy_pictures *p, uint32_t number) {
    p->fragments[number].next = p->spare;
    p->spare = number;
}

/* What all fragments of a pixel show. */
fy_shown fy_pictures_blend(const fy_pictures *pictures, const fy_view *view, size_t pixel, bool tried);

/* The nearest of a list, without those at hand where what they become is tried; and of one found before. */
static inline const fy_fragment *fy_pictures_nearest(const fy_pictures *p, uint32_t head, bool tried,
                                                     const fy_fragment *best) {
    for (uint32_t i = head; i != FERRY_NONE; i = p->fragments[i].next) {
        const fy_fragment *f = &p->fragments[i];
        if (tried && p->marks[f->triangle] == p->mark) continue;
        if (!best || fy_is_before(f, best)) best = f;
    }
    return best;
}

/* What a pixel shows; `tried`: as if the triangles at hand were as in the trial (trial.c). Nothing is blended
 * where the nearest fragment hides all. */
static inline fy_shown fy_pictures_shown(const fy_pictures *p, const fy_view *v, size_t pixel, bool tried) {
    const fy_fragment *f = fy_pictures_nearest(p, v->heads[pixel], tried, NULL);
    if (tried && p->trial_stamps[pixel] == p->trial)
        f = fy_pictures_nearest(p, p->trial_heads[pixel], false, f);
    if (!f || p->of.clear[f->triangle]) return fy_pictures_blend(p, v, pixel, tried);
    return (fy_shown){{f->color[0], f->color[1], f->color[2]}, 1};
}

#endif
