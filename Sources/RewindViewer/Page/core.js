import { parse } from "./numbers.js";
import { worker } from "./worker.js";

// The recording's reader, as the page sees it: it asks one question after another of a thread that can be stopped.

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

/** A question could not be answered; the message is for people, and the code says whether the recording is to blame. */
export class QuestionError extends Error {
  constructor(message, code) { super(message).code = code; }
}

/** The thread that answers has ended by itself. */
class ReaderFailure extends QuestionError {}

export class Core {
  /** Called with `true` when a question takes longer than people expect, and with `false` when it ends. */
  onWait = () => {};
  #compressed;
  #recording = null;
  #thread = null;
  #pending = null;
  #turn = Promise.resolve();

  /** @param compressed the bytes of the reader. */
  constructor(compressed) { this.#compressed = compressed; }

  /** Opens a recording, a `Blob`. */
  async open(file, name) {
    this.#recording = {file, name};
    const opened = parse(await this.#inTurn(async () => this.#thread ? this.#send(await this.#opening()) : this.#start()));
    if (opened.error) throw new QuestionError(opened.error);
    return opened;
  }

  /** Asks a question, `{question: "list", steps: [1, 20]}`; returns the rows as `rewind log --json` has them.
   * A number that JavaScript can't hold is an object: `String(number)` has all digits. */
  async ask(question) {
    const answer = parse(await this.askText(question));
    if (answer.error) throw new QuestionError(answer.error, answer.code);
    return answer;
  }

  /** The same as the text that the reader wrote. */
  askText(question) { return this.#inThread(JSON.stringify(question)); }

  /** The bytes of a file that was added to the recording, checked against the manifest. */
  async content(file) {
    const {bytes, sha256} = await this.#inThread({entry: file.entry});
    if (sha256 !== file.sha256) throw new QuestionError(`${file.name} is damaged: its bytes are not those that the manifest lists.`);
    return bytes;
  }

  /** Gives up the question that is being answered; the next one starts a new thread. */
  stop() { this.#end(new QuestionError("Stopped.")); }

  #inThread(message) {
    return this.#inTurn(async () => {
      if (!this.#thread) await this.#start();
      return this.#send(message);
    });
  }

  /** Runs a task after those before it. Once more, of a new thread, where the reader failed: WebKit's compiled code does now and then. */
  #inTurn(task) {
    const answer = this.#turn.then(task).catch((error) => {
      if (error instanceof ReaderFailure) return task();
      throw error;
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /** What opens the recording: its bytes, as WebKit's thread of a page that is a file can't read a `Blob`. */
  async #opening() { return {file: await this.#recording.file.arrayBuffer(), name: this.#recording.name}; }

  async #start() {
    const opening = await this.#opening();
    const address = URL.createObjectURL(new Blob([`(${worker})()`], {type: "text/javascript"}));
    this.#thread = new Worker(address);
    URL.revokeObjectURL(address);
    this.#thread.onmessage = ({data: {answer, failure}}) => failure === undefined ? this.#settle().resolve(answer) : this.#fail(failure);
    this.#thread.onerror = (event) => this.#fail(event.message);
    return this.#send({core: this.#compressed, ...opening});
  }

  #send(message) {
    return new Promise((resolve, reject) => {
      this.#pending = {resolve, reject, timer: setTimeout(() => this.onWait(true), 700)};
      this.#thread.postMessage(message, message.file ? [message.file] : []);
    });
  }

  #settle() {
    const pending = this.#pending;
    this.#pending = null;
    clearTimeout(pending?.timer);
    this.onWait(false);
    return pending;
  }

  #end(error) {
    this.#thread?.terminate();
    this.#thread = null;
    this.#settle()?.reject(error);
  }

  #fail(words) {
    this.#end(new ReaderFailure(`The reader failed (${words}). It probably needs more memory than the browser gives.`
      + ` Ask about fewer steps, or cut the recording down: rewind trim ${this.#recording.name} --last 5m`));
  }
}
