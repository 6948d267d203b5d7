import { Link } from "wouter";
import type { Client, Webhook } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { showCount, showDateTime, showPlural } from "../ui/format.ts";

const QUOTA_NEAR = 0.8;
const NAMED = 3;

interface Matter {
  readonly text: string;
  readonly path: string;
}

/** Flows that were stopped, and flows whose last run has warnings. */
const ailingFlows = async (client: Client): Promise<Matter[]> => {
  const { data, total } = await client.listFlows({ needsAttention: "true", limit: NAMED });
  const named = data.map(({ id, name, status }) => ({
    text: `“${name}” ${status === "error" ? "stopped after too many failures" : "did not collect what it should"}.`,
    path: `/flows/${id}`,
  }));
  const rest = total - data.length;
  if (rest <= 0) return named;
  const text = `${showPlural(rest, "more flow")} ${rest === 1 ? "needs" : "need"} attention.`;
  return [...named, { text, path: "/flows?needsAttention=true" }];
};

/** Whether the last delivery to a webhook has failed, at least so far. */
const isFailing = async (client: Client, id: string): Promise<boolean> => {
  const [last] = (await client.listWebhookDeliveries(id, { limit: 1 })).data;
  return last?.status === "failed" || (last?.status === "pending" && last.attempts.length > 0);
};

const ailingWebhooks = async (client: Client): Promise<Matter[]> => {
  const { data } = await client.listWebhooks({ limit: 200 });
  const matter = (what: string) => (webhook: Webhook) => ({
    text: `The webhook to ${webhook.url} ${what}.`,
    path: `/webhooks/${webhook.id}`,
  });
  const stopped = data.filter(({ active }) => !active).slice(0, NAMED);
  const active = data.filter((webhook) => webhook.active).slice(0, NAMED);
  const failing = await Promise.all(active.map(({ id }) => isFailing(client, id)));
  return [
    ...stopped.map(matter("is disabled")),
    ...active.filter((_, index) => failing[index]).map(matter("is rejecting deliveries")),
  ];
};

const ailingDestinations = async (client: Client): Promise<Matter[]> => {
  const { data } = await client.listDestinations({ limit: 200 });
  return data
    .filter(({ active, failing }) => !active || failing !== undefined)
    .slice(0, NAMED)
    .map(({ id, name, active }) => ({
      text: `The destination “${name}” ${active ? "is rejecting deliveries" : "is disabled"}.`,
      path: `/destinations/${id}`,
    }));
};

const quota = async (client: Client): Promise<Matter[]> => {
  const { limits, usage, maxMonthlyCostUsd } = await client.getAccount();
  const path = "/settings?tab=plan";
  const matters: Matter[] = [];
  if (usage.runs >= limits.monthlyRuns * QUOTA_NEAR)
    matters.push({
      text: `You've used ${showCount(usage.runs)} of ${showCount(limits.monthlyRuns)} runs this month. Resets ${showDateTime(usage.resetsAt)}.`,
      path,
    });
  if (maxMonthlyCostUsd !== null && usage.cost >= maxMonthlyCostUsd * QUOTA_NEAR)
    matters.push({ text: "You've almost reached this month's budget.", path });
  return matters;
};

/** Leaves out what the key may not read, and what cannot be read right now. */
const readMatters = async (client: Client): Promise<readonly Matter[]> => {
  const outcomes = await Promise.allSettled(
    [ailingFlows, ailingWebhooks, ailingDestinations, quota].map((read) => read(client)),
  );
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
};

/** Problems that need attention; nothing if there are none. */
export const Attention = () => {
  const { data = [] } = useRecord(["attention"], readMatters);
  if (data.length === 0) return null;
  return (
    <section className="notice warn" aria-label="Needs attention">
      <h2>Needs attention</h2>
      <ul>
        {data.map(({ text, path }) => (
          <li key={text}>
            <Link href={path}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
