/* properties_tell.c: telling a property of a thing. */
#include "core/inspect/properties_tell.h"

#include <stdarg.h>

#include "core/base/printable.h"
#include "core/scene/labels.h"

void fy_tell_text(fy_properties *properties, const char *key, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    properties->tell(properties->user, &(fy_property){.key = key, .text = fy_shown(properties->job, text)});
}

void fy_tell_thing(fy_properties *properties, const char *key, fy_thing thing, uint32_t index) {
    properties->tell(properties->user,
                     &(fy_property){.key = key, .text = fy_label(properties->labels, thing, index)});
}

void fy_tell_numbers(fy_properties *properties, const char *key, fy_measure measure, const float *numbers,
                     uint32_t count) {
    properties->tell(properties->user,
                     &(fy_property){.key = key, .numbers = numbers, .count = count, .measure = measure});
}

void fy_tell_name(fy_properties *properties, const char *key, const char *name) {
    properties->tell(properties->user,
                     &(fy_property){.key = key, .text = fy_quote(properties->job, name, 1)});
}
