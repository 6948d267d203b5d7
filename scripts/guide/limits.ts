import {
  LIMITS,
  MAX_DESTINATIONS,
  MAX_WEBHOOKS,
  PLANS,
  type PlanName,
} from "../../src/contract/account/plans.ts";
import { MAX_TICKET_BODY_BYTES } from "../../src/contract/account/tickets.ts";
import { MAX_EXTRACT_URLS } from "../../src/contract/extraction/extract.ts";
import { MAX_MAP_URLS } from "../../src/contract/extraction/map.ts";
import { MAX_SEARCH_RESULTS } from "../../src/contract/extraction/search.ts";
import { MAX_PATTERN_LENGTH } from "../../src/contract/fields/fields.ts";
import { MAX_COMPARED_CHARS } from "../../src/contract/flows/monitor.ts";
import { MAX_FLOW_SECRETS } from "../../src/contract/flows/secrets.ts";
import { DEFAULT_MAX_BODY_BYTES } from "../../src/contract/operation.ts";
import { MAX_FLOW_TOKENS, TOKEN_REQUESTS_PER_MINUTE } from "../../src/contract/runs/links.ts";
import { MAX_LOG_ENTRIES, PREVIEW_ITEMS } from "../../src/contract/runs/runs.ts";

const count = (number: number): string => number.toLocaleString("en");
const names = Object.keys(PLANS) as PlanName[];

/** docs/guide/limits.md */
export const renderLimits = (): string =>
  [
    "# Plans and limits",
    "Generated from the service's own definitions by `npm run guide`.",
    "## By plan",
    "Limits apply to the account, not to each key. `GET /account` shows them with your usage. At 80% of the month's runs you get an alert and an email; at 100% new runs return 402 `quota-exceeded`. Creating more flows, webhooks or secrets than allowed returns 409 `limit-reached`.",
    `| | ${names.join(" | ")} |\n|---|${names.map(() => "---:|").join("")}\n${(
      Object.keys(LIMITS) as (keyof typeof LIMITS)[]
    )
      .map((limit) => `| ${LIMITS[limit]} | ${names.map((plan) => count(PLANS[plan][limit])).join(" | ")} |`)
      .join("\n")}`,
    "`planPrices` of `GET /account` lists what paid plans cost, and the dashboard shows it under **Settings**, **Plan**. It is empty where the operator states no prices (`planPrices` in [Self-hosting](self-hosting.md#settings)).",
    "You can set budgets too: a flow's `limits.maxCostUsd` stops a run at that cost, and the account's `maxMonthlyCostUsd` stops new runs for the month.",
    "## All plans",
    `| what | limit |
|---|---|
| request body | ${count(DEFAULT_MAX_BODY_BYTES)} bytes; a ticket with its screenshot ${count(MAX_TICKET_BODY_BYTES)} |
| response | 6 MB; a page of items 4 MB, the items of \`/extract\` 2 MB; exports have no limit (a signed link) |
| response time | 27 s, then \`timeout\` |
| \`POST /extract\` with \`urls\` | ${MAX_EXTRACT_URLS} pages; they share the 2 MB; 12 s per page once its turn has come, 25 s for all |
| \`POST /map\` | ${count(MAX_MAP_URLS)} URLs, and no more than the plan's pages per run; 500 sitemaps, 3 indexes deep; 22 s |
| \`POST /search\` | ${MAX_SEARCH_RESULTS} results, ${MAX_EXTRACT_URLS} with \`extract\`; 12 s for the search engine, 25 s for all |
| \`Prefer: wait\` | 25 s; 5 requests per account and 50 in all wait at a time (2 on one machine), others return at once |
| records per page of a list | 200 |
| flow | 200,000 bytes, 50 steps, 100 fields per step, ${MAX_FLOW_SECRETS} secrets, ${MAX_FLOW_TOKENS} tokens |
| records that a monitor compares in a run | ${count(MAX_COMPARED_CHARS)} characters of JSON; 15 s |
| webhooks per account | ${MAX_WEBHOOKS} |
| destinations per account | ${MAX_DESTINATIONS} |
| requests with one token of a flow | ${TOKEN_REQUESTS_PER_MINUTE} per minute |
| page | 20 MB, compressed and uncompressed; 500,000 nodes, or 2,000,000 values of data; 20 s per attempt, and 10 s to process it in a step |
| regular expression in a field | ${count(MAX_PATTERN_LENGTH)} characters; 1 s for all values of a page; values over 20,000 characters are skipped |
| run | no time limit |
| log of a run | ${count(MAX_LOG_ENTRIES)} entries, then one with the number left out |
| \`outputPreview\` | ${PREVIEW_ITEMS} items |
| \`Idempotency-Key\` | remembered for 24 hours |
| cursors, screenshot links | valid for 24 hours |
| export links | valid for 15 minutes |`,
    'Each authenticated response shows what is left of your rate limit: `RateLimit: "account";r=<left>;t=<seconds>`. Above the limit you get 429 `rate-limited` with `Retry-After`; the client library waits and retries automatically.',
    "",
  ].join("\n\n");
