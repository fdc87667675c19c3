/* t3dm_reach.c: see t3dm_reach.h. */
#include "formats/t3dm/texture/t3dm_reach.h"

#include <math.h>

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "shade/t3dm_uv.h"

/* Texels that are next to those that vertices reach. */
#define BESIDE 1.0

void fy_reach_widen(fy_reach *to, const fy_uv_map *map, ferry_vec2 uv, const uint32_t size[2]) {
    for (int axis = 0; axis < 2; axis++) {
        const double *row = map->m[axis];
        double at = (row[0] * (double)uv.x + row[1] * (double)uv.y + row[3]) * size[axis];
        if (!to->any || !(at >= to->low[axis])) to->low[axis] = at;
        if (!to->any || !(at <= to->high[axis])) to->high[axis] = at;
    }
    to->any = true;
}

void fy_reach_merge(fy_reach *to, const fy_reach *more) {
    for (int axis = 0; axis < 2 && more->any; axis++) {
        if (!to->any || more->low[axis] < to->low[axis]) to->low[axis] = more->low[axis];
        if (!to->any || more->high[axis] > to->high[axis]) to->high[axis] = more->high[axis];
    }
    to->any = to->any || more->any;
}

void fy_reach_move(fy_reach *of, int axis, double by) {
    of->low[axis] += by;
    of->high[axis] += by;
}

double fy_reach_beyond(const fy_reach *of, const fy_reach *other) {
    double most = 0;
    for (int axis = 0; axis < 2; axis++)
        most = fmax(most, fmax(other->low[axis] - of->low[axis], of->high[axis] - other->high[axis]));
    return most;
}

int32_t fy_reach_periods(const fy_reach *of, int axis, uint32_t period) {
    double periods = period ? floor((of->low[axis] + BESIDE) / period) : 0;
    return periods > -FY_REACH_MOST && periods < FY_REACH_MOST ? (int32_t)periods : 0;
}

void fy_reach_eighths(const fy_uv_map *map, ferry_vec2 uv, const uint32_t size[2], int32_t at[2]) {
    fy_reach of = {.any = false};
    fy_reach_widen(&of, map, uv, size);
    for (int axis = 0; axis < 2; axis++) {
        double eighths = of.low[axis] * 8;
        at[axis] = fabs(eighths) < 8 * FY_REACH_MOST ? (int32_t)floor(eighths + .5) : 0;
    }
}

static int64_t floor_divided(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* What is so near to a line, in eighths, lies on it. */
enum { ON_LINE = 4 };

bool fy_reach_crosses(int32_t from, int32_t to, int32_t line, double *at) {
    int64_t a = (int64_t)from - line, b = (int64_t)to - line;
    bool apart = (a < -ON_LINE && b > ON_LINE) || (a > ON_LINE && b < -ON_LINE);
    if (apart) *at = (double)a / (double)(a - b);
    return apart;
}

static bool line_between(int64_t low, int64_t high, int32_t from, int64_t step, int32_t *line) {
    int64_t first = floor_divided(low + ON_LINE - from, step) + 1,
            last = floor_divided(high - ON_LINE - 1 - from, step), found = first;
    if (first > last) return false;
    for (int64_t by = 2;; by *= 2) {
        int64_t next = -floor_divided(-first, by) * by;
        if (next > last) break;
        found = next;
        if (!next) break; /* it can be halved for ever */
    }
    *line = (int32_t)(from + found * step);
    return true;
}

bool fy_reach_line(const fy_reach_lines *lines, const int32_t corners[3][2], int *axis, int32_t *line) {
    for (*axis = 0; *axis < 2; ++*axis) {
        int32_t low = corners[0][*axis], high = low;
        for (int k = 1; k < 3; k++) {
            if (corners[k][*axis] < low) low = corners[k][*axis];
            if (corners[k][*axis] > high) high = corners[k][*axis];
        }
        if (lines->step[*axis] && line_between(low, high, lines->from[*axis], lines->step[*axis], line))
            return true;
    }
    return false;
}

/* False: the side has to repeat, all of it is reached. */
static bool window_of(const fy_reach *of, int axis, uint32_t size, ferry_wrap wrap,
                      fy_texture_window *window) {
    double low = of->low[axis], high = of->high[axis];
    double first = wrap == FERRY_WRAP_CLAMP ? 0 : floor((low + high) / 2 / size) * size, last = first + size;
    double from = floor(low - BESIDE / 2), to = ceil(high + BESIDE / 2);
    if (wrap == FERRY_WRAP_CLAMP || (low >= first - BESIDE && high <= last + BESIDE)) {
        from = fmin(fmax(from, first), last - 2);
        to = fmax(fmin(to, last), from + 2);
    }
    if (axis == 0 && fmod(to - from, 2) > 0) { /* formats of four bits have an even width */
        if (to < last)
            to++;
        else
            from--;
    }
    window->wraps[axis] = wrap;
    window->from[axis] = (int32_t)from;
    window->size[axis] = (uint32_t)(to - from);
    return to - from <= size;
}

bool fy_reach_use(const fy_reach *of, const ferry_image *image, fy_texture_use *use) {
    const uint32_t size[2] = {image->levels[0].width, image->levels[0].height};
    ferry_wrap *wraps[2] = {&use->wrap_s, &use->wrap_t};
    fy_texture_window window = {.size = {0, 0}};
    bool less = false;
    if (!of->any) return false;
    for (int axis = 0; axis < 2; axis++) {
        ferry_wrap wrap = *wraps[axis];
        if (window_of(of, axis, size[axis], wrap, &window)) {
            *wraps[axis] = FERRY_WRAP_CLAMP;
            less = less || wrap != FERRY_WRAP_CLAMP || window.size[axis] < size[axis];
        } else {
            window.from[axis] = 0;
            window.size[axis] = size[axis];
        }
    }
    use->window = window;
    return less;
}
