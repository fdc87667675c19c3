/* input.c: one input: its names and its bytes. */
#include "cli/files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/archive.h"
#include "cli/files/paths.h"
#include "cli/print/say.h"
#include "core/base/job.h"
#include "core/base/path.h"

bool cli_takes_format(const cli_run *cli, const ferry_format *format) {
    if (!format || format->role != FERRY_ROLE_MODEL) return false;
    return cli->request.verb->id != VERB_CHECK || strcmp(format->name, "t3dm") == 0;
}

bool cli_has_pictures(const ferry_format *format) {
    return format && format->role == FERRY_ROLE_ADD_ON && !format->matches;
}

bool cli_is_texture_file(const ferry_format *format) {
    return cli_has_pictures(format) && strcmp(format->name, "sprite") != 0;
}

cli_input *cli_group_model(cli_run *cli, const cli_group *group) {
    return &cli->inputs[group->first];
}

enum {
    FIRST_STREAM_BYTES = 1 << 16,
    WRITER_WAIT_MS = 1000, /* for whoever is to write into a FIFO */
};

bool cli_exists(const char *path, struct stat *status) {
    return stat(path, status) == 0;
}

cli_input *cli_add_input(cli_run *cli) {
    if (!fy_job_reserve(cli->arena, (void **)&cli->inputs, cli->input_count, &cli->input_capacity, 1,
                        sizeof *cli->inputs))
        return NULL;
    cli->inputs[cli->input_count] = (cli_input){0};
    return &cli->inputs[cli->input_count++];
}

bool cli_is_folder(const char *path) {
    struct stat status;
    return cli_exists(path, &status) && S_ISDIR(status.st_mode);
}

static bool refuse_input(ferry_job *job, cli_input *input, const char *text) {
    input->refused = text;
    ferry_say(job, FERRY_ERROR, "cli.read", input->name, "", "%s", text);
    return false;
}

static bool refuse_size(cli_run *cli, ferry_job *job, cli_input *input, size_t limit) {
    return refuse_input(
        job, input,
        cli_text(cli, "larger than the memory limit of %s", cli_count(cli, limit, "byte", "bytes")));
}

/* Reads to the end of `file`. `expected` bytes are a guess; more than the memory limit are refused. */
static bool read_stream(cli_run *cli, cli_input *input, ferry_job *job, int file, size_t expected,
                        void **buffer, size_t *size) {
    size_t limit = cli->request.memory_limit ? cli->request.memory_limit : (size_t)1 << 30;
    size_t capacity = expected + 1; /* one more: the end shows without growing */
    *size = 0;
    if (expected > limit) return refuse_size(cli, job, input, limit);
    *buffer = malloc(capacity);
    for (;;) {
        if (!*buffer) return refuse_input(job, input, "out of memory while reading it");
        ssize_t got = read(file, (char *)*buffer + *size, capacity - *size);
        if (got < 0 && errno == EAGAIN) poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, -1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) return refuse_input(job, input, cli_text(cli, "cannot be read: %s", strerror(errno)));
        if (got == 0) return true;
        *size += (size_t)got;
        if (*size > limit) return refuse_size(cli, job, input, limit);
        if (*size < capacity) continue;
        void *grown = realloc(*buffer, capacity *= 2);
        if (!grown) return refuse_input(job, input, "out of memory while reading it");
        *buffer = grown;
    }
}

/* What can be read only once is kept in the memory of the run: it is looked at before it is converted. */
static bool keep_stream(cli_run *cli, cli_input *input, ferry_job *job, int file) {
    if (input->refused) return refuse_input(job, input, input->refused);
    void *buffer = NULL;
    size_t size = 0;
    bool read = read_stream(cli, input, job, file, FIRST_STREAM_BYTES, &buffer, &size);
    void *kept = read && size ? ferry_alloc(cli->arena, size, 1) : NULL;
    if (kept) memcpy(kept, buffer, size);
    free(buffer);
    if (!read) return false;
    if (size && !kept) return refuse_input(job, input, "out of memory while reading it");
    input->kept_bytes = (ferry_bytes){kept, size};
    return input->kept = true;
}

/* Without a writer a FIFO shows its end at once if it is not waited for, and never if it is: a writer gets a
 * moment to come. What is behind /dev/fd/N and <(...) of a shell is a FIFO, too. */
static bool keep_fifo(cli_run *cli, cli_input *input, ferry_job *job, int file) {
    struct pollfd end = {.fd = file, .events = POLLIN};
    int came = poll(&end, 1, WRITER_WAIT_MS);
    while (came < 0 && errno == EINTR) came = poll(&end, 1, WRITER_WAIT_MS);
    if (!keep_stream(cli, input, job, file)) return false;
    if (came > 0 || input->kept_bytes.size) return true;
    input->kept = false;
    refuse_input(job, input, "it is a FIFO, but nothing writes into it");
    input->refused = NULL; /* a writer may still come */
    return false;
}

/* Among the inputs of the run, not a file that belongs to one. */
static bool is_listed(const cli_run *cli, const cli_input *input) {
    return cli->input_count && input >= cli->inputs && input < cli->inputs + cli->input_count;
}

static bool read_open_file(cli_run *cli, cli_input *input, ferry_job *job, int file, void **buffer,
                           ferry_bytes *bytes) {
    struct stat status;
    if (fstat(file, &status) != 0)
        return refuse_input(job, input, cli_text(cli, "cannot be read: %s", strerror(errno)));
    if (S_ISDIR(status.st_mode))
        return refuse_input(job, input,
                            is_listed(cli, input) && cli->request.verb->id & VERBS_WALKING
                                ? "it is a folder; use --recursive for what is in it"
                                : "it is a folder");
    if (S_ISFIFO(status.st_mode)) return keep_fifo(cli, input, job, file);
    if (!S_ISREG(status.st_mode) && !isatty(file))
        return refuse_input(job, input,
                            "it is a device, not a "
                            "file");
    if (!S_ISREG(status.st_mode)) return keep_stream(cli, input, job, file);
    size_t expected = status.st_size > 0 ? (size_t)status.st_size : FIRST_STREAM_BYTES;
    bool done = read_stream(cli, input, job, file, expected, buffer, &bytes->size);
    bytes->data = *buffer;
    return done;
}

bool cli_read_file(cli_run *cli, cli_input *input, ferry_job *job, void **buffer, ferry_bytes *bytes) {
    struct stat status;
    /* opening a FIFO would wait for its writer */
    int file = open(input->path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (file < 0 && errno == ENXIO && cli_exists(input->path, &status) && S_ISSOCK(status.st_mode))
        return refuse_input(job, input, "it is a socket, not a file");
    if (file < 0) return refuse_input(job, input, cli_text(cli, "cannot be opened: %s", strerror(errno)));
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
                                   : cli_read_file(cli, input, job, buffer, bytes)))
        return false;
    if (input->kept) *bytes = input->kept_bytes;
    return bytes->size > 0 || refuse_input(job, input, "it is empty");
}

const char *cli_input_name(cli_run *cli, const cli_input *input) {
    return input->member ? cli_text(cli, "%s#%s", input->name, input->member) : input->name;
}

const char *cli_library_name(cli_run *cli, const char *path) {
    if (!strchr(path, '#')) return path;
    char *name = ferry_new(cli->arena, char, strlen(path) + 1);
    if (!name) return "input";
    for (size_t i = 0; path[i]; i++) name[i] = path[i] == '#' ? '_' : path[i];
    return name;
}

const char *cli_input_library_name(cli_run *cli, const cli_input *input) {
    const char *name = cli_library_name(cli, input->name);
    return input->member ? cli_text(cli, "%s#%s", name, input->member) : name;
}

const char *cli_input_shown_name(cli_run *cli, const cli_input *input, const char *name) {
    if (!strchr(input->name, '#')) return name;
    size_t length = strlen(input->name);
    bool own = strncmp(name, cli_library_name(cli, input->name), length) == 0 &&
               (!name[length] || name[length] == '#');
    return own ? cli_text(cli, "%s%s", input->name, name + length) : name;
}

bool cli_has_extension(const ferry_format *format, const char *extension) {
    size_t length = strlen(extension);
    for (const char *at = format->extensions; length && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == length && strncasecmp(at, extension, length) == 0) return true;
    return false;
}

/* Whether some format calls `extension` its own. */
static bool is_known_extension(const cli_run *cli, const char *extension) {
    const ferry_format *const *formats = ferry_formats(cli->arena);
    for (; *formats; formats++)
        if (cli_has_extension(*formats, extension)) return true;
    return false;
}

const char *cli_input_stem(cli_run *cli, const cli_input *input) {
    if (input->stem) return input->stem;
    const char *stem =
        fy_path_base(input->member && *fy_path_base(input->member) ? input->member : input->name);
    const char *extension = cli_path_extension(stem);
    for (int i = 0; *extension && (i == 0 || is_known_extension(cli, extension)); i++) {
        stem = cli_text(cli, "%.*s", (int)(extension - stem), stem);
        extension = cli_path_extension(stem);
    }
    return stem;
}
