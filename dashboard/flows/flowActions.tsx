import { useState } from "react";
import { useLocation } from "wouter";
import type { Flow, FlowStatus } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { Button, ButtonLink } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import type { RunInput } from "./inputs.ts";
import { RunDialog } from "./runDialog.tsx";

export const FlowActions = ({ flow }: { readonly flow: Flow }) => {
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const { id, status } = flow;
  const changes = [["flows"], ["runs"]];
  const [isAsking, setAsking] = useState(false);
  const hasInputs = Object.keys(flow.inputs).length > 0;
  const running = useAction((client, input: RunInput) => client.createRun({ flowId: id, input }), {
    done: "Run queued.",
    tone: "plain",
    isQuiet: hasInputs,
    changes,
    onDone: (run) => navigate(`/runs/${run.id}`),
  });
  const setting = useAction((client, next: FlowStatus) => client.updateFlow(id, { status: next }), {
    done: (_, next) => (next === "active" ? "Flow activated." : "Flow paused."),
    tone: (_, next) => (next === "active" ? "good" : "plain"),
    changes,
  });
  const deleting = useAction((client) => client.deleteFlow(id), {
    done: "Flow deleted.",
    tone: "plain",
    onDone: () => navigate("/flows"),
    changes: [["flows", "list"], ["runs"]],
  });
  return (
    <>
      <Button look="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <ButtonLink to={`/flows/${id}/edit`}>Edit</ButtonLink>
      {status === "active" ? (
        <Button isBusy={setting.isPending} onClick={() => setting.mutate("paused")}>
          Pause
        </Button>
      ) : (
        <Button isBusy={setting.isPending} onClick={() => setting.mutate("active")}>
          Activate
        </Button>
      )}
      <Button
        look="primary"
        isBusy={running.isPending}
        onClick={() => (hasInputs ? setAsking(true) : running.mutate({}))}
      >
        Run now
      </Button>
      {isAsking && (
        <RunDialog
          title="Run with input"
          action="Run now"
          inputs={flow.inputs}
          isBusy={running.isPending}
          error={running.error}
          onRun={(input) => running.mutate(input)}
          onClose={() => setAsking(false)}
        />
      )}
      {isDeleting && (
        <Confirm
          title={`Delete “${flow.name}”?`}
          action="Delete flow"
          isBusy={deleting.isPending}
          onConfirm={() => deleting.mutate()}
          onClose={() => setDeleting(false)}
        >
          Its queued runs are cancelled and its schedule ends. Data collected so far is kept.
        </Confirm>
      )}
    </>
  );
};
