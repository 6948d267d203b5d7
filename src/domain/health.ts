import type { Health, ServiceState } from "../contract/health.ts";
import type { Deps, WithRunQueue } from "./ports.ts";

export interface WithModelProbe {
  /** Asks the language model whether it is there; null where none is configured. */
  readonly pingModel: (() => Promise<void>) | null;
}

interface Deployment {
  readonly version: string;
  readonly deployedAtMs: number;
}

/** The state of each part: asked for now, not remembered. Without its model the service works all the same. */
export const getHealth = async (
  deps: Deps & WithRunQueue & WithModelProbe & { readonly deployment: Deployment },
): Promise<Health> => {
  const { store, runQueue, pingModel, now, log, deployment } = deps;
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
    probe("database", () => store.ping()),
    probe("scraping_engine", () => runQueue.ping()),
    pingModel ? probe("ai", pingModel) : ("not-configured" as const),
  ]);
  const services = { api: "up", database, scraping_engine: engine, ai } as const;
  return {
    status: database === "up" && engine === "up" ? "healthy" : "degraded",
    services,
    version: deployment.version,
    uptime: Math.max(0, Math.floor((now() - deployment.deployedAtMs) / 1000)),
  };
};
