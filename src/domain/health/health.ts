import type { Health, ServiceState } from "../../contract/health.ts";
import type { Deps, WithRunQueue } from "../ports.ts";
import { readUptime, type WithDeployment } from "./deployment.ts";

export interface WithModelProbe {
  /** Checks whether the language model responds; null if none is configured. */
  readonly pingModel: (() => Promise<void>) | null;
}

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
  const [database, engine, ai] = await Promise.all([
    probe("database", async () => {
      uptime = await readUptime(deps);
    }),
    probe("scraping_engine", () => runQueue.ping()),
    pingModel ? probe("ai", pingModel) : ("not-configured" as const),
  ]);
  const services = { api: "up", database, scraping_engine: engine, ai } as const;
  return {
    status: database === "up" && engine === "up" ? "healthy" : "degraded",
    services,
    version: deployment.version,
    uptime,
  };
};
