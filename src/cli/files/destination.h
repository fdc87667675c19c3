/* destination.h: where the files of a model go, and where the console will find its textures and streams. */
#ifndef FERRY_CLI_FILES_DESTINATION_H
#define FERRY_CLI_FILES_DESTINATION_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Where the files of one converted model go. */
typedef struct cli_destination {
    bool to_stdout;
    const char *device;      /* -o names one, or a pipe: it takes the main file alone; NULL: it does not */
    const char *path;        /* of the main file; of one that goes elsewhere: as if it lay by the textures */
    const char *texture_dir; /* as the user would type it; "" is the working directory */
    /* that folder as seen from the main file's: "../textures"; "" if they are one */
    const char *texture_link;
    const char *rom_dir; /* of the textures below the ROM root, without slashes at its ends */
    /* of the model, and so of its animations' streams, below the ROM root: / and that; "" if the root is a
     * guess, and the textures lie beside them */
    const char *stream_dir;
    bool make_folders;   /* the command line names a folder, which may be missing */
    const char *problem; /* why the textures have no path in the ROM; NULL: they have one */
} cli_destination;

/* The folder for an input's output: below `given`, or beside the input if that is NULL. */
const char *cli_output_folder(cli_run *cli, const cli_input *input, const char *given);

/* The path of a verb's single output file: -o FILE, else the input's stem and `ending` in that folder. */
const char *cli_output_path(cli_run *cli, const cli_input *input, const char *ending);

/* Where a verb puts files that belong to an input and are not its main output: -o DIR or --output-dir DIR,
 * else the folder `stem` + `ending` beside the input. NULL after a complaint. */
const char *cli_folder_for(cli_run *cli, const cli_input *input, const char *ending);

/* The format to write, from --to or the ending of -o. NULL after a complaint. */
const ferry_format *cli_target(cli_run *cli);

bool cli_output_is_stdout(const cli_run *cli); /* -o - */

/* -o names one file (or standard output), not a folder. */
bool cli_output_is_file(const cli_run *cli);

/* Tells before anything is read that the folder of -o FILE, --report or -MF is missing. False after a
 * complaint. */
bool cli_check_folders(cli_run *cli);

/* Whether -o FILE is not called like a model of another format than --to names. False after a complaint. */
bool cli_check_extension(cli_run *cli, const ferry_format *target);

/* Whether -o FILE, to which the verb writes `what`, is not called like a model, which it might overwrite.
 * False after a complaint. */
bool cli_check_no_model(cli_run *cli, const char *what);

/* The same for --report and -MF. */
bool cli_check_side_files(cli_run *cli);

/* Checks -o and related options against the number of models. False after a complaint. */
bool cli_check_destination(cli_run *cli, uint32_t models);

cli_destination cli_find_destination(cli_run *cli, const cli_input *model, const ferry_format *target);

#endif
