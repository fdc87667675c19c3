/* compare_mean.c: one figure of several moments. */
#include "cli/verbs/compare_mean.h"

#include "ferry64.h"
#include "render/render.h"

typedef struct mean {
    double ssim, color_error, count;
    uint64_t pixels;
} mean;

static void add_to(mean *to, double ssim, double color_error, uint64_t pixels) {
    if (!pixels) return;
    to->ssim += ssim;
    to->color_error += color_error;
    to->pixels += pixels;
    to->count++;
}

static ferry_similarity_sum take(const mean *of) {
    if (!(of->count > 0)) return (ferry_similarity_sum){1, 0, 0};
    return (ferry_similarity_sum){of->ssim / of->count, of->color_error / of->count, of->pixels};
}

static void mean_of_view(const ferry_similarity *each, uint32_t count, uint32_t number,
                         ferry_similarity_view *view) {
    mean of = {0};
    for (uint32_t i = 0; i < count; i++) {
        const ferry_similarity_view *from = &each[i].views[number];
        add_to(&of, from->ssim, from->color_error, from->pixels);
    }
    ferry_similarity_sum sum = take(&of);
    view->ssim = sum.ssim;
    view->color_error = sum.color_error;
    view->pixels = sum.pixels;
}

/* More than half of all moments' pixels, and in a moment that shows enough of them to tell. */
static bool mostly(bool at_a_moment, uint64_t some, uint64_t all) {
    return at_a_moment && 2 * some > all;
}

/* Each pixel counts the same. Whether it vanishes or appears is asked when all are added. */
static void add_material(ferry_similarity_material *to, const ferry_similarity_material *from) {
    double a = (double)to->pixels, b = (double)from->pixels, all = a + b;
    if (all > 0) {
        to->ssim = (to->ssim * a + from->ssim * b) / all;
        to->color_error = (to->color_error * a + from->color_error * b) / all;
        to->elsewhere = (to->elsewhere * a + from->elsewhere * b) / all;
    }
    to->pixels += from->pixels;
    for (int k = 0; k < 2; k++) to->shown[k] += from->shown[k];
    to->lost += from->lost;
    to->added += from->added;
    to->vanishes |= from->vanishes;
    to->appears |= from->appears;
}

static void judge_changes(ferry_similarity_material *of) {
    of->vanishes = mostly(of->vanishes, of->lost, of->shown[0]);
    of->appears = mostly(of->appears, of->added, of->shown[1]);
}

ferry_similarity cli_mean_similarity(const ferry_similarity *each, uint32_t count) {
    ferry_similarity similarity = each[0];
    mean six = {0}, near = {0};
    if (count == 1) return similarity;
    for (uint32_t v = 0; v < FERRY_SIMILARITY_VIEWS; v++) mean_of_view(each, count, v, &similarity.views[v]);
    for (uint32_t i = 0; i < count; i++) {
        add_to(&six, each[i].ssim, each[i].color_error, each[i].pixels);
        add_to(&near, each[i].near_sum.ssim, each[i].near_sum.color_error, each[i].near_sum.pixels);
    }
    ferry_similarity_sum of_six = take(&six);
    similarity.ssim = of_six.ssim;
    similarity.color_error = of_six.color_error;
    similarity.pixels = of_six.pixels;
    similarity.near_sum = take(&near);
    similarity.near_count = 0;
    for (uint32_t i = 1; i < count; i++)
        for (int k = 0; k < 2; k++) fy_fill_add(&similarity.fill[k], &each[i].fill[k]);
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t m = 0; m < similarity.material_count; m++)
            add_material(&similarity.materials[m], &each[i].materials[m]);
    for (uint32_t m = 0; m < similarity.material_count; m++) judge_changes(&similarity.materials[m]);
    return similarity;
}

ferry_similarity_sum cli_figure(const ferry_similarity *found, ferry_views views) {
    if (views == FERRY_VIEWS_NEAR) return found->near_sum;
    return (ferry_similarity_sum){found->ssim, found->color_error, found->pixels};
}
