#!/usr/bin/env python3
"""Finds planted bugs in recordings by the tools of `rewind mcp` alone, and again by the recordings' NDJSON alone.

It knows nothing of the app: of each bug it has what a tester would say, a condition that should not be true and a place that looks wrong, and it
follows the loop of `rewind help agents`. REWIND names the command. The argument is a folder that `REWIND_BUGS=FOLDER swift test --filter
MaskedBugTests` has filled.
"""
import json, os, pathlib, statistics, subprocess, sys, tempfile, zipfile

here = pathlib.Path(__file__).resolve().parent
rewind = os.environ.get("REWIND", str(here.parents[1] / ".build/debug/rewind"))
meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


class Tools:
    """A server, and what was read of it."""

    def __init__(self, recording):
        self.server = subprocess.Popen([rewind, "mcp", recording], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.calls = self.bytes = 0

    def request(self, method, parameters):
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.calls + 1, "method": method, "params": dict(parameters, _meta=meta)}) + "\n")
        self.server.stdin.flush()
        return json.loads(self.server.stdout.readline())["result"]

    def call(self, tool, hypothesis, **arguments):
        """The rows of an answer; nothing if it is none."""
        result = self.request("tools/call", {"name": tool, "arguments": dict(arguments, hypothesis=hypothesis)})
        self.calls += 1
        self.bytes += len(result["content"][0]["text"].encode())
        return [] if result.get("isError") else result["structuredContent"].get("quoted", [])

    def end(self):
        self.server.stdin.close()
        self.server.wait(10)


def by_tools(tools, condition, place):
    """The step that is to blame, and the place that it spoiled."""
    story = tools.call("story", "it crashed")[0]
    if story.get("how") == "crashed":
        step = story["story"]["step"]["step"]
        changed = [each["path"] for each in story["story"].get("changes", {}).get("patch", [])]
        near = any(each.startswith(place) or place.startswith(each) for each in changed) or tools.call("blame", "it was set before", path=place)
        return step, place if near else None
    found = tools.call("find", "the symptom has a beginning", where=condition)
    if not found:
        return None, None
    step, through = found[-1]["step"], found[-1].get("through", found[-1]["step"])
    # What was there before, and changed when the symptom began, was changed by that step.
    before = tools.call("show", "the value was right before", step=step - 1, path=place) if step > 0 else []
    changes = tools.call("diff", "the step changed the value", **{"from": step - 1, "to": step, "path": place}) if before else []
    if changes and changes[0]["differs"]:
        # Unless the value stopped following its action: a later one of that type changed nothing.
        kind = {"type": [found[-1]["type"]], "steps": f"{step + 1}..{through}"}
        later = tools.call("log", "an action was lost on the value", **kind) if step < through else []
        idle = [row.get("step", row.get("first")) for row in later if row.get("changes", 1) == 0]
        return (idle or [step])[0], place
    blamed = tools.call("blame", "a later step set it", path=place, step=through)
    last = max((row["step"] for row in blamed), default=-1)
    # An older value: the step should have changed it, and did not.
    return max(step, last), place


class Bundle:
    """The lines of a recording, read as they are."""

    def __init__(self, recording):
        self.bytes = self.calls = 0
        self.actions, self.states = {}, {}
        with zipfile.ZipFile(recording) as file:
            for name in sorted(file.namelist()):
                if not name.endswith(".ndjson"):
                    continue
                text = file.read(name)
                self.bytes += len(text)
                self.calls += 1
                lines = [json.loads(line) for line in text.splitlines()]
                if name.endswith("actions.ndjson"):
                    self.actions.update({line["step"]: line for line in lines if "step" in line and "type" in line})
                else:
                    self.read(lines)

    def read(self, lines):
        state = None
        for line in lines:
            if "keyframe" in line:
                state = line["keyframe"]
            elif "patch" in line:
                for operation in line["patch"]:
                    state = applied(json.loads(json.dumps(state)), operation)
            else:
                continue
            self.states[line["step"]] = state


def tokens(path):
    return [token.replace("~1", "/").replace("~0", "~") for token in path.split("/")[1:]]


def at(value, path):
    for token in tokens(path):
        try:
            value = value[int(token)] if isinstance(value, list) else value[token]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return value


def applied(state, operation):
    """RFC 6902, as far as recordings use it."""
    kind, path = operation["op"], operation["path"]
    value = operation.get("value")
    if kind in ("move", "copy"):
        value = at(state, operation["from"])
        if kind == "move":
            state = applied(state, {"op": "remove", "path": operation["from"]})
    if path == "":
        return value
    parent, last = at(state, path.rsplit("/", 1)[0]), tokens(path)[-1]
    if isinstance(parent, list):
        place = len(parent) if last == "-" else int(last)
        if kind == "remove":
            del parent[place]
        elif kind == "replace":
            parent[place] = value
        else:
            parent.insert(place, value)
    elif kind == "remove":
        del parent[last]
    else:
        parent[last] = value
    return state


def by_lines(bundle, condition, place):
    """The same by the lines: the states are put together here, and the condition is asked of each by jq."""
    end = max(bundle.actions)
    if end not in bundle.states:
        return end, place if at(bundle.states[max(bundle.states)], place) is not None else None
    text = "".join(json.dumps(bundle.states[step]) + "\n" for step in sorted(bundle.states))
    done = subprocess.run(["jq", "-c", condition], input=text, capture_output=True, text=True)
    truths = dict(zip(sorted(bundle.states), (line == "true" for line in done.stdout.splitlines())))
    begins = [step for step in truths if truths[step] and not truths.get(step - 1, False)]
    if not begins:
        return None, None
    step = begins[-1]
    through = max(each for each in truths if each >= step and all(truths[other] for other in range(step, each + 1)))
    before, now = (at(bundle.states.get(number), place) for number in (step - 1, step))
    if before is not None and before != now:
        kind = bundle.actions[step]["type"]
        idle = [number for number in range(step + 1, through + 1)
                if bundle.actions[number]["type"] == kind and bundle.states[number] == bundle.states[number - 1]]
        return (idle or [step])[0], place
    for number in range(through, 0, -1):
        if at(bundle.states[number], place) != at(bundle.states[number - 1], place):
            return max(step, number), place
    return step, place


def measured(bugs, name, open_one, find):
    found, calls, sizes = [], [], []
    for bug in bugs:
        source = open_one(bug["recording"])
        step, place = find(source, bug["find"], bug["at"])
        truth = bug.get("step", bug["last"])
        is_found = step == truth and place == bug["at"]
        found.append(is_found)
        calls.append(source.calls)
        sizes.append(source.bytes)
        if hasattr(source, "end"):
            source.end()
        if not is_found:
            print(f"  {name} misses: {bug['bug']}: step {step}, not {truth}")
    print(f"{name}: {sum(found)} of {len(found)} found, median {statistics.median(calls):g} calls, median {statistics.median(sizes):g} bytes, "
          f"at most {max(sizes)}")
    return sum(found)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else sys.exit(__doc__))
    bugs = json.loads((folder / "bugs.json").read_text())
    with tempfile.TemporaryDirectory() as sealed:
        for number, bug in enumerate(bugs):
            path = f"{sealed}/{number}.rewind"
            subprocess.run([rewind, "seal", bug["recording"], "-o", path], capture_output=True)
            bug["recording"] = path
            bug["last"] = max(Bundle(path).actions)
        found = measured(bugs, "tools", Tools, by_tools)
        measured(bugs, "NDJSON", Bundle, by_lines)
        tools = Tools(bugs[0]["recording"])
        size = len(json.dumps(tools.request("tools/list", {})["tools"], separators=(",", ":"), ensure_ascii=False).encode())
        tools.end()
        print(f"the list of tools without a host: {size} bytes, about {size // 4} tokens")
    sys.exit(0 if found >= 18 else 1)


main()
