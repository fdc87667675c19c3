/* option_table.c: the table of options. The parser, help texts, man page and completions are made from it. */
#include "cli/base/option_table.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/request.h"
#include "cli/base/verb_table.h"
#include "core/base/maths.h"

/* Options that compilers have too, and what they call them, after a single dash. */
static const struct {
    const char *word, *name;
} compiler_words[] = {{"MD", "depend"}, {"MF", "depfile"}, {"MT", "depfile-target"}};

/* What only one verb has to say about an option. */
typedef struct option_remark {
    const char *option;
    unsigned verb;
    bool alone; /* in the verb's help it stands instead of what is said for all verbs */
    const char *text;
} option_remark;

static const option_remark remarks[] = {
    {"recursive", VERB_UNPACK, true,
     "process all archives and packed files in the given folders and their subfolders"},
    {"to", VERB_CONVERT, false, "with -o FILE: what its extension says"},
    {"at", VERB_COMPARE, false,
     "several times are averaged: walk:rest,0.5,10%,0..2/5 (the last: five times from 0 to 2 seconds)"},
    {"triangles", VERB_RENDER, false, "what is left is drawn beside the model"},
    {"base-scale", VERB_COMPARE, false,
     "of two models: how many units of the second are one unit of the first"},
    {"size", VERB_COMPARE, true, "size of each picture in pixels; default: 320x240"},
    {"lod", VERB_COMPARE, false, "of the second model or of the conversion"},
};

#define FIELD(name) offsetof(cli_request, name)
#define CLIPS                                                                                                \
    (VERB_CONVERT | VERB_INFO | VERB_DUMP | VERB_RENDER | VERB_COMPARE | VERB_COST | VERB_DIFF | VERB_PLAN)
#define SCENES (VERBS_READING & ~(unsigned)VERB_UNPACK)
#define WRITING (VERB_CONVERT | VERB_UNPACK | VERB_TEXTURES | VERB_RENDER)

const char *const cli_option_groups[GROUP_COUNT] = {
    [GROUP_INPUT] = "Input",
    [GROUP_OUTPUT] = "Output",
    [GROUP_TEXTURES] = "Textures and materials",
    [GROUP_ANIMATIONS] = "Animations",
    [GROUP_FIT] = "Fitting the console",
    [GROUP_PICTURE] = "Picture",
    [GROUP_COMPARISON] = "Comparison",
    [GROUP_BUILDS] = "Builds",
    [GROUP_LIMITS] = "Strictness and limits",
    [GROUP_MESSAGES] = "Messages and help",
};

const cli_option cli_options[] = {
    {"recursive", 'r', NULL, GROUP_INPUT, VERBS_WALKING, OPTION_FLAG, FIELD(recursive), NULL,
     "process all models in the given folders, their subfolders and archives"},
    {"from", 0, "FORMAT", GROUP_INPUT, SCENES, OPTION_TEXT, FIELD(from), NULL,
     "read the input as this format, or as one of its layouts: t3dm:L7; default: detect it"},
    {"companion", 0, "FILE|FOLDER", GROUP_INPUT, SCENES, OPTION_TEXT, FIELD(sidecar), NULL,
     "an extra file, or a folder to search, for files that the model references"},

    {"output", 'o', "PATH", GROUP_OUTPUT, WRITING | VERB_DUMP | VERB_COMPARE | VERB_PLAN, OPTION_TEXT,
     FIELD(output), NULL,
     "write to this file, in a folder that exists, or into this folder, created if it ends in /; - is "
     "standard output"},
    {"output-dir", 0, "FOLDER", GROUP_OUTPUT, WRITING | VERB_DUMP, OPTION_TEXT, FIELD(output_dir), NULL,
     "write into this folder, created if missing; it mirrors the tree of the inputs"},
    {"to", 0, "FORMAT", GROUP_OUTPUT, VERB_CONVERT | VERB_DUMP | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_TEXT, FIELD(to), NULL, "the target format, or one of its layouts: t3dm:V3; default: t3dm"},
    {"after", 0, "PASS", GROUP_OUTPUT, VERB_DUMP, OPTION_TEXT, FIELD(after), NULL,
     "dump the model as prepared for --to, after this pass"},
    {"set", 0, "KEY=VALUE", GROUP_OUTPUT, SCENES & ~(unsigned)VERB_CHECK, OPTION_SETTING, 0, NULL,
     "change any other setting; `ferry64 formats` lists them"},
    {"json", 0, NULL, GROUP_OUTPUT,
     VERB_INFO | VERB_DUMP | VERB_COMPARE | VERB_DIFF | VERB_CHECK | VERB_COST | VERB_PLAN | VERB_FORMATS,
     OPTION_FLAG, FIELD(json), NULL, "print JSON"},
    {"summary", 0, NULL, GROUP_OUTPUT, VERB_DUMP, OPTION_ALIAS, 0, "dump.data=no",
     "omit bulk data: vertices, triangles, keys, texels, bytes"},
    {"list", 0, NULL, GROUP_OUTPUT, VERB_UNPACK, OPTION_FLAG, FIELD(list), NULL,
     "list the members; write nothing"},
    {"levels", 0, NULL, GROUP_OUTPUT, VERB_TEXTURES, OPTION_FLAG, FIELD(levels), NULL,
     "write all mip levels, not just the largest"},

    {"textures", 0, "FOLDER", GROUP_TEXTURES, VERB_CONVERT, OPTION_TEXT, FIELD(textures), NULL,
     "write textures into this folder, created if missing; default: beside the model. Animation streams "
     "always go beside the model"},
    {"sprites", 0, "png|sprite|both", GROUP_TEXTURES, VERB_CONVERT | VERB_COMPARE, OPTION_ALIAS, 0,
     "t3dm.sprites",
     "write textures as PNG for mksprite, as ready-made .sprite files, or both; default: png"},
    {"texture-format", 0, "auto|F[,F]", GROUP_TEXTURES,
     VERB_CONVERT | VERB_INFO | VERB_COMPARE | VERB_COST | VERB_PLAN, OPTION_ALIAS, 0, "t3dm.texture-format",
     "allow only these texel formats: i4, ci4, ia4, i8, ia8, ci8, rgba16, ia16, rgba32; default: auto, "
     "chosen by content"},
    {"max-texture", 0, "N", GROUP_TEXTURES, VERB_CONVERT | VERB_INFO | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_ALIAS, 0, "t3dm.max-texture",
     "limit the longest side of textures to N texels (a repeated one keeps at least 2 columns or 8 rows); "
     "default: what fits"},
    {"materials", 0, "FILE", GROUP_TEXTURES, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN, OPTION_TEXT,
     FIELD(materials), NULL, "JSON rules that override how materials are converted; see docs/materials.md"},
    {"toon", 0, "auto|ramp|smooth", GROUP_TEXTURES, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_ALIAS, 0, "t3dm.toon",
     "toon shading (light in steps): auto draws triangles twice where the steps are visible, "
     "ramp wherever the source has a ramp, smooth never; default: auto"},
    {"second-draws", 0, "auto|no", GROUP_TEXTURES, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_ALIAS, 0, "t3dm.second-draws",
     "masks, and pictures beside environment maps, that do not fit one draw: auto draws triangles twice "
     "where the difference is visible, no never; default: auto. Toon shading: --toon"},
    {"texture-pieces", 0, "auto|no", GROUP_TEXTURES, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_ALIAS, 0, "t3dm.texture-pieces",
     "textures too large for texture memory: auto splits them into pieces, each for some of the triangles, "
     "where the difference is visible, no shrinks them; default: auto"},
    {"rom-root", 0, "FOLDER", GROUP_TEXTURES, VERB_CONVERT, OPTION_TEXT, FIELD(rom_root), NULL,
     "the folder that becomes rom:/ on the console; default: the nearest filesystem/ or assets/ folder "
     "above the textures, else the output folder; see docs/usage.md"},

    {"anim", 0, "GLOB", GROUP_ANIMATIONS, CLIPS, OPTION_LIST, 0, "clips.names",
     "use only animations with these names: walk, walk*, *.bck; separate several by commas, or repeat the "
     "option; default: the model's own"},
    {"no-anims", 0, NULL, GROUP_ANIMATIONS, CLIPS, OPTION_ALIAS, 0, "clips.use=no", "ignore all animations"},
    {"anim-rate", 0, "30|60", GROUP_ANIMATIONS, CLIPS, OPTION_ALIAS, 0, "clips.rate",
     "frame rate of GameCube animations, which their files do not store; default: 30"},
    {"anim-error", 0, "PERCENT", GROUP_ANIMATIONS, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_ALIAS, 0, "t3dm.anim-error",
     "omit animation keys where that moves no vertex further than this percentage of the model's height; "
     "default: 0.1"},
    {"at", 0, "CLIP:SECONDS", GROUP_ANIMATIONS, VERB_DUMP | VERB_RENDER | VERB_COMPARE | VERB_DIFF,
     OPTION_TEXT, FIELD(at), NULL,
     "use the pose at this time of an animation: walk:0.5, or walk:25%; default: the rest pose"},

    {"triangles", 0, "N|N%", GROUP_FIT, VERB_CONVERT | VERB_DUMP | VERB_RENDER | VERB_COMPARE | VERB_COST,
     OPTION_ALIAS, 0, "simplify.triangles",
     "keep at most N triangles, or N percent of them, chosen to preserve the look; default: all"},
    {"error", 0, "PERCENT", GROUP_FIT, VERB_CONVERT | VERB_DUMP | VERB_RENDER | VERB_COMPARE | VERB_COST,
     OPTION_ALIAS, 0, "simplify.error",
     "drop triangles as long as the surface moves no further than this percentage of the model's height; "
     "default: none"},
    {"lods", 0, "N%,N%,...", GROUP_FIT, VERB_CONVERT | VERB_RENDER | VERB_COMPARE | VERB_COST, OPTION_ALIAS,
     0, "simplify.levels",
     "add coarser levels of detail: 50%,25%,12% of the triangles, or numbers of them; as objects named "
     "NAME.lod1 and so on, of which n64/ferry64_lod.h draws one level at a time"},
    {"lods-as", 0, "objects|files", GROUP_FIT, VERB_CONVERT | VERB_COST, OPTION_ALIAS, 0, "t3dm.lods",
     "write levels of detail as objects of one file, or as files: NAME.t3dm, NAME.lod1.t3dm; default: "
     "objects"},
    {"shares", 0, "N%,N%,...", GROUP_FIT, VERB_PLAN, OPTION_TEXT, FIELD(shares), NULL,
     "shares of the triangles to measure besides all; default: 50%,25%,12%"},
    {"frame", 0, "TIME|N%", GROUP_FIT, VERB_PLAN, OPTION_TEXT, FIELD(frame), NULL,
     "spread a frame's time on the signal processor over the models so that they lose as little of their "
     "look as possible: 16.6ms, or a share of what all take now: 40%"},
    {"count", 0, "NAME=N,...", GROUP_FIT, VERB_PLAN, OPTION_TEXT, FIELD(count), NULL,
     "how often models are drawn in a frame: coin=12,tree*=6; default: once"},
    {"weight", 0, "NAME=N,...", GROUP_FIT, VERB_PLAN, OPTION_TEXT, FIELD(weight), NULL,
     "how much a model's look counts, relative to the others, when --frame is spread: hero=3,rock*=0.5; "
     "default: 1"},
    {"plan", 0, "FILE", GROUP_FIT, VERB_CONVERT | VERB_COST, OPTION_TEXT, FIELD(plan), NULL,
     "keep as many triangles of each model as this plan says; `plan --frame -o FILE` writes such a file"},
    {"base-scale", 0, "auto|shared|shared:folder|N", GROUP_FIT,
     VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN, OPTION_ALIAS, 0, "t3dm.base-scale",
     "units in the file per source unit. auto: chosen for each model; shared: the same for all models of "
     "the run; shared:folder: the same within each folder; default: auto"},
    {"grid", 0, "object|model", GROUP_FIT, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN, OPTION_ALIAS,
     0, "t3dm.grid",
     "object: store a large model's surroundings more coarsely, on bones that scale them, where that gives "
     "the rest more detail; model: one grid for all; default: object"},
    {"blend-joints", 0, "auto|none|N", GROUP_FIT, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_ALIAS, 0, "rigid.blend-joints",
     "add up to N bones that move between joints, so that what bends there keeps its shape; auto: up to 16, "
     "where that is visible in the animations; default: auto"},
    {"bake-morphs", 0, "N", GROUP_FIT, VERB_CONVERT | VERB_DUMP | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_ALIAS, 0, "poses.max",
     "replace morphing vertices by up to N poses shown in turn, which play without ferry64_tracks.h; "
     "default: none"},
    {"merge-objects", 0, NULL, GROUP_FIT, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN, OPTION_ALIAS,
     0, "t3dm.merge-objects=yes", "merge objects of one material that are indistinguishable at run time"},
    {"bvh", 0, NULL, GROUP_FIT, VERB_CONVERT | VERB_COST | VERB_PLAN, OPTION_ALIAS, 0, "t3dm.bvh=yes",
     "write a bounding volume hierarchy, so that games can skip objects that are out of view"},
    {"effort", 0, "fast|normal|best", GROUP_FIT, VERB_CONVERT | VERB_COMPARE | VERB_COST | VERB_PLAN,
     OPTION_ALIAS, 0, "t3dm.effort",
     "how hard to search for materials that look like the source's; fast: compare them on synthetic samples; "
     "normal: on the pixels that are visible; best: search longer; default: normal"},
    {"budget", 0, "KEY=N,...", GROUP_FIT, VERB_CONVERT | VERB_COST, OPTION_TEXT, FIELD(budget), NULL,
     "limit what a model may cost: tris, verts, commands, uploads, bytes, rdram, rsp; to meet it, optional "
     "features are left out first: bones between joints, second draws, films of layers, texture pieces; a "
     "model over budget is an error: write nothing, exit 1"},
    {"fit", 0, NULL, GROUP_FIT, VERB_CONVERT | VERB_COST, OPTION_FLAG, FIELD(fit), NULL,
     "remove triangles until the model is within --budget; if that is not possible, report how close it "
     "comes"},

    {"size", 0, "WxH", GROUP_PICTURE, VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(size), NULL,
     "size of a picture in pixels; default: 640x480, 160x160 on a sheet, 320x240 with --look console"},
    {"yaw", 0, "DEGREES", GROUP_PICTURE, VERB_RENDER, OPTION_TEXT, FIELD(yaw), NULL,
     "move the camera from the model's front (+z) towards its left (+x); default: 30"},
    {"pitch", 0, "DEGREES", GROUP_PICTURE, VERB_RENDER, OPTION_TEXT, FIELD(pitch), NULL,
     "move the camera up; default: 15"},
    {"distance", 0, "UNITS", GROUP_PICTURE, VERB_RENDER, OPTION_TEXT, FIELD(distance), NULL,
     "distance from the camera to the model's centre, in source units; default: just far enough to show "
     "all of it"},
    {"background", 0, "RRGGBB|none", GROUP_PICTURE, VERB_RENDER, OPTION_TEXT, FIELD(background), NULL,
     "background colour, or none for transparency; default: 5a6470"},
    {"light", 0, "X,Y,Z", GROUP_PICTURE, VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(light), NULL,
     "direction to the light: right, up, towards the viewer; default: -1,1,1"},
    {"ambient", 0, "N|file", GROUP_PICTURE, VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(ambient), NULL,
     "ambient light, 0 to 255, or file: as GameCube materials define it; default: 50"},
    {"fog", 0, NULL, GROUP_PICTURE, VERB_RENDER, OPTION_FLAG, FIELD(fog), NULL,
     "draw the fog stored in the file (games usually replace it)"},
    {"look", 0, "clean|console", GROUP_PICTURE, VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(look), NULL,
     "draw Nintendo 64 materials exactly, or as they appear on the console's screen; default: clean"},
    {"lod", 0, "N", GROUP_PICTURE, VERB_RENDER | VERB_COMPARE, OPTION_TEXT, FIELD(lod), NULL,
     "show level of detail N, 0 to 9; default: 0, the finest"},
    {"wireframe", 0, NULL, GROUP_PICTURE, VERB_RENDER, OPTION_FLAG, FIELD(wireframe), NULL,
     "draw edges instead of surfaces"},
    {"bones", 0, NULL, GROUP_PICTURE, VERB_RENDER, OPTION_FLAG, FIELD(bones), NULL,
     "draw the skeleton over the model"},
    {"turntable", 0, "N", GROUP_PICTURE, VERB_RENDER, OPTION_TEXT, FIELD(turntable), NULL,
     "draw a strip of N pictures that turn around the model once"},
    {"sheet", 0, NULL, GROUP_PICTURE, VERB_RENDER, OPTION_FLAG, FIELD(sheet), NULL,
     "draw all models into one picture, with their names; needs -o FILE"},

    {"tolerance", 0, "T", GROUP_COMPARISON, VERB_DIFF, OPTION_TEXT, FIELD(tolerance), NULL,
     "ignore differences up to T: lengths as a fraction of the model's height, angles in radians; "
     "default: 0"},
    {"views", 0, "six|near|all", GROUP_COMPARISON, VERB_COMPARE, OPTION_TEXT, FIELD(views), NULL,
     "look from six sides, from near the surface as a player does, or both, each with its own figure; "
     "default: all"},
    {"min-ssim", 0, "X", GROUP_COMPARISON, VERB_COMPARE, OPTION_TEXT, FIELD(min_ssim), NULL,
     "exit 1 if the similarity from six sides (with --views near: from nearby) is below X, where 1 means "
     "identical"},

    {"depend", 0, NULL, GROUP_BUILDS, VERB_CONVERT, OPTION_FLAG, FIELD(depend), NULL,
     "write NAME.d beside each output: a rule for make or ninja that lists the files it was made from"},
    {"depfile", 0, "FILE", GROUP_BUILDS, VERB_CONVERT, OPTION_TEXT, FIELD(depfile), NULL,
     "write the rules of all models to this one file"},
    {"depfile-target", 0, "TARGET", GROUP_BUILDS, VERB_CONVERT, OPTION_TEXT, FIELD(target), NULL,
     "target of these rules, such as a stamp file; default: all files written"},
    {"depfile-style", 0, "make|ninja", GROUP_BUILDS, VERB_CONVERT, OPTION_TEXT, FIELD(depfile_style), NULL,
     "make: also list files that do not exist yet but would be used, as $(wildcard FILE); ninja, also for "
     "CMake: omit them; default: ninja"},
    {"only-if-changed", 0, NULL, GROUP_BUILDS, WRITING, OPTION_FLAG, FIELD(only_if_changed), NULL,
     "do not rewrite files whose content is unchanged; if any file of a model changes, the model itself "
     "is rewritten too"},
    {"report", 0, "FILE", GROUP_BUILDS, VERBS_READING, OPTION_TEXT, FIELD(report), NULL,
     "write messages and statistics to this file as JSON"},
    {"jobs", 'j', "N", GROUP_BUILDS, VERBS_READING & ~(unsigned)(VERB_COMPARE | VERB_DIFF), OPTION_COUNT,
     FIELD(jobs), NULL, "process N models in parallel, 0: one per core; the output is the same; default: 1"},

    {"strict", 0, NULL, GROUP_LIMITS, VERBS_READING, OPTION_FLAG, FIELD(strict), NULL,
     "treat losses and repairs as errors: write none of the model's files, exit 3"},
    {"memory-limit", 0, "SIZE", GROUP_LIMITS, VERBS_READING, OPTION_SIZE, FIELD(memory_limit), NULL,
     "memory limit per model, such as 512M; default: 1G"},
    {"unpack-limit", 0, "N", GROUP_LIMITS, VERBS_READING, OPTION_COUNT, FIELD(unpack_limit), NULL,
     "refuse packed input that unpacks to more than N times its size and more than 64M; default: 128"},
    {"deadline", 0, "SECONDS", GROUP_LIMITS, VERBS_READING, OPTION_SECONDS, FIELD(deadline), NULL,
     "time limit per model; default: none"},

    {"quiet", 'q', NULL, GROUP_MESSAGES, VERBS_READING, OPTION_FLAG, FIELD(quiet), NULL, "print errors only"},
    {"verbose", 'v', NULL, GROUP_MESSAGES, VERBS_READING, OPTION_FLAG, FIELD(verbose), NULL,
     "print notes as well"},
    {"color", 0, "auto|always|never", GROUP_MESSAGES, VERBS_READING, OPTION_TEXT, FIELD(color), NULL,
     "colour messages; default: auto (on a terminal, unless NO_COLOR is set)"},
    {"man", 0, NULL, GROUP_MESSAGES, VERB_HELP, OPTION_FLAG, FIELD(man), NULL, "print the manual page"},
    {"completion", 0, "bash|zsh|fish", GROUP_MESSAGES, VERB_HELP, OPTION_TEXT, FIELD(completion), NULL,
     "print completions for this shell"},
    {"help", 'h', NULL, GROUP_MESSAGES, VERBS_ALL, OPTION_FLAG, FIELD(help), NULL, "print this help"},
    {"version", 0, NULL, GROUP_MESSAGES, VERBS_ALL, OPTION_FLAG, FIELD(version), NULL, "print the version"},
    {0},
};
_Static_assert(sizeof cli_options / sizeof *cli_options <= CLI_MAX_OPTIONS, "too many options");

const char *cli_option_word(const cli_option *option) {
    for (size_t i = 0; i < sizeof compiler_words / sizeof *compiler_words; i++)
        if (strcmp(compiler_words[i].name, option->name) == 0) return compiler_words[i].word;
    return NULL;
}

static const char *name_of_verb(unsigned id) {
    const cli_verb *verb = cli_verbs;
    while (verb->name && verb->id != id) verb++;
    return verb->name;
}

const char *cli_option_help(const cli_option *option, unsigned verb, char text[CLI_OPTION_HELP_SIZE]) {
    snprintf(text, CLI_OPTION_HELP_SIZE, "%s", option->help);
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        const option_remark *remark = &remarks[i];
        if (strcmp(remark->option, option->name) != 0 || (verb && verb != remark->verb)) continue;
        const size_t length = verb && remark->alone ? 0 : strlen(text);
        snprintf(text + length, CLI_OPTION_HELP_SIZE - length, "%s%s%s%s%s", length ? "; " : "",
                 verb ? "" : "`", verb ? "" : name_of_verb(remark->verb), verb ? "" : "`: ", remark->text);
    }
    return text;
}
