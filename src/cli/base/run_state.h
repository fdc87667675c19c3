/* run_state.h: what a run of the program knows; all rooms of cli share it */
#ifndef FERRY_CLI_BASE_RUN_STATE_H
#define FERRY_CLI_BASE_RUN_STATE_H

#include <jansson.h>
#include <stdio.h>
#include <sys/types.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/index.h"
#include "cli/base/request.h"

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

/* Formatted text in the memory of the run. */
#define cli_text(cli, ...) ferry_job_format((cli)->home, __VA_ARGS__)

#endif
