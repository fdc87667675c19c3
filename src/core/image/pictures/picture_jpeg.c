/* picture_jpeg.c: JPEG from memory, by libjpeg (docs/formats/generic.md, "Textures"). */
#include "core/image/pictures/picture_jpeg.h"

#include <jpeglib.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "ferry64_format.h"
#include "core/image/pictures/jpeg_library.h"
#include "core/image/pictures/picture.h"

/* More of them than any encoder makes: each is a pass over the whole picture. */
enum { MAX_SCANS = 200 };

typedef struct work {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf out;
    fy_picture *picture;
} work;

static work *of(j_common_ptr jpeg) {
    return (work *)jpeg->client_data;
}

/* How far the file was read. */
static uint64_t place_of(const work *w) {
    const struct jpeg_source_mgr *source = w->jpeg.src;
    size_t left = source ? source->bytes_in_buffer : 0, size = w->picture->bytes.size;
    return source && left < size ? size - left : 0;
}

static void on_error(j_common_ptr jpeg) {
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    fy_picture_broken(of(jpeg)->picture, place_of(of(jpeg)), "%s", text);
    longjmp(of(jpeg)->out, 1);
}

/* Warnings of libjpeg: what it makes of broken data is shown, and told once. */
static void on_message(j_common_ptr jpeg, int level) {
    if (level >= 0 || jpeg->err->num_warnings++) return;
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    fy_picture_broken(of(jpeg)->picture, place_of(of(jpeg)), "%s", text);
}

static void on_progress(j_common_ptr jpeg) {
    work *w = of(jpeg);
    if (!ferry_tick(w->picture->job)) longjmp(w->out, 1);
    if (w->jpeg.input_scan_number <= MAX_SCANS) return;
    fy_picture_broken(w->picture, place_of(w), "more than %d scans", MAX_SCANS);
    longjmp(w->out, 1);
}

/* Rows of one, three or four components, spread to four from behind. Inks of four colours are as Adobe's
 * programs write them: 255 is none of it. */
static void spread(uint8_t *row, uint32_t width, int components) {
    for (uint32_t x = width; x-- > 0;) {
        const uint8_t *from = row + (size_t)x * (size_t)components;
        uint8_t *to = row + 4 * (size_t)x;
        const int black = components == 4 ? from[3] : 255;
        to[3] = 255;
        for (int c = 2; c >= 0; c--) to[c] = (uint8_t)((from[components == 1 ? 0 : c] * black + 127) / 255);
    }
}

static bool decode_jpeg(work *w) {
    struct jpeg_decompress_struct *jpeg = &w->jpeg;
    fy_picture *p = w->picture;
    fy_jpeg_calls->jpeg_mem_src(jpeg, p->bytes.data, (unsigned long)p->bytes.size);
    fy_jpeg_calls->jpeg_read_header(jpeg, TRUE);
    if (!fy_picture_start(p, place_of(w), jpeg->image_width, jpeg->image_height)) return false;
    jpeg->dct_method = JDCT_ISLOW;
    jpeg->out_color_space = jpeg->num_components == 1   ? JCS_GRAYSCALE
                            : jpeg->num_components == 4 ? JCS_CMYK
                                                        : JCS_RGB;
    fy_jpeg_calls->jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        uint8_t *row = p->rgba + 4 * (size_t)p->width * jpeg->output_scanline;
        fy_jpeg_calls->jpeg_read_scanlines(jpeg, &row, 1);
        spread(row, p->width, jpeg->output_components);
    }
    fy_jpeg_calls->jpeg_finish_decompress(jpeg);
    return true;
}

bool fy_jpeg_read(fy_picture *picture) {
    work w = {.picture = picture};
    if (!fy_jpeg_load(picture)) return false;
    w.jpeg.err = fy_jpeg_calls->jpeg_std_error(&w.errors);
    w.errors.error_exit = on_error;
    w.errors.emit_message = on_message;
    w.progress.progress_monitor = on_progress;
    w.jpeg.client_data = &w;
    volatile bool read = false;
    if (!setjmp(w.out)) {
        fy_jpeg_calls->jpeg_CreateDecompress(&w.jpeg, JPEG_LIB_VERSION, sizeof w.jpeg);
        w.jpeg.client_data = &w;
        w.jpeg.progress = &w.progress;
        read = decode_jpeg(&w);
    }
    fy_jpeg_calls->jpeg_destroy_decompress(&w.jpeg);
    return read;
}
