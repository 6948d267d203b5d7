/** Secrets of a flow: write-only, typed into pages and sent in headers as `{{secret.name}}`. */
import * as z from "zod";
import { HttpUrl, Timestamp } from "../common.ts";
import type { Step } from "../steps/steps.ts";
import type { RequestOptions } from "./requestOptions.ts";

export const MAX_FLOW_SECRETS = 20;
/** A shorter value would match, and mask, unrelated text on pages. */
const MIN_VALUE_LENGTH = 4;
const MAX_VALUE_LENGTH = 4_096;
const MAX_ORIGINS = 10;

const NAME = "[A-Za-z][A-Za-z0-9_-]{0,63}";

/** Valid names of secrets. Writing a secret with any other name is rejected. */
export const SECRET_NAME = new RegExp(`^${NAME}$`);

export const SecretParams = z.strictObject({
  id: z.string().min(1).max(128),
  name: z
    .string()
    .min(1)
    .max(128)
    .describe("A letter, followed by up to 63 letters, digits, `_` or `-`.")
    .meta({ examples: ["password"] }),
});

export const PutFlowSecret = z.strictObject({
  value: z
    .string()
    .min(MIN_VALUE_LENGTH)
    .max(MAX_VALUE_LENGTH)
    .describe("The value. It is encrypted and never shown in responses, logs or snapshots."),
  origins: z
    .array(HttpUrl.transform((url) => new URL(url).origin))
    .min(1)
    .max(MAX_ORIGINS)
    .optional()
    .describe(
      "The sites the secret may be typed on or sent to, or whose documents it may open, such as " +
        "`https://login.shop.example`. Default: the site of the " +
        "flow's current `url`. Editing the flow later does not change it.",
    ),
});

export const FlowSecret = z.object({
  name: z.string(),
  origins: z.array(z.string()).describe("The sites the secret may be typed on or sent to."),
  updatedAt: Timestamp,
});
export type FlowSecret = z.infer<typeof FlowSecret>;

export const FlowSecretDeleted = z.object({ name: z.string(), deletedAt: Timestamp });

/** A piece of a text: literal text, or the name of a secret to insert. */
export type TextPart = { readonly text: string } | { readonly secret: string };

const REFERENCE = new RegExp(`\\{\\{\\s*secret\\.(${NAME})\\s*\\}\\}`, "g");
/** A text that is one reference to a secret, and nothing else. */
export const SECRET_REFERENCE = new RegExp(`^\\s*\\{\\{\\s*secret\\.(${NAME})\\s*\\}\\}\\s*$`);

const MENTION = /\{\{\s*secret\b/;

/** Splits a step's text at its `{{secret.name}}` references. */
export const parseSecretText = (text: string): TextPart[] => {
  const pieces = text.split(REFERENCE);
  return pieces.flatMap((piece, index): TextPart[] => {
    if (index % 2 === 1) return [{ secret: piece }];
    return piece === "" ? [] : [{ text: piece }];
  });
};

const secretsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(parseSecretText).flatMap((part) => ("secret" in part ? [part.secret] : []))),
];
/** A reference to one secret and nothing else. */
const ONE_REFERENCE = new RegExp(`^\\{\\{\\s*secret\\.(${NAME})\\s*\\}\\}$`);

/** The password of documents: the value of a secret, which is never written into a flow. */
export const DocumentPassword = z
  .string()
  .regex(ONE_REFERENCE, 'must name a secret of the flow, such as "{{secret.document}}"')
  .meta({ examples: ["{{secret.document}}"] });

const nameIn = (reference: string): string => ONE_REFERENCE.exec(reference)?.[1] ?? "";

/** The name of the secret that opens a flow's documents, if there is one. */
export const documentSecretOf = (flow: { readonly documentPassword?: string | undefined }): string[] =>
  flow.documentPassword === undefined ? [] : [nameIn(flow.documentPassword)];

/** Names of the secrets that the steps type, each once. */
export const secretsOf = (steps: readonly Step[]): string[] =>
  secretsIn(steps.flatMap((step) => (step.type === "type" ? [step.text] : [])));

/** Names of the secrets that the request's headers contain, each once. */
export const headerSecretsOf = ({ headers = {} }: RequestOptions = {}): string[] =>
  secretsIn(Object.values(headers));

/** The name of the secret that a flow's proxy refers to. */
export const proxySecretOf = (proxy: string | undefined): string | undefined =>
  proxy === undefined ? undefined : SECRET_REFERENCE.exec(proxy)?.[1];

/** The text with its secrets filled in; undefined if one of them is not known. */
export const fillSecrets = (
  text: string,
  secrets: readonly { readonly name: string; readonly value: string }[],
): string | undefined => {
  const parts = parseSecretText(text).map((part) =>
    "secret" in part ? secrets.find(({ name }) => name === part.secret)?.value : part.text,
  );
  return parts.includes(undefined) ? undefined : parts.join("");
};

type Path = readonly (string | number)[];

const stringsOf = (value: unknown, path: Path): [Path, string][] => {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    stringsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

const isHeader = (path: Path): boolean => path.length === 3 && path[0] === "request" && path[1] === "headers";

/** References to secrets that are malformed, or in a place that cannot contain secrets. */
export const misplacedSecrets = (flow: {
  readonly url: string;
  readonly steps: readonly unknown[];
  readonly request?: unknown;
}): { path: Path; message: string }[] =>
  stringsOf({ url: flow.url, steps: flow.steps, request: flow.request }, []).flatMap(([path, value]) => {
    const step = flow.steps[Number(path[1])] as { readonly type?: unknown } | undefined;
    const isTyped = path.length === 3 && path[2] === "text" && step?.type === "type";
    const takesSecrets = isTyped || isHeader(path);
    const rest = takesSecrets ? value.replace(REFERENCE, "") : value;
    if (!MENTION.test(rest)) return [];
    const message = takesSecrets
      ? "a secret is written as {{secret.name}}, its name a letter and then letters, digits, _ or -"
      : 'secrets can be used only in the text of "type" steps';
    return [{ path, message }];
  });
