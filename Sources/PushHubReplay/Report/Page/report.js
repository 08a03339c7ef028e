/**
 * What the page is given, lanes and marks known by their places in the recording.
 *
 * @typedef {{
 *   at: number, lane: number, kind: string, words: string, glyph: string, json: string[],
 *   line?: number, from?: string, label?: string, problem?: true, differs?: true, until?: number,
 *   cause?: number, why?: string, concerns?: string[],
 * }} Mark
 * @typedef {{ lane: number, from: number, until: number, label: string }} Bar
 * @typedef {{ id: string, title: string, values: [number, number][] }} LaneData
 * @typedef {{ sort: "problem" | "nothing" | "difference", marks: number[] }} Finding
 * @typedef {{
 *   title: string, text: string, marks: number[], entries: [string, number, number[]][],
 * }} Figure
 * @typedef {{
 *   name: string, words: string, place: number, from?: number, until?: number, mark?: number,
 *   silent?: [number, string],
 * }} Fact
 * @typedef {{ of: string, spans: Fact[] }} Facts
 * @typedef {{
 *   name: string, start: number, end: number, records: number, lanes: LaneData[], marks: Mark[],
 *   bars: Bar[], findings: Finding[], figures: Figure[], facts: Facts[],
 * }} Recording
 * @typedef {{
 *   recordings: Recording[], commands: (string | null)[], quiet: [number, number][],
 *   differences: { recording: number, marks: number[] }[],
 * }} Report
 *
 * A lane of the page, with the numbers of its marks among all of the page.
 *
 * @typedef {{
 *   id: string, title: string, values: [number, number][], recording: number, hue: number,
 *   marks: number[], bars: Bar[], isShown: boolean, isExclusive: boolean, current: number | undefined,
 *   points: Thing[], longs: Thing[], drawn: Thing[], height: number, element: HTMLElement,
 *   track: HTMLElement, steps: SVGElement, highest: number,
 * }} Lane
 *
 * Something that stands in a lane: a mark, several that have no room of their own, or a bar.
 *
 * @typedef {{
 *   lane: Lane, marks: number[], bar?: Bar, left: number, right: number, row: number, isLong: boolean,
 *   trueLeft: number, element?: HTMLElement,
 * }} Thing
 */

/** @type {(id: string) => HTMLElement} */
const byId = (id) => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no element ${id}.`);
  return element;
};

/** @type {Report} */
const report = JSON.parse(byId("report").textContent ?? "");
const { recordings, commands } = report;
const isComparison = recordings.length > 1;
const letters = ["A", "B"];
const end = Math.max(...recordings.map((recording) => recording.end));

/**
 * Elements only ever get their texts as text.
 *
 * @type {(
 *   tag: string, attributes?: Record<string, string | number | boolean | undefined>,
 *   ...children: (Node | string)[]
 * ) => HTMLElement}
 */
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
};
/** @type {(tag: string, attributes: Record<string, string | number>) => SVGElement} */
const draw = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
};
const numbers = new Intl.NumberFormat("en");
/** @type {(count: number) => string} */
const grouped = (count) => numbers.format(count);
/** @type {(count: number, one: string, many?: string) => string} */
const plural = (count, one, many = one + "s") => `${grouped(count)} ${count === 1 ? one : many}`;
/** @type {(text: string, limit: number) => string} */
const shortened = (text, limit) => {
  if (text.length <= limit) return text;
  // A character of two units is not cut in two.
  const characters = Array.from(text.slice(0, limit * 2));
  return characters.length <= limit && text.length <= limit * 2
    ? text : characters.slice(0, limit).join("") + "…";
};
/** @type {(text: string) => Node} */
const bounded = (text) => {
  const short = shortened(text, 240);
  return short === text ? document.createTextNode(text) : make("span", {}, short,
    make("details", { class: "whole" }, make("summary", {}, `all ${grouped(text.length)} characters`),
      make("div", { tabindex: 0, role: "region", "aria-label": "The whole text" }, text)));
};

// Times

/** @type {(seconds: number) => string} */
const clock = (seconds) => {
  const milliseconds = Math.round(seconds * 1000);
  const whole = Math.floor(milliseconds / 1000);
  const rest = milliseconds - whole * 1000;
  /** @type {(number: number) => string} */
  const two = (number) => String(number).padStart(2, "0");
  const text = `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return rest === 0 ? text : text + "." + String(rest).padStart(3, "0").replace(/0+$/, "");
};
/** @type {(seconds: number) => string} */
const duration = (seconds) => {
  if (seconds < 60) return `${Math.round(seconds * 1000) / 1000} s`;
  const whole = Math.floor(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min` + (whole % 60 ? ` ${whole % 60} s` : "");
  const minutes = Math.floor(whole / 60) % 60;
  return `${grouped(Math.floor(whole / 3600))} h` + (minutes ? ` ${minutes} min` : "");
};
/** @type {(seconds: number, recording?: number) => string} */
const wallClock = (seconds, recording = 0) =>
  new Date(Math.round(recordings[recording].start + seconds * 1000)).toISOString()
    .replace("T", " ").replace(/\.?0*Z$/, "") + " UTC";

// The lanes, those of two recordings beside each other, and the marks in them

/** @type {Lane[]} */
const lanes = [];
/** @type {Mark[]} */
const marks = [];
/** @type {Lane[]} */
const laneOf = [];
/** @type {number[]} */
const placeInLane = [];
/** @type {number[]} */
const offsets = [];
const hueCount = 8;

recordings.forEach((recording, number) => {
  offsets.push(marks.length);
  /** @type {Lane[]} */
  const own = recording.lanes.map(({ id, title, values }, index) => ({
    id, title, values, recording: number, hue: index % hueCount, marks: [], bars: [], isShown: true,
    isExclusive: false, current: undefined, points: [], longs: [], drawn: [], height: 0,
    element: document.body, track: document.body, steps: draw("svg", {}),
    highest: values.reduce((most, [, count]) => Math.max(most, count), 1),
  }));
  own.forEach((lane, index) => lanes.splice(index * (number + 1) + number, 0, lane));
  for (const mark of recording.marks) {
    if (mark.cause !== undefined) mark.cause += offsets[number];
    const lane = own[mark.lane];
    placeInLane.push(lane.marks.length);
    lane.marks.push(marks.length);
    laneOf.push(lane);
    marks.push(mark);
  }
  for (const bar of recording.bars) own[bar.lane].bars.push(bar);
});
for (const lane of lanes) {
  lane.current = lane.marks[0];
  const lasting = lane.marks.map((index) => marks[index]).filter((mark) => mark.until !== undefined);
  lane.isExclusive = lasting.length > 0
    && lasting.every((mark, place) => place === 0 || mark.at >= (lasting[place - 1].until ?? 0));
}

/** @type {(index: number) => number} */
const recordingOf = (index) => laneOf[index].recording;

// What came of what

/** @type {number[][]} */
const effects = marks.map(() => []);
marks.forEach((mark, index) => {
  if (mark.cause !== undefined) effects[mark.cause].push(index);
});
/** @type {(index: number) => number[]} */
const origins = (index) => {
  const chain = [];
  for (let cause = marks[index].cause; cause !== undefined; cause = marks[cause].cause) {
    chain.unshift(cause);
  }
  return chain;
};
/** @type {(mark: Mark) => string} */
const source = (mark) => mark.line !== undefined
  ? `line ${mark.line}`
  : mark.from === undefined ? "a record" : `by ${mark.from === "hub" ? "the hub" : mark.from}`;
/** @type {(index: number) => string} */
const outcome = (index) => effects[index].length > 0
  ? `Led to ${plural(effects[index].length, "thing")}.` : marks[index].why ?? "";
/** @type {(index: number) => string} */
const spoken = (index) => {
  const mark = marks[index];
  const lasting = mark.until === undefined ? "" : `, for ${duration(mark.until - mark.at)}`;
  const problem = mark.problem ? "Problem: " : "";
  const differs = mark.differs ? "Only here: " : "";
  return `${clock(mark.at)}, ${differs}${problem}${shortened(mark.words, 160)}${lasting}. ${outcome(index)}`;
};

/**
 * What the parts of the page have in common: which mark was chosen, which instant is looked at, and
 * which marks are looked for, if any.
 *
 * @type {{ chosen?: number, cursor: number, wanted?: Set<number> }}
 */
const page = { cursor: end };
