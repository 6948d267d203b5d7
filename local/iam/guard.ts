/** A proxy in front of the emulators. It checks each request against its sender's role, then forwards it. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request as openPlain, type ServerResponse } from "node:http";
import { request as openTls, Agent as TlsAgent } from "node:https";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Credentials } from "../emulators/endpoints.ts";
import { arnOf } from "../stack/names.ts";
import type { Access, Presented } from "./access.ts";
import { formField, listingCall, namesObjectsInBody, objectCalls } from "./calls/objects.ts";
import { mailCalls, queueCalls, secretCalls } from "./calls/others.ts";
import { type PartitionKeyOf, tableCalls } from "./calls/table.ts";
import { GUARDED, type Guarded } from "./guarded.ts";
import type { Call } from "./policy.ts";
import { answerRefused } from "./refusals.ts";
import { answerAssumed, answerStsFault, assumeCalls, assumeFault, readAssumeRole } from "./sessions.ts";

export interface GuardOptions {
  readonly access: Pick<Access, "ask" | "allows" | "assume">;
  /** URLs of the services. Requests to a service without one get an empty success. */
  readonly upstreams: Readonly<Partial<Record<Guarded, string>>>;
  readonly partitionKeyOf: PartitionKeyOf;
  readonly arnOfSecret: (id: string) => string | undefined;
}

interface Signed extends Presented {
  readonly service: Guarded;
}

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** The request's own data. The body is read only if calls are parsed from it. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer | undefined;
}

const signedAs = (
  credential: string | null | undefined,
  token: string | null | undefined,
): Signed | undefined => {
  const [accessKeyId = "", , , service] = credential?.split("/") ?? [];
  const guarded = GUARDED.find((name) => name === service);
  return guarded && { accessKeyId, sessionToken: token ?? "", service: guarded };
};

/** Who sent a request, from its headers, a signed link, or a form. */
const senderOf = ({ headers, url, body }: Asked): Signed | undefined => {
  const inHeader = /Credential=([^,\s]+)/.exec(headers.authorization ?? "")?.[1];
  if (inHeader !== undefined)
    return signedAs(inHeader, headers["x-amz-security-token"] as string | undefined);
  const query = new URL(url, "http://localhost").searchParams;
  const inLink = query.get("X-Amz-Credential");
  if (inLink !== null) return signedAs(inLink, query.get("X-Amz-Security-Token"));
  const form = body?.toString("latin1") ?? "";
  return signedAs(formField(form, "x-amz-credential"), formField(form, "x-amz-security-token"));
};

const operationOf = ({ headers }: Asked): string =>
  String(headers["x-amz-target"] ?? "").replace(/^.*\./, "");

const invokeCalls = ({ url }: Asked): readonly Call[] => {
  const name = decodeURIComponent(/\/functions\/([^/]+)\/invocations/.exec(url)?.[1] ?? "");
  const resource = name.startsWith("arn:") ? name : arnOf("AWS::Lambda::Function", name);
  return [{ action: "lambda:InvokeFunction", resource, context: new Map() }];
};

export const createGuard = ({ access, upstreams, partitionKeyOf, arnOfSecret }: GuardOptions) => {
  const plain = { open: openPlain, agent: new Agent({ keepAlive: true }) };
  const overTls = { open: openTls, agent: new TlsAgent({ keepAlive: true }) };

  const callsOf = (service: Guarded, asked: Asked): readonly Call[] => {
    const { method, url, headers } = asked;
    const body = asked.body?.toString() ?? "";
    switch (service) {
      case "dynamodb":
        return tableCalls(operationOf(asked), body, partitionKeyOf);
      case "s3":
        return objectCalls({
          method,
          url,
          body,
          copySource: headers["x-amz-copy-source"] as string | undefined,
        });
      case "sqs":
        return queueCalls(operationOf(asked), body);
      case "secretsmanager":
        return secretCalls(operationOf(asked), body, arnOfSecret);
      case "ses":
        return mailCalls(body);
      case "lambda":
        return invokeCalls(asked);
      case "sts":
        return assumeCalls(body);
    }
  };

  /** S3 does not reveal that an object is missing to a caller that may not list the bucket. */
  const hidesAbsence = (sender: Signed, { method, url }: Asked, status: number | undefined): boolean =>
    sender.service === "s3" &&
    status === 404 &&
    (method === "GET" || method === "HEAD") &&
    !access.allows(sender, listingCall(url));

  const passOn = async (
    request: IncomingMessage,
    response: ServerResponse,
    asked: Asked,
    upstream: string,
    sender: Signed | undefined,
  ): Promise<void> => {
    const { open, agent } = upstream.startsWith("https:") ? overTls : plain;
    const outgoing = open(upstream + asked.url, { method: asked.method, headers: asked.headers, agent });
    response.once("close", () => outgoing.destroy());
    const answered = once(outgoing, "response");
    if (asked.body === undefined) request.pipe(outgoing);
    else outgoing.end(asked.body);
    const [answer] = (await answered) as [IncomingMessage];
    if (sender && hidesAbsence(sender, asked, answer.statusCode)) {
      answer.resume();
      return answerRefused(response, "s3", { code: "AccessDenied", message: "Access Denied" });
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    await pipeline(answer, response);
  };

  /** Sessions of roles that are not in the stack are left to the upstream. */
  const beginSession = ({ body }: Asked): { credentials: Credentials; untilMs: number } | undefined => {
    const wanted = readAssumeRole(body?.toString() ?? "", Date.now());
    const credentials = wanted && access.assume(wanted);
    return credentials && { credentials, untilMs: wanted.untilMs };
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url = "/", headers } = request;
    const isStreamed =
      /\/s3\/aws4_request/.test(headers.authorization ?? "") || /[?&]X-Amz-Credential=/.test(url);
    const needsBody = method === "POST" && (!isStreamed || namesObjectsInBody(method, url));
    const asked = { method, url, headers, body: needsBody ? await buffer(request) : undefined };
    if (!LOOPBACK_HOST.test(headers.host ?? "")) return void response.writeHead(403).end();
    // A CORS preflight request, which the bucket's own rules answer.
    if (method === "OPTIONS" && upstreams.s3)
      return passOn(request, response, asked, upstreams.s3, undefined);
    const sender = senderOf(asked);
    if (sender === undefined)
      return answerRefused(response, "s3", { code: "AccessDenied", message: "Access Denied" });
    const refusal = access.ask(sender, callsOf(sender.service, asked));
    if (refusal) return answerRefused(response, sender.service, refusal);
    const fault = sender.service === "sts" ? assumeFault(asked.body?.toString() ?? "") : undefined;
    if (fault !== undefined) return answerStsFault(response, "ValidationError", fault);
    const assumed = sender.service === "sts" ? beginSession(asked) : undefined;
    if (assumed) return answerAssumed(response, assumed.credentials, assumed.untilMs);
    const upstream = upstreams[sender.service];
    if (upstream === undefined)
      return void response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
    await passOn(request, response, asked, upstream, sender);
  };
};
