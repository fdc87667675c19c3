/*
 * t3dm_covered.c: draws that later ones cover (docs/formats/t3dm.md, "Coplanar triangles").
 *
 * The console would show the first of two equal surfaces, the source shows the last. What lies under another
 * one is never seen as the model stands; but a game may hide the upper one, as cracks are shown by switching
 * draws. So what differs in its name or its textures stays in the file, hidden at rest.
 */
#include "formats/t3dm/draw/t3dm_covered.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_source.h"

static const ferry_material *material_of(const ferry_scene *scene, const ferry_draw *draw) {
    return draw->material == FERRY_NONE ? NULL : &scene->materials.data[draw->material];
}

static bool same_textures(const ferry_material *a, const ferry_material *b) {
    if (a->base_texture != b->base_texture || !a->gx != !b->gx) return false;
    return !a->gx || memcmp(a->gx->textures, b->gx->textures, sizeof a->gx->textures) == 0;
}

/* Whether a game could tell the two apart: by the names of their materials or nodes, or by what they show. */
static bool differ(const ferry_scene *scene, uint32_t lower, uint32_t upper) {
    const ferry_draw *a = &scene->draws.data[lower], *b = &scene->draws.data[upper];
    const ferry_material *x = material_of(scene, a), *y = material_of(scene, b);
    if (strcmp(scene->nodes.data[a->node].name, scene->nodes.data[b->node].name) != 0) return true;
    if (!x || !y) return x != y;
    return strcmp(x->name, y->name) != 0 || !same_textures(x, y);
}

/* The triangles that were to be left out are drawn. */
static void restore(const fy_layers *l, uint32_t draw) {
    fy_layer_draw *summary = &l->draws[draw];
    uint32_t count = l->scene->meshes.data[l->scene->draws.data[draw].mesh].triangle_count;
    for (uint32_t i = 0; i < count; i++)
        if (summary->verdicts[i] == FY_LAYER_OVERWRITTEN) summary->verdicts[i] = FY_LAYER_ORDINARY;
    summary->overwritten = 0;
}

static const char *name_of_material(const fy_layers *l, uint32_t draw) {
    const ferry_material *material = material_of(l->scene, &l->scene->draws.data[draw]);
    return material ? material->name : "";
}

static void say(const fy_layers *l, const char *file, uint32_t draw, uint32_t cover, bool written) {
    const fy_layer_draw *summary = &l->draws[draw];
    ferry_say_measured(l->job, written ? FERRY_NOTE : FERRY_LOSS, "t3dm.covered", file,
                       ferry_job_format(l->job, "draw[%u]", draw),
                       (ferry_measure){summary->triangles, "triangles", true},
                       "all %u triangles of \"%s\" (material \"%s\") are covered by \"%s\" (material "
                       "\"%s\"), which is drawn later: %s",
                       summary->triangles, l->scene->draws.data[draw].name, name_of_material(l, draw),
                       l->scene->draws.data[cover].name, name_of_material(l, cover),
                       written ? "written, hidden at rest" : "left out");
}

bool fy_layers_settle_covered(fy_layers *l, const char *file, fy_t3dm_plan *plan) {
    bool keeps = ferry_setting_is(l->job, "t3dm.covered", "keep"),
         drops = ferry_setting_is(l->job, "t3dm.covered", "drop"),
         hides = !keeps && !drops && fy_t3dm_has_tracks(l->job, l->pose->layout);
    plan->covered = ferry_new(l->job, fy_covered, l->scene->draws.count + (size_t)1);
    if (!plan->covered) return false;
    for (uint32_t d = 0; d < l->scene->draws.count; d++) {
        const fy_layer_draw *summary = &l->draws[d];
        const bool always = summary->overwritten && summary->overwritten == summary->triangles,
                   switched = !summary->overwritten && summary->at_rest,
                   hidden = hides && (always ? differ(l->scene, d, summary->cover)
                                             : switched && summary->at_rest == summary->triangles);
        /* what has vertices of several weights may be equal but for some triangles */
        plan->covered[d] =
            (fy_covered){.behind = always || (switched && 2 * summary->at_rest >= summary->triangles),
                         .hidden = hidden,
                         .shown_by = hidden && switched ? summary->rest_cover : FERRY_NONE};
        if (summary->overwritten && (keeps || hidden)) restore(l, d);
        if (hidden || (always && !keeps))
            say(l, file, d, switched ? summary->rest_cover : summary->cover, hidden);
    }
    return true;
}
