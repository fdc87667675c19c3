/* printable.c: see printable.h. All names and messages pass through here before they reach a terminal, a
 * report or a log. */
#include "core/base/printable.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

unsigned fy_utf8_code(const unsigned char *at, size_t length) {
    unsigned code = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) code = code << 6 | (at[i] & 0x3Fu);
    return code;
}

size_t fy_utf8_length(const unsigned char *at) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (at[0] < 0x80) return 1;
    if (at[0] < 0xC2 || at[0] > 0xF4) return 0;
    size_t length = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80) return 0;
    unsigned code = fy_utf8_code(at, length);
    bool surrogate = code >= 0xD800 && code < 0xE000;
    return code >= least[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

bool fy_is_unprintable(const unsigned char *at, size_t length) {
    unsigned code = fy_utf8_code(at, length);
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return true;
    bool ends_line = code == 0x2028 || code == 0x2029;
    bool turns = code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                 (code >= 0x2066 && code <= 0x2069);
    return ends_line || turns;
}

/* What stands for the character, or the single byte, at `at`; `used`: its bytes. */
static size_t show(const unsigned char *at, char shown[17], size_t *used) {
    static const char digits[] = "0123456789abcdef";
    size_t length = fy_utf8_length(at), size = 0;
    *used = length ? length : 1;
    if (length && !fy_is_unprintable(at, length)) {
        memcpy(shown, at, length);
        return length;
    }
    for (size_t i = 0; i < *used; i++) {
        shown[size++] = '\\';
        shown[size++] = 'x';
        shown[size++] = digits[at[i] >> 4];
        shown[size++] = digits[at[i] & 15];
    }
    return size;
}

size_t fy_printable(char *to, size_t size, const char *text) {
    size_t whole = 0, kept = 0, used;
    for (const unsigned char *at = (const unsigned char *)text; *at; at += used) {
        char shown[17];
        size_t more = show(at, shown, &used);
        if (kept == whole && whole + more < size) {
            memcpy(to + kept, shown, more);
            kept += more;
        }
        whole += more;
    }
    if (size) to[kept] = '\0';
    return whole;
}

const char *fy_shown(ferry_job *job, const char *text) {
    size_t length = fy_printable(NULL, 0, text);
    if (length == strlen(text)) return text; /* it only grows */
    char *shown = ferry_new(job, char, length + 1);
    if (!shown) return "";
    fy_printable(shown, length + 1, text);
    return shown;
}
