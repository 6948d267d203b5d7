/** The ports as one machine sees them: every call may go wrong. */
import type { Objects } from "../../../src/adapters/objects.ts";
import type { Table } from "../../../src/store/table.ts";
import type { Machine } from "./machines.ts";

const refOf = ({ pk, sk }: { readonly pk: string; readonly sk?: string }): string =>
  sk === undefined ? pk : `${pk}/${sk}`;

export const tableOn = (machine: Machine, table: Table): Table => ({
  get: (key) => machine.call("table", `get ${refOf(key)}`, () => table.get(key)),
  query: (query) =>
    machine.call("table", `query ${query.index ?? "table"} ${query.pk}`, () => table.query(query)),
  // The SDK sends an update again whose answer was lost: it takes effect twice, or is refused by itself.
  update: (update) =>
    machine.call("table", `update ${refOf(update.key)}`, () => table.update(update), { isRepeatable: true }),
  // A transaction carries a token: sent again it has no second effect.
  transact: (writes) => {
    const names = writes.map(
      (write) => `${write.kind} ${refOf(write.kind === "put" ? write.item : write.key)}`,
    );
    return machine.call("table", `transact ${names.join(", ")}`, () => table.transact(writes));
  },
});

export const objectsOn = (machine: Machine, objects: Objects): Objects => {
  const call = <T>(what: string, effect: () => Promise<T>): Promise<T> =>
    machine.call("objects", what, effect);
  return {
    put: (key, ...rest) => call(`put ${key}`, () => objects.put(key, ...rest)),
    getText: (key) => call(`read ${key}`, () => objects.getText(key)),
    getBytes: (key) => call(`read ${key}`, () => objects.getBytes(key)),
    getRange: (key, ...rest) => call(`read ${key}`, () => objects.getRange(key, ...rest)),
    exists: (key) => call(`look for ${key}`, () => objects.exists(key)),
    putFile: (key, ...rest) => call(`put ${key}`, () => objects.putFile(key, ...rest)),
    remove: (key) => call(`remove ${key}`, () => objects.remove(key)),
    list: (prefix) => call(`list ${prefix}`, () => objects.list(prefix)),
    removeAll: (keys) => call(`remove ${keys.join(", ")}`, () => objects.removeAll(keys)),
    signLink: (...args) => objects.signLink(...args),
  };
};

interface SendsMessages<M> {
  readonly send: (message: M, delayMs?: number) => Promise<void>;
}

export const queueOn = <M>(machine: Machine, name: string, queue: SendsMessages<M>): SendsMessages<M> => ({
  send: (message, delayMs) =>
    machine.call(
      "queues",
      `send to ${name} ${JSON.stringify(message)} in ${delayMs ?? 0} ms`,
      () => queue.send(message, delayMs),
      { isRepeatable: true },
    ),
});
