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
const broken = (field: string | null, url: string, why: string): Finding => ({
  field,
  url,
  outcome: { broken: why },
});
const works = (field: string | null, url: string): Finding => ({ field, url, outcome: { works: true } });

const fieldFindings = ({ tally, fields, url }: StepTrack, print: StepPrint | undefined): Finding[] => {
  const seen = Object.entries(tally);
  const lost = seen.filter(([name, counts]) => {
    const known = print?.fields[name];
    return known && !fields[name] && isLost(known.share, counts);
  });
  const isNews = seen.some(([, counts]) => counts.seen < FEW_RECORDS) && lost.length < seen.length;
  const lostNames = new Set(isNews ? [] : lost.map(([name]) => name));
  return seen.flatMap(([name, counts]): Finding[] => {
    const mend = fields[name];
    if (mend) return [healed(name, mend)];
    if (!lostNames.has(name)) return counts.good > 0 ? [works(name, url)] : [];
    const held = counts.good === 0 ? "none" : `only ${counts.good}`;
    const why = `of ${counts.seen} records ${held} held what it used to, and no place on the page is surely its own.`;
    return [broken(name, url, why)];
  });
};

/** What became of the selectors of a step. */
export const findingsOf = (track: StepTrack, print: StepPrint | undefined): Finding[] => {
  const { selector, filled, pages, url } = track;
  const isGone = !selector && filled === 0 && isLost(print?.region?.share ?? 0, { seen: pages, good: 0 });
  if (isGone)
    return [
      broken(null, url, "it matched nothing, and nothing on the page is surely what it used to match."),
    ];
  const own = selector ? [healed(null, selector)] : filled > 0 ? [works(null, url)] : [];
  return [...own, ...fieldFindings(track, print)];
};

/** What became of the element that a step acts on. */
export const findingOfTarget = ({ print, mend, isLost: isGone, url }: TargetTrack): Finding | null => {
  if (mend) return healed(null, mend);
  if (isGone)
    return broken(
      null,
      url,
      "it matched nothing, and no element of the page is surely what it used to match.",
    );
  return print ? works(null, url) : null;
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
  const share = track.filled / track.pages;
  const region = track.region.length > 0 ? printOfRegion(track.region, { ...track, share }) : null;
  return { basis, region, fields: Object.fromEntries(fields), known: track.known, excuses: track.excuses };
};
