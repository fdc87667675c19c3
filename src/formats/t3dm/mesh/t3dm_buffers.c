/*
 * t3dm_buffers.c: packs the pieces of a batch's strips into buffers, and the rest into the list
 * (docs/formats/t3dm.md, "How batches are made").
 *
 * A strip buffer is copied over the end of the cache, so it must leave alone what it and all that comes
 * behind it draw from. What only the list, the sequence and early buffers draw from may go: it gets the
 * highest slots (t3dm_slots.c), and late buffers are the longer for it.
 */
#include "formats/t3dm/mesh/t3dm_buffers.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/mesh/t3dm_batcher.h"
#include "formats/t3dm/mesh/t3dm_slot_schedule.h"

/* Pieces that are looked at for the next place in a buffer: batches of thousands stay linear. */
enum { LOOK_LIMIT = 96 };

/* ----------------------------------------------------------------------------------- what is needed */

/* While pieces are packed: who still draws from a place. */
typedef struct packer {
    fy_t3dm_slot_schedule *l;
    fy_t3dm_buffer_plan *to;
    uint32_t users[FY_T3DM_SLOTS]; /* pieces left; one more if a later batch wants it */
    uint8_t used[FY_T3DM_SLOTS];   /* all bits if there are any, or none */
    /* as the schedule's, but for what is in the sequence */
    uint8_t movable[FY_T3DM_SLOTS], need[FY_T3DM_SLOTS];
    fy_t3dm_slot_set once;                   /* movable, with one user left */
    uint32_t left, values;                   /* pieces, and their values */
    uint32_t placed, placed_values, singles; /* pieces in buffers, triangles of the list */
} packer;

static void add_place(fy_t3dm_slot_set *set, uint32_t place) {
    set->words[place / 64] |= UINT64_C(1) << place % 64;
}

static void take_place(fy_t3dm_slot_set *set, uint32_t place) {
    set->words[place / 64] &= ~(UINT64_C(1) << place % 64);
}

static uint32_t count_bits(uint64_t word) {
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* Slots 0, 1, ... that all needed places stand in once they are in order. Without branches, for the sake of
 * vectors. */
static uint32_t slots_needed(const packer *p) {
    uint8_t need = 0, moved = 0;
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) {
        uint8_t own = p->need[s] & p->used[s];
        need = own > need ? own : need;
        moved = (uint8_t)(moved + (p->movable[s] & p->used[s]));
    }
    return moved && p->l->base + moved > need ? p->l->base + moved : need;
}

/* What each place needs: what is kept stays, bones but the last stand in front. */
void fy_t3dm_find_needs(fy_t3dm_slot_schedule *l) {
    uint32_t start = l->batch->start, end = start + l->batch->fresh;
    l->base = start;
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) {
        l->movable[s] = 0;
        l->need[s] = (uint8_t)(s + 1);
    }
    for (uint32_t s = start; s < end; s++) {
        l->movable[s] = l->group[s] + 1u == l->bone_count;
        l->base += !l->movable[s];
    }
    for (uint32_t s = start; s < end; s++) l->need[s] = (uint8_t)(l->movable[s] ? 0 : l->base);
}

/* The sequence stands at the end, and before it what is wanted unless that stands low. */
static void place_sequence(packer *p) {
    const fy_t3dm_slot_schedule *l = p->l;
    uint32_t end = l->batch->start + l->batch->fresh;
    uint32_t sequenced = l->sequence_group + 1 == l->bone_count ? 3 * l->sequence_count : 0;
    for (uint32_t i = 0; i < 3 * l->sequence_count; i++) p->movable[l->sequence[i]] = 0;
    for (uint32_t s = l->batch->start; s < end && !l->wanted_low; s++)
        if (p->movable[s] && l->batch->wanted[s]) p->need[s] = (uint8_t)(end - sequenced);
    for (uint32_t i = 0; i < sequenced; i++) p->need[l->sequence[i]] = (uint8_t)(end - sequenced + i + 1);
}

/* Which places a piece draws from, and whether it names one more than once, as strips may. */
static void find_places(const fy_t3dm_slot_schedule *l, fy_t3dm_strip_piece *piece) {
    const uint8_t *values = l->runs.values + piece->first;
    uint64_t low = 0, high = 0, twice = 0;
    for (uint32_t k = 0, count = piece->count; k < count; k++) {
        uint64_t bit = UINT64_C(1) << values[k] % 64, in_low = values[k] < 64 ? bit : 0,
                 in_high = bit ^ in_low;
        twice |= (low & in_low) | (high & in_high);
        low |= in_low;
        high |= in_high;
    }
    piece->places = (fy_t3dm_slot_set){{low, high}};
    piece->repeats = twice != 0;
}

/* Before anything is packed: what pieces draw from at all. */
static void find_used(fy_t3dm_slot_schedule *l, packer *p) {
    p->l = l;
    p->left = l->piece_count;
    p->values = p->placed = p->placed_values = p->singles = 0;
    memcpy(p->movable, l->movable, sizeof p->movable);
    memcpy(p->need, l->need, sizeof p->need);
    place_sequence(p);
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) p->used[s] = l->batch->wanted[s] ? UINT8_MAX : 0;
    for (uint32_t i = 0; i < l->piece_count; i++) {
        const fy_t3dm_strip_piece *piece = &l->pieces[i];
        const uint8_t *values = l->runs.values + piece->first;
        for (uint32_t k = 0, count = piece->count; k < count; k++) p->used[values[k]] = UINT8_MAX;
        p->values += piece->count;
    }
}

/* Then how many draw from each place. */
static void count_users(fy_t3dm_slot_schedule *l, packer *p) {
    p->once = (fy_t3dm_slot_set){{0, 0}};
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++) p->users[s] = l->batch->wanted[s];
    for (uint32_t i = 0; i < l->piece_count; i++) {
        fy_t3dm_strip_piece *piece = &l->pieces[i];
        const uint8_t *values = l->runs.values + piece->first;
        for (uint32_t k = 0, count = piece->count; k < count; k++) p->users[values[k]]++;
        find_places(l, piece);
    }
    for (uint32_t s = 0; s < FY_T3DM_SLOTS; s++)
        if (p->movable[s] && p->users[s] == 1) add_place(&p->once, s);
}

static void recount(packer *p, uint32_t place, uint32_t users) {
    p->users[place] = users;
    p->used[place] = users ? UINT8_MAX : 0;
    if (users == 1 && p->movable[place])
        add_place(&p->once, place);
    else
        take_place(&p->once, place);
}

/* Takes values off the count; a triangle strip may name a vertex more than once. */
static void discount(packer *p, uint32_t first, uint32_t count) {
    const uint8_t *values = p->l->runs.values + first;
    for (uint32_t k = 0; k < count; k++) recount(p, values[k], p->users[values[k]] - 1);
}

/* Places that nobody draws from once a piece is gone. */
static uint32_t freed_by(packer *p, const fy_t3dm_strip_piece *piece) {
    const uint8_t *v = p->l->runs.values + piece->first;
    uint32_t freed = 0;
    if (!piece->repeats)
        return count_bits(piece->places.words[0] & p->once.words[0]) +
               count_bits(piece->places.words[1] & p->once.words[1]);
    for (uint32_t k = 0; k < piece->count; k++) freed += --p->users[v[k]] == 0 && p->movable[v[k]];
    for (uint32_t k = 0; k < piece->count; k++) p->users[v[k]]++;
    return freed;
}

/* ------------------------------------------------------------------------------------------ packing */

/* How buffers are filled. Which is best depends on the batch; the first is often good enough to judge by. */
typedef struct fill_policy {
    uint8_t least_room; /* below so many values, triangles go to the list to make room */
    uint8_t freeing;    /* what a freed place counts against a value */
    bool cutting;       /* pieces are cut even if other buffers may come */
} fill_policy;

static const fill_policy fill_policies[FY_T3DM_FILL_POLICIES] = {
    {3, 0, true}, {3, 8, false}, {3, 3, true}, {17, 8, false}, {33, 8, true}};

static void drop_left(packer *p, uint32_t at) {
    fy_t3dm_strip_piece *left = p->l->left;
    p->values -= left[at].count;
    p->left--;
    memmove(left + at, left + at + 1, (p->left - at < LOOK_LIMIT ? p->left - at : LOOK_LIMIT) * sizeof *left);
    /* Beyond that order does not matter: */
    if (p->left - at > LOOK_LIMIT) left[at + LOOK_LIMIT] = left[p->left];
}

/* The piece of at most `space` values that is best to place now; UINT32_MAX: none. */
static uint32_t best_piece(packer *p, uint32_t space, uint32_t freeing) {
    uint32_t best = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < p->left && i < LOOK_LIMIT; i++) {
        const fy_t3dm_strip_piece *piece = &p->l->left[i];
        if (piece->count > space) continue;
        uint32_t worth = piece->count + (freeing ? freeing * freed_by(p, piece) : 0);
        if (best != UINT32_MAX && worth <= most) continue;
        best = i;
        most = worth;
        if (!freeing) break; /* they stand longest first */
    }
    return best;
}

static void put_piece(packer *p, fy_t3dm_buffer *to, uint32_t first, uint32_t count) {
    to->pieces[to->piece_count++] = (fy_t3dm_run_part){first, count};
    to->values += count;
    p->placed++;
    p->placed_values += count;
    discount(p, first, count);
}

/* Fills what is left of a buffer with a part of the longest piece. It is cut behind an even number of
 * triangles: the next one then has the winding that a run must start with. */
static void put_part(packer *p, fy_t3dm_buffer *to, uint32_t space) {
    fy_t3dm_strip_piece *piece = &p->l->left[0];
    if (space < 4 || !p->left || piece->count <= space) return;
    uint32_t triangles = (space - 2) & ~1u;
    put_piece(p, to, piece->first, triangles + 2);
    piece->first += triangles;
    piece->count -= triangles;
    p->values -= triangles;
    for (uint32_t k = 0; k < 2; k++) { /* the cut names two again */
        uint32_t place = p->l->runs.values[piece->first + k];
        recount(p, place, p->users[place] + 1);
    }
    find_places(p->l, piece);
}

static void fill_buffer(packer *p, uint32_t room, const fill_policy *how) {
    fy_t3dm_buffer *to = &p->to->buffers[p->to->buffer_count++];
    to->piece_count = to->values = 0;
    bool all = p->values <= room;
    for (uint32_t i;
         p->left && (i = best_piece(p, room - to->values, all ? 0 : how->freeing)) != UINT32_MAX;) {
        fy_t3dm_strip_piece piece = p->l->left[i];
        put_piece(p, to, piece.first, piece.count);
        drop_left(p, i);
    }
    if (how->cutting || !to->piece_count || p->to->buffer_count == FY_T3DM_BUFFERS)
        put_part(p, to, room - to->values);
    if (!to->piece_count) p->to->buffer_count--;
}

static void list_piece(packer *p, uint32_t at) {
    fy_t3dm_strip_piece piece = p->l->left[at];
    p->to->singles[p->to->single_count++] = (fy_t3dm_run_part){piece.first, piece.count};
    p->singles += piece.count - 2;
    discount(p, piece.first, piece.count);
    drop_left(p, at);
}

/* The triangle that makes most room, as one or two of a list. */
static bool make_room(packer *p) {
    uint32_t best = UINT32_MAX, most = 0, least = 0;
    for (uint32_t i = 0; i < p->left && i < LOOK_LIMIT; i++) {
        const fy_t3dm_strip_piece *piece = &p->l->left[p->left - 1 - i]; /* the shortest stand last */
        uint32_t freed = piece->count <= 4 ? freed_by(p, piece) : 0;
        if (!freed || (best != UINT32_MAX && freed * least <= most * (piece->count - 2))) continue;
        best = p->left - 1 - i;
        most = freed;
        least = piece->count - 2;
    }
    if (best == UINT32_MAX) return false;
    list_piece(p, best);
    return true;
}

/* One more buffer costs a command: worth it only if what is left saves more than that against the list. */
static bool worth_buffer(const packer *p) {
    uint64_t triangles = p->values - 2 * (uint64_t)p->left;
    bool first = !p->to->buffer_count;
    fy_t3dm_cost list = {.list_triangles = triangles, .lists = first && !p->l->sequence_count},
                 buffer = {.buffers = 1, .ends = first, .strips = p->left, .strip_values = p->values};
    return p->l->layout->marks != FY_T3DM_MARKS_NONE && p->to->buffer_count < FY_T3DM_BUFFERS &&
           fy_t3dm_cycles(&list) > fy_t3dm_cycles(&buffer);
}

/* Of what is packed and the sequence beside it. */
static fy_t3dm_cost cost_of(const packer *p) {
    bool sequence = p->l->sequence_count != 0, buffers = p->to->buffer_count != 0;
    return (fy_t3dm_cost){.buffers = p->to->buffer_count,
                          .ends = buffers,
                          .strips = p->placed,
                          .strip_values = p->placed_values,
                          .list_triangles = p->singles,
                          .sequences = sequence,
                          .lists = p->singles && !buffers && !sequence};
}

/* No packing that goes on from here costs less: what is left takes one more buffer at least, or the list. */
static uint64_t least_cycles(const packer *p) {
    fy_t3dm_cost so_far = cost_of(p), list = {.list_triangles = p->values - 2 * (uint64_t)p->left},
                 buffer = {.buffers = 1, .strips = p->left, .strip_values = p->values};
    so_far.lists = 0;
    uint64_t in_list = fy_t3dm_cycles(&list), in_buffer = fy_t3dm_cycles(&buffer);
    return fy_t3dm_cycles(&so_far) + (in_list < in_buffer ? in_list : in_buffer);
}

/* Given up, for UINT64_MAX cycles, once it cannot come to less than `bound`. */
static void pack(const packer *all, fy_t3dm_buffer_plan *to, const fill_policy *how, uint64_t bound) {
    packer p = *all;
    p.to = to;
    memcpy(p.l->left, p.l->pieces, p.left * sizeof *p.l->left);
    to->buffer_count = to->single_count = 0;
    to->cycles = UINT64_MAX;
    while (p.left && worth_buffer(&p)) {
        if (least_cycles(&p) >= bound) return;
        uint32_t room = fy_t3dm_strip_room(slots_needed(&p)), before = to->buffer_count;
        if (room < p.values && room < how->least_room && make_room(&p)) continue;
        if (room < 3) break;
        fill_buffer(&p, room, how);
        if (to->buffer_count == before) break;
    }
    while (p.left) list_piece(&p, p.left - 1);
    fy_t3dm_cost cost = cost_of(&p);
    uint64_t cycles = fy_t3dm_cycles(&cost);
    if (cycles < bound) to->cycles = cycles;
}

/* What nearly all batches come to: one buffer has room for all pieces, the longest first, whatever the policy
 * is. True if so. */
static bool pack_at_once(packer *p, fy_t3dm_buffer_plan *to, uint64_t bound) {
    fy_t3dm_buffer *buffer = &to->buffers[0];
    p->to = to;
    to->buffer_count = to->single_count = 0;
    bool all = p->left && worth_buffer(p) && fy_t3dm_strip_room(slots_needed(p)) >= p->values;
    if (!all) return false;
    for (uint32_t i = 0; i < p->left; i++)
        buffer->pieces[i] = (fy_t3dm_run_part){p->l->pieces[i].first, p->l->pieces[i].count};
    buffer->piece_count = p->placed = p->left;
    buffer->values = p->placed_values = p->values;
    to->buffer_count = 1;
    fy_t3dm_cost cost = cost_of(p);
    uint64_t cycles = fy_t3dm_cycles(&cost);
    to->cycles = cycles < bound ? cycles : UINT64_MAX;
    return true;
}

uint64_t fy_t3dm_choose_buffers(fy_t3dm_slot_schedule *l, uint64_t bound) {
    packer all;
    l->best = &l->plans[0];
    find_used(l, &all);
    if (pack_at_once(&all, l->best, bound)) return l->best->cycles;
    count_users(l, &all);
    for (uint32_t i = 0; i < l->policies; i++) {
        fy_t3dm_buffer_plan *plan = i ? &l->plans[l->best == &l->plans[0]] : l->best;
        pack(&all, plan, &fill_policies[i], bound);
        if (plan->cycles >= bound) continue;
        l->best = plan;
        bound = plan->cycles;
        if (!i && plan->buffer_count <= 1 && !plan->single_count) break;
    }
    return l->best->cycles;
}
