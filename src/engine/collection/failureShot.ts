import type { PageScope } from "../steps/index.ts";
import type { CollectionPlan } from "./plan.ts";

/** A page that failed is given no longer than this to have its picture taken. */
const FAILURE_SHOT_MS = 5_000;

/** A picture of the page on which a step failed; none where it might show a secret that was typed. */
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
    // The failure itself is the news.
  }
};
