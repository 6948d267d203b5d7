/** How a run behaves towards a host, as data. */

export const POLITENESS = {
  /** The longest pause between two pages that a site can request. */
  maxDelayMs: 30_000,
  /** A worker does not wait longer than this: the run is suspended and resumed. */
  waitInWorkerMs: 5_000,
} as const;

/** The pace `auto`. */
export const AUTO_PACE = {
  /** Concurrent pages per origin before anything is known about it: what early browsers used. */
  startAtOnce: 2,
  /** Responses in a round; fewer say little about a site's speed. */
  roundAnswers: 8,
  /** Length of a round before a pace that was too fast is tried again, in responses or time, whichever is first. */
  cautiousRoundAnswers: 80,
  cautiousRoundMs: 60_000,
  /** Pause after a complaint: sites count requests by the second. */
  pauseMs: 1_000,
  /** Responses count as slower when they take this many times the usual … */
  slowFactor: 2,
  /** … and this much longer. Smaller differences are noise between pages and on our own CPU. */
  slowMarginMs: 250,
  /** Halving the pace has helped if responses then take less than this share of the time. */
  helpedShare: 0.75,
  /** The first delay, when even one page at a time is too fast; it doubles each time. */
  firstDelayMs: 125,
} as const;

/** How the runs at an origin share its pace. */
export const SHARING = {
  /** A run that ends sooner does not register. */
  arriveAfterMs: 1_000,
  /** How often a run announces itself: seldom while alone, since each time is a write. */
  togetherMs: 1_000,
  aloneMs: 5_000,
  /** Length of a turn if there is less than one concurrent page per run. */
  windowMs: 2_000,
} as const;

/** Only the latest sites are remembered. */
export const MAX_ORIGINS = 100;
/** Limit on what a run carries from worker to worker; the rest is read again. */
export const MAX_CARRIED = { origins: 20, charsEach: 50_000 } as const;
