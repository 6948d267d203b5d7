import { ConditionFailed } from "../../store/table.ts";
import type { Deps } from "../ports.ts";

/** The deployment that a function belongs to. */
export interface WithDeployment {
  readonly deployment: {
    readonly version: string;
    /** Identifies the code of all functions. */
    readonly build: string;
    /** When this instance of the function started. */
    readonly startedAtMs: number;
  };
}

const noted = new WeakSet<WithDeployment["deployment"]>();

/**
 * Records when the current code was first seen running. The clock does this, so that it works however the stack was
 * deployed, and no function restarts just for the date. Runs once per instance, because an instance has one build.
 */
export const noteDeployment = async ({
  store,
  now,
  log,
  deployment,
}: Deps & WithDeployment): Promise<void> => {
  if (noted.has(deployment)) return;
  try {
    const last = await store.deployment.read();
    if (last?.build !== deployment.build)
      await store.deployment.replace({ build: deployment.build, since: new Date(now()).toISOString() }, last);
    noted.add(deployment);
  } catch (error) {
    // Another instance recorded it, or the next minute will. Work that is due must not wait for it.
    if (!(error instanceof ConditionFailed)) log.warn("the deployment could not be recorded", { error });
  }
};

/** Seconds since the current code was deployed; until the clock has seen it, since this instance started. */
export const readUptime = async ({ store, now, deployment }: Deps & WithDeployment): Promise<number> => {
  const record = await store.deployment.read();
  const sinceMs = record?.build === deployment.build ? Date.parse(record.since) : deployment.startedAtMs;
  return Math.max(0, Math.floor((now() - sinceMs) / 1000));
};
