import { Card } from "../../ui/basics.tsx";
import { AreaField, TextField } from "../../ui/form.tsx";
import { FlowUrls } from "../flowUrls.tsx";
import type { FlowDraft } from "./draft.ts";
import { useFault } from "./faults.ts";
import { LimitsForm } from "./limitsForm.tsx";
import { RequestForm } from "./requestForm.tsx";

interface AdvancedTabProps {
  readonly draft: FlowDraft;
  readonly onDraft: (draft: FlowDraft) => void;
}

/** What few flows need: other pages than the URL, limits, and how requests present themselves. */
export const AdvancedTab = ({ draft, onDraft }: AdvancedTabProps) => {
  const tagsFault = useFault("tags");
  const inputsFault = useFault("inputs");
  return (
    <>
      <Card title="Pages">
        <FlowUrls draft={draft} onDraft={onDraft} />
        <AreaField
          label="Inputs"
          className="mono"
          rows={2}
          value={draft.inputs.join("\n")}
          fault={inputsFault}
          hint="One per line, such as query or page number. Use {{input.query}} in the URL, in URL patterns and in typed text."
          onValue={(text) => onDraft({ ...draft, inputs: text.split("\n") })}
        />
      </Card>
      <Card title="Limits and pace">
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
      <Card title="Notes">
        <TextField
          label="Tags"
          value={draft.tags.join(", ")}
          fault={tagsFault}
          hint="Separated by commas. The list of flows can be filtered by them."
          onValue={(text) => onDraft({ ...draft, tags: text.split(/,\s?/) })}
        />
        <AreaField
          label="Description"
          rows={2}
          value={draft.description}
          onValue={(description) => onDraft({ ...draft, description })}
        />
      </Card>
    </>
  );
};
