/* verb_table.c: the table of verbs. */
#include "cli/base/verb_table.h"

#include <stddef.h>
#include <string.h>

#include "cli/base/request.h"

const char *const cli_verb_groups[VERB_GROUP_COUNT] = {
    [VERBS_TO_CONVERT] = "Convert",
    [VERBS_TO_LOOK] = "Look into files",
    [VERBS_TO_JUDGE] = "Judge a conversion",
    [VERBS_TO_HELP] = "Help",
};

const cli_verb cli_verbs[] = {
    {.name = "convert",
     .id = VERB_CONVERT,
     .group = VERBS_TO_CONVERT,
     .synopsis = "INPUT... [-o OUTPUT]",
     .summary = "convert models to T3DM, glTF, FBX, COLLADA or OBJ (default)",
     .text =
         "Material tables and animations that follow a model apply to it: `model.bmd table.bmt walk.bck`. "
         "Animations in the model's archive are used if their names, folders and bones match.\n"
         "Each model becomes one output, beside the input unless -o or --output-dir is given. Models of an "
         "archive go into a folder named after the archive. PNG textures go beside the output.\n"
         "A model's files are written all together or not at all, and never over an input.\n",
     .daily = "output output-dir recursive to anim triangles sprites jobs verbose",
     .examples = {{"ferry64 link.bdl --output-dir filesystem", "a model and its textures"},
                  {"ferry64 link.bdl walk.bck run.bck -o link.glb", "animated, for Blender"},
                  {"ferry64 -r assets --output-dir filesystem -j 0", "a folder, on all cores"}}},
    {.name = "info",
     .id = VERB_INFO,
     .group = VERBS_TO_LOOK,
     .synopsis = "INPUT...",
     .summary = "show a model's counts, size, materials, textures and animations",
     .text =
         "For an archive with several models, info prints a table: each model, its triangles and joints, and "
         "the animations that apply to it. 'archive.arc#*' shows each model in full, and so does -r. For an "
         "archive without models, the table lists the other files that can be read.\n",
     .daily = "recursive json",
     .examples = {{"ferry64 info link.bdl", "one model"},
                  {"ferry64 info stage.szs", "the models in an archive"},
                  {"ferry64 info 'stage.szs#*'", "each of them in full"}}},
    {.name = "dump",
     .id = VERB_DUMP,
     .group = VERBS_TO_LOOK,
     .synopsis = "INPUT... [-o FILE]",
     .summary = "print everything in a model, as text or JSON",
     .text = "With --output-dir, or if -o names a folder, each model gets a file of its own: NAME.txt, or "
             "NAME.json with --json.\n"
             "With --after, the model is first prepared for the target format, up to and including the named "
             "pass. With --at, dump prints the world matrices of all nodes at that time instead.\n",
     .daily = "output json summary at",
     .examples = {{"ferry64 dump link.bdl", "all of it, as text"},
                  {"ferry64 dump --summary --json link.bdl", "without bulk data, for a script"}}},
    {.name = "unpack",
     .id = VERB_UNPACK,
     .group = VERBS_TO_LOOK,
     .synopsis = "INPUT... [-o FOLDER]",
     .summary = "extract the members of an archive or packed file",
     .text =
         "Members go into a folder named after the input, beside it, unless -o or --output-dir is given. "
         "`archive.arc#path/in/it` extracts one member, or all members of one folder; it may be a glob.\n",
     .daily = "output list recursive",
     .examples = {{"ferry64 unpack stage.szs", "into the folder stage"},
                  {"ferry64 unpack --list stage.szs", "show what is in it"},
                  {"ferry64 unpack -r files --output-dir unpacked", "all archives in a folder"}}},
    {.name = "textures",
     .id = VERB_TEXTURES,
     .group = VERBS_TO_LOOK,
     .synopsis = "INPUT... [-o FOLDER]",
     .summary = "write all images of models and texture files as PNG",
     .text =
         "Images go into the folder NAME.textures beside the input, unless -o or --output-dir is given. Of an "
         "archive, texture files and material tables are taken, too; with -r also those in folders.\n",
     .daily = "output output-dir recursive",
     .examples = {{"ferry64 textures link.bdl -o png/", "all pictures of a model"},
                  {"ferry64 textures -r files --output-dir png", "all pictures of a game"}}},
    {.name = "render",
     .id = VERB_RENDER,
     .group = VERBS_TO_LOOK,
     .synopsis = "INPUT... [-o FILE]",
     .summary = "draw a model as its console would, to a PNG",
     .text =
         "The picture goes beside the input, as NAME.png, unless -o or --output-dir is given. The camera "
         "looks at the centre of the model and shows all of it. One light shines from the upper left front; "
         "ambient light is 50 of 255.\n"
         "GameCube materials are drawn by their TEV stages, T3DM materials by the RDP's combiner. Textures of "
         "a T3DM file are looked up beside it, as sprites or PNG. See docs/rendering.md.\n",
     .daily = "output size yaw pitch at turntable sheet",
     .examples = {{"ferry64 render link.bdl -o link.png", "a model at rest"},
                  {"ferry64 render link.bdl walk.bck --at walk:0.5", "at half a second of a clip"},
                  {"ferry64 render link.t3dm --turntable 6", "from all sides"}}},
    {.name = "compare",
     .id = VERB_COMPARE,
     .group = VERBS_TO_JUDGE,
     .synopsis = "MODEL [MODEL] [ANIMATION...]",
     .summary = "measure how similar two models look, from six sides and from nearby",
     .text =
         "A single model is compared with its own conversion, which is not written; so is each model of an "
         "archive.\n"
         "Both sides are drawn as `render` would, with the same camera and light. The result is their "
         "structural similarity (SSIM; 1 means identical) and mean colour difference (0 to 255) over the "
         "pixels that either model covers, and two pixels around them; then the same for each material "
         "that differs, vanishes or appears. See docs/rendering.md.\n",
     .daily = "output at views min-ssim",
     .examples = {{"ferry64 compare link.bdl", "a model and its conversion"},
                  {"ferry64 compare link.bdl link.t3dm -o check.png", "drawn side by side"},
                  {"ferry64 compare link.bdl --min-ssim 0.9", "exit 1 if less similar"}}},
    {.name = "diff",
     .id = VERB_DIFF,
     .group = VERBS_TO_JUDGE,
     .synopsis = "MODEL MODEL",
     .summary = "list the differences between two models",
     .text =
         "One line per difference: - is only in the first model, + is only in the second, ~ has changed, with "
         "the amount if it is a number. If nothing differs, diff prints nothing and exits with 0, else with "
         "1.\n"
         "Things are matched by name, nodes by their path from the root. Formats may differ. Material tables "
         "and animations that follow a model apply to it. See docs/diff.md.\n",
     .daily = "tolerance json at",
     .examples = {{"ferry64 diff old.bdl new.bdl", "what has changed"},
                  {"ferry64 diff old.bdl new.bdl --tolerance 0.001", "apart from rounding"}}},
    {.name = "check",
     .id = VERB_CHECK,
     .group = VERBS_TO_JUDGE,
     .synopsis = "INPUT...",
     .summary = "check T3DM files against the rules of the runtime",
     .text =
         "One line per finding, with its place. An error is something that the runtime draws wrongly, or that "
         "makes it stop or crash; check then exits with 1. Advice is about what is wasteful or misleading.\n"
         "Every layout can be checked. Streams and sprites are looked up beside the file. The rules are in "
         "docs/formats/t3dm.md.\n",
     .daily = "recursive json",
     .examples = {{"ferry64 check filesystem/link.t3dm", "one file"},
                  {"ferry64 check -r filesystem", "all files of a game"}}},
    {.name = "cost",
     .id = VERB_COST,
     .group = VERBS_TO_JUDGE,
     .synopsis = "INPUT...",
     .summary = "measure what models cost on the console: drawing time and memory",
     .text =
         "For each object: vertices stored and loaded, the fewest loads that any order needs (floor), "
         "triangles, indices, commands, matrices, and cycles and milliseconds of the signal processor. For "
         "the model: material changes, texture uploads, streams and memory.\n"
         "T3DM files are measured as they are, in any layout; other formats as `convert` would write them. "
         "With --to, or an option that changes what is written, T3DM files are converted first, too. See "
         "docs/cost.md.\n",
     .daily = "budget fit triangles recursive json",
     .examples = {{"ferry64 cost link.t3dm", "a file as it is"},
                  {"ferry64 cost link.bdl", "as `convert` writes it"},
                  {"ferry64 cost link.bdl --budget tris=3000,rdram=128K", "exit 1 if it costs more"}}},
    {.name = "plan",
     .id = VERB_PLAN,
     .group = VERBS_TO_JUDGE,
     .synopsis = "INPUT...",
     .summary = "measure what models cost and look like with fewer triangles",
     .text =
         "For each model, with all triangles and with shares of them (--shares): triangles, those drawn "
         "(what is drawn twice counts twice), milliseconds of the signal processor, bytes of the file, "
         "similarity to the source from six sides and from nearby, and how far the surface has moved. Each "
         "row is what `convert --triangles` would write with the same options.\n"
         "With --frame, plan chooses for each model how many triangles it may have so that all together are "
         "drawn in that time and lose as little of their look as possible, and prints the commands that "
         "convert them so; with -o it writes a plan that `convert --plan` obeys. See docs/plan.md.\n",
     .daily = "shares frame count output recursive",
     .examples = {{"ferry64 plan link.bdl", "with fewer triangles"},
                  {"ferry64 plan -r assets --frame 10ms -o plan.json", "all in 10 ms of a frame"}}},
    {.name = "formats",
     .id = VERB_FORMATS,
     .group = VERBS_TO_HELP,
     .synopsis = "",
     .summary = "list the formats and their settings",
     .text = "",
     .daily = ""},
    {.name = "help",
     .id = VERB_HELP,
     .group = VERBS_TO_HELP,
     .synopsis = "[VERB]",
     .summary = "show help for ferry64, or for a verb",
     .text = "",
     .daily = "",
     .examples = {{"ferry64 help render", "what a verb does"}}},
    {0},
};

const cli_verb *cli_find_verb(const char *name) {
    for (const cli_verb *verb = cli_verbs; verb->name; verb++)
        if (strcmp(verb->name, name) == 0) return verb;
    return NULL;
}
