/*
 * view.c: one of the small pictures, and how unlike it is to the source, by a window around each pixel
 * (docs/simplify.md).
 */
#include "core/simplify/pictures/view.h"

#include <string.h>

#include "ferry64_format.h"

enum { SIZE = FY_PICTURE_SIZE, PIXELS = FY_PICTURE_PIXELS, AROUND = FY_AROUND };

/* What changes. */
static bool open_now(ferry_job *job, fy_view *v) {
    v->now = ferry_new(job, int16_t, (size_t)PIXELS);
    v->errors = ferry_new(job, float, (size_t)PIXELS);
    v->heads = ferry_new(job, uint32_t, (size_t)PIXELS);
    return v->now && v->errors && v->heads;
}

bool fy_view_open(ferry_job *job, fy_view *v) {
    v->source = ferry_new(job, fy_shown, (size_t)PIXELS);
    v->then = ferry_new(job, int16_t, (size_t)PIXELS);
    v->means = ferry_new(job, float, (size_t)PIXELS);
    v->spreads = ferry_new(job, float, (size_t)PIXELS);
    return v->source && v->then && v->means && v->spreads && open_now(job, v);
}

bool fy_view_open_again(ferry_job *job, const fy_view *before, fy_view *v) {
    *v = (fy_view){.side = before->side,
                   .weight = before->weight,
                   .source = before->source,
                   .then = before->then,
                   .means = before->means,
                   .spreads = before->spreads};
    return open_now(job, v);
}

/* `sign`: -1 takes a row out. */
static void add_row(const fy_view *v, fy_part b, int y, int32_t sign, fy_window *columns) {
    const int16_t *now = v->now + y * SIZE, *then = v->then + y * SIZE;
    for (int x = b.left - AROUND; x < b.right + AROUND; x++) {
        int32_t own = sign * now[x];
        columns[x].sum += own;
        columns[x].squares += own * now[x];
        columns[x].products += own * then[x];
    }
}

static void add_column(fy_window *to, const fy_window *column, int32_t sign) {
    to->sum += sign * column->sum;
    to->squares += sign * column->squares;
    to->products += sign * column->products;
}

/* Sums of columns of a part's rows, and of the window that moves along them. */
typedef struct sweep {
    fy_window columns[SIZE], around;
} sweep;

static void start_sweep(const fy_view *v, fy_part b, sweep *s) {
    memset(s->columns + b.left - AROUND, 0, (size_t)(b.right - b.left + 2 * AROUND) * sizeof *s->columns);
    for (int y = b.bottom - AROUND; y < b.bottom + AROUND; y++) add_row(v, b, y, 1, s->columns);
}

/* The window stands before the row's first pixel. */
static void begin_row(const fy_view *v, fy_part b, int y, sweep *s) {
    add_row(v, b, y + AROUND, 1, s->columns);
    s->around = (fy_window){0};
    for (int x = b.left - AROUND; x < b.left + AROUND; x++) add_column(&s->around, &s->columns[x], 1);
}

static void end_row(const fy_view *v, fy_part b, int y, sweep *s) {
    add_row(v, b, y - AROUND, -1, s->columns);
}

double fy_view_compare(const fy_view *v, fy_part b, float *errors) {
    sweep s;
    double all = 0;
    start_sweep(v, b, &s);
    for (int y = b.bottom; y < b.top; y++) {
        begin_row(v, b, y, &s);
        for (int x = b.left; x < b.right; x++) {
            const int pixel = y * SIZE + x;
            add_column(&s.around, &s.columns[x + AROUND], 1);
            float of = fy_window_unlike(&s.around, v->means[pixel], v->spreads[pixel]);
            all += (double)of;
            if (errors) errors[pixel] = of;
            add_column(&s.around, &s.columns[x - AROUND], -1);
        }
        end_row(v, b, y, &s);
    }
    return all;
}

void fy_view_measure_source(const fy_view *v) {
    const fy_part b = FY_WHOLE;
    sweep s;
    for (size_t i = 0; i < PIXELS; i++) v->now[i] = v->then[i] = fy_brightness(&v->source[i]);
    start_sweep(v, b, &s);
    for (int y = b.bottom; y < b.top; y++) {
        begin_row(v, b, y, &s);
        for (int x = b.left; x < b.right; x++) {
            add_column(&s.around, &s.columns[x + AROUND], 1);
            v->means[y * SIZE + x] = fy_window_mean(&s.around);
            v->spreads[y * SIZE + x] = fy_window_spread(&s.around);
            add_column(&s.around, &s.columns[x - AROUND], -1);
        }
        end_row(v, b, y, &s);
    }
}

double fy_view_error(const fy_view *v, fy_part b) {
    double sum = 0;
    for (int y = b.bottom; y < b.top; y++)
        for (int x = b.left; x < b.right; x++) sum += (double)v->errors[y * SIZE + x];
    return sum;
}
