// The time line: how many actions there were when, or how large the state was, the marks, the crash, the effects, and the step that is shown.

/** How many effects are drawn one above the other, and how high each is. */
const laneCount = 8, laneHeight = 6;

export class Chart {
  #canvas;
  #bins = [];
  #range = [0, 1];
  #marks = [];
  #end = null;
  #now = null;
  #cause = null;
  #sizes = null;
  #effects = [];

  constructor(canvas, choose) {
    this.#canvas = canvas;
    const point = (event) => {
      const box = canvas.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientX - box.left - 8) / (box.width - 16)));
      choose(this.#range[0] + share * (this.#range[1] - this.#range[0]));
    };
    canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); point(event); });
    canvas.addEventListener("pointermove", (event) => { if (event.buttons) point(event); });
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /**
   * @param spans `[from, to, count]`: actions between two times.
   * @param marks `[time, name]`.
   * @param end the time of a crash.
   * @param effects the effects, as `effectsOf` has them: bars above the rest, for which the canvas grows.
   */
  set(spans, marks, end, effects = []) {
    const times = [...spans.flatMap(([from, to]) => [from, to]), ...effects.flatMap(({from, to}) => to === null ? [from] : [from, to])];
    this.#range = times.length ? [Math.min(...times), Math.max(...times, end ?? 0)] : [0, 1];
    if (this.#range[0] === this.#range[1]) this.#range[1]++;
    [this.#bins, this.#sizes] = [spans, null];
    this.#marks = marks;
    this.#end = end;
    this.#effects = inLanes(effects);
    this.#canvas.style.setProperty("--effects", `${this.#top}px`);
    this.draw();
  }

  /** How much of the canvas the effects take. */
  get #top() { return this.#effects.reduce((most, {lane}) => Math.max(most, lane + 1), 0) * laneHeight; }

  /** @param sizes `[time, bytes]`: shown instead of the actions. */
  setSizes(sizes) {
    this.#sizes = sizes;
    this.draw();
  }

  /** Shows a step's time, and its cause's time, if it has one. */
  show(time, cause) {
    [this.#now, this.#cause] = [time, cause];
    this.draw();
  }

  draw() {
    const canvas = this.#canvas, scale = devicePixelRatio, width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    [canvas.width, canvas.height] = [width * scale, height * scale];
    const paint = canvas.getContext("2d"), style = getComputedStyle(canvas);
    paint.scale(scale, scale);
    const [from, to] = this.#range, top = this.#top, high = height - top, x = (time) => (time - from) / (to - from) * (width - 16) + 8;
    paint.fillStyle = style.getPropertyValue("--bar");
    if (this.#sizes) {
      const most = Math.max(...this.#sizes.map(([, bytes]) => bytes), 1);
      paint.beginPath();
      paint.moveTo(x(from), height);
      for (const [time, bytes] of this.#sizes) paint.lineTo(x(time), height - bytes / most * (high - 16));
      paint.lineTo(x(this.#sizes.at(-1)[0]), height);
      paint.fill();
    } else {
      this.#bars(paint, x, width, height, high);
    }
    for (const {from, to, ending, lane} of this.#effects) {
      const left = x(from), wide = Math.max(2, (to === null ? width : x(to)) - left), upper = lane * laneHeight;
      paint.fillStyle = paint.strokeStyle = style.getPropertyValue(ending === "failed" ? "--alarm" : "--effect");
      // A cancelled one is hollow: colours alone say nothing to some.
      if (ending === "cancelled") paint.strokeRect(left + .5, upper + .5, wide - 1, laneHeight - 3);
      else paint.fillRect(left, upper, wide, laneHeight - 2);
    }
    paint.fillStyle = style.getPropertyValue("--mark");
    for (const [time] of this.#marks) paint.fillRect(x(time) - 1, 0, 2, height);
    if (this.#end !== null) {
      paint.fillStyle = style.getPropertyValue("--alarm");
      paint.fillRect(x(this.#end) + 2, 0, 3, height);
    }
    if (this.#cause !== null) {
      paint.fillStyle = style.getPropertyValue("--link");
      for (let y = 0; y < height; y += 6) paint.fillRect(x(this.#cause) - 1, y, 2, 3);
    }
    if (this.#now !== null) {
      paint.fillStyle = style.getPropertyValue("--now");
      paint.fillRect(x(this.#now) - 1, 0, 2, height);
      paint.beginPath();
      paint.arc(x(this.#now), top + 7, 6, 0, 7);
      paint.fill();
    }
  }

  #bars(paint, x, width, height, high) {
    const columns = new Float64Array(Math.ceil(width / 3));
    const column = (time) => Math.min(columns.length - 1, Math.max(0, Math.floor(x(time) / 3)));
    for (const [start, end, count] of this.#bins) {
      const [first, last] = [column(start), column(end)];
      for (let place = first; place <= last; place++) columns[place] += count / (last - first + 1);
    }
    const most = Math.max(...columns, 1);
    columns.forEach((count, place) => {
      if (count) {
        const bar = Math.max(2, Math.sqrt(count / most) * (high - 16));
        paint.fillRect(place * 3, height - bar, 2, bar);
      }
    });
  }
}

/** The effects, each with the first lane that is free when it begins; those that find none are in the last one. */
function inLanes(effects) {
  const free = [];
  return [...effects].sort((one, other) => one.from - other.from).map((effect) => {
    let lane = free.findIndex((time) => time <= effect.from);
    if (lane < 0) lane = Math.min(free.length, laneCount - 1);
    free[lane] = Math.max(free[lane] ?? 0, effect.to ?? Infinity);
    return {...effect, lane};
  });
}
