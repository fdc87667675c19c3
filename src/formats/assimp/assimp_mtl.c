/*
 * assimp_mtl.c: material libraries of OBJ, before assimp sees them. It does not survive what stands before
 * the first material, and knows of the options of pictures only how many words they are supposed to have: so
 * those are taken out here, and remembered (docs/formats/generic.md, "OBJ").
 */
#include "formats/assimp/assimp_mtl.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/assimp/assimp.h"

/* ------------------------------------------------------------------------------------------------- words */

typedef struct text {
    const uint8_t *at, *end;
} text;

static bool is_blank(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static text skip_blanks(text t) {
    while (t.at < t.end && is_blank(*t.at)) t.at++;
    return t;
}

/* The word that the text begins with; the text moves behind it. */
static text take_word(text *t) {
    *t = skip_blanks(*t);
    text word = {t->at, t->at};
    while (word.end < t->end && !is_blank(*word.end)) word.end++;
    t->at = word.end;
    return word;
}

static bool is_word(text word, const char *wanted) {
    size_t size = strlen(wanted);
    return (size_t)(word.end - word.at) == size && memcmp(word.at, wanted, size) == 0;
}

static bool is_number(text word, float *value) {
    char copy[40], *end;
    size_t size = (size_t)(word.end - word.at);
    if (!size || size >= sizeof copy) return false;
    memcpy(copy, word.at, size);
    copy[size] = 0;
    double found = strtod(copy, &end);
    if (*end || !(found > -1e6 && found < 1e6)) return false;
    *value = (float)found;
    return true;
}

/* ------------------------------------------------------------------------------------------------ options */

typedef struct options {
    float scale[3], offset[3];
    bool clamp;
} options;

/* Up to three numbers; those that are not there stay as they are. */
static void take_numbers(text *line, float values[3]) {
    for (int k = 0; k < 3; k++) {
        text ahead = *line, word = take_word(&ahead);
        if (!is_number(word, &values[k])) return;
        *line = ahead;
    }
}

/* One option and its words; false: something else stands there. */
static bool take_option(text *line, options *found) {
    static const struct {
        const char *name;
        int words;
    } others[] = {{"-blendu", 1}, {"-blendv", 1}, {"-cc", 1},    {"-texres", 1}, {"-imfchan", 1},
                  {"-type", 1},   {"-bm", 1},     {"-boost", 1}, {"-mm", 2}};
    float unused[3];
    text ahead = *line, word = take_word(&ahead);
    bool numbers = is_word(word, "-s") || is_word(word, "-o") || is_word(word, "-t");
    if (numbers)
        take_numbers(&ahead, is_word(word, "-s")   ? found->scale
                             : is_word(word, "-o") ? found->offset
                                                   : unused);
    bool known = numbers;
    if (is_word(word, "-clamp")) {
        found->clamp = is_word(take_word(&ahead), "on");
        known = true;
    }
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        if (!is_word(word, others[k].name)) continue;
        for (int w = 0; w < others[k].words; w++) take_word(&ahead);
        known = true;
    }
    if (known) *line = ahead;
    return known;
}

static bool is_map(text word) {
    static const char *const maps[] = {"bump", "disp", "decal", "norm", "refl"};
    if (word.end - word.at > 4 && memcmp(word.at, "map_", 4) == 0) return true;
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++)
        if (is_word(word, maps[k])) return true;
    return false;
}

/* -------------------------------------------------------------------------------------------------- lines */

typedef struct work {
    ferry_job *job;
    fy_assimp_moves *moves;
    uint8_t *to;
    text material; /* whose lines these are */
} work;

static void put_bytes(work *w, const void *bytes, size_t size) {
    memcpy(w->to, bytes, size);
    w->to += size;
}

static bool note(work *w, const options *found) {
    static const float one[2] = {1, 1}, zero[2] = {0, 0};
    fy_assimp_moves *list = w->moves;
    if (memcmp(found->scale, one, sizeof one) == 0 && memcmp(found->offset, zero, sizeof zero) == 0)
        return true;
    if (!fy_job_reserve(w->job, (void **)&list->data, list->count, &list->capacity, 1, sizeof *list->data))
        return false;
    fy_assimp_move *move = &list->data[list->count];
    move->order = list->count++;
    move->material = ferry_job_format(w->job, "%.*s", (int)(w->material.end - w->material.at),
                                      (const char *)w->material.at);
    memcpy(move->scale, found->scale, sizeof move->scale);
    memcpy(move->offset, found->offset, sizeof move->offset);
    return move->material != NULL;
}

/* Never longer than it was: of "-clamp on" no more is kept than stood there. */
static bool put_map(work *w, text word, text line) {
    options found = {{1, 1, 1}, {0, 0, 0}, false};
    while (take_option(&line, &found)) {
    }
    line = skip_blanks(line);
    if (line.at == line.end) return true; /* no picture is named */
    put_bytes(w, word.at, (size_t)(word.end - word.at));
    put_bytes(w, found.clamp ? " -clamp on " : " ", found.clamp ? 11 : 1);
    put_bytes(w, line.at, (size_t)(line.end - line.at));
    return !is_word(word, "map_Kd") || note(w, &found);
}

static bool put_line(work *w, text line) {
    while (line.end > line.at && is_blank(line.end[-1])) line.end--;
    text rest = line, word = take_word(&rest);
    if (is_word(word, "newmtl")) w->material = skip_blanks(rest);
    if (is_map(word)) return put_map(w, word, rest);
    put_bytes(w, line.at, (size_t)(line.end - line.at));
    return true;
}

/* What stands before the first material goes. */
static text from_first_material(text t) {
    for (text line = t; line.at < t.end; line.at = line.end + (line.end < t.end)) {
        const uint8_t *feed = memchr(line.at, '\n', (size_t)(t.end - line.at));
        line.end = feed ? feed : t.end;
        text rest = line, word = take_word(&rest);
        if (is_word(word, "newmtl")) return (text){line.at, t.end};
    }
    return (text){t.end, t.end};
}

bool fy_assimp_mtl(ferry_job *job, ferry_bytes from, fy_assimp_moves *moves, ferry_bytes *to) {
    text all = from_first_material((text){from.data, from.data + from.size});
    uint8_t *copy = ferry_new(job, uint8_t, from.size + 1);
    work w = {.job = job, .moves = moves, .to = copy};
    if (!copy) return false;
    for (text line = all; line.at < all.end; line.at = line.end + (line.end < all.end)) {
        const uint8_t *feed = memchr(line.at, '\n', (size_t)(all.end - line.at));
        line.end = feed ? feed : all.end;
        if (!put_line(&w, line)) return false;
        if (feed) put_bytes(&w, "\n", 1);
    }
    *to = (ferry_bytes){copy, (size_t)(w.to - copy)};
    return true;
}
