/*
 * make_fixtures.c: writes all fixtures into a folder: `make_fixtures fixtures`. Run it after a change of a
 * builder, look at the differences, then let the tests rewrite their golden texts (docs/testing.md).
 */
#include <stdio.h>
#include <stdlib.h>

#include "fixtures.h"

static bool store(const char *folder, const char *name, jb_file *bytes) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    bool stored = file && fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
    if (file && fclose(file) != 0) stored = false;
    if (!stored) fprintf(stderr, "make_fixtures: cannot write %s\n", path);
    jb_file_free(bytes);
    return stored;
}

static bool store_fixture(const char *folder, const fixture *from) {
    jb_model *model = from->make();
    jb_file file = jb_build(model, from->kind);
    jb_model_free(model);
    return store(folder, from->name, &file);
}

static bool store_list(const char *folder, const made_file *list, uint32_t count) {
    bool stored = true;
    for (uint32_t i = 0; i < count; i++) {
        jb_file file = list[i].make(&list[i]);
        stored = store(folder, list[i].name, &file) && stored;
    }
    return stored;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: make_fixtures FOLDER\n");
        return 2;
    }
    bool stored = true;
    for (uint32_t i = 0; i < fixture_count; i++) stored = store_fixture(argv[1], &fixtures[i]) && stored;
    stored = store_list(argv[1], made_files, made_file_count) && stored;
    stored = store_list(argv[1], broken_files, broken_file_count) && stored;
    return stored ? EXIT_SUCCESS : EXIT_FAILURE;
}
