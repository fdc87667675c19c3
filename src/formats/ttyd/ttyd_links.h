/*
 * ttyd_links.h: from elements of the file to what they became: the lists `channel_links`, `sampler_links`,
 * `position_links` and `normal_links` of fy_ttyd.
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_LINKS_H
#define FERRY_FORMATS_TTYD_TTYD_LINKS_H

#include "formats/ttyd/ttyd.h"

/* Appends a link. False at the memory limit. */
bool fy_ttyd_add_link(fy_ttyd *t, fy_ttyd_links *links, fy_ttyd_link link);

/* Frees all four lists: they are memory of fy_job_reserve(), which a mark does not release. */
void fy_ttyd_drop_links(fy_ttyd *t);

/* Sorts by element, object and sub; to be called once, before fy_ttyd_find_links(). */
void fy_ttyd_sort_links(fy_ttyd_links *links);

/* The index of the first link of `element` in a sorted list; `links->count` if there is none. */
uint32_t fy_ttyd_find_links(const fy_ttyd_links *links, uint32_t element);

#endif
