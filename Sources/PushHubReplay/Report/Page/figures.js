// The figures, each of which leads to what it counts.

const mostEntries = 6;
/** @type {(indices: number[], name: string, ...children: (Node | string)[]) => HTMLElement} */
const figureButton = (indices, name, ...children) => indices.length === 0
  ? make("span", { class: "row" }, ...children)
  : make("button", { type: "button", class: "row", "data-wanted": name }, ...children);
/**
 * What each figure counts, by its name.
 *
 * @type {Map<string, number[]>}
 */
const counted = new Map();

/** @type {(figure: Figure, offset: number, prefix: string) => HTMLElement} */
const card = ({ title, text, marks: all, entries }, offset, prefix) => {
  /** @type {(own: number[], name: string, ...children: (Node | string)[]) => HTMLElement} */
  const button = (own, name, ...children) => {
    const indices = own.map((index) => index + offset);
    counted.set(name, indices);
    return figureButton(indices, name, ...children);
  };
  const rows = entries.map(([name, count, own]) => make("li", {}, button(own, `${prefix}${title}: ${name}`,
    make("span", { class: "words" }, shortened(name, 120)), make("b", {}, grouped(count)))));
  const list = make("ul", {}, ...rows.slice(0, mostEntries));
  const whole = make("div", { class: "card" }, make("h3", {}, title),
    button(all, prefix + title, make("span", { class: "figure" }, text)), list);
  if (rows.length > mostEntries) {
    whole.append(make("details", {}, make("summary", {}, `and ${grouped(rows.length - mostEntries)} more`),
      make("ul", {}, ...rows.slice(mostEntries))));
  }
  return whole;
};
const drawFigures = () => {
  recordings.forEach((recording, number) => {
    if (isComparison) byId("figures").append(make("h3", { class: "whose" }, `${letters[number]}: ${recording.name}`));
    const prefix = isComparison ? letters[number] + " · " : "";
    byId("figures").append(make("div", { class: "cards" },
      ...recording.figures.map((figure) => card(figure, offsets[number], prefix))));
  });
};
byId("figures").addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-wanted]") : null;
  const name = button instanceof HTMLElement ? button.dataset.wanted : undefined;
  const indices = name === undefined ? undefined : counted.get(name);
  if (!indices || name === undefined) return;
  search.value = "";
  want(indices, "", name);
  showHit(indices, 0, true);
});

// Names, signs, and everything as a table

const drawHead = () => {
  const names = recordings.map((recording, number) =>
    isComparison ? `${letters[number]}: ${recording.name}` : recording.name);
  byId("name").textContent = shortened(names.join(" – "), 200);
  byId("extent").textContent = recordings.map((recording, number) =>
    `${isComparison ? letters[number] + ": " : ""}${plural(recording.records, "record")} over `
    + `${recording.end === 0 ? "an instant" : duration(recording.end)}, from ${wallClock(0, number)}`).join("; ");
};
const drawSigns = () => {
  if (byId("signs").firstChild) return;
  for (const lane of lanes) {
    if (lane.recording > 0) continue;
    /** @type {Map<string, Mark>} */
    const signs = new Map();
    for (const index of lane.marks) {
      const mark = marks[index];
      if (!/^[0-9]+$/.test(mark.glyph)) signs.set(mark.glyph + mark.kind, signs.get(mark.glyph + mark.kind) ?? mark);
    }
    if (signs.size === 0) continue;
    byId("signs").append(make("dt", {}, lane.title), ...[...signs.values()].slice(0, 24).map((mark) =>
      make("dd", { style: `--hue: var(--hue-${lane.hue})` },
        make("span", { class: "mark sign" + (mark.from === undefined ? " record" : "") + (mark.problem ? " alarm" : "") },
          make("i", {}, shortened(mark.glyph, 3))), ` ${mark.kind}, as in: ${shortened(mark.words, 80)}`)));
  }
};
const columns = ["No.", "Line", "Time", "Lane", "What", "Cause", "What came of it"];
/** @type {(index: number) => HTMLElement} */
const tableRow = (index) => {
  const mark = marks[index];
  const first = offsets[recordingOf(index)] - 1;
  const lasted = mark.until === undefined ? "" : ` (${duration(mark.until - mark.at)})`;
  const found = effects[index].slice(0, 20).map((effect) => effect - first).join(", ");
  const rest = effects[index].length - 20;
  const led = found === "" ? mark.why ?? "" : `led to ${found}` + (rest > 0 ? ` and ${rest} more` : "");
  const cells = [
    index - first, mark.line ?? "", clock(mark.at) + lasted, laneOf[index].title,
    (mark.differs ? "only here: " : "") + mark.words, mark.cause === undefined ? "" : mark.cause - first, led,
  ];
  return make("tr", { class: mark.problem ? "alarm" : undefined },
    ...cells.map((text) => make("td", {}, String(text))));
};
const tabulate = () => {
  if (byId("table").firstChild) return;
  recordings.forEach((recording, number) => {
    if (isComparison) byId("table").append(make("h2", {}, recording.name));
    const body = make("tbody");
    for (const place of recording.marks.keys()) body.append(tableRow(place + offsets[number]));
    byId("table").append(make("table", {},
      make("thead", {}, make("tr", {}, ...columns.map((title) => make("th", {}, title)))), body));
  });
};
byId("everything").addEventListener("toggle", tabulate);
