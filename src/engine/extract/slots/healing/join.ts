/** Joins what several workers saw of the same steps on different pages, as if one had seen all of them. */
import type { Tracks } from "./flow.ts";
import { MAX_FIELD_SAMPLES, MAX_KNOWN, type Mend, type StepTrack, type TargetTrack } from "./track.ts";

const union = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

const namesOf = (records: readonly object[]): string[] => union(records.map((record) => Object.keys(record)));

/** A mend counts where nobody found what it stands in for: on one worker, nothing that works is mended. */
const joinMends = (mends: readonly (Mend | null | undefined)[], worksSomewhere: boolean): Mend | null =>
  worksSomewhere ? null : (mends.find((mend) => mend) ?? null);

const joinTallies = (tracks: readonly StepTrack[], name: string): StepTrack["tally"][string] => ({
  seen: sum(tracks.map(({ tally }) => tally[name]?.seen ?? 0)),
  good: sum(tracks.map(({ tally }) => tally[name]?.good ?? 0)),
});

/** The first samples of each, then the second ones …: all sites have their say. */
const joinSamples = <T>(lists: readonly (readonly T[])[], most: number): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  );
  return rounds.flat().slice(0, most);
};

const joinSteps = (tracks: readonly StepTrack[]): StepTrack => {
  const names = namesOf(tracks.map(({ tally }) => tally));
  const mends = namesOf(tracks.map(({ fields }) => fields)).flatMap((name) => {
    const works = tracks.some(({ fields, tally }) => !fields[name] && (tally[name]?.good ?? 0) > 0);
    const mend = joinMends(
      tracks.map(({ fields }) => fields[name]),
      works,
    );
    return mend ? [[name, mend] as const] : [];
  });
  const sampled = tracks.find(({ region }) => region.length > 0);
  return {
    selector: joinMends(
      tracks.map(({ selector }) => selector),
      tracks.some(({ selector, filled }) => !selector && filled > 0),
    ),
    fields: Object.fromEntries(mends),
    pages: sum(tracks.map(({ pages }) => pages)),
    filled: sum(tracks.map(({ filled }) => filled)),
    count: Math.max(...tracks.map(({ count }) => count)),
    tally: Object.fromEntries(names.map((name) => [name, joinTallies(tracks, name)])),
    region: sampled?.region ?? [],
    contents: sampled?.contents ?? [],
    samples: Object.fromEntries(
      namesOf(tracks.map(({ samples }) => samples)).map((name) => [
        name,
        joinSamples(
          tracks.map(({ samples }) => samples[name] ?? []),
          MAX_FIELD_SAMPLES,
        ),
      ]),
    ),
    known: union(tracks.map(({ known }) => known)).slice(0, MAX_KNOWN),
    excuses: union(tracks.map(({ excuses }) => excuses)),
    url: tracks.find(({ url }) => url !== "")?.url ?? "",
  };
};

const joinTargets = (targets: readonly TargetTrack[]): TargetTrack => {
  const print = targets.find((target) => target.print)?.print ?? null;
  const mend = joinMends(
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

/** @param all what each worker saw, in the order of the list */
export const joinTracks = (all: readonly Tracks[]): Tracks => {
  const joined: Tracks = {};
  for (const key of namesOf(all)) {
    const seen = all.flatMap((tracks) => tracks[key] ?? []);
    const [first] = seen;
    if (!first) continue;
    // A step is of one kind throughout a run.
    const steps = seen.flatMap((each) => ("track" in each ? [each.track] : []));
    const targets = seen.flatMap((each) => ("target" in each ? [each.target] : []));
    joined[key] =
      "track" in first
        ? { basis: first.basis, track: joinSteps(steps) }
        : { basis: first.basis, target: joinTargets(targets) };
  }
  return joined;
};
