import { useLocation } from "wouter";
import { useAction } from "../api/queries.ts";
import { useSession } from "../api/session.tsx";

/** Who is signed in, and in which account; for a person who belongs to several, a choice. */
export const AccountSwitcher = () => {
  const { person, setPerson } = useSession();
  const [, goTo] = useLocation();
  const switching = useAction((client, accountId: string) => client.updateSession({ accountId }), {
    onDone: (session) => {
      // What is open belongs to the account before.
      goTo("/");
      setPerson(session);
    },
  });
  if (person === null) return null;
  const { accounts, account } = person;
  return (
    <>
      {accounts.length > 1 ? (
        <select
          aria-label="Account"
          value={account?.id}
          disabled={switching.isPending}
          onChange={(event) => switching.mutate(event.target.value)}
        >
          {accounts.map(({ id, name, role }) => (
            <option key={id} value={id}>
              {`${name} (${role})`}
            </option>
          ))}
        </select>
      ) : (
        <span className="truncate">{account?.name}</span>
      )}
      <span className="hint truncate" title={person.person.email}>
        {person.person.email}
      </span>
    </>
  );
};
