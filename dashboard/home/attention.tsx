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

const brokenFlows = async (client: Client): Promise<Matter[]> => {
  const { data, total } = await client.listFlows({ status: "error", limit: NAMED });
  const named = data.map(({ id, name }) => ({
    text: `“${name}” stopped after too many failures.`,
    path: `/flows/${id}`,
  }));
  const rest = total - data.length;
  if (rest <= 0) return named;
  return [...named, { text: `${showPlural(rest, "more flow")} with errors.`, path: "/flows?status=error" }];
};

/** Flows whose last run did not collect what it should. */
const doubtfulFlows = async (client: Client): Promise<Matter[]> => {
  const { data } = await client.listFlows({ limit: 200 });
  const doubtful = data.filter(({ needsAttention, status }) => needsAttention && status !== "error");
  const named = doubtful.slice(0, NAMED).map(({ id, name }) => ({
    text: `“${name}” did not collect what it should.`,
    path: `/flows/${id}`,
  }));
  const rest = doubtful.length - named.length;
  return rest > 0
    ? [...named, { text: `${showPlural(rest, "more flow")} did not either.`, path: "/flows" }]
    : named;
};

/** Whether the last delivery to a webhook did not come through, at least not yet. */
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

/** What a key may not read is left out, and so is what cannot be read just now. */
const readMatters = async (client: Client): Promise<readonly Matter[]> => {
  const outcomes = await Promise.allSettled(
    [brokenFlows, doubtfulFlows, ailingWebhooks, quota].map((read) => read(client)),
  );
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
};

/** What someone should look after; nothing where all is well. */
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
