#!/usr/bin/env python3
"""Compares the groups of a dataset with the bugs that sessions.py planted, and prints a table: by fingerprint, and by stack alone.

    measure.py DATASET TRUTH     TRUTH is truth.ndjson or DIR-truth.parquet, as sessions.py wrote it

A bug is found by the group that has most of its sessions: recall is their share of the bug's sessions, precision their share of the group's.
Ends with status 1 if precision or recall by fingerprint is below 0.98, if there is not one group for each bug, or if a story does not come first.
"""
import collections, json, pathlib, re, subprocess, sys

from sessions import BUGS

SQL = pathlib.Path(__file__).resolve().parents[2] / "Sources/RewindFleet/SQL"


def duckdb(dataset, query):
    views = "".join(f"create view {table} as from read_parquet('{dataset}/{table}/*/*/*.parquet', hive_partitioning = true);" for table in ("sessions", "steps", "changes"))
    run = subprocess.run(["duckdb", "-jsonlines", "-c", f"set threads = 2; set memory_limit = '4GB'; {views}", "-c", query], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]


def figures(pairs):
    """The number of groups, and for each bug its sessions, its groups, its best group, precision and recall."""
    groups, bugs, both = (collections.Counter(part) for part in (
        [group for _, group in pairs if group], [bug for bug, _ in pairs if bug], [pair for pair in pairs if all(pair)]))
    found = {}
    for bug, size in bugs.items():
        mine = {group: count for (other, group), count in both.items() if other == bug}
        best = max(mine, key=mine.get, default=None)
        hits = mine.get(best, 0)
        found[bug] = (size, len(mine), best, hits / groups[best] if best else 0, hits / size)
    return len(groups), found


def belongs(sequence, bug):
    """Whether a sequence is of a bug's story: two or more of its actions in their order, one of them from before if anything had to happen before."""
    actions = [re.sub(r" \(by an effect\)$", "", action) for action in re.split(", | … ", sequence)]
    story = iter(bug.actions)
    before = {word.split("<")[0] for word in (bug.before or "").split()}
    return len(actions) > 1 and all(action in story for action in actions) and (not before or bool(before & set(actions)))


dataset, truth = sys.argv[1:]
known = f"read_json('{truth}')" if truth.endswith(".ndjson") else f"'{truth}'"
key = "t.file = parse_filename(s.source)" if truth.endswith(".ndjson") else "t.session = s.session"
rows = duckdb(dataset, f"select t.bug, s.fingerprint, t.stack, s.frame, s.ending from {known} t left join sessions s on {key}")
ways = {
    "fingerprint": figures([(row["bug"], row["fingerprint"]) for row in rows]),
    "stack": figures([(row["bug"], row["stack"] or (row["bug"] and row["ending"])) for row in rows]),
    "innermost function": figures([(row["bug"], row["bug"] and (row["frame"] or row["ending"])) for row in rows]),
}
first = {row["fingerprint"]: row["sequence"] for row in duckdb(dataset, f".read {SQL / 'sequences.sql'}") if row["place"] == 1}

bad = False
print(f"{'bug':32}{'sessions':>8}" + "".join(f"  {way:>20}" for way in ways) + "  first sequence")
print(" " * 40 + "     precision recall " * len(ways))
for bug in BUGS:
    size = ways["fingerprint"][1].get(bug.name, (0,))[0]
    if size:
        parts = [found[bug.name] for _, found in ways.values()]
        sequence = first.get(parts[0][2], "none")
        mine = belongs(sequence, bug)
        bad |= not mine
        print(f"{bug.name:32}{size:8}" + "".join(f"  {part[3]:13.3f} {part[4]:6.3f}" for part in parts) + f"  {'' if mine else 'NOT ITS STORY: '}{sequence}")
for way, (groups, found) in ways.items():
    total = sum(part[0] for part in found.values())
    precision, recall = (sum(part[0] * part[place] for part in found.values()) / total for place in (3, 4))
    print(f"by {way}: {groups} groups for {len(found)} bugs, precision {precision:.3f}, recall {recall:.3f}")
    bad |= way == "fingerprint" and (groups != len(found) or min(precision, recall) < 0.98)
sys.exit(bad)
