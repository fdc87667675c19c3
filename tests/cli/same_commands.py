#!/usr/bin/env python3
"""Which objects of one build another one would make the same way. `same_commands.py BUILD OTHER` reads the
compile_commands.json of both folders and prints "OBJECT KEPT" for each source that OTHER compiles as BUILD did,
up to warnings: OBJECT is that of OTHER, relative to it, KEPT the path of the one in BUILD."""
import json
import os
import shlex
import sys


def commands(folder):
    """Source -> (object, what says how it is compiled), for each source that is compiled once."""
    path = os.path.join(folder, "compile_commands.json")
    found = {}
    if not os.path.exists(path):
        return found
    with open(path) as file:
        entries = json.load(file)
    for entry in entries:
        words = shlex.split(entry["command"])
        out = words.index("-o")
        # before the first option stand a launcher, if any, and the compiler
        first = next(i for i, word in enumerate(words) if word.startswith("-"))
        how = [words[first - 1]] + [w for w in words[first:out] if not w.startswith("-W")]
        source = os.path.realpath(entry["file"])
        found[source] = None if source in found else (words[out + 1], how)
    return {source: one for source, one in found.items() if one}


build, other = sys.argv[1:]
kept = commands(build)
for source, (wanted, how) in commands(other).items():
    if source in kept and kept[source][1] == how:
        print(wanted, os.path.join(build, kept[source][0]))
