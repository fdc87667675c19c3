/* flip.c: see the header. */
#include "core/simplify/pictures/flip.h"

#include "ferry64_format.h"
#include "core/simplify/move.h"

/* Where the edge begins in the one other triangle that has it; FERRY_NONE: there is none, or more. */
static uint32_t find_other(const fy_shell *s, const uint32_t one[3]) {
    uint32_t a = fy_corner_vertex(s, one[0]), b = fy_corner_vertex(s, one[1]), found = FERRY_NONE, count = 0;
    FY_EACH_CORNER(s, b, c) {
        uint32_t three[3];
        fy_corners_from(c, three);
        bool along = fy_corner_vertex(s, three[1]) == a;
        count += along || fy_corner_vertex(s, three[2]) == a;
        if (along) found = c;
    }
    return count == 2 ? found : FERRY_NONE;
}

static bool are_joined(const fy_shell *s, uint32_t a, uint32_t b) {
    FY_EACH_CORNER(s, a, c) {
        uint32_t three[3];
        fy_corners_from(c, three);
        if (fy_corner_vertex(s, three[1]) == b || fy_corner_vertex(s, three[2]) == b) return true;
    }
    return false;
}

/* Of both ends of the edge and both apexes. */
static bool may_flip(const fy_shell *s, const uint32_t at[4]) {
    uint32_t ends = s->vertices[at[0]].flags & s->vertices[at[1]].flags, any = 0;
    for (int i = 0; i < 4; i++) any |= s->vertices[at[i]].flags;
    return !(ends & FY_VERTEX_FIXED) && !(any & FY_VERTEX_MORPHED) && at[2] != at[3] &&
           !are_joined(s, at[2], at[3]);
}

/* No new triangle turns from one of the old ones, or is a sliver where they were none. */
static bool is_sound(const fy_shell *s, const uint32_t at[4]) {
    for (uint32_t k = 0; k < s->pose_count; k++) {
        fy_point p[4];
        for (int i = 0; i < 4; i++) p[i] = fy_place_of(s, at[i], k);
        const fy_point before[2] = {fy_point_normal(p[0], p[1], p[2]), fy_point_normal(p[1], p[0], p[3])},
                       after[2] = {fy_point_normal(p[0], p[3], p[2]), fy_point_normal(p[1], p[2], p[3])};
        for (int i = 0; i < 4; i++)
            if (!fy_still_faces(before[i / 2], after[i % 2], k)) return false;
        double was = fmin(fy_shape_of(p[0], p[1], p[2]), fy_shape_of(p[1], p[0], p[3])),
               is = fmin(fy_shape_of(p[0], p[3], p[2]), fy_shape_of(p[1], p[2], p[3]));
        if (k == 0 && fy_is_sliver(is) && is < was) return false;
    }
    return true;
}

bool fy_flip_plan(const fy_shell *s, uint32_t corner, fy_flip *flip) {
    uint32_t one[3], two[3], at[4];
    fy_corners_from(corner, one);
    uint32_t other = find_other(s, one);
    if (other == FERRY_NONE) return false;
    fy_corners_from(other, two);
    if (s->corners[one[0]] != s->corners[two[1]] || s->corners[one[1]] != s->corners[two[0]]) return false;
    for (int i = 0; i < 3; i++) at[i] = fy_corner_vertex(s, one[i]);
    at[3] = fy_corner_vertex(s, two[2]);
    *flip = (fy_flip){
        {one[1], two[1]}, {s->corners[one[1]], s->corners[two[1]]}, {s->corners[two[2]], s->corners[one[2]]}};
    return may_flip(s, at) && is_sound(s, at);
}

void fy_flip_rehearse(fy_shell *s, const fy_flip *flip) {
    for (int i = 0; i < 2; i++) s->corners[flip->corners[i]] = flip->after[i];
}

void fy_flip_back(fy_shell *s, const fy_flip *flip) {
    for (int i = 0; i < 2; i++) s->corners[flip->corners[i]] = flip->before[i];
}

static void take_out(fy_shell *s, uint32_t vertex, uint32_t corner) {
    fy_vertex *v = &s->vertices[vertex];
    uint32_t before = FERRY_NONE;
    for (uint32_t c = v->first; c != corner; c = s->next[c]) before = c;
    if (before == FERRY_NONE)
        v->first = s->next[corner];
    else
        s->next[before] = s->next[corner];
    if (v->last == corner) v->last = before;
}

static void put_in(fy_shell *s, uint32_t vertex, uint32_t corner) {
    fy_vertex *v = &s->vertices[vertex];
    s->next[corner] = FERRY_NONE;
    if (v->first == FERRY_NONE)
        v->first = corner;
    else
        s->next[v->last] = corner;
    v->last = corner;
}

void fy_flip_make(fy_shell *s, const fy_flip *flip) {
    for (int i = 0; i < 2; i++) {
        uint32_t corner = flip->corners[i];
        take_out(s, s->wedges[flip->before[i]].vertex, corner);
        s->corners[corner] = flip->after[i];
        put_in(s, s->wedges[flip->after[i]].vertex, corner);
    }
}
