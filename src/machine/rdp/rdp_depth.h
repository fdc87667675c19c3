/*
 * rdp_depth.h: the console's depth buffer: 14-bit floating point, slopes as powers of two, four ways of
 * comparing (docs/formats/n64_drawing.md, "Depth").
 */
#ifndef FERRY_MACHINE_RDP_RDP_DEPTH_H
#define FERRY_MACHINE_RDP_RDP_DEPTH_H

#include <stdbool.h>
#include <stdint.h>

/* Bits 11..10 of the other modes. */
typedef enum fy_rdp_z_mode {
    FY_RDP_Z_OPAQUE,
    FY_RDP_Z_INTERPENETRATING, /* here: as opaque */
    FY_RDP_Z_TRANSPARENT,
    FY_RDP_Z_DECAL,
} fy_rdp_z_mode;

/* What a pixel of the depth buffer holds. */
typedef struct fy_rdp_depth {
    bool cleared;
    uint32_t z;  /* 18 bits, on the storage grid */
    uint32_t dz; /* slope: a power of two in Z units */
} fy_rdp_depth;

/* A vertex's Z (0..0x7FFF, eighths allowed) as the 18 bits that are compared. */
uint32_t fy_rdp_depth_of(double z);

/* What is left of 18 bits in the buffer. */
uint32_t fy_rdp_depth_stored(uint32_t z);

/* The slope of a triangle: the smallest power of two above the whole parts of |dZ/dx| and
 * |dZ/dy| together. */
uint32_t fy_rdp_slope_of(double dx, double dy);

/* How far apart, in 18-bit units, two depths count as one surface. */
uint32_t fy_rdp_depth_tolerance(const fy_rdp_depth *stored, uint32_t dz);

/* Whether a pixel at `z` with slope `dz` is drawn. `full`: its samples and those stored cover the pixel. */
bool fy_rdp_depth_passes(fy_rdp_z_mode mode, const fy_rdp_depth *stored, uint32_t z, uint32_t dz, bool full);

/* Whether a pixel that does not fill what is stored up lies on the same surface, or behind: both then share
 * the pixel. */
bool fy_rdp_depth_touches(const fy_rdp_depth *stored, uint32_t z, uint32_t dz);

/* The same rules in a depth buffer that loses nothing: Z units, slope as |dZ/dx| + |dZ/dy|. For a model that
 * is looked at from further away than any game would. */
bool fy_rdp_depth_passes_ideal(fy_rdp_z_mode mode, bool cleared, double stored, double z, double slope);

#endif
