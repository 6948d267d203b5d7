import { DomainError } from "../../../contract/errors.ts";
import { parseSecretText, type TextPart } from "../../../contract/flows/secrets.ts";
import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { TypedSecret } from "../scope.ts";
import type { Action, RunAction } from "./action.ts";

/** The value of a secret, for pages of its own sites only: after a redirect elsewhere it is never typed. */
const valueFor = (name: string, secrets: readonly TypedSecret[], pageUrl: string): string => {
  const secret = secrets.find((each) => each.name === name);
  if (!secret) throw new DomainError("not-found", `The flow has no secret "${name}".`);
  const { origin } = new URL(pageUrl);
  if (secret.origins.includes(origin)) return secret.value;
  throw new DomainError(
    "target-refused",
    `{{secret.${name}}} is typed on ${secret.origins.join(", ")} only, and this page is of ${origin}: if it ` +
      `belongs there, write the secret again with "origins".`,
  );
};

/** The text for the log: literal text is hidden, since it may be a password; secrets show their name. */
const nameText = (text: string, parts: readonly TextPart[]): string =>
  parts.some((part) => "secret" in part)
    ? parts.map((part) => ("secret" in part ? `{{secret.${part.secret}}}` : "…")).join("")
    : `${text.length} characters`;

const runType: RunAction<"type"> = async (
  { selector, text, append = false },
  live,
  timeoutMs,
  { secrets },
) => {
  const parts = parseSecretText(text);
  const textFor = (pageUrl: string): string =>
    parts.map((part) => ("secret" in part ? valueFor(part.secret, secrets, pageUrl) : part.text)).join("");
  await live.type(parseActionSelector(selector), textFor, append, timeoutMs);
  return `typed ${nameText(text, parts)} into \`${selector}\``;
};

export const typeAction: Action<"type"> = { run: runType, oncePerList: true };
