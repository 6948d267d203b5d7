import { ConditionFailed } from "../../store/table.ts";
import type { Deps } from "../ports.ts";

/** What a function knows of the deployment that it is part of. */
export interface WithDeployment {
  readonly deployment: {
    readonly version: string;
    /** Names the code of all functions. */
    readonly build: string;
    /** When this instance of the function started. */
    readonly startedAtMs: number;
  };
}

const noted = new WeakSet<WithDeployment["deployment"]>();

/**
 * Keeps when the code that runs began to run. The clock notes it, so that it is true however the stack was
 * deployed, and no function restarts for the date alone. Asked once per instance: an instance has one build.
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
    if (last?.build !== deployment.build) {
      await store.deployment.replace({ build: deployment.build, since: new Date(now()).toISOString() }, last);
    }
    noted.add(deployment);
  } catch (error) {
    // Another instance noted it, or the next minute does: what is due must not wait for it.
    if (!(error instanceof ConditionFailed)) log.warn("the deployment could not be noted", { error });
  }
};

/** Seconds since the code that runs was deployed; until the clock has seen it, since this instance started. */
export const readUptime = async ({ store, now, deployment }: Deps & WithDeployment): Promise<number> => {
  const record = await store.deployment.read();
  const sinceMs = record?.build === deployment.build ? Date.parse(record.since) : deployment.startedAtMs;
  return Math.max(0, Math.floor((now() - sinceMs) / 1000));
};
