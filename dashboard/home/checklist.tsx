import { Link } from "wouter";
import { type Client, PermissionError } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { Card } from "../ui/basics.tsx";

interface Task {
  readonly title: string;
  readonly path: string;
  readonly isDone: (client: Client) => Promise<boolean>;
}

const ONE = { limit: 1 } as const;

const TASKS: readonly Task[] = [
  {
    title: "Create a flow",
    path: "/flows/new",
    isDone: async (client) => (await client.listFlows(ONE)).total > 0,
  },
  {
    title: "Run it and look at the data",
    path: "/flows",
    isDone: async (client) => (await client.listRuns({ ...ONE, status: "completed" })).total > 0,
  },
  {
    title: "Activate a flow, so that it runs on its schedule",
    path: "/flows",
    isDone: async (client) => (await client.listFlows({ ...ONE, status: "active" })).total > 0,
  },
  {
    title: "Monitor a page for changes, or send events to a webhook",
    path: "/flows/new?template=prices",
    isDone: async (client) =>
      (await client.listFlows({ ...ONE, mode: "monitor" })).total > 0 ||
      (await client.listWebhooks(ONE)).total > 0,
  },
];

/** Tasks that the key may not check count as done; any other failure is tried again. */
const checkTask = ({ isDone }: Task, client: Client): Promise<boolean> =>
  isDone(client).catch((error: unknown) => {
    if (error instanceof PermissionError) return true;
    throw error;
  });

/** Which tasks are done. */
const readProgress = (client: Client): Promise<readonly boolean[]> =>
  Promise.all(TASKS.map((task) => checkTask(task, client)));

/** A step may be done in another tab, or while an earlier answer was still on its way. */
const LOOK_EVERY_MS = 20_000;

/** The first steps of a new account. Disappears once they are done. */
export const Checklist = () => {
  const { data: done } = useRecord(["checklist"], readProgress, {
    refetchMs: (known) => (known?.every(Boolean) ? false : LOOK_EVERY_MS),
  });
  if (done === undefined || done.every(Boolean)) return null;
  const count = done.filter(Boolean).length;
  return (
    <Card title={`Get started: ${count} of ${TASKS.length} done`}>
      <ol className="checklist">
        {TASKS.map(({ title, path }, index) => (
          <li key={title} className={done[index] ? "done" : undefined}>
            <span className="check-mark" aria-hidden="true">
              {done[index] ? "✓" : ""}
            </span>
            {done[index] ? (
              <span>
                {title} <span className="visually-hidden">(done)</span>
              </span>
            ) : (
              <Link href={path}>{title}</Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};
