/** What is done to several flows at once. */
import { useState } from "react";
import type { Client } from "../../client/index.ts";
import { messageOf, useAction } from "../api/queries.ts";
import { Button, doing } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { showPlural } from "../ui/format.ts";

const ACTIONS = {
  run: {
    title: "Run now",
    done: "queued",
    perform: (client: Client, id: string) => client.createRun({ flowId: id }),
  },
  activate: {
    title: "Activate",
    done: "activated",
    perform: (client: Client, id: string) => client.updateFlow(id, { status: "active" }),
  },
  pause: {
    title: "Pause",
    done: "paused",
    perform: (client: Client, id: string) => client.updateFlow(id, { status: "paused" }),
  },
  delete: {
    title: "Delete",
    done: "deleted",
    perform: (client: Client, id: string) => client.deleteFlow(id),
  },
} as const;

type ActionName = keyof typeof ACTIONS;

interface Outcome {
  readonly done: number;
  readonly failed: number;
  /** Of the first that failed. */
  readonly reason: string;
}

/** One after the other: a flow that fails does not keep the others from it. */
const performAll = async (client: Client, name: ActionName, ids: readonly string[]): Promise<Outcome> => {
  let outcome: Outcome = { done: 0, failed: 0, reason: "" };
  for (const id of ids)
    try {
      await ACTIONS[name].perform(client, id);
      outcome = { ...outcome, done: outcome.done + 1 };
    } catch (error) {
      outcome = { ...outcome, failed: outcome.failed + 1, reason: outcome.reason || messageOf(error) };
    }
  return outcome;
};

const summaryOf = ({ done, failed, reason }: Outcome, name: ActionName): string =>
  [
    ...(done > 0 ? [`${showPlural(done, name === "run" ? "run" : "flow")} ${ACTIONS[name].done}.`] : []),
    ...(failed > 0 ? [`${showPlural(failed, "flow")} failed: ${reason}`] : []),
  ].join(" ");

interface BulkActionsProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

export const BulkActions = ({ ids, onDone }: BulkActionsProps) => {
  const [isDeleting, setDeleting] = useState(false);
  const acting = useAction((client, name: ActionName) => performAll(client, name, ids), {
    done: summaryOf,
    tone: ({ failed }) => (failed > 0 ? "bad" : "good"),
    changes: [["flows"], ["runs"]],
    onDone: () => {
      setDeleting(false);
      onDone();
    },
  });
  return (
    <section className="bulk" aria-label="Selected flows">
      <strong>{showPlural(ids.length, "flow")} selected</strong>
      {(["run", "activate", "pause"] as const).map((name) => (
        <Button
          needs="flows:write"
          key={name}
          isSmall
          isBusy={acting.isPending && acting.variables === name}
          disabled={acting.isPending}
          onClick={() => acting.mutate(name)}
        >
          {ACTIONS[name].title}
        </Button>
      ))}
      <Button isSmall look="quiet" onClick={onDone}>
        Clear selection
      </Button>
      <Button
        needs="flows:write"
        isSmall
        look="danger"
        disabled={acting.isPending}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
      {isDeleting && (
        <Confirm
          title={`Delete ${showPlural(ids.length, "flow")}?`}
          action="Delete flows"
          does={doing(acting, "delete")}
          onClose={() => setDeleting(false)}
        >
          Their queued runs are cancelled and their schedules end. Data collected so far is kept.
        </Confirm>
      )}
    </section>
  );
};
