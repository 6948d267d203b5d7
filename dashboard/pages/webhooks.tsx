import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Webhook, WebhookWithSecret } from "../../client/index.ts";
import { useAction, usePagedList, useRecord } from "../api/queries.ts";
import { Badge, Button, Card, Empty, Loading, OneLine, Time } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Page } from "../ui/page.tsx";
import { SecretDialog } from "../ui/secretDialog.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";
import { FORMATS } from "../webhooks/formats.ts";
import { WebhookForm, type WebhookInput } from "../webhooks/webhookForm.tsx";

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: "URL",
    isName: true,
    cell: ({ id, url }) => (
      <Link href={`/webhooks/${id}`} className="truncate">
        {url}
      </Link>
    ),
  },
  {
    title: "Status",
    cell: ({ active, failing }) => <Badge of={active ? (failing ? "failing" : "active") : "paused"} />,
  },
  { title: "Format", isExtra: true, cell: ({ format }) => FORMATS[format].name },
  {
    title: "Events",
    isExtra: true,
    cell: ({ events }) => <OneLine>{events.join(", ")}</OneLine>,
  },
  { title: "Created", isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const NewWebhook = ({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: WebhookWithSecret) => void;
}) => {
  // A monitor's changes are alerts, which most users want to receive.
  const { data: monitors, error: unknown } = useRecord(["flows", "monitors"], (client) =>
    client.listFlows({ mode: "monitor", limit: 1 }),
  );
  const creating = useAction((client, input: WebhookInput) => client.createWebhook(input), {
    isQuiet: true,
    changes: [["webhooks"]],
    onDone: onMade,
  });
  if (monitors === undefined && unknown === null)
    return (
      <Dialog title="New webhook" onClose={onClose}>
        <Loading />
      </Dialog>
    );
  const hasMonitor = (monitors?.total ?? 0) > 0;
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <WebhookForm
        isNew
        start={{
          url: "",
          format: "json",
          events: ["run.completed", "run.failed", ...(hasMonitor ? (["alert.created"] as const) : [])],
          minSeverity: null,
          quietHours: null,
        }}
        action="Create webhook"
        isBusy={creating.isPending}
        error={creating.error}
        onSave={creating.mutate}
        onCancel={onClose}
      />
    </Dialog>
  );
};

export default function Webhooks() {
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const [, navigate] = useLocation();
  const list = usePagedList(["webhooks", "list"], (client, page) => client.listWebhooks(page));
  return (
    <Page
      title="Webhooks"
      lead="Send signed events to your own endpoints, or alerts to Slack, Discord, Teams, ntfy and other services."
      actions={
        <Button needs="webhooks:write" look="primary" onClick={() => setNew(true)}>
          New webhook
        </Button>
      }
    >
      <Card isFlush>
        <PagedTable
          caption="Webhooks"
          columns={COLUMNS}
          list={list}
          keyOf={({ id }) => id}
          empty={<Empty title="No webhooks">Get notified when runs finish and alerts are raised.</Empty>}
        />
      </Card>
      {isNew && (
        <NewWebhook
          onClose={() => setNew(false)}
          onMade={(webhook) => {
            setNew(false);
            // Messages are not signed.
            if (webhook.secret === undefined) navigate(`/webhooks/${webhook.id}`);
            else setMade(webhook);
          }}
        />
      )}
      {made?.secret !== undefined && (
        <SecretDialog
          title="The webhook's secret"
          label="Secret"
          value={made.secret}
          onClose={() => {
            setMade(null);
            navigate(`/webhooks/${made.id}`);
          }}
        />
      )}
    </Page>
  );
}
