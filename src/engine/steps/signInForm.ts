/** The login form that sign-in steps fill in, and whether a site has led to it. */
import { type ActionSelector, parseActionSelector } from "../../contract/steps/actionSelectors.ts";
import type { Step } from "../../contract/steps/steps.ts";

/** Time for a page that is still loading to show that one is signed in, or to take its form away. */
export const SIGN_IN_PATIENCE_MS = 5_000;

/**
 * What only a page with the login form shows: the first element that the steps type into, or use at all. Null if they use
 * none.
 */
export const signInFormOf = (steps: readonly Pick<Step, "type">[]): ActionSelector | null => {
  const used =
    steps.find(({ type }) => type === "type") ??
    steps.find((step) => "selector" in step && step.selector !== undefined);
  const selector = used && "selector" in used ? used.selector : undefined;
  return typeof selector === "string" ? parseActionSelector(selector) : null;
};

/** Origin and path of a URL: a login page often names the page that it leads back to in its query. */
export const placeOf = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, "");
};
