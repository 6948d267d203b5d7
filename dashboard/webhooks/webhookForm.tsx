import { useState } from "react";
import type { AlertSeverity, EventType, QuietHours, Webhook, WebhookFormat } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { FlowParts } from "../ui/flowParts.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { SendForm } from "../ui/formDialog.tsx";
import { HeaderParts } from "../ui/headerParts.tsx";
import { draftHeaders, readHeaders } from "../ui/headers.ts";
import { AlertParts } from "./alertParts.tsx";
import { EventParts } from "./eventParts.tsx";
import { DEFAULT_TEMPLATE, FORMATS } from "./formats.ts";
import { readTemplate, showTemplate, TemplateParts } from "./templateParts.tsx";

export interface WebhookInput {
  readonly url: string;
  readonly format?: WebhookFormat;
  readonly events?: EventType[];
  readonly flowIds?: string[] | null;
  readonly minSeverity?: AlertSeverity | null;
  readonly quietHours?: QuietHours | null;
  readonly template?: string | Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

const MAX_HEADERS = 4;

const MESSAGE_EVENTS: readonly EventType[] = ["alert.created"];

interface WebhookFormProps {
  readonly start: Pick<
    Webhook,
    "url" | "format" | "events" | "flowIds" | "minSeverity" | "quietHours" | "template" | "headers"
  >;
  /** Whether the format can be chosen. It cannot be changed later. */
  readonly isNew?: boolean;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (input: WebhookInput) => void;
  readonly onCancel: () => void;
}

const useDraft = (start: WebhookFormProps["start"]) => {
  const [url, setUrl] = useState(start.url);
  const [format, setFormat] = useState<WebhookFormat>(start.format);
  const [chosen, setEvents] = useState<readonly EventType[]>(start.events);
  const [flowIds, setFlowIds] = useState<readonly string[] | null>(start.flowIds ?? null);
  const [minSeverity, setMinSeverity] = useState(start.minSeverity);
  const [quietHours, setQuietHours] = useState(start.quietHours);
  const [templateText, setTemplateText] = useState(
    start.template === undefined ? DEFAULT_TEMPLATE : showTemplate(start.template),
  );
  const [headers, setHeaders] = useState(draftHeaders(start.headers));
  const choosesEvents = format === "json" || format === "custom";
  const hasHeaders = format === "custom" || format === "ntfy";
  const parsed = readTemplate(templateText);
  const events = choosesEvents ? chosen : MESSAGE_EVENTS;
  const input: WebhookInput = {
    url: url.trim(),
    events: [...events],
    flowIds: flowIds && [...flowIds],
    ...(format !== "json" && { minSeverity, quietHours }),
    ...(format === "custom" && "template" in parsed && { template: parsed.template }),
    ...(hasHeaders && { headers: readHeaders(headers) }),
  };
  return {
    url,
    setUrl,
    format,
    setFormat,
    events,
    setEvents,
    flowIds,
    setFlowIds,
    minSeverity,
    setMinSeverity,
    quietHours,
    setQuietHours,
    templateText,
    setTemplateText,
    headers,
    setHeaders,
    choosesEvents,
    hasHeaders,
    fault: "fault" in parsed ? parsed.fault : undefined,
    input,
  };
};

export const WebhookForm = ({ start, isNew, action, isBusy, error, onSave, onCancel }: WebhookFormProps) => {
  const draft = useDraft(start);
  const { format } = draft;
  const isIncomplete =
    draft.events.length === 0 ||
    draft.flowIds?.length === 0 ||
    (format === "custom" && draft.fault !== undefined);
  const send = () => onSave({ ...draft.input, ...(isNew && { format }) });
  return (
    <SendForm
      action={action}
      sending={{ mutate: send, error, isPending: isBusy }}
      isDisabled={isIncomplete}
      onCancel={onCancel}
    >
      {isNew && (
        <SelectField
          label="Format"
          value={format}
          options={CHOICES.WebhookFormat.map((each) => [each, FORMATS[each].option] as const)}
          onValue={draft.setFormat}
        />
      )}
      <TextField
        label="URL"
        type="url"
        required
        value={draft.url}
        onValue={draft.setUrl}
        placeholder={FORMATS[format].placeholder}
        hint={FORMATS[format].hint}
      />
      {format === "custom" && (
        <TemplateParts text={draft.templateText} fault={draft.fault} onText={draft.setTemplateText} />
      )}
      {draft.hasHeaders && (
        <HeaderParts headers={draft.headers} onHeaders={draft.setHeaders} max={MAX_HEADERS} />
      )}
      {draft.choosesEvents && <EventParts events={draft.events} onEvents={draft.setEvents} />}
      {format !== "json" && (
        <AlertParts
          minSeverity={draft.minSeverity}
          onMinSeverity={draft.setMinSeverity}
          quietHours={draft.quietHours}
          onQuietHours={draft.setQuietHours}
        />
      )}
      <FlowParts
        flowIds={draft.flowIds}
        onFlowIds={draft.setFlowIds}
        hint="Otherwise events of all flows and of the account."
      />
    </SendForm>
  );
};
