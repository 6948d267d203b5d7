/** A thousand accounts that start a million runs in a day between them, one of which starts half. */
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import type { Caller } from "../../../src/domain/ports.ts";
import { createRun } from "../../../src/domain/runs/begin/createRun.ts";
import { type FlowRecord, NEW_FLOW } from "../../../src/store/flows/flows.ts";
import type { createCalmWorld } from "./calmWorld.ts";
import type { Random } from "./random.ts";
import type { Site } from "./site.ts";
import { MINUTE_MS, START_MS } from "./world.ts";

export const RUNS_PER_DAY = 1_000_000;
export const MINUTES_PER_DAY = 1_440;
const ACCOUNTS = 1_000;
/** Of all runs, those of the largest account, and all others'. */
const HALF = 0.5;
/** Of an account's runs, those that its schedules start: all in the first second of a minute. */
const SCHEDULED = 0.6;
/** The schedules of the others come round after so many minutes, each account's in a minute of its own. */
const ROUND_MINUTES = 5;
const REQUEST_MS = 29_000;
const PAGE_MS = [300, 1_500] as const;
const ITEMS_PER_PAGE = 20;

const RUNS_PER_MINUTE = RUNS_PER_DAY / MINUTES_PER_DAY;

type World = Awaited<ReturnType<typeof createCalmWorld>>;

const onePage: Omit<Site, "url" | "pageMs"> = {
  trouble: "none",
  troubleAt: 0,
  isMonitored: false,
  isSlow: false,
  pages: 1,
  itemsPerPage: ITEMS_PER_PAGE,
  pauseMs: 0,
  origins: 0,
  areSites: false,
  isCrawled: false,
  login: null,
  limits: {},
};

/** Parsed once for each schedule; empty: none. */
const definitions = new Map<string, FlowDefinition>();
const definitionOf = (cron: string): FlowDefinition => {
  const schedule = cron === "" ? null : { cron: `${cron} * * * *`, timezone: "UTC" };
  const known = definitions.get(cron);
  const made =
    known ?? FlowDefinition.parse({ name: "Busy", url: "https://site.example/", mode: "extract", schedule });
  definitions.set(cron, made);
  return made;
};

interface Accounts {
  /** Id of the largest account; empty without it. */
  readonly largest: string;
  /** A flow of each account that requests start. */
  readonly ofLargest: FlowRecord | null;
  readonly ofOthers: readonly [FlowRecord, ...FlowRecord[]];
}

/** Makes the accounts and their flows, whose schedules begin within the next minutes. */
export const addAccounts = async (world: World, random: Random, hasLargest: boolean): Promise<Accounts> => {
  const { sites, store, addAccount } = world;

  const addFlow = async (
    accountId: string,
    minutes?: { cron: string; first: number },
  ): Promise<FlowRecord> => {
    const url = `https://site-${sites.size}.example/`;
    sites.set(url, { ...onePage, url, pageMs: random.between(...PAGE_MS) });
    const at = new Date(START_MS).toISOString();
    const flow: FlowRecord = {
      ...definitionOf(minutes?.cron ?? ""),
      url,
      ...NEW_FLOW,
      status: "active",
      id: `flow-${String(START_MS).padStart(13, "0")}${String(sites.size).padStart(6, "0")}`,
      accountId,
      createdAt: at,
      updatedAt: at,
      ...(minutes && { nextRunAt: new Date(START_MS + minutes.first * MINUTE_MS).toISOString() }),
    };
    await store.commit(store.flows.insert(flow));
    return flow;
  };

  const addLargest = async (): Promise<{ largest: string; ofLargest: FlowRecord }> => {
    const largest = await addAccount("scale");
    const scheduled = Math.round(RUNS_PER_MINUTE * HALF * SCHEDULED);
    for (let n = 0; n < scheduled; n += 1) await addFlow(largest, { cron: "*", first: 1 });
    return { largest, ofLargest: await addFlow(largest) };
  };

  const others = ACCOUNTS - 1;
  const scheduled = Math.round(RUNS_PER_MINUTE * HALF * SCHEDULED * ROUND_MINUTES);
  const addOther = async (place: number): Promise<FlowRecord> => {
    const accountId = await addAccount("pro");
    const first = place % ROUND_MINUTES;
    for (let n = place; n < scheduled; n += others)
      await addFlow(accountId, { cron: `${first}-59/${ROUND_MINUTES}`, first: first || ROUND_MINUTES });
    return addFlow(accountId);
  };

  const large = hasLargest ? await addLargest() : { largest: "", ofLargest: null };
  const ofOthers: [FlowRecord, ...FlowRecord[]] = [await addOther(0)];
  for (let place = 1; place < others; place += 1) ofOthers.push(await addOther(place));
  return { ...large, ofOthers };
};

/** What a client does when a request is answered with 503: it sends it again after a second, so often. */
const RETRIES = 5;
const RETRY_MS = 1_000;

/** Requests for runs, each on a machine of its own. */
export const createRequests = ({ scheduler, machines, service, store }: World, random: Random) => {
  const refused: string[] = [];
  let givenUp = 0;

  /** Asks for a run of a flow. @returns when its request has ended */
  const request = async ({ accountId, id }: FlowRecord): Promise<boolean> => {
    let isStarted = false;
    await machines.run("request", REQUEST_MS, async (machine) => {
      const readAccount = async () => {
        const account = await store.accounts.get(accountId);
        if (!account) throw new Error(`no account ${accountId}`);
        return account;
      };
      const caller: Caller = {
        accountId,
        userId: "user-1",
        keyId: "key-1",
        scopes: [],
        request: { id: "request", address: "192.0.2.1" },
        account: readAccount(),
      };
      try {
        await createRun(service.depsOn(machine), caller, id, { origin: "api" });
        isStarted = true;
      } catch (error) {
        refused.push(String(error));
      }
    });
    return isStarted;
  };

  /** Asks as a client does. */
  const ask = async (flow: FlowRecord): Promise<void> => {
    for (let retries = 0; !(await request(flow)); retries += 1) {
      if (retries === RETRIES) {
        givenUp += 1;
        return;
      }
      await new Promise<void>((resolve) => scheduler.at(scheduler.now() + RETRY_MS, resolve));
    }
  };

  return {
    /** What requests were refused with. */
    refused,

    /** How many requests a client has given up, of those that it repeats. */
    givenUp: () => givenUp,

    /** Requests at random times: of all, those that schedules do not start. */
    atRandom({ ofLargest, ofOthers }: Omit<Accounts, "largest">, untilMs: number): void {
      const some = (pick: () => FlowRecord): void => {
        const perMinute = RUNS_PER_MINUTE * HALF * (1 - SCHEDULED);
        const next = (): void => {
          const atMs = scheduler.now() - (Math.log(1 - random.next()) * MINUTE_MS) / perMinute;
          if (atMs >= untilMs) return;
          scheduler.at(atMs, () => {
            void request(pick());
            next();
          });
        };
        next();
      };
      if (ofLargest) some(() => ofLargest);
      some(() => random.pick(ofOthers));
    },

    /** Requests of one flow at an even rate, each of which a client repeats if it is refused. */
    evenly(flow: FlowRecord, count: number, everyMs: number): void {
      for (let n = 0; n < count; n += 1) scheduler.at(scheduler.now() + n * everyMs, () => void ask(flow));
    },
  };
};
