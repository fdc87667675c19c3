/* inputs.c: from arguments to files and their bytes. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FIRST_STREAM_BYTES = 1 << 16,
    WRITER_WAIT_MS = 1000, /* for whoever is to write into a FIFO */
};

static bool exists(const char *path, struct stat *status) {
    return stat(path, status) == 0;
}

/* Splits `archive.arc#path/in/it`. A file whose whole name exists wins; then the longest name before a `#`
 * that exists. */
static void split_member(cli_run *cli, cli_input *input) {
    struct stat status;
    input->path = input->argument;
    if (exists(input->argument, &status)) return;
    const char *first = strchr(input->argument, '#');
    for (const char *at = input->argument + strlen(input->argument); first && at >= first; at--) {
        if (*at != '#') continue;
        const char *path = cli_text(cli, "%.*s", (int)(at - input->argument), input->argument);
        bool found = strcmp(path, "-") == 0 || exists(path, &status);
        if (!found && at != first) continue;
        input->path = path; /* where nothing exists, the first # is the one to complain about */
        input->member = at + 1;
        return;
    }
}

static void find_input(cli_run *cli, cli_input *input) {
    split_member(cli, input);
    bool is_stdin = strcmp(input->path, "-") == 0;
    input->name = is_stdin ? "stdin" : input->path;
}

cli_input *cli_add_input(cli_run *cli) {
    if (cli->input_count == cli->input_capacity) {
        uint32_t capacity = cli->input_capacity ? cli->input_capacity * 2 : 64;
        cli_input *inputs = ferry_new(cli->home, cli_input, capacity);
        if (!inputs) return NULL;
        if (cli->input_count) memcpy(inputs, cli->inputs, cli->input_count * sizeof *inputs);
        cli->inputs = inputs;
        cli->input_capacity = capacity;
    }
    return &cli->inputs[cli->input_count++];
}

bool cli_is_folder(const char *path) {
    struct stat status;
    return exists(path, &status) && S_ISDIR(status.st_mode);
}

/* All of them before the first is worked on: none may become the output of another one. */
static bool note_inputs(cli_run *cli) {
    for (uint32_t i = 0; i < cli->input_count; i++)
        if (!cli_note_read(cli, cli->inputs[i].path)) return cli_wrong(cli, "no memory");
    return true;
}

bool cli_find_inputs(cli_run *cli) {
    uint32_t from_stdin = 0;
    for (size_t i = 0; i < cli->request.input_count; i++) {
        const char *argument = cli->request.inputs[i];
        uint32_t before = cli->input_count;
        if (cli->request.recursive && cli_is_folder(argument)) {
            if (!cli_walk(cli, argument)) return false;
            if (cli->input_count > before) continue;
            cli_print(stderr, "%s: error: there is no model in this folder\n", argument);
            cli_remember(cli, CLI_FAILED);
            continue;
        }
        cli_input *input = cli_add_input(cli);
        if (!input) return cli_wrong(cli, "too many inputs");
        input->argument = argument;
        find_input(cli, input);
        from_stdin += strcmp(input->path, "-") == 0;
    }
    if (from_stdin > 1) return cli_wrong(cli, "standard input can be read only once");
    return note_inputs(cli);
}

/* ------------------------------------------------------------------------------------------------ reading */

static bool refuse(ferry_job *job, const cli_input *input, const char *text) {
    ferry_say(job, FERRY_ERROR, "cli.read", input->name, "", "%s", text);
    return false;
}

static bool refuse_size(cli_run *cli, ferry_job *job, const cli_input *input, size_t limit) {
    return refuse(
        job, input,
        cli_text(cli, "larger than the memory limit of %s", cli_count(cli, limit, "byte", "bytes")));
}

/* Reads to the end of `file`. `expected` bytes are a guess; more than the memory limit are refused. */
static bool read_stream(cli_run *cli, const cli_input *input, ferry_job *job, int file, size_t expected,
                        void **buffer, size_t *size) {
    size_t limit = cli->request.memory_limit ? cli->request.memory_limit : (size_t)1 << 30;
    size_t capacity = expected + 1; /* one more: the end shows without growing */
    *size = 0;
    if (expected > limit) return refuse_size(cli, job, input, limit);
    *buffer = malloc(capacity);
    for (;;) {
        if (!*buffer) return refuse(job, input, "no memory to read it");
        ssize_t got = read(file, (char *)*buffer + *size, capacity - *size);
        if (got < 0 && errno == EAGAIN) poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, -1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) return refuse(job, input, cli_text(cli, "cannot be read: %s", strerror(errno)));
        if (got == 0) return true;
        *size += (size_t)got;
        if (*size > limit) return refuse_size(cli, job, input, limit);
        if (*size < capacity) continue;
        void *grown = realloc(*buffer, capacity *= 2);
        if (!grown) return refuse(job, input, "no memory to read it");
        *buffer = grown;
    }
}

/* What can be read only once is kept in the memory of the run: it is looked at before it is converted. */
static bool keep_stream(cli_run *cli, cli_input *input, ferry_job *job, int file) {
    void *buffer = NULL;
    size_t size = 0;
    bool read = read_stream(cli, input, job, file, FIRST_STREAM_BYTES, &buffer, &size);
    void *kept = read && size ? ferry_alloc(cli->home, size, 1) : NULL;
    if (kept) memcpy(kept, buffer, size);
    free(buffer);
    if (!read) return false;
    if (size && !kept) return refuse(job, input, "no memory to keep it");
    input->kept_bytes = (ferry_bytes){kept, size};
    return input->kept = true;
}

/* Without a writer a FIFO shows its end at once if it is not waited for, and never if it is: a writer gets a moment to come. What is
 * behind /dev/fd/N and <(...) of a shell is a FIFO, too. */
static bool keep_fifo(cli_run *cli, cli_input *input, ferry_job *job, int file) {
    struct pollfd end = {.fd = file, .events = POLLIN};
    int came = poll(&end, 1, WRITER_WAIT_MS);
    while (came < 0 && errno == EINTR) came = poll(&end, 1, WRITER_WAIT_MS);
    if (!keep_stream(cli, input, job, file)) return false;
    if (came > 0 || input->kept_bytes.size) return true;
    input->kept = false;
    return refuse(job, input, "it is a FIFO, and nothing writes into it");
}

/* Among the inputs of the run, not a file that belongs to one. */
static bool is_listed(const cli_run *cli, const cli_input *input) {
    return cli->input_count && input >= cli->inputs && input < cli->inputs + cli->input_count;
}

static bool read_open_file(cli_run *cli, cli_input *input, ferry_job *job, int file, void **buffer,
                           ferry_bytes *bytes) {
    struct stat status;
    if (fstat(file, &status) != 0)
        return refuse(job, input, cli_text(cli, "cannot be read: %s", strerror(errno)));
    if (S_ISDIR(status.st_mode)) return refuse(job, input, is_listed(cli, input) && cli->request.verb->id & VERBS_WALKING
                                      ? "it is a folder; --recursive takes the models in it"
                                      : "it is a folder");
    if (S_ISFIFO(status.st_mode)) return keep_fifo(cli, input, job, file);
    if (!S_ISREG(status.st_mode) && !isatty(file)) return refuse(job, input, "it is a device, not a file");
    if (!S_ISREG(status.st_mode)) return keep_stream(cli, input, job, file);
    size_t expected = status.st_size > 0 ? (size_t)status.st_size : FIRST_STREAM_BYTES;
    bool done = read_stream(cli, input, job, file, expected, buffer, &bytes->size);
    bytes->data = *buffer;
    return done;
}

static bool read_file(cli_run *cli, cli_input *input, ferry_job *job, void **buffer, ferry_bytes *bytes) {
    struct stat status;
    int file = open(input->path, O_RDONLY | O_NONBLOCK | O_NOCTTY); /* opening a FIFO would wait for its writer */
    if (file < 0 && errno == ENXIO && exists(input->path, &status) && S_ISSOCK(status.st_mode))
        return refuse(job, input, "it is a socket, not a file");
    if (file < 0) return refuse(job, input, cli_text(cli, "cannot be opened: %s", strerror(errno)));
    bool done = read_open_file(cli, input, job, file, buffer, bytes);
    close(file);
    return done;
}

bool cli_read(cli_run *cli, cli_input *input, ferry_job *job, void **buffer, ferry_bytes *bytes) {
    *buffer = NULL;
    *bytes = (ferry_bytes){0};
    if (cli_read_opened(input, bytes)) return true;
    bool is_stdin = strcmp(input->path, "-") == 0;
    if (!input->kept && !(is_stdin ? keep_stream(cli, input, job, STDIN_FILENO)
                                   : read_file(cli, input, job, buffer, bytes)))
        return false;
    if (input->kept) *bytes = input->kept_bytes;
    return bytes->size > 0 || refuse(job, input, "it is empty");
}

/* --------------------------------------------------------------------------------------------- companions */

/* Relative, and no way leads up: models name files, and may come from anywhere. */
static bool stays_beneath(const char *name) {
    if (!*name || *name == '/') return false;
    for (const char *at = name; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0')) return false;
    return true;
}

/* Symbolic links followed: a file of the folder, or of one in it. Links that lead out of it would show the model's maker
 * whatever lies on the disk. */
static bool lies_beneath(const char *folder, const char *path) {
    char *root = realpath(*folder ? folder : ".", NULL), *real = realpath(path, NULL);
    size_t length = root ? strlen(root) : 0;
    bool beneath = root && real && strncmp(root, real, length) == 0 && (root[length - 1] == '/' || real[length] == '/');
    free(root);
    free(real);
    return beneath;
}

static bool find_made(const ferry_file_list *files, const char *name, ferry_bytes *bytes) {
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(files->data[i].name, name) != 0) continue;
        *bytes = files->data[i].bytes;
        return true;
    }
    return false;
}

/* A T3DM file that is written again names the pictures of its source, which lie where they lay and are not written. */
static bool keeps_pictures(const cli_session *session) {
    const char *format = cli_group_model(session->cli, session->group)->format;
    return format && strcmp(format, "t3dm") == 0;
}

/* `name` as a file of the folder `given`: by the way to it from the model's folder, or from that folder itself. Ways are text: what a
 * symbolic link leads to is looked at at the end. */
static const char *path_in_given(cli_run *cli, const char *given, const char *folder, const char *name) {
    struct stat status;
    const char *way = cli_path_beneath(cli_path_absolute(cli, given), cli_path_absolute(cli, cli_path_join(cli, folder, name)));
    const char *tries[2] = {way, stays_beneath(name) ? name : NULL};
    for (int k = 0; k < 2; k++) {
        const char *path = tries[k] && *tries[k] ? cli_path_join(cli, given, tries[k]) : NULL;
        if (path && exists(path, &status) && S_ISREG(status.st_mode) && lies_beneath(given, path)) return path;
    }
    return NULL;
}

/* Where the file lies that a model asks for; NULL: nowhere. A file that --companion names wins over what lies beside the model if it
 * is called so, and is taken for what does not lie there; a folder comes behind the model's own. */
static const char *companion_path(cli_run *cli, const char *model, const char *name) {
    struct stat status;
    const char *given = cli->request.companion;
    bool in_given = given && cli_is_folder(given);
    if (given && !in_given && strcmp(cli_path_base(given), cli_path_base(name)) == 0) return given;
    const char *folder = cli_path_folder(cli, model), *beside = cli_path_join(cli, folder, name);
    bool there = strcmp(model, "-") != 0 && stays_beneath(name) && exists(beside, &status) && S_ISREG(status.st_mode) &&
                 lies_beneath(folder, beside);
    if (there || !in_given) return there ? beside : given;
    return *name && *name != '/' ? path_in_given(cli, given, folder, name) : NULL;
}

/* What --MD tells. A file that is not there is missed beside the model. */
static bool note_look(cli_session *session, const char *model, const char *name, const char *path) {
    cli_run *cli = session->cli;
    cli_looked *looked = ferry_new(cli->home, cli_looked, 1);
    if (!looked) return false;
    bool lies = strcmp(model, "-") != 0 && stays_beneath(name);
    if (!path && !lies) return true;
    *looked = (cli_looked){.path = path ? path : cli_path_join(cli, cli_path_folder(cli, model), name), .found = path != NULL};
    if (!session->looked_end) session->looked_end = &session->looked;
    *session->looked_end = looked;
    session->looked_end = &looked->next;
    return true;
}

bool cli_read_companion(void *user, const char *name, ferry_bytes *bytes) {
    cli_session *session = user;
    cli_run *cli = session->cli;
    if (session->made && find_made(session->made, name, bytes)) return true;
    if (session->made && !keeps_pictures(session)) return false;
    const char *model = cli_group_model(cli, session->group)->path, *path = companion_path(cli, model, name);
    if (!note_look(session, model, name, path)) return refuse(session->job, cli_group_model(cli, session->group), "no memory");
    if (!path) return false;
    cli_input input = {.argument = path, .path = path, .name = path};
    cli_companion *read = cli_note_read(cli, path) ? calloc(1, sizeof *read) : NULL;
    if (!read) return refuse(session->job, &input, "no memory to read it");
    read->next = session->companions;
    session->companions = read;
    *bytes = (ferry_bytes){0};
    return path == cli->request.companion ? cli_read(cli, &input, session->job, &read->buffer, bytes)
                                          : read_file(cli, &input, session->job, &read->buffer, bytes);
}

const char *cli_name_companion(void *user, const char *name) {
    const cli_session *session = user;
    cli_run *cli = session->cli;
    if (session->made) return NULL;
    const char *model = cli_group_model(cli, session->group)->path, *path = companion_path(cli, model, name);
    if (path || strcmp(model, "-") == 0 || !stays_beneath(name)) return path;
    const char *beside = cli_path_join(cli, cli_path_folder(cli, model), name);
    return cli_is_folder(beside) ? beside : NULL;
}

/* -------------------------------------------------------------------------------------------------- names */

const char *cli_input_name(cli_run *cli, const cli_input *input) {
    return input->member ? cli_text(cli, "%s#%s", input->name, input->member) : input->name;
}

const char *cli_input_library_name(cli_run *cli, const cli_input *input) {
    const char *first = strchr(input->name, '#');
    if (!first) return cli_input_name(cli, input);
    char *name = ferry_new(cli->home, char, strlen(input->name) + 1);
    if (!name) return "input";
    for (size_t i = 0; input->name[i]; i++) name[i] = input->name[i] == '#' ? '_' : input->name[i];
    return input->member ? cli_text(cli, "%s#%s", name, input->member) : name;
}

bool cli_has_extension(const ferry_format *format, const char *extension) {
    size_t length = strlen(extension);
    for (const char *at = format->extensions; length && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == length && strncasecmp(at, extension, length) == 0) return true;
    return false;
}

/* Whether some format calls `extension` its own. */
static bool is_known_extension(const cli_run *cli, const char *extension) {
    const ferry_format *const *formats = ferry_formats(cli->home);
    for (; *formats; formats++)
        if (cli_has_extension(*formats, extension)) return true;
    return false;
}

const char *cli_input_stem(cli_run *cli, const cli_input *input) {
    if (input->stem) return input->stem;
    const char *stem =
        cli_path_base(input->member && *cli_path_base(input->member) ? input->member : input->name);
    const char *extension = cli_path_extension(stem);
    for (int i = 0; *extension && (i == 0 || is_known_extension(cli, extension)); i++) {
        stem = cli_text(cli, "%.*s", (int)(extension - stem), stem);
        extension = cli_path_extension(stem);
    }
    return stem;
}
