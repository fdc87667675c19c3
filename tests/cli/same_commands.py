#!/usr/bin/env python3
"""Lends one build the objects that another one made the same way. `same_commands.py BUILD OTHER` reads the
compile_commands.json of both folders; for each source that OTHER compiles as BUILD did, up to warnings, the object of
OTHER becomes a link to the one in BUILD."""
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
        wanted = os.path.join(other, wanted)
        os.makedirs(os.path.dirname(wanted), exist_ok=True)
        os.symlink(os.path.join(os.path.abspath(build), kept[source][0]), wanted)
