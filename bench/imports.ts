/** How long functions take to load, beside a bare handler: middy and the document client, and nothing of ours. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { bundleFunctions } from "../lib/bundle.ts";
import { bundleTo } from "./bundle.ts";

/** Those that load least, most, and what is usual; and the two workers. */
const FUNCTIONS = [
  "getHealth",
  "getFlow",
  "createRun",
  "extract",
  "generateFlow",
  "executeRun",
  "executeBrowserRun",
];

const BARE = `import middy from "@middy/core";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const handler = middy().handler((event) => client.send(new GetCommand(event)));`;

const SETTINGS = {
  AWS_REGION: "us-east-1",
  TABLE_NAME: "none",
  BUCKET_NAME: "none",
  STAGE: "bench",
  SERVICE_VERSION: "0",
  AWS_LAMBDA_FUNCTION_NAME: "bench",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1024",
};

const MEASURE = `const [ms, cpu] = [performance.now(), process.cpuUsage()];
await import(process.argv[1]);
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms: performance.now() - ms, cpuMs: (user + system) / 1000 }));
process.exit();`;

interface ImportTime {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Loads a module in a new process, with nothing compiled before. */
const importOnce = async (file: string): Promise<ImportTime> => {
  const args = ["--input-type=module", "--eval", MEASURE, pathToFileURL(file).href];
  const env = { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: "1", ...SETTINGS };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as ImportTime;
};

/** The shortest of so many loads: what the machine does besides only adds to one. */
export const measureImports = async (rounds: number): Promise<Record<string, ImportTime>> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-bench-"));
  try {
    const bundles = await bundleFunctions();
    const source = { stdin: { contents: BARE, resolveDir: import.meta.dirname } };
    const files = new Map([["bare", await bundleTo(join(folder, "bare.mjs"), source)]]);
    for (const name of FUNCTIONS) files.set(name, join(bundles.get(name)?.directory ?? "", "index.mjs"));
    const times: Record<string, ImportTime> = {};
    for (const [name, file] of files) {
      const all: ImportTime[] = [];
      for (let round = 0; round < rounds; round += 1) all.push(await importOnce(file));
      times[name] = {
        ms: Math.round(Math.min(...all.map(({ ms }) => ms))),
        cpuMs: Math.round(Math.min(...all.map(({ cpuMs }) => cpuMs))),
      };
    }
    return times;
  } finally {
    rmSync(folder, { recursive: true });
  }
};
