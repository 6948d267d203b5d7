import { useState } from "react";
import type { CreateDestination, Destination } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { FlowParts } from "../ui/flowParts.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { SendForm } from "../ui/formDialog.tsx";
import { draftTarget, EMPTY_TARGETS, readTarget, type TargetDraft } from "./drafts.ts";
import { CONTENT_HINTS, CONTENTS, FORMATS, TYPES } from "./kinds.ts";
import { TargetParts } from "./targetParts.tsx";

interface DestinationFormProps {
  /** Absent: a new one, whose type can be chosen. It cannot be changed later. */
  readonly start?: Destination;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (input: CreateDestination) => void;
  readonly onCancel: () => void;
}

export const DestinationForm = ({ start, action, isBusy, error, onSave, onCancel }: DestinationFormProps) => {
  const [name, setName] = useState(start?.name ?? "");
  const [target, setTarget] = useState<TargetDraft>(start ? draftTarget(start.target) : EMPTY_TARGETS.s3);
  const [content, setContent] = useState(start?.content ?? "items");
  const [format, setFormat] = useState(start?.format ?? "ndjson");
  const [flowIds, setFlowIds] = useState<readonly string[] | null>(start?.flowIds ?? null);
  const isFiles = target.type === "s3" || target.type === "folder";
  const send = () =>
    onSave({
      name: name.trim(),
      target: readTarget(target),
      content,
      format: isFiles ? format : "ndjson",
      flowIds: flowIds && [...flowIds],
    });
  return (
    <SendForm
      action={action}
      sending={{ mutate: send, error, isPending: isBusy }}
      isDisabled={flowIds?.length === 0}
      onCancel={onCancel}
    >
      <TextField label="Name" required value={name} onValue={setName} placeholder="Data lake" />
      {!start && (
        <SelectField
          label="Type"
          value={target.type}
          options={Object.entries(TYPES) as [TargetDraft["type"], string][]}
          onValue={(type) => setTarget(EMPTY_TARGETS[type])}
        />
      )}
      <TargetParts target={target} onTarget={setTarget} />
      <SelectField
        label="Content"
        value={content}
        options={CHOICES.DestinationContent.map((each) => [each, CONTENTS[each]] as const)}
        onValue={setContent}
        hint={CONTENT_HINTS[content]}
      />
      {isFiles && (
        <SelectField
          label="Format"
          value={format}
          options={CHOICES.DestinationFormat.map((each) => [each, FORMATS[each]] as const)}
          onValue={setFormat}
        />
      )}
      <FlowParts flowIds={flowIds} onFlowIds={setFlowIds} hint="Otherwise the data of all flows." />
    </SendForm>
  );
};
