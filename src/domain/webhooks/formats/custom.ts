/** Messages made from a template of the user's. */
import {
  jsonOf,
  PLACEHOLDER,
  type TemplateValue,
  type WebhookTemplate,
} from "../../../contract/deliveries/webhookFormats.ts";
import type { Message } from "./message.ts";
import { changeLinesOf } from "./parts.ts";
import { placed, placedUrl } from "./plainText.ts";

const ROOM = { title: 500, text: 4_000, change: 500, id: 200 } as const;

/**
 * The values that a template can have. Those of pages are one line each and mention nobody, because what reads the
 * message is not known.
 */
const valuesOf = (message: Message): Readonly<Record<TemplateValue, string>> => ({
  event: message.event,
  id: message.id,
  timestamp: message.timestamp,
  severity: message.severity ?? "",
  title: placed(message.title, { max: ROOM.title }),
  message: placed(message.text, { max: ROOM.text }),
  changes: changeLinesOf(message, { max: ROOM.change }).join("\n"),
  flowId: placed(message.flowId ?? "", { max: ROOM.id }),
  flowName: placed(message.flowName ?? "", { max: ROOM.title }),
  runId: placed(message.runId ?? "", { max: ROOM.id }),
  dashboardUrl: placedUrl(message.link ?? ""),
});

type Values = ReturnType<typeof valuesOf>;

const fillText = (text: string, values: Values): string =>
  text.replace(PLACEHOLDER, (_found, name: TemplateValue) => values[name] ?? "");

/** Values go into texts that are already parsed, so none can end the text it is in. */
const fillPart = (part: unknown, values: Values): unknown => {
  if (typeof part === "string") return fillText(part, values);
  if (Array.isArray(part)) return part.map((each) => fillPart(each, values));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, fillPart(each, values)]));
};

export const customRequest = (message: Message, template: WebhookTemplate) => {
  const values = valuesOf(message);
  const json = jsonOf(template);
  return json === null
    ? {
        body: fillText(String(template), values),
        headers: { "content-type": "text/plain; charset=utf-8" },
      }
    : { body: JSON.stringify(fillPart(json, values)) };
};
