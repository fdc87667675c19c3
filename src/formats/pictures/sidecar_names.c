/*
 * sidecar_names.c: files beside a model, called as other people's programs and machines call them. Nothing
 * is opened here, and no name that a file gives leads out of the input's folder (docs/formats/generic.md,
 * "Files beside the model").
 */
#include "formats/pictures/sidecar_names.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* `%20` becomes a space; a `%00` stays as it is. */
static void decode_percents(char *name) {
    char *to = name;
    for (const char *p = name; *p; p++) {
        int value = p[0] == '%' && hex(p[1]) >= 0 && hex(p[2]) >= 0 ? hex(p[1]) << 4 | hex(p[2]) : 0;
        *to++ = value ? (char)value : *p;
        if (value) p += 2;
    }
    *to = 0;
}

static bool is_absolute(const char *name) {
    bool letter = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');
    return *name == '/' || (letter && name[1] == ':');
}

static bool leads_up(const char *name) {
    for (const char *at = name; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2])) return true;
    return false;
}

/* In place: slashes that go this way, no `./`, no empty elements; of absolute paths the last element only. */
static const char *tidy(char *name) {
    for (char *p = name; *p; p++)
        if (*p == '\\') *p = '/';
    char *last = strrchr(name, '/');
    if (is_absolute(name)) return last ? last + 1 : strchr(name, ':') + 1;
    char *to = name;
    for (const char *p = name; *p;) {
        if (*p == '/' || (p[0] == '.' && p[1] == '/')) {
            p += *p == '/' ? 1 : 2;
            continue;
        }
        while (*p && *p != '/') *to++ = *p++;
        if (*p) *to++ = *p++;
    }
    *to = 0;
    return name;
}

static bool ask(ferry_job *job, char *spelled, const char **name, ferry_bytes *bytes) {
    const char *wanted = tidy(spelled);
    if (!*wanted || leads_up(wanted) || !ferry_sidecar(job, wanted, bytes)) return false;
    if (name) *name = wanted;
    return true;
}

/* What the user's own search finds for it. `anywhere`: in whatever folder; else only another case of the name
 * itself. */
static bool search(ferry_job *job, const char *wanted, bool anywhere, const char **name, ferry_bytes *bytes) {
    const char *way = *wanted ? ferry_find_sidecar(job, wanted) : NULL;
    if (!way || (!anywhere && !fy_same_but_for_case(way, wanted)) || !ferry_sidecar(job, way, bytes))
        return false;
    if (name) *name = way;
    return true;
}

/* The names that a source may mean. */
typedef struct spellings {
    char *plain, *decoded, *whole, *base;
    bool coded;
} spellings;

static bool spell(ferry_job *job, const char *source, spellings *s) {
    size_t size = strlen(source) + 1;
    char *copies = ferry_new(job, char, 4 * size);
    if (!copies) return false;
    *s = (spellings){copies, copies + size, copies + 2 * size, copies + 3 * size, false};
    for (int k = 0; k < 4; k++) memcpy(copies + (size_t)k * size, source, size);
    decode_percents(s->decoded);
    s->coded = strcmp(s->plain, s->decoded) != 0;
    memcpy(s->whole, s->decoded, size);
    for (char *p = s->whole; *p; p++)
        if (*p == '\\') *p = '/';
    char *slash = strrchr(s->whole, '/');
    s->base = slash ? slash + 1 : s->whole;
    return true;
}

/* As it is written; decoded, if that is another name; then, for the paths of other people's machines, what is
 * searched for, and its last element. */
bool fy_locate_sidecar(ferry_job *job, const char *source, bool anywhere, const char **name,
                       ferry_bytes *bytes) {
    spellings s;
    if (!spell(job, source, &s)) return false;
    if (ask(job, s.plain, name, bytes) || (s.coded && ask(job, s.decoded, name, bytes))) return true;
    if (ferry_failed(job) || search(job, s.whole, anywhere, name, bytes)) return !ferry_failed(job);
    return s.base != s.whole && ask(job, s.base, name, bytes);
}

/* Pictures are exchanged for others of their name: an artist's layers, or what a game's tools made
 * of them. */
bool fy_sidecar_picture(ferry_job *job, const char *source, const char **name, ferry_bytes *bytes) {
    static const char *const endings[] = {"png", "tga",  "jpg",  "jpeg", "bmp", "dds",
                                          "tif", "tiff", "webp", "gif",  "psd"};
    spellings s;
    if (fy_locate_sidecar(job, source, true, name, bytes)) return true;
    if (ferry_failed(job) || !spell(job, source, &s)) return false;
    const char *dot = strrchr(s.base, '.');
    size_t stem = dot && dot != s.base && strlen(dot) <= 5 ? (size_t)(dot - s.whole) : strlen(s.whole);
    for (size_t k = 0; *s.base && k < sizeof endings / sizeof *endings; k++) {
        const char *other = ferry_job_format(job, "%.*s.%s", (int)stem, s.whole, endings[k]);
        if (!other || search(job, other, true, name, bytes)) return other && !ferry_failed(job);
    }
    return false;
}
