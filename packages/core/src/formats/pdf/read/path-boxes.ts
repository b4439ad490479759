import type { InkBox } from './ink.js';
import type { Matrix } from './matrix.js';

type Box = Omit<InkBox, 'color'>;

/** How many points follow each number of a path: 0 move, 1 line, 2 curve, 3 quadratic curve, 4 close. */
const POINTS = [1, 1, 3, 2, 0];

/** The boxes around the parts of a path. */
export function pathBoxes(path: ArrayLike<number>, ctm: Matrix): Box[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = ctm;
  const boxes: Box[] = [];
  let box: Box | undefined;
  for (let at = 0; at < path.length; ) {
    const op = path[at++] as number;
    const points = POINTS[op] ?? 0;
    if (op === 0) box = undefined;
    for (let n = 0; n < points; n++, at += 2) {
      const px = path[at] ?? 0;
      const py = path[at + 1] ?? 0;
      const x = a * px + c * py + e;
      const y = b * px + d * py + f;
      if (!box) {
        box = { x, end: x, top: y, bottom: y };
        boxes.push(box);
      } else {
        box.x = Math.min(box.x, x);
        box.end = Math.max(box.end, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
    }
  }
  return boxes;
}
