import type { ReactNode } from "react";
import type { Account } from "../../client/index.ts";
import { useRecord } from "../api/queries.ts";
import { useRefusal, useSession } from "../api/session.tsx";
import { Keys } from "../settings/keys.tsx";
import { MailSettings } from "../settings/mail.tsx";
import { MailLog } from "../settings/mailLog.tsx";
import { People } from "../settings/people.tsx";
import { Plan } from "../settings/plan.tsx";
import { Sessions } from "../settings/sessions.tsx";
import { SingleSignOn } from "../settings/sso.tsx";
import { Loading } from "../ui/basics.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Tabs } from "../ui/tabs.tsx";

const WithAccount = ({ children }: { readonly children: (account: Account) => ReactNode }) => {
  const { data, error, refetch } = useRecord(["account"], (client) => client.getAccount());
  if (data !== undefined) return children(data);
  return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
};

export default function Settings() {
  const { person } = useSession();
  const keysRefusal = useRefusal("keys:read");
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        tabs={[
          ...(keysRefusal === undefined ? [{ id: "keys", title: "API keys", content: () => <Keys /> }] : []),
          {
            id: "people",
            title: "People",
            content: () => (
              <>
                <People />
                <SingleSignOn />
              </>
            ),
          },
          ...(person === null
            ? []
            : [{ id: "sessions", title: "Your sessions", content: () => <Sessions person={person} /> }]),
          {
            id: "plan",
            title: "Plan and usage",
            content: () => <WithAccount>{(account) => <Plan account={account} />}</WithAccount>,
          },
          {
            id: "mail",
            title: "Account and email",
            content: () => (
              <>
                <WithAccount>{(account) => <MailSettings account={account} />}</WithAccount>
                <MailLog />
              </>
            ),
          },
        ]}
      />
    </Page>
  );
}
