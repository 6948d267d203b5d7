#!/usr/bin/node
/**
 * What AWS's base image has at this place: takes one invocation after the other from Lambda's Runtime API, and answers it.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const {
  AWS_LAMBDA_RUNTIME_API: api,
  LAMBDA_TASK_ROOT: root = "/var/task",
  _HANDLER: handler = "",
} = process.env;
const runtime = `http://${api}/2018-06-01/runtime`;

const errorOf = (error) => ({
  errorType: error?.name ?? "Error",
  errorMessage: error?.message ?? String(error),
  trace: String(error?.stack ?? "").split("\n"),
});

const post = (path, value) =>
  fetch(`${runtime}/${path}`, { method: "POST", body: JSON.stringify(value) ?? "null" });

const loadHandler = async () => {
  const dot = handler.lastIndexOf(".");
  const file = ["mjs", "js", "cjs"]
    .map((ending) => join(root, `${handler.slice(0, dot)}.${ending}`))
    .find(existsSync);
  if (file === undefined) throw new Error(`There is no module for the handler "${handler}".`);
  return (await import(pathToFileURL(file).href))[handler.slice(dot + 1)];
};

const contextOf = (headers) => {
  const deadlineMs = Number(headers.get("lambda-runtime-deadline-ms"));
  return {
    awsRequestId: headers.get("lambda-runtime-aws-request-id"),
    invokedFunctionArn: headers.get("lambda-runtime-invoked-function-arn"),
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
};

const handle = await loadHandler().catch(async (error) => {
  await post("init/error", errorOf(error));
  throw error;
});
for (;;) {
  const next = await fetch(`${runtime}/invocation/next`);
  const context = contextOf(next.headers);
  const invocation = `invocation/${context.awsRequestId}`;
  try {
    await post(`${invocation}/response`, await handle(await next.json(), context));
  } catch (error) {
    await post(`${invocation}/error`, errorOf(error));
  }
}
