import { DocumentError } from "../documentError.ts";

/** Records and values in total: as many as a 1 GB worker can hold twice, as input and as output. */
const MAX_VALUES = 2_000_000;
/** The same depth as for markup. */
const MAX_DEPTH = 512;

/** @throws DocumentError for more values than a worker can hold */
export const checkCount = (values: number): void => {
  if (values > MAX_VALUES)
    throw new DocumentError(`The page has more than ${MAX_VALUES.toLocaleString("en")} values.`);
};

/** @throws DocumentError for data that would exhaust the worker */
export const checkSize = (data: unknown): void => {
  const open: [value: unknown, depth: number][] = [[data, 0]];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > MAX_DEPTH) throw new DocumentError("The page is nested too deeply.");
    const within = Object.values(value);
    values += within.length;
    checkCount(values);
    for (const child of within)
      if (typeof child === "object" && child !== null) open.push([child, depth + 1]);
  }
};
