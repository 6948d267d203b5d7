import { useState } from "react";
import type { Client, Role } from "../../client/index.ts";
import { useAction, useRecord } from "../api/queries.ts";
import { Button, Card, Loading } from "../ui/basics.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { AreaField, SelectField, TextField } from "../ui/form.tsx";
import { FormDialog } from "../ui/formDialog.tsx";
import { Problem } from "../ui/problem.tsx";

type Sso = Awaited<ReturnType<Client["getSso"]>>;
type Provider = NonNullable<Sso["provider"]>;

const CHANGES = [["sso"]];
const ROLES: readonly string[] = ["viewer", "editor", "owner"] satisfies Role[];

const DEFAULTS = [
  ["", "None: only members and people who are invited"],
  ["viewer", "Viewer"],
  ["editor", "Editor"],
] as const;

const showGroups = (groups: Provider["groupRoles"]): string =>
  groups.map(({ group, role }) => `${group}: ${role}`).join("\n");

/** Lines such as `data-team: editor`. @returns a text that says which line has no role, if there is one */
const readGroups = (text: string): Provider["groupRoles"] | string => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line) => {
    const at = Math.max(0, line.lastIndexOf(":"));
    return { group: line.slice(0, at).trim(), role: line.slice(at + 1).trim() as Role };
  });
  const wrong = read.findIndex(({ group, role }) => group === "" || !ROLES.includes(role));
  if (wrong < 0) return read;
  return `"${lines[wrong]?.trim()}" has no role. Write the group, a colon and viewer, editor or owner.`;
};

interface EditProps {
  readonly sso: Sso;
  readonly onClose: () => void;
}

const Edit = ({ sso: { provider, signInUrl }, onClose }: EditProps) => {
  const [issuer, setIssuer] = useState(provider?.issuer ?? "");
  const [clientId, setClientId] = useState(provider?.clientId ?? "");
  const [clientSecret, setClientSecret] = useState(provider?.clientSecret ?? "");
  const [groupsClaim, setGroupsClaim] = useState(provider?.groupsClaim ?? "groups");
  const [groups, setGroups] = useState(showGroups(provider?.groupRoles ?? []));
  const [defaultRole, setDefaultRole] = useState<(typeof DEFAULTS)[number][0]>(provider?.defaultRole ?? "");
  const groupRoles = readGroups(groups);
  const groupsFault = typeof groupRoles === "string" ? groupRoles : undefined;
  const saving = useAction(
    (client) =>
      client.putSso({
        issuer,
        clientId,
        clientSecret: clientSecret === "" ? null : clientSecret,
        groupsClaim,
        groupRoles: typeof groupRoles === "string" ? [] : groupRoles,
        defaultRole: defaultRole === "" ? null : defaultRole,
      }),
    { done: "Single sign-on saved.", isQuiet: true, changes: CHANGES, onDone: onClose },
  );
  return (
    <FormDialog
      title="Single sign-on"
      action="Save"
      sending={saving}
      isDisabled={groupsFault !== undefined}
      onClose={onClose}
    >
      <p className="hint">
        Register Gleaner with your identity provider as a web application. Its redirect URI is{" "}
        <code>{signInUrl}</code>
      </p>
      <TextField
        label="Issuer"
        type="url"
        required
        placeholder="https://login.example.com"
        value={issuer}
        onValue={setIssuer}
      />
      <TextField label="Client ID" required value={clientId} onValue={setClientId} />
      <TextField
        label="Client secret"
        type="password"
        autoComplete="off"
        value={clientSecret}
        onValue={setClientSecret}
        hint="Leave empty to rely on PKCE alone. Stored encrypted, and never shown."
      />
      <SelectField
        label="Role of everybody else"
        value={defaultRole}
        options={DEFAULTS}
        onValue={setDefaultRole}
        hint="For people of your provider who have no role by a group, a membership or an invitation."
      />
      <AreaField
        label="Roles by group"
        rows={3}
        placeholder="data-team: editor"
        value={groups}
        onValue={setGroups}
        fault={groupsFault}
        hint="One group per line. Leave empty to give roles in Gleaner. With groups, they decide at each sign-in."
      />
      <TextField label="Groups claim" required value={groupsClaim} onValue={setGroupsClaim} />
    </FormDialog>
  );
};

const TurnOff = ({ onClose }: { readonly onClose: () => void }) => {
  const removing = useAction((client) => client.deleteSso(), {
    done: "Single sign-on is off.",
    tone: "plain",
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <Confirm title="Turn single sign-on off?" action="Turn off" does={removing} onClose={onClose}>
      Sessions that began with it end immediately. People with an email address of their own can still sign in
      with a link.
    </Confirm>
  );
};

/** With which identity provider people of the account can sign in. */
export const SingleSignOn = () => {
  const [asked, setAsked] = useState<"edit" | "off" | null>(null);
  const { data: sso, error, refetch } = useRecord(["sso"], (client) => client.getSso());
  const close = () => setAsked(null);
  if (sso === undefined)
    return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  const { provider, signInUrl } = sso;
  return (
    <Card
      title="Single sign-on"
      actions={
        <>
          <Button needs="account:write" isSmall onClick={() => setAsked("edit")}>
            {provider === null ? "Set up" : "Edit"}
          </Button>
          {provider !== null && (
            <Button needs="account:write" isSmall look="danger" onClick={() => setAsked("off")}>
              Turn off
            </Button>
          )}
        </>
      }
    >
      {provider === null ? (
        <p>
          Let people of this account sign in with your company's identity provider (OpenID Connect), such as
          Okta, Microsoft Entra ID, Google Workspace or Keycloak.
        </p>
      ) : (
        <dl className="facts">
          <dt>Sign-in address</dt>
          <dd>
            <code>{signInUrl}</code>
          </dd>
          <dt>Issuer</dt>
          <dd>{provider.issuer}</dd>
          <dt>Roles</dt>
          <dd>{provider.groupRoles.length === 0 ? "given in Gleaner" : showGroups(provider.groupRoles)}</dd>
        </dl>
      )}
      {asked === "edit" && <Edit sso={sso} onClose={close} />}
      {asked === "off" && <TurnOff onClose={close} />}
    </Card>
  );
};
