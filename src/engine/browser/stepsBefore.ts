/** What is done on a page before it is inspected: steps that act on it, and those that sign in. */

import { signsIn } from "../../contract/flows/sessions.ts";
import type { ActionStep } from "../../contract/steps/actionSteps.ts";
import type { Step } from "../../contract/steps/steps.ts";
import { TargetError } from "../egress/index.ts";
import {
  nameStep,
  type PageScope,
  placeOf,
  runStep,
  SIGN_IN_PATIENCE_MS,
  signInFormOf,
  type TypedSecret,
  untouched,
} from "../steps/index.ts";
import { createLivePage } from "./live.ts";
import type { Tab } from "./tab.ts";

interface Before {
  readonly url: string;
  readonly steps: readonly Step[];
  readonly secrets: readonly TypedSecret[];
}

const scopeOf = async (
  tab: Tab,
  live: PageScope["live"],
  secrets: readonly TypedSecret[],
): Promise<PageScope> => ({
  page: await tab.snapshot(),
  live,
  mayRender: false,
  ...untouched(),
  isWatched: false,
  askModel: null,
  saveShot: async () => "not kept, since this is an inspection",
  asked: {},
  schema: {},
  secrets,
  pictures: { ignore: [] },
  now: Date.now,
  log: () => {},
  notePartial: () => {},
  noteCurrencies: () => {},
  healing: null,
  isFirst: true,
  completes: null,
  pageNumber: 1,
});

/**
 * Runs the steps in their order. As in a run, those that sign in are skipped where the page does not show their form, and
 * the page that was asked for is opened again if the site had led to its login page.
 *
 * @throws TargetError that names the step · `target-failed` if the form is still shown after the sign-in
 */
export const runStepsBefore = async (tab: Tab, lost: AbortSignal, before: Before): Promise<void> => {
  const { url, steps, secrets } = before;
  if (steps.length === 0) return;
  const live = createLivePage(tab, [lost], { isImpatient: true });
  const scope = await scopeOf(tab, live, secrets);
  const runOne = async (step: Step, at: number): Promise<void> => {
    try {
      if (step.url !== undefined) await tab.open(step.url, undefined);
      if (step.type !== "navigate") await runStep(step as ActionStep, scope, [at]);
    } catch (error) {
      if (step.optional === true && !lost.aborted) return;
      if (!(error instanceof TargetError)) throw error;
      const { code, message, retryable } = error;
      throw new TargetError(code, `${nameStep(step, [at])}: ${message}`, { retryable, cause: error });
    }
  };
  const first = steps.findIndex(signsIn);
  const last = steps.findLastIndex(signsIn);
  const form = first < 0 ? null : signInFormOf(steps.slice(first, last + 1));
  const isShown = async (patienceMs: number): Promise<boolean> =>
    form !== null && !(await live.waitFor({ selector: form }, false, patienceMs));
  let isSignedIn: boolean | null = null;
  for (const [at, step] of steps.entries()) {
    // If the block opens the login page itself, that page says whether one is signed in.
    if (signsIn(step) && step.type !== "navigate") isSignedIn ??= !(await isShown(0));
    if (signsIn(step) && isSignedIn === true) continue;
    await runOne(step, at);
    if (at !== last) continue;
    if (await isShown(SIGN_IN_PATIENCE_MS))
      throw new TargetError(
        "target-failed",
        `${live.url()} still shows the login form: check the user name and the password.`,
        { retryable: false },
      );
    if (placeOf(live.url()) !== placeOf(url)) await tab.open(url, undefined);
  }
};
