/** Heals all steps of a flow over all pages of a run. */
import type { AnyNode } from "domhandler";
import { type Field, parseField, parseSelectorAndAttribute } from "../../../../contract/fields/fields.ts";
import { parseSecretText } from "../../../../contract/flows/secrets.ts";
import type { FollowStep, NestedStep, Step } from "../../../../contract/steps/steps.ts";
import type { PageDocument } from "../../page/document.ts";
import type { RecordQuery } from "../records.ts";
import { compileSelector } from "../select.ts";
import { basisOf, type Finding, findingOfTarget, findingsOf, nextPrint } from "./report.ts";
import { isHealable, TOO_LARGE } from "./size.ts";
import { printOfTarget, relocateTarget, type TargetPrint } from "./targets.ts";
import { newTrack, type StepPrint, type StepTrack, type TargetTrack } from "./track.ts";
import { type Extraction, extractWatched } from "./watch.ts";
import type { Learn, Watched } from "./watched.ts";

/** Keyed by the step's path in its flow: `2.0` is `steps[2].steps[0]`. */
export type Prints = Readonly<Record<string, StepPrint | KeptTarget>>;
/** What a run has seen of its steps so far, keyed like `Prints`. Plain JSON, stored with the run. */
export type Tracks = Record<string, WatchedStep | WatchedTarget>;

interface WatchedStep {
  readonly basis: string;
  readonly track: StepTrack;
}
interface WatchedTarget {
  readonly basis: string;
  readonly target: TargetTrack;
}
interface KeptTarget {
  readonly basis: string;
  readonly target: TargetPrint;
}

export interface Healing {
  /** From the last good run. */
  readonly prints: Prints;
  /** Updated in place. */
  readonly tracks: Tracks;
  readonly isShell: NonNullable<Watched["isShell"]>;
  /** Index of the first step whose action can be healed (default: none). See `firstHealedAction`. */
  readonly actsFrom?: number;
  readonly learn?: Learn | undefined;
}

/** The outcome of one selector of the flow. */
export interface FlowFinding extends Finding {
  readonly path: readonly number[];
  /** The selector or field as written in the flow. */
  readonly selector: string;
}

export interface HealingReport {
  /** For the next run. */
  readonly prints: Prints;
  readonly findings: readonly FlowFinding[];
  /** The flow's steps with all fixes; null if there are none. */
  readonly steps: readonly Step[] | null;
}

/** Max total size of a flow's prints; steps whose prints exceed it are not healed. */
const MAX_PRINTS_BYTES = 50_000;

/** Returns the print at a path, unless the step has changed since. */
const keptFor = (prints: Prints, key: string, basis: string): StepPrint | KeptTarget | undefined => {
  const print = Object.hasOwn(prints, key) ? prints[key] : undefined;
  return print?.basis === basis ? print : undefined;
};

const fingerprintFor = (...args: Parameters<typeof keptFor>): StepPrint | undefined => {
  const print = keptFor(...args);
  return print && "fields" in print ? print : undefined;
};

const targetFor = (...args: Parameters<typeof keptFor>): TargetPrint | undefined => {
  const print = keptFor(...args);
  return print && "target" in print ? print.target : undefined;
};

const trackFor = (tracks: Tracks, key: string): StepTrack | undefined => {
  const known = tracks[key];
  return known && "track" in known ? known.track : undefined;
};

type PageQuery = Pick<Watched, "document" | "url" | "query" | "elements">;

/** Extracts the records of a step on one page, and heals its selectors. */
export const extractHealing = (
  { prints, tracks, isShell, learn }: Healing,
  path: readonly number[],
  page: PageQuery,
): Extraction => {
  const key = path.join(".");
  const basis = basisOf(page.query);
  const track = trackFor(tracks, key) ?? newTrack();
  tracks[key] = { basis, track };
  return extractWatched({ ...page, track, print: fingerprintFor(prints, key, basis), isShell, learn });
};

/** The source of a link, written as `css` or `css@attr`. */
type Link = NonNullable<Field["source"]>;

const formatLink = ({ selector, attribute }: Link): string =>
  attribute === null ? selector : `${selector}@${attribute}`;

/** Field name of a record's link in prints. */
const LINK = "link";

/**
 * Returns the link source of a step, fixed if the page was rebuilt.
 *
 * @param within the records that contain one link each; null if the links are looked up on the page
 */
export const healLinks = (
  healing: Healing,
  path: readonly number[],
  page: Pick<Watched, "document" | "url"> & { readonly link: Link; readonly now: number },
  within: readonly AnyNode[] | null,
): { readonly link: Link; readonly news: readonly string[] } => {
  const { document, url, link, now } = page;
  const source = within ? link : { selector: "", attribute: link.attribute };
  const query: RecordQuery = {
    selector: within ? undefined : link.selector,
    fields: [{ name: LINK, list: false, source, transforms: [] }],
    schema: { [LINK]: "url" },
    now,
  };
  // Examples cover fields only, not links.
  const { news } = extractHealing({ ...healing, learn: undefined }, path, {
    document,
    url,
    query,
    ...(within && { elements: within }),
  });
  const mends = trackFor(healing.tracks, path.join("."));
  const mend = within ? mends?.fields[LINK] : mends?.selector;
  if (!mend) return { link, news };
  const mended = within ? parseField(mend.text).source : { ...link, selector: mend.text };
  return { link: mended ?? link, news };
};

/**
 * Returns the selector of an element that a step acts on, fixed if it matches nothing and exactly one element has the
 * role and names of the original.
 *
 * @param isExpected whether this page should contain the element; if false, only earlier fixes are used
 */
export const healTarget = (
  { prints, tracks }: Healing,
  path: readonly number[],
  { document, url, selector }: { document: PageDocument; url: string; selector: string },
  isExpected = true,
): { readonly selector: string; readonly news: readonly string[] } => {
  const key = path.join(".");
  const basis = `target ${selector}`;
  const known = tracks[key];
  const target: TargetTrack =
    known && "target" in known ? known.target : { print: null, mend: null, isLost: false, url };
  tracks[key] = { basis, target };
  if (target.mend) return { selector: target.mend.text, news: [] };
  target.url = url;
  const [element] = compileSelector(selector, true)(document.root);
  const print = targetFor(prints, key, basis);
  if (element) {
    target.print ??= printOfTarget(document.root, element);
    target.isLost = false;
    return { selector, news: [] };
  }
  if (!print || target.print || !isExpected) return { selector, news: [] };
  const canHeal = isHealable(document.root);
  const found = canHeal ? relocateTarget(document.root, print) : null;
  if (!found) {
    target.isLost = true;
    return { selector, news: canHeal ? [] : [TOO_LARGE] };
  }
  const { css, confidence } = found;
  target.mend = { text: css, confidence, url };
  const news = `the selector \`${selector}\` no longer works; \`${css}\` was found in its place (confidence ${confidence})`;
  return { selector: css, news: [news] };
};

/** Whether there is a print of what this step's selector used to match. */
export const knowsTarget = ({ prints }: Healing, path: readonly number[], selector: string): boolean =>
  targetFor(prints, path.join("."), `target ${selector}`) !== undefined;

/**
 * Returns the index of the first step whose action can be healed: the one after the last that types a secret. A
 * wrong click could bring up another field under the same selector, and a secret must not be typed on a guess.
 */
export const firstHealedAction = (steps: readonly Step[]): number =>
  steps.findLastIndex(
    (step) => step.type === "type" && parseSecretText(step.text).some((part) => "secret" in part),
  ) + 1;

const pathOf = (key: string): number[] => (key === "" ? [] : key.split(".").map(Number));

type AnyStep = Step | NestedStep;

const stepAt = (steps: readonly AnyStep[], path: readonly number[]): AnyStep | undefined => {
  const [index = -1, ...rest] = path;
  const step = steps[index];
  return rest.length === 0 || !step ? step : stepAt("steps" in step ? step.steps : [], rest);
};

const fieldName = (text: string): string => text.replace(/(?:\[\])?\s*(?:[:|].*)?$/s, "").trim();

const textOfFinding = (step: AnyStep | undefined, field: string | null): string => {
  if (step?.type === "extract" && field !== null)
    return step.fields?.find((text) => fieldName(text) === field) ?? "";
  return (step && "selector" in step ? step.selector : undefined) ?? "";
};

const mend = (steps: readonly AnyStep[], { path, field, outcome }: FlowFinding): void => {
  const step = stepAt(steps, path);
  if (!step || !("healed" in outcome)) return;
  if (step.type === "extract" && field !== null)
    step.fields = step.fields?.map((text) => (fieldName(text) === field ? outcome.healed : text));
  else if ("selector" in step) step.selector = outcome.healed;
};

/** Turns the findings of a `follow` step into a finding about its selector. */
const aboutLinks = (step: FollowStep, findings: readonly Finding[]): Finding[] => {
  const { attribute } = parseSelectorAndAttribute(step.selector ?? LINK);
  const own = findings.find(({ field }) => field === LINK) ?? findings[0];
  if (!own) return [];
  const { outcome } = own;
  if (!("healed" in outcome)) return [{ ...own, field: null }];
  const mended =
    own.field === LINK ? parseField(outcome.healed).source : { selector: outcome.healed, attribute };
  return mended ? [{ ...own, field: null, outcome: { ...outcome, healed: formatLink(mended) } }] : [];
};

const findingsAt = (
  step: AnyStep | undefined,
  seen: WatchedStep | WatchedTarget,
  print: StepPrint | undefined,
): Finding[] => {
  if ("track" in seen) {
    const findings = findingsOf(seen.track, print);
    return step?.type === "follow" ? aboutLinks(step, findings) : findings;
  }
  const found = findingOfTarget(seen.target);
  if (!found || step?.type !== "paginate" || !("healed" in found.outcome)) return found ? [found] : [];
  const { attribute } = parseSelectorAndAttribute(step.selector ?? LINK);
  const healed = formatLink({ selector: found.outcome.healed, attribute });
  return [{ ...found, outcome: { ...found.outcome, healed } }];
};

const fitting = (prints: Prints): Prints => {
  let bytes = 2;
  const kept = Object.entries(prints).filter((entry) => {
    const size = Buffer.byteLength(JSON.stringify(entry));
    if (bytes + size > MAX_PRINTS_BYTES) return false;
    bytes += size;
    return true;
  });
  return Object.fromEntries(kept);
};

const RECORDS_SHARE = 0.9;

/** Whether a list was shorter than it used to be: one that fits on a single page has no pager. */
const isShorter = (prints: Prints, tracks: Tracks): boolean =>
  Object.entries(tracks).some(([key, seen]) => {
    const region = "track" in seen ? fingerprintFor(prints, key, seen.basis)?.region : null;
    return region && "track" in seen && seen.track.count < region.count * RECORDS_SHARE;
  });

/** Reports on the flow's selectors once the run is complete. */
export const reportHealing = (steps: readonly Step[], prints: Prints, tracks: Tracks): HealingReport => {
  const next: Record<string, StepPrint | KeptTarget> = Object.fromEntries(
    Object.entries(prints).filter(([key]) => stepAt(steps, pathOf(key)) !== undefined),
  );
  const findings: FlowFinding[] = [];
  for (const [key, seen] of Object.entries(tracks)) {
    const path = pathOf(key);
    const step = stepAt(steps, path);
    const { basis } = seen;
    const print = fingerprintFor(prints, key, basis);
    const isOver = step?.type === "paginate" && isShorter(prints, tracks);
    for (const finding of findingsAt(step, seen, print))
      if (!isOver || !("broken" in finding.outcome))
        findings.push({ ...finding, path, selector: textOfFinding(step, finding.field) });
    const target = "target" in seen ? (seen.target.print ?? targetFor(prints, key, basis)) : undefined;
    const after = "track" in seen ? nextPrint(seen.track, print, basis) : target && { basis, target };
    if (after) next[key] = after;
    else delete next[key];
  }
  const healed = findings.filter(({ outcome }) => "healed" in outcome);
  const mended = healed.length > 0 ? structuredClone(steps) : null;
  if (mended) for (const finding of healed) mend(mended, finding);
  return { prints: fitting(next), findings, steps: mended };
};
