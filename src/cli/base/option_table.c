/* option_table.c: the table of options: parser, help, manual page and completions are made from it. */
#include "cli/base/option_table.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/request.h"
#include "core/base/maths.h"

/* Options that compilers have too, by the names that they have there, behind one dash. */
static const struct {
    const char *word, *name;
} compiler_words[] = {{"MD", "depend"}, {"MF", "depfile"}, {"MT", "depfile-target"}};

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
_Static_assert(sizeof cli_options / sizeof *cli_options <= CLI_MAX_OPTIONS, "too many options");

const char *cli_option_word(const cli_option *option) {
    for (size_t i = 0; i < sizeof compiler_words / sizeof *compiler_words; i++)
        if (strcmp(compiler_words[i].name, option->name) == 0) return compiler_words[i].word;
    return NULL;
}
