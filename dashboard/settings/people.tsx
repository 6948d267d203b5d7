import { useState } from "react";
import type { Client, Role } from "../../client/index.ts";
import { useAction, usePagedList } from "../api/queries.ts";
import { useSession } from "../api/session.tsx";
import { Invitations } from "../signIn/invitations.tsx";
import { Badge, Button, Card, Empty, Time } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { FormDialog } from "../ui/formDialog.tsx";
import { type Column, PagedTable } from "../ui/table.tsx";

type Person = Awaited<ReturnType<Client["listPeople"]>>["data"][number];

const CHANGES = [["people"]];

const ROLES: readonly (readonly [Role, string])[] = [
  ["viewer", "Viewer: reads everything"],
  ["editor", "Editor: works with flows and runs"],
  ["owner", "Owner: also people, keys and billing"],
];

const Invite = ({ onClose }: { readonly onClose: () => void }) => {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("editor");
  const inviting = useAction((client) => client.invitePerson({ email, role }), {
    done: ({ email: invited }) => `Invitation sent to ${invited}.`,
    isQuiet: true,
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <FormDialog title="Invite a person" action="Send invitation" sending={inviting} onClose={onClose}>
      <TextField label="Email" type="email" required value={email} onValue={setEmail} />
      <SelectField label="Role" value={role} options={ROLES} onValue={setRole} />
      <p className="hint">The invitation is valid for 7 days, for this address only.</p>
    </FormDialog>
  );
};

interface AboutPersonProps {
  readonly person: Person;
  readonly onClose: () => void;
}

const ChangeRole = ({ person, onClose }: AboutPersonProps) => {
  const [role, setRole] = useState<Role>(person.role);
  const changing = useAction((client) => client.updatePerson(person.id, { role }), {
    done: ({ email }) => `Role of ${email} changed.`,
    isQuiet: true,
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <FormDialog title={`Role of ${person.email}`} action="Change role" sending={changing} onClose={onClose}>
      <SelectField label="Role" value={role} options={ROLES} onValue={setRole} />
    </FormDialog>
  );
};

const Remove = ({ person, onClose }: AboutPersonProps) => {
  const { email, status } = person;
  const removing = useAction((client) => client.removePerson(person.id), {
    done: `${email} removed.`,
    tone: "plain",
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <Confirm
      title={status === "invited" ? `Withdraw the invitation of ${email}?` : `Remove ${email}?`}
      action={status === "invited" ? "Withdraw" : "Remove"}
      does={removing}
      onClose={onClose}
    >
      {status === "invited"
        ? "The invitation can no longer be accepted."
        : "Their sessions in this account end immediately. Revoke the API keys that they know: those keep working."}
    </Confirm>
  );
};

type Asked = { readonly what: "invite" } | { readonly what: "role" | "remove"; readonly person: Person };

const MAIL = { pending: "Email pending", sent: "Invited", failed: "Email not sent" } as const;

const columnsFor = (ask: (asked: Asked) => void): readonly Column<Person>[] => [
  { title: "Email", isName: true, cell: ({ email }) => email },
  { title: "Role", cell: ({ role }) => role },
  {
    title: "Status",
    isExtra: true,
    cell: ({ status, mail }) => (mail === null ? <Badge of={status} /> : MAIL[mail]),
  },
  { title: "Joined", isExtra: true, cell: ({ joinedAt }) => <Time at={joinedAt} /> },
  { title: "Invitation expires", isExtra: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    title: "Actions",
    cell: (person) => (
      <span className="actions">
        {person.status === "active" && (
          <Button
            needs="account:write"
            isSmall
            aria-label={`Change the role of ${person.email}`}
            onClick={() => ask({ what: "role", person })}
          >
            Change role
          </Button>
        )}
        <Button
          needs="account:write"
          isSmall
          look="danger"
          aria-label={`Remove ${person.email}`}
          onClick={() => ask({ what: "remove", person })}
        >
          Remove
        </Button>
      </span>
    ),
  },
];

/** Members of the account, and who is invited. */
export const People = () => {
  const { client, person, setPerson } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = usePagedList(["people"], (api) => api.listPeople());
  const close = () => setAsked(null);
  return (
    <>
      {person !== null && <Invitations client={client} person={person} onJoined={setPerson} />}
      <Card
        title="People"
        isFlush
        actions={
          <Button needs="account:write" isSmall look="primary" onClick={() => setAsked({ what: "invite" })}>
            Invite
          </Button>
        }
      >
        <PagedTable
          caption="People"
          columns={columnsFor(setAsked)}
          list={list}
          keyOf={({ id }) => id}
          empty={<Empty title="Nobody yet">Invite the first owner, who can then sign in with email.</Empty>}
        />
        {asked?.what === "invite" && <Invite onClose={close} />}
        {asked?.what === "role" && <ChangeRole person={asked.person} onClose={close} />}
        {asked?.what === "remove" && <Remove person={asked.person} onClose={close} />}
      </Card>
    </>
  );
};
