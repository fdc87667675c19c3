/* run.c: a run of the program, from the command line to the exit status. Read this first. */
#include "cli/run.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/json_memory.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/user_settings.h"
#include "cli/base/verb_table.h"
#include "cli/cost/cost.h"
#include "cli/files/archives.h"
#include "cli/files/depfile.h"
#include "cli/files/destination.h"
#include "cli/files/input.h"
#include "cli/files/inputs.h"
#include "cli/files/jobs.h"
#include "cli/help/help.h"
#include "cli/options.h"
#include "cli/print/format_names.h"
#include "cli/print/message.h"
#include "cli/print/near.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/progress.h"
#include "cli/processing/record.h"
#include "cli/processing/session.h"
#include "cli/verbs/run_verb.h"

static bool is_written_format(const cli_run *cli, const char *name) {
    for (const ferry_format *const *at = ferry_formats(cli->arena); *at; at++)
        if ((*at)->write && strcmp((*at)->name, name) == 0) return true;
    return false;
}

/* `ferry64 inof x.bdl`, `ferry64 glb x.bdl`, `ferry64 draw x.bdl`: a word that is no file and no verb, though
 * perhaps nearly one, or a format. Else a typing error would convert the files that follow it. */
static bool check_misspelt_verb(cli_run *cli) {
    const cli_request *request = &cli->request;
    if (request->verb_given || !request->input_count) return true;
    const char *word = request->inputs[0];
    if (strcmp(word, "-") == 0 || strpbrk(word, "./#") || access(word, F_OK) == 0) return true;
    if (is_written_format(cli, word))
        return cli_wrong(cli, "`%s` is neither a verb nor a file, but a format; use `--to %s`", word, word);
    const char *near = cli_nearest_verb(word);
    if (near) return cli_wrong(cli, "`%s` is neither a verb nor a file; did you mean `%s`?", word, near);
    return cli_wrong(cli, "`%s` is neither a verb nor a file; `ferry64 --help` lists the verbs", word);
}

/* What the system calls standard output is not a file in /dev. */
static void find_stdout(cli_request *request) {
    static const char *const names[] = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t i = 0; request->output && i < sizeof names / sizeof *names; i++)
        if (strcmp(request->output, names[i]) == 0) request->output = "-";
}

/* How the user gave a setting, for complaints. */
static const char *shown_setting(cli_run *cli, const char *key) {
    const cli_option *option = cli_option_of(cli, key);
    return option ? cli_text(cli, "--%s", option->name)
                  : cli_text(cli, "--set %s=%s", key, cli_setting(cli, key));
}

static bool check_inputs(cli_run *cli) {
    cli_request *request = &cli->request;
    find_stdout(request);
    bool reads = request->verb->id & VERBS_READING;
    if (reads && !request->input_count)
        return cli_wrong(cli, "`%s` needs an input; see `ferry64 %s --help`", request->verb->name,
                         request->verb->name);
    if (request->verb->id == VERB_FORMATS && request->input_count)
        return cli_wrong(cli, "`formats` takes no input, but got `%s`", request->inputs[0]);
    if (request->output && request->output_dir)
        return cli_wrong(cli, "-o and --output-dir exclude each other");
    struct stat status;
    if (request->sidecar && strcmp(request->sidecar, "-") != 0 && stat(request->sidecar, &status) != 0)
        return cli_wrong(cli, "--companion %s: %s", request->sidecar, strerror(errno));
    if (request->report && strcmp(request->report, "-") == 0)
        return cli_wrong(cli, "--report needs a file name");
    const char *clips = cli_setting(cli, "clips.use"), *named = cli_setting(cli, "clips.names");
    if (clips && strcmp(clips, "no") == 0 && named && *named)
        return cli_wrong(cli, "%s and %s exclude each other", shown_setting(cli, "clips.names"),
                         shown_setting(cli, "clips.use"));
    if (request->quiet && request->verbose) return cli_wrong(cli, "-q and -v exclude each other");
    return check_misspelt_verb(cli);
}

/* Of `bmd`, which is an ending of j3d. */
static const char *format_of_ending(cli_run *cli, const char *name) {
    const ferry_format *const *formats = ferry_formats(cli->arena);
    for (; *formats; formats++)
        if (cli_has_extension(*formats, cli_text(cli, ".%s", name))) return (*formats)->name;
    return NULL;
}

static const char *nearest_format(const cli_run *cli, const char *name) {
    cli_near near = cli_near_to(name);
    for (const ferry_format *const *at = ferry_formats(cli->arena); *at; at++)
        cli_near_offer(&near, (*at)->name);
    return near.found;
}

/* The library checks the layout after the colon, with the settings. */
static bool check_from(cli_run *cli, const char *from) {
    const char *name = from ? cli_text(cli, "%.*s", (int)strcspn(from, ":"), from) : NULL;
    if (!name || ferry_find_format(cli->arena, name)) return true;
    const char *near = format_of_ending(cli, name);
    if (!near) near = nearest_format(cli, name);
    if (near) return cli_wrong(cli, "--from: unknown format `%s`; did you mean `%s`?", name, near);
    return cli_wrong(cli, "--from: unknown format `%s`; see `ferry64 formats`", name);
}

static bool is_layout(const ferry_format *format, const char *name) {
    for (const char *at = format->layouts; at && *at;) {
        size_t length = strcspn(at, "|");
        if (strlen(name) == length && strncmp(at, name, length) == 0) return true;
        at += length + (at[length] == '|');
    }
    return false;
}

/* "L0, L1, V4" of "L0|L1|V4". */
static const char *list_layouts(cli_run *cli, const ferry_format *format) {
    const char *list = "";
    for (const char *at = format->layouts; *at;) {
        int length = (int)strcspn(at, "|");
        list = cli_text(cli, "%s%s%.*s", list, *list ? ", " : "", length, at);
        at += length + (at[length] == '|');
    }
    return list;
}

/* The format to write. A layout after a colon becomes the value of the format's setting. */
static bool check_to(cli_run *cli, const char *to) {
    if (!to) return true;
    const char *colon = strchr(to, ':'), *name = cli_text(cli, "%.*s", (int)strcspn(to, ":"), to);
    const ferry_format *format = ferry_find_format(cli->arena, name);
    if (!format || !format->write)
        return cli_wrong(cli, "--to: %s `%s`; writable formats: %s",
                         format ? "cannot write format" : "unknown format", name, cli_writable(cli));
    cli->request.to = name;
    if (!colon) return true;
    if (!format->layout_setting)
        return cli_wrong(cli, "--to: format `%s` has no layouts, so no `%s`", name, colon + 1);
    if (!is_layout(format, colon + 1))
        return cli_wrong(cli, "--to: `%s` has no layout `%s`; known: %s", name, colon + 1,
                         list_layouts(cli, format));
    return cli_set(cli, format->layout_setting, colon + 1);
}

static void offer_keys(cli_near *near, const ferry_setting *setting) {
    for (; setting && setting->key; setting++) cli_near_offer(near, setting->key);
}

/* Whether the key is not misspelt, or so badly that no known one is near. */
static bool check_key(cli_run *cli, const char *key) {
    cli_near near = cli_near_to(key);
    offer_keys(&near, ferry_pass_settings());
    for (const ferry_format *const *at = ferry_formats(cli->arena); *at; at++)
        offer_keys(&near, (*at)->settings);
    return !near.found || !near.distance ||
           cli_wrong(cli, "unknown setting `%s`; did you mean `%s`?", key, near.found);
}

/* The library checks the settings, in a job made for that; it lists all keys where one is unknown. */
static bool check_settings(cli_run *cli) {
    bool near = false;
    for (uint32_t i = 0; i < cli->request.settings.count; i++)
        near = !check_key(cli, cli->request.settings.data[i].key) || near;
    if (near) return false;
    ferry_job *trial = cli_open_job(cli);
    if (!trial) return cli_wrong(cli, "out of memory");
    const ferry_report *report = ferry_job_report(trial);
    bool wrong = cli_is_usage_error(report);
    for (uint32_t i = 0; wrong && i < report->count; i++) cli_wrong(cli, "%s", report->data[i].text);
    ferry_close(trial);
    return !wrong;
}

static void run_request(cli_run *cli) {
    const cli_request *request = &cli->request;
    if (!check_inputs(cli) || !check_from(cli, request->from) || !check_to(cli, request->to) ||
        !cli_choose_colors(cli) || !cli_read_budget(cli) || !cli_check_depfile(cli) || !check_settings(cli) ||
        !cli_check_folders(cli) || !cli_check_side_files(cli))
        return;
    if (request->report) cli->record = json_array();
    if (request->verb->id & VERBS_READING && !cli_find_inputs(cli)) return;
    cli_progress_begin(cli);
    if (cli->input_count || !(request->verb->id & VERBS_READING)) cli_run_verb(cli);
    if (cli->status != CLI_USAGE) cli_tell_summary(cli);
    if (cli->status == CLI_USAGE) return;
    cli_save_depends(cli);
    cli_record_save(cli);
}

/* Jobs give blocks back and take others: what the system takes back meanwhile it has to clear anew. */
static void keep_freed_memory(void) {
#ifdef __GLIBC__
    enum { MEBIBYTE = 1 << 20 };
    mallopt(M_MMAP_THRESHOLD, 16 * MEBIBYTE);
    mallopt(M_TRIM_THRESHOLD, 64 * MEBIBYTE);
#endif
}

/* A file that grows too large (`ulimit -f`) is an error of that file, and not the end of the program, which
 * would leave a temporary file. */
static void survive_large_files(void) {
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN);
#endif
}

int cli_main(int argc, char **argv, const ferry_format *const *extra_formats) {
    keep_freed_memory();
    cli_set_json_memory();
    survive_large_files();
    cli_run cli = {.extra_formats = extra_formats, .lines = stdout, .parent = -1, .request.jobs = 1};
    cli.arena = ferry_open(&(ferry_options){.size = sizeof(ferry_options), .extra_formats = extra_formats});
    if (!cli.arena) {
        cli_print(stderr, "ferry64: out of memory\n");
        return CLI_FAILED;
    }
    if (argc < 2) {
        cli_short_help(stderr);
        cli.status = CLI_USAGE;
    } else if (cli_parse(&cli, argc, argv)) {
        if (cli.request.version)
            cli_print(stdout, "ferry64 %s\n", ferry_version());
        else if (cli.request.help && cli.request.verb_given)
            cli_help_verb(cli.request.verb, stdout);
        else if (cli.request.help)
            cli_help(stdout);
        else
            run_request(&cli);
    }
    json_decref(cli.record);
    json_decref(cli.rules_messages);
    free(cli.materials_buffer);
    cli_close_archives(&cli);
    ferry_close(cli.arena);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (cli.status != CLI_FAILED) perror("ferry64: standard output"); /* else it was probably reported */
        cli_remember(&cli, CLI_FAILED);
    }
    return (int)cli.status;
}
