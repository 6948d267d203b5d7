import { erasePage } from "./erasePage.ts";
import { type FlowTokens, removeTokenHash } from "./flows/flowTokens.ts";
import { ACCOUNT_KINDS, type AccountKind, accountPartition, otherPartition } from "./partitions.ts";
import { type InvitationRecord, invitedKey } from "./people/invitations.ts";
import { belongsKey } from "./people/people.ts";
import { ssoCodeKey } from "./people/sso.ts";
import { leaveBehind } from "./runs/runDetail.ts";
import type { Item, Table, Write } from "./table.ts";

const leaveDetails = ({ accountId, sk }: Item, nowMs: number) => [leaveBehind(String(accountId), sk, nowMs)];

/** A person who belongs to no other account. Their sessions have ended with this one, and expire. */
const erasePerson = (id: string): Write[] =>
  ["PERSON", "SESSIONS"].map((sk) => ({ kind: "remove", key: { pk: otherPartition("PERSON", id), sk } }));

const removal = ({ pk, sk }: Item): Write => ({ kind: "remove", key: { pk, sk } });

/** Further writes when an item of a kind is erased. Deleted runs leave a marker until their details are gone. */
const BESIDES: Readonly<Partial<Record<AccountKind, (item: Item, nowMs: number) => readonly Write[]>>> = {
  KEYS: ({ hash }) => [{ kind: "remove", key: { pk: otherPartition("KEYHASH", String(hash)), sk: "KEY" } }],
  FLOWTOKENS: ({ tokens }) => (tokens as FlowTokens["tokens"]).map(({ hash }) => removeTokenHash(hash)),
  MEMBERS: ({ accountId, sk }) => [{ kind: "remove", key: belongsKey(sk, String(accountId)) }],
  INVITATIONS: (item) => [{ kind: "remove", key: invitedKey(item as unknown as InvitationRecord) }],
  SSO: ({ code, broughtId }) => [
    ...(code === undefined ? [] : [{ kind: "remove", key: ssoCodeKey(String(code)) } as const]),
    ...(broughtId === undefined ? [] : erasePerson(String(broughtId))),
  ],
  RUNS: leaveDetails,
  PREVIEWS: leaveDetails,
  JOBS: leaveDetails,
};

/** Erases an account's records without updating its counts. */
export const erasureStore = (table: Table) => ({
  kinds: ACCOUNT_KINDS,

  /** Erases a page of one kind. @returns how many items; 0 if none of the kind is left */
  erase: (accountId: string, kind: AccountKind, nowMs: number): Promise<number> =>
    erasePage(table, accountPartition(kind, accountId), (item) => [
      removal(item),
      ...(BESIDES[kind]?.(item, nowMs) ?? []),
    ]),

  /** Deleted runs that may still have details in the table. */
  async listForgotten(accountId: string, limit: number): Promise<string[]> {
    const items = await table.query({ pk: accountPartition("FORGOTTEN", accountId), limit });
    return items.map(({ sk }) => sk);
  },
});
