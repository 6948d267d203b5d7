/** Runs that meet at an origin share its pace: how many pages each opens at once, and whose turn it is. */
import { POLITENESS, SHARING } from "./policy.ts";

/** A run at an origin. */
export interface Participant {
  /** Opaque name of its account; runs with the same name share an account. */
  readonly account: string;
  /** Pages that it would open at once if it were alone. */
  readonly width: number;
}

/** The runs at an origin, by opaque names. */
export interface SharedOrigin {
  readonly me: string;
  readonly participants: Readonly<Record<string, Participant>>;
  /**
   * This run gets one turn in this many: turns are shared equally between accounts, and within an account between its
   * runs.
   */
  readonly delayFactor: number;
}

export interface Turn {
  readonly atMs: number;
  /** Whether it is this run's turn; if not, ask again at that time. */
  readonly isMine: boolean;
}

/** How runs find each other. If it cannot be reached, each keeps its own pace. */
export interface Origins {
  /** Announces this run and how many pages it would open at once; repeated after the pause at the latest. */
  arrive(origin: string, width: number, pauseMs: number): Promise<SharedOrigin>;
  /** Requests the next turn, if an origin wants a delay between pages. */
  takeTurn(origin: string, delayMs: number): Promise<Turn>;
}

/**
 * Divides `total` evenly and passes unwanted shares on. If there is less than one each, the last in order get it.
 */
const deal = (wanted: readonly number[], total: number): number[] => {
  const dealt = wanted.map(() => 0);
  let left = total;
  const bySize = wanted.map((want, place) => ({ want, place })).sort((a, b) => a.want - b.want);
  for (const [done, { want, place }] of bySize.entries()) {
    const share = Math.min(want, Math.floor(left / (wanted.length - done)));
    dealt[place] = share;
    left -= share;
  }
  return dealt;
};

/** The names, rotated over time so that each is last in turn. */
const rotated = (names: readonly string[], nowMs: number): string[] => {
  const first = Math.floor(nowMs / SHARING.windowMs) % Math.max(1, names.length);
  return [...names.slice(first), ...names.slice(0, first)];
};

/**
 * How many pages this run may open at once. Together, the runs open at most as many as the one with the largest limit
 * would alone; accounts share equally, and none gets more than half while another waits. If there is less than one each, they take turns by
 * time window.
 */
export const shareOf = (
  { me, participants }: Pick<SharedOrigin, "me" | "participants">,
  nowMs: number,
): number => {
  const own = participants[me];
  if (!own) return Number.POSITIVE_INFINITY;
  const total = Math.max(...Object.values(participants).map(({ width }) => width));
  const accounts = rotated(
    [...new Set(Object.values(participants).map(({ account }) => account))].sort(),
    nowMs,
  );
  const namesOf = (account: string) =>
    Object.keys(participants)
      .filter((name) => participants[name]?.account === account)
      .sort();
  const wanted = accounts.map((account) =>
    Math.min(
      total,
      namesOf(account).reduce((sum, name) => sum + (participants[name]?.width ?? 0), 0),
    ),
  );
  const dealt = deal(wanted, total);
  const at = accounts.indexOf(own.account);
  const othersWait = dealt.some((share, place) => place !== at && share < (wanted[place] ?? 0));
  const ofAccount = othersWait
    ? Math.min(dealt[at] ?? 0, Math.max(1, Math.floor(total / 2)))
    : (dealt[at] ?? 0);
  // If accounts take turns, each gets one of `accounts.length` windows.
  const names = rotated(namesOf(own.account), nowMs / accounts.length);
  const shares = deal(
    names.map((name) => participants[name]?.width ?? 0),
    ofAccount,
  );
  return shares[names.indexOf(me)] ?? 0;
};

/** The other runs that one run meets at an origin. */
export const createSharing = (
  origin: string,
  origins: Origins | undefined,
  now: () => number,
  mayAsk: () => boolean,
) => {
  let shared: SharedOrigin | undefined;
  let isAsking = false;
  // A run of only a few pages ends before others could make room, so it does not register.
  let askAtMs = now() + SHARING.arriveAfterMs;

  const ask = async (width: number, pauseMs: number): Promise<void> => {
    if (!origins) return;
    isAsking = true;
    shared = await origins.arrive(origin, width, pauseMs).catch(() => undefined);
    const isAlone = Object.keys(shared?.participants ?? {}).length <= 1;
    askAtMs = now() + (isAlone ? SHARING.aloneMs : SHARING.togetherMs);
    isAsking = false;
  };

  /** How many of `width` pages the run may open at once; 0 while others have their turn. */
  const share = (width: number): number => (shared ? Math.min(width, shareOf(shared, now())) : width);

  return {
    share,
    /** The factor for pauses, so that all runs together visit as often as one would. */
    delayFactor: (): number => shared?.delayFactor ?? 1,
    /** Announces the run from time to time, and learns which others are there. */
    announce: (width: number, pauseMs: number): void => {
      if (origins && !isAsking && now() >= askAtMs && mayAsk()) void ask(width, pauseMs);
    },
    /** How long until it is this run's turn. */
    waitMs: (): number => {
      if (!shared || share(1) > 0) return 0;
      const { windowMs } = SHARING;
      const windows = Object.keys(shared.participants).length ** 2;
      const startMs = Math.floor(now() / windowMs) * windowMs;
      for (let later = 1; later <= windows; later += 1) {
        const atMs = startMs + later * windowMs;
        if (shareOf(shared, atMs) > 0) return atMs - now();
      }
      return POLITENESS.maxDelayMs;
    },
  };
};
