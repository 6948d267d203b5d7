import { useState } from "react";
import type { DeviceSignIn } from "../../client/index.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { type PersonSession, useSession } from "../api/session.tsx";
import { codeInAddress } from "../signIn/pendingCode.ts";
import { Button, Card, doing, Empty, Loading, Time } from "../ui/basics.tsx";
import { Form, SelectField, TextField } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";

interface DecideProps {
  readonly device: DeviceSignIn;
  readonly person: PersonSession;
  readonly onDecided: (device: DeviceSignIn) => void;
}

const Decide = ({ device, person, onDecided }: DecideProps) => {
  const { account, accounts } = person;
  const [accountId, setAccountId] = useState(account?.id ?? "");
  const deciding = useAction(
    (client, decision: "approve" | "deny") =>
      client.answerDeviceSignIn(device.userCode, {
        decision,
        ...(decision === "approve" && { accountId }),
      }),
    { onDone: onDecided, changes: [["sessions"]] },
  );
  return (
    <Card title="A device wants to sign in as you">
      <div className="stack">
        <div className="notice warn">
          <p>
            Approve only if you have just run <code>gleaner login</code> yourself, and your terminal shows the
            code <strong className="nowrap">{device.userCode}</strong>. Never approve a code that somebody
            sent you: they would get access to your account.
          </p>
        </div>
        {/* Whoever started the sign-in chose the name, so it is shown as a value and never as a sentence of ours. */}
        <dl className="facts">
          <dt>Code</dt>
          <dd>
            <code>{device.userCode}</code>
          </dd>
          <dt>Name it gave itself</dt>
          <dd>{device.name}</dd>
          <dt>IP address</dt>
          <dd>{device.address}</dd>
          <dt>Requested</dt>
          <dd>
            <Time at={device.createdAt} />
          </dd>
        </dl>
        <SelectField
          label="Account"
          value={accountId}
          options={accounts.map(({ id, name, role }) => [id, `${name} (${role})`] as const)}
          onValue={setAccountId}
          hint="In this account, the device can do everything you can. You can end its session under Settings → Your sessions."
        />
        <div className="actions">
          <Button look="primary" does={doing(deciding, "approve")}>
            Approve
          </Button>
          <Button look="danger" does={doing(deciding, "deny")}>
            Deny
          </Button>
        </div>
      </div>
    </Card>
  );
};

const ENDS = {
  approved: ["Approved", "Go back to the device. It will be signed in within a few seconds."],
  denied: ["Denied", "The device was not signed in."],
} as const;

/** The device that shows a code, and the person's decision about it. */
const Device = ({ code, person }: { readonly code: string; readonly person: PersonSession }) => {
  const [decided, setDecided] = useState<DeviceSignIn | null>(null);
  const { data, error } = useRecord(["device", code], (client) => client.getDeviceSignIn(code));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  const { status } = decided ?? data;
  if (status === "pending") return <Decide device={data} person={person} onDecided={setDecided} />;
  const [title, text] = ENDS[status];
  return <Empty title={title}>{text}</Empty>;
};

const EnterCode = ({ onCode }: { readonly onCode: (code: string) => void }) => {
  const [code, setCode] = useState("");
  return (
    <Card>
      <Form onSend={() => code.trim() !== "" && onCode(code.trim())}>
        <TextField
          label="Code"
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder="WDJB-MJHT"
          value={code}
          onValue={setCode}
          hint="Your terminal shows it after gleaner login."
        />
        <Button type="submit" look="primary">
          Continue
        </Button>
      </Form>
    </Card>
  );
};

/** Where a person approves a program that shows a code, such as the command line. */
export default function DevicePage() {
  const { person } = useSession();
  const [code, setCode] = useState(codeInAddress);
  return (
    <Page title="Sign in a device">
      {person === null ? (
        <Empty title="Sign in with your email address first">
          You use an API key in this tab, and a device signs in as a person. Sign out, then sign in with
          email.
        </Empty>
      ) : code === "" ? (
        <EnterCode onCode={setCode} />
      ) : (
        <Device key={code} code={code} person={person} />
      )}
    </Page>
  );
}
