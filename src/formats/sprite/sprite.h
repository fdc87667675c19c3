/*
 * sprite.h: libdragon's sprite files: what the reader and the writer share (docs/formats/sprite.md).
 */
#ifndef FERRY_FORMATS_SPRITE_SPRITE_H
#define FERRY_FORMATS_SPRITE_SPRITE_H

enum {
    FY_SPRITE_HEADER = 8,
    FY_SPRITE_EXTENDED = 128, /* with version 4's padding */
    FY_SPRITE_SLOTS = 7,      /* levels above the first */
    FY_SPRITE_EXTENDED_BIT = 0x80,
    FY_SPRITE_TEXPARMS = 0x08,
    FY_SPRITE_DETAIL = 0x10,
    FY_SPRITE_FITS = 0x20,
    FY_SPRITE_SHQ = 0x40,
};

#endif
