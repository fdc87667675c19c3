/* dae_out.c: COLLADA's XML as it is written: elements, sources, numbers. */
#include "formats/dae/dae_out.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/numbers.h"

void fy_dae_put(fy_dae *d, const char *text) {
    ferry_put_bytes(&d->out, text, strlen(text));
}

void fy_dae_indent(fy_dae *d) {
    for (uint32_t k = 0; k < d->depth && k < FY_DAE_DEPTH; k++) fy_dae_put(d, " ");
}

/* "<tag" */
static void begin_tag(fy_dae *d, const char *tag, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, tag, again);
    va_end(again);
    ferry_mark mark = ferry_job_mark(d->x.e.job);
    char *text = length < 0 ? NULL : ferry_new(d->x.e.job, char, (size_t)length + 1);
    fy_dae_indent(d);
    if (text) {
        vsnprintf(text, (size_t)length + 1, tag, arguments);
        fy_dae_put(d, "<");
        fy_dae_put(d, text);
    } else {
        d->out.bad = true;
    }
    ferry_job_release(d->x.e.job, mark);
}

void fy_dae_open(fy_dae *d, const char *tag, ...) {
    va_list arguments;
    va_start(arguments, tag);
    begin_tag(d, tag, arguments);
    va_end(arguments);
    fy_dae_put(d, ">\n");
    d->depth++;
}

void fy_dae_close(fy_dae *d, const char *name) {
    d->depth--;
    fy_dae_indent(d);
    fy_dae_put(d, "</");
    fy_dae_put(d, name);
    fy_dae_put(d, ">\n");
}

void fy_dae_empty(fy_dae *d, const char *tag, ...) {
    va_list arguments;
    va_start(arguments, tag);
    begin_tag(d, tag, arguments);
    va_end(arguments);
    fy_dae_put(d, "/>\n");
}

void fy_dae_element(fy_dae *d, const char *name, const char *text) {
    fy_dae_indent(d);
    fy_dae_put(d, "<");
    fy_dae_put(d, name);
    fy_dae_put(d, ">");
    fy_dae_put(d, text);
    fy_dae_put(d, "</");
    fy_dae_put(d, strcspn(name, " ") == strlen(name)
                      ? name
                      : ferry_job_format(d->x.e.job, "%.*s", (int)strcspn(name, " "), name));
    fy_dae_put(d, ">\n");
}

const char *fy_dae_text(fy_dae *d, const char *text) {
    static const char marks[] = "&<>\"";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    char *escaped = ferry_new(d->x.e.job, char, 6 * strlen(text) + 1), *to = escaped;
    if (!escaped) return "";
    for (; *text; text++) {
        const char *mark = strchr(marks, *text);
        size_t size = mark ? strlen(names[mark - marks]) : 1;
        memcpy(to, mark ? names[mark - marks] : text, size);
        to += size;
    }
    return escaped;
}

void fy_dae_numbers(fy_dae *d, const float *values, size_t count) {
    char text[FY_NUMBER_SIZE];
    for (size_t i = 0; i < count; i++) {
        if (i) fy_dae_put(d, i % 24 ? " " : "\n");
        fy_dae_put(d, fy_number(text, values[i]));
    }
}

void fy_dae_rows(const ferry_matrix *m, float to[16]) {
    for (int k = 0; k < 12; k++) to[k] = (float)m->m[k / 4][k % 4];
    to[12] = to[13] = to[14] = 0;
    to[15] = 1;
}

void fy_dae_whole(fy_dae *d, uint32_t value) {
    char text[16];
    snprintf(text, sizeof text, "%" PRIu32, value);
    fy_dae_put(d, text);
}

static void put_array(fy_dae *d, const char *id, const float *values, size_t count) {
    fy_dae_indent(d);
    fy_dae_put(d, ferry_job_format(d->x.e.job, "<float_array id=\"%s.array\" count=\"%zu\">", id, count));
    fy_dae_numbers(d, values, count);
    fy_dae_put(d, "</float_array>\n");
}

static void open_accessor(fy_dae *d, const char *id, uint32_t count, uint32_t stride) {
    fy_dae_open(d, "technique_common");
    fy_dae_open(d, "accessor source=\"#%s.array\" count=\"%" PRIu32 "\" stride=\"%" PRIu32 "\"", id, count,
                stride);
}

static void close_accessor(fy_dae *d) {
    fy_dae_close(d, "accessor");
    fy_dae_close(d, "technique_common");
    fy_dae_close(d, "source");
}

void fy_dae_source(fy_dae *d, const char *id, const float *values, uint32_t count, const char *names) {
    uint32_t width = (uint32_t)strlen(names);
    fy_dae_open(d, "source id=\"%s\"", id);
    put_array(d, id, values, (size_t)count * width);
    open_accessor(d, id, count, width);
    for (; *names; names++) {
        if (*names == 't')
            fy_dae_empty(d, "param name=\"TIME\" type=\"float\"");
        else if (*names == 'w')
            fy_dae_empty(d, "param name=\"WEIGHT\" type=\"float\"");
        else
            fy_dae_empty(d, "param name=\"%c\" type=\"float\"", *names);
    }
    close_accessor(d);
}

void fy_dae_matrices(fy_dae *d, const char *id, const float *values, uint32_t count) {
    fy_dae_open(d, "source id=\"%s\"", id);
    put_array(d, id, values, 16 * (size_t)count);
    open_accessor(d, id, count, 16);
    fy_dae_empty(d, "param name=\"TRANSFORM\" type=\"float4x4\"");
    close_accessor(d);
}

void fy_dae_words(fy_dae *d, const char *id, const char *name, const char *const *words, uint32_t count) {
    fy_dae_open(d, "source id=\"%s\"", id);
    fy_dae_indent(d);
    fy_dae_put(d,
               ferry_job_format(d->x.e.job, "<Name_array id=\"%s.array\" count=\"%" PRIu32 "\">", id, count));
    for (uint32_t i = 0; i < count; i++) {
        if (i) fy_dae_put(d, i % 24 ? " " : "\n");
        fy_dae_put(d, words[i]);
    }
    fy_dae_put(d, "</Name_array>\n");
    open_accessor(d, id, count, 1);
    fy_dae_empty(d, "param name=\"%s\" type=\"name\"", name);
    close_accessor(d);
}
