/*
 * ttyd_animations.c: the animation table and its records: key frames, and the deltas of all five kinds as
 * moves (docs/formats/ttyd.md, "Animations").
 */
#include "formats/ttyd/ttyd_animations.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_blocks.h"

enum {
    NAME_SIZE = 60,
    RECORD_SIZE = 0x5C,
    COUNTS = 0x04,
    OFFSETS = 0x24,
    BOX = 0x44,
    BOX_SIZE = 24,
    BASES = 0,
    KEYS = 1,
    DELTAS = 2, /* the five kinds in their order */
    EVENTS = 7,
    TABLES = 8,
    STEP_ANGLE = 90,
    LINEAR_ANGLE = 88, /* beyond it, if ttyd.step-slopes says so */
    MOST_ANGLE = 89,
};

typedef struct table {
    const char *name;
    uint32_t size;
} table;

static const table tables[TABLES] = {
    {"bases", 12},          {"keys", 0x2C},           {"position-deltas", 4},  {"normal-deltas", 4},
    {"texture-deltas", 12}, {"visibility-deltas", 2}, {"transform-deltas", 4}, {"events", 8},
};

/* What the moves of each kind change. */
static const fy_ttyd_block targets[FY_TTYD_KINDS] = {FY_TTYD_POSITIONS, FY_TTYD_NORMALS, FY_TTYD_PLACINGS,
                                                     FY_TTYD_SWITCHES, FY_TTYD_FLOATS};

/* One record while it is read. */
typedef struct record {
    fy_ttyd *t;
    fy_ttyd_clip *clip;
    ferry_window window;
    ferry_window tables[TABLES];
    uint32_t counts[TABLES];
    double end;
    bool linear; /* ttyd.step-slopes */
} record;

/* ------------------------------------------------------------------------------------------------- deltas */

static double slope_of(ferry_window *at, uint64_t place, int angle) {
    if (angle > MOST_ANGLE || angle < -MOST_ANGLE) {
        int taken = angle < 0 ? -MOST_ANGLE : MOST_ANGLE;
        ferry_say_at(at, place, FERRY_WARNING, "ttyd.key-slope", "slope of %d degrees; used %d", angle,
                     taken);
        angle = taken;
    }
    double radians = angle * (FY_PI / 180);
    return angle ? fy_sin(radians) / fy_cos(radians) : 0;
}

/* Several records of one number each count by themselves: their sum is what happens. */
static void add_curve(record *r, ferry_window *window, uint64_t place, const uint8_t *d, double interval,
                      fy_ttyd_move *move) {
    double value = (int8_t)d[1] / 16.0;
    int leave = (int8_t)d[2], arrive = (int8_t)d[3];
    bool steep = r->linear && (arrive > LINEAR_ANGLE || arrive < -LINEAR_ANGLE);
    if (steep) {
        double slope = interval > 0 ? value / interval : 0;
        move->by.curve.smooth += value;
        move->by.curve.leave += slope;
        move->by.curve.arrive += slope;
    } else if (arrive == STEP_ANGLE) {
        move->by.curve.jump += value;
    } else {
        move->by.curve.smooth += value;
        move->by.curve.leave += slope_of(window, place + 2, leave);
        move->by.curve.arrive += slope_of(window, place + 3, arrive);
    }
}

static void add_delta(record *r, fy_ttyd_kind kind, uint64_t place, const uint8_t *d, double interval,
                      fy_ttyd_move *move) {
    switch (kind) {
    case FY_TTYD_MOVE_POSITIONS:
    case FY_TTYD_MOVE_NORMALS:
        for (int k = 0; k < 3; k++) move->by.offset[k] += (int8_t)d[1 + k] / 16.0;
        return;
    case FY_TTYD_MOVE_PLACINGS:
        move->by.placing.image += (int8_t)d[1];
        for (size_t k = 0; k < 2; k++) move->by.placing.shift[k] += (double)ferry_bef32(d + 4 + 4 * k);
        return;
    case FY_TTYD_MOVE_SWITCHES:
        move->by.change += (int8_t)d[1];
        return;
    case FY_TTYD_MOVE_FLOATS:
        add_curve(r, &r->tables[DELTAS + kind], place, d, interval, move);
        return;
    case FY_TTYD_KINDS:
        return;
    }
}

static bool sound(fy_ttyd_kind kind, const fy_ttyd_move *move) {
    return kind != FY_TTYD_MOVE_PLACINGS ||
           (fy_finite(move->by.placing.shift[0]) && fy_finite(move->by.placing.shift[1]));
}

/* Records that only bridge a gap change nothing. */
static bool is_nothing(fy_ttyd_kind kind, const fy_ttyd_move *move) {
    switch (kind) {
    case FY_TTYD_MOVE_POSITIONS:
    case FY_TTYD_MOVE_NORMALS:
        return move->by.offset[0] == 0 && move->by.offset[1] == 0 && move->by.offset[2] == 0;
    case FY_TTYD_MOVE_PLACINGS:
        return move->by.placing.image == 0 && move->by.placing.shift[0] == 0 &&
               move->by.placing.shift[1] == 0;
    case FY_TTYD_MOVE_SWITCHES:
        return move->by.change == 0;
    case FY_TTYD_MOVE_FLOATS:
        return move->by.curve.jump == 0 && move->by.curve.smooth == 0 && move->by.curve.leave == 0 &&
               move->by.curve.arrive == 0;
    case FY_TTYD_KINDS:
        break;
    }
    return true;
}

/* The move that a record for `element` adds to: the last one of the run, or a new one in its place or behind
 * it. */
static fy_ttyd_move *move_of(fy_ttyd_moves *moves, uint32_t begun, fy_ttyd_kind kind, uint32_t key,
                             uint32_t element) {
    fy_ttyd_move *last = moves->count > begun ? &moves->data[moves->count - 1] : NULL;
    if (last && last->element == element) return last;
    if (!last || !is_nothing(kind, last)) last = &moves->data[moves->count++];
    *last = (fy_ttyd_move){.element = element, .key = key};
    return last;
}

/* Each record adds its step to the running index, then acts: also one that changes nothing. */
static bool read_run(record *r, fy_ttyd_kind kind, uint32_t key, uint32_t first, uint32_t count) {
    fy_ttyd *t = r->t;
    ferry_window *window = &r->tables[DELTAS + kind];
    fy_ttyd_moves *moves = &r->clip->moves[kind];
    uint32_t size = tables[DELTAS + kind].size, begun = moves->count, most = t->counts[targets[kind]];
    double interval = key ? (r->clip->times[key] - r->clip->times[key - 1]) * FY_TTYD_RATE : 0;
    uint64_t index = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t place = (uint64_t)(first + k) * size;
        const uint8_t *delta = window->data + place;
        index += delta[0];
        if (index >= most)
            return ferry_refuse(window, place, "ttyd.delta-index",
                                "delta %" PRIu32 " of key frame %" PRIu32 " changes element %" PRIu64 ", "
                                "but there are %" PRIu32,
                                first + k, key, index, most);
        fy_ttyd_move *move = move_of(moves, begun, kind, key, (uint32_t)index);
        add_delta(r, kind, place, delta, interval, move);
        if (!sound(kind, move))
            return ferry_refuse(window, place, "ttyd.not-finite", "delta %" PRIu32 " is not a finite number",
                                first + k);
    }
    if (moves->count > begun && is_nothing(kind, &moves->data[moves->count - 1])) moves->count--;
    return true;
}

/* --------------------------------------------------------------------------------------------- key frames */

/* Where run `kind` of key frame `key` lies: it is in its table. */
static bool find_run(record *r, fy_ttyd_kind kind, uint32_t key, uint32_t *first, uint32_t *count) {
    ferry_window frame = ferry_window_cut(
        &r->window, "key", key, r->tables[KEYS].base - r->window.base + (uint64_t)key * tables[KEYS].size,
        tables[KEYS].size);
    uint64_t at = 4 + 8 * (uint64_t)kind;
    *first = ferry_u32_at(&frame, at);
    *count = ferry_u32_at(&frame, at + 4);
    if ((uint64_t)*first + *count <= r->counts[DELTAS + kind]) return true;
    return ferry_refuse(&frame, at, "ttyd.delta-range",
                        "needs %" PRIu32 " %s starting at index %" PRIu32 ", but there are %" PRIu32, *count,
                        tables[DELTAS + kind].name, *first, r->counts[DELTAS + kind]);
}

static int by_element(const void *a, const void *b) {
    const fy_ttyd_move *x = a, *y = b;
    if (x->element != y->element) return x->element < y->element ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static bool read_kind(record *r, fy_ttyd_kind kind) {
    fy_ttyd_moves *moves = &r->clip->moves[kind];
    uint64_t total = 0;
    uint32_t first, count;
    for (uint32_t key = 0; key < r->clip->key_count; key++) {
        if (!find_run(r, kind, key, &first, &count) || !fy_ttyd_spend(r->t, count)) return false;
        total += count;
    }
    if (total > UINT32_MAX) total = UINT32_MAX; /* more than any limit of memory */
    if (!total) return true;
    moves->data = ferry_new(r->t->job, fy_ttyd_move, fy_count(total));
    if (!moves->data) return false;
    for (uint32_t key = 0; key < r->clip->key_count; key++)
        if (!find_run(r, kind, key, &first, &count) || !read_run(r, kind, key, first, count)) return false;
    if (kind >= FY_TTYD_MOVE_PLACINGS) qsort(moves->data, moves->count, sizeof *moves->data, by_element);
    return true;
}

/* Key frames up to the first that is out of order; such an animation stands still at its start. */
static bool read_times(record *r) {
    fy_ttyd_clip *clip = r->clip;
    uint32_t count = r->counts[KEYS], used = 0;
    double last = 0;
    clip->times = ferry_new(r->t->job, double, (size_t)count + 1);
    if (!clip->times || !fy_ttyd_spend(r->t, count)) return false;
    for (; used < count; used++) {
        double time = (double)ferry_f32_at(&r->tables[KEYS], (uint64_t)used * tables[KEYS].size);
        if (!fy_finite(time) || (used && time < last)) break;
        clip->times[used] = (time - clip->start) / FY_TTYD_RATE;
        last = time;
    }
    bool ordered = used == count && r->end >= clip->start;
    if (!ordered) {
        ferry_say_at(&r->tables[KEYS], used < count ? (uint64_t)used * tables[KEYS].size : 0, FERRY_WARNING,
                     "ttyd.key-order",
                     "start, end and key frames are not sorted by time; the animation stays at its start");
        while (used && clip->times[used - 1] > 0) used--;
    }
    clip->length = ordered ? r->end - clip->start : 0;
    clip->key_count = used;
    return true;
}

/* ------------------------------------------------------------------------------------------------ records */

static bool read_base(record *r) {
    fy_ttyd_clip *clip = r->clip;
    ferry_window *base = &r->tables[BASES];
    if (r->counts[BASES] == 0) {
        ferry_say_at(&r->window, COUNTS, FERRY_WARNING, "ttyd.no-base-record",
                     "has no base record; it stays at frame 0");
        return true;
    }
    if (r->counts[BASES] > 1)
        ferry_say_at(&r->window, COUNTS, FERRY_WARNING, "ttyd.base-records",
                     "has %" PRIu32 " base records; used the first", r->counts[BASES]);
    clip->loops = ferry_u32_at(base, 0) != 0;
    clip->start = (double)ferry_f32_at(base, 4);
    r->end = (double)ferry_f32_at(base, 8);
    if (fy_finite(clip->start) && fy_finite(r->end)) return true;
    return ferry_refuse(base, 4, "ttyd.not-finite", "start or end is not a finite number");
}

static bool open_tables(record *r) {
    for (uint32_t k = 0; k < TABLES; k++) {
        uint64_t field = COUNTS + 4 * (uint64_t)k;
        uint32_t count = ferry_u32_at(&r->window, field),
                 at = ferry_u32_at(&r->window, OFFSETS + 4 * (uint64_t)k);
        r->counts[k] = count;
        if (count == 0) at = 0;
        if (!ferry_window_holds(&r->window, at, count, tables[k].size))
            return ferry_refuse(&r->window, field, "ttyd.animation-table",
                                "%" PRIu32 " %s of %" PRIu32 " bytes at 0x%" PRIx32 " do not fit in the "
                                "record of 0x%zx bytes",
                                count, tables[k].name, tables[k].size, at, r->window.size);
        r->tables[k] =
            ferry_window_cut(&r->window, tables[k].name, FERRY_NONE, at, (uint64_t)count * tables[k].size);
    }
    return true;
}

static bool keep_rest(record *r, uint32_t number) {
    fy_ttyd *t = r->t;
    uint64_t base = r->window.base - t->file->base;
    const char *box = ferry_scene_format(t->scene, "animation[%" PRIu32 "].box", number);
    const char *events = ferry_scene_format(t->scene, "animation[%" PRIu32 "].events", number);
    return fy_ttyd_keep(t, box, base + BOX, BOX_SIZE) &&
           (r->counts[EVENTS] == 0 ||
            fy_ttyd_keep(t, events, r->tables[EVENTS].base - t->file->base, r->tables[EVENTS].size));
}

static bool read_record(fy_ttyd *t, uint32_t number, fy_ttyd_clip *clip) {
    ferry_window entry = fy_ttyd_record(t, FY_TTYD_ANIMATIONS, number);
    record r = {.t = t, .clip = clip, .linear = ferry_setting_is(t->job, "ttyd.step-slopes", "linear")};
    uint32_t at = ferry_u32_at(&entry, NAME_SIZE);
    clip->name = fy_ttyd_name(t, FY_TTYD_ANIMATIONS, number, NAME_SIZE);
    if (at == 0) {
        ferry_say_at(&entry, NAME_SIZE, FERRY_NOTE, "ttyd.no-animation-data",
                     "animation \"%s\" has no data: the game draws nothing; used the rest pose", clip->name);
        return true;
    }
    if (!ferry_window_holds(t->file, at, 1, RECORD_SIZE))
        return ferry_refuse(&entry, NAME_SIZE, "ttyd.animation-record",
                            "a record of 0x%x bytes at 0x%" PRIx32 " does not fit in the file of 0x%zx "
                            "bytes",
                            RECORD_SIZE, at, t->file->size);
    uint32_t size = ferry_u32_at(t->file, at);
    if (size < RECORD_SIZE || !ferry_window_holds(t->file, at, 1, size))
        return ferry_refuse(&entry, NAME_SIZE, "ttyd.animation-record",
                            "the record at 0x%" PRIx32 " states 0x%" PRIx32 " bytes, expected 0x%x to "
                            "0x%zx",
                            at, size, RECORD_SIZE, t->file->size - at);
    r.window = clip->window = ferry_window_cut(t->file, "animation", number, at, size);
    if (!open_tables(&r) || !read_base(&r) || !read_times(&r)) return false;
    for (fy_ttyd_kind kind = 0; kind < FY_TTYD_KINDS; kind++)
        if (!read_kind(&r, kind)) return false;
    return keep_rest(&r, number);
}

static void mark(const fy_ttyd_moves *moves, uint8_t *marks) {
    for (uint32_t k = 0; k < moves->count; k++) marks[moves->data[k].element] = 1;
}

static void mark_shifts(const fy_ttyd_moves *moves, uint8_t *marks) {
    for (uint32_t k = 0; k < moves->count; k++)
        if (moves->data[k].by.placing.shift[0] != 0 || moves->data[k].by.placing.shift[1] != 0)
            marks[moves->data[k].element] = 1;
}

bool fy_ttyd_read_animations(fy_ttyd *t) {
    uint32_t count = t->counts[FY_TTYD_ANIMATIONS];
    t->clips = ferry_new(t->job, fy_ttyd_clip, (size_t)count + 1);
    t->moved = ferry_new(t->job, uint8_t, (size_t)t->counts[FY_TTYD_FLOATS] + 1);
    t->shifted = ferry_new(t->job, uint8_t, (size_t)t->counts[FY_TTYD_PLACINGS] + 1);
    if (!t->clips || !t->moved || !t->shifted) return false;
    t->clip_count = count;
    for (uint32_t i = 0; i < count; i++) {
        if (!read_record(t, i, &t->clips[i])) return false;
        mark(&t->clips[i].moves[FY_TTYD_MOVE_FLOATS], t->moved);
        mark_shifts(&t->clips[i].moves[FY_TTYD_MOVE_PLACINGS], t->shifted);
    }
    return true;
}

uint32_t fy_ttyd_find_moves(const fy_ttyd_moves *moves, uint32_t element) {
    uint32_t low =
        fy_first_not_before(&element, moves->data, moves->count, sizeof *moves->data, fy_by_number);
    return low < moves->count && moves->data[low].element == element ? low : moves->count;
}
