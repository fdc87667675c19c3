/*
 * t3dm_spoiled.h: where second draws would fall on what is seen in front of them, or through holes of their
 * own first draws (docs/what-is-lost.md, "Toon ramps").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_SPOILED_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_SPOILED_H

#include "ferry64.h"

/* So many pixels show triangle `shown`, and the second draw of triangle `by` would pass there, too. */
typedef struct fy_spoiled {
    uint32_t by, shown, pixels;
} fy_spoiled;

/* Triangles of solid draws are numbered through, draw by draw. Each pair stands once, in the order of `by`,
 * then `shown`. */
typedef struct fy_spoiled_list {
    uint32_t *first; /* by draw: the number of its first triangle; one more at the end */
    fy_spoiled *data;
    uint32_t count;
} fy_spoiled_list;

/* Sides of a triangle. */
enum { FY_DRAWN_FRONT = 1, FY_DRAWN_BACK = 2 };

/* How a draw is drawn. */
typedef struct fy_drawn {
    bool solid;     /* it hides what is behind it; what is not does not take part */
    bool cut;       /* an alpha test makes holes into it */
    uint8_t sides;  /* that are drawn */
    uint8_t again;  /* that a second draw draws; 0: there is none */
    uint32_t group; /* draws of other groups come before or after it in any case */
} fy_drawn;

/* Looks at the model from 14 sides, at rest; `drawn`: by draw. Where there is more than can be looked at, a
 * loss says so, and the pairs are not all. In the job's memory, `data` to be dropped; false at its limit, or
 * when the job was stopped. */
bool fy_t3dm_find_spoiled(ferry_job *job, const ferry_scene *scene, const char *file, const fy_drawn *drawn,
                          fy_spoiled_list *list);

#endif
