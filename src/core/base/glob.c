/* glob.c: see glob.h. */
#include "core/base/glob.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The character at `*at`, which moves on; stray bytes of broken UTF-8 count as characters. */
static uint32_t next_character(const char **at) {
    const uint8_t *p = (const uint8_t *)*at;
    uint32_t more = *p < 0xC0 ? 0 : *p < 0xE0 ? 1 : *p < 0xF0 ? 2 : 3, value = *p++;
    for (; more && (*p & 0xC0) == 0x80; more--) value = value << 8 | *p++;
    *at = (const char *)p;
    return value;
}

/* The end of a set that starts behind `[`: its `]`, which may stand first to mean itself; NULL: none. */
static const char *end_of_set(const char *set) {
    if (*set == '!') set++;
    return *set ? strchr(set + 1, ']') : NULL;
}

const char *fy_glob_problem(const char *glob) {
    if (!*glob) return "it is empty";
    for (const char *p = glob; (p = strchr(p, '[')) != NULL; p++) {
        p = end_of_set(p + 1);
        if (!p) return "a `[` has no `]`";
    }
    return NULL;
}

static bool in_set(const char *set, const char *end, uint32_t character) {
    bool inverted = *set == '!', found = false;
    if (inverted) set++;
    while (set < end) {
        uint32_t first = next_character(&set), last = first;
        if (*set == '-' && set + 1 < end) {
            set++;
            last = next_character(&set);
        }
        found |= character >= first && character <= last;
    }
    return found != inverted;
}

/* One step of the glob against one character of the name. */
static bool step(const char **glob, const char **name) {
    const char *end = **glob == '[' ? end_of_set(*glob + 1) : NULL;
    if (!**glob || !**name) return false;
    uint32_t character = next_character(name);
    if (end) {
        bool found = in_set(*glob + 1, end, character);
        *glob = end + 1;
        return found;
    }
    bool any = **glob == '?';
    return next_character(glob) == character || any;
}

/* Only the last `*` ever has to take more: the time is the product of both lengths at most. */
bool fy_glob_matches(const char *glob, const char *name) {
    const char *star = NULL, *taken = name;
    for (;;) {
        if (*glob == '*') {
            star = ++glob;
            taken = name;
            continue;
        }
        if (!*glob && !*name) return true;
        if (step(&glob, &name)) continue;
        if (!star || !*taken) return false;
        next_character(&taken);
        glob = star;
        name = taken;
    }
}
