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
