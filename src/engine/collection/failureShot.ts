import type { PageScope } from "../steps/index.ts";
import type { CollectionPlan } from "./plan.ts";

/** Most time to take a screenshot of a failed page. */
const FAILURE_SHOT_MS = 5_000;

/** Takes a screenshot of the page on which a step failed, unless it might show a typed secret. */
export const shootFailure = async (
  { signal }: { readonly signal: AbortSignal },
  { secrets = [] }: CollectionPlan,
  { live, saveShot }: PageScope,
  step: string,
): Promise<void> => {
  if (!live || signal.aborted || secrets.length > 0) return;
  try {
    const shot = await live.capture({ fullPage: false, selector: null }, FAILURE_SHOT_MS);
    await saveShot(shot, { step, url: live.url(), isFailure: true });
  } catch {
    // The original failure is reported, not this one.
  }
};
