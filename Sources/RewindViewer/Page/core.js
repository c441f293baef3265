// The recording's reader: Rewind's own code, compiled to WebAssembly. The browser inflates what it asks for.

/** The bytes of a block of base64 in the page. */
export function bytesOf(element) {
  const text = element.textContent;
  element.textContent = "";
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = binary.charCodeAt(place);
  return bytes;
}

async function inflate(bytes, method) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(method))).arrayBuffer());
}

/** An entry of the recording's zip, inflated and hashed. */
class Entry {
  constructor(bytes, digest) { Object.assign(this, {bytes, digest}); }

  static async read(file, {offset, compressed, size, isStored}) {
    const content = file.subarray(offset, offset + compressed);
    try {
      const bytes = isStored ? content : await inflate(content, "deflate-raw");
      return bytes.length === size ? new Entry(bytes, new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) : new Entry(null);
    } catch {
      return new Entry(null);
    }
  }
}

/** A question could not be answered; the message is for people. */
export class QuestionError extends Error {}

export class Core {
  #exports;
  #file;
  #entries = new Map();
  #wanted = [];
  #all = [];
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  #turn = Promise.resolve();

  /** Compiles the reader, which came compressed by gzip. */
  static async load(compressed) {
    const core = new Core();
    const memory = () => new Uint8Array(core.#exports.memory.buffer);
    const page = {
      file: (offset, count, place) => memory().set(core.#file.subarray(offset >>> 0, (offset >>> 0) + (count >>> 0)), Number(place)),
      inflated: (offset, compressed, size, isStored, digest) => {
        const entry = core.#entries.get(offset >>> 0);
        if (!entry) {
          core.#wanted.push({offset: offset >>> 0, compressed: compressed >>> 0, size: size >>> 0, isStored: isStored !== 0});
          return -1;
        }
        if (!entry.bytes) return -2;
        memory().set(entry.digest, Number(digest));
        return entry.bytes.length;
      },
      content: (offset, place) => memory().set(core.#entries.get(offset >>> 0).bytes, Number(place)),
      number: (place, count) => Number(core.#decoder.decode(memory().slice(Number(place), Number(place) + Number(count)))),
      random: (place, count) => crypto.getRandomValues(memory().subarray(Number(place), Number(place) + Number(count))),
    };
    const {instance} = await WebAssembly.instantiate(await inflate(compressed, "gzip"), {page});
    core.#exports = instance.exports;
    return core;
  }

  /** Opens the bytes of a recording. */
  async open(file, name) {
    this.#file = file;
    this.#entries.clear();
    const answer = JSON.parse(await this.#answer(name, () => this.#exports.open(BigInt(file.length))));
    if (answer.error) throw new QuestionError(answer.error);
    this.#all = answer.entries;
    return answer;
  }

  /** Asks a question, `{question: "log", from: 1, to: 20}`; returns the rows as `rewind log --json` has them. */
  async ask(question) {
    const answer = JSON.parse(await this.askText(question));
    if (answer.error) throw new QuestionError(answer.error);
    return answer;
  }

  /** The same as the text that the reader wrote. */
  async askText(question) { return this.#answer(JSON.stringify(question), () => this.#exports.ask()); }

  /** One question at a time; asked again once what it needs is inflated. One that needs several segments probably needs them all. */
  #answer(text, call) {
    const answer = this.#turn.then(async () => {
      for (let times = 1; ; times++) {
        const bytes = this.#encoder.encode(text);
        const place = Number(this.#exports.space(BigInt(bytes.length)));
        new Uint8Array(this.#exports.memory.buffer).set(bytes, place);
        this.#wanted = [];
        const count = Number(call());
        if (this.#wanted.length === 0) {
          const start = Number(this.#exports.answer());
          return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, start, count));
        }
        await Promise.all((times < 4 ? this.#wanted : this.#all).map((entry) => this.#inflate(entry)));
      }
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #inflate(entry) {
    if (!this.#entries.has(entry.offset)) this.#entries.set(entry.offset, await Entry.read(this.#file, entry));
  }
}
