/*
 * t3dm_rotations.c: see t3dm_rotations.h.
 *
 * Format: docs/formats/t3dm.md, "Animations". Codes are whole numbers in doubles here, and nothing branches:
 * compilers make vector code of it, which packs several rotations at once.
 */
#include "formats/t3dm/animation/t3dm_rotations.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "core/base/maths.h"

#define SQRT_HALF 0.70710678118
#define LARGEST_PART 1023.0
#define STEPS 1024.0

/* Rotations that are packed at once. */
enum { AT_ONCE = 8 };

/* Of a component: the codes above and below it, and what the error of each is by itself and along the
 * rotation. */
typedef struct sides {
    double code[2], square[2], along[2];
} sides;

static inline sides sides_of(double component) {
    double part = (component + SQRT_HALF) / (2 * SQRT_HALF) * LARGEST_PART;
    double at = part > 0 ? (part > LARGEST_PART ? LARGEST_PART : part) : 0, below = fy_whole_near(at);
    sides s = {.code = {below + 1, below}};
    for (int i = 0; i < 2; i++) {
        s.code[i] = s.code[i] > LARGEST_PART ? LARGEST_PART : s.code[i];
        double error = (s.code[i] - at) / LARGEST_PART * (2 * SQRT_HALF);
        s.square[i] = error * error;
        s.along[i] = error * component;
    }
    return s;
}

/* Of the codes on both sides of three components those that turn least together: the component left out, of
 * which `square` is one, follows from the others. */
static inline double best_codes(const sides *a, const sides *b, const sides *c, double square) {
    double least = 0, best = 0;
    for (int i = 0; i < 8; i++) {
        const int x = i & 1, y = i >> 1 & 1, z = i >> 2;
        double along = a->along[x] + b->along[y] + c->along[z],
               off = a->square[x] + b->square[y] + c->square[z] + along * along / square,
               codes = (a->code[x] * STEPS + b->code[y]) * STEPS + c->code[z];
        bool less = !i || off < least;
        best = less ? codes : best;
        least = less ? off : least;
    }
    return best;
}

/* The component with the largest square is left out, and made positive: its number are the code's highest two
 * bits. */
static inline double pack(double x, double y, double z, double w) {
    double length = x * x + y * y + z * z + w * w, number = 0, largest = x;
    number = fabs(y) > fabs(largest) ? 1 : number, largest = number == 1 ? y : largest;
    number = fabs(z) > fabs(largest) ? 2 : number, largest = number == 2 ? z : largest;
    number = fabs(w) > fabs(largest) ? 3 : number, largest = number == 3 ? w : largest;
    length = length > 0 ? sqrt(length) : 1;
    double top = (largest < 0 ? -largest : largest) / length;
    double first = number == 0 ? y : number == 1 ? z : number == 2 ? w : x;
    double second = number == 0 ? z : number == 1 ? w : number == 2 ? x : y;
    double third = number == 0 ? w : number == 1 ? x : number == 2 ? y : z;
    const sides a = sides_of((largest < 0 ? -first : first) / length),
                b = sides_of((largest < 0 ? -second : second) / length),
                c = sides_of((largest < 0 ? -third : third) / length);
    double codes = best_codes(&a, &b, &c, top * top);
    return number * (STEPS * STEPS * STEPS) + (top > 0 ? codes : 0);
}

static inline void pack_some(const float *q, double packed[AT_ONCE]) {
    for (int i = 0; i < AT_ONCE; i++)
        packed[i] = pack((double)q[4 * i], (double)q[4 * i + 1], (double)q[4 * i + 2], (double)q[4 * i + 3]);
}

static inline void pack_all(const float *rotations, size_t count, uint32_t *codes) {
    for (size_t i = 0; i < count; i += AT_ONCE) {
        const size_t some = count - i < AT_ONCE ? count - i : AT_ONCE;
        float q[4 * AT_ONCE] = {0};
        double packed[AT_ONCE];
        memcpy(q, rotations + 4 * i, some * 4 * sizeof *q);
        pack_some(q, packed);
        for (size_t k = 0; k < some; k++) codes[i + k] = (uint32_t)packed[k];
    }
}

FY_WIDE static void pack_all_wide(const float *rotations, size_t count, uint32_t *codes) {
    pack_all(rotations, count, codes);
}

void fy_t3dm_pack_rotations(const float *rotations, size_t count, uint32_t *codes) {
    (FY_HAS_WIDE ? pack_all_wide : pack_all)(rotations, count, codes);
}

void fy_t3dm_unpack_rotation(uint32_t code, double q[4]) {
    uint32_t largest = code >> 30;
    double rest = 1;
    for (uint32_t k = 1; k < 4; k++) {
        double part = (code >> (30 - 10 * k) & 0x3FF) / LARGEST_PART * (2 * SQRT_HALF) - SQRT_HALF;
        q[(largest + k) & 3] = part;
        rest -= part * part;
    }
    q[largest] = rest > 0 ? sqrt(rest) : 0;
}
