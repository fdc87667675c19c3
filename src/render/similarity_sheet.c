/*
 * similarity_sheet.c: the picture of a comparison: both models and their difference, view by view
 * (docs/rendering.md, "Similarity").
 */
#include "render/similarity_sheet.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "render/font.h"
#include "render/picture.h"

enum { LABEL = FY_FONT_HEIGHT + 5, COLUMNS = 3, ABREAST = 3 };

static const uint8_t paper[4] = {32, 36, 40, 255}, ink[4] = {225, 228, 232, 255};

uint32_t fy_sheet_small(uint32_t side) {
    return side < 2 * ABREAST ? 1 : side / ABREAST - 1;
}

bool fy_sheet_open(ferry_job *job, const ferry_scene *const scenes[2], const fy_sheet *sheet) {
    uint32_t width = sheet->width, rows = (sheet->small + ABREAST - 1) / ABREAST;
    uint32_t height =
        LABEL + sheet->whole * (sheet->height + LABEL) + rows * (fy_sheet_small(sheet->height) + LABEL);
    uint32_t all = COLUMNS * width;
    if (!fy_picture_open(job, all, height, paper, sheet->picture)) return false;
    int room = (int)(width / FY_FONT_STEP);
    for (uint32_t i = 0; i < 2; i++) {
        const char *name = ferry_job_format(job, "%s (%s)", scenes[i]->name, scenes[i]->format);
        fy_picture_text(sheet->picture, i * width + 2, 2, ferry_job_format(job, "%.*s", room - 1, name), ink);
    }
    fy_picture_text(sheet->picture, 2 * width + 2, 2, "difference, doubled", ink);
    return true;
}

static bool make_difference(ferry_job *job, const ferry_picture pictures[2], ferry_picture *difference) {
    static const uint8_t black[4] = {0, 0, 0, 255};
    if (!fy_picture_open(job, pictures[0].width, pictures[0].height, black, difference)) return false;
    for (size_t i = 0; i < (size_t)difference->width * difference->height; i++)
        for (size_t k = 0; k < 3; k++) {
            int twice = 2 * abs(pictures[0].rgba[i * 4 + k] - pictures[1].rgba[i * 4 + k]);
            difference->rgba[i * 4 + k] = (uint8_t)(twice > 255 ? 255 : twice);
        }
    return true;
}

/* A small view has no room for more than its name and SSIM. */
static const char *label_of(ferry_job *job, const ferry_similarity_view *found, bool small) {
    if (!found->pixels) return ferry_job_format(job, "%s: not visible", found->name);
    if (small) return ferry_job_format(job, "%s: %.3f", found->name, found->ssim);
    return ferry_job_format(job, "%s: SSIM %.3f, colour error %.1f", found->name, found->ssim,
                            found->color_error);
}

bool fy_sheet_add(ferry_job *job, const fy_sheet *sheet, const ferry_picture pictures[2], bool small,
                  uint32_t number, const ferry_similarity_view *found) {
    ferry_picture difference;
    uint32_t height = pictures[0].height, column = sheet->picture->width / COLUMNS, x = 0, y = LABEL;
    if (small) {
        y += sheet->whole * (sheet->height + LABEL) + number / ABREAST * (height + LABEL);
        x = number % ABREAST * (sheet->width / ABREAST);
    } else {
        y += number * (height + LABEL);
    }
    if (!make_difference(job, pictures, &difference)) return false;
    for (uint32_t i = 0; i < COLUMNS; i++)
        fy_picture_place(sheet->picture, i * column + x, y, i < 2 ? &pictures[i] : &difference);
    fy_picture_text(sheet->picture, x + 2, (int64_t)y + height + 2, label_of(job, found, small), ink);
    return true;
}
