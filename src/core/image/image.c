/*
 * image.c: alpha classes, and PNG from and to memory by libpng.
 *
 * libpng leaves by longjmp. Everything that must survive lies in a png_work, whose members are reached
 * through a pointer that never changes, so no local variable can be clobbered. Its memory comes from an arena
 * of its own on the job's account: the limit holds, and one call gives everything back wherever libpng left.
 */
#include "core/image/image.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/arena.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/report.h"

#define PNG_LEVEL 6
#define PNG_CHUNK_MAX (1u << 20) /* bytes that an ancillary chunk may take */
#define PNG_CHUNKS_MAX 64
#define DEFLATE_BEST 1040 /* bytes out per byte in, rounded up */

typedef struct png_work {
    ferry_job *job;
    const char *file;       /* for messages */
    const ferry_window *in; /* that is read; NULL: nothing is */
    fy_arena arena;
    png_structp png;
    png_infop info;
    bool exhausted;
    /* writing */
    const fy_png *picture;
    uint8_t *out;
    size_t size, capacity;
    /* reading */
    size_t pos, last; /* and where the piece begins that was taken last */
    bool to_rgba;
    fy_png result;
} png_work;

/* ----------------------------------------------------------------------------------------------- alpha */

ferry_alpha_class fy_alpha_class(const uint8_t *rgba, size_t count) {
    ferry_alpha_class found = FERRY_ALPHA_ALL_OPAQUE;
    for (size_t i = 0; i < count; i++) {
        const uint8_t alpha = rgba[4 * i + 3];
        if (alpha == 255) continue;
        if (alpha != 0) return FERRY_ALPHA_VARIED;
        found = FERRY_ALPHA_ALL_BINARY;
    }
    return found;
}

/* -------------------------------------------------------------------------------------- libpng's hooks */

static void *take_memory(png_work *work, size_t size) {
    void *data = fy_arena_alloc(&work->arena, 1, size);
    if (!data && size) work->exhausted = true;
    return data;
}

static png_voidp on_malloc(png_structp png, png_alloc_size_t size) {
    return take_memory(png_get_mem_ptr(png), size);
}

static void on_free(png_structp png, png_voidp data) {
    (void)png, (void)data; /* goes with the arena */
}

static void say_png(const png_work *work, ferry_severity severity, const char *code, const char *text) {
    if (work->exhausted) return;
    if (work->in)
        ferry_say_at(work->in, work->last, severity, code, "PNG: %s", text);
    else
        ferry_say(work->job, severity, code, work->file, "", "PNG: %s", text);
}

static void on_error(png_structp png, png_const_charp text) {
    say_png(png_get_error_ptr(png), FERRY_ERROR, "png.corrupt", text);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    say_png(png_get_error_ptr(png), FERRY_WARNING, "png.warning", text);
}

static void on_write(png_structp png, png_bytep data, size_t size) {
    png_work *work = png_get_io_ptr(png);
    if (size > work->capacity - work->size) {
        const size_t capacity = 2 * (work->capacity + size) + 1024;
        uint8_t *larger = fy_arena_resize(&work->arena, work->out, capacity);
        if (!larger) {
            work->exhausted = true;
            png_error(png, "out of memory");
        }
        work->out = larger;
        work->capacity = capacity;
    }
    memcpy(work->out + work->size, data, size);
    work->size += size;
}

static void on_flush(png_structp png) {
    (void)png;
}

static void on_read(png_structp png, png_bytep data, size_t size) {
    png_work *work = png_get_io_ptr(png);
    work->last = work->pos;
    if (size > work->in->size - work->pos) png_error(png, "the file ends early");
    memcpy(data, work->in->data + work->pos, size);
    work->pos += size;
}

/* Runs a body that libpng may leave by longjmp. */
static bool guarded(png_work *work, void (*body)(png_work *)) {
    if (setjmp(png_jmpbuf(work->png))) return false;
    body(work);
    return true;
}

/* What libpng's end leaves to do: the error that could not be said before, and the memory. */
static bool close_work(png_work *work, bool good) {
    fy_arena_free(&work->arena);
    if (!work->exhausted) return good;
    fy_report_exhausted(work->job);
    return false;
}

/* --------------------------------------------------------------------------------------------- writing */

static unsigned channels_of(fy_png_kind kind) {
    switch (kind) {
    case FY_PNG_GRAY:
    case FY_PNG_INDEXED:
        return 1;
    case FY_PNG_GRAY_ALPHA:
        return 2;
    case FY_PNG_RGB:
        return 3;
    case FY_PNG_RGBA:
        break;
    }
    return 4;
}

size_t fy_png_pitch(const fy_png *picture) {
    return (size_t)(((uint64_t)picture->width * picture->bits * channels_of(picture->kind) + 7) / 8);
}

static bool indexed(const fy_png *picture) {
    return picture->kind == FY_PNG_INDEXED;
}

static void write_palette(png_work *work) {
    const fy_png *picture = work->picture;
    png_color colors[256] = {{0}};
    png_byte alphas[256] = {0};
    int last_alpha = 0; /* entries up to the last one that is not opaque */
    for (uint32_t i = 0; i < picture->palette_count; i++) {
        const uint8_t *from = picture->palette + 4 * (size_t)i;
        colors[i] = (png_color){from[0], from[1], from[2]};
        alphas[i] = from[3];
        if (from[3] != 255) last_alpha = (int)i + 1;
    }
    png_set_PLTE(work->png, work->info, colors, (int)picture->palette_count);
    if (last_alpha) png_set_tRNS(work->png, work->info, alphas, last_alpha, NULL);
}

static void write_body(png_work *work) {
    static const int color_types[] = {
        [FY_PNG_GRAY] = PNG_COLOR_TYPE_GRAY,       [FY_PNG_GRAY_ALPHA] = PNG_COLOR_TYPE_GRAY_ALPHA,
        [FY_PNG_RGB] = PNG_COLOR_TYPE_RGB,         [FY_PNG_RGBA] = PNG_COLOR_TYPE_RGB_ALPHA,
        [FY_PNG_INDEXED] = PNG_COLOR_TYPE_PALETTE,
    };
    const fy_png *picture = work->picture;
    const size_t pitch = fy_png_pitch(picture);
    png_set_write_fn(work->png, work, on_write, on_flush);
    png_set_compression_level(work->png, PNG_LEVEL);
    png_set_compression_mem_level(work->png, 8);
    png_set_IHDR(work->png, work->info, picture->width, picture->height, (int)picture->bits,
                 color_types[picture->kind], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    /* Differences of packed samples or of indices mean nothing. */
    const bool plain = indexed(picture) || picture->bits < 8;
    png_set_filter(work->png, PNG_FILTER_TYPE_BASE, plain ? PNG_FILTER_NONE : PNG_ALL_FILTERS);
    png_set_compression_strategy(work->png, plain ? 0 /* default */ : 1 /* filtered */);
    if (indexed(picture)) write_palette(work);
    png_write_info(work->png, work->info);
    for (uint32_t y = 0; y < picture->height; y++) {
        if (!ferry_tick(work->job)) png_longjmp(work->png, 1);
        png_write_row(work->png, picture->pixels + y * pitch);
    }
    png_write_end(work->png, work->info);
}

/* A mistake of the caller, not of any file; said all the same, as the caller may sit outside the library. */
static bool writable(ferry_job *job, const char *file, const fy_png *picture) {
    const uint32_t bits = picture->bits;
    const bool packed = picture->kind == FY_PNG_GRAY || indexed(picture);
    const bool depth = bits == 8 || (packed && (bits == 1 || bits == 2 || bits == 4));
    const bool palette = !indexed(picture) ||
                         (picture->palette_count >= 1 && bits <= 8 && picture->palette_count <= 1u << bits);
    if (depth && palette && picture->width && picture->height) return true;
    ferry_say(job, FERRY_ERROR, "png.unsupported", file, "",
              "%u x %u samples of %u bits with %u palette colours cannot be stored as PNG", picture->width,
              picture->height, bits, picture->palette_count);
    return false;
}

bool fy_png_write(ferry_job *job, const char *file, const fy_png *picture, ferry_bytes *png) {
    if (!writable(job, file, picture)) return false;
    png_work work = {.job = job, .file = file, .arena = {.account = job->account}, .picture = picture};
    work.png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &work, on_error, on_warning, &work, on_malloc,
                                         on_free);
    work.info = work.png ? png_create_info_struct(work.png) : NULL;
    bool good = work.info && guarded(&work, write_body) && !work.exhausted;
    if (good) {
        uint8_t *copy = fy_output_alloc(job, work.size, 1);
        good = copy != NULL;
        if (good) {
            memcpy(copy, work.out, work.size);
            *png = (ferry_bytes){copy, work.size};
        }
    }
    if (work.png) png_destroy_write_struct(&work.png, &work.info);
    return close_work(&work, good);
}

bool ferry_image_png(ferry_job *job, const ferry_image *image, uint32_t level, ferry_bytes *png) {
    if (level >= image->level_count) {
        ferry_say(job, FERRY_ERROR, "png.mip-level", "", "",
                  "image \"%s\" has %u mip levels; level %u "
                  "does not exist",
                  image->name, image->level_count, level);
        return false;
    }
    const fy_png picture = {
        .kind = FY_PNG_RGBA,
        .bits = 8,
        .width = image->levels[level].width,
        .height = image->levels[level].height,
        .pixels = image->levels[level].rgba,
    };
    return fy_png_write(job, image->name, &picture, png);
}

/* --------------------------------------------------------------------------------------------- reading */

static void set_transforms(png_work *work, int color_type) {
    const bool masked =
        png_get_valid(work->png, work->info, PNG_INFO_tRNS) && color_type != PNG_COLOR_TYPE_PALETTE;
    png_set_strip_16(work->png);
    if (work->to_rgba) {
        png_set_expand(work->png);
        png_set_gray_to_rgb(work->png);
        png_set_add_alpha(work->png, 0xFF, PNG_FILLER_AFTER);
    } else if (masked) {
        png_set_expand(work->png); /* one colour is transparent: only an alpha channel can say so */
    }
}

static fy_png_kind kind_of(int color_type) {
    switch (color_type) {
    case PNG_COLOR_TYPE_GRAY:
        return FY_PNG_GRAY;
    case PNG_COLOR_TYPE_GRAY_ALPHA:
        return FY_PNG_GRAY_ALPHA;
    case PNG_COLOR_TYPE_RGB:
        return FY_PNG_RGB;
    case PNG_COLOR_TYPE_PALETTE:
        return FY_PNG_INDEXED;
    default:
        return FY_PNG_RGBA;
    }
}

static void read_palette(png_work *work) {
    png_colorp colors = NULL;
    png_bytep alphas = NULL;
    int count = 0, alpha_count = 0;
    png_get_PLTE(work->png, work->info, &colors, &count);
    png_get_tRNS(work->png, work->info, &alphas, &alpha_count, NULL);
    if (count < 1) png_error(work->png, "no palette");
    uint8_t *palette = ferry_new(work->job, uint8_t, 4 * (size_t)count);
    if (!palette) png_longjmp(work->png, 1);
    for (int i = 0; i < count; i++) {
        const uint8_t entry[4] = {colors[i].red, colors[i].green, colors[i].blue,
                                  i < alpha_count ? alphas[i] : 255};
        memcpy(palette + 4 * i, entry, 4);
    }
    work->result.palette = palette;
    work->result.palette_count = (uint32_t)count;
}

static void read_body(png_work *work) {
    png_set_read_fn(work->png, work, on_read);
    png_set_user_limits(work->png, FY_PNG_MAX_SIZE, FY_PNG_MAX_SIZE);
    png_set_chunk_malloc_max(work->png, PNG_CHUNK_MAX);
    png_set_chunk_cache_max(work->png, PNG_CHUNKS_MAX);
    png_read_info(work->png, work->info);
    const uint64_t packed_row = png_get_rowbytes(work->png, work->info);
    const uint32_t height = png_get_image_height(work->png, work->info);
    if (packed_row * height / DEFLATE_BEST > work->in->size)
        png_error(work->png, "the file is too short for its size");

    set_transforms(work, png_get_color_type(work->png, work->info));
    const int passes = png_set_interlace_handling(work->png);
    png_read_update_info(work->png, work->info);
    work->result.kind = kind_of(png_get_color_type(work->png, work->info));
    work->result.bits = png_get_bit_depth(work->png, work->info);
    work->result.width = png_get_image_width(work->png, work->info);
    work->result.height = height;
    if (indexed(&work->result)) read_palette(work);
    const size_t pitch = fy_png_pitch(&work->result);
    if (pitch != png_get_rowbytes(work->png, work->info)) png_error(work->png, "unexpected colour type");
    uint8_t *pixels = ferry_new(work->job, uint8_t, pitch * height);
    if (!pixels) png_longjmp(work->png, 1);
    work->result.pixels = pixels;
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < height; y++) {
            if (!ferry_tick(work->job)) png_longjmp(work->png, 1);
            png_read_row(work->png, pixels + y * pitch, NULL);
        }
    }
    png_read_end(work->png, NULL);
}

static bool read_png(const ferry_window *in, bool to_rgba, fy_png *picture) {
    ferry_job *job = in->job;
    const ferry_mark mark = ferry_job_mark(job);
    png_work work = {.job = job, .in = in, .arena = {.account = job->account}, .to_rgba = to_rgba};
    work.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &work, on_error, on_warning, &work, on_malloc,
                                        on_free);
    work.info = work.png ? png_create_info_struct(work.png) : NULL;
    bool good = work.info && guarded(&work, read_body);
    if (work.png) png_destroy_read_struct(&work.png, &work.info, NULL);
    good = close_work(&work, good);
    if (good)
        *picture = work.result;
    else
        ferry_job_release(job, mark);
    return good;
}

bool fy_png_read_in(const ferry_window *in, uint32_t *width, uint32_t *height, const uint8_t **rgba) {
    fy_png picture;
    if (!read_png(in, true, &picture)) return false;
    *width = picture.width;
    *height = picture.height;
    *rgba = picture.pixels;
    return true;
}

bool fy_png_read(ferry_job *job, const char *file, ferry_bytes png, uint32_t *width, uint32_t *height,
                 const uint8_t **rgba) {
    const ferry_window in = ferry_window_open(job, file, png);
    return fy_png_read_in(&in, width, height, rgba);
}

bool fy_png_read_stored(ferry_job *job, const char *file, ferry_bytes png, fy_png *picture) {
    const ferry_window in = ferry_window_open(job, file, png);
    return read_png(&in, false, picture);
}
