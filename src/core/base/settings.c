/* settings.c: per-format settings (`KEY=VALUE`), their defaults and their check. */
#include "core/base/settings.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/builtin_formats.h"
#include "core/base/falling.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/base/parse_number.h"

const ferry_setting fy_core_settings[] = {
    {"rigid.joint", "least-error", "least-error|heaviest",
     "the one bone a weighted vertex is bound to: the one with the smallest error over the rest pose and "
     "all animations, or the one with the largest weight"},
    {"rigid.fit", "poses", "poses|bind",
     "its position relative to that bone: the best fit to the rest pose and all animations, or the "
     "position in bind pose"},
    {"rigid.rest-error", "1", "any|number from 0 up to 100",
     "how far a weighted vertex may move from its rest position to fit the animations better, in percent "
     "of the model's height"},
    {"rigid.blend-joints", "auto", "auto|none|whole number above 0",
     "how many bones that move between joints may be added, for the weighted vertices that gain most; auto: "
     "up to 16, where that is visible in the animations"},
    {"poses.max", "none", "none|whole number above 0",
     "how many poses, besides the rest pose, replace animated vertices"},
    {"poses.visibility", "bones", "bones|tracks",
     "how the inactive poses are hidden: by bones of scale 0, which every runtime plays, or by visibility "
     "tracks"},
    {"simplify.triangles", "none", "none|triangle count from 1 on|percentage above 0 up to 100",
     "how many triangles to keep at most: 800, or 25% of the model's"},
    {"simplify.most", "none", "none|triangle count from 1 on",
     "upper limit of triangles, in addition to simplify.triangles; set by --fit"},
    {"simplify.error", "none", "none|number above 0 up to 100",
     "how far the surface may move when triangles are removed, in percent of the model's height"},
    {"simplify.weights", "none", "none|color0|color1",
     "vertex colours as weights of the surface when triangles are removed: black counts a tenth, grey as usual, "
     "white ten times"},
    {"simplify.levels", "none", "none|falling triangle counts or percentages",
     "levels of detail besides the finest: 50%,25%,12% of its triangles, or 400,150, up to nine"},
    {"clips.use", "yes", "yes|no", "read animations or not"},
    {"clips.names", "", "text",
     "which of the matching animations are read: comma-separated globs for names, or for name.kind: "
     "walk*,*.bck; empty: the model's own"},
    {"clips.rate", "30", "30|60", "frames per second of animations whose files do not say it"},
    {"dump.data", "yes", "yes|no", "include bulk data in dumps: vertices, triangles, keys, texels, bytes"},
    {NULL, NULL, NULL, NULL},
};

const ferry_setting *ferry_pass_settings(void) {
    return fy_core_settings;
}

static const ferry_setting *find_in(const ferry_setting *settings, const char *key) {
    for (; settings && settings->key; settings++)
        if (strcmp(settings->key, key) == 0) return settings;
    return NULL;
}

static const ferry_setting *find_setting(const ferry_job *job, const char *key) {
    const ferry_setting *found = find_in(fy_core_settings, key);
    const ferry_format *const *formats = ferry_formats(job);
    for (size_t i = 0; !found && formats[i]; i++) found = find_in(formats[i]->settings, key);
    return found;
}

static bool is_word(const char *alternative, size_t length, const char *word) {
    return strlen(word) == length && strncmp(alternative, word, length) == 0;
}

/* Whether each item between the commas of `value` is one of those in `items`. */
static bool are_items(const char *items, size_t length, const char *value) {
    for (;; value++) {
        size_t size = strcspn(value, ","), at = 0;
        bool found = false;
        while (!found && at < length) {
            size_t item = strcspn(items + at, ",|");
            found = item == size && strncmp(items + at, value, size) == 0;
            at += item + 1;
        }
        value += size;
        if (!found) return false;
        if (!*value) return true;
    }
}

enum { MOST_WHOLE = 65535 };

static const char falling[] = "falling triangle counts or percentages";

static bool is_triangle_count(double number) {
    return number >= 1 && number <= FY_MOST_TRIANGLES && number == floor(number);
}

/* One alternative of `values`: "number", "number above 0", "number from 0 up to 100", "number above 0 up to
 * 100", "whole number above 0" (at most 65535), "triangle count from 1 on", "percentage above 0 up to 100",
 * "falling triangle counts or percentages", "text", a list of words or a literal word. */
static bool is_alternative(const char *alternative, size_t length, const char *value) {
    char text[FY_PROBLEM_SIZE];
    if (is_word(alternative, length, "text")) return true;
    if (is_word(alternative, length, "number")) return fy_finite(fy_parse_number(value));
    if (memchr(alternative, ',', length)) return are_items(alternative, length, value);
    double number = fy_parse_number(value);
    if (is_word(alternative, length, "percentage above 0 up to 100")) return fy_is_percentage(value);
    if (is_word(alternative, length, "triangle count from 1 on")) return is_triangle_count(number);
    if (is_word(alternative, length, falling)) return !fy_falling_problem(value, text, sizeof text);
    if (is_word(alternative, length, "number above 0")) return number > 0;
    if (is_word(alternative, length, "whole number above 0"))
        return number >= 1 && number <= MOST_WHOLE && number == floor(number);
    if (is_word(alternative, length, "number from 0 up to 100")) return number >= 0 && number <= 100;
    if (is_word(alternative, length, "number above 0 up to 100")) return number > 0 && number <= 100;
    return is_word(alternative, length, value);
}

static bool is_one_of(const char *alternatives, const char *value) {
    for (const char *p = alternatives;;) {
        size_t length = strcspn(p, "|");
        if (is_alternative(p, length, value)) return true;
        if (!p[length]) return false;
        p += length + 1;
    }
}

static void list_keys(const ferry_job *job, char *text, size_t size) {
    const ferry_format *const *formats = ferry_formats(job);
    size_t length = 0;
    for (size_t i = 0; i == 0 || formats[i - 1]; i++) {
        const ferry_setting *s = i == 0 ? fy_core_settings : formats[i - 1]->settings;
        for (; s && s->key && length < size; s++)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", s->key);
    }
}

const char *ferry_from_layout(const ferry_job *job) {
    const char *colon = job->options.from ? strchr(job->options.from, ':') : NULL;
    return colon ? colon + 1 : NULL;
}

const ferry_format *fy_from_format(const ferry_job *job) {
    const ferry_format *const *formats = ferry_formats(job);
    const char *from = job->options.from;
    if (!from) return NULL;
    for (size_t i = 0; formats[i]; i++)
        if (is_word(from, strcspn(from, ":"), formats[i]->name)) return formats[i];
    return NULL;
}

static bool check_from(ferry_job *job) {
    const ferry_format *format = fy_from_format(job);
    const char *layout = ferry_from_layout(job);
    if (job->options.from && !format) {
        ferry_say(job, FERRY_ERROR, "options.from", "", "", "unknown format \"%s\"", job->options.from);
        return false;
    }
    if (!layout || (format->layouts && is_one_of(format->layouts, layout))) return true;
    ferry_say(job, FERRY_ERROR, "options.from", "", "", "format \"%s\" has no layout \"%s\"; known: %s",
              format->name, layout, format->layouts ? format->layouts : "none");
    return false;
}

bool ferry_setting_allows(const char *key, const char *value, const char **allowed) {
    const ferry_setting *setting = find_in(fy_core_settings, key);
    for (size_t i = 0; !setting && fy_builtin_formats[i]; i++)
        setting = find_in(fy_builtin_formats[i]->settings, key);
    *allowed = setting ? setting->values : NULL;
    return !setting || is_one_of(setting->values, value);
}

static const char *problem_of(const ferry_setting *setting, const char *value, char *text) {
    return setting && strstr(setting->values, falling) ? fy_falling_problem(value, text, FY_PROBLEM_SIZE)
                                                       : NULL;
}

const char *fy_setting_problem(const char *key, const char *value, char text[FY_PROBLEM_SIZE]) {
    return problem_of(find_in(fy_core_settings, key), value, text);
}

static void refuse(ferry_job *job, const ferry_setting_value *given, const ferry_setting *setting) {
    char text[FY_PROBLEM_SIZE];
    const char *problem = problem_of(setting, given->value, text);
    ferry_say(job, FERRY_ERROR, "options.setting", "", "", "setting \"%s\" cannot be \"%s\"%s%s", given->key,
              given->value, problem ? ": " : "; allowed: ", problem ? problem : setting->values);
}

bool fy_settings_check(ferry_job *job) {
    for (size_t i = 0; i < job->options.setting_count; i++) {
        const ferry_setting_value *given = &job->options.settings[i];
        const ferry_setting *setting = find_setting(job, given->key);
        if (!setting) {
            char keys[2048] = "";
            list_keys(job, keys, sizeof keys);
            ferry_say(job, FERRY_ERROR, "options.setting", "", "", "unknown setting \"%s\"; known: %s",
                      given->key, keys);
            return false;
        }
        if (!is_one_of(setting->values, given->value)) {
            refuse(job, given, setting);
            return false;
        }
    }
    return check_from(job);
}

const char *ferry_setting_text(const ferry_job *job, const char *key) {
    for (size_t i = job->options.setting_count; i > 0; i--)
        if (strcmp(job->options.settings[i - 1].key, key) == 0) return job->options.settings[i - 1].value;
    const ferry_setting *setting = find_setting(job, key);
    return setting ? setting->default_value : "";
}

bool ferry_setting_is(const ferry_job *job, const char *key, const char *value) {
    return strcmp(ferry_setting_text(job, key), value) == 0;
}

double ferry_setting_number(const ferry_job *job, const char *key) {
    return fy_parse_number(ferry_setting_text(job, key));
}
