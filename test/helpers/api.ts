import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { createTransport, type RawRequest } from "../../client/transport.ts";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import type { StartedService } from "./runnerProcess.ts";

/** The service that the suite's setup started. */
export const testService = (): StartedService => {
  const line = process.env.TEST_SERVICE;
  if (!line) throw new Error("the suite's set-up did not start the service");
  return JSON.parse(line) as StartedService;
};

/** JSON as parsed: each test states the shape it expects. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export interface Api {
  readonly apiKey: string | null;
  readonly call: (method: string, path: string, request?: RawRequest) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body?: unknown) => Promise<Answer>;
  readonly put: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly remove: (path: string) => Promise<Answer>;
}

/**
 * Calls the service with a key, or without one. A text body is sent unchanged. Waits and retries when the rate limit is
 * exceeded, unless the test is about that.
 */
export const apiAs = (apiKey: string | null, { takes429 = false, service = testService() } = {}): Api => {
  const retries = takes429 ? 0 : 20;
  const { send: call } = createTransport({ url: service.url, apiKey, retries });
  return {
    apiKey,
    call,
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, { body }),
    put: (path, body, headers) => call("PUT", path, { body, ...(headers && { headers }) }),
    remove: (path) => call("DELETE", path),
  };
};

interface NewAccount {
  readonly accountId: string;
  readonly userId: string;
  readonly apiKey: string;
}

/** An account for one test, created as an operator would, so that tests do not affect each other. */
export const newAccount = async (
  plan: "free" | "pro" | "scale" = "scale",
  email = "owner@example.com",
  service = testService(),
): Promise<Api & NewAccount> => {
  const client = new LambdaClient(clientSettings(service.lambda));
  const event = { email, plan };
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName: "createAccount", Payload: JSON.stringify(event) }),
  );
  const payload = Payload?.transformToString() ?? "";
  if (FunctionError) throw new Error(`createAccount failed: ${payload}`);
  const account = JSON.parse(payload) as NewAccount;
  return { ...apiAs(account.apiKey, { service }), ...account };
};

/** Polls until the response is as expected. */
export const until = async <T>(
  ask: () => Promise<T>,
  isAsWished: (value: T) => boolean,
  timeoutMs = 30_000,
  pauseMs: (asked: number) => number = () => 100,
): Promise<T> => {
  const giveUpAt = Date.now() + timeoutMs;
  for (let asked = 1; ; asked += 1) {
    const value = await ask();
    if (isAsWished(value)) return value;
    if (Date.now() > giveUpAt) throw new Error(`still not as wished: ${JSON.stringify(value).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs(asked)));
  }
};

/** The run once it has ended. It is asked for less and less often: each answer takes time from the run. */
export const endOfRun = async (api: Api, id: string): Promise<Answer["body"]> => {
  const { body } = await until(
    () => api.get(`/runs/${id}`),
    (answer) => !["queued", "running"].includes(answer.body.data.status),
    30_000,
    (asked) => Math.min(100 * asked, 500),
  );
  return body.data;
};
