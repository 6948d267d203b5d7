import type { Client } from "../../client/index.ts";
import { usePagedList } from "../api/queries.ts";
import { Badge, Card, Empty, OneLine, Time } from "../ui/basics.tsx";
import { showName } from "../ui/format.ts";
import { type Column, PagedTable } from "../ui/table.tsx";

type Mail = Awaited<ReturnType<Client["listEmails"]>>["data"][number];

const COLUMNS: readonly Column<Mail>[] = [
  {
    title: "Subject",
    isName: true,
    cell: ({ subject }) => <OneLine>{subject}</OneLine>,
  },
  { title: "To", isExtra: true, cell: ({ to }) => to },
  { title: "About", isExtra: true, cell: ({ template }) => showName(template) },
  {
    title: "Status",
    cell: ({ status, error }) => (
      <span title={error ?? undefined}>
        <Badge of={status} />
      </span>
    ),
  },
  { title: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Sent emails with recipient and status. */
export const MailLog = () => {
  const list = usePagedList(["email"], (client, page) => client.listEmails(page), { pageSize: 20 });
  return (
    <Card title="Emails from the last 30 days" isFlush>
      <PagedTable
        caption="Mail"
        columns={COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty title="No emails yet">Alerts, reports and other emails appear here.</Empty>}
      />
    </Card>
  );
};
