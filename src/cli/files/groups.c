/* groups.c: which inputs belong together. A model starts a group; material tables, textures and animations
 * after it join it. What fails here fails again, with its message, when its group's turn comes: messages keep
 * the order of the inputs. */
#include "cli/files/groups.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/archive.h"
#include "cli/files/archives.h"
#include "cli/files/expand.h"
#include "cli/files/input.h"
#include "cli/files/jobs.h"
#include "cli/files/paths.h"
#include "cli/print/say.h"

/* A file that cannot be recognised is taken for what its ending says. */
static ferry_role role_by_extension(const cli_run *cli, const char *path) {
    const char *extension = cli_path_extension(path);
    const ferry_format *const *formats = ferry_formats(cli->arena);
    ferry_role role = FERRY_ROLE_MODEL;
    for (; *formats; formats++) {
        if (!cli_has_extension(*formats, extension)) continue;
        if ((*formats)->role != FERRY_ROLE_ADD_ON) return FERRY_ROLE_MODEL;
        role = FERRY_ROLE_ADD_ON;
    }
    return role;
}

/* Of what the input means, what the verb is for: its models, else what joins models. Returns how many. */
static uint32_t choose_members(const cli_run *cli, const ferry_contents *contents, bool *picked) {
    uint32_t takes = 0, models = 0, joins = 0, count = 0;
    for (uint32_t i = 0; i < contents->count; i++) {
        const ferry_format *format = picked[i] ? contents->data[i].it.format : NULL;
        takes += cli_takes_format(cli, format);
        models += format && format->role == FERRY_ROLE_MODEL;
        joins += format && format->role == FERRY_ROLE_ADD_ON;
    }
    for (uint32_t i = 0; i < contents->count; i++) {
        const ferry_format *format = picked[i] ? contents->data[i].it.format : NULL;
        picked[i] = format && (takes    ? cli_takes_format(cli, format)
                               : models ? format->role == FERRY_ROLE_MODEL
                                        : joins && format->role == FERRY_ROLE_ADD_ON);
        count += picked[i];
    }
    return count;
}

/* What the library takes for the one that the input means. */
static void recognise_input(cli_run *cli, cli_input *input, const ferry_contents *contents) {
    ferry_recognised found = {0};
    const ferry_contents *opened[2] = {contents, NULL};
    ferry_job *job = cli_open_job_with(cli, (ferry_options){.opened = opened}, NULL, 0);
    const ferry_input again = {.name = cli_input_library_name(cli, input), .bytes = contents->bytes};
    bool known = job && ferry_recognise(job, &again, &found) && found.format;
    input->failed = !known;
    if (known) input->role = found.format->role;
    input->format = known ? found.format->name : NULL;
    input->layers = known ? cli_text(cli, "%s", found.layers) : "";
    ferry_close(job);
}

/* The input means a file or an archive, whole. A folder in an archive, and a glob, are neither. */
static bool names_one(const ferry_contents *contents, const char *member) {
    size_t length = strlen(contents->name);
    for (uint32_t i = 0; i < contents->count; i++) {
        const ferry_content *content = &contents->data[i];
        if (!member || strcmp(content->member, member) == 0) return true;
        if (content->archive && content->inside[length] && strcmp(content->inside + length + 1, member) == 0)
            return true;
    }
    return false;
}

static bool holds_model(const ferry_contents *contents, const bool *picked) {
    for (uint32_t i = 0; i < contents->count; i++)
        if (picked[i] && contents->data[i].it.format->role == FERRY_ROLE_MODEL) return true;
    return false;
}

/* Verbs that set two models side by side: each has to be named. `compare` takes all models of one archive. */
static bool wants_one(const cli_run *cli) {
    const cli_request *request = &cli->request;
    return request->verb->id == VERB_DIFF || (request->verb->id == VERB_COMPARE && request->input_count > 1);
}

/* Adds members of the file to the inputs, if it is those that the input means. False: no memory. */
static bool add_members(cli_run *cli, const cli_input *input, cli_archive *archive, bool *added) {
    const ferry_contents *contents = cli_archive_contents(archive);
    bool *picked = ferry_new(cli->arena, bool, (size_t)contents->count + 1);
    if (!picked) return false;
    bool any = ferry_pick_contents(contents, input->member, picked);
    uint32_t count = any ? choose_members(cli, contents, picked) : 0;
    bool models = count && holds_model(contents, picked);
    *added = count && (!names_one(contents, input->member) || (models && count > 1));
    if (models && count > 1 && wants_one(cli)) *added = false; /* the library says what there is */
    if (!*added) return true;
    bool glob = input->member && strpbrk(input->member, "*?[");
    return cli_add_members(cli, input, archive, picked, glob ? NULL : input->member ? input->member : "");
}

/* Adds what the input means to the inputs: itself, or members of its file. False: no memory. */
static bool add_meant(cli_run *cli, const cli_input *named) {
    cli_input input = *named;
    bool added = false, read;
    cli_archive *archive = cli_open_archive(cli, &input, &read);
    if (archive && !add_members(cli, &input, archive, &added)) return false;
    if (!added) {
        input.failed = true;
        input.layers = "";
        input.role = role_by_extension(cli, input.member ? input.member : input.path);
        if (archive) recognise_input(cli, &input, cli_archive_contents(archive));
        if (archive) input.content = cli_content_number(cli_archive_contents(archive), &input);
    }
    archive = archive ? cli_keep_archive(cli, archive) : NULL;
    if (added) return true;
    cli_input *itself = cli_add_input(cli);
    if (!itself) return false;
    *itself = input;
    itself->archive = archive;
    return true;
}

/* Each input as what it means. */
static bool expand_inputs(cli_run *cli) {
    const cli_input *named = cli->inputs;
    uint32_t count = cli->input_count;
    cli->inputs = NULL;
    cli->input_count = cli->input_capacity = 0;
    for (uint32_t i = 0; i < count; i++) {
        cli_input *input = named[i].recognised ? cli_add_input(cli) : NULL;
        if (named[i].recognised && !input) return false;
        if (input)
            *input = named[i];
        else if (!add_meant(cli, &named[i]))
            return false;
    }
    return true;
}

static bool opens_group(const cli_run *cli, const cli_input *input) {
    return input->role != FERRY_ROLE_ADD_ON || cli->group_count == 0 ||
           cli->groups[cli->group_count - 1].joins_alone;
}

bool cli_plan(cli_run *cli) {
    bool fine = expand_inputs(cli);
    cli->groups = fine ? ferry_new(cli->arena, cli_group, cli->input_count) : NULL;
    if (!cli->groups) return cli_wrong(cli, "too many inputs");
    for (uint32_t i = 0; i < cli->input_count; i++) {
        cli_input *input = &cli->inputs[i];
        if (opens_group(cli, input))
            cli->groups[cli->group_count++] =
                (cli_group){.first = i, .joins_alone = input->role == FERRY_ROLE_ADD_ON};
        cli_group *group = &cli->groups[cli->group_count - 1];
        group->count++;
        group->failed |= input->failed;
    }
    return cli_part_names(cli);
}

bool cli_plan_each(cli_run *cli) {
    cli->groups = ferry_new(cli->arena, cli_group, cli->input_count);
    if (!cli->groups) return cli_wrong(cli, "too many inputs");
    for (uint32_t i = 0; i < cli->input_count; i++) cli->groups[i] = (cli_group){.first = i, .count = 1};
    cli->group_count = cli->input_count;
    return true;
}
