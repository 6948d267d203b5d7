import { useState } from "react";
import { companyIn, keptCompany } from "../api/company.ts";
import { messageOf } from "../api/queries.ts";
import { createBrowserClient } from "../api/session.tsx";
import { Button } from "../ui/basics.tsx";
import { Form, TextField } from "../ui/form.tsx";

interface CompanyFormProps {
  readonly sessionUrl: string;
  /** The company in the page's address; null: another page. */
  readonly company: string | null;
}

/** Only to a page of the web, whatever the provider's discovery document says. */
const leaveFor = (url: URL): void => {
  if (url.protocol === "https:" || url.protocol === "http:") location.assign(url);
};

/** Leads to the identity provider of a company. Whoever has not been there before first sees its host. */
export const CompanyForm = ({ sessionUrl, company }: CompanyFormProps) => {
  const kept = keptCompany();
  const known = company ?? kept;
  const [entered, setEntered] = useState(known ?? "");
  const [isOpen, setOpen] = useState(known !== null);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [target, setTarget] = useState<URL | null>(null);

  const start = async () => {
    const code = companyIn(entered);
    if (code === null) return setFault("Enter your company's sign-in address, or the code at its end.");
    setBusy(true);
    setFault(undefined);
    try {
      const { authorizationUrl } = await createBrowserClient(sessionUrl, null).startSso({ company: code });
      const url = new URL(authorizationUrl);
      if (code === kept) leaveFor(url);
      else setTarget(url);
    } catch (error) {
      setFault(messageOf(error));
    }
    setBusy(false);
  };

  if (!isOpen)
    return (
      <section className="card">
        <div className="card-body">
          <Button onClick={() => setOpen(true)}>Sign in with your company's account</Button>
        </div>
      </section>
    );
  return (
    <section className="card">
      <div className="card-body">
        <h1>Sign in with your company's account</h1>
        {target === null ? (
          <Form onSend={() => void start()}>
            {known === null ? (
              <TextField
                label="Sign-in address"
                required
                autoFocus
                value={entered}
                onValue={setEntered}
                fault={fault}
                hint="An owner of your account finds it in Settings → People, as BCDF-GHJK-LMNP or a whole URL."
              />
            ) : (
              fault !== undefined && (
                <p className="notice bad" role="alert">
                  {fault} <a href={import.meta.env.BASE_URL}>Other ways to sign in</a>
                </p>
              )
            )}
            <Button type="submit" look="primary" isBusy={isBusy}>
              Continue
            </Button>
          </Form>
        ) : (
          <Form onSend={() => leaveFor(target)}>
            <p role="status">
              You sign in at <strong>{target.host}</strong>. Continue only if this is your company's.
            </p>
            <Button type="submit" look="primary">
              Go to {target.host}
            </Button>
          </Form>
        )}
      </div>
    </section>
  );
};
