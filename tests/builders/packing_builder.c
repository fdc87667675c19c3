/* packing_builder.c: small encoders for tests and fixtures (docs/formats/packing.md). */
#include "packing_builder.h"

#include <ctype.h>
#include <string.h>
#include <zlib.h>

enum { LONGEST_RUN = 0x111, LONGEST_DISTANCE = 0x1000, SHORTEST_RUN = 3, SHORT_RUN_END = 0x12 };

static ferry_bytes finish(const ferry_out *out) {
    return out->bad ? (ferry_bytes){0} : (ferry_bytes){out->data, out->size};
}

/* ------------------------------------------------------------------------------------ Yaz0 and Yay0 */

typedef struct run {
    size_t count, distance;
} run;

/* The longest earlier occurrence of what starts at `at`, the nearest of equals. Slow and simple. */
static run find_run(ferry_bytes bytes, size_t at) {
    const size_t left = bytes.size - at, most = left < LONGEST_RUN ? left : LONGEST_RUN;
    run best = {0};
    for (size_t distance = 1; distance <= at && distance <= LONGEST_DISTANCE && best.count < most;
         distance++) {
        size_t count = 0;
        while (count < most && bytes.data[at + count] == bytes.data[at + count - distance]) count++;
        if (count > best.count) best = (run){count, distance};
    }
    return best;
}

/* Both formats are the same choices, written to other places. */
typedef struct run_sink {
    ferry_out *literals, *links;
} run_sink;

/* True for a literal, false for a run. `*at` moves on. */
static bool put_step(const run_sink *sink, ferry_bytes bytes, size_t *at) {
    const run found = find_run(bytes, *at);
    if (found.count < SHORTEST_RUN) {
        ferry_put_u8(sink->literals, bytes.data[(*at)++]);
        return true;
    }
    const bool is_long = found.count >= SHORT_RUN_END;
    const uint32_t nibble = is_long ? 0 : (uint32_t)found.count - 2;
    ferry_put_u16(sink->links, nibble << 12 | (uint32_t)(found.distance - 1));
    if (is_long) ferry_put_u8(sink->literals, (uint32_t)(found.count - SHORT_RUN_END));
    *at += found.count;
    return false;
}

static void put_header(ferry_out *out, const char *magic, size_t size) {
    ferry_put_bytes(out, magic, 4);
    ferry_put_u32(out, (uint32_t)size);
}

ferry_bytes build_yaz0(ferry_job *job, ferry_bytes bytes) {
    ferry_out out = ferry_out_open(job, "");
    put_header(&out, "Yaz0", bytes.size);
    ferry_put_zeros(&out, 8);
    for (size_t at = 0; at < bytes.size && !out.bad;) {
        const size_t code_at = out.size;
        const run_sink sink = {&out, &out};
        uint32_t code = 0;
        ferry_put_u8(&out, 0);
        for (uint32_t bit = 0x80; bit && at < bytes.size; bit >>= 1)
            if (put_step(&sink, bytes, &at)) code |= bit;
        if (!out.bad) out.data[code_at] = (uint8_t)code;
    }
    return finish(&out);
}

ferry_bytes build_yay0(ferry_job *job, ferry_bytes bytes) {
    ferry_out out = ferry_out_open(job, ""), flags = ferry_out_open(job, ""), links = ferry_out_open(job, ""),
              literals = ferry_out_open(job, "");
    const run_sink sink = {&literals, &links};
    for (size_t at = 0; at < bytes.size && !literals.bad && !links.bad;) {
        uint32_t code = 0;
        for (uint32_t bit = 0x80000000u; bit && at < bytes.size; bit >>= 1)
            if (put_step(&sink, bytes, &at)) code |= bit;
        ferry_put_u32(&flags, code);
    }
    put_header(&out, "Yay0", bytes.size);
    ferry_put_u32(&out, (uint32_t)(0x10 + flags.size));
    ferry_put_u32(&out, (uint32_t)(0x10 + flags.size + links.size));
    ferry_put_bytes(&out, flags.data, flags.size);
    ferry_put_bytes(&out, links.data, links.size);
    ferry_put_bytes(&out, literals.data, literals.size);
    out.bad |= flags.bad || links.bad || literals.bad;
    return finish(&out);
}

/* ------------------------------------------------------------------------------------------------- DCA */

static void put_length(ferry_out *out, size_t length) {
    if (length < 15) return;
    for (length -= 15; length >= 255; length -= 255) ferry_put_u8(out, 255);
    ferry_put_u8(out, (uint32_t)length);
}

/* Literals from `first` to `at`, and the run behind them unless it is the end. */
static void put_sequence(ferry_out *out, ferry_bytes bytes, size_t first, size_t at, run then) {
    const size_t count = at - first, extra = then.count ? then.count - 4 : 0;
    ferry_put_u8(out, (uint32_t)((count < 15 ? count : 15) << 4 | (extra < 15 ? extra : 15)));
    put_length(out, count);
    if (count) ferry_put_bytes(out, bytes.data + first, count);
    if (!then.count) return;
    ferry_put_u8(out, then.distance & 0xFF);
    ferry_put_u8(out, (uint32_t)(then.distance >> 8));
    put_length(out, extra);
}

ferry_bytes build_dca(ferry_job *job, ferry_bytes bytes) {
    ferry_out out = ferry_out_open(job, "");
    size_t first = 0, at = 0;
    ferry_put_bytes(&out, "DCA3\0\1\0\0", 8);
    ferry_put_zeros(&out, 4);
    ferry_put_u32(&out, (uint32_t)bytes.size);
    ferry_put_zeros(&out, 4);
    while (at < bytes.size) {
        run found = find_run(bytes, at);
        if (found.count < 4) {
            at++;
            continue;
        }
        put_sequence(&out, bytes, first, at, found);
        first = at += found.count;
    }
    put_sequence(&out, bytes, first, at, (run){0});
    ferry_patch_u32(&out, 8, out.size - 20, "packed size");
    return finish(&out);
}

/* ------------------------------------------------------------------------------------------------ gzip */

ferry_bytes build_gzip(ferry_job *job, ferry_bytes bytes) {
    z_stream stream = {0};
    if (deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return (ferry_bytes){0};
    const size_t room = deflateBound(&stream, (uLong)bytes.size);
    uint8_t *out = ferry_new(job, uint8_t, room);
    ferry_bytes result = {0};
    stream.next_in = (z_const Bytef *)bytes.data;
    stream.avail_in = (uInt)bytes.size;
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    if (out && deflate(&stream, Z_FINISH) == Z_STREAM_END) result = (ferry_bytes){out, stream.total_out};
    deflateEnd(&stream);
    return result;
}

/* ------------------------------------------------------------------------------------------------ RARC */

enum { MAX_DIRECTORIES = 128, ENTRY_SIZE = 0x14 };

typedef struct directory {
    const char *path; /* "bdl/", "" for the root */
    size_t path_size;
    uint32_t parent;
    const char *name;
    size_t name_size;
    uint32_t first, count; /* entries, `.` and `..` included */
} directory;

typedef struct rarc_build {
    directory directories[MAX_DIRECTORIES];
    uint32_t directory_count;
    const build_member *members;
    uint32_t count;
    ferry_out entries, names, data;
    bool bad;
} rarc_build;

static uint32_t put_name(rarc_build *build, const char *name, size_t size) {
    const uint32_t at = (uint32_t)build->names.size;
    ferry_put_bytes(&build->names, name, size);
    ferry_put_u8(&build->names, 0);
    return at;
}

static uint32_t hash_name(const char *name, size_t size) {
    uint32_t hash = 0;
    for (size_t i = 0; i < size; i++) hash = hash * 3 + (uint32_t)tolower((unsigned char)name[i]);
    return hash & 0xFFFF;
}

static void put_entry(rarc_build *build, uint32_t id, const char *name, size_t name_size, uint32_t attributes,
                      uint32_t name_at, uint32_t value, size_t size) {
    ferry_out *out = &build->entries;
    ferry_put_u16(out, id);
    ferry_put_u16(out, hash_name(name, name_size));
    ferry_put_u32(out, attributes << 24 | name_at);
    ferry_put_u32(out, value);
    ferry_put_u32(out, (uint32_t)size);
    ferry_put_u32(out, 0);
}

static bool in_directory(const char *path, const directory *parent) {
    return strncmp(path, parent->path, parent->path_size) == 0;
}

static uint32_t find_directory(const rarc_build *build, const char *path, size_t size) {
    for (uint32_t i = 0; i < build->directory_count; i++)
        if (build->directories[i].path_size == size && memcmp(build->directories[i].path, path, size) == 0)
            return i;
    return FERRY_NONE;
}

/* The directories of a path, made where they are new. */
static void add_directories(rarc_build *build, const char *path) {
    uint32_t parent = 0;
    const char *start = path;
    for (const char *slash = strchr(path, '/'); slash; start = slash + 1, slash = strchr(start, '/')) {
        const size_t size = (size_t)(slash + 1 - path);
        uint32_t index = find_directory(build, path, size);
        if (index == FERRY_NONE) {
            index = build->directory_count;
            if (index == MAX_DIRECTORIES) {
                build->bad = true;
                return;
            }
            build->directory_count++;
            build->directories[index] = (directory){.path = path,
                                                    .path_size = size,
                                                    .parent = parent,
                                                    .name = start,
                                                    .name_size = (size_t)(slash - start)};
        }
        parent = index;
    }
}

/* The entries of one directory: its files in order, then its directories, `.` and `..`. */
static void put_directory(rarc_build *build, uint32_t index) {
    directory *own = &build->directories[index];
    own->first = (uint32_t)(build->entries.size / ENTRY_SIZE);
    for (uint32_t i = 0; i < build->count; i++) {
        const build_member *member = &build->members[i];
        const char *name = member->path + own->path_size;
        if (!in_directory(member->path, own) || strchr(name, '/')) continue;
        const uint32_t id = (uint32_t)(build->entries.size / ENTRY_SIZE);
        put_entry(build, id, name, strlen(name), 0x11, put_name(build, name, strlen(name)),
                  (uint32_t)build->data.size, member->bytes.size);
        ferry_put_bytes(&build->data, member->bytes.data, member->bytes.size);
        ferry_align(&build->data, 32);
    }
    for (uint32_t i = 1; i < build->directory_count; i++) {
        const directory *child = &build->directories[i];
        if (child->parent == index)
            put_entry(build, 0xFFFF, child->name, child->name_size, 0x02,
                      put_name(build, child->name, child->name_size), i, 0x10);
    }
    put_entry(build, 0xFFFF, ".", 1, 0x02, 0, index, 0x10);
    put_entry(build, 0xFFFF, "..", 2, 0x02, 2, index ? own->parent : FERRY_NONE, 0x10);
    own->count = (uint32_t)(build->entries.size / ENTRY_SIZE) - own->first;
}

static void put_node(rarc_build *build, ferry_out *out, uint32_t index, const char *root) {
    const directory *own = &build->directories[index];
    const char *name = index ? own->name : root;
    const size_t size = index ? own->name_size : strlen(root);
    for (size_t i = 0; i < 4; i++)
        ferry_put_u8(out, index == 0 ? (uint8_t) "ROOT"[i]
                          : i < size ? (uint32_t)toupper((unsigned char)name[i])
                                     : ' ');
    ferry_put_u32(out, put_name(build, name, size));
    ferry_put_u16(out, hash_name(name, size));
    ferry_put_u16(out, own->count);
    ferry_put_u32(out, own->first);
}

static size_t align32(size_t size) {
    return (size + 31) & ~(size_t)31;
}

/* Header and info block for parts of these sizes. */
static void put_rarc_header(ferry_out *out, const rarc_build *build, size_t nodes_size) {
    const size_t entries_at = 0x20 + align32(nodes_size),
                 names_at = entries_at + align32(build->entries.size);
    const size_t data_at = names_at + align32(build->names.size);
    ferry_put_bytes(out, "RARC", 4);
    ferry_put_u32(out, (uint32_t)(0x20 + data_at + build->data.size));
    ferry_put_u32(out, 0x20);
    ferry_put_u32(out, (uint32_t)data_at);
    ferry_put_u32(out, (uint32_t)build->data.size);
    ferry_put_u32(out, (uint32_t)build->data.size);
    ferry_put_zeros(out, 8);
    ferry_put_u32(out, build->directory_count);
    ferry_put_u32(out, 0x20);
    ferry_put_u32(out, (uint32_t)(build->entries.size / ENTRY_SIZE));
    ferry_put_u32(out, (uint32_t)entries_at);
    ferry_put_u32(out, (uint32_t)align32(build->names.size));
    ferry_put_u32(out, (uint32_t)names_at);
    ferry_put_u16(out, (uint32_t)(build->entries.size / ENTRY_SIZE));
    ferry_put_u8(out, 1);
    ferry_put_zeros(out, 5);
}

ferry_bytes build_rarc(ferry_job *job, const char *root, const build_member *members, uint32_t count) {
    ferry_out out = ferry_out_open(job, ""), nodes = ferry_out_open(job, "");
    rarc_build *build = ferry_new(job, rarc_build, 1);
    if (!build) return (ferry_bytes){0};
    *build = (rarc_build){.members = members, .count = count};
    build->entries = build->names = build->data = ferry_out_open(job, "");
    build->directories[build->directory_count++] = (directory){.path = "", .name = root};
    for (uint32_t i = 0; i < count; i++) add_directories(build, members[i].path);
    put_name(build, ".", 1);
    put_name(build, "..", 2);
    for (uint32_t i = 0; i < build->directory_count; i++) put_directory(build, i);
    for (uint32_t i = 0; i < build->directory_count; i++) put_node(build, &nodes, i, root);

    put_rarc_header(&out, build, nodes.size);
    ferry_put_bytes(&out, nodes.data, nodes.size);
    ferry_align(&out, 32);
    ferry_put_bytes(&out, build->entries.data, build->entries.size);
    ferry_align(&out, 32);
    ferry_put_bytes(&out, build->names.data, build->names.size);
    ferry_align(&out, 32);
    ferry_put_bytes(&out, build->data.data, build->data.size);
    out.bad |= build->bad || nodes.bad || build->entries.bad || build->names.bad || build->data.bad;
    return finish(&out);
}
