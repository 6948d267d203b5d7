import type { Expectations } from "../../contract/flows/expect.ts";
import type { Profile } from "./profile.ts";

/** Margin beyond what was seen, so that a proposal tolerates normal variation. */
const SHARE_MARGIN = 0.1;
const DROP_MARGIN = 0.2;
/** Half of the fewest items seen. */
const MIN_ITEMS_SHARE = 0.5;

const roundUp = (share: number): number => Math.ceil(share * 100) / 100;

/** Expectations that the last good runs of a flow would all have met; null before the first. */
export const proposeExpectations = (good: readonly Profile[]): Expectations | null => {
  const basis = good[0]?.basis;
  const runs = good.filter((run) => run.basis === basis && run.items > 0);
  if (runs.length === 0) return null;
  const counts = runs.map(({ items }) => items);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const nullShareOf = (name: string): number =>
    Math.max(...runs.map(({ items, filled }) => 1 - (filled[name] ?? 0) / items));
  const shares = Object.keys(runs[0]?.filled ?? {})
    .map((name) => [name, roundUp(nullShareOf(name) + SHARE_MARGIN)] as const)
    .filter(([, share]) => share < 1);
  const drop = roundUp(1 - fewest / most + DROP_MARGIN);
  return {
    minItems: Math.max(1, Math.floor(fewest * MIN_ITEMS_SHARE)),
    ...(shares.length > 0 && { maxNullShare: Object.fromEntries(shares) }),
    ...(drop < 1 && { maxDrop: drop }),
  };
};
