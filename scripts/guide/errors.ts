import { ERRORS, type ErrorCode } from "../../src/contract/errors.ts";

const row = (code: ErrorCode): string => {
  const { status, cause, remedy, retryable } = ERRORS[code];
  return `| \`${code}\` | ${status} | ${cause} | ${remedy} | ${retryable ? "yes" : "no"} |`;
};

/** docs/guide/errors.md */
export const renderErrors = (): string =>
  [
    "# Errors",
    "Generated from the service's own definitions by `npm run guide`. All errors have the same format:",
    `\`\`\`json
{ "error": { "code": "invalid-request", "message": "…", "requestId": "…",
             "details": [{ "path": "steps[1].selector", "message": "…" }] } }
\`\`\``,
    "Use `code` in your program, because it is stable. Show `message` to people. Include `requestId` (also in `X-Request-Id`) when you ask for help. `Retry-After` says how long to wait, if waiting helps. A failed run has an `error` with a code from the same table.",
    `| code | status | cause | what to do | retry |\n|---|---|---|---|---|\n${(Object.keys(ERRORS) as ErrorCode[]).map(row).join("\n")}`,
    "",
  ].join("\n\n");
