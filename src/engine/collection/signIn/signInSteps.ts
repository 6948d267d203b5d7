/** What tells that one is signed out, and the steps that change it. */
import { findOne } from "domutils";
import { signsIn } from "../../../contract/flows/sessions.ts";
import { type AssertStep, isAssert } from "../../../contract/steps/actionSteps.ts";
import { TargetError } from "../../egress/index.ts";
import type { Page } from "../../page/index.ts";
import { placeOf } from "../../steps/index.ts";
import { CollectionError } from "../errors.ts";
import type { PlacedStep, Segment } from "../plan.ts";

/** The steps of a page around those that sign in. */
export interface SignInSteps {
  readonly before: readonly PlacedStep[];
  readonly block: readonly PlacedStep[];
  readonly after: readonly PlacedStep[];
  /** Holds if one is signed in; null: no step says so. */
  readonly check: AssertStep | null;
}

/** The steps that sign in, and the `assert` right before or the first one after them; null if there are none. */
export const findSignIn = ({ steps }: Pick<Segment, "steps">): SignInSteps | null => {
  const first = steps.findIndex(({ step }) => signsIn(step));
  if (first < 0) return null;
  const last = steps.findLastIndex(({ step }) => signsIn(step));
  const [block, after] = [steps.slice(first, last + 1), steps.slice(last + 1)];
  const leading = steps[first - 1]?.step;
  if (isAssert(leading)) return { before: steps.slice(0, first - 1), block, after, check: leading };
  const check = after.map(({ step }) => step).find(isAssert) ?? null;
  return { before: steps.slice(0, first), block, after, check };
};

const hasPasswordField = ({ document }: Page): boolean =>
  findOne(
    ({ name, attribs }) => name === "input" && attribs.type?.toLowerCase() === "password",
    document.root.children,
  ) !== null;

const signedOut = (url: string, why: string): CollectionError =>
  new CollectionError(
    "signed-out",
    `The site asks to sign in: ${url} ${why}. Import new cookies, or give the flow steps that sign in ` +
      '(`"when": "signed-out"`).',
    { retryable: false, url },
  );

/** The same for an answer of 401; undefined for other errors. */
export const signedOutBy = (url: string, error: unknown): CollectionError | undefined =>
  error instanceof TargetError && error.httpStatus === 401
    ? signedOut(url, "was answered with status 401")
    : undefined;

/** @throws CollectionError `signed-out` if the site answered the request for a page with its login page */
export const refuseLoginPage = (url: string, page: Page): void => {
  const place = placeOf(page.url);
  if (place === placeOf(url) || !hasPasswordField(page)) return;
  throw signedOut(url, `leads to ${place}`);
};
