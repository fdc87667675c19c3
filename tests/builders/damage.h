/*
 * damage.h: files damaged in many ways at once, the same ways everywhere, and what must hold of those that
 * become T3DM in spite of it: `check` finds no error in what was written.
 */
#ifndef FERRY_TESTS_DAMAGE_H
#define FERRY_TESTS_DAMAGE_H

#include "builders/t3dm/t3dm_builder.h"

enum { DAMAGE_FILES = 12, DAMAGE_TEXT = 1200, DAMAGE_MEMORY = 64 << 20 };

/* The first `read` are one model's: it, then what joins it. The others lie beside it: pictures, streams. */
typedef struct damage_subject {
    const char *name;
    ferry_input files[DAMAGE_FILES];
    uint32_t read, count;
} damage_subject;

typedef enum damage_outcome { DAMAGE_REFUSED, DAMAGE_WRITTEN, DAMAGE_WRONG } damage_outcome;

/* One of the files is cut or changed in one to four places, all is converted with settings that `random`
 * chooses, too, and what was written is checked. Wrong: neither sound nor refused with a reason; then `why`
 * says what was done and what came of it. */
damage_outcome damage_one(const damage_subject *subject, fy_random *random, char why[DAMAGE_TEXT]);

/* The files as they are, converted: the model and its streams, in memory of their own. Pictures stay
 * behind. */
damage_subject damage_converted(const damage_subject *subject, const ferry_setting_value *settings,
                                size_t count);

void damage_close(damage_subject *subject);

#endif
