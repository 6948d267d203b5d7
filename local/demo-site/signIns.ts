/** The sessions of the shop's customers. They end, and an account is locked after too many sign-ins. */
import { randomUUID } from "node:crypto";
import type { ShopSessions } from "./reply.ts";

/** Like a bank: a session ends after ten minutes, however busy it was. */
const SESSION_MS = 600_000;
/** After this many sign-ins, right or wrong, within a minute the account is locked until the minute is over. */
const MAX_SIGN_INS = 5;
const WINDOW_MS = 60_000;

export interface SignIns {
  /** Sign-ins with the right password, and with a wrong one. */
  readonly succeeded: number;
  readonly failed: number;
  /** Sign-ins that met a locked account. */
  readonly locked: number;
}

export const createSignIns = () => {
  const endings = new Map<string, number>();
  let recent: number[] = [];
  let counts: SignIns = { succeeded: 0, failed: 0, locked: 0 };

  const isLocked = (): boolean => {
    recent = recent.filter((atMs) => atMs > Date.now() - WINDOW_MS);
    return recent.length >= MAX_SIGN_INS;
  };

  const sessions: ShopSessions = {
    admit: () => {
      if (isLocked()) {
        counts = { ...counts, locked: counts.locked + 1 };
        return null;
      }
      recent.push(Date.now());
      counts = { ...counts, succeeded: counts.succeeded + 1 };
      const session = randomUUID();
      endings.set(session, Date.now() + SESSION_MS);
      return session;
    },
    refuse: () => {
      recent.push(Date.now());
      counts = { ...counts, failed: counts.failed + 1 };
    },
    knows: (session = "") => (endings.get(session) ?? 0) > Date.now(),
  };

  return {
    sessions,
    counts: (): SignIns => counts,
    /** Ends all sessions, as if their time were up. */
    expire: (): void => endings.clear(),
    /** Forgets the last minute's sign-ins. */
    unlock: (): void => {
      recent = [];
    },
  };
};
