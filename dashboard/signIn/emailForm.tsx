import { useState } from "react";
import { messageOf } from "../api/queries.ts";
import { createBrowserClient } from "../api/session.tsx";
import { Button } from "../ui/basics.tsx";
import { Form, TextField } from "../ui/form.tsx";

interface EmailFormProps {
  readonly sessionUrl: string;
  /** The address that an invitation was sent to; empty: none. */
  readonly invited: string;
}

/** Asks for a sign-in link. */
export const EmailForm = ({ sessionUrl, invited }: EmailFormProps) => {
  const [email, setEmail] = useState(invited);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = async () => {
    setBusy(true);
    try {
      await createBrowserClient(sessionUrl, null).startSignIn({ email });
      setSentTo(email);
      setFault(undefined);
    } catch (error) {
      setFault(messageOf(error));
    }
    setBusy(false);
  };

  return (
    <section className="card">
      <div className="card-body">
        <h1>{invited === "" ? "Sign in" : "Sign in to join"}</h1>
        {sentTo !== null && (
          <p className="notice" role="status">
            If {sentTo} can sign in here, a link is on its way. It works for 15 minutes. Nothing there? Look
            among spam, or ask an owner of your account to invite you.
          </p>
        )}
        <Form onSend={() => void send()}>
          <TextField
            label="Email"
            type="email"
            required
            autoFocus
            autoComplete="email"
            placeholder="you@example.com"
            value={email}
            onValue={setEmail}
            fault={fault}
          />
          <Button type="submit" look="primary" isBusy={isBusy}>
            {sentTo === null ? "Email me a link" : "Email me another link"}
          </Button>
        </Form>
      </div>
    </section>
  );
};
