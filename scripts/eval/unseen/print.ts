/** `npm run eval -- --unseen`: scores on sources that no learnt part has seen. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { linesOfCode } from "../linesOfCode.ts";
import { mean } from "../measures.ts";
import { compareSpeed } from "../speed.ts";
import type { Row } from "./read.ts";
import { listSources, loadAll } from "./sources.ts";
import { folderOf } from "./weights.ts";

const HERE = import.meta.dirname;
const SETS = ["content", "pages", "lists", "fields", "articles", "recipes", "metadata", "events"] as const;

/** Runs a script of this folder and returns what it prints. */
const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const options = { cwd: HERE, env: { ...process.env, ...env }, maxBuffer: Number.POSITIVE_INFINITY };
  return (await promisify(execFile)(process.execPath, args, options)).stdout;
};

/** Runs jobs side by side, one for each core, in their order. */
const runAll = async <Result>(jobs: readonly (() => Promise<Result>)[]): Promise<Result[]> => {
  const results: Result[] = [];
  const queue = jobs.entries();
  const work = async (): Promise<void> => {
    for (const [at, job] of queue) results[at] = await job();
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  return results;
};

/** The parts that are trained again, the longest first. With `--quick`, the others keep the weights in use. */
const PARTS = ["content", "claims", "kind", "names", "events"] as const;
const QUICK_PARTS = ["kind", "events"] as const;

interface Curve {
  readonly share: number;
  readonly lists: number;
  readonly singles: number;
}

const readRows = async (isQuick: boolean): Promise<{ rows: Row[]; curve: Curve[] }> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-unseen-"));
  const quick = isQuick ? ["--quick"] : [];
  try {
    await runAll(
      (isQuick ? QUICK_PARTS : PARTS).map((part) => () => run(["learn.ts", part, folder, ...quick])),
    );
    const known = listSources(SETS.flatMap((set) => loadAll<unknown>(set)).map((entry) => ({ entry })));
    const read = await runAll(
      known.map(
        (source) => () =>
          run(["--import", "./weights.ts", "read.ts", source, ...quick], {
            GLEANER_WEIGHTS: folderOf(folder, source),
          }),
      ),
    );
    return {
      rows: read.flatMap((text) => JSON.parse(text) as Row[]),
      curve: JSON.parse(readFileSync(join(folder, "curve.json"), "utf8")) as Curve[],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const show = (values: readonly Row[]): string =>
  values.length === 0 ? "" : `${mean(values.map(({ value }) => value)).toFixed(3)} (${values.length})`;

/** A row per measure and source, a column per request. */
const printTable = (rows: readonly Row[]): void => {
  console.log("| measure | source | nothing asked | fields | … and a sentence | fields, bare address |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  const groups = Map.groupBy(rows, ({ measure }) => measure);
  for (const [measure, own] of groups) {
    const sources = Map.groupBy(own, ({ source }) => source);
    const lines: [string, readonly Row[]][] = [
      ...(sources.size > 1 ? [["all", own] as [string, Row[]]] : []),
      ...sources,
    ];
    for (const [source, values] of lines) {
      const of = (way: Row["way"]): string => show(values.filter((row) => row.way === way));
      const cells = values.some(({ way }) => way)
        ? [of("nothing"), of("fields"), of("sentence"), of("bare")]
        : ["", of(undefined), "", ""];
      console.log(`| ${measure} | ${source} | ${cells.join(" | ")} |`);
    }
  }
};

/** The figures of the last line; null for what had no pages. */
const sumUp = (rows: readonly Row[], curve: readonly Curve[]) => {
  const of = (measure: string, way?: Row["way"]): number | null => {
    const values = rows.filter((row) => row.measure === measure && row.way === way).map(({ value }) => value);
    return values.length === 0 ? null : mean(values);
  };
  const ways = ["nothing", "fields", "sentence", "bare"] as const;
  const kinds = (way: Row["way"]) => ({ lists: of("list", way), singles: of("single", way) });
  const eventsOf = (measure: string, way: Row["way"]) => ({
    day: of(`${measure} day`, way),
    title: of(`${measure} title`, way),
    place: of(`${measure} place`, way),
  });
  const events = (way: Row["way"]) => ({ count: of("events count", way), ...eventsOf("events", way) });
  return {
    kind: {
      ...kinds("fields"),
      inEither: {
        lists: of("list in either reading", "fields"),
        singles: of("single in either reading", "fields"),
      },
      withTwo: {
        lists: of("list with two readings", "fields"),
        singles: of("single with two readings", "fields"),
      },
      ways: Object.fromEntries(ways.map((way) => [way, kinds(way)])),
      curve,
    },
    lists: of("lists complete"),
    events: {
      ...events("fields"),
      told: events("sentence"),
      bare: events("bare"),
      single: eventsOf("event", "fields"),
    },
    examples: {
      one: of("examples one"),
      siblings: of("examples siblings"),
      two: of("examples two"),
      lists: of("examples lists"),
      seen: { one: of("seen examples one"), two: of("seen examples two") },
    },
    fields: of("fields exact"),
    fieldsWithoutMarks: of("fields without colons and bars"),
    generate: of("generate"),
    generateAlone: of("generate one"),
    products: {
      price: of("products price"),
      sku: of("products sku"),
      brand: of("products brand"),
      availability: of("products availability"),
    },
    authors: of("author exact"),
    titles: of("title exact"),
    forgiving: { fields: of("fields"), authors: of("author"), titles: of("title"), dates: of("date") },
  };
};

/** Prints a table and, with `isJson`, one object on the last line. */
export const printUnseen = async (isQuick: boolean, isJson: boolean): Promise<void> => {
  const { rows, curve } = await readRows(isQuick);
  printTable(rows);
  console.log(
    "Each cell: mean (number of pages or values). Learned from this share of the other lists' sites:",
  );
  for (const { share, lists, singles } of curve)
    console.log(`${share * 100} %: lists ${lists.toFixed(3)}, singles ${singles.toFixed(3)}`);
  const cpuRatio = compareSpeed();
  console.log(
    cpuRatio === null
      ? "CPU: the commit to compare with is not in this clone."
      : `CPU: ${cpuRatio.page.toFixed(2)} × before for a page, ${cpuRatio.list.toFixed(2)} × for 2,000 cards.`,
  );
  if (isJson)
    console.log(
      JSON.stringify({
        unseen: sumUp(rows, curve),
        cpuRatio: cpuRatio && Math.max(cpuRatio.page, cpuRatio.list),
        linesOfCode: linesOfCode(),
      }),
    );
};
