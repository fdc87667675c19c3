/* rdp_depth.c: the depth buffer (docs/formats/n64_drawing.md, "Depth"). */
#include "machine/rdp/rdp_depth.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

uint32_t fy_rdp_depth_of(double z) {
    double scaled = floor(z * 8);
    return scaled > 0x3FFFF ? 0x3FFFF : scaled > 0 ? (uint32_t)scaled : 0;
}

/* Leading ones of 18 bits, 7 at most. */
static unsigned exponent_of(uint32_t z) {
    unsigned ones = 0;
    while (ones < 7 && z >> (17 - ones) & 1) ones++;
    return ones;
}

uint32_t fy_rdp_depth_stored(uint32_t z) {
    unsigned exponent = exponent_of(z), dropped = exponent < 6 ? 6 - exponent : 0;
    return z >> dropped << dropped;
}

uint32_t fy_rdp_slope_of(double dx, double dy) {
    double steep = floor(fabs(dx)) + floor(fabs(dy));
    uint32_t power = 1;
    while (power <= steep && power < 0x8000) power <<= 1;
    return power;
}

uint32_t fy_rdp_depth_tolerance(const fy_rdp_depth *stored, uint32_t dz) {
    unsigned exponent = exponent_of(stored->z);
    uint32_t other = stored->dz, power = 1;
    if (exponent < 3) other = 2 * other > 16u >> exponent ? 2 * other : 16u >> exponent;
    while (power << 1 <= (dz | other)) power <<= 1;
    return 8 * power;
}

bool fy_rdp_depth_passes(fy_rdp_z_mode mode, const fy_rdp_depth *stored, uint32_t z, uint32_t dz, bool full) {
    if (stored->cleared) return mode != FY_RDP_Z_DECAL;
    uint32_t tolerance = fy_rdp_depth_tolerance(stored, dz);
    switch (mode) {
    case FY_RDP_Z_DECAL:
        return (z > stored->z ? z - stored->z : stored->z - z) <= tolerance;
    case FY_RDP_Z_TRANSPARENT:
        return z < stored->z;
    default:
        return full ? z < stored->z : z <= stored->z + tolerance;
    }
}

bool fy_rdp_depth_touches(const fy_rdp_depth *stored, uint32_t z, uint32_t dz) {
    return !stored->cleared && z + fy_rdp_depth_tolerance(stored, dz) >= stored->z;
}

bool fy_rdp_depth_passes_ideal(fy_rdp_z_mode mode, bool cleared, double stored, double z, double slope) {
    if (cleared) return mode != FY_RDP_Z_DECAL;
    if (mode != FY_RDP_Z_DECAL) return z < stored;
    return fabs(z - stored) <= (2 * slope > 8 ? 2 * slope : 8);
}
