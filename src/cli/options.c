/*
 * options.c: the one table of verbs, the one table of options, and the parser that walks the command line by
 * them. help.c prints the same tables.
 */
#include "cli/run.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const cli_verb cli_verbs[] = {
    {"convert", VERB_CONVERT, "INPUT... [-o OUTPUT]",
     "make a .t3dm, .glb, .gltf, .fbx, .dae or .obj of each model, with its textures (the default verb)",
     "Of an archive all models are taken, and written below a folder called after it.\n"
     "A model is followed by what joins it: `model.bmd table.bmt walk.bck`. Animations that lie in one archive with\n"
     "the model and are its own by names, folders and bones join it by themselves.\n"
     "Several models are several outputs.\n"
     "The output goes beside the input unless -o or --output-dir says otherwise, PNG textures beside the output.\n"
     "A model's files are written all together or not at all, and never over an input.\n",
     cli_verb_convert},
    {"info", VERB_INFO, "INPUT...", "tell what a model holds: counts, size, materials, textures, animations",
     "Of an archive with several models a table: what they are, their triangles and joints, and the animations that would\n"
     "join them. 'archive.arc#*' tells each in full.\n",
     cli_verb_info},
    {"dump", VERB_DUMP, "INPUT... [-o FILE]", "print everything a model holds, as text or JSON",
     "With --output-dir, or where -o names a folder, each model is a file: NAME.txt, or NAME.json with --json.\n"
     "With --after the model is first prepared for the target, up to and with the pass of that name. With --at the world\n"
     "matrices of all nodes at that time are printed instead.\n",
     cli_verb_dump},
    {"unpack", VERB_UNPACK, "INPUT... [-o FOLDER]", "write the members of an archive or packed file",
     "Members go to a folder named after the input, beside it, unless -o or --output-dir names another one.\n"
     "`archive.arc#path/in/it` unpacks that member alone, or all in that folder; it may be a glob.\n",
     cli_verb_unpack},
    {"textures", VERB_TEXTURES, "INPUT... [-o FOLDER]", "write all images of a model as PNG",
     "Images go to the folder NAME.textures beside the input, unless -o or --output-dir names another one.\n",
     cli_verb_textures},
    {"render", VERB_RENDER, "INPUT... [-o FILE]", "draw a model as its machine would, to a PNG",
     "The picture goes beside the input, as NAME.png, unless -o or --output-dir says otherwise. The camera turns about\n"
     "the middle of the model and sees all of it; one light stands in the upper left front, over an ambient of 50/255.\n"
     "GameCube materials are drawn by their TEV stages, T3DM materials by the RDP's combiner; pictures that a T3DM file\n"
     "names are looked for beside it, as sprite or PNG. docs/rendering.md tells more.\n",
     cli_verb_render},
    {"compare", VERB_COMPARE, "INPUT [INPUT]", "tell how alike two models look, from six sides",
     "Both are drawn as `render` would, in one frame and one light, and compared by structural similarity (SSIM, 1 is the\n"
     "same) and mean colour difference (0..255), over the pixels of either model and two around it. A model alone is\n"
     "compared with its own conversion, which is not written; so is each model of an archive. docs/rendering.md tells more.\n",
     cli_verb_compare},
    {"diff", VERB_DIFF, "INPUT INPUT", "tell two models apart, a line for each fact",
     "Things are matched by name, nodes by their way from the root. - is what only the first has, + what only the second\n"
     "has, ~ what differs; where that is a number, it is told by how much. Nothing is printed, and exit 0, if nothing differs;\n"
     "else exit 1. An input is followed by what joins it. Formats may differ. docs/diff.md tells more.\n",
     cli_verb_diff},
    {"check", VERB_CHECK, "INPUT...", "hold T3DM files against the rules of the runtime",
     "One line for each finding, with its place. An error is what the runtime would draw wrongly, assert or crash on; the\n"
     "program then ends with exit 1. Advice is on what is wasteful or misleading. Files of every layout can be checked;\n"
     "streams and sprites are looked for beside them. docs/formats/t3dm.md has the rules.\n",
     cli_verb_check},
    {"cost", VERB_COST, "INPUT...", "tell what models cost on the console, to draw and to hold",
     "Vertices stored and loaded, and the fewest that any order could load (floor); triangles, indices, commands, matrices,\n"
     "cycles and milliseconds of the signal processor, for each object; switches of material, texture uploads, streams and\n"
     "memory. T3DM files of every layout are measured as they lie there, others as `convert` would write them; with --to,\n"
     "or an option of what is written, T3DM files too. docs/cost.md has the model.\n",
     cli_verb_cost},
    {"formats", VERB_FORMATS, "", "list the formats and their settings", "", cli_verb_formats},
    {"help", VERB_HELP, "[VERB]", "this text, or the one of a verb", "", cli_verb_help},
    {0},
};

#define FIELD(name) offsetof(cli_request, name)
#define CLIPS (VERB_CONVERT | VERB_INFO | VERB_DUMP | VERB_RENDER | VERB_COMPARE | VERB_COST | VERB_DIFF)
#define SCENES (VERBS_READING & ~(unsigned)VERB_UNPACK)
#define WRITING (VERB_CONVERT | VERB_UNPACK | VERB_TEXTURES | VERB_RENDER)

const cli_option cli_options[] = {
    {"output", 'o', "PATH", WRITING | VERB_DUMP | VERB_COMPARE, OPTION_TEXT, FIELD(output), NULL,
     "write to this file, or into this folder; - is standard output"},
    {"output-dir", 0, "FOLDER", WRITING | VERB_DUMP, OPTION_TEXT, FIELD(output_dir), NULL,
     "write into this folder, made if missing"},
    {"recursive", 'r', NULL, VERBS_WALKING, OPTION_FLAG, FIELD(recursive), NULL,
     "take the models in folders, in all folders beneath, and in archives there; --output-dir then mirrors the folders"},
    {"from", 0, "FORMAT", SCENES, OPTION_TEXT, FIELD(from), NULL,
     "read the input as this format, or as one layout of it: t3dm:L7"},
    {"companion", 0, "FILE|FOLDER", SCENES, OPTION_TEXT, FIELD(companion), NULL,
     "a file that the model asks for, as its texture bank, and that does not lie beside it; or a folder with such files"},
    {"to", 0, "FORMAT", VERB_CONVERT | VERB_DUMP | VERB_COMPARE | VERB_COST, OPTION_TEXT, FIELD(to), NULL,
     "the format to write, or one layout of it: t3dm:V3; default: by the ending of -o, else t3dm"},
    {"set", 0, "KEY=VALUE", SCENES & ~(unsigned)VERB_CHECK, OPTION_SETTING, 0, NULL,
     "change a setting of a format; `ferry64 formats` lists them"},
    {"base-scale", 0, "auto|shared|N", VERB_CONVERT | VERB_COMPARE | VERB_COST, OPTION_ALIAS, 0, "t3dm.base-scale",
     "stored units per source unit: auto is each model's own, shared one for all models of a run, shared:folder one for those "
     "of a folder"},
    {"textures", 0, "FOLDER", VERB_CONVERT, OPTION_TEXT, FIELD(textures), NULL,
     "where textures go, made if missing; default: beside the output, where streams of animations always go"},
    {"sprites", 0, "png|sprite|both", VERB_CONVERT | VERB_COMPARE, OPTION_ALIAS, 0, "t3dm.sprites",
     "textures as PNG for mksprite, as .sprite files that need no further step, or both"},
    {"texture-format", 0, "auto|F[,F]", VERB_CONVERT | VERB_INFO | VERB_COMPARE | VERB_COST, OPTION_ALIAS, 0, "t3dm.texture-format",
     "texel formats that textures may get: i4, ci4, ia4, i8, ia8, ci8, rgba16, ia16, rgba32; default: by content"},
    {"max-texture", 0, "N", VERB_CONVERT | VERB_INFO | VERB_COMPARE | VERB_COST, OPTION_ALIAS, 0, "t3dm.max-texture",
     "longest side of a texture in texels"},
    {"materials", 0, "FILE", VERB_CONVERT | VERB_COMPARE | VERB_COST, OPTION_TEXT, FIELD(materials), NULL,
     "rules that override what becomes of materials, as JSON; docs/materials.md tells all"},
    {"rom-root", 0, "FOLDER", VERB_CONVERT, OPTION_TEXT, FIELD(rom_root), NULL,
     "the folder that is rom:/ on the console; default: the nearest filesystem/ or assets/ above the textures, "
     "else the output's folder. For streams of an output that is not below it: the same default above the output"},
    {"anim", 0, "GLOB", CLIPS, OPTION_LIST, 0, "clips.names",
     "take these animations only: walk, walk*, *.bck; several between commas or by several options, of all that fit; "
     "default: the model's own"},
    {"no-anims", 0, NULL, CLIPS, OPTION_ALIAS, 0, "clips.use=no", "take no animations"},
    {"anim-rate", 0, "30|60", CLIPS, OPTION_ALIAS, 0, "clips.rate",
     "frames a second of GameCube animations, which no file says; default: 30"},
    {"anim-error", 0, "PERCENT", VERB_CONVERT | VERB_COMPARE | VERB_COST, OPTION_ALIAS, 0, "t3dm.anim-error",
     "by how much of the model's height leaving out keys may move what a bone carries; default: 0.1"},
    {"blend-joints", 0, "N", VERB_CONVERT | VERB_COMPARE | VERB_COST, OPTION_ALIAS, 0, "rigid.blend-joints",
     "add up to N bones that move as the mean of two joints: smooth elbows where animations bend them"},
    {"bake-morphs", 0, "N", VERB_CONVERT | VERB_DUMP | VERB_COMPARE | VERB_COST, OPTION_ALIAS, 0, "poses.most",
     "up to N poses, shown in turn, instead of vertices that animations move: plays without ferry64_tracks.h"},
    {"at", 0, "CLIP:SECONDS", VERB_DUMP | VERB_RENDER | VERB_COMPARE | VERB_DIFF, OPTION_TEXT, FIELD(at), NULL,
     "at this time of an animation instead of at rest: walk:0.5; for compare several, and their mean: "
     "walk:rest,0.5,10%,0..2/5"},
    {"after", 0, "PASS", VERB_DUMP, OPTION_TEXT, FIELD(after), NULL,
     "prepare for the target up to and with this pass"},
    {"json", 0, NULL, VERB_INFO | VERB_DUMP | VERB_COMPARE | VERB_DIFF | VERB_CHECK | VERB_COST | VERB_FORMATS,
     OPTION_FLAG, FIELD(json), NULL,
     "print JSON"},
    {"summary", 0, NULL, VERB_DUMP, OPTION_ALIAS, 0, "dump.data=no",
     "leave out what comes in thousands: vertices, triangles, keys, texels, bytes"},
    {"tolerance", 0, "T", VERB_DIFF, OPTION_TEXT, FIELD(tolerance), NULL,
     "numbers that differ by no more are the same: lengths by this part of the model's height, angles in radians; default: 0"},
    {"min-ssim", 0, "X", VERB_COMPARE, OPTION_TEXT, FIELD(min_ssim), NULL,
     "the least similarity over all views, up to 1; below it: exit 1"},
    {"merge-objects", 0, NULL, VERB_CONVERT | VERB_COMPARE | VERB_COST, OPTION_ALIAS, 0, "t3dm.merge-objects=yes",
     "make one object of those with one material that nothing tells apart at run time"},
    {"bvh", 0, NULL, VERB_CONVERT | VERB_COST, OPTION_ALIAS, 0, "t3dm.bvh=yes",
     "write a tree of boxes, with which the game finds the objects in a frustum"},
    {"budget", 0, "KEY=N,...", VERB_CONVERT | VERB_COST, OPTION_TEXT, FIELD(budget), NULL,
     "the most that a model may cost: tris, verts, commands, uploads, bytes, rdram, rsp; above it: exit 1, and "
     "nothing is written"},
    {"list", 0, NULL, VERB_UNPACK, OPTION_FLAG, FIELD(list), NULL, "list the members, write nothing"},
    {"levels", 0, NULL, VERB_TEXTURES, OPTION_FLAG, FIELD(levels), NULL,
     "write all mip levels, not only the largest"},
    {"size", 0, "WxH", VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(size), NULL,
     "pixels of a picture; default: 640x480, on a sheet 160x160, compared or in the console look 320x240"},
    {"yaw", 0, "DEGREES", VERB_RENDER, OPTION_TEXT, FIELD(yaw), NULL,
     "look from this far round to the model's left (+x), from its front (+z); default: 30"},
    {"pitch", 0, "DEGREES", VERB_RENDER, OPTION_TEXT, FIELD(pitch), NULL, "look from this far above; default: 15"},
    {"distance", 0, "UNITS", VERB_RENDER, OPTION_TEXT, FIELD(distance), NULL,
     "from the middle of the model, in source units; default: as near as all of it is seen"},
    {"background", 0, "RRGGBB|none", VERB_RENDER, OPTION_TEXT, FIELD(background), NULL,
     "colour behind the model, or none: transparent; default: 5a6470"},
    {"light", 0, "X,Y,Z", VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(light), NULL,
     "direction to the light: right, up, towards the viewer; default: -1,1,1"},
    {"ambient", 0, "N|file", VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(ambient), NULL,
     "light from everywhere, 0 to 255, or file: what GameCube materials say; default: 50"},
    {"fog", 0, NULL, VERB_RENDER, OPTION_FLAG, FIELD(fog), NULL,
     "draw the file's fog, whose numbers games overwrite"},
    {"look", 0, "clean|console", VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(look), NULL,
     "Nintendo 64 materials: exact, or as on its screen; default: clean"},
    {"wireframe", 0, NULL, VERB_RENDER, OPTION_FLAG, FIELD(wireframe), NULL, "draw edges instead of surfaces"},
    {"bones", 0, NULL, VERB_RENDER, OPTION_FLAG, FIELD(bones), NULL, "draw the tree of nodes over the model"},
    {"turntable", 0, "N", VERB_RENDER, OPTION_TEXT, FIELD(turntable), NULL,
     "a strip of N pictures, each turned on by one N-th of a full turn"},
    {"sheet", 0, NULL, VERB_RENDER, OPTION_FLAG, FIELD(sheet), NULL,
     "one picture of all models, with their names; needs -o FILE"},
    {"depend", 0, NULL, VERB_CONVERT, OPTION_FLAG, FIELD(depend), NULL,
     "write what each output was made of beside it, as a rule for make and ninja: NAME.d"},
    {"depfile", 0, "FILE", VERB_CONVERT, OPTION_TEXT, FIELD(depfile), NULL,
     "write the rules of all models to this file instead"},
    {"depfile-target", 0, "TARGET", VERB_CONVERT, OPTION_TEXT, FIELD(target), NULL,
     "the target of these rules, as a stamp; default: all files that are written"},
    {"depfile-style", 0, "make|ninja", VERB_CONVERT, OPTION_TEXT, FIELD(depfile_style), NULL,
     "make: name files that are not there, but would be used, as $(wildcard FILE); ninja, which CMake reads too: do not; "
     "default: ninja"},
    {"only-if-changed", 0, NULL, WRITING, OPTION_FLAG, FIELD(only_if_changed), NULL,
     "leave files alone that have the right content already: their time stays; a model is written again with any of its files"},
    {"report", 0, "FILE", VERBS_READING, OPTION_TEXT, FIELD(report), NULL,
     "write messages and statistics to this file as JSON"},
    {"strict", 0, NULL, VERBS_READING, OPTION_FLAG, FIELD(strict), NULL,
     "take losses and repairs for failures: nothing of such a model is written; exit 3"},
    {"memory-limit", 0, "SIZE", VERBS_READING, OPTION_SIZE, FIELD(memory_limit), NULL,
     "most memory for a model, as 512M; default: 1G"},
    {"unpack-limit", 0, "N", VERBS_READING, OPTION_COUNT, FIELD(unpack_limit), NULL,
     "most bytes that packing and archives may give for each byte of an input, beyond 64M; default: 128"},
    {"deadline", 0, "SECONDS", VERBS_READING, OPTION_SECONDS, FIELD(deadline), NULL, "most time for a model"},
    {"jobs", 'j', "N", VERBS_READING & ~(unsigned)(VERB_COMPARE | VERB_DIFF), OPTION_COUNT, FIELD(jobs), NULL,
     "work on N models at once, 0: on one for each core; the output is the same; default: 1"},
    {"quiet", 'q', NULL, VERBS_READING, OPTION_FLAG, FIELD(quiet), NULL, "print errors only"},
    {"verbose", 'v', NULL, VERBS_READING, OPTION_FLAG, FIELD(verbose), NULL, "print notes too"},
    {"color", 0, "auto|always|never", VERBS_READING, OPTION_TEXT, FIELD(color), NULL,
     "colours in messages; default: auto, on a terminal, unless NO_COLOR is set"},
    {"man", 0, NULL, VERB_HELP, OPTION_FLAG, FIELD(man), NULL, "print the page for man(1)"},
    {"completion", 0, "bash|zsh|fish", VERB_HELP, OPTION_TEXT, FIELD(completion), NULL,
     "print the completions for this shell"},
    {"help", 'h', NULL, VERBS_ALL, OPTION_FLAG, FIELD(help), NULL, "print this text"},
    {"version", 0, NULL, VERBS_ALL, OPTION_FLAG, FIELD(version), NULL, "print the version"},
    {0},
};

enum { MAX_OPTIONS = sizeof cli_options / sizeof *cli_options };

/* What the parser carries along the command line. */
typedef struct option_walk {
    cli_run *cli;
    int argc, at;
    char **argv;
    bool options_ended; /* behind -- */
    bool *used; /* of all options */
    const char *shown[MAX_OPTIONS]; /* the option as typed, for complaints */
} option_walk;

/* Options that compilers have too, by the names that they have there, behind one dash. */
static const struct {
    const char *word, *name;
} compiler_words[] = {{"MD", "depend"}, {"MF", "depfile"}, {"MT", "depfile-target"}};

const char *cli_option_word(const cli_option *option) {
    for (size_t i = 0; i < sizeof compiler_words / sizeof *compiler_words; i++)
        if (strcmp(compiler_words[i].name, option->name) == 0) return compiler_words[i].word;
    return NULL;
}

const cli_verb *cli_find_verb(const char *name) {
    for (const cli_verb *verb = cli_verbs; verb->name; verb++)
        if (strcmp(verb->name, name) == 0) return verb;
    return NULL;
}

bool cli_set(cli_run *cli, const char *key, const char *value) {
    cli_request *request = &cli->request;
    for (size_t i = 0; i < request->setting_count; i++)
        if (strcmp(request->settings[i].key, key) == 0) {
            request->settings[i].value = value;
            return true;
        }
    request->settings[request->setting_count++] = (ferry_setting_value){key, value};
    return true;
}

void cli_unset(cli_run *cli, const char *key) {
    cli_request *request = &cli->request;
    size_t kept = 0;
    for (size_t i = 0; i < request->setting_count; i++)
        if (strcmp(request->settings[i].key, key) != 0) request->settings[kept++] = request->settings[i];
    request->setting_count = kept;
}

const char *cli_setting(const cli_run *cli, const char *key) {
    for (size_t i = 0; i < cli->request.setting_count; i++)
        if (strcmp(cli->request.settings[i].key, key) == 0) return cli->request.settings[i].value;
    return NULL;
}

static bool set_setting(cli_run *cli, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) return cli_wrong(cli, "--set needs KEY=VALUE, not `%s`", text);
    return cli_set(cli, cli_text(cli, "%.*s", (int)(equals - text), text), equals + 1);
}

static bool set_size(cli_run *cli, const cli_option *option, const char *text, size_t *size) {
    static const char letters[] = "KMG";
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(letters, *end & ~0x20) : NULL;
    unsigned shift = unit ? 10u * (unsigned)(unit - letters + 1) : 0;
    bool whole = *text >= '0' && *text <= '9' && (!*end || (unit && *unit && !end[1]));
    if (!whole || !number || number > SIZE_MAX >> shift)
        return cli_wrong(cli, "--%s needs a size such as 800000, 512M or 2G, not `%s`", option->name, text);
    *size = (size_t)number << shift;
    return true;
}

static bool set_seconds(cli_run *cli, const cli_option *option, const char *text, double *seconds) {
    char *end;
    *seconds = strtod(text, &end);
    if (end == text || *end || !isfinite(*seconds) || *seconds <= 0)
        return cli_wrong(cli, "--%s needs a number of seconds above 0, not `%s`", option->name, text);
    return true;
}

static bool set_count(cli_run *cli, const cli_option *option, const char *text, uint32_t *count) {
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || number > UINT32_MAX)
        return cli_wrong(cli, "--%s needs a whole number, not `%s`", option->name, text);
    *count = (uint32_t)number;
    return true;
}

/* What is refused is told by the option that the user gave, not by the setting behind it. */
static bool set_alias(cli_run *cli, const cli_option *option, const char *value) {
    const char *allowed;
    if (!value) return set_setting(cli, option->key);
    if (!*value && option->kind == OPTION_LIST)
        return cli_wrong(cli, "--%s needs %s, not an empty text", option->name, option->argument);
    if (!ferry_setting_allows(option->key, value, &allowed))
        return cli_wrong(cli, "--%s cannot be `%s`; allowed: %s", option->name, value, allowed);
    const char *before = option->kind == OPTION_LIST ? cli_setting(cli, option->key) : NULL;
    return cli_set(cli, option->key, before ? cli_text(cli, "%s,%s", before, value) : value);
}

/* Of other options the last one counts, but files would be missing from where the first one says. */
static bool is_output(const cli_option *option) {
    return option->field == FIELD(output) || option->field == FIELD(output_dir);
}

static bool set_option(cli_run *cli, const cli_option *option, const char *value) {
    char *field = (char *)&cli->request + option->field;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)(void *)field = true;
        return true;
    case OPTION_TEXT: /* an empty one is a shell variable that was not set */
        if (!*value) return cli_wrong(cli, "--%s needs %s, not an empty text", option->name, option->argument);
        if (*(const char **)(void *)field && is_output(option))
            return cli_wrong(cli, "--%s is given twice: `%s` and `%s`", option->name, *(const char **)(void *)field, value);
        *(const char **)(void *)field = value;
        return true;
    case OPTION_SIZE:
        return set_size(cli, option, value, (size_t *)(void *)field);
    case OPTION_SECONDS:
        return set_seconds(cli, option, value, (double *)(void *)field);
    case OPTION_COUNT:
        return set_count(cli, option, value, (uint32_t *)(void *)field);
    case OPTION_SETTING:
        return set_setting(cli, value);
    case OPTION_ALIAS:
    case OPTION_LIST:
        return set_alias(cli, option, value);
    }
    return false;
}

static void note_use(option_walk *walk, const cli_option *option, const char *shown) {
    walk->used[option - cli_options] = true;
    walk->shown[option - cli_options] = shown;
}

/* The value of an option that stands as the next argument; NULL after a complaint. */
static const char *next_value(option_walk *walk, const cli_option *option, const char *shown) {
    if (walk->at + 1 < walk->argc) return walk->argv[++walk->at];
    cli_wrong(walk->cli, "%s needs %s", shown, option->argument);
    return NULL;
}

static bool unknown_option(cli_run *cli, const char *shown, const char *name) {
    const char *names[MAX_OPTIONS];
    size_t count = 0;
    for (const cli_option *option = cli_options; option->name; option++) names[count++] = option->name;
    const char *near = cli_nearest(name, names, count);
    if (near) return cli_wrong(cli, "unknown option `%s`; is `--%s` meant?", shown, near);
    return cli_wrong(cli, "unknown option `%s`; `ferry64 --help` lists them all", shown);
}

/* `--name`, `--name=value`, `--name value` */
static bool take_long(option_walk *walk, const char *argument) {
    cli_run *cli = walk->cli;
    const char *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const char *shown = cli_text(cli, "%.*s", (int)length, argument);
    for (const cli_option *option = cli_options; option->name; option++) {
        if (strcmp(option->name, shown + 2) != 0) continue;
        note_use(walk, option, shown);
        if (!option->argument) {
            if (equals) return cli_wrong(cli, "%s takes no value", shown);
            return set_option(cli, option, NULL);
        }
        const char *value = equals ? equals + 1 : next_value(walk, option, shown);
        return value && set_option(cli, option, value);
    }
    return unknown_option(cli, shown, shown + 2);
}

/* `-MD`, `-MF FILE`, `-MFFILE`. `taken`: it is such an option. */
static bool take_word(option_walk *walk, const char *argument, bool *taken) {
    for (const cli_option *option = cli_options; option->name; option++) {
        const char *word = cli_option_word(option);
        size_t length = word ? strlen(word) : 0;
        if (!length || strncmp(argument + 1, word, length) != 0) continue;
        const char *rest = argument + 1 + length, *shown = cli_text(walk->cli, "-%s", word);
        if (*rest && !option->argument) continue;
        *taken = true;
        note_use(walk, option, shown);
        const char *value = !option->argument ? NULL : *rest ? rest : next_value(walk, option, shown);
        return (value || !option->argument) && set_option(walk->cli, option, value);
    }
    return true;
}

/* `-q`, `-qv`, `-oFILE`, `-o FILE` */
static bool take_letters(option_walk *walk, const char *argument) {
    bool taken = false;
    if (!take_word(walk, argument, &taken)) return false;
    if (taken) return true;
    for (const char *letter = argument + 1; *letter; letter++) {
        const char *shown = cli_text(walk->cli, "-%c", *letter);
        const cli_option *option = cli_options;
        while (option->name && option->letter != *letter) option++;
        if (!option->name)
            return unknown_option(walk->cli, letter == argument + 1 ? argument : shown, argument + 1);
        note_use(walk, option, shown);
        if (!option->argument) {
            if (!set_option(walk->cli, option, NULL)) return false;
            continue;
        }
        const char *value = letter[1] ? letter + 1 : next_value(walk, option, shown);
        return value && set_option(walk->cli, option, value);
    }
    return true;
}

static bool take_argument(option_walk *walk, const char *argument) {
    cli_request *request = &walk->cli->request;
    bool first = !request->verb_given && request->input_count == 0;
    if (!walk->options_ended && argument[0] == '-' && argument[1] &&
        argument[1] != '#') { /* -#x: out of stdin */
        if (strcmp(argument, "--") == 0) return walk->options_ended = true;
        return argument[1] == '-' ? take_long(walk, argument) : take_letters(walk, argument);
    }
    if (!*argument) return cli_wrong(walk->cli, "an input is an empty text, as of a variable that is not set");
    const cli_verb *verb = first && !walk->options_ended ? cli_find_verb(argument) : NULL;
    if (verb) {
        request->verb = verb;
        request->verb_given = true;
        return true;
    }
    request->inputs[request->input_count++] = argument;
    return true;
}

/* The verbs that know the option, for a complaint. */
static const char *verbs_of(cli_run *cli, const cli_option *option) {
    const char *list = "";
    for (const cli_verb *verb = cli_verbs; verb->name; verb++)
        if (option->verbs & verb->id) list = cli_text(cli, "%s%s`%s`", list, *list ? ", " : "", verb->name);
    return list;
}

static bool check_uses(option_walk *walk) {
    cli_run *cli = walk->cli;
    const cli_verb *verb = cli->request.verb;
    for (size_t i = 0; cli_options[i].name; i++)
        if (walk->used[i] && !(cli_options[i].verbs & verb->id))
            return cli_wrong(cli, "%s does not belong to `%s`, but to %s", walk->shown[i], verb->name,
                             verbs_of(cli, &cli_options[i]));
    return true;
}

bool cli_parse(cli_run *cli, int argc, char **argv) {
    cli_request *request = &cli->request;
    request->verb = cli_find_verb("convert");
    request->inputs = ferry_new(cli->home, const char *, (size_t)argc + 1);
    request->settings = ferry_new(cli->home, ferry_setting_value, 2 * (size_t)argc + 1); /* some twice: cli_lend_options() */
    request->given = ferry_new(cli->home, bool, MAX_OPTIONS);
    if (!request->inputs || !request->settings || !request->given) return cli_wrong(cli, "no memory for the command line");
    option_walk walk = {.cli = cli, .argc = argc, .at = 1, .argv = argv, .used = request->given};
    for (; walk.at < argc; walk.at++)
        if (!take_argument(&walk, argv[walk.at])) return false;
    if (request->help || request->version) return true;
    return check_uses(&walk);
}

/* ------------------------------------------------------------------------------------- options of formats */

static bool knows(const ferry_format *format, const char *key) {
    for (const ferry_setting *s = format->settings; s && s->key; s++)
        if (strcmp(s->key, key) == 0) return true;
    return false;
}

const char *cli_format_key(cli_run *cli, const ferry_format *format, const char *name) {
    const char *own = cli_text(cli, "%s.%s", format->name, name);
    if (knows(format, own)) return own;
    const ferry_format *owner = format->settings_of ? ferry_find_format(cli->home, format->settings_of) : NULL;
    const char *key = owner ? cli_text(cli, "%s.%s", owner->name, name) : NULL;
    return key && knows(owner, key) ? key : NULL;
}

/* The format that a key belongs to; NULL: a pass. */
static const ferry_format *owner_of(cli_run *cli, const char *key) {
    return ferry_find_format(cli->home, cli_text(cli, "%.*s", (int)strcspn(key, "."), key));
}

/* Whether the pass with this setting has something to do for the format. */
static bool runs_for(const ferry_format *target, const char *key) {
    if (strncmp(key, "rigid.", 6) == 0) return target->caps->max_influences == 1;
    if (strncmp(key, "poses.", 6) == 0) return target->caps->clips || target->caps->tracks;
    return true;
}

bool cli_lend_options(cli_run *cli, const ferry_format *target) {
    for (const cli_option *option = cli_options; option->name; option++) {
        if (!cli->request.given[option - cli_options] || option->kind != OPTION_ALIAS) continue;
        const ferry_format *owner = owner_of(cli, option->key);
        if (owner == target) continue;
        if (!owner && !runs_for(target, option->key))
            return cli_wrong(cli, "--%s has no effect on format `%s`", option->name, target->name);
        if (!owner) continue;
        const char *key = cli_format_key(cli, target, strchr(option->key, '.') + 1);
        if (!key) return cli_wrong(cli, "--%s: format `%s` has no such setting", option->name, target->name);
        cli_set(cli, key, cli_setting(cli, option->key));
    }
    return true;
}
