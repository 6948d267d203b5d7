/** Fields that change in nearly every record of every run: likely noise, which only the owner can confirm. */
import type { MonitorOptions } from "../../contract/flows/monitor.ts";
import type { Differences } from "./compare.ts";
import { isWanted } from "./difference.ts";

type Restless = Readonly<Record<string, number>>;

/** A field is restless if it changes in this share of the records. */
const MOST = 0.8;
/** Runs in a row after which it is proposed. */
const MIN_RUNS = 5;

/** In how many runs in a row each field changed in most records, with this run. */
export const restlessAfter = (
  before: Restless | undefined,
  { compared, changedFields }: Pick<Differences, "compared" | "changedFields">,
): Restless =>
  Object.fromEntries(
    Object.entries(changedFields)
      .filter(([, count]) => count >= MOST * compared)
      .map(([field]) => [field, (before?.[field] ?? 0) + 1]),
  );

/** Fields that the owner may want to leave out. */
export const proposeNoise = (restless: Restless, options: MonitorOptions): string[] =>
  Object.entries(restless)
    .filter(([field, runs]) => runs >= MIN_RUNS && !isWanted(field, options))
    .map(([field]) => field);
