import { useState } from "react";
import { ApiError } from "../../client/index.ts";
import { messageOf } from "../api/queries.ts";
import { createBrowserClient, type PersonSession } from "../api/session.tsx";
import { Button } from "../ui/basics.tsx";
import { Form, TextField } from "../ui/form.tsx";

interface ConfirmLinkProps {
  readonly sessionUrl: string;
  readonly token: string;
  readonly onDone: (person: PersonSession) => void;
}

/** The page that a sign-in link opens. Only its button uses the link up, so a scanner of mail cannot. */
export const ConfirmLink = ({ sessionUrl, token, onDone }: ConfirmLinkProps) => {
  const [email, setEmail] = useState("");
  const [needsEmail, setNeedsEmail] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const send = async () => {
    setBusy(true);
    try {
      const sent = { token, ...(email !== "" && { email }) };
      onDone(await createBrowserClient(sessionUrl, null).finishSignIn(sent));
    } catch (error) {
      setFault(messageOf(error));
      setNeedsEmail(needsEmail || (error instanceof ApiError && error.code === "conflict"));
      setBusy(false);
    }
  };

  return (
    <section className="card">
      <div className="card-body">
        <h1>Sign in to Gleaner</h1>
        <Form onSend={() => void send()}>
          {needsEmail ? (
            <TextField
              label="Email"
              type="email"
              required
              autoFocus
              autoComplete="email"
              value={email}
              onValue={setEmail}
              fault={fault}
            />
          ) : (
            fault !== undefined && (
              <p className="notice bad" role="alert">
                {fault} <a href={import.meta.env.BASE_URL}>Back to sign-in</a>
              </p>
            )
          )}
          <Button type="submit" look="primary" isBusy={isBusy}>
            Sign in
          </Button>
        </Form>
      </div>
    </section>
  );
};
