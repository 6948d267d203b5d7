import { createHash } from "node:crypto";
import type { Role } from "../../contract/people/roles.ts";
import { recordOf } from "../due.ts";
import { accountPartition, otherPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";
import type { PersonRecord } from "./people.ts";

/** An account's identity provider. */
export interface SsoRecord {
  readonly accountId: string;
  /** Leads to the account, in its sign-in address. */
  readonly code: string;
  readonly issuer: string;
  readonly clientId: string;
  /** The client's secret, sealed for the account: one entry, or none. */
  readonly secrets: readonly { readonly sealed: string }[];
  readonly groupsClaim: string;
  readonly groupRoles: readonly { readonly group: string; readonly role: Role }[];
  readonly defaultRole: Role | null;
  /** Another one for each change: a sign-in that began before it is refused. */
  readonly version: string;
  readonly updatedAt: string;
}

/** Who somebody is to an identity provider: never their address, which can change hands. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** A browser that was sent to an identity provider. */
export interface SsoStateRecord {
  /** SHA-256 of the `state` that the provider returns. */
  readonly hash: string;
  /** SHA-256 of the cookie of the browser. */
  readonly browser: string;
  readonly accountId: string;
  /** Of the account's settings. */
  readonly version: string;
  readonly expiresAt: string;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Sort key of an account's settings, beside the identities of its people. */
export const SSO_SETTINGS = "SETTINGS";

const settingsKey = (accountId: string): Key => ({
  pk: accountPartition("SSO", accountId),
  sk: SSO_SETTINGS,
});

/** Leads from the code in a sign-in address to its account. */
export const ssoCodeKey = (code: string): Key => ({ pk: otherPartition("SSOCODE", code), sk: "ACCOUNT" });

/** An identity is known within one account: what its provider says counts nowhere else. */
const identityKey = (accountId: string, { issuer, subject }: Identity): Key => ({
  pk: accountPartition("SSO", accountId),
  sk: `IDENTITY#${sha256(JSON.stringify([issuer, subject]))}`,
});

const ofPerson = (personId: string): string => `PERSON#${personId}#`;

/** A person has one identity of each issuer. */
const personKey = (accountId: string, personId: string, issuer: string): Key => ({
  pk: accountPartition("SSO", accountId),
  sk: `${ofPerson(personId)}${sha256(issuer)}`,
});

const stateKey = (hash: string): Key => ({ pk: otherPartition("SSOSTATE", hash), sk: "STATE" });

export const ssoStore = (table: Table) => ({
  async get(accountId: string): Promise<SsoRecord | null> {
    const item = await table.get(settingsKey(accountId));
    return item && recordOf<SsoRecord>(item);
  },

  async findByCode(code: string): Promise<SsoRecord | null> {
    const found = await table.get(ssoCodeKey(code));
    const item = found && (await table.get(settingsKey(String(found.accountId))));
    return item && recordOf<SsoRecord>(item);
  },

  /** Replaces the settings; refused if they have changed since `before` was read. */
  put: (before: SsoRecord | null, sso: SsoRecord): Write[] => [
    {
      kind: "put",
      item: { ...sso, ...settingsKey(sso.accountId) },
      when: before ? { version: { eq: before.version } } : { pk: { exists: false } },
    },
    { kind: "put", item: { accountId: sso.accountId, ...ssoCodeKey(sso.code) } },
  ],

  /** Refused if the settings have changed since they were read. */
  remove: ({ accountId, code, version }: SsoRecord): Write[] => [
    { kind: "remove", key: settingsKey(accountId), when: { version: { eq: version } } },
    { kind: "remove", key: ssoCodeKey(code) },
  ],

  settingsKey,

  /** Refused if the settings have changed since they were read. */
  unchanged: ({ accountId, version }: SsoRecord): Write[] => [
    { kind: "check", key: settingsKey(accountId), when: { version: { eq: version } } },
  ],

  /** The person with an identity; null if nobody in the account has it. */
  async findPerson(accountId: string, identity: Identity): Promise<string | null> {
    const item = await table.get(identityKey(accountId, identity));
    return item ? String(item.personId) : null;
  },

  /** Refused if somebody has the identity, or if the person has another one of the issuer. */
  link: (
    accountId: string,
    { id: personId, ssoAccountId }: Pick<PersonRecord, "id" | "ssoAccountId">,
    identity: Identity,
  ): Write[] => {
    const key = identityKey(accountId, identity);
    return [
      { kind: "put", item: { personId, ...key }, when: { pk: { exists: false } } },
      {
        kind: "put",
        item: {
          identity: key.sk,
          // Who is known in no other account is erased with this one.
          ...(ssoAccountId !== undefined && { broughtId: personId }),
          ...personKey(accountId, personId, identity.issuer),
        },
        when: { pk: { exists: false } },
      },
    ];
  },

  /** Forgets the identities of a person in an account. */
  async forget(accountId: string, personId: string): Promise<Write[]> {
    const pk = accountPartition("SSO", accountId);
    const items = await table.query({ pk, prefix: ofPerson(personId) });
    return items.flatMap(({ sk, identity }): Write[] => [
      { kind: "remove", key: { pk, sk } },
      { kind: "remove", key: { pk, sk: String(identity) } },
    ]);
  },

  insertState: (state: SsoStateRecord): Write[] => [
    {
      kind: "put",
      item: { ...state, ...stateKey(state.hash), ttl: Math.ceil(Date.parse(state.expiresAt) / 1_000) },
    },
  ],

  async findState(hash: string): Promise<SsoStateRecord | null> {
    const item = await table.get(stateKey(hash));
    return item && recordOf<SsoStateRecord>(item);
  },

  /** Refused if it was used. */
  useState: ({ hash }: SsoStateRecord): Write[] => [
    { kind: "remove", key: stateKey(hash), when: { pk: { exists: true } } },
  ],
});
