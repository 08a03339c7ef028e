const report = JSON.parse(document.getElementById("report").textContent);
const { marks, lanes } = report;
const byId = (id) => document.getElementById(id);
const foldWidth = 68;
const rowHeight = 23;
const markWidth = 18;
const rowLimit = 8;

/** Elements only ever get their texts as text. */
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};
const draw = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const plural = (count, one, many = one + "s") => `${count} ${count === 1 ? one : many}`;

// Times

const clock = (seconds) => {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const rest = Math.round((seconds - whole) * 1000);
  if (rest === 1000) return clock(whole + 1);
  const text = `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return rest === 0 ? text : text + "." + String(rest).padStart(3, "0").replace(/0+$/, "");
};
const duration = (seconds) => {
  if (seconds < 60) return `${Math.round(seconds * 1000) / 1000} s`;
  const whole = Math.round(seconds);
  const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const from = parts.findIndex(([size]) => whole >= size);
  return parts.slice(from, from + 2)
    .map(([size, unit], index) => [Math.floor((index === 0 ? whole : whole % parts[from][0]) / size), unit])
    .filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`).join(" ");
};
const wallClock = (seconds) =>
  new Date(Math.round(report.start + seconds * 1000)).toISOString().replace("T", " ").replace(/\.?0*Z$/, "") + " UTC";

// What came of what

const effects = marks.map(() => []);
marks.forEach((mark, index) => {
  if (mark.cause !== undefined) effects[mark.cause].push(index);
});
const origins = (index) => {
  const chain = [];
  for (let cause = marks[index].cause; cause !== undefined; cause = marks[cause].cause) {
    chain.unshift(cause);
  }
  return chain;
};
const hueCount = 8;
const lane = new Map(lanes.map((item, index) =>
  [item.id, { ...item, number: index, hue: index % hueCount, marks: [], bars: [] }]));
marks.forEach((mark, index) => lane.get(mark.lane).marks.push(index));
report.bars.forEach((bar) => lane.get(bar.lane).bars.push(bar));

const source = (mark) => mark.record !== undefined
  ? `record ${mark.record}`
  : `said by the ${mark.from === "hub" ? "hub" : mark.from + " observer"}`;
const outcome = (index) => effects[index].length > 0
  ? `Led to ${plural(effects[index].length, "thing")}.` : marks[index].why ?? "";
const spoken = (index) => {
  const mark = marks[index];
  const lasting = mark.until !== undefined ? `, for ${duration(mark.until - mark.at)}` : "";
  return `${clock(mark.at)}, ${mark.words}${lasting}. ${outcome(index)}`;
};
