#!/usr/bin/env python3
"""Makes many recorded sessions of one app by script, as recordings or as the dataset of `rewind export --format dataset`.

    sessions.py bundles DIR --count 1000 --steps 300 --seed 1       recordings, and truth.ndjson: file, bug, look-alike
    sessions.py dataset DIR --count 100000 --steps 1000 --seed 1    Parquet, by the command `duckdb`, and DIR-truth.parquet

5 % of the sessions end with one of the bugs below. 30 % of the others do something that looks like one of them and end well.
Typing, scrolling and ticks of a timer are everywhere, also in the middle of each story. Equal arguments make equal sessions.
An action that sends others starts an effect, which ends when it has sent the last of them: that one ends in the reducer of a session with a bug, and
the timer never. Version 1.0.0 has no effects recorded.
"""
import argparse, datetime, hashlib, io, itertools, json, pathlib, random, subprocess, sys, zipfile

# What the app does. A flow is a list of actions; `b<0` is sent by the effect of the flow's action 0, the others by the user.
FLOWS = {line: weight for weight, lines in {
    10: """
        home/load home/didReceive<0
        product/open product/didReceive<0
        cart/open
        product/selectSize cart/add cart/didAdd<1
        search/start search/didReceive<0
        push/didReceive badge/update<0""",
    5: """
        search/start search/didReceive<0 search/clear
        cart/remove cart/didRemove<0
        cart/undo cart/didUndo<0
        checkout/begin checkout/didQuote<0 checkout/didTax<1
        checkout/pay checkout/didPay<0
        checkout/pay checkout/didDecline<0
        wish/add wish/didSave<0
        product/close home/restore<0
        orders/open orders/load<0 orders/didReceive<1
        orders/cancel orders/didCancel<0
        push/didReceive chat/receive<0 chat/didMark<1
        chat/open chat/send chat/didSend<1
        chat/attach chat/upload<0
        chat/attach chat/didEncode<0
        app/background app/save<0 app/foreground"""}.items() for line in map(str.strip, lines.split("\n")) if line}

# What one session in five does, once, at any time.
RARE = ["coupon/apply coupon/didApply<0", "product/zoom", "cart/setCount", "orders/filter", "account/signOut account/didSignOut<0", "wish/remove"]

# The noise: a tick comes from an effect of the first action; the others are the user's, in runs.
NOISE = {"timer/tick": 100, "search/setQuery": 16, "chat/setDraft": 12, "home/scroll": 30}


class Bug:
    """A planted bug: what the user does at any time before, what then happens, and how the process ends in the last action of that."""

    def __init__(self, name, since, weight, story, frame, before=None, how="crashed", signal="SIGILL", stacks=(), alike=()):
        self.name, self.since, self.weight, self.story, self.frame = name, since, weight, story.split(), frame
        self.before, self.how, self.signal = before, how, signal
        self.stacks, self.alike = stacks or [[REDUCER]], [line.split() for line in alike]
        # The chain of causes that ends in the last action, and every action that may be named as belonging to the story.
        chain, place = [], len(self.story) - 1
        while place is not None:
            chain.insert(0, self.story[place].split("<")[0])
            place = int(self.story[place].split("<")[1]) if "<" in self.story[place] else None
        self.chain = " > ".join(chain)
        self.actions = [word.split("<")[0] for word in (before or "").split() + self.story]

    reason = property(lambda self: {"SIGILL": "Fatal error: Index out of range", "SIGTRAP": "Fatal error: Unexpectedly found nil while unwrapping an Optional value"}.get(self.signal))


REDUCER = "closure #1 @Sendable (inout Shop.State, Shop.Action) -> () in Shop.shopReducer(inout Shop.State, Shop.Action) -> ()"
# As the compiler names functions: closures and local functions whose signature begins with another module's type, operators, defaults.
LINES, FIND = "Shop.LineItems.subscript.getter : (Swift.Int) -> Shop.LineItem", "check #1 (_: Swift.Int) -> Swift.Bool in Shop.find(Swift.Int) -> Swift.Int"
RECEIVE = "closure #1 @Sendable (Swift.Result<Foundation.Data, Swift.Error>) -> () in Shop.%s.receive(_: Swift.String) -> ()"
OLDER, DEFAULT = "static Shop.Order.< infix(Shop.Order, Shop.Order) -> Swift.Bool", "default argument 0 of Shop.Wish.save(_: Foundation.Date) -> ()"
BUGS = [
    Bug("coupon, remove, undo", 1, 12, "cart/remove cart/didRemove<0 cart/undo cart/didUndo<2", LINES, before=RARE[0],
        alike=["cart/remove cart/didRemove<0 cart/undo cart/didUndo<2 coupon/apply coupon/didApply<4"]),
    Bug("search cleared while it loads", 0, 10, "search/start search/clear search/didReceive<0", RECEIVE % "Search",
        alike=["search/start search/didReceive<0 search/clear", "search/clear search/start search/didReceive<1"]),
    Bug("signed out while paying", 2, 8, "checkout/pay account/signOut checkout/didPay<0", FIND, signal="SIGTRAP",
        alike=["account/signOut checkout/pay checkout/didPay<1", "checkout/pay checkout/didPay<0 account/signOut"]),
    Bug("orders from a push", 1, 7, "push/didReceive orders/load<0 orders/didReceive<1", OLDER,
        alike=["push/didReceive badge/update<0 orders/open orders/load<2 orders/didReceive<3"]),
    Bug("declined and begun again", 0, 6, "checkout/pay checkout/didDecline<0 checkout/begin<1 checkout/didQuote<2", "Shop.Quote.total.getter : Swift.Int",
        signal="SIGTRAP", stacks=[[REDUCER], ["Shop.CheckoutState.refresh() -> ()", REDUCER]],
        alike=["checkout/pay checkout/didDecline<0 checkout/begin checkout/didQuote<2 checkout/didTax<3"]),
    Bug("wish without an account", 1, 6, "wish/add wish/didSave<0", DEFAULT, before=RARE[4],
        alike=["wish/add wish/didSave<0 account/signOut account/didSignOut<2"]),
    Bug("chat opened by a message", 2, 5, "chat/open chat/receive<0 chat/didMark<1", RECEIVE % "Chat",
        alike=["chat/open push/didReceive chat/receive<1 chat/didMark<2"]),
    Bug("filtered order cancelled", 0, 5, "orders/cancel orders/didCancel<0", LINES, before=RARE[3],
        alike=["orders/cancel orders/didCancel<0 orders/filter"]),
    Bug("closed while zoomed", 2, 4, "product/close home/restore<0", "Shop.HomeState.restore() -> ()", before=RARE[1], signal="SIGTRAP",
        alike=["product/close home/restore<0 product/zoom"]),
    Bug("tax of a changed count", 1, 4, "checkout/begin checkout/didQuote<0 checkout/didTax<1", "Shop.Quote.total.getter : Swift.Int", before=RARE[2], signal="SIGTRAP",
        alike=["checkout/begin checkout/didQuote<0 checkout/didTax<1 cart/setCount"]),
    Bug("memory of an upload", 0, 4, "chat/attach chat/didEncode<0 chat/upload<1", None, how="killed", signal="SIGKILL",
        alike=["chat/attach chat/didEncode<0 chat/attach chat/upload<2"]),
    Bug("saved without a wish", 1, 3, "app/background app/save<0", None, before=RARE[5], how="died", signal=None,
        alike=["app/background app/save<0 app/foreground wish/remove"]),
]

# What each action does to the state: `=` replaces the value at a path, `+` appends to a list, `-` removes the first of one.
CHANGES = {line.split()[0]: [(word[0], word[1:]) for word in line.split()[1:]] for line in """
    app/launch =/app/active
    app/background =/app/active
    app/save =/app/saved
    app/foreground =/app/active
    home/load =/home/loading
    home/didReceive =/home/loading +/home/items
    home/restore =/home/selection
    home/scroll =/home/offset
    product/open =/product/open =/product/loading
    product/didReceive =/product/loading =/product/price
    product/selectSize =/product/size
    product/zoom =/product/zoom
    product/close =/product/open
    cart/open =/cart/shown
    cart/add =/cart/adding
    cart/didAdd +/cart/lines =/cart/adding =/cart/total
    cart/remove =/cart/removing
    cart/didRemove -/cart/lines +/cart/removed =/cart/total
    cart/undo =/cart/removing
    cart/didUndo +/cart/lines -/cart/removed =/cart/total
    cart/setCount =/cart/lines/*/count =/cart/total
    coupon/apply =/coupon/code
    coupon/didApply =/coupon/discount =/cart/total
    search/start =/search/loading
    search/didReceive =/search/loading +/search/results
    search/clear =/search/query -/search/results
    search/setQuery =/search/query
    push/didReceive =/push/last
    badge/update =/push/badge
    checkout/begin =/checkout/loading
    checkout/didQuote =/checkout/loading =/checkout/quote
    checkout/didTax =/checkout/tax
    checkout/pay =/checkout/paying
    checkout/didPay =/checkout/paying -/cart/lines
    checkout/didDecline =/checkout/paying =/checkout/notice
    wish/add +/wish/saving
    wish/didSave -/wish/saving +/wish/list
    wish/remove -/wish/list
    orders/open
    orders/load =/orders/loading
    orders/didReceive =/orders/loading +/orders/list
    orders/filter =/orders/filter
    orders/cancel +/orders/cancelling
    orders/didCancel -/orders/cancelling -/orders/list
    chat/open =/chat/shown
    chat/receive +/chat/messages
    chat/didMark =/chat/read
    chat/send =/chat/draft
    chat/didSend +/chat/messages
    chat/attach =/chat/attachment
    chat/didEncode =/chat/attachment
    chat/upload
    chat/setDraft =/chat/draft
    account/signOut =/account/user
    account/didSignOut =/account/token
    timer/tick =/clock/seconds""".strip().split("\n")}
OPS = {"=": "replace", "+": "add", "-": "remove"}
TEXTS = {"/search/query", "/chat/draft", "/coupon/code", "/account/user", "/account/token", "/checkout/notice"}

VERSIONS = [("1.0.0", "100", 0), ("1.1.0", "110", 25), ("1.2.0", "120", 55)]  # and the day on which each came out
DEVICES = [("iPhone15,2", "iOS 18.1"), ("iPhone16,1", "iOS 18.2"), ("iPhone14,7", "iOS 17.6"), ("iPad14,1", "iPadOS 18.1"), ("Pixel 8", "Android 15"), ("Pixel 6a", "Android 14")]
DAYS, FIRST_DAY = 90, datetime.date(2026, 6, 1)


class Blocks:
    """Every run of actions that a session is made of, by number: `actions[number]` lists types, each with how many steps its cause is back
    (None for the user, 0 for the first action of the session)."""

    def __init__(self):
        self.actions, self.single, self.flow = [], {}, {}
        for kind in CHANGES:
            self.single[kind] = self.add([(kind, 0 if kind == "timer/tick" else None)])
        self.noise = {"timer/tick": [self.single["timer/tick"]]}
        for kind in list(NOISE)[1:]:
            self.noise[kind] = [self.add([(kind, None)] * length) for length in range(3, 10)]
        for line in [*FLOWS, *RARE]:
            self.flow[line] = [self.add(self.spread(line, noise)) for noise in ([], ["timer/tick"], ["home/scroll", "home/scroll", "timer/tick"])]
        self.length = {token: len(actions) for token, actions in enumerate(self.actions)}

    def add(self, actions):
        self.actions.append(actions)
        return len(self.actions) - 1

    def spread(self, line, noise):
        """A flow with noise before its last action."""
        words = line.split()
        actions, at = [], {}
        for place, word in enumerate(words):
            if place == len(words) - 1 and place:
                actions += [(kind, 0 if kind == "timer/tick" else None) for kind in noise]
            kind, _, cause = word.partition("<")
            at[place] = len(actions)
            actions.append((kind, at[place] - at[int(cause)] if cause else None))
        return actions


class Session:
    """One session: its place in the fleet, and its tokens. A token is a block's number, or (number, steps back to the cause)."""

    def __init__(self, **members):
        self.__dict__.update(members)

    def steps(self, blocks):
        """Yields (type, cause) for each step, from step 1."""
        number = 0
        for token in self.tokens:
            given = isinstance(token, tuple)
            for kind, back in blocks.actions[token[0] if given else token]:
                number += 1
                back = token[1] if given else back
                yield kind, None if back is None else number - back if back else 1


def sessions(count, steps, seed):
    """Yields the sessions by day, those of a day in the order of their start."""
    rng, blocks = random.Random(seed), Blocks()
    population = [(token, weight / 7) for kind, weight in NOISE.items() if kind != "timer/tick" for token in blocks.noise[kind]]
    population += [(blocks.noise["timer/tick"][0], NOISE["timer/tick"])]
    population += [(token, weight * share) for flow, weight in FLOWS.items() for token, share in zip(blocks.flow[flow], (1.0, 0.3, 0.2))]
    tokens, cumulative = [token for token, _ in population], list(itertools.accumulate(weight for _, weight in population))
    mean = sum(blocks.length[token] * weight for token, weight in population) / cumulative[-1]
    filler = [token for runs in blocks.noise.values() for token in runs] + [blocks.single["cart/open"]] + [blocks.single["timer/tick"]] * 12

    def script(words):
        """The tokens of a story, with noise between its actions."""
        found, at, number = [], [], 0
        for word in words:
            kind, _, cause = word.partition("<")
            if found:
                for token in rng.choices(filler, k=rng.choice((0, 0, 1, 1, 2, 3))):
                    found.append(token)
                    number += blocks.length[token]
            at.append(number)
            found.append((blocks.single[kind], number - at[int(cause)] if cause else None))
            number += 1
        return found

    for day in range(DAYS):
        today = sorted(rng.randrange(86_400_000_000_000) for _ in range(count * (day + 1) // DAYS - count * day // DAYS))
        for moment in today:
            out = [place for place, version in enumerate(VERSIONS) if version[2] <= day]
            version = rng.choices(out, weights=[4 ** place for place in out])[0]
            active = [bug for bug in BUGS if bug.since <= version]
            bug = rng.choices(active, weights=[bug.weight for bug in active])[0] if rng.random() < 0.05 else None
            alike = rng.choice(BUGS) if not bug and rng.random() < 0.3 else None

            length = int(steps * rng.uniform(0.6, 1.4))
            body = rng.choices(tokens, cum_weights=cumulative, k=max(1, int(length / mean)))
            early = [(flow, rng.random()) for flow in RARE if rng.random() < 0.2]
            end = script(bug.story) if bug else []
            if bug and bug.before:
                early.append((bug.before, rng.uniform(0.1, 0.9)))
            if alike and alike.since > version and rng.random() < 0.5:  # the story itself, before the version that has the bug
                end, words = script(alike.story), alike.story
                if alike.before:
                    early.append((alike.before, rng.random()))
            elif alike:
                words = rng.choice([*alike.alike, *([alike.story] if alike.before else [])])
                end = script(words)
            if alike:  # and it must not crash by another bug
                ends = {word.split("<")[0] for word in words}
                early = [(flow, place) for flow, place in early if not any(other.before == flow and other.actions[-1] in ends for other in active)]
            for flow, place in early:
                body.insert(int(place * len(body)), rng.choice(blocks.flow[flow]))
            for other in active:  # whatever would have crashed before the end did not happen
                if other.before:
                    first = next((place for place, token in enumerate(body) if token in blocks.flow[other.before]), None)
                    chains = {token for flow in FLOWS for token in blocks.flow[flow] if other.actions[-1] in (kind for kind, _ in blocks.actions[token])}
                    if first is not None and chains:
                        body[first:] = [token for token in body[first:] if token not in chains]
            if alike:  # a look-alike is anywhere; nothing that follows it is needed, so it may as well be near the end
                end += rng.choices(filler, k=rng.randrange(6))
            identity = f"{rng.getrandbits(64):016x}"
            device, system = rng.choice(DEVICES)
            yield Session(
                session=identity, day=FIRST_DAY + datetime.timedelta(day), moment=moment, version=VERSIONS[version][0], build=VERSIONS[version][1],
                device=device, system=system, bug=bug, alike=alike, stack=rng.choice(bug.stacks) if bug else None,
                level="masked" if rng.random() < 0.4 else "secrets", losses=int(rng.random() < 0.03),
                tokens=[blocks.single["app/launch"], *body, *end])


def site(kind):
    return f"{kind.split('/')[0].capitalize()}Reducer.swift:{sum(map(ord, kind)) % 90 + 10}"


# The dataset: one file of each table a day. DuckDB gets one line for each session, unrolls its tokens and makes up the times.

DAY = """
create or replace table raw as from read_csv('{lines}', delim = '|', quote = '', header = false, columns = {{
    session: 'varchar', version: 'varchar', build: 'varchar', system: 'varchar', device: 'varchar', moment: 'bigint', steps: 'bigint',
    ending: 'varchar', signal: 'varchar', reason: 'varchar', story: 'varchar', action: 'varchar', frame: 'varchar', losses: 'bigint', level: 'varchar',
    source: 'varchar', hash: 'varchar', tokens: 'varchar'}});
copy (
    select session, version, build, system, device, timestamp '{day}' + to_microseconds(moment // 1000) as started,
        steps * 200_000_000 + 150_000_000 as duration, steps, ending, signal, reason,
        case when ending <> 'finished' then sha256(concat_ws('|', ending, coalesce(frame, ''), story))[:16] end as fingerprint,
        story, action, frame, losses, level, source, hash
    from raw order by session) to '{sessions}' (format parquet, compression zstd);
create or replace table recorded as select session, version <> '1.0.0' as records, steps, ending from raw;
create or replace table made as
    with words as (select session, unnest(string_split(tokens, ' ')) as word, generate_subscripts(string_split(tokens, ' '), 1) as place from raw),
    tokens as (select session, place, split_part(word, ':', 1)::int as token, word like '%:%' as given, try_cast(split_part(word, ':', 2) as int) as back from words),
    placed as (select *, coalesce(sum(length) over (partition by session order by place rows between unbounded preceding and 1 preceding), 0) as before
        from tokens join lengths using (token))
    select session, before::bigint + blocks.place + 1 as step, type, case when given then placed.back else blocks.back end as back
    from placed join blocks using (token);
copy (
    select session, step, step * 200_000_000 + (hash(session, step) % 150_000_000)::bigint as t, type, 'main' as store,
        case when back > 0 then step - back when back = 0 then 1 end as cause, case when records then cause end as effect, site, 2000 + (hash(step, session) % 60000)::bigint as took, ops > 0 as changed, ops
    from made join kinds using (type) join recorded using (session) order by session, step) to '{steps}' (format parquet, compression zstd);
copy (
    with sent as (select session, case when back > 0 then step - back else 1 end as cause, max(step) as last from made where back is not null group by all),
    ends as (select *, cause = 1 or last = steps and ending <> 'finished' as open from sent join recorded using (session) where records)
    select session, cause as effect, type as name, 'main' as store, cause, site, cause * 200_000_000 + 150_000_000 as t,
        case when not open then (last - cause) * 200_000_000 end as took, case when open then 'under way' else 'finished' end as ending
    from ends join made using (session) join kinds using (type) where step = cause order by session, effect) to '{effects}' (format parquet, compression zstd);
copy (
    select session, step, path, op from made join ops using (type) order by session, step, place) to '{changes}' (format parquet, compression zstd);
.shell rm {lines}
"""


def literal(row):
    return "(" + ", ".join("null" if value is None else repr(value) for value in row) + ")"


def write_dataset(directory, count, steps, seed):
    blocks, truth = Blocks(), directory.with_name(directory.name + "-truth")
    duckdb = subprocess.Popen(["duckdb", "-batch", "-bail"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)

    def say(sql):
        print(sql, file=duckdb.stdin, flush=True)

    def fill(table, columns, rows):
        say(f"create table {table} ({columns}); insert into {table} values {', '.join(map(literal, rows))};")

    say("set threads = 2; set memory_limit = '4GB';")
    fill("blocks", "token int, place int, type varchar, back int", [(token, place, *action) for token, actions in enumerate(blocks.actions) for place, action in enumerate(actions)])
    fill("lengths", "token int, length int", blocks.length.items())
    fill("kinds", "type varchar, site varchar, ops bigint", [(kind, site(kind), len(changes)) for kind, changes in CHANGES.items()])
    fill("ops", "type varchar, place int, path varchar, op varchar",
         [(kind, place, path + "/*" * (op != "="), OPS[op]) for kind, changes in CHANGES.items() for place, (op, path) in enumerate(changes)])
    with open(f"{truth}.csv", "w") as known:
        print("session|bug|alike|stack|actions", file=known)
        for day, today in itertools.groupby(sessions(count, steps, seed), key=lambda session: session.day):
            files = {table: directory / table / "app=Shop" / f"day={day}" / "0.parquet" for table in ("sessions", "steps", "changes", "effects")}
            for file in files.values():
                file.parent.mkdir(parents=True)
            lines = directory / f"{day}.csv"
            with lines.open("w") as file:
                for session in today:
                    bug, total = session.bug, sum(1 if isinstance(token, tuple) else blocks.length[token] for token in session.tokens)
                    tokens = " ".join(f"{token[0]}:{'' if token[1] is None else token[1]}" if isinstance(token, tuple) else str(token) for token in session.tokens)
                    ending = [bug.how, bug.signal, bug.reason, bug.chain, bug.story[-1].split("<")[0], bug.frame] if bug else ["finished"] + [None] * 5
                    write_line(file, session.session, session.version, session.build, session.system, session.device, session.moment, total, *ending,
                               session.losses, session.level, f"{day}/{session.session}.rewind", hashlib.sha256(session.session.encode()).hexdigest(), tokens)
                    write_line(known, session.session, bug and bug.name, session.alike and session.alike.name, stack(session), bug and " ".join(bug.actions))
            say(DAY.format(lines=lines, day=day, **files))
    say(f"copy (from read_csv('{truth}.csv', delim = '|', quote = '')) to '{truth}.parquet';\n.shell rm {truth}.csv")
    duckdb.stdin.close()
    return duckdb.wait()


def write_line(file, *values):
    print("|".join("" if value is None else str(value) for value in values), file=file)


def stack(session):
    """The app's functions at the end, innermost first, as one text."""
    return session.bug and session.bug.frame and " < ".join([session.bug.frame, *session.stack])


# Recordings: sealed bundles as the article "The recording format" describes them.

README = """This is a recording made by Rewind: what an app did, step by step. Read it with `rewind info FILE` and `rewind log FILE`.
manifest.json says what is here. In segments/, actions.ndjson holds one action a line, and states.ndjson what each did to the state.
Every line is one JSON object; states come in full ("keyframe") or as a JSON Patch ("patch", RFC 6902).
"""


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


class Texts:
    """The texts of a session; where it was recorded masked, other letters stand for them."""

    def __init__(self, session):
        letters = list("abcdefghijklmnopqrstuvwxyz")
        random.Random(session.session).shuffle(letters)
        self.table = str.maketrans("abcdefghijklmnopqrstuvwxyz", "".join(letters)) if session.level == "masked" else {}

    def __getitem__(self, number):
        return "a pair of warm woollen socks and a hat"[: number % 38 + 1].translate(self.table)


def initial_state():
    """The state before the first action: every place that an action changes; lists with two elements."""
    state = {}
    for changes in CHANGES.values():
        for op, path in changes:
            first, second, *rest = path.split("/")[1:]
            place = state.setdefault(first, {})
            if op != "=" or rest:
                place[second] = [{"id": 1, "count": 1}, {"id": 2, "count": 1}]
            else:
                place.setdefault(second, "" if path in TEXTS else 0)
    return state


def patch(state, kind, number, texts):
    """Changes the state as an action does, and returns the JSON Patch."""
    found = []
    for op, path in CHANGES[kind]:
        first, second, *rest = path.split("/")[1:]
        place = state[first][second]
        if rest:
            if place:
                place[0]["count"] = number
                found.append({"op": "replace", "path": f"/{first}/{second}/0/count", "value": number})
        elif op == "=":
            state[first][second] = value = texts[number] if path in TEXTS else number
            found.append({"op": "replace", "path": path, "value": value})
        elif op == "+":
            place.append({"id": number, "count": 1})
            found.append({"op": "add", "path": f"{path}/{len(place) - 1}", "value": place[-1]})
        elif place:
            place.pop(0)
            found.append({"op": "remove", "path": f"{path}/0"})
    return found


def crash(session, ending):
    """`crash.json`: the ending, and the stack with our library's functions around the app's."""
    functions = [(0, "Swift._assertionFailure(_: Swift.StaticString, _: Swift.StaticString, file: Swift.StaticString, line: Swift.UInt, flags: Swift.UInt32) -> Swift.Never")]
    functions += [(1, name) for name in [session.bug.frame, *session.stack]]
    functions += [(1, "RewindStore.Store.reduce(B, RewindStore.ActionContext) -> ()"), (2, "start_thread")]
    bases = [0x7F9331A00000, 0x55D13B7A3000, 0x7F933021E000]
    paths = ["/usr/lib/swift/libswiftCore.so", "Shop", "/lib/x86_64-linux-gnu/libc.so.6"]
    return {**ending, "address": hex(bases[0] + 4096), "thread": "main",
            "backtrace": [{"address": hex(bases[image] + 4096 + 16 * place), "image": image, "function": name, **({"at": "Shop.swift:%d" % (len(name) + 10)} if image == 1 else {})} for place, (image, name) in enumerate(functions)],
            "images": [{"path": path, "base": hex(base), "bytes": "0x1e1f50", "build": hashlib.sha1(path.encode()).hexdigest()} for path, base in zip(paths, bases)]}


def bundle(session, blocks):
    """The bytes of a recording."""
    rng, texts, state = random.Random(session.session), Texts(session), initial_state()
    started = int(datetime.datetime.combine(session.day, datetime.time(), datetime.timezone.utc).timestamp()) * 1_000_000_000 + session.moment
    actions, states, t = [compact({"clock": {"t": 0, "wall": started}})], [compact({"step": 0, "keyframe": state})], 0
    steps, bug = list(session.steps(blocks)), session.bug
    # The last step that the effect of each step sent.
    sent = {cause: step for step, (_, cause) in enumerate(steps, 1) if cause} if session.version != VERSIONS[0][0] else {}
    effects, lines = {}, 0

    def effect(id, **members):
        nonlocal lines
        lines += 1
        actions.append(compact({"effect": {"t": t, "step": step, "id": id, **members}}))

    for step, (kind, cause) in enumerate(steps, 1):
        t += rng.randrange(20_000_000, 350_000_000)
        first = first if step > 1 else t
        slice, name = kind.split("/")
        values = {"text": texts[step]} if any(path in TEXTS for _, path in CHANGES[kind]) else {"number": step}
        actions.append(compact({"step": step, "t": t, "type": kind, "action": {slice: {"_0": {name: values}}}, **({"cause": cause} if cause else {}),
                                **({"effect": effects[cause]} if cause in effects else {}), "site": site(kind)}))
        if step in sent:
            effects[step] = len(effects) + 1
            effect(effects[step], begin=kind, cause=step, site=site(kind))
        if cause in effects and cause != 1 and sent[cause] == step and not (bug and step == len(steps)):
            effect(effects[cause], end="finished")
        if step < len(steps) or not session.bug:
            states.append(compact({"step": step, "took": rng.randrange(2000, 60000), "patch": patch(state, kind, step, texts)}))
    ending = {"how": "finished", "at": t + 1_000_000}
    if bug:
        under_way = {"store": "main", "step": len(steps), "phase": "reducer", "type": steps[-1][0]}
        ending = {"how": bug.how, **({"signal": bug.signal} if bug.signal else {}), **({"reason": bug.reason} if bug.reason else {}), "underWay": [under_way]}
    files = {"README.txt": README, "manifest.json": None,
             "segments/000000/actions.ndjson": "\n".join(actions) + "\n", "segments/000000/states.ndjson": "\n".join(states) + "\n"}
    if bug and bug.how == "crashed":
        files["crash.json"] = json.dumps(crash(session, ending), indent=2)
    files = {name: text and text.encode() for name, text in files.items()}
    entry = lambda name: {"name": name, "bytes": len(files[name]), "sha256": hashlib.sha256(files[name]).hexdigest()}
    segment = {"index": 0, "steps": [1, len(steps)], "times": [first, t], "actions": entry("segments/000000/actions.ndjson"), "states": entry("segments/000000/states.ndjson")}
    files["manifest.json"] = json.dumps({
        "format": {"major": 1, "minor": 0, "required": []}, "recorder": "rewind 0.1.0",
        "app": {"name": "Shop", "version": session.version, "build": session.build},
        "device": {"os": session.system, "architecture": "arm64", "model": session.device},
        "process": rng.randrange(1000, 30000), "started": started, "stores": [{"name": "main", "state": "Shop.State", "action": "Shop.Action"}],
        "ending": ending, "counts": {"steps": len(steps), **({"effects": lines} if lines else {})}, "level": session.level, "redaction": {},
        **({"losses": [{"kind": "damage", "reason": {"kind": "missing", "entry": "attachments/stderr.txt"}}]} if session.losses else {}),
        "segments": [segment], "entries": [entry(name) for name in ("README.txt", "crash.json") if name in files]}, indent=2).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zip:
        for name, content in files.items():
            zip.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def write_bundles(directory, count, steps, seed):
    blocks = Blocks()
    with (directory / "truth.ndjson").open("w") as truth:
        for number, session in enumerate(sessions(count, steps, seed), 1):
            name = f"Shop-{number:0{len(str(count))}d}.rewind"
            (directory / name).write_bytes(bundle(session, blocks))
            bug = session.bug
            print(json.dumps({"file": name, "bug": bug and bug.name, "alike": session.alike and session.alike.name, "story": bug and bug.chain,
                              "stack": stack(session), "actions": bug and bug.actions}), file=truth)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("form", choices=["bundles", "dataset"])
    parser.add_argument("directory", type=pathlib.Path, help="a folder that does not exist yet")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=300, help="of a session, on average")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.directory.mkdir(parents=True)
    write = write_bundles if options.form == "bundles" else write_dataset
    sys.exit(write(options.directory, options.count, options.steps, options.seed))


if __name__ == "__main__":
    main()
