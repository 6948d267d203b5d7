import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Invoker } from "./functions/invoker.ts";
import type { Providers } from "./providers.ts";
import { arnOf } from "./stack/names.ts";
import type { Resource } from "./stack/resources.ts";

interface AwsEndpointOptions {
  /** Asked first. */
  readonly providers: Pick<Providers, "handle" | "secretValueOf">;
  readonly invoke: Invoker["invoke"];
  /** The stack's secrets. */
  readonly secrets: readonly Resource[];
}

const INVOCATIONS = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Answers for the AWS services that have no emulator: Secrets Manager's GetSecretValue and Lambda's Invoke. */
export const createAwsEndpoint =
  ({ invoke, secrets, providers }: AwsEndpointOptions) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (await providers.handle(request, response)) return;
    const body = await text(request);
    const called = INVOCATIONS.exec((request.url ?? "").split("?")[0] ?? "")?.[1];
    if (called !== undefined) return invokeFunction(invoke, decodeURIComponent(called), body, response);
    if (request.headers["x-amz-target"] === "secretsmanager.GetSecretValue") {
      const id = idIn(body);
      const secret = secrets.find(({ name, arn }) => name === id || arn === id);
      if (!secret)
        return sendError(response, "ResourceNotFoundException", "Secrets Manager can't find the secret.");
      return sendJson(response, 200, {
        ARN: secret.arn,
        Name: secret.name,
        SecretString: providers.secretValueOf(secret.name),
        VersionId: "local",
        VersionStages: ["AWSCURRENT"],
      });
    }
    sendError(response, "UnknownOperationException", "The local runner answers no such request.");
  };

const idIn = (body: string): string => String((JSON.parse(body || "{}") as { SecretId?: unknown }).SecretId);

const invokeFunction = async (
  invoke: Invoker["invoke"],
  called: string,
  body: string,
  response: ServerResponse,
): Promise<void> => {
  const result = await invoke(
    called.replace(arnOf("AWS::Lambda::Function", ""), ""),
    JSON.parse(body || "null"),
  );
  if (!result) return sendError(response, "ResourceNotFoundException", `Function not found: ${called}`, 404);
  if (result.ok) return sendJson(response, 200, JSON.parse(result.payload));
  response.setHeader("x-amz-function-error", "Unhandled");
  sendJson(response, 200, result.error);
};

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

const sendError = (response: ServerResponse, type: string, message: string, status = 400): void => {
  response.setHeader("x-amzn-errortype", type);
  sendJson(response, status, { __type: type, message, Message: message });
};
