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
    ...summary.tallies.map(({ title, entries }) => card(title, total(entries), tally(entries))),
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
