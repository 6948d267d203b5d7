/** Stores an inspected page as two objects and a picture. The bucket deletes them after a day. */
import type { InspectedPage } from "../../contract/extraction/inspections.ts";
import type { Shot } from "../../engine/steps/index.ts";
import { folderOf } from "../files/folders.ts";
import type { WithObjects } from "../ports.ts";
import { putShot } from "../screenshots/keepShot.ts";
import { compress, decompress } from "../shared/gzip.ts";

/** The page as the browser rendered it, from which flows are made. */
export interface KeptPage {
  /** HTML in which each visible element has its number. */
  readonly html: string;
  /** URL after redirects and steps. */
  readonly url: string;
  /** The page's HTML before any script ran; null if it was not requested or could not be fetched. */
  readonly plain: { readonly html: string; readonly url: string } | null;
  /** Further pages of the same template, as sent; absent in pages that were kept earlier. */
  readonly siblings?: readonly { readonly html: string; readonly url: string }[];
}

export interface InspectedSource {
  readonly shown: InspectedPage;
  readonly kept: KeptPage;
  /** Null if the page may show a secret. */
  readonly picture: Shot | null;
  /** Number of further pages that were opened. */
  readonly siblingPages: number;
}

const SHOWN = "shown.json.gz";
const PAGE = "page.json.gz";
const GZIP = "application/gzip";

/** @returns where the page and its picture are */
export const keepInspected = async (
  deps: WithObjects,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  { shown, kept, picture }: InspectedSource,
): Promise<{ pageKey: string; pictureKey?: string }> => {
  const pageKey = `${folderOf("tmp/inspections", accountId)}${id}/`;
  const [pictureKey] = await Promise.all([
    picture ? putShot(deps, `${pageKey}picture`, picture) : undefined,
    deps.objects.put(pageKey + SHOWN, compress(JSON.stringify(shown)), GZIP),
    deps.objects.put(pageKey + PAGE, compress(JSON.stringify(kept)), GZIP),
  ]);
  return { pageKey, ...(pictureKey !== undefined && { pictureKey }) };
};

const read = async ({ objects }: WithObjects, key: string): Promise<unknown> =>
  JSON.parse(decompress(await objects.getBytes(key)));

export const readShown = async (deps: WithObjects, pageKey: string): Promise<InspectedPage> =>
  (await read(deps, pageKey + SHOWN)) as InspectedPage;

export const readKept = async (deps: WithObjects, pageKey: string): Promise<KeptPage> =>
  (await read(deps, pageKey + PAGE)) as KeptPage;
