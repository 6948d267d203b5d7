import { type PageServer, startPageServer } from "./pageServer.ts";

const SITES = 8;
const NAMES = ["a", "b", "c"];

/** Sites on enough origins for a sharded run. */
export interface ManySites {
  readonly sites: readonly PageServer[];
  /** Pages of all sites, in turn; the last one of each is gone. */
  readonly urls: readonly string[];
  readonly counts: { readonly items: number; readonly gone: number };
  stop(): Promise<void>;
}

export const startManySites = async (): Promise<ManySites> => {
  const page = (name: string) => ({ body: `<title>${name}</title><h1>Lamp ${name}</h1>` });
  const serve = (site: number) =>
    startPageServer(Object.fromEntries(NAMES.map((name) => [`/${name}`, page(`${site}${name}`)])));
  const sites = await Promise.all(Array.from({ length: SITES }, (_, site) => serve(site)));
  return {
    sites,
    urls: [...NAMES, "gone"].flatMap((name) => sites.map(({ url }) => `${url}/${name}`)),
    counts: { items: SITES * NAMES.length, gone: SITES },
    stop: async () => {
      await Promise.all(sites.map((site) => site.stop()));
    },
  };
};
