/*
 * fixtures.h: the list of all fixtures, each a description that the J3D builder turns into the file of the
 * same name in fixtures/. Tests compare what the library reads from the file with the description.
 */
#ifndef FERRY_TESTS_FIXTURES_H
#define FERRY_TESTS_FIXTURES_H

#include "j3d_builder.h"

typedef struct fixture {
    const char *name; /* "rigid.bmd" */
    jb_kind kind;
    jb_model *(*make)(void);
} fixture;

extern const fixture fixtures[];
extern const uint32_t fixture_count;

/* The description of one by name; aborts if there is none. */
const fixture *fixture_find(const char *name);

/* Whether it is one of gallery.c. */
bool fixture_hangs_in_gallery(uint32_t number);

/* Files that are made otherwise: archives, textures on their own, broken ones. Most broken ones are a sound
 * small model with one patch: `value` of `width` bytes, `delta` bytes behind the place that jb_at() calls
 * `place`. */
typedef struct made_file {
    const char *name;
    jb_file (*make)(const struct made_file *self);
    const char *place;
    uint32_t delta, width, value;
} made_file;

extern const made_file made_files[];
extern const uint32_t made_file_count;
extern const made_file broken_files[];
extern const uint32_t broken_file_count;

/* fixtures_anims.c: the animation that `self` is called after. */
jb_file make_anim(const made_file *self);
jb_file make_shapes(const made_file *self);

/* figure.c: the demo model. */
jb_model *figure_make(void);

/* gallery.c: common materials side by side. */
jb_model *gallery_make_plain(void);
jb_model *gallery_make_lit(void);
jb_model *gallery_make_pairs(void);
jb_model *gallery_make_shine(void);
jb_model *gallery_make_cutouts(void);
jb_model *gallery_make_mixes(void);
jb_model *gallery_make_glows(void);

/* Pseudo-random numbers, the same everywhere. */
typedef struct dice {
    uint32_t state;
} dice;

uint32_t dice_roll(dice *d, uint32_t sides);

/* A primitive of `count` corners whose every array element is new and odd; some corners take an element that
 * is there. All positions of the primitive differ. `slots`: matrix slots that the corners hang on in turn. */
void scatter(jb_model *model, dice *d, uint32_t shape, uint8_t opcode, uint32_t count, uint32_t slot_count);

/* PNMTXIDX for shapes of several matrices, then every declared array, `how`. */
void describe_all(jb_model *model, uint32_t shape, uint32_t how);

/* Positions, normals, one colour set and one UV set in the commonest formats. */
void declare_usual(jb_model *model);

/* Pictures whose texels all differ (within what 8 bits tell). */
uint8_t *odd_picture(uint32_t width, uint32_t height, uint32_t levels, uint32_t seed);

#endif
