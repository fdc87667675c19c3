/* request.h: exit statuses, verbs, options, and what the command line asks for */
#ifndef FERRY_CLI_BASE_REQUEST_H
#define FERRY_CLI_BASE_REQUEST_H

#include "ferry64.h"

/* Exit statuses of the program, part of its interface. */
typedef enum cli_status {
    CLI_DONE = 0,
    CLI_FAILED = 1, /* an input failed; the others were done */
    CLI_USAGE = 2,  /* the command line is wrong; nothing was done */
    CLI_STRICT = 3, /* --strict, and something was lost or repaired */
} cli_status;

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
    VERB_PLAN = 1 << 12,
    VERBS_READING = VERB_CONVERT | VERB_INFO | VERB_DUMP | VERB_UNPACK | VERB_TEXTURES | VERB_RENDER |
                    VERB_COMPARE | VERB_CHECK | VERB_COST | VERB_DIFF | VERB_PLAN,
    VERBS_WALKING = VERB_CONVERT | VERB_INFO | VERB_DUMP | VERB_UNPACK | VERB_TEXTURES | VERB_RENDER |
                    VERB_CHECK | VERB_COST | VERB_PLAN,
    VERBS_ALL = VERBS_READING | VERB_FORMATS | VERB_HELP,
} cli_verb_id;

typedef struct cli_run cli_run;
typedef struct cli_archive cli_archive; /* archives.c */
typedef struct cli_session cli_session; /* session.c */

/* Headings of the verbs in `ferry64 --help` and the man page, in their order. */
typedef enum cli_verb_group {
    VERBS_TO_CONVERT,
    VERBS_TO_LOOK,
    VERBS_TO_JUDGE,
    VERBS_TO_HELP,
    VERB_GROUP_COUNT,
} cli_verb_group;

typedef struct cli_example {
    const char *command; /* NULL: none */
    const char *what;    /* it does, without a capital or a full stop */
} cli_example;

enum { CLI_MAX_EXAMPLES = 3 }; /* of a verb */

typedef struct cli_verb {
    const char *name;
    cli_verb_id id;
    cli_verb_group group;
    const char *synopsis; /* the arguments */
    const char *summary;  /* one line, without a capital or a full stop */
    const char *text;     /* paragraphs for --help; each ends in \n */
    const char *daily;    /* the names of its options that --help shows first, between blanks */
    cli_example examples[CLI_MAX_EXAMPLES];
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

/* Headings of help texts and the man page, in their order. */
typedef enum cli_option_group {
    GROUP_INPUT,
    GROUP_OUTPUT,
    GROUP_TEXTURES,
    GROUP_ANIMATIONS,
    GROUP_FIT,
    GROUP_PICTURE,
    GROUP_COMPARISON,
    GROUP_BUILDS,
    GROUP_LIMITS,
    GROUP_MESSAGES,
    GROUP_COUNT,
} cli_option_group;

/* A row of the option table. */
typedef struct cli_option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: takes none */
    cli_option_group group;
    unsigned verbs; /* the verbs it belongs to */
    cli_option_kind kind;
    size_t field;     /* of cli_request */
    const char *key;  /* OPTION_ALIAS, OPTION_LIST: the setting */
    const char *help; /* what is true of all its verbs; see cli_option_help */
} cli_option;

/* Settings for a job; the last one of a key counts. See setting_list.h. */
typedef struct cli_setting_list {
    ferry_setting_value *data;
    uint32_t count, capacity;
    bool failed; /* some are missing: there was no memory */
} cli_setting_list;

/* What the command line asks for. */
typedef struct cli_request {
    const cli_verb *verb;
    bool verb_given; /* by name; else it is the default verb */
    const char **inputs;
    size_t input_count;
    cli_setting_list settings; /* one per key: the last one given */
    bool *given;               /* of each of cli_options */
    const char *output, *output_dir, *from, *to, *textures, *rom_root, *report, *after, *materials, *sidecar;
    /* read by view.c */
    const char *size, *yaw, *pitch, *distance, *background, *light, *ambient, *look, *turntable;
    const char *views, *min_ssim, *budget, *tolerance;
    const char *shares, *frame, *count, *weight; /* read by cli/plan */
    const char *plan;                            /* read by cli/plan/obey.c */
    const char *lod;                             /* read by view.c */
    const char *at;                              /* read by at.c */
    size_t memory_limit;                         /* 0: the library's default */
    double deadline;                             /* seconds for each model; 0: none */
    uint32_t unpack_limit; /* bytes for each byte of an input; 0: the library's default */
    uint32_t jobs;         /* models worked on at once; 0: one for each core */
    const char *depfile, *depfile_style, *target;
    const char *color, *completion;
    bool man;
    bool depend, only_if_changed;
    bool recursive, fit, strict, quiet, verbose, json, list, levels, fog, wireframe, bones, sheet, help,
        version;
} cli_request;

#endif
