/* falling.c: lists of falling triangle counts or percentages: "50%,25%,100", up to nine; of two that stand
 * side by side and are of one kind the second is less. */
#include "core/base/falling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/parse_number.h"

enum { MOST_ITEMS = 9, ITEM_SIZE = 16 };

typedef struct item {
    char text[ITEM_SIZE];
    bool share;
    double number; /* NaN: it is none */
} item;

bool fy_is_percentage(const char *value) {
    char digits[ITEM_SIZE];
    size_t length = strlen(value);
    if (length < 2 || length > sizeof digits || value[length - 1] != '%') return false;
    memcpy(digits, value, length - 1);
    digits[length - 1] = 0;
    double number = fy_parse_number(digits);
    return number > 0 && number <= 100;
}

static item read_item(const char *value, size_t length) {
    item is = {.number = (double)NAN};
    char digits[ITEM_SIZE] = "";
    snprintf(is.text, sizeof is.text, "%.*s", (int)length, value);
    is.share = length && value[length - 1] == '%';
    if (length >= ITEM_SIZE) return is;
    memcpy(digits, is.text, length - is.share);
    is.number = fy_parse_number(digits);
    return is;
}

/* "": nothing. */
static const char *problem_of(const item *is) {
    if (!*is->text) return "an item of the list is empty";
    if (is->share) return is->number > 0 && is->number < 100 ? "" : "is not between 0 and 100 %";
    bool whole = is->number >= 1 && is->number <= FY_MOST_TRIANGLES && is->number == floor(is->number);
    return whole ? "" : "is neither a percentage nor a whole number of triangles above 0";
}

const char *fy_falling_problem(const char *value, char *text, size_t size) {
    item last = {.number = INFINITY};
    for (int count = 0;; count++) {
        size_t length = strcspn(value, ",");
        item is = read_item(value, length);
        const char *problem = count < MOST_ITEMS ? problem_of(&is) : "there are more than nine";
        if (*problem) {
            bool about = strncmp(problem, "is ", 3) == 0;
            snprintf(text, size, "%s%s%s", about ? is.text : "", about ? " " : "", problem);
            return text;
        }
        if (is.share == last.share && is.number >= last.number) {
            snprintf(text, size, "%s is not less than %s before it", is.text, last.text);
            return text;
        }
        if (!value[length]) return NULL;
        value += length + 1;
        last = is;
    }
}
