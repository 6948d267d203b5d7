import { useState } from "react";
import { useLocation } from "wouter";
import type { Flow, GeneratedFlow } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { definitionOf, draftOf, EMPTY_DRAFT, type FlowDraft } from "../flows/draft.ts";
import { FlowForm } from "../flows/flowForm.tsx";
import { Button, Card } from "../ui/basics.tsx";
import { AreaField, Form, TextField } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? "";

/** A sentence becomes a draft; or one begins with an empty one. */
type Notes = NonNullable<GeneratedFlow["notes"]>;

const Beginning = ({ onDraft }: { readonly onDraft: (draft: FlowDraft, notes?: Notes) => void }) => {
  const [url, setUrl] = useState("");
  const [prompt, setPrompt] = useState("");
  const generating = useAction((client) => client.generateFlow({ url: url.trim(), prompt: prompt.trim() }), {
    isQuiet: true,
    onDone: (flow) => onDraft(draftOf(flow as Partial<Flow>), flow.notes),
  });
  const begin = () => onDraft({ ...EMPTY_DRAFT, url: url.trim(), name: hostOf(url.trim()) });
  return (
    <Card title="What do you want to collect?">
      <Form onSend={() => generating.mutate()}>
        <TextField
          label="URL"
          type="url"
          required
          value={url}
          onValue={setUrl}
          placeholder="https://shop.example/books"
          autoFocus
        />
        <AreaField
          label="Describe the data"
          value={prompt}
          onValue={setPrompt}
          maxLength={2_000}
          placeholder="All books with title, price and whether they are in stock, every morning"
          hint="Describe it in your own words. You can review the steps before the flow is created."
        />
        {generating.error !== null && (
          <>
            <Problem error={generating.error} />
            <p>Or build it by hand.</p>
          </>
        )}
        <div className="actions">
          <Button
            type="submit"
            look="primary"
            isBusy={generating.isPending}
            disabled={url.trim() === "" || prompt.trim() === ""}
          >
            {generating.isPending ? "Generating …" : "Generate"}
          </Button>
          <Button onClick={begin} disabled={generating.isPending}>
            Build it by hand
          </Button>
        </div>
      </Form>
    </Card>
  );
};

/** Fields that the sentence asks for and the steps do not collect. */
const NotFound = ({ notes }: { readonly notes: Notes }) => (
  <Card title="Asked for, and not found">
    <ul>
      {notes.map(({ field, why }) => (
        <li key={field}>
          <strong>{field}</strong>: {why}
        </li>
      ))}
    </ul>
  </Card>
);

export default function NewFlow() {
  const [draft, setDraft] = useState<FlowDraft | null>(null);
  const [notes, setNotes] = useState<Notes>([]);
  const [, navigate] = useLocation();
  const creating = useAction((client, made: FlowDraft) => client.createFlow(definitionOf(made)), {
    done: "Flow created as a draft.",
    isQuiet: true,
    changes: [["flows"]],
    onDone: ({ id }) => navigate(`/flows/${id}`),
  });
  return (
    <Page title="New flow" parent={["/flows", "Flows"]}>
      {draft === null ? (
        <Beginning
          onDraft={(made, told = []) => {
            setDraft(made);
            setNotes(told);
          }}
        />
      ) : (
        <>
          {notes.length > 0 && <NotFound notes={notes} />}
          <FlowForm
            draft={draft}
            onDraft={setDraft}
            action="Create flow"
            isBusy={creating.isPending}
            error={creating.error}
            onSave={() => creating.mutate(draft)}
            cancelTo="/flows"
          />
        </>
      )}
    </Page>
  );
}
