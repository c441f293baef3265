import { numberOf, typeOf } from "./rows.js";
import { changes } from "./tree.js";
import { block, brief, clock, element, inLines, json, link, short, valued } from "./text.js";

/** Whether the app died. */
export const isBad = (info) => ["crashed", "killed", "died"].includes(info.ending?.how);

/** Steps as lines; several of one type in a row are one line. */
export function lines(steps) {
  const list = element("ol", "story");
  for (let place = 0; place < steps.length; place++) {
    const first = steps[place], start = place;
    while (first.cause === undefined && steps[place + 1]?.type === first.type && steps[place + 1].cause === undefined) place++;
    const last = steps[place];
    list.append(element("li", last.outcome === "under-way" ? "alarm" : "", link(first.step), ...(place > start ? ["–", link(last.step)] : []), " ",
      element("b", "", short(first.type)), place > start ? ` ×${place - start + 1}` : "", " ", element("span", "dim", clock(first.time ?? 0)),
      ...(first.cause === undefined ? [] : [" caused by ", link(first.cause)]), first.site ? element("span", "dim", short(` at ${first.site}`)) : "",
      last.ended ? `, ${last.ended}` : ""));
  }
  return list;
}

/** Something that is there when it is opened; a printed page has it open. */
function folded(title, ...content) { return element("details", "", element("summary", "", ...title), ...content); }

/** The story of a crash; `before` has what was at each place that changed. */
export function story({rows: [crash], lines: whole, sentence, calls = []}, name, before) {
  const {causes = [], between = [], step, changes: change} = crash.story ?? {};
  const steps = [...causes, ...between.filter((item) => item.step !== undefined && item.type), ...(step ? [step] : [])];
  const parts = [...(sentence ? [element("p", "sentence", `${short(sentence, 2000)}.`)] : []), ...(steps.length ? [lines(steps)] : [])];
  if (change?.patch?.length) {
    parts.push(element("h3", "", `What changed between step ${change.from} and step ${step?.step ?? change.to}`), changes(change.patch, before, 20));
  }
  if (step?.action) parts.push(folded(["The last action"], block(...json(inLines(step.action)))));
  if (calls.length) parts.push(folded(["Where it crashed"], block(calls.join("\n"))));
  if (crash.story?.replayable) {
    parts.push(element("h3", "", "Make it crash again"), element("p", "", "With a program that runs the app's reducer, which ",
      element("code", "", "rewind help reproduce"), " explains:"), block(`rewind reproduce ${name} --host HOST`));
  }
  if (whole?.length) parts.push(folded(["All that ", element("code", "", "rewind crash"), " says"], block(whole.join("\n"))));
  return parts;
}

/** A wrong value: what is there, what should be, and who wrote it. */
export function wrongValue({rows: [wrong], who}) {
  const row = (name, value) => [element("dt", "", name), value === undefined ? element("dd", "dim", name === "is" ? "nothing" : "not said")
    : element("dd", "", valued("span", name === "is" ? "actual" : "expected", value, brief(value, 1000)))];
  return [element("h2", "", "What is wrong"),
    element("dl", "", element("dt", "", "The value"), element("dd", "", element("code", "", wrong.path || "the whole state"), " after ", link(wrong.step, `step ${wrong.step}`)),
      ...row("is", wrong.actual), ...row("should be", wrong.expected)),
    ...(who ? [element("p", "", ...linked(`${who}.`))] : [])];
}

/** A sentence whose steps are links. */
function linked(sentence) {
  return sentence.split(/(\b[Ss]tep \d+)/).map((part) => /^[Ss]tep \d+$/.test(part) ? link(part.slice(5), part) : part);
}

/** A table of the values that were at a place; `now` is the row that holds, and `right` a list of the value that should be there, or of none. */
export function values(rows, caption, now, right = []) {
  const isRight = (value) => right.some((other) => value !== undefined && brief(value, Infinity) === brief(other, Infinity));
  const head = ["step", "time", "type", "value"].map((name) => { const cell = element("th", "", name); cell.scope = "col"; return cell; });
  const cells = (row) => [link(row.step, numberOf(row)), row.time === undefined ? "" : clock(row.time), typeOf(row),
    row.value === undefined ? "nothing" : valued("span", "", row.value, brief(row.value, 200))].map((cell) => element("td", "", cell));
  const table = element("table", "", element("caption", "", caption), element("thead", "", element("tr", "", ...head)), element("tbody", "", ...rows.map((row) => {
    const line = element("tr", row === now ? "now" : "", ...cells(row));
    if (isRight(row.value)) line.lastChild.append(element("span", "right", " ✓ as it should be"));
    return line;
  })));
  table.tabIndex = 0;
  return table;
}
