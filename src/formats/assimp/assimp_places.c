/*
 * assimp_places.c: where in the file stands what assimp tells of. It keeps no places; but names stand in most
 * files as it gives them, and what it says itself often names a line or an offset.
 */
#include "formats/assimp/assimp_places.h"

#include <stdarg.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/assimp/assimp.h"

enum { MOST_SHOWN = 40 };

/* Bytes that are looked through for the places of messages, in all: a file may have as many of them as it
 * likes. */
static const uint64_t MOST_LOOKED = UINT64_C(1) << 24;

/* -------------------------------------------------------------------------------------------------- texts */

static bool in_word(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80 ||
           c == '_' || c == '-' || c == '.';
}

/* Where `text` begins; FY_NOWHERE: nowhere. */
static uint64_t find_text(const ferry_window *in, const char *text, size_t size, bool word) {
    const uint8_t *at = in->data, *end = in->data + in->size;
    while (size && (size_t)(end - at) >= size) {
        at = memchr(at, (uint8_t)text[0], (size_t)(end - at) - size + 1);
        if (!at) break;
        bool open = at > in->data && in_word(at[-1]),
             goes_on = (size_t)(end - at) > size && in_word(at[size]);
        if (memcmp(at, text, size) == 0 && !(word && (open || goes_on))) return (uint64_t)(at - in->data);
        at++;
    }
    return FY_NOWHERE;
}

uint64_t fy_assimp_find_bytes(const ferry_window *in, ferry_bytes bytes) {
    return find_text(in, (const char *)bytes.data, bytes.size, false);
}

/* ----------------------------------------------------------------------------------------- assimp's words */

/* The number behind `word` ("line", "offset 0x"), which begins there and may be followed by some of " :=";
 * false: there is none. */
static bool number_behind(const char *text, const char *word, int base, uint64_t *number) {
    size_t size = strlen(word);
    for (const char *begin = text; *text; text++) {
        size_t k = 0;
        while (k < size && text[k] && (text[k] | 0x20) == word[k]) k++;
        if (k < size || (text > begin && in_word((uint8_t)text[-1]))) continue;
        const char *digits = text + size + strspn(text + size, " :=");
        char *end;
        *number = strtoull(digits, &end, base);
        if (end != digits && *digits != '-') return true;
    }
    return false;
}

/* Where line `line` begins, and in it column `column`, both from 1. */
static uint64_t place_of_line(const ferry_window *in, uint64_t line, uint64_t column) {
    const uint8_t *at = in->data, *end = in->data + in->size;
    for (; line > 1 && at < end; line--) {
        const uint8_t *next = memchr(at, '\n', (size_t)(end - at));
        if (!next) return FY_NOWHERE;
        at = next + 1;
    }
    uint64_t place = (uint64_t)(at - in->data) + (column ? column - 1 : 0);
    return place <= in->size ? place : FY_NOWHERE;
}

/* What stands in quotes, as far as assimp shows it unchanged: what cannot be printed is a `?`. */
static uint64_t place_of_quote(const ferry_window *in, const char *text) {
    const char *quote = strchr(text, '"');
    size_t size = strcspn(quote + 1, "\"?\n");
    if (size > MOST_SHOWN) size = MOST_SHOWN;
    return size < 3 ? FY_NOWHERE : find_text(in, quote + 1, size, false);
}

/* "OBJ: failed to locate material Red, ...", "... material file red.mtl" */
static uint64_t place_of_material(const ferry_window *in, const char *text) {
    static const char *const before[] = {"material file ", "material "};
    for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
        const char *name = strstr(text, before[k]);
        if (!name) continue;
        name += strlen(before[k]);
        return find_text(in, name, strcspn(name, ",\n"), true);
    }
    return FY_NOWHERE;
}

/* Whether the file may be looked through once more. */
static bool may_look(const ferry_window *in, uint64_t *looked) {
    bool may = *looked < MOST_LOOKED;
    if (may) *looked += in->size;
    return may;
}

uint64_t fy_assimp_place_in(const ferry_window *in, const char *text, uint64_t *looked) {
    uint64_t number, column;
    if (!may_look(in, looked)) return FY_NOWHERE;
    if (number_behind(text, "offset 0x", 16, &number)) return number <= in->size ? number : FY_NOWHERE;
    if (number_behind(text, "line", 10, &number))
        return place_of_line(in, number, number_behind(text, "col", 10, &column) ? column : 1);
    return strchr(text, '"') ? place_of_quote(in, text) : place_of_material(in, text);
}

/* ----------------------------------------------------------------------------------------------- messages */

/* A name; of a path what stands behind its folders, if the whole does not stand there. */
static uint64_t place_of_name(const fy_assimp *a, const char *name) {
    if (!name || !*name || !may_look(a->in, a->looked)) return FY_NOWHERE;
    uint64_t at = find_text(a->in, name, strlen(name), true);
    const char *slash = strrchr(name, '/'), *back = strrchr(name, '\\'), *base = back > slash ? back : slash;
    return at == FY_NOWHERE && base && base[1] ? find_text(a->in, base + 1, strlen(base + 1), true) : at;
}

void fy_assimp_tell(const fy_assimp *a, ferry_severity severity, const char *code, const char *name,
                    const char *format, ...) {
    char text[512];
    uint64_t at = place_of_name(a, name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (at == FY_NOWHERE)
        ferry_say(a->job, severity, code, a->in->file, "", "%s", text);
    else
        ferry_say_at(a->in, at, severity, code, "%s", text);
}
