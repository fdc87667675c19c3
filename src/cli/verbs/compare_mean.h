/* compare_mean.h: one figure of several moments. */
#ifndef FERRY_CLI_VERBS_COMPARE_MEAN_H
#define FERRY_CLI_VERBS_COMPARE_MEAN_H

#include "ferry64.h"

/* The mean of `count` moments that weigh the same; what shows nothing is not among them. Materials are of all
 * their pixels. Of several moments there are no near views, since each has its own. The materials are those
 * of the first moment, changed. */
ferry_similarity cli_mean_similarity(const ferry_similarity *each, uint32_t count);

/* What --min-ssim judges: the figure of the six sides, or of the near views where there is no other. */
ferry_similarity_sum cli_figure(const ferry_similarity *found, ferry_views views);

#endif
