/* t3dm_solve_memory.c: see t3dm_solve_memory.h. */
#include "shade/search/t3dm_solve_memory.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/digest.h"
#include "core/base/job.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"

/* Of so many questions the answers are kept: some kilobytes each. */
enum { MOST_SOLVED = 32 };

typedef struct solved {
    fy_kept kept;
    fy_digest digest;
    fy_shading shading;
    uint32_t searches; /* that were made for it */
    uint16_t made;     /* nodes */
    bool overflow;
    fy_tev_node nodes[];
} solved;

/* Which pictures may share coordinates goes by their sizes, and a mask by its alpha. */
static void add_pictures(const fy_reference *reference, fy_digest *digest) {
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) {
        uint32_t texture = reference->gx->textures[i], number = FERRY_NONE;
        if (texture != FERRY_NONE) number = reference->scene->textures.data[texture].image;
        if (number == FERRY_NONE) continue;
        const ferry_image *image = &reference->scene->images.data[number];
        const uint32_t figures[] = {(uint32_t)i, image->width, image->height, image->alpha};
        fy_digest_add(digest, figures, sizeof figures);
    }
}

/* Field by field: what lies between them may be anything. */
static void add_node(const fy_tev_node *node, fy_digest *digest) {
    const uint8_t what[] = {node->op,     node->swizzle[0], node->swizzle[1], node->swizzle[2], node->map,
                            node->texgen, node->source,     node->indirect,   node->channel,    node->lit,
                            node->vertex, node->looked_up,  node->test};
    const uint32_t of[] = {node->a, node->b, node->c, node->baked, node->moves};
    fy_digest_add(digest, what, sizeof what);
    fy_digest_add(digest, of, sizeof of);
    fy_digest_add(digest, node->k, sizeof node->k);
}

static void add_samples(const fy_sample *samples, size_t count, fy_digest *digest) {
    for (size_t i = 0; i < count; i++) {
        const fy_sample *s = &samples[i];
        const uint8_t pixel[] = {s->wanted[0], s->wanted[1], s->wanted[2], s->wanted[3], s->ground[0],
                                 s->ground[1], s->ground[2], s->over,      s->back};
        const double shares[] = {s->towards, (double)s->weight, (double)s->hidden};
        fy_digest_add(digest, &s->lit, sizeof s->lit);
        fy_digest_add(digest, &s->plain, sizeof s->plain);
        fy_digest_add(digest, pixel, sizeof pixel);
        fy_digest_add(digest, shares, sizeof shares);
    }
}

fy_solve_question fy_solve_question_of(const fy_reference *reference, uint16_t color, uint16_t alpha) {
    const fy_tev *tev = &reference->tev;
    fy_solve_question question = {fy_digest_start(), tev->count, reference->searches};
    fy_digest *digest = &question.digest;
    const uint32_t ways[] = {color,
                             alpha,
                             tev->color,
                             tev->alpha,
                             tev->overflow,
                             reference->threshold,
                             reference->edge,
                             reference->draws,
                             reference->cuts,
                             reference->compares,
                             reference->skinned,
                             reference->thorough};
    fy_digest_add(digest, ways, sizeof ways);
    for (uint16_t i = 0; i < tev->count; i++) add_node(&tev->nodes[i], digest);
    fy_digest_add(digest, reference->gx, sizeof *reference->gx);
    fy_digest_add(digest, reference->maps, sizeof reference->maps);
    fy_digest_add(digest, reference->rules.grey, sizeof reference->rules.grey);
    fy_digest_add(digest, reference->rules.alpha_grey, sizeof reference->rules.alpha_grey);
    fy_digest_add(digest, &reference->drawn, sizeof reference->drawn);
    add_samples(reference->bright, FY_BRIGHT_SAMPLES, digest);
    add_samples(reference->samples, FY_SAMPLES, digest);
    add_pictures(reference, digest);
    return question;
}

bool fy_solve_recall(fy_reference *reference, const fy_solve_question *question, uint32_t most,
                     fy_shading *shading) {
    fy_tev *tev = &reference->tev;
    for (const fy_kept *at = reference->solved; at; at = at->next) {
        const solved *known = (const solved *)at;
        if (!fy_digest_is(&known->digest, &question->digest)) continue;
        if (question->searches + known->searches > most) return false;
        memcpy(tev->nodes + question->nodes, known->nodes, known->made * sizeof *known->nodes);
        tev->count = (uint16_t)(question->nodes + known->made);
        tev->overflow = known->overflow;
        reference->searches = question->searches + known->searches;
        *shading = known->shading;
        return true;
    }
    return false;
}

void fy_solve_keep(fy_reference *reference, const fy_solve_question *question, const fy_shading *shading) {
    const fy_tev *tev = &reference->tev;
    size_t made = (size_t)tev->count - question->nodes;
    if (reference->solved_count == MOST_SOLVED) return;
    solved *known = fy_job_resize(reference->job, NULL, 1, sizeof *known + made * sizeof *known->nodes);
    if (!known) return;
    *known = (solved){.digest = question->digest,
                      .shading = *shading,
                      .searches = reference->searches - question->searches,
                      .made = (uint16_t)made,
                      .overflow = tev->overflow};
    memcpy(known->nodes, tev->nodes + question->nodes, made * sizeof *known->nodes);
    reference->solved = &known->kept;
    reference->solved_count++;
}
