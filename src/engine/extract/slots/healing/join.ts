/** Joins what several workers saw of the same steps on different pages, as if one had seen all of them. */
import type { Tracks } from "./flow.ts";
import { MAX_FIELD_SAMPLES, MAX_KNOWN, type StepTrack, type TargetTrack } from "./track.ts";

const union = (left: readonly string[], right: readonly string[]): string[] => [
  ...new Set([...left, ...right]),
];

/** Joins two records name by name; what is joined to null is left out. */
const joinNames = <T>(
  left: Readonly<Record<string, T>>,
  right: Readonly<Record<string, T>>,
  join: (left: T | undefined, right: T | undefined, name: string) => T | null | undefined,
): Record<string, T> =>
  Object.fromEntries(
    union(Object.keys(left), Object.keys(right)).flatMap((name) => {
      const joined = join(left[name], right[name], name);
      return joined ? [[name, joined]] : [];
    }),
  );

/** The first samples of each, then the second ones …: all sites have their say. */
const joinSamples = <T>(left: readonly T[] = [], right: readonly T[] = []): T[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
    [left, right].flatMap((samples) => samples.slice(at, at + 1)),
  )
    .flat()
    .slice(0, MAX_FIELD_SAMPLES);

/** A mend counts where nobody found what it stands in for: on one worker, nothing that works is mended. */
const joinSteps = (left: StepTrack, right: StepTrack): StepTrack => {
  const both = [left, right];
  const works = both.some(({ selector, filled }) => !selector && filled > 0);
  const { region, contents } = left.region.length > 0 ? left : right;
  return {
    selector: works ? null : (left.selector ?? right.selector),
    fields: joinNames(left.fields, right.fields, (one, other, name) =>
      both.some(({ fields, tally }) => !fields[name] && (tally[name]?.good ?? 0) > 0) ? null : (one ?? other),
    ),
    pages: left.pages + right.pages,
    filled: left.filled + right.filled,
    count: Math.max(left.count, right.count),
    tally: joinNames(left.tally, right.tally, (one, other) => ({
      seen: (one?.seen ?? 0) + (other?.seen ?? 0),
      good: (one?.good ?? 0) + (other?.good ?? 0),
    })),
    region,
    contents,
    samples: joinNames(left.samples, right.samples, joinSamples),
    known: union(left.known, right.known).slice(0, MAX_KNOWN),
    excuses: union(left.excuses, right.excuses),
    url: left.url || right.url,
  };
};

const joinTargets = (left: TargetTrack, right: TargetTrack): TargetTrack => {
  const print = left.print ?? right.print;
  const mend = print ? null : (left.mend ?? right.mend);
  const lost = [left, right].find(({ isLost }) => isLost);
  return { print, mend, isLost: !print && !mend && lost !== undefined, url: (lost ?? left).url };
};

/** @param all what each worker saw, in the order of the list */
export const joinTracks = (all: readonly Tracks[]): Tracks =>
  all.reduce(
    (left, right) =>
      joinNames(left, right, (one, other) => {
        // A step is of one kind throughout a run.
        if (one && other && "track" in one && "track" in other)
          return { ...one, track: joinSteps(one.track, other.track) };
        if (one && other && "target" in one && "target" in other)
          return { ...one, target: joinTargets(one.target, other.target) };
        return one ?? other;
      }),
    {},
  );
