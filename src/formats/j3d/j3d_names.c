/* j3d_names.c: name tables, the same in every block (docs/formats/j3d.md, "Name table"). */
#include "formats/j3d/j3d_names.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/order.h"
#include "formats/j3d/j3d.h"

/* Longer names are cut: 65,535 names may share the same 64 KiB of text. Nintendo's stay far below. */
enum { MAX_NAME = 256 };

fy_j3d_names fy_j3d_names_open(ferry_window *block, uint64_t field, uint32_t wanted) {
    fy_j3d_names names = {.window = ferry_window_part(block, "names", FERRY_NONE)};
    uint64_t offset = ferry_u32_at(block, field);
    if (offset == 0) return names;
    if (!ferry_window_holds(block, offset, 1, 4)) {
        ferry_say_at(&names.window, field, FERRY_WARNING, "j3d.name-table-out-of-bounds",
                     "the name table starts at 0x%llx, but the block has 0x%zx bytes; used generated "
                     "names",
                     (unsigned long long)offset, block->size);
        return names;
    }
    names.window.data += offset;
    names.window.size -= (size_t)offset;
    names.window.base += offset;
    names.count = ferry_be16(names.window.data);
    if (!ferry_window_holds(&names.window, 4, names.count, 4)) {
        uint32_t fit = (uint32_t)((names.window.size - 4) / 4);
        ferry_say_at(&names.window, 0, FERRY_WARNING, "j3d.name-table-truncated",
                     "%u names stated, but only %u fit in the block", names.count, fit);
        names.count = fit;
    }
    if (names.count < wanted)
        ferry_say_at(&names.window, 0, FERRY_WARNING, "j3d.names-missing",
                     "%u names, but %u are needed; the others are generated", names.count, wanted);
    return names;
}

uint64_t fy_j3d_name_place(const fy_j3d_names *names, uint32_t index) {
    return index < names->count ? 4 + 4 * (uint64_t)index : 0;
}

const char *fy_j3d_name(fy_j3d_names *names, ferry_scene *scene, uint32_t index, const char *stem) {
    if (index >= names->count) return ferry_scene_format(scene, "%s%u", stem, index);
    uint64_t at = 4 + 4 * (uint64_t)index;
    uint32_t offset = ferry_be16(names->window.data + at + 2);
    if (offset >= names->window.size) {
        ferry_say_at(&names->window, at + 2, FERRY_WARNING, "j3d.name-out-of-bounds",
                     "name %u is outside the block; used a generated name", index);
        return ferry_scene_format(scene, "%s%u", stem, index);
    }
    const uint8_t *text = names->window.data + offset;
    size_t room = names->window.size - offset;
    size_t most = room < MAX_NAME ? room : MAX_NAME;
    if (!memchr(text, 0, most))
        ferry_say_at(&names->window, offset, FERRY_WARNING, "j3d.name-unterminated",
                     "name %u has no terminator; truncated to %zu bytes", index, most);
    return ferry_scene_text(scene, text, most);
}

/* ---------------------------------------------------------------------------------- things by their names */

static int by_name(const void *a, const void *b) {
    const fy_j3d_named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

void fy_j3d_sort_named(fy_j3d_named *list, uint32_t count) {
    qsort(list, count, sizeof *list, by_name);
}

fy_j3d_named *fy_j3d_sort_materials(ferry_job *job, const ferry_scene *scene, uint32_t first) {
    uint32_t count = scene->materials.count - first;
    fy_j3d_named *list = ferry_new(job, fy_j3d_named, (size_t)count + 1);
    for (uint32_t k = 0; list && k < count; k++)
        list[k] = (fy_j3d_named){scene->materials.data[first + k].name, first + k};
    if (list) fy_j3d_sort_named(list, count);
    return list;
}

const fy_j3d_named *fy_j3d_find_named(const fy_j3d_named *list, uint32_t count, const char *name) {
    const fy_j3d_named wanted = {.name = name};
    uint32_t low = fy_first_not_before(&wanted, list, count, sizeof *list, by_name);
    return low < count && strcmp(list[low].name, name) == 0 ? &list[low] : NULL;
}
