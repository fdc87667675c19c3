/*
 * similarity_materials.c: which materials differ in a comparison (docs/rendering.md, "By material").
 *
 * Materials are known by name in both scenes. A pixel is the material's that the first scene shows there;
 * where that one shows nothing, the second one's.
 */
#include "render/similarity_materials.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/order.h"

/* Mean difference of a component, of 255, at which a pixel shows something else. */
enum { STRONG = 40 };

/* Fewer pixels say nothing about what vanishes or appears. */
enum { FEW = 16 };

typedef struct material_sum {
    double ssim;
    uint64_t color_error, pixels, elsewhere;
    uint64_t shown[2], lost, added;
} material_sum;

struct fy_material_sums {
    const char **names; /* of the first scene's materials, then of the second's */
    uint32_t counts[2];
    uint32_t *same; /* the first material of the same name, by number in `names` */
    bool *in[2];    /* of these: whether a scene has one */
    material_sum *sums;
};

/* ------------------------------------------------------------------------------------------- the names */

static int by_name(const void *user, uint32_t a, uint32_t b) {
    const fy_material_sums *sums = user;
    return strcmp(sums->names[a], sums->names[b]);
}

/* The material that the second scene's `NAME.shade`, `NAME.2` and so on were made of; UINT32_MAX: it stands
 * for itself. */
static uint32_t made_of(ferry_job *job, fy_material_sums *sums, const fy_order *order, uint32_t i) {
    const char *name = sums->names[i], *dot = strrchr(name, '.');
    if (i < sums->counts[0] || !dot || dot == name) return UINT32_MAX;
    sums->names[i] = ferry_job_format(job, "%.*s", (int)(dot - name), name);
    uint32_t found = fy_order_find(order, sums, i);
    sums->names[i] = name;
    return found < sums->counts[0] ? found : UINT32_MAX;
}

static bool match_names(ferry_job *job, fy_material_sums *sums) {
    ferry_mark mark = ferry_job_mark(job);
    fy_order order = {.compare = by_name};
    uint32_t count = sums->counts[0] + sums->counts[1];
    bool done = true;
    for (uint32_t i = 0; done && i < count; i++) {
        uint32_t found = fy_order_find(&order, sums, i);
        if (found == UINT32_MAX) found = made_of(job, sums, &order, i);
        sums->same[i] = found == UINT32_MAX ? i : sums->same[found];
        done = fy_order_add(job, &order, sums, i);
        sums->in[i >= sums->counts[0]][sums->same[i]] = true;
    }
    ferry_job_release(job, mark);
    return done;
}

fy_material_sums *fy_material_sums_open(ferry_job *job, const ferry_scene *const scenes[2]) {
    fy_material_sums *sums = ferry_new(job, fy_material_sums, 1);
    size_t count = (size_t)scenes[0]->materials.count + scenes[1]->materials.count + 1;
    if (!sums) return NULL;
    sums->names = ferry_new(job, const char *, count);
    sums->same = ferry_new(job, uint32_t, count);
    sums->sums = ferry_new(job, material_sum, count);
    for (int k = 0; k < 2; k++) sums->in[k] = ferry_new(job, bool, count);
    if (!sums->names || !sums->same || !sums->sums || !sums->in[0] || !sums->in[1]) return NULL;
    uint32_t at = 0;
    for (int k = 0; k < 2; k++) {
        sums->counts[k] = scenes[k]->materials.count;
        for (uint32_t i = 0; i < sums->counts[k]; i++) sums->names[at++] = scenes[k]->materials.data[i].name;
    }
    return match_names(job, sums) ? sums : NULL;
}

/* ------------------------------------------------------------------------------------------ the pixels */

static uint32_t known(const fy_material_sums *sums, int scene, uint32_t owner) {
    return owner == FERRY_NONE ? FERRY_NONE : sums->same[scene ? sums->counts[0] + owner : owner];
}

static uint32_t difference(const uint8_t *a, const uint8_t *b) {
    return (uint32_t)(abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]));
}

/* Whether a scene does not show a material there. One that it has under no name may be drawn as another. */
static bool misses(const fy_material_sums *sums, int scene, uint32_t material, bool covered, uint32_t owner) {
    return !covered || (sums->in[scene][material] && owner != material);
}

static void add_pixel(fy_material_sums *sums, const uint32_t owner[2], const bool covered[2], uint32_t error,
                      double similar) {
    bool strong = error >= 3 * STRONG;
    uint32_t whose = owner[0] != FERRY_NONE ? owner[0] : owner[1];
    for (int k = 0; k < 2; k++) {
        if (owner[k] == FERRY_NONE) continue;
        material_sum *of = &sums->sums[owner[k]];
        of->shown[k]++;
        bool missed = strong && misses(sums, !k, owner[k], covered[!k], owner[!k]);
        *(k ? &of->added : &of->lost) += missed;
    }
    if (whose == FERRY_NONE || (owner[0] == FERRY_NONE && covered[0])) return;
    sums->sums[whose].ssim += similar;
    sums->sums[whose].color_error += error;
    if (misses(sums, 0, whose, covered[0], owner[0]) || misses(sums, 1, whose, covered[1], owner[1]))
        sums->sums[whose].elsewhere += error;
    sums->sums[whose].pixels++;
}

void fy_material_sums_add(fy_material_sums *sums, const ferry_picture pictures[2],
                          const uint32_t *const owners[2], const uint8_t *mask, const float *similar) {
    size_t count = (size_t)pictures[0].width * pictures[0].height;
    for (size_t i = 0; i < count; i++) {
        if (!mask[i]) continue;
        uint32_t owner[2];
        bool covered[2];
        for (int k = 0; k < 2; k++) {
            owner[k] = known(sums, k, owners[k][i]);
            covered[k] = pictures[k].covered[i];
        }
        add_pixel(sums, owner, covered, difference(&pictures[0].rgba[4 * i], &pictures[1].rgba[4 * i]),
                  similar ? (double)similar[i] : 1);
    }
}

/* ----------------------------------------------------------------------------------------- the figures */

static ferry_similarity_material figures_of(const char *name, const material_sum *sum) {
    double pixels = (double)sum->pixels;
    return (ferry_similarity_material){
        .name = name,
        .pixels = sum->pixels,
        .ssim = sum->pixels ? sum->ssim / pixels : 1,
        .color_error = sum->pixels ? (double)sum->color_error / (3 * pixels) : 0,
        .elsewhere = sum->pixels ? (double)sum->elsewhere / (3 * pixels) : 0,
        .shown = {sum->shown[0], sum->shown[1]},
        .lost = sum->lost,
        .added = sum->added,
        .vanishes = sum->shown[0] >= FEW && 2 * sum->lost > sum->shown[0],
        .appears = sum->shown[1] >= FEW && 2 * sum->added > sum->shown[1],
    };
}

/* The scenes may be gone by the time it is read. */
static const char *keep(ferry_job *job, const char *name) {
    size_t size = strlen(name) + 1;
    char *copy = fy_output_alloc(job, size, 1);
    if (copy) memcpy(copy, name, size);
    return copy;
}

bool fy_material_sums_close(ferry_job *job, const fy_material_sums *sums, ferry_similarity *similarity) {
    uint32_t count = sums->counts[0] + sums->counts[1];
    similarity->materials = fy_output_alloc(job, (size_t)count + 1, sizeof *similarity->materials);
    if (!similarity->materials) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (sums->same[i] != i) continue;
        const char *name = keep(job, sums->names[i]);
        if (!name) return false;
        similarity->materials[similarity->material_count++] = figures_of(name, &sums->sums[i]);
    }
    return true;
}
