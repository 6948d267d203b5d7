import { useState } from "react";
import type { Client } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { type PersonSession, useSession } from "../api/session.tsx";
import { Button, Card, Empty, Time } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";

type Entry = Awaited<ReturnType<Client["listSessions"]>>["data"][number];

const EraseMe = ({ email, onClose }: { readonly email: string; readonly onClose: () => void }) => {
  const { signOut } = useSession();
  const erasing = useAction((client) => client.erasePerson(), { onDone: signOut });
  return (
    <Confirm title="Erase yourself?" action="Erase" does={erasing} onClose={onClose}>
      {email} is erased and leaves all accounts. What you made stays there. This can't be undone.
    </Confirm>
  );
};

const columnsFor = (end: (session: Entry) => void): readonly Column<Entry>[] => [
  {
    title: "Browser or device",
    isName: true,
    cell: ({ userAgent }) => (
      <span className="truncate" title={userAgent}>
        {userAgent || "Unknown"}
      </span>
    ),
  },
  { title: "IP address", isExtra: true, cell: ({ address }) => address },
  { title: "Signed in", isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    title: "Actions",
    cell: (session) =>
      session.isCurrent ? (
        "This browser"
      ) : (
        <Button isSmall look="danger" onClick={() => end(session)}>
          End
        </Button>
      ),
  },
];

/** Where the person is signed in. */
export const Sessions = ({ person }: { readonly person: PersonSession }) => {
  const [isErasing, setErasing] = useState(false);
  const list = usePagedList(["sessions"], (client) => client.listSessions());
  const ending = useAction((client, { id }: Entry) => client.revokeSession(id), {
    done: "Session ended.",
    tone: "plain",
    changes: [["sessions"]],
  });
  return (
    <Card
      title="Your sessions"
      isFlush
      actions={
        <Button isSmall look="danger" onClick={() => setErasing(true)}>
          Erase me
        </Button>
      }
    >
      <PagedTable
        caption="Your sessions"
        columns={columnsFor((session) => ending.mutate(session))}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty title="No sessions" />}
      />
      {isErasing && <EraseMe email={person.person.email} onClose={() => setErasing(false)} />}
    </Card>
  );
};
