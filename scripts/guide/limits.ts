import { MAX_PATTERN_LENGTH } from "../../src/contract/fields.ts";
import { DEFAULT_MAX_BODY_BYTES } from "../../src/contract/operation.ts";
import { LIMITS, MAX_WEBHOOKS, PLANS, type PlanName } from "../../src/contract/plans.ts";
import { MAX_LOG_ENTRIES, PREVIEW_ITEMS } from "../../src/contract/runs.ts";
import { MAX_FLOW_SECRETS } from "../../src/contract/secrets.ts";
import { MAX_TICKET_BODY_BYTES } from "../../src/contract/tickets.ts";

const count = (number: number): string => number.toLocaleString("en");
const names = Object.keys(PLANS) as PlanName[];

/** docs/guide/limits.md */
export const renderLimits = (): string =>
  [
    "# Plans and limits",
    "Made from the service's own tables by `npm run guide`.",
    "## By plan",
    "Held by the account, not by its keys. `GET /account` shows the limits and what is used of them. At 80 % of the month's runs there is an alert and a mail; at 100 % runs are refused with 402 `quota-exceeded`. One flow, webhook or secret too many is refused with 409 `limit-reached`.",
    `| | ${names.join(" | ")} |\n|---|${names.map(() => "---:|").join("")}\n${(
      Object.keys(LIMITS) as (keyof typeof LIMITS)[]
    )
      .map((limit) => `| ${LIMITS[limit]} | ${names.map((plan) => count(PLANS[plan][limit])).join(" | ")} |`)
      .join("\n")}`,
    "Budgets are yours to set: `limits.maxCostUsd` of a flow stops a run that has cost so much, `maxMonthlyCostUsd` of the account stops new runs.",
    "## For everyone",
    `| what | limit |
|---|---|
| body of a request | ${count(DEFAULT_MAX_BODY_BYTES)} bytes; a ticket with its screenshot ${count(MAX_TICKET_BODY_BYTES)} |
| answer | 6 MB; a page of items 4 MB, the items of \`/extract\` 2 MB, an export any size (a signed link) |
| time for an answer | 27 s, then \`timeout\` |
| records in a page of a list | 200 |
| flow | 200,000 bytes, 50 steps, 100 fields a step, ${MAX_FLOW_SECRETS} secrets |
| webhooks of an account | ${MAX_WEBHOOKS} |
| page | 20 MB, as sent and unpacked; 500,000 nodes, or 2,000,000 values of data; 20 s a try, and 10 s to read it in a step of a run |
| pattern of a field | ${count(MAX_PATTERN_LENGTH)} characters; a second for all values of a page; values over 20,000 characters are left out |
| run | no limit in time: it is handed from worker to worker |
| log of a run | ${count(MAX_LOG_ENTRIES)} entries, then one that says how many were left out |
| \`outputPreview\` | ${PREVIEW_ITEMS} items |
| \`Idempotency-Key\` | remembered for 24 hours |
| cursors, screenshot links | 24 hours |
| links of exports | 15 minutes |`,
    'Each answer to an authenticated request tells what is left of the rate: `RateLimit: "account";r=<left>;t=<seconds>`. Over it, 429 `rate-limited` with `Retry-After`; the client of this project waits and tries again by itself.',
    "",
  ].join("\n\n");
