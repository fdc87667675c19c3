/* t3dm_read_chunk.c: a chunk of a T3DM file: its bytes, its strings, what of it is kept. */
#include "formats/t3dm/read/t3dm_read_chunk.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

ferry_window fy_t3dm_cut_chunk(fy_t3dm_reader *r, uint32_t chunk, const char *label, uint32_t index) {
    const fy_t3dm_chunk *c = &r->chunks[chunk];
    return ferry_window_cut(r->in, label, index, c->offset, (uint64_t)c->end - c->offset);
}

const char *fy_t3dm_read_string(fy_t3dm_reader *r, ferry_window *from, uint32_t at) {
    uint32_t offset = ferry_u32_at(from, at);
    if (!ferry_window_ok(from)) return NULL;
    if (!offset) return "";
    if (offset >= r->strings.size) {
        ferry_refuse(from, at, "t3dm.string", "string offset %u is outside the table of %zu bytes", offset,
                     r->strings.size);
        return NULL;
    }
    return ferry_scene_text(r->scene, r->strings.data + offset, r->strings.size - offset);
}

bool fy_t3dm_keep_extra(fy_t3dm_reader *r, const char *path, uint64_t offset, ferry_bytes bytes) {
    uint8_t *copy = ferry_scene_new(r->scene, uint8_t, bytes.size + 1);
    if (!copy || !path) return false;
    if (bytes.size) memcpy(copy, bytes.data, bytes.size);
    ferry_extra *extra = ferry_append(r->scene, &r->scene->extras, ferry_extra);
    if (!extra) return false;
    *extra = (ferry_extra){.format = "t3dm", .path = path, .offset = offset, .bytes = {copy, bytes.size}};
    return true;
}
