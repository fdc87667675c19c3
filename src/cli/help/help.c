/* help.c: the tables of verbs and options as help texts. */
#include "cli/help/help.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/verb_table.h"

enum { WIDTH = 80, VERB_COLUMN = 12, OPTION_COLUMN = 28 };

const char cli_about[] = "ferry64 converts GameCube and other 3D models for the Nintendo 64.\n"
                         "It reads GameCube models (BMD, BDL, also inside archives), actors from Paper "
                         "Mario: The Thousand-Year Door, glTF, FBX, COLLADA, OBJ and others. It writes "
                         "T3DM models for Tiny3D with PNG textures, or glTF, FBX, COLLADA and OBJ.\n";

const char cli_about_inputs[] =
    "An input is a file, - for standard input, or an archive, which means all models in it. "
    "archive.arc#path/in/it picks one of them, 'archive.arc#folder/*' those that match: * is any text, ? "
    "any character, [a-z] one of these. See docs/archives.md.\n"
    "-- ends the options: what follows is an input even if it begins with a dash.\n";

const char *const cli_about_statuses[] = {
    [CLI_DONE] = "success",
    [CLI_FAILED] = "an input failed or is over a limit; all others were processed",
    [CLI_USAGE] = "wrong usage; nothing was done",
    [CLI_STRICT] = "--strict, and a model had losses or repairs",
};

const cli_example cli_everyday[] = {
    {"ferry64 info link.arc", "see what is inside"},
    {"ferry64 link.bdl --output-dir filesystem", "convert a model"},
    {"ferry64 link.bdl walk.bck run.bck -o link.t3dm", "... with two animations"},
    {"ferry64 -r assets --output-dir filesystem", "... all models in a folder"},
    {"ferry64 compare link.bdl", "see how alike the result looks"},
    {NULL, NULL},
};

/* Prints one paragraph from `column` on, broken at WIDTH, and returns what follows it. The cursor stands at
 * `at`. */
static const char *print_paragraph(FILE *stream, const char *text, int at, int column) {
    if (at && at >= column - 1) {
        fputc('\n', stream);
        at = 0;
    }
    fprintf(stream, "%*s", column - at, "");
    at = column;
    while (*text && *text != '\n') {
        int length = (int)strcspn(text, " \n");
        if (at > column && at + 1 + length > WIDTH) {
            fprintf(stream, "\n%*s", column, "");
            at = column;
        }
        at += fprintf(stream, "%s%.*s", at > column ? " " : "", length, text);
        text += length + (text[length] == ' ');
    }
    fputc('\n', stream);
    return text + (*text == '\n');
}

static void print_paragraphs(FILE *stream, const char *text) {
    while (*text) {
        fputc('\n', stream);
        text = print_paragraph(stream, text, 0, 0);
    }
}

static void print_option(FILE *stream, const cli_option *option, const cli_verb *verb) {
    char text[CLI_OPTION_HELP_SIZE];
    const char *word = cli_option_word(option);
    int at = option->letter ? fprintf(stream, "  -%c, ", option->letter)
             : word         ? fprintf(stream, " -%s, ", word)
                            : fprintf(stream, "      ");
    at += fprintf(stream, "--%s%s%s", option->name, option->argument ? " " : "",
                  option->argument ? option->argument : "");
    print_paragraph(stream, cli_option_help(option, verb->id, text), at, OPTION_COLUMN);
}

static bool is_daily(const cli_verb *verb, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = verb->daily; *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == length && strncmp(at, name, length) == 0) return true;
    return false;
}

static const cli_option *find_option(const char *name, size_t length) {
    const cli_option *option = cli_options;
    while (option->name && (strlen(option->name) != length || strncmp(option->name, name, length) != 0))
        option++;
    return option->name ? option : NULL;
}

/* In the order in which the verb names them. */
static void print_daily_options(FILE *stream, const cli_verb *verb) {
    if (!*verb->daily) return;
    fputs("\nEveryday options:\n", stream);
    for (const char *at = verb->daily; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const cli_option *option = find_option(at, strcspn(at, " "));
        if (option) print_option(stream, option, verb);
    }
    fputs("\nMore options, by subject\n", stream);
}

/* The verb's other options under the headings of their groups. */
static void print_options(FILE *stream, const cli_verb *verb) {
    print_daily_options(stream, verb);
    for (int group = 0; group < GROUP_COUNT; group++) {
        bool headed = false;
        for (const cli_option *option = cli_options; option->name; option++) {
            if ((int)option->group != group || !(option->verbs & verb->id) || is_daily(verb, option->name))
                continue;
            if (!headed) fprintf(stream, "\n%s:\n", cli_option_groups[group]);
            headed = true;
            print_option(stream, option, verb);
        }
    }
}

static void print_statuses(FILE *stream) {
    fputs("\nExit status:\n", stream);
    for (int status = CLI_DONE; status <= CLI_STRICT; status++)
        fprintf(stream, "  %d  %s\n", status, cli_about_statuses[status]);
}

/* Commands, and what they do in a column behind them. */
static void print_examples(FILE *stream, const cli_example *examples, size_t count) {
    int column = 0;
    for (size_t i = 0; i < count && examples[i].command; i++)
        if (column < (int)strlen(examples[i].command) + 4) column = (int)strlen(examples[i].command) + 4;
    for (size_t i = 0; i < count && examples[i].command; i++)
        print_paragraph(stream, examples[i].what, fprintf(stream, "  %s", examples[i].command), column);
}

void cli_short_help(FILE *stream) {
    fputs("ferry64 converts GameCube and other 3D models for the Nintendo 64.\n"
          "\n"
          "Usage: ferry64 [VERB] INPUT... [OPTION]...\n"
          "\n"
          "  ferry64 link.bdl --output-dir filesystem    convert a model and its textures\n"
          "  ferry64 info link.arc                       show what a file holds\n"
          "  ferry64 render filesystem/link.t3dm         draw it to a PNG\n"
          "\n"
          "Read on: ferry64 --help          all verbs\n"
          "         ferry64 VERB --help     a verb and its options\n"
          "         man ferry64             everything\n",
          stream);
}

void cli_help(FILE *stream) {
    print_paragraph(stream, print_paragraph(stream, cli_about, 0, 0), 0, 0);
    fputs("\nUsage: ferry64 [VERB] INPUT... [OPTION]...\n\n", stream);
    print_examples(stream, cli_everyday, SIZE_MAX);
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) {
        if (verb == cli_verbs || verb->group != verb[-1].group)
            fprintf(stream, "\n%s:\n", cli_verb_groups[verb->group]);
        print_paragraph(stream, verb->summary, fprintf(stream, "  %s", verb->name), VERB_COLUMN);
    }
    fputs("\n"
          "Read on: ferry64 VERB --help     a verb and its options: ferry64 convert --help\n"
          "         ferry64 formats         all formats and settings\n"
          "         man ferry64             everything\n"
          "         docs/usage.md           commands by task\n",
          stream);
}

void cli_help_verb(const cli_verb *verb, FILE *stream) {
    fprintf(stream, "Usage: ferry64 %s%s%s\n\n%c%s.\n", verb->name, *verb->synopsis ? " " : "",
            verb->synopsis, toupper((unsigned char)*verb->summary), verb->summary + 1);
    if (verb->examples->command) fputc('\n', stream);
    print_examples(stream, verb->examples, CLI_MAX_EXAMPLES);
    print_paragraphs(stream, verb->text);
    print_options(stream, verb);
    if (!(verb->id & VERBS_READING)) return;
    fputs("\nInputs:\n", stream);
    for (const char *text = cli_about_inputs; *text;) text = print_paragraph(stream, text, 0, 2);
    print_statuses(stream);
}
