#!/usr/bin/env python3
"""Opens the page of every fixture in each browser: it answers byte for byte as the command does, moves as it says, and asks for nothing."""

import functools
import hashlib
import http.server
import itertools
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import threading
import unicodedata
import zipfile
import zlib

from browser import Chromium, Firefox, WebKit

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
rewind = os.environ.get("REWIND", os.path.join(root, ".build", "debug", "rewind"))
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print(f"✘ {what}", file=sys.stderr)


def command(*words, folder):
    """What the command prints, without the status: no is an answer, too."""
    return subprocess.run([rewind, *words], cwd=folder, capture_output=True, text=True).stdout


def questions(name, steps, keys):
    """Each question of the page, and the words of the command that ask the same."""
    first, last = steps
    yield {"question": "info"}, ["info", name]
    yield {"question": "list", "steps": [max(0, first - 1), last]}, ["log", name]
    yield {"question": "list", "steps": [max(0, first - 1), last], "grep": ["e"]}, ["log", name, "--grep", "e"]
    yield {"question": "list", "steps": [max(0, first - 1), last], "effects": True}, ["log", name, "--effects"]
    for step in sorted({first, (first + last) // 2, max(first, last - 1), last}):
        yield {"question": "show", "step": step}, ["show", name, str(step)]
        if step > first:
            yield {"question": "diff", "from": step - 1, "to": step, "path": ""}, ["diff", name, str(step - 1), str(step)]
    yield {"question": "stats"}, ["stats", name]
    yield {"question": "print", "step": last, "expr": ". | length"}, ["show", name, str(last), "--jq", ". | length"]
    for key in keys:
        yield {"question": "blame", "path": "/" + key}, ["blame", name, "/" + key]
        yield {"question": "why", "path": "/" + key}, ["why", name, "/" + key]
        yield {"question": "history", "path": "/" + key}, ["history", name, "/" + key]
        yield {"question": "find", "where": f".{key} != null"}, ["find", name, f".{key} != null", "--all"]


def compare(browser, folder, name):
    with tempfile.TemporaryDirectory() as temporary:
        page = os.path.join(temporary, "page.html")
        command("report", name, "-o", page, folder=folder)
        if not os.path.exists(page):
            check(command("info", name, folder=folder) == "", f"{name} becomes no page, but can be read")
            return 0
        browser.open_recording(page)
        info = json.loads(command("info", name, "--json", folder=folder))
        shown = browser.run("document.getElementById('ending').textContent")
        check(browser.run("!document.querySelector('main').hidden"), f"{name} opens: {shown}")
        if "steps" not in info or failures:
            return 0
        steps = (info["steps"]["first"], info["steps"]["last"])
        state = json.loads(command("show", name, str(steps[0]), "--json", folder=folder) or "{}").get("state", {})
        keys = [key for key in state if key.isidentifier()][:4] if isinstance(state, dict) else []
        count = 0
        for question, words in questions(name, steps, keys):
            rows = command(*words, "--json", folder=folder).splitlines()
            answer = browser.run(f"rewind.askText({json.dumps(question)})")
            expected = '{"rows":[' + ",".join(rows) + "]"
            check(answer.startswith(expected) or not rows and '"error"' in answer, f"{' '.join(words)}: {question} has another answer")
            count += 1
        # The page itself is a recording.
        check(command("log", page, "--json", folder=folder) == command("log", name, "--json", folder=folder), f"{name}: the page is the recording")
        return count


def move(browser):
    """Keys, the address, search, a value."""
    with tempfile.TemporaryDirectory() as temporary:
        page = os.path.join(temporary, "page.html")
        command("report", "crash.rewind", "-o", page, folder=fixtures)
        browser.open_recording(page, "#step=66&path=/comments/selection")
        now = "document.getElementById('now').textContent"
        check(browser.run(now).startswith("step 66"), "the address names the step")
        browser.wait("document.querySelectorAll('#history tbody tr').length === 3")
        browser.wait("document.getElementById('changes').textContent.includes('/comments/selection 2 → 1')")
        browser.press("ArrowLeft")
        browser.wait(now + ".startsWith('step 65')")
        browser.press("End")
        browser.wait(now + ".startsWith('step 67')")
        browser.wait("location.hash.startsWith('#step=67')")
        lines = command("crash", "crash.rewind", folder=fixtures).splitlines()
        place = next(place for place, line in enumerate(lines) if line.startswith("in short"))
        said = " ".join([lines[place][9:].strip()] + [line.strip() for line in itertools.takewhile(lambda line: line.startswith("  "), lines[place + 1:])])
        sentence = browser.run("document.querySelector('#story-body .sentence').textContent")
        check(sentence == said + "." and "comments/editDidFinish" in said, f"the page says in short {sentence!r}, and the command {said!r}")
        browser.run("query.value = 'deleteDid', document.querySelector('#search button').click()")
        browser.wait("document.getElementById('found').textContent.startsWith('1 step')")
        browser.wait(now + ".startsWith('step 66')")
        search = "kind.value = '%s', query.value = '%s', document.querySelector('#search button').click()"
        rows = "document.querySelectorAll('#list .row').length"
        # The list has rows after each search, whether something was found or not.
        for kind, text, words, said in [("where", ".a >", "query-help", "'.a >'"), ("texts", "not there", "found", "No step matches"),
                                        ("where", ".coments.x > 1", "found",
                                         "No step matches: the state after step 66 has nothing at /coments/x; did you mean /comments?"),
                                        ("path", "/nosuch", "found", "No step matches: no known state has anything at /nosuch: "),
                                        ("types", "coments/*", "found", "No step matches; no action type matches 'coments/*'"),
                                        ("types", "deleteDid", "found", "1 step")]:
            browser.run(search % (kind, text))
            browser.wait(f"document.getElementById('{words}').textContent.startsWith({json.dumps(said)}) && {rows} > 0")
        # What the list shows is found without a word on what it is, and the page says what it took it for.
        for text, said in [("comments/edit*", "2 steps, as a type of action"), (".comments.selection == 2", "as a condition on the state"),
                           ("/comments/selection", "as a changed part of the state"), ("the cake", "as a text"), ("cake", "as a text"),
                           ("nosuchword", "No step matches, as a type of action or a text")]:
            browser.run(search % ("any", text))
            browser.wait(f"document.getElementById('found').textContent.includes({json.dumps(said)}) && {rows} > 0")
        browser.run("document.getElementById('all').click()")
        browser.run("document.querySelector('#state button.place[data-pointer=\"/comments\"]').click()")
        browser.wait("document.getElementById('value-words').textContent.includes('in this recording')")
        browser.press("[")
        browser.press("Home")
        browser.wait(now + ".startsWith('step 0')")
        browser.run("other.value = '60', other.dispatchEvent(new Event('change'))")
        browser.wait("document.getElementById('changes-title').textContent === 'Changes between step 0 and step 60'")
        browser.run("document.getElementById('close').click()")
        errors = browser.errors()
        check(errors == [], f"the page's script fails: {errors[:1]}")
        others = [url for url in browser.requests() if not url.startswith(("file:", "about:", "blob:", "data:"))]
        check(others == [], f"requests leave the page: {others}")


def first(browser):
    """The first screen: the tester's sentence, the picture, then what the machine saw, and what is wrong; pseudonyms look like them."""
    with tempfile.TemporaryDirectory() as temporary:
        with open(os.path.join(temporary, "screen.png"), "wb") as file:
            file.write(picture())
        words = ["--title", "It dies", "--note", "I deleted it, and the app was gone.", "--attach", "screen.png", "--yes", "-o"]
        command("ticket", os.path.join(fixtures, "crash.rewind"), *words, "bug.rewind", folder=temporary)
        browser.open_recording(os.path.join(temporary, "bug.html"))
        browser.wait("document.querySelector('#pictures img')?.naturalWidth === 1 && document.querySelector('#story-body .sentence') !== null")
        order = "['title', 'note', 'pictures', 'ending', 'where', 'story'].map((name) => document.getElementById(name).getBoundingClientRect().top)"
        tops = browser.run(order)
        check(tops == sorted(tops) and len(set(tops)) == len(tops), f"the first screen is not in order: {tops}")
        check(browser.run("document.getElementById('note').textContent") == "I deleted it, and the app was gone.", "the tester's sentence is not on top")
        place = browser.run("document.getElementById('where').textContent")
        check("CommentsReducer.swift:60" in place and "CommentsState.exchange" in place, f"where it crashed: {place!r}")
        check(browser.run("document.getElementById('now').textContent").startswith("step 66"), "the page does not open before the crash, which has no state")
        scrolls = "['story', 'facts'].filter((name) => document.getElementById(name).scrollHeight > document.getElementById(name).clientHeight + 1)"
        check(browser.run(scrolls) == [], "the first sections have scroll bars of their own")
        check(browser.run("[...document.querySelectorAll('#story details')].every((fold) => !fold.open) && document.querySelector('#story details pre') !== null"), "the action's JSON is not folded")
        title = browser.run("[...document.querySelectorAll('#story-body h3')].map((title) => title.textContent)")
        said = next(line for line in command("crash", "bug.rewind", folder=temporary).splitlines() if line.startswith("what changed between"))
        with open(os.path.join(temporary, "bug.md")) as file:
            check(said.capitalize() in title and said.capitalize() in file.read(), f"page, text and command name other steps: {title}, {said}")
        browser.wait("document.querySelectorAll('#printed li').length > 20")
        check(browser.run("!document.getElementById('masked').hidden && document.getElementById('masked').textContent.includes('pseudonyms')"), "nothing says that texts are pseudonyms")
        browser.run("location.hash = '#step=53'")
        browser.wait("document.querySelector('#changes .pseudonym') !== null && document.querySelector('#changes .pseudonym').title !== ''")
        check(browser.run("[...document.querySelectorAll('.pseudonym')].every((mark) => /[a-z\"]|\\d{7}/i.test(mark.textContent))"), "a short number looks like a pseudonym")
        command("report", os.path.join(fixtures, "crash.rewind"), "-o", "open.html", folder=temporary)
        browser.open_recording(os.path.join(temporary, "open.html"))
        browser.wait("document.querySelector('#story-body .sentence') !== null")
        check(browser.run("document.getElementById('masked').hidden && document.querySelector('#story .pseudonym') === null"), "texts that are not masked look so")

        place, right = "/comments/comments/2/text", "I liked the cake. A lot."
        command("ticket", os.path.join(fixtures, "edits.rewind"), "--value", place, "--expected", right, "--level", "secrets", "--yes", "-o", "lost.rewind", folder=temporary)
        browser.open_recording(os.path.join(temporary, "lost.html"))
        browser.wait("document.querySelector('#story-body tr.now') !== null")
        shown = "[...document.querySelectorAll('#wrong dd')].map((line) => line.textContent)"
        check(browser.run(shown) == [f"{place} after step 75", '"I liked the cake. A bit."', f'"{right}"'], f"what is wrong: {browser.run(shown)}")
        who = browser.run("document.querySelector('#wrong p').textContent")
        check(who == "Step 75, comments/editDidFinish, wrote it, caused by step 64, comments/edit.", f"who wrote it: {who}")
        rows = browser.run("[...document.querySelectorAll('#story-body tbody tr')].map((row) => row.cells[0].textContent + row.cells[3].textContent)")
        check(rows[-1] == '75"I liked the cake. A bit."' and rows[-2] == f'74"{right}" ✓ as it should be', f"what the value was: {rows}")
        tops = browser.run("['title', 'wrong', 'ending', 'story'].map((name) => document.getElementById(name).getBoundingClientRect().top)")
        check(tops == sorted(tops), f"what is wrong is not on top: {tops}")
        browser.wait("document.querySelector('#history tr.now') !== null")
        check(browser.run("document.getElementById('value-title').textContent") == place, "the wrong value is not the chosen one")
        check(browser.run("scrollY") == 0, "the page does not open at its top")
        browser.press("[")
        browser.wait("document.getElementById('now').textContent.startsWith('step 74')")


def masked(browser):
    """Of a wrong value whose texts are pseudonyms; an attached text is there to be printed before it is opened."""
    with tempfile.TemporaryDirectory() as temporary:
        with open(os.path.join(temporary, "small.log"), "w") as file:
            file.write("a line\n")
        with open(os.path.join(temporary, "large.log"), "w") as file:
            file.write("a line\n" * 10_000)
        words = ["--value", "/comments/comments/2/text", "--expected", "I liked the cake. A lot.", "--attach", "small.log", "--attach", "large.log"]
        command("ticket", os.path.join(fixtures, "edits.rewind"), *words, "--yes", "-o", "lost.rewind", folder=temporary)
        browser.open_recording(os.path.join(temporary, "lost.html"))
        browser.wait("document.querySelector('details.read') !== null && document.querySelector('#wrong .expected') !== null")
        colour = "['.actual', '.expected', '#changes del', '#changes ins'].map((name) => getComputedStyle(document.querySelector(name)).color)"
        browser.wait("document.querySelector('#changes ins') !== null")
        [actual, expected, removed, added] = browser.run(colour)
        check(actual == expected and len({actual, removed, added}) == 3, f"a wrong value has the colours of a change: {actual}, {expected}, {removed}, {added}")
        border = "['.actual', '.expected'].map((name) => getComputedStyle(document.querySelector(name)).borderTopColor)"
        check(len(set(browser.run(border))) == 2, "what is and what should be look alike")
        browser.run("dispatchEvent(new Event('beforeprint'))")
        texts = "[...document.querySelectorAll('details.text')].map((text) => [text.open, text.querySelector('pre') !== null])"
        check(browser.run(texts) == [[True, True], [False, False]], f"the texts on paper: {browser.run(texts)}")
        browser.run("dispatchEvent(new Event('afterprint'))")
        check(browser.run(texts) == [[False, True], [False, False]], "a text that was printed stays open")
        token = "document.querySelector('#state').textContent.match(/\\[REDACTED [0-9a-f]{8}\\]/) !== null"
        check(browser.run(token) and browser.run("[...document.querySelectorAll('.pseudonym')].every((mark) => !mark.textContent.includes('REDACTED'))"), "a placeholder looks like a pseudonym")


def narrow():
    """On paper and on a phone, the table of a value has its times, and the list says after which step one came."""
    with tempfile.TemporaryDirectory() as temporary, Chromium() as browser:
        command("ticket", os.path.join(fixtures, "edits.rewind"), "--value", ".comments.selection", "--expected", "1", "--yes", "-o", "lost.rewind", folder=temporary)
        browser.open_recording(os.path.join(temporary, "lost.html"))
        browser.wait("document.querySelector('#story-body tr.now') !== null && document.querySelector('#printed .note') !== null")
        seen = lambda where: browser.run(f"[...document.querySelectorAll('{where}')].some((words) => words.textContent.trim() && words.getBoundingClientRect().width > 20)")
        for medium, width, rows in [("screen", 390, "#list"), ("print", 720, "#printed")]:
            browser.send("Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1, mobile=False)
            browser.send("Emulation.setEmulatedMedia", media=medium)
            browser.run("document.querySelector('#list').scrollTop = 0")
            browser.wait(f"document.querySelector('{rows} .note') !== null")
            check(seen("#story-body td:nth-child(2)"), f"{medium}: the table of the value has no times")
            check(seen(f"{rows} .row:not(.alarm) .note"), f"{medium}: the list does not say what came after what")
            check(browser.run("document.documentElement.scrollWidth <= innerWidth"), f"{medium}: the page is too wide")


def sent(browser):
    """The order of keys is the recording's, and an address is understood as programs pass it on."""
    with tempfile.TemporaryDirectory() as temporary:
        states = [{"z": 1, "10": number, "9": {"2": 0, "1": number}, "a+b c": number} for number in range(3)]
        actions = {str(number): {"type": "PERFORM_ACTION", "action": {"type": "add"}, "timestamp": 1_795_261_800_000 + number} for number in range(3)}
        history = {"actionsById": actions, "computedStates": [{"state": state} for state in states], "stagedActionIds": [0, 1, 2]}
        with open(os.path.join(temporary, "history.json"), "w") as file:
            json.dump(history, file)
        command("import", "history.json", "-o", "keys.rewind", folder=temporary)
        command("report", "keys.rewind", "-o", "page.html", folder=temporary)
        page = os.path.join(temporary, "page.html")
        now, shown = "document.getElementById('now').textContent", "document.getElementById('value-title').textContent"
        for address in ["#step=1&path=/a+b c", "#step=1&path=%2Fa%2Bb%20c", "#step%3D1%26path%3D%2Fa%2Bb%20c", "#step%3D1%26path%3D%252Fa%252Bb%2520c"]:
            browser.open_recording(page, address)
            browser.wait(now + ".startsWith('step 1')")
            browser.wait(shown + ".includes('a+b c')")
        keys = "[...document.querySelectorAll('#state .key')].map((key) => key.textContent).join('|')"
        check(browser.run(keys).startswith("the whole state|z|10|9|"), f"the keys are in the order {browser.run(keys)}")
        with open(page) as file:
            words = re.search("<noscript>(.*?)</noscript>", file.read(), re.DOTALL).group(1)
        check("2 steps in " in words and "rewind FILE.html" in words, f"without scripts, the page says {words}")


def hostile(browser):
    """Texts of a recording are texts."""
    words = "</script><script>document.title = 'run'</script><img src=x onerror=\"document.title='run'\">"
    with tempfile.TemporaryDirectory() as temporary:
        page = os.path.join(temporary, "page.html")
        command("annotate", os.path.join(fixtures, "ordinary.rewind"), "--title", words, "-o", "a.rewind", folder=temporary)
        command("report", "a.rewind", "-o", page, folder=temporary)
        browser.open_recording(page)
        check(browser.run("document.title") != "run", "a title runs as a script")
        check(browser.run("document.querySelector('h1').textContent") == words, "a title is shown as it is")
        # An accent on a quote or a bracket makes it no other byte, and a text that turns others around is written out.
        command("trim", os.path.join(fixtures, "ordinary.rewind"), "1..", "-o", "a\"\u0301 data-run=x <\u0301b.rewind", folder=temporary)
        command("report", "a\"\u0301 data-run=x <\u0301b.rewind", "-o", "b.html", folder=temporary)
        browser.open_recording(os.path.join(temporary, "b.html"))
        check(browser.run("document.getElementById('recording').dataset.run === undefined"), "a name leaves its attribute")
        command("annotate", "a.rewind", "--note", "before\u202eafter", "-o", "c.rewind", folder=temporary)
        command("report", "c.rewind", "-o", "c.html", folder=temporary)
        browser.open_recording(os.path.join(temporary, "c.html"))
        check("\u202e" not in browser.run("document.body.textContent"), "a direction character reaches the page")
        command("annotate", "a.rewind", "--at", "5", "--mark", "here", "--note", "before\u202eafter", "-o", "d.rewind", folder=temporary)
        command("report", "d.rewind", "-o", "d.html", folder=temporary)
        browser.open_recording(os.path.join(temporary, "d.html"), "#step=5")
        browser.wait("document.getElementById('step-words').textContent.includes('before')")
        check("\u202e" not in browser.run("document.body.textContent"), "a direction character of a mark reaches the page")


def written(browser, temporary, states, address):
    """Opens the page of a recording with these states, as JSON."""
    with open(os.path.join(temporary, "written.ndjson"), "w", encoding="utf-8") as file:
        file.writelines('{"type":"act","state":%s}\n' % state for state in states)
    command("import", "written.ndjson", "--format", "actions", "--state-at", "state", "-o", "written.rewind", folder=temporary)
    command("report", "written.rewind", "-o", "written.html", folder=temporary)
    browser.open_recording(os.path.join(temporary, "written.html"), address)


def numbers(browser):
    """Numbers are shown as the command shows them, also those that JavaScript can't hold, and so is a range of steps."""
    with tempfile.TemporaryDirectory() as temporary:
        literals = ["1234567890123456789", "9007199254740993", "18446744073709551615", "-9007199254740993", "1e+400", "-0", "1e-07", "0.1",
                    "0.12345678901234567890123", "12", "1.5e+300"]
        beside = '"texts":["1e400","\\\\","\\"-0 ",[1e999,"x"]]'
        states = ['{"id":%s,%s}' % (literal, beside) for literal in literals]
        written(browser, temporary, states, f"#step={len(literals)}&path=/id")
        history = command("history", "written.rewind", "/id", "--json", folder=temporary)
        rows = [json.loads(row, parse_int=str, parse_float=str) for row in history.splitlines()]
        table = "[...document.querySelectorAll('#history tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
        browser.wait(f"{table}.length === {len(literals)}")
        shown = browser.run(table)
        check([row[3] for row in shown] == [row["value"] for row in rows], f"numbers in a table: {shown}")
        check(shown[0][:3] == ["0..1", "+00:00.000", "one of 2 steps"], f"a range of steps in a table: {shown[0]}")
        for step, row in enumerate(rows[1:], 2):
            browser.run(f"location.hash = '#step={step}'")
            browser.wait(f"document.getElementById('now').textContent.startsWith('step {step},')")
            browser.wait(f"document.getElementById('state').textContent.includes('id: {row['value']}texts')")
            changes = browser.run("document.getElementById('changes').textContent")
            check(changes == f"/id {rows[step - 2]['value']} → {row['value']}", f"numbers in changes: {changes}")
        brief = browser.run("document.querySelector('#state .children .brief').textContent")
        check(brief == '["1e400","\\\\","\\"-0 ",[1e+999,"x"]]', f"texts beside numbers: {brief}")
        browser.run("location.hash = '#step=2', expression.value = '.id', expression.dispatchEvent(new Event('change'))")
        browser.wait("result.textContent === 'result: 9007199254740993'")
        words = browser.run("rewind.ask({question: 'show', step: 1}).then(({rows: [{state: {id}, step}]}) => `${id} ${id / 2} ${typeof step}`)")
        check(words == "1234567890123456789 617283945061728400 number", f"the page counts with numbers: {words}")


def characters(browser):
    """The page writes out the characters that the command writes out, and no others."""
    asked = [chr(code) for code in range(0x20, 0x110000) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp") or code == 0x34f]
    asked += [chr(code) for code in range(0xe0000, 0xe1000, 64)] + list("ü日👩")
    state = {f"k{place}": "".join(f"{character}." for character in asked[place:place + 10]) for place in range(0, len(asked), 10)}
    with tempfile.TemporaryDirectory() as temporary:
        written(browser, temporary, [json.dumps(state)], "#step=1")
        leaves = "[...document.querySelectorAll('#state .leaf')].map((leaf) => leaf.textContent)"
        browser.wait(f"{leaves}.length === {len(state)}")
        lines = [line.strip().rstrip(",") for line in command("show", "written.rewind", "1", "--full", folder=temporary).splitlines()]
        for leaf in browser.run(leaves):
            key, text = leaf.split(": ", 1)
            check(f'"{key}": {text}' in lines, f"the page writes {text!a}")


def measures(browser):
    """Times and sizes are those of the command."""
    with tempfile.TemporaryDirectory() as temporary:
        parts = [os.path.join(fixtures, name) for name in ["ordinary.rewind", "crash.rewind"]]
        command("merge", *parts, "-o", "long.rewind", folder=temporary)
        command("report", "long.rewind", "-o", "long.html", folder=temporary)
        browser.open_recording(os.path.join(temporary, "long.html"))
        words = "document.getElementById('chart-words').textContent"
        browser.wait(f"document.querySelectorAll('#list .row').length > 3 && {words} !== ''")
        check(browser.run(words).startswith("90 actions in 202 h 56 min;"), f"how long a recording is: {browser.run(words)}")
        cut = browser.run("[...document.querySelectorAll('#list .time')].filter((time) => time.scrollWidth > time.clientWidth).length")
        check(cut == 0, f"{cut} times are cut")
        command("report", "crash.rewind", "-o", os.path.join(temporary, "crash.html"), folder=fixtures)
        browser.open_recording(os.path.join(temporary, "crash.html"))
        browser.run("measure.value = 'sizes', measure.dispatchEvent(new Event('change'))")
        browser.wait(f"{words}.includes('measured')")
        size = command("stats", "crash.rewind", folder=fixtures).split(" after 66")[0].rsplit(", ", 1)[1]
        check(browser.run(words).endswith(f"{size} at the end"), f"the size of the state is {size}: {browser.run(words)}")


def stores(browser):
    """A step of another store shows that store's state, and its values."""
    with tempfile.TemporaryDirectory() as temporary:
        command("report", "v1.rewind", "-o", os.path.join(temporary, "v1.html"), folder=os.path.join(fixtures, "golden"))
        step = next(row for row in map(json.loads, command("log", "golden/v1.rewind", "--store", "cart", "--json", folder=fixtures).splitlines()) if row.get("changes"))["step"]
        places = json.loads(command("show", "golden/v1.rewind", str(step), "--json", folder=fixtures))["patch"]
        browser.open_recording(os.path.join(temporary, "v1.html"), f"#step={step}&path={places[0]['path']}")
        browser.wait(f"document.querySelector('#history tr.now')?.textContent.startsWith('{step}')")
        check("in the store cart" in browser.run("document.getElementById('step-words').textContent"), "the page names the store of a step")
        browser.run(f"other.value = '{step + 2}', other.dispatchEvent(new Event('change'))")
        browser.wait(f"document.getElementById('changes-title').textContent === 'Changes between step {step} and step {step + 2}'")


def picture():
    """A PNG of one pixel."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(bytes(4))) + chunk(b"IEND", b"")


def listed(browser):
    """The list folds runs and shows what stands between steps; files, expressions and sizes are shown."""
    with tempfile.TemporaryDirectory() as temporary:
        exported = command("export", os.path.join(fixtures, "crash.rewind"), "--states", "--format", "ndjson", folder=temporary)
        with open(os.path.join(temporary, "a.ndjson"), "w") as file:
            for line in exported.splitlines(keepends=True):
                file.write(line)
                if line.startswith('{"step":40,'):
                    file.write('{"log":{"t":1812783898,"step":40,"level":"warning","label":"net","message":"slow"}}\n')
        for name, content in [("screen.png", picture()), ("drawing.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>'), ("notes.txt", b"some notes")]:
            with open(os.path.join(temporary, name), "wb") as file:
                file.write(content)
        command("import", "a.ndjson", "-o", "a.rewind", folder=temporary)
        command("annotate", "a.rewind", "--at", "65", "--mark", "here", "-o", "b.rewind", folder=temporary)
        command("attach", "b.rewind", "screen.png", "drawing.svg", "notes.txt", "--at", "64", "-o", "c.rewind", folder=temporary)
        command("report", "c.rewind", "-o", "c.html", folder=temporary)
        browser.open_recording(os.path.join(temporary, "c.html"))
        rows = "[...document.querySelectorAll('#list .row')].map((row) => row.textContent)"
        row = "[...document.querySelectorAll('#list .row')].find((row) => row.textContent.includes('%s'))"
        browser.wait(f"{rows}.some((row) => row.includes('▸ comments/setDraft ×17'))")
        browser.run((row % "▸ comments/setDraft ×17") + ".click()")
        browser.wait(f"{rows}.some((row) => row.includes('▾ comments/setDraft ×17')) && {rows}.some((row) => row.startsWith('38'))")
        browser.run("location.hash = '#step=41'")
        browser.wait("document.querySelector('#list [aria-selected=true]')?.textContent.startsWith('41')")
        browser.run("document.getElementById('list').focus()")
        browser.press("Enter")
        browser.wait("document.querySelector('#list [aria-selected=true]')?.textContent.includes('▸ comments/setDraft ×17')")
        browser.run("document.getElementById('logs').click()")
        browser.wait(f"{rows}.includes('+00:01.812warning net: slow') && {rows}.some((row) => row.includes('▸ comments/setDraft ×4'))")
        check(browser.run("document.querySelector('#list [aria-selected=true]').textContent").startswith("41"), "a step in a run opens it")
        browser.run("location.hash = '#step=64'")
        browser.wait(f"{rows}.some((row) => row.includes('⚑ here')) && {rows}.some((row) => row.includes('attached: 1-screen.png'))")
        browser.wait("document.querySelector('#attached img')?.naturalWidth === 1 && document.querySelector('#pictures img')?.naturalWidth === 1")
        check(browser.run("document.querySelectorAll('#attached img').length") == 1, "a drawing that may hold scripts is shown")
        browser.run("document.querySelector('#attached summary').click()")
        browser.wait("document.querySelector('#attached pre')?.textContent === 'some notes'")
        browser.run("expression.value = '.comments.comments | length', expression.dispatchEvent(new Event('change'))")
        browser.wait("result.textContent === 'result: 3'")
        browser.run("expression.value = '.comments >', expression.dispatchEvent(new Event('change'))")
        browser.wait("result.querySelector('.problem') !== null")
        browser.run("measure.value = 'sizes', measure.dispatchEvent(new Event('change'))")
        browser.wait("document.getElementById('chart-words').textContent.includes('measured at 67 steps')")


def pictured(browser):
    """Pictures of the app are a film strip that leads to their steps; the one that holds stands beside the state."""
    with tempfile.TemporaryDirectory() as temporary:
        with zipfile.ZipFile(os.path.join(fixtures, "crash.rewind")) as whole:
            files = {name: whole.read(name) for name in whole.namelist()}
        manifest = json.loads(files["manifest.json"])
        taken = {"picture-10.txt": b"<b>screen</b> 10\nline two", "picture-40.png": picture(), "picture-60.txt": b"screen 60\x1b[2J"}
        for name, content in taken.items():
            files[f"attachments/{name}"] = content
            step = int(re.sub(r"\D", "", name))
            manifest["entries"].append({
                "name": f"attachments/{name}", "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(), "step": step, "t": step * 1000,
                "type": "image/png" if name.endswith("png") else "text/plain"})
        files["manifest.json"] = json.dumps(manifest).encode()
        with zipfile.ZipFile(os.path.join(temporary, "a.rewind"), "w", zipfile.ZIP_DEFLATED) as made:
            for name, content in files.items():
                made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        command("report", "a.rewind", "-o", "a.html", folder=temporary)
        browser.open_recording(os.path.join(temporary, "a.html"))
        browser.wait("document.querySelectorAll('#film .frame').length === 3")
        browser.run("location.hash = '#step=39'")
        browser.wait("document.querySelector('#picture pre')?.textContent === '<b>screen</b> 10\\nline two'")
        check(browser.run("document.querySelector('#film [aria-current]').textContent").endswith("10"), "the strip does not show which picture holds")
        browser.run("document.querySelectorAll('#film .frame')[1].click()")
        browser.wait("document.getElementById('now').textContent.startsWith('step 40') && document.querySelector('#picture img')?.naturalWidth === 1")
        browser.run("location.hash = '#step=66'")
        browser.wait("document.querySelector('#picture pre')?.textContent === 'screen 60\\\\u001b[2J'")
        browser.run("location.hash = '#step=5'")
        browser.wait("document.querySelector('#now').textContent.startsWith('step 5') && document.querySelector('#picture').childElementCount === 0")
        check(browser.run("[...document.querySelectorAll('#list .row, #story-body figure, #story-body summary')].every((row) => !row.textContent.includes('picture-'))"),
            "a picture that the recorder took is among the attached files")


def worked(browser):
    """Effects are bars above the time line; who does not see them hears which are under way after the step, and finds them in the list."""
    with tempfile.TemporaryDirectory() as temporary:
        shop = os.path.join(temporary, "shop")
        subprocess.run([sys.executable, os.path.join(root, "Tests/Fleet/sessions.py"), "bundles", shop, "--count", "60", "--steps", "80", "--seed", "7"], check=True)
        with open(os.path.join(shop, "truth.ndjson")) as file:
            name = next(session["file"] for session in map(json.loads, file) if session["bug"])
        command("report", name, "-o", "page.html", folder=shop)
        rows = [row for row in map(json.loads, command("log", name, "--effects", "--json", folder=shop).splitlines()) if isinstance(row.get("effect"), str)]
        begins, ends = ([row for row in rows if (row["effect"] == "begin") is begin] for begin in [True, False])
        assert len(begins) > len(ends) > 0
        browser.open_recording(os.path.join(shop, "page.html"))
        browser.wait(f"document.getElementById('chart-words').textContent.includes('; {len(begins)} effects above ({len(begins) - len(ends)} under way at the end)')")
        check(browser.run("chart.clientHeight") > 72, "the canvas has no room for effects")
        drawn = "chart.getContext('2d').getImageData(Math.round(chart.width * %s), 1, 1, 1).data[3]"
        check(browser.run(drawn % .9) > 0 and browser.run(drawn % .001) == 0, "an effect that is under way to the end is no bar from its beginning")
        last = json.loads(command("info", name, "--json", folder=shop))["steps"]["last"]
        said, now = "chart.getAttribute('aria-valuetext')", "document.getElementById('now').textContent"
        browser.run(f"location.hash = '#step={last}'")
        for step in [last, last - 1]:
            names = json.loads(command("show", name, str(step), "--jq", "$effects", "--json", folder=shop))
            words = f"; under way: {', '.join(names)}"
            browser.wait(f"{said} === {json.dumps(f'step {step}{words}')} && {now}.endsWith({json.dumps(words)})")
            browser.run("chart.focus()")
            browser.press("ArrowLeft")
        browser.run("document.getElementById('effects').click()")
        browser.wait(f"[...document.querySelectorAll('#list .row')].some((row) => row.textContent.includes({json.dumps(ends[-1]['name'] + ': effect ')}))")
        command("report", "v1.rewind", "-o", os.path.join(shop, "v1.html"), folder=golden)
        if "effects" not in json.loads(command("info", "v1.rewind", "--json", folder=golden))["counts"]:
            browser.open_recording(os.path.join(shop, "v1.html"))
            check(browser.run(f"document.getElementById('effects-label').hidden && !{said}.includes('under way')"), "the page knows of effects that are not recorded")


def large(temporary):
    """A page of states that are hard to show: texts of a megabyte, a hundred thousand children, a hundred levels."""
    numbers, names = ",".join(map(str, range(100_000))), ",".join(f'"k{number}":{number}' for number in range(100_000))
    states = ['{"text":"%s"}' % ("x" * (1 << 20)), '{"text":"%sy%s"}' % ("x" * 500_000, "x" * 500_000), '{"many":[%s]}' % numbers,
              '{"wide":{%s}}' % names, '{"deep":%s1%s}' % ('{"d":[' * 50, "]}" * 50), '{"a":1}']
    with open(os.path.join(temporary, "large.log"), "w") as file:
        for number, state in enumerate(states):
            long = "n" * (1 << 20) if number == 5 else ""
            file.write('{"type":"large/%d%s","note":"%s","time":%d,"state":%s}\n' % (number, long, long, 1_700_000_000 + number, state))
    command("import", "large.log", "--time-at", "time", "--state-at", "state", "-o", "large.rewind", folder=temporary)
    command("report", "large.rewind", "-o", "large.html", folder=temporary)
    return os.path.join(temporary, "large.html")


def hangs(browser):
    """Large states keep the page alive, and a question can be stopped."""
    with tempfile.TemporaryDirectory() as temporary:
        page = large(temporary)
        browser.open_recording(page)
        for step in range(1, 7):
            browser.run(f"location.hash = '#step={step}'")
            browser.wait(f"document.getElementById('now').textContent.startsWith('step {step}') && document.querySelector('#state div') !== null")
        check(browser.run("document.querySelectorAll('*').length") < 3000, "a large state becomes no more elements than are looked at")
        check(browser.run("document.body.textContent.length") < 500_000, "long texts are cut")
        answers = browser.run("""(async () => {
            const asked = rewind.askText({question: "find", where: "[.] | length > 2"}).catch((error) => error.message);
            await new Promise((resolve) => setTimeout(resolve));
            rewind.stop();
            return [await asked, await rewind.askText({question: "info"})];
        })()""")
        check(answers[0] == "Stopped.", f"a question goes on: {answers[0][:100]}")
        check(answers[1].startswith('{"rows":['), "the page does not answer after a stop")


def limits():
    """What a browser may lack: memory, a context that it calls secure, or what an older one has not got."""
    with tempfile.TemporaryDirectory() as temporary:
        page = large(temporary)
        with Chromium(flags=["--js-flags=--wasm-max-mem-pages=140"]) as small:
            small.open(f"file://{page}#step=6", until="document.getElementById('trouble')?.textContent.startsWith('The reader failed')")
            check(small.run("rewind.askText({question: 'info'})").startswith('{"rows":['), "the page does not outlive its reader")
        command("report", os.path.join(fixtures, "crash.rewind"), "-o", "crash.html", folder=temporary)
        handler = functools.partial(Silent, directory=temporary)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, Chromium(flags=["--host-resolver-rules=MAP other.example 127.0.0.1"]) as other:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            other.open(f"http://other.example:{server.server_port}/crash.html", until="document.getElementById('now')?.textContent.startsWith('step 66')")
            check(other.run("isSecureContext") is False, "a page from another host counts its digests itself")
            server.shutdown()
        command("annotate", os.path.join(fixtures, "crash.rewind"), "--at", "65", "--mark", "here", "-o", "marked.rewind", folder=temporary)
        command("report", "marked.rewind", "-o", "marked.html", folder=temporary)
        with Chromium(size=(400, 1000)) as narrow:
            narrow.open_recording(f"{temporary}/marked.html", "#step=65")
            narrow.wait("document.querySelector('#list .aside .type') !== null")
            shown = narrow.run("(({height}) => height)(document.querySelector('#list .aside .type').getBoundingClientRect())")
            check(shown > 20, f"on a narrow page, of a row between two steps {shown} pixels are seen")
        said = "document.getElementById('ending')?.textContent.startsWith('This browser is too old')"
        with open(os.path.join(temporary, "crash.html")) as file:
            html = file.read()
        with open(os.path.join(temporary, "unread.html"), "w") as file:
            file.write(re.sub("<meta http-equiv=.*", "", html).replace('<script type="module">', '<script type="module">let let;'))
        with Chromium() as old:
            old.open(f"file://{temporary}/unread.html", until=said)
            old.send("Page.addScriptToEvaluateOnNewDocument", source="delete Array.prototype.findLast")
            old.open(f"file://{temporary}/crash.html", until=said)


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def damaged(browser):
    """Of a recording that is damaged in the middle, what is sound is shown, and the rest is named."""
    with tempfile.TemporaryDirectory() as temporary:
        large(temporary)
        file = os.path.join(temporary, "large.rewind")
        with zipfile.ZipFile(file) as archive:
            segments = json.loads(archive.read("manifest.json"))["segments"]
            first, last = segments[1]["steps"]
            entry = archive.getinfo("segments/000001/states.ndjson")
        with open(file, "r+b") as bundle:
            place = entry.header_offset + 30 + len(entry.filename) + entry.compress_size // 2
            bundle.seek(place)
            byte = bundle.read(1)[0]
            bundle.seek(place)
            bundle.write(bytes([byte ^ 0x55]))
        command("report", "--empty", "-o", "viewer.html", folder=temporary)
        choose(browser, os.path.join(temporary, "viewer.html"), file)
        now, words = "document.getElementById('now').textContent", "document.getElementById('step-words').textContent"
        browser.wait(now + ".startsWith('step 6')")
        browser.wait(f"[...document.querySelectorAll('#list .row')].some((row) => row.textContent.startsWith('{first}lost') && row.textContent.includes('segments/000001'))")
        for step in [1, first, last, last + 1]:
            browser.run(f"location.hash = '#step={step}'")
            browser.wait(now + f".startsWith('step {step}')")
            check((f"segments/000001/states.ndjson" in browser.run(words)) == (first <= step <= last), f"step {step} of a damaged recording: {browser.run(words)[:200]}")
        browser.run("kind.value = 'types', query.value = 'large', document.querySelector('#search button').click()")
        browser.wait("document.getElementById('found').textContent.includes('not searched')")
        check(browser.run("document.getElementById('found').textContent").startswith(f"{6 - (last - first + 1)} steps"), "a search finds what is sound")


def choose(browser, viewer, file):
    """Opens a recording in a page that has none."""
    browser.open_recording(viewer)
    browser.choose("#file", file)


def dropped(browser):
    """A page without a recording opens one that is chosen, also out of another page."""
    with tempfile.TemporaryDirectory() as temporary:
        command("report", "--empty", "-o", "viewer.html", folder=temporary)
        command("report", os.path.join(fixtures, "crash.rewind"), "-o", "crash.html", folder=temporary)
        for file in [os.path.join(fixtures, "crash.rewind"), os.path.join(temporary, "crash.html")]:
            choose(browser, os.path.join(temporary, "viewer.html"), file)
            browser.wait("document.getElementById('now').textContent.startsWith('step 66')")


fixtures = os.path.join(root, "Fixtures")
golden = os.path.join(fixtures, "golden")
recordings = [(fixtures, f"{name}.rewind") for name in ["crash", "edits", "killed", "ordinary", "signin"]]
recordings += [(golden, name) for name in sorted(os.listdir(golden)) if name.endswith(".rewind")]
for engine in [Chromium, Firefox, WebKit]:
    if missing := engine.missing():
        # On a machine of one's own, that is said; where all of them have to be, it fails.
        print(f"not compared: the page in {engine.name}, for want of {' and '.join(missing)}")
        check("CI" not in os.environ, f"{engine.name} is not here")
        continue
    with engine() as browser:
        count = sum(compare(browser, *recording) for recording in recordings)
        for look in [move, first, masked, sent, hostile, numbers, characters, measures, listed, pictured, worked, stores, hangs, damaged, dropped]:
            look(browser)
    if engine is Chromium:
        limits()
        narrow()
    print(f"in {engine.name}, the page answered {count} questions as the command does", flush=True)
if failures:
    sys.exit(f"{len(failures)} checks failed")
