/* run_verb.c: runs the verb of the command line. */
#include "cli/verbs/run_verb.h"

#include <stddef.h>

#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/verbs/verb_check.h"
#include "cli/verbs/verb_compare.h"
#include "cli/verbs/verb_convert.h"
#include "cli/verbs/verb_cost.h"
#include "cli/verbs/verb_diff.h"
#include "cli/verbs/verb_dump.h"
#include "cli/verbs/verb_formats.h"
#include "cli/verbs/verb_help.h"
#include "cli/verbs/verb_info.h"
#include "cli/verbs/verb_plan.h"
#include "cli/verbs/verb_render.h"
#include "cli/verbs/verb_textures.h"
#include "cli/verbs/verb_unpack.h"

static const struct {
    cli_verb_id id;
    void (*run)(cli_run *cli);
} runs[] = {
    {VERB_CONVERT, cli_verb_convert}, {VERB_INFO, cli_verb_info},         {VERB_DUMP, cli_verb_dump},
    {VERB_UNPACK, cli_verb_unpack},   {VERB_TEXTURES, cli_verb_textures}, {VERB_RENDER, cli_verb_render},
    {VERB_CHECK, cli_verb_check},     {VERB_COMPARE, cli_verb_compare},   {VERB_COST, cli_verb_cost},
    {VERB_DIFF, cli_verb_diff},       {VERB_FORMATS, cli_verb_formats},   {VERB_HELP, cli_verb_help},
    {VERB_PLAN, cli_verb_plan},
};

void cli_run_verb(cli_run *cli) {
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        if (runs[i].id == cli->request.verb->id) runs[i].run(cli);
}
