#!/usr/bin/env python3
"""Whether the program tests (cases/*.txt) use all that the program's own tables list.

    coverage.py PROGRAM CASES

For each option of each verb there is a command that uses it and is not refused; what `effect` notes (run.sh) says that it
changed something. Each option has been refused by name, for a wrong value or an empty one. Each setting was set, with an
effect, and refused, unless it may be any text. Each verb has ended with each exit status that it knows.
"""
import json
import os
import re
import subprocess
import sys

program, cases = sys.argv[1:3]
missing = []

# Not used with every verb: the same code for all, and no text to see it by.
SAME = {
    "companion",  # what readers ask for
    "deadline",  # the library's; no time is the same twice
    "jobs",  # the output is the same: cli.jobs
}
SILENT = {("check", "verbose")}  # it has no notes


def tell(text):
    missing.append(text)
    print(text)


def ask(*arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


class Option:
    def __init__(self, short, name, argument):
        self.name, self.argument = name, argument
        self.words = ["--" + name] + ([short] if short else [])


def read_options(verb):
    """`  -o, --output PATH   write to ...`"""
    options = {}
    for short, name, argument in re.findall(r"^ +(?:(-[A-Za-z]+), )?--([a-z-]+)(?: (\S+))?(?=  |$)", ask("help", verb), re.M):
        options[name] = Option(short, name, argument)
    return options


class Use:
    """One command of a case: its verb, options with their values, what it printed and its exit status."""

    def __init__(self, case, command, text):
        self.case, self.command, self.text = case, command, text
        words = command.split(" ")[2:]
        self.verb = words[0] if words and words[0] in verbs else "convert"
        self.options = list(read_command(words, options_of.get(self.verb, {})))
        status = re.findall(r"^exit (\d+)$", text, re.M)
        self.status = int(status[-1]) if status else 0

    def uses(self, name):
        return any(option.name == name for option, _ in self.options)


def read_command(words, options):
    """The options on a command line, with their values, as options.c reads them."""
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "--":
            return
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            option = options.get(name)
            if option and option.argument and not equals and at < len(words):
                value = words[at]
                at += 1
            if option:
                yield option, value
            continue
        if not word.startswith("-") or len(word) == 1:
            continue
        compiler = [o for o in options.values() for w in o.words[1:] if len(w) > 2 and word.startswith(w)]
        letters = "" if compiler else word[1:]
        option, rest = (compiler[0], word[3:]) if compiler else (None, "")
        while letters:
            found = [o for o in options.values() if o.words[1:] == ["-" + letters[0]]]
            letters = letters[1:]
            if not found:
                break
            if found[0].argument:
                option, rest, letters = found[0], letters, ""
            else:
                yield found[0], ""
        if option and option.argument and not rest and at < len(words):
            rest = words[at]
            at += 1
        if option:
            yield option, rest


def read_uses():
    uses = []
    for name in sorted(os.listdir(cases)):
        if not name.endswith(".txt"):
            continue
        with open(os.path.join(cases, name), encoding="utf-8", errors="replace") as file:
            parts = re.split(r"^(\$ ferry64(?: .*)?)$", file.read(), flags=re.M)
        uses += [Use(name[:-4], command, text) for command, text in zip(parts[1::2], parts[2::2])]
    return uses


def complaints(use):
    return "".join(re.findall(r"^! (.*\n)", use.text, re.M)) if use.status == 2 else ""


def check_option(verb, option):
    """Used with success, or with the failure that the case is about."""
    if not any(use.verb == verb and use.status != 2 and use.uses(option.name) for use in uses):
        elsewhere = any(use.status != 2 and use.uses(option.name) for use in uses)
        if (option.name not in SAME or not elsewhere) and (verb, option.name) not in SILENT:
            tell(f"no case uses --{option.name} with `{verb}`")


def check_refusal(option):
    """A wrong value, or none, is refused by the option's name."""
    names = re.compile("(?:" + "|".join(re.escape(word) for word in option.words) + r")(?![a-z-])")

    def refused(use):
        said = complaints(use)
        return names.search(said) or any(o.name == option.name and value and value in said for o, value in use.options)

    if option.argument and not any(refused(use) for use in uses if use.uses(option.name)):
        tell(f"no case gives --{option.name} a wrong value")


def check_setting(key, values):
    def sets(use):
        return any(option.name == "set" and value.startswith(key + "=") for option, value in use.options)

    if not any(sets(use) and use.status != 2 for use in uses):
        tell(f"no case sets {key}")
    if values != "text" and not any(sets(use) and use.status == 2 for use in uses):
        tell(f"no case gives {key} a wrong value")


def check_statuses(verb, options):
    reads = "report" in options
    for status in (0, 1, 2, 3) if reads else (0, 2):
        if not any(use.verb == verb and use.status == status for use in uses):
            tell(f"no case of `{verb}` ends with exit {status}")


verbs = re.findall(r"^  ([a-z]+)  ", ask("--help"), re.M)
options_of = {verb: read_options(verb) for verb in verbs}
everything = {name: option for options in options_of.values() for name, option in options.items()}
uses = read_uses()
formats = json.loads(ask("formats", "--json"))
lists = [each["settings"] for each in formats["formats"]] + [formats["pass_settings"]]
settings = {setting["key"]: setting["values"] for each in lists for setting in each}
for verb in verbs:
    for option in options_of[verb].values():
        check_option(verb, option)
    check_statuses(verb, options_of[verb])
for option in everything.values():
    check_refusal(option)
for key in sorted(settings):
    check_setting(key, settings[key])
for use in uses:
    if "\nchanges: nothing\n" in use.text:
        tell(f"{use.case}: without effect: {use.command}")
print(f"{len(uses)} commands, {len(everything)} options, {len(settings)} settings, {len(missing)} missing")
sys.exit(bool(missing))
