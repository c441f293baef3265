import { largestPicture, largestText, pictures } from "./attached.js";
import { clock, element, link, visible } from "./text.js";

// The pictures of the app: a strip of them under the time line, and beside the state the one that holds at the step.

/** Whether a file is a picture that the recorder took, and not one that a person attached. */
export function isTaken(file) { return /(^|\/)picture-[^/]*$/.test(file.name); }

/** Whether a picture is a text: the screen of an app without a window. */
function isScreen(file) { return isTaken(file) && file.type?.startsWith("text/plain") === true; }

/** The pictures of the app among the files, in the order of their steps. */
export function picturesOf(files) {
  return files.filter((file) => file.step !== undefined && file.entry.size > 0
    && (isScreen(file) ? file.entry.size <= largestText : Object.values(pictures).includes(file.type) && file.entry.size <= largestPicture))
    .sort((one, other) => one.step - other.step || (one.t ?? 0) - (other.t ?? 0));
}

/** A picture as an element, which is filled when the picture is read; without words, it is one that a button beside it names. */
function frame(file, core, words) {
  if (isScreen(file)) {
    const box = element("pre");
    if (words) box.tabIndex = 0; else box.setAttribute("aria-hidden", "true");
    file.screen ??= core.content(file).then((bytes) => new TextDecoder().decode(bytes));
    file.screen.then((text) => { box.textContent = visible(text); }, (error) => box.replaceWith(element("p", "problem", error.message)));
    return box;
  }
  const image = element("img");
  image.alt = words;
  file.address ??= core.content(file).then((bytes) => URL.createObjectURL(new Blob([bytes], {type: file.type})));
  file.address.then((address) => { image.src = address; }, (error) => image.replaceWith(element("p", "problem", error.message)));
  image.addEventListener("error", () => image.replaceWith(element("p", "problem", "This is no picture that the browser can show.")));
  return image;
}

/** A picture with the step that it was taken after. */
function figure(file, core) {
  return element("figure", "", frame(file, core, `The app after step ${file.step}`), element("figcaption", "dim", "The app after step ", link(file.step)));
}

/** The last picture of the app, as a list of elements; empty without pictures. */
export function lastPicture(files, core) { return picturesOf(files).slice(-1).map((file) => figure(file, core)); }

export class Film {
  #strip;
  #place;
  #core;
  #choose;
  #pictures = [];
  #current = null;
  #observer;

  /**
   * @param strip where all pictures are, small.
   * @param place where the one is that holds at the step.
   * @param choose called with the step of a picture that is clicked.
   */
  constructor(strip, place, core, choose) {
    [this.#strip, this.#place, this.#core, this.#choose] = [strip, place, core, choose];
    // A long recording has hundreds of pictures: those that come into view are read.
    this.#observer = new IntersectionObserver((entries) => {
      for (const {isIntersecting, target} of entries) {
        if (!isIntersecting) continue;
        this.#observer.unobserve(target);
        const file = this.#pictures[Number(target.dataset.index)];
        if (file) target.prepend(frame(file, this.#core, ""));
      }
    }, {root: strip, rootMargin: "0px 400px"});
  }

  /** How many pictures there are. */
  get count() { return this.#pictures.length; }

  set(files) {
    this.#observer.disconnect();
    [this.#pictures, this.#current] = [picturesOf(files), null];
    this.#strip.hidden = !this.#pictures.length;
    this.#strip.replaceChildren(...this.#pictures.map((file, index) => {
      const time = file.t === undefined ? "" : clock(file.t), button = element("button", "frame", element("span", "dim", `${file.step}`));
      button.type = "button";
      button.dataset.index = index;
      button.setAttribute("aria-label", `Picture of step ${file.step}${time && `, ${time}`}`);
      button.title = `step ${file.step}${time && `, ${time}`}`;
      button.addEventListener("click", () => this.#choose(file.step));
      this.#observer.observe(button);
      return button;
    }));
  }

  /** Shows the picture that holds at a step: the last one up to there. */
  show(step) {
    const index = this.#pictures.findLastIndex((file) => file.step <= step), file = this.#pictures[index];
    if (file === this.#current && file !== undefined) return;
    this.#current = file;
    [...this.#strip.children].forEach((button, place) => {
      if (place === index) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
    });
    if (!file) return this.#place.replaceChildren();
    this.#place.replaceChildren(figure(file, this.#core));
    const button = this.#strip.children[index], left = button.offsetLeft - this.#strip.offsetLeft;
    if (left < this.#strip.scrollLeft || left + button.offsetWidth > this.#strip.scrollLeft + this.#strip.clientWidth) {
      this.#strip.scrollLeft = left - (this.#strip.clientWidth - button.offsetWidth) / 2;
    }
  }
}
