/* help.c: the tables of options.c as text. */
#include "cli/help/help.h"

#include <string.h>

#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/verb_table.h"

enum { COLUMN = 28, WIDTH = 100 };

/* Prints words from COLUMN on, broken at WIDTH; the cursor stands at `at`. */
static void print_wrapped(FILE *stream, const char *text, int at) {
    if (at >= COLUMN - 1) {
        fputc('\n', stream);
        at = 0;
    }
    fprintf(stream, "%*s", COLUMN - at, "");
    at = COLUMN;
    for (const char *word = text; *word;) {
        int length = (int)strcspn(word, " ");
        if (at > COLUMN && at + 1 + length > WIDTH) {
            fprintf(stream, "\n%*s", COLUMN, "");
            at = COLUMN;
        }
        at += fprintf(stream, "%s%.*s", at > COLUMN ? " " : "", length, word);
        word += length + (word[length] == ' ');
    }
    fputc('\n', stream);
}

static void print_option(FILE *stream, const cli_option *option) {
    const char *word = cli_option_word(option);
    int at = option->letter ? fprintf(stream, "  -%c, ", option->letter)
             : word         ? fprintf(stream, " -%s, ", word)
                            : fprintf(stream, "      ");
    at += fprintf(stream, "--%s%s%s", option->name, option->argument ? " " : "",
                  option->argument ? option->argument : "");
    print_wrapped(stream, option->help, at);
}

static void print_options(FILE *stream, unsigned verbs) {
    fputs("\nOptions:\n", stream);
    for (const cli_option *option = cli_options; option->name; option++)
        if (option->verbs & verbs) print_option(stream, option);
}

const char cli_about[] =
    "ferry64 carries legacy models to the Nintendo 64. It reads GameCube models (BMD, BDL, also inside\n"
    "archives), actors of Paper Mario: The Thousand-Year Door, and generic formats (glTF, FBX, COLLADA,\n"
    "OBJ and others), tells what is in them, and writes T3DM models with PNG textures for Tiny3D, or glTF,\n"
    "FBX, COLLADA and OBJ.\n";

const char cli_about_inputs[] =
    "An input is a file, - for standard input, or an archive, which stands for all models in it; archive.arc#path/in/it is one,\n"
    "'archive.arc#folder/*' some of them: * any text, ? any character, [a-z] one of them. docs/archives.md tells more.\n"
    "-- ends the options.\n";

const char cli_about_statuses[] =
    "0 done; 1 an input failed (the others were done); 2 the command line is wrong;\n"
    "3 --strict, and something was lost or repaired.\n";

static void print_inputs(FILE *stream) {
    fprintf(stream, "\n%s", cli_about_inputs);
}

static void print_statuses(FILE *stream) {
    fprintf(stream, "\nExit status: %s", cli_about_statuses);
}

void cli_help(FILE *stream) {
    fputs(cli_about, stream);
    fputs("\n"
          "    ferry64 link.bdl -o filesystem/link.t3dm\n"
          "\n"
          "Usage: ferry64 [VERB] INPUT... [OPTION]...\n"
          "\n"
          "Verbs:\n",
          stream);
    for (const cli_verb *verb = cli_verbs; verb->name; verb++)
        print_wrapped(stream, verb->summary, fprintf(stream, "  %s", verb->name));
    print_options(stream, VERB_CONVERT);
    fputs("\n`ferry64 VERB --help` tells the options of a verb.\n", stream);
    print_inputs(stream);
    print_statuses(stream);
}

void cli_help_verb(const cli_verb *verb, FILE *stream) {
    fprintf(stream, "Usage: ferry64 %s%s%s\n\n%s: %s.\n%s%s", verb->name, *verb->synopsis ? " " : "",
            verb->synopsis, verb->name, verb->summary, *verb->text ? "\n" : "", verb->text);
    print_options(stream, verb->id);
    if (verb->id & VERBS_READING) {
        print_inputs(stream);
        print_statuses(stream);
    }
}
