/* replay.c: runs a fuzz target over files and folders, in the order of their names: `replay_read fixtures
 * crashes`. */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int run_file(const char *path) {
    FILE *file = is_folder(path) ? NULL : fopen(path, "rb");
    if (!file) return 0;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    bool read = data && size >= 0 && fread(data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (read) LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return read;
}

static int visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int run_folder(const char *path) {
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, visible, alphasort), done = 0;
    for (int i = 0; i < count; i++) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        done += run_file(name);
        free(entries[i]);
    }
    free(entries);
    return done;
}

int main(int argc, char **argv) {
    int done = 0;
    for (int i = 1; i < argc; i++) done += is_folder(argv[i]) ? run_folder(argv[i]) : run_file(argv[i]);
    printf("%d files\n", done);
    return done > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
