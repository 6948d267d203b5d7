import { useEffect, useState } from "react";
import { keepCompany } from "../api/company.ts";
import { messageOf } from "../api/queries.ts";
import { createBrowserClient, type PersonSession } from "../api/session.tsx";

interface BackFromProviderProps {
  readonly sessionUrl: string;
  readonly company: string;
  /** Of the URL to which the provider has sent the browser. */
  readonly query: string;
  readonly onDone: (person: PersonSession) => void;
}

/** What the provider returned works once, and React may run an effect twice. */
const finishing = new Map<string, Promise<PersonSession>>();

const finish = (sessionUrl: string, company: string, query: string): Promise<PersonSession> => {
  const started = finishing.get(query) ?? createBrowserClient(sessionUrl, null).finishSso({ company, query });
  finishing.set(query, started);
  return started;
};

/** Finishes a sign-in with the identity provider of a company. */
export const BackFromProvider = ({ sessionUrl, company, query, onDone }: BackFromProviderProps) => {
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let isShown = true;
    // Neither the address nor the history keeps what the provider returned.
    history.replaceState(null, "", location.pathname);
    finish(sessionUrl, company, query).then(
      (person) => {
        keepCompany(company);
        if (isShown) onDone(person);
      },
      (error: unknown) => isShown && setFault(messageOf(error)),
    );
    return () => {
      isShown = false;
    };
  }, [sessionUrl, company, query, onDone]);
  return (
    <section className="card">
      <div className="card-body">
        <h1>Sign in to Gleaner</h1>
        {fault === undefined ? (
          <p role="status">Signing you in …</p>
        ) : (
          <p className="notice bad" role="alert">
            {fault} <a href={location.pathname}>Try again</a>
          </p>
        )}
      </div>
    </section>
  );
};
