import { useState } from "react";
import { Button, Card } from "../ui/basics.tsx";
import { Form, TextField } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import type { Opening } from "./opening.ts";
import { type LoginForm, useSignIn } from "./signIn.ts";

interface SignInCardProps {
  readonly opening: Opening;
  readonly form: LoginForm;
  readonly isOpening: boolean;
  readonly onOpen: (opening: Opening) => void;
}

/** The page asks to sign in: with a user name and a password, the page behind the login is opened. */
export const SignInCard = ({ opening, form, isOpening, onOpen }: SignInCardProps) => {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const signingIn = useSignIn(opening, form, onOpen);
  return (
    <Card title="This page has a login form">
      <Form onSend={() => signingIn.mutate({ username: username.trim(), password })}>
        <TextField
          label="User name or email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={500}
          value={username}
          onValue={setUsername}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          value={password}
          onValue={setPassword}
          hint="Stored encrypted with the flow, typed on this site only, and never shown again."
        />
        {signingIn.error !== null && <Problem error={signingIn.error} />}
        <Button
          needs="flows:write"
          type="submit"
          look="primary"
          isBusy={signingIn.isPending || isOpening}
          disabled={username.trim() === "" || password === ""}
        >
          Sign in
        </Button>
        {opening.flowId === undefined && (
          <p className="hint">The flow is saved as a draft. Its runs stay signed in.</p>
        )}
      </Form>
    </Card>
  );
};
