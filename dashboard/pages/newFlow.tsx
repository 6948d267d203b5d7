import { useState } from "react";
import { useLocation } from "wouter";
import type { Flow } from "../../client/index.ts";
import { useAction } from "../api/queries.ts";
import { definitionOf, draftOf, EMPTY_DRAFT, type FlowDraft } from "../flows/draft.ts";
import { FlowForm } from "../flows/flowForm.tsx";
import { Button, Card } from "../ui/basics.tsx";
import { AreaField, Form, TextField } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? "";

/** A sentence becomes a draft; or one begins with an empty one. */
const Beginning = ({ onDraft }: { readonly onDraft: (draft: FlowDraft) => void }) => {
  const [url, setUrl] = useState("");
  const [prompt, setPrompt] = useState("");
  const generating = useAction((client) => client.generateFlow({ url: url.trim(), prompt: prompt.trim() }), {
    isQuiet: true,
    onDone: (flow) => onDraft(draftOf(flow as Partial<Flow>)),
  });
  const begin = () => onDraft({ ...EMPTY_DRAFT, url: url.trim(), name: hostOf(url.trim()) });
  return (
    <Card title="Where, and what">
      <Form onSend={() => generating.mutate()}>
        <TextField
          label="Address"
          type="url"
          required
          value={url}
          onValue={setUrl}
          placeholder="https://shop.example/books"
          autoFocus
        />
        <AreaField
          label="What to collect"
          value={prompt}
          onValue={setPrompt}
          maxLength={2_000}
          placeholder="All books with title, price and whether they are in stock, every morning"
          hint="In your words: the steps are written for you, and you see them before anything is created."
        />
        {generating.error !== null && (
          <>
            <Problem error={generating.error} />
            <p>You can go on without: write the steps yourself, or leave them out.</p>
          </>
        )}
        <div className="actions">
          <Button
            type="submit"
            look="primary"
            isBusy={generating.isPending}
            disabled={url.trim() === "" || prompt.trim() === ""}
          >
            {generating.isPending ? "Writing the steps …" : "Write the steps"}
          </Button>
          <Button onClick={begin} disabled={generating.isPending}>
            Start with an empty flow
          </Button>
        </div>
      </Form>
    </Card>
  );
};

export default function NewFlow() {
  const [draft, setDraft] = useState<FlowDraft | null>(null);
  const [, navigate] = useLocation();
  const creating = useAction((client, made: FlowDraft) => client.createFlow(definitionOf(made)), {
    done: "The flow was created as a draft.",
    isQuiet: true,
    changes: [["flows"]],
    onDone: ({ id }) => navigate(`/flows/${id}`),
  });
  return (
    <Page title="New flow" parent={["/flows", "Flows"]}>
      {draft === null ? (
        <Beginning onDraft={setDraft} />
      ) : (
        <FlowForm
          draft={draft}
          onDraft={setDraft}
          action="Create flow"
          isBusy={creating.isPending}
          error={creating.error}
          onSave={() => creating.mutate(draft)}
          cancelTo="/flows"
        />
      )}
    </Page>
  );
}
