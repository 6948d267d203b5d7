/** The requests for a page: without fields, with fields, or with fields and a prompt. */
import type { DataQuery, OutputSchema } from "../../../src/engine/extract/extract.ts";
import { ALL_EVENTS, type EventTruth, visitOf } from "../score/events.ts";
import { askedOf } from "../score/kind.ts";
import type { Entry } from "../sets.ts";

const NOW = Date.UTC(2026, 10, 21);

/** For pages of sets that have no request of their own: fields and a sentence by the kind of page. */
const BY_KIND: Readonly<Record<string, readonly [OutputSchema, string]>> = {
  listing: [{ title: "string", url: "url", date: "date" }, "All entries of this list"],
  collection: [{ name: "string", price: "price", url: "url" }, "All products on this page"],
  article: [
    { title: "string", author: "string", date: "date" },
    "The title, author and date of this article",
  ],
  documentation: [{ title: "string", description: "string" }, "What this page is about"],
  service: [{ title: "string", description: "string" }, "What this page is about"],
  product: [{ name: "string", brand: "string", price: "price" }, "This product's name, brand and price"],
  recipe: [
    { title: "string", author: "string", image: "image" },
    "The title, author and image of this recipe",
  ],
};
const BY_SET: Readonly<Record<string, string>> = {
  lists: "All court opinions on this page",
  fields: "The data of this page",
  events: "The meeting on this page",
};

/** `bare`: fields are asked, and nothing is known about the page's address. */
export type Way = "nothing" | "fields" | "sentence" | "bare";
export const WAYS: readonly Way[] = ["nothing", "fields", "sentence", "bare"];

const UNKNOWN = "https://unknown.invalid/";

/** The page's address and the query; null if nothing is known to ask of such a page. */
export const askOf = (
  entry: Entry<unknown>,
  way: Way,
): { readonly url: string; readonly query: DataQuery } | null => {
  const [schema, sentence] = [
    askedOf(entry) ?? BY_KIND[entry.kind]?.[0],
    entry.set === "events" && entry.kind === "list"
      ? ALL_EVENTS
      : (BY_SET[entry.set] ?? BY_KIND[entry.kind]?.[1]),
  ];
  if (!schema || sentence === undefined) return null;
  const url = entry.facts.host ? `https://${entry.facts.host}/` : entry.url;
  return {
    url: way === "bare" ? UNKNOWN : url,
    query: {
      now: entry.set === "events" ? visitOf(entry.truth as EventTruth) : NOW,
      ...(way !== "nothing" && { schema }),
      ...(way === "sentence" && { instructions: sentence }),
    },
  };
};
