/** What a flow's runs know of its selectors: read when a run begins, and replaced with the end of a good one. */
import type { Expectations } from "../../contract/expect.ts";
import type { FlowFinding, HealingReport, Prints } from "../../engine/extract/slots/healing/index.ts";
import type { FlowRecord } from "../../store/flows.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { Write } from "../../store/table.ts";
import { reportSelector, type SelectorOutcome } from "../alerts/reportSelector.ts";
import type { Deps } from "../ports.ts";
import { compress, decompress } from "../shared/gzip.ts";

export interface SelectorMemory {
  /** The version of the flow that it is about. */
  readonly version: number;
  readonly prints: Prints;
  /** What its owner was told of selectors and is still so: what was put in their place, or that nothing was. */
  readonly told: Readonly<Record<string, string>>;
}

const NOTHING: SelectorMemory = { version: 0, prints: {}, told: {} };
const BROKEN = "";
/** What one run tells of, at most; the next one tells the rest. */
const MAX_TOLD = 5;
/** A longer patch is left out of the event: the log has what was fixed. */
const MAX_PATCH_CHARS = 50_000;

/** What the last good run knew, of the version of the flow that runs now. */
export const readSelectorMemory = async (
  { store }: Pick<Deps, "store">,
  { accountId, flowId, flowVersion }: RunRecord,
): Promise<SelectorMemory> => {
  const record = await store.selectorMemory.get(accountId, flowId);
  if (!record) return NOTHING;
  const memory = JSON.parse(decompress(Buffer.from(record.body, "base64"))) as SelectorMemory;
  // Prints of steps that were edited are passed over by the engine itself; news of them is news again.
  return memory.version === flowVersion ? memory : { ...memory, told: {} };
};

const keyOf = ({ path, field }: FlowFinding): string => `${path.join(".")} ${field ?? ""}`;

const outcomeOf = ({ outcome }: FlowFinding, { steps }: HealingReport): SelectorOutcome => {
  if (!("healed" in outcome)) return outcome;
  const isShort = steps !== null && JSON.stringify(steps).length <= MAX_PATCH_CHARS;
  return { ...outcome, patch: isShort ? { steps } : null };
};

/** What was told before, and what the finding makes of it; the same where it is no news. */
const toldAfter = (told: SelectorMemory["told"], finding: FlowFinding): SelectorMemory["told"] => {
  const { outcome } = finding;
  const { [keyOf(finding)]: before, ...others } = told;
  if ("works" in outcome) return before === undefined ? told : others;
  const now = "healed" in outcome ? outcome.healed : BROKEN;
  return before === now ? told : { ...told, [keyOf(finding)]: now };
};

/** Tells of the selectors of which something else was told before. */
const tellNews = async (
  deps: Deps,
  flow: FlowRecord,
  run: RunRecord,
  before: SelectorMemory,
  report: HealingReport,
) => {
  const writes: Write[] = [];
  let { told } = before;
  let news = 0;
  for (const finding of report.findings) {
    const after = toldAfter(told, finding);
    if (after === told || news >= MAX_TOLD) continue;
    news += 1;
    told = after;
    const { path, field, selector, url } = finding;
    const about = { flow, runId: run.id, step: path[0] ?? null, field, selector, url };
    writes.push(...(await reportSelector(deps, about, outcomeOf(finding, report))));
  }
  return { told, writes };
};

/**
 * Writes that tell what became of the selectors and keep what the next run is to know. They belong to the
 * end of a run that completed. Ask again before each attempt to commit.
 */
export const rememberSelectors = async (
  deps: Deps,
  run: RunRecord,
  before: SelectorMemory,
  report: HealingReport,
): Promise<Write[]> => {
  const { store } = deps;
  const { id: runId, accountId, flowId, flowVersion: version, snapshotsOf } = run;
  // Pages of an earlier time are not what the next run will find.
  if (snapshotsOf !== undefined) return [];
  const flow = await store.flows.get(accountId, flowId);
  if (!flow) return [];
  const { told, writes } = await tellNews(deps, flow, run, before, report);
  const after: SelectorMemory = { version, prints: report.prints, told };
  if (JSON.stringify(after) === JSON.stringify(before)) return writes;
  const body = compress(JSON.stringify(after)).toString("base64");
  return [...writes, ...store.selectorMemory.put({ accountId, flowId, runId, body })];
};

/** Without selectors that find nothing where the flow says that there may be nothing. */
export const withoutExpected = (
  report: HealingReport,
  { minItems, maxNullShare = {} }: Expectations,
  items: number,
): HealingReport => {
  const mayBeEmpty = items === 0 && minItems === 0;
  const isExpected = ({ outcome, field }: FlowFinding): boolean =>
    "broken" in outcome && (mayBeEmpty || (field !== null && maxNullShare[field] === 1));
  return { ...report, findings: report.findings.filter((finding) => !isExpected(finding)) };
};

/** What the run's log says at its end of selectors that are broken. */
export const brokenSelectors = ({ findings }: HealingReport): string[] =>
  findings.flatMap(({ outcome, selector }) =>
    "broken" in outcome ? [`\`${selector}\` is broken: ${outcome.broken}`] : [],
  );
