/*
 * t3dm_sample_memory.h: the samples that a material's reference was filled with. Ways to draw it are tried
 * one after the other, most of them on the very same samples: three quarters of all that are asked for. Ways
 * to follow clips are rated in the same states one after the other.
 */
#ifndef FERRY_SHADE_SAMPLES_T3DM_SAMPLE_MEMORY_H
#define FERRY_SHADE_SAMPLES_T3DM_SAMPLE_MEMORY_H

#include "core/base/digest.h"
#include "shade/t3dm_reference_state.h"

/* What samples of `state` depend on, beside what stays as it is up to fy_reference_end(): the scene but for
 * its composites, the survey and what is seen. */
fy_digest fy_samples_question(const fy_reference *reference, const ferry_gx_material *state,
                              const fy_vertex_summary *summary);

/* Restores the samples; `bright`: those in full light, too. False: they are not known. */
bool fy_samples_recall(fy_reference *reference, const fy_digest *question, bool bright);

/* Keeps those that the reference has, in place of the oldest if need be. False at the memory limit
 * (reported). */
bool fy_samples_keep(fy_reference *reference, const fy_digest *question, bool bright);

/* Gives all known samples back. */
void fy_samples_forget(fy_reference *reference);

#endif
