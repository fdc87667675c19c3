/* view.c: camera, light and size of pictures, from the options. */
#include "cli/verbs/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/destination.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/print/say.h"

enum { MAX_SIDE = 4096 };

#define RADIANS (3.14159265358979323846 / 180)

bool cli_whole(cli_run *cli, const char *option, const char *text, uint32_t most, uint32_t *number) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || value < 1 || value > most)
        return cli_wrong(cli, "%s needs a whole number from 1 to %u, not `%s`", option, most, text);
    *number = (uint32_t)value;
    return true;
}

static bool set_size(cli_run *cli, const char *text, uint32_t size[2]) {
    char *cross, *end = NULL;
    unsigned long width = strtoul(text, &cross, 10), height = 0;
    if (*text >= '0' && *text <= '9' && *cross == 'x' && cross[1] >= '0' && cross[1] <= '9')
        height = strtoul(cross + 1, &end, 10);
    if (!end || *end || width < 1 || width > MAX_SIDE || height < 1 || height > MAX_SIDE)
        return cli_wrong(cli, "--size needs WIDTHxHEIGHT of up to %d pixels each, not `%s`", MAX_SIDE, text);
    size[0] = (uint32_t)width;
    size[1] = (uint32_t)height;
    return true;
}

static bool set_number(cli_run *cli, const char *option, const char *text, double least, double *number) {
    char *end;
    *number = strtod(text, &end);
    if (end != text && !*end && isfinite(*number) && fabs(*number) < 1e9 && *number > least) return true;
    return cli_wrong(cli, "%s needs a number%s, not `%s`", option, least < 0 ? "" : " above 0", text);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool set_background(cli_run *cli, const char *text, ferry_color *color) {
    float parts[3];
    *color = (ferry_color){0, 0, 0, 0};
    if (strcmp(text, "none") == 0) return true;
    const char *digits = *text == '#' ? text + 1 : text;
    bool whole = strlen(digits) == 6;
    for (int i = 0; whole && i < 3; i++) {
        int high = hex_digit(digits[i * 2]), low = hex_digit(digits[i * 2 + 1]);
        whole = high >= 0 && low >= 0;
        parts[i] = (float)(high * 16 + low) / 255;
    }
    if (!whole) return cli_wrong(cli, "--background needs a colour such as 5a6470, or none, not `%s`", text);
    *color = (ferry_color){parts[0], parts[1], parts[2], 1};
    return true;
}

static bool set_light(cli_run *cli, const char *text, ferry_vec3 *to_light) {
    double parts[3] = {0, 0, 0};
    const char *at = text;
    bool whole = true;
    for (int i = 0; whole && i < 3; i++) {
        char *end;
        parts[i] = strtod(at, &end);
        whole = end != at && *end == (i < 2 ? ',' : '\0') && fabs(parts[i]) < 1e9;
        at = end + 1;
    }
    if (!whole || (parts[0] == 0 && parts[1] == 0 && parts[2] == 0))
        return cli_wrong(cli, "--light needs a direction X,Y,Z, not `%s`", text);
    *to_light = (ferry_vec3){(float)parts[0], (float)parts[1], (float)parts[2]};
    return true;
}

static bool set_ambient(cli_run *cli, const char *text, ferry_view *view) {
    char *end;
    unsigned long level = strtoul(text, &end, 10);
    view->ambient_from = FERRY_AMBIENT_FILE;
    if (strcmp(text, "file") == 0) return true;
    if (*text < '0' || *text > '9' || *end || level > 255)
        return cli_wrong(cli, "--ambient needs a whole number from 0 to 255, or file, not `%s`", text);
    view->ambient_from = FERRY_AMBIENT_GIVEN;
    view->ambient = (float)level / 255;
    return true;
}

static bool set_look(cli_run *cli, const char *text, ferry_look *look) {
    *look = strcmp(text, "console") == 0 ? FERRY_LOOK_CONSOLE : FERRY_LOOK_CLEAN;
    return *look == FERRY_LOOK_CONSOLE || strcmp(text, "clean") == 0 ||
           cli_wrong(cli, "--look needs clean or console, not `%s`", text);
}

bool cli_view(cli_run *cli, uint32_t size[2], ferry_view *view) {
    const cli_request *request = &cli->request;
    double yaw = 30, pitch = 15, distance = 0;
    *view = (ferry_view){
        .size = sizeof *view, .fog = request->fog, .wireframe = request->wireframe, .bones = request->bones};
    if ((request->size && !set_size(cli, request->size, size)) ||
        (request->yaw && !set_number(cli, "--yaw", request->yaw, -1e9, &yaw)) ||
        (request->pitch && !set_number(cli, "--pitch", request->pitch, -1e9, &pitch)) ||
        (request->distance && !set_number(cli, "--distance", request->distance, 0, &distance)) ||
        !set_background(cli, request->background ? request->background : "5a6470", &view->background) ||
        (request->look && !set_look(cli, request->look, &view->look)) ||
        (request->ambient && !set_ambient(cli, request->ambient, view)) ||
        (request->light && !set_light(cli, request->light, &view->to_light)))
        return false;
    view->width = size[0];
    view->height = size[1];
    view->yaw = (float)(yaw * RADIANS);
    view->pitch = (float)(pitch * RADIANS);
    view->distance = (float)distance;
    return true;
}

static uint32_t level_of(const cli_run *cli) {
    return cli->request.lod ? (uint32_t)(*cli->request.lod - '0') : 0;
}

bool cli_check_level(cli_run *cli) {
    const char *text = cli->request.lod;
    return !text || (*text >= '0' && *text <= '9' && !text[1]) ||
           cli_wrong(cli, "--lod needs a whole number from 0 to 9, not `%s`", text);
}

bool cli_show_level(cli_session *session) {
    uint32_t level = level_of(session->cli), count = ferry_level_count(session->scene);
    if (ferry_show_level(session->scene, level)) return true;
    ferry_say(session->job, FERRY_ERROR, "cli.lod", session->name, "",
              count > 1 ? "it has no level of detail %u, only 0 to %u"
                        : "it has no level of detail %u: only the finest, 0",
              level, count - 1);
    return false;
}

/* ----------------------------------------------------------------------------------------- names of files */

static bool is_other_picture(const char *ending) {
    static const char *const others[] = {".jpg", ".jpeg", ".bmp", ".gif", ".tga", ".tif", ".tiff", ".webp"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcasecmp(ending, others[i]) == 0) return true;
    return false;
}

bool cli_check_picture_name(cli_run *cli) {
    const char *output = cli->request.output, *verb = cli->request.verb->name;
    const char *ending =
        output && cli_output_is_file(cli) && !cli_output_is_stdout(cli) ? cli_path_extension(output) : "";
    if (is_other_picture(ending))
        return cli_wrong(cli, "-o %s: `%s` writes a PNG; end its name in .png", output, verb);
    return cli_check_no_model(cli, "a PNG");
}
