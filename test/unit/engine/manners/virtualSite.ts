/** A site visited in virtual time: hours of politeness pass in a moment, and nothing depends on the machine. */
import type { Pace } from "../../../../src/contract/flows/pace.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { createManners, type Manners, type Origins, TooEarly } from "../../../../src/engine/manners/index.ts";
import { type FetchFile, type FetchPageOptions, withRetries } from "../../../../src/engine/page/index.ts";

const ORIGIN = "https://site.test";

const createClock = () => {
  let now = 0;
  const timers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms: number) =>
      new Promise<void>((wake) => timers.push({ at: now + Math.max(0, ms), wake })) as Promise<unknown>,
    /** Lets time pass until the work is done. */
    async run<T>(work: Promise<T>): Promise<T> {
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      work.then(end, end);
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (isDone) return work;
        timers.sort((a, b) => a.at - b.at);
        const next = timers.shift();
        if (!next) throw new Error("nothing is left to wait for");
        now = next.at;
        next.wake();
      }
    },
  };
};

/** What a site does with a request: how long it takes, and what goes wrong. */
export interface Answer {
  readonly ms: number;
  readonly error?: Error;
}
export interface Load {
  /** Requests in progress, this one included. */
  readonly open: number;
  readonly nowMs: number;
  /** Requests of the last second, this one included. */
  readonly lastSecond: number;
  /** How many there were in all. */
  readonly count: number;
}

export const answered = (httpStatus: number, retryAfterMs?: number): TargetError =>
  new TargetError("target-failed", `The target answered with status ${httpStatus}.`, {
    retryable: true,
    httpStatus,
    retryAfterMs,
  });
export const hung = () =>
  new TargetError("timeout", "The target did not answer in time.", { retryable: true });
export const reset = () =>
  new TargetError("target-failed", "The target closed the connection.", { retryable: true });

interface Options {
  readonly pace?: Pace;
  readonly ceiling?: number;
  readonly robots?: string;
}

export const openSite = (answer: (load: Load) => Answer, options: Options = {}) => {
  const clock = createClock();
  const starts: number[] = [];
  let open = 0;
  let mostOpen = 0;
  const load = async (): Promise<void> => {
    starts.push(clock.now());
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    const lastSecond = starts.filter((at) => at > clock.now() - 1_000).length;
    const { ms, error } = answer({ open, nowMs: clock.now(), lastSecond, count: starts.length });
    await clock.sleep(ms);
    open -= 1;
    if (error) throw error;
  };
  const fetchOnce = withRetries<FetchPageOptions, void>(load, {
    random: () => 0.5,
    sleep: clock.sleep,
    now: clock.now,
  });
  const fetchFile: FetchFile = async (url) => ({
    url,
    status: 200,
    html: options.robots ?? "",
    fetchedAt: new Date(clock.now()).toISOString(),
  });
  const notes: string[] = [];
  const create = (origins?: Origins): Manners =>
    createManners({
      origins,
      fetchFile,
      obeys: true,
      now: clock.now,
      sleep: clock.sleep,
      pace: { rule: options.pace ?? "auto", ceiling: options.ceiling ?? 8 },
    });
  const { signal } = new AbortController();
  const log = (level: string, message: string) => void notes.push(`${level} ${message}`);

  type Outcome = "ok" | "failed" | "early";
  const visitOne = (manners: Manners, url: string): Promise<{ outcome: Outcome; waitMs: number }> =>
    manners
      .visit(url, (visiting) => fetchOnce(url, { signal, ...visiting }), { signal, log })
      .then(
        () => ({ outcome: "ok", waitMs: 0 }),
        (error: unknown) =>
          error instanceof TooEarly
            ? { outcome: "early", waitMs: error.waitMs }
            : { outcome: "failed", waitMs: 0 },
      );

  /**
   * Visits this many pages, at most 32 at once. @returns each outcome @param comesBack whether a page that is not
   * due yet is requested again later
   */
  const visit = (manners: Manners, pages: number, comesBack = false): Promise<Outcome[]> =>
    clock.run(begin(manners, pages, comesBack));

  const begin = async (manners: Manners, pages: number, comesBack: boolean): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let page = next++; page < pages; page = next++) {
        let visited = await visitOne(manners, `${ORIGIN}/${page}`);
        while (comesBack && visited.outcome === "early") {
          await clock.sleep(visited.waitMs);
          visited = await visitOne(manners, `${ORIGIN}/${page}`);
        }
        outcomes[page] = visited.outcome;
      }
    };
    await Promise.all(Array.from({ length: 32 }, worker));
    return outcomes;
  };

  /** Visits with each until the time is over. @returns how many pages each has opened */
  const visitUntil = async (atMs: number, all: readonly Manners[]): Promise<number[]> => {
    const counts = all.map(() => 0);
    const worker = async (manners: Manners, who: number): Promise<void> => {
      for (let page = 0; clock.now() < atMs; page += 1) {
        const { outcome, waitMs } = await visitOne(manners, `${ORIGIN}/${who}-${page}`);
        if (outcome === "early") await clock.sleep(waitMs);
        else counts[who] = (counts[who] ?? 0) + 1;
      }
    };
    await clock.run(
      Promise.all(all.flatMap((manners, who) => Array.from({ length: 32 }, () => worker(manners, who)))),
    );
    return counts;
  };
  return {
    visitUntil,
    create,
    visit,
    clock,
    starts,
    notes,
    stepOf: (manners: Manners) =>
      (manners.suspend() as Record<string, { pace?: { step: number } }>)[ORIGIN]?.pace?.step,
    mostOpen: () => mostOpen,
  };
};
