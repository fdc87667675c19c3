#!/usr/bin/env python3
"""All JSON that the program prints, held against docs/schema: over every fixture and every verb.

    json_test.py PROGRAM FIXTURES SCHEMAS

Beyond the schemas: UTF-8, no key twice, no NaN, no -0, keys in the order in which the schema lists them, sums that add
up, definitions of one name that are the same in all schemas. Needs python3-jsonschema.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import jsonschema

program, fixtures, schemas = (os.path.abspath(path) for path in sys.argv[1:4])
failures = 0
documents = 0


def fail(what, why):
    global failures
    failures += 1
    print(f"{what}: {why}")


def read_schemas():
    known, definitions = {}, {}
    for name in sorted(os.listdir(schemas)):
        with open(os.path.join(schemas, name), encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft7Validator.check_schema(schema)
        known[schema["properties"]["schema"]["const"]] = schema
        for key, value in schema.get("definitions", {}).items():
            if definitions.setdefault(key, value) != value:
                fail(name, f"its definition of {key} is not that of another schema")
    return known


def no_key_twice(pairs):
    keys = [key for key, _ in pairs]
    if len(keys) != len(set(keys)):
        raise ValueError(f"a key twice: {keys}")
    return dict(pairs)


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def parse(what, text):
    try:
        decoded = text.decode("utf-8")
        if re.search(r"[\[ ]-0(\.0*)?[,\]\n]", decoded):
            fail(what, "there is a -0")
        return json.loads(decoded, object_pairs_hook=no_key_twice, parse_constant=refuse)
    except ValueError as error:
        fail(what, error)
        return None


def check_order(what, value, schema, root):
    """The keys of each object stand as the schema lists them."""
    while "$ref" in schema:
        schema = root if schema["$ref"] == "#" else root["definitions"][schema["$ref"].rsplit("/", 1)[1]]
    for branch in schema.get("anyOf", []):
        if "null" != branch.get("type"):
            check_order(what, value, branch, root)
    if isinstance(value, dict) and "properties" in schema:
        expected = [key for key in schema["properties"] if key in value]
        if [key for key in value if key in schema["properties"]] != expected:
            fail(what, f"keys {list(value)} stand in another order than {expected}")
        for key in expected:
            check_order(what, value[key], schema["properties"][key], root)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for item in value:
            check_order(what, item, schema["items"], root)


read_before = set()


def shortened(value, where):
    """Of lists of more than 20 the first 20, or the first 6 numbers or lists of numbers: what follows is more of the
    same kind, and a schema takes long to read it. Of objects in lists, the first four and those that did not stand
    there before, in this document or in another: as with the materials of a model, of which all verbs tell."""
    if isinstance(value, dict):
        return {key: shortened(item, where + (key,)) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > 20:
        first = value[0][0] if isinstance(value[0], list) and value[0] else value[0]
        value = value[:6 if isinstance(first, (int, float)) else 20]
    few = []
    for item in value:
        if isinstance(item, dict):
            known_as = where + (json.dumps(item),)
            if known_as in read_before and len(few) >= 4:  # what schemas ask for at least
                continue
            read_before.add(known_as)
        few.append(shortened(item, where))
    return few


def check(what, text, name):
    global documents
    value = parse(what, text)
    if value is None:
        return None
    documents += 1
    schema = known[f"ferry64/{name}"]
    few = shortened(value, (name,))
    for error in validators[f"ferry64/{name}"].iter_errors(few):
        fail(what, f"{'.'.join(str(part) for part in error.absolute_path)}: {error.message[:300]}")
        break
    check_order(what, few, schema, schema)
    return value


def run(name, *arguments, statuses=(0, 1)):
    """Runs the program in the copy of the fixtures; checks what it prints and its report."""
    what = " ".join(arguments)
    command = [program, *arguments]
    if name not in ("formats",):
        command += ["--report", "report.json"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
    if done.returncode not in statuses:
        fail(what, f"exit {done.returncode}: {done.stderr.decode(errors='replace')[:300]}")
        return None
    if "--report" in command:
        with open("report.json", "rb") as file:
            check(what + " --report", file.read(), "report")
    if not done.stdout and done.returncode == 1 and name in ("dump", "pose", None):
        return None  # the report says why
    return check(what, done.stdout, name) if name else None


def check_sums(what, info):
    """What is told of parts adds up to what is told of the whole."""
    wholes = {key: 0 for key in info["totals"] if key != "models"}
    for model in info["models"]:
        sums = {
            "draws": sum(mesh["draws"] for mesh in model["meshes"]),
            "vertices": sum(mesh["vertices"] * mesh["draws"] for mesh in model["meshes"]),
            "triangles": sum(mesh["triangles"] * mesh["draws"] for mesh in model["meshes"]),
            "image_bytes": sum(image["bytes"] for image in model["images"]),
            "tracks": sum(animation["tracks"] for animation in model["animations"]),
            "keys": sum(animation["keys"] for animation in model["animations"]),
            "extra_bytes": sum(extra["bytes"] for extra in model["extras"]),
        }
        if sums != model["totals"]:
            fail(what, f"the totals are {model['totals']}, the parts {sums}")
        for key in ("draws", "vertices", "triangles"):
            if model["counts"] and model["counts"][key] != sums[key]:
                fail(what, f"{model['counts'][key]} {key} are counted, the parts have {sums[key]}")
        for key in ("meshes", "materials", "textures", "images", "extras"):
            if model["counts"] and model["counts"][key] != len(model[key]):
                fail(what, f"{model['counts'][key]} {key} are counted, {len(model[key])} listed")
        for key in wholes:
            wholes[key] += sums[key]
    wholes["models"] = len(info["models"])
    if wholes != info["totals"]:
        fail(what, f"the totals are {info['totals']}, the models {wholes}")


def check_cost_sums(what, cost):
    for model in cost["models"]:
        for key in ("triangles", "vertices_stored", "vertices_loaded", "floor", "indices", "commands", "cycles"):
            if sum(part[key] for part in model["objects"]) != model["total"][key]:
                fail(what, f"{key} of {model['input']} do not add up")
    for key in ("triangles", "bytes", "cycles"):
        if sum(model["total"][key] for model in cost["models"]) != cost["total"][key]:
            fail(what, f"{key} of the models do not add up")


def check_fixture(name):
    info = run("info", "info", "--json", name)
    if info:
        check_sums(f"info {name}", info)
    for archive in (info or {}).get("archives", []):
        members = [member["name"] for member in archive["members"] if member["triangles"] is not None]
        known = [member for member in archive["members"] if member["format"]]
        if len(members) == 1 or len(known) < 2:
            fail(name, "an archive is told whole that holds one model, or no two known files")
        for member in members:
            check_fixture(f"{name}#{member}")
        run("compare", "compare", "--json", name, "--size", "32x24")
        return
    dump = run("dump", "dump", "--json", name)
    short = run("dump", "dump", "--json", "--summary", name)
    if dump and short and list(dump) != list(short):
        fail(name, "--summary leaves out a list")
    if dump and any("positions" in mesh for mesh in short["meshes"]):
        fail(name, "--summary tells of positions")
    if dump and dump["clips"]:
        run("pose", "dump", "--json", name, "--at", "*:0.25")
    if info and info["models"] and info["totals"]["triangles"]:
        cost = run("cost", "cost", "--json", name)
        if cost:
            check_cost_sums(f"cost {name}", cost)
    if name.endswith(".t3dm"):
        run("check", "check", "--json", name)


def main():
    files = sorted(name for name in os.listdir(".") if os.path.isfile(name) and not name.endswith((".txt", ".json")))
    for name in files:
        check_fixture(name)
    models = [name for name in files if name.endswith((".bmd", ".bdl"))]
    both = run("info", "info", "--json", *models)
    if both:
        check_sums("all models", both)
    run("cost", "cost", "--json", *models[:6], "missing.bmd", "--budget", "tris=10,rdram=1K")
    run("plan", "plan", "--json", "drift.bmd", "drift.btk", "rigid.bmd", "rigid.bck", "missing.bmd", "--effort", "fast",
        "--shares", "60%,30%")
    run("check", "check", "--json", *[name for name in files if name.endswith(".t3dm")], "missing.t3dm")
    run("compare", "compare", "--json", "rigid.bmd", "skinned.bmd", "--min-ssim", "0.9", "--size", "64x48")
    run("compare", "compare", "--json", "rigid.bmd", "missing.bmd")
    run("compare", "compare", "--json", "maya.bdl", "maya.bck", "--at", "*:rest,0..100%/3", "--size", "64x48")
    for pair in (("skinned.bmd", "skinned.bmd"), ("skinned.bmd", "bind-pose.bmd"), ("figure.bdl", "figure.t3dm"),
                 ("figure.bdl", "figure.btk", "figure.bdl", "figure.btp"), ("ttyd_paper", "moving.arc"),
                 ("materials.bdl", "mat2.bmd"), ("maya.bck", "rigid.bck"), ("rigid.bmd", "missing.bmd")):
        done = run("diff", "diff", "--json", *pair)
        if done and sum(done["totals"].values()) != len(done["differences"]):
            fail(f"diff {pair}", "the totals do not add up")
    run("formats", "formats", "--json")
    run(None, "convert", "figure.bdl", "missing.bmd", "--output-dir", "out", "--budget", "tris=9000",
        "--materials", "materials.json", "-q")
    run(None, "render", "rigid.bmd", "-o", "rigid.png", "--size", "32x32")
    run(None, "unpack", "one.arc", "-o", "unpacked")
    run(None, "textures", "figure.bdl", "-o", "textures")
    os.rename("rigid.bmd", b"n\xffame\"\n.bmd")
    odd = subprocess.run([program, b"info", b"--json", b"n\xffame\"\n.bmd"], capture_output=True, check=True)
    check("a name that is no UTF-8", odd.stdout, "info")
    for name in sorted(os.listdir("broken"))[::7]:
        if name.endswith(".bin"):
            run("info", "info", "--json", os.path.join("broken", name))


known = read_schemas()
validators = {name: jsonschema.Draft7Validator(schema) for name, schema in known.items()}
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    shutil.copytree(fixtures, "fixtures")
    os.chdir("fixtures")
    main()
    os.chdir("/")
print(f"{documents} documents, {failures} failures")
sys.exit(failures > 0 or documents < 100)
