/* order.c: see order.h. */
#include "core/base/order.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"

/* One in four elements stands one level higher than the others, one in sixteen two, ... */
static uint32_t height_of(uint32_t number) {
    uint64_t mixed = (number + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    mixed ^= mixed >> 29;
    uint32_t height = 1;
    while (height < FY_ORDER_LEVELS && !(mixed & 3)) mixed >>= 2, height++;
    return height;
}

static bool reserve(ferry_job *job, fy_order *order, uint32_t more) {
    if (!order->link_count) order->link_count = 1; /* tower 0 is none */
    bool first = !order->links;
    return fy_work_reserve(job, (void **)&order->links, first ? 0 : order->link_count, &order->link_capacity,
                           more + first, sizeof *order->links);
}

static uint32_t next_of(const fy_order *order, uint32_t tower, uint32_t level) {
    return tower ? order->links[tower + 1 + level] : order->heads[level];
}

/* The last tower of each level that stands before `number`; the element that equals it, or UINT32_MAX. */
static uint32_t descend(const fy_order *order, const void *user, uint32_t number,
                        uint32_t before[FY_ORDER_LEVELS]) {
    uint32_t at = 0;
    for (uint32_t level = FY_ORDER_LEVELS; level-- > 0;) {
        for (uint32_t next; (next = next_of(order, at, level)) != 0; at = next) {
            int side = order->compare(user, order->links[next], number);
            if (side > 0) break;
            if (side == 0) return order->links[next];
        }
        before[level] = at;
    }
    return UINT32_MAX;
}

uint32_t fy_order_find(const fy_order *order, const void *user, uint32_t number) {
    uint32_t before[FY_ORDER_LEVELS];
    return descend(order, user, number, before);
}

bool fy_order_add(ferry_job *job, fy_order *order, const void *user, uint32_t number) {
    uint32_t before[FY_ORDER_LEVELS], height = height_of(order->count);
    if (descend(order, user, number, before) != UINT32_MAX) return true;
    if (!reserve(job, order, 1 + height)) return false;
    uint32_t tower = order->link_count;
    order->link_count += 1 + height;
    order->count++;
    order->links[tower] = number;
    for (uint32_t level = 0; level < height; level++) {
        order->links[tower + 1 + level] = next_of(order, before[level], level);
        if (before[level])
            order->links[before[level] + 1 + level] = tower;
        else
            order->heads[level] = tower;
    }
    return true;
}

int fy_by_number(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

uint32_t fy_first_not_before(const void *wanted, const void *sorted, uint32_t count, size_t size,
                             int (*compare)(const void *, const void *)) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare((const char *)sorted + middle * size, wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
