/* numbers.c: see numbers.h. */
#include "core/base/numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"

enum { FEWEST = 6, MOST = 9 }; /* digits */

/* mantissa * 2^-shift * power, rounded to a whole number; ties go to even. `sure`: read back as a float, the
 * result over `power` is mantissa * 2^-shift. Both are exact: the product is less than 2^64. */
static uint64_t round_decimal(uint32_t mantissa, int shift, uint64_t power, bool *sure) {
    uint64_t product = mantissa * power, one = (uint64_t)1 << shift;
    uint64_t whole = product >> shift, rest = product & (one - 1), off = rest;
    bool up = rest > one / 2 || (rest == one / 2 && whole & 1);
    if (up) off = one - rest;
    /* less than half the way to the next float, which is half as far away below a power of two */
    bool halved = !up && mantissa == 1U << 23;
    *sure = halved ? 4 * off <= power : 2 * off < power || (2 * off == power && mantissa % 2 == 0);
    return whole + up;
}

/* What the loop in fy_number() comes to, from 0.0001 to a million: most numbers of models. */
static const char *write_plain(char *text, float value) {
    static const double least[] = {1e5, 1e4, 1e3, 1e2, 1e1, 1, 1e-1, 1e-2, 1e-3, 1e-4};
    const float magnitude = value < 0 ? -value : value;
    uint32_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    const uint32_t mantissa = (bits & 0x7fffff) | 0x800000;
    const int shift = 150 - (int)(bits >> 23);
    int places = 0; /* behind the point, for the fewest digits */
    while ((double)magnitude < least[places]) places++;
    uint64_t power = 1, number = 0;
    for (int i = 0; i < places; i++) power *= 10;
    bool sure = false;
    for (int digits = FEWEST; digits <= MOST; digits++, places++, power *= 10) {
        number = round_decimal(mantissa, shift, power, &sure);
        if (sure || digits == MOST) break;
    }
    for (; places && number % 10 == 0; places--, power /= 10) number /= 10;
    int end = snprintf(text, FY_NUMBER_SIZE, "%s%" PRIu64, value < 0 ? "-" : "", number / power);
    if (!places) return text;
    text[end] = '.';
    text[end + places + 1] = '\0';
    for (uint64_t rest = number % power; places > 0; places--, rest /= 10)
        text[end + places] = (char)('0' + rest % 10);
    return text;
}

const char *fy_number(char text[FY_NUMBER_SIZE], float value) {
    if (value == 0) return strcpy(text, "0");
    if ((value >= 1e-4F && value < 1e6F) || (value <= -1e-4F && value > -1e6F))
        return write_plain(text, value);
    for (int digits = FEWEST; digits <= MOST; digits++) {
        snprintf(text, FY_NUMBER_SIZE, "%.*g", digits, (double)value);
        if (digits == MOST || strtof(text, NULL) == value) break;
    }
    char *comma = strchr(text, ','); /* the locale of a program around the library */
    if (comma) *comma = '.';
    return text;
}

const char *fy_wrap_name(ferry_wrap wrap) {
    static const char *const names[] = {"clamp", "repeat", "mirror"};
    return names[wrap];
}

const char *fy_filter_name(ferry_filter filter) {
    static const char *const names[] = {
        "nearest",          "linear", "nearest-mip-nearest", "linear-mip-nearest", "nearest-mip-linear",
        "linear-mip-linear"};
    return (size_t)filter < sizeof names / sizeof *names ? names[filter] : "?";
}

const char *fy_alpha_class_name(ferry_alpha_class alpha) {
    static const char *const names[] = {"opaque", "binary", "varied"};
    return names[alpha];
}

const char *fy_gx_texel_name(ferry_gx_texel format) {
    switch (format) {
    case FERRY_GX_I4:
        return "i4";
    case FERRY_GX_I8:
        return "i8";
    case FERRY_GX_IA4:
        return "ia4";
    case FERRY_GX_IA8:
        return "ia8";
    case FERRY_GX_RGB565:
        return "rgb565";
    case FERRY_GX_RGB5A3:
        return "rgb5a3";
    case FERRY_GX_RGBA8:
        return "rgba8";
    case FERRY_GX_C4:
        return "c4";
    case FERRY_GX_C8:
        return "c8";
    case FERRY_GX_C14X2:
        return "c14x2";
    case FERRY_GX_CMPR:
        return "cmpr";
    }
    return "?";
}

static const char *gx_palette_name(ferry_gx_palette format) {
    static const char *const names[] = {"ia8", "rgb565", "rgb5a3"};
    return (size_t)format < sizeof names / sizeof *names ? names[format] : "?";
}

static const char *rdp_texel_name(ferry_rdp_texel format) {
    switch (format) {
    case FERRY_RDP_RGBA16:
        return "rgba16";
    case FERRY_RDP_RGBA32:
        return "rgba32";
    case FERRY_RDP_YUV16:
        return "yuv16";
    case FERRY_RDP_CI4:
        return "ci4";
    case FERRY_RDP_CI8:
        return "ci8";
    case FERRY_RDP_IA4:
        return "ia4";
    case FERRY_RDP_IA8:
        return "ia8";
    case FERRY_RDP_IA16:
        return "ia16";
    case FERRY_RDP_I4:
        return "i4";
    case FERRY_RDP_I8:
        return "i8";
    }
    return "?";
}

const char *fy_texel_name(const ferry_image *image) {
    return image->has_gx    ? fy_gx_texel_name(image->gx_format)
           : image->has_rdp ? rdp_texel_name(image->rdp_format)
                            : "rgba";
}

const char *fy_palette_name(const ferry_image *image) {
    return image->has_rdp ? "rgba16" : gx_palette_name(image->gx_palette_format);
}
