/* say.c: complaints about the command line, exit statuses, and numbers as text. */
#include "cli/print/say.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/print/print.h"

void cli_remember(cli_run *cli, cli_status status) {
    static const int weight[] = {[CLI_DONE] = 0, [CLI_STRICT] = 1, [CLI_FAILED] = 2, [CLI_USAGE] = 3};
    if (weight[status] > weight[cli->status]) cli->status = status;
}

bool cli_is_strict_about(cli_run *cli, bool lossy) {
    bool refused = cli->request.strict && lossy;
    if (refused) cli_remember(cli, CLI_STRICT);
    return refused;
}

bool cli_wrong(cli_run *cli, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    cli_progress_wipe(cli);
    cli_print(stderr, "ferry64: ");
    cli_print_list(stderr, format, arguments);
    cli_print(stderr, "\n");
    va_end(arguments);
    cli_remember(cli, CLI_USAGE);
    return false;
}

const char *cli_number(cli_run *cli, uint64_t number) {
    char digits[24], grouped[32];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number), at = 0;
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) grouped[at++] = ',';
        grouped[at++] = digits[i];
    }
    grouped[at] = '\0';
    return cli_text(cli, "%s", grouped);
}

const char *cli_count(cli_run *cli, uint64_t number, const char *one, const char *many) {
    return cli_text(cli, "%s %s", cli_number(cli, number), number == 1 ? one : many);
}
