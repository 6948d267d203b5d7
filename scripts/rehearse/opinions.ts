/** Second opinions on the templates: AWS's linter, and moto, which is stricter about some types. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  CloudFormationClient,
  CreateStackCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";
import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { PutParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import { messageOf } from "../../local/failure.ts";
import type { Shutdown } from "../../local/shutdown.ts";
import { readWholeTemplate } from "../../local/stack/assembly.ts";
import { BOOTSTRAP } from "../preflight/account.ts";
import { endGroup, run } from "./command.ts";
import { assemblyOf, LOG } from "./place.ts";
import { findPort, whenReady } from "./process.ts";
import { install, type PythonTool, programOf } from "./python.ts";
import { reduceTemplate } from "./reduced.ts";
import { packStandIn } from "./release.ts";

const LINTER: PythonTool = { name: "cfn-lint", version: "1.58.0" };
const MOTO: PythonTool = { name: "moto", extras: "[server]", version: "5.2.5" };
const STAGE = "prod";
/** One bit per kind of finding. */
const LINTER_EXITS = [0, 2, 4, 6, 8, 10, 12, 14];

/** Rules that the CDK's own output breaks, each with a reason. */
export const ACCEPTED_BY_LINTER = {
  W6001:
    "the name of the table, which the data stack exports, is an output here too: operators look at one stack",
  W3005: "the CDK states a function's dependency on its role twice, which is redundant and harmless",
} as const;

interface Opinion {
  /** Number of templates or resources checked. */
  readonly judged: number;
  readonly problems: readonly string[];
}

const lint = async (): Promise<Opinion> => {
  const templates = readdirSync(assemblyOf(STAGE)).filter((name) => name.endsWith(".template.json"));
  const args = ["--format", "parseable", "--ignore-checks", ...Object.keys(ACCEPTED_BY_LINTER), "--"];
  const paths = templates.map((name) => join(assemblyOf(STAGE), name));
  const found = await run(programOf(LINTER, LINTER.name), [...args, ...paths], { exits: LINTER_EXITS });
  return { judged: templates.length, problems: found.split("\n").filter((line) => line !== "") };
};

/** The types of resources that moto supports. */
const knownTypes = async (): Promise<ReadonlySet<string>> => {
  const code = [
    "import json, moto.backends as b, moto.cloudformation.parsing as p",
    "[b.get_backend(n) for n in ('awslambda', 'events', 'iam', 'logs', 's3', 'sns', 'sqs')]",
    "print(json.dumps(list(p.get_model_map())))",
  ];
  return new Set(JSON.parse(await run(programOf(MOTO), ["-c", code.join("\n")])) as string[]);
};

const startMoto = async (shutdown: Shutdown): Promise<string> => {
  const port = await findPort();
  const log = openSync(LOG, "a");
  const child = spawn(programOf(MOTO, "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    detached: true,
    stdio: ["ignore", log, log],
    env: { PATH: process.env.PATH },
  });
  const ended = once(child, "exit");
  shutdown.add(async () => {
    endGroup(child, "SIGKILL");
    await ended;
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await whenReady(child, () => fetch(`${endpoint}/moto-api/data.json`));
  return endpoint;
};

/** Creates the resources of both stacks that moto supports. */
const makeInMoto = async (shutdown: Shutdown): Promise<Opinion> => {
  const types = await knownTypes();
  const settings = { ...clientSettings(await startMoto(shutdown)), forcePathStyle: true };
  const [s3, client] = [new S3Client(settings), new CloudFormationClient(settings)];
  const [Bucket, code] = ["templates", "stand-in.zip"];
  await s3.send(new CreateBucketCommand({ Bucket }));
  await s3.send(new PutObjectCommand({ Bucket, Key: code, Body: await packStandIn() }));
  await new SSMClient(settings).send(
    new PutParameterCommand({ Name: BOOTSTRAP, Value: "30", Type: "String" }),
  );
  let judged = 0;
  const problems: string[] = [];
  for (const StackName of ["data", "service"].map((name) => `gleaner-${STAGE}-${name}`)) {
    const template = reduceTemplate(
      readWholeTemplate(assemblyOf(STAGE), `${StackName}.template.json`),
      types,
      {
        S3Bucket: Bucket,
        S3Key: code,
      },
    );
    await s3.send(new PutObjectCommand({ Bucket, Key: StackName, Body: JSON.stringify(template) }));
    const TemplateURL = `https://s3.amazonaws.com/${Bucket}/${StackName}`;
    const Capabilities = ["CAPABILITY_NAMED_IAM" as const];
    try {
      await client.send(new CreateStackCommand({ StackName, TemplateURL, Capabilities }));
      for await (const { StackResourceSummaries = [] } of paginateListStackResources(
        { client },
        { StackName },
      ))
        judged += StackResourceSummaries.length;
    } catch (error) {
      problems.push(`${StackName}: ${messageOf(error)}`);
    }
  }
  return { judged, problems };
};

const ask = async (
  tool: PythonTool,
  judge: () => Promise<Opinion>,
): Promise<Opinion | { readonly skipped: string }> => {
  const skipped = await install(tool);
  return skipped === null ? judge() : { skipped };
};

/** Runs both checks. One that cannot be installed is skipped, with the reason. */
export const askOthers = async (shutdown: Shutdown) => ({
  "cfn-lint": await ask(LINTER, lint),
  moto: await ask(MOTO, () => makeInMoto(shutdown)),
});
