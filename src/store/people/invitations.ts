import type { Role } from "../../contract/people/roles.ts";
import { recordOf } from "../due.ts";
import { accountPartition, otherPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";
import { hashEmail } from "./people.ts";

export interface InvitationRecord {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly mail: "pending" | "sent" | "failed";
}

const invitationKey = (accountId: string, id: string): Key => ({
  pk: accountPartition("INVITATIONS", accountId),
  sk: id,
});

/** Leads from an address to its invitation to an account. */
export const invitedKey = ({ accountId, email }: Pick<InvitationRecord, "accountId" | "email">): Key => ({
  pk: otherPartition("INVITED", hashEmail(email)),
  sk: accountId,
});

const ttlOf = ({ expiresAt }: InvitationRecord): number => Math.ceil(Date.parse(expiresAt) / 1_000);

export const invitationStore = (table: Table) => ({
  /** A new invitation, or the same one with another role or time. */
  put: (invitation: InvitationRecord): Write[] => [
    {
      kind: "put",
      item: {
        ...invitation,
        ...invitationKey(invitation.accountId, invitation.id),
        ttl: ttlOf(invitation),
      },
    },
    {
      kind: "put",
      item: { invitationId: invitation.id, ...invitedKey(invitation), ttl: ttlOf(invitation) },
    },
  ],

  async get(accountId: string, id: string): Promise<InvitationRecord | null> {
    const item = await table.get(invitationKey(accountId, id));
    return item && recordOf<InvitationRecord>(item);
  },

  async list(accountId: string): Promise<InvitationRecord[]> {
    const items = await table.query({ pk: accountPartition("INVITATIONS", accountId) });
    return items.map((item) => recordOf<InvitationRecord>(item));
  },

  /** The invitations of an address, of all accounts. */
  async listFor(email: string): Promise<InvitationRecord[]> {
    const items = await table.query({ pk: otherPartition("INVITED", hashEmail(email)) });
    const found = await Promise.all(items.map(({ sk, invitationId }) => this.get(sk, String(invitationId))));
    return found.filter((invitation) => invitation !== null);
  },

  /** Notes what became of the invitation's mail; does nothing to an invitation that is gone. */
  noteMail: ({ accountId, id }: InvitationRecord, mail: InvitationRecord["mail"]): Write[] => [
    { kind: "update", key: invitationKey(accountId, id), set: { mail }, when: { pk: { exists: true } } },
  ],

  /** Refused if the invitation is gone, or has another role than when it was read. */
  remove: (invitation: InvitationRecord): Write[] => [
    {
      kind: "remove",
      key: invitationKey(invitation.accountId, invitation.id),
      when: { role: { eq: invitation.role } },
    },
    { kind: "remove", key: invitedKey(invitation) },
  ],
});
