import { isLeaf, keysOf } from "./numbers.js";
import { below, brief, element, json, shown, valued } from "./text.js";

// A value as a tree that folds. Children are made when they are first seen, some at a time.

const portion = 200;

/** What a tree shows: which places are marked and open, which a person opened or closed, and what a click on a place does. */
export class Tree {
  constructor({marks = new Set(), open = new Set(), opened = new Map(), choose = null, isOpen = false}) {
    Object.assign(this, {marks, open, opened, choose, isOpen});
  }

  /** The tree of a value. */
  node(key, value, pointer = "", depth = 0) {
    const isMarked = this.marks.has(pointer);
    const label = element("span", "key", key === null ? "the whole state" : key);
    if (isLeaf(value)) {
      const text = this.#text(value);
      return element("div", isMarked ? "leaf marked" : "leaf", this.#button(label, pointer), ": ", text);
    }
    const count = Array.isArray(value) ? value.length : keysOf(value).length;
    const fold = element("button", "fold"), node = element("div", "node"), children = element("div", "children");
    fold.setAttribute("aria-label", `contents of ${pointer || "the whole state"}`);
    node.append(element("div", isMarked ? "line marked" : "line", fold, this.#button(label, pointer), " ",
      element("span", "size", Array.isArray(value) ? `[${count}]` : `{${count}}`), " ", element("span", "brief", ...json(brief(value, 60)))), children);
    const show = (isOpen) => {
      fold.setAttribute("aria-expanded", isOpen);
      children.hidden = !isOpen;
      if (isOpen && !children.hasChildNodes()) this.#fill(children, value, pointer, depth);
    };
    fold.addEventListener("click", () => {
      this.opened.set(pointer, children.hidden);
      show(children.hidden);
    });
    show(this.opened.get(pointer) ?? (depth === 0 || this.isOpen || this.open.has(pointer)));
    return node;
  }

  #fill(children, value, pointer, depth, from = 0) {
    const keys = Array.isArray(value) ? null : keysOf(value);
    const count = keys ? keys.length : value.length;
    for (let place = from; place < Math.min(count, from + portion); place++) {
      const key = keys ? keys[place] : place;
      children.append(this.node(key, value[key], below(pointer, key), depth + 1));
    }
    if (count <= from + portion) return;
    const more = element("button", "more", `${count - from - portion} more`);
    more.addEventListener("click", () => {
      more.remove();
      this.#fill(children, value, pointer, depth, from + portion);
    });
    children.append(more);
  }

  #text(value) {
    if (typeof value !== "string" || value.length <= 300) return valued("span", typeof value, value, brief(value, 400));
    const span = valued("span", "string", value, brief(value, 300));
    const all = element("button", "more", `all ${value.length} characters`);
    all.addEventListener("click", () => { span.replaceChildren(valued("span", "", value, JSON.stringify(value))); all.remove(); });
    return element("span", "", span, " ", all);
  }

  #button(label, pointer) {
    if (!this.choose) return label;
    const button = element("button", "place", label);
    button.title = "Who changed this, and what it was";
    button.setAttribute("aria-label", pointer || "the whole state");
    button.dataset.pointer = pointer;
    button.addEventListener("click", (event) => { event.preventDefault(); this.choose(pointer); });
    return button;
  }
}

/** The places that a patch changes, and those above them. */
export function places(patch) {
  const marks = new Set(), open = new Set();
  for (const operation of patch ?? []) {
    let pointer = operation.path;
    marks.add(pointer);
    while (pointer !== "") {
      pointer = pointer.slice(0, pointer.lastIndexOf("/"));
      open.add(pointer);
      if (open.size > 2000) return {marks, open};
    }
  }
  return {marks, open};
}

/**
 * A patch in lines: what was there, and what is there now.
 *
 * @param before of each place, a list of one value, or none.
 * @param choose what a click on a place does; nothing if it is `null`.
 */
export function changes(patch, before = [], limit = 200, choose = null) {
  const list = element("ul", "changes");
  for (const [place, operation] of (patch ?? []).slice(0, limit).entries()) {
    const old = before[place]?.[0];
    const line = element("li", operation.op, placeOf(operation.path, choose), " ");
    switch (operation.op) {
      case "add": line.append(valued("ins", "", operation.value, brief(operation.value, 300))); break;
      case "remove": line.append(old === undefined ? element("del", "", "removed") : valued("del", "", old, brief(old, 300))); break;
      case "replace": line.append(...difference(old, operation.value)); break;
      default: line.append(shown(`${operation.op} from ${operation.from}`));
    }
    list.append(line);
  }
  if (patch && patch.length > limit) list.append(element("li", "", `${patch.length - limit} more changes`));
  return list;
}

function placeOf(pointer, choose) {
  const place = element(choose ? "button" : "span", "place", pointer || "the whole state");
  if (choose) place.addEventListener("click", () => choose(pointer));
  return place;
}

/** The old value and the new one; of long texts, the part that changed with a little around it. */
function difference(old, value) {
  let [before, now] = [old === undefined ? "" : brief(old, 1e6), brief(value, 1e6)];
  let start = 0, end = 0;
  while (start < before.length && before[start] === now[start]) start++;
  while (end < Math.min(before.length, now.length) - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  const from = Math.max(0, start - 40);
  if (Math.max(before.length, now.length) > 160 && (from > 0 || end > 40)) {
    const cut = (text) => (from > 0 ? "…" : "") + text.slice(from, Math.min(text.length - Math.max(0, end - 40), from + 400)) + (end > 40 ? "…" : "");
    [before, now] = [cut(before), cut(now)];
  }
  return [before ? valued("del", "", old, before.slice(0, 500)) : "", " → ", valued("ins", "", value, now.slice(0, 500))];
}
