import { useState } from "react";
import type { Client, Flow, FlowSession } from "../../client/index.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { Button, Card, Empty, Loading } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { AreaField, FileField } from "../ui/form.tsx";
import { showDateTime, showPlural, showRelative } from "../ui/format.ts";
import { FormDialog } from "../ui/formDialog.tsx";
import { Problem } from "../ui/problem.tsx";

/** Where a session came from. */
const SOURCES = { "sign-in": "Sign-in steps", import: "Imported cookies", visit: "A run's visit" } as const;

const ImportDialog = ({ flow, onClose }: { readonly flow: Flow; readonly onClose: () => void }) => {
  const [cookies, setCookies] = useState("");
  const importing = useAction(
    async (client: Client) => {
      if (!flow.session.keep) await client.updateFlow(flow.id, { session: { keep: true } });
      return client.putFlowSession(flow.id, { cookies });
    },
    {
      done: ({ cookies: taken, skipped = 0 }: FlowSession) =>
        `${showPlural(taken, "cookie")} imported.${skipped > 0 ? ` ${skipped} of other sites or expired were left out.` : ""}`,
      isQuiet: true,
      changes: [["flows"]],
      onDone: onClose,
    },
  );
  return (
    <FormDialog title="Import cookies" action="Import" sending={importing} onClose={onClose}>
      <p>
        Sign in to the site in your browser, export its cookies with an extension, and choose the file here.
        Only cookies of the flow's site are imported.
      </p>
      <FileField
        label="File"
        accept=".txt,.json,text/plain,application/json"
        hint="cookies.txt, or JSON from a cookie extension, Puppeteer or Playwright."
        onFile={(file) => void file?.text().then(setCookies)}
      />
      <AreaField
        label="Or paste it"
        className="mono"
        rows={5}
        required
        spellCheck={false}
        autoComplete="off"
        value={cookies}
        onValue={setCookies}
      />
    </FormDialog>
  );
};

const Facts = ({ session }: { readonly session: FlowSession }) => (
  <dl className="facts">
    <dt>Site</dt>
    <dd>{session.site}</dd>
    <dt>Kept</dt>
    <dd>
      {showPlural(session.cookies, "cookie")}
      {session.storage > 0 && `, ${showPlural(session.storage, "storage entry", "storage entries")}`}
    </dd>
    <dt>From</dt>
    <dd>
      {session.source && SOURCES[session.source]}
      {session.signedInAt && `, ${showRelative(session.signedInAt)}`}
    </dd>
    <dt>Last saved</dt>
    <dd>{session.savedAt ? showRelative(session.savedAt) : "–"}</dd>
    <dt>Deleted</dt>
    <dd>{session.expiresAt ? showDateTime(session.expiresAt) : "–"}</dd>
  </dl>
);

const Content = ({ flow, session }: { readonly flow: Flow; readonly session: FlowSession }) => {
  if (!flow.session.keep)
    return (
      <Empty title="No session is kept">
        Each run starts signed out. Turn it on to sign in once, and stay signed in for up to 30 days.
      </Empty>
    );
  return (
    <>
      {session.signInStopped && (
        <div className="notice bad">
          <strong>Sign-in stopped after {session.failedSignIns} failures.</strong>
          <p>
            No run tries again, to keep the site from locking the account. Check the sign-in steps and
            secrets, then clear the session.
          </p>
        </div>
      )}
      {session.kept ? (
        <Facts session={session} />
      ) : (
        <Empty title="No session yet">
          The next run keeps one. If the site needs a login, mark the steps that sign in with “Only when
          signed out”, or import cookies.
        </Empty>
      )}
    </>
  );
};

/** A flow's session, with an import of cookies and a button that clears it. */
export const FlowSessionCard = ({ flow }: { readonly flow: Flow }) => {
  const [open, setOpen] = useState<"import" | "clear" | null>(null);
  const close = () => setOpen(null);
  const key = ["flows", flow.id, "session"];
  const { data: session, error, refetch } = useRecord(key, (client) => client.getFlowSession(flow.id));
  const { keep } = flow.session;
  const setting = useAction((client: Client) => client.updateFlow(flow.id, { session: { keep: !keep } }), {
    done: () => (keep ? "The session is no longer kept." : "Session kept from the next run on."),
    changes: [["flows"]],
  });
  const clearing = useAction((client: Client) => client.deleteFlowSession(flow.id), {
    done: "Session cleared.",
    tone: "plain",
    changes: [["flows"]],
    onDone: close,
  });
  const canClear = session !== undefined && (session.kept || session.failedSignIns > 0);
  return (
    <Card
      title="Session"
      actions={
        <>
          {canClear && (
            <Button needs="flows:write" isSmall look="danger" onClick={() => setOpen("clear")}>
              Clear
            </Button>
          )}
          <Button needs="flows:write" isSmall does={setting}>
            {keep ? "Stop keeping it" : "Keep the session"}
          </Button>
          <Button needs="flows:write" isSmall onClick={() => setOpen("import")}>
            Import cookies
          </Button>
        </>
      }
    >
      {session === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Problem error={error} retry={() => void refetch()} />
        )
      ) : (
        <Content flow={flow} session={session} />
      )}
      {open === "import" && <ImportDialog flow={flow} onClose={close} />}
      {open === "clear" && (
        <Confirm title="Clear the session?" action="Clear session" does={clearing} onClose={close}>
          The next run starts signed out, and signs in again if its steps do.
        </Confirm>
      )}
    </Card>
  );
};
