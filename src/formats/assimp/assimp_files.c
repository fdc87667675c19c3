/*
 * assimp_files.c: the files that assimp sees: the input itself, and what the job's sidecar callback gives.
 */
#include "formats/assimp/assimp_files.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_mtl.h"
#include "formats/packing/unicode_unpack.h"
#include "formats/pictures/sidecar_names.h"

/* -------------------------------------------------------------------------------------------------- files */

/* What assimp holds as an open file. It is assimp that closes it, so it comes from malloc. */
typedef struct open_file {
    struct aiFile file;
    fy_assimp_files *files;
    ferry_bytes bytes;
    size_t at;
} open_file;

static open_file *of(struct aiFile *file) {
    return (open_file *)(void *)file->UserData;
}

static size_t read_some(struct aiFile *file, char *to, size_t size, size_t count) {
    open_file *f = of(file);
    if (!size || !count) return 0;
    if (!ferry_tick(f->files->job)) f->files->stopped = true;
    if (f->files->stopped) return 0;
    size_t left = (f->bytes.size - f->at) / size;
    if (count > left) count = left;
    if (count) memcpy(to, f->bytes.data + f->at, size * count);
    f->at += size * count;
    return count;
}

static size_t write_nothing(struct aiFile *file, const char *from, size_t size, size_t count) {
    (void)file, (void)from, (void)size, (void)count;
    return 0;
}

static size_t tell_position(struct aiFile *file) {
    return of(file)->at;
}

static size_t size_of(struct aiFile *file) {
    return of(file)->bytes.size;
}

static enum aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin) {
    open_file *f = of(file);
    size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? f->at : f->bytes.size;
    size_t to = from + offset; /* wraps round for offsets below zero, as C's do */
    if (to > f->bytes.size) return aiReturn_FAILURE;
    f->at = to;
    return aiReturn_SUCCESS;
}

static void flush_nothing(struct aiFile *file) {
    (void)file;
}

static bool ends(const char *name, const char *ending) {
    size_t n = strlen(name), e = strlen(ending);
    return n >= e && fy_same_but_for_case(name + n - e, ending);
}

static bool find_file(fy_assimp_files *files, const char *name, ferry_bytes *bytes) {
    while (name[0] == '.' && name[1] == '/') name += 2;
    if (strcmp(name, files->name) == 0) {
        *bytes = files->bytes;
        return true;
    }
    bool found = fy_locate_sidecar(files->job, name, false, NULL, bytes);
    if (found && ends(name, ".mtl"))
        found = fy_unicode_plain(files->job, *bytes, bytes) &&
                fy_assimp_mtl(files->job, *bytes, files->moves, bytes);
    if (ferry_failed(files->job)) files->stopped = true;
    return found && !files->stopped;
}

static struct aiFile *open_one(struct aiFileIO *io, const char *name, const char *mode) {
    fy_assimp_files *files = (fy_assimp_files *)(void *)io->UserData;
    ferry_bytes bytes = {0};
    if (mode[0] != 'r' || files->stopped || !find_file(files, name, &bytes)) return NULL;
    open_file *f = malloc(sizeof *f);
    if (!f) return NULL;
    *f = (open_file){
        {read_some, write_nothing, tell_position, size_of, seek, flush_nothing, NULL}, files, bytes, 0};
    f->file.UserData = (char *)f;
    return &f->file;
}

static void close_one(struct aiFileIO *io, struct aiFile *file) {
    (void)io;
    if (file) free(of(file));
}

struct aiFileIO fy_assimp_file_io(fy_assimp_files *files) {
    return (struct aiFileIO){open_one, close_one, (char *)files};
}
