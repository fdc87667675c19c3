/* sidecars.c: side files: files that models reference, in the model's folder and in the file or folder of
 * --companion. A model that a first look (processing/look.c) has read gets the same answers again. */
#include "cli/files/sidecars.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/answers.h"
#include "cli/files/input.h"
#include "cli/files/jobs.h"
#include "cli/files/paths.h"
#include "cli/files/reads.h"
#include "cli/files/search.h"
#include "core/base/path.h"

static bool refuse_file(cli_session *session, const char *file, const char *code, const char *text) {
    ferry_say(session->job, FERRY_ERROR, code, file, "", "%s", text);
    return false;
}

static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* ----------------------------------------------------------------------------------------- where they lie */

/* Relative, and no way leads up: models name files, and may come from anywhere. */
static bool stays_beneath(const char *name) {
    if (!*name || *name == '/') return false;
    for (const char *at = name; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0')) return false;
    return true;
}

/* Symbolic links followed: a file of the folder, or of one in it. Links that lead out of it would show the
 * model's maker whatever lies on the disk. */
static bool lies_beneath(const char *folder, const char *path) {
    char *root = realpath(*folder ? folder : ".", NULL), *real = realpath(path, NULL);
    size_t length = root ? strlen(root) : 0;
    bool beneath =
        root && real && strncmp(root, real, length) == 0 && (root[length - 1] == '/' || real[length] == '/');
    free(root);
    free(real);
    return beneath;
}

/* `name` as a file of the folder `given`: by the way to it from the model's folder, or from that folder
 * itself. Ways are text: what a symbolic link leads to is looked at at the end. */
static const char *path_in_given(cli_run *cli, const char *given, const char *folder, const char *name) {
    const char *way = cli_path_beneath(cli_path_absolute(cli, given),
                                       cli_path_absolute(cli, cli_path_join(cli, folder, name)));
    const char *tries[2] = {way, stays_beneath(name) ? name : NULL};
    for (int k = 0; k < 2; k++) {
        const char *path = tries[k] && *tries[k] ? cli_path_join(cli, given, tries[k]) : NULL;
        if (path && is_file(path) && lies_beneath(given, path)) return path;
    }
    return NULL;
}

/* Where the file lies that a model asks for; NULL: nowhere. A file that --companion names wins over what lies
 * beside the model if it is called so, and is taken for what does not lie there; a folder comes behind the
 * model's own. */
static const char *sidecar_path(cli_run *cli, const char *model, const char *name) {
    const char *given = cli->request.sidecar;
    bool in_given = given && cli_is_folder(given);
    if (given && !in_given && strcmp(fy_path_base(given), fy_path_base(name)) == 0) return given;
    const char *folder = cli_path_folder(cli, model), *beside = cli_path_join(cli, folder, name);
    bool there =
        strcmp(model, "-") != 0 && stays_beneath(name) && is_file(beside) && lies_beneath(folder, beside);
    if (there || !in_given) return there ? beside : given;
    return *name && *name != '/' ? path_in_given(cli, given, folder, name) : NULL;
}

/* ------------------------------------------------------------------------------------------------ answers */

/* Where the file lies that the model asks for; NULL: nowhere. After a first look that is where it lay then,
 * whatever has come to lie there meanwhile. False: it did not ask for it then, so nobody took care of it. */
static bool answer_question(cli_session *session, cli_question question, const char *name,
                            const char **path) {
    cli_run *cli = session->cli;
    const char *model = cli_group_model(cli, session->group)->path;
    if (session->group->looked && !session->asked && !session->made)
        return cli_find_answer(session, question, name, path);
    *path = question == CLI_ASKS_FOR ? sidecar_path(cli, model, name) : cli_search_sidecar(session, name);
    cli_note_answer(session, question, name, *path);
    return true;
}

static bool refuse_unasked(cli_session *session, const char *name) {
    return refuse_file(
        session, session->name, "cli.input-changed",
        cli_text(session->cli,
                 "needs %s, but did not when this run checked its files before writing anything; "
                 "it has changed since, or had run out of time (--deadline)",
                 name));
}

/* What -MD tells. A file that is not there is missed beside the model. */
static bool note_look(cli_session *session, const char *name, const char *path) {
    cli_run *cli = session->cli;
    const char *model = cli_group_model(cli, session->group)->path;
    cli_looked *looked = ferry_new(cli->arena, cli_looked, 1);
    if (!looked) return false;
    bool lies = strcmp(model, "-") != 0 && stays_beneath(name);
    if (!path && !lies) return true;
    *looked = (cli_looked){.path = path ? path : cli_path_join(cli, cli_path_folder(cli, model), name),
                           .found = path != NULL};
    if (!session->looked_end) session->looked_end = &session->looked;
    *session->looked_end = looked;
    session->looked_end = &looked->next;
    return true;
}

/* ---------------------------------------------------------------------------------------------- callbacks */

static bool find_made(const ferry_file_list *files, const char *name, ferry_bytes *bytes) {
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(files->data[i].name, name) != 0) continue;
        *bytes = files->data[i].bytes;
        return true;
    }
    return false;
}

/* Whether a picture was made, as a PNG or a sprite. The model itself may be called as one of its pictures. */
static bool is_made(const ferry_file_list *files, const char *name) {
    size_t stem = strlen(name) - strlen(cli_path_extension(name));
    for (uint32_t i = 0; i < files->count; i++) {
        const char *made = files->data[i].name, *kind = cli_path_extension(made);
        bool picture = strcmp(kind, ".png") == 0 || strcmp(kind, ".sprite") == 0;
        if (picture && strlen(made) - strlen(kind) == stem && strncmp(made, name, stem) == 0) return true;
    }
    return false;
}

static bool is_read_as(const cli_session *session, const char *format) {
    const char *read = cli_group_model(session->cli, session->group)->format;
    return read && strcmp(read, format) == 0;
}

/* A project's glTF file names pictures by paths below a folder that the model need not lie in
 * (docs/formats/fast64.md, "Textures"). */
static bool is_of_project(const cli_session *session) {
    return is_read_as(session, "gltf") || is_read_as(session, "glb");
}

/* A T3DM file that is written again names the pictures of its source, and so does one of a project's glTF
 * file: they lie where they lay and are not written. */
static bool keeps_picture(const cli_session *session, const char *name) {
    return !is_made(session->made, name) && (is_read_as(session, "t3dm") || is_of_project(session));
}

/* The file that a name means: where it says; of a project's picture, if that is nowhere, where the search
 * finds it. False: see answer_question(). */
static bool find_named(cli_session *session, const char *name, const char **path) {
    const char *way = NULL;
    if (!answer_question(session, CLI_ASKS_FOR, name, path)) return false;
    if (*path || !session->made || !is_of_project(session)) return true;
    return answer_question(session, CLI_LOOKS_FOR, name, &way) &&
           (!way || answer_question(session, CLI_ASKS_FOR, way, path));
}

static bool read_at(cli_session *session, const char *path, ferry_bytes *bytes) {
    cli_run *cli = session->cli;
    cli_input beside = {.argument = path, .path = path, .name = path};
    cli_sidecar *read = cli_note_read(cli, path) ? calloc(1, sizeof *read) : NULL;
    if (!read) return refuse_file(session, path, "cli.read", "out of memory while reading it");
    read->next = session->sidecars;
    session->sidecars = read;
    *bytes = (ferry_bytes){0};
    bool given = cli->request.sidecar && strcmp(path, cli->request.sidecar) == 0;
    return given ? cli_read(cli, &cli->sidecar, session->job, &read->buffer, bytes)
                 : cli_read_file(cli, &beside, session->job, &read->buffer, bytes);
}

bool cli_read_sidecar(void *user, const char *name, ferry_bytes *bytes) {
    cli_session *session = user;
    const char *path;
    if (session->made && find_made(session->made, name, bytes)) return true;
    if (session->made && !keeps_picture(session, name)) return false;
    if (!find_named(session, name, &path)) return refuse_unasked(session, name);
    if (!note_look(session, name, path))
        return refuse_file(session, session->name, "cli.read", "out of memory");
    return path && read_at(session, path, bytes);
}

const char *cli_name_sidecar(void *user, const char *name) {
    cli_session *session = user;
    cli_run *cli = session->cli;
    const char *path;
    if (session->made) return NULL;
    const char *model = cli_group_model(cli, session->group)->path;
    /* it is refused when its bytes are asked for */
    if (!answer_question(session, CLI_ASKS_FOR, name, &path)) path = NULL;
    if (path || strcmp(model, "-") == 0 || !stays_beneath(name)) return path;
    const char *beside = cli_path_join(cli, cli_path_folder(cli, model), name);
    return cli_is_folder(beside) ? beside : NULL;
}

const char *cli_find_sidecar(void *user, const char *name) {
    cli_session *session = user;
    const char *way = NULL;
    if (session->made || !*fy_path_base(name)) return NULL;
    if (!answer_question(session, CLI_LOOKS_FOR, name, &way)) refuse_unasked(session, name);
    return way;
}

/* A pipe is read once, for all models that ask. What is wrong with it is told to the one that does. */
bool cli_keep_sidecar(cli_run *cli) {
    const char *given = cli->request.sidecar;
    if (!given) return true;
    cli->sidecar = (cli_input){.argument = given, .path = given, .name = given};
    if (!cli_note_read(cli, given)) return false;
    struct stat status;
    bool pipe = strcmp(given, "-") == 0 || (stat(given, &status) == 0 && S_ISFIFO(status.st_mode));
    if (!pipe) return true;
    ferry_bytes bytes;
    void *buffer = NULL;
    ferry_job *job = cli_open_job(cli);
    if (job) cli_read(cli, &cli->sidecar, job, &buffer, &bytes);
    free(buffer);
    ferry_close(job);
    return job != NULL;
}
