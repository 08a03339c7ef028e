// What is shown

let chosen;
let shown;
let related = [];

const descendants = (index, limit) => {
  const found = [];
  const rest = [...effects[index]].reverse();
  while (rest.length > 0 && found.length < limit) {
    const next = rest.pop();
    found.push(next);
    rest.push(...[...effects[next]].reverse());
  }
  return found;
};

const link = () => {
  linkLayer.replaceChildren();
  if (shown === undefined) return;
  const left = labelWidth();
  const point = (index) => {
    const { left: x, right, top } = things[index];
    const lie = lane.get(marks[index].lane).element.offsetTop;
    return [left + x + Math.min(9, (right - x) / 2), lie + top + 10];
  };
  for (const index of related) {
    const cause = marks[index].cause;
    if (cause === undefined || (cause !== shown && !related.includes(cause))) continue;
    const [x, y] = point(cause);
    const [toX, toY] = point(index);
    const bend = toY === y ? y - 16 : (y + toY) / 2;
    linkLayer.append(draw("path", { d: `M${x},${y}C${x},${bend} ${toX},${bend} ${toX},${toY}` }));
  }
};

const go = (index) => {
  const mark = marks[index];
  return make("button", {
    type: "button", class: "go", "data-go": index, style: `--hue: var(--hue-${lane.get(mark.lane).hue})`,
  }, make("small", {}, clock(mark.at) + " "), make("span", { class: "words" }, mark.words));
};

/** The effects of a mark, up to a number of them, indented where they branch. */
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

const show = (index) => {
  if (shown === index) return;
  for (const other of [shown, ...related]) {
    if (other !== undefined) element(other).classList.remove("related", "shown");
  }
  shown = index;
  if (index === undefined) {
    related = [];
    link();
    return;
  }
  const mark = marks[index];
  const from = origins(index);
  related = [...from.slice(-60), ...descendants(index, 60)];
  element(index).classList.add("shown");
  for (const other of related) element(other).classList.add("related");
  link();

  const lasting = mark.until !== undefined ? ` · lasted ${duration(mark.until - mark.at)}` : "";
  byId("details-title").textContent = mark.words;
  const body = [make("p", { class: "when" }, `${clock(mark.at)} · ${wallClock(mark.at)}${lasting} · ${source(mark)}`)];
  if (effects[index].length === 0 && mark.why) {
    body.push(make("p", { class: "why" }, mark.why));
  }
  if (from.length > 0) {
    const list = make("ul");
    if (from.length > 12) list.append(make("li", { class: "hint" }, `${from.length - 12} more before`));
    list.append(...from.slice(-12).map((cause) => make("li", {}, go(cause))));
    body.push(make("h3", {}, "Caused by"), list);
  }
  if (effects[index].length > 0) {
    body.push(make("h3", {}, "Led to"), tree(index, { left: 60 }));
  }
  body.push(make("h3", {}, mark.record !== undefined ? "The record" : "The line"),
    ...mark.json.map((text) => make("pre", {}, text)));
  byId("details-body").replaceChildren(...body);
};

const choose = (index) => {
  const item = lane.get(marks[index].lane);
  element(item.current).tabIndex = -1;
  item.current = index;
  element(index).tabIndex = 0;
  chosen = index;
  show(index);
};
const focusMark = (index) => {
  if (index === undefined) return;
  if (!element(index).isConnected) {
    choose(index);
    render();
  }
  element(index).focus();
};
