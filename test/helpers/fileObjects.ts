/** An object store in one file that only grows, for tests whose objects do not fit into memory. */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import type { Objects } from "../../src/adapters/objects.ts";
import { createMemoryObjects } from "./memoryObjects.ts";

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** @returns the store, and what closes its file */
export const openFileObjects = (path: string): { objects: Objects; close: () => void } => {
  const file = openSync(path, "w+");
  const places = new Map<string, Place>();
  let end = 0;
  const read = ({ offset, length }: Place): Buffer => {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, offset);
    return bytes;
  };
  const get = (key: string): Buffer => {
    const place = places.get(key);
    if (!place) throw new Error(`no object ${key}`);
    return read(place);
  };
  const write = (key: string, body: string | Buffer): void => {
    const bytes = Buffer.from(body);
    writeSync(file, bytes, 0, bytes.length, end);
    places.set(key, { offset: end, length: bytes.length });
    end += bytes.length;
  };
  return {
    close: () => closeSync(file),
    objects: {
      ...createMemoryObjects(),
      put: async (key, body) => write(key, body),
      getText: async (key) => get(key).toString("utf8"),
      getBytes: async (key) => get(key),
      getRange: async (key, offset, length) => {
        const place = places.get(key);
        if (!place || offset >= place.length) return null;
        return read({ offset: place.offset + offset, length: Math.min(length, place.length - offset) });
      },
      exists: async (key) => places.has(key),
      remove: async (key) => {
        places.delete(key);
      },
      list: async (prefix) => [...places.keys()].filter((key) => key.startsWith(prefix)),
      removeAll: async (keys) => {
        for (const key of keys) places.delete(key);
      },
      putFile: async (key, chunks) => {
        const parts: Buffer[] = [];
        for await (const chunk of chunks) parts.push(Buffer.from(chunk));
        write(key, Buffer.concat(parts));
      },
    },
  };
};
