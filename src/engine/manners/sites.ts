/** The sites that a run visits, and what was learned about each. */
import type { Pace as PaceRule } from "../../contract/flows/pace.ts";
import { createGate } from "../gate.ts";
import { createPace, type PaceMemory, type SitePace } from "./pace.ts";
import { AUTO_PACE, MAX_CARRIED, MAX_ORIGINS, SHARING } from "./policy.ts";
import type { Robots } from "./robots.ts";
import { createSharing, type Origins } from "./sharing.ts";

/** What others than manners learned about a site, such as the text of its `tdmrep.json`; kept from worker to worker. */
export interface SiteNotes {
  tdmRep?: string;
}

export interface Site {
  /** Absent until needed. */
  robots: Promise<Robots> | undefined;
  text: string | undefined;
  readonly notes: SiteNotes;
  /** When the next visit may start. */
  nextAtMs: number;
  /** The site wants no visits before this time. */
  pausedUntilMs: number;
  /** The delay from robots.txt. */
  crawlDelayMs: number;
  /** Whether the delay has been logged. */
  isNoted: boolean;
  /** This run's reserved turn, if runs take turns. */
  turnAtMs: number | undefined;
  readonly pace: SitePace;
  readonly sharing: ReturnType<typeof createSharing>;
  readonly gate: ReturnType<typeof createGate>;
}

/** The part of a site's state that is suspended with a run. */
type CarriedSite = Pick<Site, "nextAtMs"> & {
  readonly turnAtMs?: number | undefined;
  readonly text?: string | undefined;
  readonly notes?: SiteNotes | undefined;
  readonly pace?: PaceMemory | undefined;
};
type Memory = Readonly<Record<string, CarriedSite>>;

export interface SitesDeps {
  readonly now: () => number;
  /** Default: `auto` without speeding up. */
  readonly pace?: { readonly rule: PaceRule; readonly ceiling: number } | undefined;
  /** How runs that visit the same origin find each other. If absent, they do not. */
  readonly origins?: Origins | undefined;
}

const STEADY = { rule: "auto", ceiling: AUTO_PACE.startAtOnce } as const;

const carry = ({ text, notes, nextAtMs, pausedUntilMs, turnAtMs, pace }: Site): CarriedSite => ({
  nextAtMs: Math.max(nextAtMs, pausedUntilMs),
  ...(text !== undefined && text.length <= MAX_CARRIED.charsEach && { text }),
  ...(notes.tdmRep !== undefined && notes.tdmRep.length <= MAX_CARRIED.charsEach && { notes }),
  ...(turnAtMs !== undefined && { turnAtMs }),
  pace: pace.suspend(),
});

export const createSites = ({ now, pace: { rule, ceiling } = STEADY, origins }: SitesDeps) => {
  const sites = new Map<string, Site>();

  /** Limits how often a worker announces itself, regardless of the number of origins. */
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const maySay = (): boolean => {
    if (now() - saidAtMs < SHARING.togetherMs) return false;
    saidAtMs = now();
    return true;
  };

  const newSite = (
    origin: string,
    { text, notes = {}, nextAtMs, turnAtMs, pace: memory }: Partial<CarriedSite> = {},
  ): Site => {
    const pace = createPace(rule, ceiling, memory);
    const sharing = createSharing(origin, origins, now, maySay);
    const site: Site = {
      robots: undefined,
      text,
      notes: { ...notes },
      nextAtMs: nextAtMs ?? 0,
      pausedUntilMs: 0,
      crawlDelayMs: 0,
      isNoted: nextAtMs !== undefined,
      turnAtMs,
      pace,
      sharing,
      gate: createGate(() => (site.crawlDelayMs > 0 ? 1 : Math.max(1, sharing.share(pace.width())))),
    };
    return site;
  };

  return {
    of(origin: string): Site {
      const site = sites.get(origin) ?? newSite(origin);
      // Reinserted, so that the most recently visited sites are remembered.
      sites.delete(origin);
      sites.set(origin, site);
      for (const oldest of sites.keys()) {
        if (sites.size <= MAX_ORIGINS) break;
        sites.delete(oldest);
      }
      return site;
    },

    /** Resumes from what another worker learned. */
    resume(memory: unknown): void {
      if (sites.size > 0 || typeof memory !== "object" || memory === null) return;
      for (const [origin, site] of Object.entries(memory as Memory)) sites.set(origin, newSite(origin, site));
    },

    /** What another worker needs to continue: plain JSON. */
    suspend: (): Memory =>
      Object.fromEntries(
        [...sites].slice(-MAX_CARRIED.origins).map(([origin, site]) => [origin, carry(site)]),
      ),
  };
};
