/* man.c: the tables of options.c as a page for man(1), in the man macros. */
#include "cli/help/man.h"

#include <string.h>

#include "ferry64.h"
#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/verb_table.h"
#include "cli/help/help.h"

/* Text on lines of its own: nothing in it is markup. */
static void put_text(FILE *stream, const char *text) {
    bool starts = true;
    for (; *text; text++) {
        if (starts && (*text == '.' || *text == '\'')) fputs("\\&", stream);
        starts = *text == '\n';
        if (*text == '\\')
            fputs("\\e", stream);
        else if (*text == '-' || *text == '`' || *text == '^' || *text == '~')
            fprintf(stream, *text == '-' ? "\\-" : *text == '`' ? "\\(ga" : *text == '^' ? "\\(ha" : "\\(ti");
        else
            fputc(*text, stream);
    }
}

static void put_option(FILE *stream, const cli_option *option) {
    fputs(".TP\n\\fB", stream);
    if (option->letter) fprintf(stream, "\\-%c\\fR, \\fB", option->letter);
    if (cli_option_word(option)) fprintf(stream, "\\-%s\\fR, \\fB", cli_option_word(option));
    fputs("\\-\\-", stream);
    put_text(stream, option->name);
    fputs("\\fR", stream);
    if (option->argument) {
        fputs(" \\fI", stream);
        put_text(stream, option->argument);
        fputs("\\fR", stream);
    }
    fputc('\n', stream);
    put_text(stream, option->help);
    if ((option->verbs & VERBS_ALL) != VERBS_ALL) {
        const char *gap = " (";
        for (const cli_verb *verb = cli_verbs; verb->name; verb++)
            if (option->verbs & verb->id) {
                fprintf(stream, "%s%s", gap, verb->name);
                gap = ", ";
            }
        fputc(')', stream);
    }
    fputs(".\n", stream);
}

static void put_verb(FILE *stream, const cli_verb *verb) {
    fprintf(stream, ".TP\n\\fB%s\\fR %s", verb->name, *verb->synopsis ? "\\fI" : "");
    put_text(stream, verb->synopsis);
    fprintf(stream, "%s\n", *verb->synopsis ? "\\fR" : "");
    put_text(stream, verb->summary);
    fputs(".\n", stream);
    put_text(stream, verb->text);
}

void cli_man(FILE *stream) {
    fprintf(stream, ".TH FERRY64 1 \"\" \"ferry64 %s\" \"User Commands\"\n", ferry_version());
    fputs(".SH NAME\nferry64 \\- carries legacy models to the Nintendo 64\n"
          ".SH SYNOPSIS\n.B ferry64\n[\\fIVERB\\fR] \\fIINPUT\\fR... [\\fIOPTION\\fR]...\n"
          ".SH DESCRIPTION\n",
          stream);
    put_text(stream, cli_about);
    fputs(".PP\n", stream);
    put_text(stream, cli_about_inputs);
    fputs(".SH VERBS\n", stream);
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) put_verb(stream, verb);
    fputs(".SH OPTIONS\nThe verbs in parentheses know the option.\n", stream);
    for (const cli_option *option = cli_options; option->name; option++) put_option(stream, option);
    fputs(".SH EXIT STATUS\n", stream);
    put_text(stream, cli_about_statuses);
    fputs(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set and not empty, messages have no colours "
          "unless\n.B \\-\\-color\nasks for them.\n"
          ".SH EXAMPLES\n.nf\n"
          "ferry64 link.bdl \\-o filesystem/link.t3dm\n"
          "ferry64 link.bdl walk.bck run.bck \\-o filesystem/link.t3dm\n"
          "ferry64 \\-r assets \\-\\-output\\-dir filesystem \\-j 0\n"
          "ferry64 info link.arc\n"
          "ferry64 check filesystem/link.t3dm\n"
          ".fi\n",
          stream);
}
