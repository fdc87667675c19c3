/* verb_table.c: the table of verbs. */
#include "cli/base/verb_table.h"

#include <stddef.h>
#include <string.h>

#include "cli/base/request.h"

const cli_verb cli_verbs[] = {
    {"convert", VERB_CONVERT, "INPUT... [-o OUTPUT]",
     "convert models to T3DM, glTF, FBX, COLLADA or OBJ (default)",
     "Material tables and animations that follow a model apply to it: `model.bmd table.bmt walk.bck`. "
     "Animations in the model's archive are used if their names, folders and bones match.\n"
     "Each model becomes one output, beside the input unless -o or --output-dir is given. Models of an "
     "archive go into a folder named after the archive. PNG textures go beside the output.\n"
     "A model's files are written all together or not at all, and never over an input.\n"},
    {"info", VERB_INFO, "INPUT...", "show a model's counts, size, materials, textures and animations",
     "For an archive with several models, info prints a table: each model, its triangles and joints, and "
     "the animations that apply to it. 'archive.arc#*' shows each model in full, and so does -r. For an "
     "archive without models, the table lists the other files that can be read.\n"},
    {"dump", VERB_DUMP, "INPUT... [-o FILE]", "print everything in a model, as text or JSON",
     "With --output-dir, or if -o names a folder, each model gets a file of its own: NAME.txt, or "
     "NAME.json with --json.\n"
     "With --after, the model is first prepared for the target format, up to and including the named "
     "pass. With --at, dump prints the world matrices of all nodes at that time instead.\n"},
    {"unpack", VERB_UNPACK, "INPUT... [-o FOLDER]", "extract the members of an archive or packed file",
     "Members go into a folder named after the input, beside it, unless -o or --output-dir is given. "
     "`archive.arc#path/in/it` extracts one member, or all members of one folder; it may be a glob.\n"},
    {"textures", VERB_TEXTURES, "INPUT... [-o FOLDER]", "write all images of models and texture files as PNG",
     "Images go into the folder NAME.textures beside the input, unless -o or --output-dir is given. Of an "
     "archive, texture files and material tables are taken, too; with -r also those in folders.\n"},
    {"render", VERB_RENDER, "INPUT... [-o FILE]", "draw a model as its console would, to a PNG",
     "The picture goes beside the input, as NAME.png, unless -o or --output-dir is given. The camera "
     "looks at the centre of the model and shows all of it. One light shines from the upper left front; "
     "ambient light is 50 of 255.\n"
     "GameCube materials are drawn by their TEV stages, T3DM materials by the RDP's combiner. Textures of "
     "a T3DM file are looked up beside it, as sprites or PNG. See docs/rendering.md.\n"},
    {"compare", VERB_COMPARE, "MODEL [MODEL] [ANIMATION...]",
     "measure how similar two models look, from six sides and from nearby",
     "A single model is compared with its own conversion, which is not written; so is each model of an "
     "archive.\n"
     "Both sides are drawn as `render` would, with the same camera and light. The result is their "
     "structural similarity (SSIM; 1 means identical) and mean colour difference (0 to 255) over the "
     "pixels that either model covers, and two pixels around them; then the same for each material "
     "that differs, vanishes or appears. See docs/rendering.md.\n"},
    {"diff", VERB_DIFF, "MODEL MODEL", "list the differences between two models",
     "One line per difference: - is only in the first model, + is only in the second, ~ has changed, with "
     "the amount if it is a number. If nothing differs, diff prints nothing and exits with 0, else with "
     "1.\n"
     "Things are matched by name, nodes by their path from the root. Formats may differ. Material tables "
     "and animations that follow a model apply to it. See docs/diff.md.\n"},
    {"check", VERB_CHECK, "INPUT...", "check T3DM files against the rules of the runtime",
     "One line per finding, with its place. An error is something that the runtime draws wrongly, or that "
     "makes it stop or crash; check then exits with 1. Advice is about what is wasteful or misleading.\n"
     "Every layout can be checked. Streams and sprites are looked up beside the file. The rules are in "
     "docs/formats/t3dm.md.\n"},
    {"cost", VERB_COST, "INPUT...", "measure what models cost on the console: drawing time and memory",
     "For each object: vertices stored and loaded, the fewest loads that any order needs (floor), "
     "triangles, indices, commands, matrices, and cycles and milliseconds of the signal processor. For "
     "the model: material changes, texture uploads, streams and memory.\n"
     "T3DM files are measured as they are, in any layout; other formats as `convert` would write them. "
     "With --to, or an option that changes what is written, T3DM files are converted first, too. See "
     "docs/cost.md.\n"},
    {"plan", VERB_PLAN, "INPUT...", "measure what models cost and look like with fewer triangles",
     "For each model, with all triangles and with shares of them (--shares): triangles, those drawn "
     "(what is drawn twice counts twice), milliseconds of the signal processor, bytes of the file, "
     "similarity to the source from six sides and from nearby, and how far the surface has moved. Each "
     "row is what `convert --triangles` would write with the same options.\n"
     "With --frame, plan chooses for each model how many triangles it may have so that all together are "
     "drawn in that time and lose as little of their look as possible, and prints the commands that "
     "convert them so; with -o it writes a plan that `convert --plan` obeys. See docs/plan.md.\n"},
    {"formats", VERB_FORMATS, "", "list the formats and their settings", ""},
    {"help", VERB_HELP, "[VERB]", "show help for ferry64, or for a verb", ""},
    {0},
};

const cli_verb *cli_find_verb(const char *name) {
    for (const cli_verb *verb = cli_verbs; verb->name; verb++)
        if (strcmp(verb->name, name) == 0) return verb;
    return NULL;
}
