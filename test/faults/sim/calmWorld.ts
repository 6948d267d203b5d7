/** A world in which nothing goes wrong but what a test brings about. */

import type { PlanName } from "../../../src/contract/account/plans.ts";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { createAccount } from "../../../src/domain/accounts/createAccount.ts";
import { queueRun } from "../../../src/domain/runs/begin/createRun.ts";
import { recordOf } from "../../../src/store/due.ts";
import { type FlowRecord, NEW_FLOW } from "../../../src/store/flows/flows.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import { calm, drawProfile, type Outage, type Profile } from "./faults.ts";
import { listOf } from "./lists.ts";
import { createRandom, type Random } from "./random.ts";
import type { Service } from "./service.ts";
import type { Site } from "./site.ts";
import { createWorld, type Outcome, START_MS, type WorldOptions } from "./world.ts";

type FunctionDeps = ReturnType<Service["depsOn"]>;

const REQUEST_MS = 29_000;

/** A run at the end of a story, before anything expires. @throws Error where there is none */
export const runAtRest = ({ atRest }: Outcome, { id }: Pick<RunRecord, "id">): RunRecord => {
  const item = atRest.items.find(({ pk, sk }) => pk.startsWith("RUNS#") && sk === id);
  if (!item) throw new Error(`no run ${id}`);
  return recordOf<RunRecord>(item);
};

interface CalmOptions extends WorldOptions {
  /** What goes wrong once the world is troubled. */
  readonly rates?: Partial<Profile["rates"]>;
}

export const createCalmWorld = (
  outages: readonly Outage[] = [],
  { rates = {}, ...options }: CalmOptions = {},
) => {
  const random = createRandom(1);
  const quiet = calm(drawProfile(random, START_MS, 0));
  const troubles = { ...quiet, rates: { ...quiet.rates, ...rates }, leaps: [], skewMs: 0, outages };
  return createMadeWorld(random, troubles, options);
};

/** A world whose flows a story makes itself, on the sites that it needs. */
export const createMadeWorld = async (random: Random, troubles: Profile, options: WorldOptions = {}) => {
  const world = await createWorld(random, troubles, options);
  const { machines, service, sites, finish, store } = world;

  /** Something done through the API, and its result. */
  const ask = async <T>(work: (deps: FunctionDeps) => Promise<T>, timeoutMs = REQUEST_MS): Promise<T> => {
    let result: { value: T } | undefined;
    await finish(
      machines.run("request", timeoutMs, async (machine) => {
        result = { value: await work(service.depsOn(machine)) };
      }),
    );
    if (!result) throw new Error("the request failed");
    return result.value;
  };

  return {
    ...world,
    ask,

    addAccount: async (plan: PlanName): Promise<string> =>
      (await ask((deps) => createAccount(deps, { email: "a@example.com", plan }))).accountId,

    addFlow: async (accountId: string, site: Partial<Site> = {}): Promise<FlowRecord> => {
      const url = `https://site-${sites.size}.example/`;
      const unlisted = { origins: 0, areSites: false, isCrawled: false, login: null, limits: {} };
      const plain = {
        ...unlisted,
        isMonitored: false,
        isSlow: false,
        pages: 1,
        itemsPerPage: 2,
        pageMs: 100,
        troubleAt: 1,
        pauseMs: 0,
      };
      const made: Site = { url, trouble: "none", ...plain, ...site };
      sites.set(url, made);
      const urls = made.origins > 0 ? listOf(made) : [];
      return ask(async (deps) => {
        const createdAt = new Date(deps.now()).toISOString();
        const flow: FlowRecord = {
          ...FlowDefinition.parse({ name: "Long", url, urls, mode: "extract" }),
          ...NEW_FLOW,
          id: deps.newId("flow"),
          accountId,
          createdAt,
          updatedAt: createdAt,
        };
        await deps.store.commit(deps.store.flows.insert(flow));
        return flow;
      });
    },

    /** Queues runs one after the other, as fast as the table takes them. */
    queueRuns: (flow: FlowRecord, count = 1): Promise<RunRecord[]> =>
      ask(async (deps) => {
        const account = await deps.store.accounts.get(flow.accountId);
        if (!account) throw new Error("no account");
        const runs: RunRecord[] = [];
        while (runs.length < count) runs.push(await queueRun(deps, account, flow, { origin: "schedule" }));
        return runs;
      }, 3_600_000),

    read: async ({ accountId, id }: Pick<RunRecord, "accountId" | "id">): Promise<RunRecord> => {
      const run = await store.runs.get(accountId, id);
      if (!run) throw new Error(`no run ${id}`);
      return run;
    },
  };
};
