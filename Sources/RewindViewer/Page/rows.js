import { counted, duration, short } from "./text.js";

// The rows of the list. A row has the members that `log` gives it; `first` and `last` are the steps that it covers.

/** How many rows are asked for at once. */
const chunk = 500;
/** The least number of equal actions that are one row, as in the command's stories. */
const least = 3;

/** Rows that are all known, such as those of a search. */
export class Rows {
  constructor(rows) { this.rows = rows; }

  get count() { return this.rows.length; }
  slice(from, to) { return this.rows.slice(from, to); }
  /** Makes a row of a step, if it has none. */
  reveal() {}
  /** The row of a step; -1 for a step without a row. */
  indexOf(step) { return this.rows.findIndex((row) => row.first <= step && step <= row.last); }
}

/** All steps of a recording, and what stands between them. Equal actions in a row are one row until it is opened. */
export class FoldedRows extends Rows {
  #items;
  #times;
  #opened;

  /**
   * @param items the rows of `log`.
   * @param files the files that were added to the recording.
   * @param opened the first steps of the runs that are open.
   */
  constructor(items, files, opened) {
    super([]);
    this.#opened = opened;
    this.#items = items.flatMap((item) => [rowOf(item), ...files.filter((file) => file.step !== undefined && file.step === item.step && item.type)
      .map((file) => ({file, step: file.step}))]);
    this.#times = new Map(items.map((item) => [item.step, item.time]));
    this.#fold();
  }

  time(step) { return this.#times.get(step); }

  /** The row of the run that a step is in. */
  runOf(step) { return this.rows.find((row) => row.steps && row.step <= step && step <= row.last); }

  /** Opens a run, or closes it. */
  toggle(run) {
    if (!this.#opened.delete(run.step)) this.#opened.add(run.step);
    this.#fold();
  }

  /** Opens the run that a step is in. */
  reveal(step) {
    const row = this.rows[this.indexOf(step)];
    if (row?.steps) this.toggle(row);
  }

  #fold() {
    this.rows = [];
    for (let place = 0; place < this.#items.length; place++) {
      const first = this.#items[place], start = place;
      if (isPlain(first)) while (isLike(first, this.#items[place + 1])) place++;
      const steps = this.#items.slice(start, place + 1);
      if (steps.length < least) {
        this.rows.push(...steps);
        continue;
      }
      const isOpen = this.#opened.has(first.first);
      const changes = steps.reduce((sum, step) => sum + step.changes, 0);
      // An open run covers no step: its steps have rows of their own.
      this.rows.push({...first, steps: steps.length, isOpen, changes, last: steps.at(-1).step, ...(isOpen ? {first: undefined} : {})});
      if (isOpen) this.rows.push(...steps.map((step) => ({...step, isInside: true})));
    }
  }
}

/** All steps of a recording that has too many to read at once: one row each, read as they come into view. */
export class ReadRows {
  #chunks = new Map();

  /** @param ask a function `(from, to) => Promise<rows of log>`. */
  constructor(ask, first, last) { Object.assign(this, {ask, first, last}); }

  get count() { return this.last - this.first + 1; }
  indexOf(step) { return step - this.first; }
  reveal() {}
  async time(step) { return (await this.slice(step - this.first, step - this.first + 1))[0]?.time; }

  async slice(from, to) {
    const rows = [];
    for (let start = Math.floor(from / chunk) * chunk; start < to; start += chunk) {
      if (!this.#chunks.has(start)) {
        if (this.#chunks.size > 40) this.#chunks.delete(this.#chunks.keys().next().value);
        const low = this.first + start, high = Math.min(this.last, low + chunk - 1);
        this.#chunks.set(start, this.ask(low, high).then((items) => byStep(items, low, high)));
        this.#chunks.get(start).catch(() => this.#chunks.delete(start));
      }
      rows.push(...(await this.#chunks.get(start)).slice(Math.max(0, from - start), to - start));
    }
    return rows;
  }
}

/** What a text that is searched for may be meant as, the likeliest first: values of the page's choice of kinds. */
export function readings(text) {
  if (/^\/\S*$/.test(text)) return ["path", "texts"];
  if (/^[.$(]|[=!]=|[<>|]/.test(text)) return ["where", "texts"];
  return /\s/.test(text) ? ["texts"] : ["types", "texts"];
}

/** The row of something that `log` has. */
export function rowOf(item) {
  if (item.lost) return {...item, first: item.lost[0], last: item.lost.at(-1)};
  return item.type === undefined ? item : {...item, first: item.step, last: item.step};
}

/** Whether there is nothing to say about a step but its action and how many changes it made. */
function isPlain(row) {
  return row.type && row.cause === undefined && row.outcome === "changed" && !["ended", "omitted", "dumped"].some((word) => row[word] !== undefined);
}

function isLike(first, row) { return row && isPlain(row) && row.type === first.type && row.store === first.store; }

/** One row a step: what stands between steps is noted on the step before it. */
function byStep(items, low, high) {
  const rows = Array.from({length: high - low + 1}, (_, place) => ({step: low + place, lost: [low + place], first: low + place, notes: []}));
  let last = rows[0];
  for (const item of items) {
    const row = rows[item.step - low];
    if (item.type !== undefined && row) last = Object.assign(row, item, {lost: undefined});
    else if (!item.lost) last.notes.push(short(aside(item)));
  }
  return rows;
}

/** The number of the step that a row of `history` is about, or the numbers of those of which it is one. */
export function numberOf({step, steps}) { return steps?.join("..") ?? String(step); }

/** The type of the action that a row of `history` is about, or why it has none. */
export function typeOf({type, steps, lost}) {
  if (lost) return "(lost)";
  return steps ? `one of ${steps[1] - steps[0] + 1} steps` : short(type ?? "(the first state)");
}

/** Whether a row is the beginning or the end of an effect; a step has the number of the effect that sent it. */
export function isEffect(row) { return typeof row.effect === "string"; }

/** The effects that rows tell of, in the order in which they began: their names, when they began and ended, and how; what has not ended has no `to`. */
export function effectsOf(rows) {
  const effects = new Map();
  for (const {effect, id, name, time, took} of rows.filter(isEffect)) {
    if (effect === "begin") effects.set(id, {name, from: time, to: null, ending: null});
    else if (effects.has(id)) Object.assign(effects.get(id), {to: time, ending: effect});
    else if (took !== undefined) effects.set(id, {name, from: time - took, to: time, ending: effect});
  }
  return [...effects.values()];
}

/** How many effects there were, and how those ended that did not finish, in words. */
export function effectWords(effects) {
  const count = (ending) => effects.filter((effect) => effect.ending === ending).length;
  const parts = [["failed", "failed"], ["cancelled", "cancelled"], [null, "under way at the end"]]
    .flatMap(([ending, word]) => count(ending) ? [`${count(ending)} ${word}`] : []);
  return `${counted(effects.length, "effect")} above${parts.length ? ` (${parts.join(", ")})` : ""}`;
}

/** What a row that is no step says. */
export function aside(row) {
  if (isEffect(row)) {
    const how = row.effect === "begin" ? (row.again ? "is under way" : "begins") : row.effect;
    return `${row.name}: effect ${row.id} ${how}${row.took === undefined ? "" : ` after ${duration(row.took)}`}${row.reason ? `: ${row.reason}` : ""}`;
  }
  if (row.mark) return `⚑ ${row.mark.name}${row.mark.note ? `: ${row.mark.note}` : ""}`;
  if (row.log) return `${row.log.level} ${row.log.label}: ${row.log.message}`;
  if (row.file) return `attached: ${row.file.title ?? row.file.name}`;
  if (row.swallowed) return `${row.swallowed} never reached the reducer`;
  const why = GAPS[row.kind] ?? row.reason;
  return `lost${row.last > row.first ? ` to ${row.last}` : ""}${why ? `: ${why}` : ""}`;
}

/** The words for steps that are not in the recording, by the kind of the gap; for others, an error says why. */
const GAPS = {"left-out": "left out on purpose", "in-no-part": "in none of the parts that were put together"};
