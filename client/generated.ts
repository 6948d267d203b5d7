/** Generated from docs/openapi.json by `npm run openapi`: do not edit. */
import type { CallOptions } from "./calls.ts";
import type { PageRequest } from "./pages.ts";


export interface ErrorBody {
error: {
code: "invalid-request" | "unauthenticated" | "quota-exceeded" | "missing-scope" | "origin-refused" | "account-suspended" | "not-found" | "method-not-allowed" | "conflict" | "limit-reached" | "idempotency-in-progress" | "version-mismatch" | "payload-too-large" | "unsupported-media-type" | "idempotency-mismatch" | "target-refused" | "target-denied" | "robots-disallowed" | "use-reserved" | "target-unsupported" | "rate-limited" | "internal" | "target-failed" | "egress-failed" | "model-failed" | "not-configured" | "unavailable" | "timeout";
/** A readable summary. */
message: string;
/** As in the X-Request-Id header. */
requestId: string;
/** Whether the same request may succeed later. A page that answers 404 is not retryable, one that answers 503 is. */
retryable?: boolean | undefined;
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
/** The owner's email address. */
email: string;
plan: "free" | "pro" | "scale";
/** The subscription that pays for the plan; null if there never was one. */
subscription: {
status: "active" | "past_due" | "cancelled";
interval: BillingInterval;
} | null;
/** What the plan includes. */
limits: {
/** Runs per month (UTC). */
monthlyRuns: number;
/** Pages per run, crawls included. */
pagesPerRun: number;
/** URLs in the list of a run. */
urlsPerRun: number;
/** URLs that a crawl knows, opened or not. */
knownUrls: number;
/** URLs that `POST /map` returns. */
mapUrls: number;
/** Concurrent runs; others wait in the queue. */
concurrentRuns: number;
/** Unfinished exports of runs. */
exportsAtOnce: number;
/** Flows. */
flows: number;
/** Requests per second, for all keys together. */
requestsPerSecond: number;
/** Concurrent pages per site with the pace `auto`. */
pagesAtOnce: number;
/** Days that runs, pages and screenshots are kept. */
retentionDays: number;
/** Minimum minutes between scheduled runs of a flow. */
minIntervalMinutes: number;
/** Emails per month with POST /email. */
monthlyEmails: number;
/** Searches per month, where the deployment has a search engine. */
monthlySearches: number;
};
/** What paid plans cost. A plan without a price here has none that the service could tell. */
planPrices: Array<{
plan: PaidPlan;
interval: BillingInterval;
/** Price for one interval, in units of the currency: 29.5, not 2950. */
amount: number;
/** ISO 4217 code of the currency, such as EUR. */
currency: string;
}>;
/** This month's usage. A run counts in the month it was requested. */
usage: {
/** The UTC month, such as 2026-11. */
month: string;
/** Runs and previews requested this month, whatever their outcome. */
runs: number;
/** Pages fetched by finished runs and previews. */
pages: number;
/** Cost in US dollars of finished runs and previews, models, `POST /map`, `POST /search`, and `POST /extract` with `urls`. */
cost: number;
/** Emails sent with POST /email. */
emails: number;
/** Searches that the search engine has answered. */
searches: number;
resetsAt: string;
};
/** Monthly budget in US dollars. Once it is spent, no new runs start and running ones end with `budget-stopped`. */
maxMonthlyCostUsd: number | null;
/** Recipients of each kind of email. Default: the owner. */
mail: {
alert: Array<string>;
report: Array<string>;
quota: Array<string>;
"webhook-disabled": Array<string>;
};
/** Minimum severity to email. */
alertMailSeverity: AlertSeverity;
createdAt: string;
}

export interface ActivityEntry {
id: string;
/** Type of the event, such as `run.completed`. */
type: string;
/** A readable summary. */
message: string;
flowId: string | null;
/** The email address of the person who did it; null for the service itself. */
by: string | null;
timestamp: string;
}

export interface Alert {
id: string;
type: AlertType;
severity: AlertSeverity;
flowId: string | null;
/** A short summary, such as `61 prices fell in Catalogue`. Absent in older alerts. */
title?: string | undefined;
/** The details. */
message: string;
read: boolean;
createdAt: string;
}

export type AlertSeverity = "info" | "warning" | "critical";

export type AlertType = "change_detected" | "run_failed" | "flow_error" | "selector_broken" | "webhook_disabled" | "destination_failing" | "quota_near" | "quota_exceeded" | "budget_stopped" | "data_quality";

export interface AlertsRead {
/** Number of alerts that were marked read. */
updated: number;
}

export interface Analytics {
totalRuns: number;
/** Percentage of finished runs that completed; 0 if there are none. */
successRate: number;
/** In US dollars. */
totalCost: number;
/** Number of values that are not null. */
dataPointsExtracted: number;
/** Every day of the period, oldest first. */
dailyBreakdown: Array<{
/** Day the runs were started (UTC). */
date: string;
runs: number;
success: number;
cost: number;
}>;
}

export interface AnswerDeviceSignIn {
decision: "approve" | "deny";
/** The account that the device may use; absent: the one that the session is about. */
accountId?: string | undefined;
}

export interface ApiKey {
id: string;
name: string;
/** The full key in the response that creates it; masked afterwards. */
key: string;
scopes: Array<string>;
/** The email address of the person it belongs to; null if not known. */
createdBy: string | null;
createdAt: string;
expiresAt: string | null;
/** Updated at most once a minute. */
lastUsedAt: string | null;
}

/** Fails the run with your message if an element or text is missing. */
export interface AssertStep {
type: "assert";
/** An element that must be present and visible. */
selector?: string | undefined;
/** Text that must be visible on the page. */
text?: string | undefined;
/** Require that it is absent. */
absent?: boolean | undefined;
/** The error message if it fails. */
message: string;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

export interface AuditEntry {
id: string;
/** Name of the action, such as `flow.created`. */
action: string;
/** The person, or the one whose key was used, or `system`. */
userId: string;
/** The email address of that person; null for `system`, and once the person has been erased. */
email: string | null;
/** Id of the affected record. */
resource: string;
timestamp: string;
/** The caller's key or session, IP address and request id, and the names of changed fields. Never contains secrets. */
metadata: Record<string, unknown>;
}

export type BillingInterval = "month" | "year";

export interface CheckoutSession {
/** The page where the customer pays. */
url: string;
sessionId: string;
}

/** Clicks an element. If that opens a page, waits for it to load. */
export interface ClickStep {
type: "click";
selector: string;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

export interface CostBreakdown {
/** Compute time: GB-seconds and invocations. */
compute: number;
/** Database reads and writes. */
table: number;
/** Object storage requests. */
objects: number;
/** Messages. */
queue: number;
}

/** Opens a page and the pages of its site that it links to, nearest first, each once, and runs `steps` on each. `url` is where it starts. Default: the flow's URL. */
export interface CrawlStep {
type: "crawl";
/** Only open URLs that match one of these, besides the start. `*` matches any characters; `/blog/*` matches the path and query. `regex:^/blog/\d+$` searches the path with a regular expression in RE2 syntax, `url-regex:` the whole URL. */
match?: string | Array<string> | undefined;
/** Never open URLs that match one of these. */
exclude?: string | Array<string> | undefined;
/** `site`: the start's registrable domain, with its subdomains (default). `host`: its host, with or without `www.`. `path`: only what is below the start's path on its host. */
within?: "site" | "host" | "path" | undefined;
/** Open URLs without their query, so that each path is opened once. */
ignoreQuery?: boolean | undefined;
/** How many links away from the start to go (default 50). 0: only the start. */
depth?: number | undefined;
/** Maximum pages to open. */
maxPages?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** The links to open, as `css` or `css@attr`. The default attribute is `href`. */
selector?: string | undefined;
/** The extracted field that holds the URL to open. */
field?: string | undefined;
/** Maximum links to open per page. */
limit?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** The links to open, as `css` or `css@attr`. The default attribute is `href`. */
selector?: string | undefined;
/** The extracted field that holds the URL to open. */
field?: string | undefined;
/** Maximum links to open per page. */
limit?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
}>;
}>;
}>;
}

export interface CreateCheckout {
plan: PaidPlan;
interval: BillingInterval;
}

export interface CreateDestination {
name: string;
target: DestinationTarget;
/** The flows whose data is delivered. Default: all flows. */
flowIds?: Array<string> | null | undefined;
/** `items`: each run's items. `latest`: the records as they are now, in place of the earlier ones. `changes`: the records that a run added, changed or removed; only flows of mode `monitor` have changes. */
content?: DestinationContent | undefined;
/** The files' format. Targets of type `http` get NDJSON, and those of type `postgres` rows. */
format?: DestinationFormat | undefined;
}

export interface CreateExport {
/** `ndjson`, `csv` or `parquet`. Each file is complete: every CSV file has the header. */
format?: DestinationFormat | undefined;
formulas?: Formulas | undefined;
/** Most megabytes of items in a file, measured as NDJSON. A larger item has a file of its own. */
partMegabytes?: number | undefined;
}

export interface CreateFlowToken {
/** Where it is used. */
name: string;
}

export interface CreateKey {
name: string;
scopes: Array<Scope>;
/** When the key expires. Default: never. */
expiresAt?: string | undefined;
}

export interface CreatePreview {
/** The flow to try. It is not stored. */
flow: FlowDefinition;
/** The stored flow that `flow` is an edit of. The preview can then use its secrets. */
flowId?: string | undefined;
/** A value for each of the flow's `inputs`. */
input?: RunInput | undefined;
}

export interface CreateRun {
flowId: string;
/** Opened instead of the flow's `url` or `urls`. URLs outside the flow's origins also need the scope `flows:write`. */
urls?: Array<string> | undefined;
/** A list from POST /uploads instead of `urls`. It can be used once. */
uploadId?: UploadId | undefined;
/** What each of these URLs is: a `page`, or the start of a `site`. Default: the flow's `eachUrl`. */
eachUrl?: "page" | "site" | undefined;
/** A value for each of the flow's `inputs`. */
input?: RunInput | undefined;
}

export interface CreateTicket {
subject: string;
description?: string | undefined;
type: TicketType;
priority: TicketPriority;
/** The flow the ticket is about. */
flowId?: string | undefined;
/** Data URI of a base64 PNG image, up to 16,384 pixels wide and high. */
screenshot?: string | undefined;
}

export interface CreateUpload {
/** `urls`: a list of URLs. `page`: a file that is read like a page, such as a PDF, a workbook or a CSV file. */
purpose?: "urls" | "page" | undefined;
/** Name of the file, for `page`; it becomes part of the address. Its ending tells tables and JSON from other text; documents are told by their content. */
name?: string | undefined;
/** Of a list. `csv`: the column that holds URLs is used, with or without a header row. `ndjson`: on each line a JSON string, or an object with a URL. `text`: one URL per line. */
format?: "csv" | "ndjson" | "text" | undefined;
}

export interface CreateWebhook {
/** The URL that receives events. With any format except `json` it is encrypted, and shown masked. */
url: string;
/** `json`: signed events. `slack`, `discord`, `teams`, `ntfy`: one message per alert. `custom`: a body of your own. */
format?: WebhookFormat | undefined;
/** The events to deliver. Required for format `json`; messages are about `alert.created`, and format `custom` can have any. */
events?: Array<EventType> | undefined;
/** Only events of these flows are sent, and none about the account. Default: the events of all flows. */
flowIds?: Array<string> | null | undefined;
/** Messages only: the minimum alert severity to send. Default: all alerts. */
minSeverity?: AlertSeverity | null | undefined;
/** Messages only: they wait until these hours end, except those about critical alerts. Default: none. */
quietHours?: QuietHours | null | undefined;
template?: WebhookTemplate | undefined;
headers?: WebhookHeaders | undefined;
/** Signs every delivery. Base64 after `whsec_`, otherwise plain text. Without it, one is generated and shown once. The response warns about a secret that is weak or ambiguous. */
secret?: string | undefined;
}

export interface Delivery {
id: string;
webhookId: string;
/** The event's id, sent as the `webhook-id` header of every attempt. */
eventId: string;
/** Name of the event. */
event: string;
/** `cancelled`: the webhook was disabled or deleted before the delivery succeeded. */
status: DeliveryStatus;
/** All attempts, oldest first. */
attempts: Array<DeliveryAttempt>;
nextAttemptAt: string | null;
createdAt: string;
}

export interface DeliveryAttempt {
timestamp: string;
/** Null if there was no response. */
httpStatus: number | null;
/** Milliseconds until the response or failure. */
duration: number;
/** Why there was no response, such as `timeout`. */
error: {
code: string;
message: string;
} | null;
/** The first 500 characters of the response; null if the receiver is not public. */
reply: string | null;
}

export type DeliveryStatus = "pending" | "succeeded" | "failed" | "cancelled";

export interface Destination {
id: string;
name: string;
/** Where the data goes. Secrets are shown as `…`. */
target: ShownTarget;
/** The flows whose data is delivered; null: all flows. */
flowIds: Array<string> | null;
/** `items`: each run's items. `latest`: the records as they are now, in place of the earlier ones. `changes`: the records that a run added, changed or removed; only flows of mode `monitor` have changes. */
content: DestinationContent;
format: DestinationFormat;
active: boolean;
/** How deliveries fail. Absent unless the latest one failed. */
failing?: {
/** Time of the first failure after the last success. */
since: string;
/** The latest response; null if there was none. */
httpStatus: number | null;
/** Why the latest delivery failed. */
error: string | null;
} | undefined;
createdAt: string;
}

export type DestinationContent = "items" | "latest" | "changes";

export interface DestinationDelivery {
id: string;
destinationId: string;
flowId: string;
/** The run whose data is delivered. */
runId: string;
/** `cancelled`: the destination was disabled or deleted, or the run deleted. */
status: DeliveryStatus;
/** Delivered rows; null before the delivery has succeeded. */
itemCount: number | null;
/** Why a delivery has no data, such as a newer run that was delivered first, or why it was cancelled and what it has left. */
note: string | null;
/** All attempts, oldest first. */
attempts: Array<DeliveryAttempt>;
nextAttemptAt: string | null;
createdAt: string;
}

export type DestinationFormat = "ndjson" | "csv" | "parquet";

export type DestinationTarget = S3Target | FolderTarget | HttpTarget | PostgresTarget;

export interface DestinationTest {
succeeded: boolean;
/** The response's status; null if there was none. */
httpStatus: number | null;
/** Milliseconds. */
duration: number;
/** Why nothing can be delivered; null if it can. */
error: {
code: string;
message: string;
} | null;
}

export interface DeviceSignIn {
userCode: string;
/** The program and the device, as it named itself: anybody could have chosen the name. */
name: string;
/** The IP address of the device. */
address: string;
status: "pending" | "approved" | "denied";
createdAt: string;
expiresAt: string;
}

export interface DeviceSignInFinished {
status: "pending" | "approved" | "denied";
/** Set once, when the person has approved: send it where an API key is sent. It ends with the session. */
token: string | null;
/** When the session ends. */
expiresAt: string | null;
}

export interface DeviceSignInStarted {
/** A secret with which the device asks whether it was approved. */
deviceCode: string;
/** What the person enters or compares: `WDJB-MJHT`. */
userCode: string;
/** The page of the dashboard on which the code is entered. */
verificationUrl: string;
/** The same page with the code filled in. */
verificationUrlComplete: string;
expiresAt: string;
/** How long to wait between two requests of POST /sign-in/device/finish. */
intervalSeconds: number;
}

export type DocumentPassword = string;

export type EventType = "run.completed" | "run.failed" | "run.cancelled" | "run.page" | "export.completed" | "export.failed" | "export.cancelled" | "alert.created" | "flow.error" | "selector.healed" | "selector.broken" | "webhook.disabled";

export interface Export {
id: string;
runId: string;
flowId: string;
format: "ndjson" | "csv" | "parquet";
status: "pending" | "running" | "completed" | "failed" | "cancelled";
/** Items of the run. */
totalItems: number;
/** Items written so far. */
itemCount: number;
/** Bytes of the files written so far. */
bytes: number;
/** Files written so far. */
partCount: number;
/** Why it failed; null unless it did. */
error: ExportError | null;
createdAt: string;
finishedAt: string | null;
/** When its files are deleted: seven days after it has ended, or with its run. Null before it has ended. */
expiresAt: string | null;
/** A link to the manifest that needs no key and expires after 15 minutes. Only of a completed export, and not in lists. */
manifestUrl?: string | undefined;
}

export interface ExportError {
code: "run-deleted" | "write-failed";
message: string;
}

export interface ExportPart {
/** The file's name, as in the manifest. */
path: string;
items: number;
bytes: number;
/** SHA-256 of the file in hexadecimal. */
sha256: string;
/** A link that needs no key. Expires after 15 minutes. */
url: string;
}

export interface ExtractRequest {
/** The page. Send `url` or `urls`. */
url?: string | undefined;
/** Several pages, each read by itself: the answer holds one result per URL, in this order. */
urls?: Array<string> | undefined;
/** What to collect, in plain words. Names the fields if there is no schema, says what those of the schema mean, and whether to collect one record or all. */
instructions?: string | undefined;
schema?: OutputSchema | undefined;
/** `one`: the page is one item. `all`: every record of its list. Default: the page itself decides. Data that is nothing but a list, such as CSV, is always read as one. */
records?: "one" | "all" | undefined;
/** One or more records, with values as shown on the page. One is usually enough. If they are in a list, the flow collects all of its records. If not, the page is the record. A value is a text, a number, a list of them (the first entries are enough), a nested record or a list of nested records. A text is best copied as the page writes it: its spelling says how the field is read. */
examples?: Array<Record<string, string | number | Array<string | number> | Record<string, string | number> | Array<Record<string, string | number>>>> | undefined;
/** `true`: opens two further pages of the same template and compares: what all of them start or end with is left out of a value, and a value that never varies is doubted. They are requested with GET only, from the same origin, without a session, within robots.txt and at the site's pace; links that may change something (sign out, delete, add to cart) are never followed. Each counts as a page. */
siblings?: boolean | undefined;
/** The page itself, returned as `page` beside its items. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** How the request presents itself. Headers go to the origin of each URL. */
request?: {
/** Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, `Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused. */
headers?: Record<string, string> | undefined;
/** Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English. */
language?: string | undefined;
/** Added to the User-Agent, which still names this service. Some sites let a named suffix pass. */
userAgentSuffix?: string | undefined;
/** The size of a browser's window. Default: 1280 × 800, or a phone's. */
viewport?: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor?: number | undefined;
} | undefined;
/** Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch. */
mobile?: boolean | undefined;
/** A browser's time zone. Default: UTC. */
timezone?: string | undefined;
} | undefined;
/** `ignore`: fetch the page even if robots.txt disallows it. Only use it if you have permission. */
robots?: "obey" | "ignore" | undefined;
permissions?: PermissionPolicy | undefined;
/** Whether to use a browser: `auto` when the page's content is loaded by scripts, `static` never, `browser` always. */
render?: FlowRender | undefined;
}

/** Extracts records from the page: one for each element that matches `selector`, or whatever the page contains. */
export interface ExtractStep {
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
}

export interface Extraction {
/** URL of the page, after redirects. */
url: string;
extractedAt: string;
itemCount: number;
/** One item for a page about one thing, or one for each record of a list. */
items: Array<Record<string, unknown>>;
/** The reading that was not chosen, if it is not sure whether the page is one item or a list. Absent if it is. */
other?: {
/** Send it as `records` to get this reading. */
records: "one" | "all";
/** How likely this reading is the right one. */
confidence: number;
/** Number of items that it has. */
itemCount: number;
/** The first of them. Long texts are cut, and very large values null. */
items: Array<Record<string, unknown>>;
} | undefined;
/** The currency of each price field as an ISO 4217 code, such as `GBP`; null where its records have different ones. Fields whose currency is unknown are left out. */
currencies?: Record<string, string | null> | undefined;
/** The page itself, in the forms that `outputs` names. */
page?: {
markdown?: string | undefined;
html?: string | undefined;
rawHtml?: string | undefined;
links?: Array<string> | undefined;
images?: Array<string> | undefined;
metadata?: {
title: string | null;
description: string | null;
/** As the page declares it, or else that of its text. */
language: string | null;
/** Status of the response. */
statusCode: number;
/** Type of the response. */
contentType: string;
/** The page's `rel=canonical` URL. */
canonicalUrl: string | null;
favicon: string | null;
/** Publication date, from metadata or a byline. */
publishedAt: string | null;
/** The page's `meta` tags by name or property; a list if a tag repeats. */
meta: Record<string, string | Array<string>>;
/** What the page and its site say about its use, such as the training of AI models; absent if nothing is said. */
permissions?: PagePermissions | undefined;
} | undefined;
} | undefined;
/** What the page and its site say about its use, such as the training of AI models. Absent if nothing is said. */
permissions?: PagePermissions | undefined;
/** Fields that could have one of several values. The likeliest was taken, with a low confidence. Absent if nothing is open. */
questions?: Array<{
field: string;
/** The likeliest first: the one that was taken. */
candidates: Array<{
/** The value, as the field's type has it. Long texts are cut to 200 characters. */
value: unknown;
/** Where it is. In a generated flow: the field as the extract step takes it, so that you can put it in place of the flow's own. */
where: string;
confidence: number;
/** With `inspectionId`: the element that holds it. */
node?: number | undefined;
}>;
}> | undefined;
/** Further pages of the same template that were opened to compare with. Each counts as a page. */
siblings?: Array<{
url: string;
/** Why it was not used. */
problem?: string | undefined;
}> | undefined;
/** Cost of the language model in US dollars; absent if it was not used. */
modelCost?: number | undefined;
/** What could not be done, such as items that do not fit in the response. Absent if there is nothing to report. */
warnings?: Array<string> | undefined;
/** With `explain=true`: one entry per item, in the same order, by field. Null fields have none. */
explanation?: Array<Record<string, {
/** json-ld, microdata, rdfa, json, feed, xml, csv, meta, state, table, pair, list, record, name, content, example or model. */
source: string;
confidence: number;
/** Where on the page: `Product.offers.price`, `h1`, `dt "Weight"`. */
path: string;
/** For a price, its ISO 4217 code if the page gives one. */
currency?: string | undefined;
/** What speaks against the value, such as a wrong check digit. */
doubt?: string | undefined;
}>> | undefined;
}

export interface ExtractionList {
/** One result per URL, in the order of `urls`: the page's data, or its `error`. */
results: Array<Extraction | {
/** The URL as it was sent. */
url: string;
error: {
/** Error code, such as `target-failed`. */
code: string;
message: string;
};
}>;
/** US dollars, counted in the account's `usage`; each `modelCost` comes on top. */
cost: number;
}

export interface FinishDeviceSignIn {
deviceCode: string;
}

export interface FinishSignIn {
/** The token in the link. */
token: string;
/** The address that the link was sent to. Needed if the link is opened in another browser than the one that asked for it. */
email?: string | undefined;
}

export interface Flow {
name: string;
description: string;
/** The URL the flow starts from. */
url: string;
/** Values that each run needs. Use `{{input.name}}` in the path and query of `url`, in `match`, and in the text of `type` steps. */
inputs: FlowInputs;
/** URLs that each run opens instead of `url`, as pages or as the starts of sites (`eachUrl`): up to 1,000. Duplicates are opened once. A URL that fails does not fail the run; GET /runs/{id}/pages lists the result of each. */
urls: Array<string>;
/** What each URL of a list is. `page`: just that page is opened. `site`: all steps run from there as if it were the flow's `url`, so that a `crawl` or `sitemap` step collects each site; many sites run on several workers, and GET /runs/{id}/sites lists the result of each. Default for flows with a `crawl` or `sitemap` step: `site`. */
eachUrl?: "page" | "site" | undefined;
/** A list from POST /uploads instead of `urls`, with up to your plan's `urlsPerRun` URLs. The flow keeps a copy, so its schedule continues after the upload has expired. */
uploadId: UploadId | null;
mode: FlowMode;
/** How to load pages. `static` fetches the HTML, `browser` uses Chromium, `auto` uses Chromium only when a page needs it. */
render: FlowRender;
/** `obey`: skip pages that robots.txt disallows and respect its Crawl-delay. `ignore`: don't read it; each run's log says so, and the audit log records who set it. */
robots: "obey" | "ignore";
permissions: PermissionPolicy;
/** How fast to fetch pages from each site. `auto` starts with two pages at a time, adds more while responses stay fast and successful (up to 8, or 16 on the `scale` plan), and slows down on 429, 503, timeouts, broken connections and slower responses. A fixed pace never changes. The site's `Crawl-delay` and `Retry-After` take precedence. */
pace: "auto" | {
/** Pages to fetch from one origin at the same time. */
concurrency: number;
/** Minimum time between two requests to one origin, in milliseconds. */
delayMs: number;
};
/** How the flow's requests present themselves: headers, languages, a phone. Pages are fetched and opened in a browser alike. */
request?: {
/** Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, `Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused. A value can contain the flow's secrets as `{{secret.name}}`, which are sent to the secret's own origins only. */
headers?: Record<string, string> | undefined;
/** Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English. */
language?: string | undefined;
/** Added to the User-Agent, which still names this service. Some sites let a named suffix pass. */
userAgentSuffix?: string | undefined;
/** The size of a browser's window. Default: 1280 × 800, or a phone's. */
viewport?: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor?: number | undefined;
} | undefined;
/** Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch. */
mobile?: boolean | undefined;
/** A browser's time zone. Default: UTC. */
timezone?: string | undefined;
} | undefined;
session: SessionOptions;
/** The proxy that all of the flow's connections go through, as a secret: `{{secret.proxy}}`. The secret's value is `http://user:password@host:port`, or the same with https or socks5. */
proxy?: string | undefined;
/** Words to find and group flows by, such as `books`. */
tags?: Array<string> | undefined;
steps: Steps;
outputSchema: OutputSchema;
/** What a flow in `monitor` mode compares and reports. */
monitor: {
/** What to compare. `text`: the page's title and main content as Markdown, word by word. `price`: the name, price, currency and availability of the page's product. `picture`: what the page looks like in a browser. These need no steps. Default: `records`. */
watch?: "records" | "text" | "price" | "picture" | undefined;
/** The fields that identify a record. Default: detected automatically (url, id, sku, a reference such as TND-2026-01000, title). */
key?: Array<string> | undefined;
/** The fields to compare. Default: all. A field listed here is compared even if it looks like noise. */
fields?: Array<string> | undefined;
/** Text to ignore when comparing. `*` matches any characters. */
ignore?: Array<string> | undefined;
/** Fields to leave out of the comparison. */
ignoreFields?: Array<string> | undefined;
/** Parts of pictures to leave out of the comparison: rectangles in pixels of the picture, or the elements that a selector matches. */
ignoreAreas?: Array<{
x: number;
y: number;
width: number;
height: number;
} | {
selector: string;
}> | undefined;
/** Fields whose differences always count as changes, even if they look like noise. Unlike `fields`, the other fields are still compared. */
matters?: Array<string> | undefined;
/** Which changes raise an alert. Default: every change. All changes are recorded either way. */
conditions?: Array<string> | undefined;
/** Whether any or all of the conditions must match. Default: `any`. */
match?: "any" | "all" | undefined;
/** Severity of the alerts. Default: `info`. */
severity?: AlertSeverity | undefined;
/** Only raise an alert when something is back in stock. */
restock?: boolean | undefined;
/** Email a summary of the changes: `daily` in the morning (UTC), or `weekly` on Mondays. Default: none. */
digest?: "daily" | "weekly" | undefined;
};
schedule: Schedule | null;
limits: FlowLimits;
/** The secret that opens encrypted PDF, Office and OpenDocument files, such as `{{secret.document}}`. Set its value with PUT /flows/{id}/secrets/{name}; it opens documents of the secret's `origins` only. */
documentPassword?: DocumentPassword | undefined;
/** Records with values as shown on the page, which POST /generate made the flow from. Selectors that stop working are healed by them, too. */
examples?: Array<Record<string, string>> | undefined;
/** What a good run looks like. A completed run that falls short has `warnings`, its flow needs attention, and a `data_quality` alert says why. By default, only missing items and lost fields are reported. */
expect: {
/** Minimum number of items. Default: one, once a run has collected any. Use 0 if no items is fine. */
minItems?: number | undefined;
/** Maximum share of items (0 to 1) in which each field may be empty. Other fields may be empty, but not in all items if the last good runs had them in most. Use 1 to allow that too. */
maxNullShare?: Record<string, number> | undefined;
/** Fields whose combined values must be unique within a run. */
unique?: Array<string> | undefined;
/** Maximum drop in the number of items, as a share (0 to 1) of the last good runs' number. */
maxDrop?: number | undefined;
};
id: string;
status: FlowStatus;
/** Percentage of finished runs that completed. */
successRate: number;
/** Runs requested, whatever their outcome. */
totalRuns: number;
completedRuns: number;
failedRuns: number;
/** Whether it failed too often, or its last completed run has warnings. */
needsAttention: boolean;
createdAt: string;
/** Increases with every change. Send it as If-Match with a PUT to avoid overwriting someone else's change. */
version: number;
/** When the next scheduled run starts. */
nextRunAt: string | null;
/** When its latest run was requested; null if unknown. */
lastRunAt: string | null;
/** Items of its last completed run; null if there is none, or an earlier release ran it. */
lastItemCount: number | null;
/** Number of URLs in `urls` or in the uploaded list; null if the flow has no list. */
urlCount: number | null;
/** Names of the flow's secrets. See PUT /flows/{id}/secrets/{name}. */
secrets: Array<string>;
/** Warnings of the last completed run. */
warnings: Array<{
/** `nothing-found`: no items, as in every run before. `no-items`: no items, though earlier runs had some. `lost-field`: a field is empty in all items, though earlier runs had it. `no-text`: at least half of the documents that were read, such as PDF files, are scans without text. The others: see the flow's `expect`. */
code: "nothing-found" | "no-items" | "min-items" | "lost-field" | "null-share" | "not-unique" | "dropped" | "no-text";
/** What is wrong, in which step and, if known, why. */
message: string;
/** The step concerned, as `steps[1]` or its label. */
step: string | null;
/** The field concerned. */
field: string | null;
}>;
/** Suggested expectations, which the last good runs would have met. Send them as `expect` to enforce them. Null until there is a good run. */
proposedExpect: {
/** Minimum number of items. Default: one, once a run has collected any. Use 0 if no items is fine. */
minItems?: number | undefined;
/** Maximum share of items (0 to 1) in which each field may be empty. Other fields may be empty, but not in all items if the last good runs had them in most. Use 1 to allow that too. */
maxNullShare?: Record<string, number> | undefined;
/** Fields whose combined values must be unique within a run. */
unique?: Array<string> | undefined;
/** Maximum drop in the number of items, as a share (0 to 1) of the last good runs' number. */
maxDrop?: number | undefined;
} | null;
/** Selectors that the last completed run healed, and the patch that fixes the flow. Null if there are none, or the flow was changed since. */
proposedPatch: {
healed: Array<{
/** Index of the outermost step. */
step: number | null;
/** Null: the selector of the records, or of an element to act on. */
field: string | null;
selector: string;
newSelector: string;
confidence: number;
/** The page on which it was healed. */
url: string;
}>;
/** Send it to PUT /flows/{id}. Null if the steps are longer than 50,000 characters. */
patch: {
steps: Steps;
} | null;
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
/** The URL the flow starts from. */
url: string;
/** Values that each run needs. Use `{{input.name}}` in the path and query of `url`, in `match`, and in the text of `type` steps. */
inputs?: FlowInputs | undefined;
/** URLs that each run opens instead of `url`, as pages or as the starts of sites (`eachUrl`): up to 1,000. Duplicates are opened once. A URL that fails does not fail the run; GET /runs/{id}/pages lists the result of each. */
urls?: Array<string> | undefined;
/** What each URL of a list is. `page`: just that page is opened. `site`: all steps run from there as if it were the flow's `url`, so that a `crawl` or `sitemap` step collects each site; many sites run on several workers, and GET /runs/{id}/sites lists the result of each. Default for flows with a `crawl` or `sitemap` step: `site`. */
eachUrl?: "page" | "site" | undefined;
/** A list from POST /uploads instead of `urls`, with up to your plan's `urlsPerRun` URLs. The flow keeps a copy, so its schedule continues after the upload has expired. */
uploadId?: UploadId | null | undefined;
mode: FlowMode;
/** How to load pages. `static` fetches the HTML, `browser` uses Chromium, `auto` uses Chromium only when a page needs it. */
render?: FlowRender | undefined;
/** `obey`: skip pages that robots.txt disallows and respect its Crawl-delay. `ignore`: don't read it; each run's log says so, and the audit log records who set it. */
robots?: "obey" | "ignore" | undefined;
permissions?: PermissionPolicy | undefined;
/** How fast to fetch pages from each site. `auto` starts with two pages at a time, adds more while responses stay fast and successful (up to 8, or 16 on the `scale` plan), and slows down on 429, 503, timeouts, broken connections and slower responses. A fixed pace never changes. The site's `Crawl-delay` and `Retry-After` take precedence. */
pace?: "auto" | {
/** Pages to fetch from one origin at the same time. */
concurrency?: number | undefined;
/** Minimum time between two requests to one origin, in milliseconds. */
delayMs?: number | undefined;
} | undefined;
/** How the flow's requests present themselves: headers, languages, a phone. Pages are fetched and opened in a browser alike. */
request?: {
/** Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, `Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused. A value can contain the flow's secrets as `{{secret.name}}`, which are sent to the secret's own origins only. */
headers?: Record<string, string> | undefined;
/** Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English. */
language?: string | undefined;
/** Added to the User-Agent, which still names this service. Some sites let a named suffix pass. */
userAgentSuffix?: string | undefined;
/** The size of a browser's window. Default: 1280 × 800, or a phone's. */
viewport?: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor?: number | undefined;
} | undefined;
/** Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch. */
mobile?: boolean | undefined;
/** A browser's time zone. Default: UTC. */
timezone?: string | undefined;
} | undefined;
session?: SessionOptions | undefined;
/** The proxy that all of the flow's connections go through, as a secret: `{{secret.proxy}}`. The secret's value is `http://user:password@host:port`, or the same with https or socks5. */
proxy?: string | undefined;
/** Words to find and group flows by, such as `books`. */
tags?: Array<string> | undefined;
steps?: Steps | undefined;
outputSchema?: OutputSchema | undefined;
/** What a flow in `monitor` mode compares and reports. */
monitor?: {
/** What to compare. `text`: the page's title and main content as Markdown, word by word. `price`: the name, price, currency and availability of the page's product. `picture`: what the page looks like in a browser. These need no steps. Default: `records`. */
watch?: "records" | "text" | "price" | "picture" | undefined;
/** The fields that identify a record. Default: detected automatically (url, id, sku, a reference such as TND-2026-01000, title). */
key?: Array<string> | undefined;
/** The fields to compare. Default: all. A field listed here is compared even if it looks like noise. */
fields?: Array<string> | undefined;
/** Text to ignore when comparing. `*` matches any characters. */
ignore?: Array<string> | undefined;
/** Fields to leave out of the comparison. */
ignoreFields?: Array<string> | undefined;
/** Parts of pictures to leave out of the comparison: rectangles in pixels of the picture, or the elements that a selector matches. */
ignoreAreas?: Array<{
x: number;
y: number;
width: number;
height: number;
} | {
selector: string;
}> | undefined;
/** Fields whose differences always count as changes, even if they look like noise. Unlike `fields`, the other fields are still compared. */
matters?: Array<string> | undefined;
/** Which changes raise an alert. Default: every change. All changes are recorded either way. */
conditions?: Array<string> | undefined;
/** Whether any or all of the conditions must match. Default: `any`. */
match?: "any" | "all" | undefined;
/** Severity of the alerts. Default: `info`. */
severity?: AlertSeverity | undefined;
/** Only raise an alert when something is back in stock. */
restock?: boolean | undefined;
/** Email a summary of the changes: `daily` in the morning (UTC), or `weekly` on Mondays. Default: none. */
digest?: "daily" | "weekly" | undefined;
} | undefined;
schedule?: ScheduleInput | null | undefined;
limits?: FlowLimits | undefined;
/** The secret that opens encrypted PDF, Office and OpenDocument files, such as `{{secret.document}}`. Set its value with PUT /flows/{id}/secrets/{name}; it opens documents of the secret's `origins` only. */
documentPassword?: DocumentPassword | undefined;
/** Records with values as shown on the page, which POST /generate made the flow from. Selectors that stop working are healed by them, too. */
examples?: Array<Record<string, string>> | undefined;
/** What a good run looks like. A completed run that falls short has `warnings`, its flow needs attention, and a `data_quality` alert says why. By default, only missing items and lost fields are reported. */
expect?: {
/** Minimum number of items. Default: one, once a run has collected any. Use 0 if no items is fine. */
minItems?: number | undefined;
/** Maximum share of items (0 to 1) in which each field may be empty. Other fields may be empty, but not in all items if the last good runs had them in most. Use 1 to allow that too. */
maxNullShare?: Record<string, number> | undefined;
/** Fields whose combined values must be unique within a run. */
unique?: Array<string> | undefined;
/** Maximum drop in the number of items, as a share (0 to 1) of the last good runs' number. */
maxDrop?: number | undefined;
} | undefined;
/** Fields that POST /generate could not find. Accepted so that its result can be sent unchanged; not stored. */
notes?: Array<{
/** The field's name, as the prompt or example gives it. */
field: string;
/** A readable reason: what was looked for and not found, or what is doubtful. */
why: string;
/** For an example: its value was not found on the page, or was found in several places. */
code?: "example-not-found" | "example-ambiguous" | undefined;
/** For an ambiguous example, the places that hold its value, written as fields for a step. */
candidates?: Array<string> | undefined;
}> | undefined;
/** What POST /generate left open. Accepted so that its result can be sent unchanged; not stored. */
questions?: Array<{
field: string;
/** The likeliest first: the one that was taken. */
candidates: Array<{
/** The value, as the field's type has it. Long texts are cut to 200 characters. */
value: unknown;
/** Where it is. In a generated flow: the field as the extract step takes it, so that you can put it in place of the flow's own. */
where: string;
confidence: number;
/** With `inspectionId`: the element that holds it. */
node?: number | undefined;
}>;
}> | undefined;
/** The records that POST /generate previewed. Accepted so that its result can be sent unchanged; not stored. */
preview?: {
/** Number of records the flow finds on the page. */
recordCount: number;
/** The first 10 records. Long texts are cut to 200 characters. */
records: Array<Record<string, unknown>>;
/** The currency of each price field as an ISO 4217 code, such as `GBP`; null where its records have different ones. Fields whose currency is unknown are left out. */
currencies?: Record<string, string | null> | undefined;
fields: Array<{
field: string;
/** Confidence that this is the value shown, and that it will be found again. */
confidence: number;
/** How it is found, in plain words. */
found: string;
}>;
/** With `inspectionId`: where each value is on the inspected page. */
places?: {
/** The element of each record, up to 300. */
records: Array<number | null>;
/** Of each field, the element of its value in each of these records. */
fields: Array<{
field: string;
nodes: Array<number | null>;
}>;
} | undefined;
/** With `inspectionId`: the page that the flow's `paginate` step leads to from the inspected page. */
nextUrl?: string | undefined;
/** What the flow collects from each of `urls` or, without them, from further pages of the same template. */
pages?: Array<{
url: string;
/** It was not given in `urls` but found on the page. */
sibling?: true | undefined;
recordCount: number;
/** The first 3. */
records: Array<Record<string, unknown>>;
/** Why it could not be opened; it was left out then. */
problem?: string | undefined;
}> | undefined;
} | undefined;
}

export type FlowInputs = Record<string, "string" | "number">;

export interface FlowLimits {
/** Maximum pages per run. */
maxPages?: number | undefined;
/** Maximum items per run. */
maxItems?: number | undefined;
/** Maximum pages of each site, in a list of sites (`eachUrl`). */
maxPagesPerSite?: number | undefined;
/** Maximum items of each site, in a list of sites (`eachUrl`). */
maxItemsPerSite?: number | undefined;
/** Maximum cost of a run in US dollars. A run that reaches it before it is done fails with `budget-stopped` and keeps its items. */
maxCostUsd?: number | undefined;
}

export type FlowMode = "extract" | "interact" | "monitor";

export interface FlowPatch {
name?: unknown | undefined;
description?: unknown | undefined;
url?: unknown | undefined;
inputs?: Record<string, unknown> | null | undefined;
urls?: Array<unknown> | null | undefined;
uploadId?: unknown | undefined;
eachUrl?: unknown | undefined;
mode?: unknown | undefined;
render?: unknown | undefined;
robots?: unknown | undefined;
permissions?: unknown | undefined;
pace?: unknown | undefined;
request?: Record<string, unknown> | null | undefined;
session?: Record<string, unknown> | null | undefined;
proxy?: unknown | undefined;
status?: FlowStatus | undefined;
tags?: Array<unknown> | null | undefined;
steps?: Array<Record<string, unknown>> | null | undefined;
outputSchema?: Record<string, unknown> | null | undefined;
monitor?: Record<string, unknown> | null | undefined;
schedule?: Record<string, unknown> | null | undefined;
limits?: Record<string, unknown> | null | undefined;
expect?: Record<string, unknown> | null | undefined;
documentPassword?: unknown | undefined;
examples?: Array<Record<string, unknown>> | null | undefined;
id?: unknown | undefined;
successRate?: unknown | undefined;
totalRuns?: unknown | undefined;
completedRuns?: unknown | undefined;
failedRuns?: unknown | undefined;
version?: unknown | undefined;
nextRunAt?: unknown | undefined;
lastRunAt?: unknown | undefined;
lastItemCount?: unknown | undefined;
secrets?: unknown | undefined;
needsAttention?: unknown | undefined;
warnings?: unknown | undefined;
proposedExpect?: unknown | undefined;
urlCount?: unknown | undefined;
proposedPatch?: unknown | undefined;
createdAt?: unknown | undefined;
updatedAt?: unknown | undefined;
}

export interface FlowPreview {
id: string;
status: RunStatus;
createdAt: string;
finishedAt: string | null;
/** When it is deleted: an hour after it finished. */
expiresAt: string | null;
/** Milliseconds of execution. */
duration: number;
pagesFetched: number;
/** US dollars used so far. */
cost: number;
/** The page it is waiting for, and since when. */
opening: RunOpening | null;
error: RunError | null;
logs: Array<LogEntry>;
screenshots: Array<RunScreenshot>;
/** The currency of each price field as an ISO 4217 code, such as `GBP`; null where its records have different ones. Fields whose currency is unknown are left out. */
currencies?: Record<string, string | null> | undefined;
/** The items collected so far, up to 20. */
items: Array<Item>;
}

export type FlowRender = "auto" | "static" | "browser";

export interface FlowSecret {
name: string;
/** The sites the secret may be typed on or sent to. */
origins: Array<string>;
updatedAt: string;
}

export interface FlowSecretDeleted {
name: string;
deletedAt: string;
}

export interface FlowSession {
flowId: string;
/** Whether there is a session that the next run uses. */
kept: boolean;
/** The only site that it is used on: the registrable domain of the flow's `url`. */
site: string;
/** Number of cookies. Their values are never shown. */
cookies: number;
/** Number of `localStorage` entries. */
storage: number;
/** Size as JSON, at most 256000. */
bytes: number;
/** Where it came from: the flow's sign-in steps, an import, or an ordinary visit. Null: there is none. */
source: "sign-in" | "import" | "visit" | null;
/** When it was signed in, imported or first kept. */
signedInAt: string | null;
/** When a run last saved it. */
savedAt: string | null;
/** 30 days after `signedInAt`. */
expiresAt: string | null;
/** Failed sign-ins in a row. */
failedSignIns: number;
/** Whether runs no longer sign in, after 3 failures in a row. Change the sign-in steps or a secret that they type, import cookies, clear the session or activate the flow to let them try again. */
signInStopped: boolean;
/** After an import: cookies of other sites, or expired ones, that were left out. */
skipped?: number | undefined;
}

export interface FlowSessionDeleted {
flowId: string;
deletedAt: string;
}

export type FlowSort = "createdAt" | "name" | "lastRunAt" | "successRate";

export type FlowStatus = "active" | "paused" | "draft" | "error";

export interface FlowSummary {
id: string;
status: FlowStatus;
/** Percentage of finished runs that completed. */
successRate: number;
/** Runs requested, whatever their outcome. */
totalRuns: number;
completedRuns: number;
failedRuns: number;
/** Whether it failed too often, or its last completed run has warnings. */
needsAttention: boolean;
createdAt: string;
name: string;
mode: FlowMode;
url: string;
nextRunAt: string | null;
/** When its latest run was requested; null if unknown. */
lastRunAt: string | null;
/** Items of its last completed run; null if there is none, or an earlier release ran it. */
lastItemCount: number | null;
tags: Array<string>;
}

export interface FlowToken {
id: string;
name: string;
/** In full in the answer that creates or rotates it; masked ever after. Sent as `?token=`. */
token: string;
/** When it was created, or last rotated. */
createdAt: string;
/** Written at most once a minute. */
lastUsedAt: string | null;
}

export interface FlowTokenRevoked {
id: string;
name: string;
revokedAt: string;
}

export interface FlowUpdated {
id: string;
name: string;
status: FlowStatus;
updatedAt: string;
version: number;
}

export interface FolderShownTarget {
type: "folder";
folder: string;
}

export interface FolderTarget {
type: "folder";
/** A folder under the one that the operator has named. It is created if needed. */
folder: string;
}

/** Opens each link, runs `steps` there and merges the results into the record. */
export interface FollowStep {
type: "follow";
/** The links to open, as `css` or `css@attr`. The default attribute is `href`. */
selector?: string | undefined;
/** The extracted field that holds the URL to open. */
field?: string | undefined;
/** Maximum links to open per page. */
limit?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** The links to open, as `css` or `css@attr`. The default attribute is `href`. */
selector?: string | undefined;
/** The extracted field that holds the URL to open. */
field?: string | undefined;
/** Maximum links to open per page. */
limit?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** The links to open, as `css` or `css@attr`. The default attribute is `href`. */
selector?: string | undefined;
/** The extracted field that holds the URL to open. */
field?: string | undefined;
/** Maximum links to open per page. */
limit?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
}>;
}>;
}>;
}

/** For `csv`: prefix values that look like spreadsheet formulas with an apostrophe (`escape`, the default), or keep them unchanged. Amounts and phone numbers are never changed. */
export type Formulas = "escape" | "keep";

export interface GenerateRequest {
/** What to collect, in plain words. Optional if you send `examples` or `picks`. */
prompt?: string | undefined;
/** One or more records, with values as shown on the page. One is usually enough. If they are in a list, the flow collects all of its records. If not, the page is the record. A value is a text, a number, a list of them (the first entries are enough), a nested record or a list of nested records. A text is best copied as the page writes it: its spelling says how the field is read. */
examples?: Array<Record<string, string | number | Array<string | number> | Record<string, string | number> | Array<Record<string, string | number>>>> | undefined;
/** The page to start from. Leave out with `inspectionId`. */
url?: string | undefined;
/** Read the page as POST /inspections found it, in place of `url`. */
inspectionId?: string | undefined;
picks?: Picks | undefined;
/** With `inspectionId`, instead of a prompt: the response is this flow, with what it collects from the inspected page as its `preview`. */
flow?: {
steps: Steps;
outputSchema?: OutputSchema | undefined;
} | undefined;
/** With `examples`: other pages of the same kind, such as products of the same shop. They tell labels from values and decide between places that hold the same on one page; examples may stand on any of them. */
urls?: Array<string> | undefined;
/** Default true: without `urls`, two further pages of the same template are opened, such as links of one list, and the flow's selectors are checked on them. `preview.pages` says which. They are requested with GET only, from the same origin, without a session, within robots.txt and at the site's pace; links that may change something (sign out, delete, add to cart) are never followed. Each counts as a page. */
siblings?: boolean | undefined;
/** How the page is opened, and the flow's runs open theirs: `browser` runs its scripts, `static` does not, `auto` does if they fill it in. With `inspectionId` the page is already open. */
render?: FlowRender | undefined;
/** How the page is asked for; the flow gets the same. Headers go to the page's origin, and to no page that you did not name. With `inspectionId`, the inspection's own counts. */
request?: {
/** Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, `Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused. */
headers?: Record<string, string> | undefined;
/** Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English. */
language?: string | undefined;
/** Added to the User-Agent, which still names this service. Some sites let a named suffix pass. */
userAgentSuffix?: string | undefined;
/** The size of a browser's window. Default: 1280 × 800, or a phone's. */
viewport?: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor?: number | undefined;
} | undefined;
/** Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch. */
mobile?: boolean | undefined;
/** A browser's time zone. Default: UTC. */
timezone?: string | undefined;
} | undefined;
/** The time zone of the times of day in the prompt that name none, such as that of whoever wrote it. Default: UTC. */
timezone?: string | undefined;
permissions?: PermissionPolicy | undefined;
/** `ignore`: fetch the page even if robots.txt disallows it, and create a flow that does the same. Only use it if you have permission. */
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
permissions?: PermissionPolicy | undefined;
request?: {
/** Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, `Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused. */
headers?: Record<string, string> | undefined;
/** Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English. */
language?: string | undefined;
/** Added to the User-Agent, which still names this service. Some sites let a named suffix pass. */
userAgentSuffix?: string | undefined;
/** The size of a browser's window. Default: 1280 × 800, or a phone's. */
viewport?: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor?: number | undefined;
} | undefined;
/** Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch. */
mobile?: boolean | undefined;
/** A browser's time zone. Default: UTC. */
timezone?: string | undefined;
} | undefined;
/** What to monitor, if the prompt asks to be alerted. */
monitor?: {
/** What to compare. `text`: the page's title and main content as Markdown, word by word. `price`: the name, price, currency and availability of the page's product. `picture`: what the page looks like in a browser. These need no steps. Default: `records`. */
watch?: "records" | "text" | "price" | "picture" | undefined;
/** The fields that identify a record. Default: detected automatically (url, id, sku, a reference such as TND-2026-01000, title). */
key?: Array<string> | undefined;
/** The fields to compare. Default: all. A field listed here is compared even if it looks like noise. */
fields?: Array<string> | undefined;
/** Text to ignore when comparing. `*` matches any characters. */
ignore?: Array<string> | undefined;
/** Fields to leave out of the comparison. */
ignoreFields?: Array<string> | undefined;
/** Parts of pictures to leave out of the comparison: rectangles in pixels of the picture, or the elements that a selector matches. */
ignoreAreas?: Array<{
x: number;
y: number;
width: number;
height: number;
} | {
selector: string;
}> | undefined;
/** Fields whose differences always count as changes, even if they look like noise. Unlike `fields`, the other fields are still compared. */
matters?: Array<string> | undefined;
/** Which changes raise an alert. Default: every change. All changes are recorded either way. */
conditions?: Array<string> | undefined;
/** Whether any or all of the conditions must match. Default: `any`. */
match?: "any" | "all" | undefined;
/** Severity of the alerts. Default: `info`. */
severity?: AlertSeverity | undefined;
/** Only raise an alert when something is back in stock. */
restock?: boolean | undefined;
/** Email a summary of the changes: `daily` in the morning (UTC), or `weekly` on Mondays. Default: none. */
digest?: "daily" | "weekly" | undefined;
} | undefined;
/** The schedule, if the prompt mentions one. It takes effect once the flow is active. */
schedule?: Schedule | undefined;
/** The limits, if the prompt mentions any. */
limits?: FlowLimits | undefined;
/** The records that were shown or picked. Runs heal the flow's selectors by them. */
examples?: Array<Record<string, string>> | undefined;
/** Requested fields that the flow does not collect, that it could read from several places, or that it reads by their place alone. POST /flows accepts and ignores them. */
notes?: Array<{
/** The field's name, as the prompt or example gives it. */
field: string;
/** A readable reason: what was looked for and not found, or what is doubtful. */
why: string;
/** For an example: its value was not found on the page, or was found in several places. */
code?: "example-not-found" | "example-ambiguous" | undefined;
/** For an ambiguous example, the places that hold its value, written as fields for a step. */
candidates?: Array<string> | undefined;
}> | undefined;
/** Fields that could have one of several values. The likeliest was taken, with a low confidence. Absent if nothing is open. */
questions?: Array<{
field: string;
/** The likeliest first: the one that was taken. */
candidates: Array<{
/** The value, as the field's type has it. Long texts are cut to 200 characters. */
value: unknown;
/** Where it is. In a generated flow: the field as the extract step takes it, so that you can put it in place of the flow's own. */
where: string;
confidence: number;
/** With `inspectionId`: the element that holds it. */
node?: number | undefined;
}>;
}> | undefined;
/** The records the flow finds on the page and, for examples, how it finds each field. POST /flows accepts and ignores it. */
preview?: {
/** Number of records the flow finds on the page. */
recordCount: number;
/** The first 10 records. Long texts are cut to 200 characters. */
records: Array<Record<string, unknown>>;
/** The currency of each price field as an ISO 4217 code, such as `GBP`; null where its records have different ones. Fields whose currency is unknown are left out. */
currencies?: Record<string, string | null> | undefined;
fields: Array<{
field: string;
/** Confidence that this is the value shown, and that it will be found again. */
confidence: number;
/** How it is found, in plain words. */
found: string;
}>;
/** With `inspectionId`: where each value is on the inspected page. */
places?: {
/** The element of each record, up to 300. */
records: Array<number | null>;
/** Of each field, the element of its value in each of these records. */
fields: Array<{
field: string;
nodes: Array<number | null>;
}>;
} | undefined;
/** With `inspectionId`: the page that the flow's `paginate` step leads to from the inspected page. */
nextUrl?: string | undefined;
/** What the flow collects from each of `urls` or, without them, from further pages of the same template. */
pages?: Array<{
url: string;
/** It was not given in `urls` but found on the page. */
sibling?: true | undefined;
recordCount: number;
/** The first 3. */
records: Array<Record<string, unknown>>;
/** Why it could not be opened; it was left out then. */
problem?: string | undefined;
}> | undefined;
} | undefined;
}

export interface Health {
status: "healthy" | "degraded";
services: {
api: "up" | "down" | "not-configured";
database: "up" | "down" | "not-configured";
scraping_engine: "up" | "down" | "not-configured";
ai: "up" | "down" | "not-configured";
/** What starts scheduled runs, retries and repairs, once a minute. */
clock: "up" | "down" | "not-configured";
};
version: string;
/** Seconds since the running code was deployed. */
uptime: number;
}

/** Moves the mouse over an element. */
export interface HoverStep {
type: "hover";
selector: string;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

export interface HttpShownTarget {
type: "http";
url: string;
headers?: MaskedHeaders | undefined;
}

export interface HttpTarget {
type: "http";
/** The URL that receives the data. Its query is encrypted, and shown as `…`. */
url: string;
/** Further headers, such as `Authorization`. Values are encrypted, and shown as `…`. */
headers?: Record<string, string> | undefined;
}

export interface ImportBackup {
from: "changedetection.io";
/** The backup file: a ZIP file in base64, or the JSON of its `url-watches.json` or `changedetection.json`. */
backup: string | Record<string, unknown>;
}

export interface ImportedFlows {
flows: Array<{
/** The flow, to be sent to POST /flows as it is. It has no notification address and no credential. */
definition: Record<string, unknown>;
/** Whether it ran by its schedule there. Send `status: active` to start it. */
active: boolean;
/** Settings that were not imported, or not exactly. */
leftOut: Array<{
/** Name of the setting, as the other tool calls it. */
setting: string;
/** Why it was not imported as it is, and what to do instead. */
reason: string;
}>;
}>;
/** Watches that cannot become flows. */
refused: Array<{
url: string;
reason: string;
}>;
/** Settings of the whole backup that were not imported. */
leftOut: Array<{
/** Name of the setting, as the other tool calls it. */
setting: string;
/** Why it was not imported as it is, and what to do instead. */
reason: string;
}>;
}

export interface InspectRequest {
/** The page to inspect. */
url: string;
/** `auto`: scripts run, and a flow made from the page uses a browser only if it has to. `browser`: it always does. `static`: scripts do not run. */
render?: FlowRender | undefined;
/** `ignore`: fetch the page even if robots.txt disallows it. Only use it if you have permission. */
robots?: "obey" | "ignore" | undefined;
permissions?: PermissionPolicy | undefined;
/** How the page is asked for, such as its language or a phone's viewport; flows made from the page get the same. */
request?: {
/** Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, `Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused. */
headers?: Record<string, string> | undefined;
/** Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English. */
language?: string | undefined;
/** Added to the User-Agent, which still names this service. Some sites let a named suffix pass. */
userAgentSuffix?: string | undefined;
/** The size of a browser's window. Default: 1280 × 800, or a phone's. */
viewport?: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor?: number | undefined;
} | undefined;
/** Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch. */
mobile?: boolean | undefined;
/** A browser's time zone. Default: UTC. */
timezone?: string | undefined;
} | undefined;
/** What to do before the page is inspected: `navigate` and the steps that act on a page, such as `click` and `type`. */
steps?: Steps | undefined;
/** Default true: two further pages of the same template are opened, and flows made from the page are checked on them. None are with `steps`. They are requested with GET only, from the same origin, without a session, within robots.txt and at the site's pace; links that may change something (sign out, delete, add to cart) are never followed. Each counts as a page. */
siblings?: boolean | undefined;
/** The flow whose secrets the steps type. An inspection that types secrets has no picture, since a picture cannot be masked. */
flowId?: string | undefined;
}

export interface InspectedPage {
title: string;
/** URL of the page, after redirects and steps. */
pageUrl: string;
/** Size of the page in CSS pixels. The picture is as wide, and never taller. */
width: number;
height: number;
/** The picture ends here; pages taller than 16,384 pixels are cut. */
pictureHeight: number;
direction: "ltr" | "rtl";
elements: Array<{
/** Names the element within this inspection. */
node: number;
kind: "text" | "heading" | "link" | "button" | "input" | "image";
/** Its text, cut to 80 characters; for an image, its alternative text. */
text: string;
/** Left, top, width and height in CSS pixels, from the top left of the page. */
box: Array<number>;
/** The record it belongs to: index of the region, and of the record in it. */
record?: Array<number> | undefined;
/** Something else lies over it, such as a banner. */
covered?: true | undefined;
}>;
/** Elements that can be pointed at; `elements` has fewer if they do not fit. */
elementCount: number;
/** Lists of repeated records, the most likely first. */
regions: Array<{
/** All records of the region, those without a box included. */
recordCount: number;
/** Records that have a box, in the order of the page. */
records: Array<{
/** Names the element within this inspection. */
node: number;
/** Left, top, width and height in CSS pixels, from the top left of the page. */
box: Array<number>;
}>;
}>;
/** Elements that lead to the next page or add to the list: pick one with `take` `next`. */
next?: Array<number> | undefined;
/** The page's login form. To see what is behind it, inspect the page again with steps that type into it, marked `"when": "signed-out"`, and the password as a secret of the flow. */
signIn?: {
/** Selector of the field for the user name or email address. */
username: string;
/** Selector of the field for the password. */
password: string;
/** Selector of the button; absent: press Enter in the field for the password. */
submit?: string | undefined;
} | undefined;
/** Fields that could have one of several values. The likeliest was taken, with a low confidence. Absent if nothing is open. */
questions?: Array<{
field: string;
/** The likeliest first: the one that was taken. */
candidates: Array<{
/** The value, as the field's type has it. Long texts are cut to 200 characters. */
value: unknown;
/** Where it is. In a generated flow: the field as the extract step takes it, so that you can put it in place of the flow's own. */
where: string;
confidence: number;
/** With `inspectionId`: the element that holds it. */
node?: number | undefined;
}>;
}> | undefined;
/** Further pages of the same template that were opened to compare with. Each counts as a page. */
siblings?: Array<{
url: string;
/** Why it was not used. */
problem?: string | undefined;
}> | undefined;
/** What was left out, and why. */
notes: Array<string>;
}

export interface Inspection {
id: string;
status: "running" | "completed" | "failed";
url: string;
createdAt: string;
/** Until then it can be read, and flows can be made from it. */
expiresAt: string;
/** In US dollars, once it has ended. */
cost?: number | undefined;
/** A link that needs no key. Null if there is no picture, since the steps type secrets. */
pictureUrl?: string | null | undefined;
/** What the page shows, once the inspection is completed. */
page?: InspectedPage | undefined;
/** Why there is nothing to show, if the inspection failed. */
error?: {
code: string;
message: string;
} | undefined;
}

export interface InvitePerson {
email: string;
role: Role;
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

export interface MapRequest {
/** A page of the site, such as its home page. Its links are listed too. If the site has no sitemap, the links of its pages are followed level by level for about 20 seconds. */
url: string;
/** Words that the URLs must contain, all of them, in any case. */
q?: string | undefined;
/** Maximum number of URLs, and no more than the plan's `mapUrls`. */
limit?: number | undefined;
/** How the requests present themselves. */
request?: {
/** Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, `Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused. */
headers?: Record<string, string> | undefined;
/** Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English. */
language?: string | undefined;
/** Added to the User-Agent, which still names this service. Some sites let a named suffix pass. */
userAgentSuffix?: string | undefined;
/** The size of a browser's window. Default: 1280 × 800, or a phone's. */
viewport?: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor?: number | undefined;
} | undefined;
/** Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch. */
mobile?: boolean | undefined;
/** A browser's time zone. Default: UTC. */
timezone?: string | undefined;
} | undefined;
/** `ignore`: read the page's links even if robots.txt disallows it. Only use it if you have permission. */
robots?: "obey" | "ignore" | undefined;
}

export interface MappedSite {
url: string;
mappedAt: string;
urlCount: number;
/** Pages of the same registrable domain, each once: first those of sitemaps, in their order. */
urls: Array<{
/** Without fragment, tracking parameters and session. */
url: string;
/** `link`: only the page links to it; no sitemap lists it. */
source: "sitemap" | "link";
/** When it last changed, if a sitemap says so. */
modifiedAt?: string | undefined;
}>;
/** Whether the site has more pages than listed here, more sitemaps than could be read in time, or pages whose links were not followed: see `warnings`. */
truncated: boolean;
/** US dollars, counted in the account's `usage`. */
cost: number;
/** What could not be read, and how many pages were not opened to follow their links. Absent if there is nothing to report. */
warnings?: Array<string> | undefined;
}

export type MaskedHeaders = Record<string, string>;

/** Opens the flow's URL, or the step's `url`. */
export interface NavigateStep {
type: "navigate";
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

/** Field name → type: string, number, integer, boolean, date, datetime, url, email, image, price, a list such as string[], a nested object, or a list that holds one nested object. `{"type": "price", "description": "without tax"}` also says in words what is meant: the value is found by its name and by these words. JSON Schema is accepted, too, as a whole (`{"type": "object", "properties": {…}}`) or for a field (`{"type": "array", "items": {"type": "string"}}`), and stored as field name → type. */
export type OutputSchema = Record<string, unknown>;

export interface PageCounts {
completed: number;
failed: number;
skipped: number;
}

export interface PageError {
/** Stable code, such as `target-failed`, `target-refused` or `duplicate`. */
code: string;
message: string;
/** The step that failed, as `steps[1]` or by its label. */
step: string | null;
httpStatus: number | null;
/** Whether trying the page again may succeed. */
retryable: boolean;
}

export interface PageOutcome {
url: string;
/** `failed`: it could not be read completely; items collected before are kept. `skipped`: in a crawl, a page that robots.txt disallows, a file that is not a page (such as a picture or an archive), or a page that was read under another URL; in lists too, a page that reserves a use which the flow's `permissions` obey. */
status: PageStatus;
/** Items that it gave. */
items: number;
error: PageError | null;
/** What the page and its site say about its use. Absent if nothing is said, or the page was not opened. */
permissions?: PagePermissions | undefined;
}

export interface PagePermissions {
/** Uses that at least one signal reserves. */
reserved: Array<PermissionUse>;
/** Uses that a signal allows and none reserves. About other uses nothing is said. */
allowed: Array<PermissionUse>;
signals: Array<PermissionSignal>;
}

export type PageStatus = "completed" | "failed" | "skipped";

/** Opens the next page and repeats the steps before it, until there are no more pages. */
export interface PaginateStep {
type: "paginate";
/** `next`: a link or button to the next page. `load-more`: a button that loads more. `scroll`: the page loads more on scroll. `auto`: detect it. Default: `next` with a selector, otherwise `auto`. */
method?: "auto" | "next" | "load-more" | "scroll" | undefined;
/** The link (`css` or `css@attr`) or button. Default: detected automatically. */
selector?: string | undefined;
/** Maximum pages, including the first. For a page that loads more, the maximum number of loads. Default: 100. */
maxPages?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
}

export type PaidPlan = "pro" | "scale";

/** A payment provider's event, signed in the Stripe-Signature header. */
export interface PaymentEvent {
id: string;
type: string;
}

export interface PaymentEventReceipt {
outcome: "applied" | "known" | "ignored";
}

export type Period = "7d" | "30d" | "90d";

/** Whether pages are collected whose owners reserve a use, by Content-Signal, RSL, `noai`, `noimageai` or TDM reservation. `record`: they are, and what they say is kept with each page. `{"obey": ["ai-train"]}`: a page that reserves one of these uses is neither stored nor sent to a language model (`use-reserved`), and is skipped like one that robots.txt disallows. */
export type PermissionPolicy = "record" | {
/** The uses that you have for the pages. */
obey: Array<PermissionUse>;
};

export interface PermissionSignal {
signal: "content-signal" | "rsl" | "noai" | "noimageai" | "tdm-reservation";
/** Where it is said. `link` and `script`: elements of the page. */
from: "robots.txt" | "header" | "meta" | "link" | "script" | "tdmrep.json";
/** As it is said, shortened to 200 characters. */
value: string;
/** The licence or policy that it names. */
url?: string | undefined;
/** The uses that it reserves. */
reserves: Array<PermissionUse>;
/** Why it could not be read. What cannot be read counts as reserved. */
problem?: string | undefined;
}

export type PermissionUse = "search" | "ai-input" | "ai-train";

export interface Person {
/** The person's id; for an invitation, the invitation's. */
id: string;
email: string;
role: Role;
status: "active" | "invited";
joinedAt: string | null;
/** When the invitation expires; null for members. */
expiresAt: string | null;
/** Whether the invitation's email was sent; null for members. Invite again to send another one. */
mail: "pending" | "sent" | "failed" | null;
}

export interface PersonRemoved {
id: string;
removedAt: string;
}

export interface PersonSession {
id: string;
person: {
id: string;
email: string;
};
/** `sso`: the account's single sign-on. Such a session is about this account only, and can't do what is about all accounts of the person. */
signedInWith: "email" | "sso";
/** The account that requests of this session are about; null if the person belongs to none. */
account: {
id: string;
name: string;
role: Role;
scopes: Array<string>;
} | null;
/** All accounts of the person, to switch between. */
accounts: Array<{
id: string;
name: string;
role: Role;
}>;
/** Invitations that the person has not accepted yet. */
invitations: Array<{
id: string;
accountName: string;
role: Role;
expiresAt: string;
}>;
expiresAt: string;
}

export interface PickedElement {
/** Names the element within this inspection. */
node: number;
/** Name of the field. Leave out to have one proposed. */
name?: string | undefined;
/** What to take: its text, the address it links to, or its image. Default: `image` for an image, else `text`. `next`: it is no field but the link or button that leads to the next page. */
take?: "text" | "link" | "image" | "next" | undefined;
/** Rules the element out. With `name`: it is not the value of this field. Without: the record around it is none. */
not?: true | undefined;
}

/** With `inspectionId`: elements of the inspected page, one for each field. A second element with the same name is a second example, in another record. */
export type Picks = Array<PickedElement>;

export interface PostgresShownTarget {
type: "postgres";
host: string;
port: number;
database: string;
user: string;
/** Always `…`. */
password: string;
schema: string;
table: string;
removed: "flag" | "delete";
tls: "verify" | "off";
/** Always `…`. */
caCertificate?: string | undefined;
}

export interface PostgresTarget {
type: "postgres";
/** The server's host name or IP address. */
host: string;
port?: number | undefined;
database: string;
user: string;
/** Encrypted, and shown as `…`. */
password: string;
schema?: string | undefined;
/** The table. It is created by the first delivery, and gets columns as the data needs them. `<table>_runs` names the runs that it has. */
table: string;
/** For content `latest` of a monitor: `flag` sets `_removed_at` in rows of removed records, `delete` deletes the rows. */
removed?: "flag" | "delete" | undefined;
/** `off` only for private hosts that the operator has allowed. */
tls?: "verify" | "off" | undefined;
/** The authority of the server's certificate, as PEM, if it is not a public one. Shown as `…`. */
caCertificate?: string | undefined;
}

/** Presses a key. */
export interface PressStep {
type: "press";
/** A key by its name, such as "Enter", "ArrowDown" or "Control+a". */
key: string;
/** The element to focus first. */
selector?: string | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

export interface PutFlowSecret {
/** The value. It is encrypted and never shown in responses, logs or snapshots. */
value: string;
/** The sites the secret may be typed on or sent to, or whose documents it may open, such as `https://login.shop.example`. Default: the site of the flow's current `url`. Editing the flow later does not change it. */
origins?: Array<string> | undefined;
}

export interface PutFlowSession {
/** The text of a `cookies.txt` file (Netscape format), or JSON as cookie extensions, Puppeteer and Playwright export it. Cookies of other sites are left out. */
cookies: string | Array<Record<string, unknown>> | {
cookies: Array<Record<string, unknown>>;
origins?: Array<Record<string, unknown>> | undefined;
};
}

export interface QuietHours {
from: string;
/** Earlier than `from`: of the next day. */
to: string;
timezone: string;
}

export interface RetryRun {
/** `snapshots`: today's flow on the pages as the run saw them. Nothing is visited. `failed`: the addresses of its list that failed or were not reached, pages or sites; of a crawl, the pages that failed. */
from?: "source" | "snapshots" | "failed" | undefined;
}

/** `owner`: everything. `editor`: everything but keys, people, billing, account settings and the audit log. `viewer`: reads what editors can read. */
export type Role = "owner" | "editor" | "viewer";

export interface RotateKey {
/** How many seconds the old key keeps working. Default: one day. */
overlapSeconds?: number | undefined;
}

export interface Run {
id: string;
flowId: string;
flowName: string;
status: RunStatus;
origin: RunOrigin;
/** The `trigger` of POST /runs/trigger. */
trigger?: string | undefined;
/** The run's input. Absent if its flow has no `inputs`. */
input?: RunInput | undefined;
/** The run that this one retries. */
retryOf?: string | undefined;
/** The run whose saved pages this one reads instead of fetching them. */
snapshotsOf?: string | undefined;
/** When the run was requested. */
startedAt: string;
/** When a worker started it. */
executionStartedAt: string | null;
finishedAt: string | null;
/** Milliseconds of execution: 0 while queued, elapsed while running. */
duration: number;
itemsExtracted: number;
pagesFetched: number;
/** For a list of URLs or a crawl: counts of finished pages. */
pages?: PageCounts | undefined;
/** For a list of sites: counts of finished sites. */
sites?: PageCounts | undefined;
/** Number of values that are not null. */
dataPointsExtracted: number;
/** The currency of each price field as an ISO 4217 code, such as `GBP`; null where its records have different ones. Fields whose currency is unknown are left out. */
currencies?: Record<string, string | null> | undefined;
/** US dollars used so far. */
cost: number;
/** How a completed run falls short of what its flow expects. */
warnings: Array<{
/** `nothing-found`: no items, as in every run before. `no-items`: no items, though earlier runs had some. `lost-field`: a field is empty in all items, though earlier runs had it. `no-text`: at least half of the documents that were read, such as PDF files, are scans without text. The others: see the flow's `expect`. */
code: "nothing-found" | "no-items" | "min-items" | "lost-field" | "null-share" | "not-unique" | "dropped" | "no-text";
/** What is wrong, in which step and, if known, why. */
message: string;
/** The step concerned, as `steps[1]` or its label. */
step: string | null;
/** The field concerned. */
field: string | null;
}>;
/** The page the run is waiting for, and since when; null if it is not waiting for one. Updated at least every 10 seconds. */
opening: RunOpening | null;
costBreakdown: CostBreakdown;
error: RunError | null;
logs: Array<LogEntry>;
/** At most 50, in the order they were taken. */
screenshots: Array<RunScreenshot>;
/** The first 10 items. */
outputPreview: Array<Record<string, unknown>>;
}

export interface RunError {
/** A stable error code, such as `target-failed` or `not-configured`. */
code: string;
message: string;
/** The step that failed, as `steps[1]` or its label. */
step: string | null;
/** URL of the page it failed on. */
url: string | null;
httpStatus: number | null;
/** Whether a retry may succeed. */
retryable: boolean;
}

export interface RunExport {
/** A link that needs no key. Expires after 15 minutes. */
url: string;
format: "json" | "ndjson" | "csv" | "xlsx";
itemCount: number;
expiresAt: string;
}

export type RunInput = Record<string, string | number>;

export interface RunOpening {
url: string;
/** When it was requested. */
since: string;
}

export type RunOrigin = "api" | "trigger" | "schedule" | "retry";

export interface RunScreenshot {
/** The step that took it, as `steps[1]` or its label. */
step: string;
/** URL of the page it shows. */
url: string;
/** A link that needs no key. Expires 24 hours after this response. */
screenshotUrl: string;
width: number;
height: number;
capturedAt: string;
/** Whether it was taken because the step failed. */
isFailure: boolean;
}

export type RunStatus = "queued" | "running" | "completed" | "failed" | "cancelled";

export interface RunSummary {
id: string;
flowId: string;
flowName: string;
status: RunStatus;
origin: RunOrigin;
/** The `trigger` of POST /runs/trigger. */
trigger?: string | undefined;
/** The run's input. Absent if its flow has no `inputs`. */
input?: RunInput | undefined;
/** The run that this one retries. */
retryOf?: string | undefined;
/** The run whose saved pages this one reads instead of fetching them. */
snapshotsOf?: string | undefined;
/** When the run was requested. */
startedAt: string;
/** When a worker started it. */
executionStartedAt: string | null;
finishedAt: string | null;
/** Milliseconds of execution: 0 while queued, elapsed while running. */
duration: number;
itemsExtracted: number;
pagesFetched: number;
/** For a list of URLs or a crawl: counts of finished pages. */
pages?: PageCounts | undefined;
/** For a list of sites: counts of finished sites. */
sites?: PageCounts | undefined;
/** Number of values that are not null. */
dataPointsExtracted: number;
/** The currency of each price field as an ISO 4217 code, such as `GBP`; null where its records have different ones. Fields whose currency is unknown are left out. */
currencies?: Record<string, string | null> | undefined;
/** US dollars used so far. */
cost: number;
/** How a completed run falls short of what its flow expects. */
warnings: Array<{
/** `nothing-found`: no items, as in every run before. `no-items`: no items, though earlier runs had some. `lost-field`: a field is empty in all items, though earlier runs had it. `no-text`: at least half of the documents that were read, such as PDF files, are scans without text. The others: see the flow's `expect`. */
code: "nothing-found" | "no-items" | "min-items" | "lost-field" | "null-share" | "not-unique" | "dropped" | "no-text";
/** What is wrong, in which step and, if known, why. */
message: string;
/** The step concerned, as `steps[1]` or its label. */
step: string | null;
/** The field concerned. */
field: string | null;
}>;
}

export interface S3ShownTarget {
type: "s3";
endpoint?: string | undefined;
region: string;
bucket: string;
prefix?: string | undefined;
accessKeyId?: string | undefined;
/** Always `…`, if the bucket is opened with a key. */
secretAccessKey?: string | undefined;
roleArn?: string | undefined;
}

export interface S3Target {
type: "s3";
/** The URL of an S3-compatible service, such as `https://s3.example.com`. Leave out for AWS. */
endpoint?: string | undefined;
/** The bucket's region. */
region?: string | undefined;
/** The bucket's name. */
bucket: string;
/** The folder in the bucket. Leave out for its top level. */
prefix?: string | undefined;
/** The key to the bucket. Leave out with `roleArn`. */
accessKeyId?: string | undefined;
/** Encrypted, and shown as `…`. */
secretAccessKey?: string | undefined;
/** Instead of a key, on AWS: the role to assume, whose name starts with `gleaner-destination-`. Its trust policy must require your account's id as the external ID (`sts:ExternalId`). */
roleArn?: string | undefined;
}

export type Schedule = {
cron: string;
timezone: string;
/** The input of each scheduled run, if the flow has `inputs`. */
input?: RunInput | undefined;
} | {
/** At least the plan's `minIntervalMinutes`; see GET /account. */
every: string;
/** The input of each scheduled run, if the flow has `inputs`. */
input?: RunInput | undefined;
};

export type ScheduleInput = {
cron: string;
timezone?: string | undefined;
/** The input of each scheduled run, if the flow has `inputs`. */
input?: RunInput | undefined;
} | {
/** At least the plan's `minIntervalMinutes`; see GET /account. */
every: string;
/** The input of each scheduled run, if the flow has `inputs`. */
input?: RunInput | undefined;
};

/** Deprecated, since they unlock nothing: `analytics:write`, `audit:write`, `activity:write`, `screenshots:read`, `extract:read`, `billing:read`. */
export type Scope = "flows:read" | "flows:write" | "runs:read" | "runs:write" | "keys:read" | "keys:write" | "alerts:read" | "alerts:write" | "analytics:read" | "analytics:write" | "audit:read" | "audit:write" | "activity:read" | "activity:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write" | "tickets:read" | "tickets:write" | "screenshots:read" | "screenshots:write" | "extract:read" | "extract:write" | "billing:read" | "billing:write" | "email:read" | "email:write" | "account:read" | "account:write";

export interface Screenshot {
url: string;
/** A link that needs no key. Expires after 24 hours. */
screenshotUrl: string;
/** In image pixels; for a PDF, in CSS pixels. */
width: number;
height: number;
capturedAt: string;
}

/** Takes a screenshot of the page. The run lists a link to it. */
export interface ScreenshotStep {
type: "screenshot";
/** Capture the full page. It is scrolled first so that lazy images load. */
fullPage?: boolean | undefined;
/** Capture only this element. */
selector?: string | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

/** Scrolls the page to an element, to an end or by a distance. */
export interface ScrollStep {
type: "scroll";
/** The element to scroll into view. */
selector?: string | undefined;
to?: "bottom" | "top" | undefined;
/** Pixels to scroll down; negative values scroll up. */
byPx?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

export type SearchLanguage = string;

export interface SearchRequest {
query: SearchText;
source?: SearchSource | undefined;
/** Maximum number of results. */
limit?: number | undefined;
/** The language of the results, such as `de` or `de-AT`; `auto`: that of the query. Default: the search engine's own. */
language?: SearchLanguage | undefined;
/** Only results of the last day, week, month or year, from engines that can tell. */
timeRange?: TimeRange | undefined;
/** Also reads the page of each result, with these options of `POST /extract`. `{"outputs": ["markdown"]}` adds the main content as Markdown. */
extract?: {
/** What to collect, in plain words. */
instructions?: string | undefined;
schema?: OutputSchema | undefined;
/** The page itself, returned as `page` beside its items. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
robots?: "obey" | "ignore" | undefined;
permissions?: PermissionPolicy | undefined;
render?: FlowRender | undefined;
} | undefined;
}

export interface SearchResults {
query: string;
searchedAt: string;
resultCount: number;
/** In the search engine's order, each URL once. */
results: Array<{
position: number;
url: string;
title: string;
/** The part of the page that the search engine shows; may be empty. */
description: string;
/** When it was published, if the search engine says so. */
publishedAt?: string | undefined;
/** Of an image, its file; of news, a picture. */
imageUrl?: string | undefined;
imageWidth?: number | undefined;
imageHeight?: number | undefined;
/** The search engines that found it. */
engines: Array<string>;
/** With `extract`: the page's data, as of `POST /extract`. */
extraction?: Extraction | undefined;
/** With `extract`: why the page could not be read. The other results are not affected. */
error?: {
/** Error code, such as `target-failed`. */
code: string;
message: string;
} | undefined;
}>;
/** Other queries that the search engine suggests. */
suggestions?: Array<string> | undefined;
/** US dollars, counted in the account's `usage`; each `modelCost` comes on top. */
cost: number;
/** Engines that did not answer, and results that were left out. Absent if there is nothing to report. */
warnings?: Array<string> | undefined;
}

export type SearchSource = "web" | "news" | "images";

/** What to search for. Operators such as `site:example.org` depend on the engines that are asked. */
export type SearchText = string;

export interface SecretWarning {
code: "short-secret" | "secret-not-base64";
message: string;
}

/** Selects options in a drop-down list. */
export interface SelectStep {
type: "select";
selector: string;
/** Value or label of one or more options. */
value: string | Array<string>;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

export interface SessionEnded {
id: string;
endedAt: string;
}

export interface SessionEntry {
id: string;
/** `device`: a program that the person signed in with a code, such as the command line. */
kind: "browser" | "device";
/** Whether it is the session of this request. */
isCurrent: boolean;
/** The browser, as it described itself when it signed in; the name of a device. */
userAgent: string;
/** The IP address from which it signed in. */
address: string;
createdAt: string;
/** Updated at most once a minute. */
lastUsedAt: string;
expiresAt: string;
}

/** Whether the flow's runs share one session, so that they sign in once. */
export interface SessionOptions {
/** Keep cookies and `localStorage` of the flow's site for its next runs, for at most 30 days. They are encrypted, and deleted when the site, the proxy or the sign-in steps change. */
keep: boolean;
}

export type ShownTarget = S3ShownTarget | FolderShownTarget | HttpShownTarget | PostgresShownTarget;

export interface SignInStarted {
status: "accepted";
/** How long the link works. */
expiresInMinutes: number;
}

export interface SiteOutcome {
/** The URL in the list. */
url: string;
/** `failed`: it could not be read; items collected before are kept. `skipped`: a limit of the run was reached before all of it was read, or before it was started. */
status: PageStatus;
/** Pages fetched. */
pages: number;
/** Pages of it that failed. */
failedPages: number;
items: number;
/** Why it is not `completed`. */
error: PageError | null;
}

/** Opens the pages in a sitemap and runs `steps` on each. `url` is the sitemap's URL. Default: detected automatically. */
export interface SitemapStep {
type: "sitemap";
/** Only open URLs that match one of these. `*` matches any characters; `/blog/*` matches the path and query. `regex:^/blog/\d+$` searches the path with a regular expression in RE2 syntax, `url-regex:` the whole URL. */
match?: string | Array<string> | undefined;
/** Never open URLs that match one of these. */
exclude?: string | Array<string> | undefined;
/** Skip pages that the sitemap says were last modified longer ago than this, such as `7d` or `12h`. */
modifiedWithin?: string | undefined;
/** Maximum pages to open. */
maxPages?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** The links to open, as `css` or `css@attr`. The default attribute is `href`. */
selector?: string | undefined;
/** The extracted field that holds the URL to open. */
field?: string | undefined;
/** Maximum links to open per page. */
limit?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
} | {
type: "follow";
/** The links to open, as `css` or `css@attr`. The default attribute is `href`. */
selector?: string | undefined;
/** The extracted field that holds the URL to open. */
field?: string | undefined;
/** Maximum links to open per page. */
limit?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
steps: Array<{
type: "extract";
/** Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which. */
selector?: string | undefined;
/** The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found. */
fields?: Array<string> | undefined;
/** For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. Default: the page itself decides, each time. */
records?: "one" | "all" | undefined;
/** Maximum records per page. */
limit?: number | undefined;
/** `markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. `picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` and `height`. */
as?: "markdown" | "product" | "page" | "picture" | undefined;
/** With `as: "page"`: what the record holds besides `url`. Default: `markdown` and `metadata`. `markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. `rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. `metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object. `attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser. */
outputs?: Array<"markdown" | "html" | "rawHtml" | "links" | "images" | "metadata" | "json" | "attributes" | "screenshot"> | undefined;
/** CSS selectors of the parts to keep. Replaces the detection of the main content. */
includeTags?: Array<string> | undefined;
/** CSS selectors of the parts to leave out. */
excludeTags?: Array<string> | undefined;
/** Leave out navigation, banners and the like in `markdown` and `html` (default: true). `links` and `images` are always those of the whole page, or of `includeTags`. */
onlyMainContent?: boolean | undefined;
/** With the output `attributes`: the attributes to read, and of which elements. */
attributes?: Array<{
selector: string;
/** The attribute to read, such as `data-id`. */
attribute: string;
}> | undefined;
/** With the output `json`: what to collect, in plain words, besides what the schema says. */
instructions?: string | undefined;
/** With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it. */
useModel?: boolean | undefined;
/** With the output `screenshot`: the full page. */
fullPage?: boolean | undefined;
/** With `as: "page"` in a browser: milliseconds to wait before the page is read. */
waitMs?: number | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
}>;
}>;
}>;
}

export interface StartDeviceSignIn {
/** What the person sees: the program and the device. */
name: string;
}

export interface StartSignIn {
email: string;
}

export type Step = NavigateStep | ExtractStep | PaginateStep | FollowStep | SitemapStep | CrawlStep | ClickStep | TypeStep | PressStep | SelectStep | HoverStep | ScrollStep | WaitStep | ScreenshotStep | AssertStep;

export type Steps = Array<Step>;

export interface TakeScreenshot {
url: string;
/** Capture the full page. It is scrolled first so that lazy images load. */
fullPage?: boolean | undefined;
/** Width of the window in CSS pixels. Default: 1280, or a phone's with `request.mobile`. */
width?: number | undefined;
/** Height of the window in CSS pixels. Default: 800, or a phone's with `request.mobile`. */
height?: number | undefined;
/** Image pixels per CSS pixel. Default: 1, or a phone's with `request.mobile`. */
deviceScaleFactor?: number | undefined;
/** Capture only this element. */
selector?: string | undefined;
format?: "png" | "jpeg" | "webp" | "pdf" | undefined;
/** Wait until this element is visible. */
waitFor?: string | undefined;
/** Milliseconds to wait before the screenshot. */
delayMs?: number | undefined;
hideCookieBanners?: boolean | undefined;
/** How the request presents itself. Its `viewport` stands for `width`, `height` and `deviceScaleFactor`. */
request?: {
/** Headers to send, by name: up to 30, to the origin of `url` only, never after a redirect elsewhere. `User-Agent`, `Host`, `Cookie`, `Content-*`, `Sec-*`, `Signature*`, conditional, forwarding and hop-by-hop headers are refused. */
headers?: Record<string, string> | undefined;
/** Preferred languages, best first, such as `de-AT, en`: sent as Accept-Language, and a browser's own. Default: English. */
language?: string | undefined;
/** Added to the User-Agent, which still names this service. Some sites let a named suffix pass. */
userAgentSuffix?: string | undefined;
/** The size of a browser's window. Default: 1280 × 800, or a phone's. */
viewport?: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor?: number | undefined;
} | undefined;
/** Ask as a phone: the User-Agent says so, and a browser has a phone's viewport and touch. */
mobile?: boolean | undefined;
/** A browser's time zone. Default: UTC. */
timezone?: string | undefined;
} | undefined;
/** `ignore`: fetch the page even if robots.txt disallows it. Only use it if you have permission. */
robots?: "obey" | "ignore" | undefined;
permissions?: PermissionPolicy | undefined;
/** Use the page's dark colors, if it has them. */
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
/** The email address of the person who opened it; null if not known. */
openedBy: string | null;
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
/** The email address of the person who opened it; null if not known. */
openedBy: string | null;
createdAt: string;
updatedAt: string;
}

export type TicketType = "bug" | "question" | "feature" | "billing" | "other";

export type TimeRange = "day" | "week" | "month" | "year";

export interface TriggerRun {
flowId: string;
/** Opened instead of the flow's `url` or `urls`. URLs outside the flow's origins also need the scope `flows:write`. */
urls?: Array<string> | undefined;
/** A list from POST /uploads instead of `urls`. It can be used once. */
uploadId?: UploadId | undefined;
/** What each of these URLs is: a `page`, or the start of a `site`. Default: the flow's `eachUrl`. */
eachUrl?: "page" | "site" | undefined;
/** A value for each of the flow's `inputs`. */
input?: RunInput | undefined;
/** What triggered the run, in your own words. */
trigger?: string | undefined;
}

/** Types into a field. */
export interface TypeStep {
type: "type";
selector: string;
/** The text to type. Use `{{secret.name}}` for a secret. */
text: string;
/** Add to the field's text instead of replacing it. */
append?: boolean | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

export interface UpdateAccount {
name?: string | undefined;
maxMonthlyCostUsd?: number | null | undefined;
mail?: {
/** null: the owner; an empty list: nobody. */
alert?: Array<string> | null | undefined;
/** null: the owner; an empty list: nobody. */
report?: Array<string> | null | undefined;
/** null: the owner; an empty list: nobody. */
quota?: Array<string> | null | undefined;
/** null: the owner; an empty list: nobody. */
"webhook-disabled"?: Array<string> | null | undefined;
} | undefined;
alertMailSeverity?: AlertSeverity | undefined;
}

export interface UpdateAlert {
read: boolean;
}

export interface UpdateDestination {
name?: string | undefined;
/** Replaces the target, which must be of the same type. A secret of `…` keeps the current one. */
target?: DestinationTarget | undefined;
flowIds?: Array<string> | null | undefined;
content?: DestinationContent | undefined;
format?: DestinationFormat | undefined;
/** Inactive destinations receive nothing. */
active?: boolean | undefined;
id?: unknown | undefined;
failing?: unknown | undefined;
createdAt?: unknown | undefined;
}

export interface UpdatePerson {
role: Role;
}

export interface UpdateSession {
/** The account to switch to. */
accountId: string;
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
/** The events to deliver. */
events?: Array<EventType> | undefined;
/** Only events of these flows are sent, and none about the account. Default: the events of all flows. */
flowIds?: Array<string> | null | undefined;
/** Messages only: the minimum alert severity to send. Default: all alerts. */
minSeverity?: AlertSeverity | null | undefined;
/** Messages only: they wait until these hours end, except those about critical alerts. Default: none. */
quietHours?: QuietHours | null | undefined;
template?: WebhookTemplate | undefined;
/** Replaces the headers; a value of `…` keeps the current one, and null removes all. */
headers?: WebhookHeaders | null | undefined;
/** Disabled webhooks receive nothing, and pending deliveries are dropped. */
active?: boolean | undefined;
id?: unknown | undefined;
format?: unknown | undefined;
failing?: unknown | undefined;
createdAt?: unknown | undefined;
}

export interface Upload {
/** Of a list: the `uploadId` for POST /runs, POST /flows or PUT /flows/{id}. */
id: string;
/** Of a `page`: the URL of the file, for your account only. Use it wherever a URL is read: in POST /extract, POST /generate, and as `url` or in `urls` of flows and runs. */
address?: string | undefined;
/** Of a `page`: when the file is deleted. */
keptUntil?: string | undefined;
/** Where to send the file, as `multipart/form-data`. */
url: string;
/** Fields of the form. Send all of them, then the file as the last field, `file`. */
fields: Record<string, string>;
/** Maximum size of the file. */
maxBytes: number;
/** When the link stops working. It works once. */
expiresAt: string;
}

export type UploadId = string;

/** Waits for an element, text, an idle network or a set time. */
export interface WaitStep {
type: "wait";
/** An element that must be present and visible. */
selector?: string | undefined;
/** Text that must be visible on the page. */
text?: string | undefined;
/** Wait until the network has been idle for half a second. */
networkIdle?: true | undefined;
/** Wait this many milliseconds. */
delayMs?: number | undefined;
/** Wait until the element or text disappears instead. */
gone?: boolean | undefined;
/** Name of the step in logs. For a `follow` step, the key that holds the list of records from the followed page. For an `extract` step whose label is a record, or a list of records, of `outputSchema`: the field of the page's record that it fills. */
label?: string | undefined;
/** Continue if this step fails. The failure is logged. */
optional?: boolean | undefined;
/** Timeout in milliseconds, for each attempt to fetch the page or for the action. */
timeoutMs?: number | undefined;
/** Open this URL first. */
url?: string | undefined;
/** `signed-out`: run the step only if nobody is signed in. That is so if the `assert` right before these steps, or the first one after them, fails; without an `assert`, if the page shows the first field that they type into. */
when?: "signed-out" | undefined;
}

export interface Webhook {
id: string;
/** With any format except `json` masked: the host and, of a long URL, its end. */
url: string;
format: WebhookFormat;
/** Messages only; null: all alerts are sent. */
minSeverity: AlertSeverity | null;
/** Messages only. */
quietHours: QuietHours | null;
events: Array<EventType>;
/** Only events of these flows are sent. Absent: those of all flows. */
flowIds?: Array<string> | undefined;
/** Format `custom` only: the body. */
template?: unknown | undefined;
/** Further headers, with their values masked. Absent if there are none. */
headers?: MaskedHeaders | undefined;
active: boolean;
/** How deliveries fail. Absent unless the latest one failed. */
failing?: {
/** Time of the first failure after the last success. */
since: string;
/** The latest response; null if there was none. */
httpStatus: number | null;
/** Why there was no response. */
error: string | null;
/** The first 500 characters of the latest response; null if the receiver is not public. */
reply: string | null;
} | undefined;
createdAt: string;
}

export interface WebhookCreated {
id: string;
/** With any format except `json` masked: the host and, of a long URL, its end. */
url: string;
format: WebhookFormat;
/** Messages only; null: all alerts are sent. */
minSeverity: AlertSeverity | null;
/** Messages only. */
quietHours: QuietHours | null;
events: Array<EventType>;
/** Only events of these flows are sent. Absent: those of all flows. */
flowIds?: Array<string> | undefined;
/** Format `custom` only: the body. */
template?: unknown | undefined;
/** Further headers, with their values masked. Absent if there are none. */
headers?: MaskedHeaders | undefined;
active: boolean;
/** How deliveries fail. Absent unless the latest one failed. */
failing?: {
/** Time of the first failure after the last success. */
since: string;
/** The latest response; null if there was none. */
httpStatus: number | null;
/** Why there was no response. */
error: string | null;
/** The first 500 characters of the latest response; null if the receiver is not public. */
reply: string | null;
} | undefined;
createdAt: string;
/** The generated signing secret. It is shown only once. */
secret?: string | undefined;
/** What to fix about the secret. Absent if there is nothing to fix. */
warnings?: Array<SecretWarning> | undefined;
}

export interface WebhookDeleted {
id: string;
deletedAt: string;
}

export type WebhookFormat = "json" | "slack" | "discord" | "teams" | "ntfy" | "custom";

/** Formats `custom` and `ntfy`: up to 4 headers, such as `Authorization`. Their values are encrypted and shown as `…`. */
export type WebhookHeaders = Record<string, string>;

/** Format `custom`: the body to send. An object, or JSON in a string, is sent as JSON; any other string as plain text. {{name}} in a text stands for a value: event, id, timestamp, severity, title, message, changes, flowId, flowName, runId, dashboardUrl. */
export type WebhookTemplate = string | Record<string, unknown>;

export interface WebhookWithSecret {
id: string;
/** With any format except `json` masked: the host and, of a long URL, its end. */
url: string;
format: WebhookFormat;
/** Messages only; null: all alerts are sent. */
minSeverity: AlertSeverity | null;
/** Messages only. */
quietHours: QuietHours | null;
events: Array<EventType>;
/** Only events of these flows are sent. Absent: those of all flows. */
flowIds?: Array<string> | undefined;
/** Format `custom` only: the body. */
template?: unknown | undefined;
/** Further headers, with their values masked. Absent if there are none. */
headers?: MaskedHeaders | undefined;
active: boolean;
/** How deliveries fail. Absent unless the latest one failed. */
failing?: {
/** Time of the first failure after the last success. */
since: string;
/** The latest response; null if there was none. */
httpStatus: number | null;
/** Why there was no response. */
error: string | null;
/** The first 500 characters of the latest response; null if the receiver is not public. */
reply: string | null;
} | undefined;
createdAt: string;
/** The generated signing secret. It is shown only once. */
secret?: string | undefined;
}

/** One method for each operation of the API, by its operationId. */
export interface Operations {
/**
 * Check the service's health
 *
 * Needs no key.
 *
 * @deprecated Use `client.health.get`.
 */
getHealth(options?: CallOptions): Promise<Health>;

/**
 * Get the OpenAPI document
 *
 * Needs no key.
 */
getOpenApi(options?: CallOptions): Promise<Record<string, unknown>>;

/**
 * List flows, newest first
 *
 * Needs the scope `flows:read`.
 *
 * @deprecated Use `client.flows.list`.
 */
listFlows(query?: { status?: FlowStatus | undefined;
mode?: FlowMode | undefined;
/** Words in the name, description or URL. */
q?: string | undefined;
/** Only flows with this tag, in any case. */
tag?: string | undefined;
/** Filter by whether the flow needs attention. */
needsAttention?: "true" | "false" | undefined;
/** The field to sort by. Flows without a value come last: with `lastRunAt`, those that have never run; with `successRate`, those without a finished run. */
sort?: FlowSort | undefined;
/** Default: `asc` for `name`, otherwise `desc`. */
order?: "asc" | "desc" | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<FlowSummary>;

/**
 * Create a flow
 *
 * A new flow is a draft. You can run it manually; its schedule starts once you set it to `active`. A flow without steps collects whatever its page contains.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.create`.
 */
createFlow(body: FlowDefinition, options?: CallOptions): Promise<FlowCreated>;

/**
 * Get a flow
 *
 * Needs the scope `flows:read`.
 *
 * @deprecated Use `client.flows.get`.
 */
getFlow(id: string, options?: CallOptions): Promise<Flow>;

/**
 * Update a flow
 *
 * A JSON merge patch (RFC 7396): only the fields you send change, objects are merged, null removes a field, arrays are replaced. Setting one of a schedule's `cron` and `every` removes the other, and so does setting `urls` or `uploadId`. With If-Match, the update only applies to that version of the flow.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.update`.
 */
updateFlow(id: string, body: FlowPatch, options?: CallOptions & { readonly ifMatch?: number }): Promise<FlowUpdated>;

/**
 * Delete a flow
 *
 * Cancels the flow's queued and running runs. Its finished runs stay readable. With If-Match, only that version of the flow is deleted.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.delete`.
 */
deleteFlow(id: string, options?: CallOptions & { readonly ifMatch?: number }): Promise<{
message: string;
}>;

/**
 * Set a flow's secret
 *
 * A `type` step types it for `{{secret.name}}`, only on the secret's `origins`. It is encrypted, never shown, and masked in everything a run saves. Setting it again replaces the value.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.putSecret`.
 */
putFlowSecret(id: string, name: string, body: PutFlowSecret, options?: CallOptions): Promise<FlowSecret>;

/**
 * Delete a flow's secret
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.deleteSecret`.
 */
deleteFlowSecret(id: string, name: string, options?: CallOptions): Promise<FlowSecretDeleted>;

/**
 * Get a flow's session
 *
 * What is kept of it, and since when. The values of cookies are never shown.
 *
 * Needs the scope `flows:read`.
 *
 * @deprecated Use `client.flows.getSession`.
 */
getFlowSession(id: string, options?: CallOptions): Promise<FlowSession>;

/**
 * Import cookies into a flow's session
 *
 * Replaces the session of a flow that has `session` set to `{"keep": true}` with cookies from a browser, which is signed in. They are encrypted, used on the flow's site only, and kept for 30 days.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.putSession`.
 */
putFlowSession(id: string, body: PutFlowSession, options?: CallOptions): Promise<FlowSession>;

/**
 * Clear a flow's session
 *
 * Its next run starts signed out. Runs that have stopped signing in after too many failures try again.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.deleteSession`.
 */
deleteFlowSession(id: string, options?: CallOptions): Promise<FlowSessionDeleted>;

/**
 * Preview a flow without storing it
 *
 * Runs a flow definition on up to 3 pages and 20 items. Poll GET /previews/{id} until it has finished. A preview counts toward the month's runs and cost, but is not a run: it is not listed, is not part of the analytics or the activity feed, and sends no events. It is deleted after an hour.
 *
 * Needs the scope `extract:write`.
 *
 * @deprecated Use `client.previews.create`.
 */
createPreview(body: CreatePreview, options?: CallOptions): Promise<FlowPreview>;

/**
 * Get a preview with its items and log
 *
 * Needs the scope `extract:write`.
 *
 * @deprecated Use `client.previews.get`.
 */
getPreview(id: string, options?: CallOptions): Promise<FlowPreview>;

/**
 * Take a screenshot of a page
 *
 * Opens the page in a fresh browser. Pages taller than 16,384 pixels are cut. The screenshot is deleted after 24 hours.
 *
 * Needs the scope `screenshots:write`.
 *
 * @deprecated Use `client.screenshot.take`.
 */
takeScreenshot(body: TakeScreenshot, options?: CallOptions): Promise<Screenshot>;

/**
 * Convert another tool's backup to flows
 *
 * Reads a backup of changedetection.io and returns each watch as a flow definition for POST /flows, with a list of what could not be imported. Creates nothing. Notification addresses, credentials and earlier versions of pages are never imported.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.imports.convertBackup`.
 */
convertBackup(body: ImportBackup, options?: CallOptions): Promise<ImportedFlows>;

/**
 * List a monitor's changes, newest first
 *
 * One entry for each run that found changes. Failed runs have none. Differences that are taken for noise, such as an age or a view counter, are counted in `noise` and listed with `noise=true`.
 *
 * Needs the scope `flows:read`.
 *
 * @deprecated Use `client.flows.listChanges`.
 */
listFlowChanges(id: string, query?: { /** Whether to show differences taken for noise, and runs that found nothing else. Default: `false`. */
noise?: "true" | "false" | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<{
id: string;
flowId: string;
/** The run that found the change. */
runId: string;
createdAt: string;
/** A short summary, such as `61 prices fell`. Absent in older changes. */
title?: string | undefined;
/** A summary with the first records. */
message: string;
/** Severity of the alert it raised; null if it raised none. */
severity: AlertSeverity | null;
alertId: string | null;
added: number;
removed: number;
changed: number;
/** The first records, starting with those that raised the alert. */
records: Array<{
/** Identifies the record within its flow. See GET /flows/{id}/records/{key}/history. */
key: string;
type: "added" | "removed" | "changed";
/** The record's name, such as its title. Absent if it has none, and in older changes. */
label?: string | undefined;
/** The fields that differ. For an added or removed record, all of its fields. */
fields: Record<string, {
/** The value before. Of one that is too long to show, its beginning and `…`; of a list, its first entries. */
previous: unknown;
/** The value now, in the same form. */
current: unknown;
/** For long texts, how they differ. `previous` and `current` then hold their beginnings. */
diff?: {
addedWords: number;
removedWords: number;
/** How many of the changed lines are taken for noise. Absent: none. */
noiseLines?: number | undefined;
/** The places that differ, in order. */
hunks: Array<{
/** Number of the first line in the previous text. */
previousLine: number;
/** Number of the first line in the current text. */
currentLine: number;
/** Changed lines, with up to three unchanged ones on each side. */
lines: Array<{
/** `changed`: the line was changed to another; its parts say which words differ. */
type: "same" | "added" | "removed" | "changed";
parts: Array<{
type: "same" | "added" | "removed";
text: string;
}>;
/** Why this line is taken for noise, in a text that changed elsewhere. */
noise?: "format" | "visit" | "reads" | "rendering" | "age" | "counter" | "clock" | "name" | "field" | "partial" | "apart" | undefined;
}>;
}>;
/** Changed lines left out because there are too many. */
linesOmitted: number;
/** The hunks as a unified diff. Only in lists of changes. */
unified?: string | undefined;
} | undefined;
/** For pictures, how they differ. `previous` and `current` are then their SHA-256. */
picture?: {
/** Width of the current picture, in pixels. */
width: number;
height: number;
/** Pixels that differ by more than the tolerance, without ignored areas. */
changedPixels: number;
/** The same as a percentage of the compared pixels. */
share: number;
/** Where they are, in pixels of the current picture. The largest first. */
areas: Array<{
x: number;
y: number;
width: number;
height: number;
}>;
/** Areas left out because there are too many. */
areasOmitted: number;
/** Links to the pictures that need no key and expire after 24 hours. Absent for noise. */
previousUrl?: string | undefined;
currentUrl?: string | undefined;
/** The current picture, paler, with the changed pixels in colour and the areas outlined. */
differenceUrl?: string | undefined;
} | undefined;
/** For a price, its ISO 4217 code if the page gives one. */
currency?: string | undefined;
/** Why the difference is taken for noise. Absent: it is not. */
noise?: "format" | "visit" | "reads" | "rendering" | "age" | "counter" | "clock" | "name" | "field" | "partial" | "apart" | undefined;
}>;
}>;
/** Number of records left out. See their histories. */
recordsOmitted: number;
/** Differences that are taken for noise. They raise no alert. */
noise: {
/** Number of fields that differ, in all records. */
differences: number;
/** The same number for each reason. */
reasons: Record<string, number>;
/** The first records. Only with `noise=true`. */
records?: Array<{
/** Identifies the record within its flow. See GET /flows/{id}/records/{key}/history. */
key: string;
type: "added" | "removed" | "changed";
/** The record's name, such as its title. Absent if it has none, and in older changes. */
label?: string | undefined;
/** The fields that differ. For an added or removed record, all of its fields. */
fields: Record<string, {
/** The value before. Of one that is too long to show, its beginning and `…`; of a list, its first entries. */
previous: unknown;
/** The value now, in the same form. */
current: unknown;
/** For long texts, how they differ. `previous` and `current` then hold their beginnings. */
diff?: {
addedWords: number;
removedWords: number;
/** How many of the changed lines are taken for noise. Absent: none. */
noiseLines?: number | undefined;
/** The places that differ, in order. */
hunks: Array<{
/** Number of the first line in the previous text. */
previousLine: number;
/** Number of the first line in the current text. */
currentLine: number;
/** Changed lines, with up to three unchanged ones on each side. */
lines: Array<{
/** `changed`: the line was changed to another; its parts say which words differ. */
type: "same" | "added" | "removed" | "changed";
parts: Array<{
type: "same" | "added" | "removed";
text: string;
}>;
/** Why this line is taken for noise, in a text that changed elsewhere. */
noise?: "format" | "visit" | "reads" | "rendering" | "age" | "counter" | "clock" | "name" | "field" | "partial" | "apart" | undefined;
}>;
}>;
/** Changed lines left out because there are too many. */
linesOmitted: number;
/** The hunks as a unified diff. Only in lists of changes. */
unified?: string | undefined;
} | undefined;
/** For pictures, how they differ. `previous` and `current` are then their SHA-256. */
picture?: {
/** Width of the current picture, in pixels. */
width: number;
height: number;
/** Pixels that differ by more than the tolerance, without ignored areas. */
changedPixels: number;
/** The same as a percentage of the compared pixels. */
share: number;
/** Where they are, in pixels of the current picture. The largest first. */
areas: Array<{
x: number;
y: number;
width: number;
height: number;
}>;
/** Areas left out because there are too many. */
areasOmitted: number;
/** Links to the pictures that need no key and expire after 24 hours. Absent for noise. */
previousUrl?: string | undefined;
currentUrl?: string | undefined;
/** The current picture, paler, with the changed pixels in colour and the areas outlined. */
differenceUrl?: string | undefined;
} | undefined;
/** For a price, its ISO 4217 code if the page gives one. */
currency?: string | undefined;
/** Why the difference is taken for noise. Absent: it is not. */
noise?: "format" | "visit" | "reads" | "rendering" | "age" | "counter" | "clock" | "name" | "field" | "partial" | "apart" | undefined;
}>;
}> | undefined;
/** Number of records left out. Only with `noise=true`. */
recordsOmitted?: number | undefined;
};
/** Fields that changed in nearly every record of the last runs. Add those that never matter to `ignoreFields`. */
proposedNoise?: Array<string> | undefined;
}>;

/**
 * Get a monitor's data at a point in time
 *
 * The records of the last good run before `at` (default: now), each with its key. Empty for a flow that is not a monitor, and before the first good run.
 *
 * Needs the scope `flows:read`.
 *
 * @deprecated Use `client.flows.listRecords`.
 */
listFlowRecords(id: string, query?: { /** The point in time to read the data at. Default: now. */
at?: string | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<{
key: string;
record: Item;
/** The currency of each price field as an ISO 4217 code, such as `GBP`; null where its records have different ones. Fields whose currency is unknown are left out. */
currencies?: Record<string, string | null> | undefined;
/** For a record of a picture, a link to it that needs no key and expires after 24 hours. */
pictureUrl?: string | undefined;
/** Since when the collection that the record is part of is as it is. */
since?: string | undefined;
}>;

/**
 * Get a record's history, newest first
 *
 * Empty if the record has not changed since the first run.
 *
 * Needs the scope `flows:read`.
 *
 * @deprecated Use `client.flows.getRecordHistory`.
 */
getRecordHistory(id: string, key: string, query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<{
changeId: string;
runId: string;
createdAt: string;
type: "added" | "removed" | "changed";
/** The record's name, such as its title. Absent if it has none, and in older changes. */
label?: string | undefined;
/** The fields that differ. For an added or removed record, all of its fields. */
fields: Record<string, {
/** The value before. Of one that is too long to show, its beginning and `…`; of a list, its first entries. */
previous: unknown;
/** The value now, in the same form. */
current: unknown;
/** For long texts, how they differ. `previous` and `current` then hold their beginnings. */
diff?: {
addedWords: number;
removedWords: number;
/** How many of the changed lines are taken for noise. Absent: none. */
noiseLines?: number | undefined;
/** The places that differ, in order. */
hunks: Array<{
/** Number of the first line in the previous text. */
previousLine: number;
/** Number of the first line in the current text. */
currentLine: number;
/** Changed lines, with up to three unchanged ones on each side. */
lines: Array<{
/** `changed`: the line was changed to another; its parts say which words differ. */
type: "same" | "added" | "removed" | "changed";
parts: Array<{
type: "same" | "added" | "removed";
text: string;
}>;
/** Why this line is taken for noise, in a text that changed elsewhere. */
noise?: "format" | "visit" | "reads" | "rendering" | "age" | "counter" | "clock" | "name" | "field" | "partial" | "apart" | undefined;
}>;
}>;
/** Changed lines left out because there are too many. */
linesOmitted: number;
/** The hunks as a unified diff. Only in lists of changes. */
unified?: string | undefined;
} | undefined;
/** For pictures, how they differ. `previous` and `current` are then their SHA-256. */
picture?: {
/** Width of the current picture, in pixels. */
width: number;
height: number;
/** Pixels that differ by more than the tolerance, without ignored areas. */
changedPixels: number;
/** The same as a percentage of the compared pixels. */
share: number;
/** Where they are, in pixels of the current picture. The largest first. */
areas: Array<{
x: number;
y: number;
width: number;
height: number;
}>;
/** Areas left out because there are too many. */
areasOmitted: number;
/** Links to the pictures that need no key and expire after 24 hours. Absent for noise. */
previousUrl?: string | undefined;
currentUrl?: string | undefined;
/** The current picture, paler, with the changed pixels in colour and the areas outlined. */
differenceUrl?: string | undefined;
} | undefined;
/** For a price, its ISO 4217 code if the page gives one. */
currency?: string | undefined;
/** Why the difference is taken for noise. Absent: it is not. */
noise?: "format" | "visit" | "reads" | "rendering" | "age" | "counter" | "clock" | "name" | "field" | "partial" | "apart" | undefined;
}>;
}>;

/**
 * List tokens
 *
 * Needs the scope `flows:read`.
 *
 * @deprecated Use `client.flows.listTokens`.
 */
listFlowTokens(id: string, options?: CallOptions): PageRequest<FlowToken>;

/**
 * Create a token
 *
 * The full token is shown once. It can read the flow's latest items and changes, and nothing else. A flow can have 5 tokens. The API key also needs `runs:read` and `flows:read`.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.createToken`.
 */
createFlowToken(id: string, body: CreateFlowToken, options?: CallOptions): Promise<FlowToken>;

/**
 * Replace a token
 *
 * The new token is shown once. The old one stops working immediately.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.rotateToken`.
 */
rotateFlowToken(id: string, tokenId: string, options?: CallOptions): Promise<FlowToken>;

/**
 * Revoke a token
 *
 * URLs with it stop working immediately.
 *
 * Needs the scope `flows:write`.
 *
 * @deprecated Use `client.flows.revokeToken`.
 */
revokeFlowToken(id: string, tokenId: string, options?: CallOptions): Promise<FlowTokenRevoked>;

/**
 * List runs, newest first
 *
 * Filter by time with `from` and `to`. A shorter range is faster.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.list`.
 */
listRuns(query?: { flowId?: string | undefined;
status?: RunStatus | undefined;
/** The `trigger` of POST /runs/trigger. */
trigger?: string | undefined;
/** From this time or day (UTC), inclusive. */
from?: string | undefined;
/** Before this time or day (UTC), exclusive. */
to?: string | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<RunSummary>;

/**
 * Run a flow
 *
 * Queues a run. It starts as soon as the account has a free slot for concurrent runs. `urls` outside the flow's origins also need the scope `flows:write` (403 `missing-scope`).
 *
 * With the header `Prefer: wait=25`, a run that finishes within 25 seconds is returned as by GET /runs/{id}, with its preview and the header `Preference-Applied: wait=25`. Without that header in the response, you get the queued run: it takes longer, too many requests are waiting, or the key lacks `runs:read`.
 *
 * Needs the scope `runs:write`.
 *
 * @deprecated Use `client.runs.create`.
 */
createRun(body: CreateRun, options?: CallOptions & { readonly waitSeconds?: number }): Promise<RunSummary | Run>;

/**
 * Upload a list of URLs, or a file
 *
 * For lists that are too long for `urls`: up to 20 MB and your plan's `urlsPerRun`. Returns a form that needs no key. Send it with the file within 15 minutes, then start a run with the `uploadId`, or give it to a flow, within a day. The link and the list can be used once.
 *
 * With `"purpose": "page"`, a file of up to 50 MB that is read like a page: PDF, Word, Excel, OpenDocument, HTML, CSV, JSON or XML. The response's `address` stands for it wherever a page's URL does, as often as you like, until it is deleted after your plan's `retentionDays`. Only your account can read it.
 *
 * Needs the scope `runs:write`.
 *
 * @deprecated Use `client.uploads.create`.
 */
createUpload(body: CreateUpload, options?: CallOptions): Promise<Upload>;

/**
 * Run a flow from an external trigger
 *
 * Needs the scope `runs:write`.
 *
 * @deprecated Use `client.runs.trigger`.
 */
triggerRun(body: TriggerRun, options?: CallOptions): Promise<RunSummary>;

/**
 * Get a run with its log and first items
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.get`.
 */
getRun(id: string, options?: CallOptions): Promise<Run>;

/**
 * Delete a run
 *
 * Also deletes its log, items, pages and screenshots within minutes. Usage, analytics and a monitor's baseline stay. Cancel a run in progress first (409 `conflict`).
 *
 * Needs the scope `runs:write`.
 *
 * @deprecated Use `client.runs.delete`.
 */
deleteRun(id: string, options?: CallOptions): Promise<{
id: string;
deletedAt: string;
}>;

/**
 * Cancel a queued or running run
 *
 * The items collected so far stay readable.
 *
 * Needs the scope `runs:write`.
 *
 * @deprecated Use `client.runs.cancel`.
 */
cancelRun(id: string, options?: CallOptions): Promise<RunSummary>;

/**
 * Run a flow again
 *
 * Starts a new run of the flow's current version. With `from: snapshots`, it reads the pages the earlier run saved instead of fetching them, for example after you fix a selector. Such a run is never compared and doesn't affect the flow's success rate. Flows that interact with pages can't use snapshots (409 `conflict`). With `from: failed`, it only opens the pages that failed (409 `conflict` if none did).
 *
 * Needs the scope `runs:write`.
 *
 * @deprecated Use `client.runs.retry`.
 */
retryRun(id: string, body: RetryRun, options?: CallOptions): Promise<RunSummary>;

/**
 * Read a run's items
 *
 * Returns pages of JSON (up to 4 MB each), or one file: `format=ndjson`, `csv` and `xlsx` redirect (303) to a link that is valid for 15 minutes. A running run returns the items collected so far. An `xlsx` file has room for 1,048,575 items and 4 GB (409 `conflict` beyond that); texts over 32,767 characters are cut and end in `… [cut]`. Dates are real dates in it, and times are UTC.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.listItems`.
 */
listRunItems(id: string, query?: { format?: "json" | "ndjson" | "csv" | "xlsx" | undefined;
formulas?: Formulas | undefined;
/** Only items with a value that contains this text, in any case. */
q?: string | undefined;
/** Only items that meet these conditions: `price < 20`, `title contains "oak"`, `in_stock = true`, several joined by `and`. */
where?: string | undefined;
/** Sort by this field, `-price` in descending order. Missing values come last. */
sort?: string | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Item>;

/**
 * List the result of each page of a list or crawl
 *
 * In the order they finished; for a split run, by shard. Empty for other runs. While the run is in progress, a cursor returns the pages that finished since, each once. POST /runs/{id}/retry with `from: failed` retries those that failed.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.listPages`.
 */
listRunPages(id: string, query?: { status?: PageStatus | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<PageOutcome>;

/**
 * List the result of each site of a list of sites
 *
 * In the order they finished; for a split run, by shard. Empty for runs whose flow's `eachUrl` is not `site`. While the run is in progress, a cursor returns the sites that finished since, each once. POST /runs/{id}/retry with `from: failed` retries the sites that failed or were skipped.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.listSites`.
 */
listRunSites(id: string, query?: { status?: PageStatus | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<SiteOutcome>;

/**
 * Export a run's items as a file
 *
 * Like GET /runs/{id}/items with a format, for clients that can't read a redirect's URL, such as pages in browsers. A running run returns the items collected so far.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.exportItems`.
 */
exportRunItems(id: string, query?: { /** `json`: one array with all items. */
format: "json" | "ndjson" | "csv" | "xlsx";
formulas?: Formulas | undefined;
/** Only items with a value that contains this text, in any case. */
q?: string | undefined;
/** Only items that meet these conditions: `price < 20`, `title contains "oak"`, `in_stock = true`, several joined by `and`. */
where?: string | undefined;
/** Sort by this field, `-price` in descending order. Missing values come last. */
sort?: string | undefined; }, options?: CallOptions): Promise<RunExport>;

/**
 * Export a run of any size
 *
 * Writes all items of a run that has ended into files, in the background, and a manifest that names them. Poll GET /runs/{id}/exports/{exportId}, or listen for the event `export.completed`. The files can be downloaded for seven days. For one file of a run of ordinary size, use GET /runs/{id}/export. An account can have a few unfinished exports at a time: its plan says how many.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.createExport`.
 */
createExport(id: string, body: CreateExport, options?: CallOptions): Promise<Export>;

/**
 * List a run's exports, newest first
 *
 * Exports that have not ended, and those that ended in the last seven days.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.listExports`.
 */
listExports(id: string, query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Export>;

/**
 * Get an export
 *
 * How far it is and, once it is completed, a link to its manifest.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.getExport`.
 */
getExport(id: string, exportId: string, options?: CallOptions): Promise<Export>;

/**
 * Cancel an unfinished export
 *
 * It stops after the file that is being written, and makes room for another one. The files written so far can be downloaded for seven days, but there is no manifest.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.cancelExport`.
 */
cancelExport(id: string, exportId: string, options?: CallOptions): Promise<Export>;

/**
 * List the files of an export
 *
 * In the order of the items, each with a link that is valid for 15 minutes. A running export lists those written so far.
 *
 * Needs the scope `runs:read`.
 *
 * @deprecated Use `client.runs.listExportParts`.
 */
listExportParts(id: string, exportId: string, query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<ExportPart>;

/**
 * Extract data from a page, or from several
 *
 * Works without an AI model: reads structured data, repeated records, labels, tables and main content. A page about one thing returns one item; a list returns one item per record. Fields that are not found are null. Also reads JSON, feeds, XML, CSV and plain text. Pages loaded by scripts are opened in a browser. If a model is configured, it is used for missing values, and only values that appear on the page are accepted.
 *
 * With `urls`, reads up to 20 pages and returns one result per URL. A page that cannot be read has an `error`; the other pages are not affected. Pages that take longer than the request's 25 seconds have the error `timeout`.
 *
 * Needs the scope `extract:write`.
 */
extract(body: ExtractRequest, query?: { /** `true`: show where each value came from and how confident it is. */
explain?: "true" | "false" | undefined;
/** `markdown`: the main content of one page as Markdown text, below its title, URL, language and date. Takes `url`, without `schema` and `instructions`. */
format?: "json" | "markdown" | undefined; }, options?: CallOptions): Promise<Extraction | ExtractionList>;

/**
 * List a site's URLs
 *
 * Reads the site's sitemaps (those in robots.txt, else `/sitemap.xml`; indexes and gzip files too) and the page's links. If there is no sitemap, follows the links of the pages level by level. Returns URLs of the same registrable domain, without fragments, tracking parameters and session ids, each once. What cannot be read within 22 seconds is left out, and `truncated` is true.
 *
 * Needs the scope `extract:write`.
 */
mapSite(body: MapRequest, options?: CallOptions): Promise<MappedSite>;

/**
 * Search the web, and read the pages that are found
 *
 * Asks the deployment's search engine, a SearXNG instance that its operator has configured; without one, it answers `not-configured`. With `extract`, the page of each result is read as by POST /extract, at the pace of its site. A page that cannot be read has an `error`; the other results are not affected. The whole request must finish within 25 seconds.
 *
 * Needs the scope `extract:write`.
 */
searchWeb(body: SearchRequest, options?: CallOptions): Promise<SearchResults>;

/**
 * Generate a flow from a description or examples
 *
 * Fetches the page, finds what you describe and writes selectors, which are checked against the page. Works without an AI model; if one is configured, its proposal is checked the same way. The prompt can name fields, limits ("first 20", "top 5 pages"), a schedule ("every day at 6") and what to monitor ("when the price drops below 20"). With `examples`, records with values as shown on the page, it finds each value in a list, all of whose records are then collected, or on the page itself. Missing or ambiguous values are listed in `notes`, never guessed. With `inspectionId`, it reads the page as POST /inspections found it, and takes `picks`, elements that a person pointed at.
 *
 * Needs the scope `extract:write`.
 */
generateFlow(body: GenerateRequest, options?: CallOptions): Promise<GeneratedFlow>;

/**
 * Inspect a page to point at what you want
 *
 * Opens the page in a browser and returns a picture of it, the elements a person can point at and the lists of repeated records. Send the elements you want to POST /generate as `picks`. The inspection is deleted after an hour. If it takes longer than 20 seconds the status is 202; poll GET /inspections/{id} until it has ended.
 *
 * Needs the scope `extract:write`.
 *
 * @deprecated Use `client.inspections.create`.
 */
createInspection(body: InspectRequest, options?: CallOptions): Promise<Inspection>;

/**
 * Get an inspection
 *
 * Needs the scope `extract:write`.
 *
 * @deprecated Use `client.inspections.get`.
 */
getInspection(id: string, options?: CallOptions): Promise<Inspection>;

/**
 * List API keys, newest first
 *
 * Needs the scope `keys:read`.
 *
 * @deprecated Use `client.keys.list`.
 */
listKeys(query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<ApiKey>;

/**
 * Create an API key
 *
 * The response shows the full key once. You can only grant scopes that your own key has.
 *
 * Needs the scope `keys:write`.
 *
 * @deprecated Use `client.keys.create`.
 */
createKey(body: CreateKey, options?: CallOptions): Promise<ApiKey>;

/**
 * Get an API key
 *
 * Needs the scope `keys:read`.
 *
 * @deprecated Use `client.keys.get`.
 */
getKey(id: string, options?: CallOptions): Promise<ApiKey>;

/**
 * Revoke an API key
 *
 * The key stops working immediately. You can't revoke the last key with `keys:write`, or a key with a scope that your own key lacks.
 *
 * Needs the scope `keys:write`.
 *
 * @deprecated Use `client.keys.revoke`.
 */
revokeKey(id: string, options?: CallOptions): Promise<KeyRevoked>;

/**
 * Rotate an API key
 *
 * The response shows the new key once. It has the same name and scopes. The old key keeps working for `overlapSeconds`, then expires.
 *
 * Needs the scope `keys:write`.
 *
 * @deprecated Use `client.keys.rotate`.
 */
rotateKey(id: string, body: RotateKey, options?: CallOptions): Promise<ApiKey>;

/**
 * List alerts, newest first
 *
 * Needs the scope `alerts:read`.
 *
 * @deprecated Use `client.alerts.list`.
 */
listAlerts(query?: { severity?: AlertSeverity | undefined;
read?: "true" | "false" | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Alert>;

/**
 * Get an alert
 *
 * Needs the scope `alerts:read`.
 *
 * @deprecated Use `client.alerts.get`.
 */
getAlert(id: string, options?: CallOptions): Promise<Alert>;

/**
 * Delete an alert
 *
 * No new alert is raised while its cause lasts.
 *
 * Needs the scope `alerts:write`.
 *
 * @deprecated Use `client.alerts.delete`.
 */
deleteAlert(id: string, options?: CallOptions): Promise<{
id: string;
deletedAt: string;
}>;

/**
 * Mark an alert read or unread
 *
 * Needs the scope `alerts:write`.
 *
 * @deprecated Use `client.alerts.update`.
 */
updateAlert(id: string, body: UpdateAlert, options?: CallOptions): Promise<Alert>;

/**
 * Mark all alerts read
 *
 * Needs the scope `alerts:write`.
 *
 * @deprecated Use `client.alerts.readAll`.
 */
readAllAlerts(options?: CallOptions): Promise<AlertsRead>;

/**
 * Get usage totals and daily figures
 *
 * Days are in UTC. A run counts on the day it was started.
 *
 * Needs the scope `analytics:read`.
 *
 * @deprecated Use `client.analytics.get`.
 */
getAnalytics(query?: { period?: Period | undefined; }, options?: CallOptions): Promise<Analytics>;

/**
 * List audit log entries, newest first
 *
 * Filter by time with `from` and `to`. A shorter range is faster.
 *
 * Needs the scope `audit:read`.
 *
 * @deprecated Use `client.audit.list`.
 */
listAudit(query?: { /** Name of the action, such as `flow.created`. */
action?: string | undefined;
/** Id of the affected record. */
resource?: string | undefined;
/** From this time or day (UTC), inclusive. */
from?: string | undefined;
/** Before this time or day (UTC), exclusive. */
to?: string | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<AuditEntry>;

/**
 * List activity, newest first
 *
 * Needs the scope `activity:read`.
 *
 * @deprecated Use `client.activity.list`.
 */
listActivity(query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<ActivityEntry>;

/**
 * List tickets, newest first
 *
 * Needs the scope `tickets:read`.
 *
 * @deprecated Use `client.tickets.list`.
 */
listTickets(query?: { status?: TicketStatus | undefined;
priority?: TicketPriority | undefined;
/** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<TicketSummary>;

/**
 * Open a ticket
 *
 * A screenshot must be a PNG image. `flowId` must be one of your flows.
 *
 * Needs the scope `tickets:write`.
 *
 * @deprecated Use `client.tickets.create`.
 */
createTicket(body: CreateTicket, options?: CallOptions): Promise<TicketCreated>;

/**
 * Get a ticket with its screenshot
 *
 * Needs the scope `tickets:read`.
 *
 * @deprecated Use `client.tickets.get`.
 */
getTicket(id: string, options?: CallOptions): Promise<Ticket>;

/**
 * Delete a ticket
 *
 * Its screenshot is deleted too.
 *
 * Needs the scope `tickets:write`.
 *
 * @deprecated Use `client.tickets.delete`.
 */
deleteTicket(id: string, options?: CallOptions): Promise<{
id: string;
deletedAt: string;
}>;

/**
 * Update a ticket
 *
 * Only the fields you send change.
 *
 * Needs the scope `tickets:write`.
 *
 * @deprecated Use `client.tickets.update`.
 */
updateTicket(id: string, body: UpdateTicket, options?: CallOptions): Promise<TicketSummary>;

/**
 * Get the account with its plan, limits and usage
 *
 * Needs the scope `account:read`.
 *
 * @deprecated Use `client.account.get`.
 */
getAccount(options?: CallOptions): Promise<Account>;

/**
 * Update account settings
 *
 * Only the fields you send change; lists are replaced. To change the plan, use POST /checkout.
 *
 * Needs the scope `account:write`.
 *
 * @deprecated Use `client.account.update`.
 */
updateAccount(body: UpdateAccount, options?: CallOptions): Promise<Account>;

/**
 * List members and pending invitations
 *
 * Needs the scope `account:read`.
 *
 * @deprecated Use `client.people.list`.
 */
listPeople(options?: CallOptions): PageRequest<Person>;

/**
 * Invite a person
 *
 * Sends an invitation that is valid for 7 days, once, and only for whoever signs in with that email address. Inviting the same address again sends another email and replaces the role. You can only grant a role whose scopes you have yourself. An account can have 100 members and invitations.
 *
 * Needs the scope `account:write`.
 *
 * @deprecated Use `client.people.invitePerson`.
 */
invitePerson(body: InvitePerson, options?: CallOptions): Promise<Person>;

/**
 * Change a member's role
 *
 * Takes effect with the person's next request. The last owner stays an owner.
 *
 * Needs the scope `account:write`.
 *
 * @deprecated Use `client.people.updatePerson`.
 */
updatePerson(id: string, body: UpdatePerson, options?: CallOptions): Promise<Person>;

/**
 * Remove a member, or withdraw an invitation
 *
 * The person's sessions in this account end immediately. Keys that the person created keep working: revoke those that they know. The last owner can't be removed.
 *
 * Needs the scope `account:write`.
 *
 * @deprecated Use `client.people.removePerson`.
 */
removePerson(id: string, options?: CallOptions): Promise<PersonRemoved>;

/**
 * Ask for a sign-in link
 *
 * Emails a link that works once within 15 minutes, if the address belongs to a member or was invited. The response is the same in any case.
 *
 * Needs no key.
 */
startSignIn(body: StartSignIn, options?: CallOptions): Promise<SignInStarted>;

/**
 * Sign in with a link
 *
 * Starts a session: the response sets its cookie.
 *
 * Needs no key.
 */
finishSignIn(body: FinishSignIn, options?: CallOptions): Promise<PersonSession>;

/**
 * Start signing in a device
 *
 * For programs without a browser of their own (RFC 8628). Show the person `userCode` and `verificationUrl`, then call `POST /sign-in/device/finish` every 5 seconds. The code is valid for 15 minutes.
 *
 * Needs no key.
 */
startDeviceSignIn(body: StartDeviceSignIn, options?: CallOptions): Promise<DeviceSignInStarted>;

/**
 * Check whether a device was approved
 *
 * While the person has not answered, `status` is `pending`. Once they have approved, the response has a token, once: it works wherever an API key does, with the person's role, for 90 days. If you ask too often, you get 429 with Retry-After.
 *
 * Needs no key.
 */
finishDeviceSignIn(body: FinishDeviceSignIn, options?: CallOptions): Promise<DeviceSignInFinished>;

/**
 * Get the device that shows a code
 *
 * So that the person can tell whether it is theirs.
 *
 * Needs a browser's session.
 */
getDeviceSignIn(code: string, options?: CallOptions): Promise<DeviceSignIn>;

/**
 * Approve or deny a device
 *
 * An approved device acts as you in one account, with your role. It is listed among your sessions, where you can end it.
 *
 * Needs a browser's session.
 */
answerDeviceSignIn(code: string, body: AnswerDeviceSignIn, options?: CallOptions): Promise<DeviceSignIn>;

/**
 * Get the current session
 *
 * Once a day the response sets a new cookie; the old one works for another minute.
 *
 * Needs a session or a device's token, not a key.
 *
 * @deprecated Use `client.session.get`.
 */
getSession(options?: CallOptions): Promise<PersonSession>;

/**
 * Switch to another account
 *
 * The response sets a new cookie; the old one works for another minute.
 *
 * Needs a browser's session.
 *
 * @deprecated Use `client.session.update`.
 */
updateSession(body: UpdateSession, options?: CallOptions): Promise<PersonSession>;

/**
 * Sign out
 *
 * Needs a session or a device's token, not a key.
 *
 * @deprecated Use `client.session.end`.
 */
endSession(options?: CallOptions): Promise<SessionEnded>;

/**
 * List your sessions, newest first
 *
 * Needs a session or a device's token, not a key.
 *
 * @deprecated Use `client.sessions.list`.
 */
listSessions(options?: CallOptions): PageRequest<SessionEntry>;

/**
 * End one of your sessions
 *
 * Needs a session or a device's token, not a key.
 *
 * @deprecated Use `client.sessions.revoke`.
 */
revokeSession(id: string, options?: CallOptions): Promise<SessionEnded>;

/**
 * Accept an invitation
 *
 * Your session moves to the account. The invitation must be for the email address you signed in with.
 *
 * Needs a browser's session.
 *
 * @deprecated Use `client.invitations.accept`.
 */
acceptInvitation(id: string, options?: CallOptions): Promise<PersonSession>;

/**
 * Erase yourself
 *
 * Ends your sessions, removes you from all accounts, and erases your email address. What you did stays in the audit log under an id that names nobody. Make somebody else an owner first where you are the last one.
 *
 * Needs a browser's session.
 *
 * @deprecated Use `client.person.erase`.
 */
erasePerson(options?: CallOptions): Promise<PersonRemoved>;

/**
 * Get single sign-on
 *
 * Also has the address to register with the identity provider before there are settings.
 *
 * Needs the scope `account:read`.
 *
 * @deprecated Use `client.account.getSso`.
 */
getSso(options?: CallOptions): Promise<{
/** The page on which people sign in. Also the redirect URI to register with the provider. */
signInUrl: string;
/** null: single sign-on is off. */
provider: {
/** The provider's issuer: `<issuer>/.well-known/openid-configuration` is its discovery document. Must be https. */
issuer: string;
/** The id that the provider has given Gleaner. */
clientId: string;
/** null: there is none. The secret itself is never shown. */
clientSecret: "…" | null;
/** The claim that lists a person's groups, in the ID token or at the userinfo endpoint. */
groupsClaim: string;
/** Roles by group, set each time a person signs in: the highest one counts. If any is given, groups decide: whoever is in none of them has `defaultRole`. Empty: roles are given in Gleaner. */
groupRoles: Array<{
group: string;
role: Role;
}>;
/** The role of people who have none by a group, a membership or an invitation; null: they can't sign in. */
defaultRole: "editor" | "viewer" | null;
updatedAt: string;
} | null;
}>;

/**
 * Set up single sign-on
 *
 * People of the account can then sign in with its identity provider (OpenID Connect). The provider's discovery document is read first. The provider speaks for this account and no other, and for everybody in it: so you need all scopes of an owner. Sessions that began with another issuer or client end.
 *
 * Needs the scope `account:write`.
 *
 * @deprecated Use `client.account.putSso`.
 */
putSso(body: {
/** The provider's issuer: `<issuer>/.well-known/openid-configuration` is its discovery document. Must be https. */
issuer: string;
/** The id that the provider has given Gleaner. */
clientId: string;
/** The client's secret; null: the provider relies on PKCE alone. `…` keeps the current one, for the same issuer and client. */
clientSecret?: string | null | undefined;
/** The claim that lists a person's groups, in the ID token or at the userinfo endpoint. */
groupsClaim?: string | undefined;
/** Roles by group, set each time a person signs in: the highest one counts. If any is given, groups decide: whoever is in none of them has `defaultRole`. Empty: roles are given in Gleaner. */
groupRoles?: Array<{
group: string;
role: Role;
}> | undefined;
/** The role of people who have none by a group, a membership or an invitation; null: they can't sign in. */
defaultRole?: "editor" | "viewer" | null | undefined;
}, options?: CallOptions): Promise<{
/** The page on which people sign in. Also the redirect URI to register with the provider. */
signInUrl: string;
/** null: single sign-on is off. */
provider: {
/** The provider's issuer: `<issuer>/.well-known/openid-configuration` is its discovery document. Must be https. */
issuer: string;
/** The id that the provider has given Gleaner. */
clientId: string;
/** null: there is none. The secret itself is never shown. */
clientSecret: "…" | null;
/** The claim that lists a person's groups, in the ID token or at the userinfo endpoint. */
groupsClaim: string;
/** Roles by group, set each time a person signs in: the highest one counts. If any is given, groups decide: whoever is in none of them has `defaultRole`. Empty: roles are given in Gleaner. */
groupRoles: Array<{
group: string;
role: Role;
}>;
/** The role of people who have none by a group, a membership or an invitation; null: they can't sign in. */
defaultRole: "editor" | "viewer" | null;
updatedAt: string;
} | null;
}>;

/**
 * Turn single sign-on off
 *
 * Sessions that began with it end immediately. Refused while no owner of the account can sign in by email.
 *
 * Needs the scope `account:write`.
 *
 * @deprecated Use `client.account.deleteSso`.
 */
deleteSso(options?: CallOptions): Promise<{
/** The page on which people sign in. Also the redirect URI to register with the provider. */
signInUrl: string;
/** null: single sign-on is off. */
provider: {
/** The provider's issuer: `<issuer>/.well-known/openid-configuration` is its discovery document. Must be https. */
issuer: string;
/** The id that the provider has given Gleaner. */
clientId: string;
/** null: there is none. The secret itself is never shown. */
clientSecret: "…" | null;
/** The claim that lists a person's groups, in the ID token or at the userinfo endpoint. */
groupsClaim: string;
/** Roles by group, set each time a person signs in: the highest one counts. If any is given, groups decide: whoever is in none of them has `defaultRole`. Empty: roles are given in Gleaner. */
groupRoles: Array<{
group: string;
role: Role;
}>;
/** The role of people who have none by a group, a membership or an invitation; null: they can't sign in. */
defaultRole: "editor" | "viewer" | null;
updatedAt: string;
} | null;
}>;

/**
 * Start signing in with a company's account
 *
 * OpenID Connect: authorization code flow with PKCE. Send the browser to `authorizationUrl`; it has to come back within 10 minutes.
 *
 * Needs no key.
 */
startSso(body: {
/** The end of the account's `signInUrl`. */
company: string;
}, options?: CallOptions): Promise<{
/** Where the browser has to go. The provider sends it back to the account's `signInUrl`. */
authorizationUrl: string;
}>;

/**
 * Sign in with what the identity provider returned
 *
 * Works once, and only in the browser that started. A person is known by the provider's `iss` and `sub`. The first time, a verified email address may show that they are a member or invited. Starts a session that is about this account only, for 24 hours: the response sets its cookie.
 *
 * Needs no key.
 */
finishSso(body: {
/** The end of the account's `signInUrl`. */
company: string;
/** The query of the URL to which the provider has sent the browser: `code=…&state=…`. */
query: string;
}, options?: CallOptions): Promise<PersonSession>;

/**
 * List webhooks, newest first
 *
 * Needs the scope `webhooks:read`.
 *
 * @deprecated Use `client.webhooks.list`.
 */
listWebhooks(query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Webhook>;

/**
 * Create a webhook
 *
 * Deliveries are signed according to Standard Webhooks 1.0. If you send no secret, one is generated and shown once. Events can arrive more than once and in any order; use `webhook-id` to tell them apart. With `format: slack`, `url` is a Slack incoming webhook that gets one message per alert.
 *
 * Needs the scope `webhooks:write`.
 *
 * @deprecated Use `client.webhooks.create`.
 */
createWebhook(body: CreateWebhook, options?: CallOptions): Promise<WebhookCreated>;

/**
 * Get a webhook
 *
 * Needs the scope `webhooks:read`.
 *
 * @deprecated Use `client.webhooks.get`.
 */
getWebhook(id: string, options?: CallOptions): Promise<Webhook>;

/**
 * Update, enable or disable a webhook
 *
 * Only the fields you send change.
 *
 * Needs the scope `webhooks:write`.
 *
 * @deprecated Use `client.webhooks.update`.
 */
updateWebhook(id: string, body: UpdateWebhook, options?: CallOptions): Promise<Webhook>;

/**
 * Delete a webhook
 *
 * Pending deliveries are dropped.
 *
 * Needs the scope `webhooks:write`.
 *
 * @deprecated Use `client.webhooks.delete`.
 */
deleteWebhook(id: string, options?: CallOptions): Promise<WebhookDeleted>;

/**
 * Send a test event
 *
 * Sent once, immediately. A failed delivery is not an error of this call and doesn't count against the webhook.
 *
 * Needs the scope `webhooks:write`.
 *
 * @deprecated Use `client.webhooks.test`.
 */
testWebhook(id: string, options?: CallOptions): Promise<Delivery>;

/**
 * Rotate the signing secret
 *
 * The response shows the new secret once. For 24 hours, deliveries are signed with both the old and the new secret.
 *
 * Needs the scope `webhooks:write`.
 *
 * @deprecated Use `client.webhooks.rotateSecret`.
 */
rotateWebhookSecret(id: string, options?: CallOptions): Promise<WebhookWithSecret>;

/**
 * List deliveries to a webhook, newest first
 *
 * Deliveries of the last 30 days, with all attempts.
 *
 * Needs the scope `webhooks:read`.
 *
 * @deprecated Use `client.webhooks.listDeliveries`.
 */
listWebhookDeliveries(id: string, query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Delivery>;

/**
 * Resend a delivery
 *
 * Resends the event with the same `webhook-id` and body, and restarts the retry schedule.
 *
 * Needs the scope `webhooks:write`.
 *
 * @deprecated Use `client.deliveries.replay`.
 */
replayDelivery(id: string, options?: CallOptions): Promise<Delivery>;

/**
 * List destinations, newest first
 *
 * Needs the scope `destinations:read`.
 *
 * @deprecated Use `client.destinations.list`.
 */
listDestinations(query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<Destination>;

/**
 * Create a destination
 *
 * The data of each good run (one that completed with items and without warnings) is delivered as soon as the run has ended: to an S3-compatible bucket, to a folder under the one that the operator has named, or by HTTP.
 *
 * Needs the scope `destinations:write`.
 *
 * @deprecated Use `client.destinations.create`.
 */
createDestination(body: CreateDestination, options?: CallOptions): Promise<Destination>;

/**
 * Get a destination
 *
 * Needs the scope `destinations:read`.
 *
 * @deprecated Use `client.destinations.get`.
 */
getDestination(id: string, options?: CallOptions): Promise<Destination>;

/**
 * Update, enable or disable a destination
 *
 * Only the fields you send change.
 *
 * Needs the scope `destinations:write`.
 *
 * @deprecated Use `client.destinations.update`.
 */
updateDestination(id: string, body: UpdateDestination, options?: CallOptions): Promise<Destination>;

/**
 * Delete a destination
 *
 * Pending deliveries are dropped. What was delivered stays where it is.
 *
 * Needs the scope `destinations:write`.
 *
 * @deprecated Use `client.destinations.delete`.
 */
deleteDestination(id: string, options?: CallOptions): Promise<{
id: string;
deletedAt: string;
}>;

/**
 * Test a destination
 *
 * Writes a small file and removes it again, makes the table in a transaction that is undone, or sends an empty delivery. A failure is not an error of this call and doesn't count against the destination.
 *
 * Needs the scope `destinations:write`.
 *
 * @deprecated Use `client.destinations.test`.
 */
testDestination(id: string, options?: CallOptions): Promise<DestinationTest>;

/**
 * List deliveries to a destination, newest first
 *
 * Deliveries of the last 30 days, with all attempts.
 *
 * Needs the scope `destinations:read`.
 *
 * @deprecated Use `client.destinations.listDeliveries`.
 */
listDestinationDeliveries(id: string, query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<DestinationDelivery>;

/**
 * Repeat a delivery to a destination
 *
 * Delivers the run's data again, and restarts the retry schedule.
 *
 * Needs the scope `destinations:write`.
 *
 * @deprecated Use `client.destinations.replayDelivery`.
 */
replayDestinationDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<DestinationDelivery>;

/**
 * Create a checkout session
 *
 * Redirect the customer to `url`. The plan changes once the payment provider confirms the payment.
 *
 * Needs the scope `billing:write`.
 *
 * @deprecated Use `client.checkout.create`.
 */
createCheckout(body: CreateCheckout, options?: CallOptions): Promise<CheckoutSession>;

/**
 * Receive a payment event
 *
 * For the payment provider only. The Stripe-Signature header must sign the raw body. Duplicate and outdated events have no effect.
 *
 * Needs no key.
 *
 * @deprecated Use `client.payments.receiveEvent`.
 */
receivePaymentEvent(body: PaymentEvent, options?: CallOptions): Promise<PaymentEventReceipt>;

/**
 * List sent emails, newest first
 *
 * Emails of the last 30 days: those sent with POST /email, and those Gleaner sent to the recipients in the account's settings.
 *
 * Needs the scope `email:read`.
 *
 * @deprecated Use `client.email.list`.
 */
listEmails(query?: { /** Maximum number of records to return. */
limit?: number | undefined;
/** `nextCursor` of the previous page. Use the same filters. Valid for 24 hours. */
cursor?: string | undefined; }, options?: CallOptions): PageRequest<{
id: string;
to: string;
subject: string;
template: "welcome" | "alert" | "report" | "digest" | "quota" | "webhook-disabled";
/** `suppressed`: earlier mail to the address bounced or was marked as spam. `not-configured`: the deployment has no sender. `failed`: the provider refused the email, or every attempt failed. */
status: "pending" | "sent" | "failed" | "suppressed" | "not-configured";
/** Why the email was not sent, or not yet. */
error: string | null;
attempts: number;
createdAt: string;
sentAt: string | null;
}>;

/**
 * Send an email from a template
 *
 * Addresses that bounced or marked an email as spam get no more email. The plan includes a number of these emails per month; emails that Gleaner sends by itself don't count.
 *
 * Needs the scope `email:write`.
 *
 * @deprecated Use `client.email.send`.
 */
sendEmail(body: {
to: string;
subject: string;
template: "welcome" | "alert" | "report" | "digest" | "quota" | "webhook-disabled";
/** Data for the template. Each template has its own fields. */
data?: Record<string, unknown> | undefined;
}, options?: CallOptions): Promise<{
id: string;
status: "sent";
}>;

/**
 * Read one page in the requested formats
 *
 * Queues a run without a stored flow and waits for it, up to 25 seconds. A page that takes longer is answered with 408 `SCRAPE_TIMEOUT` and `details.state` `processing_continues`: send the same request again after `retryAfterSeconds` to get it. `warning` names options that were ignored.
 *
 * Needs the scope `extract:write`.
 */
firecrawlScrape(version: string, body: {
/** Without a scheme, it is `https`. */
url: string;
/** Default: `markdown`. */
formats?: Array<string | {
type: string;
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
fullPage?: boolean | null | undefined;
selectors?: Array<{
selector: string;
attribute: string;
}> | null | undefined;
}> | null | undefined;
includeTags?: Array<string> | null | undefined;
excludeTags?: Array<string> | null | undefined;
onlyMainContent?: boolean | null | undefined;
/** Milliseconds to wait before the page is read. Opens it in a browser. */
waitFor?: number | null | undefined;
/** Milliseconds. */
timeout?: number | null | undefined;
actions?: Array<{
type: string;
selector?: string | null | undefined;
milliseconds?: number | null | undefined;
text?: string | null | undefined;
key?: string | null | undefined;
direction?: string | null | undefined;
fullPage?: boolean | null | undefined;
}> | null | undefined;
headers?: Record<string, string> | null | undefined;
mobile?: boolean | null | undefined;
permissions?: PermissionPolicy | null | undefined;
/** Version 1: what the format `json` collects. */
jsonOptions?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
/** Version 1: what the format `extract` collects. */
extract?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
}, options?: CallOptions): Promise<{
success: boolean;
/** A page. It has the fields that `formats` names. */
data: {
markdown?: string | undefined;
html?: string | undefined;
rawHtml?: string | undefined;
links?: Array<string> | undefined;
images?: Array<string> | undefined;
/** A link that needs no key. Expires after 24 hours. */
screenshot?: string | undefined;
json?: unknown | undefined;
metadata: {
sourceURL: string;
url: string;
statusCode: number;
};
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
};
}>;

/**
 * Start a crawl of a site
 *
 * Needs the scope `runs:write`.
 */
firecrawlCrawl(version: string, body: {
/** Without a scheme, it is `https`. */
url: string;
prompt?: string | null | undefined;
/** Regular expressions for the path. */
includePaths?: Array<string> | null | undefined;
excludePaths?: Array<string> | null | undefined;
maxDiscoveryDepth?: number | null | undefined;
/** Version 1. */
maxDepth?: number | null | undefined;
sitemap?: "skip" | "include" | "only" | null | undefined;
/** Version 1. */
ignoreSitemap?: boolean | null | undefined;
ignoreQueryParameters?: boolean | null | undefined;
limit?: number | null | undefined;
crawlEntireDomain?: boolean | null | undefined;
/** Version 1. */
allowBackwardLinks?: boolean | null | undefined;
allowExternalLinks?: boolean | null | undefined;
allowSubdomains?: boolean | null | undefined;
/** Seconds. */
delay?: number | null | undefined;
maxConcurrency?: number | null | undefined;
regexOnFullURL?: boolean | null | undefined;
scrapeOptions?: {
/** Default: `markdown`. */
formats?: Array<string | {
type: string;
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
fullPage?: boolean | null | undefined;
selectors?: Array<{
selector: string;
attribute: string;
}> | null | undefined;
}> | null | undefined;
includeTags?: Array<string> | null | undefined;
excludeTags?: Array<string> | null | undefined;
onlyMainContent?: boolean | null | undefined;
/** Milliseconds to wait before the page is read. Opens it in a browser. */
waitFor?: number | null | undefined;
/** Milliseconds. */
timeout?: number | null | undefined;
actions?: Array<{
type: string;
selector?: string | null | undefined;
milliseconds?: number | null | undefined;
text?: string | null | undefined;
key?: string | null | undefined;
direction?: string | null | undefined;
fullPage?: boolean | null | undefined;
}> | null | undefined;
headers?: Record<string, string> | null | undefined;
mobile?: boolean | null | undefined;
permissions?: PermissionPolicy | null | undefined;
/** Version 1: what the format `json` collects. */
jsonOptions?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
/** Version 1: what the format `extract` collects. */
extract?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
} | null | undefined;
/** Where the events of the job are sent: a URL, or an object. */
webhook?: string | {
url: string;
/** `started`, `page`, `completed`, `failed`. Default: all. */
events?: Array<string> | null | undefined;
/** Sent with every event, and stored encrypted. */
headers?: Record<string, string> | null | undefined;
/** Part of every event. */
metadata?: Record<string, unknown> | null | undefined;
/** Signs every event. Without it, one is generated and returned as `webhookSecret`, which is shown only once. */
secret?: string | null | undefined;
} | null | undefined;
}, options?: CallOptions): Promise<{
success: boolean;
id: string;
/** Where its status is. */
url: string;
invalidURLs?: Array<string> | undefined;
/** The generated secret that signs the events of `webhook`. It is shown only once. */
webhookSecret?: string | undefined;
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
}>;

/**
 * Get a crawl with its documents; `active` lists the crawls in progress
 *
 * Needs the scope `runs:read`.
 */
firecrawlCrawlStatus(version: string, id: string, query?: { skip?: string | undefined; }, options?: CallOptions): Promise<{
success: boolean;
status: "scraping" | "completed" | "failed" | "cancelled";
total: number;
completed: number;
/** Pages opened. */
creditsUsed: number;
expiresAt: string;
/** Absolute URL of the next documents, if there are more. */
next?: string | undefined;
data: Array<{
markdown?: string | undefined;
html?: string | undefined;
rawHtml?: string | undefined;
links?: Array<string> | undefined;
images?: Array<string> | undefined;
/** A link that needs no key. Expires after 24 hours. */
screenshot?: string | undefined;
json?: unknown | undefined;
metadata: {
sourceURL: string;
url: string;
statusCode: number;
};
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
}>;
error?: string | undefined;
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
} | {
success: boolean;
crawls: Array<{
id: string;
teamId: string;
url: string;
}>;
}>;

/**
 * Cancel a crawl
 *
 * Needs the scope `runs:write`.
 */
firecrawlCancelCrawl(version: string, id: string, options?: CallOptions): Promise<{
success: boolean;
status: "cancelled";
}>;

/**
 * List the pages of a crawl that failed
 *
 * Needs the scope `runs:read`.
 */
firecrawlCrawlErrors(version: string, id: string, options?: CallOptions): Promise<{
errors: Array<{
id: string;
timestamp: string;
url: string;
code: string;
error: string;
}>;
robotsBlocked: Array<string>;
}>;

/**
 * Start reading a list of pages
 *
 * Needs the scope `runs:write`.
 */
firecrawlBatch(version: string, body: {
urls: Array<string>;
ignoreInvalidURLs?: boolean | null | undefined;
maxConcurrency?: number | null | undefined;
/** Where the events of the job are sent: a URL, or an object. */
webhook?: string | {
url: string;
/** `started`, `page`, `completed`, `failed`. Default: all. */
events?: Array<string> | null | undefined;
/** Sent with every event, and stored encrypted. */
headers?: Record<string, string> | null | undefined;
/** Part of every event. */
metadata?: Record<string, unknown> | null | undefined;
/** Signs every event. Without it, one is generated and returned as `webhookSecret`, which is shown only once. */
secret?: string | null | undefined;
} | null | undefined;
/** Default: `markdown`. */
formats?: Array<string | {
type: string;
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
fullPage?: boolean | null | undefined;
selectors?: Array<{
selector: string;
attribute: string;
}> | null | undefined;
}> | null | undefined;
includeTags?: Array<string> | null | undefined;
excludeTags?: Array<string> | null | undefined;
onlyMainContent?: boolean | null | undefined;
/** Milliseconds to wait before the page is read. Opens it in a browser. */
waitFor?: number | null | undefined;
/** Milliseconds. */
timeout?: number | null | undefined;
actions?: Array<{
type: string;
selector?: string | null | undefined;
milliseconds?: number | null | undefined;
text?: string | null | undefined;
key?: string | null | undefined;
direction?: string | null | undefined;
fullPage?: boolean | null | undefined;
}> | null | undefined;
headers?: Record<string, string> | null | undefined;
mobile?: boolean | null | undefined;
permissions?: PermissionPolicy | null | undefined;
/** Version 1: what the format `json` collects. */
jsonOptions?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
/** Version 1: what the format `extract` collects. */
extract?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
}, options?: CallOptions): Promise<{
success: boolean;
id: string;
/** Where its status is. */
url: string;
invalidURLs?: Array<string> | undefined;
/** The generated secret that signs the events of `webhook`. It is shown only once. */
webhookSecret?: string | undefined;
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
}>;

/**
 * Get a batch with its documents
 *
 * Needs the scope `runs:read`.
 */
firecrawlBatchStatus(version: string, id: string, query?: { skip?: string | undefined; }, options?: CallOptions): PageRequest<{
markdown?: string | undefined;
html?: string | undefined;
rawHtml?: string | undefined;
links?: Array<string> | undefined;
images?: Array<string> | undefined;
/** A link that needs no key. Expires after 24 hours. */
screenshot?: string | undefined;
json?: unknown | undefined;
metadata: {
sourceURL: string;
url: string;
statusCode: number;
};
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
}>;

/**
 * Cancel a batch
 *
 * Needs the scope `runs:write`.
 */
firecrawlCancelBatch(version: string, id: string, options?: CallOptions): Promise<{
success: boolean;
status: "cancelled";
}>;

/**
 * List the pages of a batch that failed
 *
 * Needs the scope `runs:read`.
 */
firecrawlBatchErrors(version: string, id: string, options?: CallOptions): Promise<{
errors: Array<{
id: string;
timestamp: string;
url: string;
code: string;
error: string;
}>;
robotsBlocked: Array<string>;
}>;

/**
 * List a site's URLs
 *
 * Needs the scope `extract:write`.
 */
firecrawlMap(version: string, body: {
/** Without a scheme, it is `https`. */
url: string;
search?: string | null | undefined;
sitemap?: "skip" | "include" | "only" | null | undefined;
/** Version 1. */
sitemapOnly?: boolean | null | undefined;
/** Version 1. */
ignoreSitemap?: boolean | null | undefined;
includeSubdomains?: boolean | null | undefined;
ignoreQueryParameters?: boolean | null | undefined;
limit?: number | null | undefined;
}, options?: CallOptions): Promise<{
success: boolean;
/** URLs alone in version 1. */
links: Array<string | {
url: string;
}>;
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
}>;

/**
 * Search the web, and read the pages that are found
 *
 * Answers with 400 `SEARCH_NOT_OFFERED` if the deployment has no search engine. With formats in `scrapeOptions`, a scrape reads the page of each result, up to 20. Pages that take longer than the request's 25 seconds are left out, and `warning` says so.
 *
 * Needs the scope `extract:write`.
 */
firecrawlSearch(version: string, body: {
query: SearchText;
/** Default: 10; 5 in version 1. */
limit?: number | null | undefined;
/** `web` (default), `news`, `images`. */
sources?: Array<string | {
type: string;
}> | null | undefined;
/** `github`, `pdf`, `research`. */
categories?: Array<string | {
type: string;
}> | null | undefined;
includeDomains?: Array<string> | null | undefined;
excludeDomains?: Array<string> | null | undefined;
/** `qdr:d`, `qdr:w`, `qdr:m` or `qdr:y`: results of the last day, week, month or year. */
tbs?: string | null | undefined;
/** Version 1. */
lang?: string | null | undefined;
country?: string | null | undefined;
/** Milliseconds. */
timeout?: number | null | undefined;
/** With `formats`: also reads the pages of the results. */
scrapeOptions?: {
/** Default: `markdown`. */
formats?: Array<string | {
type: string;
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
fullPage?: boolean | null | undefined;
selectors?: Array<{
selector: string;
attribute: string;
}> | null | undefined;
}> | null | undefined;
includeTags?: Array<string> | null | undefined;
excludeTags?: Array<string> | null | undefined;
onlyMainContent?: boolean | null | undefined;
/** Milliseconds to wait before the page is read. Opens it in a browser. */
waitFor?: number | null | undefined;
/** Milliseconds. */
timeout?: number | null | undefined;
actions?: Array<{
type: string;
selector?: string | null | undefined;
milliseconds?: number | null | undefined;
text?: string | null | undefined;
key?: string | null | undefined;
direction?: string | null | undefined;
fullPage?: boolean | null | undefined;
}> | null | undefined;
headers?: Record<string, string> | null | undefined;
mobile?: boolean | null | undefined;
permissions?: PermissionPolicy | null | undefined;
/** Version 1: what the format `json` collects. */
jsonOptions?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
/** Version 1: what the format `extract` collects. */
extract?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
} | null | undefined;
}, options?: CallOptions): Promise<{
success: boolean;
/** By source; in version 1, a list. */
data: {
web?: Array<{
url: string;
title: string;
}> | undefined;
news?: Array<{
url: string;
title: string;
}> | undefined;
images?: Array<{
url: string;
title: string;
}> | undefined;
} | Array<{
url: string;
title: string;
}>;
/** Pages opened. */
creditsUsed: number;
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
}>;

/**
 * Start extracting data from pages, by schema
 *
 * Needs the scope `extract:write`.
 */
firecrawlExtract(version: string, body: {
urls: Array<string>;
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
ignoreInvalidURLs?: boolean | null | undefined;
showSources?: boolean | null | undefined;
scrapeOptions?: {
/** Default: `markdown`. */
formats?: Array<string | {
type: string;
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
fullPage?: boolean | null | undefined;
selectors?: Array<{
selector: string;
attribute: string;
}> | null | undefined;
}> | null | undefined;
includeTags?: Array<string> | null | undefined;
excludeTags?: Array<string> | null | undefined;
onlyMainContent?: boolean | null | undefined;
/** Milliseconds to wait before the page is read. Opens it in a browser. */
waitFor?: number | null | undefined;
/** Milliseconds. */
timeout?: number | null | undefined;
actions?: Array<{
type: string;
selector?: string | null | undefined;
milliseconds?: number | null | undefined;
text?: string | null | undefined;
key?: string | null | undefined;
direction?: string | null | undefined;
fullPage?: boolean | null | undefined;
}> | null | undefined;
headers?: Record<string, string> | null | undefined;
mobile?: boolean | null | undefined;
permissions?: PermissionPolicy | null | undefined;
/** Version 1: what the format `json` collects. */
jsonOptions?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
/** Version 1: what the format `extract` collects. */
extract?: {
prompt?: string | null | undefined;
schema?: Record<string, unknown> | null | undefined;
systemPrompt?: string | null | undefined;
} | null | undefined;
} | null | undefined;
}, options?: CallOptions): Promise<{
success: boolean;
id: string;
}>;

/**
 * Get an extraction with its data
 *
 * Needs the scope `extract:write`.
 */
firecrawlExtractStatus(version: string, id: string, options?: CallOptions): Promise<{
success: boolean;
status: "processing" | "completed" | "failed" | "cancelled";
data: unknown;
expiresAt: string;
/** With `showSources`: the pages, by field. */
sources?: Record<string, Array<string>> | undefined;
error?: string | undefined;
/** Options that were ignored, limits that applied, and doubts about the data. */
warning?: string | undefined;
}>;

/**
 * Get the usage: `credit-usage`, `token-usage` or `queue-status`
 *
 * Needs the scope `account:read`.
 */
firecrawlTeam(version: string, report: string, options?: CallOptions): Promise<{
success: boolean;
}>;

/**
 * Get how many runs are in progress
 *
 * Needs the scope `account:read`.
 */
firecrawlConcurrency(version: string, options?: CallOptions): Promise<{
success: boolean;
}>;

/**
 * Not offered: answers with 400
 *
 * Needs the scope `extract:write`.
 */
firecrawlCrawlParams(version: string, body: {

}, options?: CallOptions): Promise<{
success: boolean;
}>;

/**
 * Not offered: answers with 400 and a code that names the feature
 *
 * Needs the scope `extract:write`.
 */
firecrawlOther(version: string, feature: string, options?: CallOptions): Promise<{
success: boolean;
}>;
}

export const GROUPS = {
health: {"get":"getHealth"},
flows: {"list":"listFlows","create":"createFlow","get":"getFlow","update":"updateFlow","delete":"deleteFlow","putSecret":"putFlowSecret","deleteSecret":"deleteFlowSecret","getSession":"getFlowSession","putSession":"putFlowSession","deleteSession":"deleteFlowSession","listChanges":"listFlowChanges","listRecords":"listFlowRecords","getRecordHistory":"getRecordHistory","listTokens":"listFlowTokens","createToken":"createFlowToken","rotateToken":"rotateFlowToken","revokeToken":"revokeFlowToken"},
previews: {"create":"createPreview","get":"getPreview"},
screenshot: {"take":"takeScreenshot"},
imports: {"convertBackup":"convertBackup"},
runs: {"list":"listRuns","create":"createRun","trigger":"triggerRun","get":"getRun","delete":"deleteRun","cancel":"cancelRun","retry":"retryRun","listItems":"listRunItems","listPages":"listRunPages","listSites":"listRunSites","exportItems":"exportRunItems","createExport":"createExport","listExports":"listExports","getExport":"getExport","cancelExport":"cancelExport","listExportParts":"listExportParts"},
uploads: {"create":"createUpload"},
inspections: {"create":"createInspection","get":"getInspection"},
keys: {"list":"listKeys","create":"createKey","get":"getKey","revoke":"revokeKey","rotate":"rotateKey"},
alerts: {"list":"listAlerts","get":"getAlert","delete":"deleteAlert","update":"updateAlert","readAll":"readAllAlerts"},
analytics: {"get":"getAnalytics"},
audit: {"list":"listAudit"},
activity: {"list":"listActivity"},
tickets: {"list":"listTickets","create":"createTicket","get":"getTicket","delete":"deleteTicket","update":"updateTicket"},
account: {"get":"getAccount","update":"updateAccount","getSso":"getSso","putSso":"putSso","deleteSso":"deleteSso"},
people: {"list":"listPeople","invitePerson":"invitePerson","updatePerson":"updatePerson","removePerson":"removePerson"},
session: {"get":"getSession","update":"updateSession","end":"endSession"},
sessions: {"list":"listSessions","revoke":"revokeSession"},
invitations: {"accept":"acceptInvitation"},
person: {"erase":"erasePerson"},
webhooks: {"list":"listWebhooks","create":"createWebhook","get":"getWebhook","update":"updateWebhook","delete":"deleteWebhook","test":"testWebhook","rotateSecret":"rotateWebhookSecret","listDeliveries":"listWebhookDeliveries"},
deliveries: {"replay":"replayDelivery"},
destinations: {"list":"listDestinations","create":"createDestination","get":"getDestination","update":"updateDestination","delete":"deleteDestination","test":"testDestination","listDeliveries":"listDestinationDeliveries","replayDelivery":"replayDestinationDelivery"},
checkout: {"create":"createCheckout"},
payments: {"receiveEvent":"receivePaymentEvent"},
email: {"list":"listEmails","send":"sendEmail"},
} as const;

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
getFlowSession: {"method":"GET","path":"/flows/{id}/session","input":"none","answer":"data"},
putFlowSession: {"method":"PUT","path":"/flows/{id}/session","input":"body","answer":"data"},
deleteFlowSession: {"method":"DELETE","path":"/flows/{id}/session","input":"none","answer":"data"},
createPreview: {"method":"POST","path":"/previews","input":"body","answer":"data"},
getPreview: {"method":"GET","path":"/previews/{id}","input":"none","answer":"data"},
takeScreenshot: {"method":"POST","path":"/screenshot","input":"body","answer":"data"},
convertBackup: {"method":"POST","path":"/imports","input":"body","answer":"data"},
listFlowChanges: {"method":"GET","path":"/flows/{id}/changes","input":"query","answer":"list"},
listFlowRecords: {"method":"GET","path":"/flows/{id}/records","input":"query","answer":"list"},
getRecordHistory: {"method":"GET","path":"/flows/{id}/records/{key}/history","input":"query","answer":"list"},
listFlowTokens: {"method":"GET","path":"/flows/{id}/tokens","input":"none","answer":"list"},
createFlowToken: {"method":"POST","path":"/flows/{id}/tokens","input":"body","answer":"data"},
rotateFlowToken: {"method":"POST","path":"/flows/{id}/tokens/{tokenId}/rotate","input":"none","answer":"data"},
revokeFlowToken: {"method":"DELETE","path":"/flows/{id}/tokens/{tokenId}","input":"none","answer":"data"},
listRuns: {"method":"GET","path":"/runs","input":"query","answer":"list"},
createRun: {"method":"POST","path":"/runs","input":"body","answer":"data"},
createUpload: {"method":"POST","path":"/uploads","input":"body","answer":"data"},
triggerRun: {"method":"POST","path":"/runs/trigger","input":"body","answer":"data"},
getRun: {"method":"GET","path":"/runs/{id}","input":"none","answer":"data"},
deleteRun: {"method":"DELETE","path":"/runs/{id}","input":"none","answer":"data"},
cancelRun: {"method":"POST","path":"/runs/{id}/cancel","input":"none","answer":"data"},
retryRun: {"method":"POST","path":"/runs/{id}/retry","input":"body","answer":"data"},
listRunItems: {"method":"GET","path":"/runs/{id}/items","input":"query","answer":"list"},
listRunPages: {"method":"GET","path":"/runs/{id}/pages","input":"query","answer":"list"},
listRunSites: {"method":"GET","path":"/runs/{id}/sites","input":"query","answer":"list"},
exportRunItems: {"method":"GET","path":"/runs/{id}/export","input":"query","answer":"data"},
createExport: {"method":"POST","path":"/runs/{id}/exports","input":"body","answer":"data"},
listExports: {"method":"GET","path":"/runs/{id}/exports","input":"query","answer":"list"},
getExport: {"method":"GET","path":"/runs/{id}/exports/{exportId}","input":"none","answer":"data"},
cancelExport: {"method":"POST","path":"/runs/{id}/exports/{exportId}/cancel","input":"none","answer":"data"},
listExportParts: {"method":"GET","path":"/runs/{id}/exports/{exportId}/parts","input":"query","answer":"list"},
extract: {"method":"POST","path":"/extract","input":"body","hasQuery":true,"answer":"data"},
mapSite: {"method":"POST","path":"/map","input":"body","answer":"data"},
searchWeb: {"method":"POST","path":"/search","input":"body","answer":"data"},
generateFlow: {"method":"POST","path":"/generate","input":"body","answer":"data"},
createInspection: {"method":"POST","path":"/inspections","input":"body","answer":"data"},
getInspection: {"method":"GET","path":"/inspections/{id}","input":"none","answer":"data"},
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
listPeople: {"method":"GET","path":"/people","input":"none","answer":"list"},
invitePerson: {"method":"POST","path":"/people","input":"body","answer":"data"},
updatePerson: {"method":"PUT","path":"/people/{id}","input":"body","answer":"data"},
removePerson: {"method":"DELETE","path":"/people/{id}","input":"none","answer":"data"},
startSignIn: {"method":"POST","path":"/sign-in","input":"body","answer":"data"},
finishSignIn: {"method":"POST","path":"/sign-in/finish","input":"body","answer":"data"},
startDeviceSignIn: {"method":"POST","path":"/sign-in/device","input":"body","answer":"data"},
finishDeviceSignIn: {"method":"POST","path":"/sign-in/device/finish","input":"body","answer":"data"},
getDeviceSignIn: {"method":"GET","path":"/sign-in/device/{code}","input":"none","answer":"data"},
answerDeviceSignIn: {"method":"PUT","path":"/sign-in/device/{code}","input":"body","answer":"data"},
getSession: {"method":"GET","path":"/session","input":"none","answer":"data"},
updateSession: {"method":"PUT","path":"/session","input":"body","answer":"data"},
endSession: {"method":"DELETE","path":"/session","input":"none","answer":"data"},
listSessions: {"method":"GET","path":"/sessions","input":"none","answer":"list"},
revokeSession: {"method":"DELETE","path":"/sessions/{id}","input":"none","answer":"data"},
acceptInvitation: {"method":"POST","path":"/invitations/{id}/accept","input":"none","answer":"data"},
erasePerson: {"method":"DELETE","path":"/person","input":"none","answer":"data"},
getSso: {"method":"GET","path":"/account/sso","input":"none","answer":"data"},
putSso: {"method":"PUT","path":"/account/sso","input":"body","answer":"data"},
deleteSso: {"method":"DELETE","path":"/account/sso","input":"none","answer":"data"},
startSso: {"method":"POST","path":"/sign-in/sso","input":"body","answer":"data"},
finishSso: {"method":"POST","path":"/sign-in/sso/finish","input":"body","answer":"data"},
listWebhooks: {"method":"GET","path":"/webhooks","input":"query","answer":"list"},
createWebhook: {"method":"POST","path":"/webhooks","input":"body","answer":"data"},
getWebhook: {"method":"GET","path":"/webhooks/{id}","input":"none","answer":"data"},
updateWebhook: {"method":"PUT","path":"/webhooks/{id}","input":"body","answer":"data"},
deleteWebhook: {"method":"DELETE","path":"/webhooks/{id}","input":"none","answer":"data"},
testWebhook: {"method":"POST","path":"/webhooks/{id}/test","input":"none","answer":"data"},
rotateWebhookSecret: {"method":"POST","path":"/webhooks/{id}/rotate-secret","input":"none","answer":"data"},
listWebhookDeliveries: {"method":"GET","path":"/webhooks/{id}/deliveries","input":"query","answer":"list"},
replayDelivery: {"method":"POST","path":"/deliveries/{id}/replay","input":"none","answer":"data"},
listDestinations: {"method":"GET","path":"/destinations","input":"query","answer":"list"},
createDestination: {"method":"POST","path":"/destinations","input":"body","answer":"data"},
getDestination: {"method":"GET","path":"/destinations/{id}","input":"none","answer":"data"},
updateDestination: {"method":"PUT","path":"/destinations/{id}","input":"body","answer":"data"},
deleteDestination: {"method":"DELETE","path":"/destinations/{id}","input":"none","answer":"data"},
testDestination: {"method":"POST","path":"/destinations/{id}/test","input":"none","answer":"data"},
listDestinationDeliveries: {"method":"GET","path":"/destinations/{id}/deliveries","input":"query","answer":"list"},
replayDestinationDelivery: {"method":"POST","path":"/destinations/{id}/deliveries/{deliveryId}/replay","input":"none","answer":"data"},
createCheckout: {"method":"POST","path":"/checkout","input":"body","answer":"bare"},
receivePaymentEvent: {"method":"POST","path":"/payments/events","input":"body","answer":"bare"},
listEmails: {"method":"GET","path":"/email","input":"query","answer":"list"},
sendEmail: {"method":"POST","path":"/email","input":"body","answer":"bare"},
firecrawlScrape: {"method":"POST","path":"/firecrawl/{version}/scrape","input":"body","answer":"bare"},
firecrawlCrawl: {"method":"POST","path":"/firecrawl/{version}/crawl","input":"body","answer":"bare"},
firecrawlCrawlStatus: {"method":"GET","path":"/firecrawl/{version}/crawl/{id}","input":"query","answer":"bare"},
firecrawlCancelCrawl: {"method":"DELETE","path":"/firecrawl/{version}/crawl/{id}","input":"none","answer":"bare"},
firecrawlCrawlErrors: {"method":"GET","path":"/firecrawl/{version}/crawl/{id}/errors","input":"none","answer":"bare"},
firecrawlBatch: {"method":"POST","path":"/firecrawl/{version}/batch/scrape","input":"body","answer":"bare"},
firecrawlBatchStatus: {"method":"GET","path":"/firecrawl/{version}/batch/scrape/{id}","input":"query","answer":"list"},
firecrawlCancelBatch: {"method":"DELETE","path":"/firecrawl/{version}/batch/scrape/{id}","input":"none","answer":"bare"},
firecrawlBatchErrors: {"method":"GET","path":"/firecrawl/{version}/batch/scrape/{id}/errors","input":"none","answer":"bare"},
firecrawlMap: {"method":"POST","path":"/firecrawl/{version}/map","input":"body","answer":"bare"},
firecrawlSearch: {"method":"POST","path":"/firecrawl/{version}/search","input":"body","answer":"bare"},
firecrawlExtract: {"method":"POST","path":"/firecrawl/{version}/extract","input":"body","answer":"bare"},
firecrawlExtractStatus: {"method":"GET","path":"/firecrawl/{version}/extract/{id}","input":"none","answer":"bare"},
firecrawlTeam: {"method":"GET","path":"/firecrawl/{version}/team/{report}","input":"none","answer":"bare"},
firecrawlConcurrency: {"method":"GET","path":"/firecrawl/{version}/concurrency-check","input":"none","answer":"bare"},
firecrawlCrawlParams: {"method":"POST","path":"/firecrawl/{version}/crawl/params-preview","input":"body","answer":"bare"},
firecrawlOther: {"method":"POST","path":"/firecrawl/{version}/{feature}","input":"none","answer":"bare"},
} as const;

