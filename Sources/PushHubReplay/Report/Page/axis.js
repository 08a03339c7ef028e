// Where a time stands: pieces of even scale, the quiet ones folded unless opened.

/** @typedef {{ from: number, to: number, x: number, size: number, fold?: number }} Piece */

const widestFold = 68;
const margin = { left: 12, right: 30 };
/** @type {Set<number>} */
const opened = new Set();

class Axis {
  /**
   * @param {number} scale How many pixels a second has, in what is not folded.
   * @param {number} foldWidth How many pixels a folded stretch has, if it would have more.
   */
  constructor(scale, foldWidth) {
    this.scale = scale;
    /** @type {Piece[]} */
    this.pieces = [];
    this.width = margin.left;
    let time = 0;
    /** @type {(from: number, to: number, size: number, fold?: number) => void} */
    const add = (from, to, size, fold) => {
      this.pieces.push({ from, to, x: this.width, size, fold });
      this.width += size;
    };
    report.quiet.forEach(([from, to], fold) => {
      const full = (to - from) * scale;
      if (full <= foldWidth * 1.5) return;
      add(time, from, (from - time) * scale);
      add(from, to, opened.has(fold) ? full : foldWidth, fold);
      time = to;
    });
    add(time, end, (end - time) * scale);
    this.width += margin.right;
  }

  /**
   * @param {(piece: Piece) => boolean} isBefore
   * @returns {Piece}
   */
  last(isBefore) {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (isBefore(this.pieces[middle])) low = middle; else high = middle - 1;
    }
    return this.pieces[low];
  }

  /** @param {number} time */
  place(time) {
    const { from, to, x, size } = this.last((piece) => piece.from <= time);
    const part = to > from ? (time - from) / (to - from) : 0;
    return x + Math.min(1, Math.max(0, part)) * size;
  }

  /** @param {number} place */
  time(place) {
    const { from, to, x, size } = this.last((piece) => piece.x <= place);
    const part = size > 0 ? (place - x) / size : 0;
    return from + Math.min(1, Math.max(0, part)) * (to - from);
  }
}

/**
 * The largest scale for which something is no wider than it may be.
 *
 * @type {(isNarrow: (scale: number) => boolean) => number}
 */
const largestScale = (isNarrow) => {
  let low = -30;
  let high = 30;
  for (let step = 0; step < 28; step += 1) {
    const middle = (low + high) / 2;
    if (isNarrow(2 ** middle)) low = middle; else high = middle;
  }
  return 2 ** low;
};

/**
 * How wide the axis is with all quiet stretches folded that can be, but for those opened.
 *
 * @type {(scale: number, foldWidth: number) => number}
 */
const widthAt = (scale, foldWidth) => report.quiet.reduce((width, [from, to], fold) => {
  const full = (to - from) * scale;
  return full <= foldWidth * 1.5 || opened.has(fold) ? width : width - full + foldWidth;
}, margin.left + end * scale + margin.right);
/** @type {(room: number) => { scale: number, foldWidth: number }} */
const fitting = (room) => {
  const foldWidth = Math.min(widestFold, (room / 4) / Math.max(1, report.quiet.length));
  const scale = largestScale((size) => widthAt(size, foldWidth) <= room);
  return { scale: Math.min(scale, 400), foldWidth };
};

/** What is in view: the axis, and from which place on, as reading that from the page is slow. */
const view = {
  axis: new Axis(1, widestFold),
  fit: fitting(1000),
  room: 1000,
  left: 0,
  isFitted: true,
};
const scroller = byId("scroller");
const canvas = byId("canvas");
const labelWidth = () => byId("axis-name").offsetWidth;
const widest = 8e6;
const noteScroll = () => {
  view.left = scroller.scrollLeft;
};
/** @type {(left: number) => void} */
const scrollTo = (left) => {
  scroller.scrollLeft = left;
  noteScroll();
};

/** @type {(scale: number) => Axis} */
const axisOf = (scale) => {
  const { fit } = view;
  const foldWidth = Math.min(widestFold, Math.max(fit.foldWidth, fit.foldWidth * scale / fit.scale));
  return new Axis(scale, foldWidth);
};
/** @type {(scale: number) => number} */
const allowed = (scale) => {
  const unfolded = report.quiet.reduce(
    (sum, [from, to], fold) => opened.has(fold) ? sum : sum - (to - from), end);
  return Math.max(view.fit.scale, Math.min(scale, 2000, widest / Math.max(1, unfolded)));
};

// The ticks, and the folds

const axisTrack = byId("axis-track");
const gapLayer = byId("gaps");
const stepsOfTime = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800,
  3600, 7200, 21600, 86400, 604800, 2592000,
];
/** @type {number | undefined} */
let currentFold;
const narrowestFold = 26;
const tickWidth = 60;

/** @type {(from: number, to: number) => void} */
const drawAxis = (from, to) => {
  const isFocused = axisTrack.contains(document.activeElement);
  /** @type {HTMLElement[]} */
  const parts = [];
  /** @type {HTMLElement[]} */
  const gaps = [];
  let latest = -Infinity;
  for (const [number, piece] of view.axis.pieces.entries()) {
    if (piece.x + piece.size < from || piece.x > to) continue;
    if (piece.fold !== undefined && !opened.has(piece.fold)) {
      if (piece.size >= 2) {
        gaps.push(make("div", { class: "gap", style: `left:${piece.x}px;width:${piece.size}px` }));
      }
      if (piece.size >= narrowestFold) {
        parts.push(foldButton(piece));
        latest = piece.x + piece.size;
      }
      continue;
    }
    if (piece.fold !== undefined) {
      parts.push(foldButton(piece));
      latest = piece.x + widestFold;
    }
    const perPixel = (piece.to - piece.from) / Math.max(0.001, piece.size);
    const step = stepsOfTime.find((size) => size / perPixel >= 84) ?? 2592000;
    const first = Math.max(piece.from, piece.from + (from - piece.x) * perPixel);
    const next = view.axis.pieces[number + 1];
    const free = !next || next.size < narrowestFold ? Infinity : next.x;
    let isTold = false;
    /** @type {(time: number) => void} */
    const add = (time) => {
      const left = view.axis.place(time);
      if (left + tickWidth > Math.min(free, view.axis.width) || left < latest) return;
      latest = left + tickWidth + 8;
      isTold = true;
      parts.push(make("span", { class: "tick", style: `left:${left}px` }, clock(time)));
    };
    for (let count = Math.ceil(first / step); count * step <= piece.to; count += 1) {
      if (view.axis.place(count * step) > to) break;
      add(count * step);
    }
    if (!isTold && Math.ceil(piece.from) < piece.to) add(Math.ceil(piece.from));
  }
  axisTrack.replaceChildren(...parts);
  gapLayer.replaceChildren(...gaps);
  const folds = parts.filter((part) => part.dataset.fold !== undefined);
  if (!folds.some((fold) => Number(fold.dataset.fold) === currentFold)) {
    currentFold = folds[0] && Number(folds[0].dataset.fold);
  }
  for (const fold of folds) {
    fold.tabIndex = Number(fold.dataset.fold) === currentFold ? 0 : -1;
    if (isFocused && fold.tabIndex === 0) fold.focus({ preventScroll: true });
  }
};
/** @type {(piece: Piece) => HTMLElement} */
const foldButton = (piece) => {
  const [from, to] = report.quiet[piece.fold ?? 0];
  const isOpen = opened.has(piece.fold ?? 0);
  const width = Math.min(widestFold, piece.size) - 4;
  return make("button", {
    type: "button", class: "fold", "data-fold": piece.fold, "aria-expanded": isOpen,
    "aria-label": `${isOpen ? "fold " : ""}${duration(to - from)} of quiet from ${clock(from)} to ${clock(to)}`,
    style: `left:${piece.x + 2}px;width:${width}px`,
  }, isOpen ? "fold" : width >= 54 ? duration(to - from).replace(/ min| h/, (unit) => unit[1]) : "…");
};
