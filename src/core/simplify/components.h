/* components.h: pieces of the surface that hang together, which may go as a whole. */
#ifndef FERRY_CORE_SIMPLIFY_COMPONENTS_H
#define FERRY_CORE_SIMPLIFY_COMPONENTS_H

#include "core/simplify/shell.h"

/* What pictures of the source miss without a component. */
typedef struct fy_missed {
    double share; /* of all that they show, this component */
    double lost;  /* area of the surface that looks unlike */
    double flat;  /* of what they show of it, what lies on something else */
    double pixel; /* how long one is on the surface */
} fy_missed;

typedef struct fy_component {
    uint32_t first_vertex; /* and the next by `fy_components.next` */
    uint32_t triangles;    /* at first */
    uint32_t mesh;         /* of its first triangle */
    double area, radius;   /* the area as it counts */
    double whole, weight;  /* area; times the user's weights */
    double share;          /* of all that is seen */
    double cost;           /* of leaving it out; infinite: it stays */
    double reach;          /* radius of all that it touches, itself among them */
    double drawing;        /* how many times more it counts as it lies on something */
    bool told;             /* pictures of the source tell what it is worth */
    bool gone;
} fy_component;

typedef struct fy_components {
    fy_component *data;
    uint32_t *next; /* by vertex; FERRY_NONE: the last */
} fy_components;

/* Numbers the vertices' components. False at the limit, or stopped. */
bool fy_components_number(fy_shell *shell);

/* Lists them; `missed`: by number; NULL: not known. False at the limit, or stopped. */
bool fy_components_open(fy_shell *shell, const fy_missed *missed, fy_components *components);

/* Leaves one out. */
void fy_component_drop(fy_shell *shell, fy_components *components, uint32_t number);

#endif
