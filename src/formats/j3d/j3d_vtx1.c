/*
 * j3d_vtx1.c: VTX1, the vertex arrays, and the decoding of one attribute (docs/formats/j3d.md, "VTX1").
 *
 * Arrays have no stored length: one ends where the next begins. A shape's attribute list (SHP1) says whether
 * an attribute is an index into its array or stands in the display list itself; both are decoded here.
 */
#include "formats/j3d/j3d_vtx1.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_tables.h"

enum { END_OF_LIST = 0xff, MAX_LIST = 32, ENTRY_SIZE = 0x10, PAIR_SIZE = 8 };
enum { U8, S8, U16, S16, F32, TYPES };
enum { RGB565, RGB8, RGBX8, RGBA4, RGBA6, RGBA8, COLOR_TYPES };
/* Index of a position that makes the hardware pass over the vertex. */
enum { SKIPPED8 = 0xff, SKIPPED16 = 0xffff };
enum { NORMAL_ONLY, NORMAL_NBT, NORMAL_NBT3 }; /* count codes of normals */

/* ------------------------------------------------------------------------------------------------- arrays */

/* The array that holds attribute `code`, FERRY_NONE if it has none. */
static uint32_t array_of(uint32_t code) {
    switch (code) {
    case FY_J3D_POS:
        return FY_J3D_ARRAY_POS;
    case FY_J3D_NRM:
        return FY_J3D_ARRAY_NRM;
    case FY_J3D_NBT:
        return FY_J3D_ARRAY_NBT;
    default:
        return code >= FY_J3D_CLR0 && code <= FY_J3D_TEX7 ? code - FY_J3D_CLR0 + FY_J3D_ARRAY_CLR0
                                                          : FERRY_NONE;
    }
}

/* A count code that the attribute does not have is replaced by the commonest one. */
static void check_count(fy_j3d *j3d, fy_j3d_array *format, uint32_t code, uint64_t at) {
    bool normal = code == FY_J3D_NRM || code == FY_J3D_NBT;
    bool color = code == FY_J3D_CLR0 || code == FY_J3D_CLR0 + 1;
    uint32_t most = normal ? NORMAL_NBT3 : 1;
    if (color || format->count_code <= most) return;
    uint32_t instead = normal ? NORMAL_ONLY : 1;
    ferry_say_at(&j3d->chunk[FY_J3D_VTX1], at, FERRY_WARNING, "j3d.component-count",
                 "unknown component count %u of attribute %u; used %u", format->count_code, code, instead);
    format->count_code = instead;
}

static bool read_formats(fy_j3d *j3d, ferry_window *vtx1) {
    uint64_t at;
    if (!fy_j3d_locate(vtx1, "formats", 8, 0, 4, 8, &at)) return false;
    for (uint32_t k = 0; k < MAX_LIST; k++, at += ENTRY_SIZE) {
        uint32_t code = ferry_u32_at(vtx1, at);
        if (!ferry_window_ok(vtx1)) return false;
        if (code == END_OF_LIST) return true;
        if (code > FY_J3D_NBT)
            return ferry_refuse(vtx1, at, "j3d.attribute",
                                "unknown attribute %u in the list of vertex "
                                "formats",
                                code);
        uint32_t array = array_of(code);
        if (array == FERRY_NONE) continue; /* matrix indices and light arrays have no format */
        fy_j3d_array *format = &j3d->arrays[array];
        format->has_format = true;
        format->count_code = ferry_u32_at(vtx1, at + 4);
        check_count(j3d, format, code, at + 4);
        format->type = ferry_u32_at(vtx1, at + 8);
        format->shift = ferry_u8_at(vtx1, at + 12) & 31; /* the hardware keeps five bits */
    }
    return ferry_refuse(vtx1, at, "j3d.attribute-list-end",
                        "the list of vertex formats has no end within "
                        "%d entries",
                        MAX_LIST);
}

static void place_arrays(fy_j3d *j3d, ferry_window *vtx1) {
    uint64_t offsets[FY_J3D_ARRAYS];
    for (uint32_t k = 0; k < FY_J3D_ARRAYS; k++) offsets[k] = ferry_u32_at(vtx1, 0x0c + 4 * (uint64_t)k);
    for (uint32_t k = 0; k < FY_J3D_ARRAYS; k++) {
        if (offsets[k] == 0) continue;
        fy_j3d_array *array = &j3d->arrays[k];
        uint64_t end = vtx1->size;
        for (uint32_t other = 0; other < FY_J3D_ARRAYS; other++)
            if (offsets[other] > offsets[k] && offsets[other] < end) end = offsets[other];
        if (offsets[k] >= vtx1->size) {
            ferry_say_at(vtx1, 0x0c + 4 * (uint64_t)k, FERRY_WARNING, "j3d.vertex-array",
                         "vertex array %u starts past the end of the block", k);
            continue;
        }
        array->has_data = true;
        array->data = vtx1->data + offsets[k];
        array->size = end - offsets[k];
    }
}

bool fy_j3d_read_arrays(fy_j3d *j3d) {
    ferry_window *vtx1 = &j3d->chunk[FY_J3D_VTX1];
    if (!read_formats(j3d, vtx1)) return false;
    ferry_u32_at(vtx1, 0x0c + 4 * (FY_J3D_ARRAYS - 1));
    if (!ferry_window_ok(vtx1)) return false;
    place_arrays(j3d, vtx1);
    return true;
}

/* ------------------------------------------------------------------------------------------------ layouts */

static const uint8_t type_bytes[TYPES] = {1, 1, 2, 2, 4};
static const uint8_t color_bytes[COLOR_TYPES] = {2, 3, 4, 2, 3, 4};

/* Normals have the fraction that the hardware gives them; the file's is often wrong. */
static uint32_t normal_shift(uint32_t type) {
    static const uint8_t shifts[TYPES] = {7, 6, 15, 14, 0};
    return shifts[type];
}

/* NBT lies in an array of its own, but its format may be given under the number of the normals, and the
 * reverse. */
static const fy_j3d_array *choose_array(const fy_j3d *j3d, uint32_t code, bool data) {
    uint32_t known = array_of(code), first = known < FY_J3D_ARRAYS ? known : FY_J3D_ARRAY_POS;
    uint32_t second = first == FY_J3D_ARRAY_NBT ? FY_J3D_ARRAY_NRM : FY_J3D_ARRAY_NBT;
    const fy_j3d_array *array = &j3d->arrays[first];
    if (first != FY_J3D_ARRAY_NBT && first != FY_J3D_ARRAY_NRM) return array;
    bool found = data ? array->has_data : array->has_format;
    return found ? array : &j3d->arrays[second];
}

/* Fills components and stride. */
static bool fill_format(ferry_window *shape, uint64_t at, fy_j3d_field *field, const fy_j3d_array *format,
                        uint32_t code) {
    bool color = field->attribute == FY_J3D_CLR0 || field->attribute == FY_J3D_CLR0 + 1;
    uint32_t types = color ? COLOR_TYPES : TYPES;
    field->type = format->type;
    field->shift = format->shift;
    if (field->type >= types)
        return ferry_refuse(shape, at, "j3d.component-type", "unknown %s type %u of attribute %u",
                            color ? "colour" : "component", field->type, code);
    if (color) {
        field->stride = color_bytes[field->type];
        return true;
    }
    uint32_t count = format->count_code;
    if (field->attribute == FY_J3D_POS) {
        field->components = count ? 3 : 2;
    } else if (field->attribute == FY_J3D_NRM) {
        field->nbt = code == FY_J3D_NBT || count == NORMAL_NBT || count == NORMAL_NBT3;
        field->components = field->nbt ? 9 : 3;
        field->shift = normal_shift(field->type);
    } else {
        field->components = count ? 2 : 1;
    }
    field->stride = (uint32_t)field->components * type_bytes[field->type];
    if (field->nbt && count == NORMAL_NBT3 && field->how != FY_J3D_DIRECT) field->indices = 3;
    return true;
}

static bool add_field(fy_j3d *j3d, ferry_window *shape, uint64_t at, fy_j3d_layout *layout, uint32_t code,
                      uint32_t how) {
    fy_j3d_field *field = &layout->fields[layout->field_count++];
    const fy_j3d_array *format = choose_array(j3d, code, false), *data = choose_array(j3d, code, true);
    *field = (fy_j3d_field){
        .attribute = (uint8_t)(code == FY_J3D_NBT ? FY_J3D_NRM : code), .how = (uint8_t)how, .indices = 1};
    if (format->has_format) {
        if (!fill_format(shape, at, field, format, code)) return false;
    } else if (how == FY_J3D_DIRECT) {
        return ferry_refuse(shape, at, "j3d.attribute-format",
                            "the display list uses attribute %u, but VTX1 has no format for it", code);
    }
    field->missing = !format->has_format || (how != FY_J3D_DIRECT && !data->has_data);
    if (field->missing && code == FY_J3D_POS)
        return ferry_refuse(shape, at, "j3d.no-positions", "the model has no positions");
    if (field->missing)
        ferry_say_at(shape, at, FERRY_WARNING, "j3d.no-vertex-array",
                     "VTX1 has no array for attribute %u; "
                     "ignored",
                     code);
    field->offset = layout->size;
    if (how == FY_J3D_DIRECT) {
        layout->size += field->stride;
    } else {
        layout->size += field->indices * (how == FY_J3D_INDEX16 ? 2u : 1u);
        field->data = data->data;
        field->elements = field->missing ? 0 : data->size / field->stride;
    }
    return true;
}

/* The list in any order -> how each attribute is held, in the order of the hardware. NBT stands in the place
 * of NRM. */
static bool read_list(ferry_window *shape, uint64_t at, uint32_t how[FY_J3D_ATTRIBUTES], bool *nbt) {
    for (uint32_t k = 0; k < MAX_LIST; k++, at += PAIR_SIZE) {
        uint32_t code = ferry_u32_at(shape, at);
        if (!ferry_window_ok(shape)) return false;
        if (code == END_OF_LIST) return true;
        uint32_t use = ferry_u32_at(shape, at + 4);
        if (!ferry_window_ok(shape)) return false;
        if (code >= FY_J3D_ATTRIBUTES && code != FY_J3D_NBT)
            return ferry_refuse(shape, at, "j3d.attribute", "unknown attribute %u in the shape's list", code);
        if (use > FY_J3D_INDEX16)
            return ferry_refuse(shape, at + 4, "j3d.attribute-type",
                                "unknown type %u of attribute %u; expected 0 to 3", use, code);
        if (use == FY_J3D_ABSENT) continue;
        if (code == FY_J3D_NBT || code == FY_J3D_NRM) *nbt = code == FY_J3D_NBT;
        how[code == FY_J3D_NBT ? FY_J3D_NRM : code] = use;
    }
    return ferry_refuse(shape, at, "j3d.attribute-list-end",
                        "the list of attributes has no end within %d "
                        "entries",
                        MAX_LIST);
}

bool fy_j3d_read_layout(fy_j3d *j3d, ferry_window *shape, uint64_t at, fy_j3d_layout *layout) {
    uint32_t how[FY_J3D_ATTRIBUTES] = {0};
    bool nbt = false;
    *layout = (fy_j3d_layout){0};
    if (!read_list(shape, at, how, &nbt)) return false;
    if (how[FY_J3D_POS] == FY_J3D_ABSENT)
        return ferry_refuse(shape, at, "j3d.no-positions", "the vertices of the shape have no positions");
    layout->has_matrix = how[FY_J3D_PNMTXIDX] != FY_J3D_ABSENT;
    for (uint32_t code = FY_J3D_PNMTXIDX; code < FY_J3D_POS; code++)
        layout->size += how[code] != FY_J3D_ABSENT;
    layout->key = layout->size;
    for (uint32_t code = FY_J3D_POS; code < FY_J3D_ATTRIBUTES; code++) {
        uint32_t stored = code == FY_J3D_NRM && nbt ? FY_J3D_NBT : code;
        if (how[code] != FY_J3D_ABSENT && !add_field(j3d, shape, at, layout, stored, how[code])) return false;
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------- decoding */

static double component(const uint8_t *bytes, uint32_t type, double unit) {
    switch (type) {
    case U8:
        return bytes[0] * unit;
    case S8:
        return (int8_t)bytes[0] * unit;
    case U16:
        return ferry_be16(bytes) * unit;
    case S16:
        return (int16_t)ferry_be16(bytes) * unit;
    default:
        return ferry_bef32(bytes);
    }
}

static void decode_numbers(const fy_j3d_field *field, const uint8_t *bytes, uint32_t first, uint32_t count,
                           double *v) {
    double unit = 1.0 / (double)(UINT32_C(1) << field->shift);
    uint32_t size = type_bytes[field->type];
    for (uint32_t k = first; k < first + count; k++)
        v[k] = component(bytes + (size_t)k * size, field->type, unit);
}

static float unit_of_bits(uint32_t value, uint32_t bits) {
    switch (bits) {
    case 4:
        return (float)(value * 17) / 255.0f;
    case 5:
        return (float)(value << 3 | value >> 2) / 255.0f;
    case 6:
        return (float)(value << 2 | value >> 4) / 255.0f;
    default:
        return (float)value / 255.0f;
    }
}

static ferry_color decode_color(const uint8_t *b, uint32_t type) {
    switch (type) {
    case RGB565: {
        uint32_t v = ferry_be16(b);
        return (ferry_color){unit_of_bits(v >> 11, 5), unit_of_bits(v >> 5 & 63, 6), unit_of_bits(v & 31, 5),
                             1};
    }
    case RGBA4: {
        uint32_t v = ferry_be16(b);
        return (ferry_color){unit_of_bits(v >> 12, 4), unit_of_bits(v >> 8 & 15, 4),
                             unit_of_bits(v >> 4 & 15, 4), unit_of_bits(v & 15, 4)};
    }
    case RGBA6: {
        uint32_t v = (uint32_t)b[0] << 16 | (uint32_t)b[1] << 8 | b[2];
        return (ferry_color){unit_of_bits(v >> 18, 6), unit_of_bits(v >> 12 & 63, 6),
                             unit_of_bits(v >> 6 & 63, 6), unit_of_bits(v & 63, 6)};
    }
    case RGBA8:
        return (ferry_color){unit_of_bits(b[0], 8), unit_of_bits(b[1], 8), unit_of_bits(b[2], 8),
                             unit_of_bits(b[3], 8)};
    default:
        return (ferry_color){unit_of_bits(b[0], 8), unit_of_bits(b[1], 8), unit_of_bits(b[2], 8),
                             1}; /* RGB8, RGBX8 */
    }
}

/* The element that index `k` of the field names; NULL if it lies beyond the array. */
static const uint8_t *element(const fy_j3d_field *field, const uint8_t *vertex, uint32_t k) {
    const uint8_t *bytes = vertex + field->offset;
    if (field->how == FY_J3D_DIRECT) return bytes;
    uint32_t index = field->how == FY_J3D_INDEX8 ? bytes[k] : ferry_be16(bytes + 2 * (size_t)k);
    if (field->attribute == FY_J3D_POS && index == (field->how == FY_J3D_INDEX8 ? SKIPPED8 : SKIPPED16))
        return NULL;
    return index < field->elements ? field->data + (uint64_t)index * field->stride : NULL;
}

uint32_t fy_j3d_element(const fy_j3d_field *field, const uint8_t *vertex) {
    return field->how == FY_J3D_INDEX8 ? vertex[field->offset] : ferry_be16(vertex + field->offset);
}

void fy_j3d_decode(const fy_j3d_field *field, const uint8_t *vertex, fy_j3d_value *value) {
    *value = (fy_j3d_value){.color = {1, 1, 1, 1}, .found = true};
    const uint8_t *bytes = element(field, vertex, 0);
    if (!bytes)
        value->found = false;
    else if (field->components == 0)
        value->color = decode_color(bytes, field->type);
    else if (field->indices == 1)
        decode_numbers(field, bytes, 0, field->components, value->v);
    else /* NBT3: the k-th index names the element of which the k-th vector is taken */
        for (uint32_t k = 0; k < 3; k++) {
            bytes = element(field, vertex, k);
            if (bytes)
                decode_numbers(field, bytes, 3 * k, 3, value->v);
            else
                value->found = false;
        }
}
