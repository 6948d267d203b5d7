/** Uses a deployed stage as its operators and callers do. */
import { readFileSync } from "node:fs";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";
import { createClient } from "../../client/index.ts";
import { DASHBOARD_PATH } from "../../lib/dashboard-policy.ts";
import { SetupError } from "../../lib/setup-error.ts";
import { catalogueFlow } from "../../local/demo/flow.ts";
import { publishDashboard } from "../publishDashboard.ts";
import { runScript } from "./command.ts";
import { type Deployment, outputsFileOf } from "./deployment.ts";

const RUN_TIMEOUT_MS = 120_000;

const Outputs = z.object({ ApiUrl: z.url(), DashboardBucket: z.string() });
const Account = z.looseObject({ apiKey: z.string() });
const Smoke = z.looseObject({
  passed: z.number(),
  failed: z.number(),
  checks: z.array(z.looseObject({ title: z.string(), passed: z.boolean(), note: z.string() })),
});

const outputsOf = (deployment: Deployment) => {
  const stacks = JSON.parse(readFileSync(outputsFileOf(deployment), "utf8")) as Record<string, unknown>;
  return Outputs.parse(stacks[`gleaner-${deployment.stage}-service`]);
};

/** URL of an API on the emulator's gateway. The API's own host name leads to AWS. */
const findApi = (deployment: Deployment): string => {
  const [id] = new URL(outputsOf(deployment).ApiUrl).hostname.split(".");
  return `${process.env.AWS_ENDPOINT_URL}/_aws/execute-api/${id}/$default`;
};

export interface Caller {
  readonly url: string;
  readonly apiKey: string;
}

/** Creates an account with the function that operators invoke. */
export const makeCaller = async (deployment: Deployment): Promise<Caller> => {
  const args = ["--stage", deployment.stage, "--email", "rehearsal@example.com"];
  const { apiKey } = Account.parse(JSON.parse(await runScript("local/account.ts", args)));
  return { url: findApi(deployment), apiKey };
};

/** The smoke test, whose runs collect the demo shop: a rehearsal reaches no page outside. */
export const smoke = async ({ url, apiKey }: Caller, shopUrl: string) => {
  const args = ["--url", url, "--key", apiKey, "--target", shopUrl, "--json"];
  const printed = await runScript("local/smoke.ts", args, { exits: [0, 1] });
  const { passed, failed, checks } = Smoke.parse(JSON.parse(printed.trim().split("\n").at(-1) ?? ""));
  const faults = checks.filter((check) => !check.passed).map(({ title, note }) => `${title}: ${note}`);
  return { passed, failed, faults };
};

/** Collects the demo shop through the API, the queue, its event source and a worker. @returns its items */
export const collectShop = async (caller: Caller, shopUrl: string): Promise<number> => {
  const client = createClient(caller);
  const { id: flowId } = await client.createFlow(catalogueFlow(shopUrl));
  const { id } = await client.createRun({ flowId });
  const run = await client.waitForRun(id, { timeoutMs: RUN_TIMEOUT_MS });
  if (run.status !== "completed")
    throw new SetupError(`The run over the demo shop is ${run.status}: ${run.error?.message ?? "no error"}`);
  return run.itemsExtracted;
};

/** Uploads a list with a form that a function signed, and runs it. @returns how many URLs were run */
export const runUploadedList = async (caller: Caller, shopUrl: string): Promise<number> => {
  const client = createClient(caller);
  const { id: flowId } = await client.flows.create({ name: "Uploads", url: shopUrl, mode: "extract" });
  const { id: uploadId } = await client.uploads.send(`url\n${shopUrl}/\n${shopUrl}/catalogue\n`);
  const { pages } = await client.runs.createAndWait({ flowId, uploadId });
  if (pages?.completed !== 2) throw new SetupError(`The run over a list has ${JSON.stringify(pages)}.`);
  return pages.completed;
};

/** Publishes the dashboard as a deployment does, and reads back its settings. */
export const checkDashboard = async (deployment: Deployment): Promise<void> => {
  await publishDashboard(outputsFileOf(deployment), deployment.stage);
  const { ApiUrl, DashboardBucket } = outputsOf(deployment);
  const client = new S3Client({});
  const read = async (name: string): Promise<string> => {
    const Key = `${DASHBOARD_PATH.slice(1)}/${name}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: DashboardBucket, Key }));
    return (await Body?.transformToString()) ?? "";
  };
  const config = JSON.parse(await read("config.json")) as { apiUrl?: string };
  if (config.apiUrl !== ApiUrl || !(await read("index.html")).includes("<html"))
    throw new SetupError("The dashboard that was published is not whole.");
};
