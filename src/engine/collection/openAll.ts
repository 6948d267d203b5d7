/** Opens a batch's tasks and keeps what it leaves for the next. */
import type { Arrivals } from "./arrivals.ts";
import { isReady, openBatch } from "./batch.ts";
import type { CollectionDeps } from "./deps.ts";
import type { Opened } from "./open.ts";
import type { Task } from "./state.ts";

/** The result of a task. `isLeft`: there was no time for it. */
export type OpenedTask = Opened & { readonly isLeft?: true };

/** The URL that a task opens next. */
const addressOf = (task: Task): string | undefined => {
  if (task.kind === "page") return task.url;
  if (task.kind === "link") return task.visit.url;
  return task.kind === "record" ? task.visits[0]?.url : undefined;
};

/**
 * Opens the tasks; those that there was no time for are unchanged. The first failure ends the collection, after
 * the results of the other opened tasks are counted.
 *
 * @throws the first failure, if no other task was opened
 */
export const openAll = async (
  tasks: readonly Task[],
  open: (task: Task) => Promise<Opened>,
  arrivals: Arrivals,
  flights: CollectionDeps["flights"],
  options: Parameters<typeof openBatch>[2],
): Promise<OpenedTask[]> => {
  const openOne = async (task: Task): Promise<Opened> => {
    try {
      return await open(task);
    } finally {
      const url = addressOf(task);
      if (url !== undefined) arrivals.release(url);
    }
  };
  const outcomes = await openBatch(tasks, openOne, options);
  const isOpened = outcomes.some(
    (outcome, index) =>
      outcome.kind === "opened" && outcome.opened.waitMs === undefined && !isReady(tasks[index]),
  );
  const failed = outcomes.findIndex(({ kind }) => kind === "failed");
  const failure = outcomes[failed];
  if (failure?.kind === "failed") {
    if (!isOpened || !flights) throw failure.error;
    flights.failure = { error: failure.error };
  }
  arrivals.carry(
    tasks.flatMap((task, index) => (outcomes[index]?.kind === "underWay" ? (addressOf(task) ?? []) : [])),
  );
  return tasks.map((task, index) => {
    const outcome = outcomes[index];
    if (outcome?.kind === "opened") return outcome.opened;
    return { tasks: [task], logs: [], visited: [], isLeft: true as const };
  });
};

/** @throws the error that the previous batch left */
export const meetFailure = ({ flights }: CollectionDeps): void => {
  if (!flights?.failure) return;
  const { error } = flights.failure;
  flights.failure = null;
  throw error;
};
