/** Waits until a run may visit a site: for other runs there, and for the pause between two pages. */

import { POLITENESS } from "./policy.ts";
import type { Origins } from "./sharing.ts";
import type { Site } from "./sites.ts";

/** The site asked for a longer pause than a worker waits: nothing was opened. */
export class TooEarly extends Error {
  override readonly name = "TooEarly";
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`The site may be visited again in ${waitMs} ms.`);
    this.waitMs = waitMs;
  }
}

export interface TurnDeps {
  readonly now: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
  readonly origins?: Origins | undefined;
}

const refuseLongWait = (waitMs: number): void => {
  if (waitMs > POLITENESS.waitInWorkerMs) throw new TooEarly(waitMs);
};

/** Announces the run, with the longest pause it may make between visits. */
export const announce = ({ sharing, pace }: Site): void => {
  sharing.announce(pace.width(), pace.delayMs() === 0 ? 0 : POLITENESS.maxDelayMs * sharing.delayFactor());
};

export const createTurns = ({ now, sleep, origins }: TurnDeps) => {
  const waitUntil = async (atMs: number, signal: AbortSignal): Promise<void> => {
    const waitMs = atMs - now();
    if (waitMs <= 0) return;
    refuseLongWait(waitMs);
    await sleep(waitMs, signal).catch(() => undefined);
    signal.throwIfAborted();
  };

  /** Waits for this run's turn at an origin that wants a delay between the pages of all runs. */
  const reserve = async (origin: string, site: Site, others: Origins, signal: AbortSignal): Promise<void> => {
    const delayMs = Math.min(site.crawlDelayMs, POLITENESS.maxDelayMs);
    while (site.turnAtMs === undefined) {
      const turn = await others.takeTurn(origin, delayMs).catch(() => ({ atMs: now(), isMine: true }));
      if (turn.isMine) site.turnAtMs = turn.atMs;
      else await waitUntil(turn.atMs, signal);
    }
    await waitUntil(site.turnAtMs, signal);
    site.turnAtMs = undefined;
  };

  return {
    /** Waits for this run's turn at the origin. @throws TooEarly */
    async waitForOthers(origin: string, site: Site, signal: AbortSignal): Promise<void> {
      if (origins && site.crawlDelayMs > 0) return reserve(origin, site, origins, signal);
      const { sharing, pace } = site;
      announce(site);
      // A run that pauses between pages makes longer pauses instead.
      const othersMs = () => (pace.delayMs() > 0 ? 0 : sharing.waitMs());
      for (let waitMs = othersMs(); waitMs > 0; waitMs = othersMs()) {
        await waitUntil(now() + waitMs, signal);
        announce(site);
      }
    },

    /**
     * Waits for a visit's turn, and for pauses that the site asks for meanwhile. The next turn comes after the delay.
     *
     * @throws TooEarly
     */
    async take(site: Site, delayMs: number, signal: AbortSignal): Promise<void> {
      const startAtMs = Math.max(now(), site.nextAtMs, site.pausedUntilMs);
      refuseLongWait(startAtMs - now());
      site.nextAtMs = startAtMs + delayMs;
      await waitUntil(startAtMs, signal);
      while (site.pausedUntilMs > now()) await waitUntil(site.pausedUntilMs, signal);
    },
  };
};
