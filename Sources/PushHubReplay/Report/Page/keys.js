// Keys and pointers

/** @type {(event: Event) => HTMLElement | undefined} */
const targetOf = (event) => event.target instanceof HTMLElement ? event.target : undefined;
/** @type {(event: Event) => number | undefined} */
const markOf = (event) => {
  const element = targetOf(event)?.closest("[data-mark]");
  return element instanceof HTMLElement ? Number(element.dataset.mark) : undefined;
};
/** @type {(lane: Lane, time: number) => number} */
const nearest = (lane, time) => lane.marks.reduce((best, index) =>
  Math.abs(marks[index].at - time) < Math.abs(marks[best].at - time) ? index : best, lane.marks[0]);
/** @type {(index: number, step: number) => number | undefined} */
const across = (index, step) => {
  const all = lanes.filter((lane) => lane.isShown && lane.marks.length > 0);
  const lane = all[all.indexOf(laneOf[index]) + step];
  return lane && nearest(lane, marks[index].at);
};
/** @type {(index: number, step: number) => number | undefined} */
const along = (index, step) => laneOf[index].marks[placeInLane[index] + step];
/** @type {Record<string, (index: number) => number | undefined>} */
const moves = {
  ArrowRight: (index) => along(index, 1),
  ArrowLeft: (index) => along(index, -1),
  ArrowDown: (index) => across(index, 1),
  ArrowUp: (index) => across(index, -1),
  Home: (index) => laneOf[index].marks[0],
  End: (index) => laneOf[index].marks.at(-1),
};

canvas.addEventListener("focusin", (event) => {
  const index = markOf(event);
  if (index === undefined || (page.chosen !== undefined && where[page.chosen]?.marks.includes(index))) return;
  choose(index);
  const thing = where[index];
  if (thing) reveal(thing.left, thing.right);
  // On a phone the details are in front of what is low.
  requestAnimationFrame(() => laneOf[index].element.scrollIntoView({ block: "nearest" }));
});
canvas.addEventListener("pointerover", (event) => {
  const index = markOf(event);
  if (index !== undefined && event.pointerType === "mouse") show(index);
});
canvas.addEventListener("pointerleave", () => {
  if (page.chosen !== undefined) show(page.chosen);
});
canvas.addEventListener("click", (event) => {
  const fold = targetOf(event)?.closest("[data-fold]");
  if (fold instanceof HTMLElement) return turn(Number(fold.dataset.fold));
  const index = markOf(event);
  if (index === undefined) return;
  goTo(index);
  // A click without a pointer comes from Enter or from a screen reader.
  if (event.detail === 0) detailsTitle.focus();
});
canvas.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const move = moves[event.key];
  if (!move) return;
  const index = markOf(event);
  if (index !== undefined) {
    event.preventDefault();
    goTo(move(page.chosen ?? index));
  } else if (targetOf(event)?.dataset.fold !== undefined) {
    moveBetweenFolds(event);
  }
});

// What leads somewhere else

document.addEventListener("click", (event) => {
  const target = targetOf(event);
  const leads = target?.closest("[data-go]");
  if (leads instanceof HTMLElement) return goTo(Number(leads.dataset.go));
  const spread = target?.closest("[data-spread]");
  if (spread instanceof HTMLElement) {
    const thing = where[Number(spread.dataset.spread)];
    if (!thing) return;
    const times = thing.marks.map((index) => marks[index].at);
    return fitRange(Math.min(...times), Math.max(...times));
  }
  const copy = target?.closest("[data-copy]");
  if (copy instanceof HTMLElement) copyText(copy, copy.dataset.copy ?? "");
});
/** @type {(button: HTMLElement, text: string) => Promise<void>} */
const copyText = async (button, text) => {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    const code = button.previousElementSibling;
    if (code) getSelection()?.selectAllChildren(code);
    button.textContent = "Selected, copy it now";
  }
};
byId("details-close").addEventListener("click", () => {
  document.body.classList.remove("has-chosen");
  if (page.chosen !== undefined) where[page.chosen]?.element?.focus({ preventScroll: true });
});
byId("side").addEventListener("keydown", (event) => {
  if (event.key === "Escape") goTo(page.chosen);
});

// Folds

/** @type {(event: KeyboardEvent) => void} */
const moveBetweenFolds = (event) => {
  const folds = [...axisTrack.querySelectorAll("[data-fold]")]
    .map((fold) => fold instanceof HTMLElement ? Number(fold.dataset.fold) : 0);
  const at = folds.indexOf(currentFold ?? -1);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: folds.length - 1 }[event.key];
  if (next === undefined || folds[next] === undefined) return;
  event.preventDefault();
  focusFold(folds[next]);
};
/** @type {(fold: number) => void} */
const focusFold = (fold) => {
  currentFold = fold;
  const [from] = report.quiet[fold];
  const place = view.axis.place(from);
  reveal(place, place + widestFold);
  drawAxis(drawnFrom, drawnTo);
  const button = axisTrack.querySelector(`[data-fold="${fold}"]`);
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
};
/** @type {(fold: number) => void} */
const turn = (fold) => {
  if (!opened.delete(fold)) opened.add(fold);
  const [from] = report.quiet[fold];
  const at = view.axis.place(from) - view.left;
  scaleTo(view.axis.scale, from, at);
  drawOverview();
  focusFold(fold);
};
byId("unfold").addEventListener("click", () => {
  const isOpen = byId("unfold").getAttribute("aria-pressed") === "true";
  opened.clear();
  if (!isOpen) report.quiet.forEach((_, fold) => opened.add(fold));
  byId("unfold").setAttribute("aria-pressed", String(!isOpen));
  fitAll();
  drawOverview();
});

// Scrolling, zooming, and choosing a stretch of time

let isRendering = false;
scroller.addEventListener("scroll", () => {
  if (isRendering) return;
  isRendering = true;
  requestAnimationFrame(() => {
    isRendering = false;
    noteScroll();
    render(false);
    drawWindow();
  });
}, { passive: true });
scroller.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const place = event.clientX - scroller.getBoundingClientRect().left - labelWidth();
  zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0025)),
    Math.min(view.room, Math.max(0, place)));
}, { passive: false });
byId("wider").addEventListener("click", () => zoom(2));
byId("narrower").addEventListener("click", () => zoom(0.5));
byId("fit").addEventListener("click", fitAll);

canvas.addEventListener("pointerdown", (event) => {
  const target = targetOf(event);
  if (event.button !== 0 || !target || target.closest("button, .name")) return;
  const origin = canvas.getBoundingClientRect().left + labelWidth();
  const start = event.clientX - origin;
  if (start < view.left) return;
  if (event.pointerType === "touch") {
    canvas.addEventListener("click", () => lookAt(view.axis.time(start)), { once: true });
    return;
  }
  event.preventDefault();
  let last = start;
  /** @type {(moved: PointerEvent) => void} */
  const move = (moved) => {
    last = moved.clientX - canvas.getBoundingClientRect().left - labelWidth();
    selection.hidden = Math.abs(last - start) < 5;
    selection.style.left = `calc(var(--label-width) + ${Math.min(start, last)}px)`;
    selection.style.width = Math.abs(last - start) + "px";
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", finish);
    removeEventListener("pointercancel", stop);
    selection.hidden = true;
  };
  const finish = () => {
    stop();
    const [from, to] = [start, last].sort((one, other) => one - other).map((place) => view.axis.time(place));
    if (Math.abs(last - start) < 5) lookAt(view.axis.time(start)); else fitRange(from, to);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", finish);
  addEventListener("pointercancel", stop);
});

// Keys of the whole page

const help = /** @type {HTMLDialogElement} */ (byId("help"));
const single = /** @type {HTMLInputElement} */ (byId("single-keys"));
/** @type {Record<string, () => void>} */
const keys = {
  n: () => nextFinding("problem", 1),
  p: () => nextFinding("problem", -1),
  u: () => nextFinding("nothing", 1),
  U: () => nextFinding("nothing", -1),
  d: () => nextFinding("difference", 1),
  D: () => nextFinding("difference", -1),
  ".": () => nextHit(1, true),
  ",": () => nextHit(-1, true),
  "]": () => stepCursor(1),
  "[": () => stepCursor(-1),
  m: () => momentTitle.focus(),
  f: fitAll,
  "+": () => zoom(2),
  "=": () => zoom(2),
  "-": () => zoom(0.5),
  "/": () => search.focus(),
  "?": () => openHelp(),
};
const endSearch = () => {
  search.value = "";
  searchNow();
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && page.wanted && !help.open) endSearch();
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || help.open) return;
  if (targetOf(event)?.closest("input:not([type=checkbox]), textarea, select")) return;
  const action = keys[event.key] ?? keys[event.key.toLowerCase()];
  if (!action || (!single.checked && event.key !== "?")) return;
  event.preventDefault();
  action();
});
const openHelp = () => {
  drawSigns();
  help.showModal();
};
byId("help-open").addEventListener("click", openHelp);
byId("help-close").addEventListener("click", () => help.close());
addEventListener("hashchange", (event) => followLink(new URL(event.newURL).hash));

// Sizes, and paper

let seenWidth = 0;
new ResizeObserver(() => {
  if (isPrinting || scroller.clientWidth === seenWidth) return;
  seenWidth = scroller.clientWidth;
  const time = view.axis.time(view.left);
  if (view.isFitted) fitAll();
  else {
    const { scale } = view.axis;
    view.room = Math.max(120, scroller.clientWidth - labelWidth());
    view.fit = fitting(view.room);
    scaleTo(scale, time, 0);
  }
  drawOverview();
}).observe(scroller);

let isPrinting = false;
const paperRoom = 540;
addEventListener("beforeprint", () => {
  isPrinting = true;
  tabulate();
  byId("everything").setAttribute("open", "");
  view.room = paperRoom;
  view.fit = fitting(paperRoom);
  scaleTo(view.fit.scale, 0, 0);
});
addEventListener("afterprint", () => {
  isPrinting = false;
  fitAll();
});

// First what went wrong is drawn, then the timeline, then the figures

/** @type {(name: string, then: () => void) => void} */
const afterPainting = (name, then) => {
  requestAnimationFrame(() => setTimeout(() => {
    document.documentElement.dataset[name] = String(Math.round(performance.now()));
    then();
  }));
};
drawHead();
drawFindings();
afterPainting("listed", () => {
  fitAll();
  drawOverview();
  if (!followLink()) lookAt(end, "");
  drawFigures();
  afterPainting("ready", () => {});
});
