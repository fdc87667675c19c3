/*
 * groups.c: which inputs belong together. A file that opens a model starts a group; material tables, textures
 * and animations behind it join it. What fails here fails again, with its message, when its group's turn
 * comes: messages keep the order of the inputs.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* A file that cannot be recognised is taken for what its ending says. */
static ferry_role role_by_extension(const cli_run *cli, const char *path) {
    const char *extension = cli_path_extension(path);
    const ferry_format *const *formats = ferry_formats(cli->home);
    ferry_role role = FERRY_ROLE_MODEL;
    for (; *formats; formats++) {
        if (!cli_has_extension(*formats, extension)) continue;
        if ((*formats)->role != FERRY_ROLE_JOINS) return FERRY_ROLE_MODEL;
        role = FERRY_ROLE_JOINS;
    }
    return role;
}

static void recognise(cli_run *cli, cli_input *input) {
    void *buffer = NULL;
    ferry_bytes bytes;
    ferry_recognised found = {0};
    ferry_job *job = cli_open_job(cli, NULL, 0, NULL);
    bool known = job && cli_read(cli, input, job, &buffer, &bytes) &&
                 ferry_recognise(job, &(ferry_input){cli_input_library_name(cli, input), bytes}, &found) &&
                 found.format;
    input->failed = !known;
    input->role =
        known ? found.format->role : role_by_extension(cli, input->member ? input->member : input->path);
    input->format = known ? found.format->name : NULL;
    input->layers = known ? cli_text(cli, "%s", found.layers) : "";
    ferry_close(job);
    free(buffer);
}

static bool opens_group(const cli_run *cli, const cli_input *input) {
    return input->role != FERRY_ROLE_JOINS || cli->group_count == 0 ||
           cli->groups[cli->group_count - 1].joins_alone;
}

bool cli_plan(cli_run *cli) {
    cli->groups = ferry_new(cli->home, cli_group, cli->input_count);
    if (!cli->groups) return cli_wrong(cli, "too many inputs");
    for (uint32_t i = 0; i < cli->input_count; i++) {
        cli_input *input = &cli->inputs[i];
        if (!input->recognised) recognise(cli, input);
        if (opens_group(cli, input))
            cli->groups[cli->group_count++] =
                (cli_group){.first = i, .joins_alone = input->role == FERRY_ROLE_JOINS};
        cli_group *group = &cli->groups[cli->group_count - 1];
        group->count++;
        group->failed |= input->failed;
    }
    return true;
}

bool cli_plan_each(cli_run *cli) {
    cli->groups = ferry_new(cli->home, cli_group, cli->input_count);
    if (!cli->groups) return cli_wrong(cli, "too many inputs");
    for (uint32_t i = 0; i < cli->input_count; i++) cli->groups[i] = (cli_group){.first = i, .count = 1};
    cli->group_count = cli->input_count;
    return true;
}

cli_input *cli_group_model(cli_run *cli, const cli_group *group) {
    return &cli->inputs[group->first];
}
