/* numbers.c: see numbers.h. */
#include "core/base/numbers.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"

const char *fy_number(char text[FY_NUMBER_SIZE], float value) {
    if (value == 0) return strcpy(text, "0");
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, FY_NUMBER_SIZE, "%.*g", digits, (double)value);
        if (digits == 9 || strtof(text, NULL) == value) break;
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
