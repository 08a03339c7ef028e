"use strict";

(() => {
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
    new Date(report.start + seconds * 1000).toISOString().replace("T", " ").replace(/\.?0*Z$/, "") + " UTC";

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
  const lane = new Map(lanes.map((item) => [item.id, { ...item, marks: [], bars: [] }]));
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

  // Where a time stands: pieces of even scale, the quiet ones folded unless opened.

  const opened = new Set();
  const unfoldedTime = report.quiet.reduce((sum, [from, to]) => sum - (to - from), report.end);
  let scale = Math.min(12, Math.max(2, 4000 / Math.max(1, unfoldedTime)));
  let pieces = [];
  let width = 0;

  const arrange = () => {
    pieces = [];
    width = 14;
    const add = (from, to, size, fold) => {
      pieces.push({ from, to, x: width, size, fold });
      width += size;
    };
    let time = 0;
    report.quiet.forEach(([from, to], fold) => {
      const full = (to - from) * scale;
      if (full <= foldWidth * 1.5) return;
      add(time, from, (from - time) * scale);
      add(from, to, opened.has(fold) ? Math.min(full, 1200) : foldWidth, fold);
      time = to;
    });
    add(time, report.end, (report.end - time) * scale);
    width += 40;
  };
  const place = (time) => {
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pieces[middle].from <= time) low = middle; else high = middle - 1;
    }
    const piece = pieces[low];
    const part = piece.to > piece.from ? (time - piece.from) / (piece.to - piece.from) : 0;
    return piece.x + Math.min(1, part) * piece.size;
  };

  // The lanes

  const glyphs = {
    launch: "▶", push: "▼", open: "▲", token: "◆", tokenError: "✕", received: "●", duplicate: "≡",
    opened: "✓", issue: "!", app: "▶", page: "◁", overlay: "▢", account: "◁", unread: "◇", sync: "?",
    failed: "✕", latest: "☰", read: "✓", countdown: "◔", tick: "◔", expired: "■", dot: "○",
    screenshot: "▣", preview: "▲", ignored: "✕", edit: "✎", hidden: "◁",
  };
  const reasonGlyphs = {
    push: "▼", interval: "◷", firstAppearance: "★", return: "↩", account: "@", retry: "↻",
  };
  const glyph = (mark) => {
    if (mark.kind === "count") return mark.label ?? "•";
    if (mark.kind === "dot" && mark.until !== undefined) return "●";
    return (mark.kind === "sync" && reasonGlyphs[mark.label]) || (glyphs[mark.kind] ?? "•");
  };
  const alarms = new Set(["tokenError", "issue", "failed", "ignored"]);
  const canvas = byId("canvas");
  const scroller = byId("scroller");
  const gapLayer = make("div", { class: "gaps", "aria-hidden": "true" });
  const axis = make("div", { class: "axis", role: "group", "aria-label": "Quiet stretches" },
    make("div", { class: "name", "aria-hidden": "true" }, "Time"));
  const axisTrack = make("div", { class: "track" });
  axis.append(axisTrack);
  canvas.append(gapLayer, axis);
  const elements = new Array(marks.length);
  const things = new Array(marks.length);

  const element = (index) => {
    if (elements[index]) return elements[index];
    const mark = marks[index];
    const name = mark.record !== undefined ? "mark record" : "mark";
    const button = make("button", {
      type: "button",
      class: alarms.has(mark.kind) ? name + " alarm" : name,
      tabindex: lane.get(mark.lane).current === index ? "0" : "-1",
      "data-mark": index,
      "data-kind": mark.kind,
      "aria-label": spoken(index),
    }, make("i", {}, glyph(mark)));
    if (mark.until !== undefined) {
      button.classList.add("long");
      button.append(make("span", {}, mark.label ?? mark.kind));
    }
    elements[index] = button;
    return button;
  };

  for (const item of lane.values()) {
    const title = make("h3", { class: "name", id: "lane-" + item.id }, item.title,
      make("small", {}, item.marks.length === 0 ? "nothing" : plural(item.marks.length, "mark")));
    item.track = make("div", { class: "track" });
    item.steps = draw("svg", { class: "steps", width: 1, height: 1, "aria-hidden": "true" });
    item.element = make("div", {
      class: "lane", role: "group", "data-lane": item.id, "aria-labelledby": "lane-" + item.id,
      style: `--hue: var(--${item.id})`,
    }, title, make("div", { class: "steps-layer" }, item.steps), item.track);
    item.current = item.marks[0];
    item.things = item.bars.map((bar) => ({
      at: bar.from,
      until: bar.until,
      element: make("div", { class: "bar", "aria-hidden": "true" }, make("span", {}, bar.label)),
    }));
    for (const index of item.marks) {
      things[index] = { at: marks[index].at, until: marks[index].until, index };
      item.things.push(things[index]);
    }
    item.things.sort((one, other) => one.at - other.at);
    canvas.append(item.element);
  }
  const linkLayer = draw("svg", { class: "links", "aria-hidden": "true", width: 1, height: 1 });
  canvas.insertBefore(linkLayer, axis);

  // A long play has more marks than a page can hold quickly: only those about in view are there.

  const isSparing = marks.length > 2000;
  let axisThings = [];
  let gapThings = [];

  const populate = (track, all, isWanted) => {
    let cursor = track.firstElementChild;
    for (const thing of all) {
      if (isWanted(thing)) {
        thing.element ??= thing.index === undefined ? thing.build() : element(thing.index);
        if (thing.element === cursor) {
          cursor = cursor.nextElementSibling;
        } else {
          track.insertBefore(thing.element, cursor);
        }
        if (thing.isMoved) {
          settle(thing);
          thing.isMoved = false;
        }
      } else if (thing.element?.parentNode === track) {
        if (thing.element === cursor) cursor = cursor.nextElementSibling;
        thing.element.remove();
      }
    }
  };
  const settle = (thing) => {
    const { style } = thing.element;
    style.left = thing.left + "px";
    style.top = thing.top + "px";
    if (thing.until !== undefined) {
      style.width = thing.right - thing.left + "px";
      style.setProperty("--true", Math.max(3, thing.size) + "px");
      thing.element.classList.toggle("short", thing.size < 20);
      thing.element.classList.toggle("narrow", thing.size < 44);
    }
  };
  const render = () => {
    const from = isSparing ? scroller.scrollLeft - 1500 : -Infinity;
    const to = isSparing ? scroller.scrollLeft + scroller.clientWidth + 1500 : Infinity;
    const isNear = (thing) => thing.right >= from && thing.left <= to;
    for (const item of lane.values()) {
      populate(item.track, item.things, (thing) =>
        isNear(thing) || (thing.index !== undefined && thing.index === item.current));
    }
    populate(axisTrack, axisThings, (thing) => isNear(thing) || thing.fold === currentFold);
    populate(gapLayer, gapThings, isNear);
  };
  let isRendering = false;
  if (isSparing) {
    scroller.addEventListener("scroll", () => {
      if (isRendering) return;
      isRendering = true;
      requestAnimationFrame(() => {
        isRendering = false;
        render();
      });
    }, { passive: true });
  }

  /** Gives everything that would overlap a row of its own, as long as there are rows. */
  const pack = (item, top) => {
    const ends = [];
    const row = (left, right) => {
      let found = ends.findIndex((end) => end <= left);
      if (found < 0) found = ends.length < rowLimit ? ends.length : ends.indexOf(Math.min(...ends));
      ends[found] = right + 2;
      return found;
    };
    for (const thing of item.things) {
      const left = place(thing.at);
      const size = thing.until === undefined ? markWidth : place(thing.until) - left;
      const right = left + Math.max(thing.index === undefined ? 3 : markWidth, size);
      const y = top + row(left, right) * rowHeight;
      Object.assign(thing, { left, right, size, top: y, isMoved: true });
    }
    return top + Math.max(1, ends.length) * rowHeight + 3;
  };

  const drawSteps = (item) => {
    const height = 34;
    const highest = Math.max(1, ...report.counts.map(([, count]) => count));
    const y = (count) => 4 + (height - 6) * (1 - count / highest);
    let path = `M${place(0)},${y(0)}`;
    report.counts.forEach(([time, count]) => {
      path += `H${place(time)}V${y(count)}`;
    });
    path += `H${place(report.end)}`;
    item.steps.replaceChildren(
      draw("path", { class: "area", d: `${path}V${y(0)}Z` }), draw("path", { d: path }));
    return height + 4;
  };

  const stepsOfTime = [
    0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400,
  ];
  let currentFold;

  const buildFold = (piece) => {
    const [from, to] = report.quiet[piece.fold];
    const isOpen = opened.has(piece.fold);
    return make("button", {
      type: "button", class: "fold", "data-fold": piece.fold,
      tabindex: piece.fold === currentFold ? "0" : "-1",
      "aria-expanded": isOpen,
      "aria-label": `${duration(to - from)} of quiet from ${clock(from)} to ${clock(to)}`,
      style: `left:${piece.x + 3}px;width:${foldWidth - 6}px`,
    }, isOpen ? "fold" : duration(to - from));
  };
  const drawAxis = () => {
    axisThings = [];
    gapThings = [];
    const folds = pieces.filter((piece) => piece.fold !== undefined).map((piece) => piece.fold);
    if (!folds.includes(currentFold)) currentFold = folds[0];
    for (const piece of pieces) {
      const { x, fold } = piece;
      if (fold !== undefined) {
        axisThings.push({ left: x, right: x + foldWidth, fold, build: () => buildFold(piece) });
        if (!opened.has(fold)) {
          gapThings.push({
            left: x, right: x + piece.size,
            build: () => make("div", { class: "gap", style: `left:${x}px;width:${piece.size}px` }),
          });
          continue;
        }
      }
      const perPixel = (piece.to - piece.from) / Math.max(1, piece.size);
      const step = stepsOfTime.find((size) => size / perPixel >= 80) ?? 86400;
      for (let count = Math.ceil(piece.from / step); count * step <= piece.to; count += 1) {
        const time = count * step;
        const left = place(time);
        if (x + piece.size - left < 50 || (fold !== undefined && left < x + foldWidth)) continue;
        axisThings.push({
          left, right: left + 80,
          build: () => make("span",
            { class: "tick", "aria-hidden": "true", style: `left:${left}px` }, clock(time)),
        });
      }
    }
    axisTrack.replaceChildren();
    gapLayer.replaceChildren();
  };

  const labelWidth = () => axis.firstElementChild.offsetWidth;

  const layOut = () => {
    arrange();
    canvas.style.width = `calc(var(--label-width) + ${width}px)`;
    axisTrack.style.width = width + "px";
    drawAxis();
    for (const item of lane.values()) {
      const top = item.id === "unread" ? drawSteps(item) : 4;
      item.height = pack(item, top);
      item.track.style.width = width + "px";
      item.track.style.height = Math.max(item.height, 44) + "px";
    }
    byId("unfold").disabled = !pieces.some((piece) => piece.fold !== undefined);
    render();
    link();
  };

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
      type: "button", class: "go", "data-go": index, style: `--hue: var(--${mark.lane})`,
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

  // Keys and pointers

  const markOf = (event) => {
    const element = event.target.closest?.("[data-mark]");
    return element ? Number(element.dataset.mark) : undefined;
  };
  const nearest = (item, time) => item.marks.reduce((best, index) =>
    Math.abs(marks[index].at - time) < Math.abs(marks[best].at - time) ? index : best, item.marks[0]);
  const across = (index, step) => {
    const all = [...lane.values()].filter((item) => item.marks.length > 0);
    const item = all[all.indexOf(lane.get(marks[index].lane)) + step];
    return item && nearest(item, marks[index].at);
  };
  const along = (index, step) => {
    const item = lane.get(marks[index].lane);
    return item.marks[item.marks.indexOf(index) + step];
  };
  const moves = {
    ArrowRight: (index) => along(index, 1),
    ArrowLeft: (index) => along(index, -1),
    ArrowDown: (index) => across(index, 1),
    ArrowUp: (index) => across(index, -1),
    Home: (index) => lane.get(marks[index].lane).marks[0],
    End: (index) => lane.get(marks[index].lane).marks.at(-1),
  };
  canvas.addEventListener("focusin", (event) => {
    const index = markOf(event);
    if (index !== undefined) choose(index);
  });
  canvas.addEventListener("pointerover", (event) => {
    const index = markOf(event);
    if (index !== undefined) show(index);
  });
  canvas.addEventListener("pointerleave", () => {
    if (chosen !== undefined) show(chosen);
  });
  canvas.addEventListener("click", (event) => {
    const index = markOf(event);
    const fold = event.target.closest?.("[data-fold]")?.dataset.fold;
    if (fold !== undefined) return turn(Number(fold));
    if (index === undefined) return;
    focusMark(index);
    // A click without a pointer comes from Enter or from a screen reader.
    if (event.detail === 0) byId("details-title").focus();
  });
  canvas.addEventListener("keydown", (event) => {
    const index = markOf(event);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (index !== undefined && moves[event.key]) {
      event.preventDefault();
      focusMark(moves[event.key](index));
    }
    if (event.target.dataset.fold !== undefined) moveBetweenFolds(event);
  });
  byId("details").addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-go]");
    if (button) focusMark(Number(button.dataset.go));
  });
  byId("summary").addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-go]");
    if (button) focusMark(Number(button.dataset.go));
  });
  byId("details").addEventListener("keydown", (event) => {
    if (event.key === "Escape") focusMark(chosen);
  });

  const focusFold = (fold) => {
    const button = () => axisTrack.querySelector(`[data-fold="${currentFold}"]`);
    button()?.setAttribute("tabindex", "-1");
    currentFold = fold;
    render();
    button().tabIndex = 0;
    button().focus();
  };
  const moveBetweenFolds = (event) => {
    const folds = pieces.filter((piece) => piece.fold !== undefined).map((piece) => piece.fold);
    const at = folds.indexOf(Number(event.target.dataset.fold));
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: folds.length - 1 }[event.key];
    if (folds[next] === undefined) return;
    event.preventDefault();
    focusFold(folds[next]);
  };
  const turn = (fold) => {
    if (!opened.delete(fold)) opened.add(fold);
    currentFold = fold;
    layOut();
    focusFold(fold);
  };
  const zoom = (factor) => {
    scale = Math.min(400, Math.max(0.5, scale * factor));
    layOut();
    if (chosen !== undefined) element(chosen).scrollIntoView({ block: "nearest", inline: "center" });
  };
  byId("wider").addEventListener("click", () => zoom(2));
  byId("narrower").addEventListener("click", () => zoom(0.5));
  byId("unfold").addEventListener("click", (event) => {
    const isOpen = event.currentTarget.getAttribute("aria-pressed") === "true";
    opened.clear();
    if (!isOpen) report.quiet.forEach((_, fold) => opened.add(fold));
    event.currentTarget.setAttribute("aria-pressed", String(!isOpen));
    layOut();
  });

  // The figures

  const card = (title, figure, ...rest) =>
    make("div", { class: "card" }, make("h3", {}, title), make("div", { class: "figure" }, figure.toLocaleString("en")), ...rest);
  const tally = (entries) => make("ul", {}, ...entries.slice(0, 6).map(([name, count]) =>
    make("li", {}, make("span", { class: "words" }, name), make("span", {}, String(count)))),
  ...(entries.length > 6 ? [make("li", {}, `and ${entries.length - 6} more`)] : []));
  const total = (entries) => entries.reduce((sum, [, count]) => sum + count, 0);

  const summarize = () => {
    const { summary } = report;
    const cards = [
      card("Pushes received", summary.received, tally([
        ["answered by the user", summary.opened],
        ["merged with one shown before", summary.merged],
        ["dropped without a word", summary.dropped],
        ["strange in some field", summary.strange],
      ])),
      ...(summary.strange === 0 ? [] : [card("Strange", summary.strange, tally(summary.issues))]),
      card("Requests for the count", total(summary.requests), tally(summary.requests)),
      card("Failed requests", total(summary.failures), tally(summary.failures)),
      card("Wake-ups", summary.wakeUps, make("p", {}, "times at which a timer was due"),
        make("h3", {}, "Slowest observer"),
        summary.slowest
          ? make("div", {}, make("div", { class: "figure" }, `${summary.slowest.duration}, ${summary.slowest.from}`),
            go(summary.slowest.mark))
          : make("p", {}, "nothing took any time")),
    ];
    byId("summary").append(...cards);
    byId("name").textContent = report.name;
    document.title = report.name + " – PushHub report";
    byId("extent").textContent = `${plural(report.records, "record")} over ${report.end === 0 ? "an instant" : duration(report.end)}, from ${wallClock(0)}`;
  };

  // Everything as a table, made when somebody wants it or prints

  const tabulate = () => {
    if (byId("table").firstChild) return;
    const row = (tag, cells) => make("tr", {}, ...cells.map((cell) => make(tag, {}, cell)));
    const body = make("tbody");
    marks.forEach((mark, index) => {
      const cause = mark.cause !== undefined ? String(mark.cause + 1) : "";
      const until = mark.until !== undefined ? ` (${duration(mark.until - mark.at)})` : "";
      body.append(row("td", [
        String(index + 1), clock(mark.at) + until, lane.get(mark.lane).title, mark.words, cause,
        effects[index].length > 0 ? "led to " + effects[index].slice(0, 20).map((effect) => effect + 1).join(", ") : mark.why ?? "",
      ]));
    });
    byId("table").append(make("table", {},
      make("thead", {}, row("th", ["No.", "Time", "Lane", "What", "Cause", "What came of it"])), body));
  };
  byId("everything").addEventListener("toggle", tabulate);
  addEventListener("beforeprint", () => {
    tabulate();
    byId("everything").open = true;
  });

  summarize();
  layOut();
  requestAnimationFrame(() => setTimeout(() => {
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  }));
})();
