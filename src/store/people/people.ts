import { createHash } from "node:crypto";
import type { Role } from "../../contract/people/roles.ts";
import { recordOf } from "../due.ts";
import { accountPartition, otherPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

/** Somebody who can sign in. The email address is how they prove who they are, unless an identity provider does. */
export interface PersonRecord {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly createdAt: string;
  /**
   * The account whose identity provider has brought them. They are known in no other, and the address is only what the provider
   * says: it signs nobody in. Absent: the address is theirs.
   */
  readonly ssoAccountId?: string;
}

/** A person in an account. Stays when the person is removed, so that the audit log can still name them. */
export interface MemberRecord {
  readonly accountId: string;
  readonly personId: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: string;
  /** null: a member. */
  readonly removedAt: string | null;
}

/** Accounts that a person's session can show. */
const MAX_ACCOUNTS = 100;
const BELONGS = "ACCOUNT#";

const personKey = (id: string): Key => ({ pk: otherPartition("PERSON", id), sk: "PERSON" });

/** Addresses are keys only as hashes: a key may end up in a log. */
export const hashEmail = (email: string): string => createHash("sha256").update(email).digest("hex");

const emailKey = (email: string): Key => ({
  pk: otherPartition("PERSONEMAIL", hashEmail(email)),
  sk: "PERSON",
});

const memberKey = (accountId: string, personId: string): Key => ({
  pk: accountPartition("MEMBERS", accountId),
  sk: personId,
});

/** Leads from a person to an account of theirs. */
export const belongsKey = (personId: string, accountId: string): Key => ({
  pk: otherPartition("PERSON", personId),
  sk: `${BELONGS}${accountId}`,
});

export const peopleStore = (table: Table) => ({
  emailKey,
  memberKey,

  /** A new person; refused if the address belongs to one. */
  insert: (person: PersonRecord): Write[] => [
    { kind: "put", item: { ...person, ...personKey(person.id) }, when: { pk: { exists: false } } },
    {
      kind: "put",
      item: { personId: person.id, ...emailKey(person.email) },
      when: { pk: { exists: false } },
    },
  ],

  /** A new person whose address is not known to be theirs. */
  insertUnproven: (person: PersonRecord & { readonly ssoAccountId: string }): Write[] => [
    { kind: "put", item: { ...person, ...personKey(person.id) }, when: { pk: { exists: false } } },
  ],

  async get(id: string): Promise<PersonRecord | null> {
    const item = await table.get(personKey(id));
    return item && recordOf<PersonRecord>(item);
  },

  async findByEmail(email: string): Promise<PersonRecord | null> {
    const found = await table.get(emailKey(email));
    const person = found && (await table.get(personKey(String(found.personId))));
    return person && recordOf<PersonRecord>(person);
  },

  /** Erases a person; the records of their accounts and sessions go separately. */
  erase: ({ id, email, ssoAccountId }: PersonRecord): Write[] => [
    { kind: "remove", key: personKey(id) },
    ...(ssoAccountId === undefined ? [{ kind: "remove", key: emailKey(email) } as const] : []),
  ],

  /** Adds a person to an account; refused if they are a member. */
  join: (member: MemberRecord): Write[] => {
    const { accountId, personId } = member;
    return [
      {
        kind: "put",
        item: { ...member, ...memberKey(accountId, personId) },
        // Holds for a new person and for one who was removed: only a member's `removedAt` is null.
        when: { removedAt: { ne: null } },
      },
      { kind: "put", item: { accountId, ...belongsKey(personId, accountId) } },
    ];
  },

  async findMember(accountId: string, personId: string): Promise<MemberRecord | null> {
    const item = await table.get(memberKey(accountId, personId));
    const member = item && recordOf<MemberRecord>(item);
    return member?.removedAt === null ? member : null;
  },

  /** Refused if the role has changed since it was read, or the person was removed. */
  changeRole: ({ accountId, personId, role: before }: MemberRecord, role: Role): Write[] => [
    {
      kind: "update",
      key: memberKey(accountId, personId),
      set: { role },
      when: { role: { eq: before }, removedAt: { eq: null } },
    },
  ],

  /** Removes a member, whose name stays for the audit log; refused if the role has changed since it was read. */
  leave: ({ accountId, personId, role }: MemberRecord, removedAt: string): Write[] => [
    {
      kind: "update",
      key: memberKey(accountId, personId),
      set: { removedAt },
      when: { role: { eq: role }, removedAt: { eq: null } },
    },
  ],

  /** Removes everything that an account stores about a person who is not a member. */
  forget: (accountId: string, personId: string): Write[] => [
    { kind: "remove", key: memberKey(accountId, personId) },
    { kind: "remove", key: belongsKey(personId, accountId) },
  ],

  /** All members of an account, and those who were. */
  async listEver(accountId: string): Promise<MemberRecord[]> {
    const items = await table.query({ pk: accountPartition("MEMBERS", accountId) });
    return items.map((item) => recordOf<MemberRecord>(item));
  },

  /** The accounts that a person belongs to, or did. */
  async listAccounts(personId: string): Promise<string[]> {
    const pk = otherPartition("PERSON", personId);
    const items = await table.query({ pk, prefix: BELONGS, limit: MAX_ACCOUNTS });
    return items.map(({ accountId }) => String(accountId));
  },
});
