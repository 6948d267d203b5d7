import { useState } from "react";
import { useLocation } from "wouter";
import type { Run } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { Button, doing } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { isLive } from "./runTable.tsx";

/** Runs the flow again on the pages that failed. */
export const RetryFailed = ({ runId }: { readonly runId: string }) => {
  const [, navigate] = useLocation();
  const retrying = useAction((client) => client.retryRun(runId, { from: "failed" }), {
    done: "Run queued.",
    tone: "plain",
    changes: [["runs"]],
    onDone: ({ id }) => navigate(`/runs/${id}`),
  });
  return (
    <Button needs="runs:write" isSmall does={retrying}>
      Retry failed
    </Button>
  );
};

export const RunActions = ({ run }: { readonly run: Run }) => {
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const changes = [["runs"]];
  const cancelling = useAction((client) => client.cancelRun(run.id), {
    done: "Run cancelled. Items collected so far are kept.",
    tone: "plain",
    changes,
  });
  const repeating = useAction((client, from: "source" | "snapshots") => client.retryRun(run.id, { from }), {
    done: (_, from) => (from === "snapshots" ? "Extracting again from saved pages." : "Run queued."),
    tone: "plain",
    changes,
    onDone: ({ id }) => navigate(`/runs/${id}`),
  });
  const deleting = useAction((client) => client.deleteRun(run.id), {
    done: "Run deleted.",
    changes,
    onDone: () => navigate("/runs"),
  });
  if (isLive(run))
    return (
      <Button needs="runs:write" look="danger" does={cancelling}>
        Cancel run
      </Button>
    );
  return (
    <>
      <Button needs="runs:write" look="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <Button
        needs="runs:write"
        does={doing(repeating, "snapshots")}
        title="Runs the current flow on this run's saved pages, without visiting the site."
      >
        Re-extract
      </Button>
      <Button needs="runs:write" look="primary" does={doing(repeating, "source")}>
        Run again
      </Button>
      {isDeleting && (
        <Confirm
          title="Delete this run?"
          action="Delete run"
          does={deleting}
          onClose={() => setDeleting(false)}
        >
          Its items and its log will be deleted. You can't undo this.
        </Confirm>
      )}
    </>
  );
};
