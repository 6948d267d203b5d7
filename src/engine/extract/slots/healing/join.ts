/** Merges the tracks of several workers for the same steps, as if one worker had seen all pages. */
import type { Tracks } from "./flow.ts";
import {
  type HealedSelector,
  MAX_FIELD_SAMPLES,
  MAX_KNOWN,
  type StepTrack,
  type TargetTrack,
} from "./track.ts";

const union = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

const namesOf = (records: readonly object[]): string[] => union(records.map((record) => Object.keys(record)));

/** Keeps a repair only if the original selector works on no worker. A single worker never repairs a working selector. */
const joinHealed = (
  mends: readonly (HealedSelector | null | undefined)[],
  worksSomewhere: boolean,
): HealedSelector | null => (worksSomewhere ? null : (mends.find((mend) => mend) ?? null));

/** Joins the values of each name that any of the records has; a null result is dropped. */
const joinEach = <T>(records: readonly object[], join: (name: string) => T | null): Record<string, T> =>
  Object.fromEntries(
    namesOf(records)
      .map((name) => [name, join(name)] as const)
      .filter((entry): entry is readonly [string, T & {}] => entry[1] !== null),
  );

/** Takes the first sample of each list, then the second ones …, so that all sites are represented. */
const joinSamples = <T>(lists: readonly (readonly T[])[], most: number): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  );
  return rounds.flat().slice(0, most);
};

const joinSteps = (tracks: readonly StepTrack[]): StepTrack => {
  const sampled = tracks.find(({ region }) => region.length > 0);
  return {
    selector: joinHealed(
      tracks.map(({ selector }) => selector),
      tracks.some(({ selector, filled }) => !selector && filled > 0),
    ),
    fields: joinEach(
      tracks.map(({ fields }) => fields),
      (name) =>
        joinHealed(
          tracks.map(({ fields }) => fields[name]),
          tracks.some(({ fields, tally }) => !fields[name] && (tally[name]?.good ?? 0) > 0),
        ),
    ),
    pages: sum(tracks.map(({ pages }) => pages)),
    filled: sum(tracks.map(({ filled }) => filled)),
    count: Math.max(...tracks.map(({ count }) => count)),
    tally: joinEach(
      tracks.map(({ tally }) => tally),
      (name) => ({
        seen: sum(tracks.map(({ tally }) => tally[name]?.seen ?? 0)),
        good: sum(tracks.map(({ tally }) => tally[name]?.good ?? 0)),
      }),
    ),
    region: sampled?.region ?? [],
    contents: sampled?.contents ?? [],
    samples: joinEach(
      tracks.map(({ samples }) => samples),
      (name) =>
        joinSamples(
          tracks.map(({ samples }) => samples[name] ?? []),
          MAX_FIELD_SAMPLES,
        ),
    ),
    known: union(tracks.map(({ known }) => known)).slice(0, MAX_KNOWN),
    excuses: union(tracks.map(({ excuses }) => excuses)),
    url: tracks.find(({ url }) => url !== "")?.url ?? "",
  };
};

const joinTargets = (targets: readonly TargetTrack[]): TargetTrack => {
  const print = targets.find((target) => target.print)?.print ?? null;
  const mend = joinHealed(
    targets.map((target) => target.mend),
    print !== null,
  );
  const lost = targets.find(({ isLost }) => isLost);
  return {
    print,
    mend,
    isLost: print === null && mend === null && lost !== undefined,
    url: (lost ?? targets[0])?.url ?? "",
  };
};

/** Merges the tracks of all workers. @param all the tracks of each worker; the first ones win */
export const joinTracks = (all: readonly Tracks[]): Tracks =>
  joinEach(all, (key) => {
    const seen = all.flatMap((tracks) => tracks[key] ?? []);
    const [{ basis } = { basis: "" }] = seen;
    // A step does not change its kind within a run.
    const steps = seen.flatMap((each) => ("track" in each ? [each.track] : []));
    const targets = seen.flatMap((each) => ("target" in each ? [each.target] : []));
    return steps.length > 0 ? { basis, track: joinSteps(steps) } : { basis, target: joinTargets(targets) };
  });
