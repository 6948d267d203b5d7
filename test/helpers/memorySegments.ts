import type { SegmentStore } from "../../src/engine/crawl/index.ts";

/** Segments in memory, and how much was written. */
export const createMemorySegments = () => {
  const stored = new Map<string, Buffer>();
  let bytes = 0;
  let reads = 0;
  const store: SegmentStore = {
    put: async (content) => {
      const name = `segment-${stored.size + 1}`;
      stored.set(name, content);
      bytes += content.length;
      return name;
    },
    get: async (name) => {
      const content = stored.get(name);
      if (!content) throw new Error(`no segment ${name}`);
      reads += 1;
      return content;
    },
  };
  return { ...store, bytes: () => bytes, reads: () => reads, remove: (name: string) => stored.delete(name) };
};
