import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { doubtedFields, type FlowPatch, type MissingField, missingFields } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { definitionOf } from "../flows/editor/draft.ts";
import { FlowForm } from "../flows/editor/flowForm.tsx";
import { Beginning, type Start } from "../flows/start/beginning.tsx";
import { draftOfLink } from "../flows/start/startLink.ts";
import { TemplateList } from "../flows/start/templateList.tsx";
import { draftOfPointed, mergePointed, type Opening, openingOf, type Pointed } from "../point/opening.ts";
import { Button, Loading } from "../ui/basics.tsx";
import { Page } from "../ui/page.tsx";
import { forgetUnsaved, useUnsaved } from "../ui/unsaved.tsx";

/** Loaded when it is first needed. */
const PointEditor = lazy(() =>
  import("../point/pointEditor.tsx").then(({ PointEditor: Content }) => ({ default: Content })),
);

interface NotedFieldsProps {
  readonly label: string;
  readonly fields: readonly MissingField[];
  readonly onPoint: () => void;
  readonly children: ReactNode;
}

/** Fields from the description that the steps do not collect, or not surely. */
const NotedFields = ({ label, fields, onPoint, children }: NotedFieldsProps) =>
  fields.length > 0 && (
    <section className="notice warn" aria-label={label}>
      <p>{children}</p>
      <ul className="reasons">
        {fields.map(({ field, why }) => (
          <li key={field}>
            <span className="chip warn">{field}</span> {why}
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button look="primary" onClick={onPoint}>
          Point at the page
        </Button>
      </div>
    </section>
  );

const startOf = (pointed: Pointed): Start => ({
  draft: draftOfPointed(pointed),
  generated: pointed.made,
  flowId: pointed.flowId,
});

export default function NewFlow() {
  const [search] = useSearchParams();
  const [linked] = useState<Start | null>(() => {
    const draft = draftOfLink(search);
    return draft && { draft };
  });
  const [start, setStart] = useState(linked);
  useUnsaved(start !== linked);
  const [pointed, setPointed] = useState<Opening | null>(null);
  const [, navigate] = useLocation();
  const creating = useAction(
    async (client, { draft: made, flowId }: Start): Promise<{ readonly id: string }> => {
      const definition = definitionOf(made);
      return flowId === undefined
        ? client.createFlow(definition)
        : client.updateFlow(flowId, definition as FlowPatch);
    },
    {
      done: (_, { draft: made }) =>
        `Flow created as a draft. ${definitionOf(made).schedule ? "Activate starts its schedule; Run now runs it once." : "Run now runs it once; with a schedule, it runs by itself."}`,
      isQuiet: true,
      changes: [["flows"], ["checklist"]],
      onDone: ({ id }) => {
        forgetUnsaved();
        navigate(`/flows/${id}`);
      },
    },
  );
  if (start === null && pointed !== null)
    return (
      <Page title="New flow" parent={["/flows", "Flows"]}>
        <Suspense fallback={<Loading />}>
          <PointEditor
            opening={pointed}
            error={creating.error}
            actions={(found) => (
              <>
                <Button
                  look="primary"
                  isBusy={creating.isPending}
                  disabled={found === null}
                  onClick={() => found && creating.mutate(startOf(found))}
                >
                  Create flow
                </Button>
                <Button
                  disabled={found === null}
                  onClick={() => {
                    if (!found) return;
                    setStart(startOf(found));
                    setPointed(null);
                  }}
                >
                  Edit steps
                </Button>
              </>
            )}
          />
        </Suspense>
      </Page>
    );
  if (start === null)
    return (
      <Page title="New flow" parent={["/flows", "Flows"]}>
        <Beginning
          key={search.get("template")}
          onStart={setStart}
          onPoint={(url) => setPointed({ url, render: "auto" })}
        />
        <TemplateList />
      </Page>
    );
  const { draft, generated } = start;
  const { outputSchema } = draft;
  const noted = { notes: generated?.notes ?? [], outputSchema };
  const onPoint = () => setPointed(openingOf(draft, start.flowId));
  if (pointed !== null)
    return (
      <Page title="New flow" parent={["/flows", "Flows"]}>
        <Suspense fallback={<Loading />}>
          <PointEditor
            opening={pointed}
            draft={draft}
            actions={(found) => (
              <>
                <Button
                  look="primary"
                  disabled={found === null}
                  onClick={() => {
                    if (found)
                      setStart({ ...start, draft: mergePointed(draft, found), flowId: found.flowId });
                    setPointed(null);
                  }}
                >
                  Use these fields
                </Button>
                <Button onClick={() => setPointed(null)}>Cancel</Button>
              </>
            )}
          />
        </Suspense>
      </Page>
    );
  return (
    <Page title="New flow" parent={["/flows", "Flows"]}>
      <NotedFields label="Fields that are not collected" fields={missingFields(noted)} onPoint={onPoint}>
        <strong>These fields are not collected.</strong> Point at them on the page, rephrase them, or add them
        by hand.
      </NotedFields>
      <NotedFields label="Fields to check" fields={doubtedFields(noted)} onPoint={onPoint}>
        <strong>Check these fields.</strong> If their values below are not what you mean, point at the right
        ones on the page.
      </NotedFields>
      <FlowForm
        draft={draft}
        onDraft={(changed) => setStart({ ...start, draft: changed })}
        found={generated?.preview}
        action="Create flow"
        isBusy={creating.isPending}
        error={creating.error}
        flowId={start.flowId}
        onSave={() => creating.mutate(start)}
        cancelTo="/flows"
      />
    </Page>
  );
}
