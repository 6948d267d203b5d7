/** How one run behaves towards the sites that it visits: what it may open, how fast, how much at once. */
import { DomainError } from "../../contract/errors.ts";
import { createGate } from "../gate.ts";
import { type FetchFile, PRODUCT } from "../page/index.ts";
import { MAX_CARRIED, MAX_ORIGINS, POLITENESS } from "./policy.ts";
import { fetchRobots, parseRobots, type Robots } from "./robots.ts";

/** The site wants to be left alone for longer than a worker waits: nothing was opened. */
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
  /** A file that sites offer to robots, such as a sitemap: it may be opened whatever robots.txt says. */
  readonly isOffered?: boolean;
}

export interface Manners {
  /** @throws DomainError `robots-disallowed` · TargetError where robots.txt cannot be read */
  check(url: string, signal: AbortSignal): Promise<void>;
  /**
   * Does the work when the site of the address may be visited.
   *
   * @param work is told the least pause before it may try again
   * @throws as `check` · TooEarly
   */
  visit<T>(url: string, work: (minPauseMs: number) => Promise<T>, options: VisitOptions): Promise<T>;
  /** Takes up what another worker has learnt. */
  resume(memory: unknown): void;
  /** What another worker needs to go on: plain JSON. */
  suspend(): unknown;
}

interface MannersDeps {
  readonly fetchFile: FetchFile;
  /** Whether robots.txt is obeyed; else it is not read at all. */
  readonly obeys: boolean;
  readonly now: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
}

interface Site {
  /** Absent until it is asked for. */
  robots: Promise<Robots> | undefined;
  text: string | undefined;
  /** When the next visit may begin. */
  nextAtMs: number;
  /** Its wish for a delay has been written down. */
  isNoted: boolean;
  readonly oneAtOnce: ReturnType<typeof createGate>;
  readonly severalAtOnce: ReturnType<typeof createGate>;
}

/** A site as it goes along with a run. */
type CarriedSite = Pick<Site, "nextAtMs"> & { readonly text?: string | undefined };
type Memory = Readonly<Record<string, CarriedSite>>;

const seconds = (ms: number): string => `${Math.ceil(ms / 100) / 10} s`;

const newSite = ({ text, nextAtMs }: Partial<CarriedSite> = {}): Site => ({
  robots: undefined,
  text,
  nextAtMs: nextAtMs ?? 0,
  isNoted: nextAtMs !== undefined,
  oneAtOnce: createGate(1),
  severalAtOnce: createGate(POLITENESS.pagesAtOnce),
});

const disallowed = ({ origin, href }: URL): DomainError =>
  new DomainError(
    "robots-disallowed",
    `The robots.txt of ${origin} asks ${PRODUCT} to stay away from ${href}. If you may open it all the same, set robots to "ignore".`,
  );

const noteDelay = (origin: string, crawlDelayMs: number, log: VisitOptions["log"]): void => {
  const { maxDelayMs } = POLITENESS;
  const wish = `The robots.txt of ${origin} asks for ${seconds(crawlDelayMs)} between two pages`;
  if (crawlDelayMs > maxDelayMs) log("warn", `${wish}: the run waits ${seconds(maxDelayMs)}, its longest.`);
  else log("info", `${wish}: the run keeps to it.`);
};

export const createManners = ({ fetchFile, obeys, now, sleep }: MannersDeps): Manners => {
  const sites = new Map<string, Site>();

  const siteOf = (origin: string): Site => {
    const site = sites.get(origin) ?? newSite();
    // Last in, last out: of many sites the latest ones are remembered.
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
      // Who comes again asks again.
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

  /** How long to wait before a visit that keeps the delay; the next one then comes after it. */
  const takeTurn = (site: Site, delayMs: number): number => {
    const waitMs = Math.max(0, site.nextAtMs - now());
    if (waitMs > POLITENESS.waitInWorkerMs) throw new TooEarly(waitMs);
    site.nextAtMs = now() + waitMs + delayMs;
    return waitMs;
  };

  return {
    check,

    visit: async (url, work, { signal, log, isOffered = false }) => {
      const { origin } = new URL(url);
      if (!isOffered) await check(url, signal);
      const crawlDelayMs = obeys ? (await robotsOf(origin, signal)).crawlDelayMs : 0;
      const site = siteOf(origin);
      if (crawlDelayMs === 0) return site.severalAtOnce(() => work(0));
      if (!site.isNoted) noteDelay(origin, crawlDelayMs, log);
      site.isNoted = true;
      const delayMs = Math.min(crawlDelayMs, POLITENESS.maxDelayMs);
      const waitMs = takeTurn(site, delayMs);
      return site.oneAtOnce(async () => {
        if (waitMs > 0) await sleep(waitMs, signal).catch(() => undefined);
        signal.throwIfAborted();
        return work(delayMs);
      });
    },

    resume: (memory) => {
      if (sites.size > 0 || typeof memory !== "object" || memory === null) return;
      for (const [origin, site] of Object.entries(memory as Memory)) sites.set(origin, newSite(site));
    },

    suspend: (): Memory =>
      Object.fromEntries(
        [...sites].slice(-MAX_CARRIED.origins).map(([origin, { text, nextAtMs }]) => {
          const carried = text !== undefined && text.length <= MAX_CARRIED.charsEach ? { text } : {};
          return [origin, { nextAtMs, ...carried }];
        }),
      ),
  };
};
