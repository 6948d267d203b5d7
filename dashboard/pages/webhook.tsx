import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Delivery, Webhook as WebhookRecord, WebhookWithSecret } from "../../client/index.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { Badge, Button, Loading, Time } from "../ui/basics.tsx";
import { showName } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { ReceiverActions, SettingsCard } from "../ui/receiver.tsx";
import { SecretDialog } from "../ui/secretDialog.tsx";
import { Deliveries } from "../webhooks/deliveries.tsx";
import { FORMATS } from "../webhooks/formats.ts";
import { showTemplate } from "../webhooks/templateParts.tsx";
import { WebhookForm, type WebhookInput } from "../webhooks/webhookForm.tsx";

/** As much of a receiver's answer as fits a toast. The delivery has more. */
const SHOWN_REPLY_CHARS = 200;

const sayTest = ({ status, attempts }: Delivery): string => {
  const last = attempts.at(-1);
  const answer = last?.httpStatus ? `HTTP ${last.httpStatus}` : (last?.error?.message ?? "no answer");
  if (status === "succeeded") return `The test was delivered: ${answer}.`;
  const reply = last?.reply?.trim().slice(0, SHOWN_REPLY_CHARS) ?? "";
  return `The test failed: ${answer}${reply === "" ? "." : ` (${reply})`}`;
};

const showQuietHours = (hours: WebhookRecord["quietHours"]): string =>
  hours === null ? "None" : `${hours.from} to ${hours.to} (${hours.timezone})`;

const CHANGES = [["webhooks"]];

const Actions = ({ webhook }: { readonly webhook: WebhookRecord }) => {
  const { id, active } = webhook;
  const [, navigate] = useLocation();
  const [rotated, setRotated] = useState<WebhookWithSecret | null>(null);
  const testing = useAction((client) => client.testWebhook(id), {
    done: sayTest,
    tone: ({ status }) => (status === "succeeded" ? "good" : "bad"),
    changes: CHANGES,
  });
  const switching = useAction((client) => client.updateWebhook(id, { active: !active }), {
    done: active ? "Webhook disabled. Pending deliveries were dropped." : "Webhook enabled.",
    tone: active ? "plain" : "good",
    changes: CHANGES,
  });
  const rotating = useAction((client) => client.rotateWebhookSecret(id), {
    changes: CHANGES,
    onDone: setRotated,
  });
  const deleting = useAction((client) => client.deleteWebhook(id), {
    done: "Webhook deleted.",
    tone: "plain",
    changes: CHANGES,
    onDone: () => navigate("/webhooks"),
  });
  return (
    <>
      <ReceiverActions
        what="webhook"
        needs="webhooks:write"
        active={active}
        testing={testing}
        switching={switching}
        deleting={deleting}
        warning="Pending deliveries will be dropped."
      >
        {webhook.format === "json" && (
          <Button needs="webhooks:write" does={rotating}>
            Rotate secret
          </Button>
        )}
      </ReceiverActions>
      {rotated?.secret !== undefined && (
        <SecretDialog
          title="The new secret"
          label="Secret"
          value={rotated.secret}
          onClose={() => setRotated(null)}
        />
      )}
    </>
  );
};

/** Since when deliveries fail, and what the receiver answered. */
const Failing = ({ webhook: { failing } }: { readonly webhook: WebhookRecord }) => {
  if (!failing) return null;
  const { since, httpStatus, error, reply } = failing;
  return (
    <section className="notice warn" aria-label="Failing">
      <h2>Deliveries are failing</h2>
      <p>
        Since <Time at={since} />, the receiver has answered{" "}
        <strong>{httpStatus === null ? (error ?? "nothing") : `HTTP ${httpStatus}`}</strong>. After five days
        of failures only, the webhook is disabled.
      </p>
      {reply !== null && reply !== "" && <pre>{reply}</pre>}
    </section>
  );
};

interface EditProps {
  readonly webhook: WebhookRecord;
  readonly onClose: () => void;
}

const Edit = ({ webhook, onClose }: EditProps) => {
  const saving = useAction((client, input: WebhookInput) => client.updateWebhook(webhook.id, input), {
    done: "Saved.",
    isQuiet: true,
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <WebhookForm
      start={webhook}
      action="Save"
      isBusy={saving.isPending}
      error={saving.error}
      onSave={saving.mutate}
      onCancel={onClose}
    />
  );
};

const Facts = ({ webhook }: { readonly webhook: WebhookRecord }) => (
  <dl className="facts">
    <dt>URL</dt>
    <dd>{webhook.url}</dd>
    <dt>Events</dt>
    <dd>{webhook.events.join(", ")}</dd>
    <dt>Format</dt>
    <dd>{FORMATS[webhook.format].name}</dd>
    {webhook.flowIds && (
      <>
        <dt>Flows</dt>
        <dd>
          {webhook.flowIds.map((flowId) => (
            <div key={flowId}>
              <Link href={`/flows/${flowId}`}>{flowId}</Link>
            </div>
          ))}
        </dd>
      </>
    )}
    {webhook.template !== undefined && (
      <>
        <dt>Body</dt>
        <dd>
          <pre>{showTemplate(webhook.template)}</pre>
        </dd>
      </>
    )}
    {webhook.headers && (
      <>
        <dt>Headers</dt>
        <dd>{Object.keys(webhook.headers).join(", ")}</dd>
      </>
    )}
    {webhook.format !== "json" && (
      <>
        <dt>Minimum severity</dt>
        <dd>{showName(webhook.minSeverity ?? "info")}</dd>
        <dt>Quiet hours</dt>
        <dd>{showQuietHours(webhook.quietHours)}</dd>
      </>
    )}
    <dt>Created</dt>
    <dd>
      <Time at={webhook.createdAt} />
    </dd>
  </dl>
);

interface WebhookProps {
  readonly params: { readonly id?: string };
}

export default function Webhook({ params: { id = "" } }: WebhookProps) {
  const { data: webhook, error, refetch } = useRecord(["webhooks", id], (client) => client.getWebhook(id));
  const parent = ["/webhooks", "Webhooks"] as const;
  if (webhook === undefined)
    return (
      <Page title="Webhook" parent={parent}>
        {error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />}
      </Page>
    );
  return (
    <Page
      title={URL.parse(webhook.url)?.host ?? webhook.url}
      parent={parent}
      badge={<Badge of={webhook.active ? "active" : "paused"} />}
      actions={<Actions webhook={webhook} />}
    >
      <Failing webhook={webhook} />
      <SettingsCard needs="webhooks:write" form={(close) => <Edit webhook={webhook} onClose={close} />}>
        <Facts webhook={webhook} />
      </SettingsCard>
      <Deliveries webhookId={id} />
    </Page>
  );
}
