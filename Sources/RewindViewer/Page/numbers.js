// JSON whose numbers and order of keys stay as they are written: a number of JavaScript's has 53 bits and forgets how it was written, and an
// object of JavaScript's has keys that are whole numbers first.

/** A number that JavaScript would write otherwise, as 9007199254740993, 1e+400 or -0. It counts as the nearest that JavaScript has. */
export class ExactNumber extends Number {
  #literal;

  constructor(literal) { super(literal); this.#literal = literal; }

  toString() { return this.#literal; }
}

/** Whether a value has no parts. */
export function isLeaf(value) { return value === null || typeof value !== "object" || value instanceof ExactNumber; }

const order = Symbol("order");

/** The keys of an object or the indices of an array, in the order of the text. */
export function keysOf(value) { return value[order] ?? Object.keys(value); }

/** The value of a JSON text. */
export function parse(text) {
  const written = kept(text), value = JSON.parse(written);
  return written === text ? value : restored(value);
}

/** What a key gets in front, while it is parsed, that JavaScript would put elsewhere; and one that has it already. */
const mark = "\u0001", marked = /(?:\d+|\\u0001[^"]*)"\s*:/y;

/**
 * The text with `[1e999,"LITERAL"]` for each number that JavaScript would write otherwise, so that nothing else in it is infinite, and with
 * a mark in front of each key that is a whole number.
 */
function kept(text) {
  const number = /[-+.0-9eE]+/y;
  let kept = "", copied = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === 0x22) {
      marked.lastIndex = place + 1;
      if (marked.test(text)) {
        kept += `${text.slice(copied, place + 1)}\\u0001`;
        copied = place + 1;
      }
      place = endOfString(text, place);
    } else if (code === 0x2d || code >= 0x30 && code <= 0x39) {
      number.lastIndex = place;
      const [literal] = number.exec(text), end = number.lastIndex;
      if (String(Number(literal)) !== literal) {
        kept += `${text.slice(copied, place)}[1e999,"${literal}"]`;
        copied = end;
      }
      place = end - 1;
    }
  }
  return kept + text.slice(copied);
}

/** The place of the quote that ends a string: one with an even number of backslashes before it. */
function endOfString(text, start) {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === "\\") before--;
    if ((end - before) % 2 === 0) return end;
  }
}

function restored(value) {
  if (isLeaf(value)) return value;
  if (Array.isArray(value) && value[0] === Infinity) return new ExactNumber(value[1]);
  const keys = Object.keys(value);
  for (const key of keys) value[key] = restored(value[key]);
  if (Array.isArray(value) || !keys.some((key) => key.startsWith(mark))) return value;
  const names = keys.map((key) => key.startsWith(mark) ? key.slice(1) : key), object = Object.create(null);
  names.forEach((name, place) => { object[name] = value[keys[place]]; });
  Object.defineProperty(object, order, {value: names});
  return object;
}
