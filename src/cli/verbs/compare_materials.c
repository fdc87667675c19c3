/* compare_materials.c: which materials of a comparison differ, as text and as JSON. */
#include "cli/verbs/compare_materials.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/table.h"
#include "cli/verbs/compare_run.h"

/* Rows of the table at most. */
enum { ROWS = 6 };

/* What is worth telling: pixels that are seen, and a colour error or a lack of SSIM above these. */
#define FEW_PIXELS 16
#define FAINT_ERROR 4.0
#define CLOSE_SSIM 0.9

static const char *change_of(const ferry_similarity_material *m) {
    return m->vanishes ? "vanishes" : m->appears ? "appears" : NULL;
}

/* Of the pixels of all views. */
static double share_of(const ferry_similarity *found, const ferry_similarity_material *m) {
    uint64_t all = found->pixels + found->near_sum.pixels;
    return all ? (double)m->pixels / (double)all : 0;
}

static double part(uint64_t of, uint64_t all) {
    return all ? (double)of / (double)all : 0;
}

/* ------------------------------------------------------------------------------------------ as JSON */

/* `told`: what the conversion itself said; NULL: nothing. */
static json_t *material_json(const ferry_similarity *found, const ferry_similarity_material *m,
                             const ferry_seen_material *told) {
    json_t *object = json_object();
    const char *change = change_of(m);
    json_object_set_new(object, "name", cli_record_text(m->name));
    json_object_set_new(object, "pixels", json_integer((json_int_t)m->pixels));
    json_object_set_new(object, "share", cli_real(share_of(found, m)));
    json_object_set_new(object, "ssim", m->pixels ? cli_real(m->ssim) : json_null());
    json_object_set_new(object, "color_error", m->pixels ? cli_real(m->color_error) : json_null());
    json_object_set_new(object, "told", told ? cli_real(told->color_error) : json_null());
    json_object_set_new(object, "cause", told ? json_string(told->cause) : json_null());
    json_object_set_new(object, "lost", cli_real(part(m->lost, m->shown[0])));
    json_object_set_new(object, "added", cli_real(part(m->added, m->shown[1])));
    json_object_set_new(object, "change", change ? json_string(change) : json_null());
    return object;
}

/* What was told is in the same order, and of some of them. */
json_t *cli_materials_json(const compare_run *run) {
    const ferry_similarity *found = &run->found;
    const ferry_job *job = run->pair ? NULL : run->sides[1].job;
    ferry_seen_list told = job ? ferry_seen_materials(job) : (ferry_seen_list){0};
    json_t *list = json_array();
    for (uint32_t i = 0, at = 0; i < found->material_count; i++) {
        bool has = at < told.count && strcmp(told.data[at].name, found->materials[i].name) == 0;
        json_array_append_new(list, material_json(found, &found->materials[i], has ? &told.data[at] : NULL));
        at += has;
    }
    return list;
}

/* ------------------------------------------------------------------------------------------ as text */

static bool is_worth_telling(const ferry_similarity_material *m) {
    return change_of(m) ||
           (m->pixels >= FEW_PIXELS && (m->color_error >= FAINT_ERROR || m->ssim < CLOSE_SSIM));
}

/* What vanishes or appears comes first, then what adds most to the error of the pictures. */
static int worst_first(const void *left, const void *right) {
    const ferry_similarity_material *a = *(const ferry_similarity_material *const *)left,
                                    *b = *(const ferry_similarity_material *const *)right;
    int changed = (change_of(b) != NULL) - (change_of(a) != NULL);
    double of_a = a->color_error * (double)a->pixels, of_b = b->color_error * (double)b->pixels;
    if (changed) return changed;
    if (of_a > of_b || of_a < of_b) return of_a > of_b ? -1 : 1;
    return (a > b) - (a < b);
}

static void add_row(cli_table *table, const ferry_similarity *found, const ferry_similarity_material *m) {
    cli_run *cli = table->cli;
    bool seen = m->pixels > 0;
    cli_table_add(table,
                  (const char *const[CLI_MAX_COLUMNS]){
                      m->name, seen ? cli_text(cli, "SSIM %.4f", m->ssim) : NULL,
                      seen ? "colour error" : NULL, seen ? cli_text(cli, "%.2f", m->color_error) : NULL,
                      cli_text(cli, "%.1f %% of the pixels", 100 * share_of(found, m)), change_of(m)});
}

void cli_print_materials(const compare_run *run) {
    const ferry_similarity *found = &run->found;
    const ferry_similarity_material **worst =
        ferry_new(run->sides[0].job, const ferry_similarity_material *, (size_t)found->material_count + 1);
    uint32_t count = 0;
    if (!worst) return;
    for (uint32_t i = 0; i < found->material_count; i++)
        if (is_worth_telling(&found->materials[i])) worst[count++] = &found->materials[i];
    if (!count) return;
    qsort(worst, count, sizeof *worst, worst_first);
    cli_table table = {.cli = run->cli, .right = {[3] = true, [4] = true}};
    for (uint32_t i = 0; i < count && i < ROWS; i++) add_row(&table, found, worst[i]);
    cli_print(run->cli->lines, "  materials that differ most\n");
    cli_table_print(&table, "    ", run->cli->lines);
    if (count > ROWS) cli_print(run->cli->lines, "    and %u more; --json lists all\n", count - ROWS);
}
