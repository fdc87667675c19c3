/* input.h: one input: its names and its bytes. */
#ifndef FERRY_CLI_FILES_INPUT_H
#define FERRY_CLI_FILES_INPUT_H

#include <sys/stat.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Adds an empty input to the run. NULL: no memory. */
cli_input *cli_add_input(cli_run *cli);

/* Reads the whole file. `buffer` is to be freed by the caller (NULL for standard input and pipes, which stay
 * in memory). False after an error, said in `job`. */
bool cli_read(cli_run *cli, cli_input *input, ferry_job *job, void **buffer, ferry_bytes *bytes);

/* The same; the file may be empty, and is not kept open by an archive. */
bool cli_read_file(cli_run *cli, cli_input *input, ferry_job *job, void **buffer, ferry_bytes *bytes);

bool cli_is_folder(const char *path);

/* An input with its `#member`, as messages name it. */
const char *cli_input_name(cli_run *cli, const cli_input *input);

/* A file's path for the library, to which the first # separates a member: # becomes _. */
const char *cli_library_name(cli_run *cli, const char *path);

/* cli_input_name() for the library. */
const char *cli_input_library_name(cli_run *cli, const cli_input *input);

/* The other way round: of a name that the library gives, if it is the input's or of a member. */
const char *cli_input_shown_name(cli_run *cli, const cli_input *input, const char *name);

/* Whether the format calls `extension` (".bdl", in any case) its own. */
bool cli_has_extension(const ferry_format *format, const char *extension);

/* The stem of an input's output: of the member if there is one, without extensions ("link.bdl.gz" ->
 * "link"). */
const char *cli_input_stem(cli_run *cli, const cli_input *input);

/* Whether the verb processes models of this format in archives and folders. */
bool cli_takes_format(const cli_run *cli, const ferry_format *format);

/* Whether files of this format belong to models and are no animations: textures and material tables. */
bool cli_has_pictures(const ferry_format *format);

/* The same, but no sprites: T3DM models read those themselves. */
bool cli_is_texture_file(const ferry_format *format);

/* The first input of the group, which names it. */
cli_input *cli_group_model(cli_run *cli, const cli_group *group);

/* Whether something exists at the path, and what it is. */
bool cli_exists(const char *path, struct stat *status);

#endif
