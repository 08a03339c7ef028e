// A moment: what is true then of the app and of every feature, and why.

const momentTitle = byId("moment-title");
const momentBody = byId("moment-body");

/**
 * The facts at a time, each at the place that it had when it became true.
 *
 * @type {(facts: Facts, time: number) => Fact[]}
 */
const factsAt = (facts, time) => {
  /** @type {Fact[]} */
  let found = [];
  let latest = -1;
  /** @type {(at: number) => Fact[]} */
  const lasting = (at) => found.filter(({ until }) => until === undefined || until > at);
  for (const fact of facts.spans) {
    const from = fact.from ?? -1;
    if (from > time) break;
    if (from > latest) found = lasting(from);
    latest = from;
    found.splice(fact.place, 0, fact);
  }
  return lasting(time);
};

/**
 * The causes of a fact, in order: marks of the page, and a timer that was due without an event.
 *
 * @typedef {{ order: number, mark?: number, at: number, words: string }} Step
 * @type {(fact: Fact, offset: number) => Step[]}
 */
const chainTo = (fact, offset) => {
  if (fact.mark === undefined) return [];
  const index = fact.mark + offset;
  /** @type {Step[]} */
  const steps = [...origins(index), index].map((place) =>
    ({ order: 2 * place, mark: place, at: marks[place].at, words: marks[place].words }));
  if (fact.silent) {
    steps.push({ order: 2 * (fact.silent[0] + offset) - 1, at: fact.from ?? 0, words: fact.silent[1] });
  }
  return steps.sort((one, other) => one.order - other.order);
};
/** @type {(steps: Step[]) => Step[]} */
const merged = (steps) => [...new Map(steps.map((step) => [step.order, step])).values()]
  .sort((one, other) => one.order - other.order);

/**
 * The latest mark after a chain on which a feature might have acted, if nothing came of it.
 *
 * @type {(of: string, steps: Step[], time: number, number: number) => number | undefined}
 */
const withoutEffect = (of, steps, time, number) => {
  const latest = steps.at(-1);
  const first = latest === undefined ? offsets[number] : Math.floor(latest.order / 2) + 1;
  const last = offsets[number] + recordings[number].marks.length - 1;
  for (let index = last; index >= first; index -= 1) {
    const { at, concerns, why } = marks[index];
    if (at <= time && concerns?.includes(of)) return why ? index : undefined;
  }
  return undefined;
};

/** @type {(fact: Fact, time: number, isApp: boolean, offset: number) => string} */
const claim = (fact, time, isApp, offset) => {
  if (fact.from === undefined) return fact.words;
  if (!isApp) return `${fact.words} (since ${clock(fact.from)})`;
  const last = chainTo(fact, offset).at(-1);
  const line = last?.mark === undefined ? undefined : marks[last.mark].line;
  return `${fact.words} for ${duration(time - fact.from)}, since ${clock(fact.from)}`
    + (line === undefined ? "" : ` (line ${line})`);
};

const [heading, subheading] = isComparison ? ["h4", "h5"] : ["h3", "h4"];
const mostClaims = 24;
const mostSteps = 6;
/** @type {(facts: Facts, time: number, number: number) => HTMLElement} */
const subject = (facts, time, number) => {
  const isApp = facts.of === "app";
  const lane = lanes.find((item) => item.id === facts.of && item.recording === number);
  const found = factsAt(facts, time);
  const offset = offsets[number];
  const claims = found.map((fact) => claim(fact, time, isApp, offset));
  if (isApp && !found.some(({ name }) => name.startsWith("page "))) claims.splice(1, 0, "no page visible");
  const section = make("section", {
    class: "subject", "data-of": facts.of, style: lane ? `--hue: var(--hue-${lane.hue})` : undefined,
  }, make(heading, { class: "of" }, isApp ? "App" : lane?.title ?? facts.of),
  make("ul", { class: "claims" }, ...claims.slice(0, mostClaims).map((text) => make("li", {}, bounded(text))),
    ...(claims.length > mostClaims ? [make("li", { class: "hint" }, `and ${claims.length - mostClaims} more`)] : [])));
  const steps = merged(found.flatMap((fact) => chainTo(fact, offset)));
  if (!isApp && steps.length > 0) {
    const rows = steps.slice(-mostSteps).map((step) => make("li", {}, step.mark === undefined
      ? make("p", { class: "step" }, make("small", {}, clock(step.at) + " "), step.words) : go(step.mark)));
    if (steps.length > mostSteps) {
      rows.unshift(make("li", { class: "hint" }, `${grouped(steps.length - mostSteps)} more before`));
    }
    section.append(make(subheading, { class: "led" }, "Causes"), make("ul", {}, ...rows));
  } else if (!isApp) {
    section.append(make("p", { class: "hint" }, "Nothing has happened to it so far."));
  }
  const nothing = isApp ? undefined : withoutEffect(facts.of, steps, time, number);
  if (nothing !== undefined) {
    section.append(make(subheading, { class: "led" }, "Nothing came of"), make("ul", {}, make("li", {}, go(nothing))),
      make("p", { class: "why" }, bounded(marks[nothing].why ?? "")));
  }
  return section;
};

const drawMoment = () => {
  const time = page.cursor;
  momentTitle.textContent = `What is true at ${clock(time)}`;
  /** @type {Node[]} */
  const body = [];
  recordings.forEach((recording, number) => {
    const moment = Math.min(time, recording.end);
    if (isComparison) body.push(make("h3", {}, `${letters[number]}: ${recording.name}`));
    body.push(make("p", { class: "when" }, wallClock(moment, number)));
    const subjects = recording.facts.map((facts) => subject(facts, moment, number));
    // A feature of which nothing is known yet is left out, as in the words.
    body.push(...subjects.filter((section) => section.querySelector("li") !== null));
    const command = commands[number];
    if (command !== null) {
      const text = command.replace("{}", String(Math.round(moment * 1e9) / 1e9));
      body.push(make("p", { class: "command" }, make("code", {}, text),
        make("button", { type: "button", class: "plain", "data-copy": text }, "Copy")));
    }
  });
  momentBody.replaceChildren(...body);
};

/**
 * Moves the cursor to a time.
 *
 * @type {(time: number, link?: string) => void}
 */
const lookAt = (time, link) => {
  page.cursor = Math.min(end, Math.max(0, time));
  placeCursor();
  drawMoment();
  address = link ?? `t=${page.cursor.toFixed(9).replace(/\.?0+$/, "")}`;
  clearTimeout(addressing);
  if (address !== "") addressing = window.setTimeout(writeAddress, 100);
};
let address = "";
/** @type {number | undefined} */
let addressing;
// A browser ignores changes of the address that come too often.
const writeAddress = () => history.replaceState(null, "", "#" + address);
/** All instants at which something happened. */
const instants = [...new Set(marks.flatMap((mark) => mark.until === undefined ? [mark.at] : [mark.at, mark.until]))]
  .sort((one, other) => one - other);
/**
 * Moves the cursor to the next instant, or the one before.
 *
 * @type {(step: 1 | -1) => void}
 */
const stepCursor = (step) => {
  const next = step > 0 ? instants.find((time) => time > page.cursor)
    : instants.filter((time) => time < page.cursor).at(-1);
  if (next === undefined) return;
  lookAt(next);
  const place = view.axis.place(next);
  reveal(place, place);
};
/**
 * Goes where the address says.
 *
 * @type {(link?: string) => boolean}
 */
const followLink = (link = location.hash) => {
  const [, letter, sort, number] = /^#(b-)?(line-|mark-|t=)([0-9.]+)$/.exec(link) ?? [];
  if (sort === undefined) return false;
  const recording = letter && isComparison ? 1 : 0;
  if (sort === "t=") {
    if (!Number.isFinite(Number(number))) return false;
    lookAt(Number(number));
    centre(page.cursor);
    return true;
  }
  const offset = offsets[recording];
  const local = sort === "mark-" ? Number(number) - 1
    : recordings[recording].marks.findIndex((mark) => mark.line === Number(number));
  if (local < 0 || !marks[local + offset]) return false;
  goTo(local + offset);
  return true;
};
