import { useEffect, useId } from "react";
import { completeUrl } from "../../client/address.ts";
import type { Flow, GeneratedFlow } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { Button, ButtonLink, Card } from "../ui/basics.tsx";
import { AreaField, Form, SelectField, TextField } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import type { FlowDraft } from "./draft.ts";
import { ExpectForm } from "./expectForm.tsx";
import { FaultContext, faultsOf, useFault } from "./faults.ts";
import { FlowUrls } from "./flowUrls.tsx";
import { LimitsForm, MonitorForm } from "./optionForms.tsx";
import { Preview } from "./preview.tsx";
import { RequestForm } from "./requestForm.tsx";
import { ScheduleForm } from "./scheduleForm.tsx";
import { SchemaForm } from "./schemaForm.tsx";
import { StepList } from "./stepList.tsx";

const MODE_HINTS = {
  extract: "Collects data from pages.",
  interact: "Clicks, types and waits in a real browser.",
  monitor: "Collects data and reports what changed.",
} as const;

interface PartProps {
  readonly draft: FlowDraft;
  readonly onDraft: (draft: FlowDraft) => void;
}

const Basics = ({ draft, onDraft }: PartProps) => {
  const nameFault = useFault("name");
  const urlFault = useFault("url");
  const tagsFault = useFault("tags");
  const inputsFault = useFault("inputs");
  const set = (name: keyof FlowDraft) => (value: string) => onDraft({ ...draft, [name]: value });
  return (
    <Card title="Basics">
      <TextField label="Name" required value={draft.name} fault={nameFault} onValue={set("name")} />
      <TextField
        label="URL"
        inputMode="url"
        required
        value={draft.url}
        fault={urlFault}
        placeholder="https://shop.example/books"
        onValue={set("url")}
        onBlur={() => onDraft({ ...draft, url: completeUrl(draft.url) })}
      />
      <SelectField
        label="Mode"
        value={draft.mode}
        options={CHOICES.FlowMode}
        hint={MODE_HINTS[draft.mode]}
        onValue={set("mode")}
      />
      <AreaField
        label="Inputs"
        className="mono"
        rows={2}
        value={draft.inputs.join("\n")}
        fault={inputsFault}
        hint="One per line, such as query or page number. Use {{input.query}} in the URL, in URL patterns and in typed text."
        onValue={(text) => onDraft({ ...draft, inputs: text.split("\n") })}
      />
      <FlowUrls draft={draft} onDraft={onDraft} />
      <TextField
        label="Tags"
        value={draft.tags.join(", ")}
        fault={tagsFault}
        hint="Separated by commas. The list of flows can be filtered by them."
        onValue={(text) => onDraft({ ...draft, tags: text.split(/,\s?/) })}
      />
      <AreaField label="Description" rows={2} value={draft.description} onValue={set("description")} />
    </Card>
  );
};

interface FlowFormProps extends PartProps {
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: () => void;
  readonly cancelTo: string;
  /** The stored flow being edited; absent for a new one. */
  readonly flowId?: string;
  /** Opens the flow's page to point at; absent: there is none to open. */
  readonly onPoint?: (() => void) | undefined;
  /** Of a flow that was just generated: what it gives on its page. */
  readonly found?: GeneratedFlow["preview"];
  /** Expectations that the flow's last good runs would have met. */
  readonly proposed?: Flow["proposedExpect"];
}

/** The flow editor, with a preview of its data. */
export const FlowForm = ({
  draft,
  onDraft,
  action,
  isBusy,
  error,
  onSave,
  cancelTo,
  flowId,
  found,
  proposed,
  onPoint,
}: FlowFormProps) => {
  const form = useId();
  useEffect(() => {
    // The invalid field may be far up the page.
    if (error !== null) document.querySelector("[aria-invalid=true]")?.scrollIntoView({ block: "center" });
  }, [error]);
  return (
    <FaultContext value={faultsOf(error)}>
      <div className="editor">
        <Form id={form} onSend={onSave}>
          {error !== null && <Problem error={error} />}
          <Basics draft={draft} onDraft={onDraft} />
          <Card title="Steps" actions={onPoint && <Button onClick={onPoint}>Edit on the page</Button>}>
            {draft.steps.length === 0 && (
              <p className="muted">No steps. Records are detected automatically.</p>
            )}
            <StepList
              title="Steps"
              steps={draft.steps}
              path="steps"
              depth={0}
              onSteps={(steps) => onDraft({ ...draft, steps })}
            />
          </Card>
          <Card title="Fields and types">
            <SchemaForm
              schema={draft.outputSchema}
              onSchema={(outputSchema) => onDraft({ ...draft, outputSchema })}
            />
          </Card>
          {draft.mode === "monitor" && (
            <Card title="Alerts">
              <MonitorForm
                fields={Object.keys(draft.outputSchema)}
                value={draft.monitor}
                onValue={(monitor) => onDraft({ ...draft, monitor })}
              />
            </Card>
          )}
          <Card title="Schedule">
            <ScheduleForm
              value={draft.schedule}
              hasInputs={draft.inputs.some((line) => line.trim() !== "")}
              onValue={(schedule) => onDraft({ ...draft, schedule })}
            />
          </Card>
          <Card title="Limits">
            <LimitsForm value={draft} onValue={onDraft} />
          </Card>
          <Card title="Requests">
            <RequestForm
              value={draft.request}
              onValue={(request) => onDraft({ ...draft, request })}
              proxy={draft.proxy}
              onProxy={(proxy) => onDraft({ ...draft, proxy })}
            />
          </Card>
          <Card title="What a good run looks like">
            <ExpectForm
              value={draft.expect}
              proposed={proposed}
              onValue={(expect) => onDraft({ ...draft, expect })}
            />
          </Card>
        </Form>
        <div className="aside stack">
          <div className="actions">
            <Button type="submit" form={form} look="primary" isBusy={isBusy}>
              {action}
            </Button>
            <ButtonLink to={cancelTo} look="quiet">
              Cancel
            </ButtonLink>
          </div>
          <Preview draft={draft} flowId={flowId} found={found} />
        </div>
      </div>
    </FaultContext>
  );
};
