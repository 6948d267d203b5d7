import { type ReactNode, useCallback, useEffect, useState } from "react";
import { companyInAddress, queryOfProvider } from "../api/company.ts";
import type { Gate } from "../api/session.tsx";
import icon from "../icon.svg";
import { BackFromProvider } from "../signIn/backFromProvider.tsx";
import { CompanyForm } from "../signIn/companyForm.tsx";
import { ConfirmLink } from "../signIn/confirmLink.tsx";
import { EmailForm } from "../signIn/emailForm.tsx";
import { JoinAccount } from "../signIn/joinAccount.tsx";
import { KeyForm } from "../signIn/keyForm.tsx";
import { keepCode, takeCode } from "../signIn/pendingCode.ts";

/** What follows `#` in the address of a link from a mail. */
const readFragment = (): URLSearchParams =>
  new URLSearchParams(location.pathname.endsWith("/sign-in") ? location.hash.slice(1) : "");

/**
 * Leads to the start, or to the device that waits for approval, so that the link's token is neither in the address nor in
 * the history.
 */
const leaveLink = () => {
  if (!location.pathname.endsWith("/sign-in") && companyInAddress() === null) return;
  const code = takeCode();
  const device = code === null ? "" : `device#${new URLSearchParams({ code })}`;
  history.replaceState(null, "", `${import.meta.env.BASE_URL}${device}`);
};

const Cards = ({ gate }: { readonly gate: Gate }): ReactNode => {
  const { sessionUrl, signInAs, person } = gate;
  const fragment = readFragment();
  const token = fragment.get("token");
  const company = companyInAddress();
  const [query] = useState(queryOfProvider);
  const onDone: Gate["signInAs"] = useCallback(
    (signedIn) => {
      leaveLink();
      signInAs(signedIn);
    },
    [signInAs],
  );
  if (sessionUrl === null) return <KeyForm {...gate} />;
  if (person !== null) return <JoinAccount {...gate} person={person} sessionUrl={sessionUrl} />;
  if (token !== null) return <ConfirmLink sessionUrl={sessionUrl} token={token} onDone={onDone} />;
  if (company !== null && query !== null)
    return <BackFromProvider sessionUrl={sessionUrl} company={company} query={query} onDone={onDone} />;
  if (company !== null) return <CompanyForm sessionUrl={sessionUrl} company={company} />;
  return (
    <>
      <EmailForm sessionUrl={sessionUrl} invited={fragment.get("email") ?? ""} />
      <CompanyForm sessionUrl={sessionUrl} company={null} />
      <KeyForm {...gate} />
    </>
  );
};

export const SignIn = (gate: Gate) => {
  useEffect(() => {
    document.title = "Sign in · Gleaner";
    keepCode();
    // A link that is opened in the tab that waits for it changes only what follows `#`, which loads no page.
    const onLink = () => location.reload();
    addEventListener("hashchange", onLink);
    return () => removeEventListener("hashchange", onLink);
  }, []);
  return (
    <main className="sign-in">
      <div>
        <span className="brand">
          <img src={icon} alt="" />
          Gleaner
        </span>
        {gate.reason !== null && (
          <p className="notice warn" role="alert">
            {gate.reason}
          </p>
        )}
        <Cards gate={gate} />
      </div>
    </main>
  );
};
