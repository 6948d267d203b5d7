/** How a run behaves towards the sites it visits: what it may open, how fast, and how much at once. */
import { DomainError } from "../../contract/errors.ts";
import type { Pace as PaceRule } from "../../contract/pace.ts";
import { TargetError } from "../egress/index.ts";
import { createGate } from "../gate.ts";
import { type FetchFile, PRODUCT } from "../page/index.ts";
import { createCompany, type Origins } from "./company.ts";
import { createPace, type PaceMemory, type SitePace, type Try } from "./pace.ts";
import { AUTO_PACE, COMPANY, MAX_CARRIED, MAX_ORIGINS, POLITENESS } from "./policy.ts";
import { fetchRobots, parseRobots, type Robots } from "./robots.ts";

/** The site asked for a longer pause than a worker waits: nothing was opened. */
export class TooEarly extends Error {
  override readonly name = "TooEarly";
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`The site may be visited again in ${waitMs} ms.`);
    this.waitMs = waitMs;
  }
}

interface VisitOptions {
  readonly signal: AbortSignal;
  readonly log: (level: "info" | "warn", message: string) => void;
  /** A file meant for robots, such as a sitemap: allowed whatever robots.txt says. */
  readonly isOffered?: boolean;
}

/** Constraints on a visit in progress. */
export interface Visiting {
  /** The least pause before a retry. */
  readonly minPauseMs: () => number;
  /** Call after each request. */
  readonly onTry: (answer: Try) => void;
}

export interface Manners {
  /** @throws DomainError `robots-disallowed` · TargetError if robots.txt cannot be read */
  check(url: string, signal: AbortSignal): Promise<void>;
  /**
   * Does the work when the site of the address may be visited.
   *
   * @throws as `check` · TooEarly
   */
  visit<T>(url: string, work: (visiting: Visiting) => Promise<T>, options: VisitOptions): Promise<T>;
  /** Resumes from what another worker learned. */
  resume(memory: unknown): void;
  /** What another worker needs to continue: plain JSON. */
  suspend(): unknown;
}

interface MannersDeps {
  readonly fetchFile: FetchFile;
  /** Whether robots.txt is obeyed; if not, it is not read at all. */
  readonly obeys: boolean;
  readonly now: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
  /** Default: `auto` without speeding up. */
  readonly pace?: { readonly rule: PaceRule; readonly ceiling: number } | undefined;
  /** How runs that visit the same origin find each other; absent: they do not. */
  readonly origins?: Origins | undefined;
}

interface Site {
  /** Absent until needed. */
  robots: Promise<Robots> | undefined;
  text: string | undefined;
  /** When the next visit may start. */
  nextAtMs: number;
  /** Until when the site wants no visits at all. */
  pausedUntilMs: number;
  /** The delay from robots.txt. */
  crawlDelayMs: number;
  /** Whether the delay has been logged. */
  isNoted: boolean;
  /** This run's reserved turn, if runs take turns. */
  turnAtMs: number | undefined;
  readonly pace: SitePace;
  readonly company: ReturnType<typeof createCompany>;
  readonly gate: ReturnType<typeof createGate>;
}

/** A site's state as it is suspended with a run. */
type CarriedSite = Pick<Site, "nextAtMs"> & {
  readonly turnAtMs?: number | undefined;
  readonly text?: string | undefined;
  readonly pace?: PaceMemory | undefined;
};
type Memory = Readonly<Record<string, CarriedSite>>;

const seconds = (ms: number): string => `${Math.ceil(ms / 100) / 10} s`;

const disallowed = ({ origin, href }: URL): DomainError =>
  new DomainError(
    "robots-disallowed",
    `The robots.txt of ${origin} asks ${PRODUCT} to stay away from ${href}. If you may open it all the same, set robots to "ignore".`,
  );

const refuseLongWait = (waitMs: number): void => {
  if (waitMs > POLITENESS.waitInWorkerMs) throw new TooEarly(waitMs);
};

const noteDelay = (origin: string, crawlDelayMs: number, log: VisitOptions["log"]): void => {
  const { maxDelayMs } = POLITENESS;
  const wish = `The robots.txt of ${origin} asks for ${seconds(crawlDelayMs)} between two pages`;
  if (crawlDelayMs > maxDelayMs) log("warn", `${wish}: waiting ${seconds(maxDelayMs)}, the maximum.`);
  else log("info", `${wish}: respected.`);
};

const STEADY = { rule: "auto", ceiling: AUTO_PACE.startAtOnce } as const;

export const createManners = ({
  fetchFile,
  obeys,
  now,
  sleep,
  pace: { rule, ceiling } = STEADY,
  origins,
}: MannersDeps): Manners => {
  const sites = new Map<string, Site>();

  /** Least time between two announcements of a worker, however many origins it visits. */
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const maySay = (): boolean => {
    if (now() - saidAtMs < COMPANY.togetherMs) return false;
    saidAtMs = now();
    return true;
  };

  const newSite = (
    origin: string,
    { text, nextAtMs, turnAtMs, pace: memory }: Partial<CarriedSite> = {},
  ): Site => {
    const pace = createPace(rule, ceiling, memory);
    const company = createCompany(origin, origins, now, maySay);
    const site: Site = {
      robots: undefined,
      text,
      nextAtMs: nextAtMs ?? 0,
      pausedUntilMs: 0,
      crawlDelayMs: 0,
      isNoted: nextAtMs !== undefined,
      turnAtMs,
      pace,
      company,
      gate: createGate(() => (site.crawlDelayMs > 0 ? 1 : Math.max(1, company.share(pace.width())))),
    };
    return site;
  };

  const siteOf = (origin: string): Site => {
    const site = sites.get(origin) ?? newSite(origin);
    // Reinserted, so that the most recently visited sites are remembered.
    sites.delete(origin);
    sites.set(origin, site);
    for (const oldest of sites.keys()) {
      if (sites.size <= MAX_ORIGINS) break;
      sites.delete(oldest);
    }
    return site;
  };

  const readRobots = async (origin: string, site: Site, signal: AbortSignal): Promise<Robots> => {
    site.text ??= await fetchRobots(fetchFile, origin, signal);
    return parseRobots(origin, site.text);
  };

  const robotsOf = (origin: string, signal: AbortSignal): Promise<Robots> => {
    const site = siteOf(origin);
    site.robots ??= readRobots(origin, site, signal).catch((error: unknown) => {
      // A retry requests a new turn.
      site.robots = undefined;
      throw error;
    });
    return site.robots;
  };

  const check: Manners["check"] = async (url, signal) => {
    if (!obeys) return;
    const address = new URL(url);
    if (!(await robotsOf(address.origin, signal)).allows(address.href)) throw disallowed(address);
  };

  const waitUntil = async (atMs: number, signal: AbortSignal): Promise<void> => {
    const waitMs = atMs - now();
    if (waitMs <= 0) return;
    refuseLongWait(waitMs);
    await sleep(waitMs, signal).catch(() => undefined);
    signal.throwIfAborted();
  };

  /** Announces the run, with the longest pause it may make between visits. */
  const look = ({ company, pace }: Site): void => {
    company.look(pace.width(), pace.delayMs() === 0 ? 0 : POLITENESS.maxDelayMs * company.crowd());
  };

  /** Waits for this run's turn at the origin. */
  const waitForOthers = async (origin: string, site: Site, signal: AbortSignal): Promise<void> => {
    const { company, crawlDelayMs, pace } = site;
    if (!origins || crawlDelayMs === 0) {
      look(site);
      // A run that pauses between pages makes longer pauses instead.
      const othersMs = () => (pace.delayMs() > 0 ? 0 : company.waitMs());
      for (let waitMs = othersMs(); waitMs > 0; waitMs = othersMs()) {
        await waitUntil(now() + waitMs, signal);
        look(site);
      }
      return;
    }
    const delayMs = Math.min(crawlDelayMs, POLITENESS.maxDelayMs);
    while (site.turnAtMs === undefined) {
      const turn = await origins.takeTurn(origin, delayMs).catch(() => ({ atMs: now(), isMine: true }));
      if (turn.isMine) site.turnAtMs = turn.atMs;
      else await waitUntil(turn.atMs, signal);
    }
    await waitUntil(site.turnAtMs, signal);
    site.turnAtMs = undefined;
  };

  /** Waits for a visit's turn; the next comes after the delay. Includes pauses the site asks for meanwhile. */
  const takeTurn = async (site: Site, delayMs: number, signal: AbortSignal): Promise<void> => {
    const startAtMs = Math.max(now(), site.nextAtMs, site.pausedUntilMs);
    refuseLongWait(startAtMs - now());
    site.nextAtMs = startAtMs + delayMs;
    await waitUntil(startAtMs, signal);
    while (site.pausedUntilMs > now()) await waitUntil(site.pausedUntilMs, signal);
  };

  /** Adjusts the pace after a request. */
  const learn = (origin: string, site: Site, answer: Try, log: VisitOptions["log"]): void => {
    const { error } = answer;
    const askedMs = error instanceof TargetError ? (error.retryAfterMs ?? 0) : 0;
    const news = site.pace.learn(answer, now());
    if (site.crawlDelayMs === 0) look(site);
    if (news) log("info", `${origin}: ${news.message}.`);
    const pauseMs = Math.max(askedMs, news?.pauseMs ?? 0);
    if (pauseMs > 0) site.pausedUntilMs = Math.max(site.pausedUntilMs, now() + pauseMs);
  };

  return {
    check,

    visit: async (url, work, { signal, log, isOffered = false }) => {
      const { origin } = new URL(url);
      if (!isOffered) await check(url, signal);
      const robots = obeys ? await robotsOf(origin, signal) : null;
      const site = siteOf(origin);
      site.crawlDelayMs = robots?.crawlDelayMs ?? 0;
      if (site.crawlDelayMs > 0 && !site.isNoted) noteDelay(origin, site.crawlDelayMs, log);
      site.isNoted ||= site.crawlDelayMs > 0;
      const crawlDelayMs = Math.min(site.crawlDelayMs, POLITENESS.maxDelayMs);
      const delayMs = () => Math.max(crawlDelayMs, site.pace.delayMs() * site.company.crowd());
      return site.gate(async () => {
        signal.throwIfAborted();
        await waitForOthers(origin, site, signal);
        await takeTurn(site, delayMs(), signal);
        return work({
          minPauseMs: () => Math.max(delayMs(), site.pausedUntilMs - now()),
          onTry: (answer) => learn(origin, site, answer, log),
        });
      });
    },

    resume: (memory) => {
      if (sites.size > 0 || typeof memory !== "object" || memory === null) return;
      for (const [origin, site] of Object.entries(memory as Memory)) sites.set(origin, newSite(origin, site));
    },

    suspend: (): Memory =>
      Object.fromEntries(
        [...sites].slice(-MAX_CARRIED.origins).map(([origin, site]) => {
          const { text, nextAtMs, pausedUntilMs, turnAtMs, pace } = site;
          const carried = {
            ...(text !== undefined && text.length <= MAX_CARRIED.charsEach && { text }),
            ...(turnAtMs !== undefined && { turnAtMs }),
          };
          return [origin, { nextAtMs: Math.max(nextAtMs, pausedUntilMs), ...carried, pace: pace.suspend() }];
        }),
      ),
  };
};
