/* format_names.c: names of formats. */
#include "cli/print/format_names.h"

#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

const char *cli_writable(cli_run *cli) {
    const char *list = "";
    for (const ferry_format *const *at = ferry_formats(cli->arena); *at; at++)
        if ((*at)->write) list = cli_text(cli, "%s%s%s", list, *list ? ", " : "", (*at)->name);
    return list;
}
