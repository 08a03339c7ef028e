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
