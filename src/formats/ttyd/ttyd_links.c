/* ttyd_links.c: from elements of the file to what they became. */
#include <stdlib.h>

#include "formats/ttyd/ttyd.h"

bool fy_ttyd_add_link(fy_ttyd *t, fy_ttyd_links *links, fy_ttyd_link link) {
    if (links->count == links->capacity) {
        uint32_t capacity = links->capacity ? 2 * links->capacity : 64;
        fy_ttyd_link *data = ferry_new(t->job, fy_ttyd_link, capacity);
        if (!data) return false;
        if (links->count) memcpy(data, links->data, links->count * sizeof *data);
        links->data = data;
        links->capacity = capacity;
    }
    links->data[links->count++] = link;
    return true;
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
    uint32_t low = 0, high = links->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (links->data[middle].element < element)
            low = middle + 1;
        else
            high = middle;
    }
    return low < links->count && links->data[low].element == element ? low : links->count;
}
