/*
 * ttyd_textures.c: the texture bank beside the model, and what samplers and texture records make of its
 * images (docs/formats/ttyd.md, "Textures").
 */
#include "formats/ttyd/ttyd_textures.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gx/tpl_read.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_blocks.h"
#include "machine/gx/gx_texture.h"

enum {
    BANK_NAME = 0x44, /* of the header */
    NAME_SIZE = 0x40,
    TPL_MAGIC = 0x0020AF30,
    IMAGE = 0x04, /* of a texture record */
    KIND = 0x08,
    RECORD_NAME = 0x0C,
    RECORD_NAME_SIZE = 44,
    WRAPS = 4, /* of a sampler */
    WAYS = 10, /* three ways to wrap in each direction, or what the image says */
};

/* ----------------------------------------------------------------------------------------------- the bank */

/* What is no bank must not cost the user the model. */
static bool open_tpl(fy_ttyd *t, const char *name, ferry_bytes bytes) {
    t->bank = ferry_window_open(t->job, ferry_sidecar_name(t->job, name), bytes);
    uint64_t table = bytes.size >= 12 ? ferry_be32(bytes.data + 8) : 0;
    if (bytes.size < 12 || ferry_be32(bytes.data) != TPL_MAGIC ||
        !ferry_window_holds(&t->bank, table, ferry_be32(bytes.data + 4), 8)) {
        ferry_say_at(&t->bank, 0, FERRY_WARNING, "ttyd.bank-format",
                     "not a texture bank (TPL); the textures have no image");
        return true;
    }
    t->has_bank = true;
    return fy_tpl_open(&t->bank, &t->tpl);
}

/* "": the actor names none, but the user may. */
static const char *name_of_bank(fy_ttyd *t) {
    const char *name = (const char *)t->file->data + BANK_NAME;
    return *name ? ferry_job_format(t->job, "%.*s-", NAME_SIZE, name) : "";
}

static void miss_bank(fy_ttyd *t, const char *name) {
    const char *called = ferry_sidecar_name(t->job, name);
    if (called != name)
        ferry_say_at(t->file, BANK_NAME, FERRY_WARNING, "ttyd.bank-missing",
                     "the texture bank \"%s\" is not a valid file name; the textures have no image", called);
    else if (*name)
        ferry_say_at(t->file, BANK_NAME, FERRY_WARNING, "ttyd.bank-missing",
                     "the texture bank \"%s\" was not found; the textures have no image",
                     ferry_scene_text(t->scene, name, NAME_SIZE + 1));
    else
        ferry_say_at(t->file, BANK_NAME, FERRY_WARNING, "ttyd.bank-missing",
                     "the actor references no texture bank; the textures have no image");
}

bool fy_ttyd_open_bank(fy_ttyd *t) {
    uint32_t records = t->counts[FY_TTYD_RECORDS];
    ferry_bytes bytes = {0};
    t->textures = ferry_new(t->job, uint32_t, (size_t)records * WAYS + 1);
    t->told = ferry_new(t->job, uint8_t, (size_t)t->counts[FY_TTYD_SAMPLERS] + 1);
    if (!t->textures || !t->told) return false;
    for (uint64_t k = 0; k < (uint64_t)records * WAYS; k++) t->textures[k] = FERRY_NONE;
    if (!records) return true;
    const char *name = name_of_bank(t);
    if (ferry_sidecar(t->job, name, &bytes)) return open_tpl(t, name, bytes);
    if (ferry_failed(t->job)) return false;
    miss_bank(t, name);
    return true;
}

/* ----------------------------------------------------------------------------------------------- textures */

/* Mirroring wins over repeating. */
static ferry_wrap wrap_of(uint32_t flags, uint32_t axis) {
    if (flags >> (2 + axis) & 1) return FERRY_WRAP_MIRROR;
    return flags >> axis & 1 ? FERRY_WRAP_REPEAT : FERRY_WRAP_CLAMP;
}

static bool add_missing(fy_ttyd *t, const char *name, const ferry_wrap *wraps, uint32_t *texture) {
    ferry_texture *added = ferry_append(t->scene, &t->scene->textures, ferry_texture);
    if (!added) return false;
    *added = (ferry_texture){.name = name,
                             .path = "",
                             .image = FERRY_NONE,
                             .wrap_s = wraps ? wraps[0] : FERRY_WRAP_CLAMP,
                             .wrap_t = wraps ? wraps[1] : FERRY_WRAP_CLAMP,
                             .min_filter = FERRY_FILTER_LINEAR,
                             .mag_filter = FERRY_FILTER_LINEAR,
                             .transparency_hint = 0xCC};
    *texture = t->scene->textures.count - 1;
    return true;
}

/* `wraps`: instead of the image's own; NULL: those. */
static bool add_texture(fy_ttyd *t, uint32_t index, const ferry_wrap *wraps, uint32_t *texture) {
    ferry_window record = fy_ttyd_record(t, FY_TTYD_RECORDS, index);
    uint32_t image = ferry_u32_at(&record, IMAGE), kind = ferry_u32_at(&record, KIND);
    fy_gx_texture source;
    uint64_t at;
    const char *name = ferry_scene_text(t->scene, record.data + RECORD_NAME, RECORD_NAME_SIZE);
    if (!*name) name = ferry_scene_format(t->scene, "texture%" PRIu32, index);
    if (kind != 0) {
        ferry_say_at(&record, KIND, FERRY_NOTE, "ttyd.captured-texture",
                     "\"%s\" is captured by the game at run time; it has no image here", name);
        return add_missing(t, name, wraps, texture);
    }
    if (!t->has_bank) return add_missing(t, name, wraps, texture);
    if (image >= t->tpl.count) {
        ferry_say_at(&record, IMAGE, FERRY_WARNING, "ttyd.image-range",
                     "\"%s\" is image %" PRIu32 " of the bank, which has only %" PRIu32 "; it has no "
                     "image",
                     name, image, t->tpl.count);
        return add_missing(t, name, wraps, texture);
    }
    if (!fy_tpl_image(&t->bank, &t->tpl, image, &source, &at)) return add_missing(t, name, wraps, texture);
    if (wraps) {
        source.wrap_s = wraps[0];
        source.wrap_t = wraps[1];
    }
    ferry_window window = ferry_window_part(&t->bank, "image", image);
    return fy_gx_texture_add(&window, at, &source, name, t->scene, &t->cache, texture);
}

/* Steps beyond the last record lead to record 0, as the game has it. */
static uint32_t record_of(fy_ttyd *t, uint32_t sampler, uint32_t step) {
    ferry_window window = fy_ttyd_record(t, FY_TTYD_SAMPLERS, sampler);
    uint64_t record = (uint64_t)ferry_u32_at(&window, 0) + step;
    if (record < t->counts[FY_TTYD_RECORDS]) return (uint32_t)record;
    if (t->told[sampler]) return 0;
    t->told[sampler] = 1;
    ferry_say_at(&window, 0, FERRY_WARNING, "ttyd.texture-range",
                 "references texture %" PRIu64 ", but there are %" PRIu32 "; used 0, as the game does",
                 record, t->counts[FY_TTYD_RECORDS]);
    return 0;
}

bool fy_ttyd_texture(fy_ttyd *t, uint32_t sampler, uint32_t step, uint32_t *texture) {
    uint32_t record = record_of(t, sampler, step);
    uint32_t flags = ferry_be32(fy_ttyd_bytes(t, FY_TTYD_SAMPLERS, sampler) + WRAPS);
    bool own = flags >> 31; /* as the image's header says */
    ferry_wrap wraps[2] = {wrap_of(flags, 0), wrap_of(flags, 1)};
    uint32_t *known = &t->textures[(size_t)record * WAYS + (own ? WAYS - 1u : 3u * wraps[0] + wraps[1])];
    if (*known == FERRY_NONE && !add_texture(t, record, own ? NULL : wraps, known)) return false;
    *texture = *known;
    return true;
}
