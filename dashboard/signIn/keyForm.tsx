import { useState } from "react";
import { ApiError } from "../../client/index.ts";
import { messageOf } from "../api/queries.ts";
import { createBrowserClient, type Gate, isSignedOut } from "../api/session.tsx";
import { Button } from "../ui/basics.tsx";
import { Form, TextField } from "../ui/form.tsx";

/** Whether the service accepts the key, even if it may not read the account. */
const checkKey = async (apiUrl: string, apiKey: string): Promise<void> => {
  try {
    await createBrowserClient(apiUrl, apiKey).getAccount();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "missing-scope")) throw error;
  }
};

const faultOf = (error: unknown): string =>
  isSignedOut(error)
    ? "This API key isn't valid. Check for typos; it may also have been revoked or have expired."
    : messageOf(error);

/** Signing in with an API key, which this tab keeps. */
export const KeyForm = ({ apiUrl, sessionUrl, signIn }: Pick<Gate, "apiUrl" | "sessionUrl" | "signIn">) => {
  const [apiKey, setApiKey] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const send = async () => {
    const key = apiKey.trim();
    if (key === "") return setFault("Enter your API key.");
    setBusy(true);
    try {
      await checkKey(apiUrl, key);
      signIn(key);
    } catch (error) {
      setFault(faultOf(error));
      setBusy(false);
    }
  };

  return (
    <>
      <section className="card">
        <div className="card-body">
          {sessionUrl === null ? <h1>Sign in</h1> : <h2>Or use an API key</h2>}
          <Form onSend={() => void send()}>
            <TextField
              label="API key"
              type="password"
              autoComplete="off"
              spellCheck={false}
              autoFocus={sessionUrl === null}
              placeholder="gl_live_…"
              value={apiKey}
              onValue={setApiKey}
              fault={fault}
              hint="Stored in this tab only, until you sign out or close it."
            />
            <Button type="submit" {...(sessionUrl === null && { look: "primary" })} isBusy={isBusy}>
              Sign in
            </Button>
          </Form>
        </div>
      </section>
      <p className="hint">
        Create keys under Settings. Your first key was printed when the service started, or by{" "}
        <code>npm run account</code>.
      </p>
    </>
  );
};
