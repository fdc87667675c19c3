/*
 * run.h: what the parts of the program share. The way of a run:
 *
 *     options.c (the table, the parser) -> inputs.c (files, `#members`, standard input) -> groups.c (which
 * inputs make one model) -> verb_*.c -> pool.c (the groups in turn, or several at once in processes of their own)
 * -> session.c (one job of the library for each group) -> store.c (files, whole or not at all)
 *
 * All text and lists of a run live in the memory of one job of the library, `cli.home`, and die with it.
 */
#ifndef FERRY_CLI_H
#define FERRY_CLI_H

#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/types.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/order.h"
#include "formats/t3dm/file/t3dm_cost.h"

/* Exit statuses of the program, part of its interface. */
typedef enum cli_status {
    CLI_DONE = 0,
    CLI_FAILED = 1, /* an input failed; the others were done */
    CLI_USAGE = 2,  /* the command line is wrong; nothing was done */
    CLI_STRICT = 3, /* --strict, and something was lost or repaired */
} cli_status;

/* --------------------------------------------------------------------------- the command line (options.c) */

typedef enum cli_verb_id {
    VERB_CONVERT = 1 << 0,
    VERB_INFO = 1 << 1,
    VERB_DUMP = 1 << 2,
    VERB_UNPACK = 1 << 3,
    VERB_TEXTURES = 1 << 4,
    VERB_FORMATS = 1 << 5,
    VERB_HELP = 1 << 6,
    VERB_RENDER = 1 << 7,
    VERB_COMPARE = 1 << 8,
    VERB_CHECK = 1 << 9,
    VERB_COST = 1 << 10,
    VERB_DIFF = 1 << 11,
    VERBS_READING = VERB_CONVERT | VERB_INFO | VERB_DUMP | VERB_UNPACK | VERB_TEXTURES | VERB_RENDER |
                    VERB_COMPARE | VERB_CHECK | VERB_COST | VERB_DIFF,
    VERBS_WALKING = VERB_CONVERT | VERB_INFO | VERB_DUMP | VERB_TEXTURES | VERB_RENDER | VERB_CHECK | VERB_COST,
    VERBS_ALL = VERBS_READING | VERB_FORMATS | VERB_HELP,
} cli_verb_id;

typedef struct cli_run cli_run;
typedef struct cli_archive cli_archive; /* archives.c */
typedef struct cli_session cli_session; /* session.c */

typedef struct cli_verb {
    const char *name;
    cli_verb_id id;
    const char *synopsis; /* what stands behind the name */
    const char *summary;  /* one line */
    const char *text;     /* paragraphs for --help; lines end in \n */
    void (*run)(cli_run *cli);
} cli_verb;

typedef enum cli_option_kind {
    OPTION_FLAG,    /* bool */
    OPTION_TEXT,    /* const char * */
    OPTION_SIZE,    /* size_t; K, M and G count in 1,024 */
    OPTION_SECONDS, /* double */
    OPTION_COUNT,   /* uint32_t */
    OPTION_SETTING, /* KEY=VALUE */
    OPTION_ALIAS,   /* the value of the setting `key`; without an argument `key` is KEY=VALUE */
    OPTION_LIST,    /* the same; given again, both values between commas */
} cli_option_kind;

/* One line of the table that makes the parser and the help. */
typedef struct cli_option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: takes none */
    unsigned verbs;       /* the verbs it belongs to */
    cli_option_kind kind;
    size_t field;    /* of cli_request */
    const char *key; /* OPTION_ALIAS, OPTION_LIST: the setting */
    const char *help;
} cli_option;

extern const cli_verb cli_verbs[];     /* ended by a NULL name */
extern const cli_option cli_options[]; /* ended by a NULL name */

/* What the command line asks for. */
typedef struct cli_request {
    const cli_verb *verb;
    bool verb_given; /* by name; else it is the default verb */
    const char **inputs;
    size_t input_count;
    ferry_setting_value *settings; /* one per key: the last one given */
    size_t setting_count;
    bool *given; /* of each of cli_options */
    const char *output, *output_dir, *from, *to, *textures, *rom_root, *report, *after, *materials, *companion;
    const char *size, *yaw, *pitch, *distance, *background, *light, *ambient, *look, *turntable; /* read by view.c */
    const char *min_ssim, *budget, *tolerance;
    const char *at; /* read by at.c */
    size_t memory_limit; /* 0: the library's default */
    double deadline;     /* seconds for each model; 0: none */
    uint32_t unpack_limit; /* bytes for each byte of an input; 0: the library's default */
    uint32_t jobs;       /* models worked on at once; 0: one for each core */
    const char *depfile, *depfile_style, *target;
    const char *color, *completion;
    bool man;
    bool depend, only_if_changed;
    bool recursive, strict, quiet, verbose, json, list, levels, fog, wireframe, bones, sheet, help, version;
} cli_request;

/* Reads the command line into cli->request. False after a complaint: exit 2. */
bool cli_parse(cli_run *cli, int argc, char **argv);

/* "MF": what the option is called behind one dash, as compilers have it; NULL: it is not. */
const char *cli_option_word(const cli_option *option);

/* Sets a setting, replacing an earlier value of the same key. */
bool cli_set(cli_run *cli, const char *key, const char *value);

/* Forgets what the user gave for the key. */
void cli_unset(cli_run *cli, const char *key);

/* The value the user gave for the key; NULL if none. */
const char *cli_setting(const cli_run *cli, const char *key);

/* The key of the setting `name` of a format, or of the one whose settings it shares; NULL: it has none. */
const char *cli_format_key(cli_run *cli, const ferry_format *format, const char *name);

/* Options for a setting of one format mean the setting of that name of `target`. False after a complaint about one that it
 * does not have: exit 2. */
bool cli_lend_options(cli_run *cli, const ferry_format *target);

const cli_verb *cli_find_verb(const char *name);

/* ---------------------------------------------------------------------------------------- the run (cli.c) */

/* index.c: texts that are found again, numbered in the order in which they came. */
typedef struct cli_index {
    const char **texts;
    uint32_t count, capacity;
    fy_order order;
} cli_index;

#define CLI_NONE UINT32_MAX

/* The number of the text; CLI_NONE: it is not there. */
uint32_t cli_index_find(const cli_index *index, const char *text);

/* Adds one that is not there, which has to live as long. False: no memory. */
bool cli_index_add(cli_run *cli, cli_index *index, const char *text);

/* A file of this run, known by device and number whatever path leads to it. */
typedef struct cli_identity {
    dev_t device;
    ino_t number;
} cli_identity;

/* Files that this run has read, or written, each once. */
typedef struct cli_file {
    cli_identity identity;
    const char *text; /* a path that led to it; the input that it was made from */
    bool renewed;     /* written, and not as it stood there */
} cli_file;

typedef struct cli_files {
    cli_file *data; /* as many as `by_identity` counts */
    uint32_t capacity;
    cli_index by_identity;
} cli_files;

/* Folders that archives want to be written to. */
typedef struct cli_folders {
    cli_index keys;
    uint32_t *counts, capacity; /* how often each was wanted */
} cli_folders;

/* What a model asks for: a file, by its name; the way to one that goes by such a name. */
typedef enum cli_question { CLI_ASKS_FOR, CLI_LOOKS_FOR } cli_question;

/* What models were answered in a first look (look.c). */
typedef struct cli_answers {
    const char **paths; /* NULL: there is none; as many as `questions` counts */
    uint32_t capacity;
    cli_index questions;
} cli_answers;

/* One argument that names an input. */
typedef struct cli_input {
    const char *argument; /* as typed */
    const char *path;     /* the file of it; "-" is standard input */
    const char *member;   /* the way inside the archive, or NULL */
    const char *name;     /* for messages and the library: path, or "stdin" */
    const char *beneath;  /* the way from the folder that was walked to the one of this file, or NULL: named by itself */
    const char *inside;   /* folders for it below those, after its archive and the way in there, or NULL: it has none of its own */
    const char *stem;     /* of what it makes, where that cannot be the one of its name, or NULL */
    const char *renamed;  /* why it is not */
    uint32_t content;     /* its number in there, from 1; 0: it is not one alone */
    cli_archive *archive; /* that it comes out of, or NULL: its file is not packed, or cannot be opened */
    const char *row_of;   /* the folder of an archive, "" for all of it, of which `info` has a row for this one; NULL: none */
    ferry_bytes kept_bytes; /* of standard input, a pipe or a device: read once */
    bool kept;
    ferry_role role;
    const char *format; /* of the innermost bytes; NULL: not recognised */
    const char *layers;
    bool recognised; /* already */
    bool failed;     /* cannot be read or recognised */
} cli_input;

/* Inputs that make one scene: a model and what joins it. */
typedef struct cli_group {
    uint32_t first, count; /* inputs */
    bool failed;           /* one of them cannot be read or recognised */
    bool joins_alone;      /* nothing here opens a model */
    const char *death;     /* why the process that worked on it ended before its time; NULL: it did not */
    bool looked;           /* a first look has asked it what it reads */
} cli_group;

/* --budget: what a model may cost at most. */
enum { CLI_BUDGET_KEYS = 7 };

typedef struct cli_budget {
    uint64_t limits[CLI_BUDGET_KEYS];
    bool limited[CLI_BUDGET_KEYS], any;
} cli_budget;

/* How the work on groups ended. */
typedef struct cli_ends {
    uint32_t done, failed, strict, lossy;
    uint32_t nothing; /* done, but nothing of the model is drawn */
} cli_ends;

/* Text that grows in the memory of the run. */
typedef struct cli_rule_text {
    char *data; /* NULL: nothing so far */
    size_t size, capacity;
    bool bad; /* there was no memory */
} cli_rule_text;

typedef struct cli_progress {
    bool on_terminal, shown;
    double start; /* seconds of a clock */
} cli_progress;

struct cli_run {
    ferry_job *home; /* memory and the list of formats */
    const ferry_format *const *extra_formats;
    cli_request request;
    cli_input *inputs;
    uint32_t input_count, input_capacity;
    cli_archive **archive_list; /* that inputs come out of; as many as `archive_paths` counts */
    uint32_t archive_capacity;
    cli_index archive_paths;
    cli_folders wanted_folders; /* for them */
    size_t archives_held;  /* bytes of those that are open */
    cli_group *groups;
    uint32_t group_count;
    cli_files reads, written;
    uint32_t reads_told; /* in a child: how many of them the program knows */
    cli_input companion; /* --companion's file */
    cli_answers answers;
    ferry_input materials;   /* --materials, in memory; without name: none */
    void *materials_buffer;
    ferry_rule_use_list rules; /* of it, with the uses in all models so far */
    cli_budget budget;
    json_t *rules_messages;  /* what was wrong with it, for --report */
    json_t *record;     /* one object per group, for --report; NULL without it */
    cli_rule_text depends; /* rules for -MF */
    const char **unchanged; /* names of the files that the latest cli_store() found as they were to be */
    uint32_t unchanged_count;
    FILE *lines;        /* where lines about written files go: stdout unless data goes there */
    uint32_t totals[4]; /* messages by severity */
    bool color_out, color_err;
    cli_ends ends;
    cli_progress progress;
    uint32_t texts;     /* begun by cli_begin_text */
    int parent;         /* in a child: the line to the program that started it; else -1 */
    cli_status status;
};

/* The whole program. `extra_formats` as in ferry_options; NULL: the built-in ones alone. Returns the exit
 * status. */
int cli_main(int argc, char **argv, const ferry_format *const *extra_formats);

/* Remembers the worst that happened: a wrong command line, then a failed input, then --strict. */
void cli_remember(cli_run *cli, cli_status status);

/* `ferry64: text` on stderr; remembers CLI_USAGE. Always returns false. */
bool cli_wrong(cli_run *cli, const char *format, ...) FERRY_PRINTF(2, 3);

/* Formatted text in the memory of the run. */
#define cli_text(cli, ...) ferry_job_format((cli)->home, __VA_ARGS__)

/* 1234567 -> "1,234,567", in the memory of the run. */
const char *cli_number(cli_run *cli, uint64_t number);

/* "1 byte", "12,345 bytes". */
const char *cli_count(cli_run *cli, uint64_t number, const char *one, const char *many);

/* The name of `names` (count of them) nearest to `name`, or NULL if none is near enough to be meant. */
const char *cli_nearest(const char *name, const char *const *names, size_t count);

/* The names of the formats that can be written: "t3dm, x". */
const char *cli_writable(cli_run *cli);

/* ---------------------------------------------------------- help (help.c, man.c, completion.c), messages (message.c) */

extern const char cli_about[], cli_about_inputs[], cli_about_statuses[]; /* lines end in \n */

void cli_help(FILE *stream);
void cli_man(FILE *stream); /* for man(1) */

/* For "bash", "zsh" or "fish", on standard output. False after a complaint. */
bool cli_completion(cli_run *cli, const char *shell);

/* What --color, NO_COLOR and the terminal want. False after a complaint. */
bool cli_choose_colors(cli_run *cli);

/* print.c: the one place where lines leave the program. As fprintf(); but what the arguments hold is shown on one line, with what
 * would steer a terminal as `\xNN`. Line ends count where the format begins and ends with them. */
void cli_print(FILE *stream, const char *format, ...) FERRY_PRINTF(2, 3);
void cli_print_list(FILE *stream, const char *format, va_list arguments);

/* A word of ours, in the colour of the severity. */
void cli_print_word(FILE *stream, bool colored, ferry_severity severity, const char *word);

/* Text as cli_print() shows it, in the memory of the run. */
const char *cli_printable(cli_run *cli, const char *text);

/* Empties the line where the cursor is. */
void cli_wipe_line(FILE *stream);

/* A line on standard error. `name` stands before messages that name no file. */
void cli_print_message(cli_run *cli, const ferry_message *message, const char *name);
void cli_help_verb(const cli_verb *verb, FILE *stream);

/* ------------------------------------------------------------------------------- interrupts (interrupt.c) */

/* How many processes may work at once for this program. */
enum { CLI_MAX_CHILDREN = 256 };

/* From here on SIGINT, SIGTERM and SIGHUP end the children before they end the program. */
void cli_watch_children(void);
void cli_unwatch_children(void);

/* Forks. In the child interrupts act as they did before cli_watch_children(), and it ends with the program. `slot` is
 * free for the next child once that was forgotten. */
pid_t cli_fork(uint32_t *slot);
void cli_forget_child(uint32_t slot);

/* Holds SIGINT, SIGTERM and SIGHUP back until they are released. */
void cli_hold_interrupts(sigset_t *before);
bool cli_interrupt_waits(void);
void cli_release_interrupts(const sigset_t *before);

/* ----------------------------------------------------------------------------------- progress (progress.c) */

void cli_progress_begin(cli_run *cli);
void cli_progress_show(cli_run *cli, uint32_t group); /* which is the next one in turn */
void cli_progress_wipe(cli_run *cli);                 /* before anything else is printed */
void cli_tell_summary(cli_run *cli);                  /* of more than one input */

/* ---------------------------------------------------------------------------------------- paths (paths.c) */

/* Pure text; nothing is looked up on disk except the working directory. Results live in the memory of the
 * run. */
const char *cli_path_folder(cli_run *cli, const char *path); /* "a/b.c" -> "a"; "b.c" -> "" */
const char *cli_path_base(const char *path);                 /* "a/b.c" -> "b.c" */
const char *cli_path_extension(const char *path);            /* "a/b.c" -> ".c"; "" if none */
const char *cli_path_join(cli_run *cli, const char *folder,
                          const char *name);                   /* "" joins to the name alone */
const char *cli_path_absolute(cli_run *cli, const char *path); /* without ".", ".." and doubled slashes */

/* What leads from absolute `root` to absolute `path`: "" if equal; NULL if `path` does not lie beneath. */
const char *cli_path_beneath(const char *root, const char *path);

/* The one place of it, links followed, absolute; what does not exist yet stands as it is behind what does. */
const char *cli_path_real(cli_run *cli, const char *path);

/* What leads from folder `from` to `to`: "", "b", "../b". */
const char *cli_path_between(cli_run *cli, const char *from, const char *to);

/* -------------------------------------------------------------------------------------- inputs (inputs.c) */

/* Finds the file of every argument, and with --recursive those in folders. Only the latter are looked into; standard input
 * is claimed once. */
bool cli_find_inputs(cli_run *cli);

/* One more input, empty; NULL: no memory. */
cli_input *cli_add_input(cli_run *cli);

/* walk.c: adds the models in the folder and beneath. False after a complaint. */
bool cli_walk(cli_run *cli, const char *folder);

/* Reads the whole file. `buffer` is to be freed by the caller (NULL for standard input and pipes, which stay
 * in memory). False after an error, said in `job`. */
bool cli_read(cli_run *cli, cli_input *input, ferry_job *job, void **buffer, ferry_bytes *bytes);

/* The same; the file may be empty, and is not kept open by an archive. */
bool cli_read_file(cli_run *cli, cli_input *input, ferry_job *job, void **buffer, ferry_bytes *bytes);

bool cli_is_folder(const char *path);

/* --------------------------------------------------------------------------------- side files (companions.c, search.c) */

/* The `companion` callback of ferry_options, `user` being a session: a file in the folder of the group's
 * model or beneath it, by its relative name, or --companion's file or folder; of `made` files alone, if the session has such. */
bool cli_read_companion(void *user, const char *name, ferry_bytes *bytes);

/* The `called` callback, of the same kind: its path, or that of a folder that is called so. */
const char *cli_name_companion(void *user, const char *name);

/* The `find` callback, of the same kind. */
const char *cli_find_companion(void *user, const char *name);

/* Notes what --companion names as read, and reads it if it is a pipe. False: no memory. */
bool cli_keep_companion(cli_run *cli);

/* search.c: the way to the file that `name` means, from the model's folder: there, or in the folder that --companion names, the one of
 * the same name, but for case; of several the one that shares more folders with `name` at its end, has its very case, is less deep, the first by its letters.
 * Hidden files and what links lead to are passed over. NULL: there is none. */
const char *cli_search_companion(cli_session *session, const char *name);

/* ---------------------------------------------------------------------------------------- reads (reads.c) */

/* The one of that identity; NULL: there is none. */
cli_file *cli_find_file(const cli_files *files, cli_identity identity);

/* One whose identity is not there. False: no memory. */
bool cli_add_file(cli_run *cli, cli_files *files, cli_identity identity, const char *text);

/* Notes that this run reads the file at `path`, before it is read; what is no file ("-", pipes, folders) is passed over.
 * False: no memory. */
bool cli_note_read(cli_run *cli, const char *path);

/* The path by which this run has read, or is to read, the file; NULL: it does not. */
const char *cli_find_read(const cli_run *cli, cli_identity identity);

/* ---------------------------------------------------------------------------------- archives (archives.c, expand.c) */

/* The file of the input, opened: everything in it. NULL: it cannot be opened, and it is not said why; `*read`: its bytes could
 * be read. */
cli_archive *cli_open_archive(cli_run *cli, cli_input *input, bool *read);
const ferry_contents *cli_archive_contents(const cli_archive *archive);

/* After what is in it was looked at, which is not to be used any more. NULL: it is no archive, and not packed either. */
cli_archive *cli_keep_archive(cli_run *cli, cli_archive *archive);

/* Before work on all groups; before and behind that on one of them. `comes_back`: there is more to be done with all groups. */
void cli_count_archive_users(cli_run *cli);
void cli_ready_archives(cli_run *cli, const cli_group *group);
void cli_leave_archives(cli_run *cli, const cli_group *group, bool comes_back);
void cli_close_archives(cli_run *cli);

/* Those of the group that are open, ended by NULL, for ferry_options.opened. */
const ferry_contents *const *cli_opened(cli_run *cli, const cli_group *group);

/* Which of the contents the input is; 0: none, or several. */
uint32_t cli_content_number(const ferry_contents *contents, const cli_input *input);

/* Its bytes, if the file of the input is open. */
bool cli_read_opened(const cli_input *input, ferry_bytes *bytes);

/* The folder for what comes out of it: called after it, and no two of one folder have the same. */
const char *cli_archive_folder(cli_run *cli, cli_archive *archive);

/* Instead of `file` one input for each content that is picked. False: no memory. `row_of`: see cli_input. */
bool cli_add_members(cli_run *cli, const cli_input *file, cli_archive *archive, const bool *picked, const char *row_of);

/* Gives models that were not named one by one, and would be written to the same place, names of their own. False: no memory. */
bool cli_part_names(cli_run *cli);

/* An input with its `#member`, as messages name it. */
const char *cli_input_name(cli_run *cli, const cli_input *input);

/* The same for the library, which takes the first # for the mark of a member: one in the file's own name
 * becomes _. */
const char *cli_input_library_name(cli_run *cli, const cli_input *input);

/* Whether the format calls `extension` (".bdl", in any case) its own. */
bool cli_has_extension(const ferry_format *format, const char *extension);

/* The stem of what an input makes: of the member if one is picked, without ending ("link.bdl.gz" -> "link").
 */
const char *cli_input_stem(cli_run *cli, const cli_input *input);

/* -------------------------------------------------------------------------------------- groups (groups.c) */

/* Recognises every input and sorts them into groups. False if there is nothing to do at all (said). */
bool cli_plan(cli_run *cli);

/* Each input is a group of its own, whatever it is. False if there is no memory (said). */
bool cli_plan_each(cli_run *cli);

/* Whether the verb takes models of this format where it looks for them itself. */
bool cli_takes_format(const cli_run *cli, const ferry_format *format);

/* The input that names the group. */
cli_input *cli_group_model(cli_run *cli, const cli_group *group);

/* ----------------------------------------------------------------------------------- work (pool.c, child.c) */

/* What the work on one group hands to the run, besides what it printed and stored. */
typedef struct cli_result {
    json_t *facts;      /* or NULL */
    uint8_t *bytes;     /* malloc; or NULL */
    size_t size;
} cli_result;

enum { CLI_PLACES = 2 };

/* The same work on many groups. It may run in another process: what `one` changes in the run or its plan is lost, but for
 * what the run counts and records, and its result. */
typedef struct cli_work {
    void *plan;
    const ferry_format *target; /* that `one` writes; NULL: none */
    bool reads_back;            /* what it wrote */
    bool apart;                 /* a blank line between the texts of two groups; see cli_begin_text */
    bool together;              /* all groups are one piece of work, number 0 */
    bool silent;                /* a first look: who dies is told when its turn to work comes */
    bool looks;                 /* only at groups that are `looked` */
    /* The folders that the files of a group go to, or NULL. What lies there is not written over where a later group reads it. NULL:
     * nothing is stored for groups. */
    void (*places)(cli_run *cli, uint32_t group, void *plan, const char *folders[CLI_PLACES]);
    void (*one)(cli_run *cli, uint32_t group, void *plan, cli_result *result);
    /* In the order of the groups; or NULL. Without facts and bytes where the process died: cli_group.death tells. */
    void (*take)(cli_run *cli, uint32_t group, void *plan, const cli_result *result);
} cli_work;

/* Works on all groups. Text, files, records and results come in the order of the groups, whatever --jobs says. A group that
 * passes through a foreign library, and all of them with --jobs, are worked on in processes of their own. */
void cli_work_on_groups(cli_run *cli, const cli_work *work);

/* look.c: before work that stores files: asks the groups what they read whose side files may lie where an earlier one writes to, so that
 * store.c knows it, and they are answered alike later. False after a complaint. */
bool cli_look_first(cli_run *cli, const cli_work *work);

/* In a first look: keeps an answer. */
void cli_note_answer(cli_session *session, cli_question question, const char *name, const char *path);

/* After it: what the session's group was answered. False: it has not asked. */
bool cli_find_answer(const cli_session *session, cli_question question, const char *name, const char **path);

/* agreement.c: asks all models if the user wants one number for several (ferry_format.agreed_setting); `values`: by group,
 * the number as text, NULL where a model chooses for itself. False after a complaint. */
bool cli_agree(cli_run *cli, const ferry_format *target, const char ***values);

/* Before the text of a group, on standard output. */
void cli_begin_text(cli_run *cli);

/* child.c: does the work in this process, which is a child, and ends it. `parent` is the line to the program; `seconds` of
 * the processor are all that it gets, 0: any. */
_Noreturn void cli_child_work(cli_run *cli, const cli_work *work, uint32_t group, int parent, double seconds);

/* cli_store() in a child: asks the program for it, and waits until it is this child's turn. */
bool cli_child_store(cli_run *cli, ferry_job *job, const char *owner, const ferry_file *files, uint32_t count,
                     bool make_folders);

/* What children and program say to each other. */
typedef enum cli_frame_kind {
    CLI_FRAME_STORE = 1, /* child: these files */
    CLI_FRAME_DONE,      /* child: counts, records and the result; nothing follows */
    CLI_FRAME_STORED,    /* program: done or not, and what there is to complain about */
} cli_frame_kind;

#define CLI_FRAME_MAGIC 0x34367966u

typedef struct cli_frame {
    uint32_t magic, kind;
    uint64_t size; /* of what follows */
} cli_frame;

/* A walk over the bytes of a frame; what does not fit makes it bad, and everything read from there on is zero. */
typedef struct cli_frame_walk {
    const uint8_t *data;
    size_t size, at;
    bool bad;
} cli_frame_walk;

uint64_t cli_frame_number(cli_frame_walk *walk);
ferry_bytes cli_frame_bytes(cli_frame_walk *walk);                /* a number, and as many bytes */
const char *cli_frame_text(cli_run *cli, cli_frame_walk *walk);   /* the same without zeros, in the memory of the run */

/* Notes what a child has read: how many, and of each the device, the number and the path. False: no memory, or a bad frame. */
bool cli_frame_reads(cli_run *cli, cli_frame_walk *walk);

/* ------------------------------------------------------------------------------------ session (session.c) */

/* A path at which a file was looked for that a model asked for. */
typedef struct cli_looked {
    struct cli_looked *next;
    const char *path;
    bool found;
} cli_looked;

/* A file beside the model that the library asked for. */
typedef struct cli_companion {
    struct cli_companion *next;
    void *buffer;
} cli_companion;

/* The files beneath a folder, by the ways to them, each ended by NUL, in no order. */
typedef struct cli_listing {
    char *ways;
    size_t size, capacity;
    bool done;
} cli_listing;

/* One job of the library at work on one group. */
struct cli_session {
    cli_run *cli;
    const cli_group *group;
    ferry_job *job;
    ferry_scene *scene;
    double scale; /* of what the model was converted to: what all its lengths were multiplied by; 0: not known */
    const ferry_file_list *made; /* of `job`: files that stand for the model's folder: converted, not written; or NULL */
    void **buffers;     /* one per input */
    cli_companion *companions;
    cli_listing listings[2]; /* of the model's folder, and the one that --companion names */
    cli_looked *looked; /* in the order in which they were asked for */
    cli_looked **looked_end;
    const char *name;   /* of the group, for messages */
    json_t *record;     /* object of the report file, or NULL */
    const char *status; /* word for the report file */
    uint32_t shown;     /* messages already printed */
    ferry_out *asked;   /* in a first look: what the model asks for, and the answers; else NULL */
};

/* Opens the job; `settings` come on top of the user's and lose against them. False (said) if the job cannot
 * start. */
bool cli_session_open(cli_run *cli, const cli_group *group, const ferry_setting_value *settings,
                      size_t setting_count, cli_session *session);

/* Reads the group's inputs and loads them as one scene. False after an error in the report. */
bool cli_session_load(cli_session *session);

/* Converts the loaded scene in memory: the main file first. The files are the job's, and outlive the scene. False after an error in the report. */
bool cli_session_make(cli_session *session, const ferry_format *target, ferry_file_list *files);

/* How many of the files, the first ones, are the model: more than one where it is too large for one file. What lies beside it,
 * textures and streams, is behind them. */
uint32_t cli_count_model_files(const ferry_format *target, const ferry_file_list *files);

/* Instead of the loaded scene, what its conversion to `target` reads as: with its textures, from memory alone.
 * False after an error in the report. */
bool cli_session_convert(cli_session *session, const ferry_format *target);

/* archives.c: says what was found wrong with the archive that the input comes out of; what an earlier input of the run has
 * told is not printed again. */
void cli_repeat_archive_messages(cli_session *session, const cli_input *input);

/* Prints what the report holds beyond what was printed before. */
void cli_session_print(cli_session *session);

/* Prints, adds to the record and the totals, remembers failure or --strict, frees everything. */
void cli_session_close(cli_session *session);

/* Frees everything, silently: for a first look that is repeated later. */
void cli_session_drop(cli_session *session);

/* The text of the first error; NULL: there is none, or no memory for it. */
const char *cli_first_error(const cli_session *session);

/* Whether something was lost or repaired: what --strict refuses. */
bool cli_is_lossy(const cli_session *session);

/* Whether the report blames the options, that is, the command line. */
bool cli_is_usage_error(const ferry_report *report);

/* A job with the user's options. `settings` as above. `session` is whose companion files it may ask for; NULL:
 * none. */
ferry_job *cli_open_job(cli_run *cli, const ferry_setting_value *settings, size_t setting_count,
                        cli_session *session);

/* The same for inputs that were opened already, as in ferry_options; NULL: none. */
ferry_job *cli_open_job_on(cli_run *cli, const ferry_contents *const *opened, const ferry_setting_value *settings,
                           size_t setting_count, cli_session *session);

/* -------------------------------------------------------------------------------- --materials (materials.c) */

/* Reads the file of --materials and judges it for the target. False after a complaint. */
bool cli_read_materials(cli_run *cli, const ferry_format *target);

/* Counts which rules the session made use of. */
void cli_count_rules(cli_session *session);

/* Warns of the rules that no model made use of. */
void cli_tell_unused_rules(cli_run *cli);

/* The rules for the report file; NULL without --materials. */
json_t *cli_record_rules(const cli_run *cli);

/* ---------------------------------------------------------------------------------------- store (store.c) */

/* Writes all files or none: each to a temporary name in its folder first, then renames them, the first file
 * of the list last. `files` are borrowed. Missing folders are made if asked for by name (--output-dir, --textures, -o DIR/), and
 * removed again on failure. Never writes over a file that the run reads, nor with other bytes over a file that this
 * run made from another input. False after an error said in the job. */
bool cli_store(cli_run *cli, ferry_job *job, const char *owner, const ferry_file *files, uint32_t count,
               bool make_folders);

/* Bytes to standard output. */
bool cli_put_stdout(ferry_job *job, ferry_bytes bytes);

/* One line about a written file, and its entry in the record. */
void cli_tell_written(cli_session *session, const ferry_file *file, const char *remark);

/* The folder for what an input makes: below `given`, or beside the input if that is NULL. */
const char *cli_output_folder(cli_run *cli, const cli_input *input, const char *given);

/* The one file that a verb makes of an input: -o FILE, else its stem and `ending` in that folder. */
const char *cli_output_path(cli_run *cli, const cli_input *input, const char *ending);

/* Where a verb puts files that belong to an input and are not its main output: -o DIR or --output-dir DIR,
 * else the folder `stem` + `ending` beside the input. NULL after a complaint. */
const char *cli_folder_for(cli_run *cli, const cli_input *input, const char *ending);

/* Whether this run found the file of that name as it was to be, and left it. */
bool cli_is_unchanged(const cli_run *cli, const char *name);

/* A file of the run itself, as the report, and complaints about it. `owner`: the option that asked for it. */
void cli_save_file(cli_run *cli, const char *path, const char *owner, ferry_bytes bytes);

/* -------------------------------------------------------------------------------------- depfile (depfile.c) */

/* Whether the options about depfiles fit together. False after a complaint. */
bool cli_check_depfile(cli_run *cli);

/* Before the files of a session are stored, the main one first: adds its depfile to them (-MD), or its rule to that of the
 * run (-MF). False after an error in the report. */
bool cli_note_depends(cli_session *session, ferry_file_list *files);

/* Adds rules to those of the run. */
void cli_add_depends(cli_run *cli, const char *rules);

/* Writes the rules of the run. */
void cli_save_depends(cli_run *cli);

/* ---------------------------------------------------------------------------- destination (destination.c) */

/* Where the files of one converted model go. */
typedef struct cli_destination {
    bool to_stdout;
    const char *path;        /* of the main file */
    const char *texture_dir; /* as the user would type it; "" is the working directory */
    const char *texture_link; /* that folder as seen from the main file's: "../textures"; "" if they are one */
    const char *rom_dir;     /* of the textures below the ROM root, without slashes at its ends */
    const char *stream_dir;  /* of the model, and so of its animations' streams, below the ROM root: / and that */
    bool make_folders;       /* the command line names a folder, which may be missing */
    const char *problem;     /* why the textures have no path in the ROM; NULL: they have */
} cli_destination;

/* The format to write, from --to or the ending of -o. NULL after a complaint. */
const ferry_format *cli_target(cli_run *cli);

bool cli_output_is_stdout(const cli_run *cli); /* -o - */

/* -o names one file (or standard output), not a folder. */
bool cli_output_is_file(const cli_run *cli);

/* Whether -o and its relatives fit the number of models. False after a complaint. */
bool cli_check_destination(cli_run *cli, uint32_t models);

cli_destination cli_find_destination(cli_run *cli, const cli_input *model, const ferry_format *target);

/* -------------------------------------------------------------------------------------- report (record.c) */

json_t *cli_record_counts(const ferry_scene *scene);
json_t *cli_record_messages(const ferry_report *report);

/* Writes the report file. */
void cli_record_save(cli_run *cli);

/* ------------------------------------------------------------------------------------------ JSON (json.c) */

/* An object with what each document begins with: `schema`, "ferry64/NAME", and its version. */
json_t *cli_document(const char *schema);

/* Text as JSON; bytes that are not UTF-8 become U+FFFD. */
json_t *cli_record_text(const char *text);

/* null for what is no finite number. */
json_t *cli_real(double value);

/* A JSON value as text, in the memory of the run, and the same on stdout; both release it. False after a
 * complaint. */
bool cli_json_bytes(cli_run *cli, json_t *value, ferry_bytes *bytes);
void cli_print_json(cli_run *cli, json_t *value);

/* ---------------------------------------------------------------------------------------- table (table.c) */

enum { CLI_MAX_COLUMNS = 10 };

typedef struct cli_table_row {
    const char *cells[CLI_MAX_COLUMNS];
} cli_table_row;

typedef struct cli_table {
    cli_run *cli;
    cli_table_row *rows;
    uint32_t count, capacity;
    bool right[CLI_MAX_COLUMNS]; /* flush right */
} cli_table;

/* NULL cells are empty. The texts must outlive the table. */
void cli_table_add(cli_table *table, const char *const cells[CLI_MAX_COLUMNS]);
void cli_table_print(const cli_table *table, const char *indent, FILE *stream);

/* ------------------------------------------------------------ what info prints (verb_info.c, info_json.c) */

json_t *cli_info_json(const cli_session *session);

/* All of `models`, and their sums; and of `archives`. Takes the lists over. */
json_t *cli_info_document(json_t *models, json_t *archives);

/* info_archive.c: an object for each whole archive, its rows still empty; a model's facts for its row; and behind each model of
 * an archive, in turn, that row: the last one has the table printed. */
json_t *cli_info_archives(cli_run *cli);
json_t *cli_info_row(const cli_session *session);
typedef struct cli_info_place {
    uint32_t table, member; /* which of the archives it is; where its next row is likely to be */
} cli_info_place;

void cli_info_take_row(cli_run *cli, uint32_t group, json_t *archives, cli_info_place *place, const json_t *row);

/* clips.c: the animations, for people and as a list. */
void cli_info_clips(cli_session *session);
json_t *cli_info_clips_json(const cli_session *session);
json_t *cli_info_beside_json(const cli_session *session); /* what fits it in its archive */

/* info_n64.c: texture memory of each material, and the same as key "n64" of each object of `list`. */
void cli_info_n64(const cli_session *session);
void cli_info_n64_json(const cli_session *session, json_t *list);

const char *cli_texel_name(const ferry_image *image);
const char *cli_palette_name(const ferry_image *image); /* "" without a palette */
const char *cli_wrap_name(ferry_wrap wrap);
const char *cli_alpha_name(ferry_alpha_mode mode);
uint64_t cli_image_bytes(const ferry_image *image); /* as stored in the source, palette included */

/* The textures a material uses, in the order of its slots. Returns how many. */
uint32_t cli_material_textures(const ferry_material *material, uint32_t textures[FERRY_GX_MAX_MAPS]);

/* ------------------------------------------------------------------------------------------ cost (cost.c) */

/* Reads --budget. False after a complaint. */
bool cli_read_budget(cli_run *cli);

/* Whether files of the format can be measured. False after a complaint. */
bool cli_can_measure(cli_run *cli, const ferry_format *target);

/* What one of a model's files costs. */
typedef struct cli_cost_file {
    const char *name; /* without its folder */
    fy_t3dm_bill bill;
} cli_cost_file;

/* What a model costs that may have become several files; to be closed. */
typedef struct cli_cost {
    ferry_job *job;
    ferry_scene *scene; /* of all files */
    cli_cost_file *files;
    uint32_t file_count;
    fy_t3dm_bill bill; /* of all files, without names of objects */
} cli_cost;

/* Measures what the session made, the model's files first. False after an error in the session's report. */
bool cli_measure_files(cli_session *session, const ferry_file_list *files, cli_cost *cost);
void cli_cost_close(cli_cost *cost);

/* NULL, or an error for everything that is above --budget, and all of them in one text. */
const char *cli_over_budget(cli_session *session, const fy_t3dm_bill *bill);

json_t *cli_cost_total_json(const fy_t3dm_bill *bill);
json_t *cli_cost_objects_json(const cli_cost *cost);
json_t *cli_cost_files_json(const cli_cost *cost);
json_t *cli_budget_json(const cli_run *cli); /* null without --budget */

/* --------------------------------------------------------------------------------- views (view.c, at.c) */

/* Whether --at can be understood: as one moment, or as several, which it is for `compare`. False after a complaint. */
bool cli_check_at(cli_run *cli);
bool cli_check_moments(cli_run *cli);

/* The loaded scene at the time that --at names; as loaded without it. NULL after an error in the report. */
const ferry_scene *cli_pose(cli_session *session);

typedef struct cli_moment {
    const char *glob, *name; /* of clips; NULL: at rest; any name */
    double      seconds;
    const char *label; /* "walk:0.5", "rest" */
} cli_moment;

typedef struct cli_moments {
    cli_moment *data;
    uint32_t    count;
} cli_moments;

/* The moments that --at means in the loaded scene, in the memory of the session's job; rest alone without it. False after
 * an error in the report. */
bool cli_list_moments(cli_session *session, cli_moments *list);

/* The loaded scene at a moment. NULL after an error in the report. */
const ferry_scene *cli_pose_at(cli_session *session, const cli_moment *at);

/* The same of a scene that was made of one that has the clip: at rest, and a loss, where nothing is left of it. */
const ferry_scene *cli_pose_made_at(cli_session *session, const cli_moment *at);

/* How pictures are taken, from the options; `size` is used where --size is not given. False after a complaint. */
bool cli_view(cli_run *cli, uint32_t size[2], ferry_view *view);

/* A whole number from 1 to `most`. False after a complaint. */
bool cli_whole(cli_run *cli, const char *option, const char *text, uint32_t most, uint32_t *number);

/* --------------------------------------------------------------------------------------- verbs (verb_*.c) */

void cli_verb_convert(cli_run *cli);
void cli_verb_info(cli_run *cli);
void cli_verb_dump(cli_run *cli);
void cli_verb_unpack(cli_run *cli);
void cli_verb_textures(cli_run *cli);
void cli_verb_render(cli_run *cli);
void cli_verb_check(cli_run *cli);
void cli_verb_compare(cli_run *cli);
void cli_verb_cost(cli_run *cli);
void cli_verb_diff(cli_run *cli);
void cli_verb_formats(cli_run *cli);
void cli_verb_help(cli_run *cli);

#endif
