import { recordOf } from "../due.ts";
import { otherPartition } from "../partitions.ts";
import { ConditionFailed, type Key, type Table, type Write } from "../table.ts";

/** What signed in: a browser, which has a cookie, or a program, which sends a token where others send a key. */
export type SessionKind = "browser" | "device";

/** A session of a person, as listed. */
export interface ListedSession {
  readonly id: string;
  /** Absent: a browser. */
  readonly kind?: SessionKind;
  /** The account whose identity provider has vouched for the person; absent: they have proved their address. */
  readonly ssoAccountId?: string;
  /** SHA-256 of the token. The token itself is not stored. */
  readonly hash: string;
  /** The token before, which may still work for a moment; null: there was none. */
  readonly previousHash: string | null;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** All sessions of a person. */
export interface PersonSessions {
  readonly personId: string;
  readonly sessions: readonly ListedSession[];
  /** Incremented with every change, for optimistic locking; 0 if the person never had one. */
  readonly turn: number;
}

/** What a token leads to in one read. */
export interface SessionRecord {
  readonly id: string;
  /** Absent: a browser. */
  readonly kind?: SessionKind;
  /** As in `ListedSession`. Such a session is about this account and no other. */
  readonly ssoAccountId?: string;
  readonly hash: string;
  readonly personId: string;
  readonly email: string;
  /** The account that requests are about; null: none. */
  readonly accountId: string | null;
  readonly createdAt: string;
  /** When this token was made: tokens are replaced from time to time. */
  readonly issuedAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

const listKey = (personId: string): Key => ({ pk: otherPartition("PERSON", personId), sk: "SESSIONS" });
const hashKey = (hash: string): Key => ({ pk: otherPartition("SESSION", hash), sk: "SESSION" });

const ttlOf = (expiresAt: string): number => Math.ceil(Date.parse(expiresAt) / 1_000);

const putSession = (session: SessionRecord): Write => ({
  kind: "put",
  item: { ...session, ...hashKey(session.hash), ttl: ttlOf(session.expiresAt) },
});

const removals = ({ hash, previousHash }: ListedSession): Write[] =>
  [hash, ...(previousHash === null ? [] : [previousHash])].map((each) => ({
    kind: "remove",
    key: hashKey(each),
  }));

const change = ({ personId, turn }: PersonSessions, sessions: readonly ListedSession[]): Write => ({
  kind: "put",
  item: { personId, sessions, turn: turn + 1, ...listKey(personId) },
  when: turn === 0 ? { pk: { exists: false } } : { turn: { eq: turn } },
});

export const personSessionStore = (table: Table) => ({
  async list(personId: string): Promise<PersonSessions> {
    const item = await table.get(listKey(personId));
    return item ? recordOf<PersonSessions>(item) : { personId, sessions: [], turn: 0 };
  },

  async findByHash(hash: string): Promise<SessionRecord | null> {
    const item = await table.get(hashKey(hash));
    return item && recordOf<SessionRecord>(item);
  },

  /** Begins a session, and ends those that are not kept. Refused if the sessions have changed since they were read. */
  begin: (
    before: PersonSessions,
    kept: readonly ListedSession[],
    session: SessionRecord,
    { userAgent, address }: Pick<ListedSession, "userAgent" | "address">,
  ): Write[] => {
    const { id, kind, ssoAccountId, hash, createdAt, expiresAt } = session;
    const stay = new Set(kept.map((each) => each.hash));
    const gone = before.sessions.filter((each) => !stay.has(each.hash));
    return [
      change(before, [
        ...kept,
        {
          id,
          ...(kind && { kind }),
          ...(ssoAccountId !== undefined && { ssoAccountId }),
          hash,
          previousHash: null,
          userAgent,
          address,
          createdAt,
          expiresAt,
        },
      ]),
      putSession(session),
      ...gone.flatMap(removals),
    ];
  },

  /**
   * Gives a session another token. The old one still works until `oldEndsAt`, for requests that are in progress.
   * Refused if the sessions have changed since they were read.
   */
  renew: (before: PersonSessions, old: SessionRecord, renewed: SessionRecord, oldEndsAt: string): Write[] => [
    change(
      before,
      before.sessions.map((each) =>
        each.id === old.id ? { ...each, hash: renewed.hash, previousHash: old.hash } : each,
      ),
    ),
    putSession(renewed),
    {
      kind: "update",
      key: hashKey(old.hash),
      set: { expiresAt: oldEndsAt, ttl: ttlOf(oldEndsAt) },
      when: { pk: { exists: true } },
    },
  ],

  /** Ends sessions. Refused if the sessions have changed since they were read. */
  end: (before: PersonSessions, ended: readonly ListedSession[]): Write[] => {
    const hashes = new Set(ended.map(({ hash }) => hash));
    return [
      change(
        before,
        before.sessions.filter(({ hash }) => !hashes.has(hash)),
      ),
      ...ended.flatMap(removals),
    ];
  },

  /** Removes the list of a person who is erased, with all sessions on it. */
  erase: (before: PersonSessions): Write[] => [
    {
      kind: "remove",
      key: listKey(before.personId),
      when: before.turn === 0 ? { pk: { exists: false } } : { turn: { eq: before.turn } },
    },
    ...before.sessions.flatMap(removals),
  ],

  /** Records that the session was used; does nothing if it has ended. */
  async touch({ hash }: SessionRecord, lastUsedAt: string): Promise<void> {
    try {
      await table.update({ key: hashKey(hash), set: { lastUsedAt }, when: { pk: { exists: true } } });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  },
});
