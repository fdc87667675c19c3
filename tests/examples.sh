#!/usr/bin/env bash
# The examples of README.md, ferry64.h and docs/adding-a-format.md, as written there, compile without a warning and do what
# they say.
#
#     examples.sh SOURCE-FOLDER COMPILER SHARED-LIBRARY
set -eu
source=$1 compiler=$2 library=$3
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# try NAME: the text on standard input as the body of a function.
try() {
    {
        cat <<'END'
#include <ferry64.h>
static unsigned stored;
static void store(const char *name, ferry_bytes bytes) {
    stored += name[0] != 0 && bytes.size > 0;
}
static void example(ferry_bytes bytes) {
END
        cat
        cat <<'END'
}
static unsigned char model[1 << 20];
int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 2;
    ferry_bytes bytes = {model, fread(model, 1, sizeof model, file)};
    fclose(file);
    example(bytes);
    return stored > 1 ? 0 : 1;
}
END
    } >"$tree/$1.c"
    grep -q ferry_save "$tree/$1.c" || { echo "$1: no example found"; exit 1; }
    "$compiler" -std=c11 -Wall -Wextra -Werror -I"$source/src" "$tree/$1.c" -o "$tree/$1" "$library"
    LD_LIBRARY_PATH=$(dirname "$library") "$tree/$1" "$source/fixtures/figure.bdl" 2>/dev/null || { echo "$1: the example stores no model and textures"; exit 1; }
}
sed -n '/^## The library/,/^## /p' "$source/README.md" | sed -n '/^```c$/,/^```$/p' | grep -v '^```' | try readme
sed -n '/A minimal use/,/^ \* Conventions/p' "$source/src/ferry64.h" | sed -n 's/^ \*     //p' | try header

# The page's reader: a whole file becomes a T3DM, each shorter one an error; with the page's material it has a texture, too.
{
    sed -n '/^```c$/,/^```$/p;/^A program passes/q' "$source/docs/adding-a-format.md" | grep -v '^```'
    sed -n '/^A material with a texture/,/^```$/p' "$source/docs/adding-a-format.md" | sed -n '/^```c$/,/^```$/p' | grep -v '^```'
    cat <<'END'
/* The same file, drawn with a picture. */
static bool read_textured(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    static const uint8_t picture[4 * 4 * 4] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255};
    if (!read_tri(job, in, scene)) return false;
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, mesh->vertex_count);
    if (!mesh->uvs[0]) return false;
    mesh->uvs[0][1].x = mesh->uvs[0][2].y = 1;
    scene->draws.data[0].material = add_material(scene, "picture", 4, 4, picture);
    return scene->draws.data[0].material != FERRY_NONE;
}
static const ferry_format textured = {.name = "textured", .title = "Textured", .extensions = ".tri", .role = FERRY_ROLE_MODEL,
                                      .probe = probe_tri, .read = read_textured};
/* The number of files that it becomes without a loss. */
static unsigned convert(const ferry_format *format, ferry_bytes bytes, bool said) {
    const ferry_format *extra[] = {format, NULL};
    ferry_options options = {.size = sizeof options, .extra_formats = extra};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "a.tri", .bytes = bytes}, 1);
    ferry_file_list files = {0};
    bool done = scene && ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "a.t3dm", &files) &&
                ferry_job_report(job)->totals[FERRY_LOSS] == 0;
    if (said) ferry_report_print(ferry_job_report(job), FERRY_ERROR, stdout);
    unsigned count = done ? files.count : 0;
    ferry_scene_free(scene);
    ferry_close(job);
    return count;
}
int main(void) {
    static const uint8_t file[] = {'T', 'R', 'I', '1', 0, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0x20, 0, 0, 0,
                                   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xA0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2};
    for (size_t size = 0; size <= sizeof file; size++) {
        unsigned files = convert(&tri, (ferry_bytes){file, size}, size + 2 == sizeof file);
        if (files != (size == sizeof file)) return printf("%zu bytes: %u files\n", size, files), 1;
    }
    unsigned files = convert(&textured, (ferry_bytes){file, sizeof file}, false);
    if (files != 2) return printf("with a texture: %u files\n", files), 1;
    return 0;
}
END
} >"$tree/reader.c"
"$compiler" -std=c11 -Wall -Wextra -Werror -I"$source/src" "$tree/reader.c" -o "$tree/reader" "$library"
LD_LIBRARY_PATH=$(dirname "$library") "$tree/reader" >"$tree/said" || { cat "$tree/said"; echo "docs/adding-a-format.md: the reader does not read"; exit 1; }
grep -qF "\`$(cat "$tree/said")\`" "$source/docs/adding-a-format.md" || { cat "$tree/said"; echo "docs/adding-a-format.md tells another message"; exit 1; }
