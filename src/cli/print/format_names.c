/* format_names.c: names of formats. */
#include "cli/print/format_names.h"

#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

size_t cli_format_names(const cli_run *cli, bool to_write, const char *names[CLI_MAX_FORMATS]) {
    const ferry_format *const *formats = ferry_formats(cli->arena);
    size_t count = 0;
    for (; *formats && count < CLI_MAX_FORMATS; formats++)
        if (!to_write || (*formats)->write) names[count++] = (*formats)->name;
    return count;
}

const char *cli_writable(cli_run *cli) {
    const char *names[CLI_MAX_FORMATS], *list = "";
    size_t count = cli_format_names(cli, true, names);
    for (size_t i = 0; i < count; i++) list = cli_text(cli, "%s%s%s", list, i ? ", " : "", names[i]);
    return list;
}
