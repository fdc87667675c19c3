/* assimp_jpeg.c: JPEG from memory, by libjpeg (docs/formats/generic.md, "Textures"). */
#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "core/image.h"
#include "formats/assimp/assimp.h"

/* More of them than any encoder makes: each is a pass over the whole picture. */
enum { MAX_SCANS = 200 };

typedef struct work {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf out;
    ferry_job *job;
    const char *file;
    uint8_t *rgba;
    uint32_t width, height;
} work;

static work *of(j_common_ptr jpeg) {
    return (work *)jpeg->client_data;
}

static void on_error(j_common_ptr jpeg) {
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    ferry_say(of(jpeg)->job, FERRY_WARNING, "jpeg.broken", of(jpeg)->file, "", "JPEG: %s", text);
    longjmp(of(jpeg)->out, 1);
}

/* Warnings of libjpeg: what it makes of broken data is shown, and told once. */
static void on_message(j_common_ptr jpeg, int level) {
    if (level >= 0 || jpeg->err->num_warnings++) return;
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    ferry_say(of(jpeg)->job, FERRY_WARNING, "jpeg.damaged", of(jpeg)->file, "", "JPEG: %s", text);
}

static void on_progress(j_common_ptr jpeg) {
    work *w = of(jpeg);
    if (!ferry_tick(w->job)) longjmp(w->out, 1);
    if (w->jpeg.input_scan_number <= MAX_SCANS) return;
    ferry_say(w->job, FERRY_WARNING, "jpeg.broken", w->file, "", "JPEG: more than %d scans", MAX_SCANS);
    longjmp(w->out, 1);
}

/* Rows of one or three components, spread to four from behind. */
static void spread(uint8_t *row, uint32_t width, int components) {
    for (uint32_t x = width; x-- > 0;) {
        const uint8_t *from = row + (size_t)x * (size_t)components;
        const uint8_t texel[4] = {from[0], from[components > 1 ? 1 : 0], from[components > 1 ? 2 : 0], 255};
        memcpy(row + 4 * (size_t)x, texel, 4);
    }
}

static bool decode(work *w, ferry_bytes bytes) {
    struct jpeg_decompress_struct *jpeg = &w->jpeg;
    jpeg_mem_src(jpeg, bytes.data, (unsigned long)bytes.size);
    jpeg_read_header(jpeg, TRUE);
    if (jpeg->image_width > FY_PNG_MAX_SIZE || jpeg->image_height > FY_PNG_MAX_SIZE) {
        ferry_say(w->job, FERRY_WARNING, "jpeg.broken", w->file, "", "JPEG: %u x %u is too large", jpeg->image_width,
                  jpeg->image_height);
        return false;
    }
    jpeg->dct_method = JDCT_ISLOW;
    jpeg->out_color_space = jpeg->num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(jpeg);
    w->width = jpeg->output_width;
    w->height = jpeg->output_height;
    w->rgba = ferry_new(w->job, uint8_t, 4 * (size_t)w->width * w->height);
    if (!w->rgba) return false;
    while (jpeg->output_scanline < jpeg->output_height) {
        uint8_t *row = w->rgba + 4 * (size_t)w->width * jpeg->output_scanline;
        jpeg_read_scanlines(jpeg, &row, 1);
        spread(row, w->width, jpeg->output_components);
    }
    jpeg_finish_decompress(jpeg);
    return true;
}

bool fy_jpeg_read(ferry_job *job, const char *file, ferry_bytes bytes, uint32_t *width, uint32_t *height,
                  const uint8_t **rgba) {
    work w = {.job = job, .file = file};
    w.jpeg.err = jpeg_std_error(&w.errors);
    w.errors.error_exit = on_error;
    w.errors.emit_message = on_message;
    w.progress.progress_monitor = on_progress;
    w.jpeg.client_data = &w;
    volatile bool read = false;
    if (!setjmp(w.out)) {
        jpeg_create_decompress(&w.jpeg);
        w.jpeg.client_data = &w;
        w.jpeg.progress = &w.progress;
        read = decode(&w, bytes);
    }
    jpeg_destroy_decompress(&w.jpeg);
    if (read) {
        *width = w.width;
        *height = w.height;
        *rgba = w.rgba;
    }
    return read;
}
