import { type ReactNode, useEffect, useId, useState } from "react";
import { completeUrl } from "../../../client/address.ts";
import type { Flow, GeneratedFlow } from "../../../client/index.ts";
import { CHOICES } from "../../../client/vocabulary.ts";
import { useIsInProgress } from "../../api/queries.ts";
import { Button, ButtonLink, Card } from "../../ui/basics.tsx";
import { Form, SelectField, TextField } from "../../ui/form.tsx";
import { Problem } from "../../ui/problem.tsx";
import { TabsView } from "../../ui/tabs.tsx";
import { UPLOADS_LIST } from "../flowUrls.tsx";
import { AdvancedTab } from "./advancedTab.tsx";
import type { FlowDraft } from "./draft.ts";
import { EDITOR_TABS, type EditorTab, tabOf } from "./editorTabs.ts";
import { ExpectForm } from "./expectForm.tsx";
import { FaultContext, faultsOf, useFault } from "./faults.ts";
import { fieldNamesOf } from "./fieldNames.ts";
import { MonitorForm } from "./monitorForm.tsx";
import { Preview } from "./preview.tsx";
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
    </Card>
  );
};

/** What a flow collects. */
const DataTab = ({ draft, onDraft, onPoint }: PartProps & Pick<FlowFormProps, "onPoint">) => (
  <>
    <Basics draft={draft} onDraft={onDraft} />
    <Card title="Steps" actions={onPoint && <Button onClick={onPoint}>Edit on the page</Button>}>
      {draft.steps.length === 0 && <p className="muted">No steps. Records are detected automatically.</p>}
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
  </>
);

const ScheduleTab = ({ draft, onDraft }: PartProps) => (
  <Card title="Schedule">
    <ScheduleForm
      value={draft.schedule}
      hasInputs={draft.inputs.some((line) => line.trim() !== "")}
      onValue={(schedule) => onDraft({ ...draft, schedule })}
    />
  </Card>
);

/** The notifications. */
const AlertsTab = ({ draft, onDraft, proposed }: PartProps & Pick<FlowFormProps, "proposed">) => {
  const fields = fieldNamesOf(draft);
  return (
    <>
      <Card title="Changes">
        {draft.mode === "monitor" ? (
          <MonitorForm
            fields={fields}
            value={draft.monitor}
            onValue={(monitor) => onDraft({ ...draft, monitor })}
          />
        ) : (
          <div className="stack tight">
            <p className="muted">A monitor compares each run with the last one and reports what changed.</p>
            <div>
              <Button onClick={() => onDraft({ ...draft, mode: "monitor" })}>Report changes</Button>
            </div>
          </div>
        )}
      </Card>
      <Card title="What a good run looks like">
        <ExpectForm
          fields={fields}
          value={draft.expect}
          proposed={proposed}
          onValue={(expect) => onDraft({ ...draft, expect })}
        />
      </Card>
    </>
  );
};

interface FlowFormProps extends PartProps {
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: () => void;
  readonly cancelTo: string;
  /** The stored flow being edited; absent for a new one. */
  readonly flowId?: string | undefined;
  /** Opens the flow's page to select elements; absent if there is no page. */
  readonly onPoint?: (() => void) | undefined;
  /** Of a flow that was just generated: what it gives on its page. */
  readonly found?: GeneratedFlow["preview"];
  /** Expectations that the flow's last good runs would have met. */
  readonly proposed?: Flow["proposedExpect"] | undefined;
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
  const [tab, setTab] = useState<string>(EDITOR_TABS[0][0]);
  const isUploading = useIsInProgress(UPLOADS_LIST);
  const faults = faultsOf(error);
  useEffect(() => {
    const first = faultsOf(error).keys().next().value;
    if (first !== undefined) setTab(tabOf(first));
  }, [error]);
  useEffect(() => {
    // The invalid field may be far up the page, and on the tab that was just opened.
    if (error !== null && tab !== "")
      document.querySelector("[aria-invalid=true]")?.scrollIntoView({ block: "center" });
  }, [error, tab]);
  const contents: Readonly<Record<EditorTab, () => ReactNode>> = {
    data: () => <DataTab draft={draft} onDraft={onDraft} onPoint={onPoint} />,
    schedule: () => <ScheduleTab draft={draft} onDraft={onDraft} />,
    alerts: () => <AlertsTab draft={draft} onDraft={onDraft} proposed={proposed} />,
    advanced: () => <AdvancedTab draft={draft} onDraft={onDraft} />,
  };
  const tabs = EDITOR_TABS.map(([id, title]) => ({
    id,
    title,
    content: contents[id],
    faults: [...faults.keys()].filter((path) => tabOf(path) === id).length,
  }));
  return (
    <FaultContext value={faults}>
      <div className="editor">
        <Form id={form} onSend={onSave}>
          {error !== null && <Problem error={error} />}
          <TabsView label="Parts of the flow" tabs={tabs} current={tab} onCurrent={setTab} />
        </Form>
        <div className="aside stack">
          <div className="actions">
            <Button
              needs="flows:write"
              type="submit"
              form={form}
              look="primary"
              isBusy={isBusy || isUploading}
            >
              {action}
            </Button>
            <ButtonLink to={cancelTo} look="quiet">
              Cancel
            </ButtonLink>
          </div>
          <Preview
            draft={draft}
            flowId={flowId}
            found={found}
            onSteps={(steps) => onDraft({ ...draft, steps })}
          />
        </div>
      </div>
    </FaultContext>
  );
};
