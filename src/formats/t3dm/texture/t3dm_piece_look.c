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

/* What is behind a translucent texel, and the alpha, 0..1, from which on one is seen. */
#define GROUND 128.0
#define FAINT .02

/* The source's picture, one that is stored in its place, or a piece of that. */
typedef struct picture {
    fy_texels texels;
    double from[2], size[2]; /* of the source's texels */
    ferry_wrap wraps[2];
    bool mirrored[2];
    bool opaque;      /* nobody reads its alpha */
    uint8_t cut_from; /* alpha that is drawn, the rest is not; 0: it is translucent */
} picture;

typedef struct look {
    picture own, whole, pieces[FY_MOST_PIECES];
    const fy_stored_picture *of;
    uint32_t size[2]; /* of the source's picture */
    bool has_levels;
} look;

/* ------------------------------------------------------------------------------------------- reading */

static picture picture_of(const fy_built_texture *made, const fy_texture_use *use) {
    const fy_texture_window *window = &made->window;
    picture s = {.texels = made->sprite.texels, .wraps = {use->wrap_s, use->wrap_t}};
    s.opaque = use->alpha == FY_NO_COMPONENT;
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

typedef struct texel {
    double rgba[4];
} texel;

static void add_texel(texel *sum, const texel *of, double weight) {
    for (int k = 0; k < 4; k++) sum->rgba[k] += of->rgba[k] * weight;
}

static texel read(const picture *s, const double at[2]) {
    uint32_t x[2], y[2];
    double part_x = between(s, 0, at[0], x), part_y = between(s, 1, at[1], y);
    texel sum = {{0}};
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            const uint8_t *from = s->texels.rgba + 4 * ((size_t)y[j] * s->texels.width + x[i]);
            const texel one = {{from[0], from[1], from[2], from[3]}};
            add_texel(&sum, &one, (i ? part_x : 1 - part_x) * (j ? part_y : 1 - part_y));
        }
    return sum;
}

/* Smaller levels are means of what a pixel covers. */
static texel read_own(const look *l, const double at[2], double across[2][2], int steps) {
    texel sum = {{0}};
    for (int j = 0; j < steps; j++)
        for (int i = 0; i < steps; i++) {
            double right = (i + .5) / steps - .5, down = (j + .5) / steps - .5, place[2];
            for (int axis = 0; axis < 2; axis++)
                place[axis] = at[axis] + right * across[0][axis] + down * across[1][axis];
            texel one = read(&l->own, place);
            add_texel(&sum, &one, 1.0 / (steps * steps));
        }
    return sum;
}

/* What is seen of a texel, before a ground: it is cut out after it was filtered. */
typedef struct color {
    double rgb[3], alpha;
} color;

static color color_of(const picture *s, const texel *of) {
    color made = {.alpha = s->opaque ? 1 : s->cut_from ? of->rgba[3] >= s->cut_from : of->rgba[3] / 255};
    for (int k = 0; k < 3; k++) made.rgb[k] = of->rgba[k] * made.alpha + GROUND * (1 - made.alpha);
    return made;
}

/* Whether a piece has the texel there: beyond its edges it shows those, as the source does beyond its own. */
static bool holds(const look *l, const fy_texture_use *piece, const double at[2]) {
    const ferry_wrap wraps[2] = {piece->wrap_s, piece->wrap_t};
    const fy_texture_window *window = &piece->window;
    bool inside = true;
    for (int axis = 0; axis < 2; axis++) {
        double first = window->from[axis], end = first + window->size[axis];
        bool ends = l->own.wraps[axis] == FERRY_WRAP_CLAMP;
        if (!window->size[axis] || wraps[axis] != FERRY_WRAP_CLAMP) continue;
        inside &= (at[axis] >= first || (ends && first <= 0)) &&
                  (at[axis] <= end || (ends && end >= l->size[axis]));
    }
    return inside;
}

/* What a triangle is drawn with, as far as it holds it. Each point has its own piece if triangles are cut, or
 * if it lies on another triangle. */
typedef struct spot {
    bool placed;
    fy_piece_place place;
} spot;

static fy_reach point_of(const double at[2]) {
    return (fy_reach){.low = {at[0], at[1]}, .high = {at[0], at[1]}, .any = true};
}

static double move_onto(const fy_pieces *pieces, const fy_piece_place *place, fy_reach *of) {
    for (int axis = 0; axis < 2; axis++)
        fy_reach_move(of, axis, -(place->periods[axis] * (double)pieces->periods[axis]));
    return fy_reach_beyond(of, &pieces->reach[place->piece]);
}

static spot spot_of(const look *l, const fy_seen_pixel *pixel) {
    const fy_pieces *pieces = l->of->pieces;
    fy_reach triangle = {.any = false};
    for (int k = 0; k < 3; k++)
        fy_reach_widen(&triangle, &pieces->map, pixel->corners[k].uvs[pieces->map.set % FERRY_UV_SETS],
                       pieces->size);
    spot found = {false, fy_piece_place_of(pieces, &triangle)};
    bool cut = pieces->lines.step[0] || pieces->lines.step[1];
    found.placed = !cut && move_onto(pieces, &found.place, &triangle) <= FY_REACH_BESIDE;
    return found;
}

/* False: no piece shows the picture there. */
static bool read_piece(const look *l, const spot *on, const double at[2], color *found) {
    const fy_pieces *pieces = l->of->pieces;
    fy_piece_place place = on->place;
    fy_reach point = point_of(at);
    if (!on->placed || move_onto(pieces, &place, &point) > FY_REACH_BESIDE) {
        point = point_of(at);
        place = fy_piece_place_of(pieces, &point);
        if (move_onto(pieces, &place, &point) > FY_REACH_BESIDE) return false;
    }
    const texel stored = read(&l->pieces[place.piece], point.low);
    *found = color_of(&l->pieces[place.piece], &stored);
    return holds(l, &l->of->uses[place.piece], point.low);
}

/* ------------------------------------------------------------------------------------------- windows */

static void place_of(const look *l, const fy_gx_vertex *vertex, double at[2]) {
    fy_reach point = {.any = false};
    const fy_uv_map *map = &l->of->pieces->map;
    fy_reach_widen(&point, map, vertex->uvs[map->set % FERRY_UV_SETS], l->size);
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
    int count, seen; /* pixels; those that are seen in either picture */
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
    to->seen += own->alpha > FAINT || other->alpha > FAINT;
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

/* The picture stored whole, and in pieces; and how much of the surface is seen at all, of what is cut out. */
typedef struct views {
    fy_piece_view whole, pieces;
    double seen;
} views;

static void add_view(fy_piece_view *to, const fy_piece_view *of, double weight) {
    to->similarity += weight * of->similarity;
    to->error += weight * of->error;
}

static void add_views(views *to, const views *of, double weight) {
    add_view(&to->whole, &of->whole, weight);
    add_view(&to->pieces, &of->pieces, weight);
    to->seen += weight;
}

static fy_piece_view view_of(const moments *m) {
    return (fy_piece_view){similarity_of(m), m->error / m->count};
}

/* Where there is too little of the surface around a pixel, all is alike. */
static views look_around(const look *l, const fy_seen_pixel *pixel) {
    const views alike = {{1, 0}, {1, 0}, 1};
    double middle[2], across[2][2];
    moments whole = {0}, parted = {0};
    if (!find_place(l, pixel, middle, across)) return alike;
    int steps = steps_of(l, across);
    spot on = spot_of(l, pixel);
    for (int j = -RADIUS; j <= RADIUS; j++)
        for (int i = -RADIUS; i <= RADIUS; i++) {
            double at[2];
            color piece;
            for (int axis = 0; axis < 2; axis++)
                at[axis] = middle[axis] + i * across[0][axis] + j * across[1][axis];
            if (!read_piece(l, &on, at, &piece)) continue;
            texel source = read_own(l, at, across, steps), stored = read(&l->whole, at);
            color own = color_of(&l->own, &source), other = color_of(&l->whole, &stored);
            add_pixel(&whole, &own, &other);
            add_pixel(&parted, &own, &piece);
        }
    if (whole.count < LEAST_SEEN) return alike;
    return (views){view_of(&whole), view_of(&parted), fmax(whole.seen, parted.seen) / whole.count};
}

/* Adds the mean of pixels that are evenly spread over those that are seen. */
static void look_at_some(const look *l, const fy_seen_pixel *pixels, uint32_t count, double weight,
                         views *sum) {
    uint32_t windows = count < MOST_WINDOWS ? count : MOST_WINDOWS;
    views all = {{0, 0}, {0, 0}, 0};
    for (uint32_t i = 0; i < windows; i++) {
        views one = look_around(l, &pixels[(size_t)i * count / windows]);
        add_views(&all, &one, one.seen);
    }
    if (!(all.seen > 0)) return;
    add_view(&sum->whole, &all.whole, weight / all.seen);
    add_view(&sum->pieces, &all.pieces, weight / all.seen);
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

static bool open_look(look *l, fy_texture_store *store) {
    const fy_stored_picture *of = l->of;
    const ferry_texture *texture = &store->scene->textures.data[of->own.texture];
    const ferry_image *image = &store->scene->images.data[texture->image];
    fy_built_texture own = {.from_width = image->levels[0].width, .from_height = image->levels[0].height};
    l->size[0] = own.from_width, l->size[1] = own.from_height;
    l->has_levels = image->level_count > 1 && texture->min_filter >= FERRY_FILTER_NEAREST_MIP_NEAREST;
    if (!fy_texture_read(store->job, image, &of->own, &own.sprite.texels)) return false;
    l->own = picture_of(&own, &of->own);
    bool done = make_stored(store, &of->whole, &l->whole);
    for (uint32_t i = 0; i < of->pieces->count && done; i++)
        done = make_stored(store, &of->uses[i], &l->pieces[i]);
    return done;
}

static void close_look(look *l, fy_texture_store *store) {
    fy_job_drop(store->job, l->whole.texels.rgba);
    for (uint32_t i = 0; i < FY_MOST_PIECES; i++) fy_job_drop(store->job, l->pieces[i].texels.rgba);
}

bool fy_piece_look(fy_texture_store *store, const fy_stored_picture *of, const fy_seen_pixel *pixels,
                   uint32_t count, fy_piece_view *whole, fy_piece_view *pieces) {
    ferry_mark mark = ferry_job_mark(store->job);
    look *l = ferry_new(store->job, look, 1);
    views found = {{0, 0}, {0, 0}, 0};
    if (!l) return false;
    *l = (look){.of = of};
    bool done = open_look(l, store);
    if (done) {
        uint32_t far = fy_survey_far(pixels, count);
        double share = !far ? 0 : far < count ? .5 : 1;
        look_at_some(l, pixels, far, share, &found);
        look_at_some(l, pixels + far, count - far, 1 - share, &found);
    }
    close_look(l, store);
    ferry_job_release(store->job, mark);
    *whole = found.whole;
    *pieces = found.pieces;
    return done;
}
