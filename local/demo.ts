/**
 * `npm run demo`: the whole service in memory beside a demo shop, used as a user would use it,
 * through the public API alone. Nothing is left running or written when it ends.
 */
import { ApiError, type Client, createClient, type FlowDefinition, type Run } from "../client/index.ts";
import { CATALOGUE_COLUMNS, catalogueFlow, fieldName, pageFlow } from "./demo/flow.ts";
import { type DemoOptions, readOptions, USAGE } from "./demo/options.ts";
import { createVoice, renderTable, showCost, showCount, showDuration, type Voice } from "./demo/print.ts";
import { watchRun } from "./demo/run.ts";
import { startService } from "./demo/service.ts";
import { startDemoSite } from "./demo-site/site.ts";
import { messageOf, StartFailure } from "./failure.ts";
import { createShutdown } from "./shutdown.ts";

const TABLE_ROWS = 8;
const SAMPLE_ITEMS = 3;

const shutdown = createShutdown();
/** Ctrl-C: what then fails because it is being stopped is no news. */
let isStopping = false;

/** What is collected, and which private address the service may open for it. */
const prepareTarget = async (page: DemoOptions["page"], voice: Voice) => {
  if (page !== null) {
    const { host, hostname, port, protocol } = page.url;
    const address = port === "" ? `${hostname}:${protocol === "https:" ? 443 : 80}` : host;
    return { flow: pageFlow(page), allow: page.allowPrivate ? [address] : [], what: page.url.href };
  }
  const shop = await startDemoSite();
  shutdown.add(shop.stop);
  voice.say(`The demo shop is open at ${shop.url}/catalogue`);
  const address = `127.0.0.1:${shop.port}`;
  return { flow: catalogueFlow(shop.url), allow: [address], what: "1,000 products on 50 list pages" };
};

const collect = async (client: Client, flow: FlowDefinition, voice: Voice): Promise<Run> => {
  const { id: flowId } = await client.createFlow(flow);
  voice.say(`${voice.dim("POST /flows")}    ${flowId}`);
  const { id: runId } = await client.createRun({ flowId });
  voice.say(`${voice.dim("POST /runs")}     ${runId}`);
  voice.say(`${voice.dim("GET /runs/:id")}  its log, as it comes`);
  return watchRun(client, runId, voice);
};

const sayOutcome = (run: Run, columns: readonly string[], voice: Voice): void => {
  const facts = `${showCount(run.itemsExtracted, "item")} from ${showCount(run.pagesFetched, "page")} in ${showDuration(run.duration)}, cost ${showCost(run.cost)}`;
  voice.say();
  if (run.outputPreview.length > 0) {
    const rows = run.outputPreview.slice(0, TABLE_ROWS);
    for (const line of renderTable(rows, columns)) voice.say(`  ${line}`);
    const rest = run.itemsExtracted - rows.length;
    if (rest > 0) voice.say(voice.dim(`  … and ${rest.toLocaleString("en")} more`));
    voice.say();
  }
  if (run.status === "completed") voice.say(voice.bold(`Completed: ${facts}.`));
  else voice.say(voice.bold(`The run ${run.status === "failed" ? "failed" : "was cancelled"} (${facts}).`));
};

const sayNext = (voice: Voice): void => {
  voice.say(`
Next
  npm run demo -- --url https://example.com --fields "title: h1"   collect a page of your own
  npm start                                                        keep the service running; prints a key and a curl
  npm run demo-site                                                look at the demo shop in a browser`);
};

const failureOf = (error: unknown, page: DemoOptions["page"]): string =>
  error instanceof ApiError && error.code === "target-refused" && page !== null
    ? `${error.message}\nIf ${page.url.host} is a machine of yours, add --allow-private.`
    : messageOf(error);

const runDemo = async ({ page, json }: DemoOptions): Promise<number> => {
  const voice = createVoice(json ? process.stderr : process.stdout);
  const { flow, allow, what } = await prepareTarget(page, voice);
  const since = performance.now();
  voice.say("Starting the service in memory …");
  const service = await startService(allow, shutdown.add);
  voice.say(
    `The service answers at ${service.url} after ${showDuration(Math.round(performance.now() - since))}`,
  );
  voice.say(`\n${voice.bold(`Collecting ${what}`)}`);
  const run = await collect(createClient(service), flow, voice);
  sayOutcome(run, page?.fields.map(fieldName) ?? CATALOGUE_COLUMNS, voice);
  if (json) {
    const report = {
      runStatus: run.status,
      itemsExtracted: run.itemsExtracted,
      pages: run.pagesFetched,
      durationMs: run.duration,
      costUsd: run.cost,
      sample: run.outputPreview.slice(0, SAMPLE_ITEMS),
    };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }
  if (run.status !== "completed") {
    const reason =
      run.error === null ? `it ended as ${run.status}` : `${run.error.code}: ${run.error.message}`;
    const hint =
      run.error?.code === "target-refused" && page !== null
        ? " Add --allow-private if the address is yours."
        : "";
    throw new StartFailure(`The demo failed, ${reason}${hint}`);
  }
  if (page === null && !json) sayNext(voice);
  return 0;
};

const main = async (): Promise<number> => {
  let page: DemoOptions["page"] = null;
  try {
    const options = readOptions(process.argv.slice(2));
    page = options.page;
    if (!options.help) return await runDemo(options);
    process.stdout.write(`${USAGE}\n`);
    return 0;
  } catch (error) {
    if (!isStopping) process.stderr.write(`${failureOf(error, page)}\n`);
    return 1;
  } finally {
    await shutdown.run();
  }
};

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.once(signal, () => {
    isStopping = true;
    void shutdown.run().then(() => process.exit(code));
  });

process.exitCode = await main();
