/** Runs that meet at an origin share its pace: how many pages each opens at once, and who is next. */
import { COMPANY, POLITENESS } from "./policy.ts";

/** A run at an origin. */
export interface Guest {
  /** Of one account are those with the same name. */
  readonly account: string;
  /** Pages that it would open at once, were it alone. */
  readonly width: number;
}

/** Who is at an origin, by names that mean nothing else. */
export interface Meeting {
  readonly me: string;
  readonly guests: Readonly<Record<string, Guest>>;
  /** Of how many turns this run has one: accounts have as many as each other, and so have the runs of one. */
  readonly crowd: number;
}

export interface Turn {
  readonly atMs: number;
  /** Whether the turn is this run's; else it is to be asked for again then. */
  readonly isMine: boolean;
}

/** What runs tell each other by way of. Where it cannot be reached, each keeps to a pace of its own. */
export interface Origins {
  /** Says that this run is there, and would open so many pages at once; it says so again after the pause at the latest. */
  arrive(origin: string, width: number, pauseMs: number): Promise<Meeting>;
  /** Asks for the next turn, where an origin wants a delay between two pages. */
  takeTurn(origin: string, delayMs: number): Promise<Turn>;
}

/**
 * Deals out `total` among those who want some: evenly, what one does not want going to the others; where it is less
 * than one each, to those who come last.
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

/** The names in an order that changes with the time, so that each comes last in its turn. */
const rotated = (names: readonly string[], nowMs: number): string[] => {
  const first = Math.floor(nowMs / COMPANY.windowMs) % Math.max(1, names.length);
  return [...names.slice(first), ...names.slice(0, first)];
};

/**
 * How many pages this run may open at once. All together open as many as the run that knows the origin best would by
 * itself; accounts get the same, and none more than half while another waits. Where there is less than one for each,
 * they take turns, a window each.
 */
export const shareOf = ({ me, guests }: Pick<Meeting, "me" | "guests">, nowMs: number): number => {
  const own = guests[me];
  if (!own) return Number.POSITIVE_INFINITY;
  const total = Math.max(...Object.values(guests).map(({ width }) => width));
  const accounts = rotated([...new Set(Object.values(guests).map(({ account }) => account))].sort(), nowMs);
  const namesOf = (account: string) =>
    Object.keys(guests)
      .filter((name) => guests[name]?.account === account)
      .sort();
  const wanted = accounts.map((account) =>
    Math.min(
      total,
      namesOf(account).reduce((sum, name) => sum + (guests[name]?.width ?? 0), 0),
    ),
  );
  const dealt = deal(wanted, total);
  const at = accounts.indexOf(own.account);
  const othersWait = dealt.some((share, place) => place !== at && share < (wanted[place] ?? 0));
  const ofAccount = othersWait
    ? Math.min(dealt[at] ?? 0, Math.max(1, Math.floor(total / 2)))
    : (dealt[at] ?? 0);
  // Of accounts that take turns, each has one in so many windows.
  const names = rotated(namesOf(own.account), nowMs / accounts.length);
  const shares = deal(
    names.map((name) => guests[name]?.width ?? 0),
    ofAccount,
  );
  return shares[names.indexOf(me)] ?? 0;
};

/** The company of one run at one origin. */
export const createCompany = (
  origin: string,
  origins: Origins | undefined,
  now: () => number,
  mayAsk: () => boolean,
) => {
  let meeting: Meeting | undefined;
  let isAsking = false;
  // Who opens a page or two is gone before anyone could make room.
  let askAtMs = now() + COMPANY.arriveAfterMs;

  const ask = async (width: number, pauseMs: number): Promise<void> => {
    if (!origins) return;
    isAsking = true;
    meeting = await origins.arrive(origin, width, pauseMs).catch(() => undefined);
    const isAlone = Object.keys(meeting?.guests ?? {}).length <= 1;
    askAtMs = now() + (isAlone ? COMPANY.aloneMs : COMPANY.togetherMs);
    isAsking = false;
  };

  /** How many of so many pages the run may open at once; 0 while others have their turn. */
  const share = (width: number): number => (meeting ? Math.min(width, shareOf(meeting, now())) : width);

  return {
    share,
    /** How many times longer the pauses are that all of them together make as long as one would. */
    crowd: (): number => meeting?.crowd ?? 1,
    /** Says from time to time that the run is there, and learns who else is. */
    look: (width: number, pauseMs: number): void => {
      if (origins && !isAsking && now() >= askAtMs && mayAsk()) void ask(width, pauseMs);
    },
    /** How long others have their turn. */
    waitMs: (): number => {
      if (!meeting || share(1) > 0) return 0;
      const { windowMs } = COMPANY;
      const windows = Object.keys(meeting.guests).length ** 2;
      const startMs = Math.floor(now() / windowMs) * windowMs;
      for (let later = 1; later <= windows; later += 1) {
        const atMs = startMs + later * windowMs;
        if (shareOf(meeting, atMs) > 0) return atMs - now();
      }
      return POLITENESS.maxDelayMs;
    },
  };
};
