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

/* Identifies a file, whatever path leads to it. */
typedef struct cli_identity {
    dev_t device;
    ino_t number;
} cli_identity;

/* A file that this run has read or written. */
typedef struct cli_file {
    cli_identity identity;
    const char *text; /* of a file read: its path; of a file written: the input that it was made from */
    bool renewed;     /* its content has changed */
} cli_file;

typedef struct cli_files {
    cli_file *data; /* as many as `by_identity` counts */
    uint32_t capacity;
    cli_index by_identity;
} cli_files;

/* Names of output folders that archives ask for. */
typedef struct cli_folders {
    cli_index keys;
    uint32_t *counts, capacity; /* how often each was asked for */
} cli_folders;

/* What a model asks for: a file, by its path; the path of a file with a similar name. */
typedef enum cli_question { CLI_ASKS_FOR, CLI_LOOKS_FOR } cli_question;

/* What models were told about side files in a first look (look.c). */
typedef struct cli_answers {
    const char **paths; /* NULL: there is none; as many as `questions` counts */
    uint32_t capacity;
    cli_index questions;
} cli_answers;

/* One argument that names an input. */
typedef struct cli_input {
    const char *argument; /* as typed */
    const char *path;     /* the file of it; "-" is standard input */
    const char *member;   /* the path inside the archive, or NULL */
    const char *name;     /* for messages and the library: path, or "stdin" */
    /* the path from the folder given with -r to this file's folder; NULL: the file itself was named */
    const char *beneath;
    /* folders for its output below that, named after its archive and its path in there; NULL: none */
    const char *inside;
    const char *stem;     /* of its output, if its own name cannot be used; else NULL */
    const char *renamed;  /* why not */
    uint32_t content;     /* its number in there, from 1; 0: it is not a single one */
    cli_archive *archive; /* that it comes from; NULL: its file is not packed, or cannot be opened */
    /* `info` prints it as a row of this folder of the archive, "" for the whole archive; NULL: in full */
    const char *row_of;
    ferry_bytes kept_bytes; /* of standard input, a pipe or a device: read once */
    bool kept;
    const char *refused; /* why such a stream could not be: it cannot be read again */
    ferry_role role;
    const char *format; /* of the innermost bytes; NULL: not recognised */
    const char *layers;
    bool recognised; /* already */
    bool apart;      /* belongs to no model, although it could */
    bool failed;     /* cannot be read or recognised */
} cli_input;

/* Inputs that become one scene: a model and what joins it. */
typedef struct cli_group {
    uint32_t first, count; /* inputs */
    bool failed;           /* one of them cannot be read or recognised */
    bool joins_alone;      /* none of its inputs is a model */
    const char *death;     /* why its process did not finish; NULL: it did */
    bool looked;           /* its side files are known from a first look */
} cli_group;

/* --budget: what a model may cost at most. */
enum { CLI_BUDGET_KEYS = 7 };

typedef struct cli_budget {
    uint64_t limits[CLI_BUDGET_KEYS];
    bool limited[CLI_BUDGET_KEYS], any;
} cli_budget;

/* --plan: how many triangles a model is to have. */
typedef struct cli_planned {
    const char *input, *triangles; /* NULL: all */
} cli_planned;

typedef struct cli_planned_list {
    cli_planned *data;
    uint32_t count;
} cli_planned_list;

/* How many groups ended in which way. */
typedef struct cli_ends {
    uint32_t done, failed, strict, lossy;
    uint32_t nothing; /* done, but nothing of the model is drawn */
} cli_ends;

/* Growing text, in the memory of the run. */
typedef struct cli_rule_text {
    char *data; /* NULL: nothing so far */
    size_t size, capacity;
    bool bad; /* out of memory */
} cli_rule_text;

typedef struct cli_progress {
    bool on_terminal, shown;
    double start; /* seconds of a clock */
} cli_progress;

struct cli_run {
    ferry_job *arena; /* memory and the list of formats */
    const ferry_format *const *extra_formats;
    cli_request request;
    cli_input *inputs;
    uint32_t input_count, input_capacity;
    cli_archive **archive_list; /* that inputs come from; as many as `archive_paths` counts */
    uint32_t archive_capacity;
    cli_index archive_paths;
    cli_folders wanted_folders; /* for them */
    size_t archives_held;       /* bytes of those that are open */
    cli_group *groups;
    uint32_t group_count;
    cli_files reads, written;
    uint32_t reads_told; /* in a child: how many of them it has told the program */
    cli_input sidecar;   /* --companion's file */
    cli_answers answers;
    ferry_input materials; /* --materials, in memory; without name: none */
    void *materials_buffer;
    ferry_rule_use_list rules; /* in it, and how often all models so far have used them */
    cli_budget budget;
    cli_planned_list plan;
    json_t *rules_messages; /* what was wrong with it, for --report */
    json_t *record;         /* one object per group, for --report; NULL without it */
    cli_rule_text depends;  /* rules for -MF */
    const char **unchanged; /* names of files that the latest cli_store() found unchanged */
    uint32_t unchanged_count;
    FILE *lines;        /* for lines about written files: stdout, unless data goes there */
    uint32_t totals[4]; /* messages by severity */
    bool color_out, color_err;
    cli_ends ends;
    cli_progress progress;
    uint32_t texts; /* started by cli_begin_text() */
    int parent;     /* in a child: the socket to the program that started it; else -1 */
    cli_status status;
};

/* Formatted text in the memory of the run. */
#define cli_text(cli, ...) ferry_job_format((cli)->arena, __VA_ARGS__)

#endif
