/* gx_tev_print.c: TEV formulas as people read them (docs/what-is-lost.md, "Materials"). */
#include "machine/gx/gx_tev_print.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/maths.h"
#include "machine/gx/gx_tev_formula.h"

typedef struct printer {
    const fy_tev *tev;
    char *text;
    size_t size, used;
} printer;

static void put_chars(printer *to, const char *text) {
    for (; *text; text++)
        if (to->used + 1 < to->size)
            to->text[to->used++] = *text;
        else
            to->used = to->size;
}

static void put_byte(printer *to, double value) {
    static const char digits[] = "0123456789abcdef";
    int byte = (int)fy_round(value * 255);
    byte = byte < 0 ? 0 : byte > 255 ? 255 : byte;
    char pair[3] = {digits[byte >> 4], digits[byte & 15], 0};
    put_chars(to, pair);
}

static bool is_within(const double k[3], double low, double high) {
    for (int i = 0; i < 3; i++)
        if (!(k[i] >= low && k[i] <= high)) return false;
    return true;
}

/* 0, 1, .50 for greys, #rrggbb for what is coloured and in range. */
static void put_const(printer *to, const double k[3]) {
    char number[64];
    bool in_range = is_within(k, 0, 1);
    if (k[0] == k[1] && k[1] == k[2]) {
        bool whole = k[0] == 0 || k[0] == 1;
        snprintf(number, sizeof number, whole ? "%.0f" : "%.2f", k[0]);
        put_chars(to, number);
    } else if (in_range) {
        put_chars(to, "#");
        for (int i = 0; i < 3; i++) put_byte(to, k[i]);
    } else {
        snprintf(number, sizeof number, "(%.2f %.2f %.2f)", k[0], k[1], k[2]);
        put_chars(to, number);
    }
}

static void put_swizzle(printer *to, const uint8_t swizzle[3]) {
    static const char names[] = "rgba";
    if (swizzle[0] == 0 && swizzle[1] == 1 && swizzle[2] == 2) return;
    char text[5] = {'.', names[swizzle[0]], names[swizzle[1]], names[swizzle[2]], 0};
    if (swizzle[0] == swizzle[1] && swizzle[1] == swizzle[2]) text[2] = 0;
    put_chars(to, text);
}

static void put_node(printer *to, uint16_t at, bool inner, unsigned depth);

static void put_leaf(printer *to, const fy_tev_node *node) {
    static const char *const sources[] = {"TEX", "ENV", "PROJ", "RAMP", "FLAT"};
    char number[8];
    if (node->op == FY_TEV_CONST) {
        if (node->moves) put_chars(to, "~");
        put_const(to, node->k);
        return;
    }
    bool texture = node->op == FY_TEV_TEX;
    if (texture && node->baked) {
        put_chars(to, "baked(");
        put_node(to, (uint16_t)(node->baked - 1), false, 1);
        put_chars(to, ")");
        return;
    }
    if (texture && node->indirect) put_chars(to, "IND");
    if (node->looked_up) put_chars(to, "V");
    put_chars(to, texture || node->looked_up ? sources[node->source]
                  : !node->lit               ? "VTX"
                  : node->vertex             ? "LITV"
                                             : "LIT");
    snprintf(number, sizeof number, "%u", texture || node->looked_up ? node->map : node->channel);
    if (texture || node->looked_up || node->channel) put_chars(to, number);
    put_swizzle(to, node->swizzle);
    if (texture || (node->k[0] == 1 && node->k[1] == 1 && node->k[2] == 1)) return;
    put_chars(to, "*");
    put_const(to, node->k);
}

/* What has three arguments. */
static void put_choice(printer *to, uint16_t at, unsigned depth) {
    const fy_tev_node *node = &to->tev->nodes[at];
    if (fy_tev_is_inverse(to->tev, at)) {
        if (!fy_tev_is_all(to->tev, node->a, 1)) {
            put_node(to, node->a, true, depth + 1);
            put_chars(to, "*");
        }
        put_chars(to, "(1 - ");
        put_node(to, node->c, true, depth + 1);
        put_chars(to, ")");
        return;
    }
    static const char *const names[] = {
        [FY_TEV_LERP] = "lerp(",   [FY_TEV_COMPARE] = "greater(", [FY_TEV_COVER] = "cover(",
        [FY_TEV_PAINT] = "paint(", [FY_TEV_ALONG] = "along(",     [FY_TEV_WRAP] = "wrap(",
        [FY_TEV_PASS] = "pass("};
    put_chars(to, node->op == FY_TEV_COMPARE && node->test & 1 ? "equal(" : names[node->op]);
    put_node(to, node->a, false, depth + 1);
    if (node->op == FY_TEV_WRAP || node->op == FY_TEV_PASS) {
        put_chars(to, ")");
        return;
    }
    put_chars(to, ", ");
    put_node(to, node->b, false, depth + 1);
    put_chars(to, ", ");
    put_node(to, node->c, false, depth + 1);
    put_chars(to, ")");
}

/* A sum, difference or product. `inner`: in brackets unless it is a product. */
static void put_binary(printer *to, const fy_tev_node *node, bool inner, unsigned depth) {
    if (node->op == FY_TEV_ADD && node->a == node->b) {
        put_chars(to, "2*");
        put_node(to, node->a, true, depth + 1);
        return;
    }
    bool product = node->op == FY_TEV_MUL, brackets = inner && !product;
    if (brackets) put_chars(to, "(");
    put_node(to, node->a, product, depth + 1);
    const fy_tev_node *second = &to->tev->nodes[node->b];
    bool minus = node->op == FY_TEV_ADD && second->op == FY_TEV_CONST && is_within(second->k, -HUGE_VAL, 0);
    put_chars(to, product ? "*" : node->op == FY_TEV_ADD && !minus ? " + " : " - ");
    if (minus && second->moves) put_chars(to, "~");
    if (minus)
        put_const(to, (double[]){-second->k[0], -second->k[1], -second->k[2]});
    else
        put_node(to, node->b, product || node->op == FY_TEV_SUB, depth + 1);
    if (brackets) put_chars(to, ")");
}

/* Depth-limited: formulas of real files are far shallower, and the text is cut anyway. */
static void put_node(printer *to, uint16_t at, bool inner, unsigned depth) {
    const fy_tev_node *node = &to->tev->nodes[at];
    if (to->used >= to->size) return;
    if (depth > 40)
        put_chars(to, "..");
    else if (node->op < FY_TEV_ADD)
        put_leaf(to, node);
    else if (node->op >= FY_TEV_LERP)
        put_choice(to, at, depth);
    else
        put_binary(to, node, inner, depth);
}

void fy_tev_print(const fy_tev *tev, uint16_t root, char *text, size_t size) {
    if (size == 0) return;
    printer to = {.tev = tev, .text = text, .size = size};
    put_node(&to, root, false, 0);
    size_t end = to.used < size ? to.used : size - 1;
    text[end] = 0;
    if (to.used >= size && size > 3) memcpy(text + size - 3, "..", 3);
}
