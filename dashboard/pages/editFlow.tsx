import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import type { Flow } from "../../client/index.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { Conflict, isConflict } from "../flows/conflict.tsx";
import { changedParts, draftOf, type FlowDraft, patchOf } from "../flows/editor/draft.ts";
import { FlowForm } from "../flows/editor/flowForm.tsx";
import { mergePointed, openingOf } from "../point/opening.ts";
import { Button, Loading } from "../ui/basics.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { forgetUnsaved, useUnsaved } from "../ui/unsaved.tsx";

/** Loaded with the first page that is pointed at. */
const PointEditor = lazy(() =>
  import("../point/pointEditor.tsx").then(({ PointEditor: Content }) => ({ default: Content })),
);

/** A URL with inputs, which each run fills in. */
const HAS_INPUT = /\{\{\s*input\./;

/** What is saved: all of a draft, or what was changed in it on top of a later version. */
interface Saving {
  readonly draft: FlowDraft;
  readonly onTopOf?: Flow;
}

const Editor = ({ flow: first }: { readonly flow: Flow }) => {
  const [flow, setFlow] = useState(first);
  const [opened, setOpened] = useState(() => draftOf(flow));
  const [draft, setDraft] = useState(opened);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(opened));
  const [isPointing, setPointing] = useState(false);
  const [, navigate] = useLocation();
  const saving = useAction(
    // Only changes the version that was opened, so that nobody's changes are overwritten.
    (client, { draft: changed, onTopOf }: Saving) =>
      onTopOf
        ? client.updateFlow(flow.id, changedParts(opened, changed, draftOf(onTopOf)), {
            ifMatch: onTopOf.version,
          })
        : client.updateFlow(flow.id, patchOf(flow, changed), { ifMatch: flow.version }),
    {
      done: "Flow saved.",
      isQuiet: true,
      changes: [["flows"]],
      onDone: () => {
        forgetUnsaved();
        navigate(`/flows/${flow.id}`);
      },
    },
  );
  if (isPointing)
    return (
      <Suspense fallback={<Loading />}>
        <PointEditor
          opening={openingOf(draft, flow.id)}
          draft={draft}
          actions={(found) => (
            <>
              <Button
                look="primary"
                disabled={found === null}
                onClick={() => {
                  if (found) setDraft(mergePointed(draft, found));
                  setPointing(false);
                }}
              >
                Use these fields
              </Button>
              <Button onClick={() => setPointing(false)}>Cancel</Button>
            </>
          )}
        />
      </Suspense>
    );
  const load = (latest: Flow): void => {
    const loaded = draftOf(latest);
    setFlow(latest);
    setOpened(loaded);
    setDraft(loaded);
    saving.reset();
  };
  const isLate = isConflict(saving.error);
  const save = (onTopOf?: Flow): void => saving.mutate({ draft, ...(onTopOf && { onTopOf }) });
  const form = (
    <FlowForm
      key={flow.version}
      onPoint={HAS_INPUT.test(draft.url) ? undefined : () => setPointing(true)}
      draft={draft}
      onDraft={setDraft}
      action="Save"
      isBusy={saving.isPending}
      error={isLate ? null : saving.error}
      onSave={() => save()}
      flowId={flow.id}
      cancelTo={`/flows/${flow.id}`}
      proposed={flow.proposedExpect}
    />
  );
  return (
    <>
      {isLate && (
        <Conflict
          flow={flow}
          draft={draft}
          isBusy={saving.isPending}
          triedAt={saving.submittedAt}
          onSave={save}
          onLoad={load}
        />
      )}
      {form}
    </>
  );
};

interface EditFlowProps {
  readonly params: { readonly id?: string };
}

export default function EditFlow({ params: { id = "" } }: EditFlowProps) {
  const { data: flow, error, refetch } = useRecord(["flows", id], (client) => client.getFlow(id));
  return (
    <Page
      title={flow === undefined ? "Edit" : `Edit ${flow.name}`}
      parent={[`/flows/${id}`, flow?.name ?? "Flow"]}
      current="Edit"
    >
      {flow !== undefined && <Editor key={id} flow={flow} />}
      {flow === undefined &&
        (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
    </Page>
  );
}
