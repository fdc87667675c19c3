/*
 * t3dm_piece_look.c: see t3dm_piece_look.h.
 *
 * Around a pixel of the survey lie others on the same surface: the picture's texels there are a small window
 * of what a player sees, from the source and from what would be stored. Light and other textures, which are
 * the same for both, are left out.
 */
#include "formats/t3dm/texture/t3dm_piece_look.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/image/texels_spot.h"
#include "formats/t3dm/texture/t3dm_piece_place.h"
#include "formats/t3dm/texture/t3dm_reach.h"
#include "formats/t3dm/texture/t3dm_texture_trials.h"

/* Pixels from the middle of a window to its edge; windows that are looked at, from afar and from nearby; and
 * the steps along a pixel's side in which levels that are smaller than the picture are mixed. */
enum { RADIUS = 2, MOST_WINDOWS = 64, MOST_STEPS = 4, LEAST_SEEN = 9 };

/* What is behind a translucent texel. */
#define GROUND 128.0

/* The source's picture, one that is stored in its place, or a piece of that. */
typedef struct picture {
    fy_texels texels;
    double from[2], size[2]; /* of the source's texels */
    ferry_wrap wraps[2];
    bool mirrored[2];
    uint8_t cut_from; /* alpha that is drawn, the rest is not; 0: it is translucent */
} picture;

typedef struct look {
    picture own, stored[FY_MOST_PIECES];
    const fy_stored_picture *of;
    bool whole; /* stored[0] is the whole picture */
    const fy_uv_map *map;
    uint32_t size[2]; /* of the source's picture */
    bool has_levels;
} look;

/* ------------------------------------------------------------------------------------------- reading */

static picture picture_of(const fy_built_texture *made, const fy_texture_use *use) {
    const fy_texture_window *window = &made->window;
    picture s = {.texels = made->sprite.texels, .wraps = {use->wrap_s, use->wrap_t}};
    if (use->threshold) s.cut_from = use->limit ? use->limit : 128;
    const uint32_t from[2] = {made->from_width, made->from_height};
    for (int axis = 0; axis < 2; axis++) {
        s.from[axis] = window->size[axis] ? window->from[axis] : 0;
        s.size[axis] = window->size[axis] ? window->size[axis] : from[axis];
        s.mirrored[axis] = made->mirrored[axis];
    }
    return s;
}

/* The two texels along an axis that a place lies between, and how near it is to the second. */
static double between(const picture *s, int axis, double at, uint32_t texels[2]) {
    uint32_t held = axis ? s->texels.height : s->texels.width, all = s->mirrored[axis] ? 2 * held : held;
    double place = (at - s->from[axis]) / s->size[axis] * all - .5, first = floor(place);
    for (int k = 0; k < 2; k++) {
        uint32_t texel = fy_texels_wrapped((int64_t)first + k, all, s->wraps[axis]);
        texels[k] = texel < held ? texel : all - 1 - texel;
    }
    return place - first;
}

typedef struct color {
    double rgb[3];
} color;

static void add_color(color *sum, const color *of, double weight) {
    for (int k = 0; k < 3; k++) sum->rgb[k] += of->rgb[k] * weight;
}

static color color_of(const picture *s, const uint8_t *texel) {
    double alpha = texel[3] / 255.0;
    color made;
    if (s->cut_from) alpha = texel[3] >= s->cut_from ? 1 : 0;
    for (int k = 0; k < 3; k++) made.rgb[k] = texel[k] * alpha + GROUND * (1 - alpha);
    return made;
}

static color read(const picture *s, const double at[2]) {
    uint32_t x[2], y[2];
    double part_x = between(s, 0, at[0], x), part_y = between(s, 1, at[1], y);
    color sum = {{0}};
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            color one = color_of(s, s->texels.rgba + 4 * ((size_t)y[j] * s->texels.width + x[i]));
            add_color(&sum, &one, (i ? part_x : 1 - part_x) * (j ? part_y : 1 - part_y));
        }
    return sum;
}

/* Smaller levels are means of what a pixel covers. */
static color read_own(const look *l, const double at[2], double across[2][2], int steps) {
    color sum = {{0}};
    for (int j = 0; j < steps; j++)
        for (int i = 0; i < steps; i++) {
            double right = (i + .5) / steps - .5, down = (j + .5) / steps - .5, place[2];
            for (int axis = 0; axis < 2; axis++)
                place[axis] = at[axis] + right * across[0][axis] + down * across[1][axis];
            color one = read(&l->own, place);
            add_color(&sum, &one, 1.0 / (steps * steps));
        }
    return sum;
}

/* Beyond its edges a clamped piece shows those. */
static bool holds(const fy_texture_use *piece, const double at[2]) {
    const ferry_wrap wraps[2] = {piece->wrap_s, piece->wrap_t};
    const fy_texture_window *window = &piece->window;
    bool inside = true;
    for (int axis = 0; axis < 2; axis++)
        inside &=
            !window->size[axis] || wraps[axis] != FERRY_WRAP_CLAMP ||
            (at[axis] >= window->from[axis] && at[axis] <= window->from[axis] + (double)window->size[axis]);
    return inside;
}

/* False: no piece shows the picture there, and no triangle. */
static bool read_stored(const look *l, const double at[2], color *found) {
    const fy_pieces *pieces = l->of->pieces;
    fy_reach point = {.low = {at[0], at[1]}, .high = {at[0], at[1]}, .any = true};
    fy_piece_place place = fy_piece_place_of(pieces, &point);
    for (int axis = 0; axis < 2; axis++)
        fy_reach_move(&point, axis, -(place.periods[axis] * (double)pieces->periods[axis]));
    *found = read(l->whole ? &l->stored[0] : &l->stored[place.piece], l->whole ? at : point.low);
    return fy_reach_beyond(&point, &pieces->reach[place.piece]) <= FY_REACH_BESIDE &&
           holds(&l->of->uses[place.piece], point.low);
}

/* ------------------------------------------------------------------------------------------- windows */

static void place_of(const look *l, const fy_gx_vertex *vertex, double at[2]) {
    fy_reach point = {.any = false};
    fy_reach_widen(&point, l->map, vertex->uvs[l->map->set % FERRY_UV_SETS], l->size);
    at[0] = point.low[0], at[1] = point.low[1];
}

static int steps_of(const look *l, double across[2][2]) {
    double right = sqrt(across[0][0] * across[0][0] + across[0][1] * across[0][1]),
           down = sqrt(across[1][0] * across[1][0] + across[1][1] * across[1][1]), most = fmax(right, down);
    return !l->has_levels || !(most > 1) ? 1 : most < MOST_STEPS ? (int)ceil(most) : MOST_STEPS;
}

/* Of brightness in both pictures: of its products with itself and with the other, too; and how far their
 * colours are apart. */
typedef struct moments {
    double a, b, aa, bb, ab, error;
    int count;
} moments;

static void add_pixel(moments *to, const color *own, const color *other) {
    const double parts[3] = {.299, .587, .114};
    double a = 0, b = 0;
    for (int k = 0; k < 3; k++) {
        a += parts[k] * own->rgb[k], b += parts[k] * other->rgb[k];
        to->error += fabs(own->rgb[k] - other->rgb[k]) / 3;
    }
    to->a += a, to->b += b, to->aa += a * a, to->bb += b * b, to->ab += a * b;
    to->count++;
}

/* SSIM has two constants that keep quotients of nearly nothing tame. */
static double similarity_of(const moments *m) {
    const double c1 = .01 * 255 * .01 * 255, c2 = .03 * 255 * .03 * 255, n = m->count;
    double a = m->a / n, b = m->b / n, own = m->aa / n - a * a, other = m->bb / n - b * b,
           shared = m->ab / n - a * b;
    return (2 * a * b + c1) / (a * a + b * b + c1) * (2 * shared + c2) / (own + other + c2);
}

/* Where the pixel is in the picture, and how far it is to the next ones. False: those are no numbers, or lie
 * too far off. */
static bool find_place(const look *l, const fy_seen_pixel *pixel, double middle[2], double across[2][2]) {
    double next[2][2];
    bool near = true;
    place_of(l, &pixel->at, middle);
    place_of(l, &pixel->right, next[0]);
    place_of(l, &pixel->below, next[1]);
    for (int k = 0; k < 2; k++)
        for (int axis = 0; axis < 2; axis++) {
            across[k][axis] = next[k][axis] - middle[axis];
            near &= fabs(middle[axis]) < FY_REACH_MOST && fabs(across[k][axis]) < FY_REACH_MOST;
        }
    return near;
}

/* False: there is too little of the surface around it. */
static bool look_around(const look *l, const fy_seen_pixel *pixel, fy_piece_view *view) {
    double middle[2], across[2][2];
    moments sums = {0};
    if (!find_place(l, pixel, middle, across)) return false;
    int steps = steps_of(l, across);
    for (int j = -RADIUS; j <= RADIUS; j++)
        for (int i = -RADIUS; i <= RADIUS; i++) {
            double at[2];
            color other;
            for (int axis = 0; axis < 2; axis++)
                at[axis] = middle[axis] + i * across[0][axis] + j * across[1][axis];
            if (!read_stored(l, at, &other)) continue;
            color own = read_own(l, at, across, steps);
            add_pixel(&sums, &own, &other);
        }
    if (sums.count < LEAST_SEEN) return false;
    *view = (fy_piece_view){similarity_of(&sums), sums.error / sums.count};
    return true;
}

/* Adds the means of pixels that are evenly spread over those that are seen, by `weight`; where none can be
 * told, what is alike. */
static void add_views(const look *l, const fy_seen_pixel *pixels, uint32_t count, double weight,
                      fy_piece_view *sum) {
    uint32_t windows = count < MOST_WINDOWS ? count : MOST_WINDOWS, told = 0;
    fy_piece_view all = {0, 0}, one;
    for (uint32_t i = 0; i < windows; i++) {
        if (!look_around(l, &pixels[(size_t)i * count / windows], &one)) continue;
        all.similarity += one.similarity, all.error += one.error;
        told++;
    }
    sum->similarity += weight * (told ? all.similarity / told : 1);
    sum->error += weight * (told ? all.error / told : 0);
}

/* ------------------------------------------------------------------------------------------ pictures */

/* Making pictures takes far more memory than they hold. */
static bool make_stored(fy_texture_store *store, const fy_texture_use *use, picture *to) {
    fy_built_texture made;
    uint8_t *copy = NULL;
    ferry_mark mark = ferry_job_mark(store->job);
    if (fy_texture_picture(store, use, &made)) {
        *to = picture_of(&made, use);
        size_t count = (size_t)to->texels.width * to->texels.height;
        copy = fy_job_resize(store->job, NULL, count, 4);
        if (copy) to->texels.rgba = memcpy(copy, to->texels.rgba, 4 * count);
    }
    ferry_job_release(store->job, mark);
    if (!copy) to->texels.rgba = NULL;
    return copy != NULL;
}

static bool make_all_stored(look *l, fy_texture_store *store) {
    const fy_stored_picture *of = l->of;
    uint32_t count = l->whole ? 1 : of->pieces->count;
    bool done = true;
    for (uint32_t i = 0; i < count && done; i++)
        done = make_stored(store, l->whole ? &of->whole : &of->uses[i], &l->stored[i]);
    return done;
}

static bool open_look(look *l, fy_texture_store *store) {
    const fy_texture_use *use = &l->of->own;
    const ferry_image *image = &store->scene->images.data[store->scene->textures.data[use->texture].image];
    fy_built_texture own = {.from_width = image->levels[0].width, .from_height = image->levels[0].height};
    l->size[0] = own.from_width, l->size[1] = own.from_height;
    l->has_levels = image->level_count > 1;
    if (!fy_texture_read(store->job, image, use, &own.sprite.texels)) return false;
    l->own = picture_of(&own, use);
    return make_all_stored(l, store);
}

static void close_look(look *l, fy_texture_store *store) {
    for (uint32_t i = 0; i < FY_MOST_PIECES; i++) fy_job_drop(store->job, l->stored[i].texels.rgba);
}

bool fy_piece_look(fy_texture_store *store, const fy_stored_picture *of, bool whole,
                   const fy_seen_pixel *pixels, uint32_t count, fy_piece_view *view) {
    ferry_mark mark = ferry_job_mark(store->job);
    look *l = ferry_new(store->job, look, 1);
    *view = (fy_piece_view){0, 0};
    if (!l) return false;
    *l = (look){.of = of, .whole = whole, .map = &of->pieces->map};
    bool done = open_look(l, store);
    if (done) {
        uint32_t far = fy_survey_far(pixels, count);
        double share = !far ? 0 : far < count ? .5 : 1;
        add_views(l, pixels, far, share, view);
        add_views(l, pixels + far, count - far, 1 - share, view);
    }
    close_look(l, store);
    ferry_job_release(store->job, mark);
    return done;
}
