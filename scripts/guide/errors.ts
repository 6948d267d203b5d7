import { ERRORS, type ErrorCode } from "../../src/contract/errors.ts";

const row = (code: ErrorCode): string => {
  const { status, cause, remedy, retryable } = ERRORS[code];
  return `| \`${code}\` | ${status} | ${cause} | ${remedy} | ${retryable ? "yes" : "no"} |`;
};

/** docs/guide/errors.md */
export const renderErrors = (): string =>
  [
    "# Errors",
    "Made from the service's own table by `npm run guide`. Every refusal has this shape, whatever refuses:",
    `\`\`\`json
{ "error": { "code": "invalid-request", "message": "…", "requestId": "…",
             "details": [{ "path": "steps[1].selector", "message": "…" }] } }
\`\`\``,
    "Branch on `code`, which is stable; show `message` to people; quote `requestId` (also in `X-Request-Id`) when you ask for help. `Retry-After` says how long to wait where waiting helps. A run that failed carries an `error` with codes of the same table.",
    `| code | status | cause | what to do | may the same request succeed later |\n|---|---|---|---|---|\n${(Object.keys(ERRORS) as ErrorCode[]).map(row).join("\n")}`,
    "",
  ].join("\n\n");
