/** Checks a run against its flow's expectations and last good runs. Pure. */
import type { Expectations, RunWarning } from "../../contract/flows/expect.ts";
import { counted } from "../../contract/wording.ts";
import type { FlowVersion } from "../../store/flows/flows.ts";
import { type Place, placeOf } from "./causingStep.ts";
import { type Profile, qualityBasis } from "./profile.ts";

export interface Judged {
  readonly flow: Pick<
    FlowVersion,
    "url" | "uploadId" | "mode" | "steps" | "outputSchema" | "limits" | "expect"
  >;
  readonly run: Profile;
  /** The last good runs, newest first. */
  readonly good: readonly Profile[];
  /** Items whose `unique` fields repeat an earlier item's; 0 if the flow has no `unique`. */
  readonly doubled: number;
  /** Documents that were read, and those of them without text. */
  readonly documents?: { readonly read: number; readonly textless: number } | undefined;
  readonly healing?: Parameters<typeof placeOf>[2];
}

/** With at least this many items, a field that is empty in all of them is reported. */
const MANY = 3;
const MOSTLY = 0.5;

type Draft = Pick<RunWarning, "code" | "field"> & { readonly says: string };

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0;

const ofCount = ({ run, good, flow }: Judged, { minItems, maxDrop }: Expectations): Draft[] => {
  const { items } = run;
  const last = good.find((each) => each.items > 0);
  if (minItems !== undefined && items < minItems) {
    const says = `${items === 0 ? "Nothing was" : `${counted(items, "item")} were`} collected, but the flow expects at least ${minItems}.`;
    return [{ code: items === 0 ? "no-items" : "min-items", field: null, says }];
  }
  if (items === 0) {
    if (minItems === 0) return [];
    if (!last) return [{ code: "nothing-found", field: null, says: "Nothing was collected." }];
    // A monitor that suddenly finds nothing fails instead: see `compareRun`.
    if (flow.mode === "monitor") return [];
    const says = `Nothing was collected, but the last good run had ${counted(last.items, "item")}. If this is correct, set expect.minItems to 0.`;
    return [{ code: "no-items", field: null, says }];
  }
  const usual = median(good.filter(({ basis }) => basis === run.basis).map((each) => each.items));
  const drop = usual === 0 ? 0 : (usual - items) / usual;
  if (maxDrop === undefined || drop <= maxDrop) return [];
  const says = `${counted(items, "item")} were collected, ${percent(drop)} fewer than the ${usual} of the last good runs. The flow allows a drop of ${percent(maxDrop)}.`;
  return [{ code: "dropped", field: null, says }];
};

const nullShareIn = ({ items, filled }: Profile, name: string): number =>
  (items - (filled[name] ?? 0)) / items;

const ofNullShares = ({ run }: Judged, { maxNullShare = {} }: Expectations): Draft[] =>
  Object.entries(maxNullShare).flatMap(([field, most]): Draft[] => {
    const share = nullShareIn(run, field);
    if (share <= most) return [];
    const says = `"${field}" is empty in ${percent(share)} of the items. The flow allows ${percent(most)}.`;
    return [{ code: "null-share", field, says }];
  });

/** Fields that most items of the last good runs had, and no item of this run has. */
const lostFields = ({ run, good, flow }: Judged, { maxNullShare = {} }: Expectations): string[] => {
  const earlier = good.filter(({ items }) => items > 0);
  const [last] = earlier;
  if (!last || flow.mode === "monitor") return [];
  const asked = new Set(Object.keys(flow.outputSchema));
  const isStillAsked = (name: string) =>
    last.basis === run.basis || asked.has(name) || Object.hasOwn(run.filled, name);
  const had = Object.keys(last.filled).filter(
    (name) =>
      isStillAsked(name) &&
      earlier.every((each) => !(name in each.filled) || nullShareIn(each, name) <= MOSTLY),
  );
  const lost = had.filter((name) => nullShareIn(run, name) === 1);
  // With only one or two items, a single empty field may be correct, so only the loss of all fields counts.
  const areFew = Math.min(run.items, last.items) < MANY;
  const all = Object.values(run.filled).every((count) => count === 0);
  return areFew && !all ? [] : lost.filter((name) => !Object.hasOwn(maxNullShare, name));
};

const ofLostFields = (judged: Judged, expect: Expectations): Draft[] =>
  lostFields(judged, expect).map((field) => ({
    code: "lost-field",
    field,
    says: `"${field}" is empty in all items, but the last good runs had it. If this is correct, set expect.maxNullShare.${field} to 1.`,
  }));

const ofUnique = ({ doubled }: Judged, { unique = [] }: Expectations): Draft[] =>
  doubled === 0
    ? []
    : [
        {
          code: "not-unique",
          field: unique.length === 1 ? (unique[0] ?? null) : null,
          says: `${counted(doubled, "item")} have the same ${unique.join(" and ")} as another item.`,
        },
      ];

/** A few scans among many documents are a matter for the log; a run that read hardly anything else is not as it should be. */
const ofDocuments = ({ documents }: Judged): Draft[] => {
  const { read, textless } = documents ?? { read: 0, textless: 0 };
  if (textless === 0 || textless < read * MOSTLY) return [];
  const what = read === 1 ? "The document has" : `${textless} of ${read} documents have`;
  const says = `${what} no text: the pages are images, such as scans. Text in pictures is not read. The run's log says which.`;
  return [{ code: "no-text", field: null, says }];
};

const whereOf = ({ step, selector, reason }: Place): string => {
  if (step === null) return "";
  const where = selector === null ? step : `${step} (${selector})`;
  return ` Step ${where}${reason === null ? "." : `: ${reason.replace(/\.?$/, ".")}`}`;
};

/** Warns about differences from the flow's expectations and last good runs; empty if there are none. */
export const judgeRun = (judged: Judged): RunWarning[] => {
  const { flow, run, healing } = judged;
  const { expect } = flow;
  const ofItems =
    run.items === 0
      ? []
      : [...ofNullShares(judged, expect), ...ofLostFields(judged, expect), ...ofUnique(judged, expect)];
  const drafts = [...ofCount(judged, expect), ...ofItems, ...ofDocuments(judged)];
  return drafts.map(({ code, field, says }) => {
    if (code === "no-text") return { code, message: says, step: null, field };
    const place = placeOf(flow.steps, field, healing);
    return { code, message: `${says}${whereOf(place)}`, step: place.step, field };
  });
};

export const profileOf = (
  flow: Parameters<typeof qualityBasis>[0],
  { items, filled }: Omit<Profile, "basis">,
): Profile => ({ basis: qualityBasis(flow), items, filled });
