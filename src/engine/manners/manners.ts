/** How a run behaves towards the sites it visits: what it may open, how fast, and how much at once. */
import { DomainError } from "../../contract/errors.ts";
import { isFileAddress } from "../../contract/flows/uploads.ts";
import { TargetError } from "../egress/index.ts";
import { type FetchFile, PRODUCT } from "../page/index.ts";
import type { Try } from "./pace.ts";
import { POLITENESS } from "./policy.ts";
import { fetchRobots, parseRobots, type Robots } from "./robots.ts";
import { createSites, type Site, type SiteNotes, type SitesDeps } from "./sites.ts";
import { announce, createTurns, type TurnDeps } from "./turns.ts";

interface VisitOptions {
  readonly signal: AbortSignal;
  readonly log: (level: "info" | "warn", message: string) => void;
  /** A file meant for robots, such as a sitemap: opened even if robots.txt disallows it. */
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
  /** The text of robots.txt at a URL's origin, whether or not its rules are obeyed. @throws TargetError */
  robotsText(url: string, signal: AbortSignal): Promise<string>;
  /** What is known about a URL's site besides its manners; the caller may add to it. */
  notesOn(url: string): SiteNotes;
  /**
   * Does the work once the URL's site may be visited.
   *
   * @throws as `check` · TooEarly
   */
  visit<T>(url: string, work: (visiting: Visiting) => Promise<T>, options: VisitOptions): Promise<T>;
  /** Resumes from what another worker learned. */
  resume(memory: unknown): void;
  /** What another worker needs to continue: plain JSON. */
  suspend(): unknown;
}

type MannersDeps = SitesDeps &
  TurnDeps & {
    readonly fetchFile: FetchFile;
    /** Whether robots.txt is obeyed; if not, it is not read at all. */
    readonly obeys: boolean;
  };

const seconds = (ms: number): string => `${Math.ceil(ms / 100) / 10} s`;

const disallowed = ({ origin, href }: URL): DomainError =>
  new DomainError(
    "robots-disallowed",
    `The robots.txt of ${origin} disallows ${href} for ${PRODUCT}. If you have permission to open it, set robots to "ignore".`,
  );

/** Logs the delay that robots.txt asks for, once. */
const noteDelay = (origin: string, site: Site, log: VisitOptions["log"]): void => {
  const { crawlDelayMs, isNoted } = site;
  if (crawlDelayMs === 0 || isNoted) return;
  site.isNoted = true;
  const { maxDelayMs } = POLITENESS;
  const wish = `The robots.txt of ${origin} asks for ${seconds(crawlDelayMs)} between two pages`;
  if (crawlDelayMs > maxDelayMs) log("warn", `${wish}: waiting ${seconds(maxDelayMs)}, the maximum.`);
  else log("info", `${wish}: respected.`);
};

export const createManners = (deps: MannersDeps): Manners => {
  const { fetchFile, obeys, now } = deps;
  const sites = createSites(deps);
  const turns = createTurns(deps);

  const readRobots = async (origin: string, site: Site, signal: AbortSignal): Promise<Robots> => {
    site.text ??= await fetchRobots(fetchFile, origin, signal);
    return parseRobots(origin, site.text);
  };

  const robotsOf = (origin: string, signal: AbortSignal): Promise<Robots> => {
    const site = sites.of(origin);
    site.robots ??= readRobots(origin, site, signal).catch((error: unknown) => {
      // A retry requests a new turn.
      site.robots = undefined;
      throw error;
    });
    return site.robots;
  };

  const check: Manners["check"] = async (url, signal) => {
    if (!obeys || isFileAddress(url)) return;
    const address = new URL(url);
    if (!(await robotsOf(address.origin, signal)).allows(address.href)) throw disallowed(address);
  };

  /** Adjusts the pace after a request. */
  const learn = (origin: string, site: Site, answer: Try, log: VisitOptions["log"]): void => {
    const { error } = answer;
    const askedMs = error instanceof TargetError ? (error.retryAfterMs ?? 0) : 0;
    const news = site.pace.learn(answer, now());
    if (site.crawlDelayMs === 0) announce(site);
    if (news) log("info", `${origin}: ${news.message}.`);
    const pauseMs = Math.max(askedMs, news?.pauseMs ?? 0);
    if (pauseMs > 0) site.pausedUntilMs = Math.max(site.pausedUntilMs, now() + pauseMs);
  };

  return {
    check,
    notesOn: (url) => sites.of(new URL(url).origin).notes,
    robotsText: async (url, signal) => (await robotsOf(new URL(url).origin, signal)).text,

    visit: async (url, work, { signal, log, isOffered = false }) => {
      // No site waits for its turn here.
      if (isFileAddress(url)) return work({ minPauseMs: () => 0, onTry: () => {} });
      const { origin } = new URL(url);
      if (!isOffered) await check(url, signal);
      const robots = obeys ? await robotsOf(origin, signal) : null;
      const site = sites.of(origin);
      site.crawlDelayMs = robots?.crawlDelayMs ?? 0;
      noteDelay(origin, site, log);
      const crawlDelayMs = Math.min(site.crawlDelayMs, POLITENESS.maxDelayMs);
      const delayMs = () => Math.max(crawlDelayMs, site.pace.delayMs() * site.sharing.delayFactor());
      return site.gate(async () => {
        signal.throwIfAborted();
        await turns.waitForOthers(origin, site, signal);
        await turns.take(site, delayMs(), signal);
        return work({
          minPauseMs: () => Math.max(delayMs(), site.pausedUntilMs - now()),
          onTry: (answer) => learn(origin, site, answer, log),
        });
      });
    },

    resume: sites.resume,
    suspend: sites.suspend,
  };
};
