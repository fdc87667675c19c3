/*
 * rarc_unpack.c: RARC archives (docs/formats/packing.md, "RARC").
 *
 * The directories are walked from the root, then the members are listed in the order of the file table. Every
 * file entry belongs to at most one directory and every directory to at most one parent, which bounds the
 * walk by the size of the tables and makes cycles impossible.
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

#define NODE_SIZE 0x10
#define ENTRY_SIZE 0x14
#define MAX_DEPTH 64
#define MAX_NAME 255
#define IS_DIRECTORY 0x02

typedef struct rarc_node {
    bool reached;
    uint32_t depth;
    const char *path; /* "" for the root, else with a closing slash */
} rarc_node;

typedef struct rarc {
    ferry_window *in;
    uint64_t nodes_at, entries_at, names_at, names_end, data_at; /* from the start of the file */
    uint32_t node_count, entry_count;
    rarc_node *nodes;
    uint32_t *owners; /* of entries: the directory that lists it, FERRY_NONE: none */
    uint32_t *queue;  /* directories in the order they were reached */
    uint32_t queued;
} rarc;

static uint32_t rarc_probe(ferry_bytes bytes) {
    if (bytes.size < 4 || memcmp(bytes.data, "RARC", 4) != 0) return 0;
    return bytes.size >= 12 && ferry_be32(bytes.data + 8) == 0x20 ? 64 : 32;
}

/* ---------------------------------------------------------------------------------------------- tables */

static bool read_header(rarc *archive) {
    ferry_window *in = archive->in;
    if (in->size < 0x40 || !rarc_probe((ferry_bytes){in->data, in->size}))
        return ferry_refuse(in, 0, "rarc.header", "no RARC header of 64 bytes");
    const uint8_t *header = in->data;
    const uint32_t stated = ferry_be32(header + 4);
    const uint64_t info_at = ferry_be32(header + 8);
    if (stated > in->size)
        ferry_say_at(in, 4, FERRY_WARNING, "rarc.truncated", "the archive states %lu bytes, found %llu",
                     (unsigned long)stated, (unsigned long long)in->size);
    if (!ferry_window_holds(in, info_at, 1, 0x20))
        return ferry_refuse(in, 8, "rarc.header", "the info block at 0x%llx extends past the end",
                            (unsigned long long)info_at);
    const uint8_t *info = header + info_at;
    archive->data_at = info_at + ferry_be32(header + 0x0C);
    archive->node_count = ferry_be32(info);
    archive->nodes_at = info_at + ferry_be32(info + 0x04);
    archive->entry_count = ferry_be32(info + 0x08);
    archive->entries_at = info_at + ferry_be32(info + 0x0C);
    archive->names_at = info_at + ferry_be32(info + 0x14);
    archive->names_end = archive->names_at + ferry_be32(info + 0x10);
    if (archive->node_count == 0)
        return ferry_refuse(in, info_at, "rarc.tables", "the archive has no directory");
    if (!ferry_window_holds(in, archive->nodes_at, archive->node_count, NODE_SIZE))
        return ferry_refuse(in, info_at, "rarc.tables", "%lu directories at 0x%llx extend past the end",
                            (unsigned long)archive->node_count, (unsigned long long)archive->nodes_at);
    if (!ferry_window_holds(in, archive->entries_at, archive->entry_count, ENTRY_SIZE))
        return ferry_refuse(in, info_at + 8, "rarc.tables",
                            "%lu file entries at 0x%llx extend past the "
                            "end",
                            (unsigned long)archive->entry_count, (unsigned long long)archive->entries_at);
    if (!ferry_window_holds(in, archive->names_at, archive->names_end - archive->names_at, 1))
        return ferry_refuse(in, info_at + 0x10, "rarc.tables",
                            "%llu bytes of names at 0x%llx extend past the end",
                            (unsigned long long)(archive->names_end - archive->names_at),
                            (unsigned long long)archive->names_at);
    return true;
}

static const uint8_t *entry_at(const rarc *archive, uint32_t entry) {
    return archive->in->data + archive->entries_at + (uint64_t)entry * ENTRY_SIZE;
}

/* A warning about one file entry. */
static void warn_entry(const rarc *archive, uint32_t entry, const char *code, const char *text) {
    const ferry_window part = ferry_window_part(archive->in, "entry", entry);
    ferry_say_at(&part, archive->entries_at + (uint64_t)entry * ENTRY_SIZE, FERRY_WARNING, code,
                 "%s; skipped", text);
}

/* ----------------------------------------------------------------------------------------------- names */

/* The bytes of an entry's name; NULL (and a warning) if it has none that can be used. */
static const char *entry_name(const rarc *archive, uint32_t entry, size_t *length) {
    const uint64_t offset = archive->names_at + (ferry_be32(entry_at(archive, entry) + 4) & 0xFFFFFF);
    const uint8_t *name = archive->in->data + offset;
    const uint64_t left = offset < archive->names_end ? archive->names_end - offset : 0;
    const size_t most = left < MAX_NAME + 1 ? (size_t)left : MAX_NAME + 1;
    const uint8_t *end = most ? memchr(name, 0, most) : NULL;
    if (!end) {
        warn_entry(archive, entry, "rarc.name-unterminated",
                   "the name has no end within 255 bytes and the string table");
        return NULL;
    }
    *length = (size_t)(end - name);
    if (*length == 0) {
        warn_entry(archive, entry, "rarc.name-empty", "the name is empty");
        return NULL;
    }
    return (const char *)name;
}

static bool is_dots(const char *name, size_t length) {
    return (length == 1 && name[0] == '.') || (length == 2 && name[0] == '.' && name[1] == '.');
}

/* `folder` + name + `tail` as text. Bytes that are not printable ASCII, and a slash, which would invent a
 * folder, become
 * `\x2f`. "" at the memory limit. */
static const char *join_path(ferry_job *job, const char *folder, const char *name, size_t length,
                             const char *tail) {
    char safe[4 * MAX_NAME + 1];
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        static const char digits[] = "0123456789abcdef";
        const uint8_t c = (uint8_t)name[i];
        if (c == '\\') {
            safe[used++] = '\\';
            safe[used++] = '\\';
        } else if (c > 0x20 - 1 && c < 0x7F && c != '/') {
            safe[used++] = (char)c;
        } else {
            safe[used++] = '\\';
            safe[used++] = 'x';
            safe[used++] = digits[c >> 4];
            safe[used++] = digits[c & 15];
        }
    }
    return ferry_job_format(job, "%s%.*s%s", folder, (int)used, safe, tail);
}

/* ------------------------------------------------------------------------------------------------ walk */

/* An entry that names a directory: to be walked later. */
static bool reach_directory(rarc *archive, uint32_t parent, uint32_t entry) {
    const uint8_t *record = entry_at(archive, entry);
    const uint32_t child = ferry_be32(record + 8);
    size_t length;
    const char *name = entry_name(archive, entry, &length);
    if (!name || is_dots(name, length)) return true;
    if (child >= archive->node_count) {
        warn_entry(archive, entry, "rarc.directory-missing",
                   "it references a directory that does not "
                   "exist");
        return true;
    }
    rarc_node *node = &archive->nodes[child];
    if (node->reached) {
        warn_entry(archive, entry, "rarc.directory-duplicate", "its directory is already listed elsewhere");
        return true;
    }
    if (archive->nodes[parent].depth == MAX_DEPTH) {
        warn_entry(archive, entry, "rarc.directory-depth", "directories are nested more than 64 deep");
        return true;
    }
    const char *path = join_path(archive->in->job, archive->nodes[parent].path, name, length, "/");
    *node = (rarc_node){.reached = true, .depth = archive->nodes[parent].depth + 1, .path = path};
    archive->queue[archive->queued++] = child;
    return *path != 0;
}

/* Claims the entries of a directory. */
static bool walk_directory(rarc *archive, uint32_t index) {
    const ferry_window part = ferry_window_part(archive->in, "directory", index);
    const uint64_t at = archive->nodes_at + (uint64_t)index * NODE_SIZE;
    const uint8_t *record = archive->in->data + at;
    const uint32_t count = ferry_be16(record + 0x0A), first = ferry_be32(record + 0x0C);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t entry = (uint64_t)first + i;
        if (entry >= archive->entry_count) {
            ferry_say_at(&part, at, FERRY_WARNING, "rarc.entries-missing",
                         "entries %lu to %lu stated, but the archive has only %lu; the others are skipped",
                         (unsigned long)first, (unsigned long)(first + (uint64_t)count - 1),
                         (unsigned long)archive->entry_count);
            break;
        }
        if (archive->owners[entry] != FERRY_NONE) {
            ferry_say_at(&part, at, FERRY_WARNING, "rarc.entry-duplicate",
                         "entry %lu already belongs to directory %lu; this and later entries are skipped",
                         (unsigned long)entry, (unsigned long)archive->owners[entry]);
            /* not merely skipped: else many directories over the same entries would take quadratic time */
            break;
        }
        if (!ferry_tick(archive->in->job)) return false;
        archive->owners[entry] = index;
        const bool directory = entry_at(archive, (uint32_t)entry)[4] & IS_DIRECTORY;
        if (directory && !reach_directory(archive, index, (uint32_t)entry)) return false;
    }
    return true;
}

static bool walk_folders(rarc *archive) {
    ferry_job *job = archive->in->job;
    archive->nodes = ferry_new(job, rarc_node, archive->node_count);
    archive->queue = ferry_new(job, uint32_t, archive->node_count);
    if (archive->entry_count) archive->owners = ferry_new(job, uint32_t, archive->entry_count);
    if (!archive->nodes || !archive->queue || (archive->entry_count && !archive->owners)) return false;
    for (uint32_t i = 0; i < archive->entry_count; i++) archive->owners[i] = FERRY_NONE;
    archive->nodes[0] = (rarc_node){.reached = true, .path = ""};
    archive->queue[archive->queued++] = 0;
    for (uint32_t i = 0; i < archive->queued; i++)
        if (!walk_directory(archive, archive->queue[i])) return false;
    return true;
}

/* --------------------------------------------------------------------------------------------- members */

static bool list_member(rarc *archive, uint32_t entry, ferry_file_list *files) {
    ferry_window *in = archive->in;
    const uint8_t *record = entry_at(archive, entry);
    size_t length;
    const char *name = entry_name(archive, entry, &length);
    if (!name) return true;
    if (is_dots(name, length)) {
        warn_entry(archive, entry, "rarc.name-dots", "a file cannot be called \".\" or \"..\"");
        return true;
    }
    const uint64_t offset = archive->data_at + ferry_be32(record + 8), size = ferry_be32(record + 0x0C);
    if (!ferry_window_holds(in, offset, size, 1)) {
        const ferry_window part = ferry_window_part(in, "entry", entry);
        ferry_say_at(&part, archive->entries_at + (uint64_t)entry * ENTRY_SIZE, FERRY_WARNING,
                     "rarc.member-out-of-bounds", "its %llu bytes at 0x%llx extend past the end; skipped",
                     (unsigned long long)size, (unsigned long long)offset);
        return true;
    }
    const char *path = join_path(in->job, archive->nodes[archive->owners[entry]].path, name, length, "");
    return *path && ferry_add_member(in, files, path, offset, size);
}

static bool list_members(rarc *archive, ferry_file_list *files) {
    uint32_t lost = 0;
    for (uint32_t entry = 0; entry < archive->entry_count; entry++) {
        if (!ferry_tick(archive->in->job)) return false;
        const bool directory = entry_at(archive, entry)[4] & IS_DIRECTORY;
        if (archive->owners[entry] == FERRY_NONE) {
            lost++;
        } else if (!directory && !list_member(archive, entry, files)) {
            return false;
        }
    }
    if (lost)
        ferry_say_at(archive->in, archive->entries_at, FERRY_WARNING, "rarc.unreachable-entries",
                     "%lu of %lu file entries belong to no reachable directory; skipped", (unsigned long)lost,
                     (unsigned long)archive->entry_count);
    return true;
}

static bool rarc_unpack(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    (void)job;
    rarc archive = {.in = in};
    return read_header(&archive) && walk_folders(&archive) && list_members(&archive, files);
}

const ferry_format fy_format_rarc = {
    .name = "rarc",
    .title = "RARC archive",
    .extensions = ".arc",
    .role = FERRY_ROLE_ARCHIVE,
    .probe = rarc_probe,
    .unpack = rarc_unpack,
};
