#!/usr/bin/env python3
"""What can be checked of the documentation: links lead somewhere, files and sections that are named exist, prose is wrapped.

    docs_test.py SOURCE-FOLDER
"""
import fnmatch
import functools
import glob
import os
import re
import sys

COLUMNS = 110
EXTENSIONS = ("bdl", "c", "h", "sdata", "t3dm")
errors = []


def complain(where, what):
    errors.append(f"{where}: {what}")


def blocks(text):
    """(line number, line, is code or table) for each line."""
    code = False
    for number, line in enumerate(text.split("\n"), 1):
        fence = line.lstrip().startswith("```")
        yield number, line, code or fence or line.lstrip().startswith("|")
        code ^= fence


def anchor(heading):
    """As GitHub makes it: no formatting, lower case, blanks become hyphens."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def headings(text):
    code = False
    for line in text.split("\n"):
        code ^= line.lstrip().startswith("```")
        found = None if code else re.match(r"#+ (.*)$", line)
        if found:
            yield found.group(1)


@functools.lru_cache(maxsize=None)  # many comments name one page
def sections(text):
    """What a comment may refer to: headings, and paragraphs that begin in bold."""
    return {re.sub(r"[`.:]", "", name).strip() for name in
            list(headings(text)) + re.findall(r"(?:^|\n)(?:[-*] )?\*\*([^*]+)\*\*", text)}


@functools.lru_cache(maxsize=None)
def anchors(text):
    return {anchor(h) for h in headings(text)}


def check_links(name, text, pages):
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
        if not os.path.exists(path):
            complain(name, f"link to {target}: there is no {path}")
        elif fragment and fragment not in anchors(pages.get(path, "")):
            complain(name, f"link to {target}: {path} has no such section")


def check_paths(name, text, sources):
    for file in re.findall(r"`([a-z][\w*]*\.[ch])`", text):
        if not fnmatch.filter(sources, file):
            complain(name, f"there is no source file `{file}`")
    for path in re.findall(r"`((?:src|tests|n64|cmake|fixtures|docs|scripts)/[\w./*-]*\w[/*]?)`", text):
        if "NAME" not in path and not glob.glob(path) and not glob.glob(path + ".*"):
            complain(name, f"`{path}` does not exist")
    # `mapping/t3dm_rules*.c`, which may begin at any folder
    for path in re.findall(r"`((?:[\w*-]+/)+[\w*]+\.[ch])`", text):
        folders = ("", "src/**/", "tests/**/", "n64/**/")
        if "NAME" not in path and not any(glob.glob(folder + path, recursive=True) for folder in folders):
            complain(name, f"no source file is called `{path}`")


def check_codes(name, text, sources):
    """`t3dm.zero-area`: codes of messages and keys of settings, of groups that messages have."""
    for group, last in re.findall(r"`([a-z0-9]+)\.([a-z][a-z0-9-]*)`", text):
        if re.search(rf'FERRY_[A-Z]+, [^"]{{0,40}}"{group}\.', sources) and last not in EXTENSIONS and \
                f'"{group}.{last}' not in sources:
            complain(name, f"no message or setting is called `{group}.{last}`")


def check_width(name, text):
    for number, line, free in blocks(text):
        if len(line) > COLUMNS and not free and not re.match(r"\s*(!?\[[^\]]*\]\(\S*\)|\S+)$", line):
            complain(f"{name}:{number}", f"{len(line)} columns, at most {COLUMNS}")


def check_references(name, text, pages):
    """`docs/scene.md, "Clips"` in a comment, which may go on in the next line."""
    text = re.sub(r"(?<=[-/])\n\s*(?:\*|#|//) ?", "", text)
    text = re.sub(r"\n\s*(?:\*|#|//) ?", " ", text)
    for page, names in re.findall(r'\b(docs/[\w/-]+\.md)((?:(?:,| and|, and) "[^"\n]+")*)', text):
        if page not in pages:
            complain(name, f"there is no {page}")
            continue
        for section in re.findall(r'"([^"]+)"', names):
            if section not in sections(pages[page]):
                complain(name, f'{page} has no section "{section}"')


def check_suites(page):
    for path in sorted(glob.glob("tests/**/test_*.c", recursive=True)):
        name = os.path.basename(path)[:-2]
        if not re.search(rf"\b{name}\b", page):
            complain("docs/testing.md", f"does not say what {name} checks")


def literals(code):
    """The texts of the sources, as they read when they are put together; % marks what stands in for numbers and names."""
    code = re.sub(r'(?<!\\)"\s*(?:PRI\w+\s*)?"', "", code)
    texts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', code)
    return "\n".join(texts).replace('\\"', '"')


def check_messages(name, page, code):
    """Each code of a loss stands there, and what a message is said to say, some message says."""
    codes = set(re.findall(r'(?:FERRY_LOSS,|\bfy_mapping_(?:say|drop)\([^",]*,|fy_export_tell\([^"]*,|\bsay\(r,)\s*"([a-z0-9.-]+)"', code))
    for lost in sorted(codes):
        if f"`{lost}`" not in page:
            complain(name, f"does not say what {lost} means")
    texts = literals(code)
    for row in re.findall(r"^\| (\*.*?) \|", page, re.M):
        for phrase in re.findall(r"\*([^*]+)\*", row):
            for part in re.split(r"\.\.\.|\bN\b", phrase):
                if part.strip(" ;") not in texts:
                    complain(name, f'no message says "{phrase}"')


def main():
    os.chdir(sys.argv[1])
    pages = {}
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + sorted(glob.glob("docs/**/*.md", recursive=True)):
        with open(name, encoding="utf-8") as file:
            pages[name] = file.read()
    sources = {os.path.basename(path) for folder in ("src", "tests", "n64") for path in glob.glob(f"{folder}/**/*.[ch]", recursive=True)}
    code = ""
    for path in sorted(glob.glob("src/**/*.[ch]", recursive=True)):
        with open(path, encoding="utf-8") as file:
            code += file.read()
    for name, text in pages.items():
        check_codes(name, text, code)
        check_links(name, text, pages)
        check_paths(name, text, sources)
        check_width(name, text)
    for folder in ("src", "tests", "n64", "cmake"):
        for name in sorted(glob.glob(f"{folder}/**/*", recursive=True)):
            if re.search(r"\.(c|h|cmake|mk|sh|py)$", name):
                with open(name, encoding="utf-8") as file:
                    check_references(name, file.read(), pages)
    check_suites(pages["docs/testing.md"])
    check_messages("docs/messages.md", pages.get("docs/messages.md", ""), code)
    print("\n".join(errors) or f"{len(pages)} pages")
    return 1 if errors else 0


sys.exit(main())
