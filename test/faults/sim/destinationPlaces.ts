/** Where destinations deliver, in memory. A call may fail as any other does, be refused, or lose its answer. */

import type { TableDelivery, TableRow } from "../../../src/contract/deliveries/tableDelivery.ts";
import { PlaceError } from "../../../src/contract/placeError.ts";
import type { WithPlaces } from "../../../src/domain/destinations/ports.ts";
import type { Machine } from "./machines.ts";
import type { Random } from "./random.ts";

/** Places fail often, so that a few stories repeat each kind of delivery. */
const REFUSED = 0.1;
/** It took effect, but its answer is lost. */
const LOST = 0.1;

export interface Kept {
  /** Files by their path, with the destination's folder before it. */
  readonly files: ReadonlyMap<string, string>;
  /** What receivers of requests took, in order. */
  readonly posts: readonly { readonly key: string; readonly body: string }[];
  /** Committed rows by destination and run. */
  readonly tables: ReadonlyMap<string, readonly TableRow[]>;
}

export const rowsKey = (destinationId: string, runId: string): string => `${destinationId} ${runId}`;

export const createPlaces = (random: Random) => {
  const files = new Map<string, string>();
  const posts: { key: string; body: string }[] = [];
  const tables = new Map<string, readonly TableRow[]>();

  const on = (machine: Machine): WithPlaces["places"] => {
    const call = async <T>(what: string, effect: () => T): Promise<T> => {
      try {
        return await machine.call(
          "receivers",
          what,
          async () => {
            if (random.chance(REFUSED)) throw new PlaceError("refused", "Not now.", { httpStatus: 503 });
            const result = effect();
            if (random.chance(LOST)) throw new PlaceError("timeout", "The answer was lost.");
            return result;
          },
          { takesMs: 50 },
        );
      } catch (error) {
        throw error instanceof PlaceError ? error : new PlaceError("timeout", "There was no answer.");
      }
    };
    return {
      openFiles: async (target) => {
        const at = (path: string): string => `${target.type === "folder" ? target.folder : ""}/${path}`;
        return {
          put: (path, body) =>
            call(`put ${at(path)}`, () => {
              files.set(at(path), body.toString());
            }),
          get: (path) =>
            call(`get ${at(path)}`, () => {
              const body = files.get(at(path));
              return body === undefined ? null : Buffer.from(body);
            }),
          remove: (path) =>
            call(`remove ${at(path)}`, () => {
              files.delete(at(path));
            }),
        };
      },
      openReceiver: () => ({
        post: (headers, body) =>
          call(`post ${headers["idempotency-key"]}`, () => {
            posts.push({ key: headers["idempotency-key"] ?? "", body });
          }),
      }),
      openTable: async () => ({
        deliver: async ({ destinationId, runId, parts }: TableDelivery, renew) => {
          const rows: TableRow[] = [];
          for await (const part of parts) {
            await call(`insert rows of ${runId}`, () => rows.push(...part));
            await renew();
          }
          await call(`commit ${runId}`, () => tables.set(rowsKey(destinationId, runId), rows));
          return rows.length;
        },
        test: async () => {},
      }),
    };
  };
  return { on, kept: { files, posts, tables } satisfies Kept };
};
