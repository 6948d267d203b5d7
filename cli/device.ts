/** Signing in with the browser: the terminal shows a code, and a person approves it in the dashboard (RFC 8628). */
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import {
  ApiError,
  type Client,
  ConnectionError,
  createClient,
  type DeviceSignInStarted,
  TimeoutError,
} from "../client/index.ts";
import { openInBrowser } from "./browser.ts";
import type { World } from "./context.ts";
import { OutcomeError } from "./failure.ts";
import type { Output } from "./output.ts";
import type { Settings } from "./settings.ts";

/** As the service makes them: see `src/domain/keys/format.ts`. */
const DEVICE_TOKEN = /^gl_user_/;

/** Whether a saved credential comes from a sign-in with the browser, and so can be ended. */
export const isDeviceToken = (credential: string | undefined): credential is string =>
  credential !== undefined && DEVICE_TOKEN.test(credential);

/** Control characters in a name would reach other people's screens. */
const deviceName = (): string =>
  `gleaner on ${hostname().replace(/\p{C}/gu, "") || "a device"}`.slice(0, 100);

/** Whether the next request may succeed where this one failed. A lost connection must not end a sign-in. */
const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && error.retryable === true);

/** Waits for the person's decision. @returns the token */
const awaitApproval = async (
  client: Client,
  { deviceCode, intervalSeconds, expiresAt }: DeviceSignInStarted,
  signal: AbortSignal,
): Promise<string> => {
  let pauseSeconds = intervalSeconds;
  for (;;) {
    await wait(pauseSeconds * 1_000, undefined, { signal }).catch(() => signal.throwIfAborted());
    try {
      const { status, token } = await client.finishDeviceSignIn({ deviceCode }, { signal });
      if (token !== null) return token;
      if (status === "denied") throw new OutcomeError("The sign-in was denied in the browser.");
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        throw new OutcomeError("The code was not approved in time. Run gleaner login again.");
      if (!isPassing(error) || Date.parse(expiresAt) <= Date.now()) throw error;
      // RFC 8628, 3.5: whoever is told to slow down, or gets no response, waits longer from then on.
      pauseSeconds += intervalSeconds;
    }
  }
};

/**
 * Shows a code, and waits until a person approves it.
 *
 * @returns the token, to be sent where an API key is sent
 * @throws ApiError `not-configured` where the service has no sign-in
 */
export const signInDevice = async (url: string, world: World, output: Output): Promise<string> => {
  const client = createClient({ url, apiKey: null });
  const started = await client.startDeviceSignIn({ name: deviceName() });
  const { userCode, verificationUrl, verificationUrlComplete } = started;
  // Also with --json: without the code, nobody can approve.
  world.stderr.write(
    `Open ${verificationUrl} and enter the code ${output.style("bold", userCode)}\nor open ${verificationUrlComplete}\n`,
  );
  if (world.stdout.isTTY) openInBrowser(verificationUrlComplete, world);
  output.progress("Waiting for your approval in the browser …");
  try {
    return await awaitApproval(client, started, world.signal);
  } finally {
    output.endProgress();
  }
};

/**
 * Ends the session of a saved token.
 *
 * @returns whether it has ended; false if the service could not be reached
 */
export const endDeviceSession = async ({ url, apiKey }: Settings): Promise<boolean> => {
  try {
    await createClient({ url, apiKey, retries: 1 }).endSession();
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 401;
  }
};
