/*
 * pictures.c: see the header. Each pixel keeps all that is drawn there, so that what some triangles hide is
 * known without drawing the others again.
 */
#include "core/simplify/pictures/pictures.h"

#include <string.h>

#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/simplify/pictures/alike.h"

enum { SIDES = FY_PICTURE_SIDES, SIZE = FY_PICTURE_SIZE, PIXELS = FY_PICTURE_PIXELS, AROUND = FY_AROUND };

/* From a side to one that shows something else, so that few tell enough. */
enum { NEXT_SIDE = 5 };

/* How long a pixel is from nearby, in heights of the eye; how much such a view counts beside one from a side;
 * and how much to be off planes counts there: they see a small part of all. */
static const double NEAR_PIXEL = .03, NEAR_WEIGHT = .1, NEAR_PLANES = .02;

/* Of what is unlike around the triangles at hand, what a view is believed to gain at most by other ones. */
static const double MOST_GAIN = .02;

/* ------------------------------------------------------------------------------------------- aiming */

static fy_point unit(fy_point p) {
    return fy_point_scale(p, 1 / fy_point_length(p));
}

/* Evenly around, no two from opposite sides, which have the same outlines: each turns by the golden angle
 * around the upright axis, as numbers that are the same on all machines. */
static void aim_all(fy_pictures *p) {
    const double cosine = -.7373688780783197, sine = .6754902942615238;
    fy_point turn = {1, 0, 0};
    for (uint32_t k = 0; k < SIDES; k++) {
        fy_side *v = &p->views[k].side;
        double y = 1 - (2. * k + 1) / SIDES, around = sqrt(1 - y * y);
        v->away = (fy_point){around * turn.x, y, around * turn.z};
        v->right = unit(fy_point_cross((fy_point){0, 1, 0}, v->away));
        v->up = fy_point_cross(v->away, v->right);
        v->unit = p->views[k].weight = 1;
        v->light = unit(fy_point_add(fy_point_sub(v->up, v->right), v->away));
        turn = (fy_point){turn.x * cosine - turn.z * sine, 0, turn.x * sine + turn.z * cosine};
    }
}

/* All views have one scale, at which the source fits into each. */
static void fit(fy_pictures *p) {
    const fy_shell *s = p->of.shell;
    double widest = 0;
    aim_all(p);
    for (uint32_t k = 0; k < SIDES; k++) {
        fy_side *v = &p->views[k].side;
        double box[4] = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        for (uint32_t i = 0; i < s->vertex_count; i++) {
            fy_point at = fy_place_of(s, i, 0);
            double x = fy_point_dot(at, v->right), y = fy_point_dot(at, v->up);
            box[0] = fmin(box[0], x), box[1] = fmin(box[1], y);
            box[2] = fmax(box[2], x), box[3] = fmax(box[3], y);
        }
        v->left = (box[0] + box[2]) / 2, v->bottom = (box[1] + box[3]) / 2;
        widest = fmax(widest, fmax(box[2] - box[0], box[3] - box[1]));
    }
    p->of.scale = widest > 0 && widest < HUGE_VAL ? (SIZE - 4) / widest : 0;
    for (uint32_t k = 0; k < SIDES && p->of.scale > 0; k++) {
        p->views[k].side.left -= SIZE / 2 / p->of.scale;
        p->views[k].side.bottom -= SIZE / 2 / p->of.scale;
    }
}

/* From where players stand. */
static void aim_eyes(fy_pictures *p) {
    for (uint32_t k = 0; k < p->eyes.count; k++) {
        fy_view *view = &p->views[SIDES + k];
        fy_side *v = &view->side;
        v->near = true;
        v->unit = p->eyes.height;
        v->eye = p->eyes.eyes[k].at;
        v->away = unit(fy_point_sub(v->eye, p->eyes.eyes[k].ahead));
        v->right = unit(fy_point_cross((fy_point){0, 1, 0}, v->away));
        v->up = fy_point_cross(v->away, v->right);
        v->light = unit(fy_point_add(fy_point_sub(v->up, v->right), v->away));
        view->weight = NEAR_WEIGHT;
    }
}

/* ------------------------------------------------------------------------------------------ fragments */

/* Of all views: 64 MB. Real models have a tenth of it. */
enum { MOST_FRAGMENTS = 4 << 20 };

static bool add_fragment(fy_pictures *p, uint32_t *head, const fy_fragment *from) {
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

static void spare_fragment(fy_pictures *p, uint32_t number) {
    p->fragments[number].next = p->spare;
    p->spare = number;
}

/* ---------------------------------------------------------------------------------------- comparing */

/* What a pixel shows; `tried`: as if the triangles at hand were as in the trial. */
static fy_shown blend_at(const fy_pictures *p, const fy_view *v, size_t pixel, bool tried) {
    fy_pile pile;
    pile.count = 0;
    for (uint32_t i = v->heads[pixel]; i != FERRY_NONE; i = p->fragments[i].next)
        if (!tried || p->marks[p->fragments[i].triangle] != p->mark) fy_pile_add(&pile, &p->fragments[i]);
    if (tried && p->trial_stamps[pixel] == p->trial)
        for (uint32_t i = p->trial_heads[pixel]; i != FERRY_NONE; i = p->fragments[i].next)
            fy_pile_add(&pile, &p->fragments[i]);
    return fy_pile_blend(&p->of, &pile);
}

/* The nearest of a list, without those at hand where what they become is tried; and of one found before. */
static const fy_fragment *nearest_of(const fy_pictures *p, uint32_t head, bool tried,
                                     const fy_fragment *best) {
    for (uint32_t i = head; i != FERRY_NONE; i = p->fragments[i].next) {
        const fy_fragment *f = &p->fragments[i];
        if (tried && p->marks[f->triangle] == p->mark) continue;
        if (!best || fy_is_before(f, best)) best = f;
    }
    return best;
}

/* The same; nothing is blended where the nearest hides all. */
static fy_shown shown_at(const fy_pictures *p, const fy_view *v, size_t pixel, bool tried) {
    const fy_fragment *f = nearest_of(p, v->heads[pixel], tried, NULL);
    if (tried && p->trial_stamps[pixel] == p->trial) f = nearest_of(p, p->trial_heads[pixel], false, f);
    if (!f || p->of.clear[f->triangle]) return blend_at(p, v, pixel, tried);
    return (fy_shown){{f->color[0], f->color[1], f->color[2]}, 1};
}

/* Pixels from `left` to before `right`, and so on. */
typedef struct box {
    int left, right, bottom, top;
} box;

static const box NOTHING = {SIZE, 0, SIZE, 0};

static void box_add(box *b, uint32_t pixel) {
    int x = (int)(pixel % SIZE), y = (int)(pixel / SIZE);
    b->left = x < b->left ? x : b->left;
    b->right = x >= b->right ? x + 1 : b->right;
    b->bottom = y < b->bottom ? y : b->bottom;
    b->top = y >= b->top ? y + 1 : b->top;
}

/* All that have one of it around; none at the edge of pictures. */
static box box_grown(box b, int by) {
    return (box){b.left - by < AROUND ? AROUND : b.left - by,
                 b.right + by > SIZE - AROUND ? SIZE - AROUND : b.right + by,
                 b.bottom - by < AROUND ? AROUND : b.bottom - by,
                 b.top + by > SIZE - AROUND ? SIZE - AROUND : b.top + by};
}

typedef fy_window window;

/* `sign`: -1 takes a row out. */
static void add_row(const fy_view *v, box b, int y, int32_t sign, window *columns) {
    const int16_t *now = v->now + y * SIZE, *then = v->then + y * SIZE;
    for (int x = b.left - AROUND; x < b.right + AROUND; x++) {
        int32_t own = sign * now[x];
        columns[x].sum += own;
        columns[x].squares += own * now[x];
        columns[x].products += own * then[x];
    }
}

static void add_column(window *to, const window *column, int32_t sign) {
    to->sum += sign * column->sum;
    to->squares += sign * column->squares;
    to->products += sign * column->products;
}

typedef float window_visit(const fy_view *v, const window *around, int pixel);

/* What `visit` returns for all pixels of a box, their sum; `to`: where to keep it by pixel; NULL: nowhere. */
static inline double each_window(const fy_view *v, box b, window_visit *visit, float *to) {
    window columns[SIZE];
    double all = 0;
    memset(columns + b.left - AROUND, 0, (size_t)(b.right - b.left + 2 * AROUND) * sizeof *columns);
    for (int y = b.bottom - AROUND; y < b.bottom + AROUND; y++) add_row(v, b, y, 1, columns);
    for (int y = b.bottom; y < b.top; y++) {
        window around = {0};
        add_row(v, b, y + AROUND, 1, columns);
        for (int x = b.left - AROUND; x < b.left + AROUND; x++) add_column(&around, &columns[x], 1);
        for (int x = b.left; x < b.right; x++) {
            add_column(&around, &columns[x + AROUND], 1);
            float of = visit(v, &around, y * SIZE + x);
            all += (double)of;
            if (to) to[y * SIZE + x] = of;
            add_column(&around, &columns[x - AROUND], -1);
        }
        add_row(v, b, y - AROUND, -1, columns);
    }
    return all;
}

static float mean_of(const fy_view *v, const window *around, int pixel) {
    (void)v, (void)pixel;
    return fy_window_mean(around);
}

static float spread_of(const fy_view *v, const window *around, int pixel) {
    (void)v, (void)pixel;
    return fy_window_spread(around);
}

static float unlike(const fy_view *v, const window *around, int pixel) {
    return fy_window_unlike(around, v->means[pixel], v->spreads[pixel]);
}

static const box WHOLE = {AROUND, SIZE - AROUND, AROUND, SIZE - AROUND};

/* 1 - SSIM around all pixels of a box, as above. */
static double compare_box(const fy_view *v, box b, float *errors) {
    return each_window(v, b, unlike, errors);
}

/* Of the source, before anything changes. */
static void measure_source(const fy_view *v) {
    for (size_t i = 0; i < PIXELS; i++) v->now[i] = v->then[i] = fy_brightness(&v->source[i]);
    each_window(v, WHOLE, mean_of, v->means);
    each_window(v, WHOLE, spread_of, v->spreads);
}

/* The sum of what is kept. */
static double box_error(const fy_view *v, box b) {
    double sum = 0;
    for (int y = b.bottom; y < b.top; y++)
        for (int x = b.left; x < b.right; x++) sum += (double)v->errors[y * SIZE + x];
    return sum;
}

/* ------------------------------------------------------------------------------------------ drawing */

/* Where a triangle is drawn. */
typedef struct brush {
    fy_pictures *p;
    fy_view *v;
    bool hidden; /* of a trial: also what is not seen */
} brush;

static bool draw_pixel(void *to, const fy_flat *f, int x, int y) {
    brush *b = to;
    fy_fragment one;
    return !fy_flat_shade(f, x, y, HUGE_VALF, &one) || add_fragment(b->p, &b->v->heads[y * SIZE + x], &one);
}

static bool draw_solid(fy_pictures *p, const fy_solid *solid) {
    for (uint32_t k = 0; k < p->view_count; k += p->every) {
        fy_view *v = &p->views[k];
        fy_flat f;
        if (!fy_flatten(&p->of, &v->side, solid, &f)) continue;
        fy_flat_light(&v->side, solid, &f);
        if (!fy_flat_each(&f, draw_pixel, &(brush){p, v, true})) return false;
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

static bool open_view(const fy_pictures *p, fy_view *v) {
    ferry_job *job = p->of.shell->job;
    v->source = ferry_new(job, fy_shown, (size_t)PIXELS);
    v->then = ferry_new(job, int16_t, (size_t)PIXELS);
    v->now = ferry_new(job, int16_t, (size_t)PIXELS);
    v->means = ferry_new(job, float, (size_t)PIXELS);
    v->spreads = ferry_new(job, float, (size_t)PIXELS);
    v->errors = ferry_new(job, float, (size_t)PIXELS);
    v->heads = ferry_new(job, uint32_t, (size_t)PIXELS);
    return v->source && v->then && v->now && v->means && v->spreads && v->errors && v->heads;
}

static bool open_triangles(fy_pictures *p) {
    const fy_shell *s = p->of.shell;
    p->marks = ferry_new(s->job, uint32_t, (size_t)s->triangle_count + 1);
    p->of.clear = ferry_new(s->job, bool, (size_t)s->triangle_count + 1);
    for (uint32_t t = 0; p->of.clear && t < s->triangle_count; t++)
        p->of.clear[t] = p->of.looks[s->wedges[s->corners[3 * (size_t)t]].mesh].mode >= FERRY_ALPHA_BLEND;
    return p->marks && p->of.clear;
}

/* What shows from nearby, as sharp as it is seen there. */
static bool open_near(fy_pictures *p) {
    double pixel = NEAR_PIXEL * p->eyes.height;
    p->of.near_fine = NEAR_PLANES / (pixel * pixel);
    p->of.fine += p->of.near_fine;
    p->of.near_looks = fy_looks_open(p->of.shell, pixel);
    return p->of.near_looks != NULL;
}

bool fy_pictures_open(fy_shell *s, fy_pictures *p) {
    *p = (fy_pictures){.of.shell = s, .spare = FERRY_NONE, .every = 1};
    if (!fy_eyes_find(s, &p->eyes)) return false;
    p->view_count = SIDES + p->eyes.count;
    p->views = ferry_new(s->job, fy_view, (size_t)p->view_count);
    p->trial_heads = ferry_new(s->job, uint32_t, (size_t)PIXELS);
    p->olds = ferry_new(s->job, int16_t, (size_t)PIXELS);
    p->trial_stamps = ferry_new(s->job, uint32_t, (size_t)PIXELS);
    p->done_stamps = ferry_new(s->job, uint32_t, (size_t)PIXELS);
    if (!p->views || !p->olds || !p->trial_heads || !p->trial_stamps || !p->done_stamps) return false;
    fit(p);
    aim_eyes(p);
    p->of.fine = p->of.scale * p->of.scale;
    p->of.looks = fy_looks_open(s, p->of.scale > 0 ? 1 / p->of.scale : 0);
    if (!p->of.looks || !open_triangles(p)) return false;
    if (p->eyes.count && !open_near(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k++)
        if (!open_view(p, &p->views[k])) return false;
    if (!(p->of.scale > 0)) return true;
    if (!draw_all(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k++) {
        for (size_t i = 0; i < PIXELS; i++) p->views[k].source[i] = shown_at(p, &p->views[k], i, false);
        measure_source(&p->views[k]);
    }
    return ferry_tick(s->job);
}

static bool draw_now(fy_pictures *p, uint32_t every) {
    p->every = every;
    if (!draw_all(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k += every) {
        fy_view *v = &p->views[k];
        for (size_t i = 0; i < PIXELS; i++) {
            fy_shown now = shown_at(p, v, i, false);
            v->now[i] = fy_brightness(&now);
        }
        compare_box(v, WHOLE, v->errors);
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
    for (uint32_t k = 0; k < p->view_count; k++) *sum += p->views[k].weight * box_error(&p->views[k], WHOLE);
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

/* ----------------------------------------------------------------------------------------- changing */

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
    box b = NOTHING;
    for (uint32_t i = 0; i < v->pixel_count; i++) box_add(&b, v->pixels[i]);
    v->error = v->pixel_count ? box_error(v, box_grown(b, 2 * AROUND)) : 0;
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
    return list_pixel(p, b->v, pixel) && add_fragment(p, &p->trial_heads[pixel], &one);
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
        spare_fragment(p, i);
    }
}

/* What more a view has of errors with the trial. */
static double try_view(fy_pictures *p, fy_view *v) {
    box b = NOTHING;
    double more = 0;
    for (uint32_t i = 0; i < v->pixel_count; i++) {
        uint32_t pixel = v->pixels[i];
        fy_shown now = shown_at(p, v, pixel, true);
        int16_t bright = fy_brightness(&now);
        drop_trial(p, pixel);
        p->olds[i] = v->now[pixel];
        if (bright == v->now[pixel]) continue;
        v->now[pixel] = bright;
        box_add(&b, pixel);
    }
    if (b.left < b.right) {
        b = box_grown(b, AROUND);
        more = compare_box(v, b, NULL) - box_error(v, b);
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
            spare_fragment(p, number);
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
    fy_shown now = shown_at(p, v, pixel, false);
    v->now[pixel] = fy_brightness(&now);
    return tried;
}

bool fy_pictures_keep(fy_pictures *p) {
    if (!list_solids(p)) return false;
    for (uint32_t k = 0; k < p->view_count; k += p->every) {
        fy_view *v = &p->views[k];
        uint32_t kept = 0, count;
        box b = NOTHING;
        if (!draw_trial(p, v, true, &count)) return false;
        for (uint32_t i = 0; i < v->pixel_count; i++) box_add(&b, v->pixels[i]);
        for (uint32_t i = 0; i < v->pixel_count; i++)
            if (keep_pixel(p, v, v->pixels[i])) v->pixels[kept++] = v->pixels[i];
        v->pixel_count = kept;
        if (b.left < b.right) compare_box(v, box_grown(b, AROUND), v->errors);
        sum_errors(v);
    }
    return true;
}
