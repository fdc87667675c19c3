/*
 * spare.c: see spare.h. Second draws show more of a material and cost as much again. Where a budget does not
 * allow all of them, those that gain least go first.
 */
#include "cli/cost/spare.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/user_settings.h"
#include "cli/cost/probe.h"
#include "cli/print/say.h"
#include "cli/processing/settings.h"

/* What second draws have to gain in SSIM, one after the other; nothing gains 1. */
static const char *const gains[] = {"0.05", "0.1", "0.2", "1"};

cli_spared cli_spare_draws(const cli_probing *p) {
    cli_spared spared = {NULL, NULL};
    cli_probe probe;
    const char *key = cli_format_key(p->cli, p->target, "second-draw-gain");
    if (p->group->failed || !key || cli_setting(p->cli, key)) return spared;
    if (!cli_probe_with(p, NULL, NULL, &probe) || probe.share <= 1) return spared;
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        if (!cli_probe_with(p, key, gains[i], &probe)) return spared;
        if (probe.share > 1) continue;
        spared.gain = gains[i];
        spared.note = cli_text(
            p->cli, "second draws%s are left out so that the file is within the budget: %s",
            strcmp(gains[i], "1") == 0 ? "" : cli_text(p->cli, " that gain less than %s in SSIM", gains[i]),
            probe.most);
        return spared;
    }
    return spared;
}

void cli_tell_spared(cli_session *session, const cli_spared *spared) {
    if (spared->note)
        ferry_say(session->job, FERRY_NOTE, "cost.second-draws", session->name, "", "%s", spared->note);
}
