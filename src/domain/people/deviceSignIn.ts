/** Signing in a program that has no browser: it shows a code that a person approves in the dashboard (RFC 8628). */
import { randomInt } from "node:crypto";
import { DomainError } from "../../contract/errors.ts";
import {
  type AnswerDeviceSignIn,
  DEVICE_CODE_MINUTES,
  DEVICE_POLL_SECONDS,
  type DeviceSignIn,
  type DeviceSignInFinished,
  type DeviceSignInStarted,
} from "../../contract/people/people.ts";
import { MINUTE_MS } from "../../contract/units.ts";
import type { DeviceSignInRecord } from "../../store/people/deviceSignIns.ts";
import { ConditionFailed } from "../../store/table.ts";
import { audit } from "../journal/journal.ts";
import { deviceCodes, hashKey } from "../keys/format.ts";
import type { Deps, SignedIn, WithSite } from "../ports.ts";
import { actorIn } from "./actor.ts";
import type { Browser } from "./browser.ts";
import { pageOf } from "./page.ts";
import { beginSession } from "./sessions.ts";
import { assertProvedAddress } from "./showSession.ts";
import { assertNotTooMany } from "./signIn.ts";

/** Without vowels, so that no code is a word, and without digits, which look like letters (RFC 8628, 6.1): 34 bits. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;
/** Two devices may draw the same code. */
const ATTEMPTS = 3;
/** Codes that one person may try: too few to guess one while it is valid. */
const TRIES = { count: 30, seconds: DEVICE_CODE_MINUTES * 60 };
/** Requests that a device may send per interval. One more than it should, because its interval is not exactly ours. */
const POLLS_PER_INTERVAL = 2;

const makeUserCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");

/** As devices show it: `WDJB-MJHT`. */
const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

const readCode = (entered: string): string => entered.toUpperCase().replace(/[^A-Z]/g, "");

const show = ({
  userCode,
  name,
  address,
  status,
  createdAt,
  expiresAt,
}: DeviceSignInRecord): DeviceSignIn => ({
  userCode: showCode(userCode),
  name,
  address,
  status,
  createdAt,
  expiresAt,
});

/** Gives a device its two codes: a secret one, and one for a person to read. */
export const startDeviceSignIn = async (
  deps: Deps & WithSite,
  name: string,
  { address }: Browser,
): Promise<DeviceSignInStarted> => {
  const { store, now } = deps;
  const site = deps.site();
  await assertNotTooMany(deps, address);
  const deviceCode = deviceCodes.make();
  const createdAt = new Date(now()).toISOString();
  const expiresAt = new Date(now() + DEVICE_CODE_MINUTES * MINUTE_MS).toISOString();
  const pending = {
    name,
    address,
    createdAt,
    expiresAt,
    status: "pending",
    personId: null,
    accountId: null,
  } as const;
  for (let attempt = 1; ; attempt += 1) {
    const userCode = makeUserCode();
    try {
      await store.commit(store.deviceSignIns.insert({ hash: hashKey(deviceCode), userCode, ...pending }));
    } catch (error) {
      if (!(error instanceof ConditionFailed) || attempt === ATTEMPTS) throw error;
      continue;
    }
    const shown = showCode(userCode);
    return {
      deviceCode,
      userCode: shown,
      verificationUrl: pageOf(site, "device"),
      verificationUrlComplete: pageOf(site, "device", { code: shown }),
      expiresAt,
      intervalSeconds: DEVICE_POLL_SECONDS,
    };
  }
};

/** @throws DomainError `rate-limited` (somebody guesses), `not-found` */
const findByCode = async (
  { store, now }: Deps,
  { personId }: SignedIn,
  entered: string,
): Promise<DeviceSignInRecord> => {
  const tries = await store.rateWindows.hitSignIn(`device#${personId}`, now(), TRIES.seconds);
  if (tries > TRIES.count)
    throw new DomainError("rate-limited", "You have entered too many codes. Try again in 15 minutes.", {
      headers: { "retry-after": String(TRIES.seconds) },
    });
  const found = await store.deviceSignIns.findByCode(readCode(entered));
  if (found && Date.parse(found.expiresAt) > now()) return found;
  throw new DomainError(
    "not-found",
    "No device is waiting with this code. Check it for typos, or run gleaner login again: codes expire after 15 minutes.",
  );
};

/** The device that shows a code. */
export const getDeviceSignIn = async (
  deps: Deps,
  session: SignedIn,
  entered: string,
): Promise<DeviceSignIn> => show(await findByCode(deps, session, entered));

/**
 * Approves or denies a device, once.
 *
 * @throws DomainError `not-found`, `conflict` (answered before)
 */
export const answerDeviceSignIn = async (
  deps: Deps,
  session: SignedIn,
  entered: string,
  { decision, accountId: wanted }: AnswerDeviceSignIn,
): Promise<DeviceSignIn> => {
  const { store } = deps;
  const { personId, ssoAccountId } = session;
  const device = await findByCode(deps, session, entered);
  const isApproved = decision === "approve";
  const accountId = wanted ?? session.accountId;
  if (isApproved && accountId !== ssoAccountId) assertProvedAddress(session);
  if (isApproved && (accountId === null || !(await store.people.findMember(accountId, personId))))
    throw new DomainError(
      "not-found",
      accountId === null
        ? "You do not belong to any account."
        : `You do not belong to the account ${accountId}.`,
    );
  const answer = isApproved
    ? ({
        status: "approved",
        personId,
        accountId,
        ...(ssoAccountId !== undefined && { ssoAccountId }),
      } as const)
    : ({ status: "denied", personId: null, accountId: null } as const);
  const { name, address } = device;
  try {
    await store.commit(
      store.deviceSignIns.answer(device, answer),
      isApproved && accountId !== null
        ? audit(deps, actorIn(accountId, session), {
            action: "device.approved",
            resource: personId,
            metadata: { device: name, deviceAddress: address },
          })
        : [],
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError(
      "conflict",
      "This code was already approved or denied. Run gleaner login again to get another one.",
    );
  }
  return show({ ...device, ...answer });
};

const CODE_IS_OVER = "This code has expired or was already used. Start the sign-in again.";

/** @throws DomainError `rate-limited` */
const assertPatient = async ({ store, now }: Deps, hash: string): Promise<void> => {
  const polls = await store.rateWindows.hitSignIn(`poll#${hash}`, now(), DEVICE_POLL_SECONDS);
  if (polls > POLLS_PER_INTERVAL)
    throw new DomainError(
      "rate-limited",
      `Ask every ${DEVICE_POLL_SECONDS} seconds whether a device was approved.`,
      {
        headers: { "retry-after": String(DEVICE_POLL_SECONDS) },
      },
    );
};

/**
 * What a person decided about a device. If they approved, the device's session begins, once.
 *
 * @throws DomainError `unauthenticated` (expired or used), `rate-limited`
 */
export const finishDeviceSignIn = async (
  deps: Deps,
  deviceCode: string,
  { address }: Browser,
): Promise<DeviceSignInFinished> => {
  const { store, now } = deps;
  const device = deviceCodes.isWellFormed(deviceCode)
    ? await store.deviceSignIns.find(hashKey(deviceCode))
    : null;
  if (!device || Date.parse(device.expiresAt) <= now())
    throw new DomainError("unauthenticated", CODE_IS_OVER);
  await assertPatient(deps, device.hash);
  const { status, personId, accountId, name, ssoAccountId } = device;
  if (status !== "approved" || personId === null || accountId === null)
    return { status, token: null, expiresAt: null };
  // Whoever approved may have been removed meanwhile, or their account's single sign-on turned off.
  const [person, member, sso] = await Promise.all([
    store.people.get(personId),
    store.people.findMember(accountId, personId),
    ssoAccountId === undefined ? null : store.sso.get(ssoAccountId),
  ]);
  const isVouchedFor = ssoAccountId === undefined || sso !== null;
  try {
    await store.commit(store.deviceSignIns.use(device));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("unauthenticated", CODE_IS_OVER);
  }
  if (!person || !member || !isVouchedFor) return { status: "denied", token: null, expiresAt: null };
  const { session, token } = await beginSession(
    deps,
    person,
    accountId,
    { userAgent: name, address },
    { kind: "device", ssoAccountId, checks: sso ? store.sso.unchanged(sso) : [] },
  );
  return { status, token, expiresAt: session.expiresAt };
};
