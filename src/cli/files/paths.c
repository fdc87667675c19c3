/* paths.c: paths as text. Symbolic links are followed only where a comment says so: `filesystem -> build/rom`
 * keeps its name. */
#include "cli/files/paths.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "core/base/path.h"

const char *cli_path_folder(cli_run *cli, const char *path) {
    const char *base = fy_path_base(path);
    if (base == path) return "";
    if (base == path + 1) return "/";
    return cli_text(cli, "%.*s", (int)(base - path - 1), path);
}

const char *cli_path_extension(const char *path) {
    const char *base = fy_path_base(path);
    const char *dot = strrchr(base, '.');
    return dot && dot != base ? dot : "";
}

const char *cli_path_join(cli_run *cli, const char *folder, const char *name) {
    /* a name alone is copied, too: that of a model's side file may live no longer than the job's mark */
    size_t length = strlen(folder);
    return cli_text(cli, "%s%s%s", folder, !length || folder[length - 1] == '/' ? "" : "/", name);
}

/* Appends the elements of `path` to the absolute path in `result`, resolving "." and ".." as text. */
static char *append_elements(char *result, char *end, const char *path) {
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, "/");
        if (length == 2 && memcmp(at, "..", 2) == 0) {
            while (end > result && *--end != '/') {
            }
        } else if (length && !(length == 1 && *at == '.')) {
            *end++ = '/';
            memcpy(end, at, length);
            end += length;
        }
        at += length + (at[length] == '/');
    }
    *end = '\0';
    return end;
}

const char *cli_path_absolute(cli_run *cli, const char *path) {
    char here[4096] = "";
    if (path[0] != '/' && !getcwd(here, sizeof here)) here[0] = '\0';
    char *result = ferry_new(cli->arena, char, strlen(here) + strlen(path) + 3);
    if (!result) return "/";
    char *end = append_elements(result, result, here);
    end = append_elements(result, end, path);
    if (end == result) memcpy(result, "/", 2);
    return result;
}

const char *cli_path_real(cli_run *cli, const char *path) {
    char *real = realpath(*path ? path : ".", NULL);
    const char *kept = real ? cli_text(cli, "%s", real) : NULL;
    free(real);
    if (kept || !*path) return kept ? kept : cli_path_absolute(cli, ".");
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    const char *last = cli_text(cli, "%.*s", (int)length, path);
    if (strcmp(last, "/") == 0) return last;
    return cli_path_absolute(
        cli, cli_path_join(cli, cli_path_real(cli, cli_path_folder(cli, last)), fy_path_base(last)));
}

const char *cli_path_beneath(const char *root, const char *path) {
    size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(root, path, length) != 0 || (path[length] && path[length] != '/')) return NULL;
    return path + length + (path[length] == '/');
}

const char *cli_path_between(cli_run *cli, const char *from, const char *to) {
    const char *a = cli_path_absolute(cli, from), *b = cli_path_absolute(cli, to), *way = "";
    while (!cli_path_beneath(a, b)) { /* "/" ends it: all lies there */
        const char *slash = strrchr(a, '/');
        a = slash == a ? "/" : cli_text(cli, "%.*s", (int)(slash - a), a);
        way = cli_text(cli, "%s%s..", way, *way ? "/" : "");
    }
    const char *below = cli_path_beneath(a, b);
    return *way && *below ? cli_text(cli, "%s/%s", way, below) : *way ? way : below;
}
