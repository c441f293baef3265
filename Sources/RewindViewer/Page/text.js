import { isLeaf, keysOf } from "./numbers.js";

/** Whether the recording's texts and long numbers are pseudonyms. */
let isMasked = false;
export function mask(masked) { isMasked = masked; }

// Values, times and numbers as texts. Nothing here makes HTML: every text of a recording reaches the page as a text node.

/** An element with a class and children; a child is an element or a text. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== undefined).map(shown));
  return made;
}

/** What an element takes as a child: an element as it is, and a text with its invisible characters written out. */
export function shown(child) { return child instanceof Node ? child : visible(String(child)); }

/** A link to a step. */
export function link(step, words = `${step}`) {
  const anchor = element("a", "", words);
  anchor.href = `#step=${step}`;
  return anchor;
}

/** Marks an element as a pseudonym. */
function asPseudonym(made) {
  made.classList.add("pseudonym");
  made.title = "A pseudonym, unless the app declares it safe";
  return made;
}

/** Whether a number is so long that masking replaces it. */
const isLong = (number) => String(number).replace(/\D/g, "").length > 6;

/** What stands for a secret that was removed, also if it is cut off at the end; masking leaves it as it is. */
const placeholders = /\[REDACTED[^\]]*(?:\]|$)|\bREDACTED-?[0-9a-f]{8}|\b0{8}-0{4}-0{4}-0{4}-0{4}[0-9a-f]{8}\b|redacted:\/\/[0-9a-f]{8}|⟨[^⟩]*(?:⟩|$)/g;

/** Whether masking replaces something of a text: a letter or a digit. */
const hasLetters = (text) => /[\p{L}\p{N}]/u.test(text.replace(placeholders, ""));

/** Whether a value of a masked recording is a pseudonym: a text with letters or digits, or a long number. */
const isPseudonym = (value) => isMasked && (typeof value === "string" ? hasLetters(value) : isLong(value));

/** JSON as children of an element, in which the texts and long numbers of a masked recording are marked as pseudonyms; keys are not. */
export function json(text) {
  if (!isMasked) return [text];
  const parts = [];
  let last = 0;
  for (const {0: found, index} of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g)) {
    const end = index + found.length, isText = found[0] === '"', isKey = isText && /^\s*:/.test(text.slice(end, end + 2));
    if (isKey || !(isText ? hasLetters(found) : isLong(found))) continue;
    parts.push(text.slice(last, index), asPseudonym(element("span", "", found)));
    last = end;
  }
  return [...parts, text.slice(last)];
}

/** An element with a part of a value's JSON, marked as a pseudonym if the value is one. */
export function valued(name, className, value, text) {
  return isLeaf(value) && isPseudonym(value) ? asPseudonym(element(name, className, text)) : element(name, className, ...(isLeaf(value) ? [text] : json(text)));
}

/** A text as it is, which a keyboard can scroll. */
export function block(...text) {
  const made = element("pre", "", ...text);
  made.tabIndex = 0;
  return made;
}

/** The characters that the command writes out, too: those of control and direction, and invisible ones. Emoji are made with joiners. */
const hidden =
  /(?![\n\t])[\p{Cc}\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A text in which control, direction and other invisible characters are written out; lines and tabs stay. */
export function visible(text) {
  return text.replace(hidden, (character) => character === "\r" ? "\\r" : character.split("")
    .map((unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0")).join(""));
}

/** A sentence with a capital letter. */
export function capitalized(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

/** Nanoseconds since the start, as `+00:02.018`, with hours if there are any. */
export function clock(nanoseconds) {
  const milliseconds = Math.floor(Math.abs(nanoseconds) / 1e6);
  const pad = (number, digits) => String(number).padStart(digits, "0");
  const hours = Math.floor(milliseconds / 3_600_000);
  return (nanoseconds < 0 ? "+-" : "+") + (hours ? `${hours}:` : "") + pad(Math.floor(milliseconds / 60_000) % 60, 2) + ":"
    + pad(Math.floor(milliseconds / 1000) % 60, 2) + "." + pad(milliseconds % 1000, 3);
}

/** How long something took, as `412 ns`, `3.1 ms`, `1 min 5 s`; as in the command, what does not fill a unit is cut. */
export function duration(nanoseconds) {
  const whole = (unit) => Math.floor(nanoseconds / unit), tenths = (unit) => (whole(unit / 10) / 10).toFixed(1);
  if (nanoseconds < 1e3) return `${nanoseconds} ns`;
  if (nanoseconds < 1e6) return `${tenths(1e3)} µs`;
  if (nanoseconds < 1e9) return `${tenths(1e6)} ms`;
  if (nanoseconds < 60e9) return `${tenths(1e9)} s`;
  if (nanoseconds < 3600e9) return `${whole(60e9)} min ${whole(1e9) % 60} s`;
  return `${whole(3600e9)} h ${whole(60e9) % 60} min`;
}

/** A number of bytes for people, cut as in the command. */
export function bytesText(count) {
  if (count < 1000) return counted(count, "byte");
  let tenths = Math.floor(count / 100), unit = 0;
  for (; tenths >= 10_000 && unit < 3; unit++) tenths = Math.floor(tenths / 1000);
  return `${(tenths / 10).toFixed(1)} ${["kB", "MB", "GB", "TB"][unit]}`;
}

/** A text for one line, cut after some characters. */
export function short(text, limit = 200) { return text.length > limit ? text.slice(0, limit) + "…" : text; }

/** A value as one line of JSON, cut after some characters; no more of the value is looked at. */
export function brief(value, limit = 120) {
  if (value === undefined) return "nothing";
  let text = "";
  const write = (value) => {
    if (typeof value === "string") text += JSON.stringify(value.slice(0, limit + 1));
    else if (isLeaf(value)) text += String(value);
    else if (Array.isArray(value)) {
      text += "[";
      for (let place = 0; place < value.length && text.length <= limit; place++) {
        if (place) text += ",";
        write(value[place]);
      }
      text += "]";
    } else {
      text += "{";
      let isFirst = true;
      for (const key of keysOf(value)) {
        if (text.length > limit) break;
        text += `${isFirst ? "" : ","}${JSON.stringify(key)}:`;
        isFirst = false;
        write(value[key]);
      }
      text += "}";
    }
  };
  write(value);
  return short(text, limit);
}

/** A whole value as JSON in lines. */
export function inLines(value, margin = "\n") {
  if (isLeaf(value)) return brief(value, Infinity);
  const isArray = Array.isArray(value), [start, end] = isArray ? "[]" : "{}", deeper = `${margin}  `;
  const parts = keysOf(value).map((key) => (isArray ? "" : `${JSON.stringify(key)}: `) + inLines(value[key], deeper));
  return start + (parts.length ? deeper + parts.join(`,${deeper}`) + margin : "") + end;
}

/** "1 step", "3 steps". */
export function counted(count, word) { return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`; }

/** The tokens of a JSON pointer (RFC 6901). */
export function tokens(pointer) {
  return pointer === "" ? [] : pointer.slice(1).split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer of a child. */
export function below(pointer, key) { return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`; }

/** What is at a pointer. */
export function at(value, pointer) {
  return tokens(pointer).reduce((value, token) => value === null || value === undefined ? undefined : value[token], value);
}
