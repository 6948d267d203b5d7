import { createBrowserClient, type Gate, type PersonSession } from "../api/session.tsx";
import { Button } from "../ui/basics.tsx";
import { Invitations } from "./invitations.tsx";

interface JoinAccountProps extends Pick<Gate, "signInAs" | "signOut"> {
  readonly sessionUrl: string;
  readonly person: PersonSession;
}

/** For somebody who is signed in and belongs to no account. */
export const JoinAccount = ({ sessionUrl, person, signInAs, signOut }: JoinAccountProps) => (
  <section className="card">
    <div className="card-body stack">
      <h1>Join an account</h1>
      <p>
        You are signed in as {person.person.email}.
        {person.invitations.length === 0 &&
          " You belong to no account: ask an owner of your team's account to invite this address."}
      </p>
      <Invitations client={createBrowserClient(sessionUrl, null)} person={person} onJoined={signInAs} />
      <Button onClick={signOut}>Sign out</Button>
    </div>
  </section>
);
