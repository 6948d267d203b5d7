/** Tells a page on which one signs in from the page that was asked for. */
import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import { type LivePage, placeOf, signInFormOf } from "../../steps/index.ts";
import type { OpenedPage } from "../flights.ts";
import type { PlacedStep } from "../plan.ts";
import type { SignInSteps } from "./signInSteps.ts";

/** A page that was asked for, which a sign-in may lead away from. */
export interface Asked {
  readonly url: string;
  /** Opens it again. */
  readonly open: () => Promise<OpenedPage | null>;
}

export interface LoginPlace {
  readonly signIn: SignInSteps;
  readonly live: LivePage;
  readonly asked: Pick<Asked, "url">;
  /** Where the flow signs in, as far as that is known. */
  readonly addresses: Set<string>;
}

/** Whether the site has led elsewhere. */
export const isAway = ({ live, asked }: LoginPlace): boolean => placeOf(live.url()) !== placeOf(asked.url);

/** Fields of any login form: those for passwords, and those that HTML's tokens for `autocomplete` name. */
const ANY_FORM = parseActionSelector(
  [
    'input[type="password"]',
    ...["username", "current-password", "one-time-code", "webauthn"].map(
      (token) => `input[autocomplete~="${token}" i]`,
    ),
  ].join(", "),
);

/**
 * Waits for the form to disappear. Where the site has led elsewhere, any login form counts: one that was redesigned no longer
 * has the element that the steps name.
 *
 * @returns whether it has
 */
export const isFormGone = async (place: LoginPlace, patienceMs: number): Promise<boolean> => {
  const { signIn, live } = place;
  const form = signInFormOf(signIn.block.map(({ step }) => step));
  const isGone = form === null || (await live.waitFor({ selector: form }, false, patienceMs));
  if (!isGone || !isAway(place)) return isGone;
  return live.waitFor({ selector: ANY_FORM }, false, patienceMs);
};

export const showsForm = async (place: LoginPlace): Promise<boolean> => !(await isFormGone(place, 0));

/** The addresses that the steps themselves sign in on. */
export const addressesOf = ({ block }: SignInSteps): Set<string> =>
  new Set(block.flatMap(({ step }) => ("url" in step && step.url !== undefined ? [placeOf(step.url)] : [])));

/** Notes where a step that types signs in, if that is not the page that was asked for. */
export const noteAddress = (place: LoginPlace, { step }: PlacedStep): void => {
  if (step.type === "type" && isAway(place)) place.addresses.add(placeOf(place.live.url()));
};

/** Whether an address names the one that was asked for, as that of a login page does: `/login?next=/orders`. */
const namesAsked = (address: string, asked: string): boolean =>
  [...new URL(address).searchParams.values()].some((value) => {
    const named = value !== "" && URL.canParse(value, address) ? new URL(value, address).href : "";
    return /^https?:/.test(named) && placeOf(named) === placeOf(asked);
  });

/** Whether the page is one on which one signs in: by its form, or if the site has led elsewhere, by its address. */
export const isLoginPage = async (place: LoginPlace): Promise<boolean> => {
  const { live, asked, addresses } = place;
  if (await showsForm(place)) return true;
  if (!isAway(place)) return false;
  return addresses.has(placeOf(live.url())) || namesAsked(live.url(), asked.url);
};

/** Why a page may be a login page although it does not count as one; null if an `assert` says what it is. */
export const doubtOf = async (place: LoginPlace): Promise<string | null> => {
  const { signIn, live, asked } = place;
  if (signIn.check) return null;
  const advice = "Add an `assert` of what only a page behind the login shows.";
  if (isAway(place))
    return signIn.before.length > 0
      ? null
      : `${asked.url} led to ${placeOf(live.url())}, which may be a login page, and is read all the same. ${advice}`;
  if (await live.waitFor({ selector: ANY_FORM }, false, 0)) return null;
  return `${asked.url} shows a field to sign in with, and is read all the same. ${advice}`;
};
