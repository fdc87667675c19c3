/*
 * j3d_foreign.c: files that share the endings .bmd and .bdl with J3D, or its magic, but are something else
 * (docs/formats/j3d.md, "What is refused").
 */
#include "formats/j3d/j3d_foreign.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

typedef struct magic {
    const char *bytes;
    const char *text;
} magic;

/* First match wins: longer magics stand before their beginnings. */
static const magic magics[] = {
    {"J3D1bmd", "a J3D1 file of type bmd; only J3D2 models are supported"},
    {"J3D1bdl", "a J3D1 file of type bdl; only J3D2 models are supported"},
    {"J3D1bls1", "J3D vertex clusters (bls1), not a model"},
    {"J3D2bls2", "J3D vertex clusters (bls2), not a model"},
    {"J3D2bmt3", "J3D material table (bmt3), not a model: pass it after the model that it changes"},
    {"J3D1", "J3D animation of an unsupported type"},
    {"J3D2", "J3D file of an unknown type; supported: bmd2, bmd3, bdl3, bdl4, bmt3"},
    {"2D3J",
     "little-endian J3D of a Switch re-release; only the big-endian J3D of GameCube and Wii is supported"},
    {"1D3J",
     "little-endian J3D of a Switch re-release; only the big-endian J3D of GameCube and Wii is supported"},
    {"BMD0", "a Nintendo DS model (NSBMD), not J3D"},
    {"BMD\n", "a model of MU Online, not J3D"},
    {"BMD\x0c", "a model of MU Online, not J3D"},
    {"BMD\x0e", "a model of MU Online, not J3D"},
    {"bres", "a Wii resource archive (BRRES), not J3D"},
    {"CGFX", "Nintendo 3DS graphics (CGFX), not J3D"},
    {"FRES", "a Wii U or Switch resource (BFRES), not J3D"},
    {"U\xAA\x38-", "a Wii archive (U8); of archives only the GameCube's RARC is supported"},
    {"glTF", "binary glTF, not J3D"},
    {"\x89PNG", "a PNG picture, not a model"},
    {"PK\x03\x04", "a ZIP archive; unpack it first"},
};

/* Super Mario 64 DS has no magic: a small scale exponent, then pairs of count and offset, little-endian, that
 * must fit. */
static bool is_ds_model(ferry_bytes bytes) {
    enum { HEADER = 0x3c, PAIRS = 5, BONE = 0x40 };
    static const uint32_t strides[PAIRS] = {BONE, 8, 0x14, 0x10, 0x30};
    if (bytes.size < HEADER || ferry_le32(bytes.data) > 31) return false;
    for (uint32_t k = 0; k < PAIRS; k++) {
        uint64_t count = ferry_le32(bytes.data + 4 + 8 * k), offset = ferry_le32(bytes.data + 8 + 8 * k);
        if (k == 0 && (count == 0 || offset < HEADER)) return false;
        if (count > 0xffff || offset > bytes.size || count * strides[k] > bytes.size - offset) return false;
    }
    return true;
}

const char *fy_j3d_foreign(ferry_bytes bytes) {
    for (size_t k = 0; k < sizeof magics / sizeof *magics; k++) {
        size_t length = strlen(magics[k].bytes);
        if (bytes.size >= length && memcmp(bytes.data, magics[k].bytes, length) == 0) return magics[k].text;
    }
    if (is_ds_model(bytes)) return "seems to be a Nintendo DS model (Super Mario 64 DS), not J3D";
    return NULL;
}
