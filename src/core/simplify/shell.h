/*
 * shell.h: all triangles of a scene as one surface, across meshes: the data structure of this room.
 * (docs/simplify.md)
 *
 * A *vertex* is a position: everything that is there in every pose. A *wedge* is a vertex of a mesh, with its
 * own attributes; several wedges may be at one vertex. A *corner* is a wedge's use in a triangle: number 3 t
 * + 0..2. A *mover* is what carries wedges into a pose: an influence of a skin, or the node of a mesh without
 * one.
 */
#ifndef FERRY_CORE_SIMPLIFY_SHELL_H
#define FERRY_CORE_SIMPLIFY_SHELL_H

#include "ferry64_format.h"
#include "core/simplify/quadric.h"

/* The side of the small pictures that decide what is removed. Fuzzers use smaller ones (CMakeLists.txt). */
#ifndef FERRY_SIMPLIFY_PIXELS
#define FERRY_SIMPLIFY_PIXELS 160
#endif

typedef enum fy_channel_kind { FY_CHANNEL_NORMAL, FY_CHANNEL_COLOR, FY_CHANNEL_UV } fy_channel_kind;

/* One number of a vertex's attributes, as a length: times `weight`. */
typedef struct fy_channel {
    fy_channel_kind kind;
    uint32_t set, part; /* part: 0 = x or r, ... */
    double weight;
} fy_channel;

/* A mesh and how it is drawn. */
typedef struct fy_mesh_use {
    bool used; /* else it stays as it is */
    /* drawn several times: its borders stay, since their neighbours in other places are not known */
    bool shared;
    uint32_t draw, node, billboard; /* the node that turns to the camera, or FERRY_NONE */
    uint32_t first_wedge, first_mover, channel_count;
    fy_channel *channels;
    const double *weights; /* the user's, by vertex; infinite: it stays. NULL: 1 */
} fy_mesh_use;

typedef struct fy_wedge {
    uint32_t vertex, mesh, mover;
    uint32_t kind; /* which morphs and vertex colour groups refer to it: only wedges of one kind are merged */
    uint32_t chart; /* wedges that triangles connect */
    size_t slot;    /* of its channels, in `values` and `slopes` */
    bool morphed;   /* by a morph */
    bool moved;     /* no longer at its position in the source */
    uint32_t stamp; /* number of the search that visited it last */
} fy_wedge;

/* Sum of area * (slope * place + offset) of a channel over triangles. */
typedef struct fy_slope {
    fy_point slope;
    double offset;
} fy_slope;

/* What squared differences of a wedge's attributes sum to, but for the parts that depend on the attributes
 * (Hoppe 1999). */
typedef struct fy_spread {
    fy_quadric form;
    double area;
} fy_spread;

enum {
    FY_VERTEX_BORDER = 1,  /* on an open border */
    FY_VERTEX_FIXED = 2,   /* stays */
    FY_VERTEX_MORPHED = 4, /* morphs move it */
    FY_VERTEX_GONE = 8,
    FY_VERTEX_MOVED = 16, /* not at its position in the source */
};

typedef struct fy_vertex {
    uint32_t first, last; /* corners there, by `next`; FERRY_NONE: none */
    uint32_t component;
    uint32_t flags;
} fy_vertex;

typedef struct fy_shell {
    ferry_job *job;
    ferry_scene *scene;
    ferry_bake_material *bake; /* what materials show; NULL: what their generic part says */
    double size, height;       /* diagonal and height of the rest pose */
    uint32_t pose_count;       /* the first is the rest pose */
    double *pose_weights;
    uint32_t clip_poses; /* of these: moments of clips */
    fy_mesh_use *uses;   /* by mesh */
    fy_wedge *wedges;
    double *values;     /* by slot */
    double *bounds;     /* of charts: [2 * slot of its first wedge + 2 * channel]: least, then most */
    fy_slope *slopes;   /* by slot */
    fy_spread *spreads; /* by wedge */
    uint32_t wedge_count, vertex_count, triangle_count, mover_count;
    fy_point *spots;       /* [wedge * pose_count + pose], before wedges become vertices */
    ferry_matrix *movers;  /* [mover * pose_count + pose] */
    ferry_matrix *backs;   /* by mover: from the rest pose to its mesh, ... */
    bool *ways_back;       /* ... if that is possible */
    ferry_matrix *ways;    /* [mover * pose_count + pose]: from the rest pose to another */
    uint32_t *mover_kinds; /* movers of one kind move alike: the same weights of the same nodes */
    uint32_t *skin_movers; /* by skin: number of its first */
    fy_vertex *vertices;
    fy_point *places;                          /* [vertex * pose_count + pose] */
    fy_quadric *quadrics;                      /* the same */
    uint32_t *corners;                         /* wedges; FERRY_NONE: the triangle was removed */
    uint32_t *next;                            /* the next corner at the same vertex */
    uint32_t *sources;                         /* of a triangle: its number in its mesh */
    double *seen;                              /* of triangles: the share that is visible from outside */
    double *outlines;                          /* of triangles: length of outlines in pictures, in parts of
                                                  what their area has in the mean */
    double *importances;                       /* of triangles: how much it counts where their area is, */
    double *details;                           /* ... and what it shows */
    uint32_t left;                             /* remaining triangles */
    uint32_t given;                            /* triangles that the meshes had */
    uint32_t component_count, *component_left; /* triangles of each that are not gone */
    uint32_t *groups;                          /* by component: those that touch (seen.h) */
    uint32_t *stamps, stamp;                   /* of vertices: the search that visited them last */
    uint32_t wedge_stamp;
} fy_shell;

static inline fy_point fy_place_of(const fy_shell *s, uint32_t vertex, uint32_t pose) {
    return s->places[(size_t)vertex * s->pose_count + pose];
}

static inline double fy_wedge_weight(const fy_shell *s, uint32_t wedge) {
    const fy_mesh_use *use = &s->uses[s->wedges[wedge].mesh];
    return use->weights ? use->weights[wedge - use->first_wedge] : 1;
}

static inline uint32_t fy_corner_vertex(const fy_shell *s, uint32_t corner) {
    return s->wedges[s->corners[corner]].vertex;
}

static inline bool fy_has_vertex(const fy_shell *s, uint32_t triangle, uint32_t vertex) {
    for (uint32_t i = 0; i < 3; i++)
        if (fy_corner_vertex(s, 3 * triangle + i) == vertex) return true;
    return false;
}

/* At rest. */
static inline double fy_triangle_area(const fy_shell *s, uint32_t t) {
    fy_point at[3];
    for (uint32_t i = 0; i < 3; i++) at[i] = fy_place_of(s, fy_corner_vertex(s, 3 * t + i), 0);
    return .5 * fy_point_length(fy_point_normal(at[0], at[1], at[2]));
}

/* The corners of a corner's triangle, that one first, in the order of the triangle. */
static inline void fy_corners_from(uint32_t corner, uint32_t to[3]) {
    uint32_t first = corner - corner % 3;
    for (uint32_t i = 0; i < 3; i++) to[i] = first + (corner + i - first) % 3;
}

/* The first corner at a vertex, from this one of its list on, whose triangle remains. */
static inline uint32_t fy_live_corner(const fy_shell *s, uint32_t corner) {
    while (corner != FERRY_NONE && s->corners[corner] == FERRY_NONE) corner = s->next[corner];
    return corner;
}

/* Puts a corner, which is in no list, at the end of a vertex's list. */
static inline void fy_append_corner(fy_shell *s, fy_vertex *v, uint32_t corner) {
    s->next[corner] = FERRY_NONE;
    if (v->first == FERRY_NONE)
        v->first = corner;
    else
        s->next[v->last] = corner;
    v->last = corner;
}

#define FY_EACH_CORNER(s, v, c)                                                                              \
    for (uint32_t c = fy_live_corner((s), (s)->vertices[v].first); (c) != FERRY_NONE;                        \
         (c) = fy_live_corner((s), (s)->next[c]))

#endif
