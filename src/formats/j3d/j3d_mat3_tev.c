/* j3d_mat3_tev.c: see j3d_mat3_tev.h. What the counts do not cover may be stale: it is not complained of. */
#include "formats/j3d/j3d_mat3_tev.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_frame_buffer.h"
#include "formats/j3d/j3d_mat3_tables.h"

/* --------------------------------------------------------------------------------------- TEV and textures */

/* `b` is the first of four inputs; `rest` the five bytes from the operation on. */
static ferry_gx_combine read_combine(fy_mat3_reader *r, const uint8_t *b, const uint8_t *rest,
                                     uint32_t inputs, uint8_t zero) {
    ferry_gx_combine c = {
        .a = fy_mat3_code(r, b, inputs, zero, "j3d.tev-stage", "TEV input"),
        .b = fy_mat3_code(r, b + 1, inputs, zero, "j3d.tev-stage", "TEV input"),
        .c = fy_mat3_code(r, b + 2, inputs, zero, "j3d.tev-stage", "TEV input"),
        .d = fy_mat3_code(r, b + 3, inputs, zero, "j3d.tev-stage", "TEV input"),
        .op = fy_mat3_code(r, rest, 16, 0, "j3d.tev-stage", "TEV operation"),
        .bias = fy_mat3_code(r, rest + 1, 4, 0, "j3d.tev-stage", "TEV bias"),
        .scale = fy_mat3_code(r, rest + 2, 4, 0, "j3d.tev-stage", "TEV scale"),
        .clamp = rest[3] ? 1 : 0,
        .destination = fy_mat3_code(r, rest + 4, 4, 0, "j3d.tev-stage", "TEV register"),
    };
    if (c.op > 1 && c.op < 8) {
        if (r->used)
            ferry_say_at(&r->window, (uint64_t)(rest - r->window.data), FERRY_WARNING, "j3d.tev-stage",
                         "unknown TEV operation %u; used 0 (add)", c.op);
        c.op = 0;
    }
    return c;
}

static bool combine_reads(const ferry_gx_combine *c, uint8_t input) {
    return c->a == input || c->b == input || c->c == input || c->d == input;
}

/* 0..7 are fractions, from `first` on constants; what lies between has no meaning. FF stands
 * for `instead`. */
static uint8_t selector(fy_mat3_reader *r, uint64_t at, uint8_t first, uint8_t instead, bool read) {
    uint8_t value = r->window.data[at];
    if (value < 8 || (value >= first && value < 0x20)) return value;
    if (value != FY_MAT3_NONE8 && r->used && read)
        ferry_say_at(&r->window, at, FERRY_WARNING, "j3d.konst-selector",
                     "unknown konst selector %u; used %u", value, instead);
    return instead;
}

static void read_konst_selectors(fy_mat3_reader *r, uint32_t k, ferry_gx_stage *stage) {
    uint64_t color = r->entry + r->version->konst_color + k, alpha = r->entry + r->version->konst_alpha + k;
    stage->konst_color = selector(r, color, 0x0c, 0x0c, combine_reads(&stage->color, FERRY_GX_CC_KONST));
    stage->konst_alpha = selector(r, alpha, 0x10, 0x1c, combine_reads(&stage->alpha, FERRY_GX_CA_KONST));
}

static void read_stage(fy_mat3_reader *r, uint32_t k) {
    ferry_gx_stage *stage = &r->gx->stages[k];
    const uint8_t *b = fy_mat3_record16(r, FY_MAT3_ORDERS, r->version->orders + 2 * k);
    stage->texgen =
        b ? fy_mat3_code_or_none(r, b, FERRY_GX_MAX_TEXGENS, "j3d.tev-order", "texgen of a TEV order")
          : FY_MAT3_NONE8;
    stage->map =
        b ? fy_mat3_code_or_none(r, b + 1, FERRY_GX_MAX_MAPS, "j3d.tev-order", "texture slot of a TEV order")
          : FY_MAT3_NONE8;
    stage->channel =
        b ? fy_mat3_code_or_none(r, b + 2, 9, "j3d.tev-order", "channel of a TEV order") : FY_MAT3_NONE8;
    b = fy_mat3_record16(r, FY_MAT3_STAGES, r->version->stages + 2 * k);
    if (b) {
        stage->color = read_combine(r, b + 1, b + 5, 16, FERRY_GX_CC_ZERO);
        stage->alpha = read_combine(r, b + 10, b + 14, 8, FERRY_GX_CA_ZERO);
    } else {
        stage->color = (ferry_gx_combine){
            FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_CPREV, 0, 0, 0, 1, 0};
        stage->alpha = (ferry_gx_combine){
            FERRY_GX_CA_RASA, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_APREV, 0, 0, 0, 1, 0};
    }
    read_konst_selectors(r, k, stage);
    b = fy_mat3_record16(r, FY_MAT3_SWAP_MODES, r->version->swap_modes + 2 * k);
    stage->ras_swap = b ? fy_mat3_code(r, b, 4, 0, "j3d.swap-table", "swap table number") : 0;
    stage->tex_swap = b ? fy_mat3_code(r, b + 1, 4, 0, "j3d.swap-table", "swap table number") : 0;
}

static int16_t register_value(const uint8_t *b) {
    int16_t value = (int16_t)ferry_be16(b);
    return value < -1024 ? -1024 : value > 1023 ? 1023 : value;
}

/* The stages in use read register C0 + k as an input. The start value of the last one, PREV, is
 * not loaded. */
static bool reads_register(const ferry_gx_material *gx, uint32_t k) {
    uint8_t color = (uint8_t)(FERRY_GX_CC_C0 + 2 * k), alpha = (uint8_t)(FERRY_GX_CA_A0 + k);
    for (uint32_t i = 0; k < 3 && i < gx->stage_count; i++)
        if (combine_reads(&gx->stages[i].color, color) ||
            combine_reads(&gx->stages[i].color, (uint8_t)(color + 1)) ||
            combine_reads(&gx->stages[i].alpha, alpha))
            return true;
    return false;
}

/* Selectors from 0C on are K0..K3, from 10 on their components, four times four. */
static bool reads_konst(const ferry_gx_material *gx, uint32_t k) {
    for (uint32_t i = 0; i < gx->stage_count; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        bool color = stage->konst_color >= 0x0c && stage->konst_color % 4 == k,
             alpha = stage->konst_alpha >= 0x10 && stage->konst_alpha % 4 == k;
        if ((color && combine_reads(&stage->color, FERRY_GX_CC_KONST)) ||
            (alpha && combine_reads(&stage->alpha, FERRY_GX_CA_KONST)))
            return true;
    }
    return false;
}

static bool reads_swap_table(const ferry_gx_material *gx, uint32_t k) {
    for (uint32_t i = 0; i < gx->stage_count; i++)
        if (gx->stages[i].ras_swap == k || gx->stages[i].tex_swap == k) return true;
    return false;
}

void fy_mat3_read_tev(fy_mat3_reader *r) {
    ferry_gx_material *gx = r->gx;
    for (uint32_t k = 0; k < FERRY_GX_MAX_STAGES; k++) {
        r->used = k < gx->stage_count;
        read_stage(r, k);
    }
    for (uint32_t k = 0; k < 4; k++) {
        r->used = reads_register(gx, k);
        const uint8_t *b = fy_mat3_record16(r, FY_MAT3_REGISTERS, r->version->registers + 2 * k);
        if (b)
            gx->registers[k] = (ferry_gx_color_s16){register_value(b), register_value(b + 2),
                                                    register_value(b + 4), register_value(b + 6)};
        r->used = reads_konst(gx, k);
        b = fy_mat3_record16(r, FY_MAT3_KONSTS, r->version->konsts + 2 * k);
        gx->konst[k] = b ? fy_mat3_color(b) : (ferry_gx_color){255, 255, 255, 255};
        r->used = reads_swap_table(gx, k);
        b = fy_mat3_record16(r, FY_MAT3_SWAP_TABLES, r->version->swap_tables + 2 * k);
        for (uint32_t c = 0; c < 4; c++)
            gx->swap_tables[k][c] =
                b ? fy_mat3_code(r, b + c, 4, (uint8_t)c, "j3d.swap-table", "swap component") : (uint8_t)c;
    }
    r->used = true;
}

static bool stage_names_slot(const ferry_gx_material *gx, uint32_t slot) {
    for (uint32_t k = 0; k < gx->stage_count; k++)
        if (gx->stages[k].map == slot) return true;
    for (uint32_t k = 0; gx->indirect_enabled && k < gx->indirect_stage_count; k++)
        if (gx->indirect_orders[k].map == slot) return true;
    return false;
}

void fy_mat3_read_textures(fy_mat3_reader *r) {
    uint32_t first = r->j3d->first_texture, count = r->j3d->scene->textures.count - first;
    for (uint32_t slot = 0; slot < FERRY_GX_MAX_MAPS; slot++) {
        r->used = stage_names_slot(r->gx, slot);
        r->gx->textures[slot] = FERRY_NONE;
        const uint8_t *b = fy_mat3_record16(r, FY_MAT3_TEXTURES, r->version->textures + 2 * slot);
        uint32_t texture = b ? ferry_be16(b) : FY_MAT3_NONE16;
        if (texture < count)
            r->gx->textures[slot] = first + texture;
        else if (r->used && (count > 0 || r->j3d->has[FY_J3D_TEX1])) /* a missing TEX1 is said once */
            ferry_say_at(
                &r->window, b ? (uint64_t)(b - r->window.data) : r->entry + r->version->textures + 2 * slot,
                FERRY_WARNING, "j3d.texture-missing", "slot %u is used, but has no texture%s; used white",
                slot, texture == FY_MAT3_NONE16 ? "" : " with its index");
    }
    r->gx->frame_buffer_slots = fy_j3d_frame_buffer_slots(r->j3d->scene, r->gx);
    r->used = true;
}

/* ----------------------------------------------------------------------------------------------- indirect */

bool fy_mat3_indirect_present(const fy_mat3_reader *r) {
    uint64_t at = r->offsets[FY_MAT3_INDIRECT];
    if (at == 0 || at - r->offsets[FY_MAT3_NAMES] <= 4) return false;
    for (uint32_t t = 0; t < FY_MAT3_TABLES; t++)
        if (t != FY_MAT3_INDIRECT && r->offsets[t] == at) return false;
    return true;
}

static void read_indirect_use(fy_mat3_reader *r, const uint8_t *b, ferry_gx_indirect_use *use) {
    *use = (ferry_gx_indirect_use){
        .stage = fy_mat3_code(r, b, 4, 0, "j3d.indirect-stage", "indirect stage"),
        .format = fy_mat3_code(r, b + 1, 4, 0, "j3d.indirect-stage", "indirect format"),
        .bias = fy_mat3_code(r, b + 2, 8, 0, "j3d.indirect-stage", "indirect bias"),
        .matrix = fy_mat3_code(r, b + 3, 12, 0, "j3d.indirect-stage", "indirect matrix"),
        .wrap_s = fy_mat3_code(r, b + 4, 7, 0, "j3d.indirect-stage", "indirect wrap"),
        .wrap_t = fy_mat3_code(r, b + 5, 7, 0, "j3d.indirect-stage", "indirect wrap"),
        .add_previous = b[6] ? 1 : 0,
        .unmodified_lod = b[7] ? 1 : 0,
        .alpha_select = fy_mat3_code(r, b + 8, 4, 0, "j3d.indirect-stage", "indirect alpha select"),
    };
}

void fy_mat3_read_indirect(fy_mat3_reader *r, uint32_t material) {
    ferry_gx_material *gx = r->gx;
    r->used = false;
    const uint8_t *b =
        r->has_indirect ? fy_mat3_record(r, FY_MAT3_INDIRECT, material, FERRY_NONE, 0x18) : NULL;
    r->used = true;
    if (r->has_indirect && !b)
        ferry_say_at(&r->window, 0x18, FERRY_WARNING, "j3d.indirect-block",
                     "the material's indirect texturing record is outside the block; ignored");
    for (uint32_t k = 0; k < 4; k++)
        gx->indirect_orders[k] = (ferry_gx_indirect_order){.texgen = FY_MAT3_NONE8, .map = FY_MAT3_NONE8};
    if (!b) return;
    gx->indirect_enabled = b[0] != 0;
    r->used = gx->indirect_enabled;
    gx->indirect_stage_count =
        fy_mat3_code(r, b + 1, 5, 4, "j3d.indirect-stage", "number of indirect stages");
    for (uint32_t k = 0; k < 4; k++) {
        r->used = gx->indirect_enabled && k < gx->indirect_stage_count;
        const uint8_t *order = b + 0x04 + 4 * (size_t)k, *scale = b + 0x68 + 4 * (size_t)k;
        gx->indirect_orders[k] = (ferry_gx_indirect_order){
            .texgen = fy_mat3_code_or_none(r, order, FERRY_GX_MAX_TEXGENS, "j3d.indirect-stage",
                                           "texgen of an indirect order"),
            .map = fy_mat3_code_or_none(r, order + 1, FERRY_GX_MAX_MAPS, "j3d.indirect-stage",
                                        "texture slot of an indirect order"),
            .scale_s = fy_mat3_code(r, scale, 9, 0, "j3d.indirect-stage", "indirect scale"),
            .scale_t = fy_mat3_code(r, scale + 1, 9, 0, "j3d.indirect-stage", "indirect scale"),
        };
    }
    r->used = gx->indirect_enabled;
    for (uint32_t k = 0; k < 3; k++) {
        const uint8_t *m = b + 0x14 + 0x1c * (size_t)k;
        fy_mat3_numbers(r, m, 6, &gx->indirect_matrices[k].m[0][0]);
        gx->indirect_matrices[k].exponent = (int8_t)m[24];
    }
    for (uint32_t k = 0; k < FERRY_GX_MAX_STAGES; k++) {
        r->used = gx->indirect_enabled && k < gx->stage_count;
        read_indirect_use(r, b + 0x78 + 0xc * (size_t)k, &gx->stages[k].indirect);
    }
    r->used = true;
}
