/** Shortens results to fit a response, and reports what was left out. */
import type { PageContent } from "../../contract/steps/pageOutputs.ts";
import { bytesOf, fitItem, type ItemRoom, MAX_FIELDS } from "../fitItem.ts";
import type { PageData } from "./pages.ts";

type Results = PageData["results"];
type Result = Results[number];

/** How much of a response one page may use. Several pages share it. */
interface Room extends ItemRoom {
  /**
   * For all items, in bytes of JSON. The gateway's limit is 6 MB, and explanations are about as long as their items.
   */
  readonly bytes: number;
}

const ROOM: Room = { bytes: 2_000_000, itemBytes: 1_500_000, textChars: 250_000 };

const roomFor = (pages: number): Room => ({
  bytes: Math.floor(ROOM.bytes / pages),
  itemBytes: Math.floor(ROOM.itemBytes / pages),
  textChars: Math.floor(ROOM.textChars / pages),
});

interface Fitted {
  readonly results: Results;
  /** One sentence for each thing that was left out. */
  readonly warnings: readonly string[];
}

const fitOne = ({ item, provenance }: Result, room: ItemRoom) => {
  const { item: fitted, cut, dropped } = fitItem(item, room);
  const explained = Object.fromEntries(
    Object.entries(provenance).filter(([name]) => (fitted[name] ?? null) !== null),
  );
  return { result: { item: fitted, provenance: explained }, cut, dropped };
};

/**
 * As many results as fit a response, in order.
 *
 * @param pages number of pages that share the response
 */
export const fitAnswer = (all: Results, pages = 1): Fitted => {
  const room = roomFor(pages);
  const results: Result[] = [];
  const cut = new Set<string>();
  const dropped = new Set<string>();
  let bytes = 0;
  let hasFirstFields = false;
  for (const result of all) {
    const size = bytesOf(result.item);
    const fitted = size > room.itemBytes ? fitOne(result, room) : { result, cut: [], dropped: [] };
    bytes += size > room.itemBytes ? bytesOf(fitted.result.item) : size;
    if (bytes > room.bytes) break;
    results.push(fitted.result);
    if (size > room.itemBytes && Object.keys(result.item).length > MAX_FIELDS) hasFirstFields = true;
    for (const name of fitted.cut) cut.add(name);
    for (const name of fitted.dropped) dropped.add(name);
  }
  const how = "A flow without steps collects all of it.";
  const more = "A flow without steps collects more of it.";
  return {
    results,
    warnings: [
      ...(results.length < all.length
        ? [
            `The response is limited in size and contains the first ${results.length} of ${all.length} items. ${how}`,
          ]
        : []),
      ...(hasFirstFields
        ? [
            `Items that are too large contain only their first ${MAX_FIELDS.toLocaleString("en")} fields. ${more}`,
          ]
        : []),
      ...(cut.size > 0
        ? [`Cut to ${room.textChars.toLocaleString("en")} characters: ${[...cut].join(", ")}. ${more}`]
        : []),
      ...(dropped.size > 0
        ? [`Left out because they are too large for one response: ${[...dropped].join(", ")}. ${more}`]
        : []),
    ],
  };
};

/** The page itself, shortened to what fits beside its items: long texts are cut, then lists. */
export const fitPage = (
  content: PageContent,
  pages = 1,
): { readonly content: PageContent; readonly warnings: readonly string[] } => {
  const { item, cut, dropped } = fitItem(content, roomFor(pages));
  const short = [...cut, ...dropped];
  const warnings =
    short.length === 0 ? [] : [`The page is too large for one response. Shortened: ${short.join(", ")}.`];
  // What was left out is absent, not null.
  return {
    content: Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
    warnings,
  };
};
