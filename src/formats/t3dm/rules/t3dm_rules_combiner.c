/*
 * t3dm_rules_combiner.c: combiners as libdragon writes them, `(TEX0,0,SHADE,0),(0,0,0,1)` (docs/materials.md,
 * "Combiners").
 *
 * Names are those of RDPQ_COMBINER1 and RDPQ_COMBINER2: what a cycle cannot read has no name in it. The
 * second cycle sees the second texture in the slot of the first one, and no first texture at all.
 */
#include "formats/t3dm/rules/t3dm_rules_combiner.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/json_places.h"
#include "machine/rdp/rdp_combiner.h"

/* Which cycle of how many. */
enum { ONLY = 1, FIRST = 2, SECOND = 4, ALL = 7, TWO = 6 };

/* The slots of colour A to D, then of alpha A to D. */
enum { A = 1, B = 2, C = 4, D = 8, ALPHA_A = 16, ALPHA_B = 32, ALPHA_C = 64, ALPHA_D = 128 };
enum { COLORS = A | B | C | D, ALPHA_ABD = ALPHA_A | ALPHA_B | ALPHA_D, ALPHAS = ALPHA_ABD | ALPHA_C };

typedef struct input_name {
    const char *name;
    uint8_t slots, cycles, value;
} input_name;

static const input_name names[] = {
    {"COMBINED", COLORS | ALPHA_ABD, SECOND, FY_RDP_COMBINED},
    {"TEX0", COLORS | ALPHAS, ONLY | FIRST, FY_RDP_TEX0},
    {"TEX1", COLORS | ALPHAS, FIRST, FY_RDP_TEX1},
    {"TEX1", COLORS | ALPHAS, SECOND, FY_RDP_TEX0},
    {"PRIM", COLORS | ALPHAS, ALL, FY_RDP_PRIM},
    {"SHADE", COLORS | ALPHAS, ALL, FY_RDP_SHADE},
    {"ENV", COLORS | ALPHAS, ALL, FY_RDP_ENV},
    {"1", A | D | ALPHA_ABD, ALL, FY_RDP_ONE},
    {"ONE", A | D | ALPHA_ABD, ALL, FY_RDP_ONE},
    {"NOISE", A, ALL, 7},
    {"KEYCENTER", B, ALL, 6},
    {"K4", B, ALL, 7},
    {"KEYSCALE", C, ALL, 6},
    {"COMBINED_ALPHA", C, SECOND, 7},
    {"TEX0_ALPHA", C, ONLY | FIRST, FY_RDP_TEX0_ALPHA},
    {"TEX1_ALPHA", C, FIRST, FY_RDP_TEX1_ALPHA},
    {"TEX1_ALPHA", C, SECOND, FY_RDP_TEX0_ALPHA},
    {"PRIM_ALPHA", C, ALL, FY_RDP_PRIM_ALPHA},
    {"SHADE_ALPHA", C, ALL, FY_RDP_SHADE_ALPHA},
    {"ENV_ALPHA", C, ALL, FY_RDP_ENV_ALPHA},
    {"LOD_FRAC", C, ALL, 13},
    {"LOD_FRAC", ALPHA_C, ALL, 0},
    {"PRIM_LOD_FRAC", C, ALL, 14},
    {"PRIM_LOD_FRAC", ALPHA_C, ALL, 6},
    {"K5", C, ALL, 15},
    {"0", A | B, ALL, FY_RDP_ZERO_AB},
    {"0", C, ALL, FY_RDP_ZERO_C},
    {"0", D | ALPHAS, ALL, FY_RDP_ZERO},
    {"ZERO", A | B, ALL, FY_RDP_ZERO_AB},
    {"ZERO", C, ALL, FY_RDP_ZERO_C},
    {"ZERO", D | ALPHAS, ALL, FY_RDP_ZERO},
};

enum { NAMES = sizeof names / sizeof *names };

/* --------------------------------------------------------------------------------------------- reading */

typedef struct formula {
    ferry_job *job;
    const char *p;
    const char *problem;
    uint8_t cycle; /* ONLY, FIRST, SECOND */
} formula;

static void skip_spaces(formula *f) {
    f->p += strspn(f->p, " \t\r\n");
}

static bool expect(formula *f, char mark, const char *where) {
    skip_spaces(f);
    if (*f->p == mark) {
        f->p++;
        return true;
    }
    const char *found = *f->p ? ferry_job_format(f->job, "`%s`", fy_json_shown(f->job, f->p)) : "its end";
    f->problem = ferry_job_format(f->job, "expected `%c` %s, found %s", mark, where, found);
    return false;
}

static const char *slot_name(unsigned slot) {
    static const char *const slots[] = {"colour A", "colour B", "colour C", "colour D",
                                        "alpha A",  "alpha B",  "alpha C",  "alpha D"};
    return slots[slot];
}

static const char *cycle_name(uint8_t cycle) {
    return cycle == ONLY ? "the only cycle" : cycle == FIRST ? "the first cycle" : "the second cycle";
}

static bool is_allowed(const input_name *name, unsigned slot, uint8_t cycle) {
    return name->slots >> slot & 1 && name->cycles & cycle;
}

static const char *allowed_names(ferry_job *job, unsigned slot, uint8_t cycle) {
    const char *list = "";
    for (int i = 0; i < NAMES; i++)
        if (is_allowed(&names[i], slot, cycle) && strcmp(names[i].name, "ONE") &&
            strcmp(names[i].name, "ZERO"))
            list = ferry_job_format(job, "%s%s%s", list, *list ? ", " : "", names[i].name);
    return list;
}

static bool read_input(formula *f, unsigned slot, uint8_t *value) {
    skip_spaces(f);
    size_t length = strcspn(f->p, " \t\r\n,()");
    for (int i = 0; i < NAMES; i++) {
        if (!is_allowed(&names[i], slot, f->cycle) || strlen(names[i].name) != length ||
            strncmp(names[i].name, f->p, length) != 0)
            continue;
        *value = names[i].value;
        f->p += length;
        return true;
    }
    const char *found = ferry_job_format(f->job, "%.*s", (int)length, f->p);
    f->problem = ferry_job_format(f->job, "%s of %s cannot be \"%s\"; allowed: %s", slot_name(slot),
                                  cycle_name(f->cycle), fy_json_shown(f->job, found),
                                  allowed_names(f->job, slot, f->cycle));
    return false;
}

static bool read_equation(formula *f, unsigned first, fy_rdp_equation *to) {
    uint8_t *const inputs[] = {&to->a, &to->b, &to->c, &to->d};
    if (!expect(f, '(', "before an equation")) return false;
    for (unsigned i = 0; i < 4; i++)
        if ((i && !expect(f, ',', "between inputs")) || !read_input(f, first + i, inputs[i])) return false;
    return expect(f, ')', "after four inputs");
}

static bool read_cycle(formula *f, fy_rdp_cycle *cycle) {
    return read_equation(f, 0, &cycle->color) && expect(f, ',', "between colour and alpha") &&
           read_equation(f, 4, &cycle->alpha);
}

/* The number of equations tells how many cycles there are. */
static bool has_two_cycles(const char *text) {
    int open = 0;
    for (; *text; text++) open += *text == '(';
    return open > 2;
}

static bool read_word(const char *digits, uint64_t *word) {
    size_t count = strspn(digits, "0123456789abcdefABCDEF");
    if (count < 1 || count > 16 || digits[count]) return false;
    for (*word = 0; *digits; digits++)
        *word = *word << 4 | (uint64_t)(*digits <= '9' ? *digits - '0' : (*digits & ~0x20) - 'A' + 10);
    return *word != 0;
}

bool fy_rule_parse_combiner(ferry_job *job, const char *text, uint64_t *word, const char **problem) {
    if (strncmp(text, "0x", 2) == 0) {
        *problem = "expected up to 16 hexadecimal digits after `0x`, not all 0";
        return read_word(text + 2, word);
    }
    bool two = has_two_cycles(text);
    formula f = {.job = job, .p = text, .cycle = two ? FIRST : ONLY};
    fy_rdp_cycle cycles[2];
    bool done = read_cycle(&f, &cycles[0]);
    if (done && two) {
        f.cycle = SECOND;
        done = expect(&f, ',', "between the cycles") && read_cycle(&f, &cycles[1]);
    }
    skip_spaces(&f);
    if (done && *f.p)
        f.problem = ferry_job_format(job, "expected its end, found `%s`", fy_json_shown(job, f.p));
    *problem = f.problem;
    *word = f.problem ? 0 : fy_rdp_encode(cycles, two);
    return !f.problem;
}
