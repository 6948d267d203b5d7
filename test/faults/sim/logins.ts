/** Sites that ask for a sign-in, and how the engine signs in. */
import type { CollectionFailure, PageArchive } from "../../../src/domain/engine.ts";
import type { Machine } from "./machines.ts";
import type { Random } from "./random.ts";

/** Sign-ins in a row that a flow may try where none succeeds. */
const MAX_TRIES = 3;

/** What a site knows of its visitors. */
export interface Login {
  /** Whether it lets anybody in who signs in: always, never, or now and then. */
  readonly answers: "accepts" | "refuses" | "unreliable";
  /** How long a session lasts. */
  readonly lastsMs: number;
  readonly sessions: Map<string, number>;
  /** Sign-ins since one succeeded, and the most there have been. */
  triesInRow: number;
  mostInRow: number;
  signIns: number;
  /** The most that there may be: the owner lets the flow try again by activating it or clearing its session. */
  allowed: number;
}

export const drawLogin = (random: Random): Login => ({
  answers: random.pick(["accepts", "accepts", "refuses", "unreliable"] as const),
  lastsMs: random.between(60_000, 600_000),
  sessions: new Map(),
  triesInRow: 0,
  mostInRow: 0,
  signIns: 0,
  allowed: MAX_TRIES,
});

export const letTryAgain = (login: Login | null | undefined): void => {
  if (login) login.allowed += MAX_TRIES;
};

/** A session of the site, as the engine holds it. */
export interface LoginSession {
  readonly cookies: readonly {
    readonly name: string;
    readonly value: string;
    readonly domain: string;
    readonly path: string;
  }[];
  readonly login?: number | undefined;
}

const failure = (code: string, url: string): CollectionFailure => ({
  failure: {
    code,
    message: "The site did not let us in.",
    step: null,
    url,
    httpStatus: null,
    retryable: false,
  },
});

/** The site's answer to a sign-in: the value of a session's cookie, or null. */
const signIn = (login: Login, nowMs: number, isIn: boolean): string | null => {
  login.triesInRow += 1;
  login.mostInRow = Math.max(login.mostInRow, login.triesInRow);
  if (!isIn) return null;
  login.triesInRow = 0;
  login.signIns += 1;
  const value = `session-${login.signIns}`;
  login.sessions.set(value, nowMs + login.lastsMs);
  return value;
};

/** Goes through a site's login as the engine does, with the session that the run has or another one. */
export const enter = async (
  { url, login }: { readonly url: string; readonly login: Login | null },
  given: LoginSession | undefined,
  archive: PageArchive,
  { machine, random }: { readonly machine: Machine; readonly random: Random },
): Promise<{ readonly session: LoginSession | undefined } | CollectionFailure> => {
  const signIns = "keep" in archive ? archive.signIns : undefined;
  if (!login || !signIns) return { session: given };
  const isKnown = (session: LoginSession | undefined): boolean =>
    (session?.cookies ?? []).some(({ value }) => (login.sessions.get(value) ?? 0) > machine.now());
  let session = given;
  for (;;) {
    if (isKnown(session)) return { session };
    const turn = await signIns.begin(session);
    if (turn.kind === "shared") session = turn.session as LoginSession;
    else if (turn.kind === "wait")
      await machine.call("pages", `wait at ${url}`, async () => {}, { takesMs: 20 * turn.ms });
    else if (turn.kind === "mine") {
      const isIn = login.answers === "accepts" || (login.answers === "unreliable" && random.chance(0.5));
      const sign = async () => signIn(login, machine.now(), isIn);
      const value = await machine.call("pages", `sign in at ${url}`, sign, { takesMs: 3_000 });
      if (value === null)
        return failure((await signIns.fail(true)) === 0 ? "sign-in-stopped" : "sign-in-failed", url);
      const cookie = { name: "sid", value, domain: new URL(url).hostname, path: "/" };
      session = { cookies: [cookie], login: turn.login };
      await signIns.succeed(session);
    } else return failure(turn.kind === "stopped" ? "sign-in-stopped" : "signed-out", url);
  }
};
