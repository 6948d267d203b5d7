/**
 * `npm run capacity [-- --sizes 100,100000 --requests 100 --json]`: the table capacity that each read operation
 * consumes in an account of 100 runs and in one of 100,000, its duration in the larger one, and the capacity
 * that a run of 50 pages consumes. Fails if the larger account costs more.
 */
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { startDynamo } from "../local/emulators/dynamo.ts";
import { startFauxqs } from "../local/emulators/fauxqs.ts";
import { createServiceTable } from "../local/emulators/serviceTable.ts";
import { openOnLoopback } from "../local/httpServer.ts";
import { createShutdown, type Shutdown } from "../local/shutdown.ts";
import { baseDeps } from "../src/runtime/deps/base.ts";
import { measure, probes, titleOf, type Units } from "./capacity/measure.ts";
import { measureLife, measureRun } from "./capacity/run.ts";
import { seedAccount } from "./capacity/seed.ts";
import { type Timing, time } from "./capacity/timing.ts";

const SIZES = "100,100000";
/** Timed requests per operation: the fewest from which a 99th percentile can be read. */
const REQUESTS = "100";
/** The measured run: its number of pages, and the time for each. */
const PAGES = 50;
const PAGE_MS = 500;
const TABLE_NAME = "gleaner-capacity";
const BUCKET_NAME = "gleaner-capacity";

interface Row extends Timing {
  readonly operation: string;
  /** Units in the small account and in the large one. */
  readonly small: Units;
  readonly large: Units;
}

/** Replaces Secrets Manager: cursors are signed with a key derived from the service secret. */
const startSecret = async (shutdown: Shutdown): Promise<string> => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/x-amz-json-1.1");
    response.end(JSON.stringify({ SecretString: "capacity" }));
  });
  const { url, close } = await openOnLoopback(server);
  shutdown.add(close);
  return url;
};

/** Environment variables that the stack sets. */
const setEnvironment = (tableEndpoint: string, bucketEndpoint: string, secretEndpoint: string): void => {
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_REGION: "us-east-1",
    AWS_ENDPOINT_URL_DYNAMODB: tableEndpoint,
    AWS_ENDPOINT_URL_S3: bucketEndpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretEndpoint,
    AWS_LAMBDA_FUNCTION_NAME: "capacity",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
    TABLE_NAME,
    BUCKET_NAME,
    SERVICE_SECRET_ARN: "none",
    STAGE: "capacity",
    SITE_ORIGIN: "https://gleaner.example",
    DASHBOARD_URL: "https://gleaner.example/dashboard",
    SERVICE_VERSION: "0",
  });
};

/** Runs of the small and of the large account. */
type Sizes = readonly [few: number, many: number];

interface Options {
  readonly sizes: Sizes;
  readonly requests: number;
  readonly json: boolean;
}

const readOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: SIZES },
      requests: { type: "string", default: REQUESTS },
      json: { type: "boolean", default: false },
    },
  });
  const [few = 0, many = 0, ...others] = values.sizes.split(",").map(Number);
  const areWhole = [few, many].every((size) => Number.isInteger(size) && size > 0);
  if (!areWhole || few >= many || others.length > 0)
    throw new Error(`--sizes takes two numbers of runs, the smaller one first, not "${values.sizes}".`);
  const requests = Number(values.requests);
  if (!Number.isInteger(requests) || requests < 1) throw new Error("--requests takes a number from 1.");
  return { sizes: [few, many], requests, json: values.json };
};

const measureAll = async ({ sizes, requests }: Options, shutdown: Shutdown): Promise<Row[]> => {
  const [endpoint, objects, secret] = await Promise.all([
    startDynamo(undefined, shutdown),
    startFauxqs(undefined, shutdown),
    startSecret(shutdown),
  ]);
  setEnvironment(endpoint, objects, secret);
  await createServiceTable(endpoint, TABLE_NAME);
  const s3 = new S3Client({});
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET_NAME }));
  s3.destroy();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const accounts = [];
  for (const size of sizes) accounts.push(await seedAccount(baseDeps(), client, TABLE_NAME, size));
  client.destroy();
  const [few, many] = accounts;
  if (!few || !many) throw new Error("capacity.ts compares exactly two account sizes");
  const rows: Row[] = [];
  for (const probe of probes()) {
    // One request in advance, because a key's first request records its use.
    for (const account of [few, many]) await measure(probe, account);
    const [small, large] = [await measure(probe, few), await measure(probe, many)];
    rows.push({ operation: titleOf(probe), small, large, ...(await time(probe, many, requests)) });
  }
  return rows;
};

const print = (rows: readonly Row[], sizes: Sizes): void => {
  const widths = [34, 14, 14, 14, 10, 10];
  const line = (...cells: string[]) => cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("");
  const shown = ({ read, write }: Units) => `${read} / ${write}`;
  const heads = sizes.map((size) => `${size.toLocaleString("en")} runs`);
  console.log(line("read / write units", ...heads, "round trips", "p50 ms", "p99 ms"));
  for (const { operation, small, large, roundTrips, p50Ms, p99Ms } of rows)
    console.log(line(operation, shown(small), shown(large), ...[roundTrips, p50Ms, p99Ms].map(String)));
};

const main = async (): Promise<number> => {
  const options = readOptions();
  const { sizes, json } = options;
  const shutdown = createShutdown();
  const startedAtMs = performance.now();
  try {
    const rows = await measureAll(options, shutdown);
    print(rows, sizes);
    const dearer = rows.filter(({ small, large }) => large.read > small.read || large.write > small.write);
    for (const { operation } of dearer) console.error(`${operation} costs more in the larger account.`);
    const run = await measureRun(PAGES, PAGE_MS);
    const onePage = await measureLife(1, PAGE_MS);
    console.log(`A run of ${PAGES} pages, each of ${PAGE_MS} ms: ${run.read} / ${run.write}`);
    for (const [part, { read, write }] of Object.entries(onePage))
      console.log(`A run of one page, ${part}: ${read} / ${write}`);
    const durationMs = Math.round(performance.now() - startedAtMs);
    if (json)
      console.log(
        JSON.stringify({ sizes, durationMs, rows, run: { pages: PAGES, pageMs: PAGE_MS, ...run }, onePage }),
      );
    return dearer.length === 0 ? 0 : 1;
  } finally {
    await shutdown.run();
  }
};

process.exitCode = await main();
