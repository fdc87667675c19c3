/*
 * evidence.c: what names and folders say about whose an animation is (docs/animations.md, "Which animations
 * join"). Upper and lower case are one.
 */
#include "core/pipeline/evidence.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"

enum { LEAST_SURE = 4, LEAST_WORD = 2, LEAST_LONG = 8, MOST_ENDING = 2 };

static bool is_letter(char c) {
    return (fy_lower(c) >= 'a' && fy_lower(c) <= 'z') || (unsigned char)c >= 0x80;
}

static size_t common_start(fy_word a, fy_word b) {
    size_t n = 0;
    while (n < a.length && n < b.length && fy_lower(a.text[n]) == fy_lower(b.text[n])) n++;
    return n;
}

bool fy_same_word(fy_word a, fy_word b) {
    return a.length == b.length && common_start(a, b) == a.length;
}

static bool starts_with(fy_word word, fy_word start) {
    return common_start(word, start) == start.length;
}

/* A word of the name ends before character `at`: at its end, where no letter follows, or at a capital
 * ("linkWalk"). */
static bool ends_at(fy_word name, size_t at) {
    if (at == 0 || at == name.length) return at > 0;
    char before = name.text[at - 1], next = name.text[at];
    return !is_letter(next) || (next >= 'A' && next <= 'Z' && !(before >= 'A' && before <= 'Z'));
}

/* ------------------------------------------------------------------------------------------------ folders */

/* Behind the last '/' or '#'. */
static fy_word last_part(fy_word path) {
    size_t at = path.length;
    while (at > 0 && path.text[at - 1] != '/' && path.text[at - 1] != '#') at--;
    return (fy_word){path.text + at, path.length - at};
}

/* Up to that '/' or '#'; the one of an archive stays, its folders have names of their own. */
static fy_word folder_of(fy_word path) {
    size_t length = path.length - last_part(path).length;
    return (fy_word){path.text, length && path.text[length - 1] == '/' ? length - 1 : length};
}

/* "bdl", "bdlm" or "bcks" for the ending ".bdl" or ".bck". */
static bool is_ending(fy_word name, const char *endings) {
    for (const char *at = endings; (at = strchr(at, '.')) != NULL;) {
        at++;
        fy_word ending = {at, strcspn(at, " .")};
        if (ending.length >= 3 && starts_with(name, ending) && name.length <= ending.length + MOST_ENDING)
            return true;
    }
    return false;
}

static bool is_one_of(fy_word name, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (fy_same_word(name, (fy_word){words[i], strlen(words[i])})) return true;
    return false;
}

/* A folder for files of one kind: what is in it belongs to what is in the folders of other kinds beside
 * it. */
static bool is_kind(const ferry_job *job, fy_word name) {
    static const char *const words[] = {"anim",  "anims",  "animation", "animations", "anm",    "anms",
                                        "model", "models", "mdl",       "motion",     "motions"};
    if (is_one_of(name, words, sizeof words / sizeof *words)) return true;
    for (const ferry_format *const *format = ferry_formats(job); *format; format++)
        if (((*format)->matches || (*format)->outline) && is_ending(name, (*format)->extensions)) return true;
    return false;
}

fy_location fy_find_location(const ferry_job *job, const char *path) {
    fy_word whole = {path, strlen(path)};
    fy_location location = {.folder = folder_of(whole), .stem = last_part(whole)};
    const char *end = location.stem.length ? strrchr(location.stem.text, '.') : NULL;
    if (end && end > location.stem.text) location.stem.length = (size_t)(end - location.stem.text);
    while (last_part(location.folder).length && is_kind(job, last_part(location.folder)))
        location.folder = folder_of(location.folder);
    location.object = last_part(location.folder);
    return location;
}

/* Animations may have a folder to themselves, be it for several models: "hamukuri" and "hamukurianm" with
 * "hamukuri_walk", "montema" with "moma_model" and "montemcommon" with "mom_walk". */
static bool are_kin(const fy_location *model, const fy_location *animation) {
    fy_word a = model->object, b = animation->object;
    size_t common = common_start(a, b);
    if (!fy_same_word(folder_of(model->folder), folder_of(animation->folder)) || !a.length) return false;
    if (common < a.length && (common + 1 < a.length || common < LEAST_SURE)) return false;
    return fy_called_alike(model, animation) || fy_called_after(model, animation) ||
           fy_called_after_object(model, animation);
}

fy_nearness fy_compare_places(const fy_location *model, const fy_location *animation) {
    if (fy_same_word(model->folder, animation->folder)) return FY_NEARNESS_SAME;
    bool inside = fy_same_word(folder_of(animation->folder), model->folder);
    return inside || are_kin(model, animation) ? FY_NEARNESS_NEAR : FY_NEARNESS_APART;
}

/* -------------------------------------------------------------------------------------------------- names */

/* Long names may run on: "swgripms" and "swgripmsab". */
static size_t begins(fy_word name, fy_word start) {
    bool begins = start.length && starts_with(name, start) &&
                  (start.length >= LEAST_SURE || ends_at(name, start.length));
    return begins ? start.length : 0;
}

size_t fy_called_after(const fy_location *model, const fy_location *animation) {
    return begins(animation->stem, model->stem);
}

size_t fy_called_after_object(const fy_location *model, const fy_location *animation) {
    return begins(animation->stem, model->object);
}

bool fy_is_variant(const fy_location *model, const fy_location *variant) {
    return variant->stem.length > model->stem.length && begins(variant->stem, model->stem);
}

/* Names that run on share no whole word, but what they begin with may be long, and most of both:
 * "billboardsun" and "billboardrot". */
static bool runs_on(fy_word a, fy_word b, size_t common) {
    return common >= LEAST_LONG && 2 * common > a.length && 2 * common > b.length;
}

size_t fy_called_alike(const fy_location *model, const fy_location *animation) {
    const size_t start = common_start(model->stem, animation->stem);
    size_t common = start;
    while (common >= LEAST_WORD && !ends_at(animation->stem, common)) common--;
    if (common >= LEAST_WORD) return common;
    return runs_on(model->stem, animation->stem, start) ? start : 0;
}

bool fy_is_camera(const fy_location *animation) {
    static const char name[] = "cam";
    const fy_word stem = animation->stem;
    for (size_t i = 0; i + sizeof name - 1 <= stem.length; i++) {
        size_t same = 0;
        while (name[same] && (stem.text[i + same] | 0x20) == name[same]) same++;
        if (!name[same]) return true;
    }
    return false;
}
