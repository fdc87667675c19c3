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

typedef enum choice { TAKE_WANTED, TAKE_MODELS, TAKE_PICTURES, TAKE_ADD_ONS, CHOICES } choice;

static bool is_chosen(const cli_run *cli, const ferry_format *format, choice which) {
    if (!format) return false;
    if (which == TAKE_WANTED) return cli_takes_format(cli, format);
    if (which == TAKE_PICTURES) return cli_has_pictures(format);
    return format->role == (which == TAKE_MODELS ? FERRY_ROLE_MODEL : FERRY_ROLE_ADD_ON);
}

/* What the input means: how many there are of each, and which are taken. */
typedef struct selection {
    uint32_t counts[CHOICES];
    choice taken;
    uint32_t loose; /* pictures that `textures` takes beside models */
} selection;

/* Of what the input means, what the verb is for: its models, else what joins models. */
static selection choose_members(const cli_run *cli, const ferry_contents *contents, bool *picked) {
    selection s = {.taken = TAKE_WANTED};
    for (uint32_t i = 0; i < contents->count; i++)
        for (choice k = TAKE_WANTED; picked[i] && k < CHOICES; k++)
            s.counts[k] += is_chosen(cli, contents->data[i].it.format, k);
    while (s.taken < TAKE_ADD_ONS && !s.counts[s.taken]) s.taken++;
    if (s.taken == TAKE_PICTURES && cli->request.verb->id != VERB_TEXTURES) s.taken = TAKE_ADD_ONS;
    const bool beside = s.taken < TAKE_PICTURES && cli->request.verb->id == VERB_TEXTURES;
    for (uint32_t i = 0; i < contents->count; i++) {
        const ferry_format *format = contents->data[i].it.format;
        const bool loose = picked[i] && beside && cli_is_texture_file(format);
        s.loose += loose;
        picked[i] = loose || (picked[i] && is_chosen(cli, format, s.taken));
    }
    return s;
}

/* Whether the add-ons of an archive without models are each taken for itself: after a model only if no model
 * could be read with all of them. */
static bool takes_apart(const cli_run *cli, const selection *s) {
    if (!(cli->request.verb->id & (VERB_INFO | VERB_TEXTURES)) || s->taken < TAKE_PICTURES) return false;
    if (s->counts[TAKE_PICTURES] > 1) return true;
    for (uint32_t i = 0; i < cli->input_count; i++)
        if (cli->inputs[i].role != FERRY_ROLE_ADD_ON) return false;
    return s->counts[s->taken] > 1;
}

/* What the library takes for the one that the input means. */
static void recognise_input(cli_run *cli, cli_input *input, const ferry_contents *contents) {
    ferry_recognised found = {0};
    const ferry_contents *opened[2] = {contents, NULL};
    ferry_job *job = cli_open_job_with(cli, (ferry_options){.opened = opened}, NULL);
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
    selection s = {.taken = TAKE_WANTED};
    if (ferry_pick_contents(contents, input->member, picked)) s = choose_members(cli, contents, picked);
    uint32_t count = s.counts[s.taken] + s.loose;
    bool models = s.taken < TAKE_PICTURES, whole = names_one(contents, input->member);
    bool apart = whole && takes_apart(cli, &s);
    *added = count && (!whole || apart || (models && count > 1));
    if (models && count > 1 && wants_one(cli)) *added = false; /* the library says what there is */
    if (!*added) return true;
    bool glob = input->member && strpbrk(input->member, "*?[");
    cli_input named = *input;
    named.apart = apart || s.loose;
    named.row_of = glob ? NULL : input->member ? input->member : "";
    return cli_add_members(cli, &named, archive, picked);
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
    return input->role != FERRY_ROLE_ADD_ON || input->apart || cli->group_count == 0 ||
           cli->groups[cli->group_count - 1].joins_alone;
}

bool cli_find_groups(cli_run *cli) {
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

bool cli_find_single_inputs(cli_run *cli) {
    cli->groups = ferry_new(cli->arena, cli_group, cli->input_count);
    if (!cli->groups) return cli_wrong(cli, "too many inputs");
    for (uint32_t i = 0; i < cli->input_count; i++) cli->groups[i] = (cli_group){.first = i, .count = 1};
    cli->group_count = cli->input_count;
    return true;
}
