/**
 * `npm run load [-- --plan free --seconds 15 --factor 10 --json]`: starts the service on this machine and sends
 * ten times the requests that an account's plan allows: reads, and runs with idempotency keys. Every accepted
 * run must exist afterwards and end. `--url … --key …` uses a running service, on this machine only.
 */
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { createTransport } from "../client/transport.ts";
import { startService } from "../local/demo/service.ts";
import { clientSettings } from "../local/emulators/endpoints.ts";
import { openOnLoopback } from "../local/httpServer.ts";
import { createShutdown, type Shutdown } from "../local/shutdown.ts";
import { PLANS, PlanName } from "../src/contract/account/plans.ts";
import { driveLoad } from "./load/drive.ts";
import { findLost } from "./load/lost.ts";

const MAX_SECONDS = 60;
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

interface Target {
  readonly url: string;
  readonly apiKey: string;
  /** A page that its flows may fetch. */
  readonly page: string;
}

/** One page for all runs. */
const startPage = async (shutdown: Shutdown): Promise<string> => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<title>Load</title><h1>One item</h1>");
  });
  const { host, close } = await openOnLoopback(server);
  shutdown.add(close);
  return host;
};

const createAccount = async (lambda: string, plan: PlanName): Promise<string> => {
  const client = new LambdaClient(clientSettings(lambda));
  const Payload = JSON.stringify({ email: "load@example.com", plan });
  const answer = await client.send(new InvokeCommand({ FunctionName: "createAccount", Payload }));
  return (JSON.parse(answer.Payload?.transformToString() ?? "{}") as { apiKey: string }).apiKey;
};

const readOptions = () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      url: text,
      key: text,
      target: text,
      plan: { type: "string", default: "free" },
      seconds: { type: "string", default: "15" },
      factor: { type: "string", default: "10" },
      json: { type: "boolean", default: false },
    },
  });
  const { url, key, target, json } = values;
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS)
    throw new Error(`--seconds takes a whole number from 1 to ${MAX_SECONDS}.`);
  const factor = Number(values.factor);
  if (!(factor > 0)) throw new Error("--factor takes a number above 0: times what the plan allows.");
  if ((url === undefined) !== (key === undefined)) throw new Error("--url and --key go together.");
  if (url !== undefined && !LOOPBACK.has(new URL(url).hostname))
    throw new Error("Only a service on this machine is put under load.");
  return { url, key, target, json, seconds, factor, plan: PlanName.parse(values.plan) };
};

type Options = ReturnType<typeof readOptions>;

const openTarget = async ({ url, key, target, plan }: Options, shutdown: Shutdown): Promise<Target> => {
  if (url !== undefined && key !== undefined)
    return { url, apiKey: key, page: target ?? "https://example.com/" };
  const page = await startPage(shutdown);
  const service = await startService([page], shutdown.add);
  return { url: service.url, apiKey: await createAccount(service.lambda, plan), page: `http://${page}/` };
};

const load = async (options: Options, shutdown: Shutdown): Promise<number> => {
  const target = await openTarget(options, shutdown);
  const patient = createTransport({ ...target, retries: 50 });
  const { body: account } = await patient.send("GET", "/account");
  const plan = PlanName.parse((account as { data: { plan: string } }).data.plan);
  const definition = { name: "Load", mode: "extract", url: target.page };
  const { status, body } = await patient.send("POST", "/flows", { body: definition });
  if (status !== 201) throw new Error(`The flow was not created: ${JSON.stringify(body)}`);
  const flowId = (body as { data: { id: string } }).data.id;

  const perSecond = options.factor * PLANS[plan].requestsPerSecond;
  const { runIds, ...measured } = await driveLoad({ ...target, flowId, perSecond, seconds: options.seconds });
  const lost = await findLost(patient, runIds);
  const report = { ...measured, lost: lost.length, runs: runIds.size, perSecond, plan };
  if (options.json) console.log(JSON.stringify(report));
  else for (const [name, value] of Object.entries(report)) console.log(`${name.padEnd(12)}${value}`);
  return lost.length + measured.errors5xx + measured.doubled + measured.unexpected === 0 ? 0 : 1;
};

const shutdown = createShutdown();
try {
  process.exitCode = await load(readOptions(), shutdown);
} finally {
  await shutdown.run();
}
