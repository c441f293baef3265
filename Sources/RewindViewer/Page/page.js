import { bytesOf, Core, QuestionError } from "./core.js";
import { Chart } from "./chart.js";
import { List } from "./list.js";
import { attached, isPicture } from "./attached.js";
import { Film, isTaken, lastPicture } from "./film.js";
import { aside, effectsOf, effectWords, FoldedRows, isEffect, numberOf, readings, ReadRows, rowOf, Rows, typeOf } from "./rows.js";
import { isBad, lines, story, values, wrongValue } from "./story.js";
import { changes, places, Tree } from "./tree.js";
import { at, brief, bytesText, capitalized, clock, counted, duration, element, link, mask, short, shown, visible } from "./text.js";

const $ = (id) => document.getElementById(id);
/** Shows a text of the recording or of the page. */
const say = (id, text) => { $(id).textContent = visible(text); };
/** How many steps a search goes through before the page may draw; a recording of no more is read whole, and its list is folded. */
const stride = 20_000;
/** How many attached files are shown, and how many rows a printed page has of the steps. */
const most = 50, printed = 60;
/** What a recording may hold, in bytes: more does not fit into the memory of a page. */
const largest = 1_500_000_000;

class Page {
  step = 0;
  /** The step that the page opens at: that of a wrong value, or the last one with a state. */
  home = 0;
  path = null;
  other = null;
  /** The rows of all steps, and those of a search. */
  rows = null;
  found = null;
  /** The step that is shown. */
  row = null;
  #timer = null;
  #addressTimer = null;
  /** The places of the state that were opened and closed by hand. */
  #opened = new Map();
  #openedRuns = new Set();
  #searches = 0;
  #isShowing = false;
  #isStale = false;

  async open(core, file, name) {
    this.core = core;
    this.name = name;
    await this.#read(file);
    document.querySelector("main").hidden = false;
    this.list = new List($("list"), {
      rows: (from, to) => this.#shown?.slice(from, to) ?? [],
      draw: (line, row) => this.#row(line, row),
      choose: (index) => this.#choose(index),
    });
    this.chart = new Chart($("chart"), (time) => this.#goToTime(time));
    this.film = new Film($("film"), $("picture"), core, (step) => this.go(step));
    this.film.set(this.pictures);
    this.#listen();
    this.#follow();
    this.#steps();
    this.#story();
  }

  /** Goes on with a later version of the recording; a page at the last step stays at the last one. */
  async reopen(file) {
    const wasLast = this.step >= this.home;
    await this.#read(file);
    if (wasLast) this.step = this.home;
    await Promise.all([this.#show(), this.#steps(), this.#story()]);
    if (this.path !== null) await this.#value(false);
  }

  async #read(file) {
    const opened = await this.core.open(file, this.name);
    const held = opened.entries.reduce((sum, entry) => sum + entry.size, 0);
    if (held > largest) {
      throw new QuestionError(`The recording holds ${bytesText(held)}, which is too much for a page. Cut it down: rewind trim ${this.name} --last 5m`);
    }
    // Each picture that the recorder took is in the film strip, and in no list of files.
    [this.segments, this.pictures, this.files] = [opened.segments, opened.files, opened.files.filter((file) => !isTaken(file))];
    this.film?.set(this.pictures);
    [this.first, this.last] = [opened.first, opened.last];
    this.info = (await this.core.ask({question: "info"})).rows[0];
    mask(this.info.level === "masked");
    this.home = this.#homeStep;
    this.#header(opened);
    $("effects-label").hidden = !this.#hasEffects;
    $("list").style.setProperty("--time", `${clock(this.info.duration).length}ch`);
  }

  /** Whether effects are recorded; if not, nothing is known of them. */
  get #hasEffects() { return this.info.counts?.effects > 0; }

  // The first screen

  #header({ended, facts}) {
    const {info} = this;
    say("app", info.app?.name ?? "");
    say("title", info.title ?? this.name);
    say("note", info.note ?? "");
    const {reason, site} = info.ending ?? {};
    say("ending", `${info.app?.name ?? "The app"} ${ended}${reason ? `: ${reason}${site ? ` (${site})` : ""}` : ""}`);
    $("ending").className = isBad(info) ? "alarm" : "";
    $("masked").hidden = info.level !== "masked";
    $("facts-body").replaceChildren(...facts.filter(([name]) => !["title", "note", "wrong"].includes(name))
      .flatMap(([name, text]) => [element("dt", "", name), element("dd", "", text)]));
    const picture = this.#firstPicture;
    $("pictures").replaceChildren(...(picture ? [attached(picture, this.core)] : lastPicture(this.pictures, this.core)));
  }

  /** The picture that the first screen has: the last one of those that belong to the end or to no step, or else the last of all. */
  get #firstPicture() {
    const pictures = this.files.filter(isPicture);
    return pictures.findLast((file) => file.step === undefined || file.step >= this.home) ?? pictures.at(-1);
  }

  /** The step to open at; where the process ended in a reducer, the last one has no state. */
  get #homeStep() {
    const {wrong, ending} = this.info;
    if (wrong?.step >= this.first && wrong.step <= this.last) return wrong.step;
    const hasNoState = ending?.underWay?.some(({step, phase}) => step === this.last && ["reducer", "handover"].includes(phase));
    return hasNoState ? Math.max(this.first, this.last - 1) : this.last;
  }

  async #story() {
    const body = $("story-body"), rest = this.#attached(this.files.filter((file) => file !== this.#firstPicture));
    const wrong = this.info.wrong && await this.#asked({question: "wrong"});
    $("wrong").replaceChildren(...(wrong ? wrongValue(wrong) : []));
    const [{history = [], expected} = {}] = wrong?.rows ?? [];
    const was = history.length ? [values(history.slice(-most), "What the value was", history.at(-1), expected === undefined ? [] : [expected])] : [];
    const crash = await this.#asked({question: "crash", lines: true});
    say("where", crash?.where ? `where  ${crash.where}` : "");
    if (crash) {
      const change = crash.rows[0].story?.changes;
      const before = change && await this.#valuesAt(change.from, change.patch, crash.rows[0].story.step?.store);
      const file = decodeURIComponent(location.pathname.split("/").pop()) || this.name;
      return body.replaceChildren(...was, ...story(crash, file, before), ...rest);
    }
    const {rows} = await this.core.ask({question: "list", steps: [Math.max(this.first, this.last - 19), this.last]});
    body.replaceChildren(...was, element("p", "", "The last steps:"), lines(rows.filter((row) => row.type !== undefined && row.step !== undefined)), ...rest);
  }

  /** The answer to a question; nothing if the recording has none. */
  async #asked(question) {
    try {
      const answer = await this.core.ask(question);
      return answer.rows.length ? answer : undefined;
    } catch (error) { if (!(error instanceof QuestionError)) throw error; }
  }

  /** The files that were added, with a title. */
  #attached(files) {
    const rest = files.length - most;
    return files.length ? [element("div", "files", element("h3", "", "Attached"), ...files.slice(0, most).map((file) => attached(file, this.core)),
      ...(rest > 0 ? [element("p", "", `${rest} more`)] : []))] : [];
  }

  /** Reads the list, and draws the time line. */
  async #steps() {
    const {first, last} = this, count = last - first + 1;
    let spans = this.segments.filter((segment) => segment.length === 4).map(([first, last, from, to]) => [from, to, last - first + 1]);
    const marks = [];
    let effects = [];
    if (count <= stride) {
      const all = await this.#items(first, last, this.#hasEffects), items = $("effects").checked ? all : all.filter((item) => !isEffect(item));
      effects = effectsOf(all);
      this.rows = new FoldedRows(items, this.files, this.#openedRuns);
      spans = items.filter((item) => item.type && item.time !== undefined).map((item) => [item.time, item.time, 1]);
      for (const {mark} of items) if (mark) marks.push([mark.t, mark.name]);
    } else {
      this.rows = new ReadRows((from, to) => this.#items(from, to, $("effects").checked), first, last);
    }
    const worked = effects.length ? `; ${effectWords(effects)}` : this.#hasEffects && count > stride ? "; too many for effects to be drawn" : "";
    this.#select();
    this.#point();
    this.#print();
    const end = isBad(this.info) ? this.info.duration : null;
    this.chart.set(spans, marks, end, effects);
    say("chart-words", `${counted(count - 1, "action")} in ${duration(this.info.duration)}`
      + (marks.length ? short(`; marks: ${marks.map(([, name]) => name).join(", ")}`) : "") + worked + (end === null ? "" : "; the red line is the end"));
    $("chart").setAttribute("aria-valuemin", this.first);
    $("chart").setAttribute("aria-valuemax", this.last);
    if ($("measure").value === "sizes") await this.#sizes();
  }

  /** Writes the rows around the step that the page opens at, which only paper shows: there, the list can't be scrolled. */
  async #print() {
    const {rows, home} = this, from = Math.max(0, Math.min(rows.indexOf(home) - printed * 3 / 4, rows.count - printed));
    const shown = await rows.slice(from, from + printed);
    $("printed").replaceChildren(...(from ? [element("li", "", "…")] : []), ...shown.map((row) => {
      const line = element("li", "row");
      this.#row(line, row);
      return line;
    }), ...(from + printed < rows.count ? [element("li", "", "…")] : []));
  }

  /** Measures the state at some steps, and draws how large it was. */
  async #sizes() {
    if ($("measure").value !== "sizes") return this.#steps();
    const {rows: [{state, stateOf}]} = await this.core.ask({question: "stats", samples: 100});
    const sizes = [];
    for (const {step, bytes} of state) sizes.push([await this.rows.time(step) ?? 0, bytes]);
    this.chart.setSizes(sizes);
    const largest = state.reduce((largest, sample) => sample.bytes > largest.bytes ? sample : largest);
    say("chart-words", `The state${stateOf ? ` of ${stateOf}` : ""} as JSON, measured at ${counted(state.length, "step")}: ${bytesText(state[0].bytes)} at first, `
      + `${bytesText(largest.bytes)} at most (step ${largest.step}), ${bytesText(state.at(-1).bytes)} at the end`);
  }

  // The list

  get #shown() { return this.found ?? this.rows; }

  /** The rows of some steps; the recording's first state is a step, too. */
  async #items(from, to, effects) {
    const {rows} = await this.#log(from, to, {logs: $("logs").checked, effects});
    if (from === this.first && rows[0]?.step !== from) rows.unshift({step: from, type: "the first state"});
    return rows;
  }

  /** What `log` has of some steps. If a segment is damaged, the others are shown, and a row says what is damaged. */
  async #log(from, to, words) {
    try { return await this.core.ask({question: "list", steps: [from, to], ...words}); } catch (error) {
      if (error.code !== "damaged") throw error;
      const parts = this.segments.filter(([first, last, ...times]) => times.length && first <= to && last >= from);
      if (parts.length < 2) return {rows: [{lost: [from, to], reason: error.message}]};
      const answer = {rows: [], remarks: []};
      for (const [first, last] of parts) {
        const {rows, remarks = [], no} = await this.#log(Math.max(from, first), Math.min(to, last), words);
        answer.rows.push(...rows);
        answer.remarks.push(...remarks);
        answer.no = no ?? answer.no;
      }
      return answer;
    }
  }

  #select() {
    if (!this.#shown) return;
    this.#shown.reveal(this.step);
    this.list.show(this.#shown.count, this.#shown.indexOf(this.step));
    this.list.reveal();
  }

  async #choose(index) {
    const [row] = await this.#shown.slice(index, index + 1);
    if (row.steps === undefined) return this.go(row.step ?? row.first ?? row.after ?? row.mark?.step ?? row.log?.step);
    this.#toggle(row);
  }

  /** Closes the run that the step is in, or opens it. */
  #fold() {
    const run = this.found ? null : this.rows.runOf?.(this.step);
    if (run) this.#toggle(run);
    this.list.reveal();
  }

  #toggle(run) {
    this.rows.toggle(run);
    this.list.show(this.rows.count, this.rows.indexOf(this.step));
  }

  #row(line, row) {
    line.classList.toggle("alarm", row.outcome === "under-way" || row.ended !== undefined);
    line.classList.toggle("aside", row.type === undefined);
    line.classList.toggle("inside", row.isInside === true);
    const time = row.time ?? row.mark?.t ?? row.log?.t, run = row.steps ? [row.isOpen ? "▾ " : "▸ ", ` ×${row.steps}`] : ["", ""];
    line.append(
      element("span", "number", row.file ? "" : row.step ?? row.first ?? ""), element("span", "time", time === undefined ? "" : clock(time)),
      element("span", "type", short(row.type === undefined ? aside(row) : run.join(short(row.type)), 400)),
      element("span", "note", row.ended ?? [row.store ? `in ${row.store}` : "", row.cause === undefined ? "" : `after ${row.cause}`].join(" ").trim(), ...(row.notes ?? []).map((text) => ` ${text}`)),
      element("span", "count", row.changes ?? ""));
  }

  // Search

  /** Searches for a text, a type, a place or a condition; for `any` for what it looks like, and says what it was taken for. */
  async search(kind, text) {
    const serial = ++this.#searches;
    say("query-help", "");
    if (text === "") return this.#showAll();
    const isAny = kind === "any", kinds = isAny ? readings(text) : [kind], as = (kinds) => kinds.map((kind) => $("kind").querySelector(`[value=${kind}]`).textContent).join(" or ");
    let problem, remark;
    for (const kind of kinds) {
      const {found, failure, remarks, no} = await this.#search(serial, kind, text) ?? {};
      if (serial !== this.#searches) return;
      problem ??= failure;
      if (!found?.length) {
        remark ??= no;
        continue;
      }
      const said = [counted(found.length, "step") + (isAny ? `, as ${as([kind])}` : ""), ...remarks];
      say("found", said.join("; ").slice(0, 400));
      return this.go(found[0].step);
    }
    this.#showAll();
    if (problem) return say("query-help", problem.slice(0, 400));
    $("found-line").hidden = false;
    $("all").hidden = true;
    const letters = kinds.includes("texts") ? ["capital and small letters differ"] : [];
    say("found", [isAny ? `No step matches, as ${as(kinds)}` : capitalized(remark ?? "no step matches"), ...letters].join("; ").slice(0, 400));
  }

  /** Shows the steps that are found, and returns them, or why there are none; nothing if another search began. */
  async #search(serial, kind, text) {
    const types = text.split(/\s+/).map((type) => /[*?]/.test(type) ? type : type[0] === "!" ? `!*${type.slice(1)}*` : `*${type}*`);
    const words = {texts: {grep: [text]}, types: {type: types}, path: {path: text}, where: {where: text}}[kind];
    const found = [];
    $("found-line").hidden = false;
    const remarks = new Set();
    // Each part of the steps has its own reason why none matches; the last one stands for all.
    let no;
    for (let from = this.first; from <= this.last; from += stride) {
      const to = Math.min(this.last, from + stride - 1);
      say("found", `${counted(found.length, "step")} so far, at step ${from} of ${this.last}…`);
      let answer;
      try { answer = await this.#log(from, to, words); } catch (error) {
        if (!(error instanceof QuestionError)) throw error;
        return {failure: error.message};
      }
      for (const remark of answer.remarks ?? []) remarks.add(remark);
      no = answer.no ?? no;
      const {rows} = answer;
      if (serial !== this.#searches) return;
      for (const row of rows) if (row.lost && row.reason) remarks.add(`not searched: steps ${row.lost[0]} to ${row.lost.at(-1)}, ${row.reason}`);
      found.push(...rows.filter((row) => row.step !== undefined && row.type !== undefined).map(rowOf));
      this.found = new Rows(found);
      this.#select();
      await new Promise((done) => setTimeout(done));
    }
    $("all").hidden = !found.length;
    return {found, remarks: [...remarks], no};
  }

  #showAll() {
    this.found = null;
    $("found-line").hidden = true;
    this.#select();
  }

  // A step

  /** Shows a step, and says so in the address. */
  go(step) {
    this.step = Math.min(this.last, Math.max(this.first, step));
    say("trouble", "");
    this.#address();
    return this.#show();
  }

  /** Writes the place into the address once it rests: browsers ignore pages that do so all the time. */
  #address() {
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => this.#writeAddress(), 200);
  }

  #writeAddress() {
    const words = {step: this.step, with: this.other, path: this.path};
    const written = Object.entries(words).filter(([, word]) => word !== null).map(([name, word]) => `${name}=${encodeURIComponent(word)}`);
    history.replaceState(null, "", `#${written.join("&")}`);
  }

  async #follow() {
    const words = place(location.hash.slice(1));
    const step = Number.parseInt(words.get("step") ?? "", 10);
    const {wrong} = this.info;
    // A ticket about a value begins with that value chosen.
    this.path = words.get("path") ?? wrong?.path ?? null;
    this.other = this.#stepOf(words.get("with"));
    this.step = Math.min(this.last, Math.max(this.first, Number.isNaN(step) ? this.home : step));
    await this.#show();
    if (this.path !== null) await this.#value(words.has("path"));
  }

  /** The step that a person wrote; `null` for anything else. */
  #stepOf(text) {
    const step = Number.parseInt(text ?? "", 10);
    return Number.isNaN(step) ? null : Math.min(this.last, Math.max(this.first, step));
  }

  /** Points to the step and its cause in the time line. */
  async #point() {
    const {time = null, cause} = this.row ?? {};
    this.chart.show(time, cause === undefined ? null : await this.rows?.time(cause) ?? null);
  }

  /** Shows the step. While one is read, of those that are asked for only the last is shown. */
  async #show() {
    this.#select();
    this.#isStale = true;
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#draw();
      }
    } finally { this.#isShowing = false; }
  }

  async #draw() {
    const {step} = this;
    $("chart").setAttribute("aria-valuenow", step);
    const underWay = await this.#underWay(step);
    $("chart").setAttribute("aria-valuetext", `step ${step}${underWay}`);
    const {rows: [row]} = await this.core.ask({question: "show", step, before: true}).catch((error) => {
      if (error.code !== "damaged") throw error;
      return {rows: [{step, problem: error.message}]};
    });
    if (step !== this.step) return;
    this.row = row;
    this.#point();
    say("now", `step ${step}${row.time === undefined ? "" : `, ${clock(row.time)}`}${row.cause === undefined ? "" : `; its cause, step ${row.cause}, is the dashed line`}${underWay}`);
    say("step-title", short(`Step ${step}${row.type ? `: ${row.type}` : ""}`));
    const words = [
      row.time === undefined ? "" : clock(row.time), row.store ? `in the store ${row.store}` : "", row.site ? short(`dispatched at ${row.site}`) : "",
      row.cause === undefined ? "" : element("span", "", "caused by ", link(row.cause, `step ${row.cause}`)),
      row.took === undefined ? "" : `the reducer took ${duration(row.took)}`,
      row.thread ? `on ${row.thread}` : "", row.ended ?? "", ...(row.marks ?? []).map((mark) => short(aside(mark))), row.problem ? element("span", "problem", row.problem) : "",
    ].filter((word) => word !== "");
    $("step-words").replaceChildren(...words.flatMap((word, place) => place ? [" · ", shown(word)] : [shown(word)]));
    const isShort = brief(row.action, 2000).length < 2000;
    $("action").replaceChildren(row.action === undefined ? element("p", "dim", "This step has no action.")
      : new Tree({isOpen: isShort}).node("action", row.action));
    this.film.show(step);
    $("attached").replaceChildren(...this.#attached(this.files.filter((file) => file.step === step)));
    const {marks, open} = places(await this.#changes(row, row.before));
    if (step !== this.step) return;
    this.#drawValue();
    const focused = document.activeElement?.closest("#state") ? document.activeElement.dataset.pointer : undefined;
    if (this.path) for (let pointer = this.path; pointer !== ""; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) open.add(pointer);
    const tree = new Tree({marks, open, opened: this.#opened, choose: (pointer) => this.choose(pointer)});
    $("state").replaceChildren(row.state === undefined
      ? element("p", "dim", `The state after this step is unknown${row.unknownState ? ` (${row.unknownState.reason})` : ""}. `,
        ...(step > this.first ? ["Look at ", link(step - 1, `step ${step - 1}`), ", before it."] : []))
      : tree.node(null, row.state));
    this.#evaluate();
    if (focused !== undefined) $("state").querySelector(`[data-pointer="${CSS.escape(focused)}"]`)?.focus();
  }

  /** The effects that are under way after a step, in words; empty if none are recorded. */
  async #underWay(step) {
    if (!this.#hasEffects) return "";
    const {rows: [names]} = await this.core.ask({question: "print", step, expr: "$effects"}).catch(() => ({rows: []}));
    return names ? short(`; under way: ${names.join(", ") || "no effect"}`) : "";
  }

  /** What was at each place that a patch changes: a list of one value, or none. */
  async #valuesAt(step, patch, store) {
    const {rows} = await this.core.ask({question: "print", step, value: "", store}).catch(() => ({rows: []}));
    return patch.slice(0, 200).map((operation) => [at(rows[0]?.value, operation.path)].filter((value) => value !== undefined));
  }

  /** Shows what the step changed, or what differs from another step; returns the patch. */
  async #changes(row, before) {
    const [from, to] = this.other === null ? [row.step - 1, row.step] : [this.other, row.step].sort((one, other) => one - other), title = $("changes-title"), box = $("changes");
    title.textContent = this.other === null ? "Changes" : `Changes between step ${from} and step ${to}`;
    $("other").value = this.other ?? "";
    try {
      const patch = this.other === null ? row.patch
        : (await this.core.ask({question: "diff", from, to, path: "", store: row.store})).rows[0]?.patch;
      if (!patch?.length) {
        const words = row.step === this.first && this.other === null ? "The recording begins with this state."
          : row.patch === undefined && this.other === null ? "Not known." : "Nothing changed.";
        box.replaceChildren(element("p", "dim", words));
        return patch;
      }
      const old = this.other === null ? before : await this.#valuesAt(from, patch, row.store);
      box.replaceChildren(changes(patch, old, 200, (pointer) => this.choose(pointer)));
      return patch;
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      box.replaceChildren(element("p", "problem", error.message));
    }
  }

  /** Shows the expression's value at the step. */
  async #evaluate() {
    const where = $("expression").value.trim(), {step} = this;
    if (where === "") return $("result").replaceChildren();
    let shown;
    try {
      const {rows, remarks = [], no} = await this.core.ask({question: "print", step, expr: where});
      shown = [...rows.slice(0, 100).map((value) => new Tree({isOpen: true}).node("result", value)), ...[...remarks, no].filter(Boolean).map((remark) => element("p", "dim", remark))];
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      shown = [element("p", "problem", error.message.slice(0, 400))];
    }
    if (step === this.step && where === $("expression").value.trim()) $("result").replaceChildren(...shown);
  }

  // A value

  choose(pointer) {
    this.path = pointer;
    this.#address();
    $("value").hidden = false;
    $("value").scrollIntoView({block: "nearest"});
    return this.#value();
  }

  async #value(isRevealed = true) {
    const path = this.path, box = $("history"), {wrong} = this.info;
    this.values = null;
    $("why").open = false;
    $("value").hidden = false;
    say("value-title", path || "The whole state");
    say("value-words", "Looking for its changes…");
    box.replaceChildren();
    try {
      const {rows, remarks = [], no} = await this.core.ask({question: "history", path, store: path === wrong?.path ? wrong.store : this.row?.store});
      if (path !== this.path) return;
      this.values = {rows, remarks: [...remarks, no].filter(Boolean)};
      this.#drawValue();
      if (isRevealed) $("value").scrollIntoView({block: "nearest"});
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      say("value-words", error.message.slice(0, 400));
    }
  }

  /** All that the chosen value ever was, as seen from the step that is shown. */
  #drawValue() {
    if (!this.values) return;
    const {rows, remarks} = this.values, last = rows.findLast((row) => row.step <= this.step);
    say("value-words", [rows.length ? `${counted(rows.length, "value")} in this recording` : "This recording has no such value",
      ...(last ? [`as of step ${this.step}, step ${numberOf(last)} (${typeOf(last)}) changed it last`] : []),
      ...remarks].join("; ").slice(0, 600));
    $("history").replaceChildren(...(rows.length ? [values(rows.slice(-500), "All it ever was", last)] : []));
  }

  /** From where the chosen value came to be what it is after the step that is shown. */
  async #why() {
    if (!$("why").open) return;
    const {path, step} = this, {wrong} = this.info;
    let text;
    say("why-lines", "Looking…");
    try {
      const {lines = [], remarks = []} = await this.core.ask({question: "why", path: path || ".", step, store: path === wrong?.path ? wrong.store : this.row?.store, lines: true});
      text = [...lines, ...remarks].join("\n");
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      text = error.message.slice(0, 400);
    }
    if (path === this.path) say("why-lines", text);
  }

  #closeValue() {
    [this.path, this.values] = [null, null];
    $("value").hidden = true;
    this.#address();
  }

  // Moving

  async #goToTime(time) {
    const segment = this.segments.findLast((segment) => segment.length === 4 && segment[2] <= time) ?? this.segments[0];
    if (!segment || segment.length < 4) return;
    let [low, high] = segment;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((await this.rows.time(middle) ?? Infinity) <= time) low = middle; else high = middle - 1;
    }
    if (this.found) this.#showAll();
    return this.go(low);
  }

  /** Goes on at the original intervals, some times as fast; no pause is longer than five seconds. */
  async play() {
    if (this.#timer !== null) return this.pause();
    const isForward = Number($("speed").value) > 0;
    if (this.step === (isForward ? this.last : this.first)) await this.go(isForward ? this.first : this.last);
    say("play", "Pause");
    const tick = async () => {
      const speed = Number($("speed").value), direction = speed < 0 ? -1 : 1;
      const next = this.step + direction;
      if (next < this.first || next > this.last) return this.pause();
      const wait = Math.abs((await this.rows.time(next) ?? 0) - (await this.rows.time(this.step) ?? 0)) / 1e6 / Math.abs(speed);
      this.#timer = setTimeout(async () => { await this.go(next); if (this.#timer !== null) tick(); }, Math.min(5000, wait));
    };
    this.#timer = setTimeout(tick);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    say("play", "Play");
  }

  async #neighbour(direction) {
    if (this.found) {
      const {rows} = this.found;
      const row = direction > 0 ? rows.find((row) => row.step > this.step) : rows.findLast((row) => row.step < this.step);
      return row && this.go(row.step);
    }
    return this.go(this.step + direction);
  }

  #jump(direction) {
    const found = direction > 0 ? this.values?.rows.find((row) => row.step > this.step) : this.values?.rows.findLast((row) => row.step < this.step);
    if (found !== undefined) this.go(found.step);
    else say("trouble", this.values ? "The value has no other change in that direction." : "Choose a value first: a part of the state, or of the changes.");
  }

  #listen() {
    // What a person stopped, or what was too much, leaves the page as it was.
    addEventListener("unhandledrejection", (event) => {
      if (event.reason instanceof QuestionError) event.preventDefault();
      say("trouble", event.reason instanceof QuestionError ? event.reason.message : `The page failed: ${event.reason}`);
    });
    addEventListener("hashchange", () => this.#follow());
    // On paper, nothing can be opened.
    const closed = [];
    addEventListener("beforeprint", () => { for (const fold of document.querySelectorAll("#story details:not([open], .text), details.read:not([open])")) closed.push(fold), fold.open = true; });
    addEventListener("afterprint", () => { for (const fold of closed.splice(0)) fold.open = false; });
    $("search").addEventListener("submit", (event) => { event.preventDefault(); this.search($("kind").value, $("query").value.trim()); });
    $("query").addEventListener("input", () => { if ($("query").value === "") this.search("texts", ""); });
    $("other").addEventListener("change", () => {
      this.other = this.#stepOf($("other").value);
      this.go(this.step);
    });
    $("all").addEventListener("click", () => { $("query").value = ""; this.search("texts", ""); });
    $("measure").addEventListener("change", () => this.#sizes());
    $("expression").addEventListener("change", () => this.#evaluate());
    for (const name of ["logs", "effects"]) $(name).addEventListener("change", () => this.#steps());
    $("close").addEventListener("click", () => this.#closeValue());
    $("why").addEventListener("toggle", () => this.#why());
    const example = {any: "a text, comments/*, .comments.posting > 0", texts: "any text", types: "comments/*", path: "/comments/draft", where: ".comments.posting > 0"};
    const showExample = () => { $("query").placeholder = example[$("kind").value]; };
    $("kind").addEventListener("change", showExample);
    showExample();
    addEventListener("click", (event) => {
      const step = event.target.closest?.("a[href^='#step=']")?.getAttribute("href").slice(6);
      if (step === undefined) return;
      event.preventDefault();
      this.go(Number(step));
      $("step").scrollIntoView({block: "nearest"});
    });
    $("back").addEventListener("click", () => this.#neighbour(-1));
    $("next").addEventListener("click", () => this.#neighbour(1));
    $("play").addEventListener("click", () => this.play());
    addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      const actions = {
        ArrowLeft: () => this.#neighbour(-1), ArrowUp: () => this.#neighbour(-1), k: () => this.#neighbour(-1),
        ArrowRight: () => this.#neighbour(1), ArrowDown: () => this.#neighbour(1), j: () => this.#neighbour(1),
        PageUp: () => this.go(this.step - this.list.visibleRows), PageDown: () => this.go(this.step + this.list.visibleRows),
        Home: () => this.go(this.first), End: () => this.go(this.last),
        " ": () => event.target.matches("button, summary") ? null : this.play(), "/": () => $("query").focus(),
        Enter: event.target === $("list") && this.list.selected >= 0 ? () => this.#fold() : null,
        "]": () => this.#jump(1), "[": () => this.#jump(-1),
      };
      const act = actions[event.key];
      if (!act || event.key.startsWith("Arrow") && event.target.matches("summary")) return;
      if (event.key === " " && event.target.matches("button, summary")) return;
      event.preventDefault();
      act();
    });
  }
}

/** The words of an address, by name; a program that sent it may have encoded it once more. */
function place(text) {
  const decoded = (word) => { try { return decodeURIComponent(word); } catch { return word; } };
  const whole = /^step%3D/i.test(text) ? decoded(text) : text;
  return new Map(whole.split("&").map((word) => [word.slice(0, word.indexOf("=")), decoded(word.slice(word.indexOf("=") + 1))]));
}

/** Says what went wrong, where the reader looks first. */
function fail(message) {
  say("ending", message);
  $("ending").className = "problem";
}

async function start() {
  try {
    // The last that browsers got of what the page needs. Those with both also let the policy allow WebAssembly alone.
    if (![].findLast || !globalThis.DecompressionStream) return tellAge();
    const block = $("recording"), name = block.dataset.name;
    const core = globalThis.rewind = new Core(bytesOf($("core")));
    core.onWait = (isWaiting) => { $("wait").hidden = !isWaiting; };
    $("stop").addEventListener("click", () => core.stop());
    if (block.dataset.source) return await view(core, block.dataset.source, name);
    if (block.textContent === "") return choose(core);
    await new Page().open(core, new Blob([bytesOf(block)]), name);
  } catch (error) { tell(error); }
}

function tell(error) {
  fail(error instanceof QuestionError ? error.message : `The page failed: ${error}`);
  if (!(error instanceof QuestionError)) throw error;
}

/** Shows the recording that `rewind view` serves, and follows it while the app records. */
async function view(core, source, name) {
  const page = new Page();
  for (let version = "0", isLive = true; isLive;) {
    let response, file;
    try {
      response = await fetch(`${source}?after=${version}`);
      file = await response.blob();
    } catch { response = null; }
    if (!response?.ok) return say("source", "`rewind view` has ended. The page keeps what it has shown.");
    if (file.size) await (version === "0" ? page.open(core, file, name) : page.reopen(file));
    version = response.headers.get("Rewind-Version");
    isLive = response.headers.get("Rewind-Live") === "yes";
    say("source", isLive ? "The app is recording, and the page follows." : "");
  }
}

/** Waits for a recording that is chosen or dropped, which may be a page itself. */
function choose(core) {
  say("ending", "This page has no recording yet.");
  $("choose").hidden = false;
  const open = async (file) => {
    try {
      let bytes = file;
      if (await file.slice(0, 1).text() === "<") {
        const page = new DOMParser().parseFromString(await file.text(), "text/html").getElementById("recording");
        if (!page) throw new QuestionError(`${file.name} is a page without a recording.`);
        bytes = new Blob([bytesOf(page)]);
      }
      $("choose").hidden = true;
      await new Page().open(core, bytes, file.name);
    } catch (error) {
      $("choose").hidden = false;
      tell(error);
    }
  };
  $("file").addEventListener("change", () => { if ($("file").files[0]) open($("file").files[0]); });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => { event.preventDefault(); if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]); });
}
start();
