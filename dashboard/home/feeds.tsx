import { Link } from "wouter";
import { usePagedList } from "../api/queries.ts";
import { Badge, Empty, Loading, Time } from "../ui/basics.tsx";
import { Problem } from "../ui/problem.tsx";
import { Pager } from "../ui/table.tsx";

const ALERTS = 5;
const ENTRIES = 8;
const EVERY_MS = 30_000;

export const UnreadAlerts = () => {
  const list = usePagedList(
    ["alerts", "unread"],
    (client, page) => client.listAlerts({ read: "false", ...page }),
    { pageSize: ALERTS },
  );
  if (list.error !== null) return <Problem error={list.error} retry={list.retry} />;
  if (list.rows === undefined) return <Loading lines={3} />;
  if (list.rows.length === 0) return <Empty title="No unread alerts">New alerts appear here.</Empty>;
  return (
    <>
      <ul className="feed">
        {list.rows.map(({ id, severity, title, message, createdAt }) => (
          <li key={id}>
            <Link href={`/alerts?alert=${id}`}>{title ?? message}</Link>
            <span className="row muted">
              <Badge of={severity} />
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <Pager list={list} of="unread alerts" />
    </>
  );
};

export const ActivityFeed = () => {
  const list = usePagedList(["activity"], (client, page) => client.listActivity(page), {
    pageSize: ENTRIES,
    refetchMs: () => EVERY_MS,
  });
  if (list.error !== null) return <Problem error={list.error} retry={list.retry} />;
  if (list.rows === undefined) return <Loading lines={3} />;
  if (list.rows.length === 0) return <Empty title="No activity yet" />;
  return (
    <>
      <ul className="feed">
        {list.rows.map(({ id, message, flowId, timestamp }) => (
          <li key={id}>
            <span>{flowId === null ? message : <Link href={`/flows/${flowId}`}>{message}</Link>}</span>
            <span className="muted">
              <Time at={timestamp} />
            </span>
          </li>
        ))}
      </ul>
      <Pager list={list} of="activity" />
    </>
  );
};
