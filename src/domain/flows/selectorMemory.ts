/** What a flow's runs know about its selectors: read when a run starts, replaced when a good run ends. */
import type { Expectations } from "../../contract/flows/expect.ts";
import type { ProposedPatch } from "../../contract/flows/proposedPatch.ts";
import type { FlowFinding, HealingReport, Prints } from "../../engine/extract/slots/healing/index.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import { reportSelector, type SelectorOutcome } from "../alerts/reportSelector.ts";
import type { Deps } from "../ports.ts";
import { compress, decompress } from "../shared/gzip.ts";

export interface SelectorMemory {
  /** The flow version it applies to. */
  readonly version: number;
  readonly prints: Prints;
  /** The last report to the owner about each selector: its replacement, or that none was found. */
  readonly told: Readonly<Record<string, string>>;
  /** What the last run healed; absent if nothing. */
  readonly proposal?: ProposedPatch | undefined;
}

const NOTHING: SelectorMemory = { version: 0, prints: {}, told: {} };
const BROKEN = "";
/** Most events one run sends; the next run sends the rest. */
const MAX_TOLD = 5;
/** A longer patch is left out of the event; the log has it. */
const MAX_PATCH_CHARS = 50_000;

/** What the last good run of a flow knew, for any version of the flow. */
export const readMemory = async (
  { store }: Pick<Deps, "store">,
  { accountId, flowId }: { readonly accountId: string; readonly flowId: string },
): Promise<SelectorMemory> => {
  const record = await store.selectorMemory.get(accountId, flowId);
  return record ? (JSON.parse(decompress(Buffer.from(record.body, "base64"))) as SelectorMemory) : NOTHING;
};

/** What the last good run knew, for the current version of the flow. */
export const readSelectorMemory = async (
  deps: Pick<Deps, "store">,
  run: RunRecord,
): Promise<SelectorMemory> => {
  const { flowVersion } = run;
  const memory = await readMemory(deps, run);
  // The engine itself ignores fingerprints of edited steps; findings about those are news again.
  return memory.version === flowVersion ? memory : { ...memory, told: {} };
};

const keyOf = ({ path, field }: FlowFinding): string => `${path.join(".")} ${field ?? ""}`;

const patchOf = ({ steps }: HealingReport): ProposedPatch["patch"] =>
  steps !== null && JSON.stringify(steps).length <= MAX_PATCH_CHARS ? { steps: [...steps] } : null;

const outcomeOf = ({ outcome }: FlowFinding, report: HealingReport): SelectorOutcome =>
  "healed" in outcome ? { ...outcome, patch: patchOf(report) } : outcome;

/** The patch of what the run healed; undefined if nothing. */
const proposalOf = (report: HealingReport): ProposedPatch | undefined => {
  const healed = report.findings.flatMap(({ path, field, selector, url, outcome }) =>
    "healed" in outcome
      ? [
          {
            step: path[0] ?? null,
            field,
            selector,
            newSelector: outcome.healed,
            confidence: outcome.confidence,
            url,
          },
        ]
      : [],
  );
  return healed.length > 0 ? { healed, patch: patchOf(report) } : undefined;
};

/** Earlier reports updated with the finding; unchanged if it is not new. */
const toldAfter = (told: SelectorMemory["told"], finding: FlowFinding): SelectorMemory["told"] => {
  const { outcome } = finding;
  const { [keyOf(finding)]: before, ...others } = told;
  if ("works" in outcome) return before === undefined ? told : others;
  const now = "healed" in outcome ? outcome.healed : BROKEN;
  return before === now ? told : { ...told, [keyOf(finding)]: now };
};

/** Reports the selectors whose state has changed since the last report. */
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
 * Writes that report on the selectors and store what the next run needs. They belong to the end of a completed run;
 * call again before each attempt to commit.
 */
export const rememberSelectors = async (
  deps: Deps,
  run: RunRecord,
  before: SelectorMemory,
  report: HealingReport,
): Promise<Write[]> => {
  const { store } = deps;
  const { id: runId, accountId, flowId, flowVersion: version, snapshotsOf, draft } = run;
  // The next run reads other pages than the saved ones, and does other things than a preview.
  if (snapshotsOf !== undefined || draft) return [];
  const flow = await store.flows.get(accountId, flowId);
  if (!flow) return [];
  const { told, writes } = await tellNews(deps, flow, run, before, report);
  const proposal = proposalOf(report);
  const after: SelectorMemory = { version, prints: report.prints, told, ...(proposal && { proposal }) };
  if (JSON.stringify(after) === JSON.stringify(before)) return writes;
  const body = compress(JSON.stringify(after)).toString("base64");
  return [...writes, ...store.selectorMemory.put({ accountId, flowId, runId, body })];
};

/** Leaves out broken selectors whose fields or items the flow allows to be empty. */
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

/** The log entry about broken selectors at the end of the run. */
export const brokenSelectors = ({ findings }: HealingReport): string[] =>
  findings.flatMap(({ outcome, selector }) =>
    "broken" in outcome ? [`\`${selector}\` is broken: ${outcome.broken}`] : [],
  );
