/*
 * t3dm_strings.c: the string table. Offset 0 means "none", so a lone byte stands there.
 *
 * Format: docs/formats/t3dm.md, "Strings". Strings are only shared whole: sharing tails saves little, and a
 * string that seems to start at the lone byte would be lost.
 */
#include "formats/t3dm/file/t3dm_strings.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

bool fy_t3dm_strings_open(ferry_job *job, const char *file, fy_t3dm_strings *strings) {
    *strings = (fy_t3dm_strings){.job = job, .out = ferry_out_open(job, file), .size = 64};
    strings->table = ferry_new(job, uint32_t, strings->size);
    ferry_put_u8(&strings->out, 'S');
    return strings->table != NULL;
}

static uint32_t *find_string(const fy_t3dm_strings *s, const char *bytes) {
    uint32_t hash = UINT32_C(2166136261);
    for (const char *c = bytes; *c; c++) hash = (hash ^ (uint8_t)*c) * UINT32_C(16777619);
    for (uint32_t at = hash & (s->size - 1);; at = (at + 1) & (s->size - 1)) {
        uint32_t *entry = &s->table[at];
        if (!*entry || strcmp((const char *)s->out.data + *entry, bytes) == 0) return entry;
    }
}

static bool widen_table(fy_t3dm_strings *s) {
    fy_t3dm_strings wide = *s;
    wide.size *= 2;
    wide.table = ferry_new(s->job, uint32_t, wide.size);
    if (!wide.table) return false;
    for (uint32_t i = 0; i < s->size; i++) {
        if (s->table[i]) *find_string(&wide, (const char *)s->out.data + s->table[i]) = s->table[i];
    }
    *s = wide;
    return true;
}

uint32_t fy_t3dm_strings_add(fy_t3dm_strings *s, const char *bytes) {
    if (s->out.bad || (2 * s->count >= s->size && !widen_table(s))) {
        s->out.bad = true;
        return 0;
    }
    uint32_t *entry = find_string(s, bytes);
    if (*entry) return *entry;
    uint32_t offset = (uint32_t)s->out.size;
    ferry_put_bytes(&s->out, bytes, strlen(bytes) + 1);
    if (s->out.bad) return 0;
    *entry = offset;
    s->count++;
    return offset;
}

/* Importers find a string at the end of another one, so names of their files may lie there. Long strings and
 * large tables are no names: only whole strings count. */
void fy_t3dm_strings_begin(fy_t3dm_strings *s, ferry_bytes table) {
    enum { LONG = 64, LARGE = 1 << 20 };
    if (table.size < 2) return;
    ferry_put_bytes(&s->out, table.data + 1, table.size - 1);
    if (table.data[table.size - 1]) ferry_put_u8(&s->out, 0);
    for (size_t at = 1; at < s->out.size && !s->out.bad; at++) {
        const uint8_t *string = s->out.data + at;
        size_t length = strlen((const char *)string);
        bool whole = at == 1 || !string[-1];
        if (!whole && (length > LONG || s->out.size > LARGE)) continue;
        if (2 * s->count >= s->size && !widen_table(s)) {
            s->out.bad = true;
            return;
        }
        uint32_t *entry = find_string(s, (const char *)string);
        s->count += !*entry;
        if (!*entry) *entry = (uint32_t)at;
    }
}

uint32_t fy_t3dm_strings_name(fy_t3dm_strings *s, const char *name, bool optional) {
    size_t size;
    if (optional && !*name) return 0;
    const char *bytes = ferry_text_bytes(s->job, name, &size);
    if (!bytes) s->out.bad = true;
    return bytes ? fy_t3dm_strings_add(s, bytes) : 0;
}
