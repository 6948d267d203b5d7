/** Error responses of AWS services for denied calls. */
import type { ServerResponse } from "node:http";
import { escapeHtml } from "../page.ts";
import type { Refusal } from "./access.ts";
import type { Guarded } from "./guarded.ts";
import { answerStsFault } from "./sessions.ts";

/** Statuses that differ from 400, by service. */
const STATUS: Readonly<Partial<Record<Guarded, number>>> = { s3: 403, ses: 403, lambda: 403 };

/** Error names by which SDKs recognise denials of JSON services. */
const JSON_NAMES = {
  AccessDenied: "AccessDeniedException",
  InvalidClientTokenId: "UnrecognizedClientException",
} as const satisfies Record<Refusal["code"], string>;

export const answerRefused = (
  response: ServerResponse,
  service: Guarded,
  { code, message }: Refusal,
): void => {
  const status = STATUS[service] ?? 400;
  if (service === "sts") {
    answerStsFault(response, code, message);
    return;
  }
  if (service === "s3") {
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeHtml(message)}</Message></Error>`;
    response.writeHead(status, { "content-type": "application/xml" }).end(body);
    return;
  }
  const type = JSON_NAMES[code];
  response
    .writeHead(status, { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": type })
    .end(JSON.stringify({ __type: type, message, Message: message }));
};
