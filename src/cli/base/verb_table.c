/* verb_table.c: the table of verbs. */
#include "cli/base/verb_table.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/request.h"

const cli_verb cli_verbs[] = {
    {"convert", VERB_CONVERT, "INPUT... [-o OUTPUT]",
     "make a .t3dm, .glb, .gltf, .fbx, .dae or .obj of each model, with its textures (the default verb)",
     "Of an archive all models are taken, and written below a folder called after it.\n"
     "A model is followed by what joins it: `model.bmd table.bmt walk.bck`. Animations that lie in one archive with\n"
     "the model and are its own by names, folders and bones join it by themselves.\n"
     "Several models are several outputs.\n"
     "The output goes beside the input unless -o or --output-dir says otherwise, PNG textures beside the output.\n"
     "A model's files are written all together or not at all, and never over an input.\n"},
    {"info", VERB_INFO, "INPUT...", "tell what a model holds: counts, size, materials, textures, animations",
     "Of an archive with several models a table: what they are, their triangles and joints, and the animations that would\n"
     "join them. 'archive.arc#*' tells each in full.\n"},
    {"dump", VERB_DUMP, "INPUT... [-o FILE]", "print everything a model holds, as text or JSON",
     "With --output-dir, or where -o names a folder, each model is a file: NAME.txt, or NAME.json with --json.\n"
     "With --after the model is first prepared for the target, up to and with the pass of that name. With --at the world\n"
     "matrices of all nodes at that time are printed instead.\n"},
    {"unpack", VERB_UNPACK, "INPUT... [-o FOLDER]", "write the members of an archive or packed file",
     "Members go to a folder named after the input, beside it, unless -o or --output-dir names another one.\n"
     "`archive.arc#path/in/it` unpacks that member alone, or all in that folder; it may be a glob.\n"},
    {"textures", VERB_TEXTURES, "INPUT... [-o FOLDER]", "write all images of a model as PNG",
     "Images go to the folder NAME.textures beside the input, unless -o or --output-dir names another one.\n"},
    {"render", VERB_RENDER, "INPUT... [-o FILE]", "draw a model as its machine would, to a PNG",
     "The picture goes beside the input, as NAME.png, unless -o or --output-dir says otherwise. The camera turns about\n"
     "the middle of the model and sees all of it; one light stands in the upper left front, over an ambient of 50/255.\n"
     "GameCube materials are drawn by their TEV stages, T3DM materials by the RDP's combiner; pictures that a T3DM file\n"
     "names are looked for beside it, as sprite or PNG. docs/rendering.md tells more.\n"},
    {"compare", VERB_COMPARE, "INPUT [INPUT]", "tell how alike two models look, from six sides",
     "Both are drawn as `render` would, in one frame and one light, and compared by structural similarity (SSIM, 1 is the\n"
     "same) and mean colour difference (0..255), over the pixels of either model and two around it. A model alone is\n"
     "compared with its own conversion, which is not written; so is each model of an archive. docs/rendering.md tells more.\n"},
    {"diff", VERB_DIFF, "INPUT INPUT", "tell two models apart, a line for each fact",
     "Things are matched by name, nodes by their way from the root. - is what only the first has, + what only the second\n"
     "has, ~ what differs; where that is a number, it is told by how much. Nothing is printed, and exit 0, if nothing differs;\n"
     "else exit 1. An input is followed by what joins it. Formats may differ. docs/diff.md tells more.\n"},
    {"check", VERB_CHECK, "INPUT...", "hold T3DM files against the rules of the runtime",
     "One line for each finding, with its place. An error is what the runtime would draw wrongly, assert or crash on; the\n"
     "program then ends with exit 1. Advice is on what is wasteful or misleading. Files of every layout can be checked;\n"
     "streams and sprites are looked for beside them. docs/formats/t3dm.md has the rules.\n"},
    {"cost", VERB_COST, "INPUT...", "tell what models cost on the console, to draw and to hold",
     "Vertices stored and loaded, and the fewest that any order could load (floor); triangles, indices, commands, matrices,\n"
     "cycles and milliseconds of the signal processor, for each object; switches of material, texture uploads, streams and\n"
     "memory. T3DM files of every layout are measured as they lie there, others as `convert` would write them; with --to,\n"
     "or an option of what is written, T3DM files too. docs/cost.md has the model.\n"},
    {"formats", VERB_FORMATS, "", "list the formats and their settings", ""},
    {"help", VERB_HELP, "[VERB]", "this text, or the one of a verb", ""},
    {0},
};

const cli_verb *cli_find_verb(const char *name) {
    for (const cli_verb *verb = cli_verbs; verb->name; verb++)
        if (strcmp(verb->name, name) == 0) return verb;
    return NULL;
}
