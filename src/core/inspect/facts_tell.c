/* facts_tell.c: telling a fact of a thing. */
#include "core/inspect/facts_tell.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/printable.h"
#include "core/scene/labels.h"

void fy_tell_text(fy_facts *facts, const char *key, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    facts->tell(facts->user, &(fy_fact){.key = key, .text = fy_shown(facts->job, text)});
}

void fy_tell_thing(fy_facts *facts, const char *key, fy_thing thing, uint32_t index) {
    facts->tell(facts->user, &(fy_fact){.key = key, .text = fy_label(facts->labels, thing, index)});
}

void fy_tell_numbers(fy_facts *facts, const char *key, fy_measure measure, const float *numbers,
                     uint32_t count) {
    facts->tell(facts->user, &(fy_fact){.key = key, .numbers = numbers, .count = count, .measure = measure});
}

void fy_tell_name(fy_facts *facts, const char *key, const char *name) {
    facts->tell(facts->user, &(fy_fact){.key = key, .text = fy_quote(facts->job, name, 1)});
}
