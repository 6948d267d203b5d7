/** Finds the thin lines that a page draws, by walking its drawing commands. */
import type { Box, Rule } from "./pieces.ts";

type Matrix = readonly number[];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Thicker ones are bars and backgrounds. */
const MAX_THICKNESS = 3;
const MIN_LENGTH = 4;
/** Drawings with more are pictures. */
const MAX_RULES = 20_000;
/** Of a path: lines in charts and maps have many points. */
const MAX_PATH = 400;

export const multiply = (a: Matrix, b: Matrix): Matrix => {
  const [a0 = 1, a1 = 0, a2 = 0, a3 = 1, a4 = 0, a5 = 0] = a;
  const [b0 = 1, b1 = 0, b2 = 0, b3 = 1, b4 = 0, b5 = 0] = b;
  return [
    a0 * b0 + a2 * b1,
    a1 * b0 + a3 * b1,
    a0 * b2 + a2 * b3,
    a1 * b2 + a3 * b3,
    a0 * b4 + a2 * b5 + a4,
    a1 * b4 + a3 * b5 + a5,
  ];
};

export const apply = (matrix: Matrix, x: number, y: number): [x: number, y: number] => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  return [a * x + c * y + e, b * x + d * y + f];
};

export const boxOf = (matrix: Matrix, rect: readonly number[]): Box => {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const [[ax, ay], [bx, by]] = [apply(matrix, left, bottom), apply(matrix, right, top)];
  return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) };
};

/** Numbers of pdf.js's path segments. */
const [MOVE, LINE, CURVE, QUADRATIC] = [0, 1, 2, 3];

type Point = readonly [x: number, y: number];

/** The straight parts of a path; empty for one with curves. */
const straightsOf = (path: ArrayLike<number>, matrix: Matrix): (readonly [Point, Point])[][] => {
  const figures: (readonly [Point, Point])[][] = [];
  let [start, at]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  for (let index = 0; index < path.length; ) {
    const kind = path[index++];
    if (kind === CURVE || kind === QUADRATIC) index += kind === CURVE ? 6 : 4;
    else if (kind === MOVE || kind === LINE) {
      const next = apply(matrix, path[index] ?? 0, path[index + 1] ?? 0);
      index += 2;
      if (kind === MOVE) {
        start = next;
        figures.push([]);
      } else figures.at(-1)?.push([at, next]);
      at = next;
    } else {
      figures.at(-1)?.push([at, start]);
      at = start;
    }
  }
  return figures;
};

const asRule = ([[x0, y0], [x1, y1]]: readonly [Point, Point]): Rule[] => {
  const [width, height] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  if (height <= 1 && width >= MIN_LENGTH) {
    const y = (y0 + y1) / 2;
    return [{ x0: Math.min(x0, x1), x1: Math.max(x0, x1), y0: y, y1: y }];
  }
  if (width > 1 || height < MIN_LENGTH) return [];
  const x = (x0 + x1) / 2;
  return [{ x0: x, x1: x, y0: Math.min(y0, y1), y1: Math.max(y0, y1) }];
};

/** A filled figure that is thin is a rule. */
const thinOf = (figure: readonly (readonly [Point, Point])[]): Rule[] => {
  const points = figure.flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  if (y1 - y0 <= MAX_THICKNESS && x1 - x0 >= MIN_LENGTH) return [{ x0, x1, y0: y, y1: y }];
  return x1 - x0 <= MAX_THICKNESS && y1 - y0 >= MIN_LENGTH ? [{ x0: x, x1: x, y0, y1 }] : [];
};

/** The commands that matter here, by pdf.js's numbers. */
export interface Commands {
  readonly save: number;
  readonly restore: number;
  readonly transform: number;
  readonly paintFormXObjectBegin: number;
  readonly paintFormXObjectEnd: number;
  readonly constructPath: number;
  readonly stroke: number;
  readonly closeStroke: number;
  readonly fill: number;
  readonly eoFill: number;
  readonly fillStroke: number;
  readonly eoFillStroke: number;
  readonly closeFillStroke: number;
  readonly closeEOFillStroke: number;
}

/**
 * @param list a page's commands and their arguments
 * @param view from the page's own units to points from its upper left corner
 */
export const findRules = (
  { fnArray, argsArray }: { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] },
  ops: Commands,
  view: Matrix,
): Rule[] => {
  const rules: Rule[] = [];
  const stack: Matrix[] = [];
  let matrix: Matrix = IDENTITY;
  const strokes = new Set([
    ops.stroke,
    ops.closeStroke,
    ops.fillStroke,
    ops.eoFillStroke,
    ops.closeFillStroke,
    ops.closeEOFillStroke,
  ]);
  const fills = new Set([ops.fill, ops.eoFill]);
  for (const [index, op] of fnArray.entries()) {
    const args = argsArray[index] as readonly unknown[] | null;
    if (op === ops.save) stack.push(matrix);
    else if (op === ops.restore || op === ops.paintFormXObjectEnd) matrix = stack.pop() ?? IDENTITY;
    else if (op === ops.transform) matrix = multiply(matrix, args as Matrix);
    else if (op === ops.paintFormXObjectBegin) {
      stack.push(matrix);
      if (args?.[0]) matrix = multiply(matrix, args[0] as Matrix);
    } else if (op === ops.constructPath && args) {
      const [painting, [path] = [null]] = args as [number, [ArrayLike<number> | null]?];
      if (!path || path.length > MAX_PATH || rules.length > MAX_RULES) continue;
      const figures = straightsOf(path, multiply(view, matrix));
      if (strokes.has(painting)) rules.push(...figures.flat().flatMap(asRule));
      else if (fills.has(painting)) rules.push(...figures.flatMap(thinOf));
    }
  }
  return rules.length > MAX_RULES ? [] : rules;
};
