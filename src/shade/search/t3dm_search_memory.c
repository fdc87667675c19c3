/* t3dm_search_memory.c: see t3dm_search_memory.h. */
#include "shade/search/t3dm_search_memory.h"

#include <string.h>

#include "core/base/job.h"
#include "shade/t3dm_reference_state.h"

/* Of so many questions the answers are kept: some 25 KB each. */
enum { MOST_ANSWERS = 64 };

typedef struct fy_search_answer {
    fy_search_question question;
    fy_candidate finalists[FY_SEARCH_FINALISTS];
    unsigned count;
} fy_search_answer;

static bool is_plane_grey(const fy_color_plane *of) {
    const size_t size = FY_SEARCH_COLUMNS * sizeof *of->v;
    return memcmp(of->v, of->v + FY_SEARCH_AT(1, 0), size) == 0 &&
           memcmp(of->v, of->v + FY_SEARCH_AT(2, 0), size) == 0;
}

static bool is_grey(const fy_search_question *of) {
    bool grey = is_plane_grey(&of->wanted) && is_plane_grey(&of->counts);
    for (int i = 0; i < FY_SEARCH_TEXTURES && grey; i++)
        grey = is_plane_grey(&of->textures[i].color) && is_plane_grey(&of->textures[i].alpha);
    for (int i = 0; i < FY_SEARCH_SHADES && grey; i++) grey = is_plane_grey(&of->shades[i]);
    return grey;
}

unsigned fy_search_ask(fy_combiner_search *search, fy_candidate finalists[FY_SEARCH_FINALISTS]) {
    fy_search_question *question = &search->question;
    question->grey = is_grey(question);
    fy_reference *reference = search->reference;
    fy_search_answer *known = reference->answers;
    for (uint32_t i = 0; i < reference->answer_count; i++, known++) {
        if (memcmp(&known->question, question, sizeof *question) != 0) continue;
        memcpy(finalists, known->finalists, known->count * sizeof *finalists);
        return known->count;
    }
    unsigned count = fy_search_run(question, finalists);
    if (reference->answer_count == MOST_ANSWERS) return count;
    if (!fy_job_reserve(reference->job, (void **)&reference->answers, reference->answer_count,
                        &reference->answer_capacity, 1, sizeof *known))
        return 0;
    known = &reference->answers[reference->answer_count++];
    memcpy(&known->question, question, sizeof *question); /* with what lies between its members */
    memcpy(known->finalists, finalists, count * sizeof *finalists);
    known->count = count;
    return count;
}
