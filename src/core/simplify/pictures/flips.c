/* flips.c: see the header. Edges where pictures differ most come first. */
#include "core/simplify/pictures/flips.h"

#include <stdlib.h>

#include "ferry64_format.h"
#include "core/simplify/pictures/flip.h"
#include "core/simplify/pictures/trial.h"

/* What a flip has to gain; and how much it counts to be off the source's points: in pixels. */
static const double LEAST_GAIN = .05, POINTS = 3;

typedef struct ranked {
    double sum;
    uint32_t corner; /* where the edge begins */
} ranked;

static int by_sum(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->sum != y->sum) return x->sum > y->sum ? -1 : 1;
    return (x->corner > y->corner) - (x->corner < y->corner);
}

/* Edges that may flip and around which pictures differ. NULL at the limit. */
static ranked *rank_edges(const fy_pictures *p, uint32_t *count) {
    const fy_shell *s = p->of.shell;
    double *sums = ferry_new(s->job, double, (size_t)s->triangle_count + 1);
    ranked *list = ferry_new(s->job, ranked, 3 * (size_t)s->triangle_count + 1);
    fy_flip flip;
    *count = 0;
    if (!sums || !list) return NULL;
    fy_pictures_sum(p, sums);
    for (uint32_t c = 0; c < 3 * s->triangle_count; c++) {
        if (s->corners[c] == FERRY_NONE || !fy_flip_plan(s, c, &flip) || flip.corners[0] > flip.corners[1])
            continue;
        double sum = sums[flip.corners[0] / 3] + sums[flip.corners[1] / 3];
        if (sum > 0) list[(*count)++] = (ranked){sum, c};
    }
    if (*count) qsort(list, *count, sizeof *list, by_sum);
    return list;
}

static bool try_edge(fy_pictures *p, fy_track_list *track, double error, uint32_t corner) {
    fy_shell *s = p->of.shell;
    fy_flip flip;
    if (!fy_flip_plan(s, corner, &flip)) return true; /* no longer */
    const uint32_t both[2] = {flip.corners[0] / 3, flip.corners[1] / 3};
    double before = fy_track_off(s, track, both, 2, HUGE_VAL);
    if (!fy_pictures_begin(p, both, 2)) return false;
    fy_flip_rehearse(s, &flip);
    double after = fy_track_off(s, track, both, 2, error),
           more = LEAST_GAIN + POINTS * (sqrt(after) - sqrt(before)) * p->of.fine;
    bool fine = !(more < HUGE_VAL) || fy_pictures_try(p, &more);
    fy_flip_back(s, &flip);
    if (!fine || more >= 0) return fine;
    fy_flip_make(s, &flip);
    fy_track_share(s, track, both);
    return fy_pictures_keep(p);
}

bool fy_flip_edges(fy_pictures *p, fy_track_list *track, double error, double work) {
    uint32_t count;
    if (!(p->of.scale > 0) || !(work > 0)) return true;
    p->work = 0;
    if (!fy_pictures_draw(p)) return false;
    ranked *list = rank_edges(p, &count);
    if (!list) return false;
    for (uint32_t i = 0; i < count && (double)p->work < work; i++)
        if (!try_edge(p, track, error, list[i].corner) || !ferry_tick(p->of.shell->job)) return false;
    return true;
}
