/** What a run has to say of its selectors when it ends, and what the next run is to know. */
import type { RecordQuery } from "../records.ts";
import { printOfRegion } from "./records.ts";
import { printOfField } from "./samples.ts";
import { isLost, type Mend, type StepPrint, type StepTrack, type TargetTrack } from "./track.ts";
import { hashText } from "./traits.ts";

/** One selector of a step, and what became of it. `field` null: that of the records. */
export interface Finding {
  readonly field: string | null;
  /** The page on which it was noticed. */
  readonly url: string;
  readonly outcome:
    | { readonly healed: string; readonly confidence: number }
    | { readonly broken: string }
    | { readonly works: true };
}

/** With so few records, a missing value may be news. */
const FEW_RECORDS = 3;

/** Prints that were made in another way are not understood. */
const EDITION = 2;

/** Tells one step from another. */
export const basisOf = ({
  selector,
  fields,
  schema,
}: Pick<RecordQuery, "selector" | "fields" | "schema">): string => {
  const text = JSON.stringify([
    EDITION,
    selector ?? null,
    fields,
    fields.map(({ name }) => schema[name] ?? null),
  ]);
  return `${hashText(text)}${text.length.toString(36)}`;
};

const healed = (field: string | null, { text, confidence, url }: Mend): Finding => ({
  field,
  url,
  outcome: { healed: text, confidence },
});

const fieldFindings = (track: StepTrack, print: StepPrint | undefined): Finding[] => {
  const names = Object.keys(track.tally);
  const lost = names.filter((name) => {
    const known = print?.fields[name];
    const tally = track.tally[name];
    return known && tally && !track.fields[name] && isLost(known.share, tally);
  });
  const isNews =
    names.some((name) => (track.tally[name]?.seen ?? 0) < FEW_RECORDS) && lost.length < names.length;
  return names.flatMap((name): Finding[] => {
    const mend = track.fields[name];
    if (mend) return [healed(name, mend)];
    const { seen = 0, good = 0 } = track.tally[name] ?? {};
    if (lost.includes(name) && !isNews) {
      const broken = `of ${seen} records ${good === 0 ? "none" : `only ${good}`} held what it used to, and no place on the page is surely its own.`;
      return [{ field: name, url: track.url, outcome: { broken } }];
    }
    return good > 0 ? [{ field: name, url: track.url, outcome: { works: true } }] : [];
  });
};

/** What became of the selectors of a step. */
export const findingsOf = (track: StepTrack, print: StepPrint | undefined): Finding[] => {
  const { region } = print ?? {};
  if (
    region &&
    !track.selector &&
    track.filled === 0 &&
    isLost(region.share, { seen: track.pages, good: 0 })
  ) {
    const broken = "it matched nothing, and nothing on the page is surely what it used to match.";
    return [{ field: null, url: track.url, outcome: { broken } }];
  }
  const own: Finding[] = track.selector
    ? [healed(null, track.selector)]
    : track.filled > 0
      ? [{ field: null, url: track.url, outcome: { works: true } }]
      : [];
  return [...own, ...fieldFindings(track, print)];
};

/** What became of the element that a step acts on. */
export const findingOfTarget = ({ print, mend, isLost: isGone, url }: TargetTrack): Finding | null => {
  if (mend) return healed(null, mend);
  const broken = "it matched nothing, and no element of the page is surely what it used to match.";
  if (isGone) return { field: null, url, outcome: { broken } };
  return print ? { field: null, url, outcome: { works: true } } : null;
};

/** What the next run is to know of the step: of what was fixed or is lost, what was known before. */
export const nextPrint = (
  track: StepTrack,
  print: StepPrint | undefined,
  basis: string,
): StepPrint | undefined => {
  if (track.filled === 0 || track.selector) return print;
  const fields = Object.entries(track.tally).flatMap(([name, { seen, good }]) => {
    const known = print?.fields[name];
    const samples = track.samples[name] ?? [];
    const isOut = known && (track.fields[name] || isLost(known.share, { seen, good }));
    if (isOut || samples.length === 0) return known ? [[name, known] as const] : [];
    return [[name, printOfField(samples, good / Math.max(1, seen))] as const];
  });
  const counts = { share: track.filled / track.pages, count: track.count, contents: track.contents };
  const region = track.region.length > 0 ? printOfRegion(track.region, counts) : null;
  return { basis, region, fields: Object.fromEntries(fields), known: track.known, excuses: track.excuses };
};
