import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Keys } from "../../adapters/keyring.ts";
import { DomainError } from "../../contract/errors.ts";

/** How long a cursor is valid. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

const Payload = z.strictObject({ after: z.string(), issuedAt: z.number() });

/** The list request without its cursor. A cursor is only valid for the same request. */
export interface CursorScope {
  readonly accountId: string;
  readonly operation: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

const refuse = () =>
  new DomainError("invalid-request", "The cursor is not valid for this request.", {
    details: [
      {
        path: "cursor",
        message: "is unknown, expired or belongs to another query; start from the first page",
      },
    ],
  });

/** Opaque, authenticated cursors, bound to account, query and age. */
export const createCursors = (readKeys: () => Promise<Keys>, now: () => number) => {
  const sign = (key: Buffer, payload: string, scope: CursorScope): Buffer => {
    const { accountId, operation, filters } = scope;
    const sorted = Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const bound = JSON.stringify([accountId, operation, sorted, payload]);
    return createHmac("sha256", key).update(bound).digest().subarray(0, 16);
  };

  const spell = (payload: string, signature: Buffer): string =>
    `${Buffer.from(payload).toString("base64url")}.${signature.toString("base64url")}`;

  return {
    async issue(scope: CursorScope, after: string): Promise<string> {
      const payload = JSON.stringify({ after, issuedAt: now() } satisfies z.infer<typeof Payload>);
      const { current } = await readKeys();
      return spell(payload, sign(current.key, payload, scope));
    },

    /** Where the page starts. @throws DomainError `invalid-request` */
    async read(scope: CursorScope, cursor: string): Promise<string> {
      const payload = Buffer.from(cursor.split(".")[0] ?? "", "base64url").toString("utf8");
      // Compared as text: base64 can encode the same bytes in several ways, and only ours is accepted.
      const given = Buffer.from(cursor);
      const isOurs = ({ key }: Keys["current"]): boolean => {
        const expected = Buffer.from(spell(payload, sign(key, payload, scope)));
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (!(await readKeys()).all.some(isOurs)) throw refuse();
      const { after, issuedAt } = Payload.parse(JSON.parse(payload));
      if (now() - issuedAt > MAX_AGE_MS) throw refuse();
      return after;
    },
  };
};

export type Cursors = ReturnType<typeof createCursors>;
