import type { Health, ServiceState } from "../contract/health.ts";
import type { Deps, WithRunQueue } from "./ports.ts";

interface Deployment {
  readonly version: string;
  readonly deployedAtMs: number;
}

/** The state of each part: asked for now, not remembered. */
export const getHealth = async (
  deps: Deps & WithRunQueue & { readonly deployment: Deployment },
): Promise<Health> => {
  const { store, runQueue, now, log, deployment } = deps;
  const probe = async (name: string, ping: () => Promise<void>): Promise<ServiceState> => {
    try {
      await ping();
      return "up";
    } catch (error) {
      log.error("a part of the service does not answer", { part: name, error });
      return "down";
    }
  };
  const [database, engine] = await Promise.all([
    probe("database", () => store.ping()),
    probe("scraping_engine", () => runQueue.ping()),
  ]);
  const services = { api: "up", database, scraping_engine: engine, ai: "not-configured" } as const;
  return {
    status: database === "up" && engine === "up" ? "healthy" : "degraded",
    services,
    version: deployment.version,
    uptime: Math.max(0, Math.floor((now() - deployment.deployedAtMs) / 1000)),
  };
};
