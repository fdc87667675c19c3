/* help.c: the tables of verbs and options as help texts. */
#include "cli/help/help.h"

#include <ctype.h>
#include <string.h>

#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/verb_table.h"

enum { WIDTH = 80, VERB_COLUMN = 12, OPTION_COLUMN = 28 };

const char cli_about[] = "ferry64 converts GameCube and other 3D models for the Nintendo 64.\n"
                         "It reads GameCube models (BMD, BDL, also inside archives), actors from Paper "
                         "Mario: The Thousand-Year Door, and generic formats (glTF, FBX, COLLADA, OBJ and "
                         "others). It writes T3DM models with PNG textures for Tiny3D, or glTF, FBX, "
                         "COLLADA and OBJ.\n";

const char cli_about_inputs[] =
    "An input is a file, - for standard input, or an archive, which means all models in it. "
    "archive.arc#path/in/it picks one of them, 'archive.arc#folder/*' those that match: * is any text, ? "
    "any character, [a-z] one of these. See docs/archives.md.\n"
    "-- ends the options: what follows is an input even if it begins with a dash.\n";

const char *const cli_about_statuses[] = {
    [CLI_DONE] = "success",
    [CLI_FAILED] = "an input failed; all others were processed",
    [CLI_USAGE] = "wrong usage; nothing was done",
    [CLI_STRICT] = "--strict, and a model had losses or repairs",
};

const char *const cli_examples[] = {
    "ferry64 link.bdl -o filesystem/link.t3dm",
    "ferry64 link.bdl walk.bck run.bck -o filesystem/link.t3dm",
    "ferry64 -r assets --output-dir filesystem -j 0",
    "ferry64 info link.arc",
    "ferry64 check filesystem/link.t3dm",
    NULL,
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

static void print_option(FILE *stream, const cli_option *option) {
    const char *word = cli_option_word(option);
    int at = option->letter ? fprintf(stream, "  -%c, ", option->letter)
             : word         ? fprintf(stream, " -%s, ", word)
                            : fprintf(stream, "      ");
    at += fprintf(stream, "--%s%s%s", option->name, option->argument ? " " : "",
                  option->argument ? option->argument : "");
    print_paragraph(stream, option->help, at, OPTION_COLUMN);
}

/* The verb's options under the headings of their groups. */
static void print_options(FILE *stream, cli_verb_id verb) {
    for (int group = 0; group < GROUP_COUNT; group++) {
        bool headed = false;
        for (const cli_option *option = cli_options; option->name; option++) {
            if ((int)option->group != group || !(option->verbs & verb)) continue;
            if (!headed) fprintf(stream, "\n%s:\n", cli_option_groups[group]);
            headed = true;
            print_option(stream, option);
        }
    }
}

static void print_statuses(FILE *stream) {
    fputs("\nExit status:\n", stream);
    for (int status = CLI_DONE; status <= CLI_STRICT; status++)
        fprintf(stream, "  %d  %s\n", status, cli_about_statuses[status]);
}

void cli_short_help(FILE *stream) {
    fputs("ferry64 converts GameCube and other 3D models for the Nintendo 64.\n"
          "\n"
          "Usage: ferry64 [VERB] INPUT... [OPTION]...\n"
          "\n"
          "  ferry64 link.bdl -o filesystem/link.t3dm    convert a model and its textures\n"
          "  ferry64 info link.arc                       show what a file holds\n"
          "  ferry64 render filesystem/link.t3dm         draw it to a PNG\n"
          "\n"
          "Read on: ferry64 --help          all verbs, and the options for converting\n"
          "         ferry64 VERB --help     a verb and its options\n"
          "         man ferry64             everything\n",
          stream);
}

void cli_help(FILE *stream) {
    const char *more = print_paragraph(stream, cli_about, 0, 0);
    print_paragraphs(stream, more);
    fputs("\nUsage: ferry64 [VERB] INPUT... [OPTION]...\n\nExamples:\n", stream);
    for (const char *const *example = cli_examples; *example; example++) fprintf(stream, "  %s\n", *example);
    fputs("\nVerbs:\n", stream);
    for (const cli_verb *verb = cli_verbs; verb->name; verb++)
        print_paragraph(stream, verb->summary, fprintf(stream, "  %s", verb->name), VERB_COLUMN);
    print_paragraphs(stream, cli_about_inputs);
    print_paragraphs(stream, "The options below are those of `convert`. `ferry64 VERB --help` shows those "
                             "of another verb.\n");
    print_options(stream, VERB_CONVERT);
    print_statuses(stream);
}

void cli_help_verb(const cli_verb *verb, FILE *stream) {
    fprintf(stream, "Usage: ferry64 %s%s%s\n\n%c%s.\n", verb->name, *verb->synopsis ? " " : "",
            verb->synopsis, toupper((unsigned char)*verb->summary), verb->summary + 1);
    print_paragraphs(stream, verb->text);
    if (verb->id & VERBS_READING) print_paragraphs(stream, cli_about_inputs);
    print_options(stream, verb->id);
    if (verb->id & VERBS_READING) print_statuses(stream);
}
