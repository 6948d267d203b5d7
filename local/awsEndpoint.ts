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
  /** Begins the path of every request to an AWS service. */
  readonly token: string;
}

const INVOCATIONS = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Whether a page of another site may have sent the request: under a name of its own that it had resolve to this
 * machine (DNS rebinding), or as a browser that says where it comes from.
 */
const isForeign = ({ headers }: IncomingMessage): boolean => {
  const { host = "", origin } = headers;
  return !LOOPBACK_HOST.test(host) || (origin !== undefined && origin !== `http://${host}`);
};

/** Takes the token off the path. @returns false for a request that does not have it */
const takeToken = (request: IncomingMessage, token: string): boolean => {
  const prefix = `/${token}`;
  const path = request.url ?? "";
  const rest = path.slice(prefix.length);
  if (request.headers.origin !== undefined || !path.startsWith(prefix) || !/^(?:[/?]|$)/.test(rest))
    return false;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return true;
};

/** Answers for the AWS services that have no emulator: Secrets Manager's GetSecretValue and Lambda's Invoke. Pages of the web are not answered. */
export const createAwsEndpoint =
  ({ invoke, secrets, providers, token }: AwsEndpointOptions) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isForeign(request)) return refuse(response);
    const isKnown = takeToken(request, token);
    if (await providers.handle(request, response, isKnown)) return;
    if (!isKnown) return refuse(response);
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

const refuse = (response: ServerResponse): void =>
  sendError(response, "AccessDeniedException", "Only commands of this machine are answered here.", 403);

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
