import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { CREDENTIALS } from "./emulators/endpoints.ts";
import type { InvocationResult } from "./functions/invocation.ts";
import type { Invoker } from "./functions/invoker.ts";
import { answerAssumed, readAssumeRole } from "./iam/sessions.ts";
import type { Providers } from "./providers.ts";
import { arnOf } from "./stack/names.ts";
import type { Resource } from "./stack/resources.ts";

interface AwsEndpointOptions {
  /** Handlers that are tried first. */
  readonly providers: Pick<Providers, "handle" | "secretValueOf">;
  readonly invoke: Invoker["invoke"];
  /** Called with each asynchronous invocation. */
  readonly onEvent: (invocation: Promise<unknown>) => void;
  /** The stack's secrets. */
  readonly secrets: readonly Resource[];
  readonly putSecretValue: (name: string, value: string) => void;
  /** Prefix of the path of every request to an AWS service. */
  readonly token: string;
}

const INVOCATIONS = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Whether a web page could have sent the request: it comes under another host name that resolves to this
 * machine (DNS rebinding), or has a browser's origin headers.
 */
const isForeign = ({ headers }: IncomingMessage): boolean => {
  const { host = "", origin } = headers;
  return !LOOPBACK_HOST.test(host) || (origin !== undefined && origin !== `http://${host}`);
};

/** Removes the token from the path. @returns false if the request does not have it */
const removeToken = (request: IncomingMessage, token: string): boolean => {
  const prefix = `/${token}`;
  const path = request.url ?? "";
  const rest = path.slice(prefix.length);
  if (request.headers.origin !== undefined || !path.startsWith(prefix) || !/^(?:[/?]|$)/.test(rest))
    return false;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return true;
};

/**
 * Serves AWS APIs that have no emulator: Secrets Manager's GetSecretValue and PutSecretValue, Lambda's
 * Invoke, and STS's AssumeRole. Rejects web pages.
 */
export const createAwsEndpoint =
  ({ invoke, onEvent, secrets, putSecretValue, providers, token }: AwsEndpointOptions) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isForeign(request)) return refuse(response);
    const isKnown = removeToken(request, token);
    if (await providers.handle(request, response, isKnown)) return;
    if (!isKnown) return refuse(response);
    const body = await text(request);
    const called = INVOCATIONS.exec((request.url ?? "").split("?")[0] ?? "")?.[1];
    if (called !== undefined) {
      const asEvent = request.headers["x-amz-invocation-type"] === "Event";
      const name = decodeURIComponent(called).replace(arnOf("AWS::Lambda::Function", ""), "");
      const invocation = invoke(name, JSON.parse(body || "null"));
      if (invocation === undefined)
        return sendError(response, "ResourceNotFoundException", `Function not found: ${name}`, 404);
      if (!asEvent) return sendResult(await invocation, response);
      onEvent(invocation);
      response.writeHead(202).end();
      return;
    }
    const assumed = readAssumeRole(body, Date.now());
    // Without enforcement, every function has the same credentials.
    if (assumed) return answerAssumed(response, { ...CREDENTIALS, sessionToken: "local" }, assumed.untilMs);
    const [, operation] =
      /^secretsmanager\.(GetSecretValue|PutSecretValue)$/.exec(String(request.headers["x-amz-target"])) ?? [];
    if (operation !== undefined) {
      const { SecretId: id, SecretString } = readSecretRequest(body);
      const secret = secrets.find(({ name, arn }) => name === id || arn === id);
      if (!secret)
        return sendError(response, "ResourceNotFoundException", "Secrets Manager can't find the secret.");
      if (operation === "PutSecretValue") putSecretValue(secret.name, SecretString ?? "");
      return sendJson(response, 200, {
        ARN: secret.arn,
        Name: secret.name,
        ...(operation === "GetSecretValue" && { SecretString: providers.secretValueOf(secret.name) }),
        VersionId: "local",
        VersionStages: ["AWSCURRENT"],
      });
    }
    sendError(response, "UnknownOperationException", "The local runner does not support this request.");
  };

const refuse = (response: ServerResponse): void =>
  sendError(response, "AccessDeniedException", "Only requests from this machine are accepted.", 403);

const readSecretRequest = (body: string) =>
  JSON.parse(body || "{}") as { readonly SecretId?: string; readonly SecretString?: string };

const sendResult = (result: InvocationResult, response: ServerResponse): void => {
  if (!result.ok) response.setHeader("x-amz-function-error", "Unhandled");
  sendJson(response, 200, result.ok ? JSON.parse(result.payload) : result.error);
};

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

const sendError = (response: ServerResponse, type: string, message: string, status = 400): void => {
  response.setHeader("x-amzn-errortype", type);
  sendJson(response, status, { __type: type, message, Message: message });
};
