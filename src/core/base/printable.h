/* printable.h: text that somebody else wrote, as it may be shown. */
#ifndef FERRY_CORE_BASE_PRINTABLE_H
#define FERRY_CORE_BASE_PRINTABLE_H

#include "ferry64.h"

/* Bytes of the character of UTF-8 at `at`; 0: none begins there. The text ends with NUL. */
size_t fy_utf8_length(const unsigned char *at);

unsigned fy_utf8_code(const unsigned char *at, size_t length);

/* Whether the character of `length` bytes at `at` must not be shown as it is: it would end a line, move the
 * cursor, start an escape sequence (C0, DEL, C1), or turn the text around (marks of direction, invisible line
 * ends). */
bool fy_is_unprintable(const unsigned char *at, size_t length);

/* `text` on one line of UTF-8: each byte of such a character, and of what is no UTF-8, becomes `\xNN`. Cut to
 * `size` bytes with the NUL, between characters. Returns the whole length, as snprintf does. */
size_t fy_printable(char *to, size_t size, const char *text);

/* The same in the job's memory, or `text` itself where there is nothing to change. "" at the limit. */
const char *fy_shown(ferry_job *job, const char *text);

#endif
