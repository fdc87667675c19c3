/* completion.c: the tables of verbs and options as completions for bash, zsh and fish. */
#include "cli/help/completion.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/option_table.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/verb_table.h"
#include "cli/print/say.h"

/* What an option's argument can be completed with. */
typedef enum argument_kind { ARGUMENT_NONE, ARGUMENT_WORDS, ARGUMENT_FILE, ARGUMENT_FOLDER } argument_kind;

static bool is_plain(const char *word, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((word[i] >= 'A' && word[i] <= 'Z') || strchr("[],.=: ", word[i])) return false;
    return length > 0;
}

/* The plain words among those that `ends` separates. */
static const char *plain_words(cli_run *cli, const char *list, const char *ends) {
    const char *words = "";
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ends);
        if (is_plain(at, length))
            words = cli_text(cli, "%s%s%.*s", words, *words ? " " : "", (int)length, at);
        at += length + (at[length] != '\0');
    }
    return words;
}

static const char *format_names(cli_run *cli, bool to_write) {
    const char *words = "";
    for (const ferry_format *const *format = ferry_formats(cli->arena); *format; format++)
        if (to_write ? (*format)->write != NULL : (*format)->read != NULL)
            words = cli_text(cli, "%s%s%s", words, *words ? " " : "", (*format)->name);
    return words;
}

/* "auto always never" of "auto|always|never". */
static argument_kind kind_of(cli_run *cli, const cli_option *option, const char **words) {
    *words = "";
    if (strcmp(option->argument, "FORMAT") == 0) {
        *words = format_names(cli, strcmp(option->name, "to") == 0);
        return ARGUMENT_WORDS;
    }
    if (strncmp(option->argument, "FILE", 4) == 0 || strcmp(option->argument, "PATH") == 0)
        return ARGUMENT_FILE;
    if (strcmp(option->argument, "FOLDER") == 0) return ARGUMENT_FOLDER;
    const char *allowed = "", *placeholders = strpbrk(option->argument, "[,");
    *words = plain_words(cli, option->argument, "|");
    /* F[,F] stands for words that only the setting knows */
    if (**words && placeholders && option->key && !ferry_setting_allows(option->key, "", &allowed))
        *words = plain_words(cli, allowed, "|,");
    return **words ? ARGUMENT_WORDS : ARGUMENT_NONE;
}

/* A text between ' and ', with a backslash before what `special` names. */
static void put_quoted(const char *text, const char *special) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr(special, *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void put_verb_names(unsigned verbs, const char *gap) {
    bool first = true;
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) {
        if (!(verbs & verb->id)) continue;
        printf("%s%s", first ? "" : gap, verb->name);
        first = false;
    }
}

/* --------------------------------------------------------------------------------------------- bash */

static void put_bash_names(const cli_option *option, const char *gap) {
    if (option->letter) printf("-%c%s", option->letter, gap);
    if (cli_option_word(option)) printf("-%s%s", cli_option_word(option), gap);
    printf("--%s", option->name);
}

static void put_bash_case(cli_run *cli, const cli_option *option) {
    const char *words;
    argument_kind kind = kind_of(cli, option, &words);
    fputs("    ", stdout);
    put_bash_names(option, "|");
    if (kind == ARGUMENT_WORDS)
        printf(") mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$cur\") ;;\n", words);
    else if (kind == ARGUMENT_FOLDER)
        puts(") compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;");
    else /* files are what bash completes by itself */
        puts(kind == ARGUMENT_FILE ? ") ;;" : ") compopt +o default ;;");
}

static void put_bash(cli_run *cli) {
    puts("# bash completion for ferry64\n"
         "_ferry64() {\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb=convert options "
         "i taken=yes\n"
         "    COMPREPLY=()\n"
         "    if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
         "    if [[ $cur == = ]]; then cur=; fi\n"
         "    case $prev in");
    for (const cli_option *option = cli_options; option->name; option++)
        if (option->argument) put_bash_case(cli, option);
    puts("    *) taken= ;;\n"
         "    esac\n"
         "    if [[ $taken ]]; then return; fi\n"
         "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "        case ${COMP_WORDS[i]} in");
    fputs("        ", stdout);
    put_verb_names(VERBS_ALL, "|");
    puts(") verb=${COMP_WORDS[i]}; break ;;\n        esac\n    done\n    case $verb in");
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) {
        printf("    %s) options='", verb->name);
        for (const cli_option *option = cli_options; option->name; option++)
            if (option->verbs & verb->id) {
                put_bash_names(option, " ");
                putchar(' ');
            }
        puts("' ;;");
    }
    fputs("    esac\n"
          "    if [[ $cur == -* ]]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
          "    elif ((COMP_CWORD == 1)) || [[ $verb == help ]]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W '",
          stdout);
    put_verb_names(VERBS_ALL, " ");
    puts("' -- \"$cur\")\n    fi\n}\ncomplete -o default -F _ferry64 ferry64");
}

/* ---------------------------------------------------------------------------------------------- zsh */

static void put_zsh_option(cli_run *cli, const cli_option *option, const cli_verb *verb) {
    char text[CLI_OPTION_HELP_SIZE];
    const char *words = "", *dashes[3];
    int count = 0;
    if (option->letter) dashes[count++] = cli_text(cli, "-%c", option->letter);
    if (cli_option_word(option)) dashes[count++] = cli_text(cli, "-%s", cli_option_word(option));
    dashes[count++] = cli_text(cli, "--%s", option->name);
    for (int i = 0; i < count; i++) {
        printf("        '%s%s[", strcmp(option->name, "set") == 0 ? "*" : "", dashes[i]);
        put_quoted(cli_option_help(option, verb->id, text), "[]:\\");
        fputs("]", stdout);
        argument_kind kind = option->argument ? kind_of(cli, option, &words) : ARGUMENT_NONE;
        if (option->argument) {
            putchar(':');
            put_quoted(option->argument, "[]:\\");
            putchar(':');
        }
        if (kind == ARGUMENT_WORDS) printf("(%s)", words);
        if (kind == ARGUMENT_FILE) fputs("_files", stdout);
        if (kind == ARGUMENT_FOLDER) fputs("_files -/", stdout);
        puts("' \\");
    }
}

static void put_zsh(cli_run *cli) {
    puts("#compdef ferry64\n"
         "# zsh completion for ferry64\n"
         "_ferry64() {\n"
         "    local verb=convert word\n"
         "    local -a verbs\n"
         "    verbs=(");
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) {
        printf("        '%s:", verb->name);
        put_quoted(verb->summary, ":\\");
        puts("'");
    }
    fputs("    )\n"
          "    for word in ${words[2,CURRENT-1]}; do\n"
          "        case $word in\n"
          "        (",
          stdout);
    put_verb_names(VERBS_ALL, "|");
    puts(") verb=$word; break ;;\n"
         "        esac\n"
         "    done\n"
         "    if [[ $words[CURRENT] != -* ]] && { (( CURRENT == 2 )) || [[ $verb == help ]] }; then\n"
         "        _describe -t verbs verb verbs\n"
         "        [[ $verb == help ]] || _files\n"
         "        return\n"
         "    fi\n"
         "    case $verb in");
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) {
        printf("    (%s) _arguments \\\n", verb->name);
        for (const cli_option *option = cli_options; option->name; option++)
            if (option->verbs & verb->id) put_zsh_option(cli, option, verb);
        puts("        '*:input:_files' ;;");
    }
    puts("    esac\n}\n_ferry64 \"$@\"");
}

/* --------------------------------------------------------------------------------------------- fish */

/* Without a verb it is `convert`. */
static void put_fish_condition(unsigned verbs) {
    if ((verbs & VERBS_ALL) == VERBS_ALL) return;
    fputs(" -n '", stdout);
    if (verbs & VERB_CONVERT) fputs("not ", stdout);
    fputs("__fish_seen_subcommand_from ", stdout);
    put_verb_names(verbs & VERB_CONVERT ? VERBS_ALL & ~verbs : verbs, " ");
    putchar('\'');
}

static void put_fish(cli_run *cli) {
    puts("# fish completion for ferry64");
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) {
        fputs("complete -c ferry64 -n '__fish_use_subcommand; or __fish_seen_subcommand_from help' -a ",
              stdout);
        printf("%s -d '", verb->name);
        put_quoted(verb->summary, "\\");
        puts("'");
    }
    for (const cli_option *option = cli_options; option->name; option++) {
        char text[CLI_OPTION_HELP_SIZE];
        const char *words = "";
        fputs("complete -c ferry64", stdout);
        put_fish_condition(option->verbs);
        if (option->letter) printf(" -s %c", option->letter);
        if (cli_option_word(option)) printf(" -o %s", cli_option_word(option));
        printf(" -l %s", option->name);
        argument_kind kind = option->argument ? kind_of(cli, option, &words) : ARGUMENT_NONE;
        if (kind == ARGUMENT_WORDS) printf(" -x -a '%s'", words);
        if (kind == ARGUMENT_FOLDER) fputs(" -x -a '(__fish_complete_directories)'", stdout);
        if (kind == ARGUMENT_FILE) fputs(" -r -F", stdout);
        if (option->argument && kind == ARGUMENT_NONE) fputs(" -x", stdout);
        fputs(" -d '", stdout);
        put_quoted(cli_option_help(option, 0, text), "\\");
        puts("'");
    }
}

bool cli_completion(cli_run *cli, const char *shell) {
    if (strcmp(shell, "bash") == 0)
        put_bash(cli);
    else if (strcmp(shell, "zsh") == 0)
        put_zsh(cli);
    else if (strcmp(shell, "fish") == 0)
        put_fish(cli);
    else
        return cli_wrong(cli, "--completion needs bash, zsh or fish, not `%s`", shell);
    return true;
}
