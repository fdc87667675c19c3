/* rehearse.c: see the header. */
#include "core/simplify/pictures/rehearse.h"

#include "ferry64_format.h"
#include "core/base/job.h"

static bool keep_wedge(fy_shell *s, fy_rehearsal *r, uint32_t wedge) {
    for (uint32_t i = 0; i < r->wedge_count; i++)
        if (r->wedges[i].number == wedge) return true;
    if (!fy_job_reserve(s->job, (void **)&r->wedges, r->wedge_count, &r->wedge_capacity, 1,
                        sizeof *r->wedges))
        return false;
    fy_old_wedge *old = &r->wedges[r->wedge_count++];
    old->number = wedge;
    old->of = s->wedges[wedge];
    for (uint32_t i = 0; i < fy_channel_count(s, wedge); i++) old->values[i] = s->values[old->of.slot + i];
    return true;
}

static bool set_corner(fy_shell *s, fy_rehearsal *r, uint32_t corner, uint32_t wedge) {
    if (!fy_job_reserve(s->job, (void **)&r->corners, r->corner_count, &r->corner_capacity, 1,
                        sizeof *r->corners))
        return false;
    r->corners[r->corner_count++] = (fy_old_corner){corner, s->corners[corner]};
    s->corners[corner] = wedge;
    return true;
}

static bool drop_triangle(fy_shell *s, fy_rehearsal *r, uint32_t triangle) {
    for (uint32_t c = 3 * triangle; c < 3 * triangle + 3; c++)
        if (!set_corner(s, r, c, FERRY_NONE)) return false;
    return true;
}

static bool keep_wedges(fy_shell *s, fy_rehearsal *r, const fy_move *move) {
    for (uint32_t i = 0; i < move->count; i++)
        if (move->transfers[i].to == FERRY_NONE && !keep_wedge(s, r, move->transfers[i].wedge)) return false;
    if (move->placed) FY_EACH_CORNER(s, move->to, c)
    if (!keep_wedge(s, r, s->corners[c])) return false;
    return true;
}

/* Values before vertices: they are found by where wedges were. */
static void move_wedges(fy_shell *s, const fy_rehearsal *r, const fy_move *move) {
    fy_point at = move->placed ? move->fit.places[0] : fy_place_of(s, move->to, 0);
    for (uint32_t i = 0; i < r->wedge_count; i++) {
        uint32_t wedge = r->wedges[i].number;
        fy_move_values(s, move, wedge, at, s->values + s->wedges[wedge].slot);
    }
    for (uint32_t i = 0; i < move->count; i++) {
        const fy_transfer *t = &move->transfers[i];
        if (t->to != FERRY_NONE) continue;
        s->wedges[t->wedge].vertex = move->to;
        s->wedges[t->wedge].mover = t->mover;
    }
}

static bool change_corners(fy_shell *s, fy_rehearsal *r, const fy_move *move) {
    FY_EACH_CORNER(s, move->from, c) {
        uint32_t three[3], wedge = fy_move_wedge(move, s->corners[c]);
        fy_corners_from(c, three);
        bool gone = fy_corner_vertex(s, three[1]) == move->to || fy_corner_vertex(s, three[2]) == move->to;
        if (gone ? !drop_triangle(s, r, c / 3) : !set_corner(s, r, c, wedge)) return false;
    }
    return true;
}

static void start(fy_rehearsal *r) {
    r->wedge_count = r->corner_count = 0;
    r->vertex = FERRY_NONE;
}

bool fy_rehearse(fy_shell *s, const fy_move *move, fy_rehearsal *r) {
    start(r);
    if (!keep_wedges(s, r, move)) return false;
    if (!change_corners(s, r, move)) {
        fy_rehearse_back(s, r);
        return false;
    }
    move_wedges(s, r, move);
    if (!move->placed) return true;
    r->vertex = move->to;
    r->place = fy_place_of(s, move->to, 0);
    s->places[(size_t)move->to * s->pose_count] = move->fit.places[0];
    return true;
}

bool fy_rehearse_without(fy_shell *s, const uint32_t *triangles, uint32_t count, fy_rehearsal *r) {
    start(r);
    for (uint32_t i = 0; i < count; i++)
        if (!drop_triangle(s, r, triangles[i])) {
            fy_rehearse_back(s, r);
            return false;
        }
    return true;
}

void fy_rehearse_back(fy_shell *s, const fy_rehearsal *r) {
    for (uint32_t i = r->corner_count; i-- > 0;) s->corners[r->corners[i].corner] = r->corners[i].wedge;
    for (uint32_t i = 0; i < r->wedge_count; i++) {
        const fy_old_wedge *old = &r->wedges[i];
        s->wedges[old->number] = old->of;
        for (uint32_t k = 0; k < fy_channel_count(s, old->number); k++)
            s->values[old->of.slot + k] = old->values[k];
    }
    if (r->vertex != FERRY_NONE) s->places[(size_t)r->vertex * s->pose_count] = r->place;
}

void fy_rehearsal_close(ferry_job *job, fy_rehearsal *r) {
    fy_job_drop(job, r->wedges);
    fy_job_drop(job, r->corners);
}
