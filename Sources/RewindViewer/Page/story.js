import { changes } from "./tree.js";
import { block, clock, element, inLines, link, short } from "./text.js";

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

/** The story of a crash; `before` has what was at each place that changed. */
export function story({rows: [crash], lines: whole, sentence}, info, name, before) {
  const {causes = [], between = [], step, changes: change} = crash.story ?? {};
  const steps = [...causes, ...between.filter((item) => item.step !== undefined && item.type), ...(step ? [step] : [])];
  const parts = [...(sentence ? [element("p", "sentence", `${short(sentence, 2000)}.`)] : []), ...(steps.length ? [lines(steps)] : [])];
  if (change?.patch?.length) {
    parts.push(element("h3", "", `What changed between step ${change.from} and step ${change.to}`), changes(change.patch, before, 20));
  }
  if (step?.action) parts.push(element("h3", "", "The last action"), block(inLines(step.action)));
  const frames = (crash.backtrace ?? []).filter((frame) => frame.at && frame.image === info.app?.name).slice(0, 4);
  if (frames.length) {
    parts.push(element("h3", "", "Where it crashed"), element("ul", "frames", ...frames.map((frame) => element("li", "", element("code", "", frame.at)))));
  }
  if (crash.story?.replayable) {
    parts.push(element("h3", "", "Make it crash again"), element("p", "", "With a program that runs the app's reducer, which ",
      element("code", "", "rewind help reproduce"), " explains:"), block(`rewind reproduce ${name} --host HOST`));
  }
  if (whole?.length) {
    parts.push(element("details", "", element("summary", "", "All that ", element("code", "", "rewind crash"), " says"), block(whole.join("\n"))));
  }
  return parts;
}
