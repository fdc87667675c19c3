/*
 * thin.c: see the header. What goes costs pixels that are unlike then, for each triangle less; to be off the
 * source's planes counts as well, since a few pictures at rest do not see all.
 */
#include "core/simplify/pictures/thin.h"

#include "ferry64_format.h"

#include "core/base/job.h"
#include "core/simplify/importance.h"
#include "core/simplify/pictures/rehearse.h"
#include "core/simplify/pictures/trial.h"

/* How much it counts, in pixels, to be off planes and attributes. */
static const double PLANES = .5;

/* What is missing as a whole counts as so many triangles at most: first it gets simple, then it goes. Else an
 * arm of 200 would go before a part of it. */
static const double MOST_TRIANGLES = 8;

/* A thin stick is few pixels, but it is missed: what is longer than so much of the model's size counts so
 * much more for each part of it that is beyond. */
static const double LONG = .4, LONGER = 6;

/* From nearby few places are seen of many: of a component's area, what counts as missed at least. */
static const double UNSEEN = .05;

/* How many pixels may be drawn to find out, more where there are many triangles, and how many fewer for each
 * triangle of the source and eight poses, which take time before; and what it takes to begin at the earliest,
 * or at all. */
static const double MOST_WORK = 6e6, MOST_WORK_OF_TRIANGLE = 1000, WORK_OF_TRIANGLE = 600,
                    LARGEST_WORK = 3.5e6, WHOLE_WORK = 4.5e6, LEAST_WORK = 1e6;

typedef struct thinner {
    fy_shell *s;
    fy_pictures *p;
    const fy_taste *taste;
    fy_rehearsal rehearsal;
    uint32_t *triangles, count, capacity; /* at hand */
    double weight;                        /* of those, the user's, in the mean */
} thinner;

static double most_work(const fy_shell *s) {
    double used = WORK_OF_TRIANGLE * s->triangle_count * (1 + s->clip_poses / 8.);
    return fmax(MOST_WORK - used, fmin(MOST_WORK_OF_TRIANGLE * s->triangle_count - used, LARGEST_WORK));
}

/* ------------------------------------------------------------------------------------- what changes */

static void start_list(thinner *t) {
    t->count = 0;
    t->weight = 0;
}

static bool add_triangle(thinner *t, uint32_t triangle) {
    if (!fy_job_reserve(t->s->job, (void **)&t->triangles, t->count, &t->capacity, 1, sizeof *t->triangles))
        return false;
    t->triangles[t->count++] = triangle;
    t->weight += (fy_triangle_weight(t->s, triangle) - t->weight) / t->count;
    return true;
}

/* Triangles that a move changes; `gone`: how many of them go. */
static bool list_changed(thinner *t, const fy_move *move, uint32_t *gone) {
    start_list(t);
    *gone = 0;
    FY_EACH_CORNER(t->s, move->from, c) {
        if (!add_triangle(t, c / 3)) return false;
        *gone += fy_has_vertex(t->s, c / 3, move->to);
    }
    if (!move->placed) return true;
    FY_EACH_CORNER(t->s, move->to, c)
    if (!fy_has_vertex(t->s, c / 3, move->from) && !add_triangle(t, c / 3)) return false;
    return true;
}

static bool list_component(thinner *t, const fy_components *components, uint32_t number) {
    start_list(t);
    for (uint32_t v = components->data[number].first_vertex; v != FERRY_NONE; v = components->next[v])
        FY_EACH_CORNER(t->s, v, c)
    if (c % 3 == 0 && !add_triangle(t, c / 3)) return false;
    return true;
}

/* ------------------------------------------------------------------------------------- the judge */

static bool weigh_move(void *of, const fy_move *move, double *cost) {
    thinner *t = of;
    uint32_t gone;
    double more = 0, planes = PLANES * sqrt(*cost) * t->p->of.fine;
    if (!list_changed(t, move, &gone) || !fy_pictures_begin_half(t->p, t->triangles, t->count) ||
        !fy_rehearse(t->s, move, &t->rehearsal))
        return false;
    bool fine = fy_pictures_try_half(t->p, &more);
    fy_rehearse_back(t->s, &t->rehearsal);
    *cost = (more * t->weight + planes) / (gone ? gone : 1);
    return fine;
}

/* Of what pictures do not tell, all of its area is missed: a quarter of it from each side. */
static bool weigh_component(void *of, const fy_components *components, uint32_t number, double *cost) {
    thinner *t = of;
    const fy_component *c = &components->data[number];
    double more = 0;
    if (!list_component(t, components, number)) return false;
    if (!c->told) {
        more = c->area * t->p->of.scale * t->p->of.scale * FY_PICTURE_SIDES / 4;
    } else {
        if (!fy_pictures_begin_half(t->p, t->triangles, t->count) ||
            !fy_rehearse_without(t->s, t->triangles, t->count, &t->rehearsal))
            return false;
        bool fine = fy_pictures_try_half(t->p, &more);
        fy_rehearse_back(t->s, &t->rehearsal);
        more *= t->weight * c->drawing;
        if (!fine) return false;
    }
    more = fmax(more, UNSEEN * c->whole * t->p->of.near_fine * FY_PICTURE_SIDES / 4);
    more *= 1 + LONGER * fmax(2 * c->radius / t->s->size - LONG, 0);
    *cost = t->taste->missing * more / fmin(fmax(t->count, 1), MOST_TRIANGLES);
    return true;
}

static bool before_move(void *of, const fy_move *move) {
    thinner *t = of;
    uint32_t gone;
    return list_changed(t, move, &gone) && fy_pictures_begin(t->p, t->triangles, t->count);
}

static bool before_drop(void *of, const fy_components *components, uint32_t number) {
    thinner *t = of;
    return list_component(t, components, number) && fy_pictures_begin(t->p, t->triangles, t->count);
}

static bool made(void *of) {
    const thinner *t = of;
    return fy_pictures_keep(t->p);
}

static bool is_exhausted(const void *of) {
    const thinner *t = of;
    return (double)t->p->work >= most_work(t->s);
}

/* ------------------------------------------------------------------------------------------- all */

/* Of the earliest begin, 0 to 1: what there is time for. */
static double part_of(const fy_shell *s) {
    double part = (most_work(s) - LEAST_WORK) / (WHOLE_WORK - LEAST_WORK);
    return fmin(fmax(part, 0), 1);
}

uint32_t fy_thin_from(const fy_pictures *p, const fy_taste *taste, uint32_t most) {
    double times = p->of.scale > 0 ? 1 + (taste->earliest - 1) * part_of(p->of.shell) : 1;
    return (uint32_t)fmin(times * most, UINT32_MAX);
}

bool fy_thin(fy_pictures *p, const fy_taste *taste, fy_collapse *c, uint32_t most, double error) {
    thinner t = {.s = p->of.shell, .p = p, .taste = taste};
    uint32_t looks = part_of(t.s) < 1 ? 1 : taste->looks;
    fy_judge judge = {&t, looks, weigh_move, weigh_component, before_move, before_drop, made, is_exhausted};
    if (fy_thin_from(p, taste, most) == most) return true;
    if (!fy_pictures_draw_half(p)) return false;
    p->work = 0;
    if (p->of.scale > 0) c->judge = &judge;
    bool fine = fy_collapse_run(c, most, error);
    c->judge = NULL;
    fy_rehearsal_close(t.s->job, &t.rehearsal);
    fy_job_drop(t.s->job, t.triangles);
    return fine && (t.s->left <= most || fy_collapse_run(c, most, error));
}
