/* store.c: writes files, a model's files all together or not at all. Each file is complete in memory and is
 * written under a temporary name in its folder. Once all are there, they are renamed. */
#include "cli/files/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/interrupt.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/child_store.h"
#include "cli/files/paths.h"
#include "cli/files/reads.h"
#include "cli/print/json.h"
#include "cli/print/message.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "core/base/job.h"

/* One file on its way. */
typedef struct store_item {
    const char *path;      /* symbolic links followed */
    const char *temporary; /* exists on disk; NULL: none */
    const char *before;    /* the name by which the file that was replaced is kept; NULL: none */
    const ferry_file *file;
    bool direct; /* a device or pipe: written as it is */
    mode_t mode; /* permissions of the file that is replaced; 0: there is none */
    bool locked; /* that file is write-protected */
    /* the same bytes stand there already: this run has written them, or --only-if-changed leaves them */
    bool skip;
    bool unchanged;
    bool renewed; /* by a model before this one */
    bool renamed;
} store_item;

/* All files of one model. */
typedef struct store_batch {
    cli_run *cli;
    ferry_job *job;
    const char *owner;
    store_item *items;
    uint32_t count;
    const char **made; /* folders, in the order they were made */
    uint32_t made_count, made_capacity;
} store_batch;

static bool complain(store_batch *batch, const char *path, const char *text) {
    ferry_say(batch->job, FERRY_ERROR, "cli.write", path, "", "%s", text);
    return false;
}

static bool complain_errno(store_batch *batch, const char *path, const char *what) {
    return complain(batch, path, cli_text(batch->cli, "%s: %s", what, strerror(errno)));
}

/* ------------------------------------------------------------------------------------------------ folders */

static bool remember_folder(store_batch *batch, const char *path) {
    if (!fy_job_reserve(batch->cli->arena, (void **)&batch->made, batch->made_count, &batch->made_capacity, 1,
                        sizeof *batch->made))
        return false;
    batch->made[batch->made_count++] = path;
    return true;
}

/* Makes `folder` and those above it that are missing. */
static bool make_folders(store_batch *batch, const char *folder) {
    for (const char *at = folder; *at;) {
        at += strspn(at, "/");
        at += strcspn(at, "/");
        const char *part = cli_text(batch->cli, "%.*s", (int)(at - folder), folder);
        if (mkdir(part, 0777) == 0) {
            if (!remember_folder(batch, part)) return complain(batch, part, "out of memory");
        } else if (errno != EEXIST && errno != EISDIR) {
            return complain_errno(batch, part, "cannot create the folder");
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ writing */

static bool write_all(int file, ferry_bytes bytes) {
    for (size_t done = 0; done < bytes.size;) {
        ssize_t put = write(file, bytes.data + done, bytes.size - done);
        if (put < 0 && errno == EINTR && !cli_interrupt_waits()) continue;
        if (put < 0) return false;
        done += (size_t)put;
    }
    return true;
}

/* Whether the file at `path` holds exactly these bytes. */
static bool holds_bytes(const char *path, ferry_bytes bytes) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    unsigned char piece[4096];
    size_t at = 0, got;
    bool equal = true;
    while (equal && (got = fread(piece, 1, sizeof piece, file)) > 0) {
        equal = got <= bytes.size - at && memcmp(piece, bytes.data + at, got) == 0;
        at += got;
    }
    equal &= at == bytes.size && !ferror(file);
    fclose(file);
    return equal;
}

static bool complain_read(store_batch *batch, const char *name, const char *path) {
    bool same = strcmp(name, path) == 0;
    return complain(batch, name,
                    cli_text(batch->cli,
                             "this run reads it%s%s, and never overwrites what it reads; choose another "
                             "name or folder",
                             same ? "" : " as ", same ? "" : path));
}

/* Judges what stands at the item's place. */
static bool check_existing(store_batch *batch, store_item *item, const struct stat *status) {
    const cli_run *cli = batch->cli;
    cli_identity identity = {status->st_dev, status->st_ino};
    if (S_ISDIR(status->st_mode)) return complain(batch, item->file->name, "it is a folder");
    if (!S_ISREG(status->st_mode)) {
        item->direct = true;
        return true;
    }
    /* it is judged as that, even if it was read since */
    const cli_file *written = cli_find_file(&cli->written, identity);
    if (written) {
        item->renewed = written->renewed;
        if (holds_bytes(item->path, item->file->bytes)) return item->skip = true;
        return complain(batch, item->file->name,
                        cli_text(batch->cli,
                                 "%s and %s both write it, with different content; give each its own output "
                                 "folder",
                                 written->text, batch->owner));
    }
    const char *read = cli_find_read(cli, identity);
    if (read) return complain_read(batch, item->file->name, read);
    item->mode = status->st_mode & 0777;
    item->locked = !(item->mode & 0222);
    item->unchanged = item->skip = cli->request.only_if_changed && holds_bytes(item->path, item->file->bytes);
    return true;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Two files of one batch under one name are a mistake of their maker, or meet through a link. */
static bool check_twins(store_batch *batch) {
    const char **paths = ferry_new(batch->cli->arena, const char *, batch->count);
    if (!paths) return batch->count == 0 || complain(batch, batch->owner, "out of memory");
    for (uint32_t i = 0; i < batch->count; i++) paths[i] = batch->items[i].path;
    qsort(paths, batch->count, sizeof *paths, compare_paths);
    for (uint32_t i = 1; i < batch->count; i++)
        if (strcmp(paths[i - 1], paths[i]) == 0)
            return complain(batch, paths[i], "it would be written twice");
    return true;
}

/* A link stays, also one to what is not there yet: where `path` leads. */
static const char *follow_links(cli_run *cli, const char *path) {
    enum {
        MOST_LINKS = 40,
        MOST_BYTES = 4096
    }; /* as Linux allows; of a longer target opening it complains */
    char target[MOST_BYTES];
    ssize_t length;
    for (int i = 0; i < MOST_LINKS && (length = readlink(path, target, MOST_BYTES)) > 0; i++) {
        if (length == MOST_BYTES) break;
        target[length] = '\0';
        path = *target == '/' ? cli_text(cli, "%s", target)
                              : cli_path_join(cli, cli_path_folder(cli, path), target);
    }
    return path;
}

static bool look_at_place(store_batch *batch, store_item *item) {
    struct stat status;
    item->path = follow_links(batch->cli, item->file->name);
    /* nothing stands there; or something does, such as links in a circle */
    if (stat(item->path, &status) != 0)
        return errno == ENOENT || errno == ENOTDIR ||
               complain_errno(batch, item->file->name, "cannot be written");
    char *target = realpath(item->path, NULL); /* a link stays, what it points to is replaced */
    if (target) item->path = cli_text(batch->cli, "%s", target);
    free(target);
    if (!check_existing(batch, item, &status)) return false;
    if (lstat(item->file->name, &status) == 0 && !S_ISLNK(status.st_mode)) item->path = item->file->name;
    return true;
}

/* Who depends on a model, the first file, has to see that its textures or streams are new: it is written
 * again with them. */
static void renew_model(store_batch *batch) {
    bool changed = false;
    for (uint32_t i = 1; i < batch->count; i++)
        changed = changed || !batch->items[i].skip || batch->items[i].renewed;
    if (!changed || !batch->items[0].unchanged || batch->cli->request.verb->id != VERB_CONVERT) return;
    batch->items[0].unchanged = batch->items[0].skip = false;
}

/* Once it is known what is written: renaming would not mind. */
static bool check_locks(store_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++)
        if (batch->items[i].locked && !batch->items[i].skip)
            return complain(batch, batch->items[i].file->name, "it is write-protected");
    return true;
}

static bool write_direct(store_batch *batch, const store_item *item) {
    FILE *file = fopen(item->path, "wb");
    bool done =
        file && fwrite(item->file->bytes.data, 1, item->file->bytes.size, file) == item->file->bytes.size;
    if (file && fclose(file) != 0) done = false;
    return done || complain_errno(batch, item->path, "cannot be written");
}

static bool write_temporary(store_batch *batch, store_item *item) {
    const char *folder = cli_path_folder(batch->cli, item->path);
    char *name = ferry_new(batch->cli->arena, char, strlen(item->path) + 16);
    if (!name) return complain(batch, item->path, "out of memory");
    sprintf(name, "%s%s.ferry64-XXXXXX", folder, *folder && strcmp(folder, "/") != 0 ? "/" : "");
    int file = mkstemp(name);
    if (file < 0 && errno == ENOENT)
        return complain(batch, item->path, cli_text(batch->cli, "folder %s does not exist", folder));
    if (file < 0) return complain_errno(batch, item->path, "cannot be written");
    item->temporary = name;
    mode_t mask = umask(0);
    umask(mask);
    bool done =
        write_all(file, item->file->bytes) && fchmod(file, item->mode ? item->mode : 0666 & ~mask) == 0;
    int reason = errno;
    if (close(file) != 0 && done) {
        done = false;
        reason = errno;
    }
    errno = reason;
    return done || complain_errno(batch, item->path, "cannot be written");
}

/* What stands there gets another name until all files are in place. A disk without hard links lets it have
 * one name only: there is a moment when nothing stands in its place. */
static bool keep_before(store_batch *batch, store_item *item) {
    if (!item->mode || batch->count == 1) return true;
    const char *name = cli_text(batch->cli, "%s~", item->temporary);
    if (link(item->path, name) != 0 && rename(item->path, name) != 0)
        return errno == ENOENT || complain_errno(batch, item->path, "cannot be set aside");
    item->before = name;
    return true;
}

static bool put_in_place(store_batch *batch, store_item *item) {
    if (item->skip || item->direct) return true;
    if (!keep_before(batch, item)) return false;
    if (rename(item->temporary, item->path) != 0)
        return complain_errno(batch, item->path, "cannot be renamed into place");
    item->temporary = NULL;
    item->renamed = true;
    return true;
}

/* What stands in place now, whether it had to be written or not. */
static bool remember_written(store_batch *batch) {
    cli_run *cli = batch->cli;
    const char *owner = cli_text(cli, "%s", batch->owner);
    for (uint32_t i = 0; i < batch->count; i++) {
        struct stat status;
        const store_item *item = &batch->items[i];
        if ((!item->renamed && !item->unchanged) || stat(item->path, &status) != 0) continue;
        cli_identity identity = {status.st_dev, status.st_ino};
        cli_file *written = cli_find_file(&cli->written, identity); /* of a file that is gone */
        if (written)
            written->text = owner;
        else if (!cli_add_file(cli, &cli->written, identity, owner))
            return complain(batch, item->path, "out of memory");
        cli_find_file(&cli->written, identity)->renewed = item->renamed;
    }
    return true;
}

/* In the end nothing that this made is left, and what was there before is there again. */
static void take_back(store_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++) {
        store_item *item = &batch->items[i];
        if (item->temporary) unlink(item->temporary);
        if (item->renamed && !item->before) unlink(item->path);
        if (!item->before) continue;
        if (rename(item->before, item->path) != 0)
            complain_errno(batch, item->path, cli_text(batch->cli, "what it held is in %s", item->before));
        else
            unlink(item->before); /* of two names for one file rename keeps both */
        item->before = NULL;
    }
    while (batch->made_count)
        rmdir(batch->made[--batch->made_count]); /* fails, rightly, where others put files */
}

static bool check_interrupt(store_batch *batch, const store_item *item) {
    return !cli_interrupt_waits() || complain(batch, item->path, "interrupted");
}

/* Looks at all places; then writes what goes to devices and pipes, which may wait for a reader and cannot be
 * taken back. */
static bool prepare_batch(store_batch *batch, bool folders) {
    for (uint32_t i = 0; i < batch->count; i++)
        if (!look_at_place(batch, &batch->items[i])) return false;
    renew_model(batch);
    if (!check_locks(batch) || !check_twins(batch)) return false;
    for (uint32_t i = 0; i < batch->count; i++)
        if (batch->items[i].direct && !write_direct(batch, &batch->items[i])) return false;
    for (uint32_t i = 0; folders && i < batch->count; i++)
        if (!make_folders(batch, cli_path_folder(batch->cli, batch->items[i].path))) return false;
    return true;
}

static bool write_and_rename(store_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++) {
        store_item *item = &batch->items[i];
        if (!check_interrupt(batch, item)) return false;
        if (!item->direct && !item->skip && !write_temporary(batch, item)) return false;
    }
    for (uint32_t i = batch->count; i > 0; i--) /* the main file last: whoever sees it, sees all */
        if (!check_interrupt(batch, &batch->items[i - 1]) || !put_in_place(batch, &batch->items[i - 1]))
            return false;
    return remember_written(batch);
}

bool cli_store(cli_run *cli, ferry_job *job, const char *owner, const ferry_file *files, uint32_t count,
               bool make_folders) {
    if (cli->parent >= 0) return cli_child_store(cli, job, owner, files, count, make_folders);
    store_batch batch = {.cli = cli, .job = job, .owner = owner, .count = count};
    batch.items = ferry_new(cli->arena, store_item, count);
    if (count && !batch.items) return complain(&batch, owner, "out of memory");
    for (uint32_t i = 0; i < count; i++) batch.items[i].file = &files[i];
    sigset_t before;
    bool done = prepare_batch(&batch, make_folders);
    cli_hold_interrupts(&before);
    done = done && write_and_rename(&batch);
    if (!done) take_back(&batch);
    for (uint32_t i = 0; i < count; i++)
        if (batch.items[i].before) unlink(batch.items[i].before);
    cli->unchanged_count = 0;
    cli->unchanged = ferry_new(cli->arena, const char *, count);
    for (uint32_t i = 0; done && cli->unchanged && i < count; i++)
        if (batch.items[i].unchanged)
            cli->unchanged[cli->unchanged_count++] = cli_text(cli, "%s", files[i].name);
    cli_release_interrupts(&before);
    return done;
}

void cli_save_file(cli_run *cli, const char *path, const char *owner, ferry_bytes bytes) {
    uint32_t before = ferry_job_report(cli->arena)->count;
    if (cli_store(cli, cli->arena, owner, &(ferry_file){path, bytes}, 1, false)) return;
    const ferry_report *report = ferry_job_report(cli->arena);
    for (uint32_t i = before; i < report->count; i++) cli_print_message(cli, &report->data[i], "");
    cli_remember(cli, CLI_FAILED);
}

bool cli_is_unchanged(const cli_run *cli, const char *name) {
    for (uint32_t i = 0; i < cli->unchanged_count; i++)
        if (strcmp(cli->unchanged[i], name) == 0) return true;
    return false;
}

bool cli_put_stdout(ferry_job *job, ferry_bytes bytes) {
    if (fwrite(bytes.data, 1, bytes.size, stdout) == bytes.size && fflush(stdout) == 0) return true;
    ferry_say(job, FERRY_ERROR, "cli.write", "standard output", "", "cannot be written: %s", strerror(errno));
    return false;
}

void cli_tell_written(cli_session *session, const ferry_file *file, const char *remark) {
    cli_run *cli = session->cli;
    cli_progress_wipe(cli);
    if (!cli->request.quiet)
        cli_print(cli->lines, "%s  %s%s%s%s\n", file->name, cli_count(cli, file->bytes.size, "byte", "bytes"),
                  cli_is_unchanged(cli, file->name) ? ", unchanged" : "", *remark ? "  " : "", remark);
    if (!cli->record) return;
    if (!session->record) session->record = json_object();
    json_t *outputs = json_object_get(session->record, "outputs");
    if (!outputs) json_object_set_new(session->record, "outputs", outputs = json_array());
    json_t *entry = json_object();
    json_object_set_new(entry, "name", cli_record_text(file->name));
    json_object_set_new(entry, "bytes", json_integer((json_int_t)file->bytes.size));
    json_array_append_new(outputs, entry);
}
