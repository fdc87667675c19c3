/* pictures.c: which kind of picture bytes are (docs/formats/generic.md, "Textures"). */
#include "core/image/pictures/pictures.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/report.h"
#include "core/image/image.h"
#include "core/image/pictures/picture.h"
#include "core/image/pictures/picture_dds.h"
#include "core/image/pictures/picture_jpeg.h"
#include "core/image/pictures/picture_psd.h"
#include "core/image/pictures/picture_stb.h"
#include "core/image/pictures/picture_tiff.h"
#include "core/image/pictures/picture_webp.h"

/* -------------------------------------------------------------------------------------------------- kinds */

static bool read_png(fy_picture *p) {
    const uint8_t *rgba = NULL;
    bool read = fy_png_read_in(p->in, &p->width, &p->height, &rgba);
    p->rgba = (uint8_t *)(uintptr_t)rgba; /* the job's own memory */
    return read;
}

/* What this build was made without. */
#ifdef FERRY_JPEG
#define JPEG fy_jpeg_read
#else
#define JPEG NULL
#endif
#ifdef FERRY_STB
#define STB fy_stb_read
#else
#define STB NULL
#endif
#ifdef FERRY_TIFF
#define TIFF fy_tiff_read
#else
#define TIFF NULL
#endif
#ifdef FERRY_WEBP
#define WEBP fy_webp_read
#else
#define WEBP NULL
#endif

typedef struct kind {
    const char *name;
    size_t at, size; /* where the magic stands */
    const char *magic;
    bool (*read)(fy_picture *p); /* NULL: not read */
} kind;

static const kind kinds[] = {
    {"PNG", 0, 8, "\x89PNG\r\n\x1a\n", read_png},
    {"JPEG", 0, 3, "\xff\xd8\xff", JPEG},
    {"DDS", 0, 4, "DDS ", fy_dds_read},
    {"BMP", 0, 2, "BM", STB},
    {"GIF", 0, 4, "GIF8", STB},
    {"PSD", 0, 4, "8BPS", fy_psd_read},
    {"TIFF", 0, 4, "II*\0", TIFF},
    {"TIFF", 0, 4, "MM\0*", TIFF},
    {"TIFF", 0, 4, "II+\0", TIFF},
    {"TIFF", 0, 4, "MM\0+", TIFF},
    {"WebP", 8, 4, "WEBP", WEBP},
    {"KTX", 0, 5, "\xabKTX ", NULL},
    {"JPEG 2000", 4, 4, "jP  ", NULL},
    {"Radiance HDR", 0, 2, "#?", NULL},
    {"OpenEXR", 0, 4, "\x76\x2f\x31\x01", NULL},
    {"AVIF", 4, 8, "ftypavif", NULL},
    {"XCF", 0, 8, "gimp xcf", NULL},
    {"SVG", 0, 4, "<svg", NULL},
    {"SVG", 0, 5, "<?xml", NULL},
    {"BLP", 0, 4, "BLP2", NULL},
    {"VTF", 0, 4, "VTF\0", NULL},
};

/* It has no magic: every field of its header has to say something that there is. */
static bool is_tga(ferry_bytes bytes) {
    static const char footer[] = "TRUEVISION-XFILE.";
    const uint8_t *b = bytes.data;
    if (bytes.size < 19) return false;
    if (bytes.size >= 44 && memcmp(b + bytes.size - 18, footer, sizeof footer) == 0) return true;
    bool mapped = b[1] == 1 && (b[2] == 1 || b[2] == 9), gray = b[2] == 3 || b[2] == 11,
         colors = b[2] == 2 || b[2] == 10;
    bool depth = mapped ? b[16] == 8 || b[16] == 16
                 : gray ? b[16] == 8 || b[16] == 16
                        : colors && b[1] <= 1 && (b[16] == 15 || b[16] == 16 || b[16] == 24 || b[16] == 32);
    bool map = b[1] == 0 || b[7] == 8 || b[7] == 15 || b[7] == 16 || b[7] == 24 || b[7] == 32;
    return depth && map && (b[12] | b[13]) && (b[14] | b[15]) && (b[17] & 0xc0) == 0;
}

static const kind *kind_of(ferry_bytes bytes) {
    static const kind tga = {"TGA", 0, 0, "", STB};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (bytes.size >= kinds[k].at + kinds[k].size &&
            memcmp(bytes.data + kinds[k].at, kinds[k].magic, kinds[k].size) == 0)
            return &kinds[k];
    return is_tga(bytes) ? &tga : NULL;
}

bool fy_picture_kind(ferry_bytes bytes, const char **name) {
    const kind *found = kind_of(bytes);
    *name = found ? found->name : NULL;
    return found && found->read;
}

bool fy_picture_read(const ferry_window *in, uint32_t *width, uint32_t *height, const uint8_t **rgba) {
    ferry_job *job = in->job;
    fy_picture picture = {.job = job, .in = in, .bytes = {in->data, in->size}};
    const kind *of = kind_of(picture.bytes);
    uint32_t messages = job->report.count;
    if (!of || !of->read) return false;
    picture.kind = of->name;
    bool read = of->read(&picture);
    if (job->stopped || job->exhausted) return false;
    if (!read) fy_report_demote(job, messages);
    *width = picture.width;
    *height = picture.height;
    *rgba = picture.rgba;
    return read;
}
