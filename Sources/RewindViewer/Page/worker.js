// The thread that reads. It has no page, and the page outlives it: a question that takes too long, or all memory, ends with the thread.

/**
 * The whole script of the thread. A message is a recording to open, `{file, name}` with its bytes, a question as text, or `{entry}`, an entry of the zip
 * whose bytes are wanted. The first has also `core`, the reader: Rewind's own code compiled to WebAssembly, and compressed by gzip. Each is answered with `{answer}` or `{failure}`.
 */
export function worker() {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  /** The entries of the recording's zip that were inflated, by their place in the file. */
  const entries = new Map();
  let exports, file, wanted = [], all = [];
  const memory = (place, count) => new Uint8Array(exports.memory.buffer, Number(place) >>> 0, Number(count));

  /** Inflates the parts of a gzip file; `null` if the declared size is wrong. */
  async function inflate(parts, size) {
    const inflated = new Uint8Array(size), {readable, writable} = new DecompressionStream("gzip");
    const writer = writable.getWriter(), reader = readable.getReader();
    for (const part of parts) writer.write(part).catch(() => {});
    writer.close().catch(() => {});
    let count = 0;
    for (let next; !(next = await reader.read()).done; count += next.value.length) {
      if (count + next.value.length > size) {
        reader.cancel().catch(() => {});
        return null;
      }
      inflated.set(next.value, count);
    }
    return count === size ? inflated : null;
  }

  /** Deflated bytes as the parts of a gzip file: "deflate-raw" came later to browsers than "gzip". */
  function gzip(bytes, crc, size) {
    return [Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255), bytes, new Uint8Array(Uint32Array.of(crc, size).buffer)];
  }

  /** The SHA-256 of bytes. A page that another host served over plain http has no `crypto.subtle`, and counts itself. */
  async function digest(bytes) { return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256(bytes); }

  /** FIPS 180-4, whose constants are the fractions of roots of the first primes. */
  function sha256(bytes) {
    const primes = [];
    for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
    const fractions = (root) => primes.map((prime) => prime ** (1 / root) % 1 * 2 ** 32 | 0);
    const hash = Int32Array.from(fractions(2).slice(0, 8)), constants = Int32Array.from(fractions(3)), words = new Int32Array(64);
    const turn = (word, count) => word >>> count | word << 32 - count;
    const hashBlock = (view, start) => {
      let [a, b, c, d, e, f, g, h] = hash;
      for (let place = 0; place < 64; place++) {
        if (place < 16) words[place] = view.getInt32(start + place * 4);
        else {
          const w2 = words[place - 2], w15 = words[place - 15];
          words[place] = words[place - 16] + words[place - 7] + (turn(w15, 7) ^ turn(w15, 18) ^ w15 >>> 3) + (turn(w2, 17) ^ turn(w2, 19) ^ w2 >>> 10);
        }
        const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + constants[place] + words[place] | 0;
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, place) => { hash[place] += word; });
    };
    const whole = bytes.length - bytes.length % 64, view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let start = 0; start < whole; start += 64) hashBlock(view, start);
    // The rest, a bit that is set, and how many bits there were at the end of a block.
    const rest = new Uint8Array(bytes.length - whole < 56 ? 64 : 128), end = new DataView(rest.buffer);
    rest.set(bytes.subarray(whole));
    rest[bytes.length - whole] = 0x80;
    end.setBigUint64(rest.length - 8, BigInt(bytes.length) * 8n);
    for (let start = 0; start < rest.length; start += 64) hashBlock(end, start);
    hash.forEach((word, place) => end.setInt32(place * 4, word));
    return rest.slice(0, 32);
  }

  /** Inflates and hashes an entry; its bytes are `null` if that fails. */
  async function read({offset, compressed, size, isStored, crc}) {
    if (entries.has(offset)) return;
    const content = file.subarray(offset, offset + compressed);
    try {
      const bytes = isStored ? content : await inflate(gzip(content, crc, size), size);
      entries.set(offset, bytes?.length === size ? {bytes, digest: await digest(bytes)} : {bytes: null});
    } catch {
      entries.set(offset, {bytes: null});
    }
  }

  /** What the reader may ask of the browser. */
  const page = {
    file: (offset, count, place) => memory(place, count >>> 0).set(file.subarray(offset >>> 0, (offset >>> 0) + (count >>> 0))),
    inflated: (offset, compressed, size, isStored, crc, digest) => {
      const entry = entries.get(offset >>> 0);
      if (!entry) {
        wanted.push({offset: offset >>> 0, compressed: compressed >>> 0, size: size >>> 0, isStored: isStored !== 0, crc: crc >>> 0});
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
      memory(exports.space(bytes.length), bytes.length).set(bytes);
      wanted = [];
      const count = call() >>> 0;
      if (wanted.length === 0) return decoder.decode(memory(exports.answer(), count));
      await Promise.all((times < 4 ? wanted : all).map(read));
    }
  }

  async function open({core, file: recording, name}) {
    if (core) {
      // A gzip file ends with the size of its content.
      const module = await inflate([core], new DataView(core.buffer).getUint32(core.length - 4, true));
      exports = (await WebAssembly.instantiate(module, {page})).instance.exports;
    }
    file = new Uint8Array(recording);
    entries.clear();
    const answer = await ask(name, () => exports.open(file.length));
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
