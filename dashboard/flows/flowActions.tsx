import { useState } from "react";
import { useLocation } from "wouter";
import type { Flow, FlowStatus } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { Button, ButtonLink, doing } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { duplicateFlow } from "./duplicate.ts";
import type { RunInput } from "./inputs.ts";
import { RunDialog, type UrlList } from "./runDialog.tsx";
import { sendList } from "./runList.ts";
import { WatchDialog } from "./watchDialog.tsx";

/** What is sent with a new run. */
interface Asked {
  readonly input: RunInput;
  readonly list?: UrlList;
}

export const FlowActions = ({ flow }: { readonly flow: Flow }) => {
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const [isWatching, setWatching] = useState(false);
  const { id, status } = flow;
  const changes = [["flows"], ["runs"]];
  const [asking, setAsking] = useState<"inputs" | "list" | null>(null);
  const hasInputs = Object.keys(flow.inputs).length > 0;
  const running = useAction(
    async (client, { input, list }: Asked) =>
      client.createRun({ flowId: id, input, ...(list && (await sendList(client, list))) }),
    {
      done: "Run queued.",
      tone: "plain",
      isQuiet: asking !== null,
      changes,
      onDone: (run) => navigate(`/runs/${run.id}`),
    },
  );
  const ask = (what: "inputs" | "list") => {
    running.reset();
    setAsking(what);
  };
  const setting = useAction((client, next: FlowStatus) => client.updateFlow(id, { status: next }), {
    done: (_, next) => (next === "active" ? "Flow activated." : "Flow paused."),
    tone: (_, next) => (next === "active" ? "good" : "plain"),
    changes,
  });
  const duplicating = useAction((client) => duplicateFlow(client, flow), {
    done: "Flow duplicated. Its secrets are not copied.",
    changes: [["flows", "list"]],
    onDone: (copy) => navigate(`/flows/${copy.id}`),
  });
  const deleting = useAction((client) => client.deleteFlow(id), {
    done: "Flow deleted.",
    tone: "plain",
    onDone: () => navigate("/flows"),
    changes: [["flows", "list"], ["runs"]],
  });
  return (
    <>
      <ButtonLink needs="flows:write" to={`/flows/${id}/edit`}>
        Edit
      </ButtonLink>
      {status === "active" ? (
        <Button needs="flows:write" does={doing(setting, "paused")}>
          Pause
        </Button>
      ) : (
        <Button needs="flows:write" does={doing(setting, "active")}>
          Activate
        </Button>
      )}
      {flow.mode === "extract" && (
        <Button needs="flows:write" onClick={() => setWatching(true)}>
          Watch for changes
        </Button>
      )}
      <Button needs="runs:write" onClick={() => ask("list")}>
        Run a list
      </Button>
      <Button
        needs="runs:write"
        look="primary"
        isBusy={running.isPending}
        onClick={() => (hasInputs ? ask("inputs") : running.mutate({ input: {} }))}
      >
        Run now
      </Button>
      <Menu label="More" name="More actions">
        <MenuItem needs="flows:write" onChoose={() => duplicating.mutate()}>
          Duplicate
        </MenuItem>
        <MenuItem needs="flows:write" isDanger onChoose={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      {asking && (
        <RunDialog
          title={asking === "list" ? "Run a list of URLs" : "Run with input"}
          action="Run now"
          inputs={flow.inputs}
          {...(asking === "list" && { site: flow.url })}
          isBusy={running.isPending}
          error={running.error}
          onRun={(input, list) => running.mutate({ input, ...(asking === "list" && { list }) })}
          onClose={() => setAsking(null)}
        />
      )}
      {isWatching && <WatchDialog flow={flow} onClose={() => setWatching(false)} />}
      {isDeleting && (
        <Confirm
          title={`Delete “${flow.name}”?`}
          action="Delete flow"
          does={deleting}
          onClose={() => setDeleting(false)}
        >
          Its queued runs are cancelled and its schedule ends. Data collected so far is kept.
        </Confirm>
      )}
    </>
  );
};
