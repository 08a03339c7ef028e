// The lanes: what of them has room, row by row, and of that what is in view.

const markSize = 24;
const cellWidth = 28;
const rowHeight = 27;
const stepsHeight = 38;
/** @type {(Thing | undefined)[]} */
const where = new Array(marks.length);

/**
 * Gives everything in a lane a row of its own where it would overlap. Marks too close for that are
 * one thing with a number; so a lane is no higher in its worst minute than in others.
 *
 * @param {Lane} lane
 */
const layOutLane = (lane) => {
  const { axis } = view;
  const rowsOfLongs = lane.isExclusive ? 1 : 3;
  const ends = new Array(rowsOfLongs + 1).fill(-Infinity);
  lane.points = [];
  lane.longs = [];
  let rows = 1;
  /** @type {(thing: Thing, row: number) => void} */
  const put = (thing, row) => {
    thing.row = row;
    ends[row] = thing.right + 2;
    rows = Math.max(rows, row + 1);
    (thing.isLong ? lane.longs : lane.points).push(thing);
    for (const index of thing.marks) where[index] = thing;
  };
  /** @type {(left: number) => number} */
  const freeRow = (left) => {
    const row = ends.findIndex((last) => last <= left);
    return row < 0 ? ends.indexOf(Math.min(...ends)) : row;
  };
  /** @type {(indices: number[], left: number) => Thing} */
  const putPoint = (indices, left) => {
    const row = freeRow(left);
    const start = Math.max(left, ends[row]);
    const thing = {
      lane, marks: indices, left: start, right: start + markSize, row, isLong: false, trueLeft: left,
    };
    put(thing, row);
    return thing;
  };
  /** @type {(thing: Thing) => boolean} */
  const putLong = (thing) => {
    const among = ends.slice(0, rowsOfLongs);
    let row = among.findIndex((last) => last <= thing.left);
    if (row < 0) {
      row = among.findIndex((last) => last <= thing.left + cellWidth && thing.right - last >= markSize);
      if (row < 0) return false;
      thing.left = ends[row];
    }
    put(thing, row);
    return true;
  };
  let cell = -Infinity;
  /** @type {{ index: number, left: number }[]} */
  let points = [];
  /** @type {Thing[]} */
  let longs = [];
  const putCell = () => {
    /** @type {Thing | undefined} */
    let cluster;
    const trial = [...ends];
    const fits = points.every(({ left }) => {
      const row = trial.findIndex((last) => last <= left);
      if (row >= 0) trial[row] = left + markSize + 2;
      return row >= 0;
    });
    if (fits) {
      for (const { index, left } of points) putPoint([index], left);
    } else {
      cluster = putPoint(points.map(({ index }) => index), margin.left + cell * cellWidth);
    }
    for (const long of longs) {
      if (putLong(long) || long.bar) continue;
      if (cluster) {
        cluster.marks.push(...long.marks);
        for (const index of long.marks) where[index] = cluster;
      } else {
        cluster = putPoint(long.marks, long.trueLeft);
      }
    }
    points = [];
    longs = [];
  };
  let nextBar = 0;
  /** @type {(from: number, until: number | undefined, indices: number[], bar?: Bar) => void} */
  const take = (from, until, indices, bar) => {
    const left = axis.place(from);
    const right = until === undefined ? left : axis.place(until);
    const next = Math.floor((left - margin.left) / cellWidth);
    if (next !== cell) {
      putCell();
      cell = next;
    }
    if (right - left >= markSize) {
      longs.push({ lane, marks: indices, bar, left, right, row: 0, isLong: true, trueLeft: left });
    } else if (!bar) {
      points.push({ index: indices[0], left });
    }
  };
  for (const index of lane.marks) {
    const { at, until } = marks[index];
    for (; nextBar < lane.bars.length && lane.bars[nextBar].from <= at; nextBar += 1) {
      take(lane.bars[nextBar].from, lane.bars[nextBar].until, [], lane.bars[nextBar]);
    }
    take(at, until, [index]);
  }
  for (const bar of lane.bars.slice(nextBar)) take(bar.from, bar.until, [], bar);
  putCell();
  for (const thing of lane.points) {
    if (thing.marks.length > 1) thing.marks.sort((one, other) => one - other);
  }
  lane.points.sort((one, other) => one.left - other.left);
  lane.height = (lane.values.length > 0 ? stepsHeight : 4) + rows * rowHeight + 3;
};

// Elements

/**
 * Which of its marks something shows: the chosen one, or else one that went wrong.
 *
 * @type {(thing: Thing) => number}
 */
const faceOf = (thing) => {
  if (page.chosen !== undefined && thing.marks.includes(page.chosen)) return page.chosen;
  return thing.marks.find((index) => marks[index].problem || marks[index].differs) ?? thing.marks[0];
};
/** @type {(thing: Thing) => boolean} */
const isWanted = (thing) => thing.marks.some((index) => page.wanted?.has(index));

/** @type {(thing: Thing) => void} */
const dress = (thing) => {
  const { element } = thing;
  if (!element || thing.bar) return;
  const face = faceOf(thing);
  const mark = marks[face];
  const count = thing.marks.length;
  const isRecord = mark.from === undefined;
  element.className = "mark" + (isRecord ? " record" : "") + (thing.isLong ? " long" : "")
    + (count > 1 ? " many" : "") + (thing.marks.some((index) => marks[index].problem) ? " alarm" : "")
    + (thing.marks.some((index) => marks[index].differs) ? " differs" : "")
    + (page.wanted && !isWanted(thing) ? " faint" : "");
  element.dataset.mark = String(face);
  element.dataset.kind = mark.kind;
  const among = count > 1
    ? ` One of ${plural(count, "thing")} here, until ${clock(marks[thing.marks[count - 1]].at)}.` : "";
  element.setAttribute("aria-label", spoken(face) + among);
  element.tabIndex = thing === currentThing(thing.lane) ? 0 : -1;
  if (thing.isLong) {
    element.replaceChildren(make("i", {}, mark.glyph), make("span", {}, mark.label ?? mark.kind));
  } else if (count > 1) {
    const strength = Math.min(1, 0.25 + Math.log2(count) / 10);
    element.replaceChildren(
      make("i", { style: `--strength:${strength.toFixed(2)}` }, count > 999 ? "…" : String(count)));
  } else {
    element.replaceChildren(make("i", {}, shortened(mark.glyph, 3)));
  }
};
/** @type {(lane: Lane) => Thing | undefined} */
const currentThing = (lane) => lane.current === undefined ? undefined : where[lane.current];
/** @type {(thing: Thing) => HTMLElement} */
const elementOf = (thing) => {
  if (thing.element) return thing.element;
  const style = `left:${thing.left}px;top:${thing.row * rowHeight}px`
    + (thing.isLong ? `;width:${thing.right - thing.left}px` : "");
  if (thing.bar) {
    const text = make("span", {}, thing.bar.label);
    thing.element = make("div", { class: "bar", "aria-hidden": "true", style }, text);
  } else {
    thing.element = make("button", { type: "button", style });
    dress(thing);
  }
  return thing.element;
};

for (const [number, lane] of lanes.entries()) {
  const count = lane.marks.length === 0 ? "nothing" : plural(lane.marks.length, "mark");
  const title = make("h3", { class: "name", id: "lane-" + number }, make("span", {}, lane.title),
    make("small", {}, isComparison ? `${letters[lane.recording]} · ${count}` : count));
  lane.track = make("div", { class: "track" });
  lane.steps = draw("svg", { class: "steps", width: 1, height: 1, "aria-hidden": "true" });
  lane.element = make("div", {
    class: "lane", role: "group", "data-lane": lane.id, "data-recording": letters[lane.recording],
    "aria-labelledby": "lane-" + number, style: `--hue: var(--hue-${lane.hue})`,
  }, title, make("div", { class: "steps-layer" }, lane.steps), lane.track);
  canvas.append(lane.element);
}
const linkLayer = draw("svg", { class: "links", "aria-hidden": "true", width: 1, height: 1 });
const cursorLine = make("div", { class: "cursor", "aria-hidden": "true" }, make("span", {}));
const selection = make("div", { class: "selection", "aria-hidden": "true", hidden: "" });
canvas.append(linkLayer, cursorLine, selection);

// What is in view

const overscan = 300;
let drawnFrom = 0;
let drawnTo = 0;

/**
 * The things of a lane that stand between two places.
 *
 * @type {(lane: Lane, from: number, to: number) => Thing[]}
 */
const between = (lane, from, to) => {
  const { points } = lane;
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].right < from) low = middle + 1; else high = middle;
  }
  const found = lane.longs.filter((thing) => thing.right >= from && thing.left <= to);
  for (; low < points.length && points[low].left <= to; low += 1) found.push(points[low]);
  const current = currentThing(lane);
  if (current && !found.includes(current)) found.push(current);
  return found.sort((one, other) => one.left - other.left);
};
/** @type {(lane: Lane, things: Thing[]) => void} */
const populate = (lane, things) => {
  const wanted = new Set(things);
  for (const thing of lane.drawn) {
    if (!wanted.has(thing)) thing.element?.remove();
  }
  let next = lane.track.firstElementChild;
  for (const thing of things) {
    const element = elementOf(thing);
    if (element === next) next = next.nextElementSibling; else lane.track.insertBefore(element, next);
  }
  lane.drawn = things;
};
/** @type {(lane: Lane, from: number, to: number) => void} */
const drawSteps = (lane, from, to) => {
  if (lane.values.length === 0) return;
  const { axis } = view;
  const height = stepsHeight - 4;
  /** @type {(count: number) => number} */
  const y = (count) => 4 + (height - 6) * (1 - count / lane.highest);
  const beyond = lane.values.findIndex(([time]) => time >= axis.time(from));
  const first = Math.max(0, (beyond < 0 ? lane.values.length : beyond) - 1);
  const start = first === 0 ? axis.place(0) : axis.place(lane.values[first][0]);
  let path = `M${start},${y(first === 0 ? 0 : lane.values[first][1])}`;
  for (const [time, count] of lane.values.slice(first)) {
    const place = axis.place(time);
    path += `H${place}V${y(count)}`;
    if (place > to) break;
  }
  path += `H${Math.min(axis.place(end), to)}`;
  lane.steps.replaceChildren(
    draw("path", { class: "area", d: `${path}V${y(0)}H${start}Z` }), draw("path", { d: path }));
};

/**
 * Draws what is in view and somewhat beyond, unless it is drawn already.
 *
 * @type {(isForced?: boolean) => void}
 */
const render = (isForced = true) => {
  const left = view.left;
  const right = left + view.room;
  if (!isForced && left - overscan / 2 >= drawnFrom && right + overscan / 2 <= drawnTo) return;
  drawnFrom = left - overscan;
  drawnTo = right + overscan;
  for (const lane of lanes) {
    if (!lane.isShown) continue;
    populate(lane, between(lane, drawnFrom, drawnTo));
    drawSteps(lane, drawnFrom, drawnTo);
  }
  drawAxis(drawnFrom, drawnTo);
};

const cursorLabelWidth = 90;
let cursorPlace = 0;
const placeCursor = () => {
  cursorPlace = view.axis.place(page.cursor);
  cursorLine.style.left = `calc(var(--label-width) + ${cursorPlace}px)`;
  cursorLine.firstElementChild?.replaceChildren(clock(page.cursor));
  turnCursor();
};
/** The cursor's label stands on that side of it which is in view. */
const turnCursor = () => {
  cursorLine.classList.toggle("late", cursorPlace - view.left > view.room - cursorLabelWidth);
};

/** @type {() => void} */
const layOut = () => {
  const { width } = view.axis;
  canvas.style.width = `calc(var(--label-width) + ${width}px)`;
  axisTrack.style.width = width + "px";
  for (const lane of lanes) {
    lane.element.hidden = !lane.isShown;
    layOutLane(lane);
    lane.drawn = [];
    lane.track.replaceChildren();
    lane.track.style.width = width + "px";
    lane.track.style.top = (lane.values.length > 0 ? stepsHeight : 4) + "px";
    lane.element.style.minHeight = Math.max(lane.height, 46) + "px";
  }
  placeCursor();
};
/**
 * Everything anew at a scale, with a time at a place of what is in view.
 *
 * @type {(scale: number, time: number, at: number) => void}
 */
const scaleTo = (scale, time, at) => {
  const hadFocus = document.activeElement instanceof HTMLElement
    && document.activeElement.dataset.mark !== undefined;
  view.axis = axisOf(allowed(scale));
  view.isFitted = view.axis.scale <= view.fit.scale;
  layOut();
  scrollTo(view.axis.place(time) - at);
  render();
  linkChosen();
  drawWindow();
  if (hadFocus && page.chosen !== undefined) where[page.chosen]?.element?.focus({ preventScroll: true });
};
/** Makes the whole recording fit into the view. */
const fitAll = () => {
  view.room = Math.max(120, scroller.clientWidth - labelWidth());
  view.fit = fitting(view.room);
  scaleTo(view.fit.scale, 0, 0);
};
/**
 * The largest scale at which a stretch of time has room.
 *
 * @type {(from: number, to: number, room: number) => number}
 */
const scaleOf = (from, to, room) => largestScale((size) => {
  const axis = axisOf(allowed(size));
  return size <= 2000 && axis.place(to) - axis.place(from) <= room;
});
/**
 * Makes a stretch of time fit into the view.
 *
 * @type {(from: number, to: number) => void}
 */
const fitRange = (from, to) => {
  scaleTo(scaleOf(from, to, view.room - 80), (from + to) / 2, view.room / 2);
  scrollTo((view.axis.place(from) + view.axis.place(to)) / 2 - view.room / 2);
  render();
  drawWindow();
};
/** @type {(factor: number, at?: number) => void} */
const zoom = (factor, at) => {
  let place = at;
  if (place === undefined && page.chosen !== undefined) {
    const chosen = view.axis.place(marks[page.chosen].at) - view.left;
    if (chosen >= 0 && chosen <= view.room) place = chosen;
  }
  place ??= view.room / 2;
  const isAgain = anchor && anchor.place === place && anchor.left === view.left;
  const time = isAgain && anchor ? anchor.time : view.axis.time(view.left + place);
  scaleTo(view.axis.scale * factor, time, place);
  anchor = { place, time, left: view.left };
};
/**
 * What was held in its place last: held once more, the fractions of a pixel must not add up.
 *
 * @type {{ place: number, time: number, left: number } | undefined}
 */
let anchor;
/**
 * Scrolls as far as a place needs to be in view.
 *
 * @type {(left: number, right?: number) => void}
 */
const reveal = (left, right = left + markSize) => {
  const from = view.left;
  if (left < from + 20 || Math.min(right, left + 60) > from + view.room - 20) {
    scrollTo(left - view.room / 2);
    render(false);
    drawWindow();
  }
};
