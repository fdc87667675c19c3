/* man.c: the tables of verbs and options as a page for man(1), in the man macros. */
#include "cli/help/man.h"

#include <stdint.h>
#include <string.h>

#include "ferry64.h"
#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/verb_table.h"
#include "cli/help/help.h"

/* Text on lines of its own: nothing in it is markup. `between` is the macro that separates its paragraphs. */
static void put_paragraphs(FILE *stream, const char *text, const char *between) {
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
        if (starts && text[1]) fputs(between, stream);
    }
}

static void put_text(FILE *stream, const char *text) {
    put_paragraphs(stream, text, "");
}

static void put_option(FILE *stream, const cli_option *option) {
    char text[CLI_OPTION_HELP_SIZE];
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
    put_text(stream, cli_option_help(option, 0, text));
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
    fputs(*verb->text ? ".\n.IP\n" : ".\n", stream);
    put_paragraphs(stream, verb->text, ".IP\n");
}

static void put_options(FILE *stream) {
    fputs(".SH OPTIONS\nVerbs in parentheses are those that accept the option.\n", stream);
    for (int group = 0; group < GROUP_COUNT; group++) {
        fprintf(stream, ".SS %s\n", cli_option_groups[group]);
        for (const cli_option *option = cli_options; option->name; option++)
            if ((int)option->group == group) put_option(stream, option);
    }
}

static void put_statuses(FILE *stream) {
    fputs(".SH EXIT STATUS\n", stream);
    for (int status = CLI_DONE; status <= CLI_STRICT; status++) {
        fprintf(stream, ".TP\n.B %d\n", status);
        put_text(stream, cli_about_statuses[status]);
        fputs(".\n", stream);
    }
}

/* Commands, and what they do in a column behind them. */
static void put_example_lines(FILE *stream, const cli_example *examples, size_t count) {
    int column = 0;
    for (size_t i = 0; i < count && examples[i].command; i++)
        if (column < (int)strlen(examples[i].command)) column = (int)strlen(examples[i].command);
    fputs(".nf\n", stream);
    for (size_t i = 0; i < count && examples[i].command; i++) {
        put_text(stream, examples[i].command);
        fprintf(stream, "%*s", column - (int)strlen(examples[i].command) + 2, "");
        put_text(stream, examples[i].what);
        fputc('\n', stream);
    }
    fputs(".fi\n", stream);
}

static void put_examples(FILE *stream) {
    fputs(".SH EXAMPLES\n", stream);
    put_example_lines(stream, cli_everyday, SIZE_MAX);
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) {
        if (!verb->examples->command) continue;
        fprintf(stream, ".SS %s\n", verb->name);
        put_example_lines(stream, verb->examples, CLI_MAX_EXAMPLES);
    }
}

void cli_man(FILE *stream) {
    fprintf(stream, ".TH FERRY64 1 \"\" \"ferry64 %s\" \"User Commands\"\n", ferry_version());
    fputs(".SH NAME\nferry64 \\- converts GameCube and other 3D models for the Nintendo 64\n", stream);
    fputs(".SH SYNOPSIS\n.B ferry64\n[\\fIVERB\\fR] \\fIINPUT\\fR... [\\fIOPTION\\fR]...\n", stream);
    fputs(".SH DESCRIPTION\n", stream);
    put_paragraphs(stream, cli_about, ".PP\n");
    fputs(".PP\n", stream);
    put_paragraphs(stream, cli_about_inputs, ".PP\n");
    fputs(".SH VERBS\n", stream);
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) {
        if (verb == cli_verbs || verb->group != verb[-1].group)
            fprintf(stream, ".SS %s\n", cli_verb_groups[verb->group]);
        put_verb(stream, verb);
    }
    put_options(stream);
    put_statuses(stream);
    fputs(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\n", stream);
    fputs("If it is set and not empty, messages have no colours unless\n.B \\-\\-color\nasks for them.\n",
          stream);
    put_examples(stream);
}
