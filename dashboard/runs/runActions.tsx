import { useLocation } from "wouter";
import type { Run } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { Button } from "../ui/basics.tsx";
import { isLive } from "./runTable.tsx";

export const RunActions = ({ run }: { readonly run: Run }) => {
  const [, navigate] = useLocation();
  const changes = [["runs"]];
  const cancelling = useAction((client) => client.cancelRun(run.id), {
    done: "The run is cancelled. What it collected is kept.",
    changes,
  });
  const repeating = useAction((client, from: "source" | "snapshots") => client.retryRun(run.id, { from }), {
    done: (_, from) => (from === "source" ? "The flow runs again." : "The kept pages are read again."),
    changes,
    onDone: ({ id }) => navigate(`/runs/${id}`),
  });
  if (isLive(run))
    return (
      <Button look="danger" isBusy={cancelling.isPending} onClick={() => cancelling.mutate()}>
        Cancel run
      </Button>
    );
  return (
    <>
      <Button
        isBusy={repeating.isPending}
        onClick={() => repeating.mutate("snapshots")}
        title="Today's flow on the pages that this run kept. Nothing is visited."
      >
        Re-extract
      </Button>
      <Button look="primary" isBusy={repeating.isPending} onClick={() => repeating.mutate("source")}>
        Run again
      </Button>
    </>
  );
};
