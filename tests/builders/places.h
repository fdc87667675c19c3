/*
 * places.h: whether messages about a file's bytes name their place. A reader that forgets an offset fails
 * here, whatever file shows it.
 */
#ifndef FERRY_TESTS_PLACES_H
#define FERRY_TESTS_PLACES_H

#include "ferry64.h"

/* Fails the test if reading said something above a note without an offset, but for what no byte stands for:
 * places.c lists that, each with its reason. `format`: what was read ("obj"; NULL: not known); `what` names
 * the case. Returns how many had an offset. */
uint32_t fy_expect_places(const ferry_report *report, const char *format, const char *what);

/* Fails the test if an error names another file than the input, or a member of it: an output, above all. */
void fy_expect_input_named(const ferry_report *report, const char *input, const char *what);

#endif
