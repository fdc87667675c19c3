/* verb_help.c: `ferry64 help [VERB]`. */
#include "cli/verbs/verb_help.h"

#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/verb_table.h"
#include "cli/help/completion.h"
#include "cli/help/help.h"
#include "cli/help/man.h"
#include "cli/print/near.h"
#include "cli/print/say.h"

void cli_verb_help(cli_run *cli) {
    const cli_request *request = &cli->request;
    if (request->man || request->completion) {
        if (request->input_count)
            cli_wrong(cli, "--man and --completion take no verb, but got `%s`", request->inputs[0]);
        else if (request->man && request->completion)
            cli_wrong(cli, "--man and --completion exclude each other");
        else if (request->man)
            cli_man(stdout);
        else
            cli_completion(cli, request->completion);
        return;
    }
    if (request->input_count == 0) {
        cli_help(stdout);
        return;
    }
    const cli_verb *verb = cli_find_verb(request->inputs[0]);
    const char *near = cli_nearest_verb(request->inputs[0]);
    if (verb && request->input_count == 1)
        cli_help_verb(verb, stdout);
    else if (verb)
        cli_wrong(cli, "`help` takes the name of one verb, but got `%s` too", request->inputs[1]);
    else if (near)
        cli_wrong(cli, "no verb `%s`; did you mean `%s`?", request->inputs[0], near);
    else
        cli_wrong(cli, "no verb `%s`; `ferry64 --help` lists the verbs", request->inputs[0]);
}
