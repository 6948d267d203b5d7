/** Signs in where a page says that nobody is signed in, once for all runs that share the flow's session. */
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_SIGN_INS } from "../../../contract/flows/sessions.ts";
import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import { nameStep, type PageScope, SIGN_IN_PATIENCE_MS } from "../../steps/index.ts";
import { CollectionError } from "../errors.ts";
import type { OpenedPage } from "../flights.ts";
import { createScope, getPage, runSteps, type Work } from "../pageWork.ts";
import { listSegments, type PlacedStep } from "../plan.ts";
import {
  type Asked,
  addressesOf,
  doubtOf,
  isAway,
  isFormGone,
  isLoginPage,
  type LoginPlace,
  noteAddress,
  showsForm,
} from "./loginPage.ts";
import { findSignIn } from "./signInSteps.ts";

const LOOK_MS = 200;

/** A page on which one signs in. */
interface Place extends LoginPlace {
  readonly work: Work;
  readonly scope: PageScope;
  readonly asked: Asked;
}

/** Whether the `assert` of the sign-in succeeds within its timeout. */
const isAsserted = async ({ signIn: { check }, live }: Place, patienceMs: number): Promise<boolean> => {
  if (!check) return true;
  const { selector, text, absent = false } = check;
  const sight = { selector: selector === undefined ? undefined : parseActionSelector(selector), text };
  return live.waitFor(sight, !absent, patienceMs);
};

/**
 * Whether the page says that one is signed in. Only the first page of a list shows what its `assert` looks for; a
 * later one says that one is signed out by leading to the login page.
 */
const isSignedIn = async (place: Place): Promise<boolean> => {
  const { signIn, scope } = place;
  if (!scope.isFirst) return !isAway(place) || !(await isLoginPage(place));
  if (!signIn.check) return !(await isLoginPage(place));
  const until = performance.now() + (signIn.check.timeoutMs ?? SIGN_IN_PATIENCE_MS);
  do {
    if (await isAsserted(place, LOOK_MS)) return true;
    // On the login page there is nothing to wait for.
    if (isAway(place) && (await isLoginPage(place))) return false;
  } while (performance.now() < until);
  return false;
};

/** Tells of a page that may be a login page although nothing says for certain that it is one. */
const warnIfDoubted = async (place: Place): Promise<void> => {
  const doubt = await doubtOf(place);
  if (doubt !== null) place.scope.log("warn", doubt);
};

/** Runs the steps that sign in. @throws CollectionError `sign-in-failed` if one is not signed in afterwards */
const tryOnce = async (place: Place, onAct: () => void): Promise<void> => {
  const { work, signIn, scope, live, asked } = place;
  let isLeft = isAway(place);
  for (const placed of signIn.block) {
    const { step } = placed;
    const url = "url" in step ? step.url : undefined;
    if (url !== undefined || step.type === "navigate") {
      isLeft = true;
      await getPage(work, url ?? asked.url, placed, scope.log, "flow");
    }
    if (step.type === "navigate") continue;
    onAct();
    noteAddress(place, placed);
    // On later pages of a list, too, it signs in as on the first.
    await runSteps(work, [placed], { ...scope, isFirst: true, isStale: true });
  }
  const isGone = await isFormGone(place, SIGN_IN_PATIENCE_MS);
  if (isLeft && isAway(place)) await asked.open();
  scope.isStale = true;
  const { check } = signIn;
  const isIn = check
    ? await isAsserted(place, check.timeoutMs ?? SIGN_IN_PATIENCE_MS)
    : isGone && !(await (isLeft ? isLoginPage(place) : showsForm(place)));
  if (isIn && (isLeft || !isAway(place))) await warnIfDoubted(place);
  if (isIn) return;
  const last = signIn.block.at(-1);
  const message = check?.message ?? `${live.url()} still asks to sign in.`;
  throw new CollectionError("sign-in-failed", message, {
    retryable: true,
    url: live.url(),
    step: last && nameStep(last.step, last.path),
  });
};

const stopped = (url: string | undefined, reason?: CollectionError): CollectionError =>
  new CollectionError(
    "sign-in-stopped",
    `The sign-in failed ${MAX_SIGN_INS} times in a row, so no run tries it again, to keep the site from locking the account. ` +
      `${reason ? `The last time: ${reason.message} ` : ""}Check the sign-in steps and secrets, then activate the flow, or clear its session.`,
    { retryable: false, url, step: reason?.step, httpStatus: reason?.httpStatus, cause: reason },
  );

/** The error of a run whose sign-in failed. @param left how many more are tried */
const failed = (reason: CollectionError, left: number): CollectionError => {
  const { message, step, url, httpStatus } = reason;
  if (left === 0) return stopped(url, reason);
  const options = { retryable: true, step, url, httpStatus, cause: reason };
  return new CollectionError("sign-in-failed", `The sign-in failed: ${message}`, options);
};

/** Signs in as this run. @param isShared whether for the flow's other runs, too */
const signInNow = async (place: Place, isShared: boolean): Promise<void> => {
  const { scope, live } = place;
  const { browser, signIns, signal } = place.work.deps;
  let hasActed = false;
  try {
    await tryOnce(place, () => {
      hasActed = true;
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const isFailure = hasActed && error instanceof CollectionError;
    // One that must wait for its turn at the site continues later, as the same sign-in.
    const left = isShared && (isFailure || !hasActed) ? await signIns?.fail(hasActed) : undefined;
    throw isFailure ? failed(error, left ?? MAX_SIGN_INS) : error;
  }
  scope.log("info", `Signed in on ${new URL(live.url()).host}.`);
  if (isShared) await signIns?.succeed(await browser?.suspend());
};

/** Signs in unless one is, or takes the session of another run that has. */
const ensureSignedIn = async (given: Omit<Place, "addresses">): Promise<void> => {
  const place: Place = { ...given, addresses: addressesOf(given.signIn) };
  const { scope, live, asked } = place;
  const { browser, signIns, signal } = place.work.deps;
  if (await isSignedIn(place)) {
    scope.log(scope.isFirst ? "info" : "debug", "Signed in already: the steps that sign in were skipped.");
    if (scope.isFirst) await warnIfDoubted(place);
    return;
  }
  for (let hasWaited = false; ; ) {
    const turn = signIns && (await signIns.begin(await browser?.suspend()));
    if (!turn || turn.kind === "alone") return signInNow(place, false);
    if (turn.kind === "stopped") throw stopped(live.url());
    if (turn.kind === "mine") {
      browser?.noteLogin(turn.login);
      return signInNow(place, true);
    }
    if (turn.kind === "wait") {
      if (!hasWaited) scope.log("info", "Another run of the flow is signing in. Waiting for its session.");
      hasWaited = true;
      await sleep(turn.ms, undefined, { signal });
      continue;
    }
    await browser?.replace(turn.session);
    await asked.open();
    scope.isStale = true;
    if (!(await isSignedIn(place))) continue;
    scope.log("info", "Using the session of another run, which has signed in.");
    return;
  }
};

/** Runs a page's steps; those that sign in only if the page says that nobody is signed in. */
export const runPageSteps = async (work: Work, scope: PageScope, asked: Asked): Promise<void> => {
  const { live } = scope;
  const signIn = findSignIn(work.segment);
  // Without a live page, the first action asks for a browser.
  if (!signIn || !live) return runSteps(work, work.segment.steps, scope);
  await runSteps(work, signIn.before, scope);
  await ensureSignedIn({ work, signIn, scope, live, asked });
  await runSteps(work, signIn.after, scope);
};

/** A page's steps without those that sign in. */
export const besidesSignIn = ({ segment }: Work): readonly PlacedStep[] => {
  const signIn = findSignIn(segment);
  return signIn ? [...signIn.before, ...signIn.after] : segment.steps;
};

const COLLECTING: ReadonlySet<string> = new Set(["extract", "follow", "paginate"]);

/** Signs in on the page that the flow signs in on. @returns false if the flow has no steps for it */
const signInAgain = async (given: Work, log: PageScope["log"]): Promise<boolean> => {
  const segment = listSegments(given.plan).find((each) => findSignIn(each));
  const signIn = segment && findSignIn(segment);
  if (!segment || !signIn || !given.deps.browser) return false;
  const work: Work = { ...given, segment };
  const open = () => getPage(work, segment.url, segment.opener, log, "flow");
  const opened = await open();
  if (!opened?.live) return false;
  const scope = createScope(work, opened, log, { isFirst: true });
  const before = signIn.before.filter(({ step }) => !COLLECTING.has(step.type));
  await runSteps(work, before, scope);
  await ensureSignedIn({ work, signIn, scope, live: opened.live, asked: { url: segment.url, open } });
  return true;
};

/** Fetches a page like `getPage`. If the session has ended meanwhile, signs in and fetches it once more. */
export const getPageSignedIn = async (...args: Parameters<typeof getPage>): Promise<OpenedPage | null> => {
  const [work, , , log] = args;
  try {
    return await getPage(...args);
  } catch (error) {
    if (!(error instanceof CollectionError) || error.code !== "signed-out") throw error;
    const { signingIn } = work;
    signingIn.current ??= signInAgain(work, log).finally(() => {
      signingIn.current = null;
    });
    if (!(await signingIn.current)) throw error;
    return getPage(...args);
  }
};
