/* verb_render.c: `ferry64 render`: pictures of models: one each, a strip around one, or all on a sheet. */
#include "cli/verbs/verb_render.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/user_settings.h"
#include "cli/files/destination.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/files/jobs.h"
#include "cli/files/paths.h"
#include "cli/files/store.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"
#include "cli/verbs/at.h"
#include "cli/verbs/view.h"
#include "render/font.h"
#include "render/picture.h"

#define FULL_TURN 6.28318530717958647692F

enum { MAX_TURNS = 100, LABEL = FY_FONT_HEIGHT + 5, MAX_SIDE = 16384 };

typedef struct render_run {
    ferry_view view;
    uint32_t turns; /* pictures of a strip for each version; 1: no turntable */
    /* of the model, side by side: itself; with fewer triangles; its levels of detail */
    uint32_t levels;
    bool fewer;
} render_run;

static uint32_t count_versions(const render_run *run) {
    return 1 + run->fewer + run->levels;
}

static uint32_t strip_width(const render_run *run) {
    return run->view.width * run->turns * count_versions(run);
}

/* Draws a version: `turns` pictures from `x` on. */
static bool draw_version(cli_session *session, const render_run *run, const ferry_view *from, uint32_t x,
                         const ferry_picture *strip) {
    ferry_mark mark = ferry_job_mark(session->job);
    ferry_view view = *from;
    const ferry_scene *scene = cli_pose(session);
    for (uint32_t i = 0; scene && i < run->turns; i++) {
        ferry_picture one;
        view.yaw = from->yaw + FULL_TURN * (float)i / (float)run->turns;
        if (!ferry_render(session->job, scene, &view, &one)) return false;
        fy_picture_place(strip, x + i * view.width, 0, &one);
    }
    ferry_job_release(session->job, mark);
    return scene != NULL;
}

static void label_version(cli_session *session, uint32_t x, const ferry_picture *strip) {
    static const uint8_t ink[4] = {225, 228, 232, 255};
    ferry_counts counts;
    if (ferry_count(session->scene, &counts))
        fy_picture_text(strip, (int64_t)x + 2, 2,
                        cli_text(session->cli, "%llu triangles", (unsigned long long)counts.triangles), ink);
}

/* What the options make of the model, beside it: the same camera sees all, whatever their boxes are. */
static bool draw_versions(cli_session *session, const render_run *run, const ferry_picture *strip) {
    ferry_view view = run->view;
    ferry_counts counts;
    const ferry_scene *scene = cli_pose(session);
    if (!scene || !ferry_count(scene, &counts)) return false;
    view.has_frame = true;
    view.frame = counts.box;
    for (uint32_t i = 0; i < count_versions(run); i++) {
        uint32_t x = i * run->turns * view.width, level = run->fewer && i ? i - 1 : i;
        if (i == 1 && !ferry_prepare(session->job, session->scene, "t3dm", "simplify")) return false;
        if (level) ferry_show_level(session->scene, level);
        if (!draw_version(session, run, &view, x, strip)) return false;
        label_version(session, x, strip);
        if (level) ferry_show_level(session->scene, level); /* as it was */
    }
    return true;
}

/* Draws the loaded model: all pictures side by side. The bytes are the session's. */
static bool draw_model(cli_session *session, const render_run *run, ferry_picture *picture) {
    static const uint8_t clear[4] = {0, 0, 0, 0};
    if (run->turns == 1 && count_versions(run) == 1) {
        const ferry_scene *scene = cli_pose(session);
        return scene && ferry_render(session->job, scene, &run->view, picture);
    }
    if (!fy_picture_open(session->job, strip_width(run), run->view.height, clear, picture)) return false;
    return count_versions(run) == 1 ? draw_version(session, run, &run->view, 0, picture)
                                    : draw_versions(session, run, picture);
}

/* Loads and draws a group. False: nothing is written; the report or --strict says why. */
static bool take_picture(cli_session *session, const render_run *run, ferry_picture *picture) {
    if (!cli_session_load(session) || !cli_show_level(session) || !draw_model(session, run, picture))
        return false;
    if (!cli_is_refused(session)) return true;
    session->status = "strict";
    return false;
}

/* ----------------------------------------------------------------------------------------- a picture each */

static bool put_picture(cli_session *session, const ferry_picture *picture, const char *path) {
    ferry_bytes png;
    if (!ferry_picture_png(session->job, picture, &png)) return false;
    if (cli_output_is_stdout(session->cli)) return cli_put_stdout(session->job, png);
    ferry_file file = {path, png};
    if (!cli_store(session->cli, session->job, session->name, &file, 1, !cli_output_is_file(session->cli)))
        return false;
    cli_session_print(session);
    cli_tell_written(session, &file, cli_text(session->cli, "%u x %u", picture->width, picture->height));
    return true;
}

static const char *path_of(cli_run *cli, uint32_t group) {
    return cli_output_path(cli, cli_group_model(cli, &cli->groups[group]), ".png");
}

static void find_places(cli_run *cli, uint32_t group, void *user, const char *folders[CLI_PLACES]) {
    (void)user;
    if (!cli_output_is_stdout(cli)) folders[0] = cli_path_folder(cli, path_of(cli, group));
}

static void render_group(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    cli_session session;
    ferry_picture picture;
    (void)result;
    if (!cli_session_open(cli, &cli->groups[number], NULL, &session)) return;
    if (take_picture(&session, user, &picture) && put_picture(&session, &picture, path_of(cli, number)))
        session.status = "rendered";
    cli_session_close(&session);
}

/* ------------------------------------------------------------------------------------------ a sheet */

typedef struct sheet {
    const render_run *run;
    ferry_picture picture;
    uint32_t columns, cell_width, cell_height; /* the label included */
} sheet;

static bool open_sheet(cli_run *cli, const render_run *run, sheet *s) {
    static const uint8_t paper[4] = {32, 36, 40, 255};
    uint32_t count = cli->group_count;
    s->run = run;
    s->columns = 1;
    s->cell_width = strip_width(run);
    s->cell_height = run->view.height + LABEL;
    while (s->columns * s->columns * s->cell_width < count * s->cell_height &&
           (s->columns + 1) * (uint64_t)s->cell_width <= MAX_SIDE)
        s->columns++;
    if (s->columns > count) s->columns = count;
    uint32_t rows = (count + s->columns - 1) / s->columns;
    uint64_t width = (uint64_t)s->columns * s->cell_width, height = (uint64_t)rows * s->cell_height;
    if (width > MAX_SIDE || height > MAX_SIDE)
        return cli_wrong(cli, "a sheet of %u models would be larger than %d pixels; use a smaller --size",
                         count, MAX_SIDE);
    return fy_picture_open(cli->arena, (uint32_t)width, (uint32_t)height, paper, &s->picture) ||
           cli_wrong(cli, "out of memory for the sheet");
}

/* The end of the name counts: it is cut at its start. */
static void draw_label(cli_run *cli, const sheet *s, uint32_t x, uint32_t y, const char *name, bool drawn) {
    static const uint8_t ink[2][4] = {{255, 110, 90, 255}, {225, 228, 232, 255}};
    size_t room = (s->cell_width - 2) / FY_FONT_STEP, length = strlen(name);
    if (length > room) name = room > 2 ? cli_text(cli, "..%s", name + length - (room - 2)) : "";
    fy_picture_text(&s->picture, (int64_t)x + 2, y, name, ink[drawn]);
}

/* The result are the picture's colours, and what is covered. */
static void draw_cell(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    const sheet *s = user;
    cli_session session;
    ferry_picture picture;
    if (!cli_session_open(cli, &cli->groups[number], NULL, &session)) return;
    if (take_picture(&session, s->run, &picture)) {
        session.status = "rendered";
        size_t pixels = (size_t)picture.width * picture.height;
        result->bytes = malloc(pixels * 5);
        if (!result->bytes)
            ferry_say(session.job, FERRY_ERROR, "cli.memory", session.name, "",
                      "out of memory for its "
                      "place on the sheet");
        else
            memcpy(result->bytes, picture.rgba, pixels * 4),
                memcpy(result->bytes + pixels * 4, picture.covered, pixels);
        result->size = result->bytes ? pixels * 5 : 0;
    }
    cli_session_close(&session);
}

static void add_to_sheet(cli_run *cli, uint32_t number, void *user, const cli_result *result) {
    sheet *s = user;
    ferry_picture cell = {.width = s->cell_width, .height = s->run->view.height, .rgba = result->bytes};
    uint32_t x = number % s->columns * s->cell_width, y = number / s->columns * s->cell_height;
    size_t pixels = (size_t)cell.width * cell.height;
    bool drawn = result->bytes && result->size == pixels * 5;
    if (drawn) {
        cell.covered = result->bytes + pixels * 4;
        fy_picture_place(&s->picture, x, y, &cell);
    }
    draw_label(cli, s, x, y + cell.height + 2,
               cli_input_name(cli, cli_group_model(cli, &cli->groups[number])), drawn);
}

static void put_sheet(cli_run *cli, const sheet *s) {
    ferry_bytes png;
    ferry_job *job = cli_open_job(cli);
    const char *output = cli->request.output;
    bool done = job && ferry_picture_png(job, &s->picture, &png);
    if (done && cli_output_is_stdout(cli)) {
        done = cli_put_stdout(job, png);
    } else if (done) {
        ferry_file file = {output, png};
        done = cli_store(cli, job, output, &file, 1, false);
        if (done)
            cli_print(cli->lines, "%s  %u x %u, %u models\n", output, s->picture.width, s->picture.height,
                      cli->group_count);
    }
    if (!done) cli_remember(cli, CLI_FAILED);
    if (job) ferry_report_print(ferry_job_report(job), FERRY_ERROR, stderr);
    ferry_close(job);
}

static void render_sheet(cli_run *cli, const render_run *run) {
    sheet s;
    if (!open_sheet(cli, run, &s)) return;
    cli_process_groups(cli, &(cli_work){.one = draw_cell, .take = add_to_sheet, .user = &s});
    put_sheet(cli, &s);
}

/* ----------------------------------------------------------------------------------------- the verb */

static bool is_set(const cli_run *cli, const char *key) {
    const char *text = cli_setting(cli, key);
    return text && strcmp(text, "none") != 0;
}

static void find_versions(const cli_run *cli, render_run *run) {
    run->fewer = is_set(cli, "simplify.triangles") || is_set(cli, "simplify.error");
    run->levels = is_set(cli, "simplify.levels");
    for (const char *c = run->levels ? cli_setting(cli, "simplify.levels") : ""; *c; c++)
        run->levels += *c == ',';
}

static bool open_run(cli_run *cli, render_run *run) {
    const cli_request *request = &cli->request;
    uint32_t size[2] = {640, 480};
    if (request->look && strcmp(request->look, "console") == 0) size[0] = 320, size[1] = 240;
    if (request->sheet) size[0] = size[1] = 160;
    run->turns = 1;
    if (!cli_view(cli, size, &run->view) || !cli_check_level(cli) ||
        (request->turntable && !cli_whole(cli, "--turntable", request->turntable, MAX_TURNS, &run->turns)))
        return false;
    find_versions(cli, run);
    uint32_t pictures = run->turns * count_versions(run);
    if ((uint64_t)run->view.width * pictures > MAX_SIDE)
        return cli_wrong(cli, "a strip of %u pictures would be wider than %d pixels", pictures, MAX_SIDE);
    if (request->sheet && (!request->output || (!cli_output_is_file(cli) && !cli_output_is_stdout(cli))))
        return cli_wrong(cli, "--sheet makes one picture and needs -o FILE");
    return true;
}

void cli_verb_render(cli_run *cli) {
    render_run run;
    if (!cli_check_picture_name(cli) || !open_run(cli, &run) || !cli_check_at(cli) || !cli_find_groups(cli))
        return;
    if (cli_output_is_stdout(cli)) cli->lines = stderr;
    if (cli->request.sheet) {
        render_sheet(cli, &run);
        return;
    }
    if (cli->group_count > 1 && cli_output_is_file(cli)) {
        cli_wrong(cli, "-o %s names one file for %u models; name a folder (%s/), or use --sheet",
                  cli->request.output, cli->group_count, cli->request.output);
        return;
    }
    cli_process_groups(cli, &(cli_work){.one = render_group, .user = &run, .places = find_places});
}
