/** The events of jobs as receivers written for Firecrawl read them. */
import { createHmac } from "node:crypto";
import type { Item } from "../../../contract/runs/runs.ts";
import type { EventRecord } from "../../../store/deliveries/outbox.ts";
import type { WithFileLinks } from "../../files/links.ts";
import { toDocument } from "../../firecrawl/document.ts";
import type { ToldPage } from "../../outbox/pages.ts";
import { showRunShots } from "../../screenshots/runShots.ts";
import type { HearingJob } from "../receiver.ts";
import { signedHeaders } from "../signature.ts";

/** What each kind of job is called in the names of events. */
const KINDS = { crawl: "crawl", batch: "batch_scrape", scrape: "scrape", extract: "extract" } as const;

/** Of a page: its outcome. Of the end of a job: why it failed. */
type EventData = Partial<Omit<ToldPage, "error">> & { readonly error?: ToldPage["error"] | string };

/** A page that failed, as a document without content. */
const failedDocument = ({ url = "", error }: Partial<ToldPage>) => ({
  metadata: { sourceURL: url, url, statusCode: error?.httpStatus ?? null, error: error?.message ?? "" },
});

const TOO_LARGE = "The page is too large for a webhook. Its content is in the job's status.";

/** A page whose record did not fit the event. */
const emptyDocument = ({ url = "" }: Partial<ToldPage>) => ({
  metadata: { sourceURL: url, url },
  warning: TOO_LARGE,
});

const documentsOf = async (deps: WithFileLinks, job: HearingJob, page: Partial<ToldPage>) => {
  const { status, records = [], items = 0 } = page;
  if (status === "failed") return [failedDocument(page)];
  if (records.length < items) return [emptyDocument(page)];
  const screenshots = await showRunShots(deps, job, job.job.webhook.origin);
  return records.map((record: Item) => toDocument(record, { job: job.job, screenshots }));
};

/** @param opened the signing secret and the further headers, as they were sealed */
export const jobRequest = async (
  deps: Partial<WithFileLinks>,
  job: HearingJob,
  event: EventRecord,
  opened: string,
  nowMs: number,
): Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }> => {
  const { fileLinks } = deps;
  if (!fileLinks) throw new Error(`the event ${event.id} of a job needs links to files`);
  const { secret, headers } = JSON.parse(opened) as { secret: string; headers: Record<string, string> };
  const { timestamp, data } = JSON.parse(event.body) as { timestamp: string; data: EventData };
  const name = event.type.slice("job.".length);
  const failure = typeof data.error === "string" ? data.error : data.error?.message;
  const body = JSON.stringify({
    success: failure === undefined,
    type: `${KINDS[job.job.kind]}.${name}`,
    id: job.id,
    webhookId: event.id,
    timestamp,
    data: name === "page" ? await documentsOf({ fileLinks }, job, data as Partial<ToldPage>) : [],
    ...(failure !== undefined && { error: failure }),
    metadata: job.job.webhook.metadata,
  });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return {
    body,
    headers: {
      ...headers,
      ...signedHeaders([secret], event.id, body, nowMs),
      "x-firecrawl-signature": `sha256=${signature}`,
    },
  };
};
