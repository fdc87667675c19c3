/* j3d_names.c: name tables, the same in every block (docs/formats/j3d.md, "Name table"). */
#include "formats/j3d/j3d.h"

#include <string.h>

/* Longer names are cut: 65,535 names may share the same 64 KiB of text. Nintendo's stay far below. */
enum { MAX_NAME = 256 };

fy_j3d_names fy_j3d_names_open(ferry_window *chunk, uint64_t offset) {
    fy_j3d_names names = {.window = ferry_window_part(chunk, "names", FERRY_NONE)};
    if (offset == 0) return names;
    if (!ferry_window_holds(chunk, offset, 1, 4)) {
        ferry_say_at(&names.window, offset, FERRY_WARNING, "j3d.names",
                     "the name table lies outside the block; names are made up");
        return names;
    }
    names.window.data += offset;
    names.window.size -= (size_t)offset;
    names.window.base += offset;
    names.count = ferry_be16(names.window.data);
    if (!ferry_window_holds(&names.window, 4, names.count, 4)) {
        uint32_t fit = (uint32_t)((names.window.size - 4) / 4);
        ferry_say_at(&names.window, 0, FERRY_WARNING, "j3d.names", "%u names announced, room for %u",
                     names.count, fit);
        names.count = fit;
    }
    return names;
}

const char *fy_j3d_name(fy_j3d_names *names, ferry_scene *scene, uint32_t index, const char *stem) {
    if (index >= names->count) return ferry_scene_format(scene, "%s%u", stem, index);
    uint64_t at = 4 + 4 * (uint64_t)index;
    uint32_t offset = ferry_be16(names->window.data + at + 2);
    if (offset >= names->window.size) {
        ferry_say_at(&names->window, at + 2, FERRY_WARNING, "j3d.names",
                     "name %u lies outside the block; made up", index);
        return ferry_scene_format(scene, "%s%u", stem, index);
    }
    const uint8_t *text = names->window.data + offset;
    size_t         room = names->window.size - offset;
    size_t         most = room < MAX_NAME ? room : MAX_NAME;
    if (!memchr(text, 0, most))
        ferry_say_at(&names->window, offset, FERRY_WARNING, "j3d.names",
                     "name %u has no end; cut after %zu bytes", index, most);
    return ferry_scene_text(scene, text, most);
}

const uint8_t *fy_j3d_table(ferry_window *chunk, const char *label, uint64_t offset, uint64_t count,
                            uint64_t stride) {
    ferry_window table = ferry_window_cut(chunk, label, FERRY_NONE, offset, count * stride);
    return ferry_window_ok(&table) ? table.data : NULL;
}
