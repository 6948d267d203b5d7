import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { CreateDestination, Destination } from "../../client/index.ts";
import { showTarget } from "../../client/targets.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { DestinationForm } from "../destinations/destinationForm.tsx";
import { CONTENTS, FORMATS, TYPES } from "../destinations/kinds.ts";
import { sayTest } from "../destinations/sayTest.ts";
import { Badge, Button, Card, Empty, Time } from "../ui/basics.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Page } from "../ui/page.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";

const COLUMNS: readonly Column<Destination>[] = [
  { title: "Name", isName: true, cell: ({ id, name }) => <Link href={`/destinations/${id}`}>{name}</Link> },
  {
    title: "Status",
    cell: ({ active, failing }) => <Badge of={active ? (failing ? "failing" : "active") : "paused"} />,
  },
  {
    title: "Target",
    isExtra: true,
    cell: ({ target }) => (
      <span className="truncate" title={showTarget(target)}>
        {TYPES[target.type]}: {showTarget(target)}
      </span>
    ),
  },
  { title: "Content", isExtra: true, cell: ({ content }) => CONTENTS[content] },
  {
    title: "Format",
    isExtra: true,
    cell: ({ target, format }) => (target.type === "postgres" ? "Rows" : FORMATS[format]),
  },
  { title: "Created", isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Creates a destination and tests it: a wrong key is seen at once, and not after the next run. */
const NewDestination = ({ onClose }: { readonly onClose: () => void }) => {
  const [, navigate] = useLocation();
  const creating = useAction(
    async (client, input: CreateDestination) => {
      const { id } = await client.createDestination(input);
      return { id, test: await client.testDestination(id) };
    },
    {
      isQuiet: true,
      done: ({ test }) => sayTest(test),
      tone: ({ test }) => (test.succeeded ? "good" : "bad"),
      changes: [["destinations"]],
      onDone: ({ id }) => navigate(`/destinations/${id}`),
    },
  );
  return (
    <Dialog title="New destination" onClose={onClose}>
      <DestinationForm
        action="Create and test"
        isBusy={creating.isPending}
        error={creating.error}
        onSave={creating.mutate}
        onCancel={onClose}
      />
    </Dialog>
  );
};

export default function Destinations() {
  const [isNew, setNew] = useState(false);
  const list = usePagedList(["destinations", "list"], (client, page) => client.listDestinations(page));
  return (
    <Page
      title="Destinations"
      lead="Deliver the data of each good run to where you use it."
      actions={
        <Button needs="destinations:write" look="primary" onClick={() => setNew(true)}>
          New destination
        </Button>
      }
    >
      <Card isFlush>
        <PagedTable
          caption="Destinations"
          columns={COLUMNS}
          list={list}
          keyOf={({ id }) => id}
          empty={
            <Empty title="No destinations">
              Get the data of your runs in a bucket, a folder or at a URL, as soon as they end.
            </Empty>
          }
        />
      </Card>
      {isNew && <NewDestination onClose={() => setNew(false)} />}
    </Page>
  );
}
