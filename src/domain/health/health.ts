import type { Health, ServiceState } from "../../contract/health.ts";
import type { Deps, WithRunQueue } from "../ports.ts";
import { readUptime, type WithDeployment } from "./deployment.ts";

export interface WithModelProbe {
  /** Checks whether the language model responds; null if none is configured. */
  readonly pingModel: (() => Promise<void>) | null;
}

/** The clock runs every minute; one that has missed several rounds is down. */
const CLOCK_SILENT_MS = 5 * 60_000;

/** @throws if the clock has not finished a whole round lately. A new deployment has as long to finish its first. */
const checkClock = async (deps: Deps & WithDeployment): Promise<void> => {
  const { store, now } = deps;
  const roundAt = await store.clock.lastRoundAt();
  const silentMs = roundAt === null ? 1_000 * (await readUptime(deps)) : now() - Date.parse(roundAt);
  if (silentMs >= CLOCK_SILENT_MS)
    throw new Error(`the clock last finished a round ${Math.floor(silentMs / 60_000)} minutes ago`);
};

/** The current state of each part. The service works without its model too. */
export const getHealth = async (
  deps: Deps & WithRunQueue & WithModelProbe & WithDeployment,
): Promise<Health> => {
  const { runQueue, pingModel, now, log, deployment } = deps;
  let uptime = Math.floor((now() - deployment.startedAtMs) / 1000);
  const probe = async (name: string, ping: () => Promise<void>): Promise<ServiceState> => {
    try {
      await ping();
      return "up";
    } catch (error) {
      log.error("a part of the service does not answer", { part: name, error });
      return "down";
    }
  };
  const [database, engine, ai, clock] = await Promise.all([
    probe("database", async () => {
      uptime = await readUptime(deps);
    }),
    probe("scraping_engine", () => runQueue.ping()),
    pingModel ? probe("ai", pingModel) : ("not-configured" as const),
    probe("clock", () => checkClock(deps)),
  ]);
  const services = { api: "up", database, scraping_engine: engine, ai, clock } as const;
  return {
    status: [database, engine, clock].every((state) => state === "up") ? "healthy" : "degraded",
    services,
    version: deployment.version,
    uptime,
  };
};
