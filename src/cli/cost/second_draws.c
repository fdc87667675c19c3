/*
 * second_draws.c: see second_draws.h. Second draws show more of a material and cost as much again. Where a
 * budget does not allow all of them, those that gain least go first.
 */
#include "cli/cost/second_draws.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/user_settings.h"
#include "cli/cost/probe.h"
#include "cli/print/say.h"
#include "cli/processing/settings.h"

/* What second draws have to gain in SSIM, one after the other, and what none gains. */
static const char *const gains[] = {"0.05", "0.1", "0.2"}, none[] = "1";

static bool is_within(const cli_probing *p, const char *key, const char *gain, cli_probe *probe) {
    return cli_probe_with(p, key, gain, probe) && probe->share <= 1;
}

/* The least gain that does; NULL: none does. */
static const char *find_gain(const cli_probing *p, const char *key, cli_probe *probe) {
    cli_probe without;
    if (!is_within(p, key, none, &without)) return NULL;
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++)
        if (is_within(p, key, gains[i], probe)) return gains[i];
    *probe = without;
    return none;
}

cli_second_draws cli_limit_second_draws(const cli_probing *p) {
    cli_second_draws limited = {{NULL, NULL}, NULL};
    cli_probe probe;
    const char *key = cli_format_key(p->cli, p->target, "second-draw-gain");
    if (p->group->failed || !key || cli_setting(p->cli, key)) return limited;
    if (!cli_probe_with(p, NULL, NULL, &probe) || probe.share <= 1 || !probe.second_draws) return limited;
    const char *gain = find_gain(p, key, &probe);
    if (!gain) return limited;
    limited.gain = (ferry_setting_value){key, gain};
    limited.warning = cli_text(
        p->cli, "second draws%s are left out so that the file is within the budget: %s",
        gain == none ? "" : cli_text(p->cli, " that gain less than %s in SSIM and little in colour", gain),
        probe.most);
    return limited;
}

void cli_tell_second_draws(cli_session *session, const cli_second_draws *limited) {
    if (limited->warning)
        ferry_say(session->job, FERRY_WARNING, "cost.second-draws", session->name, "", "%s",
                  limited->warning);
}
