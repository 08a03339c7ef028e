// What went wrong, what nothing came of, what is different, and what is looked for.

/** @type {Finding[]} */
const findings = [
  ...report.differences.map(({ recording, marks: found }) => ({
    sort: /** @type {const} */ ("difference"), marks: found.map((index) => index + offsets[recording]),
  })),
  ...recordings.flatMap((recording, number) => recording.findings.map(({ sort, marks: found }) =>
    ({ sort, marks: found.map((index) => index + offsets[number]) }))),
];
/**
 * The problems that are one outage with a problem.
 *
 * @type {Map<number, number[]>}
 */
const outageOf = new Map();
for (const finding of findings) {
  if (finding.sort === "problem") for (const index of finding.marks) outageOf.set(index, finding.marks);
}
/** @type {(sort: string) => Finding[]} */
const findingsOf = (sort) => findings.filter((finding) => finding.sort === sort)
  .sort((one, other) => marks[one.marks[0]].at - marks[other.marks[0]].at);

/** @type {(finding: Finding) => HTMLElement} */
const findingRow = (finding) => {
  const [first] = finding.marks;
  const mark = marks[first];
  const lane = laneOf[first];
  const last = marks[finding.marks[finding.marks.length - 1]];
  // What came of something else in here is that again.
  const own = new Set(finding.marks);
  const count = finding.marks.filter((index) => !own.has(marks[index].cause ?? -1)).length;
  const [from, to] = [clock(mark.at), clock(last.at)];
  const times = from === to ? from : `${from} to ${to}`;
  const letter = isComparison ? letters[lane.recording] + " · " : "";
  const words = make("span", { class: "words" }, shortened(mark.words, 160));
  if (finding.sort === "nothing" && mark.why) words.append(make("em", {}, " " + shortened(mark.why, 160)));
  return make("li", {}, make("button", {
    type: "button", class: `finding ${finding.sort}`, "data-go": first,
    style: `--hue: var(--hue-${lane.hue})`,
  }, make("span", { class: "time" }, times), make("span", { class: "lane-name" }, letter + lane.title),
  words, ...(count > 1 ? [make("span", { class: "count" }, `${grouped(count)}×`)] : [])));
};
const mostFindings = 200;
/** @type {(title: string, sort: string, none: string) => HTMLElement | undefined} */
const findingList = (title, sort, none) => {
  const found = findingsOf(sort);
  if (found.length === 0 && none === "") return undefined;
  const rest = found.length - mostFindings;
  return make("section", { class: "findings", "data-sort": sort },
    make("h3", {}, title + " ", make("small", {}, found.length > 0 ? grouped(found.length) : none)),
    make("ul", {}, ...found.slice(0, mostFindings).map(findingRow),
      ...(rest > 0 ? [make("li", { class: "hint" }, `and ${grouped(rest)} more`)] : [])));
};
const drawFindings = () => {
  const lists = [
    isComparison ? findingList("What is different", "difference", "nothing: the features did the same") : undefined,
    findingList("What went wrong", "problem", "nothing"),
    findingList("What nothing came of", "nothing", ""),
  ];
  for (const list of lists) if (list) byId("findings").append(list);
};

/**
 * Goes to the next finding of a sort, or the one before, from what is chosen.
 *
 * @type {(sort: string, step: 1 | -1) => void}
 */
const nextFinding = (sort, step) => {
  const firsts = findingsOf(sort).map((finding) => finding.marks[0]);
  if (firsts.length === 0) return say("There is none.");
  const here = page.chosen === undefined ? -1 : firsts.indexOf(page.chosen);
  let next;
  if (here >= 0) {
    next = firsts[(here + step + firsts.length) % firsts.length];
  } else if (page.chosen === undefined) {
    next = step > 0 ? firsts[0] : firsts[firsts.length - 1];
  } else {
    const { at } = marks[page.chosen];
    next = step > 0 ? firsts.find((index) => marks[index].at > at) ?? firsts[0]
      : firsts.filter((index) => marks[index].at < at).at(-1) ?? firsts[firsts.length - 1];
  }
  goTo(next);
};
/** @type {(text: string) => void} */
const say = (text) => {
  status.textContent = text;
};

// Searching

const search = /** @type {HTMLInputElement} */ (byId("search"));
const hits = byId("hits");
/** @type {number[]} */
let hitMarks = [];
/** @type {(text: string) => string} */
const plainText = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
/** @type {string[] | undefined} */
let searchable;
let hitTitle = "";
/** @type {(indices: number[] | undefined, text: string, title?: string) => void} */
const want = (indices, text, title = "") => {
  hitMarks = indices ?? [];
  hitTitle = title && shortened(title, 60) + ": ";
  page.wanted = indices && new Set(indices);
  hits.textContent = text;
  for (const lane of lanes) for (const thing of lane.drawn) dress(thing);
  linkChosen();
  drawOverview();
};
const searchNow = () => {
  const wanted = plainText(search.value.trim());
  if (wanted === "") return want(undefined, "");
  searchable ??= marks.map((mark) => plainText([mark.words, mark.why ?? "", mark.kind, ...mark.json].join("\n")));
  const indices = [];
  for (const [index, text] of searchable.entries()) if (text.includes(wanted)) indices.push(index);
  want(indices, indices.length === 0 ? "no match" : plural(indices.length, "match", "matches"));
};
/** @type {(step: 1 | -1, isFocused: boolean) => void} */
const nextHit = (step, isFocused) => {
  const shownHits = hitMarks.filter((index) => laneOf[index].isShown);
  const here = page.chosen === undefined ? -1 : shownHits.indexOf(page.chosen);
  const next = here < 0 ? (step > 0 ? 0 : shownHits.length - 1)
    : (here + step + shownHits.length) % shownHits.length;
  showHit(shownHits, next, isFocused);
};
/** @type {(among: number[], place: number, isFocused: boolean) => void} */
const showHit = (among, place, isFocused) => {
  if (among.length === 0) return;
  goTo(among[place], isFocused);
  hits.textContent = `${hitTitle}${grouped(place + 1)} of ${grouped(among.length)}`;
};
/** @type {number | undefined} */
let searching;
search.addEventListener("input", () => {
  clearTimeout(searching);
  searching = setTimeout(searchNow, marks.length > 2000 ? 120 : 0);
});
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    clearTimeout(searching);
    if (page.wanted === undefined || searching !== undefined) searchNow();
    searching = undefined;
    nextHit(event.shiftKey ? -1 : 1, false);
    event.preventDefault();
  } else if (event.key === "Escape") {
    endSearch();
    search.blur();
  }
});

// Lanes can be switched off

/** @type {Map<Lane, HTMLInputElement>} */
const switches = new Map();
/** @type {(lane: Lane, isShown: boolean) => void} */
const switchLane = (lane, isShown) => {
  lane.isShown = isShown;
  const box = switches.get(lane);
  if (box) box.checked = isShown;
  const time = view.axis.time(view.left);
  layOut();
  scrollTo(view.axis.place(time));
  render();
  linkChosen();
};
for (const lane of lanes) {
  const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", checked: "" }));
  box.addEventListener("change", () => switchLane(lane, box.checked));
  switches.set(lane, box);
  const letter = isComparison ? `${letters[lane.recording]} · ` : "";
  byId("lane-list").append(make("label", { class: "field" }, box, letter + lane.title));
}
