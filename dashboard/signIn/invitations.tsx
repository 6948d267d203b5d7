import { useState } from "react";
import type { Client } from "../../client/index.ts";
import { messageOf } from "../api/queries.ts";
import type { PersonSession } from "../api/session.tsx";
import { Button } from "../ui/basics.tsx";

interface InvitationsProps {
  readonly client: Client;
  readonly person: PersonSession;
  readonly onJoined: (person: PersonSession) => void;
}

/** Invitations to accounts that the person has not accepted yet. */
export const Invitations = ({ client, person, onJoined }: InvitationsProps) => {
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();

  const accept = async (id: string) => {
    setBusyWith(id);
    try {
      onJoined(await client.acceptInvitation(id));
    } catch (error) {
      setFault(messageOf(error));
    }
    setBusyWith(null);
  };

  return (
    <>
      {person.invitations.map(({ id, accountName, role }) => (
        <div key={id} className="notice row spread">
          <span>
            You are invited to <strong>{accountName}</strong> as {role}.
          </span>
          <Button look="primary" isSmall isBusy={busyWith === id} onClick={() => void accept(id)}>
            Join {accountName}
          </Button>
        </div>
      ))}
      {fault !== undefined && (
        <p className="notice bad" role="alert">
          {fault}
        </p>
      )}
    </>
  );
};
