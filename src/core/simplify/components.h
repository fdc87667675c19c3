/* components.h: connected components of the surface, which may be removed as a whole. */
#ifndef FERRY_CORE_SIMPLIFY_COMPONENTS_H
#define FERRY_CORE_SIMPLIFY_COMPONENTS_H

#include "core/simplify/shell.h"

/* How pictures of the source change without a component. */
typedef struct fy_missed {
    double share; /* the component's share of everything visible */
    double lost;  /* area of the surface that looks different */
    double flat;  /* of its visible part, the share that lies on something else */
    double pixel; /* length of a pixel on the surface */
} fy_missed;

typedef struct fy_component {
    uint32_t first_vertex; /* and the next by `fy_components.next` */
    uint32_t triangles;    /* at first */
    uint32_t mesh;         /* of its first triangle */
    double area, radius;   /* the weighted area */
    double whole, weight;  /* area; times the user's weights */
    double share;          /* of everything visible */
    double cost;           /* of removing it; infinite: it stays */
    double reach;          /* radius of everything it touches, including itself */
    double drawing;        /* factor for lying on something else */
    bool told;             /* its cost is known from pictures of the source */
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

/* Removes a component. */
void fy_component_drop(fy_shell *shell, fy_components *components, uint32_t number);

#endif
