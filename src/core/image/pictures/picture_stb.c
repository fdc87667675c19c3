/*
 * picture_stb.c: TGA, BMP and GIF (its first picture) by stb_image (docs/formats/generic.md, "Textures").
 * It takes its memory from the job, and leaves by longjmp where it finds itself at fault.
 */
#include <limits.h>
#include <setjmp.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/image.h"
#include "core/image/pictures/picture.h"
#include "core/image/pictures/picture_stb.h"

/* stb_image's hooks know no user: each thread has the picture that it decodes. */
static _Thread_local struct {
    ferry_job *job;
    jmp_buf out;
} now;

static void *grow_memory(void *old, size_t old_size, size_t size) {
    void *data = ferry_alloc(now.job, 1, size);
    if (data && old) memcpy(data, old, old_size < size ? old_size : size);
    return data;
}

#define STBI_MALLOC(size) ferry_alloc(now.job, 1, size)
#define STBI_REALLOC_SIZED(old, old_size, size) grow_memory(old, old_size, size)
#define STBI_FREE(data) ((void)(data)) /* goes with the job's mark */
#define STBI_ASSERT(holds) ((holds) ? (void)0 : longjmp(now.out, 1))
#define STBI_MAX_DIMENSIONS FY_PNG_MAX_SIZE
#define STBI_FAILURE_USERMSG
#define STBI_NO_STDIO
#define STBI_ONLY_TGA
#define STBI_ONLY_BMP
#define STBI_ONLY_GIF
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#ifdef __GNUC__                                    /* to the end of the file: it is there that gcc counts */
#pragma GCC diagnostic ignored "-Wunused-function" /* what it declares for kinds that are not asked for */
#endif
#include <stb/stb_image.h>

/* How many texels a byte of these formats can stand for; what claims more is made to be large. */
enum { MOST_TEXELS = 4096 };

/* Texels without a map or runs need all their bytes: stb_image would make up what is missing. */
static bool is_cut(const fy_picture *p, uint64_t texels) {
    const uint8_t *b = p->bytes.data;
    if (strcmp(p->kind, "TGA") != 0 || b[2] > 3) return false;
    uint64_t map = b[1] ? (uint64_t)(b[5] | b[6] << 8) * ((b[7] + 7u) / 8) : 0;
    return 18 + b[0] + map + texels * ((b[16] + 7u) / 8) > p->bytes.size;
}

/* Four bytes a texel of which none is opaque at all: the last one is not alpha. */
static void fill_alpha(fy_picture *p) {
    size_t count = (size_t)p->width * p->height;
    for (size_t k = 0; k < count; k++)
        if (p->rgba[4 * k + 3]) return;
    for (size_t k = 0; k < count; k++) p->rgba[4 * k + 3] = 255;
}

static bool decode_picture(fy_picture *p) {
    int size = (int)p->bytes.size, width = 0, height = 0, channels = 0;
    if (!stbi_info_from_memory(p->bytes.data, size, &width, &height, &channels) || width < 1 || height < 1)
        return fy_picture_broken(p, 0, "%s", stbi_failure_reason());
    uint64_t texels = (uint64_t)width * (uint64_t)height;
    if (width > FY_PNG_MAX_SIZE || height > FY_PNG_MAX_SIZE)
        return fy_picture_broken(p, 0, "%d x %d is too large", width, height);
    if (texels / MOST_TEXELS > p->bytes.size || is_cut(p, texels))
        return fy_picture_broken(p, 0, "%llu bytes are not enough for %d x %d texels",
                                 (unsigned long long)p->bytes.size, width, height);
    p->rgba = stbi_load_from_memory(p->bytes.data, size, &width, &height, &channels, 4);
    if (!p->rgba) return fy_picture_broken(p, 0, "%s", stbi_failure_reason());
    p->width = (uint32_t)width;
    p->height = (uint32_t)height;
    if (strcmp(p->kind, "TGA") == 0) fill_alpha(p);
    return true;
}

bool fy_stb_read(fy_picture *picture) {
    if (picture->bytes.size > INT_MAX) return fy_picture_broken(picture, 0, "it is too large");
    now.job = picture->job;
    if (setjmp(now.out)) return fy_picture_broken(picture, 0, "its header is inconsistent");
    return decode_picture(picture);
}
