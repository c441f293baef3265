import { element } from "./text.js";

const height = 24;
/** No browser draws an element that is much higher: beyond that, a pixel of the scroll bar is more than one of the content. */
const tallest = 8_000_000;

/** A list of any number of rows, of which only those in view exist. */
export class List {
  #box;
  #view;
  #count = 0;
  #first = 0;
  #serial = 0;

  /**
   * @param box the element with `role="listbox"`.
   * @param rows a function `(from, to) => Promise<rows>` of row indices.
   * @param draw a function that fills a row's element.
   * @param choose what a click on a row does.
   */
  constructor(box, {rows, draw, choose}) {
    Object.assign(this, {rows, draw, choose, selected: -1});
    this.#box = box;
    this.#view = element("div", "view");
    box.append(this.#view);
    box.addEventListener("scroll", () => this.#show());
    new ResizeObserver(() => this.#show()).observe(box);
    box.addEventListener("click", (event) => {
      const row = event.target.closest("[data-index]");
      if (row) this.choose(Number(row.dataset.index));
    });
  }

  get visibleRows() { return Math.max(1, Math.floor(this.#box.clientHeight / height)); }
  get #tall() { return Math.min(this.#count * height, tallest); }
  /** How many pixels of content a pixel of the scroll bar is. */
  get #scale() { return Math.max(1, (this.#count * height - this.#box.clientHeight) / Math.max(1, this.#tall - this.#box.clientHeight)); }

  /** Shows so many rows, of which one is selected, or none: -1. */
  show(count, selected) {
    this.#count = count;
    this.selected = selected;
    this.#view.style.height = `${this.#tall}px`;
    this.#show();
  }

  /** Brings the selected row into view. */
  reveal() {
    const top = this.selected * height, bottom = top + height, from = this.#box.scrollTop * this.#scale;
    if (this.selected < 0 || top >= from && bottom <= from + this.#box.clientHeight) return;
    this.#box.scrollTop = (top - this.#box.clientHeight / 2) / this.#scale;
    this.#show();
  }

  async #show() {
    const serial = ++this.#serial;
    const from = Math.min(Math.max(0, Math.floor(this.#box.scrollTop * this.#scale / height) - 4), Math.max(0, this.#count - 1));
    const to = Math.min(this.#count, from + this.visibleRows + 9);
    const rows = await this.rows(from, to);
    if (serial !== this.#serial) return;
    const offset = this.#box.scrollTop - (this.#box.scrollTop * this.#scale - from * height);
    this.#view.replaceChildren(...rows.map((row, place) => {
      const index = from + place;
      const line = element("div", "row");
      line.style.top = `${offset + place * height}px`;
      line.dataset.index = index;
      line.id = `row-${index}`;
      line.setAttribute("role", "option");
      line.setAttribute("aria-posinset", index + 1);
      line.setAttribute("aria-setsize", this.#count);
      line.setAttribute("aria-selected", index === this.selected);
      this.draw(line, row);
      return line;
    }));
    if (this.selected >= from && this.selected < to) this.#box.setAttribute("aria-activedescendant", `row-${this.selected}`);
  }
}
