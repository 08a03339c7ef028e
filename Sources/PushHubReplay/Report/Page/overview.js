// The whole recording in one strip, with a window on what is in view.

const overview = byId("overview");
const overviewDrawing = byId("overview-drawing");
const frame = byId("overview-window");
const overviewHeight = 44;
let overviewAxis = new Axis(1, widestFold);

const drawOverview = () => {
  const width = Math.max(100, overview.clientWidth);
  const { scale, foldWidth } = fitting(width);
  overviewAxis = new Axis(scale, foldWidth);
  const columns = Math.ceil(width / 3) + 1;
  const all = new Array(columns).fill(0);
  const wrong = new Array(columns).fill(0);
  const different = new Array(columns).fill(0);
  marks.forEach((mark, index) => {
    const column = Math.floor(overviewAxis.place(mark.at) / 3);
    all[column] += 1;
    if (mark.problem) wrong[column] += 1;
    if (mark.differs) different[column] += 1;
    if (page.wanted && !page.wanted.has(index)) all[column] -= 0.7;
  });
  const most = Math.max(1, ...all);
  /** @type {(counts: number[], atLeast: number) => string} */
  const bars = (counts, atLeast) => counts.map((count, column) => {
    if (count <= 0) return "";
    const height = Math.max(atLeast, (overviewHeight - 8) * Math.log1p(count) / Math.log1p(most));
    return `M${column * 3},${overviewHeight}v${-height}h2v${height}z`;
  }).join("");
  const folded = overviewAxis.pieces.filter((piece) => piece.fold !== undefined && piece.size > 1)
    .map((piece) => `M${piece.x},0h${piece.size}v${overviewHeight}h${-piece.size}z`).join("");
  const svg = draw("svg", { width, height: overviewHeight, "aria-hidden": "true" });
  svg.append(draw("path", { class: "quiet", d: folded }), draw("path", { class: "all", d: bars(all, 3) }),
    draw("path", { class: "different", d: bars(different, 7) }), draw("path", { class: "wrong", d: bars(wrong, 9) }));
  overviewDrawing.replaceChildren(svg);
  drawWindow();
};

const drawWindow = () => {
  turnCursor();
  const from = view.axis.time(view.left);
  const to = view.axis.time(view.left + view.room);
  const left = from <= 0 ? 0 : overviewAxis.place(from);
  const right = to >= end ? overview.clientWidth : overviewAxis.place(to);
  frame.style.left = left + "px";
  frame.style.width = Math.max(6, right - left) + "px";
  overview.setAttribute("aria-valuenow", String(Math.round(100 * from / Math.max(0.001, end))));
  overview.setAttribute("aria-valuetext", `${clock(from)} to ${clock(to)} of ${clock(end)}`);
};

/** @type {(time: number) => void} */
const centre = (time) => {
  scrollTo(view.axis.place(time) - view.room / 2);
  render(false);
  drawWindow();
};

overview.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  event.preventDefault();
  overview.focus({ preventScroll: true });
  const left = overview.getBoundingClientRect().left;
  /** @type {(moved: PointerEvent) => number} */
  const timeAt = (moved) => overviewAxis.time(moved.clientX - left);
  const handle = event.target instanceof HTMLElement ? event.target.dataset.edge : undefined;
  const from = view.axis.time(view.left);
  const to = view.axis.time(view.left + view.room);
  const isInside = event.target instanceof Node && frame.contains(event.target);
  if (!handle && (!isInside || view.isFitted)) centre(timeAt(event));
  const grip = overviewAxis.place(view.axis.time(view.left + view.room / 2)) - (event.clientX - left);
  /** @type {(moved: PointerEvent) => void} */
  const move = (moved) => {
    const time = timeAt(moved);
    if (handle === "from") return showRange(Math.min(time, to), to);
    if (handle === "to") return showRange(from, Math.max(time, from));
    centre(overviewAxis.time(moved.clientX - left + grip));
  };
  const stop = () => {
    overview.removeEventListener("pointermove", move);
    overview.removeEventListener("pointerup", stop);
    overview.removeEventListener("pointercancel", stop);
  };
  overview.setPointerCapture(event.pointerId);
  overview.addEventListener("pointermove", move);
  overview.addEventListener("pointerup", stop);
  overview.addEventListener("pointercancel", stop);
});
/**
 * Shows a stretch from edge to edge, as far as it can be that large.
 *
 * @type {(from: number, to: number) => void}
 */
const showRange = (from, to) => scaleTo(scaleOf(from, to, view.room), from, 0);
overview.addEventListener("keydown", (event) => {
  const steps = new Map([["ArrowLeft", -0.25], ["ArrowRight", 0.25], ["PageUp", -1], ["PageDown", 1]]);
  const step = steps.get(event.key);
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (step !== undefined) scrollTo(view.left + step * view.room);
  else if (event.key === "Home") scrollTo(0);
  else if (event.key === "End") scrollTo(view.axis.width);
  else return;
  event.preventDefault();
  render(false);
  drawWindow();
});
