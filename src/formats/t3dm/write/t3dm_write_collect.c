/* t3dm_write_collect.c: which draws become objects of a T3DM file, in which order, and which of them may
 * become one object (docs/formats/t3dm.md, "Objects"). */
#include "formats/t3dm/write/t3dm_write_collect.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/draw/t3dm_inner.h"
#include "formats/t3dm/draw/t3dm_merge.h"
#include "formats/t3dm/draw/t3dm_sort.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_depth.h"
#include "formats/t3dm/tracks/t3dm_tracks.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* Within one, what lies deeper comes first; what is blended comes last. */
static uint32_t order_group_of(const fy_t3dm_writer *w, uint32_t draw, uint32_t order_group) {
    bool blended = w->plan.materials[w->plan.of_draw[draw]].layer == FY_T3DM_BLEND;
    unsigned inner = w->plan.inner && !blended ? w->plan.inner[draw] : 0;
    return (order_group + 1) * FY_INNER_DEPTHS - inner;
}

/* Decals on others are as animated as what they are made of. */
static bool find_animated_vertices(fy_t3dm_writer *w) {
    const uint8_t **found = fy_t3dm_find_animated_vertices(w->job, w->source);
    w->animated = ferry_new(w->job, const uint8_t *, w->scene->draws.count + (size_t)1);
    if (!found || !w->animated) return false;
    for (uint32_t d = 0; d < w->scene->draws.count; d++) w->animated[d] = found[fy_t3dm_origin_of(w, d)];
    return true;
}

/* What came so far in a file of the console, whose order is what the game shows. */
typedef struct came {
    bool decals; /* with nothing solid behind them yet */
    bool blended;
} came;

/* What is solid stays behind decals that it comes behind: they would fall on it. */
static bool stays_behind(came *so_far, const fy_t3dm_material *material) {
    bool decal = (material->rdp.other_mode & FERRY_RDP_Z_DECAL) == FERRY_RDP_Z_DECAL;
    bool stays = so_far->decals && material->layer < FY_T3DM_DECAL;
    so_far->decals = (so_far->decals && !stays) || decal;
    return stays;
}

/* A decal among what is blended stays there. */
static fy_t3dm_layer layer_behind(came *so_far, const fy_t3dm_material *material) {
    so_far->blended |= material->layer == FY_T3DM_BLEND;
    return material->layer == FY_T3DM_DECAL && so_far->blended ? FY_T3DM_BLEND : material->layer;
}

static bool is_behind(const fy_t3dm_writer *w, uint32_t draw) {
    return w->plan.covered && w->plan.covered[fy_t3dm_origin_of(w, draw)].behind;
}

/* What a draw's record depends on of those before it. */
typedef struct collecting {
    came so_far;
    fy_t3dm_state_tracker tracker;
    uint32_t order_group;
    uint8_t level;
} collecting;

/* Whether a draw is written; if it is not, it is counted. */
static bool is_collected(fy_t3dm_writer *w, uint32_t draw) {
    uint32_t material = w->plan.of_draw[draw];
    if (material == FERRY_NONE || w->plan.materials[material].drop) {
        w->left_out.unseen++;
        return false;
    }
    if (w->pose.visibility.written[fy_t3dm_origin_of(w, draw)]) return true;
    w->left_out.hidden++;
    return false;
}

static void collect(fy_t3dm_writer *w, collecting *c, uint32_t place, uint32_t d) {
    const ferry_draw *draw = &w->scene->draws.data[d];
    if (draw->level != c->level) { /* is never drawn together with the last one */
        c->tracker = (fy_t3dm_state_tracker){0};
        c->so_far = (came){false, false};
    }
    c->level = draw->level;
    bool foreign = draw->material != FERRY_NONE && w->scene->materials.data[draw->material].rdp;
    const fy_t3dm_material *has = &w->plan.materials[w->plan.of_draw[d]];
    unsigned hazards = foreign ? fy_t3dm_state_hazards(&c->tracker, &has->rdp) : 0;
    bool alone = fy_t3dm_stays_in_place(has);
    c->order_group += alone || (foreign && stays_behind(&c->so_far, has));
    w->objects[w->object_count++] =
        (fy_t3dm_record){.draw = d,
                         .place = place,
                         .material = w->plan.of_draw[d],
                         .level = c->level,
                         .order_group = order_group_of(w, d, c->order_group),
                         .depth_bias = w->plan.depth_bias ? w->plan.depth_bias[d] : 0,
                         .behind = is_behind(w, d),
                         .hazards = hazards,
                         .layer = foreign ? layer_behind(&c->so_far, has) : has->layer};
    c->order_group += alone;
}

static bool collect_draws(fy_t3dm_writer *w) {
    collecting c = {.level = 0};
    const uint32_t hidden = w->left_out.hidden;
    w->objects = ferry_new(w->job, fy_t3dm_record, w->scene->draws.count + 1);
    if (!w->objects) return false;
    for (uint32_t i = 0; i < w->scene->draws.count; i++) {
        uint32_t d = w->plan.places ? w->plan.places[i] : i;
        if (is_collected(w, d)) collect(w, &c, i, d);
    }
    if (w->left_out.hidden > hidden)
        ferry_say(w->job, FERRY_LOSS, "t3dm.hidden", w->file, "",
                  "%u of %u draws are hidden and were left out", w->left_out.hidden - hidden,
                  w->scene->draws.count);
    return fy_t3dm_report_billboards(w->job, w->scene, w->file, &w->pose);
}

static bool rank_objects(fy_t3dm_writer *w) {
    const fy_t3dm_rank *ranks = fy_t3dm_rank_materials(w->job, &w->plan);
    for (uint32_t i = 0; ranks && i < w->object_count; i++)
        w->objects[i].rank = ranks[w->objects[i].material];
    return ranks != NULL;
}

/* Chunks of other tools may name objects by their numbers. */
static bool may_merge(const fy_t3dm_writer *w) {
    for (uint32_t i = 0; i < w->kept.count; i++) {
        if (!w->kept.data[i].type || strchr("ABMS", w->kept.data[i].type)) continue;
        ferry_say(w->job, FERRY_LOSS, "t3dm.merge-blocked", w->file, w->kept.data[i].path,
                  "objects were not merged: an unknown chunk may reference them");
        return false;
    }
    return true;
}

static bool group_objects(fy_t3dm_writer *w) {
    w->merges = !ferry_setting_is(w->job, "t3dm.merge-objects", "no") && may_merge(w);
    w->merges_alike = w->merges && ferry_setting_is(w->job, "t3dm.merge-objects", "alike");
    const uint32_t *groups = w->merges ? fy_t3dm_merge_groups(w->job, w->scene, &w->pose) : NULL;
    for (uint32_t i = 0; groups && i < w->object_count; i++) {
        uint32_t draw = w->objects[i].draw;
        bool alone = w->animated[draw] || groups[fy_t3dm_origin_of(w, draw)] == FERRY_NONE;
        w->objects[i].group = alone ? FERRY_NONE : groups[draw];
        if (w->merges_alike) w->objects[i].rank.material = 0; /* groups come first */
    }
    return groups || !w->merges;
}

/* Turns are equal only where neither must stay in its place. */
bool fy_t3dm_may_join(const fy_t3dm_writer *w, const fy_t3dm_record *a, const fy_t3dm_record *b) {
    if (!w->merges || a->group == FERRY_NONE || a->group != b->group) return false;
    if (a->behind || b->behind) return false;
    if (a->level != b->level || a->order_group != b->order_group || a->layer != b->layer ||
        a->layer >= FY_T3DM_DECAL)
        return false;
    return a->material == b->material ||
           (w->merges_alike && fy_t3dm_alike(fy_t3dm_planned_material(w, a->material),
                                             fy_t3dm_planned_material(w, b->material)));
}

/* Level by level of detail, layer by layer; what a later draw covers after all others, the last one first,
 * since of equal surfaces the console shows the first; what lies lower in one plane before what lies on it,
 * since at edges inside of a surface the console lets later ones through that are a little behind; textures
 * cost most to change, then modes, then the other state. Decals and blended objects keep the source's
 * order. */
static int draw_order(const void *a, const void *b) {
    const fy_t3dm_record *x = a, *y = b;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    if (x->order_group != y->order_group) return x->order_group < y->order_group ? -1 : 1;
    if (x->layer != y->layer) return x->layer < y->layer ? -1 : 1;
    bool sorted = x->layer < FY_T3DM_DECAL;
    if (sorted && (x->behind || y->behind)) {
        if (!x->behind || !y->behind) return x->behind ? 1 : -1;
        return x->place > y->place ? -1 : x->place < y->place;
    }
    if (sorted && (x->depth_bias < y->depth_bias || x->depth_bias > y->depth_bias))
        return x->depth_bias < y->depth_bias ? -1 : 1;
    int order = sorted ? fy_t3dm_compare_ranks(&x->rank, &y->rank) : 0;
    if (order) return order;
    if (sorted && x->group != y->group) return x->group < y->group ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

bool fy_t3dm_collect_records(fy_t3dm_writer *w) {
    if (!find_animated_vertices(w) || !collect_draws(w) || !rank_objects(w) || !group_objects(w))
        return false;
    qsort(w->objects, w->object_count, sizeof *w->objects, draw_order);
    return true;
}
