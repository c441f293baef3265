#!/usr/bin/env python3
"""Reads a sealed recording and prints each step with the state after it: {"step", "type", "store", "state"} a line.

If effects are recorded, a line also has "underWay": the names of those that are under way after the step, by their numbers.

Written from the article "The recording format" alone, with the standard library alone, to see whether the article suffices.
Where a state is not known, "unknown" stands in the place of "state". Ends with status 2 and a sentence if the file is damaged.
With --losses behind the path, prints instead what the manifest says is lost, a line each.
"""
import hashlib, json, sys, zipfile, zlib
from decimal import Decimal

class Number(str):
    """A number by its digits, of which none may be lost."""

class Unknown(str):
    """Why a state is not known."""

def unique(pairs):
    if len(dict(pairs)) != len(pairs): raise ValueError("a name is there twice")
    return dict(pairs)

def parse(data):
    return json.loads(data.decode("utf-8"), object_pairs_hook=unique, parse_int=Number, parse_float=Number, parse_constant=int)

def text(value):
    if isinstance(value, Number): return str(value)
    if isinstance(value, list): return "[" + ",".join(map(text, value)) + "]"
    if isinstance(value, dict): return "{" + ",".join(json.dumps(key) + ":" + text(value[key]) for key in value) + "}"
    return json.dumps(value)

def same(a, b):
    if isinstance(a, Number) and isinstance(b, Number): return Decimal(a) == Decimal(b)
    if isinstance(a, list) and isinstance(b, list): return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict): return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return type(a) is type(b) and a == b

def tokens(pointer):
    if pointer and not pointer.startswith("/"): raise ValueError("no pointer")
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]

def index(token, limit):
    if not token.isdecimal() or token != str(int(token)) or int(token) > limit: raise ValueError("no index")
    return int(token)

def find(value, path):
    for token in path: value = value[token if isinstance(value, dict) else index(token, len(value) - 1)]
    return value

def edit(value, path, change):
    """The value with `change(container, key)` made at the end of the path; containers on the way are copied, since states share them."""
    copy, key = value.copy(), path[0]
    if isinstance(copy, list): key = len(copy) if key == "-" and len(path) == 1 else index(key, len(copy))
    if len(path) == 1: change(copy, key)
    else: copy[key] = edit(copy[key], path[1:], change)
    return copy

def add(value, path, new):
    def change(container, key): container.insert(key, new) if isinstance(container, list) else container.update({key: new})
    return edit(value, path, change) if path else new

def remove(value, path): return edit(value, path, lambda container, key: container.pop(key)) if path else None

def patched(value, operations):
    for operation in operations:
        name, path = operation["op"], tokens(operation["path"])
        source = tokens(operation["from"]) if name in ("move", "copy") else path
        found = find(value, source) if name != "add" else None
        if name == "test" and not same(found, operation["value"]): raise ValueError("a test fails")
        if name in ("remove", "replace", "move"): value = remove(value, source)
        if name in ("add", "replace"): value = add(value, path, operation["value"])
        if name in ("move", "copy"): value = add(value, path, found)
        if name not in ("test", "remove", "replace", "move", "add", "copy"): raise ValueError("no operation")
    return value

def opened(path):
    """The manifest of a sealed recording, and a function that reads what it lists."""
    file = zipfile.ZipFile(path)
    names = file.namelist()
    folders = [name[:-len("manifest.json")] for name in names if name.endswith("/manifest.json") and name.count("/") == 1]
    folder = folders[0] if "manifest.json" not in names and len(folders) == 1 else ""
    if file.getinfo(folder + "manifest.json").file_size > 8 << 20: raise ValueError("limit manifestBytes")
    manifest = parse(file.read(folder + "manifest.json"))
    if int(manifest["format"]["major"]) > 1 or manifest["format"].get("required"): raise ValueError(f"format {manifest['format']}")
    def read(entry):
        data = file.read(folder + entry["name"])
        if len(data) != int(entry["bytes"]) or hashlib.sha256(data).hexdigest() != entry["sha256"]: raise ValueError(entry["name"])
        return [parse(line) for line in data.split(b"\n") if line] if entry["name"].endswith(".ndjson") else data
    for entry in manifest.get("entries", []): read(entry)
    return manifest, read

class Line:
    """A line of a state stream that tells of a state."""
    def __init__(self, line):
        self.step, self.store = int(line["step"]), line.get("store", "main")
        self.kind = next((kind for kind in ("keyframe", "patch", "failed", "unencodable", "unknown") if kind in line), None)
        self.value = line.get(self.kind)
        self.steps = range(int(line["merged"][0]) if "merged" in line else self.step, self.step + 1)

class Segment:
    def __init__(self, info, read):
        actions, self.gaps = read(info["actions"]), set()
        self.actions = {int(line["step"]): line for line in actions if "step" in line and not line.keys() & {"clock", "gap", "swallowed"}}
        for line in actions:
            if "gap" in line: self.gaps.update(range(int(line["gap"]["from"]), int(line["gap"]["to"]) + 1))
        self.effects = [line["effect"] for line in actions if "effect" in line and not line.keys() & {"clock", "gap", "swallowed", "mark", "log", "step"}]
        self.lines = [line for line in map(Line, read(info["states"])) if line.kind]
        states = {step for line in self.lines if line.kind in ("patch", "failed") for step in line.steps}
        self.steps = set(self.actions) or states - self.gaps
        self.stores = {line.step: line.store for line in self.lines if line.kind != "keyframe"}
        self.stores.update((step, line.get("store", "main")) for step, line in self.actions.items())

    def under_way(self, step):
        """The names of the effects that are under way after a step."""
        found = {}
        for effect in (effect for effect in self.effects if int(effect["step"]) <= step):
            if "begin" in effect: found[int(effect["id"])] = effect["begin"]
            else: found.pop(int(effect["id"]), None)
        return [found[number] for number in sorted(found)]

    def states(self, store, answers, state):
        """The state of a store after each step from the one before the first; `state` is the one that earlier segments left."""
        mine = [line for line in self.lines if line.store == store]
        covered = {step for line in mine for step in line.steps}
        found, isSuspended, isGone = {}, False, False
        for step in range(answers.start - 1, answers.stop):
            for line in (line for line in mine if line.step == step):
                isSuspended = False
                if line.kind == "keyframe": state = line.value
                if line.kind in ("unencodable", "unknown"): state = Unknown(line.value)
                if line.kind == "patch" and not isinstance(state, Unknown):
                    try: state = patched(state, line.value)
                    except (ValueError, LookupError, TypeError, AttributeError) as error: state = Unknown(f"misfit: {error!r}")
            if step in answers and step not in covered:
                if step in self.gaps: isSuspended = True
                elif self.stores.get(step) == store or step not in self.stores and not isGone: state = Unknown("its line is missing")
                isGone = step not in self.stores and step not in self.gaps
            isMerged = any(step in line.steps and step != line.step for line in mine)
            found[step] = Unknown("merged, or in a gap") if isMerged or isSuspended else state
        return found, state

LOSSES = {"actions", "payloads", "states", "knowledge", "values", "damage", "gap", "unknown"}
REASONS = {"checksum", "malformed", "zeros", "missing", "damaged", "left-out", "cut-off", "forbidden-name", "unsound", "unwritten", "in-no-part", "differs"}

def loss(value):
    """What is lost, with nothing left of it that the article does not say; a sentence is one of an older recording."""
    if isinstance(value, str): return {"kind": "unknown", "text": value}
    known = {"kind": value["kind"] if value["kind"] in LOSSES else "unknown"}
    first, last = map(int, value.get("steps", [0, 0]))
    if first > last: raise ValueError("steps of a loss")
    for name in ("steps", "ownNumbers", "store", "count", "part", "text"):
        if name in value: known[name] = value[name]
    reason = value.get("reason", {})
    members = {name: reason[name] for name in ("entry", "offset", "bytes", "kept", "at", "rule", "error") if name in reason}
    if reason: known["reason"] = {"kind": reason["kind"] if reason["kind"] in REASONS else "unknown"} | members
    return known

def main(path, shows_losses=False):
    manifest, read = opened(path)
    if shows_losses: return print(*map(text, map(loss, manifest.get("losses", []))), sep="\n")
    segments = [Segment(info, read) for info in manifest["segments"]]
    segments = [segment for segment in segments if segment.steps] or segments[:1]
    starts = [min(segment.steps, default=1) for segment in segments]
    end = max(max([*segment.stores, *segment.gaps], default=0) for segment in segments) + 1
    left = {}
    for position, segment in enumerate(segments):
        answers = range(starts[position], (starts[1:] + [end])[position])
        found = {}
        for store in set(segment.stores.values()):
            found[store], left[store] = segment.states(store, answers, left.get(store, Unknown("no keyframe yet")))
        for step in (step for step in answers if step in segment.stores):
            state = found[segment.stores[step]][step]
            later = [line for line in segments[position + 1].lines if line.store == segment.stores[step]] if step + 1 == answers.stop < end else []
            state = next((line.value for line in later if line.kind == "keyframe" and line.step == step and isinstance(state, Unknown)), state)
            head = f'"step":{step},"type":{json.dumps(segment.actions.get(step, {}).get("type", "?"))},"store":{json.dumps(segment.stores[step])}'
            if int(manifest.get("counts", {}).get("effects", 0)): head += f',"underWay":{json.dumps(segment.under_way(step))}'
            print("{" + head + (f',"unknown":{json.dumps(state)}' if isinstance(state, Unknown) else f',"state":{text(state)}') + "}")

try: main(sys.argv[1], "--losses" in sys.argv[2:])
except (ValueError, LookupError, TypeError, OSError, zlib.error, zipfile.BadZipFile) as error: sys.exit(print(f"{sys.argv[1]}: {error}", file=sys.stderr) or 2)
