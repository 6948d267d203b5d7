import { useState } from "react";
import { Link } from "wouter";
import type { Alert } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { AlertChange } from "../alerts/alertChange.tsx";
import { useAction, usePagedList } from "../api/queries.ts";
import { Badge, Button, Card, doing, Empty, Loading, Time } from "../ui/basics.tsx";
import { FilterField } from "../ui/filterField.tsx";
import { showName, showPlural } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Pager } from "../ui/table.tsx";
import { useFilters } from "../ui/useFilters.ts";

const READ = [
  ["false", "Unread"],
  ["true", "Read"],
] as const;

const CHANGES = [["alerts"]];

const AlertItem = ({ alert, isOpened }: { readonly alert: Alert; readonly isOpened: boolean }) => {
  const hasChange = alert.type === "change_detected";
  const [isOpen, setOpen] = useState(isOpened && hasChange);
  const marking = useAction((client, read: boolean) => client.updateAlert(alert.id, { read }), {
    changes: CHANGES,
  });
  const deleting = useAction((client) => client.deleteAlert(alert.id), {
    done: "Alert deleted.",
    changes: CHANGES,
  });
  const { flowId, read } = alert;
  return (
    <li className={read ? undefined : "unread"}>
      <div className="feed-head">
        <strong>{alert.title ?? alert.message}</strong>
        <span className="actions">
          {hasChange && flowId !== null && (
            <Button isSmall aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              What changed
            </Button>
          )}
          <Button needs="alerts:write" isSmall does={doing(marking, !read)}>
            {read ? "Mark as unread" : "Mark as read"}
          </Button>
          <Button needs="alerts:write" isSmall does={deleting}>
            Delete
          </Button>
        </span>
      </div>
      <div className="row muted">
        <Badge of={alert.severity} />
        <span>{showName(alert.type)}</span>
        <Time at={alert.createdAt} />
        {flowId !== null && <Link href={`/flows/${flowId}`}>Open flow</Link>}
        {!read && <span className="visually-hidden">Unread</span>}
      </div>
      {alert.title !== undefined && !hasChange && <p className="muted">{alert.message}</p>}
      {isOpen && flowId !== null && <AlertChange alert={alert} flowId={flowId} />}
    </li>
  );
};

export default function Alerts() {
  const filters = useFilters();
  const query = filters.query({ severity: CHOICES.AlertSeverity, read: ["true", "false"] });
  const list = usePagedList(["alerts", "list", query], (client, page) =>
    client.listAlerts({ ...query, ...page }),
  );
  const readingAll = useAction((client) => client.readAllAlerts(), {
    done: ({ updated }) => `${showPlural(updated, "alert")} marked as read.`,
    changes: CHANGES,
  });
  return (
    <Page
      title="Alerts"
      lead="Changes your monitors found, and problems that need attention."
      actions={
        <Button needs="alerts:write" does={readingAll}>
          Mark all as read
        </Button>
      }
    >
      <div className="filters">
        <FilterField label="Severity" name="severity" filters={filters} options={CHOICES.AlertSeverity} />
        <FilterField label="Show" name="read" filters={filters} options={READ} />
      </div>
      <Card isFlush>
        {list.error !== null && <Problem error={list.error} retry={list.retry} />}
        {list.error === null && list.rows === undefined && <Loading />}
        {list.rows?.length === 0 && (
          <Empty title="No alerts">When something needs your attention, it appears here.</Empty>
        )}
        <ul className="feed">
          {list.rows?.map((alert) => (
            <AlertItem key={alert.id} alert={alert} isOpened={filters.text("alert") === alert.id} />
          ))}
        </ul>
        <Pager list={list} of="alerts" />
      </Card>
    </Page>
  );
}
