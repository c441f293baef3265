// JSON whose numbers stay as they are written: a number of JavaScript's has 53 bits and forgets how it was written.

/** A number that JavaScript would write otherwise, as 9007199254740993, 1e+400 or -0. It counts as the nearest that JavaScript has. */
export class ExactNumber extends Number {
  #literal;

  constructor(literal) { super(literal); this.#literal = literal; }

  toString() { return this.#literal; }
}

/** Whether a value has no parts. */
export function isLeaf(value) { return value === null || typeof value !== "object" || value instanceof ExactNumber; }

/** The value of a JSON text. */
export function parse(text) {
  const written = keepNumbers(text), value = JSON.parse(written);
  return written === text ? value : withExactNumbers(value);
}

/** The text with `[1e999,"LITERAL"]` for each number that JavaScript would write otherwise; nothing else in it is infinite then. */
function keepNumbers(text) {
  const number = /[-+.0-9eE]+/y;
  let kept = "", copied = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === 0x22) place = endOfString(text, place);
    else if (code === 0x2d || code >= 0x30 && code <= 0x39) {
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

function withExactNumbers(value) {
  if (isLeaf(value)) return value;
  if (Array.isArray(value) && value[0] === Infinity) return new ExactNumber(value[1]);
  for (const key in value) value[key] = withExactNumbers(value[key]);
  return value;
}
