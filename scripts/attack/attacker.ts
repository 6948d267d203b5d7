/** The service as seen by an attacker with a key: what can be requested, and what the response reveals. */
import { type Delivery, type ErrorBody, isOver, type Run } from "../../client/index.ts";
import { createTransport } from "../../client/transport.ts";

/** What the caller learns about a target. */
export interface Observed {
  readonly status: number | null;
  /** Error code, or the outcome of a success. */
  readonly code: string;
  readonly message: string;
}

/** A response: an error, or the requested record. */
interface Answer<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly data: Data; readonly error?: ErrorBody["error"] };
}
type Attempt = Delivery["attempts"][number];
type Flow = Readonly<Record<string, unknown>>;

export interface Attacker {
  readonly send: <Data = { readonly id: string }>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Answer<Data>>;
  /** Sends one request and returns what the response reveals. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Observed>;
  /** The same without a retry when the service asks to try later. */
  readonly askOnce: Attacker["ask"];
  /**
   * Creates the flow and runs it to its end. @returns what the run, or the rejection of the flow, reveals, and the run
   */
  readonly run: (flow: Flow) => Promise<Observed & { readonly run?: Run }>;
  /** Creates a webhook with the URL and sends a test. */
  readonly testWebhook: (url: string) => Promise<Observed>;
  /** Creates a webhook with the URL that reports the end of a run. */
  readonly deliver: (url: string, flow: Flow) => Promise<Observed>;
  /** Ids of an existing flow and webhook to change. */
  readonly makeVictims: () => Promise<{ flowId: string; webhookId: string }>;
}

/** The code of a response that is not the service's: the gateway had to answer for it. */
export const RAW = "raw-gateway-error";

const RUN_TIMEOUT_MS = 180_000;
const POLL_MS = 150;

const observedIn = ({ status, body }: Answer<unknown>): Observed => ({
  status,
  code: body?.error?.code ?? (status >= 500 ? RAW : "accepted"),
  message: body?.error?.message ?? "",
});

const observedInAttempt = (attempt: Attempt | undefined): Observed => ({
  status: attempt?.httpStatus ?? null,
  code: attempt?.error?.code ?? "answered",
  message: attempt?.error?.message ?? "",
});

const PLAIN = { name: "Attack", mode: "extract" } as const;
const OUTSIDE = "https://shop.example/";

export const createAttacker = (url: string, apiKey: string): Attacker => {
  const { send: requestOnce } = createTransport({ url, apiKey, retries: 0 });
  /**
   * Retried only when too many were sent. A model that cannot be reached also asks to come back later, and each of its
   * attacks would take minutes.
   */
  const request: typeof requestOnce = async (...sent) => {
    for (;;) {
      const answer = await requestOnce(...sent);
      if (observedIn(answer as Answer<unknown>).code !== "rate-limited") return answer;
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  };
  const send = async <Data = { readonly id: string }>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<Data>> => {
    return (await request(method, path, body === undefined ? {} : { body })) as Answer<Data>;
  };

  /** Polls until there is a result. */
  const until = async <T>(look: () => Promise<T | null>): Promise<T> => {
    const giveUpAtMs = Date.now() + RUN_TIMEOUT_MS;
    for (;;) {
      const seen = await look();
      if (seen !== null) return seen;
      if (Date.now() > giveUpAtMs) throw new Error("The service did not finish a run or delivery in time.");
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  };

  const endOf = (runId: string): Promise<Run> =>
    until(async () => {
      const { body } = await send<Run>("GET", `/runs/${runId}`);
      return isOver(body.data) ? body.data : null;
    });

  const run: Attacker["run"] = async (flow) => {
    const created = await send("POST", "/flows", { ...PLAIN, ...flow });
    if (created.status !== 201) return observedIn(created);
    const queued = await send("POST", "/runs", { flowId: created.body.data.id });
    if (queued.status >= 300) return observedIn(queued);
    const ended = await endOf(queued.body.data.id);
    const { code, message } = ended.error ?? { code: ended.status, message: "" };
    return { status: null, code, message, run: ended };
  };

  const webhookTo = async (address: string): Promise<{ id: string } | Observed> => {
    const created = await send("POST", "/webhooks", { url: address, events: ["run.completed"] });
    return created.status === 201 ? { id: created.body.data.id } : observedIn(created);
  };

  return {
    send,
    ask: async (method, path, body) => observedIn(await send(method, path, body)),
    askOnce: async (method, path, body) =>
      observedIn((await requestOnce(method, path, body === undefined ? {} : { body })) as Answer<unknown>),
    run,
    testWebhook: async (address) => {
      const webhook = await webhookTo(address);
      if (!("id" in webhook)) return webhook;
      const tested = await send<Delivery>("POST", `/webhooks/${webhook.id}/test`, {});
      return tested.status === 200 ? observedInAttempt(tested.body.data.attempts[0]) : observedIn(tested);
    },
    deliver: async (address, flow) => {
      const webhook = await webhookTo(address);
      if (!("id" in webhook)) return webhook;
      const { code } = await run(flow);
      if (code !== "completed") throw new Error(`The run that a webhook was to report ended as ${code}.`);
      return until(async () => {
        const { body } = await send<readonly Delivery[]>("GET", `/webhooks/${webhook.id}/deliveries`);
        const attempt = body.data[0]?.attempts[0];
        return attempt ? observedInAttempt(attempt) : null;
      });
    },
    makeVictims: async () => {
      const [flow, webhook] = [
        await send("POST", "/flows", { ...PLAIN, url: OUTSIDE }),
        await send("POST", "/webhooks", { url: OUTSIDE, events: ["run.failed"] }),
      ];
      return { flowId: flow.body.data.id, webhookId: webhook.body.data.id };
    },
  };
};
