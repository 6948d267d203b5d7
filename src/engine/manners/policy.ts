/** How a run behaves towards a host. Policy as data. */

export const POLITENESS = {
  /** Longest pause between two pages that a site is granted. */
  maxDelayMs: 30_000,
  /** A longer wait is not spent in a worker: the run is put down and taken up again. */
  waitInWorkerMs: 5_000,
} as const;

/** The pace `auto`. */
export const AUTO_PACE = {
  /** Pages of one origin at once, before anything is known of it: what browsers of old allowed themselves. */
  startAtOnce: 2,
  /** Answers that make a round: fewer say little of how fast a site is. */
  roundAnswers: 8,
  /** A round before a pace is tried again that was too fast for the site; it ends after this long, too. */
  cautiousRoundAnswers: 80,
  cautiousRoundMs: 60_000,
  /** Pause after a complaint: sites count requests by the second. */
  pauseMs: 1_000,
  /** Answers have slowed down when they take so many times what they usually do … */
  slowFactor: 2,
  /** … and so much more. Smaller differences are those between pages, and of our own processor. */
  slowMarginMs: 250,
  /** Half the pages at once have helped a slow site where its answers take less than this share of what they took. */
  helpedShare: 0.75,
  /** The first delay, once one page at a time is too fast; each further one is twice as long. */
  firstDelayMs: 125,
} as const;

/** Runs that meet at an origin. */
export const COMPANY = {
  /** A run that is done before has not met anyone. */
  arriveAfterMs: 1_000,
  /** How often a run says that it is there: seldom while it is alone, since each time is a write. */
  togetherMs: 1_000,
  aloneMs: 5_000,
  /** How long one has its turn where there is less than a page at once for each. */
  windowMs: 2_000,
} as const;

/** What is remembered of other sites than the latest ones is forgotten. */
export const MAX_ORIGINS = 100;
/** What goes along with a run from worker to worker: more is read again. */
export const MAX_CARRIED = { origins: 20, charsEach: 50_000 } as const;
