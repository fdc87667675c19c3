/* ttyd_links.h: from elements of the file to what they became. */
#ifndef FERRY_FORMATS_TTYD_TTYD_LINKS_H
#define FERRY_FORMATS_TTYD_TTYD_LINKS_H

#include "formats/ttyd/ttyd.h"

bool fy_ttyd_add_link(fy_ttyd *t, fy_ttyd_links *links, fy_ttyd_link link);
void fy_ttyd_drop_links(fy_ttyd *t); /* all of them */
void fy_ttyd_sort_links(fy_ttyd_links *links);
uint32_t fy_ttyd_find_links(const fy_ttyd_links *links,
                            uint32_t element); /* the first; `links->count`: none */

#endif
