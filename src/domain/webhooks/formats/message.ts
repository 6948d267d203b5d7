/** What an event says to people. Texts are as pages have them: each format puts them in their place. */
import type { AlertSeverity } from "../../../contract/account/alerts.ts";
import type { EventType, TEST_EVENT } from "../../../contract/deliveries/events.ts";
import { counted } from "../../../contract/wording.ts";
import type { EventRecord } from "../../../store/deliveries/outbox.ts";
import { type DisableReason, REASONS } from "../reasons.ts";

export interface Message {
  readonly event: string;
  readonly id: string;
  readonly timestamp: string;
  /** Null unless the event is an alert. */
  readonly severity: AlertSeverity | null;
  readonly title: string;
  readonly text: string;
  /** The first changes of a monitor. */
  readonly changes: readonly string[];
  readonly moreChanges: number;
  readonly flowId: string | null;
  readonly flowName: string | null;
  readonly runId: string | null;
  /** Where to read more. */
  readonly link: string | null;
}

/** Every field that some event has; which ones, its type decides. */
interface EventData {
  readonly id?: string;
  readonly name?: string;
  readonly message?: string;
  readonly title?: string;
  readonly severity?: AlertSeverity;
  readonly flowId?: string | null;
  readonly flowName?: string;
  readonly runId?: string;
  readonly webhookId?: string;
  readonly url?: string;
  readonly field?: string | null;
  readonly selector?: string | null;
  readonly newSelector?: string;
  readonly reason?: string;
  readonly itemsExtracted?: number;
  readonly pagesFetched?: number;
  readonly itemCount?: number;
  readonly partCount?: number;
  readonly error?: { readonly message: string } | null;
  readonly change?: { readonly top?: readonly string[]; readonly more?: number };
}

export const dataOf = ({ body }: Pick<EventRecord, "body">): EventData =>
  (JSON.parse(body) as { data: EventData }).data;

interface Words {
  readonly title: string;
  readonly text: string;
}

const ofSelector = (what: string) => (data: EventData) => ({
  title: `A selector of ${data.flowName} ${what}`,
  text: [data.field, data.selector, data.newSelector ?? data.reason].filter(Boolean).join(" → "),
});

const WORDS: { readonly [type in EventType | typeof TEST_EVENT]: (data: EventData) => Words } = {
  "run.completed": ({ flowName, itemsExtracted = 0, pagesFetched = 0 }) => ({
    title: `A run of ${flowName} completed`,
    text: `${counted(itemsExtracted, "item")} from ${counted(pagesFetched, "page")}.`,
  }),
  "run.failed": ({ flowName, error }) => ({
    title: `A run of ${flowName} failed`,
    text: error?.message ?? "",
  }),
  "run.cancelled": ({ flowName }) => ({ title: `A run of ${flowName} was cancelled`, text: "" }),
  "run.page": ({ flowName, url = "", error }) => ({
    title: `A page of ${flowName} ${error ? "failed" : "was read"}`,
    text: error ? `${url}: ${error.message}` : url,
  }),
  "export.completed": ({ runId, itemCount = 0, partCount = 0 }) => ({
    title: `The export of ${runId} is ready`,
    text: `${counted(itemCount, "item")} in ${counted(partCount, "file")}.`,
  }),
  "export.failed": ({ runId, error }) => ({
    title: `The export of ${runId} failed`,
    text: error?.message ?? "",
  }),
  "export.cancelled": ({ runId }) => ({ title: `The export of ${runId} was cancelled`, text: "" }),
  "alert.created": ({ title, message = "" }) => ({ title: title ?? message, text: message }),
  "flow.error": ({ name }) => ({
    title: `${name} stopped`,
    text: "It failed too often, and its schedule is stopped. Check its latest runs, fix it, then activate it again.",
  }),
  "selector.healed": ofSelector("was healed"),
  "selector.broken": ofSelector("no longer matches"),
  "webhook.disabled": ({ url, reason }) => ({
    title: `The webhook to ${URL.parse(url ?? "")?.host} was disabled`,
    text: REASONS[reason as DisableReason] ?? "",
  }),
  "webhook.test": ({ message = "" }) => ({ title: "Test message", text: message }),
};

/** The page of the dashboard that an event is about, below the dashboard's URL. */
const pageOf = (type: string, data: EventData): string => {
  if (type === "run.page" || type.startsWith("selector.") || type.startsWith("export."))
    return `/runs/${data.runId}`;
  if (type.startsWith("run.")) return `/runs/${data.id}`;
  if (type === "alert.created") return `/alerts?alert=${data.id}`;
  if (type === "flow.error") return `/flows/${data.id}`;
  return `/webhooks/${data.webhookId ?? data.id}`;
};

/** Where to read about an event; null if the dashboard's URL is not known. */
export const linkOf = (
  { type }: EventRecord,
  data: EventData,
  dashboardUrl: string | undefined,
): string | null => (dashboardUrl === undefined ? null : dashboardUrl + pageOf(type, data));

/** The flow that an event is about; null if it is about the account. */
export const flowOf = (event: EventRecord): string | null => {
  const data = dataOf(event);
  return (event.type === "flow.error" ? data.id : data.flowId) ?? null;
};

export const messageOf = (event: EventRecord, dashboardUrl?: string): Message => {
  const data = dataOf(event);
  const { type, id } = event;
  const { title, text } = WORDS[type as keyof typeof WORDS](data);
  return {
    event: type,
    id,
    timestamp: event.createdAt,
    severity: type === "alert.created" ? (data.severity ?? null) : null,
    title,
    text,
    changes: data.change?.top ?? [],
    moreChanges: data.change?.more ?? 0,
    flowId: flowOf(event),
    flowName: data.flowName ?? (type === "flow.error" ? data.name : undefined) ?? null,
    runId: data.runId ?? (type.startsWith("run.") ? data.id : null) ?? null,
    link: linkOf(event, data, dashboardUrl),
  };
};

/** The event's body with `data.dashboardUrl`, as signed webhooks get it. */
export const withDashboardUrl = (event: EventRecord, dashboardUrl: string | undefined): string => {
  if (dashboardUrl === undefined) return event.body;
  const { data, ...rest } = JSON.parse(event.body) as { data: EventData };
  return JSON.stringify({ ...rest, data: { ...data, dashboardUrl: linkOf(event, data, dashboardUrl) } });
};
