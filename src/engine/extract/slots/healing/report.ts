/** Reports on a run's selectors at its end, and creates the prints for the next run. */
import type { RecordQuery } from "../records.ts";
import { printOfRegion } from "./records.ts";
import { printOfField } from "./samples.ts";
import { type HealedSelector, isLost, type StepPrint, type StepTrack, type TargetTrack } from "./track.ts";
import { hashText } from "./traits.ts";

/** The outcome of one selector of a step. `field` is null for the selector of the records. */
export interface Finding {
  readonly field: string | null;
  /** The page where it was noticed. */
  readonly url: string;
  readonly outcome:
    | { readonly healed: string; readonly confidence: number }
    | { readonly broken: string }
    | { readonly works: true };
}

/** With fewer records, a missing value is not reported as broken, unless all fields are lost. */
const FEW_RECORDS = 3;

/** Version of the print format; prints of other versions are ignored. */
const EDITION = 2;

/** Returns a hash that identifies a step's selector, fields and types. */
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

const healed = (field: string | null, { text, confidence, url }: HealedSelector): Finding => ({
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
      const broken = `of ${seen} records ${good === 0 ? "none" : `only ${good}`} had a value as before, and no other place on the page is a likely enough match.`;
      return [{ field: name, url: track.url, outcome: { broken } }];
    }
    return good > 0 ? [{ field: name, url: track.url, outcome: { works: true } }] : [];
  });
};

/** Returns the outcome of each selector of a step. */
export const findingsOf = (track: StepTrack, print: StepPrint | undefined): Finding[] => {
  const { region } = print ?? {};
  if (
    region &&
    !track.selector &&
    track.filled === 0 &&
    isLost(region.share, { seen: track.pages, good: 0 })
  ) {
    const broken = "it matched nothing, and nothing on the page is a likely enough replacement.";
    return [{ field: null, url: track.url, outcome: { broken } }];
  }
  const own: Finding[] = track.selector
    ? [healed(null, track.selector)]
    : track.filled > 0
      ? [{ field: null, url: track.url, outcome: { works: true } }]
      : [];
  return [...own, ...fieldFindings(track, print)];
};

/** Returns the outcome of the element that a step acts on. */
export const findingOfTarget = ({ print, mend, isLost: isGone, url }: TargetTrack): Finding | null => {
  if (mend) return healed(null, mend);
  const broken = "it matched nothing, and no element of the page is a likely enough replacement.";
  if (isGone) return { field: null, url, outcome: { broken } };
  return print ? { field: null, url, outcome: { works: true } } : null;
};

/** Creates the step's print for the next run. Selectors that were fixed or lost keep their previous print. */
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
