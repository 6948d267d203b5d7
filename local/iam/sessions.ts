/** STS's AssumeRole, by which the callers of a confined function begin its session. */
import type { ServerResponse } from "node:http";
import type { Credentials } from "../emulators/endpoints.ts";
import { escapeHtml } from "../page.ts";
import type { StatementDocument } from "../stack/functions.ts";
import type { Call } from "./policy.ts";

/** The relevant parts of a request. */
export interface AssumeRole {
  readonly roleArn: string;
  /** What the session is restricted to; empty: the role's own policy. */
  readonly restriction: readonly StatementDocument[];
  readonly untilMs: number;
}

/** AWS refuses longer ones. */
const MAX_POLICY_CHARS = 2_048;
const DEFAULT_SECONDS = 3_600;

/** Why AWS would not accept a request; undefined if it would. */
export const assumeFault = (body: string): string | undefined => {
  const { length } = new URLSearchParams(body).get("Policy") ?? "";
  return length > MAX_POLICY_CHARS
    ? `The policy of a session has ${length} characters: AWS accepts ${MAX_POLICY_CHARS}.`
    : undefined;
};

/** @returns undefined for any other request */
export const readAssumeRole = (body: string, nowMs: number): AssumeRole | undefined => {
  const form = new URLSearchParams(body);
  if (form.get("Action") !== "AssumeRole") return undefined;
  const policy = form.get("Policy");
  if (policy !== null && policy.length > MAX_POLICY_CHARS)
    throw new Error(
      `The policy of a session has ${policy.length} characters: AWS accepts ${MAX_POLICY_CHARS}.`,
    );
  const { Statement = [] } = JSON.parse(policy ?? "{}") as { Statement?: StatementDocument[] };
  const seconds = Number(form.get("DurationSeconds") ?? DEFAULT_SECONDS);
  return { roleArn: form.get("RoleArn") ?? "", restriction: Statement, untilMs: nowMs + seconds * 1_000 };
};

export const assumeCalls = (body: string): readonly Call[] => {
  const form = new URLSearchParams(body);
  return [{ action: `sts:${form.get("Action")}`, resource: form.get("RoleArn") ?? "", context: new Map() }];
};

const element = (name: string, value: string): string => `<${name}>${escapeHtml(value)}</${name}>`;

export const answerStsFault = (response: ServerResponse, code: string, message: string): void => {
  const error = `<Error>${element("Code", code)}${element("Message", message)}</Error>`;
  response
    .writeHead(code === "AccessDenied" ? 403 : 400, { "content-type": "text/xml" })
    .end(`<ErrorResponse>${error}</ErrorResponse>`);
};

export const answerAssumed = (
  response: ServerResponse,
  { accessKeyId, secretAccessKey, sessionToken = "" }: Credentials,
  untilMs: number,
): void => {
  const credentials = [
    element("AccessKeyId", accessKeyId),
    element("SecretAccessKey", secretAccessKey),
    element("SessionToken", sessionToken),
    element("Expiration", new Date(untilMs).toISOString()),
  ].join("");
  response
    .writeHead(200, { "content-type": "text/xml" })
    .end(
      '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">' +
        `<AssumeRoleResult><Credentials>${credentials}</Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
};
