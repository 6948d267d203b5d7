/** Groups changed pixels to the areas that a person would point at. */
import type { Area } from "../../contract/steps/pictures.ts";

/** Changed pixels are gathered in cells of this size; neighbours belong together. About a line of text. */
const CELL = 16;

/** Where pixels changed, by cells. */
export const createAreas = (width: number, height: number) => {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  /** The changed pixels' outline in each cell: left, top, right and bottom, and how many they are. */
  const cells = new Map<number, [left: number, top: number, right: number, bottom: number, count: number]>();
  return {
    /** Pixels of a row, from one to before another. */
    add(from: number, to: number, y: number): void {
      const row = Math.min(rows - 1, Math.floor(y / CELL));
      for (let x = from; x < to; ) {
        const column = Math.floor(x / CELL);
        const end = Math.min(to, (column + 1) * CELL);
        const id = row * columns + column;
        const cell = cells.get(id);
        if (!cell) cells.set(id, [x, y, end - 1, y, end - x]);
        else {
          cell[0] = Math.min(cell[0], x);
          cell[1] = Math.min(cell[1], y);
          cell[2] = Math.max(cell[2], end - 1);
          cell[3] = Math.max(cell[3], y);
          cell[4] += end - x;
        }
        x = end;
      }
    },

    /** The areas, those with most changed pixels first. */
    list(): Area[] {
      const left = new Set(cells.keys());
      const found: { area: Area; count: number }[] = [];
      for (const start of cells.keys()) {
        if (!left.delete(start)) continue;
        const queue = [start];
        let [x0, y0, x1, y1, count] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0, 0];
        for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
          const cell = cells.get(id);
          if (!cell) continue;
          [x0, y0] = [Math.min(x0, cell[0]), Math.min(y0, cell[1])];
          [x1, y1, count] = [Math.max(x1, cell[2]), Math.max(y1, cell[3]), count + cell[4]];
          const column = id % columns;
          for (const dy of [-1, 0, 1])
            for (const dx of [-1, 0, 1]) {
              const next = id + dy * columns + dx;
              if (column + dx >= 0 && column + dx < columns && left.delete(next)) queue.push(next);
            }
        }
        found.push({ area: { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 }, count });
      }
      return found.sort((a, b) => b.count - a.count).map(({ area }) => area);
    },
  };
};

/** The smallest area with all of them in it. */
export const around = (areas: readonly Area[]): Area => {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  return {
    x,
    y,
    width: Math.max(...areas.map((area) => area.x + area.width)) - x,
    height: Math.max(...areas.map((area) => area.y + area.height)) - y,
  };
};

/** The area with a margin, within a picture. */
export const grown = ({ x, y, width, height }: Area, by: number): Area => ({
  x: Math.max(0, x - by),
  y: Math.max(0, y - by),
  width: width + by + Math.min(x, by),
  height: height + by + Math.min(y, by),
});
