import { useState } from "react";
import { useLocation } from "wouter";
import type { Flow } from "../../client/index.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { draftOf, type FlowDraft, patchOf } from "../flows/draft.ts";
import { FlowForm } from "../flows/flowForm.tsx";
import { Loading } from "../ui/basics.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";

const Editor = ({ flow }: { readonly flow: Flow }) => {
  const [draft, setDraft] = useState(() => draftOf(flow));
  const [, navigate] = useLocation();
  const saving = useAction(
    // Only the version that was opened is changed: nobody's work is overwritten unseen.
    (client, changed: FlowDraft) =>
      client.updateFlow(flow.id, patchOf(flow, changed), { ifMatch: flow.version }),
    {
      done: "Flow saved.",
      isQuiet: true,
      changes: [["flows"]],
      onDone: () => navigate(`/flows/${flow.id}`),
    },
  );
  return (
    <FlowForm
      draft={draft}
      onDraft={setDraft}
      action="Save"
      isBusy={saving.isPending}
      error={saving.error}
      onSave={() => saving.mutate(draft)}
      flowId={flow.id}
      cancelTo={`/flows/${flow.id}`}
      proposed={flow.proposedExpect}
    />
  );
};

interface EditFlowProps {
  readonly params: { readonly id?: string };
}

export default function EditFlow({ params: { id = "" } }: EditFlowProps) {
  const { data: flow, error, refetch } = useRecord(["flows", id], (client) => client.getFlow(id));
  return (
    <Page title={flow === undefined ? "Edit" : `Edit ${flow.name}`} parent={[`/flows/${id}`, "Flow"]}>
      {flow !== undefined && <Editor key={id} flow={flow} />}
      {flow === undefined &&
        (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
    </Page>
  );
}
