/*
 * t3dm_states.h: how clips change a material with GX state: which parts vary, and the material's state at
 * some moments (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_SHADE_T3DM_STATES_H
#define FERRY_SHADE_T3DM_STATES_H

#include "ferry64.h"
#include "ferry64_gx.h"

/* The tracks of a clip that change a material. */
typedef struct fy_material_clip {
    uint32_t clip;
    const ferry_track *const *tracks; /* as they stand in the clip */
    uint32_t count;
    /* of the material: the first clip that is played with this one, which may be itself; the next one of
     * these; FERRY_NONE: no more */
    uint32_t together, next;
} fy_material_clip;

/* Of each material of a scene; those of material i are clips[first[i]] to clips[first[i + 1] - 1]. */
typedef struct fy_material_clips {
    const ferry_scene *scene;
    fy_material_clip *clips;
    uint32_t *first;
} fy_material_clips;

/* False at the memory limit. */
bool fy_find_material_clips(ferry_job *job, const ferry_scene *scene, fy_material_clips *clips);

/* `state`, at rest before, as a clip has it `time` seconds into it. */
void fy_pose_state(const fy_material_clip *clip, double time, ferry_gx_material *state);

/* The same, as it is when clips of one name are played, which belong together. `clip` is one of material
 * number `material`. */
void fy_pose_state_played(const fy_material_clips *clips, uint32_t material, const fy_material_clip *clip,
                          double time, ferry_gx_material *state);

/* Lets the textures of `to` be where those of `from` are: its texture matrices, and which of them each texgen
 * uses, since that changes where a clip animates one (docs/formats/j3d.md). Both are states of one material;
 * texgens that only `to` has stay as they are. */
void fy_move_textures(const ferry_gx_material *from, ferry_gx_material *to);

/* The number of clips of a scene that are played with one of them, itself too; `list` has room for all. */
uint32_t fy_clips_of_one_name(const ferry_scene *scene, uint32_t clip, uint32_t *list);

/* Whether all that are played with `clip` last as long: then what they do goes on at the same time. */
bool fy_clips_keep_time(const fy_material_clips *clips, uint32_t material, const fy_material_clip *clip);

enum { FY_MOST_STATES = 24, FY_MOST_TEXTURE_SETS = 64, FY_MOST_PLACES = 8 };

/* The pictures in the texture slots at one moment. */
typedef struct fy_texture_set {
    uint32_t textures[FERRY_GX_MAX_MAPS];
} fy_texture_set;

typedef struct fy_states {
    ferry_gx_material *list; /* [0]: at rest; the others differ in colours or textures */
    uint32_t count;
    uint32_t best;             /* the state whose own combiner suits all best; FERRY_NONE: not known yet */
    ferry_gx_material *places; /* [0]: at rest; the others differ in matrices alone */
    uint32_t place_count;
    bool spread;                  /* samples see textures at all of these places in turn */
    fy_texture_set *texture_sets; /* [0]: at rest; all different */
    uint32_t texture_set_count;
    /* mean difference over all of them of the way to blend that was chosen, in 255ths */
    double blend_error;
    bool texture_sets_left_out; /* there are more */
    bool pictures_missing;      /* of a texture that a clip sets, or at rest of a slot where it sets one */
    uint32_t colors;            /* that are not the same at all times: FY_TEV_MOVES_... */
    uint8_t read;               /* slots that a stage reads */
    uint8_t textures;           /* those whose texture is not the same at all times */
    uint8_t texgens;            /* whose matrix is not */
} fy_states;

/* Of material `number`; `rest` is its state at rest, from which slots that nothing reads may be gone. Nothing
 * moves: no list. Memory is the job's. False at the limit. */
bool fy_find_states(ferry_job *job, const fy_material_clips *clips, uint32_t number,
                    const ferry_gx_material *rest, fy_states *states);

/* Whether something of both states differs that a stage of the material reads: register, colour, picture or
 * matrix. */
bool fy_states_differ(const ferry_gx_material *a, const ferry_gx_material *b);

/* The texture set of a state; FERRY_NONE: it is not among them. */
uint32_t fy_find_texture_set(const ferry_scene *scene, const fy_states *states,
                             const ferry_gx_material *state);

/* The number of the place that a sample sees. */
uint32_t fy_place_of_sample(const fy_states *states, uint32_t sample);

/* Gives the lists of states back; texture sets stay. */
void fy_states_close(ferry_job *job, fy_states *states);

#endif
