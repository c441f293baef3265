// The thread that reads. It has no page, and the page outlives it: a question that takes too long, or all memory, ends with the thread.

/**
 * The whole script of the thread. A message is a recording to open, `{file, name}`, a question as text, or `{entry}`, an entry of the zip
 * whose bytes are wanted. The first has also `core`, the reader: Rewind's own code compiled to WebAssembly, and compressed by gzip. Each is answered with `{answer}` or `{failure}`.
 */
export function worker() {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  /** The entries of the recording's zip that were inflated, by their place in the file. */
  const entries = new Map();
  let exports, file, wanted = [], all = [];
  const memory = (place, count) => new Uint8Array(exports.memory.buffer, Number(place), Number(count));

  /** Inflates bytes; `null` if the declared size is wrong. */
  async function inflate(bytes, size) {
    const inflated = new Uint8Array(size), stream = new DecompressionStream("deflate-raw"), writer = stream.writable.getWriter();
    writer.write(bytes).catch(() => {});
    writer.close().catch(() => {});
    let count = 0;
    for await (const part of stream.readable) {
      if (count + part.length > size) return null;
      inflated.set(part, count);
      count += part.length;
    }
    return count === size ? inflated : null;
  }

  /** Inflates and hashes an entry; its bytes are `null` if that fails. */
  async function read({offset, compressed, size, isStored}) {
    if (entries.has(offset)) return;
    const content = file.subarray(offset, offset + compressed);
    try {
      const bytes = isStored ? content : await inflate(content, size);
      entries.set(offset, bytes?.length === size ? {bytes, digest: new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))} : {bytes: null});
    } catch {
      entries.set(offset, {bytes: null});
    }
  }

  /** What the reader may ask of the browser. */
  const page = {
    file: (offset, count, place) => memory(place, count >>> 0).set(file.subarray(offset >>> 0, (offset >>> 0) + (count >>> 0))),
    inflated: (offset, compressed, size, isStored, digest) => {
      const entry = entries.get(offset >>> 0);
      if (!entry) {
        wanted.push({offset: offset >>> 0, compressed: compressed >>> 0, size: size >>> 0, isStored: isStored !== 0});
        return -1;
      }
      if (!entry.bytes) return -2;
      memory(digest, 32).set(entry.digest);
      return entry.bytes.length;
    },
    content: (offset, place) => {
      const {bytes} = entries.get(offset >>> 0);
      memory(place, bytes.length).set(bytes);
    },
    number: (place, count) => Number(decoder.decode(memory(place, count).slice())),
    random: (place, count) => crypto.getRandomValues(memory(place, count)),
  };

  /** Asked again once what it needs is inflated. A question that needs several segments probably needs them all. */
  async function ask(text, call) {
    for (let times = 1; ; times++) {
      const bytes = encoder.encode(text);
      memory(exports.space(BigInt(bytes.length)), bytes.length).set(bytes);
      wanted = [];
      const count = Number(call());
      if (wanted.length === 0) return decoder.decode(memory(exports.answer(), count));
      await Promise.all((times < 4 ? wanted : all).map(read));
    }
  }

  async function open({core, file: recording, name}) {
    if (core) {
      const module = new Blob([core]).stream().pipeThrough(new DecompressionStream("gzip"));
      exports = (await WebAssembly.instantiate(await new Response(module).arrayBuffer(), {page})).instance.exports;
    }
    file = new Uint8Array(await recording.arrayBuffer());
    entries.clear();
    const answer = await ask(name, () => exports.open(BigInt(file.length)));
    all = JSON.parse(answer).entries ?? [];
    return answer;
  }

  async function content(entry) {
    await read(entry);
    const {bytes, digest} = entries.get(entry.offset);
    entries.delete(entry.offset);
    return {bytes, sha256: bytes && Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")};
  }

  onmessage = async ({data}) => {
    try {
      postMessage({answer: typeof data === "string" ? await ask(data, () => exports.ask()) : data.entry ? await content(data.entry) : await open(data)});
    } catch (error) {
      postMessage({failure: String(error)});
    }
  };
}
