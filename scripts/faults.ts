/**
 * `npm run faults [-- --seeds 1000 --from 1 --table embedded --json]`: simulates that many stories, and as many of
 * exports, each generated from its seed, of a service in which everything fails, and reports the guarantees that did not hold
 * at the end. To replay one story call by call: `npm run faults -- --seed 123 --trace`. By default the table is
 * in memory, with lagging indexes and conflicts as on AWS; `--table embedded` uses the embedded one, with the
 * same behaviour.
 *
 * `npm run faults -- --scale [--minutes 3 --pages 1000000 --seed 1 --json]`: minutes of a day of a million runs, a crawl of many made
 * sites and one of a large site, whose workers die again and again.
 */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { checkExports } from "../test/faults/checks/exports.ts";
import { checkAll } from "../test/faults/checks/index.ts";
import { tellExports } from "../test/faults/sim/exports.ts";
import { tellStory } from "../test/faults/sim/story.ts";
import type { WorldOptions } from "../test/faults/sim/world.ts";
import { openEmbeddedTables } from "../test/helpers/embeddedTable.ts";
import { type ScaleOptions, simulateScale } from "./faults/scale.ts";

interface Verdict {
  readonly seed: number;
  readonly violations: readonly string[];
}

const TABLES = ["memory", "embedded"] as const;
type TableName = (typeof TABLES)[number];

/** Number of failing stories to print. */
const SHOWN = 5;
const SHOWN_CHARS = 400;

const runSeed = async (seed: number, table: TableName, trace?: (line: string) => void): Promise<Verdict> => {
  const embedded = table === "embedded" ? openEmbeddedTables() : undefined;
  const options: WorldOptions = {
    ...(trace && { trace }),
    ...(embedded && { openTable: async (settings) => embedded.open(settings) }),
  };
  try {
    const ofRuns = checkAll(await tellStory(seed, options));
    const ofExports = await checkExports(await tellExports(seed, options));
    return { seed, violations: [...ofRuns, ...ofExports] };
  } catch (error) {
    return { seed, violations: [`the scenario failed: ${error instanceof Error ? error.stack : error}`] };
  } finally {
    embedded?.close();
  }
};

/** Runs the stories in worker threads, each of which takes the next seed. */
const runSeeds = async (
  first: number,
  count: number,
  table: TableName,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> => {
  const seeds = Array.from({ length: count }, (_, place) => first + place).values();
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL(import.meta.url), { workerData: table });
    // One shared iterator: each thread takes the next seed.
    for (const seed of seeds) {
      worker.postMessage(seed);
      const [verdict] = (await once(worker, "message")) as [Verdict];
      onVerdict(verdict);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(count, availableParallelism()) }, work));
};

const show = ({ seed, violations }: Verdict): void => {
  if (violations.length === 0) return;
  console.error(
    `Seed ${seed}: ${violations.length} violations. Replay: npm run faults -- --seed ${seed} --trace`,
  );
  for (const violation of violations.slice(0, SHOWN)) console.error(`  ${violation.slice(0, SHOWN_CHARS)}`);
};

const wholeNumber = (name: string, text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} takes a whole number from 1, not "${text}"`);
  return number;
};

const tableNamed = (text: string): TableName => {
  const table = TABLES.find((name) => name === text);
  if (table === undefined) throw new Error(`--table takes one of ${TABLES.join(", ")}, not "${text}"`);
  return table;
};

/** Simulates a large service. @returns how many guarantees did not hold */
const runScale = async (options: ScaleOptions, isJson: boolean): Promise<number> => {
  const startedAtMs = performance.now();
  const { violations, ...scale } = await simulateScale(options, isJson ? console.error : console.log);
  const durationMs = Math.round(performance.now() - startedAtMs);
  for (const violation of violations.slice(0, SHOWN)) console.error(violation.slice(0, SHOWN_CHARS));
  console.log(
    isJson
      ? JSON.stringify({ ...scale, violations: violations.length, durationMs })
      : `${violations.length} violations, in ${Math.round(durationMs / 1_000)} s`,
  );
  return violations.length;
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "1000" },
      from: { type: "string", default: "1" },
      seed: { type: "string" },
      table: { type: "string", default: "memory" },
      trace: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      scale: { type: "boolean", default: false },
      pages: { type: "string", default: "1000000" },
      minutes: { type: "string", default: "3" },
    },
  });
  if (values.scale) {
    const options = {
      seed: wholeNumber("seed", values.seed ?? "1"),
      pages: wholeNumber("pages", values.pages),
      minutes: wholeNumber("minutes", values.minutes),
    };
    return (await runScale(options, values.json)) === 0 ? 0 : 1;
  }
  const table = tableNamed(values.table);
  const startedAtMs = performance.now();
  let violations = 0;
  const onVerdict = (verdict: Verdict): void => {
    violations += verdict.violations.length;
    show(verdict);
  };
  const seeds = values.seed === undefined ? wholeNumber("seeds", values.seeds) : 1;
  if (values.seed !== undefined)
    onVerdict(await runSeed(wholeNumber("seed", values.seed), table, values.trace ? console.log : undefined));
  else await runSeeds(wholeNumber("from", values.from), seeds, table, onVerdict);
  const durationMs = Math.round(performance.now() - startedAtMs);
  console.log(
    values.json
      ? JSON.stringify({ table, seeds, violations, durationMs })
      : `${seeds} stories in ${Math.round(durationMs / 1_000)} s: ${violations} violations`,
  );
  return violations === 0 ? 0 : 1;
};

if (isMainThread) process.exitCode = await main();
else
  parentPort?.on("message", async (seed: number) =>
    parentPort?.postMessage(await runSeed(seed, workerData as TableName)),
  );
