#!/usr/bin/env python3
"""lines.py FOLDER: no line of C is longer than 110 columns (of Markdown: docs_test.py).

Excepted is what cannot be wrapped: addresses of the web, what stands between `clang-format off` and `on`, and string
literals if .clang-format says that they stay whole.
"""
import os
import re
import sys

COLUMNS = 110
FOLDERS = ("src", "n64", "tests", "fixtures")


def files_below(folder, suffixes):
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(suffixes):
                yield os.path.join(path, name)


def without_addresses(line):
    return re.sub(r"https?://[^\s)>\"]*", "", line)


def long_lines(lines, strings_stay):
    off = False
    for number, line in enumerate(lines, 1):
        if "clang-format off" in line:
            off = True
        elif "clang-format on" in line:
            off = False
        rest = without_addresses(line)
        if strings_stay:
            rest = re.sub(r'"(?:[^"\\]|\\.)*"', '""', rest)
        if not off and len(line) > COLUMNS and len(rest) > COLUMNS:
            yield number, len(line)


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def main(root):
    os.chdir(root)
    strings_stay = any(re.match(r"BreakStringLiterals:\s*false", line) for line in read_lines(".clang-format"))
    found = []
    for folder in FOLDERS:
        for path in files_below(folder, (".c", ".h")):
            found += [(path, *place) for place in long_lines(read_lines(path), strings_stay)]
    for path, number, columns in found:
        print(f"{path}:{number}: {columns} columns; {COLUMNS} are the most")
    return 1 if found else 0


sys.exit(main(sys.argv[1]))
