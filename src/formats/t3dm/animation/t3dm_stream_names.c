/*
 * t3dm_stream_names.c: what streams of animations are called: after the model that is written, whose folder
 * they lie in.
 *
 * Format: docs/formats/t3dm.md, "Animations from clips" and "Rewriting".
 */
#include "formats/t3dm/animation/t3dm_stream_names.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"
#include "formats/t3dm/texture/t3dm_texture_names.h"

static const char *ending(ferry_job *job) {
    return ferry_setting_text(job, "t3dm.stream-ext");
}

/* Without the ending. */
static int stem_length(const char *base) {
    const char *dot = strrchr(base, '.');
    return (int)(dot ? (size_t)(dot - base) : strlen(base));
}

const char *fy_t3dm_stream_name(ferry_job *job, const char *model, uint32_t number) {
    const char *base = fy_path_base(model);
    return ferry_job_format(job, "%.*s.%u.%s", stem_length(base), base, number, ending(job));
}

bool fy_t3dm_stream_number(ferry_job *job, const char *model, const char *name, uint32_t *number) {
    enum { MOST_DIGITS = 9 };
    const char *base = fy_path_base(model);
    size_t stem = (size_t)stem_length(base);
    if (strncmp(name, base, stem) != 0 || name[stem] != '.') return false;
    const char *digits = name + stem + 1;
    size_t count = strspn(digits, "0123456789");
    if (!count || count > MOST_DIGITS || digits[count] != '.' || strcmp(digits + count + 1, ending(job)) != 0)
        return false;
    *number = 0;
    for (size_t i = 0; i < count; i++) *number = *number * 10 + (uint32_t)(digits[i] - '0');
    return true;
}

const char *fy_t3dm_stream_file(ferry_job *job, const char *model, const char *name) {
    return ferry_job_format(job, "%.*s%s", (int)(fy_path_base(model) - model), model, name);
}

const char *fy_t3dm_stream_path(ferry_job *job, const char *name) {
    bool given = *ferry_setting_text(job, "t3dm.stream-dir");
    return ferry_job_format(job, "rom:/%s%s",
                            fy_t3dm_rom_folder(job, given ? "t3dm.stream-dir" : "t3dm.rom-dir"), name);
}
