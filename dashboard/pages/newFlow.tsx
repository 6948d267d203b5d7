import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import type { Flow, GeneratedFlow } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { Beginning, type Start } from "../flows/beginning.tsx";
import { definitionOf, draftOf, type FlowDraft } from "../flows/draft.ts";
import { FlowForm } from "../flows/flowForm.tsx";
import type { Opening } from "../point/opening.ts";
import { Button, Loading } from "../ui/basics.tsx";
import { Page } from "../ui/page.tsx";

/** Loaded when it is first needed. */
const PointEditor = lazy(() =>
  import("../point/pointEditor.tsx").then(({ PointEditor: Content }) => ({ default: Content })),
);

type Notes = NonNullable<GeneratedFlow["notes"]>;

/** Fields from the description that the steps do not collect. */
const NotFound = ({ notes }: { readonly notes: Notes }) => (
  <section className="notice warn" aria-label="Fields that are not collected">
    <p>These fields are not collected. Rephrase them, or add them by hand.</p>
    <ul className="reasons">
      {notes.map(({ field, why }) => (
        <li key={field}>
          <span className="chip warn">{field}</span> {why}
        </li>
      ))}
    </ul>
  </section>
);

export default function NewFlow() {
  const [start, setStart] = useState<Start | null>(null);
  const [pointed, setPointed] = useState<Opening | null>(null);
  const [, navigate] = useLocation();
  const creating = useAction((client, made: FlowDraft) => client.createFlow(definitionOf(made)), {
    done: "Flow created as a draft.",
    isQuiet: true,
    changes: [["flows"], ["checklist"]],
    onDone: ({ id }) => navigate(`/flows/${id}`),
  });
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
                  onClick={() => found && creating.mutate(draftOf(found.made as Partial<Flow>))}
                >
                  Create flow
                </Button>
                <Button
                  disabled={found === null}
                  onClick={() =>
                    found && setStart({ draft: draftOf(found.made as Partial<Flow>), generated: found.made })
                  }
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
        <Beginning onStart={setStart} onPoint={(url) => setPointed({ url, render: "auto" })} />
      </Page>
    );
  const { draft, generated } = start;
  const { notes = [] } = generated ?? {};
  return (
    <Page title="New flow" parent={["/flows", "Flows"]}>
      {notes.length > 0 && <NotFound notes={notes} />}
      <FlowForm
        draft={draft}
        onDraft={(changed) => setStart({ ...start, draft: changed })}
        found={generated?.preview}
        action="Create flow"
        isBusy={creating.isPending}
        error={creating.error}
        onSave={() => creating.mutate(draft)}
        cancelTo="/flows"
      />
    </Page>
  );
}
