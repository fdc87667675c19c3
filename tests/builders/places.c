/* places.c: see places.h. */
#include <string.h>

#include "builders/places.h"
#include "helpers.h"

/* Beginnings of the codes of messages that have no place in a file. */
static const struct {
    const char *code, *why;
} exempt[] = {
    {"job.", "the job ended: by its memory, its time, its user"},
    {"options.", "what the user asked for is at fault"},
    {"input.",
     "the whole file is meant: it is empty, foreign, unknown, one of several, left out, too much to unpack"},
    {"clips.", "which of several files belong together"},
};

/* The same of formats that the library assimp parses: it tells no places. Where a name or its own words stand
 * in the file, there is one; where not, there is none. glTF is read by ourselves. */
static const char *const foreign[] = {"assimp.", "import."};

static bool has_no_place(const ferry_message *m, const char *format) {
    bool ours = format && (strcmp(format, "gltf") == 0 || strcmp(format, "glb") == 0);
    for (size_t i = 0; !ours && i < sizeof foreign / sizeof *foreign; i++)
        if (strncmp(m->code, foreign[i], strlen(foreign[i])) == 0) return true;
    for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++)
        if (strncmp(m->code, exempt[i].code, strlen(exempt[i].code)) == 0) return true;
    return false;
}

uint32_t fy_expect_places(const ferry_report *report, const char *format, const char *what) {
    uint32_t placed = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *m = &report->data[i];
        if (m->severity == FERRY_NOTE) continue;
        placed += m->has_offset;
        ck_assert_msg(m->has_offset || has_no_place(m, format), "%s: %s without an offset: %s: %s: %s", what,
                      ferry_severity_name(m->severity), m->code, m->path, m->text);
    }
    return placed;
}

void fy_expect_input_named(const ferry_report *report, const char *input, const char *what) {
    size_t length = strlen(input);
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *m = &report->data[i];
        bool named = strncmp(m->file, input, length) == 0 && (!m->file[length] || m->file[length] == '#');
        ck_assert_msg(m->severity != FERRY_ERROR || !*m->file || named, "%s: an error names \"%s\": %s: %s",
                      what, m->file, m->code, m->text);
    }
}
