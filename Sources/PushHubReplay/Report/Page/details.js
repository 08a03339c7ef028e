// What is chosen: its record, what caused it, what it led to.

const detailsTitle = byId("details-title");
const detailsBody = byId("details-body");
/** @type {number | undefined} */
let shown;
/** @type {number[]} */
let related = [];

/** @type {(index: number, limit: number) => number[]} */
const descendants = (index, limit) => {
  const found = [];
  const rest = [...effects[index]].reverse();
  for (let next = rest.pop(); next !== undefined && found.length < limit; next = rest.pop()) {
    found.push(next);
    rest.push(...[...effects[next]].reverse());
  }
  return found;
};

const linkChosen = () => {
  linkLayer.replaceChildren();
  for (const element of canvas.querySelectorAll(".shown, .related")) {
    element.classList.remove("shown", "related");
  }
  if (shown === undefined) return;
  where[shown]?.element?.classList.add("shown");
  for (const index of related) where[index]?.element?.classList.add("related");
  const left = labelWidth();
  /** @type {(index: number) => [number, number]} */
  const point = (index) => {
    const thing = where[index];
    if (!thing) return [0, 0];
    const { lane, row } = thing;
    const top = lane.element.offsetTop + (lane.values.length > 0 ? stepsHeight : 4) + row * rowHeight;
    return [left + thing.left + markSize / 2, top + markSize / 2];
  };
  for (const index of related) {
    const { cause } = marks[index];
    if (cause === undefined || (cause !== shown && !related.includes(cause))) continue;
    if (!laneOf[index].isShown || !laneOf[cause].isShown || where[index] === where[cause]) continue;
    const [x, y] = point(cause);
    const [toX, toY] = point(index);
    const bend = toY === y ? y - 18 : (y + toY) / 2;
    linkLayer.append(draw("path", { d: `M${x},${y}C${x},${bend} ${toX},${bend} ${toX},${toY}` }));
  }
};

/**
 * A button that leads to a mark.
 *
 * @type {(index: number) => HTMLElement}
 */
const go = (index) => {
  const mark = marks[index];
  const name = "go" + (mark.problem ? " alarm" : "") + (mark.differs ? " differs" : "");
  const letter = isComparison ? letters[recordingOf(index)] + " " : "";
  const line = mark.line === undefined ? "" : ` · line ${mark.line}`;
  return make("button", {
    type: "button", class: name, "data-go": index, style: `--hue: var(--hue-${laneOf[index].hue})`,
  }, make("small", {}, `${letter}${clock(mark.at)}${line} `),
  make("span", { class: "words" }, shortened(mark.words, 200)));
};
/** @type {(indices: number[], limit: number) => HTMLElement} */
const listOf = (indices, limit) => make("ul", {},
  ...indices.slice(0, limit).map((index) => make("li", {}, go(index))),
  ...(indices.length > limit ? [make("li", { class: "hint" }, `and ${grouped(indices.length - limit)} more`)] : []));
/** @type {(indices: number[], limit: number) => HTMLElement} */
const latestOf = (indices, limit) => {
  const list = listOf(indices.slice(-limit), limit);
  if (indices.length > limit) {
    list.prepend(make("li", { class: "hint" }, `${grouped(indices.length - limit)} more before`));
  }
  return list;
};

/**
 * The effects of a mark, up to a number of them, indented where they branch.
 *
 * @type {(index: number, budget: { left: number }) => HTMLElement}
 */
const tree = (index, budget) => {
  const list = make("ul");
  let next = effects[index];
  while (next.length > 0) {
    const last = next.length === 1 ? next[0] : undefined;
    for (const effect of next) {
      if (budget.left === 0) {
        list.append(make("li", { class: "hint" }, "and more"));
        return list;
      }
      budget.left -= 1;
      const entry = make("li", {}, go(effect));
      if (last === undefined && effects[effect].length > 0) entry.append(tree(effect, budget));
      list.append(entry);
    }
    next = last === undefined ? [] : effects[last];
  }
  return list;
};

/** @type {(index: number | undefined) => void} */
const show = (index) => {
  if (shown === index) return;
  shown = index;
  related = index === undefined ? [] : [...origins(index).slice(-60), ...descendants(index, 60)];
  linkChosen();
  if (index === undefined) return;
  const mark = marks[index];
  const thing = where[index];
  const from = origins(index);
  const lasting = mark.until === undefined ? "" : ` · lasted ${duration(mark.until - mark.at)}`;
  detailsTitle.replaceChildren(bounded(mark.words));
  const place = isComparison ? `${letters[recordingOf(index)]} · ` : "";
  const body = [make("p", { class: "when" },
    `${place}${clock(mark.at)} · ${wallClock(mark.at, recordingOf(index))}${lasting} · ${source(mark)}`)];
  if (mark.differs) {
    const other = letters[1 - recordingOf(index)];
    body.push(make("p", { class: "why" }, `${other} has no such event within five seconds.`));
  }
  if (effects[index].length === 0 && mark.why) {
    body.push(make("p", { class: "why" }, bounded(mark.why)));
  }
  if (from.length > 0) body.push(make("h3", {}, "Caused by"), latestOf(from, 12));
  if (effects[index].length > 0) {
    body.push(make("h3", {}, "Led to"), tree(index, { left: 60 }));
  }
  const outage = outageOf.get(index) ?? [];
  if (outage.length > 1) body.push(make("h3", {}, `One of ${outage.length} like it`), listOf(outage, 20));
  if (thing && thing.marks.length > 1) {
    body.push(make("h3", {}, `At the same place: ${plural(thing.marks.length, "thing")}`),
      ...(thing.marks.some((other) => marks[other].at !== mark.at)
        ? [make("button", { type: "button", class: "plain", "data-spread": index }, "Show them larger")] : []),
      listOf(thing.marks.filter((other) => other !== index), 20));
  }
  body.push(make("h3", {}, mark.line === undefined ? "As JSON" : `Line ${mark.line}`),
    ...mark.json.map((text) => make("pre", { tabindex: 0, role: "region", "aria-label": "JSON" },
      shortened(text, 20000))));
  detailsBody.replaceChildren(...body);
};

const status = byId("said");
/** @type {(index: number) => void} */
const choose = (index) => {
  const lane = laneOf[index];
  const before = page.chosen;
  const isSameThing = before !== undefined && where[before] === where[index];
  const previous = currentThing(lane);
  page.chosen = index;
  lane.current = index;
  for (const thing of [before === undefined ? undefined : where[before], previous, where[index]]) {
    if (thing) dress(thing);
  }
  if (isSameThing && before !== index) status.textContent = spoken(index);
  document.body.classList.add("has-chosen");
  show(index);
  lookAt(marks[index].at, linkTo(index));
};
/**
 * Shows a mark, and gives it the focus.
 *
 * @type {(index: number | undefined, isFocused?: boolean) => void}
 */
const goTo = (index, isFocused = true) => {
  if (index === undefined) return;
  const lane = laneOf[index];
  if (!lane.isShown) switchLane(lane, true);
  choose(index);
  const thing = where[index];
  if (!thing) return;
  reveal(thing.left, thing.right);
  if (!thing.element?.isConnected) render();
  linkChosen();
  if (isFocused) thing.element?.focus({ preventScroll: true });
  lane.element.scrollIntoView({ block: "nearest" });
};
/** @type {(index: number) => string} */
const linkTo = (index) => {
  const { line } = marks[index];
  const prefix = recordingOf(index) === 1 ? "b-" : "";
  return prefix + (line === undefined ? `mark-${index - offsets[recordingOf(index)] + 1}` : `line-${line}`);
};
