import { createHash } from "node:crypto";
import type { RunWarning } from "../../contract/flows/expect.ts";
import type { HealingReport } from "../../engine/extract/slots/healing/index.ts";
import type { FlowVersion } from "../../store/flows/flows.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import { allItems } from "../items/output.ts";
import type { Deps, WithObjects } from "../ports.ts";
import { readGoodRuns, rememberGoodRun } from "./goodRuns.ts";
import { judgeRun, profileOf } from "./judge.ts";
import type { FieldCounts } from "./profile.ts";

const DIGEST_CHARS = 16;

/** How many items repeat the values of an earlier one. The run's items must be committed. */
const countDoubled = async (
  deps: Deps & WithObjects,
  run: RunRecord,
  names: readonly string[],
): Promise<number> => {
  const seen = new Set<string>();
  let doubled = 0;
  for await (const item of allItems(deps, run)) {
    const values = JSON.stringify(names.map((name) => item[name] ?? null));
    const digest = createHash("sha256").update(values).digest("base64url").slice(0, DIGEST_CHARS);
    if (seen.has(digest)) doubled += 1;
    seen.add(digest);
  }
  return doubled;
};

interface Collected {
  readonly items: number;
  readonly filled: FieldCounts;
  readonly documents?: RunRecord["documents"];
  readonly healing?: HealingReport | undefined;
  /** Commits what was collected, so that it can be read back. */
  readonly commit: () => Promise<void>;
}

/**
 * Checks a run's items against its flow's expectations and last good runs.
 *
 * @returns the warnings, and the writes that make a good run a reference for the next ones
 */
export const judgeCollected = async (
  deps: Deps & WithObjects,
  run: RunRecord,
  flow: FlowVersion,
  { items, filled, documents, healing, commit }: Collected,
): Promise<{
  readonly warnings: readonly RunWarning[];
  readonly remember: () => Promise<readonly Write[]>;
}> => {
  // Runs over given URLs and previews cover only part of the flow, so they cannot be compared with its other runs.
  if (run.urlCount !== undefined || run.draft) return { warnings: [], remember: async () => [] };
  const { unique } = flow.expect;
  if (unique) await commit();
  const [good, doubled] = await Promise.all([
    readGoodRuns(deps, run),
    unique ? countDoubled(deps, run, unique) : 0,
  ]);
  const profile = profileOf(flow, { items, filled });
  const warnings = judgeRun({ flow, run: profile, good, doubled, documents, healing });
  // Saved pages are old, so a run over them is not a reference for the next ones.
  const isGood = warnings.length === 0 && items > 0 && run.snapshotsOf === undefined;
  return { warnings, remember: async () => (isGood ? rememberGoodRun(deps, run, profile) : []) };
};
