/* verb_formats.c: `ferry64 formats`: the formats and their settings. */
#include "cli/verbs/verb_formats.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/print/json.h"
#include "cli/print/print.h"

static const char *abilities(const ferry_format *format) {
    if (format->unpack) return "unpack";
    if (format->read && format->write) return "read, write";
    return format->read ? "read" : "write";
}

static int widest(const ferry_format *const *formats, int minimum) {
    int width = minimum;
    for (; *formats; formats++)
        if ((int)strlen((*formats)->extensions) > width) width = (int)strlen((*formats)->extensions);
    return width;
}

static void print_settings(const ferry_setting *setting) {
    for (; setting && setting->key; setting++) {
        cli_print(stdout, "  %s=%s  (%s)\n", setting->key, setting->default_value, setting->values);
        cli_print(stdout, "      %s\n", setting->help);
    }
}

static json_t *settings_json(const ferry_setting *first) {
    json_t *list = json_array();
    for (const ferry_setting *s = first; s && s->key; s++)
        json_array_append_new(list, json_pack("{ssssssss}", "key", s->key, "default", s->default_value,
                                              "values", s->values, "help", s->help));
    return list;
}

static json_t *formats_json(const ferry_format *const *formats) {
    static const char *const roles[] = {"model", "joins", "packing", "archive"};
    json_t *list = json_array();
    for (; *formats; formats++) {
        const ferry_format *f = *formats;
        json_array_append_new(list, json_pack("{sssssssssbsbsbss?so}", "name", f->name, "title", f->title,
                                              "extensions", f->extensions, "role", roles[f->role], "reads",
                                              f->read != NULL, "writes", f->write != NULL, "unpacks",
                                              f->unpack != NULL, "layouts", f->layouts, "settings",
                                              settings_json(f->settings)));
    }
    return list;
}

void cli_verb_formats(cli_run *cli) {
    const ferry_format *const *formats = ferry_formats(cli->arena);
    if (cli->request.json) {
        json_t *object = cli_document("formats");
        json_object_set_new(object, "formats", formats_json(formats));
        json_object_set_new(object, "pass_settings", settings_json(ferry_pass_settings()));
        cli_print_json(cli, object);
        return;
    }
    int width = widest(formats, 10);
    for (const ferry_format *const *f = formats; *f; f++)
        cli_print(stdout, "%-10s  %-11s  %-*s  %s\n", (*f)->name, abilities(*f), width, (*f)->extensions,
                  (*f)->title);
    cli_print(stdout, "\nLayouts (--from FORMAT:LAYOUT, if a file does not say which it has):\n");
    for (const ferry_format *const *f = formats; *f; f++)
        if ((*f)->layouts) cli_print(stdout, "  %s: %s\n", (*f)->name, (*f)->layouts);
    cli_print(stdout, "\nSettings (--set KEY=VALUE):\n");
    print_settings(ferry_pass_settings());
    for (const ferry_format *const *f = formats; *f; f++) print_settings((*f)->settings);
}
