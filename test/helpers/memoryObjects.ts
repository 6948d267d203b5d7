import type { Objects } from "../../src/adapters/objects.ts";
import type { WithLists } from "../../src/domain/ports.ts";

/** Lists the objects; uploads are CSV. */
export const listsIn = (objects: Objects): WithLists["lists"] => ({
  put: objects.put,
  readUpload: async (key) =>
    (await objects.exists(key)) ? { bytes: await objects.getBytes(key), contentType: "text/csv" } : null,
});

/** An object store in memory; tests may read and change `kept`. */
export interface MemoryObjects extends Objects {
  readonly kept: Map<string, string | Buffer>;
}

const MAX_LISTED = 1_000;

export const createMemoryObjects = (): MemoryObjects => {
  const kept = new Map<string, string | Buffer>();
  const get = (key: string): string | Buffer => {
    const body = kept.get(key);
    if (body === undefined) throw new Error(`no object ${key}`);
    return body;
  };
  return {
    kept,
    put: async (key, body) => {
      kept.set(key, body);
    },
    getText: async (key) => String(get(key)),
    getBytes: async (key) => Buffer.from(get(key)),
    getRange: async (key, offset, length) => {
      const body = kept.get(key);
      if (body === undefined || offset >= body.length) return null;
      return Buffer.from(body).subarray(offset, offset + length);
    },
    exists: async (key) => kept.has(key),
    remove: async (key) => {
      kept.delete(key);
    },
    list: async (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)).slice(0, MAX_LISTED),
    removeAll: async (keys) => {
      for (const key of keys) kept.delete(key);
    },
    putFile: async (key, chunks) => {
      const parts: Buffer[] = [];
      for await (const chunk of chunks) parts.push(Buffer.from(chunk));
      kept.set(key, Buffer.concat(parts));
    },
    signLink: async (key) => `https://objects.example/${key}`,
  };
};
