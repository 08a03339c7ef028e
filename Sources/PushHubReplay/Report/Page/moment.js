// A moment: what is true then, of the app and of every feature, and what led there.

const momentTitle = byId("moment-title");
const momentBody = byId("moment-body");

/** @type {(parts: Words[], now: number, since: string) => string} */
const wordsAt = (parts, now, since) => parts.map((part) => {
  if (typeof part === "string") return part;
  if (part.since) return since;
  if (part.ago !== undefined) {
    return now <= part.ago ? "just now" : `${duration(now - part.ago)} ago at ${clock(part.ago)}`;
  }
  if (part.ahead !== undefined) return `in ${duration(Math.max(0, part.ahead - now))} at ${clock(part.ahead)}`;
  if (part.left !== undefined) return duration(Math.max(0, part.left - now));
  return part.before !== undefined && now < part.before ? part.text ?? "" : "";
}).join("");

/**
 * What was true of somebody at a time, each where it stood when it became true.
 *
 * @type {(truths: Truths, time: number) => Truth[]}
 */
const truthsAt = (truths, time) => {
  /** @type {Truth[]} */
  let found = [];
  let latest = -1;
  /** @type {(at: number) => Truth[]} */
  const lasting = (at) => found.filter(({ until }) => until === undefined || until > at);
  for (const truth of truths.spans) {
    const from = truth.from ?? -1;
    if (from > time) break;
    if (from > latest) found = lasting(from);
    latest = from;
    found.splice(truth.place, 0, truth);
  }
  return lasting(time);
};

/**
 * What led to it, in the order in which it happened: marks of the page, and what timers did without
 * a word.
 *
 * @typedef {{ order: number, mark?: number, at: number, words: string }} Step
 * @type {(truth: Truth, offset: number) => Step[]}
 */
const chainTo = (truth, offset) => {
  if (!truth.marks) return [];
  /** @type {Map<number, Step>} */
  const steps = new Map();
  for (const root of truth.marks) {
    for (const index of [...origins(root + offset), root + offset]) {
      steps.set(2 * index, { order: 2 * index, mark: index, at: marks[index].at, words: marks[index].words });
    }
  }
  if (truth.silent) {
    const order = 2 * (truth.silent[0] + offset) - 1;
    steps.set(order, { order, at: truth.from ?? 0, words: truth.silent[1] });
  }
  return [...steps.values()].sort((one, other) => one.order - other.order);
};
/** @type {(steps: Step[]) => Step[]} */
const merged = (steps) => [...new Map(steps.map((step) => [step.order, step])).values()]
  .sort((one, other) => one.order - other.order);

/**
 * The latest thing after a chain that might have mattered to somebody, if nothing came of it.
 *
 * @type {(of: string, steps: Step[], time: number, number: number) => number | undefined}
 */
const unheeded = (of, steps, time, number) => {
  const latest = steps.at(-1);
  const first = latest === undefined ? offsets[number] : Math.floor(latest.order / 2) + 1;
  const last = offsets[number] + recordings[number].marks.length - 1;
  for (let index = last; index >= first; index -= 1) {
    const { at, concerns, why } = marks[index];
    if (at <= time && concerns?.includes(of)) return why ? index : undefined;
  }
  return undefined;
};

/** @type {(truth: Truth, time: number, isApp: boolean, offset: number) => string} */
const claim = (truth, time, isApp, offset) => {
  if (truth.from === undefined) return wordsAt(truth.words, time, " since the start");
  if (!isApp) return wordsAt(truth.words, time, ` since ${clock(truth.from)}`);
  const last = chainTo(truth, offset).at(-1);
  const line = last?.mark === undefined ? undefined : marks[last.mark].line;
  return wordsAt(truth.words, time, ` for ${duration(time - truth.from)}, since ${clock(truth.from)}`
    + (line === undefined ? "" : ` (line ${line})`));
};

const [heading, subheading] = isComparison ? ["h4", "h5"] : ["h3", "h4"];
const mostClaims = 24;
const mostSteps = 6;
/** @type {(truths: Truths, time: number, number: number) => HTMLElement} */
const subject = (truths, time, number) => {
  const isApp = truths.of === "app";
  const lane = lanes.find((item) => item.id === truths.of && item.recording === number);
  const found = truthsAt(truths, time);
  const offset = offsets[number];
  const claims = found.map((truth) => claim(truth, time, isApp, offset));
  if (isApp && !found.some(({ name }) => name.startsWith("page "))) claims.splice(1, 0, "no page visible");
  const section = make("section", {
    class: "subject", "data-of": truths.of, style: lane ? `--hue: var(--hue-${lane.hue})` : undefined,
  }, make(heading, { class: "of" }, isApp ? "App" : lane?.title ?? truths.of),
  make("ul", { class: "claims" }, ...claims.slice(0, mostClaims).map((text) => make("li", {}, bounded(text))),
    ...(claims.length > mostClaims ? [make("li", { class: "hint" }, `and ${claims.length - mostClaims} more`)] : [])));
  const steps = merged(found.flatMap((truth) => chainTo(truth, offset)));
  if (!isApp && steps.length > 0) {
    const rows = steps.slice(-mostSteps).map((step) => make("li", {}, step.mark === undefined
      ? make("p", { class: "step" }, make("small", {}, clock(step.at) + " "), step.words) : go(step.mark)));
    if (steps.length > mostSteps) {
      rows.unshift(make("li", { class: "hint" }, `${grouped(steps.length - mostSteps)} more before`));
    }
    section.append(make(subheading, { class: "led" }, "What led there"), make("ul", {}, ...rows));
  } else if (!isApp) {
    section.append(make("p", { class: "hint" }, "Nothing led there: nothing has happened to it so far."));
  }
  const nothing = isApp ? undefined : unheeded(truths.of, steps, time, number);
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
    body.push(...recording.truths.map((truths) => subject(truths, moment, number)));
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
 * Puts the cursor to a time.
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
// A browser that is told too often stops listening.
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
