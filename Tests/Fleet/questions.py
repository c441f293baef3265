#!/usr/bin/env python3
"""Asks many recordings, and holds the answers against what was planted in them.

DuckDB's command comes from PyPI, for this run only, unless it is there; without either, nothing is checked. With REWIND_FLEET=long, 100,000 sessions
with 10⁸ steps are made and asked as well, in about half an hour and 10 GB, and Spark (which has to be there, as has Java) answers the same questions.
"""
import json, os, pathlib, shutil, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
rewind = os.environ.get("REWIND", str(here.parents[1] / ".build/debug/rewind"))
long = os.environ.get("REWIND_FLEET") == "long"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def groups(*arguments, path=None, cache="off"):
    environment = dict(os.environ, REWIND_CACHE=str(cache), **({"PATH": path} if path else {}))
    return [json.loads(line) for line in run(rewind, "groups", "--json", *arguments, env=environment).splitlines()]


def counted(group):
    """What is counted with and without DuckDB."""
    return {key: value for key, value in group.items() if key not in ("sequences", "places")}


def views(dataset):
    """SQL that makes the tables of a dataset views."""
    files = str(dataset).replace("[", "[[]")
    return "".join(f"create view {table} as from read_parquet('{files}/{table}/*/*/*.parquet', hive_partitioning = true);"
                   for table in ("sessions", "steps", "changes", "effects"))


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    if not shutil.which("duckdb"):
        loaded = subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", folder / "duckdb", "duckdb-cli==1.5.6"],
                                capture_output=True, text=True)
        os.environ["PATH"] = f"{folder / 'duckdb/bin'}:{os.environ['PATH']}"
        # The command may be a Python script, whose package is looked for where it was put.
        os.environ["PYTHONPATH"] = str(folder / "duckdb")
        if loaded.returncode or not shutil.which("duckdb") or subprocess.run(["duckdb", "--version"], capture_output=True).returncode:
            # A run without a network says so, and does not fail other people's work.
            print(f"skipped: the questions to DuckDB are not checked, as duckdb-cli could not be loaded from PyPI.\n{loaded.stderr}")
            sys.exit(0)

    run(sys.executable, here / "sessions.py", "bundles", folder / "bundles", "--count", 240, "--steps", 120, "--seed", 3)
    run(rewind, "export", folder / "bundles", "--format", "dataset", "-o", folder / "dataset [1]")
    asked = groups(folder / "dataset [1]")
    (folder / "empty").mkdir()
    assert asked and [counted(group) for group in asked] == groups(folder / "bundles", path=str(folder / "empty")), "DuckDB and rewind count differently"
    assert asked == groups(folder / "bundles"), "a dataset and the folder that it was made of have different groups"
    learned = [{json.loads(line)["expression"] for line in run(rewind, "learn", "--json", folder / place).splitlines()} for place in ("bundles", "dataset [1]")]
    assert learned[0] and learned[0] == learned[1], "of a dataset and of the folder that it was made of, different rules are learned"
    again = [groups(folder / "bundles", cache=folder / "cache") for _ in range(2)]
    assert again == [asked, asked], "the answer that was kept is another one"
    (folder / "other").mkdir()
    (folder / "bundles" / asked[0]["source"].rsplit("/", 1)[-1]).rename(folder / "other" / "moved.rewind")
    fewer = groups(folder / "bundles", cache=folder / "cache")
    assert sum(group["sessions"] for group in fewer) == sum(group["sessions"] for group in asked) - 1, "the answer about other files was given"
    (folder / "other" / "moved.rewind").rename(folder / "bundles" / asked[0]["source"].rsplit("/", 1)[-1])
    assert any(group.get("sequences") for group in asked), "no group has a sequence"
    # The effect that sent the action in which an app ends is under way then. The first version has none recorded.
    for group in asked:
        recorded = sum(int(count) for version, count in (text.split(": ") for text in group["versions"]) if version != "1.0.0")
        effects = group["effects"] or {"recorded": 0}
        assert effects["recorded"] == recorded, f"effects are recorded in {recorded} sessions of {group}"
        cause = group["story"].split(" > ")[-2]
        assert not recorded or {"name": cause, "sessions": recorded} in effects["under_way"], f"the effect of {cause} was under way in {group}"
    [sent] = map(json.loads, run("duckdb", "-jsonlines", "-c", views(folder / "dataset [1]"), "-c", """
        select count(*) as steps, count(*) filter (where e.cause <> s.cause or e.t > s.t or e.effect is null) as wrong
        from steps s left join effects e using (session, effect) where s.effect is not null""").splitlines())
    assert sent["steps"] > 1_000 and not sent["wrong"], f"steps name effects of other steps: {sent}"
    print(f"DuckDB and rewind count the same {len(asked)} groups of 240 recordings")

    # What a folder has besides: copies of sessions, what a Mac leaves beside files, files that can't be read.
    untidy = folder / "untidy"
    shutil.copytree(folder / "bundles", untidy)
    for place, group in enumerate(asked):
        file, command = group["source"].rsplit("/", 1)[-1], [["annotate", "--title", "A copy"], ["redact", "--level", "masked", "--always"], ["ticket"]][place % 3]
        run(rewind, command[0], untidy / file, *command[1:], "-o", untidy / f"copy-{file}")
        (untidy / f"._{file}").write_bytes(b"\0\5\x16\7\0\2\0\0Mac OS X")
    plain = lambda some: [[group[key] for key in ("fingerprint", "sessions", "since", "versions")] for group in some]
    assert plain(groups(untidy)) == plain(asked), "copies, or what a Mac leaves, are counted"

    size = (100_000, 1_000) if long else (8_000, 150)
    run(sys.executable, here / "sessions.py", "dataset", folder / "many", "--count", size[0], "--steps", size[1])
    print(run(sys.executable, here / "measure.py", folder / "many", f"{folder / 'many'}-truth.parquet"), end="")

    if long:
        run(rewind, "groups", "--write-sql", folder / "questions")
        files = [folder / "questions" / f"{name}.sql" for name in ("groups", "sequences", "places", "effects")]
        one = [line for file in files for line in run("duckdb", "-jsonlines", "-c", views(folder / "many"), "-f", file).splitlines() if line]
        other = [line for line in run(sys.executable, folder / "questions/spark.py", folder / "many", *files).splitlines() if line]
        assert [json.loads(line) for line in one] == [json.loads(line) for line in other], "DuckDB and Spark answer differently"
        print(f"DuckDB and Spark answer the same {len(one)} rows")
