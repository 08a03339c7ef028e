// The lanes

const canvas = byId("canvas");
const scroller = byId("scroller");
const gapLayer = make("div", { class: "gaps", "aria-hidden": "true" });
const axis = make("div", { class: "axis", role: "group", "aria-label": "Quiet stretches" },
  make("div", { class: "name", "aria-hidden": "true" }, "Time"));
const axisTrack = make("div", { class: "track" });
axis.append(axisTrack);
canvas.append(gapLayer, axis);
const elements = new Array(marks.length);
const things = new Array(marks.length);

const element = (index) => {
  if (elements[index]) return elements[index];
  const mark = marks[index];
  const name = mark.record !== undefined ? "mark record" : "mark";
  const button = make("button", {
    type: "button",
    class: mark.problem ? name + " alarm" : name,
    tabindex: lane.get(mark.lane).current === index ? "0" : "-1",
    "data-mark": index,
    "data-kind": mark.kind,
    "aria-label": spoken(index),
  }, make("i", {}, mark.glyph));
  if (mark.until !== undefined) {
    button.classList.add("long");
    button.append(make("span", {}, mark.label ?? mark.kind));
  }
  elements[index] = button;
  return button;
};

for (const item of lane.values()) {
  const title = make("h3", { class: "name", id: "lane-" + item.number }, item.title,
    make("small", {}, item.marks.length === 0 ? "nothing" : plural(item.marks.length, "mark")));
  item.track = make("div", { class: "track" });
  item.steps = draw("svg", { class: "steps", width: 1, height: 1, "aria-hidden": "true" });
  item.element = make("div", {
    class: "lane", role: "group", "data-lane": item.id, "aria-labelledby": "lane-" + item.number,
    style: `--hue: var(--hue-${item.hue})`,
  }, title, make("div", { class: "steps-layer" }, item.steps), item.track);
  item.current = item.marks[0];
  item.things = item.bars.map((bar) => ({
    at: bar.from,
    until: bar.until,
    element: make("div", { class: "bar", "aria-hidden": "true" }, make("span", {}, bar.label)),
  }));
  for (const index of item.marks) {
    things[index] = { at: marks[index].at, until: marks[index].until, index };
    item.things.push(things[index]);
  }
  item.things.sort((one, other) => one.at - other.at);
  canvas.append(item.element);
}
const linkLayer = draw("svg", { class: "links", "aria-hidden": "true", width: 1, height: 1 });
canvas.insertBefore(linkLayer, axis);

// A long play has more marks than a page can hold quickly: only those about in view are there.

const isSparing = marks.length > 2000;
let axisThings = [];
let gapThings = [];

const populate = (track, all, isWanted) => {
  let cursor = track.firstElementChild;
  for (const thing of all) {
    if (isWanted(thing)) {
      thing.element ??= thing.index === undefined ? thing.build() : element(thing.index);
      if (thing.element === cursor) {
        cursor = cursor.nextElementSibling;
      } else {
        track.insertBefore(thing.element, cursor);
      }
      if (thing.isMoved) {
        settle(thing);
        thing.isMoved = false;
      }
    } else if (thing.element?.parentNode === track) {
      if (thing.element === cursor) cursor = cursor.nextElementSibling;
      thing.element.remove();
    }
  }
};
const settle = (thing) => {
  const { style } = thing.element;
  style.left = thing.left + "px";
  style.top = thing.top + "px";
  if (thing.until !== undefined) {
    style.width = thing.right - thing.left + "px";
    style.setProperty("--true", Math.max(3, thing.size) + "px");
    thing.element.classList.toggle("short", thing.size < 20);
    thing.element.classList.toggle("narrow", thing.size < 44);
  }
};
const render = () => {
  const from = isSparing ? scroller.scrollLeft - 1500 : -Infinity;
  const to = isSparing ? scroller.scrollLeft + scroller.clientWidth + 1500 : Infinity;
  const isNear = (thing) => thing.right >= from && thing.left <= to;
  for (const item of lane.values()) {
    populate(item.track, item.things, (thing) =>
      isNear(thing) || (thing.index !== undefined && thing.index === item.current));
  }
  populate(axisTrack, axisThings, (thing) => isNear(thing) || thing.fold === currentFold);
  populate(gapLayer, gapThings, isNear);
};
let isRendering = false;
if (isSparing) {
  scroller.addEventListener("scroll", () => {
    if (isRendering) return;
    isRendering = true;
    requestAnimationFrame(() => {
      isRendering = false;
      render();
    });
  }, { passive: true });
}

/** Gives everything that would overlap a row of its own, as long as there are rows. */
const pack = (item, top) => {
  const ends = [];
  const row = (left, right) => {
    let found = ends.findIndex((end) => end <= left);
    if (found < 0) found = ends.length < rowLimit ? ends.length : ends.indexOf(Math.min(...ends));
    ends[found] = right + 2;
    return found;
  };
  for (const thing of item.things) {
    const left = place(thing.at);
    const size = thing.until === undefined ? markWidth : place(thing.until) - left;
    const right = left + Math.max(thing.index === undefined ? 3 : markWidth, size);
    const y = top + row(left, right) * rowHeight;
    Object.assign(thing, { left, right, size, top: y, isMoved: true });
  }
  return top + Math.max(1, ends.length) * rowHeight + 3;
};

const drawSteps = (item) => {
  const height = 34;
  const highest = item.values.reduce((most, [, count]) => Math.max(most, count), 1);
  const y = (count) => 4 + (height - 6) * (1 - count / highest);
  let path = `M${place(0)},${y(0)}`;
  item.values.forEach(([time, count]) => {
    path += `H${place(time)}V${y(count)}`;
  });
  path += `H${place(report.end)}`;
  item.steps.replaceChildren(
    draw("path", { class: "area", d: `${path}V${y(0)}Z` }), draw("path", { d: path }));
  return height + 4;
};

const stepsOfTime = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400,
];
let currentFold;

const buildFold = (piece) => {
  const [from, to] = report.quiet[piece.fold];
  const isOpen = opened.has(piece.fold);
  return make("button", {
    type: "button", class: "fold", "data-fold": piece.fold,
    tabindex: piece.fold === currentFold ? "0" : "-1",
    "aria-expanded": isOpen,
    "aria-label": `${duration(to - from)} of quiet from ${clock(from)} to ${clock(to)}`,
    style: `left:${piece.x + 3}px;width:${foldWidth - 6}px`,
  }, isOpen ? "fold" : duration(to - from));
};
const drawAxis = () => {
  axisThings = [];
  gapThings = [];
  const folds = pieces.filter((piece) => piece.fold !== undefined).map((piece) => piece.fold);
  if (!folds.includes(currentFold)) currentFold = folds[0];
  for (const piece of pieces) {
    const { x, fold } = piece;
    if (fold !== undefined) {
      axisThings.push({ left: x, right: x + foldWidth, fold, build: () => buildFold(piece) });
      if (!opened.has(fold)) {
        gapThings.push({
          left: x, right: x + piece.size,
          build: () => make("div", { class: "gap", style: `left:${x}px;width:${piece.size}px` }),
        });
        continue;
      }
    }
    const perPixel = (piece.to - piece.from) / Math.max(1, piece.size);
    const step = stepsOfTime.find((size) => size / perPixel >= 80) ?? 86400;
    for (let count = Math.ceil(piece.from / step); count * step <= piece.to; count += 1) {
      const time = count * step;
      const left = place(time);
      if (x + piece.size - left < 50 || (fold !== undefined && left < x + foldWidth)) continue;
      axisThings.push({
        left, right: left + 80,
        build: () => make("span",
          { class: "tick", "aria-hidden": "true", style: `left:${left}px` }, clock(time)),
      });
    }
  }
  axisTrack.replaceChildren();
  gapLayer.replaceChildren();
};

const labelWidth = () => axis.firstElementChild.offsetWidth;

const layOut = () => {
  arrange();
  canvas.style.width = `calc(var(--label-width) + ${width}px)`;
  axisTrack.style.width = width + "px";
  drawAxis();
  for (const item of lane.values()) {
    const top = item.values.length > 0 ? drawSteps(item) : 4;
    item.height = pack(item, top);
    item.track.style.width = width + "px";
    item.track.style.height = Math.max(item.height, 44) + "px";
  }
  byId("unfold").disabled = !pieces.some((piece) => piece.fold !== undefined);
  render();
  link();
};
