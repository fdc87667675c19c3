/* parse_number.h: decimal numbers of settings. */
#ifndef FERRY_CORE_BASE_PARSE_NUMBER_H
#define FERRY_CORE_BASE_PARSE_NUMBER_H

/* A decimal number that fills the whole text, whatever the locale; NaN otherwise. */
double fy_parse_number(const char *text);

#endif
