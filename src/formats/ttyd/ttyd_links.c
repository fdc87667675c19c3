/* ttyd_links.c: from elements of the file to what they became. */
#include "formats/ttyd/ttyd_links.h"
#include "core/base/order.h"

#include <stdlib.h>

#include "core/base/job.h"
#include "formats/ttyd/ttyd.h"

bool fy_ttyd_add_link(fy_ttyd *t, fy_ttyd_links *links, fy_ttyd_link link) {
    if (!fy_job_reserve(t->job, (void **)&links->data, links->count, &links->capacity, 1,
                        sizeof *links->data))
        return false;
    links->data[links->count++] = link;
    return true;
}

void fy_ttyd_drop_links(fy_ttyd *t) {
    fy_ttyd_links *all[] = {&t->channel_links, &t->sampler_links, &t->position_links, &t->normal_links};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        fy_job_drop(t->job, all[k]->data);
        *all[k] = (fy_ttyd_links){0};
    }
}

static int by_element(const void *a, const void *b) {
    const fy_ttyd_link *x = a, *y = b;
    if (x->element != y->element) return x->element < y->element ? -1 : 1;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return (x->sub > y->sub) - (x->sub < y->sub);
}

void fy_ttyd_sort_links(fy_ttyd_links *links) {
    if (links->count) qsort(links->data, links->count, sizeof *links->data, by_element);
}

uint32_t fy_ttyd_find_links(const fy_ttyd_links *links, uint32_t element) {
    uint32_t low =
        fy_first_not_before(&element, links->data, links->count, sizeof *links->data, fy_by_number);
    return low < links->count && links->data[low].element == element ? low : links->count;
}
