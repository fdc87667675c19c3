/* t3dm_sample_memory.c: see t3dm_sample_memory.h. */
#include "shade/samples/t3dm_sample_memory.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/digest.h"
#include "core/base/job.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_reference_state.h"

/* Sets that are remembered of a material without clips. */
enum { KNOWN_AT_REST = 3 };

typedef struct fy_known_samples {
    fy_digest question;
    double drawn;
    bool has_bright;
    fy_sample bright[FY_BRIGHT_SAMPLES], samples[FY_SAMPLES];
} fy_known_samples;

/* ---------------------------------------------------------------------------------------- the question */

static const ferry_texture *texture_of(const fy_reference *reference, uint32_t texture) {
    return texture == FERRY_NONE ? NULL : &reference->scene->textures.data[texture];
}

/* Pictures of the scene stand where they are; a composite's place is taken by others. */
static void add_picture(const fy_reference *reference, const ferry_texture *texture, fy_digest *question) {
    const uint32_t modes[] = {texture->wrap_s, texture->wrap_t, texture->min_filter, texture->mag_filter};
    const ferry_image *image = &reference->scene->images.data[texture->image];
    const ferry_mip_level *level = &image->levels[0];
    fy_digest_add(question, modes, sizeof modes);
    fy_digest_add(question, &level->width, sizeof level->width);
    fy_digest_add(question, level->rgba, (size_t)level->width * level->height * 4);
}

static void add_composite(const fy_reference *reference, fy_digest *question) {
    const fy_composite *composite = reference->mode.composite;
    fy_digest_add(question, &composite->gx, sizeof composite->gx);
    fy_digest_add(question, composite->source->gx, sizeof *composite->source->gx);
    fy_digest_add(question, &composite->source->view, sizeof composite->source->view);
    fy_digest_add(question, &composite->set, sizeof composite->set);
    fy_digest_add(question, composite->window.from, sizeof composite->window.from);
    fy_digest_add(question, composite->window.size, sizeof composite->window.size);
    const ferry_texture *texture = texture_of(reference, reference->gx->textures[composite->map]);
    if (texture) add_picture(reference, texture, question);
}

/* Clips may spread samples over places of their own. */
static void add_places(const fy_states *states, fy_digest *question) {
    const uint32_t ways[] = {states->textures, states->texgens, states->spread};
    fy_digest_add(question, ways, sizeof ways);
    if (states->spread) fy_digest_add(question, states->places, states->place_count * sizeof *states->places);
}

fy_digest fy_samples_question(const fy_reference *reference, const ferry_gx_material *state,
                              const fy_vertex_summary *summary) {
    fy_digest question = fy_digest_start();
    const uint32_t ways[] = {reference->mode.at_vertices, reference->mode.full_light,
                             reference->seen_count,       reference->mode.composite != NULL,
                             reference->shown != NULL,    reference->mode.states != NULL,
                             fy_dissolves(reference)};
    fy_digest_add(&question, ways, sizeof ways);
    fy_digest_add(&question, state, sizeof *state);
    fy_digest_add(&question, reference->gx, sizeof *reference->gx);
    fy_digest_add(&question, summary, sizeof *summary);
    fy_digest_add(&question, reference->maps, sizeof reference->maps);
    fy_digest_add(&question, &reference->related, sizeof reference->related);
    if (reference->shown) fy_digest_add(&question, reference->shown, sizeof *reference->shown);
    if (reference->mode.states) add_places(reference->mode.states, &question);
    if (reference->mode.composite) add_composite(reference, &question);
    return question;
}

/* ----------------------------------------------------------------------------------------- the answers */

bool fy_samples_recall(fy_reference *reference, const fy_digest *question, bool bright) {
    for (unsigned i = 0; i < FY_KNOWN_SAMPLES; i++) {
        const fy_known_samples *known = reference->known[i];
        if (!known || (bright && !known->has_bright) || !fy_digest_is(&known->question, question)) continue;
        memcpy(reference->samples, known->samples, sizeof known->samples);
        if (bright) memcpy(reference->bright, known->bright, sizeof known->bright);
        reference->drawn = known->drawn;
        return true;
    }
    return false;
}

bool fy_samples_keep(fy_reference *reference, const fy_digest *question, bool bright) {
    const unsigned count = reference->mode.states ? FY_KNOWN_SAMPLES : KNOWN_AT_REST;
    fy_known_samples **place = &reference->known[reference->next_known++ % count];
    if (!*place) *place = fy_job_resize(reference->job, NULL, 1, sizeof **place);
    if (!*place) return false;
    (*place)->question = *question;
    (*place)->drawn = reference->drawn;
    (*place)->has_bright = bright;
    memcpy((*place)->samples, reference->samples, sizeof(*place)->samples);
    memcpy((*place)->bright, reference->bright, sizeof(*place)->bright);
    return true;
}

void fy_samples_forget(fy_reference *reference) {
    for (unsigned i = 0; i < FY_KNOWN_SAMPLES; i++) {
        fy_job_drop(reference->job, reference->known[i]);
        reference->known[i] = NULL;
    }
}
