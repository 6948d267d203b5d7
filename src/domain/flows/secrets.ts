import { DomainError } from "../../contract/errors.ts";
import { type FlowSecret, MAX_FLOW_SECRETS, SECRET_NAME, secretsOf } from "../../contract/flows/secrets.ts";
import { signsIn } from "../../contract/flows/sessions.ts";
import type { FlowSecrets, SealedSecret } from "../../store/flows/flowSecrets.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import { notFound } from "../errors.ts";
import { changeBesideFlow } from "../journal/changeBesideFlow.ts";
import type { Caller, Deps, WithSeals } from "../ports.ts";
import { fingerprintOf } from "../sessions/fingerprint.ts";
import { endSession } from "../sessions/record.ts";
import { limitReached } from "../usage/tallies.ts";

/** The context that a secret is sealed for: it can only be opened for the same account, flow and name. */
export const boundTo = (accountId: string, flowId: string, name: string) => ({
  accountId,
  recordId: `${flowId}/secrets/${name}`,
});

const showSecret = ({ name, origins, updatedAt }: SealedSecret): FlowSecret => ({
  name,
  origins: [...origins],
  updatedAt,
});

interface Change {
  readonly action: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly secrets: readonly SealedSecret[];
}

/** Changes a flow's secrets. */
const changeSecrets = (
  deps: Deps,
  caller: Caller,
  flowId: string,
  decide: (flow: FlowRecord, before: FlowSecrets) => Change,
): Promise<void> => {
  const { flowSecrets, flowSessions } = deps.store;
  return changeBesideFlow(deps, caller, flowId, {
    what: "secrets",
    read: async () => ({
      before: await flowSecrets.get(caller.accountId, flowId),
      session: await flowSessions.get(caller.accountId, flowId),
    }),
    decide: (flow, { before, session }) => {
      const { secrets, ...noted } = decide(flow, before);
      // Another password may belong to another account of the site.
      const isTyped = secretsOf(flow.steps.filter(signsIn)).includes(String(noted.metadata.name));
      const ended = isTyped ? endSession(deps, session, fingerprintOf(flow)) : [];
      return { ...noted, writes: [...flowSecrets.change(before, secrets), ...ended] };
    },
  });
};

/**
 * Stores a secret, or replaces its value.
 *
 * @throws DomainError `not-found`; `invalid-request` for an invalid name; `limit-reached` if the flow has too many
 *   secrets
 */
export const putFlowSecret = async (
  deps: Deps & WithSeals,
  caller: Caller,
  { id, name }: { readonly id: string; readonly name: string },
  { value, origins }: { readonly value: string; readonly origins?: readonly string[] | undefined },
): Promise<FlowSecret> => {
  if (!SECRET_NAME.test(name))
    throw new DomainError("invalid-request", "The secret's name is not valid.", {
      details: [{ path: "name", message: "must be a letter, then up to 63 letters, digits, _ or -" }],
    });
  const sealed = await deps.seals.seal(value, boundTo(caller.accountId, id, name));
  const updatedAt = new Date(deps.now()).toISOString();
  let written: SealedSecret = { name, sealed, origins: origins ?? [], updatedAt };
  await changeSecrets(deps, caller, id, ({ url }, before) => {
    written = { ...written, origins: [...new Set(origins ?? [new URL(url).origin])] };
    const others = before.secrets.filter((secret) => secret.name !== name);
    if (others.length >= MAX_FLOW_SECRETS) throw limitReached(MAX_FLOW_SECRETS, "secrets of this flow");
    return {
      action: "flow.secret-written",
      metadata: { name, origins: written.origins },
      secrets: [...others, written].sort((a, b) => (a.name < b.name ? -1 : 1)),
    };
  });
  return showSecret(written);
};

/** @throws DomainError `not-found` */
export const deleteFlowSecret = async (
  deps: Deps,
  caller: Caller,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<{ name: string; deletedAt: string }> => {
  await changeSecrets(deps, caller, id, (_flow, before) => {
    const secrets = before.secrets.filter((secret) => secret.name !== name);
    if (secrets.length === before.secrets.length) throw notFound("secret", name);
    return { action: "flow.secret-deleted", metadata: { name }, secrets };
  });
  return { name, deletedAt: new Date(deps.now()).toISOString() };
};

/** A decrypted secret. A worker holds it only while it processes the run. */
export interface OpenSecret {
  readonly name: string;
  readonly value: string;
  readonly origins: readonly string[];
}

/**
 * Opens the named secrets.
 *
 * @returns those that exist
 */
export const openFlowSecrets = async (
  { store, seals }: Deps & WithSeals,
  { accountId, flowId }: { readonly accountId: string; readonly flowId: string },
  names: readonly string[],
): Promise<OpenSecret[]> => {
  const { secrets } = await store.flowSecrets.get(accountId, flowId);
  return Promise.all(
    secrets
      .filter(({ name }) => names.includes(name))
      .map(async ({ name, sealed, origins }) => ({
        name,
        origins,
        value: await seals.open(sealed, boundTo(accountId, flowId, name)),
      })),
  );
};
