/*
 * missed.c: see the header. A component is taken out of each pixel that shows it, and what is behind shows.
 * What is missed is told as SSIM does it, by all that is seen around a pixel: a small eye spoils the picture
 * as far as that reaches, a patch of what is behind it in another shade hardly.
 */
#include "core/simplify/pictures/missed.h"

#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/simplify/pictures/alike.h"

enum { SIZE = FY_PICTURE_SIZE, AROUND = FY_AROUND, ROW = 2 * AROUND + 1, AREA = ROW * ROW };

/* What lies before something that is no further behind, in parts of the model's size, lies on it. */
static const double NEAR = .03;

/* What lies behind so much is not looked at. */
static const float LEAST_THROUGH = .1f;

/* A pixel that shows a component, and what it would show without it. */
typedef struct gap {
    uint32_t next, pixel; /* the next of the component; FERRY_NONE: the last */
    int16_t bright;
} gap;

typedef struct finder {
    const fy_pictures *p;
    const fy_view *v; /* at hand */
    fy_missed *missed;
    gap *gaps; /* of that view */
    uint32_t count, capacity;
    uint32_t *heads;       /* by component: its first gap; FERRY_NONE: none */
    uint32_t stamp;        /* of the component at hand; by pixel: */
    uint32_t *at, *stamps; /* its gap there, where the stamp is its */
    uint32_t *done_stamps; /* whether what is around has been compared */
    double shown;          /* pixels, of all */
} finder;

static uint32_t component_of(const fy_shell *s, const fy_fragment *f) {
    return s->vertices[fy_corner_vertex(s, 3 * f->triangle)].component;
}

/* Takes a component out of a pixel's pile, in which its nearest is at `top`. */
static bool add_gap(finder *f, uint32_t pixel, const fy_pile *pile, uint32_t top) {
    const fy_shell *s = f->p->of.shell;
    uint32_t component = component_of(s, pile->of[top]);
    fy_pile rest;
    rest.count = 0;
    for (uint32_t i = 0; i < pile->count; i++)
        if (component_of(s, pile->of[i]) != component) rest.of[rest.count++] = pile->of[i];
    fy_shown without = fy_pile_blend(&f->p->of, &rest);
    double behind = rest.count > top ? (double)(rest.of[top]->depth - pile->of[top]->depth) : HUGE_VAL;
    f->missed[component].share += f->v->weight;
    if (behind < NEAR * s->size * f->p->of.scale) f->missed[component].flat += f->v->weight;
    f->shown += f->v->weight;
    if (!fy_job_reserve(s->job, (void **)&f->gaps, f->count, &f->capacity, 1, sizeof *f->gaps)) return false;
    gap *to = &f->gaps[f->count];
    *to = (gap){f->heads[component], pixel, fy_brightness(&without)};
    f->heads[component] = f->count++;
    return true;
}

/* Of all that shows at a pixel. */
static bool look_at(finder *f, uint32_t pixel) {
    const fy_shell *s = f->p->of.shell;
    fy_pile pile;
    pile.count = 0;
    for (uint32_t i = f->v->heads[pixel]; i != FERRY_NONE; i = f->p->fragments[i].next)
        fy_pile_add(&pile, &f->p->fragments[i]);
    float through = 1;
    for (uint32_t i = 0; i < pile.count && through > LEAST_THROUGH; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++) again |= component_of(s, pile.of[k]) == component_of(s, pile.of[i]);
        if (!again && !add_gap(f, pixel, &pile, i)) return false;
        through *= f->p->of.clear[pile.of[i]->triangle] ? 1 - (float)pile.of[i]->color[3] / 255 : 0;
    }
    return true;
}

/* 1 - SSIM around a pixel with and without the component at hand. */
static double unlike_at(const finder *f, int x, int y) {
    fy_window around = {0, 0, 0};
    for (int row = y - AROUND; row <= y + AROUND; row++)
        for (int column = x - AROUND; column <= x + AROUND; column++) {
            uint32_t pixel = (uint32_t)(row * SIZE + column);
            int32_t then = f->v->then[pixel],
                    now = f->stamps[pixel] == f->stamp ? f->gaps[f->at[pixel]].bright : then;
            around.sum += now, around.squares += now * now, around.products += now * then;
        }
    return (double)fy_window_unlike(&around, f->v->means[y * SIZE + x], f->v->spreads[y * SIZE + x]);
}

/* Adds what the view at hand misses of a component. Pixels at the edge of pictures show nothing. */
static void add_missed(finder *f, uint32_t component) {
    f->stamp++;
    for (uint32_t i = f->heads[component]; i != FERRY_NONE; i = f->gaps[i].next) {
        f->stamps[f->gaps[i].pixel] = f->stamp;
        f->at[f->gaps[i].pixel] = i;
    }
    for (uint32_t i = f->heads[component]; i != FERRY_NONE; i = f->gaps[i].next)
        for (int k = 0; k < AREA; k++) {
            int x = (int)(f->gaps[i].pixel % SIZE) + k % ROW - AROUND,
                y = (int)(f->gaps[i].pixel / SIZE) + k / ROW - AROUND;
            if (x < AROUND || y < AROUND || x >= SIZE - AROUND || y >= SIZE - AROUND) continue;
            uint32_t *done = &f->done_stamps[y * SIZE + x];
            if (*done != f->stamp) f->missed[component].lost += f->v->weight * unlike_at(f, x, y);
            *done = f->stamp;
        }
}

static bool look_from(finder *f, const fy_view *v) {
    const fy_shell *s = f->p->of.shell;
    f->v = v;
    f->count = 0;
    for (uint32_t i = 0; i < s->component_count; i++) f->heads[i] = FERRY_NONE;
    for (uint32_t i = 0; i < FY_PICTURE_PIXELS; i++)
        if (!look_at(f, i)) return false;
    for (uint32_t i = 0; i < s->component_count; i++) {
        if (f->heads[i] != FERRY_NONE) add_missed(f, i);
        if (!ferry_tick(s->job)) return false;
    }
    return true;
}

/* Sums of pixels become parts of what is shown, and areas of the surface: four times what a picture of a ball
 * has of its area. */
static void scale(const finder *f) {
    double area = 4 / (f->p->of.scale * f->p->of.scale * FY_PICTURE_SIDES);
    for (uint32_t i = 0; i < f->p->of.shell->component_count; i++) {
        fy_missed *m = &f->missed[i];
        m->flat = m->share > 0 ? m->flat / m->share : 0;
        m->share = f->shown > 0 ? m->share / f->shown : 0;
        m->lost *= area;
        m->pixel = 1 / f->p->of.scale;
    }
}

bool fy_missed_find(const fy_pictures *p, fy_missed **missed) {
    const fy_shell *s = p->of.shell;
    finder f = {.p = p};
    *missed = NULL;
    if (!s || !(p->of.scale > 0)) return true;
    f.missed = ferry_new(s->job, fy_missed, (size_t)s->component_count + 1);
    f.heads = ferry_new(s->job, uint32_t, (size_t)s->component_count + 1);
    f.at = ferry_new(s->job, uint32_t, (size_t)FY_PICTURE_PIXELS);
    f.stamps = ferry_new(s->job, uint32_t, (size_t)FY_PICTURE_PIXELS);
    f.done_stamps = ferry_new(s->job, uint32_t, (size_t)FY_PICTURE_PIXELS);
    bool fine = f.missed && f.heads && f.at && f.stamps && f.done_stamps;
    for (uint32_t k = 0; fine && k < p->view_count; k++) fine = look_from(&f, &p->views[k]);
    fy_job_drop(s->job, f.gaps);
    if (fine) scale(&f);
    *missed = f.missed;
    return fine;
}
