/** A line that ends so begins something that takes long. */
const BEGINS = "…";

/** How often the seconds are written, on a terminal and to a file. */
const TERMINAL_MS = 1_000;
const FILE_MS = 15_000;

type Output = Pick<NodeJS.WriteStream, "isTTY" | "write">;

/**
 * Writes lines of progress. While the last one ends with "…", its seconds are counted behind it: in place on a terminal,
 * as lines of their own elsewhere.
 */
export const createProgress = (output: Output) => {
  let counting: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (counting === undefined) return;
    clearInterval(counting);
    counting = undefined;
    if (output.isTTY) output.write("\n");
  };
  const count = (line: string): void => {
    const startedAt = performance.now();
    const written = () => `${line} ${Math.round((performance.now() - startedAt) / 1000)} s`;
    counting = setInterval(
      () => void output.write(output.isTTY ? `\r${written()}` : `${written()}\n`),
      output.isTTY ? TERMINAL_MS : FILE_MS,
    ).unref();
  };
  const tell = (line: string): void => {
    stop();
    const begins = line.endsWith(BEGINS);
    output.write(begins && output.isTTY ? line : `${line}\n`);
    if (begins) count(line);
  };
  return { tell, stop };
};
