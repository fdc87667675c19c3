/*
 * survey.h: which surface each pixel of a model shows (docs/what-is-lost.md, "How differences are measured").
 *
 * The model is drawn small from all sides and from nearby, as its own machine draws it. Visible pixels are
 * kept as points on triangles: materials are judged by these, not by hidden surfaces.
 */
#ifndef FERRY_VIEW_SURVEY_H
#define FERRY_VIEW_SURVEY_H

#include "ferry64.h"
#include "machine/camera.h"
#include "machine/gx/gx_shader.h"
#include "view/cameras.h"
#include "view/near_cameras.h"

/* Ambient light of a survey, of 255; the rest comes from one light behind the viewer's left shoulder. */
#define FY_SURVEY_AMBIENT 50

/* The most pixels that are kept of a material: of the six sides, and of all views. */
enum { FY_SURVEY_FAR = 384, FY_SURVEY_PIXELS = FY_SURVEY_FAR + 128 };

/* The six sides, then the near views. */
enum { FY_SURVEY_VIEWS = FY_SIDES + FY_NEAR };

/* The point on a surface that a pixel shows. */
typedef struct fy_seen_place {
    uint32_t draw, triangle;
    float second, third; /* weights of the triangle's second and third corner; the first has the rest */
    uint8_t view;
    uint8_t ground[3]; /* what the frame buffer held before the pixel was drawn, r g b */
    bool over;         /* another part of the model was there already */
    bool through;      /* and only translucent ones: what is behind the model shows through them */
    bool back;         /* the triangle is seen from behind */
} fy_seen_place;

/* Memory is the job's. */
typedef struct fy_survey {
    const ferry_scene *scene;
    fy_camera cameras[FY_SURVEY_VIEWS];
    fy_near_cameras near; /* those that are near the surface */
    uint32_t *first;      /* by material: index of its first place; one more at the end */
    fy_seen_place
        *places;      /* at most FY_SURVEY_PIXELS of each material, spread evenly over its visible pixels */
    uint32_t *pixels; /* by material: all visible pixels */
} fy_survey;

/* The inputs of the source's machine at one visible pixel. Light is computed at the corners and
 * interpolated. */
typedef struct fy_seen_pixel {
    fy_gx_vertex corners[3], at; /* of the triangle; and interpolated at the pixel */
    fy_gx_vertex right,
        below;        /* one pixel further in the triangle's plane, at the size of pictures for comparison */
    double shares[3]; /* of the corners */
    double towards;   /* how far it faces the light, 0..1, limited to where light still increases */
    uint8_t view;
    uint8_t ground[3];
    bool over, through, back;
} fy_seen_pixel;

/* Surveys all draws with a GX material; other draws only hide what is behind them. Draws that are not visible
 * have no places. False at the memory limit or when the job was stopped. */
bool fy_survey_take(ferry_job *job, const ferry_scene *scene, fy_survey *survey);

/* The view that shaders need for view number `view`. */
fy_gx_view fy_survey_view(const fy_survey *survey, uint8_t view);

/* The pixels of a material, `count` of them: at most FY_SURVEY_PIXELS, which `pixels` has room for. False at
 * the memory limit. */
bool fy_survey_pixels(ferry_job *job, const fy_survey *survey, uint32_t material, fy_seen_pixel *pixels,
                      uint32_t *count);

/* How many of a material's pixels are those of the six sides, which come first. */
uint32_t fy_survey_far(const fy_seen_pixel *pixels, uint32_t count);

/* Turns the surface at a pixel until it faces the light so far, at most to where light still grows; what it
 * shows otherwise stays. */
void fy_survey_turn(fy_seen_pixel *pixel, double towards);

/* Both channels at a pixel: as they are at the corners, spread over the triangle. */
void fy_survey_channels(const fy_gx_shader *shader, const fy_seen_pixel *pixel, uint8_t channels[2][4]);

#endif
