import { useEffect, useState } from "react";
import { ApiError } from "../../client/index.ts";
import { messageOf } from "../api/queries.ts";
import { createBrowserClient, isSignedOut } from "../api/session.tsx";
import icon from "../icon.svg";
import { Button } from "../ui/basics.tsx";
import { Form, TextField } from "../ui/form.tsx";

interface SignInProps {
  readonly apiUrl: string;
  readonly reason: string | null;
  readonly signIn: (apiKey: string) => void;
}

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

export const SignIn = ({ apiUrl, reason, signIn }: SignInProps) => {
  const [apiKey, setApiKey] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = "Sign in · Gleaner";
  }, []);

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
    <main className="sign-in">
      <div>
        <span className="brand">
          <img src={icon} alt="" />
          Gleaner
        </span>
        {reason !== null && (
          <p className="notice warn" role="alert">
            {reason}
          </p>
        )}
        <section className="card">
          <div className="card-body">
            <h1>Sign in</h1>
            <Form onSend={() => void send()}>
              <TextField
                label="API key"
                type="password"
                autoComplete="off"
                spellCheck={false}
                autoFocus
                placeholder="gl_live_…"
                value={apiKey}
                onValue={setApiKey}
                fault={fault}
                hint="Stored in this tab only, until you sign out or close it."
              />
              <Button type="submit" look="primary" isBusy={isBusy}>
                Sign in
              </Button>
            </Form>
          </div>
        </section>
        <p className="hint">
          Create keys under Settings. Your first key was printed when the service started, or by{" "}
          <code>npm run account</code>.
        </p>
      </div>
    </main>
  );
};
