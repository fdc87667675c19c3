/* destination.c: where the files of a model go, and where the console will find its textures and streams.
 *
 * The console names a texture by its path below the ROM root: `rom:/models/eye.ci4.sprite` for
 * `filesystem/models/eye.ci4.png` if `filesystem` is the root. The root is --rom-root, else the nearest
 * folder named filesystem or assets at or above the textures, else the folder where the tree of the outputs
 * begins: that of --output-dir, -o or -r, the archive's, or the model's. Animation streams lie beside the
 * model; if the model is not below the root, their root is the nearest such folder above it. */
#include "cli/files/destination.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/print/format_names.h"
#include "cli/print/say.h"
#include "core/base/path.h"

static const char DEFAULT_TARGET[] = "t3dm";

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Something that is there, and neither a file nor a folder. */
static bool is_device(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/* -o names a folder by its look or because there is one. */
static bool names_folder(const char *output) {
    size_t length = strlen(output);
    return length && (output[length - 1] == '/' || is_folder(output));
}

bool cli_output_is_stdout(const cli_run *cli) {
    return cli->request.output && strcmp(cli->request.output, "-") == 0;
}

bool cli_output_is_file(const cli_run *cli) {
    const char *output = cli->request.output;
    return output && !names_folder(output);
}

/* What helps where the folder of a file is missing. */
static const char *remedy_for(const cli_run *cli, const char *option) {
    const unsigned dir_verbs = VERB_CONVERT | VERB_RENDER | VERB_DUMP;
    const bool has_dir = cli->request.verb->id & dir_verbs && !cli->request.sheet;
    return strcmp(option, "-o") == 0 && has_dir ? "create it, or use --output-dir, which does" : "create it";
}

static bool check_folder(cli_run *cli, const char *option, const char *file) {
    struct stat status;
    const char *folder = cli_path_folder(cli, file);
    if (stat(*folder ? folder : ".", &status) == 0)
        return S_ISDIR(status.st_mode) || cli_wrong(cli, "%s %s: %s is not a folder", option, file, folder);
    return errno != ENOENT || cli_wrong(cli, "%s %s: folder %s does not exist; %s", option, file, folder,
                                        remedy_for(cli, option));
}

/* Whether the run may make folders, of which one may be the one in question. Archives have folders beside
 * them, where nothing else is named. */
static bool may_make_folders(const cli_run *cli) {
    const cli_request *request = &cli->request;
    const unsigned beside = VERB_CONVERT | VERB_UNPACK | VERB_TEXTURES | VERB_RENDER;
    if (request->textures || request->output_dir) return true;
    return request->output ? !cli_output_is_file(cli) || request->verb->id & (VERB_UNPACK | VERB_TEXTURES)
                           : request->verb->id & beside;
}

/* Whether the run may make the folder: it is one of the outputs, or around or below one. */
static bool may_come(cli_run *cli, const char *folder) {
    const cli_request *request = &cli->request;
    if (!request->output_dir && !request->output) return true; /* beside inputs */
    const char *file = request->output ? cli_path_folder(cli, request->output) : NULL;
    const char *output = cli_output_is_file(cli) ? file : request->output;
    const char *const outputs[] = {request->output_dir, request->textures, output};
    const char *wanted = cli_path_absolute(cli, folder);
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        const char *path = outputs[i] ? cli_path_absolute(cli, outputs[i]) : NULL;
        if (path && (cli_path_beneath(path, wanted) || cli_path_beneath(wanted, path))) return true;
    }
    return false;
}

static bool check_later_folder(cli_run *cli, const char *option, const char *file) {
    return !file || may_come(cli, cli_path_folder(cli, file)) || check_folder(cli, option, file);
}

bool cli_check_folders(cli_run *cli) {
    const cli_request *request = &cli->request;
    if (may_make_folders(cli))
        return check_later_folder(cli, "--report", request->report) &&
               check_later_folder(cli, "-MF", request->depfile);
    return (!request->output || cli_output_is_stdout(cli) || check_folder(cli, "-o", request->output)) &&
           (!request->report || check_folder(cli, "--report", request->report)) &&
           (!request->depfile || check_folder(cli, "-MF", request->depfile));
}

const ferry_format *cli_target(cli_run *cli) {
    const cli_request *request = &cli->request;
    if (request->to) return ferry_find_format(cli->arena, request->to); /* checked already */
    bool to_file = request->output && request->verb->id == VERB_CONVERT && strcmp(request->output, "-") != 0;
    const char *extension =
        to_file && !names_folder(request->output) ? cli_path_extension(request->output) : "";
    if (!*extension) return ferry_find_format(cli->arena, DEFAULT_TARGET);
    const ferry_format *const *formats = ferry_formats(cli->arena);
    for (; *formats; formats++)
        if ((*formats)->write && cli_has_extension(*formats, extension)) return *formats;
    cli_wrong(cli, "-o: no format has the extension `%s`; choose one with --to: %s", extension,
              cli_writable(cli));
    return NULL;
}

/* The ending of -o FILE; "": it has none, or -o names no file. */
static const char *ending_of_output(const cli_run *cli) {
    const char *output = cli->request.output;
    bool file = output && cli_output_is_file(cli) && !cli_output_is_stdout(cli);
    return file ? cli_path_extension(output) : "";
}

bool cli_check_extension(cli_run *cli, const ferry_format *target) {
    const char *ending = ending_of_output(cli);
    const ferry_format *const *formats = ferry_formats(cli->arena);
    for (; *ending && cli->request.to && *formats; formats++)
        if (!cli_has_extension(target, ending) && cli_has_extension(*formats, ending))
            return cli_wrong(cli, "-o %s: `%s` means format `%s`, but --to says `%s`", cli->request.output,
                             ending, (*formats)->name, target->name);
    return true;
}

static bool check_no_model(cli_run *cli, const char *option, const char *file, const char *ending,
                           const char *what) {
    const ferry_format *const *formats = ferry_formats(cli->arena);
    for (; *ending && *formats; formats++)
        if (cli_has_extension(*formats, ending))
            return cli_wrong(cli, "%s %s: `%s` writes %s, but `%s` means format `%s`", option, file,
                             cli->request.verb->name, what, ending, (*formats)->name);
    return true;
}

bool cli_check_no_model(cli_run *cli, const char *what) {
    return check_no_model(cli, "-o", cli->request.output, ending_of_output(cli), what);
}

bool cli_check_side_files(cli_run *cli) {
    const char *report = cli->request.report, *depfile = cli->request.depfile;
    return (!report || check_no_model(cli, "--report", report, cli_path_extension(report), "a report")) &&
           (!depfile || check_no_model(cli, "-MF", depfile, cli_path_extension(depfile), "a depfile"));
}

static bool goes_to_stdout(const cli_run *cli, const cli_input *model) {
    const cli_request *request = &cli->request;
    if (request->output) return strcmp(request->output, "-") == 0;
    return !request->output_dir && strcmp(model->path, "-") == 0;
}

/* `walk.bck link.bdl`: the animation stands alone, before the model. */
static const char *find_add_on(cli_run *cli) {
    for (uint32_t i = 0; i < cli->group_count; i++)
        if (cli->groups[i].joins_alone && !cli->groups[i].failed)
            return cli_input_name(cli, cli_group_model(cli, &cli->groups[i]));
    return NULL;
}

bool cli_check_destination(cli_run *cli, uint32_t models) {
    const cli_request *request = &cli->request;
    uint32_t to_stdout = 0;
    for (uint32_t i = 0; i < cli->group_count; i++)
        to_stdout += goes_to_stdout(cli, cli_group_model(cli, &cli->groups[i]));
    bool one_file = request->output && (to_stdout || !names_folder(request->output));
    const char *add_on = models > 1 && one_file ? find_add_on(cli) : NULL;
    if (add_on) return cli_wrong(cli, "%s is no model: put it after the model that it applies to", add_on);
    if (models > 1 && one_file)
        return cli_wrong(cli, "-o %s names one file for %u models; name a folder (%s/) or use --output-dir",
                         request->output, models, to_stdout ? "out" : request->output);
    bool device = request->output && !to_stdout && is_device(request->output);
    if (!to_stdout && !device) return true;
    if (to_stdout > 1)
        return cli_wrong(cli, "%u models cannot all go to standard output; use -o FOLDER/ or --output-dir",
                         to_stdout);
    if ((request->depend || request->depfile) && !(request->depfile && request->target))
        return cli_wrong(cli,
                         "a model that goes to %s cannot be the target of a rule; use -MF FILE -MT "
                         "TARGET",
                         device ? request->output : "standard output");
    if (device) return true;
    if (isatty(STDOUT_FILENO)) return cli_wrong(cli, "not writing a model to the terminal; use -o FILE");
    cli->lines = stderr;
    return true;
}

/* ------------------------------------------------------------------------------------------- the ROM root */

/* The nearest folder called filesystem or assets, from absolute `path` upwards; NULL if there is none. */
static const char *find_asset_folder(cli_run *cli, const char *path) {
    for (; strcmp(path, "/") != 0; path = cli_path_folder(cli, path)) {
        const char *base = fy_path_base(path);
        if (strcmp(base, "filesystem") == 0 || strcmp(base, "assets") == 0) return path;
    }
    return NULL;
}

/* The path of `folder` below `root`; NULL: it is not below. */
static const char *find_beneath(cli_run *cli, const char *root, const char *folder) {
    const char *path = cli_path_beneath(root, folder);
    return path ? path : cli_path_beneath(cli_path_real(cli, root), cli_path_real(cli, folder));
}

/* "/models" for `filesystem/models`; the slash tells it from none. */
static const char *find_stream_dir(cli_run *cli, const char *root, const char *folder) {
    const char *path = find_beneath(cli, root, folder);
    if (!path) {
        const char *own = find_asset_folder(cli, folder);
        path = own ? cli_path_beneath(own, folder) : "";
    }
    return cli_text(cli, "/%s", path);
}

static void find_rom_dir(cli_run *cli, const char *top, cli_destination *destination) {
    const char *textures = cli_path_absolute(cli, destination->texture_dir);
    const char *root = cli->request.rom_root ? cli_path_absolute(cli, cli->request.rom_root)
                                             : find_asset_folder(cli, textures);
    const char *model = cli_path_absolute(cli, cli_path_folder(cli, destination->path));
    bool apart = destination->to_stdout || destination->device, guessed = !root;
    if (guessed) root = cli_path_absolute(cli, top);
    destination->rom_dir = find_beneath(cli, root, textures);
    /* Where the root is a guess, and textures lie beside the model, no folder is given: a T3DM file that is
     * written again keeps the one of its streams. */
    bool beside = guessed && (apart || strcmp(textures, model) == 0);
    destination->stream_dir = beside ? "" : find_stream_dir(cli, root, apart ? textures : model);
    if (destination->rom_dir) return;
    destination->problem = cli_text(
        cli, "the textures go to %s, which is not below the ROM root %s, so they have no rom:/ path; %s",
        textures, root,
        cli->request.rom_root ? "move them with --textures or choose another --rom-root"
                              : "set the root with --rom-root");
}

/* --------------------------------------------------------------------------------------------- the output */

static const char *first_extension(cli_run *cli, const ferry_format *format) {
    return cli_text(cli, "%.*s", (int)strcspn(format->extensions, " "), format->extensions);
}

/* Below a folder that was walked, and in one after the archive. */
static const char *way_of(cli_run *cli, const cli_input *input) {
    return cli_path_join(cli, input->beneath ? input->beneath : "", input->inside ? input->inside : "");
}

const char *cli_output_folder(cli_run *cli, const cli_input *input, const char *given) {
    const char *way = given ? way_of(cli, input) : input->inside ? input->inside : "";
    const char *base = given ? given : strcmp(input->path, "-") == 0 ? "" : cli_path_folder(cli, input->path);
    return *way ? cli_path_join(cli, base, way) : base;
}

const char *cli_output_path(cli_run *cli, const cli_input *input, const char *ending) {
    const cli_request *request = &cli->request;
    if (request->output && cli_output_is_file(cli)) return request->output;
    const char *folder =
        cli_output_folder(cli, input, request->output_dir ? request->output_dir : request->output);
    return cli_path_join(cli, folder, cli_text(cli, "%s%s", cli_input_stem(cli, input), ending));
}

/* Absolute `folder` without the folders `beneath` at its end. */
static const char *strip_beneath(cli_run *cli, const char *folder, const char *beneath) {
    size_t length = strlen(folder), end = strlen(beneath);
    if (!end || length <= end || strcmp(folder + length - end, beneath) != 0) return folder;
    return cli_text(cli, "%.*s/", (int)(length - end - 1), folder);
}

/* Where the outputs' tree begins: models of one tree must not share the path of a sprite. */
static const char *find_top(cli_run *cli, const cli_input *model, const char *given,
                            const cli_destination *destination) {
    if (given && !destination->to_stdout) return given;
    if (cli->request.output || destination->to_stdout) return cli_path_folder(cli, destination->path);
    const char *folder = cli_path_absolute(cli, cli_path_folder(cli, model->path));
    return strip_beneath(cli, folder, model->beneath ? model->beneath : "");
}

cli_destination cli_find_destination(cli_run *cli, const cli_input *model, const ferry_format *target) {
    const cli_request *request = &cli->request;
    cli_destination destination = {.to_stdout = goes_to_stdout(cli, model)};
    bool device = request->output && !destination.to_stdout && is_device(request->output);
    const char *name = cli_text(cli, "%s%s", cli_input_stem(cli, model), first_extension(cli, target));
    bool into_folder = request->output && !destination.to_stdout && names_folder(request->output);
    const char *given = into_folder ? request->output : request->output_dir;
    if (device) destination.device = request->output;
    if (destination.to_stdout || device)
        destination.path = name;
    else if (request->output && !into_folder)
        destination.path = request->output;
    else
        destination.path = cli_path_join(cli, cli_output_folder(cli, model, given), name);
    destination.texture_dir = request->textures ? cli_output_folder(cli, model, request->textures)
                                                : cli_path_folder(cli, destination.path);
    destination.make_folders =
        into_folder || request->output_dir || request->textures || (model->inside && !request->output);
    destination.texture_link =
        cli_path_between(cli, cli_path_folder(cli, destination.path), destination.texture_dir);
    find_rom_dir(cli, find_top(cli, model, given, &destination), &destination);
    if (destination.to_stdout || device) /* what goes beside the model goes to the textures */
        destination.path = cli_path_join(cli, destination.texture_dir, name);
    return destination;
}

const char *cli_folder_for(cli_run *cli, const cli_input *input, const char *ending) {
    const cli_request *request = &cli->request;
    const char *given = request->output ? request->output : request->output_dir;
    if (given && !input->beneath && !input->inside) return given;
    return cli_path_join(cli, cli_output_folder(cli, input, given),
                         cli_text(cli, "%s%s", cli_input_stem(cli, input), ending));
}
