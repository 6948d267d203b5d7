/**
 * `npm run faults [-- --seeds 1000 --from 1 --json]`: tells that many stories of a service on which everything goes
 * wrong, each drawn from its number, and names what did not hold in the end. One story again, call by call:
 * `npm run faults -- --seed 123 --trace`.
 */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { checkAll } from "../test/faults/checks/index.ts";
import { tellStory } from "../test/faults/sim/story.ts";

interface Verdict {
  readonly seed: number;
  readonly violations: readonly string[];
}

/** What is shown of a story that went wrong. */
const SHOWN = 5;
const SHOWN_CHARS = 400;

const judge = async (seed: number, trace?: (line: string) => void): Promise<Verdict> => {
  try {
    return { seed, violations: checkAll(await tellStory(seed, trace && { trace })) };
  } catch (error) {
    return { seed, violations: [`the story broke off: ${error instanceof Error ? error.stack : error}`] };
  }
};

/** Tells the stories in worker threads, each of which takes the next number. */
const judgeAll = async (
  first: number,
  count: number,
  onVerdict: (verdict: Verdict) => void,
): Promise<void> => {
  const seeds = Array.from({ length: count }, (_, place) => first + place).values();
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL(import.meta.url));
    // One iterator for all threads: each takes the next number that none has taken.
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

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "1000" },
      from: { type: "string", default: "1" },
      seed: { type: "string" },
      trace: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const startedAtMs = performance.now();
  let violations = 0;
  const onVerdict = (verdict: Verdict): void => {
    violations += verdict.violations.length;
    show(verdict);
  };
  const seeds = values.seed === undefined ? wholeNumber("seeds", values.seeds) : 1;
  if (values.seed !== undefined)
    onVerdict(await judge(wholeNumber("seed", values.seed), values.trace ? console.log : undefined));
  else await judgeAll(wholeNumber("from", values.from), seeds, onVerdict);
  const durationMs = Math.round(performance.now() - startedAtMs);
  console.log(
    values.json
      ? JSON.stringify({ seeds, violations, durationMs })
      : `${seeds} stories in ${Math.round(durationMs / 1_000)} s: ${violations} violations`,
  );
  return violations === 0 ? 0 : 1;
};

if (isMainThread) process.exitCode = await main();
else parentPort?.on("message", async (seed: number) => parentPort?.postMessage(await judge(seed)));
