/*
 * assimp_probe.c: how each generic format is recognised (docs/formats/generic.md, "Recognition"). What has no
 * magic must agree with itself in many places.
 */
#include "formats/assimp/assimp_probe.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

static bool starts(ferry_bytes bytes, const char *magic) {
    size_t size = strlen(magic);
    return bytes.size >= size && memcmp(bytes.data, magic, size) == 0;
}

/* Whether `text` stands within the first `reach` bytes. */
static bool contains(ferry_bytes bytes, const char *text, size_t reach) {
    size_t size = strlen(text), end = bytes.size < reach ? bytes.size : reach;
    for (size_t at = 0; at + size <= end; at++) {
        const uint8_t *found = memchr(bytes.data + at, text[0], end - size - at + 1);
        if (!found) return false;
        if (memcmp(found, text, size) == 0) return true;
        at = (size_t)(found - bytes.data);
    }
    return false;
}

/* Behind white space. Byte order marks are a layer of their own: packing/unicode_unpack.c. */
static ferry_bytes skip_blanks(ferry_bytes bytes) {
    size_t at = 0;
    while (at < bytes.size && (bytes.data[at] == ' ' || (bytes.data[at] >= '\t' && bytes.data[at] <= '\r')))
        at++;
    return (ferry_bytes){bytes.data + at, bytes.size - at};
}

/* ---------------------------------------------------------------------------------------- text with words */

uint32_t fy_assimp_probe_fbx(ferry_bytes bytes) {
    enum { REACH = 4096 };
    if (starts(bytes, "Kaydara FBX Binary  ")) return 160;
    if (bytes.size && skip_blanks(bytes).size && skip_blanks(bytes).data[0] == ';' &&
        contains(bytes, "FBXHeaderExtension", REACH))
        return 64;
    return 0;
}

uint32_t fy_assimp_probe_dae(ferry_bytes bytes) {
    enum { REACH = 4096 };
    if (!bytes.size) return 0;
    ferry_bytes text = skip_blanks(bytes);
    return text.size && text.data[0] == '<' && contains(text, "<COLLADA", REACH) ? 72 : 0;
}

uint32_t fy_assimp_probe_ply(ferry_bytes bytes) {
    enum { REACH = 1024 };
    bool magic = starts(bytes, "ply\n") || starts(bytes, "ply\r");
    return magic && contains(bytes, "format ", REACH) && contains(bytes, "end_header", bytes.size) ? 80 : 0;
}

/* --------------------------------------------------------------------------------------------------- OBJ */

/* ZBrush ends its files with a byte 0. */
static bool is_blank(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\r' || c == 0;
}

/* Between words of a line, which may be several joined ones. */
static bool is_between(uint8_t c) {
    return is_blank(c) || c == '\\' || c == '\n';
}

/* Bytes of a line, without its end. A backslash there joins the next one to it, but for comments: they may
 * end in a folder's name. */
static size_t line_length(const uint8_t *line, size_t size) {
    size_t start = 0;
    while (start < size && is_blank(line[start])) start++;
    bool comment = start < size && line[start] == '#';
    for (size_t at = 0; at < size;) {
        const uint8_t *feed = memchr(line + at, '\n', size - at);
        if (!feed) break;
        const uint8_t *last = feed;
        while (last > line && last[-1] == '\r') last--;
        if (comment || last == line || last[-1] != '\\') return (size_t)(feed - line);
        at = (size_t)(feed - line) + 1;
    }
    return size;
}

/* The words that lines of the format begin with. */
static bool is_obj_word(const uint8_t *line, size_t length) {
    static const char *const words[] = {
        "v",      "vt",     "vn",     "vp",   "f",    "l",          "p",         "o",        "g",      "s",
        "mtllib", "usemtl", "usemap", "mg",   "lod",  "bevel",      "c_interp",  "d_interp", "maplib", "call",
        "csh",    "cstype", "deg",    "bmat", "step", "curv",       "curv2",     "surf",     "parm",   "trim",
        "hole",   "scrv",   "sp",     "end",  "con",  "shadow_obj", "trace_obj", "ctech",    "stech"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k]) == length && memcmp(line, words[k], length) == 0) return true;
    return false;
}

/* How many words of `line` behind the first look like numbers or like corners (`3/1/2`). */
static uint32_t count_numbers(const uint8_t *line, size_t length) {
    uint32_t count = 0;
    for (size_t at = 0; at < length;) {
        while (at < length && is_between(line[at])) at++;
        size_t start = at;
        bool digits = false, others = false;
        for (; at < length && !is_between(line[at]); at++) {
            digits |= line[at] >= '0' && line[at] <= '9';
            others |= !((line[at] >= '0' && line[at] <= '9') || strchr("+-.eE/", line[at]));
        }
        if (at > start && (others || !digits)) return 0;
        count += at > start;
    }
    return count;
}

/* Nothing but lines of the format in the first part, vertices among them, and faces, lines or points
 * somewhere. */
uint32_t fy_assimp_probe_obj(ferry_bytes bytes) {
    enum { STRICT = 1 << 16 };
    uint32_t vertices = 0, shapes = 0;
    for (size_t at = 0; at < bytes.size && (at < STRICT || !shapes);) {
        const uint8_t *line = bytes.data + at;
        size_t length = line_length(line, bytes.size - at);
        at += length + 1;
        while (length && is_blank(*line)) line++, length--;
        size_t word = 0;
        while (word < length && !is_between(line[word])) word++;
        if (!word || line[0] == '#' || line[0] == '\\') continue;
        if (!is_obj_word(line, word)) return 0;
        uint32_t numbers = word == 1 ? count_numbers(line + word, length - word) : 0;
        if (line[0] == 'v' && word == 1) {
            if (numbers < 3) return 0;
            vertices++;
        }
        if (word == 1)
            shapes += (line[0] == 'f' && numbers >= 3) || (line[0] == 'l' && numbers >= 2) ||
                      (line[0] == 'p' && numbers);
    }
    return vertices && shapes ? 28 : 0;
}

/* ------------------------------------------------------------------------------------------- binary sizes */

uint32_t fy_assimp_probe_stl(ferry_bytes bytes) {
    enum { HEADER = 84, TRIANGLE = 50, REACH = 1024 };
    if (starts(bytes, "solid") && contains(bytes, "facet", REACH) && contains(bytes, "vertex", 4 * REACH))
        return 40;
    if (bytes.size < HEADER + TRIANGLE) return 0;
    return (uint64_t)ferry_le32(bytes.data + 80) * TRIANGLE + HEADER == bytes.size ? 30 : 0;
}

/* A chunk that is as long as the file, and one inside it that such a chunk begins with. */
uint32_t fy_assimp_probe_3ds(ferry_bytes bytes) {
    if (bytes.size < 16 || bytes.data[0] != 0x4d || bytes.data[1] != 0x4d ||
        ferry_le32(bytes.data + 2) != bytes.size)
        return 0;
    uint32_t inner = ferry_le16(bytes.data + 6), size = ferry_le32(bytes.data + 8);
    return (inner == 0x0002 || inner == 0x3d3d || inner == 0x3d3e) && size >= 6 && size <= bytes.size - 6 ? 60
                                                                                                          : 0;
}

/* ------------------------------------------------------------------------------------------------- others */

typedef struct other {
    const char *magic;
    const char *further; /* text that follows somewhere near; NULL: none */
    const char *ending;  /* by which assimp chooses */
} other;

static const other others[] = {
    {"xof 0", NULL, "x"},
    {"AC3D", NULL, "ac"},
    {"MS3D000000", NULL, "ms3d"},
    {"BB3D", NULL, "b3d"},
    {"IDP2", NULL, "md2"},
    {"IDP3", NULL, "md3"},
    {"MD5Version", NULL, "md5mesh"},
    {"*3DSMAX_ASCIIEXPORT", NULL, "ase"},
    {"HIERARCHY", "MOTION", "bvh"},
    {"INTERQUAKEMODEL", NULL, "iqm"},
    {"BLENDER", NULL, "blend"},
    {"IDPC", NULL, "mdc"},
    {"quick3D", NULL, "q3o"},
    {"nendo ", NULL, "ndo"},
    {"PMX ", NULL, "pmx"},
    {"version 1", "nodes", "smd"},
    {"$Filename", "$Points", "csm"},
    {"$FILENAME", "$POINTS", "csm"},
    {"TERRAGENTERRAIN", NULL, "ter"},
    {"nff", NULL, "nff"},
    {"Metric", "GeometryNode", "ogex"},
    {"Metric", "GeometryObject", "ogex"},
    {"<WORLD>", NULL, "xgl"},
    {"<world>", NULL, "xgl"},
    {"<?xml", "<irr_scene", "irr"},
    {"<?xml", "irrlicht", "irrmesh"},
    {"<?xml", "<X3D", "x3d"},
    {"<X3D", NULL, "x3d"},
    {"<irr_scene", NULL, "irr"},
    {"AutoCAD Binary DXF", NULL, "dxf"},
    {"Caligari ", NULL, "cob"},
    {"3DMO", NULL, "m3d"},
    {"IDST", NULL, "mdl"},
    {"IDPO", NULL, "mdl"},
    {"MDL3", NULL, "mdl"},
    {"MDL5", NULL, "mdl"},
    {"MDL7", NULL, "mdl"},
    {"HMP7", NULL, "hmp"},
    {"LWSC", NULL, "lws"},
    {"<?xml", "<amf", "amf"},
    {"OFF\n", NULL, "off"},
    {"OFF\r", NULL, "off"},
    {"<mesh", "irrlicht", "irrmesh"},
    {"ISO-10303-21", "IFC", "ifc"},
};

/* LightWave's kinds of FORM, and Modo's. */
static const char *form_ending(ferry_bytes bytes) {
    static const char *const kinds[] = {"LWO2", "LWOB", "LWLO"};
    if (!starts(bytes, "FORM") || bytes.size < 12) return NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (memcmp(bytes.data + 8, kinds[k], 4) == 0) return "lwo";
    return memcmp(bytes.data + 8, "LXOB", 4) == 0 ? "lxo" : NULL;
}

/* The next line without blanks around it; false at the end. */
static bool next_line(ferry_bytes *rest, ferry_bytes *line) {
    const uint8_t *feed = rest->size ? memchr(rest->data, '\n', rest->size) : NULL;
    if (!feed) return false;
    size_t length = (size_t)(feed - rest->data);
    *line = skip_blanks((ferry_bytes){rest->data, length});
    while (line->size && is_blank(line->data[line->size - 1])) line->size--;
    *rest = (ferry_bytes){feed + 1, rest->size - length - 1};
    return true;
}

static bool is_text(ferry_bytes line, const char *text) {
    return line.size == strlen(text) && memcmp(line.data, text, line.size) == 0;
}

/* Lines in pairs, a number and its value: behind comments (999) a section begins. */
static bool is_dxf(ferry_bytes bytes) {
    enum { MOST_COMMENTS = 64 };
    ferry_bytes code, value;
    for (int k = 0; k < MOST_COMMENTS && next_line(&bytes, &code) && next_line(&bytes, &value); k++)
        if (!is_text(code, "999")) return is_text(code, "0") && is_text(value, "SECTION");
    return false;
}

/* Models that are ZIP archives, by the names of the files in them. */
static const char *zip_ending(ferry_bytes bytes) {
    if (!starts(bytes, "PK\x03\x04")) return NULL;
    if (contains(bytes, ".model", bytes.size) && contains(bytes, "[Content_Types].xml", bytes.size))
        return "3mf";
    return contains(bytes, ".dae", bytes.size) ? "zae" : NULL;
}

static bool is_ogre(ferry_bytes bytes) {
    static const char header[] = "\0\x10[MeshSerializer_v";
    return bytes.size >= sizeof header && memcmp(bytes.data, header, sizeof header - 1) == 0;
}

const char *fy_assimp_other_ending(ferry_bytes bytes) {
    enum { REACH = 1 << 16 };
    if (form_ending(bytes)) return form_ending(bytes);
    if (is_dxf(bytes)) return "dxf";
    if (is_ogre(bytes)) return "mesh";
    if (zip_ending(bytes)) return zip_ending(bytes);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (starts(bytes, others[k].magic) &&
            (!others[k].further || contains(bytes, others[k].further, REACH)))
            return others[k].ending;
    return NULL;
}

uint32_t fy_assimp_probe_other(ferry_bytes bytes) {
    return fy_assimp_other_ending(bytes) ? 32 : 0;
}
