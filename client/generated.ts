/** Generated from docs/openapi.json by `npm run openapi`: do not edit. */
import type { CallOptions } from "./transport.ts";
import type { PageRequest } from "./pages.ts";


export interface ErrorBody {
error: {
code: "invalid-request" | "unauthenticated" | "quota-exceeded" | "missing-scope" | "not-found" | "method-not-allowed" | "conflict" | "limit-reached" | "idempotency-in-progress" | "version-mismatch" | "payload-too-large" | "unsupported-media-type" | "idempotency-mismatch" | "target-refused" | "robots-disallowed" | "target-unsupported" | "rate-limited" | "internal" | "target-failed" | "model-failed" | "not-configured" | "unavailable" | "timeout";
/** One sentence for people. */
message: string;
/** As in the X-Request-Id header. */
requestId: string;
/** What is wrong, one entry for each field. */
details?: Array<{
/** As the caller wrote it: `steps[1].fields[0]`. */
path: string;
message: string;
}> | undefined;
};
}

export interface Account {
id: string;
name: string;
/** The owner's address. */
email: string;
plan: "free" | "pro" | "scale";
/** What pays for the plan; null where nothing was ever bought. */
subscription: {
status: "active" | "past_due" | "cancelled";
interval: BillingInterval;
} | null;
/** What the plan includes. */
limits: {
/** Runs a month (UTC). */
monthlyRuns: number;
/** Pages of one run. */
pagesPerRun: number;
/** Runs at the same time; more wait their turn. */
concurrentRuns: number;
/** Flows. */
flows: number;
/** Requests a second, over all keys. */
requestsPerSecond: number;
/** Pages of one site at once that the pace `auto` may reach. */
pagesAtOnce: number;
/** Days for which runs, pages and pictures are kept. */
retentionDays: number;
/** Minutes between two scheduled runs of a flow, at the least. */
minIntervalMinutes: number;
/** Mails a month with POST /email. */
monthlyEmails: number;
};
/** What was used of it this month. A run counts in the month in which it was asked for. */
usage: {
/** The UTC month, such as 2026-11. */
month: string;
/** Runs asked for this month, whatever became of them. */
runs: number;
/** Pages of runs that have ended. */
pages: number;
/** US dollars of runs that have ended. */
cost: number;
/** Mails sent with POST /email. */
emails: number;
resetsAt: string;
};
/** No new run starts once the month's runs have cost this, and those under way end with `budget-stopped`. */
maxMonthlyCostUsd: number | null;
/** Who gets which mail; the owner where nobody was named. */
mail: {
alert: Array<string>;
report: Array<string>;
quota: Array<string>;
"webhook-disabled": Array<string>;
};
/** Alerts of this severity and above are mailed. */
alertMailSeverity: AlertSeverity;
createdAt: string;
}

export interface ActivityEntry {
id: string;
/** Dotted name, such as `run.completed`. */
type: string;
/** One sentence for people. */
message: string;
flowId: string | null;
timestamp: string;
}

export interface Alert {
id: string;
type: AlertType;
severity: AlertSeverity;
flowId: string | null;
message: string;
read: boolean;
createdAt: string;
}

export type AlertSeverity = "info" | "warning" | "critical";

export type AlertType = "change_detected" | "run_failed" | "flow_error" | "selector_broken" | "webhook_disabled" | "quota_near" | "quota_exceeded" | "budget_stopped" | "data_quality";

export interface AlertsRead {
/** How many alerts were unread. */
updated: number;
}

export interface Analytics {
totalRuns: number;
/** Percent of finished runs that completed; 0 before the first. */
successRate: number;
/** US dollars. */
totalCost: number;
/** Field values that are not null. */
dataPointsExtracted: number;
/** Every day of the period, oldest first. */
dailyBreakdown: Array<{
/** Day in UTC on which the runs were started. */
date: string;
runs: number;
success: number;
cost: number;
}>;
}

export interface ApiKey {
id: string;
name: string;
/** The full key in the answer that creates it; masked ever after. */
key: string;
scopes: Array<string>;
createdAt: string;
expiresAt: string | null;
/** Written at most once a minute. */
lastUsedAt: string | null;
}

/** Fails the run with a message of yours where something is not on the page. */
export interface AssertStep {
type: "assert";
/** An element that is there and visible. */
selector?: string | undefined;
/** Text that the page shows. */
text?: string | undefined;
/** It must not be there. */
absent?: boolean | undefined;
/** What the run fails with. */
message: string;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export interface AuditEntry {
id: string;
/** Dotted name, such as `flow.created`. */
action: string;
/** The user to whom the key belongs, or `system`. */
userId: string;
/** Identifier of the affected record. */
resource: string;
timestamp: string;
/** Key, address and request id of the caller; the names of changed fields. Never a secret. */
metadata: Record<string, unknown>;
}

export type BillingInterval = "month" | "year";

export interface CheckoutSession {
/** Where to send the user to pay. */
url: string;
sessionId: string;
}

/** Clicks an element, and waits for the page that it leads to, if it leads to one. */
export interface ClickStep {
type: "click";
selector: string;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export interface CostBreakdown {
/** Function time: GB-seconds and invocations. */
compute: number;
/** Reads and writes of the table. */
table: number;
/** Requests to the object store. */
objects: number;
/** Messages. */
queue: number;
}

export interface CreateCheckout {
plan: PaidPlan;
interval: BillingInterval;
}

export interface CreateKey {
name: string;
scopes: Array<Scope>;
/** When the key stops working; never if absent. */
expiresAt?: string | undefined;
}

export interface CreateRun {
flowId: string;
}

export interface CreateTicket {
subject: string;
description?: string | undefined;
type: TicketType;
priority: TicketPriority;
/** The flow that the ticket is about. */
flowId?: string | undefined;
/** Data URI of a base64 PNG image, at most 16,384 pixels a side. */
screenshot?: string | undefined;
}

export interface CreateWebhook {
/** The receiving address. */
url: string;
/** Names of the events that are delivered. */
events: Array<EventType>;
/** Signs every delivery. Used as given: after `whsec_` base64, else as text. If absent, one is made and shown once. Of one that is easy to guess or to misread the answer warns. */
secret?: string | undefined;
}

export interface Delivery {
id: string;
webhookId: string;
/** The `webhook-id` header of every attempt. */
eventId: string;
/** Name of the event. */
event: string;
/** `cancelled`: the webhook was switched off or deleted before the delivery came through. */
status: "pending" | "succeeded" | "failed" | "cancelled";
/** Every attempt, oldest first. */
attempts: Array<{
timestamp: string;
/** Null where no answer came. */
httpStatus: number | null;
/** Milliseconds until the answer or the failure. */
duration: number;
/** Why no answer came, such as `timeout`. */
error: {
code: string;
message: string;
} | null;
/** The first 500 characters of the answer; null where the receiver is not a public one. */
reply: string | null;
}>;
nextAttemptAt: string | null;
createdAt: string;
}

export type EventType = "run.completed" | "run.failed" | "run.cancelled" | "alert.created" | "flow.error" | "selector.healed" | "selector.broken" | "webhook.disabled";

/** Takes records from the page: one for each element of `selector`, or what the page holds. */
export interface ExtractStep {
type: "extract";
/** Elements that hold one record each. Absent: the page holds one or, without `fields` too, one or a list. */
selector?: string | undefined;
/** What to take, in the grammar of fields. Absent: the names of the flow's `outputSchema`, or what is found. */
fields?: Array<string> | undefined;
/** Most records taken from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export interface Flow {
name: string;
description: string;
/** Where the flow starts. */
url: string;
mode: FlowMode;
/** How pages are rendered: `static` fetches the HTML, `browser` opens it in Chromium, `auto` uses Chromium only when the page needs it. */
render: FlowRender;
/** `obey`: pages that robots.txt disallows are not opened, and its Crawl-delay is kept. `ignore`: it is not read; every run notes that in its log, and the audit log who set it. */
robots: "obey" | "ignore";
/** How fast each site is visited. `auto` begins with two pages at once, opens more while answers stay fast and clean (up to 8; 16 on the plan `scale`), and slows down on 429, 503, time-outs, broken connections and slower answers. A fixed pace is kept as it is. A `Crawl-delay` of robots.txt and a `Retry-After` of the site win over both. */
pace: "auto" | {
/** Pages of one origin that are opened at the same time. */
concurrency: number;
/** Least time between the beginnings of two visits to one origin, in milliseconds. */
delayMs: number;
};
steps: Steps;
outputSchema: OutputSchema;
/** What a flow of mode `monitor` compares and reports. */
monitor: {
/** The fields that tell one record from another. Absent: found by itself (url, id, sku, title). */
key?: Array<string> | undefined;
/** The fields to compare, all else is left out. A field named here is compared even where it looks like noise. */
fields?: Array<string> | undefined;
/** Passages that are cut out before texts are compared; `*` stands for any characters. */
ignore?: Array<string> | undefined;
/** Which changes raise an alert. Absent: every one. All changes are recorded. */
conditions?: Array<string> | undefined;
/** How many of the conditions must hold. Default: any. */
match?: "any" | "all" | undefined;
/** Of the alerts. Default: info. */
severity?: AlertSeverity | undefined;
/** Raise an alert only for what comes back in stock. */
restock?: boolean | undefined;
};
schedule: Schedule | null;
limits: FlowLimits;
/** What a good run looks like. A run that completes otherwise carries `warnings`, the flow needs attention, and a `data_quality` alert says why. By itself only no items and lost fields are told of. */
expect: {
/** Fewest items of a good run. Absent: one, once a run has collected any. 0: none is fine too. */
minItems?: number | undefined;
/** By field: the share of items, from 0 to 1, that may lack it. A field that is not named here may be empty, but not in all items where the last good runs had it in most; 1 allows that too. */
maxNullShare?: Record<string, number> | undefined;
/** Fields that together tell each item of a run from all others. */
unique?: Array<string> | undefined;
/** The share, from 0 to 1, by which the number of items may fall below that of the last good runs. */
maxDrop?: number | undefined;
};
id: string;
status: FlowStatus;
/** Percent of finished runs that completed. */
successRate: number;
totalRuns: number;
/** It failed too often, or its last run that completed is not what it should be. */
needsAttention: boolean;
createdAt: string;
/** Rises with every change; send it as If-Match with a PUT. */
version: number;
/** When the schedule starts the next run. */
nextRunAt: string | null;
/** When its latest run was asked for; null where that is not known. */
lastRunAt: string | null;
/** Names of the secrets that were written; see PUT /flows/{id}/secrets/{name}. */
secrets: Array<string>;
/** Those of the last run that completed. */
warnings: Array<{
/** `nothing-found`: no items, as in every run before. `no-items`: none, where earlier runs had some. `lost-field`: a field is empty in all items, where earlier runs had it. The others: see `expect` of the flow. */
code: "nothing-found" | "no-items" | "min-items" | "lost-field" | "null-share" | "not-unique" | "dropped";
/** What is wrong, in which step, and why where that is known. */
message: string;
/** The step it is about, as `steps[1]` or by its label. */
step: string | null;
/** The field it is about. */
field: string | null;
}>;
/** Expectations that the last good runs would have met: send them as `expect` to have them held. Null before one. */
proposedExpect: {
/** Fewest items of a good run. Absent: one, once a run has collected any. 0: none is fine too. */
minItems?: number | undefined;
/** By field: the share of items, from 0 to 1, that may lack it. A field that is not named here may be empty, but not in all items where the last good runs had it in most; 1 allows that too. */
maxNullShare?: Record<string, number> | undefined;
/** Fields that together tell each item of a run from all others. */
unique?: Array<string> | undefined;
/** The share, from 0 to 1, by which the number of items may fall below that of the last good runs. */
maxDrop?: number | undefined;
} | null;
updatedAt: string;
}

export interface FlowCreated {
id: string;
name: string;
status: FlowStatus;
createdAt: string;
version: number;
}

export interface FlowDefinition {
name: string;
description?: string | undefined;
/** Where the flow starts. */
url: string;
mode: FlowMode;
/** How pages are rendered: `static` fetches the HTML, `browser` opens it in Chromium, `auto` uses Chromium only when the page needs it. */
render?: FlowRender | undefined;
/** `obey`: pages that robots.txt disallows are not opened, and its Crawl-delay is kept. `ignore`: it is not read; every run notes that in its log, and the audit log who set it. */
robots?: "obey" | "ignore" | undefined;
/** How fast each site is visited. `auto` begins with two pages at once, opens more while answers stay fast and clean (up to 8; 16 on the plan `scale`), and slows down on 429, 503, time-outs, broken connections and slower answers. A fixed pace is kept as it is. A `Crawl-delay` of robots.txt and a `Retry-After` of the site win over both. */
pace?: "auto" | {
/** Pages of one origin that are opened at the same time. */
concurrency?: number | undefined;
/** Least time between the beginnings of two visits to one origin, in milliseconds. */
delayMs?: number | undefined;
} | undefined;
steps?: Steps | undefined;
outputSchema?: OutputSchema | undefined;
/** What a flow of mode `monitor` compares and reports. */
monitor?: {
/** The fields that tell one record from another. Absent: found by itself (url, id, sku, title). */
key?: Array<string> | undefined;
/** The fields to compare, all else is left out. A field named here is compared even where it looks like noise. */
fields?: Array<string> | undefined;
/** Passages that are cut out before texts are compared; `*` stands for any characters. */
ignore?: Array<string> | undefined;
/** Which changes raise an alert. Absent: every one. All changes are recorded. */
conditions?: Array<string> | undefined;
/** How many of the conditions must hold. Default: any. */
match?: "any" | "all" | undefined;
/** Of the alerts. Default: info. */
severity?: AlertSeverity | undefined;
/** Raise an alert only for what comes back in stock. */
restock?: boolean | undefined;
} | undefined;
schedule?: ScheduleInput | null | undefined;
limits?: FlowLimits | undefined;
/** What a good run looks like. A run that completes otherwise carries `warnings`, the flow needs attention, and a `data_quality` alert says why. By itself only no items and lost fields are told of. */
expect?: {
/** Fewest items of a good run. Absent: one, once a run has collected any. 0: none is fine too. */
minItems?: number | undefined;
/** By field: the share of items, from 0 to 1, that may lack it. A field that is not named here may be empty, but not in all items where the last good runs had it in most; 1 allows that too. */
maxNullShare?: Record<string, number> | undefined;
/** Fields that together tell each item of a run from all others. */
unique?: Array<string> | undefined;
/** The share, from 0 to 1, by which the number of items may fall below that of the last good runs. */
maxDrop?: number | undefined;
} | undefined;
/** What POST /generate tells of fields that it did not find. It is not kept: the answer can be sent as it is. */
notes?: Array<{
/** Its name, as the prompt or the example gives it. */
field: string;
/** What was looked for and not found, for people. */
why: string;
/** Where an example of it was given: its value is not on the page, or in several places that differ elsewhere. */
code?: "example-not-found" | "example-ambiguous" | undefined;
/** Of an ambiguous example: the places that hold its value, as fields that a step may have. */
candidates?: Array<string> | undefined;
}> | undefined;
/** What POST /generate shows of the records. It is not kept. */
preview?: {
/** Records that the flow finds on the page. */
recordCount: number;
/** The first 10 of them; long texts are cut to 200 characters. */
records: Array<Record<string, unknown>>;
fields: Array<{
field: string;
/** How surely it is what was shown, and will be found again. */
confidence: number;
/** How it is found, for people. */
found: string;
}>;
} | undefined;
}

export interface FlowLimits {
/** Pages that a run opens at the most. */
maxPages?: number | undefined;
/** Items after which a run stops. */
maxItems?: number | undefined;
/** US dollars after which a run stops: it fails with `budget-stopped` and keeps its items. */
maxCostUsd?: number | undefined;
}

export type FlowMode = "extract" | "interact" | "monitor";

export interface FlowPatch {
name?: unknown | undefined;
description?: unknown | undefined;
url?: unknown | undefined;
mode?: unknown | undefined;
render?: unknown | undefined;
robots?: unknown | undefined;
pace?: unknown | undefined;
status?: FlowStatus | undefined;
steps?: Array<Record<string, unknown>> | null | undefined;
outputSchema?: Record<string, unknown> | null | undefined;
monitor?: Record<string, unknown> | null | undefined;
schedule?: Record<string, unknown> | null | undefined;
limits?: Record<string, unknown> | null | undefined;
expect?: Record<string, unknown> | null | undefined;
id?: unknown | undefined;
successRate?: unknown | undefined;
totalRuns?: unknown | undefined;
version?: unknown | undefined;
nextRunAt?: unknown | undefined;
lastRunAt?: unknown | undefined;
secrets?: unknown | undefined;
needsAttention?: unknown | undefined;
warnings?: unknown | undefined;
proposedExpect?: unknown | undefined;
createdAt?: unknown | undefined;
updatedAt?: unknown | undefined;
}

export type FlowRender = "auto" | "static" | "browser";

export interface FlowSecret {
name: string;
/** The only sites on whose pages it is typed. */
origins: Array<string>;
updatedAt: string;
}

export interface FlowSecretDeleted {
name: string;
deletedAt: string;
}

export type FlowSort = "createdAt" | "name" | "lastRunAt" | "successRate";

export type FlowStatus = "active" | "paused" | "draft" | "error";

export interface FlowSummary {
id: string;
status: FlowStatus;
/** Percent of finished runs that completed. */
successRate: number;
totalRuns: number;
/** It failed too often, or its last run that completed is not what it should be. */
needsAttention: boolean;
createdAt: string;
name: string;
mode: FlowMode;
url: string;
nextRunAt: string | null;
/** When its latest run was asked for; null where that is not known. */
lastRunAt: string | null;
}

export interface FlowUpdated {
id: string;
name: string;
status: FlowStatus;
updatedAt: string;
version: number;
}

/** Opens each link, runs `steps` there, and merges what they take into the record. */
export interface FollowStep {
type: "follow";
/** Links to open, as `css` or `css@attr` (attribute `href` by default). */
selector?: string | undefined;
/** An extracted field that holds the address to open. */
field?: string | undefined;
/** Most links opened from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
steps: Array<{
type: "extract";
/** Elements that hold one record each. Absent: the page holds one or, without `fields` too, one or a list. */
selector?: string | undefined;
/** What to take, in the grammar of fields. Absent: the names of the flow's `outputSchema`, or what is found. */
fields?: Array<string> | undefined;
/** Most records taken from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** Links to open, as `css` or `css@attr` (attribute `href` by default). */
selector?: string | undefined;
/** An extracted field that holds the address to open. */
field?: string | undefined;
/** Most links opened from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Elements that hold one record each. Absent: the page holds one or, without `fields` too, one or a list. */
selector?: string | undefined;
/** What to take, in the grammar of fields. Absent: the names of the flow's `outputSchema`, or what is found. */
fields?: Array<string> | undefined;
/** Most records taken from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** Links to open, as `css` or `css@attr` (attribute `href` by default). */
selector?: string | undefined;
/** An extracted field that holds the address to open. */
field?: string | undefined;
/** Most links opened from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Elements that hold one record each. Absent: the page holds one or, without `fields` too, one or a list. */
selector?: string | undefined;
/** What to take, in the grammar of fields. Absent: the names of the flow's `outputSchema`, or what is found. */
fields?: Array<string> | undefined;
/** Most records taken from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
}>;
}>;
}>;
}

/** Of `csv`: a text that a spreadsheet may take for a formula gets an apostrophe before it (`escape`, the default), or is left as it is. Amounts and phone numbers are always left. */
export type Formulas = "escape" | "keep";

export interface GenerateRequest {
/** What to collect, in your words. Not needed where `examples` show it. */
prompt?: string | undefined;
/** Records of the page as a person reads them there, by field; one is enough. All in one list: the flow collects every record of it. A single one that is no part of a list: the page is the record. */
examples?: Array<Record<string, string>> | undefined;
/** The page to start from. */
url: string;
/** `ignore`: the page is opened although its robots.txt disallows it, and the flow does so too. Only if you may. */
robots?: "obey" | "ignore" | undefined;
}

export interface GeneratedFlow {
name: string;
description: string;
url: string;
mode: FlowMode;
steps: Steps;
outputSchema: OutputSchema;
render?: FlowRender | undefined;
robots?: "obey" | "ignore" | undefined;
/** Where the prompt asks to be told of something. */
monitor?: {
/** The fields that tell one record from another. Absent: found by itself (url, id, sku, title). */
key?: Array<string> | undefined;
/** The fields to compare, all else is left out. A field named here is compared even where it looks like noise. */
fields?: Array<string> | undefined;
/** Passages that are cut out before texts are compared; `*` stands for any characters. */
ignore?: Array<string> | undefined;
/** Which changes raise an alert. Absent: every one. All changes are recorded. */
conditions?: Array<string> | undefined;
/** How many of the conditions must hold. Default: any. */
match?: "any" | "all" | undefined;
/** Of the alerts. Default: info. */
severity?: AlertSeverity | undefined;
/** Raise an alert only for what comes back in stock. */
restock?: boolean | undefined;
} | undefined;
/** Where the prompt says when; it takes effect once the flow is active. */
schedule?: Schedule | undefined;
/** Where the prompt says how many. */
limits?: FlowLimits | undefined;
/** Fields that the prompt or an example asks for and the flow does not collect. POST /flows accepts and drops them. */
notes?: Array<{
/** Its name, as the prompt or the example gives it. */
field: string;
/** What was looked for and not found, for people. */
why: string;
/** Where an example of it was given: its value is not on the page, or in several places that differ elsewhere. */
code?: "example-not-found" | "example-ambiguous" | undefined;
/** Of an ambiguous example: the places that hold its value, as fields that a step may have. */
candidates?: Array<string> | undefined;
}> | undefined;
/** Where examples were given: what the flow gives on the page, and how each field is found. POST /flows accepts and drops it. */
preview?: {
/** Records that the flow finds on the page. */
recordCount: number;
/** The first 10 of them; long texts are cut to 200 characters. */
records: Array<Record<string, unknown>>;
fields: Array<{
field: string;
/** How surely it is what was shown, and will be found again. */
confidence: number;
/** How it is found, for people. */
found: string;
}>;
} | undefined;
}

export interface Health {
status: "healthy" | "degraded";
services: {
api: "up" | "down" | "not-configured";
database: "up" | "down" | "not-configured";
scraping_engine: "up" | "down" | "not-configured";
ai: "up" | "down" | "not-configured";
};
version: string;
/** Seconds since the code that runs was deployed. */
uptime: number;
}

/** Moves the mouse over an element. */
export interface HoverStep {
type: "hover";
selector: string;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export type Item = Record<string, unknown>;

export interface KeyRevoked {
id: string;
name: string;
revokedAt: string;
}

export interface LogEntry {
timestamp: string;
level: "debug" | "info" | "warn" | "error";
message: string;
}

/** Opens the flow's start page, or the step's `url`. */
export interface NavigateStep {
type: "navigate";
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

/** Field name → type: string, number, integer, boolean, date, datetime, url, email, image, price, a list such as string[], a nested object, or a list that holds one nested object. */
export type OutputSchema = Record<string, unknown>;

/** Goes on to the next page and runs the steps before it again, until there is none. */
export interface PaginateStep {
type: "paginate";
/** `next`: a link or button to the next page. `load-more`: a button that adds to the page. `scroll`: the page grows as one scrolls. `auto`: whichever the page has. Default: `next` with a selector, else `auto`. */
method?: "auto" | "next" | "load-more" | "scroll" | undefined;
/** The link, as `css` or `css@attr`, or the button. Absent: found by itself. */
selector?: string | undefined;
/** Pages in all, the first one included; of a page that grows, how often it may (default 100). */
maxPages?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export type PaidPlan = "pro" | "scale";

/** An event of the payment provider, signed in its Stripe-Signature header. */
export interface PaymentEvent {
id: string;
type: string;
}

export interface PaymentEventReceipt {
outcome: "applied" | "known" | "ignored";
}

export type Period = "7d" | "30d" | "90d";

/** Presses a key. */
export interface PressStep {
type: "press";
/** A key by its name, such as "Enter", "ArrowDown" or "Control+a". */
key: string;
/** Element to focus first. */
selector?: string | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export interface PutFlowSecret {
/** Kept sealed. No answer, log or snapshot shows it. */
value: string;
/** The only sites on whose pages it is typed, such as `https://login.shop.example`. Default: that of the flow's `url` at this moment. An edit of the flow does not move it. */
origins?: Array<string> | undefined;
}

export interface RetryRun {
/** `snapshots`: today's flow on the pages as the run saw them. Nothing is visited. */
from?: "source" | "snapshots" | undefined;
}

export interface RotateKey {
/** How long the old key goes on working beside the new one (default a day). */
overlapSeconds?: number | undefined;
}

export interface Run {
id: string;
flowId: string;
flowName: string;
status: RunStatus;
origin: RunOrigin;
/** As given to POST /runs/trigger. */
trigger?: string | undefined;
/** The run that this one repeats. */
retryOf?: string | undefined;
/** The run whose kept pages this one reads, without a visit. */
snapshotsOf?: string | undefined;
/** When the run was asked for. */
startedAt: string;
/** When work on it began. */
executionStartedAt: string | null;
finishedAt: string | null;
/** Milliseconds of execution: 0 while queued, elapsed while running. */
duration: number;
itemsExtracted: number;
pagesFetched: number;
/** Field values that are not null. */
dataPointsExtracted: number;
/** US dollars used so far. */
cost: number;
/** What a run that completed is not as its flow expects. */
warnings: Array<{
/** `nothing-found`: no items, as in every run before. `no-items`: none, where earlier runs had some. `lost-field`: a field is empty in all items, where earlier runs had it. The others: see `expect` of the flow. */
code: "nothing-found" | "no-items" | "min-items" | "lost-field" | "null-share" | "not-unique" | "dropped";
/** What is wrong, in which step, and why where that is known. */
message: string;
/** The step it is about, as `steps[1]` or by its label. */
step: string | null;
/** The field it is about. */
field: string | null;
}>;
costBreakdown: CostBreakdown;
error: RunError | null;
logs: Array<LogEntry>;
/** At most 50, in the order in which they were taken. */
screenshots: Array<RunScreenshot>;
/** The first 10 items. */
outputPreview: Array<Record<string, unknown>>;
}

export interface RunError {
/** Stable code, such as `target-failed` or `not-configured`. */
code: string;
message: string;
/** The step that failed, as `steps[1]` or by its label. */
step: string | null;
/** The page on which it failed. */
url: string | null;
httpStatus: number | null;
/** Whether running the flow again may succeed. */
retryable: boolean;
}

export interface RunExport {
/** Needs no key; valid for 15 minutes. */
url: string;
format: "json" | "ndjson" | "csv" | "xlsx";
itemCount: number;
expiresAt: string;
}

export type RunOrigin = "api" | "trigger" | "schedule" | "retry";

export interface RunScreenshot {
/** The step that took it, as `steps[1]` or by its label. */
step: string;
/** The page that it shows. */
url: string;
/** Needs no key; valid for 24 hours from this answer. */
screenshotUrl: string;
width: number;
height: number;
capturedAt: string;
/** Taken because the step failed. */
isFailure: boolean;
}

export type RunStatus = "queued" | "running" | "completed" | "failed" | "cancelled";

export interface RunSummary {
id: string;
flowId: string;
flowName: string;
status: RunStatus;
origin: RunOrigin;
/** As given to POST /runs/trigger. */
trigger?: string | undefined;
/** The run that this one repeats. */
retryOf?: string | undefined;
/** The run whose kept pages this one reads, without a visit. */
snapshotsOf?: string | undefined;
/** When the run was asked for. */
startedAt: string;
/** When work on it began. */
executionStartedAt: string | null;
finishedAt: string | null;
/** Milliseconds of execution: 0 while queued, elapsed while running. */
duration: number;
itemsExtracted: number;
pagesFetched: number;
/** Field values that are not null. */
dataPointsExtracted: number;
/** US dollars used so far. */
cost: number;
/** What a run that completed is not as its flow expects. */
warnings: Array<{
/** `nothing-found`: no items, as in every run before. `no-items`: none, where earlier runs had some. `lost-field`: a field is empty in all items, where earlier runs had it. The others: see `expect` of the flow. */
code: "nothing-found" | "no-items" | "min-items" | "lost-field" | "null-share" | "not-unique" | "dropped";
/** What is wrong, in which step, and why where that is known. */
message: string;
/** The step it is about, as `steps[1]` or by its label. */
step: string | null;
/** The field it is about. */
field: string | null;
}>;
}

export type Schedule = {
cron: string;
timezone: string;
} | {
/** No shorter than the plan allows: GET /account shows `minIntervalMinutes`. */
every: string;
};

export type ScheduleInput = {
cron: string;
timezone?: string | undefined;
} | {
/** No shorter than the plan allows: GET /account shows `minIntervalMinutes`. */
every: string;
};

/** Deprecated, since they unlock nothing: `analytics:write`, `audit:write`, `activity:write`, `screenshots:read`, `extract:read`, `billing:read`. */
export type Scope = "flows:read" | "flows:write" | "runs:read" | "runs:write" | "keys:read" | "keys:write" | "alerts:read" | "alerts:write" | "analytics:read" | "analytics:write" | "audit:read" | "audit:write" | "activity:read" | "activity:write" | "webhooks:read" | "webhooks:write" | "tickets:read" | "tickets:write" | "screenshots:read" | "screenshots:write" | "extract:read" | "extract:write" | "billing:read" | "billing:write" | "email:read" | "email:write" | "account:read" | "account:write";

export interface Screenshot {
url: string;
/** Needs no key; valid for 24 hours. */
screenshotUrl: string;
/** Of the image, in its own pixels; of a PDF, in CSS pixels. */
width: number;
height: number;
capturedAt: string;
}

/** Takes a picture of the page; the run lists it with a link. */
export interface ScreenshotStep {
type: "screenshot";
/** The whole page; it is scrolled first, so that lazy images load. */
fullPage?: boolean | undefined;
/** Only this element. */
selector?: string | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

/** Scrolls the page, one way of three. */
export interface ScrollStep {
type: "scroll";
/** Element to bring into view. */
selector?: string | undefined;
to?: "bottom" | "top" | undefined;
/** Pixels down; negative: up. */
byPx?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export interface SecretWarning {
code: "short-secret" | "secret-not-base64";
message: string;
}

/** Chooses options of a select element. */
export interface SelectStep {
type: "select";
selector: string;
/** Value or label of the option, or of several. */
value: string | Array<string>;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

/** Opens the pages that a sitemap lists and runs `steps` on each. `url` is the sitemap; absent, it is found. */
export interface SitemapStep {
type: "sitemap";
/** Only pages whose address fits: `*` stands for any characters. `/blog/*` is about the path with its query. */
match?: string | undefined;
/** Leaves out what the sitemap says was last modified before that, such as `7d` or `12h`. */
modifiedWithin?: string | undefined;
/** Most pages opened. */
maxPages?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
steps: Array<{
type: "extract";
/** Elements that hold one record each. Absent: the page holds one or, without `fields` too, one or a list. */
selector?: string | undefined;
/** What to take, in the grammar of fields. Absent: the names of the flow's `outputSchema`, or what is found. */
fields?: Array<string> | undefined;
/** Most records taken from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** Links to open, as `css` or `css@attr` (attribute `href` by default). */
selector?: string | undefined;
/** An extracted field that holds the address to open. */
field?: string | undefined;
/** Most links opened from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Elements that hold one record each. Absent: the page holds one or, without `fields` too, one or a list. */
selector?: string | undefined;
/** What to take, in the grammar of fields. Absent: the names of the flow's `outputSchema`, or what is found. */
fields?: Array<string> | undefined;
/** Most records taken from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** Links to open, as `css` or `css@attr` (attribute `href` by default). */
selector?: string | undefined;
/** An extracted field that holds the address to open. */
field?: string | undefined;
/** Most links opened from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Elements that hold one record each. Absent: the page holds one or, without `fields` too, one or a list. */
selector?: string | undefined;
/** What to take, in the grammar of fields. Absent: the names of the flow's `outputSchema`, or what is found. */
fields?: Array<string> | undefined;
/** Most records taken from one page. */
limit?: number | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
}>;
}>;
}>;
}

export type Step = NavigateStep | ExtractStep | PaginateStep | FollowStep | SitemapStep | ClickStep | TypeStep | PressStep | SelectStep | HoverStep | ScrollStep | WaitStep | ScreenshotStep | AssertStep;

export type Steps = Array<Step>;

export interface TakeScreenshot {
url: string;
/** The whole page; it is scrolled first, so that lazy images load. */
fullPage?: boolean | undefined;
/** Of the window, in CSS pixels. */
width?: number | undefined;
/** Of the window, in CSS pixels. */
height?: number | undefined;
/** Pixels of the image per CSS pixel. */
deviceScaleFactor?: number | undefined;
/** Only this element. */
selector?: string | undefined;
format?: "png" | "jpeg" | "webp" | "pdf" | undefined;
/** Wait until this element is visible. */
waitFor?: string | undefined;
/** Wait this long before the picture is taken. */
delayMs?: number | undefined;
hideCookieBanners?: boolean | undefined;
/** `ignore`: the page is opened although its robots.txt disallows it. Only if you may. */
robots?: "obey" | "ignore" | undefined;
/** Tell the page that its reader prefers dark colours. */
darkMode?: boolean | undefined;
}

export interface Ticket {
id: string;
subject: string;
description: string;
type: TicketType;
priority: TicketPriority;
status: TicketStatus;
flowId: string | null;
hasScreenshot: boolean;
createdAt: string;
updatedAt: string;
/** Data URI of a base64 PNG image. */
screenshot: string | null;
}

export interface TicketCreated {
id: string;
subject: string;
status: TicketStatus;
priority: TicketPriority;
createdAt: string;
}

export type TicketPriority = "low" | "normal" | "high" | "urgent";

export type TicketStatus = "open" | "pending" | "resolved" | "closed";

export interface TicketSummary {
id: string;
subject: string;
description: string;
type: TicketType;
priority: TicketPriority;
status: TicketStatus;
flowId: string | null;
hasScreenshot: boolean;
createdAt: string;
updatedAt: string;
}

export type TicketType = "bug" | "question" | "feature" | "billing" | "other";

export interface TriggerRun {
flowId: string;
/** What set the run off, in your words. */
trigger: string;
}

/** Types into a field. */
export interface TypeStep {
type: "type";
selector: string;
/** What to type; `{{secret.name}}` stands for a secret. */
text: string;
/** Keep what the field holds already (default: it is replaced). */
append?: boolean | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export interface UpdateAccount {
name?: string | undefined;
maxMonthlyCostUsd?: number | null | undefined;
mail?: {
/** null: the owner again; an empty list: nobody. */
alert?: Array<string> | null | undefined;
/** null: the owner again; an empty list: nobody. */
report?: Array<string> | null | undefined;
/** null: the owner again; an empty list: nobody. */
quota?: Array<string> | null | undefined;
/** null: the owner again; an empty list: nobody. */
"webhook-disabled"?: Array<string> | null | undefined;
} | undefined;
alertMailSeverity?: AlertSeverity | undefined;
}

export interface UpdateAlert {
read: boolean;
}

export interface UpdateTicket {
subject?: string | undefined;
description?: string | undefined;
type?: TicketType | undefined;
priority?: TicketPriority | undefined;
status?: TicketStatus | undefined;
}

export interface UpdateWebhook {
url?: string | undefined;
/** Names of the events that are delivered. */
events?: Array<EventType> | undefined;
/** An inactive webhook gets no deliveries; what is pending is dropped. */
active?: boolean | undefined;
id?: unknown | undefined;
createdAt?: unknown | undefined;
}

/** Waits until an element or a text is there, the network is quiet, or time has passed. */
export interface WaitStep {
type: "wait";
/** An element that is there and visible. */
selector?: string | undefined;
/** Text that the page shows. */
text?: string | undefined;
/** Until the page has loaded nothing for half a second. */
networkIdle?: true | undefined;
/** So many milliseconds. */
delayMs?: number | undefined;
/** Wait until the element or text is gone instead. */
gone?: boolean | undefined;
/** Name of the step in logs; the key under which a followed page puts its list of records. */
label?: string | undefined;
/** A failure of this step is logged and does not fail the run. */
optional?: boolean | undefined;
/** For each try to get the page that the step opens; for an action, until it is done. */
timeoutMs?: number | undefined;
/** Go to this address first. */
url?: string | undefined;
}

export interface Webhook {
id: string;
url: string;
events: Array<EventType>;
active: boolean;
createdAt: string;
}

export interface WebhookCreated {
id: string;
url: string;
events: Array<EventType>;
active: boolean;
createdAt: string;
/** The secret that was made for the webhook, this once. */
secret?: string | undefined;
/** What a receiver must do about the secret; absent where all is well. */
warnings?: Array<SecretWarning> | undefined;
}

export interface WebhookDeleted {
id: string;
deletedAt: string;
}

export interface WebhookWithSecret {
id: string;
url: string;
events: Array<EventType>;
active: boolean;
createdAt: string;
/** The secret that was made for the webhook, this once. */
secret?: string | undefined;
}

/** One method for each operation of the API, by its operationId. */
export interface Operations {
/**
 * Tell whether the service and its parts are up
 *
 * Needs no key.
 */
getHealth(options?: CallOptions): Promise<Health>;

/**
 * Read this document
 *
 * Needs no key.
 */
getOpenApi(options?: CallOptions): Promise<Record<string, unknown>>;

/**
 * List flows, newest first
 *
 * Needs the scope `flows:read`.
 */
listFlows(query?: { status?: FlowStatus | undefined;
mode?: FlowMode | undefined;
/** Words of the name, the description or the address. */
q?: string | undefined;
/** Flows that never ran come last by `lastRunAt`. */
sort?: FlowSort | undefined;
/** Default: `asc` by name, else `desc`: the newest, the latest or the best first. */
order?: "asc" | "desc" | undefined;
/** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<FlowSummary>;

/**
 * Create a flow
 *
 * A new flow is a draft: it can be run by hand, and starts to run on its schedule once it is set active. A flow without steps collects what its page holds.
 *
 * Needs the scope `flows:write`.
 */
createFlow(body: FlowDefinition, options?: CallOptions): Promise<FlowCreated>;

/**
 * Get a flow
 *
 * Needs the scope `flows:read`.
 */
getFlow(id: string, options?: CallOptions): Promise<Flow>;

/**
 * Change a flow
 *
 * A merge-patch (RFC 7396): only the supplied fields change, objects merge by key, null removes, arrays are replaced; a schedule's cron and every exclude each other, setting one removes the other. With If-Match, the change is made only to that version of the flow.
 *
 * Needs the scope `flows:write`.
 */
updateFlow(id: string, body: FlowPatch, options?: CallOptions & { readonly ifMatch?: number }): Promise<FlowUpdated>;

/**
 * Delete a flow
 *
 * Cancels the flow's queued runs. Its finished runs stay readable.
 *
 * Needs the scope `flows:write`.
 */
deleteFlow(id: string, options?: CallOptions): Promise<{
message: string;
}>;

/**
 * Write a secret of a flow
 *
 * A `type` step types it where its text says `{{secret.name}}`, on pages of the secret's origins and nowhere else. It is sealed, shown never, and masked in all that a run keeps. Written again, its value is replaced.
 *
 * Needs the scope `flows:write`.
 */
putFlowSecret(id: string, name: string, body: PutFlowSecret, options?: CallOptions): Promise<FlowSecret>;

/**
 * Delete a secret of a flow
 *
 * Needs the scope `flows:write`.
 */
deleteFlowSecret(id: string, name: string, options?: CallOptions): Promise<FlowSecretDeleted>;

/**
 * Take a picture of a page
 *
 * Opens the page in a browser of its own. Pages taller than 16,384 pixels are cut. The picture is deleted after 24 hours.
 *
 * Needs the scope `screenshots:write`.
 */
takeScreenshot(body: TakeScreenshot, options?: CallOptions): Promise<Screenshot>;

/**
 * List what a monitor found changed, newest first
 *
 * One entry for each run that found something. A run that failed, or found nothing, has none.
 *
 * Needs the scope `flows:read`.
 */
listFlowChanges(id: string, query?: { /** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<{
id: string;
flowId: string;
/** The run that found it. */
runId: string;
createdAt: string;
/** One sentence for people. */
message: string;
/** Of the alert that it raised; null: it raised none. */
severity: AlertSeverity | null;
alertId: string | null;
added: number;
removed: number;
changed: number;
/** The first of them, those that raised the alert before others. */
records: Array<{
/** Names the record within its flow; see GET /flows/{id}/records/{key}/history. */
key: string;
type: "added" | "removed" | "changed";
/** The fields that differ; of a record that was added or removed, all of them. */
fields: Record<string, {
previous: unknown;
current: unknown;
}>;
}>;
/** How many more there are: see the records' histories. */
recordsOmitted: number;
}>;

/**
 * Read a monitor's data as of a time
 *
 * The records of the last good collection before `at`, each with its key; now by default. Empty for a flow that is no monitor, and before the first good run.
 *
 * Needs the scope `flows:read`.
 */
listFlowRecords(id: string, query?: { /** The data as of this time. Default: now. */
at?: string | undefined;
/** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<{
key: string;
record: Item;
}>;

/**
 * Read how one record changed, newest first
 *
 * Empty for a record that has not changed since the first collection.
 *
 * Needs the scope `flows:read`.
 */
getRecordHistory(id: string, key: string, query?: { /** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<{
changeId: string;
runId: string;
createdAt: string;
type: "added" | "removed" | "changed";
/** The fields that differ; of a record that was added or removed, all of them. */
fields: Record<string, {
previous: unknown;
current: unknown;
}>;
}>;

/**
 * List runs, newest first
 *
 * A range in time (`from`, `to`) is walked by its keys: what the request costs follows the range, not the account.
 *
 * Needs the scope `runs:read`.
 */
listRuns(query?: { flowId?: string | undefined;
status?: RunStatus | undefined;
/** As given to POST /runs/trigger. */
trigger?: string | undefined;
/** No older than this: a time, or the beginning of a day in UTC. */
from?: string | undefined;
/** Older than this. */
to?: string | undefined;
/** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<RunSummary>;

/**
 * Run a flow
 *
 * The run is queued and starts as soon as one of the account's concurrent runs is free.
 *
 * Needs the scope `runs:write`.
 */
createRun(body: CreateRun, options?: CallOptions): Promise<RunSummary>;

/**
 * Run a flow and note what set it off
 *
 * Needs the scope `runs:write`.
 */
triggerRun(body: TriggerRun, options?: CallOptions): Promise<RunSummary>;

/**
 * Get a run with its log and a preview of its items
 *
 * Needs the scope `runs:read`.
 */
getRun(id: string, options?: CallOptions): Promise<Run>;

/**
 * Delete a run
 *
 * With its log, its items, and the pages and pictures that it kept, which are erased within minutes. Usage, analytics, and what a monitor learnt from the run stay. A run that is under way is cancelled first (409 `conflict`).
 *
 * Needs the scope `runs:write`.
 */
deleteRun(id: string, options?: CallOptions): Promise<{
id: string;
deletedAt: string;
}>;

/**
 * Cancel a queued or running run
 *
 * What the run has collected so far stays readable.
 *
 * Needs the scope `runs:write`.
 */
cancelRun(id: string, options?: CallOptions): Promise<RunSummary>;

/**
 * Run a flow again
 *
 * A new run of the same flow, as the flow is today. With `from: snapshots` it reads the pages that the earlier run kept and visits nothing: for a flow whose selectors were mended. Such a run is never compared, and counts neither for nor against its flow. A flow that acts on its pages cannot be run on kept ones (409 `conflict`).
 *
 * Needs the scope `runs:write`.
 */
retryRun(id: string, body: RetryRun, options?: CallOptions): Promise<RunSummary>;

/**
 * Read what a run collected
 *
 * As pages of JSON (at most 4 MB each), or as one file: `format=ndjson`, `csv` and `xlsx` answer 303 to a link that is valid for 15 minutes. A running run gives what it has collected so far. A workbook (`xlsx`) has room for 1,048,575 items and 4 GB (409 `conflict` beyond); a text over 32,767 characters is cut, and ends in `… [cut]`.
 *
 * Needs the scope `runs:read`.
 */
listRunItems(id: string, query?: { format?: "json" | "ndjson" | "csv" | "xlsx" | undefined;
formulas?: Formulas | undefined;
/** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Item>;

/**
 * Get a link to all that a run collected, as one file
 *
 * As GET /runs/{id}/items with a format, for those who cannot read the address of a redirect, as pages in browsers. A running run gives what it has collected so far.
 *
 * Needs the scope `runs:read`.
 */
exportRunItems(id: string, query?: { /** `json`: one array with all items. */
format: "json" | "ndjson" | "csv" | "xlsx";
formulas?: Formulas | undefined; }, options?: CallOptions): Promise<RunExport>;

/**
 * Get structured data from a page, without a flow
 *
 * Works with no AI model: structured data in the page, repeated records, labels, tables and main content. A page about one thing gives one item, a list page one for each record. A field that is not found is null. JSON, feeds, XML, CSV and plain text are read as what they are. A page that its scripts fill in is opened in a browser. Where a model is configured, it is asked for what is missing, and only what stands on the page is taken from it.
 *
 * Needs the scope `extract:write`.
 */
extract(body: {
url: string;
/** What is wanted, in words: names fields where there is no schema, and says whether one or all. */
instructions?: string | undefined;
schema?: OutputSchema | undefined;
/** `ignore`: the page is opened although its robots.txt disallows it. Only if you may. */
robots?: "obey" | "ignore" | undefined;
/** In a browser: `auto` where its scripts fill the page in, `static` never, `browser` always. */
render?: FlowRender | undefined;
}, query?: { /** `true`: tell for each field where its value came from and how sure it is. */
explain?: "true" | "false" | undefined; }, options?: CallOptions): Promise<{
/** Where the page came from, after redirects. */
url: string;
extractedAt: string;
itemCount: number;
/** One item for a page about one thing, one for each record of a list. */
items: Array<Record<string, unknown>>;
/** US dollars that the language model cost; absent where none was asked. */
modelCost?: number | undefined;
/** What could not be done, such as items that are too much for one answer. Absent where there is nothing to tell. */
warnings?: Array<string> | undefined;
/** With `explain=true`: by item, in the same order, and field. Fields that are null have none. */
explanation?: Array<Record<string, {
/** json-ld, microdata, rdfa, json, feed, xml, csv, meta, state, table, pair, list, record, name, content or model. */
source: string;
confidence: number;
/** Where on the page: `Product.offers.price`, `h1`, `dt "Weight"`. */
path: string;
}>> | undefined;
}>;

/**
 * Turn a sentence or examples into a flow definition
 *
 * Opens the page, finds what the sentence asks for and writes selectors that are checked on the page, with no AI model; where one is configured, its proposal is checked the same way. The sentence may name fields, limits ("first 20", "top 5 pages"), a schedule ("every day at 6") and what to watch for ("when the price drops below 20"). With `examples`, records as a person reads them on the page, each value is found where it stands: in a list, whose records are all read, or on the page itself. A value that is not there or stands in several places is told in `notes`, never guessed.
 *
 * Needs the scope `extract:write`.
 */
generateFlow(body: GenerateRequest, options?: CallOptions): Promise<GeneratedFlow>;

/**
 * List API keys, newest first
 *
 * Needs the scope `keys:read`.
 */
listKeys(query?: { /** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<ApiKey>;

/**
 * Create an API key
 *
 * The answer shows the full key, this once. A key cannot be given a scope that the calling key lacks.
 *
 * Needs the scope `keys:write`.
 */
createKey(body: CreateKey, options?: CallOptions): Promise<ApiKey>;

/**
 * Get an API key
 *
 * Needs the scope `keys:read`.
 */
getKey(id: string, options?: CallOptions): Promise<ApiKey>;

/**
 * Revoke an API key
 *
 * It stops working at once. The last key that may write keys cannot be revoked, nor can one with a scope that the calling key lacks.
 *
 * Needs the scope `keys:write`.
 */
revokeKey(id: string, options?: CallOptions): Promise<KeyRevoked>;

/**
 * Replace an API key by a new one
 *
 * The answer shows the new key, this once. It has the old one's name and scopes; the old key works on for `overlapSeconds`, then expires.
 *
 * Needs the scope `keys:write`.
 */
rotateKey(id: string, body: RotateKey, options?: CallOptions): Promise<ApiKey>;

/**
 * List alerts, newest first
 *
 * Needs the scope `alerts:read`.
 */
listAlerts(query?: { severity?: AlertSeverity | undefined;
read?: "true" | "false" | undefined;
/** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Alert>;

/**
 * Get an alert
 *
 * Needs the scope `alerts:read`.
 */
getAlert(id: string, options?: CallOptions): Promise<Alert>;

/**
 * Delete an alert
 *
 * While what it is about lasts, no second alert is raised for it.
 *
 * Needs the scope `alerts:write`.
 */
deleteAlert(id: string, options?: CallOptions): Promise<{
id: string;
deletedAt: string;
}>;

/**
 * Mark an alert read or unread
 *
 * Needs the scope `alerts:write`.
 */
updateAlert(id: string, body: UpdateAlert, options?: CallOptions): Promise<Alert>;

/**
 * Mark all alerts read
 *
 * Needs the scope `alerts:write`.
 */
readAllAlerts(options?: CallOptions): Promise<AlertsRead>;

/**
 * Sums and days of a period
 *
 * Days are UTC days; a run counts on the day on which it was started.
 *
 * Needs the scope `analytics:read`.
 */
getAnalytics(query?: { period?: Period | undefined; }, options?: CallOptions): Promise<Analytics>;

/**
 * List what was changed, by whom, newest first
 *
 * A range in time (`from`, `to`) is walked by its keys: what the request costs follows the range, not the log.
 *
 * Needs the scope `audit:read`.
 */
listAudit(query?: { /** Dotted name, such as `flow.created`. */
action?: string | undefined;
/** Identifier of the affected record. */
resource?: string | undefined;
/** No older than this: a time, or the beginning of a day in UTC. */
from?: string | undefined;
/** Older than this. */
to?: string | undefined;
/** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<AuditEntry>;

/**
 * List what happened, newest first
 *
 * Needs the scope `activity:read`.
 */
listActivity(query?: { /** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<ActivityEntry>;

/**
 * List tickets, newest first
 *
 * Needs the scope `tickets:read`.
 */
listTickets(query?: { status?: TicketStatus | undefined;
priority?: TicketPriority | undefined;
/** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<TicketSummary>;

/**
 * Open a ticket
 *
 * A screenshot must be a PNG image. A flow that is named must be one of the account's.
 *
 * Needs the scope `tickets:write`.
 */
createTicket(body: CreateTicket, options?: CallOptions): Promise<TicketCreated>;

/**
 * Get a ticket with its screenshot
 *
 * Needs the scope `tickets:read`.
 */
getTicket(id: string, options?: CallOptions): Promise<Ticket>;

/**
 * Delete a ticket
 *
 * With its screenshot.
 *
 * Needs the scope `tickets:write`.
 */
deleteTicket(id: string, options?: CallOptions): Promise<{
id: string;
deletedAt: string;
}>;

/**
 * Change a ticket
 *
 * Only the supplied fields change.
 *
 * Needs the scope `tickets:write`.
 */
updateTicket(id: string, body: UpdateTicket, options?: CallOptions): Promise<TicketSummary>;

/**
 * Get the account: plan, limits, usage of this month, and who gets which mail
 *
 * Needs the scope `account:read`.
 */
getAccount(options?: CallOptions): Promise<Account>;

/**
 * Change the account's settings
 *
 * Only the supplied fields change; lists are replaced. The plan changes by POST /checkout.
 *
 * Needs the scope `account:write`.
 */
updateAccount(body: UpdateAccount, options?: CallOptions): Promise<Account>;

/**
 * List webhooks, newest first
 *
 * Needs the scope `webhooks:read`.
 */
listWebhooks(query?: { /** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Webhook>;

/**
 * Register an address that is told of events
 *
 * Deliveries are signed by Standard Webhooks 1.0. Without a secret of yours, the answer shows the one that was made, this once. Events may arrive out of order, and more than once: tell them apart by `webhook-id`.
 *
 * Needs the scope `webhooks:write`.
 */
createWebhook(body: CreateWebhook, options?: CallOptions): Promise<WebhookCreated>;

/**
 * Get a webhook
 *
 * Needs the scope `webhooks:read`.
 */
getWebhook(id: string, options?: CallOptions): Promise<Webhook>;

/**
 * Change a webhook, or switch it on or off
 *
 * Only the supplied fields change.
 *
 * Needs the scope `webhooks:write`.
 */
updateWebhook(id: string, body: UpdateWebhook, options?: CallOptions): Promise<Webhook>;

/**
 * Delete a webhook
 *
 * What is on its way to it is dropped.
 *
 * Needs the scope `webhooks:write`.
 */
deleteWebhook(id: string, options?: CallOptions): Promise<WebhookDeleted>;

/**
 * Send a signed test event and tell what came of it
 *
 * Tried once, now. A failure is an answer, not an error, and does not count against the webhook.
 *
 * Needs the scope `webhooks:write`.
 */
testWebhook(id: string, options?: CallOptions): Promise<Delivery>;

/**
 * Make a new secret
 *
 * The answer shows it, this once. For 24 hours both the old and the new secret sign.
 *
 * Needs the scope `webhooks:write`.
 */
rotateWebhookSecret(id: string, options?: CallOptions): Promise<WebhookWithSecret>;

/**
 * List deliveries to a webhook, newest first
 *
 * Every attempt of the last 30 days.
 *
 * Needs the scope `webhooks:read`.
 */
listWebhookDeliveries(id: string, query?: { /** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Delivery>;

/**
 * Deliver an event again
 *
 * With the same `webhook-id` and the same body, from the beginning of the schedule.
 *
 * Needs the scope `webhooks:write`.
 */
replayDelivery(id: string, options?: CallOptions): Promise<Delivery>;

/**
 * Make a checkout session for a plan
 *
 * Send the user to `url` to pay. The plan changes once the payment provider says that it was paid for.
 *
 * Needs the scope `billing:write`.
 */
createCheckout(body: CreateCheckout, options?: CallOptions): Promise<CheckoutSession>;

/**
 * Take an event of the payment provider
 *
 * For the payment provider only: the Stripe-Signature header must sign the body as it is. An event that was received before, or is older than what is known, changes nothing.
 *
 * Needs no key.
 */
receivePaymentEvent(body: PaymentEvent, options?: CallOptions): Promise<PaymentEventReceipt>;

/**
 * List mails, newest first
 *
 * Mails of the last 30 days: those that POST /email sent, and those that the service sends by itself to the people whom the account's settings name.
 *
 * Needs the scope `email:read`.
 */
listEmails(query?: { /** How many records to return at the most. */
limit?: number | undefined;
/** `nextCursor` of the previous page, with the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<{
id: string;
to: string;
subject: string;
template: "welcome" | "alert" | "report" | "quota" | "webhook-disabled";
/** `suppressed`: earlier mail to the address came back or was called unwanted. `not-configured`: the deployment has no sender. `failed`: the provider refused the mail, or took it at none of the attempts. */
status: "pending" | "sent" | "failed" | "suppressed" | "not-configured";
/** Why the mail was not sent, or not yet. */
error: string | null;
attempts: number;
createdAt: string;
sentAt: string | null;
}>;

/**
 * Send a mail made from a known template
 *
 * Nothing is sent to an address from which mail came back, or whose person called it unwanted. The plan includes a number of such mails a month; those that the service sends by itself are not counted.
 *
 * Needs the scope `email:write`.
 */
sendEmail(body: {
to: string;
subject: string;
template: "welcome" | "alert" | "report" | "quota" | "webhook-disabled";
/** What the template is filled with; each template has its own fields. */
data?: Record<string, unknown> | undefined;
}, options?: CallOptions): Promise<{
id: string;
status: "sent";
}>;
}

export const ROUTES = {
getHealth: {"method":"GET","path":"/health","input":"none","answer":"bare"},
getOpenApi: {"method":"GET","path":"/openapi.json","input":"none","answer":"bare"},
listFlows: {"method":"GET","path":"/flows","input":"query","answer":"list"},
createFlow: {"method":"POST","path":"/flows","input":"body","answer":"data"},
getFlow: {"method":"GET","path":"/flows/{id}","input":"none","answer":"data"},
updateFlow: {"method":"PUT","path":"/flows/{id}","input":"body","answer":"data"},
deleteFlow: {"method":"DELETE","path":"/flows/{id}","input":"none","answer":"bare"},
putFlowSecret: {"method":"PUT","path":"/flows/{id}/secrets/{name}","input":"body","answer":"data"},
deleteFlowSecret: {"method":"DELETE","path":"/flows/{id}/secrets/{name}","input":"none","answer":"data"},
takeScreenshot: {"method":"POST","path":"/screenshot","input":"body","answer":"data"},
listFlowChanges: {"method":"GET","path":"/flows/{id}/changes","input":"query","answer":"list"},
listFlowRecords: {"method":"GET","path":"/flows/{id}/records","input":"query","answer":"list"},
getRecordHistory: {"method":"GET","path":"/flows/{id}/records/{key}/history","input":"query","answer":"list"},
listRuns: {"method":"GET","path":"/runs","input":"query","answer":"list"},
createRun: {"method":"POST","path":"/runs","input":"body","answer":"data"},
triggerRun: {"method":"POST","path":"/runs/trigger","input":"body","answer":"data"},
getRun: {"method":"GET","path":"/runs/{id}","input":"none","answer":"data"},
deleteRun: {"method":"DELETE","path":"/runs/{id}","input":"none","answer":"data"},
cancelRun: {"method":"POST","path":"/runs/{id}/cancel","input":"none","answer":"data"},
retryRun: {"method":"POST","path":"/runs/{id}/retry","input":"body","answer":"data"},
listRunItems: {"method":"GET","path":"/runs/{id}/items","input":"query","answer":"list"},
exportRunItems: {"method":"GET","path":"/runs/{id}/export","input":"query","answer":"data"},
extract: {"method":"POST","path":"/extract","input":"body","hasQuery":true,"answer":"data"},
generateFlow: {"method":"POST","path":"/generate","input":"body","answer":"data"},
listKeys: {"method":"GET","path":"/keys","input":"query","answer":"list"},
createKey: {"method":"POST","path":"/keys","input":"body","answer":"data"},
getKey: {"method":"GET","path":"/keys/{id}","input":"none","answer":"data"},
revokeKey: {"method":"DELETE","path":"/keys/{id}","input":"none","answer":"data"},
rotateKey: {"method":"POST","path":"/keys/{id}/rotate","input":"body","answer":"data"},
listAlerts: {"method":"GET","path":"/alerts","input":"query","answer":"list"},
getAlert: {"method":"GET","path":"/alerts/{id}","input":"none","answer":"data"},
deleteAlert: {"method":"DELETE","path":"/alerts/{id}","input":"none","answer":"data"},
updateAlert: {"method":"PUT","path":"/alerts/{id}","input":"body","answer":"data"},
readAllAlerts: {"method":"POST","path":"/alerts/read-all","input":"none","answer":"data"},
getAnalytics: {"method":"GET","path":"/analytics","input":"query","answer":"data"},
listAudit: {"method":"GET","path":"/audit","input":"query","answer":"list"},
listActivity: {"method":"GET","path":"/activity","input":"query","answer":"list"},
listTickets: {"method":"GET","path":"/tickets","input":"query","answer":"list"},
createTicket: {"method":"POST","path":"/tickets","input":"body","answer":"data"},
getTicket: {"method":"GET","path":"/tickets/{id}","input":"none","answer":"data"},
deleteTicket: {"method":"DELETE","path":"/tickets/{id}","input":"none","answer":"data"},
updateTicket: {"method":"PUT","path":"/tickets/{id}","input":"body","answer":"data"},
getAccount: {"method":"GET","path":"/account","input":"none","answer":"data"},
updateAccount: {"method":"PUT","path":"/account","input":"body","answer":"data"},
listWebhooks: {"method":"GET","path":"/webhooks","input":"query","answer":"list"},
createWebhook: {"method":"POST","path":"/webhooks","input":"body","answer":"data"},
getWebhook: {"method":"GET","path":"/webhooks/{id}","input":"none","answer":"data"},
updateWebhook: {"method":"PUT","path":"/webhooks/{id}","input":"body","answer":"data"},
deleteWebhook: {"method":"DELETE","path":"/webhooks/{id}","input":"none","answer":"data"},
testWebhook: {"method":"POST","path":"/webhooks/{id}/test","input":"none","answer":"data"},
rotateWebhookSecret: {"method":"POST","path":"/webhooks/{id}/rotate-secret","input":"none","answer":"data"},
listWebhookDeliveries: {"method":"GET","path":"/webhooks/{id}/deliveries","input":"query","answer":"list"},
replayDelivery: {"method":"POST","path":"/deliveries/{id}/replay","input":"none","answer":"data"},
createCheckout: {"method":"POST","path":"/checkout","input":"body","answer":"bare"},
receivePaymentEvent: {"method":"POST","path":"/payments/events","input":"body","answer":"bare"},
listEmails: {"method":"GET","path":"/email","input":"query","answer":"list"},
sendEmail: {"method":"POST","path":"/email","input":"body","answer":"bare"},
} as const;

