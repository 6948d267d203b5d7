/** What the owners of accounts do in the course of a story, through the domain as the API does. */
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { createAccount } from "../../../src/domain/accounts/createAccount.ts";
import { readAllAlerts } from "../../../src/domain/alerts/alerts.ts";
import { createFlow, updateFlow } from "../../../src/domain/flows/flows.ts";
import type { Caller } from "../../../src/domain/ports.ts";
import { createRun } from "../../../src/domain/runs/begin/createRun.ts";
import { retryRun } from "../../../src/domain/runs/begin/retryRun.ts";
import { cancelRun } from "../../../src/domain/runs/cancelRun.ts";
import { deleteFlow } from "../../../src/domain/runs/deleteFlow.ts";
import { deleteFlowSession } from "../../../src/domain/sessions/sessions.ts";
import { uploadKey } from "../../../src/domain/uploads/createUpload.ts";
import { replayDelivery } from "../../../src/domain/webhooks/deliveries.ts";
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from "../../../src/domain/webhooks/webhooks.ts";
import type { AccountRecord } from "../../../src/store/account/accounts.ts";
import { hasEnded } from "../../../src/store/runs/runs.ts";
import { listOf } from "./lists.ts";
import { type Login, letTryAgain } from "./logins.ts";
import type { Machine, Machines } from "./machines.ts";
import type { Random } from "./random.ts";
import { drawReceiverUrl } from "./receivers.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Service } from "./service.ts";
import { drawSite, type Site } from "./site.ts";

interface OwnersWorld {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly machines: Machines;
  readonly service: Service;
  readonly sites: Map<string, Site>;
}

/** An account, and what its owner knows of. */
interface Owner {
  readonly accountId: string;
  readonly flowIds: string[];
  /** Flows of which each run is given a value. */
  readonly asking: Set<string>;
  /** Flows over lists, whose failed pages or sites can be collected again. */
  readonly listed: Set<string>;
  /** The logins of the sites of flows. */
  readonly logins: Map<string, Login | null>;
  readonly runIds: string[];
  readonly webhookIds: string[];
}

/** A request of the API is over after this long, one way or the other. */
const REQUEST_MS = 29_000;
const SCHEDULE = { every: "5m" } as const;
const SIGN_IN = [{ type: "click", selector: "#sign-in", when: "signed-out" }];
const INPUT = { query: "oak kettle" };

export const createOwners = ({ scheduler, random, machines, service, sites }: OwnersWorld) => {
  const owners: Owner[] = [];
  let urls = 0;
  let requests = 0;

  const callerOf = (accountId: string, account: Promise<AccountRecord>): Caller => {
    requests += 1;
    account.catch(() => {});
    const request = { id: `request-${requests}`, address: "127.0.0.1" };
    return { accountId, userId: "user-1", keyId: "key-1", scopes: [], request, account };
  };

  type Work = (deps: ReturnType<Service["depsOn"]>, caller: Caller, machine: Machine) => Promise<unknown>;

  /** One request of the API, on a machine that may fail like any other. */
  const ask = ({ accountId }: Owner, name: string, work: Work) =>
    machines.run(name, REQUEST_MS, async (machine) => {
      const deps = service.depsOn(machine);
      const account = deps.store.accounts.get(accountId).then((found) => {
        if (!found) throw new Error("no account");
        return found;
      });
      return work(deps, callerOf(accountId, account), machine);
    });

  const addFlow = (owner: Owner) => {
    urls += 1;
    const mode = random.chance(0.3) ? "monitor" : "extract";
    const site = drawSite(random, urls, mode === "monitor");
    sites.set(site.url, site);
    const asks = mode === "extract" && site.origins === 0 && random.chance(0.3);
    const schedule = asks ? { ...SCHEDULE, input: INPUT } : SCHEDULE;
    // Half of the lists are uploaded.
    const uploadId = site.origins > 0 && urls % 2 === 0 ? `upload-${urls}` : null;
    const definition = FlowDefinition.parse({
      name: `Flow ${urls}`,
      url: asks ? `${site.url}?q={{input.query}}` : site.url,
      ...(asks && { inputs: { query: "string" } }),
      mode,
      urls: site.origins > 0 && uploadId === null ? listOf(site) : [],
      uploadId,
      ...(site.areSites && { eachUrl: "site" }),
      limits: site.limits,
      ...(site.login && { session: { keep: true }, steps: SIGN_IN }),
      ...(random.chance(0.4) && { schedule }),
    });
    return ask(owner, "createFlow", async (deps, caller) => {
      if (uploadId !== null)
        await deps.objects.put(uploadKey(caller.accountId, uploadId), listOf(site).join("\n"), "text/csv");
      const { id } = await createFlow(deps, caller, definition);
      owner.flowIds.push(id);
      if (asks) owner.asking.add(id);
      if (site.origins > 0) owner.listed.add(id);
      owner.logins.set(id, site.login);
      if (definition.schedule) await updateFlow(deps, caller, id, { status: "active" }, null);
    });
  };

  const addWebhook = (owner: Owner) => {
    urls += 1;
    const url = drawReceiverUrl(random, urls);
    const some = ["run.completed", "run.failed", "run.cancelled"] as const;
    const all = [...some, "alert.created", "flow.error", "webhook.disabled"] as const;
    const events = random.chance(0.5) ? all : some;
    return ask(owner, "createWebhook", async (deps, caller) => {
      owner.webhookIds.push((await createWebhook(deps, caller, { url, events })).id);
    });
  };

  const anyOf = (ids: readonly string[]): string => ids[random.between(0, ids.length - 1)] ?? "none";

  const startRun = (owner: Owner) => {
    const flowId = anyOf(owner.flowIds);
    return ask(owner, "createRun", async (deps, caller) => {
      const input = owner.asking.has(flowId) ? INPUT : undefined;
      owner.runIds.push((await createRun(deps, caller, flowId, { origin: "api", input })).id);
    });
  };

  const replayAny = (owner: Owner) => {
    const [webhookId, place] = [anyOf(owner.webhookIds), random.between(0, 9)];
    return ask(owner, "replayDelivery", async (deps, caller) => {
      const { records } = await deps.store.deliveries.list(owner.accountId, webhookId, { limit: 10 });
      await replayDelivery(deps, caller, records[place]?.id ?? "none");
    });
  };

  /** Collects again what failed of one of the owner's runs over lists. */
  const retryFailed = (owner: Owner) => {
    const place = random.between(0, 99);
    return ask(owner, "retryFailed", async (deps, caller) => {
      const { records } = await deps.store.runs.list(owner.accountId, {}, { limit: 100 });
      const ended = records.filter(({ status, flowId }) => hasEnded(status) && owner.listed.has(flowId));
      const run = ended[place % Math.max(1, ended.length)];
      if (run) owner.runIds.push((await retryRun(deps, caller, run.id, "failed")).id);
    });
  };

  const changeOne =
    (
      name: string,
      ids: (owner: Owner) => readonly string[],
      work: (...args: [...Parameters<Work>, string]) => Promise<unknown>,
    ) =>
    (owner: Owner) => {
      const id = anyOf(ids(owner));
      return ask(owner, name, (deps, caller, machine) => work(deps, caller, machine, id));
    };

  const flows = (owner: Owner) => owner.flowIds;
  const runs = (owner: Owner) => owner.runIds;
  const webhooks = (owner: Owner) => owner.webhookIds;
  const cancel = changeOne("cancelRun", runs, (deps, caller, _, id) => cancelRun(deps, caller, id));
  const DEEDS = [
    startRun,
    startRun,
    startRun,
    startRun,
    startRun,
    startRun,
    startRun,
    cancel,
    cancel,
    changeOne("retryRun", runs, (deps, caller, _, id) => retryRun(deps, caller, id, "source")),
    changeOne("deleteFlow", flows, (deps, caller, _, id) => deleteFlow(deps, caller, id)),
    changeOne("renameFlow", flows, (deps, caller, machine, id) =>
      updateFlow(deps, caller, id, { name: `Named ${machine.now()}` }, null),
    ),
    (owner: Owner) => {
      const id = anyOf(owner.flowIds);
      return ask(owner, "activateFlow", (deps, caller) => {
        letTryAgain(owner.logins.get(id));
        return updateFlow(deps, caller, id, { status: "active" }, null);
      });
    },
    (owner: Owner) => {
      const id = anyOf(owner.flowIds);
      return ask(owner, "clearSession", (deps, caller) => {
        letTryAgain(owner.logins.get(id));
        return deleteFlowSession(deps, caller, id);
      });
    },
    changeOne("disableWebhook", webhooks, (deps, caller, _, id) =>
      updateWebhook(deps, caller, id, { active: false }),
    ),
    changeOne("enableWebhook", webhooks, (deps, caller, _, id) =>
      updateWebhook(deps, caller, id, { active: true }),
    ),
    changeOne("deleteWebhook", webhooks, (deps, caller, _, id) => deleteWebhook(deps, caller, id)),
    changeOne("rotateSecret", webhooks, (deps, caller, _, id) => rotateWebhookSecret(deps, caller, id)),
    replayAny,
    addWebhook,
    (owner: Owner) => ask(owner, "readAllAlerts", (deps, caller) => readAllAlerts(deps, caller)),
  ] as const;

  return {
    owners,

    /** An account with flows and webhooks, made while nothing goes wrong. */
    async settle(): Promise<void> {
      const plan = random.pick(["free", "pro"] as const);
      const owner: Owner = {
        accountId: "",
        flowIds: [],
        asking: new Set(),
        logins: new Map(),
        listed: new Set(),
        runIds: [],
        webhookIds: [],
      };
      await machines.run("createAccount", REQUEST_MS, async (machine) => {
        const { accountId } = await createAccount(service.depsOn(machine), { email: "a@example.com", plan });
        owners.push({ ...owner, accountId });
      });
      const made = owners.at(-1);
      if (!made) throw new Error("the account was not made");
      for (let flow = random.between(2, 4); flow > 0; flow -= 1) await addFlow(made);
      for (let webhook = random.between(1, 2); webhook > 0; webhook -= 1) await addWebhook(made);
    },

    /** Lets the owners do something every now and then. */
    live(durationMs: number): void {
      for (const owner of owners) {
        for (let deed = random.between(10, 20); deed > 0; deed -= 1) {
          const atMs = scheduler.now() + random.between(0, durationMs);
          scheduler.at(atMs, () => void random.pick(DEEDS)(owner));
        }
        // Late enough for runs to have ended.
        for (let retry = random.between(1, 4); retry > 0; retry -= 1) {
          const atMs = scheduler.now() + random.between(durationMs / 2, durationMs);
          scheduler.at(atMs, () => void retryFailed(owner));
        }
        // Enough to fill the slots, and to wait for one.
        if (random.chance(0.4))
          for (let n = 0; n < 6; n += 1) scheduler.at(scheduler.now() + n, () => void startRun(owner));
      }
    },

    /** Removes all schedules, so that the story can end. */
    async retire(): Promise<void> {
      for (const owner of owners)
        await ask(owner, "retire", async (deps, caller) => {
          const { records } = await deps.store.flows.list(owner.accountId, {}, { limit: 100 });
          for (const { id, status } of records)
            if (status === "active") await updateFlow(deps, caller, id, { status: "paused" }, null);
        });
    },
  };
};
